"""The players' tableaus of the Imperium picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dune_sim.games.imperium.pictures.canvas import Canvas
from dune_sim.games.imperium.pictures.icons import ALERT, INK, LINE, PALE, PAPER, SEAT_COLOURS, WHITE
from dune_sim.games.imperium.words.effects import FACTION_NAMES, Wording
from dune_sim.games.svg import text_width

UNKNOWN = "unknown"
#: where the cards of a tableau begin
ZONES_TOP = 164.0


def draw_player(
    canvas: Canvas, words: Wording, at: Mapping[str, Any], seat: int, x: float, y: float, w: float, h: float
) -> None:
    """Leader, stock, pieces and cards of one seat."""
    player = at["players"][seat]
    fill, ink = SEAT_COLOURS[seat]
    moving = at["to_move"] == seat
    canvas.rect(x, y, w, h, PAPER, fill, 8, 4 if moving or seat in at.get("winners", ()) else 2)
    canvas.add(f'<path d="M{x:g} {y + 30:g}v-22q0-8 8-8h{w - 16:g}q8 0 8 8v22z" fill="{fill}"/>')
    leader = words.content.leaders.get(player["leader"]) if player["leader"] else None
    canvas.text(
        x + 10, y + 21, f"{seat}  {leader.name if leader else 'leader not chosen'}", 14, ink, True, width=w - 118
    )
    won = seat in at.get("winners", ())
    tags = [("first", at["first_player"] == seat), ("to move", moving), ("revealed", player["revealed"]), ("won", won)]
    canvas.text(x + w - 10, y + 20, " · ".join(tag for tag, holds in tags if holds), 10, ink, True, "end")
    if leader:
        line = y + 45
        for name, tokens in (
            (leader.ability_name, words.ability(leader)),
            (leader.signet_name, words.effects(leader.signet)),
        ):
            used = canvas.text(x + 10, line, name, 9.5, PALE, True) + 8
            line = canvas.run(x + 10 + used, line, tokens, 9.5, w - 20 - used, 2) + 1
    _stock(canvas, player, x + 8, y + 82, w - 16)
    _pieces(canvas, at, seat, x + 8, y + 118, w - 16)
    _zones(canvas, words, player, x + 10, y + ZONES_TOP, w - 20, h - ZONES_TOP - 6)


def player_height(words: Wording, player: Mapping[str, Any], w: float) -> float:
    """How high a tableau must be to show every card."""
    used = _zones(Canvas(w, 0, ""), words, player, 0, 0, w - 20, float("inf"))
    return ZONES_TOP + used + 6


def _stock(canvas: Canvas, player: Mapping[str, Any], x: float, y: float, w: float) -> None:
    things = [
        ("vp", player["vp"]),
        ("solari", player["solari"]),
        ("spice", player["spice"]),
        ("water", player["water"]),
        ("persuasion", player["persuasion"]),
    ]
    wide = w / len(things)
    for number, (kind, n) in enumerate(things):
        left = x + number * wide
        canvas.rect(left + 1, y, wide - 2, 30, WHITE, LINE, 5)
        canvas.icon(kind, left + 6, y + 5, 20)
        canvas.text(left + 32, y + 21, str(n), 15, INK if n else PALE, True)


def _pieces(canvas: Canvas, at: Mapping[str, Any], seat: int, x: float, y: float, w: float) -> None:
    player = at["players"][seat]
    canvas.text(x + 2, y + 10, "agents ready", 8.5, PALE)
    for number in range(player["agents"]):
        canvas.agent(x + 1 + number * 20, y + 13, 21, seat)
    if not player["agents"]:
        canvas.text(x + 2, y + 28, "none", 10, PALE)
    parts = [("garrison", player["garrison"]), ("supply", player["supply"]), ("conflict", player["conflict"])]
    for number, (label, n) in enumerate(parts):
        left = x + 88 + number * 62
        canvas.text(left, y + 10, label, 8.5, PALE)
        canvas.cube(left, y + 16, 16, seat)
        canvas.text(left + 22, y + 30, str(n), 14, INK if n else PALE, True)
    left = x + 276
    marks = [
        name
        for name, holds in (("council seat", player["council_seat"]), ("swordmaster", player["swordmaster"]))
        if holds
    ]
    marks += (
        ["Mentat hired"] if at["mentat"] == seat else ["Mentat next round"] if at.get("mentat_next") == seat else []
    )
    marks += [f"{FACTION_NAMES[faction]} alliance" for faction, holder in at["alliances"].items() if holder == seat]
    secret = player["secret_factions"]
    if secret:
        known = [FACTION_NAMES[one] for one in secret if one != UNKNOWN]
        marks.append(f"secret: {', '.join(known)}" if known else f"{len(secret)} secret factions")
    if marks:
        size = 8.5
        for number, mark in enumerate(marks[:4]):
            canvas.text(left, y + 8 + number * 10.5, mark, size, INK, True, width=x + w - left)


def _zones(canvas: Canvas, words: Wording, player: Mapping[str, Any], x: float, y: float, w: float, h: float) -> float:
    """Card zones from the most telling to the least, then the size of the deck; how high they are."""
    names, held = words.content.cards, words.content.intrigue
    top = player["deck_top"]
    zones: list[tuple[str, Mapping[str, int], Any, str]] = [
        ("hand", player["hand"], names, "#5a4a2e"),
        ("in play", player["in_play"], names, "#2f6b3a"),
        ("intrigue", player["intrigue"], held, "#58307e"),
        ("laid down", player["intrigue_laid"], held, "#58307e"),
        ("set aside", {player["set_aside"]: 1} if player.get("set_aside") else {}, names, ALERT),
        ("discard", player["discard"], names, PALE),
        ("unseen", player.get("hand_or_deck", {}), names, PALE),
    ]
    line = y + 8
    for label, cards, table, colour in zones:
        if cards or label not in ("laid down", "set aside", "unseen"):
            line = _zone(canvas, label, cards, table, colour, x, line, w)
    seen = f", from the top: {', '.join(names.get(one).name for one in top)}" if top else ""
    canvas.text(x, y + h - 4, f"deck {sum(player['deck'].values())}{seen}", 10, PALE, True, width=w)
    return line - y + 4


def _zone(
    canvas: Canvas,
    label: str,
    cards: Mapping[str, int],
    table: Any,
    colour: str,
    x: float,
    y: float,
    w: float,
) -> float:
    """A zone as chips with their agent icons; where the next zone begins."""
    canvas.text(x, y + 4, f"{label} {sum(cards.values())}", 10, colour, True)
    left, line = x + 84, y
    for name, n in cards.items():
        known = name != UNKNOWN
        text = (table.get(name).name if known else "face down") + (f" ×{n}" if n > 1 else "")
        icons = getattr(table.get(name), "icons", ()) if known and label == "hand" else ()
        wide = text_width(text, 10) + 10 + 13 * len(icons)
        if left + wide > x + w:
            left, line = x + 84, line + 20
        canvas.rect(left, line - 9, wide, 18, WHITE if known else "#d9cdb2", colour, 4, 0.8)
        canvas.text(left + 5, line + 4, text, 10, INK if known else PALE)
        for number, icon in enumerate(icons):
            canvas.icon(f"icon.{icon}", left + wide - 4 - 13 * (len(icons) - number), line - 6, 12)
        left += wide + 4
    return line + 22
