"""Phase 2: dice, turns, what a die is spent on (ARR-ACT)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from arrakis.table import (
    ALL,
    AREAS,
    CONTENT,
    DESERT,
    DONE,
    FACES,
    GUERRILLA,
    PLAY,
    SEATS,
    Table,
    card,
    die,
    fewer,
    go,
    leader,
    option,
    split,
    the_game,
)
from dune_sim import make
from dune_sim.games.arrakis.kernels import actions as act
from dune_sim.games.arrakis.kernels import card_opcodes as card_op
from dune_sim.games.arrakis.kernels import opcodes as op
from dune_sim.games.arrakis.kernels.turns import TURN_ACTION
from dune_sim.games.state import State

SLOTS = {"harkonnen": 3, "atreides": 2}
DICE = {"harkonnen": 8, "atreides": 4}
STARTERS = ["paul_atreides", "lady_jessica", "stilgar", "baron_harkonnen", "beast_rabban", "captain_aramsham"]
#: turns that ask nothing: no cards, no special actions
BARE: dict[str, Any] = {"decks": {"harkonnen": [], "atreides": []}, "exhausted": STARTERS}


def rolled(seed: int, **more: Any) -> Table:
    """The dice have just been rolled."""
    return Table({"phase": "actions", "seed": seed, "bene_gesserit": {"atreides": {"owned": 0}, "supply": 5}, **more})


def instruction(state: State) -> int:
    """Code of the instruction that asks."""
    stack = state.raw["stack"][0]
    return int(the_game().tables["code"][0]["code"][stack["frames"][stack["depth"] - 1]["pc"]])


def stage(state: State) -> int:
    """What the instruction asks for."""
    stack = state.raw["stack"][0]
    return int(stack["frames"][stack["depth"] - 1]["stage"])


def dice(table: Table, side: str) -> dict[str, int]:
    held: dict[str, int] = table.told["dice"][side]
    return held


@pytest.mark.rule("ARR-ACT-01", "ARR-ACT-02", "ARR-ACT-03")
def test_all_dice_are_rolled_and_take_slots_of_their_result() -> None:
    seen = set()
    for seed in range(60):
        table = rolled(seed, round=1 + seed % 5)
        for side in SEATS:
            held = dice(table, side)
            assert sum(held[face] for face in FACES) + held["surplus"] == DICE[side]
            assert all(held[face] <= SLOTS[side] for face in FACES)
            seen |= {(side, held[face]) for face in FACES}
    assert {("harkonnen", 3), ("atreides", 2)} <= seen


@pytest.mark.rule("ARR-ACT-04", "ARR-ACT-05", "AMB-08")
def test_surplus_dice_turn_to_results_with_most_open_slots() -> None:
    turned = {"harkonnen": 0, "atreides": 0}
    several = 0
    for seed in range(150):
        table = rolled(seed)
        while dice(table, "harkonnen")["surplus"] + dice(table, "atreides")["surplus"] > 0:
            side = table.mover
            assert side == "harkonnen" or dice(table, "harkonnen")["surplus"] == 0
            held = dice(table, side)
            several += held["surplus"] > 1
            most = max(SLOTS[side] - held[face] for face in FACES)
            assert table.faces == {face for face in FACES if SLOTS[side] - held[face] == most}
            assert all(held[face] < SLOTS[side] for face in table.faces)
            face = sorted(table.faces)[0]
            left = held["surplus"] - 1
            table.play(die(face))
            assert dice(table, side)[face] == held[face] + 1
            if left == 0 or table.mover != side:
                turned[side] += 1
    assert turned["harkonnen"] > 20 and turned["atreides"] > 5 and several > 5


@pytest.mark.rule("ARR-ACT-03")
def test_an_option_for_two_slots_on_deployment_and_house() -> None:
    """The Harkonnen board alone: a third die of these results is surplus."""
    game, short = make("arrakis", two_slots=True, engine="python"), {"deployment": 2, "house": 2}
    plain = the_game().tables[0]["slots"].tolist()
    assert plain[0] == [3] * 5
    assert game.tables[0]["slots"].tolist() == [[short.get(face, 3) for face in FACES], plain[1]]
    reached = {face: 0 for face in FACES}
    for seed in range(40):
        held = Table({"phase": "actions", "seed": seed}, game).told["dice"]["harkonnen"]
        reached = {face: max(reached[face], held[face]) for face in FACES}
    assert reached == {face: short.get(face, 3) for face in FACES}


def spends(state: State, action: int) -> bool:
    """Whether this is the answer that says what a turn is spent on."""
    free = act.ACT_GUERRILLA <= action <= act.ACT_ATOMIC
    return instruction(state) == op.OP_TURN and stage(state) == TURN_ACTION and not free


@pytest.mark.rule("ARR-ACT-06")
def test_turns_alternate_and_the_atreides_begin() -> None:
    """One decision about what to spend in each turn, in turns that alternate."""
    state, random, turns = the_game().new(2), np.random.default_rng(2), []
    while not state.is_over:
        chosen = int(random.choice(state.legal_actions()))
        if spends(state, chosen):
            now = state.to_dict()
            turns.append((now["round"], now["turn"], state.to_move))
        state.apply(chosen)
    assert len(set(turns)) == len(turns) > 30
    assert all(seat == (1 if turn % 2 == 0 else 0) for _, turn, seat in turns)


@pytest.mark.rule("ARR-ACT-07", "ARR-ACT-12")
def test_a_die_is_spent_for_an_action_of_its_result() -> None:
    table = Table({"to_move": "harkonnen", "dice": {"harkonnen": {"mentat": 1, "house": 1}, "atreides": {"mentat": 1}}})
    table.play(die("mentat"), split(2))
    assert len(table.told["hands"]["harkonnen"]) == 2
    assert dice(table, "harkonnen")["mentat"] == 0 and dice(table, "harkonnen")["used"] == 7
    table.play(die("mentat"), DONE)
    assert dice(table, "atreides")["mentat"] == 0
    assert table.legal == [PLAY, die("house"), leader("baron_harkonnen")] and table.mover == "harkonnen"
    table.play(die("house"))
    assert dice(table, "harkonnen")["house"] == 0


@pytest.mark.rule("ARR-ACT-08", "ARR-ACT-11")
@pytest.mark.parametrize("face", FACES)
def test_any_die_plays_a_card(face: str) -> None:
    held = {"harkonnen": {face: 1, "mentat": 2 if face == "mentat" else 1}, "atreides": {"mentat": 1}}
    table = Table(
        {"to_move": "harkonnen", "dice": held, "hands": {"harkonnen": ["hunter_seeker", "forced_recruitment"]}}
    )
    table.play_card(die(face), card("harkonnen", "forced_recruitment"))
    assert dice(table, "harkonnen")[face] == (1 if face == "mentat" else 0)
    assert table.areas == {"arrakeen"}
    table.play(go("arrakeen"), go("arrakeen"), go("arrakeen"), DONE)
    assert table.legion("harkonnen", "arrakeen") == {"elite": 3}
    assert table.told["hands"]["harkonnen"] == ["hunter_seeker"]
    assert "forced_recruitment" not in table.told["decks"]["harkonnen"]  # so it lies on the discard pile
    for seed in range(20):  # openly: whoever guesses the rest of hand and deck knows that it is in neither
        guessed = table.state.determinize(1, seed).to_dict()
        assert "forced_recruitment" not in guessed["hands"]["harkonnen"] + guessed["decks"]["harkonnen"]
        assert len(guessed["hands"]["harkonnen"]) == 1


@pytest.mark.rule("ARR-ACT-09", "ARR-DESERT-02", "AMB-04")
@pytest.mark.parametrize(("own", "enemy", "open_"), [(2, 3, True), (2, 2, False), (2, 1, False), (0, 1, True)])
def test_desert_power_needs_fewer_dice(own: int, enemy: int, open_: bool) -> None:
    table = Table({"dice": {"harkonnen": {"mentat": enemy}, "atreides": {"leadership": own, "strategy": 0}}})
    if own == 0:
        assert table.legal == [DESERT]
    else:
        assert (DESERT in table.legal) is open_
    assert table.unused("atreides") == own


ARMIES: dict[str, Any] = {
    "north_east_10": {"harkonnen": {"standard": 2}},
    "north_east_13": {"harkonnen": {"standard": 1, "bashar": 1}},
    "north_east_9": {"atreides": {"standard": 3}},
    "south_east_2": {"harkonnen": {"elite": 1, "leaders": ["beast_rabban"]}},
    "gara_kulon": {"sietch": "destroyed"},
    "sihaya_ridge": {"sietch": "destroyed"},
}

HUNTER = {"harkonnen": ["hunter_seeker"]}  # so that a battle stops before its first roll


def soldiers(face: str) -> Table:
    held = {"harkonnen": {face: 1, "mentat": 1}, "atreides": {"mentat": 1}}
    return Table({"to_move": "harkonnen", "dice": held, "areas": ARMIES, "exhausted": STARTERS, "hands": HUNTER}).play(
        die(face)
    )


@pytest.mark.rule("ARR-ACT-10", "ARR-ACT-17", "EX-04")
def test_strategy_moves_two_legions_or_attacks_with_one() -> None:
    table = soldiers("strategy")
    assert table.legal == [option(0), option(1)]
    moving = table.copy().play(option(0))
    assert moving.areas == {"north_east_10", "north_east_13", "south_east_2"}
    moving.play(go("north_east_10"), go("sihaya_ridge"), ALL)
    assert moving.areas == {"north_east_13", "south_east_2"}
    moving.play(go("south_east_2"), go("south_east_3"), ALL)  # with its leader
    assert moving.mover == "atreides" and moving.told["battles"] == 0  # no attack on top, no third move
    attack = table.copy().play(option(1))
    assert attack.areas == {"north_east_10", "north_east_13"}
    attack.play(go("north_east_10"))
    assert attack.told["battles"] == 1


@pytest.mark.rule("ARR-ACT-18")
def test_leadership_moves_legions_with_leaders_or_surprises() -> None:
    table = soldiers("leadership")
    assert table.copy().play(option(0)).areas == {"north_east_13", "south_east_2"}
    attack = table.copy().play(option(1))  # the only legion with a leader beside an enemy needs no answer
    assert attack.told["battles"] == 1 and int(attack.state.raw["move"][0]["source"]) == AREAS.index("north_east_13")
    assert attack.state.raw["battle"][0]["surprise"] == 1
    plain = soldiers("strategy").play(option(1), go("north_east_13"))
    assert plain.state.raw["battle"][0]["surprise"] == 0


@pytest.mark.rule("ARR-ACT-13", "AMB-01")
def test_the_phase_ends_with_the_last_harkonnen_die() -> None:
    table = Table({"dice": {"harkonnen": {"mentat": 1}, "atreides": {"mentat": 2, "house": 2}}, **BARE})
    table.play(die("mentat"))
    # the last Harkonnen die was taken up by itself, and three Atreides dice are of no use any more
    assert (table.told["phase"], table.mover, table.unused("atreides")) == ("spice", "harkonnen", 3)
    while table.told["round"] == 1:
        table.play(table.legal[0])
    assert table.told["phase"] == "vehicles" and table.unused("atreides") == 0


@pytest.mark.rule("ARR-ACT-14", "EX-05")
@pytest.mark.parametrize("parts", [(True, True), (True, False), (False, True), (False, False)])
def test_any_part_of_an_effect_may_be_left_out(parts: tuple[bool, bool]) -> None:
    """Baron's Personal Guard deploys two elite units and moves a legion."""
    held = {"harkonnen": {"mentat": 2}, "atreides": {"mentat": 1}}
    areas = {"hagga_basin": {"harkonnen": {"standard": 1}}, "carthag": {"harkonnen": {"standard": 1}}}
    hands = {"harkonnen": ["barons_personal_guard"]}
    table = Table({"to_move": "harkonnen", "dice": held, "hands": hands, "areas": areas})
    table.play_card(die("mentat"))
    table.play(*([go("carthag"), go("carthag")] if parts[0] else [DONE]), DONE)  # without the Baron
    table.play(*([go("hagga_basin"), go("arsunt")] if parts[1] else [DONE]))
    assert table.legion("harkonnen", "carthag") == {"standard": 1, **({"elite": 2} if parts[0] else {})}
    assert table.legion("harkonnen", "arsunt") == ({"standard": 1} if parts[1] else {})
    assert table.mover == "atreides"


@pytest.mark.rule("ARR-ACT-15", "AMB-02")
def test_a_die_may_be_spent_for_nothing_but_there_is_no_pass() -> None:
    table = Table({"to_move": "harkonnen", "dice": {"harkonnen": {"mentat": 2, "house": 1}, "atreides": {"mentat": 1}}})
    assert table.legal == [die("mentat"), die("house"), leader("baron_harkonnen")]
    before = table.told
    table.play(die("mentat"), DONE)
    after = table.told
    assert table.mover == "atreides" and DONE not in table.legal
    changed = {key for key in before if before[key] != after[key]}
    assert changed == {"to_move", "decides", "turn", "dice", "running", "saved"}


@pytest.mark.rule("ARR-ACT-16")
def test_results_of_the_dice() -> None:
    faces = {face for one in CONTENT.action_dice for face in one.faces}
    assert faces == set(FACES) == {"leadership", "strategy", "deployment", "mentat", "house"}
    shown = {face for seed in range(10) for face in FACES if dice(rolled(seed), "harkonnen")[face]}
    assert shown == set(FACES)


@pytest.mark.rule("ARR-ACT-19")
def test_when_planning_cards_leave_the_hand() -> None:
    """For a die, for a battle die, at the hand limit, or where a card says so: nowhere else is one on offer."""
    state, random, where = the_game().new(11), np.random.default_rng(11), set()
    while not state.is_over:
        legal = state.legal_actions()
        if any(act.ACT_CARD <= one < act.ACT_PRESCIENCE for one in legal):
            where.add(instruction(state))
        state.apply(int(random.choice(legal)))
    assert {op.OP_CARD, op.OP_BATTLE_CARDS} <= where
    assert {code for code in where if code < card_op.OP_SELECT} <= {op.OP_CARD, op.OP_BATTLE_CARDS, op.OP_HAND_LIMIT}


@pytest.mark.rule("ARR-ACT-19")
def test_without_a_die_no_card_is_played() -> None:
    held = {"harkonnen": {"mentat": 2}, "atreides": {}}
    hands = {"atreides": ["thumpers", "war_plan"], "harkonnen": ["hunter_seeker"]}
    table = Table({"dice": held, "hands": hands, "areas": {"north_east_10": {"wormsign": True}}})
    assert table.mover == "atreides"
    for _ in range(20):  # Desert Power is no die
        assert table.mover == "harkonnen" or not {PLAY, *(card("atreides", one) for one in hands["atreides"])} & set(
            table.legal
        )
        if table.mover == "harkonnen":
            break
        table.play(table.legal[0])
    assert sorted(table.told["hands"]["atreides"]) == hands["atreides"]
    assert PLAY in table.legal  # the Harkonnen have one


@pytest.mark.rule("ARR-ACT-20", "AMB-07")
def test_a_used_up_deck_stays_empty() -> None:
    held = {"harkonnen": {"mentat": 1}, "atreides": {"mentat": 2}}
    one_deck = [name for name in CONTENT.planning_cards.ids if CONTENT.planning_cards.get(name).deck == "fremen_ally"]
    table = Table({"dice": held, "decks": {"atreides": one_deck[:5]}, "exhausted": STARTERS}).play(die("mentat"))
    assert table.legal == [DONE, split(0), fewer(0, 1)]
    table.play(split(0))
    assert len(table.told["hands"]["atreides"]) == 2
    empty = Table({"dice": held, "decks": {"atreides": []}, "exhausted": STARTERS}).play(die("mentat"))
    assert empty.told["hands"]["atreides"] == [] and empty.told["decks"]["atreides"] == []


@pytest.mark.rule("ARR-ACT-21")
def test_a_card_beats_the_basic_rule() -> None:
    """Harkonnen units are deployed in settlements only; Harkonnen Patrols puts them into the desert."""
    held = {"harkonnen": {"deployment": 1, "mentat": 1}, "atreides": {"mentat": 1}}
    table = Table({"to_move": "harkonnen", "dice": held, "hands": {"harkonnen": ["harkonnen_patrols"]}})
    deployed = table.copy().play(die("deployment")).areas
    assert {CONTENT.areas.get(name).terrain for name in deployed} <= {"plateau", "mountain"}
    table.play_card(die("deployment"), go("north_east_10"), DONE)
    assert table.legion("harkonnen", "north_east_10") == {"standard": 1}


@pytest.mark.rule("ARR-ACT-22", "ARR-DESERT-01", "AMB-02")
def test_as_many_turns_as_the_enemy_has_dice() -> None:
    table = Table({"dice": {"harkonnen": {"mentat": 3, "house": 3}, "atreides": {"mentat": 2}}, **BARE})
    turns = set()
    powers = 0
    while table.told["phase"] == "actions" and table.told["round"] == 1:
        if table.mover == "atreides":
            turns.add(table.told["turn"])
            powers += DONE in table.legal  # without dice only desert power is left, so nobody is asked
        table.play(next(one for one in (DONE, die("mentat"), die("house"), option(1)) if one in table.legal))
    assert turns == {0, 2, 4, 6, 8, 10}
    assert powers == 4


@pytest.mark.rule("ARR-ACT-15")
def test_free_actions_stand_beside_the_dice() -> None:
    areas = {"north_east_10": {"atreides": {"tokens": ["atreides_start_1"]}}}
    table = Table({"dice": {"harkonnen": {"mentat": 1}, "atreides": {"mentat": 1}}, "areas": areas})
    assert table.legal == [GUERRILLA, die("mentat"), leader("lady_jessica")]
