"""How the action dice of a shared faction come to its two boards (ARR-TEAM-15 to 21, ARR-TEAM-31)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from arrakis.scene import FACES, die, game
from arrakis.team import BOARDS, CORRINO, FREMEN, HOUSE_A, HOUSE_H, SLOTS, Team, member
from dune_sim.engines.memory import load, zeros
from dune_sim.engines.python import PythonEngine
from dune_sim.games.arrakis.kernels import actions as act

FOUR = game(mode="teams", players=4)
SIDES = {"harkonnen": (0, HOUSE_H, CORRINO, 8), "atreides": (1, HOUSE_A, FREMEN, 4)}
ENGINE = PythonEngine(FOUR.program)
TABLES = ENGINE.tables(FOUR.tables)


def dealt(who: int, rolled: dict[str, int]) -> Any:
    """A state with a roll divided by the kernels."""
    state = load(FOUR.state_record, zeros(FOUR.state_record)[0])
    for k, face in enumerate(FACES):
        state.dice[who][k] = rolled.get(face, 0)
    ENGINE.functions["share_dice"](TABLES, state, who)
    return state


def held(state: Any, board: str) -> tuple[dict[str, int], int]:
    """Dice on slots, and dice from the middle that are still to be turned."""
    at = BOARDS.index(board)
    return {face: state.dice[at][k] for k, face in enumerate(FACES) if state.dice[at][k]}, state.surplus[at]


def by_the_book(rolled: dict[str, int], house: str, ally: str) -> tuple[dict[str, int], int, dict[str, int], int]:
    """The four steps of the rulebook, every way to divide tried: nothing of it is taken from the kernels."""
    boards: dict[str, dict[str, int]] = {house: {}, ally: {}}
    middle, shared = 0, []
    for face, n in rolled.items():
        owners = [name for name in (house, ally) if face in SLOTS[name]]
        room = sum(SLOTS[name][face] for name in owners)
        middle += max(0, n - room)
        if len(owners) == 1:
            boards[owners[0]][face] = min(n, room)
        else:
            shared.append((face, min(n, room)))
    for face, n in shared:
        ways = [
            (abs(sum(boards[house].values()) + k - sum(boards[ally].values()) - (n - k)), -k, k)
            for k in range(n + 1)
            if k <= SLOTS[house][face] and n - k <= SLOTS[ally][face]
        ]
        k = min(ways)[2]
        boards[house][face], boards[ally][face] = k, n - k
    own, other = (sum(boards[name].values()) for name in (house, ally))
    extra = min((abs(own + k - other - (middle - k)), -k, k) for k in range(middle + 1))[2]
    plain = [{face: n for face, n in boards[name].items() if n} for name in (house, ally)]
    return plain[0], extra, plain[1], middle - extra


def rolls(dice: int) -> Iterator[dict[str, int]]:
    """Every result of so many dice."""
    for counts in product(range(dice + 1), repeat=len(FACES)):
        if sum(counts) == dice:
            yield dict(zip(FACES, counts, strict=True))


@pytest.mark.rule("ARR-TEAM-15", "ARR-TEAM-16", "ARR-TEAM-17", "ARR-TEAM-18", "ARR-TEAM-19", "ARR-TEAM-21", "AMB-114")
@pytest.mark.parametrize("side", SIDES)
def test_every_roll_is_divided_by_the_book(side: str) -> None:
    who, house, ally, most = SIDES[side]
    tried = 0
    for dice in range(most + 1):
        for rolled in rolls(dice):
            state = dealt(who, rolled)
            found = (*held(state, house), *held(state, ally))
            assert found == by_the_book(rolled, house, ally), rolled
            assert sum(found[0].values()) + found[1] + sum(found[2].values()) + found[3] == dice
            tried += 1
    assert tried == {8: 1287, 4: 126}[most]


@pytest.mark.rule("EX-16", "ARR-TEAM-20", "AMB-74")
def test_the_example_of_the_rulebook() -> None:
    state = dealt(0, {"strategy": 3, "deployment": 2, "leadership": 1, "mentat": 2})
    assert held(state, CORRINO) == ({"strategy": 2, "deployment": 2}, 0)
    assert held(state, HOUSE_H) == ({"leadership": 1, "mentat": 2}, 1)
    offer = load(FOUR.program.records["Offer"], zeros(FOUR.program.records["Offer"])[0])
    ENGINE.functions["turn_dice_choices"](TABLES, state, SimpleNamespace(a=0), offer)
    assert [one for one in range(act.ACTIONS) if offer.bits[one >> 6] >> (one & 63) & 1] == [die("house")]


@pytest.mark.rule("ARR-TEAM-05", "ARR-TEAM-16")
@pytest.mark.parametrize("side", SIDES)
def test_two_boards_take_the_place_of_the_faction_board(side: str) -> None:
    for shared in ("harkonnen", "atreides"):
        three = game(mode="teams", players=3, shared=shared)
        who, house, ally, _ = SIDES[side]
        slots = three.tables[0]["slots"].tolist()
        if side == shared:
            assert slots[who] == [SLOTS[house].get(face, 0) for face in FACES]
            assert slots[who + 2] == [SLOTS[ally].get(face, 0) for face in FACES]
        else:
            assert slots[who] == game().tables[0]["slots"].tolist()[who] and slots[who + 2] == [0] * 5


@pytest.mark.rule("ARR-TEAM-15", "ARR-TEAM-20")
def test_each_turns_its_own_dice_to_results_with_most_empty_slots() -> None:
    asked: dict[str, int] = {}
    for seed in range(60):
        scene = Team({"phase": "actions", "seed": seed, "bene_gesserit": {"atreides": {"owned": 0}, "supply": 5}})
        for side, (_, house, ally, dice) in SIDES.items():
            left = sum(scene.told["dice"][board]["surplus"] for board in (house, ally))
            assert sum(sum(scene.dice_of(board).values()) for board in (house, ally)) + left == dice, side
        waiting = [board for board in (HOUSE_H, CORRINO, HOUSE_A, FREMEN) if scene.told["dice"][board]["surplus"]]
        while waiting:
            board = waiting[0]
            assert scene.decides == board
            before = scene.told["dice"][board]
            room = {face: n - before[face] for face, n in SLOTS[board].items()}
            assert {FACES[one - act.ACT_FACE] for one in scene.legal} == {
                face for face, n in room.items() if n == max(room.values())
            }
            asked[board] = asked.get(board, 0) + 1
            scene.pick(scene.legal[-1])
            waiting = [one for one in (HOUSE_H, CORRINO, HOUSE_A, FREMEN) if scene.told["dice"][one]["surplus"]]
    assert set(asked) == set(BOARDS)


GESSERIT = {"harkonnen": {"owned": 2}, "atreides": {"owned": 0}, "supply": 3}


@pytest.mark.rule("ARR-TEAM-31", "AMB-72", "AMB-116")
def test_either_may_place_the_token_of_the_round_on_the_own_board() -> None:
    placed = {HOUSE_H: 0, CORRINO: 0, None: 0}
    for seed in range(24):
        scene = Team({"phase": "actions", "seed": seed, "bene_gesserit": GESSERIT})
        while scene.told["dice"][scene.decides]["surplus"]:
            scene.pick(scene.legal[0])
        takes = [HOUSE_H, CORRINO, None][seed % 3]
        for board in (HOUSE_H, CORRINO):
            assert scene.decides == board and act.ACT_DONE in scene.legal
            before = scene.told["dice"][board]
            least = min(before[face] for face, n in SLOTS[board].items() if before[face] < n)
            faces = {face for face, n in SLOTS[board].items() if before[face] == least and least < n}
            assert {FACES[one - act.ACT_FACE] for one in scene.legal if one >= act.ACT_FACE} == faces
            scene.pick(scene.legal[-1] if board == takes else act.ACT_DONE)
            if board == takes:
                assert sum(scene.dice_of(board).values()) == sum(before[face] for face in FACES) + 1
                break
        placed[takes] += 1
        assert scene.told["bene_gesserit"]["harkonnen"] == {"owned": 2 - bool(takes), "placed": int(bool(takes))}
        assert scene.decides not in (HOUSE_H, CORRINO), "one token in a round"
    assert min(placed.values()) == 8


@pytest.mark.rule("AMB-111", "ARR-TEAM-14")
def test_a_die_taken_away_is_one_of_the_house_first() -> None:
    state = dealt(1, {"leadership": 2, "house": 1})
    assert held(state, HOUSE_A)[0]["leadership"] == 1 and held(state, FREMEN)[0]["leadership"] == 1
    leadership = FACES.index("leadership")
    assert ENGINE.functions["dice_of"](state, 1, leadership) == 2
    ENGINE.functions["lose_dice"](state, 1, leadership, 1)
    assert (state.dice[1][leadership], state.dice[3][leadership]) == (0, 1)
    ENGINE.functions["lose_dice"](state, 1, leadership, 2)
    assert (state.dice[3][leadership], state.lost_dice[1], state.lost_dice[3]) == (0, 1, 1)


def test_members_are_named_by_their_boards() -> None:
    assert [FOUR.actions[member(name)].name for name in BOARDS] == list(BOARDS)
