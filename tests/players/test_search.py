"""The searching player: the same on every engine, blind for what its seat may not know, and never out of turn."""

from __future__ import annotations

import pytest

from dune_sim.kernel.players.layout import (
    HORIZON_GAME,
    HORIZON_ROUND,
    HORIZON_TURN,
    PLAYOUT_CHEAP,
    PLAYOUT_GREEDY,
    PLAYOUT_RANDOM,
)
from dune_sim.kernel.players.pick import POLICY_SEARCH
from players.test_eyes import GAMES, fast
from players.test_greedy import open_positions
from players.thinking import Thinker

PLAIN = {"iterations": 24, "leaves": 12, "lines": 6, "reach": 3, "common": 1}
MANNERS = [
    {**PLAIN, "horizon": HORIZON_ROUND, "playout": PLAYOUT_GREEDY},
    {**PLAIN, "horizon": HORIZON_TURN, "playout": PLAYOUT_CHEAP, "worlds": 2},
    {**PLAIN, "horizon": HORIZON_ROUND + 1, "playout": PLAYOUT_RANDOM, "common": 0},
    {**PLAIN, "horizon": HORIZON_ROUND, "playout": PLAYOUT_GREEDY, "paranoid": 1},
]


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("name", GAMES)
def test_engines_choose_alike(name: str, manner: dict[str, int]) -> None:
    states = open_positions(name, 21, 60, 2)
    few = {**manner, "iterations": 8}
    slow, quick = (
        Thinker(states[0].game, engine, POLICY_SEARCH, **few) for engine in ("python", fast(f"{name}_players"))
    )
    for state in states:
        (one, pilot), (other, same) = slow.think(state, 3), quick.think(state, 3)
        assert one == other and pilot["rng"].tobytes() == same["rng"].tobytes()
        assert (pilot["search"]["lines"]["worth"] == same["search"]["lines"]["worth"]).all()
        assert one in state.legal_actions()


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_cannot_know_changes_no_choice(name: str, manner: dict[str, int]) -> None:
    """Another deal of the hidden part is the same to the seat, and so is other chance to come."""
    states = [one for seed in range(4) for one in open_positions(name, seed, 13, 30)]
    thinker = Thinker(states[0].game, fast(f"{name}_players"), POLICY_SEARCH, **manner)
    for number, state in enumerate(states):
        chosen = thinker.choose(state, number)
        assert chosen in state.legal_actions()
        for other in range(2):
            assert thinker.choose(state.determinize(state.to_move, other), number) == chosen


@pytest.mark.parametrize("name", GAMES)
def test_playouts_are_counted_and_shared_out(name: str) -> None:
    """Every line gets its share, the better ones more; all playouts are taken unless one line is left."""
    for state in open_positions(name, 5, 30, 12):
        manner = {**PLAIN, "horizon": HORIZON_GAME, "playout": PLAYOUT_CHEAP, "iterations": 60}
        _, pilot = Thinker(state.game, fast(f"{name}_players"), POLICY_SEARCH, **manner).think(state)
        found = pilot["search"][0]
        deals = found["lines"]["deals"][: found["many"]]
        assert deals.sum() == found["done"] <= 60
        assert found["done"] >= 60 or found["alive"] == 1
        assert deals[0] >= deals.max() - 1, "the last deal may have ended in between"
        shares = found["lines"]["squares"][: found["many"]]
        assert (shares <= deals.astype(float) * 65536**2).all()
