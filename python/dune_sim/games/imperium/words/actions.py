"""The published table of Imperium action ids."""

from __future__ import annotations

from itertools import pairwise

from dune_sim.games.imperium.kernels import actions as act
from dune_sim.games.imperium.tables.names import Names
from dune_sim.games.imperium.words.describe import RANGES

SINGLE = {
    act.ACT_PASS: "decline, pass, stop, end the turn; an acquired card goes to the discard pile",
    act.ACT_ACCEPT: "accept: pay a cost, take an optional effect, defend; an acquired card goes on top of the deck",
    act.ACT_REVEAL: "take the reveal turn",
    act.ACT_ASIDE: "acquire the card set aside",
    act.ACT_FROM_LEADER: "send an agent from the leader (where a card may also move one on the board)",
}
MEANINGS = {
    "faction": "a faction to gain or lose influence with, or to lay down in secret",
    "seat": "a player",
    "branch": "a branch of a choice, a price of a space; look at the top card: 0 draw, 1 trash",
    "count": "a number of troops to deploy or retreat; in an agent turn this also ends it",
    "space": "a space to send an agent to, to recall one from, to close",
    "leader": "a leader to choose",
    "hand": "a card of the hand, by design: play, trash or discard it",
    "discard": "a card of the own discard pile, by design: trash or take it",
    "in_play": "an own card in play, by design: trash it",
    "buy": "a card of the row or the reserve, by design: acquire it or set it aside",
    "item": "an effect of the turn to resolve next; the numbers follow the content",
    "intrigue": "an intrigue card to play, by design",
}


def action_table(names: Names) -> str:
    """The whole action space as a markdown page."""
    lines = [
        "# Action ids of Dune: Imperium",
        "",
        f"One flat space of {act.ACTIONS} numbers, the same in every position and for every number of players.",
        "`state.legal_actions()` lists those that are legal now, rising; `state.describe(action)` tells one in words.",
        "Numbers without a name are free for overlays.",
        "",
        "| ids | kind | meaning |",
        "|---|---|---|",
        *(f"| {number} | | {words} |" for number, words in SINGLE.items()),
    ]
    for (base, kind), (end, _) in pairwise(RANGES):
        lines.append(f"| {base}–{end - 1} | {kind} | {MEANINGS[kind]} |")
    for title, known in (
        ("faction", names.factions),
        ("space", names.spaces),
        ("leader", names.leaders),
        ("hand, discard, in_play, buy: card designs", names.designs),
        ("intrigue", names.intrigues),
    ):
        lines += ["", f"## {title}", "", ", ".join(f"{number} `{name}`" for number, name in enumerate(known))]
    return "\n".join(lines) + "\n"
