"""Options that set up a game, shared by every command that plays one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from dune_sim.games.base import Game

GameName = Annotated[str, typer.Argument(metavar="GAME", help="arrakis, imperium or battle", show_default=False)]
Engine = Annotated[str, typer.Option(help="auto, cpp, numba or python; results are identical")]
Seed = Annotated[int, typer.Option(help="fixes all chance; the same seed gives the same games everywhere")]
Json = Annotated[bool, typer.Option("--json", help="print one JSON object instead of tables")]
Players = Annotated[int | None, typer.Option(help="imperium: how many players", show_default=False)]
Leaders = Annotated[
    str | None, typer.Option(help="imperium: leader ids, comma-separated, or random or draft", show_default=False)
]
Mode = Annotated[str | None, typer.Option(help="arrakis: two_player", show_default=False)]
Content = Annotated[
    list[Path] | None,
    typer.Option(help="overlay file that changes or adds cards; may be repeated", show_default=False),
]
GameOrAll = Annotated[
    str | None, typer.Argument(metavar="GAME", help="one game; all of them if left out", show_default=False)
]
Engines = Annotated[
    list[str] | None, typer.Option(help="may be repeated; all that are ready if left out", show_default=False)
]
Policy = Annotated[str, typer.Option(help="who plays: random, or one policy per seat, comma-separated")]


def build(
    name: str,
    engine: str = "auto",
    players: int | None = None,
    leaders: str | None = None,
    mode: str | None = None,
    content: list[Path] | None = None,
) -> Game:
    """The game that the options describe; options the game does not know are refused by name."""
    from dune_sim.api import make

    options: dict[str, Any] = {}
    if players is not None:
        options["players"] = players
    if leaders is not None:
        listed = [one.strip() for one in leaders.split(",")]
        options["leaders"] = leaders if leaders in ("random", "draft") else listed
    if mode is not None:
        options["mode"] = mode
    if content:
        options["content"] = [str(one) for one in content]
    return make(name, engine=engine, **options)


def policies(text: str) -> str | list[str]:
    """``random`` or one name per seat."""
    listed = [one.strip() for one in text.split(",")]
    return listed[0] if len(listed) == 1 else listed
