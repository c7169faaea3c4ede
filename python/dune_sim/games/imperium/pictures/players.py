"""The players' tableaus of the Imperium picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dune_sim.games.imperium.pictures.canvas import Canvas
from dune_sim.games.imperium.pictures.icons import ALERT, INK, LINE, PALE, PAPER, SEAT_COLOURS, WHITE
from dune_sim.games.imperium.words.effects import FACTION_NAMES, Wording
from dune_sim.games.svg import text_width

UNKNOWN = "unknown"
HOUSE_HAGAL = "House Hagal (rival)"
GAP = 10.0
#: a tableau at least so wide has stock and pieces side by side
BROAD = 560.0
#: where the cards of a zone begin beside its name
LABEL = 92.0


def _columns(seats: int) -> int:
    """Tableaus side by side: two for four players, so that the cards have room."""
    return 2 if seats == 4 else seats


def _rows(words: Wording, at: Mapping[str, Any], w: float) -> list[tuple[list[int], float]]:
    """Seats of each row of tableaus, and how high they must be to show every card."""
    seats = len(at["players"])
    columns = _columns(seats)
    wide = _wide(w, columns)
    rows = [list(range(first, min(first + columns, seats))) for first in range(0, seats, columns)]
    return [(row, max(_tableau(Canvas(w, 0, ""), words, at, seat, 0, 0, wide) for seat in row)) for row in rows]


def _wide(w: float, columns: int) -> float:
    return (w - (columns - 1) * GAP) / columns


def players_height(words: Wording, at: Mapping[str, Any], w: float) -> float:
    """How high all tableaus together are."""
    rows = _rows(words, at, w)
    return sum(high for _, high in rows) + GAP * (len(rows) - 1)


def draw_players(canvas: Canvas, words: Wording, at: Mapping[str, Any], x: float, y: float, w: float) -> None:
    """The tableaus of all seats."""
    wide = _wide(w, _columns(len(at["players"])))
    for seats, high in _rows(words, at, w):
        for number, seat in enumerate(seats):
            left = x + number * (wide + GAP)
            fill, _ = SEAT_COLOURS[seat]
            marked = at["to_move"] == seat or seat in at.get("winners", ())
            canvas.rect(left, y, wide, high, PAPER, fill, 8, 4 if marked else 2)
            _tableau(canvas, words, at, seat, left, y, wide)
        y += high + GAP


def _tableau(canvas: Canvas, words: Wording, at: Mapping[str, Any], seat: int, x: float, y: float, w: float) -> float:
    """Leader, stock, pieces and cards of one seat; how high they are."""
    player = at["players"][seat]
    leader = words.content.leaders.get(player["leader"]) if player["leader"] else None
    _head(canvas, at, seat, title_of(words, player), x, y, w)
    line = y + 51
    if leader:
        ability = [] if player["rival"] else [(leader.ability_name, words.ability(leader))]
        for name, tokens in (*ability, (leader.signet_name, words.effects(leader.signet))):
            used = canvas.text(x + 12, line, name, 12, PALE, True) + 8
            line = canvas.run(x + 12 + used, line, tokens, 12.5, w - 24 - used, 3) + 1
    line -= 9
    if w >= BROAD:
        _stock(canvas, player, x + 10, line, w * 0.5)
        _pieces(canvas, at, seat, x + 22 + w * 0.5, line - 4)
        line += 46
    else:
        _stock(canvas, player, x + 10, line, w - 20)
        _pieces(canvas, at, seat, x + 12, line + 36)
        line += 88
    marks = _marks(at, seat)
    if marks:
        canvas.text(x + 12, line + 4, " · ".join(marks), 12, INK, True, width=w - 24)
        line += 19
    return _zones(canvas, words, at, seat, x + 12, line, w - 22) - y


def title_of(words: Wording, player: Mapping[str, Any]) -> str:
    """Who sits here."""
    if player["vp"] is None:
        return HOUSE_HAGAL
    name = words.content.leaders.get(player["leader"]).name if player["leader"] else "leader not chosen"
    return f"{name} (rival)" if player["rival"] else name


def _head(canvas: Canvas, at: Mapping[str, Any], seat: int, leader: str, x: float, y: float, w: float) -> None:
    fill, ink = SEAT_COLOURS[seat]
    canvas.add(f'<path d="M{x:g} {y + 30:g}v-22q0-8 8-8h{w - 16:g}q8 0 8 8v22z" fill="{fill}"/>')
    player, won = at["players"][seat], seat in at.get("winners", ())
    marks = [("first", at["first_player"] == seat), ("to move", at["to_move"] == seat)]
    marks += [("revealed", player["revealed"]), ("won", won)]
    tags = " · ".join(tag for tag, holds in marks if holds)
    canvas.text(x + w - 12, y + 21, tags, 12.5, ink, True, "end")
    canvas.text(x + 12, y + 21, f"{seat}  {leader}", 15, ink, True, width=w - 40 - text_width(tags, 12.5, True))


def _stock(canvas: Canvas, player: Mapping[str, Any], x: float, y: float, w: float) -> None:
    if player["vp"] is None:
        canvas.text(x + 2, y + 22, "collects nothing, scores nothing", 12, PALE)
        return
    things = ("vp", "solari", "spice", "water", *(() if player["rival"] else ("persuasion",)))
    wide = w / len(things)
    for number, kind in enumerate(things):
        left, n = x + number * wide, player[kind]
        canvas.rect(left + 1, y, wide - 3, 32, WHITE, LINE, 5)
        canvas.icon(kind, left + 6, y + 5.5, 21)
        canvas.text(left + 32, y + 22, str(n), 16, INK if n else PALE, True)


def _pieces(canvas: Canvas, at: Mapping[str, Any], seat: int, x: float, y: float) -> None:
    """Agents still to send, and where the troops are."""
    player = at["players"][seat]
    canvas.text(x, y + 11, "agents", 11.5, PALE)
    for number in range(player["agents"]):
        canvas.agent(x - 2 + number * (20 if player["agents"] < 4 else 16), y + 14, 23, seat)
    if not player["agents"]:
        canvas.text(x, y + 31, "none", 12.5, PALE)
    for number, label in enumerate(("garrison", "supply", "conflict")):
        left, n = x + 78 + number * 70, player[label]
        canvas.text(left, y + 11, label, 11.5, PALE)
        canvas.cube(left, y + 18, 16, seat)
        canvas.text(left + 23, y + 32, str(n), 15, INK if n else PALE, True)


def _marks(at: Mapping[str, Any], seat: int) -> list[str]:
    """What a seat holds besides stock, pieces and cards."""
    player = at["players"][seat]
    marks = ["council seat"] if player["council_seat"] else []
    if player["swordmaster"]:
        marks.append("third agent" if player["rival"] else "swordmaster")
    if at["mentat"] == seat or at.get("mentat_next") == seat:
        marks.append("Mentat hired" if at["mentat"] == seat else "Mentat next round")
    marks += [f"{FACTION_NAMES[faction]} alliance" for faction, holder in at["alliances"].items() if holder == seat]
    secret = player["secret_factions"]
    if secret:
        known = [FACTION_NAMES[one] for one in secret if one != UNKNOWN]
        marks.append(f"secret: {', '.join(known)}" if known else f"{len(secret)} secret factions")
    return marks


def hagal_zones(at: Mapping[str, Any], seat: int) -> list[tuple[str, Mapping[str, int]]]:
    """The House Hagal cards, shown with the first rival."""
    if not at["players"][seat]["rival"] or at["players"][seat - 1]["rival"]:
        return []
    last = at["hagal_card"]
    return [("Hagal card", {last: 1} if last else {}), ("Hagal deck", at["hagal_deck"])]


def _zones(canvas: Canvas, words: Wording, at: Mapping[str, Any], seat: int, x: float, y: float, w: float) -> float:
    """Card zones from the most telling to the least; where they end."""
    names, held, player = words.content.cards, words.content.intrigue, at["players"][seat]
    zones: list[tuple[str, Mapping[str, int], Any, str]] = [
        ("hand", player["hand"], names, "#5a4a2e"),
        ("in play", player["in_play"], names, "#2f6b3a"),
        ("intrigue", player["intrigue"], held, "#58307e"),
        ("laid down", player["intrigue_laid"], held, "#58307e"),
        ("set aside", {player["set_aside"]: 1} if player.get("set_aside") else {}, names, ALERT),
        ("discard", player["discard"], names, PALE),
        ("deck", player["deck"], names, PALE),
        ("unseen", player.get("hand_or_deck") or {}, names, PALE),
        *((label, cards, words.content.hagal_cards, "#7c2d12") for label, cards in hagal_zones(at, seat)),
    ]
    line = y + 10
    for label, cards, table, colour in zones:
        if cards or (label in ("hand", "deck") and not player["rival"]):
            line = _zone(canvas, label, cards, table, colour, x, line, w)
    if player["deck_top"]:
        canvas.text(x, line + 4, "deck top", 12, PALE, True)
        seen = ", ".join(names.get(one).name for one in player["deck_top"])
        canvas.text(x + LABEL, line + 4, seen, 12, INK, width=w - LABEL)
        line += 22
    return line - 4


def _zone(
    canvas: Canvas, label: str, cards: Mapping[str, int], table: Any, colour: str, x: float, y: float, w: float
) -> float:
    """A zone as chips, those of the hand with their agent icons; where the next zone begins."""
    canvas.text(x, y + 4, f"{label} {sum(cards.values())}", 12, colour, True)
    left, line = x + LABEL, y
    for name, n in cards.items():
        known = name != UNKNOWN
        text = (table.get(name).name if known else "face down") + (f" ×{n}" if n > 1 else "")
        icons = getattr(table.get(name), "icons", ()) if known and label == "hand" else ()
        wide = text_width(text, 12) + 10 + 15 * len(icons)
        if left + wide > x + w and left > x + LABEL:
            left, line = x + LABEL, line + 22
        canvas.rect(left, line - 10, wide, 20, WHITE if known else "#d9cdb2", colour, 4, 0.8)
        canvas.text(left + 5, line + 4.5, text, 12, INK if known else PALE)
        for number, icon in enumerate(icons):
            canvas.icon(f"icon.{icon}", left + wide - 4 - 15 * (len(icons) - number), line - 7, 14)
        left += wide + 4
    return line + 24
