"""Weights learned step by step: play, fit, meet the weights before; go on until the arena shows no gain."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dune_sim.agents.arena import Outcome, arena
from dune_sim.agents.weights import load_weights, weights_text
from dune_sim.games.base import Game
from tune.fitting import examples, fit
from tune.watching import watch

Log = Callable[[dict[str, Any]], None]

ABOUT = {
    "imperium": """What players of Dune: Imperium think things are worth: for each term one weight a round, in 1/1024 of
a logit.

Made by tools/tune (see LOG.md there). Change what you like and play it with `greedy:weights=FILE`. Terms are the
features of docs/features-imperium.md, those of seats without the seat.""",
    "arrakis": """What players of War for Arrakis think things are worth, in 1/1024 of a logit: what is positive helps
the Harkonnen.

Three weights for each feature as the Harkonnen see it (rounds 1 and 2, 3 and 4, later ones), then three as the
Atreides see it. Made by tools/tune (see LOG.md there). Change what you like and play it with
`greedy:weights=FILE`. Features are those of docs/features-arrakis.md.""",
}


def start_weights(game: Game, start: str) -> NDArray[np.int16] | None:
    """Weights to begin with: those of a file, those of the game (``own``), or none (``nothing``: random play)."""
    if start == "nothing":
        return None
    return load_weights(game, None if start == "own" else start)


def save(game: Game, weights: NDArray[Any], file: Path) -> str:
    file.write_text(weights_text(game, weights, ABOUT[game.name]), encoding="utf-8")
    return str(file)


def learn(
    game: Game, start: str, steps: int, games: int, met: int, t: float, seed: int, out: Path, log: Log
) -> None:
    """Learn for some steps; every step is kept in a file of its own, whether it was better or not."""
    out.mkdir(parents=True, exist_ok=True)
    weights = start_weights(game, start)
    held = None if weights is None else save(game, weights, out / "step-0.toml")
    for step in range(1, steps + 1):
        policy = "random" if held is None else f"greedy:weights={held}:t={t:g}"
        seen = watch(game, policy, games, seed + step)
        weights = fit(game, examples(game, seen), weights)
        made = save(game, weights, out / f"step-{step}.toml")
        outcome = meet(game, made, held, met, seed + 1000 + step)
        told = {"step": step, "watched": policy, "games": games, "looks": len(seen.game), **told_of(outcome)}
        log(told)
        if held is not None and outcome.win_rate.high < 1 / game.num_players:
            return
        held = made


def meet(game: Game, made: str, before: str | None, games: int, seed: int) -> Outcome:
    """New weights in one seat against the old ones, or chance, in all others."""
    other = "random" if before is None else f"greedy:weights={before}"
    return arena(game, [f"greedy:weights={made}"], against=other, games=games, seed=seed).outcomes[0]


def told_of(outcome: Outcome) -> dict[str, Any]:
    found = outcome.win_rate
    rates = [round(one, 4) for one in (found.value, found.low, found.high)]
    return {"met": outcome.duel.other, "win_rate": rates[0], "interval": rates[1:], "met_games": outcome.games}


def writer(file: Path | None) -> Log:
    """A log that is seen and kept."""

    def log(told: dict[str, Any]) -> None:
        line = json.dumps(told)
        print(line, flush=True)
        if file is not None:
            with open(file, "a", encoding="utf-8") as kept:
                kept.write(line + "\n")

    return log
