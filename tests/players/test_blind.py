"""Nobody cheats and nobody errs, over many positions of games that players play; `make long` takes the full numbers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from dune_sim import make
from dune_sim.games.rollouts import Pilots
from dune_sim.games.state import State
from dune_sim.kernel.players.layout import HORIZON_ROUND, PLAYOUT_GREEDY
from dune_sim.kernel.players.pick import POLICY_GREEDY, POLICY_SEARCH
from dune_sim.runs.verify import verify
from players.test_eyes import GAMES, fast
from players.thinking import Thinker

GREEDY = {"leaves": 24, "worlds": 2, "doubt": 1}
SEARCH = {
    "iterations": 12, "leaves": 24, "lines": 6, "reach": 3, "common": 1, "horizon": HORIZON_ROUND,
    "playout": PLAYOUT_GREEDY,
}  # fmt: skip
PLAYERS = {"greedy": (POLICY_GREEDY, GREEDY), "search": (POLICY_SEARCH, SEARCH)}
#: who plays the games that positions are taken from
TABLE = "greedy:t=0.2:leaves=4:worlds=0"
#: positions a game, other deals of each
FEW, MANY, DEALS = 60, 10_000, 2
#: searched decisions of both games together
DECISIONS = 100_000


def met(name: str, most: int, every: int = 1) -> Iterator[State]:
    """Every so many positions of games, until there are enough; players with some chance meet most of what there is."""
    game, number, found = make(name, engine=fast(f"{name}_players")), 0, 0
    while found < most:
        state, pilots, step = game.new(11, number), Pilots(game, TABLE, 11, number), 0
        while not state.is_over and found < most:
            if step % every == number % every:
                found += 1
                yield state
            state.apply(pilots.choose(state))
            step += 1
        number += 1


def test_enough_of_a_game_is_met() -> None:
    """The positions are none of one phase alone, and every seat is asked."""
    for name in GAMES:
        seen = list(one.copy() for one in met(name, 400, 5))
        assert {one.to_move for one in seen} == set(range(seen[0].game.num_players))
        assert len({one.to_dict()["round"] for one in seen}) >= 4


def sees_nothing(name: str, player: str, positions: int, every: int) -> None:
    """Another deal of what the seat cannot know, and other chance to come, change no choice."""
    policy, manner = PLAYERS[player]
    thinker = Thinker(make(name), fast(f"{name}_players"), policy, **manner)
    for number, state in enumerate(met(name, positions, every)):
        chosen = thinker.choose(state, number)
        assert chosen in state.legal_actions()
        for other in range(DEALS):
            dealt = state.determinize(state.to_move, 7 * number + other)
            assert thinker.choose(dealt, number) == chosen, f"position {number}, deal {other}"


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_cannot_know_changes_no_choice(name: str, player: str) -> None:
    if fast(f"{name}_players") == "python":
        sees_nothing(name, player, 4, 60)
    else:
        sees_nothing(name, player, FEW, 13)


@pytest.mark.slow
@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_cannot_know_changes_no_choice_in_ten_thousand_positions(name: str, player: str) -> None:
    sees_nothing(name, player, MANY, 3)


def errs_nowhere(name: str, decisions: int) -> None:
    """Every decision is searched anew and legal."""
    policy, manner = PLAYERS["search"]
    thinker = Thinker(make(name), fast(f"{name}_players"), policy, **{**manner, "iterations": 6, "leaves": 12})
    for number, state in enumerate(met(name, decisions)):
        assert thinker.choose(state, number) in state.legal_actions()


@pytest.mark.parametrize("name", GAMES)
def test_no_action_is_illegal(name: str) -> None:
    errs_nowhere(name, 30 if fast(f"{name}_players") == "python" else 600)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_no_action_is_illegal_in_a_hundred_thousand_decisions(name: str) -> None:
    errs_nowhere(name, DECISIONS // len(GAMES))


def test_a_re_deal_is_another_deal() -> None:
    """What is compared above is not twice the same position."""
    for name in GAMES:
        states = list(one.copy() for one in met(name, 40, 9))
        other = [one.determinize(one.to_move, 1).raw.tobytes() != one.raw.tobytes() for one in states]
        assert np.mean(other) > 0.9


SMALL = "mcts:3:leaves=4:lines=3:reach=1"
TABLES = {
    "imperium": f"{SMALL},greedy:leaves=3:worlds=1:t=0.2,random,{SMALL}:playout=cheap:common=0",
    "arrakis": f"{SMALL}:playout=cheap,greedy:leaves=2:worlds=1",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_all_policies_are_the_same_on_every_engine_at_every_step(name: str) -> None:
    engine = fast(f"{name}_players")
    if engine == "python":
        pytest.skip("the C++ engine is not built")
    found = verify(make(name), 1, seed=2, names=["python", engine], policy=TABLES[name])
    assert not found.differences and found.steps > 100
