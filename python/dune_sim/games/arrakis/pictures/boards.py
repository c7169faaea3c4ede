"""The boards before people: one for a faction, two where two people share it."""

from __future__ import annotations

from typing import Any, NamedTuple

from dune_sim.games.arrakis.tables.names import FACTIONS


class Laid(NamedTuple):
    """A board on the table: its id, what it is called, its die slots, whether it belongs to one of two."""

    id: str
    title: str
    slots: Any
    shared: bool


def boards_of(content: Any, position: dict[str, Any], who: int) -> list[Laid]:
    """The boards of a faction, that of the House first."""
    faction = FACTIONS[who]
    if faction in position["dice"]:
        return [Laid(faction, faction.capitalize(), content.faction_boards.get(faction).slots, False)]
    members = [one for one in content.subfactions if one.faction == faction]
    return [Laid(one.id, one.name, one.team_slots, True) for one in members]


def title_of(content: Any, seat: str) -> str:
    """What plays a seat, as people say it."""
    return str(content.subfactions.get(seat).name) if seat not in FACTIONS else seat.capitalize()


def side_of_seat(content: Any, seat: str) -> int:
    """The faction of a seat."""
    return FACTIONS.index(seat if seat in FACTIONS else content.subfactions.get(seat).faction)


def decides(content: Any, seat: str) -> str:
    """That it is for somebody to decide: a faction is many, one who shares it is one."""
    return f"{title_of(content, seat)} decide{'s' if seat not in FACTIONS else ''}"


def seen_by(content: Any, position: dict[str, Any]) -> str:
    """Whose view of a position this is, if it is one."""
    viewer = position.get("viewer")
    if not viewer:
        return ""
    return f"as the {title_of(content, viewer)} see{'s' if viewer not in FACTIONS else ''} it"
