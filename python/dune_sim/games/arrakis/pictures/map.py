"""The map of War for Arrakis as SVG: areas by terrain and sector, and everything that stands on them."""

from __future__ import annotations

from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from dune_sim.games.arrakis.pictures import shapes as draw
from dune_sim.games.arrakis.pictures.geometry import ASPECT, RIM, Outline, outlines
from dune_sim.games.arrakis.pictures.legions import UNITS, standing
from dune_sim.games.arrakis.pictures.mahdi import mahdi_marks
from dune_sim.games.arrakis.pictures.marks import CHOICE, Marks, arrow, draw_marks
from dune_sim.games.arrakis.pictures.placing import GAP, Size, Spot, Table, place_anywhere, place_clamped, place_inside
from dune_sim.games.arrakis.pictures.shapes import INK, PAPER, SIDES
from dune_sim.games.arrakis.tables.names import FACTIONS, GENERIC
from dune_sim.games.svg import number as n
from dune_sim.games.svg import text_width

WIDTH = 1280.0
HEIGHT = WIDTH * ASPECT
GROUND = {"desert": "#efd49b", "deep": "#e2b36b", "minor_erg": "#f7ebcd", "plateau": "#cfa884", "mountain": "#a58d78"}
SECTOR_LINE = "#4a2c14"
#: names without a place in print, dark enough for mountains
FAINT = "#3d2a14"
ALARM = "#d1281c"
UNMARKED = Marks()
#: radius of an air zone
ZONE = 18.0
#: where the number of a flown air zone stands, and its size
TAG, TAG_SIZE = 13.0, 8.0
#: figures side by side, name tags side by side, whether generic leaders stand beside the units
LAYOUTS = ((4, 2, True), (4, 2, False), (3, 2, True), (3, 1, True), (6, 3, True), (8, 4, True))
#: names short enough for the map
SHORT = {
    "baron_harkonnen": "Baron",
    "beast_rabban": "Rabban",
    "feyd_rautha": "Feyd",
    "thufir_hawat": "Hawat",
    "gaius_helen_mohiam": "Mohiam",
    "captain_aramsham": "Aramsham",
    "emperor_shaddam_iv": "Shaddam",
    "paul_atreides": "Paul",
    "lady_jessica": "Jessica",
    "reverend_mother_jessica": "R.M. Jessica",
    "gurney_halleck": "Gurney",
    "alia": "Alia",
    "stilgar": "Stilgar",
    "chani": "Chani",
    "paul_muaddib": "Muad'Dib",
    "wild_maker": "Wild Maker",
}


class Piece(NamedTuple):
    """Something drawn around its own middle, with the room it takes."""

    svg: str
    width: float
    height: float


def short_area(area: Any) -> str:
    """The printed name, or sector letters and number for an area without one."""
    if area.printed_name:
        return str(area.name)
    *parts, number = area.id.split("_")
    return "".join(part[0] for part in parts).upper() + str(number)


def draw_map(content: Any, position: dict[str, Any], marks: Marks = UNMARKED) -> str:
    """The whole map as one group."""
    shapes = outlines(WIDTH)
    tile = position["atomics"]["tile"]
    struck = content.atomic_strikes.get(tile).area if tile else None
    parts = ['<g id="map" clip-path="url(#board)">']
    parts += [_ground(area, shapes[k], struck == area.id) for k, area in enumerate(content.areas)]
    parts.append("</g>")
    parts.append(borders(content, shapes))
    parts.append(mahdi_marks(content, position, shapes))
    parts.append(draw_marks(marks, shapes))
    parts.append(_battle(content, position, shapes))
    parts += [_zone(zone, position, k in marks.zones) for k, zone in enumerate(content.air_zones)]
    areas, bare = standing(position), []
    for area in content.areas:
        held = dict(areas.get(area.id, {}), ruin=area.id in position["destroyed_sietches"])
        bare.append(_stacks(content, area, held, struck == area.id))
    spots = _spots(Table(WIDTH, HEIGHT, _discs(content, position)), shapes, bare)
    drawn = [_draw_stack(area, *spots[k]) for k, area in enumerate(content.areas)]
    parts += [stack for stack, _ in drawn] + [name for _, name in drawn]
    parts.append(draw.box(0, 0, WIDTH, HEIGHT, "none", INK, 14, 4))
    return "\n".join(parts)


def _battle(content: Any, position: dict[str, Any], shapes: tuple[Outline, ...]) -> str:
    """The area that is attacked lit, with an arrow from where the attack comes."""
    battle = position.get("battle")
    if not battle:
        return ""
    ids = list(content.areas.ids)
    target = shapes[ids.index(battle["target"])]
    parts = [draw.shape(target.corners, "none", "#ffffff", 9), draw.shape(target.corners, "none", ALARM, 5)]
    if "source" in battle:
        parts.append(arrow(shapes[ids.index(battle["source"])].middle, target.middle, ALARM))
    return draw.group("".join(parts), 0, 0, extra=' id="battle" opacity="0.8"')


def _ground(area: Any, outline: Outline, struck: bool) -> str:
    kind = "deep" if area.deep else "desert" if struck else area.terrain
    points = " ".join(f"{n(x)},{n(y)}" for x, y in outline.corners)
    title = f"<title>{escape(area.name)}</title>"
    ground = f'<polygon id="area-{area.id}" class="area" points="{points}" fill="{GROUND[kind]}">{title}</polygon>'
    if kind in ("mountain", "plateau"):
        ground += f'<polygon points="{points}" fill="url(#{kind})"/>'
    return ground


def borders(content: Any, shapes: tuple[Outline, ...]) -> str:
    """Sector borders thick, impassable ones red and white."""
    ids = list(content.areas.ids)
    closed = {(ids.index(one.id), ids.index(other)) for one in content.borders for other in one.closed}
    sectors = [set(area.sectors) for area in content.areas]
    plain, thick, barred = [], [], []
    for k, outline in enumerate(shapes):
        for i, other in enumerate(outline.across):
            if other == RIM or other < k:
                continue
            (ax, ay), (bx, by) = outline.corners[i], outline.corners[(i + 1) % len(outline.corners)]
            line = f"M{n(ax)} {n(ay)}L{n(bx)} {n(by)}"
            if (k, other) in closed or (other, k) in closed:
                barred.append(line)
            elif not sectors[k] & sectors[other]:
                thick.append(line)
            else:
                plain.append(line)
    found = draw.curve("".join(plain), "#7a5a34", 1.3, extra=' opacity="0.75"')
    found += draw.curve("".join(thick), SECTOR_LINE, 3.4, extra=' id="sectors"')
    found += draw.curve("".join(barred), "#c8201a", 5.5, extra=' id="impassable"')
    return found + draw.curve("".join(barred), "#ffffff", 3, extra=' stroke-dasharray="6 7"')


def _zone(zone: Any, position: dict[str, Any], chosen: bool) -> str:
    x, y = zone.at[0] * WIDTH, zone.at[1] * HEIGHT
    held = position["air_zones"].get(zone.id)
    ring = draw.disc(0, 0, ZONE, "#dfeef5" if held else "#cfe0e8", "#335a6e", 2.2, "" if held else ' opacity="0.75"')
    ring += draw.disc(0, 0, ZONE + 1, "none", CHOICE, 4, ' class="choice"') if chosen else ""
    number = zone.id.rsplit("_", 1)[-1]
    inner = (
        draw.group(draw.flyer_sign(held), 0, 0, 0.95)
        if held
        else draw.words(0, 5, number, 14, "#335a6e", "middle", "bold")
    )
    disc = draw.disc(TAG, -TAG, TAG_SIZE, "#335a6e") if held else ""
    tag = disc + draw.words(TAG, -TAG + 4, number, 11.5, PAPER, "middle", "bold") if held else ""
    return draw.group(ring + inner + tag, x, y, title=f"air zone {number}: {held or 'empty'}")


class Stack(NamedTuple):
    """The name of an area above the rows of what it holds, in one of several layouts."""

    name: Size
    rows: list[Piece]

    @property
    def sizes(self) -> list[Size]:
        return [(row.width, row.height) for row in self.rows]


def _name_size(area: Any) -> float:
    return 12.5 if area.printed_name else 11.5


def _discs(content: Any, position: dict[str, Any]) -> list[tuple[float, float, float]]:
    """Middle and radius of the air zones, with the number of those that are flown."""
    found = []
    for zone in content.air_zones:
        x, y = float(zone.at[0]) * WIDTH, float(zone.at[1]) * HEIGHT
        found.append((x, y, ZONE + 1))
        if zone.id in position["air_zones"]:
            found.append((x + TAG, y - TAG, TAG_SIZE + 1))
    return found


def _stacks(content: Any, area: Any, held: dict[str, Any], struck: bool) -> list[Stack]:
    """Ways to stack the markers and the legion of an area."""
    size = _name_size(area)
    name = (text_width(short_area(area), size, bold=True), size + 3)
    signs = _signs(content, area, held, struck)
    found: list[Stack] = []
    for layout in LAYOUTS if any(held.get(faction) for faction in FACTIONS) else LAYOUTS[:1]:
        rows = [_row(signs, 4)] if signs else []
        for who, faction in enumerate(FACTIONS):
            if held.get(faction):
                rows += _legion(held[faction], who, *layout)
        # layouts that come to the same are tried once
        if not any([(row.width, row.height) for row in rows] == one.sizes for one in found):
            found.append(Stack(name, rows))
    return found


def _spots(table: Table, shapes: tuple[Outline, ...], stacks: list[list[Stack]]) -> list[tuple[Spot, Stack]]:
    """First what its area can hold, then what sticks out, then names of areas that are empty and can give way."""
    found: dict[int, tuple[Spot, Stack]] = {}

    def settle(k: int, spot: Spot, stack: Stack) -> None:
        found[k] = (spot, stack)
        table.take(spot, stack.name, stack.sizes)

    full = [k for k, options in enumerate(stacks) if options[0].rows]
    bare = [k for k, options in enumerate(stacks) if not options[0].rows]
    for some in (full, bare):
        for k in some:
            tries = [(place_inside(table, shapes[k], one.name, one.sizes), one) for one in stacks[k]]
            fit = [(spot, one) for spot, one in tries if spot is not None]
            if fit:
                settle(k, *max(fit, key=lambda one: one[0].scale))
        for k in some:
            if k not in found:
                settle(k, *_crowded(table, shapes[k], stacks[k]))
    return [found[k] for k in range(len(stacks))]


def _crowded(table: Table, outline: Outline, stacks: list[Stack]) -> tuple[Spot, Stack]:
    """The best spot and layout for what an area cannot hold."""
    found, least = (place_clamped(table, outline, stacks[0].name, stacks[0].sizes), stacks[0]), 9.0
    for stack in stacks:
        least, spot = place_anywhere(table, outline, stack.name, stack.sizes, least)
        if spot is not None:
            found = (spot, stack)
    return found


def _draw_stack(area: Any, spot: Spot, stack: Stack) -> tuple[str, str]:
    """Markers and legion of an area, and its name, which no other area covers."""
    x, top, scale = spot
    at, parts = top + stack.name[1], []
    for row in stack.rows:
        parts.append(draw.group(row.svg, x, at + scale * row.height / 2, scale))
        at += scale * (row.height + GAP)
    size, weight = _name_size(area), "bold" if area.printed_name else "normal"
    name = draw.halo(x, top + size * 0.85, short_area(area), size, INK if area.printed_name else FAINT, weight)
    return "".join(parts), name


def _row(pieces: list[Piece], gap: float) -> Piece:
    """Pieces side by side, centred."""
    width = sum(one.width for one in pieces) + gap * (len(pieces) - 1)
    x, parts = -width / 2, []
    for one in pieces:
        parts.append(draw.group(one.svg, x + one.width / 2, 0))
        x += one.width + gap
    return Piece("".join(parts), width, max(one.height for one in pieces))


def _signs(content: Any, area: Any, held: dict[str, Any], struck: bool) -> list[Piece]:
    """Markers and figures that belong to no legion."""
    found = []
    if "settlement" in held:
        town = content.settlements.get(area.id)
        standing = held["settlement"] == "standing"
        found.append(Piece(draw.settlement_sign(town.rank, town.kind) if standing else draw.ruin_sign(), 28, 24))
    sietch = held.get("sietch")
    if sietch:
        rank = "?" if sietch["rank"] == "unknown" else str(sietch["rank"])
        found.append(Piece(draw.sietch_sign(rank, sietch["revealed"]), 26, 26))
    if held["ruin"]:
        found.append(Piece(draw.ruin_sign(), 22, 18))
    station = held.get("station")
    if station and not station.get("taken"):
        known = station["token"] != "unknown"
        colour = draw.MARKER_COLOURS[content.testing_stations.get(station["token"]).marker] if known else PAPER
        found.append(Piece(draw.station_sign(colour, known), 20, 22))
    if struck:
        found.append(Piece(draw.atomic_sign(), 28, 28))
    if held.get("harvester"):
        found.append(Piece(draw.harvester_sign(), 24, 24))
    if held.get("wormsign"):
        found.append(Piece(draw.wormsign_sign(), 22, 22))
    if held.get("sandworm"):
        wild = held["sandworm"] == "wild"
        found.append(Piece(draw.worm_sign(wild), 30, 44 if wild else 30))
    return found


def _legion(legion: dict[str, Any], who: int, wide: int, tagged: int, inline: bool) -> list[Piece]:
    """Plates of so many figures, and rows of so many leaders below; generic leaders on a plate or among the tags."""
    fill, dark, light = SIDES[who]
    cells: list[Piece] = []
    for kind in UNITS:
        if legion.get(kind):
            sign = draw.unit_sign(kind, -7, 0, 6.5, light, dark) + draw.words(
                8, 5.5, str(legion[kind]), 15, "#ffffff", "middle", "bold"
            )
            cells.append(Piece(sign, 27, 20))
    for token in legion.get("tokens", ()):
        cells.append(Piece(draw.token_sign("?" if token == "unknown" else _token_letter(token), dark), 20, 20))
    if legion.get(GENERIC[who]):
        sign = draw.leader_sign(-6, 0, 8, GOLD_LEADER, dark) + draw.words(
            7, 5, str(legion[GENERIC[who]]), 13, "#ffffff", "middle", "bold"
        )
        cells.append(Piece(sign, 25, 20))
    tags = [_tag(SHORT.get(name, name), fill, light) for name in legion.get("leaders", ())]
    if not inline and len(cells) > 1 and legion.get(GENERIC[who]):
        tags.insert(0, _plate([cells.pop()], fill, 20))
    rows = [_plate(cells[k : k + wide], fill, 26) for k in range(0, len(cells), wide)]
    return rows + [_row(tags[k : k + tagged], 3) for k in range(0, len(tags), tagged)]


def _plate(cells: list[Piece], fill: str, high: float) -> Piece:
    """Cells side by side on the colour of their faction."""
    inner = _row(cells, 1)
    plate = draw.box(-inner.width / 2 - 5, -high / 2, inner.width + 10, high, fill, "#ffffff", 7, 1.6)
    return Piece(plate + inner.svg, inner.width + 10, high + 1)


GOLD_LEADER = "#f3d27a"


def _token_letter(token: str) -> str:
    """The number of a token the viewer knows."""
    return token.rsplit("_", 1)[-1] if "start" in token else token.rsplit("_", 1)[-1] + "+"


def _tag(name: str, fill: str, light: str) -> Piece:
    width = text_width(name, 11.5, bold=True) + 9
    inner = draw.words(0, 4.1, name, 11.5, fill, "middle", "bold")
    return Piece(draw.box(-width / 2, -8, width, 16, light, fill, 8, 1.4) + inner, width, 17)
