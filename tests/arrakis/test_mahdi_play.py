"""Whole games of the Mahdi mode: positions told and read, what the player knows, pictures, invariants, engines."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from arrakis.mahdi_lab import CONTENT, HARKONNEN, Bench, area, solo
from dune_sim import engines, make
from dune_sim.engines.memory import zeros
from dune_sim.errors import ScenarioError
from dune_sim.games.arrakis.kernels import opcodes as op
from dune_sim.games.base import Game
from dune_sim.games.result import job_for
from dune_sim.games.state import State
from dune_sim.kernel import driver

FAST = [row.engine for row in engines.status("arrakis_full") if row.ready and row.engine == "cpp"]
ENGINE = FAST[0] if FAST else "python"


def wander(seed: int, steps: int, **options: Any) -> State:
    state, dice = solo(ENGINE, **options).new(seed), random.Random(seed)
    for _ in range(steps):
        if state.is_over:
            break
        state.apply(dice.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("steps", [0, 7, 40, 90, 130, 500])
@pytest.mark.parametrize("options", [{}, {"players": 2}], ids=["one", "two"])
def test_a_position_is_told_and_read_again(steps: int, options: dict[str, int]) -> None:
    for seed in range(4):
        state = wander(seed, steps, **options)
        again = state.game.from_dict(state.to_dict())
        assert again == state and again.legal_actions() == state.legal_actions()


def test_a_scenario_by_hand_begins_anywhere() -> None:
    told = {
        "round": 2,
        "phase": "actions",
        "dice": {"atreides": {"leadership": 2, "strategy": 2}},
        "areas": {
            "arrakeen": {
                "settlement": "standing",
                "harkonnen": {"tokens": ["harkonnen_black_1", "harkonnen_silver_2"]},
            },
            "gara_kulon": {"sietch": {"rank": 2}, "atreides": {"standard": 3}},
        },
        "mahdi": {"harvest": "windgap", "target": "gara_kulon", "used": {"mentat": 2}, "last_deck": "corrino_ally"},
    }
    state = solo(ENGINE).from_dict(told)
    assert state.raw["unrolled"][0] == 6 and state.raw["used"][0][HARKONNEN] == 2
    assert state.to_dict()["mahdi"]["target"] == "gara_kulon"
    assert state.to_dict()["areas"]["arrakeen"]["harkonnen"]["tokens"] == ["harkonnen_black_1", "harkonnen_silver_2"]
    for phase in ("start", "vehicles", "desert", "spice", "end"):
        begun = solo(ENGINE).from_dict({"phase": phase, "areas": told["areas"]})
        assert begun.legal_actions()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"mahdi": {"target": "arrakeen"}}, "unknown tactical card"),
        ({"mahdi": {"used": {"rest": 1}}}, "unknown result"),
        ({"mahdi": {"last_deck": "fremen_ally"}}, "unknown deck"),
        ({"mahdi": {"unrolled": 9}, "dice": {}}, "Harkonnen dice are not 8"),
        ({"areas": {"arrakeen": {"harkonnen": {"tokens": ["atreides_start_1"]}}}}, "unknown Harkonnen token"),
        ({"areas": {"arrakeen": {"harkonnen": {"tokens": ["harkonnen_black_1"] * 2}}}}, "in two places"),
    ],
)
def test_a_wrong_scenario_is_refused_in_a_sentence(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ScenarioError, match=message):
        solo(ENGINE).from_dict(change)


def test_other_games_know_nothing_of_it() -> None:
    with pytest.raises(ScenarioError, match="belongs to the solo game"):
        make("arrakis", engine="python").from_dict({"mahdi": {}})


# -- what the player knows ---------------------------------------------------------------------------------------------


@pytest.mark.rule("ARR-SOLO-09", "ARR-SOLO-66")
def test_an_observation_hides_the_pile_and_the_faces_of_tokens() -> None:
    seen = 0
    for seed in range(6):
        state = wander(seed, 60 + 10 * seed)
        if state.is_over:
            continue
        told = state.observe(0).to_dict()
        assert all(one.startswith("unknown") for one in told["hands"]["harkonnen"])
        words = [one for held in told["areas"].values() for one in held.get("harkonnen", {}).get("tokens", [])]
        assert set(words) <= {"unknown black", "unknown silver"}
        seen += len(words)
        other = state.determinize(0, 99)
        assert other.observe(0) == state.observe(0) and other.legal_actions() == state.legal_actions()
    assert seen


def test_cards_that_were_seen_on_the_pile_stay_there_in_every_deal() -> None:
    found = 0
    for seed in range(12):
        state = wander(seed, 110)
        known = int(state.raw["pile_seen"][0])
        for k in range(5 if known and not state.is_over else 0):
            found += 1
            assert int(state.determinize(0, k).raw["hand"][0][HARKONNEN]) & known == known
    assert found


def test_a_deal_knows_which_tokens_were_seen_in_the_supply() -> None:
    """Black 1 lies on the map when black 2 is turned up and shuffled back: it cannot be black 2, the others it may."""
    made = Bench()
    made.h_token("arrakeen", 0)
    first = next(k for k in range(6) if made.g.h_token_at[k] != op.AT_SUPPLY)
    other = (first + 1) % 6
    made.g.h_token_time += 1
    made.g.h_token_seen[other] = made.g.h_token_time
    met: Counter[int] = Counter()
    for _ in range(600):
        made.call["deal_h_tokens"](made.g, True)
        met[next(k for k in range(6) if made.g.h_token_at[k] == area("arrakeen"))] += 1
    assert set(met) == set(range(6)) - {other}
    assert max(met.values()) < 2 * min(met.values())


# -- pictures and words ------------------------------------------------------------------------------------------------


def test_cards_dice_and_pile_are_drawn_and_told() -> None:
    state = wander(5, 60)
    text, picture = state.render(), state.svg()
    told = state.to_dict()["mahdi"]
    assert "tactics" in text and "not rolled" in text and "pile" in text
    assert CONTENT.areas.get(told["target"]).name in text
    assert 'id="tactics"' in picture and "target" in picture
    assert 'id="tactics"' not in make("arrakis", engine="python").new(1).svg()


def test_every_question_and_answer_has_words() -> None:
    asked = set()
    for seed in range(3):
        state, dice = solo(ENGINE).new(seed), random.Random(seed)
        while not state.is_over:
            words = [state.describe(one) for one in state.legal_actions()]
            assert all(words) and len(set(words)) == len(words)
            asked.add(state.game.question(state))  # type: ignore[attr-defined]
            state.apply(dice.choice(state.legal_actions()))
    assert all(asked) and "" not in asked and not any("{" in one for one in asked)


# -- whole games -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ARR-SOLO-01", "ARR-SOLO-22")
def test_games_end_and_the_winner_is_told() -> None:
    result = solo(ENGINE).simulate(200 if FAST else 3, seed=11, workers=1)
    assert result.column("unfinished").sum() == 0
    assert set(result.column("winner")) <= {0, 1}
    assert max(result.column("rounds")) <= 10
    harkonnen = (result.column("winner") == 0).mean()
    assert (result.win_rate(0).share, result.win_rate(1).share) == (1 - harkonnen, harkonnen)


def checked(game: Game, games: int, policy: str) -> None:
    """Play with every invariant tested after every answer; a broken one is an error."""
    job, records = job_for(game, policy, 71, ENGINE), game.program.records
    calls, states, pilots = zeros(records["Call"]), zeros(records["State"], 2), job.seating.pilots(2)
    calls[0] = (71, 0, driver.CALL_PLAY_CHECKED, 0, 2, games, 0)
    out = np.zeros(3, np.int64)
    played = job.engine.enter(calls, job.tables, states, pilots, np.zeros(job.moves, np.int64), out)
    assert played == games, f"invariant {out[0]} is broken in game {out[1]} after {out[2]} decisions"


@pytest.mark.parametrize("policy", ["random", "eager"])
def test_invariants_hold_in_play(policy: str) -> None:
    checked(solo(ENGINE), 100 if FAST else 2, policy)


@pytest.mark.slow
@pytest.mark.skipif(not FAST, reason="the C++ engine is not built from these kernels")
def test_invariants_hold_in_twenty_thousand_games() -> None:
    for players in (1, 2):
        checked(solo(ENGINE, players=players), 10_000, "random")
