"""One state in two threads: an error that says so, and never a spoilt state."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from random import Random
from threading import Barrier, Thread
from typing import Any

import pytest

from contract.games_under_test import build, label, setups
from dune_sim.errors import DuneSimError, IllegalActionError, ThreadsError
from dune_sim.games.state import State
from dune_sim.kernel import driver

Setup = tuple[str, dict[str, Any]]
pytestmark = pytest.mark.parametrize("setup", setups(), ids=label)


@pytest.fixture(autouse=True)
def restless() -> Iterator[None]:
    """Threads that change places as often as Python can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def hammer(state: State, seed: int, start: Barrier, wrong: list[BaseException], met: list[int]) -> None:
    random = Random(seed)
    start.wait()
    for _ in range(600):
        try:
            legal = state.legal_actions()
            if not legal:
                return
            state.apply(random.choice(legal))
            state.copy()
            state.observe(random.randrange(state.game.num_players))
        except (ThreadsError, IllegalActionError):
            met[0] += 1
        except DuneSimError as error:
            wrong.append(error)
        except BaseException as error:
            wrong.append(error)


def test_four_threads_spoil_nothing(setup: Setup) -> None:
    game = build(setup)
    for seed in range(3):
        state, start = game.new(seed), Barrier(4)
        wrong: list[BaseException] = []
        met = [0]
        threads = [Thread(target=hammer, args=(state, one, start, wrong, met)) for one in range(4)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        assert not wrong, wrong[:3]
        assert state.call(driver.CALL_FAULT) == 0
        assert state == game.from_dict(state.to_dict()) and state.legal_actions() == state.copy().legal_actions()


def test_a_state_in_use_says_so(setup: Setup) -> None:
    state = build(setup).new(seed=1)
    action = state.legal_actions()[0]
    uses = [
        lambda: state.apply(action), state.legal_actions, state.copy, state.to_dict, state.render, state.hash,
        lambda: state.to_move, lambda: state.describe(action), lambda: state.observe(0), lambda: pickle.dumps(state),
    ]  # fmt: skip
    before = state.raw.tobytes()
    with state.lock:
        for use in uses:
            with pytest.raises(ThreadsError, match="another thread is using this state; give each") as caught:
                use()
            assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    assert state.raw.tobytes() == before
    for use in uses[1:]:
        use()


def test_what_was_read_while_another_played_on_is_given_to_nobody(setup: Setup, monkeypatch: Any) -> None:
    state = build(setup).new(seed=1)

    def plays_on(_: object, here: State) -> dict[str, Any]:
        here.apply(here.legal_actions()[0])
        return {}

    monkeypatch.setattr(type(state.game), "state_to_dict", plays_on)
    with pytest.raises(ThreadsError):
        state.to_dict()
