"""The solo game in pictures: tactical cards, dice, harvest sector and target sietch."""

from __future__ import annotations

from typing import Any

from dune_sim.games.arrakis.pictures import shapes as draw
from dune_sim.games.arrakis.pictures.geometry import Outline

HARVEST = "#b8860b"
TARGET = "#c8201a"
#: headings of what is told of the solo game
MAHDI_HEADS = ("tactics", "dice", "pile")


def tactical_card(content: Any, sietch: str) -> Any:
    """The card that names a sietch."""
    return next(one for one in content.tactical_cards if one.sietch == sietch)


def sector_words(content: Any, sietch: str) -> str:
    """The sector of a card; all central ones are one (ARR-SOLO-03)."""
    card = tactical_card(content, sietch)
    return "all central sectors" if len(card.sectors) > 1 else str(content.sectors.get(card.sectors[0]).name)


def mahdi_words(content: Any, position: dict[str, Any]) -> list[tuple[str, str]]:
    """Tactical cards, dice and the pile, each under its heading; nothing in other games."""
    told = position.get("mahdi")
    if told is None:
        return []
    cards = []
    if told["harvest"]:
        cards.append(f"harvest {sector_words(content, told['harvest'])}")
    if told["target"]:
        cards.append(f"target {content.areas.get(told['target']).name} ({sector_words(content, told['target'])})")
    used = [f"{face} {many}" for face, many in told["used"].items() if many]
    dice = f"{told['unrolled']} not rolled, {told['blocked']} on the spice board, used {', '.join(used) or 'none'}"
    pile = f"{len(position['hands']['harkonnen'])} cards"
    if told["pile_seen"]:
        named = {one.id: one.name for one in content.planning_cards}
        pile += ", among them " + ", ".join(named[one.split("#")[0]] for one in told["pile_seen"])
    if told["scheme_aside"]:
        pile += "; Hawat's Scheming beside the map"
    return list(zip(MAHDI_HEADS, ("; ".join(cards) or "no cards yet", dice, pile), strict=True))


def mahdi_marks(content: Any, position: dict[str, Any], shapes: tuple[Outline, ...]) -> str:
    """The harvest sector with a coloured rim, the target sietch with a double one."""
    told = position.get("mahdi")
    if told is None:
        return ""
    parts = []
    sectors = set(tactical_card(content, told["harvest"]).sectors) if told["harvest"] else set()
    for k, area in enumerate(content.areas):
        if sectors & set(area.sectors) and area.terrain == "desert":
            parts.append(draw.shape(shapes[k].corners, "none", HARVEST, 3))
    at = next((name for name, held in position["areas"].items() if _is_target(held, name, told["target"])), None)
    if at is not None:
        target = shapes[list(content.areas.ids).index(at)]
        parts += [draw.shape(target.corners, "none", "#ffffff", 9), draw.shape(target.corners, "none", TARGET, 5)]
    return draw.group("".join(parts), 0, 0, extra=' id="tactics" opacity="0.75"')


def _is_target(held: dict[str, Any], name: str, target: str | None) -> bool:
    """Whether an area holds the target sietch, which a card may have moved."""
    return bool(target) and "sietch" in held and held["sietch"].get("printed", name) == target
