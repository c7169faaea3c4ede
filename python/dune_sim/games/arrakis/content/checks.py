"""What must hold between the records of War for Arrakis; no single record can show it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, get_args

from dune_sim.content.overlay import near
from dune_sim.content.schema import Problem
from dune_sim.games.arrakis.content import steps
from dune_sim.games.arrakis.content import vocabulary as words

if TYPE_CHECKING:
    from dune_sim.games.arrakis.content.models import ArrakisContent

DECK_SIZE = 18
PRESCIENCE_CARDS = 16
OBJECTIVES = 6
OPEN_BORDERS = 265
CLOSED_BORDERS = 11
WORMSIGNS = 16
TOKENS = {"start": 8, "supply": 8, "black": 6, "silver": 6}
#: how far the kernels count: figures of one kind in an area, spice, and most other things
MOST_FIGURES = 15
MOST_SPICE = 63
MOST = 255
#: tables whose numbers become small numbers of the kernels -> how far these count
COUNTED = {
    **dict.fromkeys(("settings", "figures", "wormsigns", "action_dice", "sietch_tokens", "settlements"), MOST),
    **dict.fromkeys(("testing_stations", "supremacy", "prescience_markers", "prescience_cards"), MOST),
    **dict.fromkeys(("faction_boards", "track_steps"), 99),
    "spice_rows": 15,
}
#: settings that the kernels have built in
BUILT_IN = {"max_combat_dice": 6, "raise_per_round": 1, "hoarding_per_round": 1}


def check(content: ArrakisContent, shipped: bool) -> Iterator[Problem]:
    """Yield what is wrong across tables; counts that overlays may change are checked for `shipped` content."""
    yield from _map(content)
    yield from _air_zones(content)
    yield from _atomics(content)
    yield from _leaders(content)
    yield from _succession(content)
    yield from _tokens(content)
    yield from _tracks(content)
    yield from _spice(content)
    yield from _aliases(content)
    yield from _sizes(content)
    yield from _bounds(content)
    if shipped:
        yield from _shipped_counts(content)


def _expect(table: str, what: str, wanted: int, found: int) -> Iterator[Problem]:
    if wanted != found:
        yield Problem(table, "", f"there must be {wanted} {what}, not {found}")


def _sizes(content: ArrakisContent) -> Iterator[Problem]:
    """Decks and pools that the kernels deal from: their cards may change, their size may not."""
    decks = Counter({deck: 0 for deck in content.subfactions.ids})
    for card in content.planning_cards:
        decks[card.deck] += card.copies
    for deck, size in decks.items():
        yield from _expect("planning_cards", f"cards in the {deck} deck", DECK_SIZE, size)
    yield from _expect("prescience_cards", "prescience cards", PRESCIENCE_CARDS, len(content.prescience_cards))
    yield from _expect("objectives", "objectives", OBJECTIVES, len(content.objectives))


def _shipped_counts(content: ArrakisContent) -> Iterator[Problem]:
    for timing in ("action_phase", "round_end"):
        found = sum(1 for card in content.prescience_cards if card.timing == timing)
        yield from _expect("prescience_cards", f"{timing} cards", 8, found)
    yield from _expect("wormsigns", "wormsigns", WORMSIGNS, sum(face.count for face in content.wormsigns))
    yield from _expect("borders", "open borders", OPEN_BORDERS, sum(len(row.open) for row in content.borders))
    yield from _expect("borders", "closed borders", CLOSED_BORDERS, sum(len(row.closed) for row in content.borders))


def _map(content: ArrakisContent) -> Iterator[Problem]:
    yield from _expect("areas", "areas with a sietch", 8, sum(area.sietch for area in content.areas))
    yield from _expect("areas", "areas with a testing station", 6, sum(area.station for area in content.areas))
    known = set(content.areas.ids)
    seen: set[frozenset[str]] = set()
    for row in content.borders:
        if row.id not in known:
            yield Problem("borders", row.id, f"the id is not in areas{near(row.id, known)}")
        for other in row.open + row.closed:
            pair = frozenset((row.id, other))
            if len(pair) == 1:
                yield Problem("borders", row.id, "an area has no border with itself")
            elif pair in seen:
                yield Problem("borders", row.id, f'the border with "{other}" is listed twice')
            seen.add(pair)
    central = {sector.id for sector in content.sectors if sector.ring == "central"}
    for area in content.areas:
        if len(area.sectors) > 1 and set(area.sectors) != central:
            yield Problem("areas", area.id, "an area lies in one sector or in all central ones")
    yield from _unreachable(content)
    for place in content.settlements:
        if content.areas.get(place.id).sietch:
            yield Problem("settlements", place.id, "this area holds a sietch")


def _unreachable(content: ArrakisContent) -> Iterator[Problem]:
    reached = {content.areas[0].id}
    before = 0
    while len(reached) != before:
        before = len(reached)
        for row in content.borders:
            for other in row.open:
                if row.id in reached or other in reached:
                    reached |= {row.id, other}
    for area in content.areas:
        if area.id not in reached:
            yield Problem("areas", area.id, f'no open border leads here from "{content.areas[0].id}"')


def _air_zones(content: ArrakisContent) -> Iterator[Problem]:
    central = {sector.id for sector in content.sectors if sector.ring == "central"}
    for zone in content.air_zones:
        if zone.sectors[0] == zone.sectors[1] or not central & set(zone.sectors):
            yield Problem("air_zones", zone.id, "a zone joins two sectors, at least one of them central")
        for area in zone.touches:
            if not set(content.areas.get(area).sectors) & set(zone.sectors):
                yield Problem("air_zones", zone.id, f'the area "{area}" lies in neither of its sectors')


def _atomics(content: ArrakisContent) -> Iterator[Problem]:
    pairs = {frozenset((row.id, other)) for row in content.borders for other in row.open + row.closed}
    for strike in content.atomic_strikes:
        for area in strike.exposes:
            if frozenset((strike.area, area)) not in pairs or not content.areas.get(area).storm_sheltered:
                yield Problem("atomic_strikes", strike.id, f'"{area}" is not a sheltered neighbour of "{strike.area}"')


def _leaders(content: ArrakisContent) -> Iterator[Problem]:
    brought = {(card.id, leader) for card in content.planning_cards for leader in _entering(card)}
    reached = {
        (step.marker, step.step, step.effect.leader) for step in content.track_steps if step.effect.do == "enter_play"
    }
    for leader in content.leaders:
        for way in leader.entry:
            if way.planning_card and (way.planning_card, leader.id) not in brought:
                yield Problem("leaders", leader.id, f'the card "{way.planning_card}" does not bring this leader')
            place = ("supremacy", way.supremacy or 0)
            if way.prescience:
                marker = way.prescience.marker
                place = ("any_prescience" if marker == "any" else marker, way.prescience.min)
            if (way.supremacy or way.prescience) and (*place, leader.id) not in reached:
                yield Problem("leaders", leader.id, f"no track step at {place[0]} {place[1]} brings this leader")


def _succession(content: ArrakisContent) -> Iterator[Problem]:
    """Who replaces whom must come to an end."""
    leaves = {leader.id: leader.replaces for leader in content.leaders}
    for start in leaves:
        way = [start]
        while (left := leaves[way[-1]]) is not None and len(way) <= len(leaves):
            way.append(left)
            if left == start:
                yield Problem("leaders", start, f'"replaces" goes round in a circle: {" replaces ".join(way)}')
                return


def _entering(card: Any) -> Iterator[str]:
    effects = [*card.effect, *(card.free_action.effect if card.free_action else ())]
    for step in walk(tuple(effects)):
        if isinstance(step, steps.EnterPlay):
            yield step.leader


def walk(effects: tuple[Any, ...]) -> Iterator[Any]:
    """Yield every step of an effect, those inside choices and conditions included."""
    for step in effects:
        yield step
        if isinstance(step, steps.Choose):
            for option in step.options:
                yield from walk(option)
        elif isinstance(step, steps.If):
            yield from walk(step.then + step.otherwise)


def _tokens(content: ArrakisContent) -> Iterator[Problem]:
    pools = Counter[str](token.pool for token in content.deployment_tokens)
    for pool, many in TOKENS.items():
        yield from _expect("deployment_tokens", f"tokens in the {pool} pool", many, pools[pool])
    for token in content.deployment_tokens:
        side = "atreides" if token.pool in ("start", "supply") else "harkonnen"
        if token.faction != side:
            yield Problem("deployment_tokens", token.id, f"the {token.pool} pool belongs to the {side} side")
        if token.contents.bashar and token.faction != "harkonnen":
            yield Problem("deployment_tokens", token.id, "only Harkonnen tokens can hold a bashar")
    for figure in content.figures:
        if figure.kind not in words.UNIT_KINDS:
            continue
        start = sum(
            getattr(token.contents, figure.kind)
            for token in content.deployment_tokens
            if token.faction == figure.faction and token.pool != "supply"
        )
        if start > figure.count:
            message = f"starting tokens need {start} figures but there are {figure.count}"
            yield Problem("figures", figure.id, message)


def _tracks(content: ArrakisContent) -> Iterator[Problem]:
    lengths = {marker.id: marker.length for marker in content.prescience_markers}
    lengths["any_prescience"] = min(lengths.values())
    lengths["supremacy"] = content.supremacy[0].win_at
    for step in content.track_steps:
        if step.step > lengths[step.marker]:
            yield Problem("track_steps", step.id, f"the track ends at {lengths[step.marker]}")
    for goal in content.objectives:
        for marker, target in goal.targets.model_dump().items():
            if target > lengths[marker]:
                yield Problem("objectives", goal.id, f'"{marker}" can reach {lengths[marker]} only, not {target}')


def _spice(content: ArrakisContent) -> Iterator[Problem]:
    dice = next(die.count for die in content.action_dice if die.faction == "harkonnen")
    for number, row in enumerate(content.spice_rows, 1):
        if row.row != number:
            yield Problem("spice_rows", row.id, f"this is row {number} from the top, not {row.row}")
        if row.dice_set_aside > dice:
            yield Problem("spice_rows", row.id, f"the Harkonnen have {dice} dice only")
    for marker in content.imperium_markers:
        if marker.start_row > len(content.spice_rows):
            yield Problem("imperium_markers", marker.id, f"there are {len(content.spice_rows)} rows only")


def _bounds(content: ArrakisContent) -> Iterator[Problem]:
    """Numbers that an overlay may change, but not beyond what a game can count."""
    for table, most in COUNTED.items():
        for record in getattr(content, table):
            for key, value in _numbers(record.model_dump(exclude={"confidence_detail"})):
                if value > most:
                    yield Problem(table, record.id, f'"{key}" can be at most {most}, not {value}')
    for setting, value in BUILT_IN.items():
        if content.settings.get(setting).value != value:
            yield Problem("settings", setting, f'"value" must be {value}: the rules are built for no other number')
    yield from _crowds(content)
    yield from _spice_income(content)
    yield from _starts(content)


def _numbers(value: Any, key: str = "") -> Iterator[tuple[str, int]]:
    """Every whole number of a record with the key that holds it."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _numbers(inner, name)
    elif isinstance(value, tuple):
        for inner in value:
            yield from _numbers(inner, key)
    elif isinstance(value, int):
        yield key, value


def _crowds(content: ArrakisContent) -> Iterator[Problem]:
    """Two full legions may meet, and every token of an area may be turned up, before units above the limit leave."""
    limit = content.settings.get("area_unit_limit").value
    sizes = {token.id: _units(token.contents) for token in content.deployment_tokens}
    least = sum(
        max((sizes[token.id] for token in content.deployment_tokens if token.pool == pool), default=0)
        for pool in ("black", "silver")
    )
    if not least <= limit <= MOST_FIGURES // 2:
        why = "a settlement begins with the units of two tokens, and two full legions may meet"
        message = f'"value" must be from {least} to {MOST_FIGURES // 2}, not {limit}: {why}'
        if limit <= MOST:  # else it has been told already
            yield Problem("settings", "area_unit_limit", message)
        return
    for token in content.deployment_tokens:
        if token.faction == "atreides" and sizes[token.id] * limit > MOST_FIGURES:
            message = f"a token can hold at most {MOST_FIGURES // limit} units, not {sizes[token.id]}"
            yield Problem("deployment_tokens", token.id, message)


def _units(contents: Any) -> int:
    return sum(getattr(contents, kind) for kind in words.UNIT_KINDS)


def _spice_income(content: ArrakisContent) -> Iterator[Problem]:
    """What the harvesters can bring in a round, and what can be done with it."""
    setting = {one.id: one.value for one in content.settings}
    harvesters = next(one.count for one in content.figures if one.kind == "harvester")
    income = setting["spice_reserve"] + harvesters * max(setting["harvest_desert"], setting["harvest_deep_desert"])
    dearest = max(setting["spice_to_keep"], setting["spice_to_raise"])
    outlay = setting["spice_reserve"] + setting["hoarding_cost"] + dearest * len(content.imperium_markers)
    for what, spice in (("bring in", income), ("spend", outlay)):
        if spice > MOST_SPICE:
            message = f"the Harkonnen could {what} {spice} spice in a round, but a game counts to {MOST_SPICE}"
            yield Problem("settings", "", message)


def _starts(content: ArrakisContent) -> Iterator[Problem]:
    """What a game begins with must be there."""
    tokens = content.settings.get("bene_gesserit_tokens").value
    given = sum(board.bene_gesserit_at_start for board in content.faction_boards)
    if given > tokens:
        message = f'"value" must be at least {given}, the tokens dealt at the start, not {tokens}'
        yield Problem("settings", "bene_gesserit_tokens", message)
    (supremacy,) = content.supremacy
    if supremacy.start >= supremacy.win_at:
        yield Problem("supremacy", supremacy.id, f'"start" must be below the winning step {supremacy.win_at}')
    for marker in content.prescience_markers:
        if marker.start > marker.length:
            yield Problem("prescience_markers", marker.id, f'"start" lies beyond the end of the track, {marker.length}')


def _aliases(content: ArrakisContent) -> Iterator[Problem]:
    vocabulary: Mapping[str, tuple[str, ...]] = {
        "terrain": get_args(words.Terrain),
        "unit": words.UNIT_KINDS,
        "action_face": get_args(words.ActionFace),
        "combat_face": get_args(words.CombatFace),
        "faction": get_args(words.Faction),
        "piece": words.PIECES,
    }
    for alias in content.aliases:
        known = vocabulary[alias.kind] if alias.kind in vocabulary else getattr(content, alias.kind).ids
        if alias.means not in known:
            message = f'"means" names "{alias.means}", which is not in {alias.kind}{near(alias.means, known)}'
            yield Problem("aliases", alias.id, message)
        if alias.id in known:
            yield Problem("aliases", alias.id, "this word is itself an id")
