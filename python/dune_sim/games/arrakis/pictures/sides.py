"""What belongs to a faction, beside the map: dice, leaders, tank, hand, deck and pool."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dune_sim.games.arrakis.pictures import shapes as draw
from dune_sim.games.arrakis.pictures.boards import Laid, boards_of
from dune_sim.games.arrakis.pictures.legions import pool_words, vehicle_words
from dune_sim.games.arrakis.pictures.map import SHORT
from dune_sim.games.arrakis.pictures.panels import MUTED, PANEL, Inner
from dune_sim.games.arrakis.pictures.shapes import SIDES
from dune_sim.games.arrakis.tables.names import FACES, FACTIONS
from dune_sim.games.svg import text_width

#: where the words beside a heading begin, and their size
LABEL, TYPE = 88.0, 12.5
#: where the spaces of the tank begin
TANK = 48.0
UNKNOWN = "unknown "
#: height of the dice and the tank of one board
HIGH = 106.0


def side_panel(content: Any, position: dict[str, Any], who: int, extra: float = 0) -> Inner:
    """Dice, Bene Gesserit tokens, leaders, tank, hand, deck and pool of a faction; ``extra`` stays empty."""
    faction = FACTIONS[who]
    parts, y = _boards(content, position, who)
    usable = "may be used" if position["atomics"]["uses"] else ""
    spent = ", ".join(SHORT[one] for one in position["exhausted"] if _owner(content, one) == faction)
    rows = [
        ("ready", _aside(position, who, "aside")),
        ("later", _aside(position, who, "later")),
        ("exhausted", spent),
        ("not in play", _aside(position, who, "out")),
        ("removed", _aside(position, who, "gone")),
        ("pool", pool_words(content, position, who)),
        ("vehicles", f"off the map: {vehicle_words(content, position)}") if who == 0 else ("atomics", usable),
    ]
    for head, said in rows:
        if said:
            shown, y = _row(head, said, y)
            parts.append(shown)
    for board in boards_of(content, position, who):
        shown, y = _hand(content, position["hands"][board.id], who, y + 6, board.title if board.shared else "")
        parts.append(shown)
    decks = [card for board in boards_of(content, position, who) for card in position["decks"][board.id]]
    deck, y = _deck(content, decks, y + 4)
    return "".join([*parts, deck]), y + extra


def _boards(content: Any, position: dict[str, Any], who: int) -> tuple[list[str], float]:
    """Dice and tank of each board of the faction, one below the other, and where they end."""
    parts, y = [], 0.0
    for board in boards_of(content, position, who):
        shown = _dice(content, position, who, board) + _tank(position, who, board.id)
        if board.shared:
            shown = draw.words(12, 40, board.title, 13, SIDES[who][1], weight="bold") + draw.group(shown, 0, 16)
        parts.append(draw.group(shown, 0, y) if y else shown)
        y += HIGH + (16 if board.shared else 0)
    return parts, y - HIGH + 148.0


def _row(head: str, said: str, y: float) -> Inner:
    """A heading with words beside it, and where the next row goes."""
    lines = draw.wrapped(said, TYPE, PANEL - LABEL - 10)
    parts = [draw.words(12, y, head, 12, MUTED)]
    parts += [draw.words(LABEL, y + 16 * k, line, TYPE) for k, line in enumerate(lines)]
    return "".join(parts), y + 16 * len(lines) + 2


def _owner(content: Any, leader: str) -> str:
    return str(content.subfactions.get(content.leaders.get(leader).subfaction).faction)


def _aside(position: dict[str, Any], who: int, place: str) -> str:
    own = list(SHORT)[:7] if who == 0 else list(SHORT)[7:]
    return ", ".join(SHORT[one] for one in own if position["leaders"].get(one) == place)


def _dice(content: Any, position: dict[str, Any], who: int, board: Laid) -> str:
    """One column for each action area: its slots, filled where a die is unused."""
    fill, dark, light = SIDES[who]
    dice, slots = position["dice"][board.id], board.slots
    gesserit = position["bene_gesserit"][FACTIONS[who]]
    parts = []
    for k, face in enumerate(FACES):
        middle = 12 + (k + 0.5) * (PANEL - 24) / len(FACES)
        there = dice[face]
        room = max(getattr(slots, face), there)
        parts.append(draw.fit_words(middle, 43, face, 78, 12, anchor="middle"))
        for slot in range(room):
            left = middle - 10 * room + slot * 20
            parts.append(draw.box(left, 50, 18, 18, fill if slot < there else light, dark, 3, 1))
            if slot < there:
                parts.append(draw.words(left + 9, 63.5, face[0].upper(), 12, "#ffffff", "middle", "bold"))
    said = [f"{sum(dice[face] for face in FACES)} unused, {dice['used']} used"]
    said += [f"{dice[key]} {word}" for key, word in (("surplus", "to turn"), ("lost", "lost")) if dice[key]]
    parts.append(draw.words(12, 92, ", ".join(said), 12.5))
    among = f" (+{gesserit['placed']} among the dice)" if gesserit["placed"] else ""
    if board.shared and board.id.endswith("_ally"):
        return "".join(parts)
    room = PANEL - 36 - text_width(", ".join(said), 12.5)
    parts.append(
        draw.fit_words(
            PANEL - 12, 92, f"Bene Gesserit {gesserit['owned']}{among}", room, 12.5, "#6a4a9c", "end", "bold"
        )
    )
    return "".join(parts)


def _tank(position: dict[str, Any], who: int, board: str) -> str:
    fill, dark, light = SIDES[who]
    tank = position["tank"][board]
    parts = [draw.words(12, 119, "tank", 12, MUTED)]
    wide = (PANEL - TANK - 10) / max(1, len(tank))
    for k, name in enumerate(tank):
        x = TANK + k * wide
        parts.append(draw.box(x, 104, wide - 3, 22, light if name else "#efe8d8", dark, 4, 1))
        if name:
            middle = x + (wide - 3) / 2
            parts.append(draw.fit_words(middle, 119, SHORT[name], wide - 6, 12, fill, "middle", "bold"))
    return "".join(parts)


def _names(content: Any, cards: Sequence[str]) -> list[str]:
    """Cards by name, those with the same name together; face-down ones by their deck."""
    found: dict[str, int] = {}
    for card in cards:
        if card.startswith(UNKNOWN):
            name = f"? {content.subfactions.get(card.removeprefix(UNKNOWN)).name}"
        else:
            name = content.planning_cards.get(card.split("#")[0]).name
        found[name] = found.get(name, 0) + 1
    return [name if n == 1 else f"{name} ×{n}" for name, n in found.items()]


def _hand(content: Any, hand: Sequence[str], who: int, y: float, owner: str = "") -> Inner:
    """The hand as a row of cards."""
    _, dark, light = SIDES[who]
    head = f"{owner}, hand" if owner else "hand"
    parts = [draw.words(12, y, f"{head}: {len(hand)} card{'' if len(hand) == 1 else 's'}", 13, weight="bold")]
    x, y = 12.0, y + 8
    for name in _names(content, hand):
        wide = text_width(name, TYPE) + 12
        if x > 12 and x + wide > PANEL - 10:
            x, y = 12.0, y + 24
        parts.append(draw.box(x, y, wide, 21, light if name.startswith("?") else "#ffffff", dark, 4, 0.9))
        parts.append(draw.words(x + 6, y + 15, name, TYPE))
        x += wide + 4
    return "".join(parts), y + (40 if hand else 14)


def _deck(content: Any, deck: Sequence[str], y: float) -> Inner:
    """What is left in the decks as far as it is known, without its order."""
    head = f"decks: {len(deck)} card{'' if len(deck) == 1 else 's'}"
    parts = [draw.words(12, y, head, 13, weight="bold")]
    lines = draw.wrapped("; ".join(sorted(_names(content, deck))), 12, PANEL - 24)
    parts += [draw.words(12, y + 18 + 16 * k, line, 12, MUTED) for k, line in enumerate(lines)]
    return "".join(parts), y + 14 + 16 * len(lines)
