"""What partners know of each other, and that nobody ever knows more (ARR-TEAM-08 to 10)."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

from arrakis.scene import game
from arrakis.team import BOARDS, CORRINO, FREMEN, HOUSE_A, HOUSE_H, Team
from dune_sim.engines.memory import load, zeros
from dune_sim.engines.python import PythonEngine
from dune_sim.errors import ScenarioError
from dune_sim.games.state import State
from dune_sim.programs import program

FOUR = game(mode="teams", players=4)


def walk(seed: int, steps: int, every: int) -> Iterator[State]:
    """Positions of a random game."""
    chance, state = random.Random(seed), FOUR.new(seed)
    for step in range(steps):
        if state.is_over:
            return
        if step % every == 0:
            yield state
        state.apply(chance.choice(state.legal_actions()))


@pytest.mark.rule("ARR-TEAM-08", "ARR-TEAM-09", "ARR-TEAM-10")
def test_the_hand_of_a_partner_stays_hidden_all_game_long() -> None:
    """There are no cones of silence: no answer, no field and no view ever shows it."""
    assert not [one for one in FOUR.actions if "cone" in one.kind or "cone" in one.name]
    seen = 0
    for state in walk(3, 600, 40):
        whole = state.to_dict()
        for seat, own in enumerate(FOUR.seats):
            told = state.observe(seat).to_dict()
            for board in BOARDS:
                cards = told["hands"][board]
                assert len(cards) == len(whole["hands"][board])
                if board == own:
                    assert cards == whole["hands"][board]
                else:
                    assert all(one == f"unknown {board}" for one in cards)
                    seen += len(cards)
    assert seen > 50


@pytest.mark.rule("ARR-TEAM-09")
def test_both_atreides_know_what_their_faction_hides() -> None:
    state = next(walk(1, 2, 1))
    whole = state.to_dict()
    for seat, name in enumerate(FOUR.seats):
        told = state.observe(seat).to_dict()
        sees = name in (HOUSE_A, FREMEN)
        assert (told["objective"] == whole["objective"]) == sees
        ranks = [area["sietch"]["rank"] for area in told["areas"].values() if "sietch" in area]
        assert ("unknown" not in ranks) == sees
        tokens = [one for area in told["areas"].values() for one in area.get("atreides", {}).get("tokens", [])]
        assert ("unknown" not in tokens) == sees


@pytest.mark.rule("ARR-TEAM-09")
def test_a_new_deal_gives_partners_other_cards_and_changes_nothing_that_is_known() -> None:
    other = 0
    for state in walk(5, 500, 50):
        for seat in range(4):
            before = state.observe(seat)
            for seed in range(3):
                dealt = state.determinize(seat, seed)
                assert dealt.observe(seat) == before
                partner = FOUR.seats[(seat + 2) % 4]
                other += dealt.to_dict()["hands"][partner] != state.to_dict()["hands"][partner]
                if state.to_move == seat:
                    assert dealt.legal_actions() == state.legal_actions()
                else:
                    assert state.is_over or dealt.legal_actions()
    assert other > 20


@pytest.mark.rule("ARR-TEAM-09")
def test_nothing_hidden_has_a_feature() -> None:
    """What a seat sees as numbers is the same in every deal that fits what it knows."""
    engine = PythonEngine(program("arrakis_full_players"))
    tables, records = engine.tables(FOUR.tables), engine.program.records

    def seen(state: State, seat: int) -> list[int]:
        sight = load(records["Sight"], zeros(records["Sight"])[0])
        engine.functions["features"](tables, load(records["State"], state.raw[0]), seat, sight)
        return [int(one) for one in sight.x]

    cards = 0
    for state in walk(7, 300, 60):
        for seat in range(4):
            first = seen(state, seat)
            assert all(seen(state.determinize(seat, seed), seat) == first for seed in range(3))
            cards += sum(first) != sum(seen(state, (seat + 2) % 4))
    assert cards, "partners see different hands"


@pytest.mark.rule("ARR-TEAM-09", "ARR-TEAM-32", "ARR-SOLO-01")
@pytest.mark.parametrize("options", [{"mode": "teams", "players": 4}, {"mode": "solo", "players": 2}], ids=str)
def test_nobody_is_ever_offered_a_card_of_the_partner(options: dict[str, object]) -> None:
    made, asked = game(**options), 0
    for seed in range(4):
        chance, state = random.Random(seed), made.new(seed)
        for _ in range(700):
            if state.is_over:
                break
            own = made.seats[state.to_move]
            cards = [made.actions[one].name for one in state.legal_actions() if made.actions[one].kind == "card"]
            for one in cards:
                assert made.facts.planning_cards.get(one.split("#")[0]).deck == own  # type: ignore[attr-defined]
            asked += bool(cards)
            state.apply(chance.choice(state.legal_actions()))
    assert asked > 20


@pytest.mark.rule("ARR-SOLO-01", "AMB-141")
def test_two_people_play_the_atreides_against_the_automated_harkonnen() -> None:
    """Both have turns, a board and a hand; what the Harkonnen lists leave open is for House Atreides."""
    made = game(mode="solo", players=2)
    assert made.seats == (HOUSE_A, FREMEN, "harkonnen") and made.num_players == 2
    state, chance, asked = made.new(2), random.Random(2), set()
    while not state.is_over:
        told = made.position(state)  # type: ignore[attr-defined]
        asked.add((told["phase"], told["decides"]))
        assert set(told["dice"]) == {"harkonnen", HOUSE_A, FREMEN}
        state.apply(chance.choice(state.legal_actions()))
    assert {("actions", HOUSE_A), ("actions", FREMEN), ("desert", FREMEN)} <= asked
    assert ("vehicles", FREMEN) not in asked and ("spice", FREMEN) not in asked
    assert state.scores in ([1, 1, 0], [0, 0, 1])


def test_positions_travel_as_plain_data() -> None:
    for state in walk(9, 400, 40):
        assert FOUR.from_dict(json.loads(json.dumps(state.to_dict()))) == state
        for seat in range(4):
            assert state.observe(seat).render() and state.observe(seat).svg().startswith("<svg")


@pytest.mark.parametrize(("data", "said"), [
    ({"dice": {"harkonnen": {"mentat": 1}}}, "nobody plays the harkonnen in this game"),
    ({"hands": {HOUSE_H: ["manipulation_of_others"]}}, "is no card of the house_harkonnen"),
    ({"dice": {CORRINO: {"leadership": 1}}}, "1 corrino_ally dice on leadership, but the area has 0 slots"),
    ({"dice": {CORRINO: {"mentat": 2, "strategy": 2}, HOUSE_H: {"mentat": 2, "house": 2, "leadership": 2}}},
     "10 harkonnen action dice, but 8 are in use"),
    ({"tank": {FREMEN: [None, None, None, "stilgar"]}}, "tank has 3 spaces"),
    ({"taker": CORRINO}, "they need the key running"),
    ({"decides": "harkonnen"}, "nobody plays the harkonnen"),
])  # fmt: skip
def test_impossible_positions_are_refused_in_a_sentence(data: dict[str, object], said: str) -> None:
    with pytest.raises(ScenarioError) as error:
        Team(data)
    assert said in str(error.value) and "\n" not in str(error.value)


def test_boards_of_partners_are_drawn_apart() -> None:
    scene = Team({"dice": {HOUSE_H: {"house": 1}, CORRINO: {"strategy": 1}}})
    text, picture = scene.state.render(), scene.state.svg()
    for name in ("House Harkonnen", "Corrino Ally", "House Atreides", "Fremen Ally"):
        assert name in text and name in picture
    assert "see it" not in text
    assert "as the Fremen Ally sees it" in scene.state.observe(3).render()
