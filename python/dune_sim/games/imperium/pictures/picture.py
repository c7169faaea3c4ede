"""A position of Dune: Imperium as one picture: board, tracks, conflict, row and every player's tableau."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dune_sim.games.imperium.content.models import ImperiumContent
from dune_sim.games.imperium.pictures.board import draw_factions, draw_group
from dune_sim.games.imperium.pictures.canvas import Canvas
from dune_sim.games.imperium.pictures.cards import draw_conflict, draw_row, draw_score
from dune_sim.games.imperium.pictures.icons import INK, SAND
from dune_sim.games.imperium.pictures.players import draw_player, player_height
from dune_sim.games.imperium.words.effects import Wording

WIDTH, LEAST_TABLEAU = 1720, 366.0
EDGE, GAP = 14, 10
PHASES = {
    "leaders": "set-up",
    "round_start": "round start",
    "turns": "player turns",
    "combat": "combat",
    "makers": "makers",
    "recall": "recall",
    "endgame": "endgame",
    "over": "game over",
}


def picture(content: ImperiumContent, position: Mapping[str, Any]) -> str:
    """Draw a position in its readable form; large hands and discard piles make it higher."""
    words = Wording(content)
    title = headline(content, position)
    top, high, seats = 62, 718, len(position["players"])
    wide = (WIDTH - 2 * EDGE - (seats - 1) * GAP) / seats
    tableau = max(LEAST_TABLEAU, *(player_height(words, one, wide) for one in position["players"]))
    height = round(top + high + GAP + tableau + EDGE)
    canvas = Canvas(WIDTH, height, title)
    canvas.rect(0, 0, WIDTH, height, SAND, radius=0)
    canvas.text(EDGE, 38, title, 19, INK, True, width=980)
    draw_score(canvas, position, 1010, 12, WIDTH - 1010 - EDGE)
    draw_factions(canvas, words, position, EDGE, top, 400, high)
    _middle(canvas, words, position, EDGE + 400 + GAP, top, 868, high)
    right = EDGE + 400 + GAP + 868 + GAP
    draw_row(canvas, words, position, right, top, WIDTH - right - EDGE, high)
    for seat in range(seats):
        draw_player(
            canvas,
            words,
            position,
            seat,
            EDGE + seat * (wide + GAP),
            top + high + GAP,
            wide,
            tableau,
        )
    return canvas.finish()


def headline(content: ImperiumContent, position: Mapping[str, Any]) -> str:
    """Round, phase and who decides, in one line."""
    parts = ["Dune: Imperium", f"round {position['round']}", PHASES.get(position["phase"], position["phase"])]
    seat = position["to_move"]
    if seat is not None:
        turn = position["turn_of"]
        if position["phase"] == "turns" and turn != seat:
            parts.append(f"turn of seat {turn}")
        parts.append(f"{_named(content, position, seat)} decides")
    won = [_named(content, position, seat) for seat in position.get("winners", ())]
    if won:
        parts.append(f"{' and '.join(won)} won")
    viewer = position.get("viewer")
    return " · ".join([*parts, *([f"as seat {viewer} sees it"] if viewer is not None else [])])


def _named(content: ImperiumContent, position: Mapping[str, Any], seat: int) -> str:
    leader = position["players"][seat]["leader"]
    return f"seat {seat}{f' ({content.leaders.get(leader).name})' if leader else ''}"


def _middle(
    canvas: Canvas, words: Wording, position: Mapping[str, Any], x: float, y: float, w: float, h: float
) -> None:
    row = 132
    draw_group(canvas, words, position, "landsraad", x, y, w, row)
    small = (w - GAP) * 2 / 5
    draw_group(canvas, words, position, "choam", x, y + row + GAP, small, row)
    draw_group(canvas, words, position, "desert", x + small + GAP, y + row + GAP, w - small - GAP, row)
    draw_group(canvas, words, position, "city", x, y + 2 * (row + GAP), w, row)
    top = y + 3 * (row + GAP)
    draw_conflict(canvas, words, position, x, top, w, y + h - top)
