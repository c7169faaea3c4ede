"""Fixed seeds give the games they gave before; a change of one is a change of the rules and is said in its commit."""

from __future__ import annotations

import pytest

from dune_sim.games.registry import GAMES
from signatures.frozen import FROZEN, PLAYTHROUGHS, STORIES, signature, stored, story


@pytest.mark.parametrize("name", FROZEN)
def test_fixed_seeds_give_the_frozen_games(name: str) -> None:
    assert signature(FROZEN[name]) == stored()[name]


@pytest.mark.parametrize("name", STORIES)
def test_playthroughs_read_as_written(name: str) -> None:
    assert story(name) == (PLAYTHROUGHS / f"{name}.txt").read_text(encoding="utf-8")


def test_every_game_is_frozen_and_told_twice() -> None:
    assert set(stored()) == set(FROZEN)
    assert {one.game for one in FROZEN.values()} == set(GAMES)
    assert {path.stem for path in PLAYTHROUGHS.glob("*.txt")} == set(STORIES)
    for game in GAMES:
        assert sum(FROZEN[setup].game == game for setup, _, _ in STORIES.values()) >= 2
