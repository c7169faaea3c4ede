"""Combat, influence and final ranking against slow and obvious bookkeeping, on positions by chance."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from dune_sim.engines.memory import load
from dune_sim.engines.python import PythonEngine
from dune_sim.games.imperium.content.effects import Gain
from dune_sim.games.state import State
from imperium.table import CONTENT, can, choose, next_round, seat, send, settle, table, to_the_end, told, words
from naive import imperium_rules as naive

NAMES = {"emperor": "Emperor", "guild": "Guild", "bene_gesserit": "Bene Gesserit", "fremen": "Fremen"}
FREE_SPACE = {"emperor": "Wealth", "guild": "Foldspace", "bene_gesserit": "Secrets", "fremen": "Stillsuits"}
GOODS = ("solari", "spice", "water", "vp", "intrigue")
LATE = {2: 2, 3: 7}

# --- combat ---------------------------------------------------------------------------------------------------------

#: conflicts that give nothing but goods, so that nobody has anything to choose
PLAIN_CONFLICTS = [
    one.id
    for one in CONTENT.conflicts
    if one.level > 1 and all(isinstance(effect, Gain) for reward in one.rewards for effect in reward)
]


def reward(conflict: str, place: int | None) -> dict[str, int]:
    """What a place brings."""
    won = dict.fromkeys(GOODS, 0)
    if place is not None:
        for effect in CONTENT.conflicts.get(conflict).rewards[place - 1]:
            for key in GOODS:
                won[key] += getattr(effect.gain, key) or 0
    return won


def goods(state: State, number: int) -> dict[str, int]:
    one = seat(state, number)
    return {**{key: one[key] for key in GOODS}, "intrigue": sum(one["intrigue"].values())}


def check_fight(forces: list[tuple[int, int]], conflict: str, first: int) -> None:
    """Fight with these troops and swords, and compare what every seat has won."""
    level = CONTENT.conflicts.get(conflict).level
    seats = [{"revealed": True, "conflict": troops, "swords": swords, "water": 0} for troops, swords in forces]
    state = table(*seats, phase="combat", round=LATE[level], conflict=conflict, first_player=first)
    before = [goods(state, k) for k in range(len(forces))]
    places = naive.rewards([naive.strength(troops, swords) for troops, swords in forces])
    next_round(state)
    for number in range(len(forces)):
        won = {key: value - before[number][key] for key, value in goods(state, number).items()}
        assert won == reward(conflict, places[number]), (forces, conflict, number)


def test_there_are_plain_conflicts() -> None:
    assert len(PLAIN_CONFLICTS) >= 3


@pytest.mark.parametrize("players", [3, 4])
def test_every_pattern_of_ties_is_rewarded_like_the_oracle(players: int) -> None:
    for strengths in product((0, 2, 3, 4, 5)[: 8 - players], repeat=players):
        check_fight([(min(1, one), max(0, one - 2)) for one in strengths], "guild_bank_raid", 0)


@pytest.mark.parametrize("players", [3, 4])
def test_fights_by_chance_are_rewarded_like_the_oracle(players: int) -> None:
    random = np.random.default_rng(players)
    for _ in range(200):
        forces = [(int(random.integers(0, 5)), int(random.integers(0, 6))) for _ in range(players)]
        check_fight(forces, str(random.choice(PLAIN_CONFLICTS)), int(random.integers(players)))


# --- influence and alliances ----------------------------------------------------------------------------------------


def random_tracks(random: np.random.Generator, players: int) -> naive.Tracks:
    """Levels by chance, often close to each other, and a possible holder."""
    low, high = random.choice([(0, 7), (2, 7), (3, 6), (4, 6)])
    levels = tuple(int(one) for one in random.integers(low, high, players))
    best = max(levels)
    highest = [number for number, one in enumerate(levels) if one == best]
    return naive.Tracks(levels, int(random.choice(highest)) if best >= naive.ALLIANCE_LEVEL else None)


def position(tracks: dict[str, naive.Tracks], players: int, first: dict[str, Any]) -> State:
    """A position with these tracks, seat 0 to move."""
    seats: list[dict[str, Any]] = [
        {"influence": {faction: one.levels[number] for faction, one in tracks.items()}} for number in range(players)
    ]
    holders = {faction: one.holder for faction, one in tracks.items() if one.holder is not None}
    return table({**seats[0], **first}, *seats[1:], alliances=holders)


def facts(state: State, factions: list[str], players: int) -> tuple[Any, ...]:
    """Levels, holders and points."""
    levels = tuple(tuple(seat(state, k)["influence"][one] for k in range(players)) for one in factions)
    return levels, tuple(told(state, "alliances").get(one) for one in factions), tuple(state.scores)


def expected(
    points: list[int], factions: list[str], tracks: dict[str, naive.Tracks], events: list[naive.Event]
) -> tuple[Any, ...]:
    scores = list(points)
    for event in events:
        if event.kind == "vp":
            scores[event.seat] += event.amount
    return tuple(tracks[one].levels for one in factions), tuple(tracks[one].holder for one in factions), tuple(scores)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("card, steps", [("Diplomacy", 1), ("Power Play", 2)])
def test_steps_up_agree_with_the_oracle(players: int, card: str, steps: int) -> None:
    random = np.random.default_rng(10 * players + steps)
    for _ in range(150):
        faction = str(random.choice(list(NAMES)))
        tracks = random_tracks(random, players)
        hand = ["diplomacy" if steps == 1 else "power_play"]
        state = position({faction: tracks}, players, {"hand": hand, "water": 0})
        points = state.scores
        settle(send(state, card, FREE_SPACE[faction]))
        after, events = naive.change_influence(tracks, 0, steps)
        assert facts(state, [faction], players) == expected(points, [faction], {faction: after}, events), tracks
        bonus = sum(event.kind == "bonus" for event in events)
        if faction == "guild":
            assert seat(state, 0)["solari"] == 3 * bonus
        elif faction == "fremen":
            assert seat(state, 0)["water"] == 1 + bonus
        elif faction == "emperor":
            assert seat(state, 0)["garrison"] == 3 + 2 * bonus


def lose_and_gain(state: State, down: str, up: str, heir: int) -> int | None:
    """Shift allegiances; where the old holder has a choice, the ``heir``-th possible seat gets the token."""
    send(state, "Shifting Allegiances", "Secure Contract")
    choose(state, "pay 2 spice")
    if can(state, f"{NAMES[down]} -1"):
        choose(state, f"{NAMES[down]} -1")
    chosen = None
    if can(state, "give the"):
        offers = words(state)
        text = offers[heir % len(offers)]
        chosen = int(text.split("to seat ")[1].split()[0])
        choose(state, text)
    choose(state, f"{NAMES[up]} +2")
    return chosen


@pytest.mark.parametrize("players", [3, 4])
def test_steps_down_and_up_agree_with_the_oracle(players: int) -> None:
    random = np.random.default_rng(players)
    asked = 0
    for _ in range(300):
        down, up = (str(one) for one in random.choice(list(NAMES), 2))
        tracks = {down: random_tracks(random, players)}
        tracks.setdefault(up, random_tracks(random, players))
        if tracks[down].levels[0] == 0:
            continue
        state = position(tracks, players, {"hand": ["shifting_allegiances"], "spice": 2})
        points, factions = state.scores, list(tracks)
        outcomes = naive.step_down(tracks[down], 0)
        chosen = lose_and_gain(state, down, up, int(random.integers(4)))
        assert (chosen is not None) == (len(outcomes) > 1), tracks
        asked += chosen is not None
        lost, events = next(one for one in outcomes if chosen is None or one[0].holder == chosen)
        now = {**tracks, down: lost}
        now[up], more = naive.change_influence(now[up], 0, 2)
        assert facts(state, factions, players) == expected(points, factions, now, events + more), tracks
    assert asked > 3


# --- the end --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4])
def test_winners_and_ranks_agree_with_the_oracle(players: int) -> None:
    random = np.random.default_rng(players)
    shared = 0
    for _ in range(250):
        scores = [naive.Score(9 + int(random.integers(2)), *map(int, random.integers(0, 2, 4))) for _ in range(players)]
        state = table(*(one._asdict() for one in scores), phase="endgame", round=10)
        to_the_end(state)
        won = naive.winners(scores)
        shared += len(won) > 1
        assert told(state, "winners") == won, scores
        assert state.winner == won[0]
        assert ranks(state, players) == naive.ranking(scores), scores
    assert shared > 3


_SLOW: dict[int, PythonEngine] = {}


def ranks(state: State, players: int) -> list[int]:
    """Places as the kernels count them."""
    engine = _SLOW.setdefault(players, PythonEngine(state.game.program))
    tables, record = engine.tables(state.game.tables), load(state.game.state_record, state.raw[0])
    return [engine.functions["rank_of"](tables, record, number) for number in range(players)]
