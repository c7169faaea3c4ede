"""A position of Dune: Imperium as one picture: board, tracks, conflict, row and every player's tableau."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dune_sim.games.imperium.content.models import ImperiumContent
from dune_sim.games.imperium.pictures.board import draw_factions, draw_groups
from dune_sim.games.imperium.pictures.canvas import Canvas
from dune_sim.games.imperium.pictures.cards import (
    draw_conflict,
    draw_reserve,
    draw_row,
    draw_score,
    reserve_height,
    row_height,
)
from dune_sim.games.imperium.pictures.icons import INK, SAND
from dune_sim.games.imperium.pictures.legend import draw_legend
from dune_sim.games.imperium.pictures.players import draw_players, players_height
from dune_sim.games.imperium.words.effects import Wording

#: narrow enough that its words can be read where a page shows it 900 pixels wide
WIDTH = 1280
EDGE, GAP = 14, 10
#: heights of the bands from the top down, and the width of the legend
HEAD, SCORE, FACTIONS, SPACES, CONFLICT, LEGEND = 70, 44, 202, 136, 186, 424
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


def picture(content: ImperiumContent, position: Mapping[str, Any], question: str = "") -> str:
    """Draw a position in its readable form and what is asked; large hands and discard piles make it higher."""
    words, wide = Wording(content), WIDTH - 2 * EDGE
    cards, piles = row_height(words, position, wide), reserve_height(words, wide)
    bands = [SCORE, FACTIONS, SPACES, SPACES, CONFLICT, cards, piles, players_height(words, position, wide)]
    height = round(HEAD + sum(bands) + GAP * len(bands) + EDGE - GAP)
    canvas = Canvas(WIDTH, height, headline(content, position))
    canvas.rect(0, 0, WIDTH, height, SAND, radius=0)
    canvas.text(EDGE, 32, canvas.title, 19, INK, True, width=wide)
    canvas.text(EDGE, 57, question or _outcome(position), 16, INK, width=wide)
    tops = [HEAD + sum(bands[:k]) + GAP * k for k in range(len(bands))]
    draw_score(canvas, position, EDGE, tops[0], wide)
    draw_factions(canvas, words, position, EDGE, tops[1], wide, FACTIONS)
    draw_groups(canvas, words, position, ("landsraad", "choam"), EDGE, tops[2], wide, SPACES)
    draw_groups(canvas, words, position, ("desert", "city"), EDGE, tops[3], wide, SPACES)
    draw_conflict(canvas, words, position, EDGE, tops[4], wide - LEGEND - GAP, CONFLICT)
    draw_legend(canvas, EDGE + wide - LEGEND, tops[4], LEGEND, CONFLICT)
    draw_row(canvas, words, position, EDGE, tops[5], wide, cards)
    draw_reserve(canvas, words, position, EDGE, tops[6], wide, piles)
    draw_players(canvas, words, position, EDGE, tops[7], wide)
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


def _outcome(position: Mapping[str, Any]) -> str:
    """The points of a finished game."""
    scores = {seat: one["vp"] for seat, one in enumerate(position["players"]) if one["vp"] is not None}
    points = ", ".join(f"seat {seat} {vp}" for seat, vp in scores.items())
    return f"Victory points: {points}" if position.get("winners") else ""


def _named(content: ImperiumContent, position: Mapping[str, Any], seat: int) -> str:
    leader = position["players"][seat]["leader"]
    return f"seat {seat}{f' ({content.leaders.get(leader).name})' if leader else ''}"
