"""Who takes the turns of a shared faction, and who decides in them and outside (ARR-TEAM-22 to 30)."""

from __future__ import annotations

from typing import Any

import pytest

from arrakis.scene import FACES, OPTION_ATTACK, die, game, leader
from arrakis.team import BOARDS, CORRINO, FREMEN, HOUSE_A, HOUSE_H, TIRED, Team, member
from dune_sim.games.arrakis.kernels import actions as act
from dune_sim.games.arrakis.kernels import legion
from dune_sim.games.rollouts import Rollouts

FIELD = {
    "central_south_west_6": {"harkonnen": {"standard": 4, "elite": 2, "bashar": 1, "leaders": ["baron_harkonnen"]}},
    "central_south_east_4": {"atreides": {"standard": 3, "elite": 2, "naib": 1}},
}
SMALL = {"central_south_west_6": {"harkonnen": {"standard": 3}}}
DICE: dict[str, dict[str, int]] = {
    HOUSE_H: {"leadership": 2, "mentat": 1}, CORRINO: {"strategy": 2, "mentat": 1},
    HOUSE_A: {"house": 1, "mentat": 1}, FREMEN: {"strategy": 1, "leadership": 1},
}  # fmt: skip


def position(mover: str, **more: Any) -> dict[str, Any]:
    return {"areas": FIELD, "to_move": mover, "dice": DICE, "exhausted": TIRED, **more}


@pytest.mark.rule("ARR-TEAM-22", "ARR-TEAM-23", "AMB-115")
def test_either_takes_the_turn_as_often_as_both_like() -> None:
    for first in (HOUSE_H, CORRINO):
        scene = Team(position("harkonnen"))
        for mover in (first, first, CORRINO if first == HOUSE_H else HOUSE_H):
            scene.until([member(HOUSE_H)])
            assert (scene.decides, scene.question) == (HOUSE_H, "Who takes the turn?")
            assert scene.members == {HOUSE_H, CORRINO}
            scene.taken_by(mover)
            assert scene.decides == mover
            spent = scene.legal[0]
            shown = {FACES[one - act.ACT_FACE] for one in scene.legal if one < act.ACT_CLASS}
            assert set(scene.dice_of(mover)) == shown
            scene.pick(spent)


@pytest.mark.rule("ARR-TEAM-32", "ARR-TEAM-25")
def test_dice_and_special_actions_of_the_partner_are_not_on_offer() -> None:
    scene = Team(position("harkonnen", exhausted=[]))
    house, ally = scene.copy(), scene.copy()
    house.pick(member(HOUSE_H)), ally.pick(member(CORRINO))
    assert set(house.legal) >= {die("leadership"), die("mentat"), leader("beast_rabban")}
    assert not {die("strategy"), leader("captain_aramsham")} & set(house.legal)
    assert set(ally.legal) >= {die("strategy"), die("mentat")}
    assert not {die("leadership"), leader("beast_rabban")} & set(ally.legal)
    more = {**DICE, CORRINO: {"deployment": 1}}
    scene = Team(position("harkonnen", exhausted=[], dice=more)).pick(member(CORRINO))
    assert leader("captain_aramsham") in scene.legal


@pytest.mark.rule("ARR-TEAM-04", "ARR-TEAM-23", "AMB-71")
def test_who_takes_the_turn_fights_with_all_units_and_the_enemy_house_defends() -> None:
    scene = Team(position("harkonnen")).pick(member(CORRINO))
    scene.pick(die("strategy"), OPTION_ATTACK, "central_south_east_4")
    asked: dict[str, set[str]] = {}
    for _ in range(60):
        if scene.raw["battle"]["round"] == 0:
            break
        asked.setdefault(scene.decides, set()).add(scene.question.split()[0])
        scene.pick(legion.ACT_CONTINUE if legion.ACT_CONTINUE in scene.legal else scene.legal[0])
    assert set(asked) == {CORRINO, HOUSE_A}, "the Corrino player leads the Baron's legion"
    assert "Continue" in asked[CORRINO] and "Take" in asked[HOUSE_A]


@pytest.mark.rule("ARR-TEAM-24", "AMB-77", "ARR-TEAM-25")
def test_the_house_die_of_house_atreides() -> None:
    """What its own board has it does itself; what only the Fremen board has is carried out by the Fremen."""
    data = position("atreides", exhausted=["paul_atreides"])
    for answer, doer in (
        (die("leadership"), HOUSE_A), (die("strategy"), FREMEN), (die("deployment"), FREMEN),
        (leader("stilgar"), FREMEN), (leader("lady_jessica"), HOUSE_A),
    ):  # fmt: skip
        scene = Team(data).pick(member(HOUSE_A), die("house"))
        assert scene.decides == HOUSE_A
        scene.pick(answer)
        assert (scene.decides, scene.told["acting"], scene.told["taker"]) == (doer, doer, HOUSE_A), answer
        for _ in range(40):
            if scene.told["turn"] != 0:
                break
            assert scene.decides in (doer, HOUSE_A)
            scene.pick(act.ACT_DONE if act.ACT_DONE in scene.legal else scene.legal[0])
        assert "taker" not in scene.told or scene.told["taker"] == HOUSE_H


@pytest.mark.rule("ARR-TEAM-29", "AMB-110")
def test_desert_power_compares_all_dice_and_is_for_the_fremen() -> None:
    few = {HOUSE_H: {"mentat": 1}, CORRINO: {"mentat": 1}, HOUSE_A: {"mentat": 1}, FREMEN: {}}
    scene = Team(position("atreides", dice=few))
    assert scene.members == {HOUSE_A, FREMEN}, "1 die against 2"
    assert act.ACT_DESERT_POWER not in scene.copy().pick(member(HOUSE_A)).legal
    fremen = scene.copy().pick(member(FREMEN))
    assert fremen.mover == 3 and fremen.question == "Where does a wormsign go?", "nothing but Desert Power"
    even = {**few, HOUSE_A: {"mentat": 1, "house": 1}}
    assert Team(position("atreides", dice=even)).told["taker"] == HOUSE_A, "2 against 2: the Fremen can do nothing"
    spread = {**few, CORRINO: {"mentat": 1, "strategy": 1}, HOUSE_A: {"mentat": 1, "house": 1}}
    assert Team(position("atreides", dice=spread)).members == {HOUSE_A, FREMEN}
    none = {**few, HOUSE_A: {}}
    assert Team(position("atreides", dice=none)).told["taker"] == FREMEN


@pytest.mark.rule("ARR-TEAM-26", "ARR-TEAM-27", "AMB-71")
def test_phases_one_three_and_four() -> None:
    asked: dict[str, set[str]] = {}
    for seed in range(3):
        scene = Team({"phase": "start", "seed": seed})
        for step in range(1500):
            if scene.state.is_over or scene.told["round"] > 4:
                break
            asked.setdefault(scene.told["phase"], set()).add(scene.decides)
            scene.pick(scene.legal[(7919 * step) % len(scene.legal)])
    assert asked["vehicles"] == {HOUSE_H}
    assert asked["desert"] <= {FREMEN, HOUSE_H} and FREMEN in asked["desert"]
    assert asked["spice"] == {HOUSE_H}
    assert asked["actions"] == set(BOARDS)


@pytest.mark.rule("ARR-TEAM-28", "AMB-76")
def test_a_die_of_either_moves_the_tanks_of_both() -> None:
    data = position("harkonnen", tank={HOUSE_H: ["beast_rabban"], CORRINO: [None, "captain_aramsham"]})
    for taker in (HOUSE_H, CORRINO):
        scene = Team(data).taken_by(taker).pick(die("mentat"))
        assert scene.told["tank"][HOUSE_H] == [None, "beast_rabban", None, None, None]
        assert scene.told["tank"][CORRINO] == [None, None, "captain_aramsham", None, None]
        assert scene.told["tank"][HOUSE_A] == [None] * 3


@pytest.mark.rule("AMB-76")
def test_the_order_is_asked_of_leaders_who_enter_the_same_tank() -> None:
    four = game(mode="teams", players=4)
    from dune_sim.engines.memory import load, zeros
    from dune_sim.engines.python import PythonEngine

    engine = PythonEngine(four.program)
    tables, names = engine.tables(four.tables), four.names.leaders
    for fallen, asked in ((["beast_rabban", "captain_aramsham"], False), (["beast_rabban", "baron_harkonnen"], True)):
        state = load(four.state_record, zeros(four.state_record)[0])
        engine.functions["lose_named"](tables, state, sum(1 << names.index(one) for one in fallen))
        assert (state.stack.depth == 1) == asked
        there = [state.tank[board][0] for board in (0, 2)]
        assert there == ([0, 0] if asked else [names.index(one) + 1 for one in fallen])


@pytest.mark.rule("AMB-73", "ARR-TEAM-25")
def test_paul_muaddib_takes_over_and_is_the_leader_of_the_fremen() -> None:
    four = game(mode="teams", players=4)
    from dune_sim.engines.memory import load
    from dune_sim.engines.python import PythonEngine

    engine = PythonEngine(four.program)
    scene = Team(position("atreides", tank={HOUSE_A: [None, "paul_atreides"]}, exhausted=["paul_atreides"]))
    state, number = load(four.state_record, scene.raw), four.names.leaders.index("paul_muaddib")
    engine.functions["enter_play"](engine.tables(four.tables), state, number)
    assert (state.tank[1][1], state.spent >> number & 1) == (number + 1, 1)
    assert four.tables[0]["leader_board"][number] == 3
    data = {"leaders": {"paul_atreides": "gone", "paul_muaddib": "aside"}, "exhausted": []}
    house, fremen = (Team(position("atreides", **data)).pick(act.ACT_MEMBER + k) for k in (1, 3))
    assert leader("paul_muaddib") in fremen.legal and leader("paul_muaddib") not in house.legal


@pytest.mark.rule("ARR-TEAM-06", "ARR-TEAM-07")
def test_leaders_of_the_start_lie_on_the_boards_of_their_sub_faction() -> None:
    scene = Team({"phase": "start"})
    ready = {name for name, place in scene.told["leaders"].items() if place == "aside"}
    number, tables = scene.state.game.names.leaders, scene.state.game.tables[0]
    there = {board: {one for one in ready if tables["leader_board"][number.index(one)] == k}
             for k, board in enumerate(BOARDS)}  # fmt: skip
    assert there == {
        HOUSE_A: {"paul_atreides", "lady_jessica"}, FREMEN: {"stilgar"},
        HOUSE_H: {"baron_harkonnen", "beast_rabban"}, CORRINO: {"captain_aramsham"},
    }  # fmt: skip


@pytest.mark.rule("ARR-TEAM-03")
@pytest.mark.parametrize(("winner", "shared", "scores"), [
    ("harkonnen", "harkonnen", [1, 0, 1]), ("atreides", "harkonnen", [0, 1, 0]), ("atreides", "atreides", [0, 1, 1]),
    ("harkonnen", "both", [1, 0, 1, 0]), ("nobody", "both", [0, 0, 0, 0]),
])  # fmt: skip
def test_partners_win_together(winner: str, shared: str, scores: list[int]) -> None:
    state = game(mode="teams", players=len(scores), shared=shared).from_dict({"winner": winner})
    assert state.is_over and state.scores == scores
    assert state.winner == (scores.index(1) if any(scores) else None)


@pytest.mark.rule("ARR-TEAM-30")
def test_a_ban_holds_for_both() -> None:
    """With the ban on cards for combat dice neither partner is asked for any."""
    for bans, asked in (([], {HOUSE_H, CORRINO}), (["landsraad"], set())):
        hands = {board: [first_card(board)] for board in (HOUSE_H, CORRINO)}
        data = position("harkonnen", hands=hands, spice={"bans": bans}, areas={**FIELD, **SMALL})
        scene = Team(data).pick(member(CORRINO))
        scene.pick(die("strategy"), OPTION_ATTACK, "central_south_east_4")
        found = set()
        while legion.ACT_PASS_CARDS in scene.legal:
            found.add(scene.decides)
            scene.pick(legion.ACT_PASS_CARDS)
        assert found == asked, bans


def first_card(board: str) -> str:
    """A card of a board's deck that can be spent for a combat die."""
    content = game().facts  # type: ignore[attr-defined]
    return next(one.id for one in content.planning_cards if one.deck == board and one.playable)


@pytest.mark.rule("ARR-TEAM-03")
def test_batches_count_a_victory_for_every_partner() -> None:
    """Columns say which faction won; rates are those of the seats, however they are numbered."""
    for options in ({"mode": "teams", "players": 4}, {"mode": "solo"}, {}):
        made = game(**options, round_cap=3) if options != {"mode": "solo"} else game(**options)
        result = made.simulate(2, seed=4, workers=1)
        winner = result.column("winner").tolist()
        for seat, name in enumerate(made.seats):
            side = 0 if name in ("harkonnen", HOUSE_H, CORRINO) else 1
            assert result.win_rate(seat).count == winner.count(side)
            assert made.outcomes(result.rows)[1][:, seat].tolist() == [int(one == side) for one in winner]
    fake = result.rows[:1].repeat(3, axis=0)
    fake[:, result.game.columns.index("winner")] = [0, 1, -1]
    four = game(mode="teams", players=4)
    assert four.outcomes(fake)[1].tolist() == [[1, 0, 1, 0], [0, 1, 0, 1], [0, 0, 0, 0]]
    assert four.outcomes(fake)[0].tolist() == [0, 1, -1]
    rolled = Rollouts(four, four.outcomes(fake)[0], four.outcomes(fake)[1])
    assert [rolled.win_rate(seat).count for seat in range(4)] == [1, 1, 1, 1]
