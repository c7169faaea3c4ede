"""A stolen intrigue card is known to thief and victim: observations and new deals keep what each of them knows."""

from __future__ import annotations

from collections import Counter

import pytest

import dune_sim
from dune_sim.games.state import State
from imperium.table import choose, finish, over, reveal, seat, send, settle, table, told
from resealed import resealed

FOUR = ["windfall", "bribery", "charisma", "tiebreaker"]
SEEDS = range(25)


def theft(seed: int = 0) -> tuple[State, str]:
    """Seat 0 steals one of four cards of seat 1, and draws one; the card stolen."""
    state = table({"hand": ["diplomacy", "dagger"]}, {"intrigue": FOUR, "hand": ["diplomacy"]}, seed=seed)
    over(settle(send(state, "Diplomacy", "Secrets")), 0)
    stolen = Counter(FOUR) - Counter(seat(state, 1)["intrigue"])
    return state, next(iter(stolen))


def held(state: State, viewer: int, number: int) -> list[set[str]]:
    """Intrigue hands of a seat in many deals for a viewer."""
    return [set(seat(state.determinize(viewer, one), number)["intrigue"]) for one in SEEDS]


@pytest.mark.rule("IMP-AGENT-28", "IMP-AMB-19")
@pytest.mark.parametrize("seed", range(6))
def test_the_victim_knows_the_card_and_nobody_else_does(seed: int) -> None:
    state, card = theft(seed)
    assert all(card in hand for hand in held(state, 1, 0))
    assert not all(card in hand for hand in held(state, 2, 0))
    assert seat(state.observe(1), 0)["intrigue"] == {card: 1, "unknown": 1}
    assert seat(state.observe(2), 0)["intrigue"] == {"unknown": 2}
    assert state.observe(1).determinize(1, 3).observe(1).raw.tobytes() == state.observe(1).raw.tobytes()


@pytest.mark.rule("IMP-AGENT-28", "IMP-INTR-07")
def test_a_played_card_is_forgotten() -> None:
    state, card = next(one for one in map(theft, range(50)) if one[1] == "windfall")
    while told(state, "turn_of") != 0:
        seated = state.to_move
        over(reveal(state), seated)
    choose(state, f"play {card.title()}")
    assert seat(state.observe(1), 0)["intrigue"] == {"unknown": 1}
    assert told(state, "intrigue_discard") == {"windfall": 1}


@pytest.mark.rule("IMP-AGENT-28")
def test_after_a_theft_from_the_thief_the_first_victim_is_no_longer_sure() -> None:
    more = ["infiltrate", "refocus", "urgent_mission"]
    players = [{"hand": ["diplomacy", "dagger"], "intrigue": more}, {"intrigue": FOUR}, {"hand": ["seek_allies"]}]
    for seed in range(12):
        state = table(*players, seed=seed)
        settle(send(state, "Diplomacy", "Secrets"))
        finish(state)
        card = next(iter(Counter(FOUR) - Counter(seat(state, 1)["intrigue"])))
        choose(state, "reveal turn: reveal the hand")
        finish(state)
        assert all(card in hand for hand in held(state, 1, 0))
        again = state.to_dict()
        again["players"][0]["agents_on"] = []
        again["players"][0]["agents"] = 2
        state = state.game.from_dict(resealed(state.game, again))
        settle(send(state, "Seek Allies", "Secrets"))
        assert not all(card in hand for hand in held(state, 1, 0)), "seat 2 took one of the five"


@pytest.mark.rule("IMP-SETUP-09", "IMP-LEADER-02")
def test_a_deal_during_the_draft_looks_at_no_card() -> None:
    """Seats without a leader are no Paul, who has number 0."""
    game = dune_sim.make("imperium", players=4, leaders="draft")
    state = game.new(3)
    for _ in range(3):
        for viewer in range(4):
            dealt = state.determinize(viewer, 9)
            assert not dealt.raw["players"]["tops"][0].any() and not dealt.raw["players"]["flags"][0].any()
        state.apply(state.legal_actions()[-1])
    dealt = state.determinize(0, 9)
    choose(dealt, "choose Paul Atreides")
    leaders = [one["leader"] for one in dealt.to_dict()["players"]]
    assert [bool(n) for n in dealt.raw["players"]["tops"][0]] == [one == "paul_atreides" for one in leaders]
