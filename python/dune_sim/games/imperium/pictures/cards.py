"""Conflict, Imperium row, reserve and score track of the Imperium picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dune_sim.games.imperium.content.models import Card
from dune_sim.games.imperium.pictures.canvas import Canvas, line_count
from dune_sim.games.imperium.pictures.icons import ICON_COLOURS, INK, LINE, PALE, PAPER, SEAT_COLOURS, WHITE
from dune_sim.games.imperium.words.effects import Token, Wording
from dune_sim.games.svg import text_width

#: size of the words of a card, and where they begin beside the name of their box
TYPE, LABEL = 13.0, 64.0
CARD_EDGE = {"imperium": "#8a7440", "starter": "#6f675a", "reserve": "#40708a"}


def draw_score(canvas: Canvas, at: Mapping[str, Any], x: float, y: float, w: float) -> None:
    """The score track from 0 to 12 and beyond; points above the printed end stand on the last field."""
    fields = 13
    wide = w / fields
    for points in range(fields):
        left = x + points * wide
        won = points >= 10
        canvas.rect(left + 1, y, wide - 2, 44, "#f3e3b4" if won else "#f1eadb", LINE, 4)
        said = "12+" if points == 12 else str(points)
        canvas.text(left + wide / 2, y + 13, said, 12, INK if won else PALE, won, "middle")
        scored = {seat: player["vp"] for seat, player in enumerate(at["players"]) if player["vp"] is not None}
        here = [seat for seat, vp in scored.items() if min(max(vp, 0), 12) == points]
        for slot, seat in enumerate(here):
            canvas.disc(left + wide / 2 + (slot - (len(here) - 1) / 2) * 21, y + 30, 10, seat)
    canvas.text(x + 8, y + 13, "VP", 11, PALE)


def draw_conflict(
    canvas: Canvas, words: Wording, at: Mapping[str, Any], x: float, y: float, w: float, h: float
) -> None:
    """The conflict card with its rewards, and who fights with what."""
    canvas.rect(x, y, w, h, PAPER, "#7c2d12", 8, 2)
    left, seats = at["conflict_deck_size"], len(at["players"])
    canvas.text(x + 10, y + 19, "Conflict", 14, "#7c2d12", True)
    canvas.text(x + w - 10, y + 18, f"{left} conflict card{'' if left == 1 else 's'} to come", 12, PALE, anchor="end")
    wide = w * 0.46
    _conflict_card(canvas, words, at["conflict"], seats, x + 10, y + 28, wide, h - 37)
    row = (h - 33) / seats
    for seat, player in enumerate(at["players"]):
        _fighter(canvas, seat, player, x + wide + 20, y + 28 + seat * row, w - wide - 30, row - 5)


def _conflict_card(
    canvas: Canvas, words: Wording, conflict: str | None, players: int, x: float, y: float, w: float, h: float
) -> None:
    canvas.rect(x, y, w, h, WHITE, "#7c2d12", 6, 1.5)
    if conflict is None:
        canvas.text(x + w / 2, y + h / 2, "no conflict yet", 12, PALE, anchor="middle")
        return
    card = words.content.conflicts.get(conflict)
    canvas.text(x + 10, y + 20, card.name, 15, INK, True, width=w - 60)
    canvas.text(x + w - 10, y + 20, "I" * card.level, 15, "#7c2d12", True, "end")
    step = (h - 30) / 3
    rewarded = words.content.players(players).rewarded_places
    for place, reward in enumerate(card.rewards):
        middle = y + 28 + (place + 0.5) * step
        canvas.circle(x + 20, middle, 11, ("#c9971c", "#8f98a3", "#a8683a")[place])
        canvas.text(x + 20, middle + 4.5, str(place + 1), 13, WHITE, True, "middle")
        tokens: list[Token] = words.effects(reward)
        if place >= rewarded:
            tokens = [*tokens, "(tie for 2nd only)"]
        many = line_count(tokens, 13.5, w - 50) > 1
        canvas.run(x + 40, middle - (5 if many else -5), tokens, 13.5, w - 50, 2, PALE if place >= rewarded else INK)


def _fighter(canvas: Canvas, seat: int, player: Mapping[str, Any], x: float, y: float, w: float, h: float) -> None:
    fill, ink = SEAT_COLOURS[seat]
    fights = bool(player["conflict"])
    canvas.rect(x, y, w, h, "#f1eadb" if fights else "#f7f2e6", fill if fights else LINE, 5, 1.5)
    canvas.rect(x, y, 24, h, fill, "none", 4)
    middle, side = y + h / 2, 14
    canvas.text(x + 12, middle + 5, str(seat), 14, ink, True, "middle")
    for number in range(player["conflict"]):
        column, line = number % 6, number // 6
        rise = side + 1 if player["conflict"] > 6 else side / 2
        canvas.cube(x + 34 + column * (side + 3), middle - rise + line * (side + 2), side, seat)
    if not fights:
        canvas.text(x + 34, middle + 4.5, "no troops", 12, PALE)
    if player["swords"]:
        canvas.text(x + 146, middle + 5, f"+{player['swords']}", 14, INK, True)
        canvas.icon("swords", x + 148 + text_width(f"+{player['swords']}", 14, True), middle - 9, 19)
    canvas.text(x + w - 46, middle + 4.5, "strength", 12, PALE, anchor="end")
    canvas.text(x + w - 10, middle + 7, str(player["strength"]), 20, INK if player["strength"] else PALE, True, "end")


def _piles(words: Wording) -> list[Card]:
    return [card for card in words.content.cards if card.kind == "reserve"]


def row_height(words: Wording, at: Mapping[str, Any], w: float) -> float:
    """How high the row must be to show its cards whole."""
    wide = _each(w, len(at["row"]))
    return 34 + max([60.0, *(card_height(words, words.content.cards.get(one), wide) for one in at["row"] if one)])


def reserve_height(words: Wording, w: float) -> float:
    """How high the reserve piles must be."""
    piles = _piles(words)
    return 34 + max([40.0, *(card_height(words, one, _each(w, len(piles))) for one in piles)])


def _each(w: float, number: int) -> float:
    """Width of each of several cards side by side."""
    return (w - 8) / max(number, 1) - 8


def draw_row(canvas: Canvas, words: Wording, at: Mapping[str, Any], x: float, y: float, w: float, h: float) -> None:
    """The open cards of the row."""
    _titled(canvas, "Imperium row", CARD_EDGE["imperium"], x, y, w, h)
    canvas.text(x + w - 10, y + 18, f"deck {at['imperium_deck_size']}", 12, PALE, anchor="end")
    each = _each(w, len(at["row"]))
    for number, name in enumerate(at["row"]):
        left = x + 8 + number * (each + 8)
        if name is None:
            canvas.rect(left, y + 26, each, h - 34, "none", LINE, 5)
            canvas.text(left + each / 2, y + h / 2, "empty", 12, PALE, anchor="middle")
        else:
            draw_card(canvas, words, words.content.cards.get(name), left, y + 26, each, h - 34)


def draw_reserve(canvas: Canvas, words: Wording, at: Mapping[str, Any], x: float, y: float, w: float, h: float) -> None:
    """The reserve piles."""
    _titled(canvas, "Reserve", CARD_EDGE["reserve"], x, y, w, h)
    piles = _piles(words)
    each = _each(w, len(piles))
    for number, card in enumerate(piles):
        left = x + 8 + number * (each + 8)
        draw_card(canvas, words, card, left, y + 26, each, h - 34, at["reserve"].get(card.id, 0))


def _titled(canvas: Canvas, title: str, colour: str, x: float, y: float, w: float, h: float) -> None:
    canvas.rect(x, y, w, h, PAPER, colour, 8, 2)
    canvas.text(x + 10, y + 19, title, 14, colour, True)


def _boxes(words: Wording, card: Card) -> list[tuple[str, list[Token], str]]:
    """What a card does, with the label and colour of each of its boxes."""
    boxes = [
        ("agent", card.agent, "#5a4a2e"),
        ("reveal", card.reveal, "#2a5fa5"),
        ("acquire", card.acquire, "#2f6b3a"),
        ("trash", card.on_trash, "#8a2f12"),
    ]
    return [(label, words.effects(effects), colour) for label, effects, colour in boxes if effects]


def card_height(words: Wording, card: Card, w: float) -> float:
    """How high a card must be to show everything on it."""
    lines = sum(line_count(tokens, TYPE, w - LABEL - 8) for _, tokens, _ in _boxes(words, card))
    return 30 + lines * TYPE * 1.45


def draw_card(
    canvas: Canvas, words: Wording, card: Card, x: float, y: float, w: float, h: float, pile: int | None = None
) -> None:
    """One card: title, icons, price, agent box, reveal box and what acquiring it gives."""
    canvas.rect(x, y, w, h, WHITE, CARD_EDGE[card.kind], 5, 1.3)
    if card.factions:
        band = w / len(card.factions)
        for number, faction in enumerate(card.factions):
            canvas.rect(x + number * band, y, band, 4, ICON_COLOURS[faction], "none", 0)
    title = card.name if pile is None else f"{card.name} ×{pile}"
    spent = 24 if card.cost is not None else 0
    icons = len(card.icons) * 16
    canvas.text(x + 8, y + 20, title, 13.5, INK, True, width=w - 18 - icons - spent)
    for number, icon in enumerate(card.icons):
        canvas.icon(f"icon.{icon}", x + w - 8 - spent - icons + number * 16, y + 8, 15)
    if card.cost is not None:
        canvas.icon("persuasion", x + w - 28, y + 4, 24)
        canvas.text(x + w - 16, y + 20.5, str(card.cost), 12.5, WHITE, True, "middle")
    line = y + 41
    for label, tokens, colour in _boxes(words, card):
        canvas.text(x + 8, line, label, 11.5, colour, True)
        line = canvas.run(x + LABEL, line, tokens, TYPE, w - LABEL - 8)
