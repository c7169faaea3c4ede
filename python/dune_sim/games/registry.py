"""The one door: ``dune_sim.make``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any

from dune_sim import engines
from dune_sim.errors import UsageError
from dune_sim.files import read_bytes, read_json
from dune_sim.games.base import Game
from dune_sim.games.checks import check_overlays, is_one_of
from dune_sim.lang.editions import EDITIONS

#: how many games stay at hand for pickles that name them
KEPT = 32
#: game -> module and class
GAMES = {
    "arrakis": ("dune_sim.games.arrakis.game", "ArrakisGame"),
    "battle": ("dune_sim.games.arrakis.battle.game", "BattleGame"),
    "imperium": ("dune_sim.games.imperium.game", "ImperiumGame"),
}


def make(game: str, *, engine: str = "auto", **options: Any) -> Game:
    """A game with its set-up.

    Parameters
    ----------
    game : str
        ``"arrakis"``, ``"imperium"`` or ``"battle"``.
    engine : str
        ``"auto"``, ``"cpp"``, ``"numba"`` or ``"python"``; results are identical.
    **options
        What the game takes, such as ``mode="two_player"`` or ``players=4``.

    Examples
    --------
    >>> import dune_sim
    >>> state = dune_sim.make("battle", attacker="3 standard", defender="2 standard").new(seed=7)
    >>> state.is_over
    False
    """
    return _make(game, engine, options, options_of(check_game(game)))


def _make(game: str, engine: str, options: Mapping[str, Any], known: Sequence[str]) -> Game:
    engines.check_name(engine)
    for option in options:
        if option not in known:
            near = get_close_matches(option, known, 1)
            hint = f"did you mean {near[0]}" if near else f"it takes {', '.join(known) or 'none'}"
            raise UsageError(f"{game} has no option {option!r}; {hint}")
    made: Game = _kind(game)(engine=engine, **options)
    return made


def check_game(game: object) -> str:
    """The name of a game that is here."""
    if not isinstance(game, str) or game not in GAMES:
        near = get_close_matches(str(game), GAMES, 1)
        raise UsageError(
            f"unknown game {game!r}; {'did you mean ' + near[0] if near else 'choose ' + ', '.join(GAMES)}"
        )
    return game


def remake(game: object, options: object, engine: str = "auto") -> Game:
    """A game again from what a file says of its set-up. A file may say the edition as well, which people do not."""
    name = check_game(game)
    if not isinstance(options, dict):
        raise UsageError("its options must be a table")
    for word in ("game", "engine"):
        if word in options:
            raise UsageError(f"{name} has no option {word!r}")
    known = options_of(name)
    if "edition" in signature(_kind(name).__init__).parameters and is_one_of(options.get("edition"), EDITIONS):
        known.append("edition")
    return _make(name, engine, options, known)


def kept(game: str, options: str, engine: str) -> Game:
    """A game by all that defines it, made once: its options as JSON, and what the files of its overlays say now."""
    given = read_json(options, "what a pickle says of its options") if '"content"' in options else {}
    files = check_overlays(given.get("content")) if isinstance(given, dict) else ()
    return _kept(game, options, engine, tuple(sha256(read_bytes(Path(one))).digest() for one in files))


@lru_cache(KEPT)
def _kept(game: str, options: str, engine: str, contents: tuple[bytes, ...]) -> Game:
    return remake(game, read_json(options, "what a pickle says of its options"), engine)


def rules_version_of(game: str) -> int:
    """Version of the rules of a game, without making one."""
    version: int = _kind(game).rules_version
    return version


def options_of(game: str) -> list[str]:
    """Keywords that ``make`` takes for a game."""
    return [name for name in signature(_kind(game).__init__).parameters if name not in ("self", "engine", "edition")]


def _kind(game: str) -> Any:
    module, name = GAMES[game]
    return getattr(import_module(module), name)
