"""Options that set up a game, shared by every command that plays one."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from dune_sim.errors import UsageError
from dune_sim.games.base import Game

GameName = Annotated[str, typer.Argument(metavar="GAME", help="arrakis, imperium or battle", show_default=False)]
Engine = Annotated[str, typer.Option(help="auto, cpp, numba or python; results are identical")]
Seed = Annotated[int, typer.Option(help="fixes all chance; the same seed gives the same games everywhere")]
Json = Annotated[bool, typer.Option("--json", help="print one JSON object instead of text")]
JsonLines = Annotated[bool, typer.Option("--json", help="print JSON, one object a line, instead of text")]
GameOrAll = Annotated[
    str | None, typer.Argument(metavar="GAME", help="one game; all of them if left out", show_default=False)
]
Engines = Annotated[
    list[str] | None, typer.Option(help="may be repeated; all that are ready if left out", show_default=False)
]
Policy = Annotated[str, typer.Option(help="who plays: a policy such as random, or one for each seat, comma-separated")]


def _flag(name: str, text: str) -> Any:
    return Annotated[bool, typer.Option(name, help=text)]


def _value(kind: Any, text: str) -> Any:
    return Annotated[kind | None, typer.Option(help=text, show_default=False)]


#: keyword of ``make`` -> the type of its flag
FLAGS: dict[str, Any] = {
    "players": _value(int, "imperium: 1 to 4 players; arrakis: 3 or 4 in teams, 1 or 2 in the solo game"),
    "leaders": _value(str, "imperium: random, draft, or leader ids, comma-separated"),
    "modules": _value(str, "imperium: modules, comma-separated"),
    "bindu_passes": _flag("--bindu-passes", "imperium, later ruling: who plays Bindu Suspension must pass"),
    "cleanup_is_no_loss": _flag("--cleanup-is-no-loss", "bloodlines: troops that go home after a fight are not lost"),
    "late_reveal_wins": _flag("--late-reveal-wins", "imperium: among equal players the latest reveal turn wins"),
    "difficulty": _value(str, "imperium for one: mercenary, sardaukar, mentat or kwisatz_haderach"),
    "rivals": _value(str, "imperium for one: leader ids of both rivals, comma-separated; random if left out"),
    "mode": _value(str, "arrakis: two_player, teams or solo"),
    "shared": _value(str, "arrakis in teams: harkonnen, atreides or both; who shares a faction"),
    "all_dropped_bans": _flag("--all-dropped-bans", "arrakis, FAQ: every marker that dropped brings its ban"),
    "arrakeen_wins": _flag("--arrakeen-wins", "arrakis, FAQ: the Atreides win at once when Arrakeen falls"),
    "optional_advance": _flag("--optional-advance", "arrakis, FAQ: a winning attacker may stay where it is"),
    "two_slots": _flag("--two-slots", "arrakis: 2 Harkonnen die slots for deployment and for house"),
    "round_cap": _value(int, "arrakis: a game that lasts longer ends unfinished"),
    "content": _value(list[Path], "overlay file that changes or adds facts; may be repeated"),
}


@dataclass(frozen=True)
class Setup:
    """The set-up that the flags describe, as keywords of ``make``."""

    options: dict[str, Any] = field(default_factory=dict)

    def game(self, name: str, engine: str = "auto") -> Game:
        """The game; options that it does not know are refused by name."""
        from dune_sim.games.registry import make

        return make(name, engine=engine, **self.options)

    def names(self, name: str | None) -> list[str]:
        """The named game, or all of them if the set-up is left as usual."""
        from dune_sim.games.registry import GAMES

        if name is None and self.options:
            raise UsageError(f"say which game {flag(next(iter(self.options)))} is for")
        return [name] if name else list(GAMES)


def flag(option: str) -> str:
    """How a keyword of ``make`` is written in a command."""
    return "--" + option.replace("_", "-")


def read_setup(given: dict[str, Any]) -> Setup:
    """Keywords from flags; those left out stay as usual."""
    chosen = {name: value for name, value in given.items() if value is not None and value is not False and value != []}
    for name in ("leaders", "modules", "rivals"):
        if name in chosen:
            listed = [one.strip() for one in chosen[name].split(",")]
            chosen[name] = listed[0] if listed in (["random"], ["draft"]) else listed
    if "content" in chosen:
        chosen["content"] = [str(one) for one in chosen["content"]]
    return Setup(chosen)


Command = TypeVar("Command", bound=Callable[..., None])


def with_setup(command: Command) -> Command:
    """Give a command the flags of every game; it receives them as one ``setup``."""
    shape = inspect.signature(command, eval_str=True)
    keyword = inspect.Parameter.KEYWORD_ONLY
    flags = [
        inspect.Parameter(name, keyword, default=_usual(kind), annotation=kind) for name, kind in FLAGS.items()
    ]
    kept = [one.replace(kind=keyword) for one in shape.parameters.values() if one.name != "setup"]
    at = [one.name for one in kept].index("as_json") if "as_json" in shape.parameters else len(kept)

    @wraps(command)
    def told(**given: Any) -> None:
        setup = read_setup({name: given.pop(name) for name in FLAGS})
        command(**given, setup=setup)

    told.__signature__ = shape.replace(parameters=[*kept[:at], *flags, *kept[at:]])  # type: ignore[attr-defined]
    told.__annotations__ = {}
    return told  # type: ignore[return-value]


def _usual(kind: Any) -> bool | None:
    return False if kind.__origin__ is bool else None
