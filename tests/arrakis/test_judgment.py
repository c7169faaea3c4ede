"""How players of War for Arrakis judge and finish what they began; the greedy one beats chance on either side."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from arrakis.table import the_game
from dune_sim import engines
from dune_sim.agents.eyes import Eyes
from dune_sim.agents.weights import load_weights, term_names
from dune_sim.engines.memory import load, zeros
from dune_sim.engines.python import PythonEngine
from dune_sim.games.arrakis.kernels import actions, legion
from dune_sim.games.arrakis.kernels.layout import Offer
from dune_sim.games.arrakis.kernels.players.layout import PARTS, ROWS
from dune_sim.games.base import State
from dune_sim.kernel.layout import Rng
from dune_sim.programs import program

WHOLE = 65536
GO_ON = {legion.ACT_CEASE, legion.ACT_CONTINUE}
FREE = set(range(actions.ACT_GUERRILLA, actions.ACT_ATOMIC + 1))


@cache
def slow() -> PythonEngine:
    return PythonEngine(program("arrakis_players"))


@cache
def eyes() -> Eyes:
    ready = any(one.engine == "cpp" and one.ready for one in engines.status("arrakis_players"))
    return Eyes(the_game(), "cpp" if ready else "python")


def walked(seed: int, every: int, most: int = 10_000) -> list[State]:
    state, found, random = the_game().new(seed=seed), [], np.random.default_rng(seed)
    while not state.is_over and len(found) < most:
        for _ in range(every):
            if not state.is_over:
                state.apply(int(random.choice(state.legal_actions())))
        found.append(state.copy())
    return found


def completed(state: State, seed: int) -> int:
    """The answer that finishes what was begun."""
    engine, records = slow(), program("arrakis_players").records
    tables, g = engine.tables(the_game().tables), load(records["State"], state.raw[0])
    q, rng = load(Offer, zeros(Offer)[0]), load(Rng, zeros(Rng)[0])
    engine.functions["seed_stream"](rng, seed, 0)
    n = engine.functions["ask"](tables, g, q)
    return int(engine.functions["complete"](tables, g, q, rng, n))


@pytest.mark.parametrize("seed", range(3))
def test_what_was_begun_is_finished_by_sensible_answers(seed: int) -> None:
    """Legal always; nothing is refused, no free action comes in between where there is anything else to answer."""
    for state in walked(seed, 31, 60):
        if state.is_over:
            continue
        legal = set(state.legal_actions())
        found = {completed(state, k) for k in range(12)}
        assert found <= legal
        if legal - FREE:
            assert not found & FREE
        if actions.ACT_ALL in legal:
            assert actions.ACT_ALL in found
        if legal & GO_ON:
            assert len(found) == 1


def test_a_chain_ends_with_the_turn() -> None:
    """A move under way goes on, the next turn does not, whoever has it; a battle goes on while the enemy answers."""
    states = [state for state in walked(5, 3) if not state.is_over]
    seen = set()
    for seat in range(2):
        for state, (_, goes_on, *_) in zip(states, eyes().judge(states, seat), strict=True):
            stack = state.raw["stack"][0]
            if stack["depth"] > 1:
                assert goes_on == 1
                seen.add("within" if state.to_move == seat else "the enemy answers")
            elif goes_on:
                assert state.to_move == seat
                seen.add("between")
            else:
                seen.add("over")
    assert seen == {"within", "the enemy answers", "between", "over"}


def test_a_share_comes_from_the_row_of_who_judges() -> None:
    """Rows of the Harkonnen come first, then those of the Atreides: rounds 1 and 2, 3 and 4, later ones."""
    game = the_game()
    supremacy = term_names(game).index("round")
    states = walked(7, 40)
    for row in range(ROWS):
        one = Eyes(game, eyes().engine.name)
        one.pilots["weights"]["x"][0][:, row, supremacy] = 500
        for seat in range(2):
            for state, (clock, _, share, other) in zip(states, one.judge(states, seat), strict=True):
                if state.is_over:
                    assert (share, other) == ((WHOLE, 0) if state.winner == 0 else (0, WHOLE))
                    continue
                part = min((int(clock) - 1) // 2, PARTS - 1)
                assert (share > other) == (row == PARTS * seat + part) and share + other == WHOLE


def test_every_weight_is_of_something_that_is_seen() -> None:
    weights = load_weights(the_game())
    assert weights.shape == (ROWS, len(term_names(the_game())))
    distance, supremacy = (term_names(the_game()).index(name) for name in ("distance", "supremacy"))
    assert (weights[:, [distance, supremacy]] > 0).all(), "what lacks the Atreides helps the Harkonnen"


@pytest.mark.parametrize("policy, seat", [("greedy,random", 0), ("random,greedy", 1)])
def test_greedy_beats_chance_on_either_side(policy: str, seat: int) -> None:
    games = 40 if eyes().engine.name == "cpp" else 1
    played = the_game().simulate(games, policy=policy, seed=3, workers=1)
    won = (played.rows[:, the_game().columns.index("winner")] == seat).sum()
    assert won >= games - games // 20
