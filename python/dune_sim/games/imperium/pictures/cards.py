"""Conflict, Imperium row, reserve and score track of the Imperium picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dune_sim.games.imperium.content.models import Card
from dune_sim.games.imperium.pictures.canvas import Canvas
from dune_sim.games.imperium.pictures.icons import ICON_COLOURS, INK, LINE, PALE, PAPER, SEAT_COLOURS, WHITE
from dune_sim.games.imperium.words.effects import Token, Wording
from dune_sim.games.svg import text_width

CARD_EDGE = {"imperium": "#8a7440", "starter": "#6f675a", "reserve": "#40708a"}


def draw_score(canvas: Canvas, at: Mapping[str, Any], x: float, y: float, w: float) -> None:
    """The score track from 0 to 12 and beyond; points above the printed end stand on the last field."""
    fields = 13
    wide = w / fields
    for points in range(fields):
        left = x + points * wide
        canvas.rect(left + 1, y, wide - 2, 40, "#f3e3b4" if points >= 10 else "#f1eadb", LINE, 4)
        canvas.text(
            left + wide / 2,
            y + 11,
            "12+" if points == 12 else str(points),
            9,
            INK if points >= 10 else PALE,
            points >= 10,
            "middle",
        )
        here = [seat for seat, player in enumerate(at["players"]) if min(max(player["vp"], 0), 12) == points]
        for slot, seat in enumerate(here):
            canvas.disc(
                left + wide / 2 + (slot - (len(here) - 1) / 2) * min(14, wide / max(len(here), 1)), y + 26, 8, seat
            )


def draw_conflict(
    canvas: Canvas, words: Wording, at: Mapping[str, Any], x: float, y: float, w: float, h: float
) -> None:
    """The conflict card with its rewards, and who fights with what."""
    canvas.rect(x, y, w, h, PAPER, "#7c2d12", 8, 2)
    left = at["conflict_deck_size"]
    canvas.text(x + 10, y + 18, "Conflict", 13, "#7c2d12", True)
    canvas.text(x + w - 10, y + 17, f"{left} conflict card{'' if left == 1 else 's'} to come", 10, PALE, anchor="end")
    wide = w * 0.42
    _conflict_card(canvas, words, at["conflict"], len(at["players"]), x + 10, y + 28, wide, h - 38)
    row = (h - 42) / 4
    for seat, player in enumerate(at["players"]):
        _fighter(canvas, words, at, seat, player, x + wide + 22, y + 30 + seat * row, w - wide - 32, row - 4)


def _conflict_card(
    canvas: Canvas, words: Wording, conflict: str | None, players: int, x: float, y: float, w: float, h: float
) -> None:
    canvas.rect(x, y, w, h, WHITE, "#7c2d12", 6, 1.5)
    if conflict is None:
        canvas.text(x + w / 2, y + h / 2, "no conflict yet", 12, PALE, anchor="middle")
        return
    card = words.content.conflicts.get(conflict)
    canvas.text(x + 10, y + 21, card.name, 14, INK, True, width=w - 60)
    canvas.text(x + w - 10, y + 21, "I" * card.level, 14, "#7c2d12", True, "end")
    step = (h - 34) / 3
    rewarded = words.content.players(players).rewarded_places
    for place, reward in enumerate(card.rewards):
        top = y + 32 + place * step
        canvas.circle(x + 20, top + step / 2 - 3, 11, ("#c9971c", "#8f98a3", "#a8683a")[place])
        canvas.text(x + 20, top + step / 2 + 1.5, str(place + 1), 12, WHITE, True, "middle")
        tokens: list[Token] = words.effects(reward)
        if place >= rewarded:
            tokens = [*tokens, "(tie for 2nd only)"]
        canvas.run(
            x + 40,
            top + step / 2 + (2 if step < 44 else -3),
            tokens,
            12,
            w - 50,
            max(1, int(step / 17)),
            PALE if place >= rewarded else INK,
        )


def _fighter(
    canvas: Canvas,
    words: Wording,
    at: Mapping[str, Any],
    seat: int,
    player: Mapping[str, Any],
    x: float,
    y: float,
    w: float,
    h: float,
) -> None:
    fill, ink = SEAT_COLOURS[seat]
    canvas.rect(
        x, y, w, h, "#f1eadb" if player["conflict"] else "#f7f2e6", fill if player["conflict"] else LINE, 5, 1.5
    )
    canvas.rect(x, y, 24, h, fill, "none", 4)
    canvas.text(x + 12, y + h / 2 + 5, str(seat), 14, ink, True, "middle")
    middle = y + h / 2
    side = 15
    for number in range(player["conflict"]):
        column, line = number % 6, number // 6
        canvas.cube(x + 34 + column * (side + 3), middle - side - 1 + line * (side + 3), side, seat)
    if not player["conflict"]:
        canvas.text(x + 34, middle + 4, "no troops", 10, PALE)
    if player["swords"]:
        canvas.text(x + 162, middle + 5, f"+{player['swords']}", 12, INK, True)
        canvas.icon("swords", x + 164 + text_width(f"+{player['swords']}", 12, True), middle - 9, 18)
    canvas.text(x + w - 12, middle + 2, str(player["strength"]), 22, INK if player["strength"] else PALE, True, "end")
    canvas.text(x + w - 12, middle + 15, "strength", 8.5, PALE, anchor="end")


def draw_row(canvas: Canvas, words: Wording, at: Mapping[str, Any], x: float, y: float, w: float, h: float) -> None:
    """The open cards of the row above the reserve piles."""
    canvas.rect(x, y, w, h, PAPER, CARD_EDGE["imperium"], 8, 2)
    canvas.text(x + 10, y + 18, "Imperium row", 13, CARD_EDGE["imperium"], True)
    canvas.text(x + w - 10, y + 17, f"deck {at['imperium_deck_size']}", 10, PALE, anchor="end")
    piles = [card for card in words.content.cards if card.kind == "reserve"]
    shares = len(at["row"]) + 0.62 * len(piles)
    each = (h - 54) / max(shares, 1)
    top = y + 27
    for name in at["row"]:
        if name is None:
            canvas.rect(x + 8, top, w - 16, each - 6, "none", LINE, 5)
            canvas.text(x + w / 2, top + each / 2, "empty", 11, PALE, anchor="middle")
        else:
            draw_card(canvas, words, words.content.cards.get(name), x + 8, top, w - 16, each - 6)
        top += each
    canvas.text(x + 10, top + 12, "Reserve", 12, CARD_EDGE["reserve"], True)
    top += 19
    for card in piles:
        draw_card(canvas, words, card, x + 8, top, w - 16, each * 0.62 - 5, at["reserve"].get(card.id, 0))
        top += each * 0.62


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
    spent = 22 if card.cost is not None else 0
    icons = len(card.icons) * 15
    canvas.text(x + 8, y + 17, title, 12, INK, True, width=w - 22 - icons - spent)
    for number, icon in enumerate(card.icons):
        canvas.icon(f"icon.{icon}", x + w - 10 - spent - icons + number * 15, y + 6, 14)
    if card.cost is not None:
        canvas.icon("persuasion", x + w - 26, y + 3, 22)
        canvas.text(x + w - 15, y + 18, str(card.cost), 11, WHITE, True, "middle")
    boxes = [
        ("agent", card.agent, "#5a4a2e"),
        ("reveal", card.reveal, "#2a5fa5"),
        ("acquire", card.acquire, "#2f6b3a"),
        ("trash", card.on_trash, "#8a2f12"),
    ]
    shown = [(label, words.effects(effects), colour) for label, effects, colour in boxes if effects]
    line = y + 35
    for number, (label, tokens, colour) in enumerate(shown):
        canvas.text(x + 8, line, label, 9, colour, True)
        spare = int((y + h + 9 - line) / 16.5) - (len(shown) - number - 1)
        line = canvas.run(x + 60, line, tokens, 11.5, w - 68, max(1, min(3, spare)))
