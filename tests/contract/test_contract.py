"""What every game promises, tested by random play."""

from __future__ import annotations

import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from contract.games_under_test import build, fast_engines, label, setups
from dune_sim.errors import EngineError, IllegalActionError, ScenarioError, UsageError
from dune_sim.games.base import Game
from dune_sim.games.batch import play_chunk, split
from dune_sim.games.result import job_for
from dune_sim.games.state import State
from dune_sim.kernel import driver
from dune_sim.runs.verify import verify

pytestmark = pytest.mark.parametrize("setup", setups(), ids=label)
Setup = tuple[str, dict[str, Any]]


def walk(game: Game, seed: int, limit: int = 400) -> list[State]:
    """Positions of one random game."""
    random = np.random.default_rng(seed)
    state = game.new(seed)
    seen = [state.copy()]
    while not state.is_over and len(seen) < limit:
        legal = state.legal_actions()
        state.apply(int(legal[int(random.integers(len(legal)))]))
        seen.append(state.copy())
    return seen


def test_legal_actions_rise_and_stay_inside_the_space(setup: Setup) -> None:
    game = build(setup)
    for state in walk(game, 3):
        legal = state.legal_actions()
        assert legal == sorted(set(legal))
        assert all(0 <= action < game.num_actions for action in legal)
        assert len(legal) != 1, "a question with one answer was asked"
        assert (state.to_move == -1) == state.is_over == (not legal)


def test_copies_are_equal_and_independent(setup: Setup) -> None:
    state = build(setup).new(seed=5)
    twin = state.copy()
    assert twin == state and twin.hash() == state.hash() and twin.legal_actions() == state.legal_actions()
    twin.apply(twin.legal_actions()[0])
    assert twin != state
    assert build(setup).new(seed=5) == state


def test_pickles_travel(setup: Setup) -> None:
    state = walk(build(setup), 8, 30)[-1]
    other = pickle.loads(pickle.dumps(state))
    assert other == state and other.game.tables_hash == state.game.tables_hash
    assert other.legal_actions() == state.legal_actions()


def test_illegal_action_changes_nothing(setup: Setup) -> None:
    game = build(setup)
    state = game.new(seed=2)
    before = state.raw.tobytes()
    wrong = next(a for a in range(game.num_actions) if a not in state.legal_actions())
    with pytest.raises(IllegalActionError, match=f"action {wrong} is not legal here; legal: ") as caught:
        state.apply(wrong)
    assert state.raw.tobytes() == before
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_every_action_has_its_own_words(setup: Setup) -> None:
    for state in walk(build(setup), 4, 150):
        words = [state.describe(a) for a in state.legal_actions()]
        assert all(words) and len(set(words)) == len(words), words


def test_a_finished_game_stays_finished(setup: Setup) -> None:
    game = build(setup)
    job = job_for(game, "random", 1)
    end = walk(game, 6, 100_000)[-1]
    assert end.is_over and end.legal_actions() == []
    assert end.winner is None or 0 <= end.winner < len(game.seats)
    assert len(end.scores) == len(game.seats)
    assert play_chunk(job, 0, 3).rows.shape == (3, len(game.columns))


def test_observation_hides_chance_and_determinize_keeps_the_observation(setup: Setup) -> None:
    game = build(setup)
    for state in walk(game, 9, 120)[::15]:
        for player in range(game.num_players):
            seen = state.observe(player)
            assert not seen.raw["rng"]["s"].any()
            other = state.determinize(player, seed=11)
            assert other.observe(player).raw.tobytes() == seen.raw.tobytes()
            assert other.legal_actions() == state.legal_actions() or state.to_move != player
            assert other.raw["rng"]["s"].tobytes() != state.raw["rng"]["s"].tobytes()
            assert other.call(driver.CALL_FAULT) == 0, other.game.fault_text(other.call(driver.CALL_FAULT))


def test_dealing_the_truth_anew_changes_nothing_a_seat_can_see(setup: Setup) -> None:
    """``determinize`` hides first; the kernels must not need that."""
    game = build(setup)
    for state in walk(game, 2, 500)[::3]:
        for player in range(game.num_players):
            for seed in (1, 2):
                dealt = state.copy()
                dealt.call(driver.CALL_REDEAL, action=player, seed=seed)
                assert dealt.call(driver.CALL_FAULT) == 0
                assert dealt.observe(player).raw.tobytes() == state.observe(player).raw.tobytes()


def test_dict_round_trip(setup: Setup) -> None:
    game = build(setup)
    for state in walk(game, 12, 200)[::25]:
        again = game.from_dict(json.loads(json.dumps(state.to_dict())))
        assert again.raw.tobytes() == state.raw.tobytes()


def test_render_is_text(setup: Setup) -> None:
    game = build(setup)
    for state in walk(game, 13, 80)[::20]:
        text = state.render()
        assert len(text.splitlines()) > 1 and max(len(line) for line in text.splitlines()) <= 120


def test_results_do_not_depend_on_chunks_or_threads(setup: Setup) -> None:
    game = build(setup)
    job = job_for(game, "random", 21)
    whole = play_chunk(job, 0, 24).rows
    parts = np.concatenate([play_chunk(job, first, count).rows for first, count in split(0, 24, 7)])
    assert np.array_equal(whole, parts)
    assert np.array_equal(game.simulate(24, seed=21, workers=3).rows, whole)


def test_invariants_hold_in_checked_play(setup: Setup) -> None:
    for engine, games in [("python", 2), *((one, 400) for one in fast_engines(setup[0])[:1])]:
        play_chunk(job_for(build(setup), "random", 31, engine), 0, games, driver.CALL_PLAY_CHECKED)


def test_engines_agree_at_every_step(setup: Setup) -> None:
    game = build(setup)
    found = verify(game, games=3, seed=41, names=[*fast_engines(game.name)[:1], "python"])
    assert found.passed, str(found.differences)
    assert found.steps > 0


def test_a_reused_slot_leaves_no_trace(setup: Setup) -> None:
    game = build(setup)
    fresh = game.new(seed=1, index=5)
    used = walk(game, 14, 60)[-1]
    used.call(driver.CALL_NEW, seed=1, first=5)
    assert used.raw.tobytes() == fresh.raw.tobytes()


def test_bad_arguments_get_one_sentence(setup: Setup) -> None:
    game = build(setup)
    with pytest.raises(UsageError, match="seed must be a whole number"):
        game.new(seed=-1)
    with pytest.raises(UsageError, match="unknown policy 'clever'"):
        game.simulate(3, policy="clever")
    with pytest.raises(UsageError, match="games must be at least 1"):
        game.simulate(0)
    for player in (9, -1, "nobody", None, True, 1.0):
        with pytest.raises(UsageError, match=r"has no player .*; choose .* or 0 to \d"):
            game.new().observe(player)
    with pytest.raises(UsageError, match="has no player 9"):
        game.simulate(3).win_rate(9)
    with pytest.raises(UsageError, match="index must be at least 0, not -1"):
        game.new(seed=1, index=-1)
    for wrong in ("5", 1.5, None, True):
        with pytest.raises(UsageError, match="games must be a whole number"):
            game.simulate(wrong)
    with pytest.raises(UsageError, match="policy must be a name or one name for each seat, not 3"):
        game.simulate(3, policy=3)
    with pytest.raises(UsageError, match="workers must be at least 1, not 0"):
        game.simulate(3, workers=0)
    with pytest.raises(EngineError, match="unknown engine 'abacus'"):
        build(setup, engine="abacus")
    for wrong in (None, [], "arrakeen"):
        with pytest.raises(ScenarioError, match="must be a table of keys and values"):
            game.from_dict(wrong)


def test_what_is_no_action_is_refused_in_one_sentence(setup: Setup) -> None:
    state = build(setup).new(seed=2)
    for wrong in (-1, 10**9, None, "pass", 1.0, True):
        with pytest.raises(IllegalActionError, match="is not legal here; legal: "):
            state.apply(wrong)
        with pytest.raises(UsageError, match="has no action"):
            state.describe(wrong)
    state.apply(np.int64(state.legal_actions()[0]))


def test_seats_go_by_number_or_name(setup: Setup) -> None:
    game = build(setup)
    state = game.new(seed=4)
    for number, name in enumerate(game.seats[: game.num_players]):
        assert state.observe(name) == state.observe(number) == state.observe(np.int64(number))


def test_an_observation_tells_whose_turn_it_is_and_is_not_played_on(setup: Setup) -> None:
    game = build(setup)
    for state in walk(game, 19, 150)[::10]:
        for player in range(game.num_players):
            seen = state.observe(player)
            assert (seen.to_move, seen.is_over) == (state.to_move, state.is_over)
            assert seen.legal_actions() == (state.legal_actions() if player == state.to_move else [])
            assert seen.observe(player) == seen and f"as seat {player} sees it" in repr(seen)
            dealt = seen.determinize(player, 5)
            assert dealt.observe(player) == seen and dealt == state.determinize(player, 5), "the deal knows the truth"
            with pytest.raises(UsageError, match="an observation cannot be played on"):
                seen.apply(0)
            if game.num_players > 1:
                with pytest.raises(UsageError, match=f"this is what seat {player} sees"):
                    seen.observe((player + 1) % game.num_players)


def test_states_work_in_many_threads_at_once(setup: Setup) -> None:
    game = build(setup)
    starts = [game.new(seed) for seed in range(8)]
    with ThreadPoolExecutor(4) as pool:
        ends = list(pool.map(lambda seed: walk(game, seed, 60)[-1], range(8)))
    assert ends == [walk(game, seed, 60)[-1] for seed in range(8)]
    assert starts == [game.new(seed) for seed in range(8)]


def test_results_say_what_they_are(setup: Setup) -> None:
    result = build(setup).simulate(20, seed=3)
    assert repr(result).startswith(f"<20 games of {setup[0]}, seed 3: ") and len(repr(result)) < 400


def test_the_state_fits_its_budget(setup: Setup) -> None:
    game = build(setup)
    budget = {"arrakis": 1024, "arrakis_full": 1280, "imperium": 512, "imperium_full": 1344}.get(game.program_name, 512)
    assert game.state_record.size <= budget
