"""Every planning card and every special action: refusable, sound in any position, and doing what its record says."""

from __future__ import annotations

from typing import Any

import pytest

from arrakis.cards_lab import CARDS, CONTENT, ELITE, LEADERS, PLAYABLE, SPECIAL, STANDARD, Lab, chance, eager, refuse
from dune_sim.games.arrakis.kernels.layout import ATREIDES, HARKONNEN

SPECIALS = [one.id for one in CONTENT.leaders if one.special]
IDS = [name for _, name in PLAYABLE]


def side(leader: str) -> int:
    return HARKONNEN if LEADERS[leader] < 7 else ATREIDES


def test_every_card_has_a_program() -> None:
    designs = {name for names in CARDS.values() for name in names}
    assert designs == {card.id for card in CONTENT.planning_cards}
    assert sum(len(names) for names in CARDS.values()) == 72
    assert len(designs) == 68


@pytest.mark.rule("ARR-ACT-14", "ARR-ACT-15", "EX-05")
@pytest.mark.parametrize(("who", "name"), PLAYABLE, ids=IDS)
def test_a_card_may_be_played_for_nothing(who: int, name: str) -> None:
    lab = Lab(who)
    before = lab.snapshot()
    lab.play(name, refuse)
    after = lab.snapshot()
    assert after == before


@pytest.mark.rule("ARR-ACT-14")
@pytest.mark.parametrize("leader", SPECIALS)
def test_a_special_action_may_be_used_for_nothing(leader: str) -> None:
    lab = Lab(side(leader))
    before = lab.snapshot()
    lab.special(leader, refuse)
    assert lab.snapshot() == before


@pytest.mark.rule("ARR-ACT-21")
@pytest.mark.parametrize(("who", "name"), PLAYABLE, ids=IDS)
def test_a_card_is_sound_in_any_position(who: int, name: str) -> None:
    for seed, steps in ((2, 0), (3, 150), (4, 400)):
        lab = Lab(who, seed, steps)
        lab.play(name, chance(seed))


@pytest.mark.rule("ARR-LEAD-04", "ARR-LEAD-05")
@pytest.mark.parametrize("leader", SPECIALS)
def test_a_special_action_is_sound_in_any_position(leader: str) -> None:
    for seed, steps in ((5, 0), (6, 200), (7, 500)):
        Lab(side(leader), seed, steps).special(leader, chance(seed))


def placed(steps: Any) -> dict[int, int]:
    """Units by class that the steps put on the map from the pool, without tests and choices."""
    found = {STANDARD: 0, ELITE: 0, SPECIAL: 0}
    for step in steps:
        if step.do in ("place_units", "deploy"):
            places = 1
            if getattr(step, "each", False):
                towns = CONTENT.settlements
                places = (
                    len([one for one in towns if one.kind == "village"])
                    if step.where.settlement == "village"
                    else len(step.where.areas)
                )
            found[STANDARD] += places * step.standard
            found[ELITE] += places * step.elite
            found[SPECIAL] += places * step.special_elite
    return found


PUTTING = [(who, name) for who, name in PLAYABLE if any(placed(CONTENT.planning_cards.get(name).effect).values())]


@pytest.mark.rule("ARR-DEPLOY-05", "ARR-UNIT-04")
@pytest.mark.parametrize(("who", "name"), PUTTING, ids=[name for _, name in PUTTING])
def test_units_come_from_the_pool_as_printed(who: int, name: str) -> None:
    lab = roomy(who)
    before = [lab.units(who, kind) for kind in range(3)]
    lab.play(name, units_only)
    found = {kind: lab.units(who, kind) - before[kind] for kind in range(3)}
    assert found == placed(CONTENT.planning_cards.get(name).effect)


def roomy(who: int) -> Lab:
    """The start position with a single standard unit in every Harkonnen settlement and every third area free."""
    lab = Lab(who)
    for town in CONTENT.settlements:
        lab.clear(town.id)
        lab.put(HARKONNEN, town.id, 1)
    lab.renew()
    return lab


def units_only(lab: Lab, legal: list[int]) -> int:
    """Place units, refuse moves, attacks, draws and further cards."""
    from dune_sim.games.arrakis.kernels import card_opcodes as card_op

    if lab.top() in (card_op.OP_SELECT, card_op.OP_PLACE_UNITS, card_op.OP_PLACE_LEADER):
        return eager(lab, legal)
    return refuse(lab, legal)
