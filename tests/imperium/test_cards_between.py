"""Plot cards between the effects of an agent turn: kernels against the slow interpreter.

Nothing else is held that could be played, so the kernels resolve by themselves whatever they think needs no question.
"""

from __future__ import annotations

from typing import Any

import pytest

from dune_sim.games.state import State
from imperium.oracle_table import CONTENT, DECK, assert_same, fast_results, name, only_agent_turn, place, slow_results
from imperium.test_cards_agent import RIVALS
from naive.imperium_position import Choices, Position
from naive.imperium_turns import agent_turn

PLOTS = [one.id for one in CONTENT.intrigue if one.plot and one.timing != "turn_start"]
TURNS = [
    ("diplomacy", "conspire"),
    ("diplomacy", "secrets"),
    ("diplomacy", "hardy_warriors"),
    ("foldspace", "foldspace"),
    ("arrakis_recruiter", "arrakeen"),
    ("dagger", "mentat"),
    ("smugglers_thopter", "imperial_basin"),
]
#: what Refocus draws from a deck with a Foldspace card in it is chance
CASES = [(*turn, plot) for turn in TURNS for plot in PLOTS if (turn[0], plot) != ("foldspace", "refocus")]
#: one troop in the supply, steps away from levels that give something, means for most plot cards
EDGE: dict[str, Any] = {"solari": 8, "spice": 6, "water": 2, "garrison": 8, "conflict": 3, "council_seat": True}
EDGE |= {"influence": {"emperor": 3, "guild": 3, "bene_gesserit": 3, "fremen": 3}, "vp": 12, "agents_on": ["wealth"]}


def between(state: State, card: str, space: str, plot: str) -> tuple[set[Any], set[Any]]:
    """All results of one agent turn in which the plot card may be played after sending."""
    allow = only_agent_turn(card, space)

    def after(text: str) -> bool:
        return allow(text) or text.startswith(f"play {name('intrigue', plot)}")

    def done(here: State, texts: list[str]) -> bool:
        return bool(here.to_dict()["turn_of"] != 0)

    def run(start: Position, choices: Choices) -> Position:
        return agent_turn(start, 0, card, space, choices, plot)

    sent = state.copy()
    while not sent.to_dict()["players"][0]["cards_played"]:
        sent.apply(next(one for one in sent.legal_actions() if allow(sent.describe(one))))
    return fast_results(sent, done, after), slow_results(state, run)


@pytest.mark.rule("IMP-AMB-01", "IMP-AMB-02", "IMP-AGENT-11")
@pytest.mark.parametrize(("card", "space", "plot"), CASES)
def test_a_plot_card_fits_between_any_two_effects(card: str, space: str, plot: str) -> None:
    mine = {**EDGE, "hand": [card], "intrigue": [plot], "deck": DECK, "discard": []}
    first = {**RIVALS[0], "intrigue": ["ambush", "private_army", "tiebreaker", "staged_incident"]}
    state = place([mine, first, RIVALS[1]], alliances={"bene_gesserit": 1})
    assert_same(*between(state, card, space, plot))
