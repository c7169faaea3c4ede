"""Positions with rivals for tests: one turn of theirs, one fight, in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import dune_sim
from dune_sim.games.base import Game
from dune_sim.games.imperium.game import ImperiumGame
from dune_sim.games.state import State
from imperium.table import to_the_end

RIVALS = ("glossu_rabban", "earl_memnon_thorvald")
LEVELS = ("mercenary", "sardaukar", "mentat", "kwisatz_haderach")
#: two agents where nobody minds them: a rival that stands there has no turn left
SPENT = ["secure_contract", "sell_melange"]
#: one agent there: a rival that stands there has one turn left
ONE_LEFT = ["high_council"]
#: a person who is asked what to do next
ASKED = {"hand": ["diplomacy", "dagger"]}


@cache
def solo(
    difficulty: str = "mercenary", rivals: tuple[str, str] = RIVALS, leader: str = "paul_atreides", content: str = ""
) -> ImperiumGame:
    """The solo game, made once; ``content``: an overlay."""
    made = dune_sim.make(
        "imperium", players=1, difficulty=difficulty, rivals=list(rivals), leaders=[leader], content=content or None
    )
    assert isinstance(made, ImperiumGame)
    return made


@cache
def duo(leaders: tuple[str, str] = ("paul_atreides", "glossu_rabban"), content: str = "") -> ImperiumGame:
    """The game for two, made once."""
    made = dune_sim.make("imperium", players=2, leaders=list(leaders), content=content or None)
    assert isinstance(made, ImperiumGame)
    return made


def told(state: State, key: str) -> Any:
    return state.to_dict()[key]


def seat(state: State, number: int) -> dict[str, Any]:
    return dict(state.to_dict()["players"][number])


def have(state: State, number: int, *keys: str) -> tuple[Any, ...]:
    one = seat(state, number)
    return tuple(one[key] for key in keys)


def ids(state: State, kind: str) -> set[str]:
    """Ids of the legal answers of a kind."""
    game = state.game
    return {game.actions[one].name for one in state.legal_actions() if game.actions[one].kind == kind}


def turn_of_rival(
    *cards: str,
    rival: dict[str, Any] | None = None,
    other: dict[str, Any] | None = None,
    person: dict[str, Any] | None = None,
    game: Game | None = None,
    **keys: Any,
) -> State:
    """Rival 1 of the solo game has taken one agent turn with these cards left in the deck; the person is asked."""
    agents = list((rival or {}).get("agents_on", []))
    mine = {**(rival or {}), "agents_on": agents or ONE_LEFT}
    its = {"agents_on": SPENT, **(other or {})}
    deck = {"hagal_deck": counts(cards)} if cards else {}
    chosen = game or solo()
    return chosen.from_dict({"players": [{**ASKED, **(person or {})}, mine, its], "to_move": 1, **deck, **keys})


def turn_of_house(
    *cards: str,
    house: dict[str, Any] | None = None,
    people: tuple[dict[str, Any], dict[str, Any]] = ({}, {}),
    game: Game | None = None,
    **keys: Any,
) -> State:
    """House Hagal has taken one turn; the other player is asked."""
    seats = [{**ASKED, **one} for one in people]
    deck = {"hagal_deck": counts(cards)} if cards else {}
    return (game or duo()).from_dict({"players": [*seats, house or {}], "to_move": 2, **deck, **keys})


def counts(cards: tuple[str, ...]) -> dict[str, int]:
    """Cards with how often they are named."""
    return {card: cards.count(card) for card in cards}


def went(state: State, number: int, before: list[str] | None = None) -> list[str]:
    """Where a rival sent its last agent."""
    return [one for one in seat(state, number)["agents_on"] if one not in (before or [*ONE_LEFT, *SPENT])]


def fought(conflict: str, *players: dict[str, Any], game: Game | None = None, ends: bool = True, **keys: Any) -> State:
    """A conflict played out without combat cards; the game ends with it, as the person has ten points already."""
    seats = [dict(one) for one in players]
    if ends:
        seats[0].setdefault("vp", 10)
    levels = {one.id: one.level for one in (game or solo()).facts.conflicts}
    place = {1: 1, 2: 2, 3: 7}[levels[conflict]]
    known = {"round": place, "conflict": conflict, "phase": "combat", **keys}
    state = (game or solo()).from_dict({"players": seats, **known})
    return to_the_end(state) if ends else state


def along(game: Game, seeds: range, every: int = 1) -> Iterator[State]:
    """Positions along games in which answers are taken in turn."""
    for seed in seeds:
        state, step = game.new(seed), seed
        while not state.is_over:
            if step % every == 0:
                yield state
            legal = state.legal_actions()
            state.apply(legal[7919 * (step + 1) % len(legal)])
            step += 1
        yield state


def overlay(folder: Path, text: str) -> str:
    """The path of an overlay with this text."""
    path = folder / "more.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)
