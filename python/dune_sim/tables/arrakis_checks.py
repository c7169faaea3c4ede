"""What must hold between the records of War for Arrakis; no single record can show it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, get_args

from dune_sim.tables import arrakis_steps as steps
from dune_sim.tables import arrakis_words as words
from dune_sim.tables.overlay import near
from dune_sim.tables.schema import Problem

if TYPE_CHECKING:
    from dune_sim.tables.arrakis_models import ArrakisContent

DECK_SIZE = 18
OPEN_BORDERS = 265
CLOSED_BORDERS = 11
WORMSIGNS = 16
TOKENS = {"start": 8, "supply": 8, "light": 6, "dark": 6}


def check(content: ArrakisContent, shipped: bool) -> Iterator[Problem]:
    """Yield what is wrong across tables; counts that overlays may change are checked for `shipped` content."""
    yield from _map(content)
    yield from _air_zones(content)
    yield from _atomics(content)
    yield from _leaders(content)
    yield from _tokens(content)
    yield from _tracks(content)
    yield from _spice(content)
    yield from _aliases(content)
    if shipped:
        yield from _shipped_counts(content)


def _expect(table: str, what: str, wanted: int, found: int) -> Iterator[Problem]:
    if wanted != found:
        yield Problem(table, "", f"there must be {wanted} {what}, not {found}")


def _shipped_counts(content: ArrakisContent) -> Iterator[Problem]:
    decks = Counter({deck: 0 for deck in content.subfactions.ids})
    for card in content.planning_cards:
        decks[card.deck] += card.copies
    for deck, size in decks.items():
        yield from _expect("planning_cards", f"cards in the {deck} deck", DECK_SIZE, size)
    for timing in ("action_phase", "round_end"):
        found = sum(1 for card in content.prescience_cards if card.timing == timing)
        yield from _expect("prescience_cards", f"{timing} cards", 8, found)
    supply = sum(1 for token in content.deployment_tokens if token.pool == "supply")
    yield from _expect("deployment_tokens", "supply tokens", TOKENS["supply"], supply)
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
    pools = Counter(token.pool for token in content.deployment_tokens)
    for pool in ("start", "light", "dark"):
        yield from _expect("deployment_tokens", f"tokens in the {pool} pool", TOKENS[pool], pools[pool])
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
