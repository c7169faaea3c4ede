"""Positions changed by chance, and what becomes of those that are accepted."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from dune_sim.errors import LONGEST, DuneSimError, UnsoundError
from dune_sim.games.arrakis.game import ArrakisGame
from dune_sim.games.base import Game
from dune_sim.games.batch import play_chunk
from dune_sim.games.imperium.game import ImperiumGame
from dune_sim.games.registry import make
from dune_sim.games.result import job_for
from dune_sim.games.state import State
from fuzz.mutate import mutated
from resealed import resealed

GAMES = ("arrakis", "arrakis_full", "imperium", "imperium_full", "battle")
#: decisions that are tried one by one before the rest of the game is played in one go
STEPS = 25
#: how many games positions are taken from
POOLS = 8


@cache
def game_of(kind: str) -> Game:
    if kind == "arrakis_full":
        return ArrakisGame(edition="full")
    return ImperiumGame(edition="full", players=3) if kind == "imperium_full" else make(kind)


@cache
def pool(kind: str, seed: int) -> list[str]:
    """Positions of whole games, as JSON."""
    random, game, found = Random(f"{kind} {seed}"), game_of(kind), []
    state = game.new(random.getrandbits(32))
    while not state.is_over:
        state.apply(random.choice(state.legal_actions()))
        if random.random() < (0.5 if kind == "battle" else 0.08):
            found.append(json.dumps(state.to_dict()))
    return [*found, json.dumps(state.to_dict())]


def position(kind: str, random: Random) -> tuple[str, dict[str, Any]]:
    """How a position was changed, and what came of it."""
    base = pool(kind, random.randrange(POOLS))
    data, donor = json.loads(random.choice(base)), json.loads(random.choice(base))
    how = random.choice(("readable", "running", "running", "all", "seal"))
    if how == "readable" or (how == "running" and "running" not in data):
        for one in (data, donor):
            one.pop("running", None), one.pop("saved", None)
    if how == "running" and "running" in data:
        mutated(random, data["running"], donor["running"])
    else:
        mutated(random, data, donor)
    return how, data if how in ("readable", "seal") else _sealed(game_of(kind), data)


def _sealed(game: Game, data: dict[str, Any]) -> dict[str, Any]:
    """With a checksum that fits, as far as one can be made."""
    try:
        return resealed(game, data)
    except (TypeError, ValueError, RecursionError):
        return data


def sentence(error: Exception) -> None:
    text = str(error)
    assert text and "\n" not in text and len(text) <= 2 * LONGEST, f"not one sentence: {text!r}"


def try_position(kind: str, how: str, data: dict[str, Any], random: Random) -> str:
    """Read a position and play it on; what must not happen raises."""
    game = game_of(kind)
    try:
        state = game.from_dict(data)
    except DuneSimError as error:
        sentence(error)
        return "refused"
    if how == "seal" and data.get("running") is not None:
        assert json.dumps(data) in all_of(kind), "a changed position was taken although its seal does not fit"
    saved, state.doubtful = state.doubtful, state.doubtful or random.random() < 0.5
    try:
        play_on(state, random)
    except UnsoundError as error:
        sentence(error)
        assert saved, f"the reader let through what cannot be played: {error}"
        return "given up"
    except DuneSimError as error:
        sentence(error)
        assert saved, f"a position that begins a phase was accepted and then refused: {error}"
        return "given up"
    return "played"


def all_of(kind: str) -> list[str]:
    return [one for seed in range(POOLS) for one in pool(kind, seed)]


def play_on(state: State, random: Random) -> None:
    """A few decisions one by one, every way to look at the position, then the rest at once."""
    for _ in range(STEPS):
        legal = state.legal_actions()
        if not legal:
            break
        action = random.choice(legal)
        state.describe(action)
        state.game.question(state)
        state.apply(action)
    looks = (state.render, state.to_dict, state.__repr__, lambda: state.scores, lambda: state.winner)
    # a crowded map takes a second to draw
    (state.svg if random.random() < 0.02 else random.choice(looks))()
    seat = random.randrange(state.game.num_players)
    if random.random() < 0.3:
        seen = state.observe(seat)
        random.choice((seen.render, seen.to_dict, seen.legal_actions))()
        state = state.determinize(seat, random.getrandbits(20))
    policy = random.choice(sorted(state.game.policies))
    job = job_for(state.game, policy, random.getrandbits(20))
    play_chunk(replace(job, source=state.raw.tobytes(), engine=state.engine), 0, 2)
