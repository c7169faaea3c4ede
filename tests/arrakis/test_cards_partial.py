"""Cards carried out in part: a part that is refused or impossible takes no other part with it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from arrakis.cards_lab import CARDS, CONTENT, LEADERS, PLAYABLE, VISIONS, Lab, machine, refuse
from arrakis.table import DONE, Table, die
from dune_sim.games.arrakis.kernels import actions as act
from dune_sim.games.arrakis.kernels import card_opcodes as card_op
from dune_sim.games.arrakis.kernels import opcodes as op
from dune_sim.games.arrakis.kernels.figures import NAMED_END, side_of
from dune_sim.games.arrakis.kernels.layout import ATREIDES
from dune_sim.games.arrakis.kernels.opcodes import AT_OUT
from dune_sim.games.arrakis.kernels.places import P_LAST, P_NEAR_LAST, P_OR_ELSE

DICE = {"harkonnen": {"strategy": 2, "house": 1}, "atreides": {"strategy": 2, "mentat": 1}}
TOWNS = [one.id for one in CONTENT.settlements]


def played(side: str, name: str, areas: dict[str, Any], **more: Any) -> Table:
    """A strategy die is spent on the only card in hand."""
    scenario = {"to_move": side, "dice": DICE, "areas": areas, "hands": {side: [name]}, **more}
    return Table(scenario).play_card(die("strategy"))


# -- settlements that fell -------------------------------------------------------------------------------------------


def names_towns(step: Any) -> bool:
    """Whether a step places something in settlements by name or by kind."""
    where = getattr(step, "where", None)
    return (
        step.do in ("place_units", "place_leader")
        and where is not None
        and (where.settlement is not None or (bool(where.areas) and set(where.areas) <= set(TOWNS)))
    )


AT_TOWNS = [one.id for one in CONTENT.planning_cards if any(names_towns(step) for step in one.effect)]


def test_the_cards_that_name_settlements() -> None:
    assert len(AT_TOWNS) == 7
    for name in AT_TOWNS:
        for step in CONTENT.planning_cards.get(name).effect:
            assert not names_towns(step) or step.where.settlement is not None, name


@pytest.mark.rule("ARR-BATTLE-45", "ARR-DEPLOY-07")
@pytest.mark.parametrize("name", AT_TOWNS)
def test_a_card_that_names_a_settlement_places_nothing_where_it_fell(name: str) -> None:
    """Units stand in the areas, so that a leader could as well."""
    held = {"harkonnen": {"standard": 1}}
    standing = {town: held for town in TOWNS}
    fallen = {town: {**held, "settlement": "destroyed"} for town in TOWNS}
    assert played("harkonnen", name, standing).areas, "as long as they stand something is placed"
    found = played("harkonnen", name, fallen)
    while found.mover == "harkonnen":
        words = found.words()
        assert not any("place" in one and "place no" not in one for one in words), words
        found.play(DONE if DONE in found.legal else found.legal[0])
    for town in TOWNS:
        assert found.legion("harkonnen", town) == {"standard": 1}


# -- every part of everything, refused and impossible ----------------------------------------------------------------

#: instructions with a place: their operand that names it
PLACE_A = (card_op.OP_SELECT, card_op.OP_RELOCATE, card_op.OP_MOVE_ENEMY, card_op.OP_MOVE_SIETCH)
PLACE_B = (
    card_op.OP_PLACE_UNITS,
    card_op.OP_PLACE_LEADER,
    card_op.OP_TO_TANK,
    card_op.OP_REMOVE_VEHICLES,
    card_op.OP_DISCARD_SIGNS,
    card_op.OP_PLACE_WORM,
    card_op.OP_SPECIAL_ATTACK,
    op.OP_DEPLOY,
    op.OP_DEPLOY_LEADER,
    op.OP_WORMSIGNS,
    op.OP_MOVE,
    op.OP_ATTACK,
)
SEEDS = range(10)
SPECIALS = [one.id for one in CONTENT.leaders if one.special]
Program = tuple[int, range]  # the faction and the instructions


def programs() -> dict[str, Program]:
    """Every planning card, special action and prescience card."""
    t = machine()[1]
    found = {name: (who, extent(t.card_pc[who][CARDS[who].index(name)])) for who, name in PLAYABLE}
    for name in SPECIALS:
        found[f"special of {name}"] = (side_of(LEADERS[name]), extent(t.special_pc[LEADERS[name]]))
    for k, name in enumerate(VISIONS):
        found[f"vision {name}"] = (ATREIDES, extent(t.prescience_pc[k]))
    return found


def extent(pc: int) -> range:
    """The instructions up to the next program."""
    t = machine()[1]
    starts = {*t.card_pc[0], *t.card_pc[1], *t.special_pc, *t.prescience_pc}
    return range(pc, min([one for one in starts if one > pc], default=pc + 20))


PROGRAMS = programs()


@cache
def positions(who: int) -> list[tuple[Any, int]]:
    """Positions from start to late, with leaders in play and without, and the chance that is taken in each."""
    found = []
    for seed in SEEDS:
        lab = Lab(who, seed + 1, (0, 60, 200)[seed % 3])
        if seed % 2:
            for k in range(NAMED_END):
                if lab.g.leader_at[k] == AT_OUT:
                    lab.call["enter_play"](lab.t, lab.g, k)
        found.append((lab, seed))
    return found


class Watch:
    """Take any answer but a refusal, refuse one part, and note which parts are asked."""

    def __init__(self, program: range, refused: int, seed: int) -> None:
        self.program, self.refused, self.dice = program, refused, random.Random(seed)
        self.asked: set[int] = set()

    def __call__(self, lab: Lab, legal: list[int]) -> int:
        pc = lab.g.stack.frames[lab.g.stack.depth - 1].pc
        if pc in self.program:
            self.asked.add(pc)
            if pc == self.refused and act.ACT_DONE in legal:
                return act.ACT_DONE
        else:
            return refuse(lab, legal)
        some = [one for one in legal if one != act.ACT_DONE and not act.ACT_GUERRILLA <= one <= act.ACT_ATOMIC]
        return self.dice.choice(some or legal)


def asked(name: str, refused: int = -1) -> set[int]:
    """The parts that are asked in any of the positions."""
    who, program = PROGRAMS[name]
    found = set()
    for lab, seed in positions(who):
        kept = deepcopy(lab.g)
        watch = Watch(program, refused, seed)
        if name.startswith("vision"):
            vision = 1 << VISIONS.index(name.removeprefix("vision "))
            everything = lab.g.row | lab.g.deck_prescience
            lab.g.row, lab.g.deck_prescience, lab.g.scored = vision, everything & ~vision, lab.g.scored & ~vision
        try:
            lab.run(program.start, who, watch)
        finally:
            lab.g = kept
        lab.renew()
        found |= watch.asked
    return found


def leans(pc: int) -> bool:
    """Whether a part has nothing to speak of without an earlier one (AMB-100): its legion, vehicle or place."""
    t = machine()[1]
    one = t.code[pc]
    if one.code == op.OP_CHOOSE:
        return all(leans(t.code[pc + 1 + k].a) for k in range(one.a))
    if one.code == op.OP_MOVE and one.c & op.MOVE_REPEAT != 0:
        return True
    if one.code == card_op.OP_SPECIAL_ATTACK and one.c & card_op.SHOT_FROM_ZONE != 0:
        return True
    if one.code == card_op.OP_PLACE_WORM and one.c == 1:
        return True
    flags = t.places[one.b].flags if one.code in PLACE_B else 0
    return flags & (P_LAST | P_NEAR_LAST) != 0 and flags & P_OR_ELSE == 0


@contextmanager
def nowhere(pc: int) -> Iterator[None]:
    """A part has no place to happen."""
    t = machine()[1]
    one, spare = t.code[pc], len(t.places) - 1
    assert t.places[spare].mask == 0, "no filter is left over"
    key = "a" if one.code in PLACE_A else "b"
    kept = getattr(one, key)
    setattr(one, key, spare)
    t.places[spare].plain = 1
    try:
        yield
    finally:
        setattr(one, key, kept)
        t.places[spare].plain = 0


def missing(name: str, pc: int, now: set[int]) -> set[int]:
    """Later parts that were asked before and are not now, those that lean on an earlier one apart."""
    return {one for one in asked_at_all(name) - now if one > pc and not leans(one)}


@cache
def asked_at_all(name: str) -> set[int]:
    return asked(name)


@pytest.mark.rule("ARR-ACT-14", "AMB-100")
@pytest.mark.parametrize("name", PROGRAMS)
def test_refusing_a_part_leaves_the_later_ones(name: str) -> None:
    """Naming the place for leader and units is a question for both; to refuse it refuses both."""
    code = machine()[1].code
    for pc in sorted(asked_at_all(name)):
        if code[pc].code != op.OP_CHOOSE:
            assert not missing(name, pc, asked(name, pc)), f"{name}: part {pc - PROGRAMS[name][1].start} refused"


@pytest.mark.rule("ARR-ACT-14", "AMB-100")
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_part_without_a_place_leaves_the_later_ones(name: str) -> None:
    code = machine()[1].code
    for pc in sorted(asked_at_all(name)):
        if code[pc].code in (*PLACE_A, *PLACE_B):
            with nowhere(pc):
                now = asked(name)
            assert pc not in now
            assert not missing(name, pc, now), f"{name}: part {pc - PROGRAMS[name][1].start} has no place"


LED = [
    name
    for name, (_, program) in PROGRAMS.items()
    if any(machine()[1].code[pc].code == card_op.OP_PLACE_LEADER for pc in program)
]


@pytest.mark.rule("ARR-ACT-14", "ARR-TANK-06", "AMB-100")
@pytest.mark.parametrize("name", LED)
def test_a_leader_who_is_not_at_hand_takes_no_other_part_along(name: str) -> None:
    """Nobody of those that the part names can be placed, be it for the tank or because no figure is left."""
    code = machine()[1].code
    for pc in sorted(asked_at_all(name)):
        one = code[pc]
        if one.code == card_op.OP_PLACE_LEADER:
            kept = one.a, one.c
            one.a, one.c = 0, one.c & ~card_op.LEADER_GENERIC
            try:
                now = asked(name)
            finally:
                one.a, one.c = kept
            assert pc not in now
            lost = asked_at_all(name) - now - {pc}
            assert not {k for k in lost if not leans(k)}, f"{name}: nobody to place"


def test_what_leans_on_an_earlier_part() -> None:
    """A list to be looked at: all that goes with an earlier part."""
    found = {name for name, (_, program) in PROGRAMS.items() if any(leans(pc) for pc in program)}
    place_first = {"rage_overcame_shaddam_iv_a", "moving_the_battle_group", "i_am_stilgar_the_fremen"}
    place_first |= {"smugglers_a", "smugglers_b", "smugglers_c"}
    that_legion = {"mudir_nahya_the_demon_ruler", "voice_from_the_outer_world", "rage_overcame_shaddam_iv_c"}
    that_legion |= {"i_decide_what_best_serves_his_majesty", "shigawire", "crysknife", "special of beast_rabban"}
    assert found == place_first | that_legion | {"captured_ornithopter", "shai_hulud"}
