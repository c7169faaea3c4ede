"""A small table for rule tests: positions in plain words, decisions found by their words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

import dune_sim
from dune_sim.content import load_content
from dune_sim.games.base import Game
from dune_sim.games.imperium.pictures.view import view
from dune_sim.games.state import State

CONTENT = load_content("imperium")

#: Leaders whose abilities stay out of the way unless a test calls for them.
PLAIN = ["glossu_rabban", "earl_memnon_thorvald", "paul_atreides", "duke_leto_atreides"]
_GAMES: dict[tuple[str, ...], Game] = {}


def game_of(players: int = 3, leaders: list[str] | None = None) -> Game:
    """The game with these leaders, made once."""
    chosen = tuple(leaders or PLAIN[:players])
    if chosen not in _GAMES:
        _GAMES[chosen] = dune_sim.make("imperium", players=len(chosen), leaders=list(chosen))
    return _GAMES[chosen]


def positions(game: Game, seeds: range, every: int = 1, ends: bool = True) -> Iterator[State]:
    """Positions along random games, with or without the last ones."""
    for seed in seeds:
        state, random, step = game.new(seed), np.random.default_rng(seed), 0
        while not state.is_over:
            if step % every == 0:
                yield state
            legal = state.legal_actions()
            state.apply(legal[int(random.integers(len(legal)))])
            step += 1
        if ends:
            yield state


def table(*players: dict[str, Any], leaders: list[str] | None = None, **keys: Any) -> State:
    """A position; seats that are not told stand as at the start, three of them unless more are told.

    Seats without a told hand hold Diplomacy: empty hands reveal by themselves, and the round would run on.
    """
    seats = len(leaders) if leaders else max(3, len(players))
    hand = ["diplomacy"] if keys.get("phase", "turns") == "turns" else []
    told = [{"hand": hand, **one} for one in [*players, *({} for _ in range(seats - len(players)))]]
    return game_of(seats, leaders).from_dict({"players": told, **keys})


def words(state: State) -> list[str]:
    """The legal decisions in words."""
    return [state.describe(action) for action in state.legal_actions()]


def can(state: State, part: str) -> bool:
    """Whether some decision contains these words."""
    return any(part in one for one in words(state))


def find(state: State, part: str) -> int:
    """The one decision with these words: the whole text before its beginning before any part of it."""
    told = {action: state.describe(action) for action in state.legal_actions()}
    exact = [action for action, text in told.items() if text == part]
    begun = [action for action, text in told.items() if text.startswith(part)]
    found = exact or begun or [action for action, text in told.items() if part in text]
    assert len(found) == 1, f"{part!r} fits {len(found)} of {list(told.values())}"
    return found[0]


def choose(state: State, *parts: str) -> State:
    """Take one decision after the other, each found by its words."""
    for part in parts:
        state.apply(find(state, part))
    return state


def told(state: State, key: str) -> Any:
    """A value of the table."""
    return state.to_dict()[key]


def seat(state: State, number: int) -> dict[str, Any]:
    """What is told of one seat."""
    return dict(state.to_dict()["players"][number])


def have(state: State, number: int, *keys: str) -> tuple[Any, ...]:
    """Some values of one seat."""
    one = seat(state, number)
    return tuple(one[key] for key in keys)


def send(state: State, card: str, space: str) -> State:
    """Play a card for an agent and send it; ``card`` and ``space`` are (the beginnings of) printed names.

    A single destination needs no decision: the agent must then have gone there by itself.
    """
    mover, now = state.to_move, told(state, "round")
    choose(state, f"agent turn: play {card}")
    if can(state, "send an agent to"):
        return choose(state, f"send an agent to {space}")
    gone = [one.id for one in CONTENT.spaces if one.name.startswith(space)]
    assert told(state, "round") > now or set(gone) & set(seat(state, mover)["agents_on"]), f"nobody went to {space}"
    return state


def reveal(state: State) -> State:
    """Take the reveal turn."""
    return choose(state, "reveal turn: reveal the hand")


def begun(state: State) -> State:
    """See that the reveal turn has begun by itself, for want of anything else."""
    assert can(state, "end the reveal turn") and not can(state, "reveal turn: "), words(state)
    return state


def settle(state: State) -> State:
    """Resolve what the turn still gives, in the order listed, until something else is asked."""
    while can(state, "resolve "):
        state.apply(next(one for one in state.legal_actions() if state.describe(one).startswith("resolve ")))
    return state


def ends(state: State) -> bool:
    """Whether the running turn can be ended now."""
    return can(state, "end the turn") or can(state, "end the reveal turn")


def finish(state: State) -> State:
    """End the turn under way, deploying nothing; every other decision must have been taken before."""
    for text in ("deploy nothing and end the turn", "end the turn", "end the reveal turn"):
        if text in words(state):
            return choose(state, text)
    raise AssertionError(f"the turn cannot be ended here: {words(state)}")


def over(state: State, number: int) -> State:
    """End the turn of a seat, unless it has ended by itself with nothing left to decide; it is over now."""
    if told(state, "turn_of") == number:
        finish(state)
    assert told(state, "turn_of") != number, words(state)
    return state


def quick(state: State) -> State:
    """One decision on the shortest way: reveal, end turns, pass, decline; else the first that is legal."""
    for part in ("end the", "reveal turn", "pass in combat", "do not defend", "decline", "trash nothing", "play no"):
        fitting = [action for action in state.legal_actions() if part in state.describe(action)]
        if fitting:
            state.apply(fitting[0])
            return state
    state.apply(state.legal_actions()[0])
    return state


def until(state: State, key: str, value: Any) -> State:
    """Play the shortest way until the table tells this value; the game must come there."""
    for _ in range(400):
        if state.is_over or told(state, key) == value:
            break
        quick(state)
    assert told(state, key) == value, f"{key} never became {value!r}"
    return state


def next_round(state: State) -> State:
    """Play the shortest way until the next round's turns, or to the end of the game."""
    now = told(state, "round")
    for _ in range(400):
        if state.is_over or told(state, "round") > now:
            return state
        quick(state)
    raise AssertionError("the round does not end")


def to_the_end(state: State) -> State:
    """Play the shortest way to the end of the game."""
    for _ in range(4000):
        if state.is_over:
            return state
        quick(state)
    raise AssertionError("the game does not end")


def strength(state: State, number: int) -> int:
    """Strength as the board shows it."""
    return int(view(CONTENT, state.to_dict())["players"][number]["strength"])


def market(row: list[str], deck: list[str], *owned: str) -> dict[str, Any]:
    """A row and an Imperium deck of just these cards; all others but the owned ones are out of the game."""
    gone = Counter({one.id: one.copies for one in CONTENT.cards_of("imperium")})
    gone.subtract([*row, *deck, *owned])
    return {"row": row, "trashed": {card: n for card, n in gone.items() if n}}
