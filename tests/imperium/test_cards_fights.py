"""Combat cards and Double Cross, found in the content, in every order in which they can be played."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from dune_sim.games.imperium.content import effects as fx
from dune_sim.games.imperium.content.conditions import WonConflict
from dune_sim.games.state import State
from imperium.table import CONTENT, can, choose, seat, send, table, told, words
from naive.imperium_rules import combat_turn

Play = tuple[int, str]

FIGHTS = [
    one.id
    for one in CONTENT.intrigue
    if one.combat and not any(isinstance(part.condition, WonConflict) for part in one.combat if isinstance(part, fx.If))
]
CROSSING = [one for one in CONTENT.intrigue if any(isinstance(part, fx.OneOpponent) for part in fx.walk(one.plot))]
#: means for every card: troops to lose or withdraw, spice, an alliance
FIGHTER: dict[str, Any] = {"conflict": 5, "spice": 6, "revealed": True, "influence": {"emperor": 4, "guild": 4}}
SECOND = "tiebreaker"


def name_of(card: str) -> str:
    return CONTENT.intrigue.get(card).name


def fought(start: State) -> set[tuple[Play, ...]]:
    """Every order in which combat cards can be played, by the kernels; what a card asks is answered in every way."""
    found: set[tuple[Play, ...]] = set()
    todo: list[tuple[State, tuple[Play, ...]]] = [(start, ())]
    played = {f"play {name_of(one)}": one for one in FIGHTS}
    while todo:
        here, so_far = todo.pop()
        if told(here, "phase") != "combat":
            found.add(so_far)
            continue
        for action in here.legal_actions():
            card = next((id for text, id in played.items() if here.describe(action).startswith(text)), None)
            ahead = here.copy()
            ahead.apply(action)
            todo.append((ahead, (*so_far, (here.to_move, card)) if card else so_far))
    return found


def orders(first: int, hands: list[list[str]]) -> set[tuple[Play, ...]]:
    """The same from the rule: visits clockwise, any number of cards, over once all have passed in a row."""
    troops = dict.fromkeys(range(len(hands)), 1)

    def go(history: list[tuple[int, str]], left: list[tuple[str, ...]], so_far: tuple[Play, ...]) -> Iterator[Any]:
        who = combat_turn([(first + k) % len(hands) for k in range(len(hands))], troops, history)
        if who is None:
            yield so_far
            return
        yield from go([*history, (who, "pass")], left, so_far)
        yield from visit(who, history, left, so_far)

    def visit(who: int, history: list[Any], left: list[tuple[str, ...]], so_far: tuple[Play, ...]) -> Iterator[Any]:
        """At least one card on this visit."""
        for k, card in enumerate(left[who]):
            rest = [(*hand[:k], *hand[k + 1 :]) if seat == who else hand for seat, hand in enumerate(left)]
            then = (*so_far, (who, card))
            yield from go([*history, (who, "play")], rest, then)
            yield from visit(who, history, rest, then)

    return set(go([], [tuple(hand) for hand in hands], ()))


def test_the_content_has_such_cards() -> None:
    assert {"ambush", "master_tactician", "private_army", "staged_incident", "allied_armada"} <= set(FIGHTS)
    assert [one.id for one in CROSSING] == ["double_cross"]


@pytest.mark.rule("IMP-COMBAT-01", "IMP-COMBAT-03", "IMP-COMBAT-05", "IMP-AMB-15")
@pytest.mark.parametrize(("one", "other"), list(product(FIGHTS, FIGHTS)))
def test_combat_cards_are_played_in_every_order_of_visits(one: str, other: str) -> None:
    first = (FIGHTS.index(one) + FIGHTS.index(other)) % 3
    hands = [[one, SECOND], [other], []]
    left = {card: CONTENT.intrigue.get(card).copies for card in FIGHTS}
    for hand in hands:
        for card in list(hand):
            left[card] -= 1
            if left[card] < 0:
                hand.remove(card)
    fighters = [{**FIGHTER, "intrigue": hand} for hand in hands]
    state = table(
        *fighters, phase="combat", round=2, conflict="guild_bank_raid", first_player=first,
        alliances={"emperor": 0, "guild": 1},
    )  # fmt: skip
    assert fought(state) == orders(first, hands)


#: nowhere yet, or a space that the card leads to
SENT = ["", *(one.id for one in CONTENT.spaces if one.icon in CONTENT.cards.get("reconnaissance").icons)]


@pytest.mark.rule("IMP-INTR-02", "IMP-FAQ-14", "IMP-AGENT-11")
@pytest.mark.parametrize("space", SENT)
def test_an_opponent_with_troops_is_crossed_at_any_time_of_the_turn(space: str) -> None:
    """Before an agent is sent and behind the effects of every space: whoever has troops can be named, nobody else."""
    card = CROSSING[0]
    mine: dict[str, Any] = {"solari": 9, "spice": 9, "water": 5, "garrison": 2, "influence": {"fremen": 2}}
    mine |= {"hand": ["reconnaissance", "diplomacy"], "intrigue": [card.id]}
    state = table(mine, {"conflict": 2}, {"conflict": 0}, {"conflict": 3})
    if space:
        send(state, "Reconnaissance", CONTENT.spaces.get(space).name)
    before = [seat(state, k)["conflict"] for k in range(4)]
    choose(state, f"play {card.name}")
    asked = words(state)
    assert len(asked) == 2 and all(any(f"seat {k}" in text for text in asked) for k in (1, 3)), asked
    state.apply(state.legal_actions()[1])
    assert [seat(state, k)["conflict"] for k in range(4)] == [before[0] + 1, before[1], before[2], before[3] - 1]
    assert told(state, "turn_of") == 0 and not can(state, f"play {card.name}")
