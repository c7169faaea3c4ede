"""What stands on the map, from a readable scenario to the record of the kernels; impossible positions are refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from dune_sim.errors import ScenarioError
from dune_sim.games.arrakis.kernels import opcodes
from dune_sim.games.arrakis.scenarios.mahdi import MahdiBuilder
from dune_sim.games.arrakis.scenarios.shape import AreaShape, AtreidesLegion, HarkonnenLegion, ScenarioShape, read
from dune_sim.games.arrakis.tables.names import CLASSES, FACTIONS, GENERIC, SIGNS, Names

#: further words for figures; those of a faction name figures of that faction alone
UNIT_WORDS = {
    "harkonnen": {"sardaukar": "special_elite", "regular": "standard"},
    "atreides": {"fedaykin": "special_elite", "regular": "standard"},
}


def put(board: Any, area: int) -> None:
    """Add an area to a board of two words."""
    board[area >> 6] |= type(board[0])(1 << (area & 63))


def lies_in(board: Any, area: int) -> bool:
    """Whether a board of two words holds an area."""
    return bool(int(board[area >> 6]) >> (area & 63) & 1)


def somebody(legion: HarkonnenLegion | AtreidesLegion) -> bool:
    """Whether a legion holds anything at all."""
    return any(legion.model_dump().values())


class MapBuilder:
    """Fills the map of a cleared State record from a scenario."""

    def __init__(self, names: Names, state: Any, data: Mapping[str, Any]) -> None:
        self.names, self.content, self.state = names, names.content, state
        self.shape = read(ScenarioShape, data)
        self.mahdi = MahdiBuilder(names, state) if names.mode.automated else None
        #: a position in the middle of an action may break rules that the action is about to restore
        self.settled = self.shape.running is None
        self.areas = {self._area(key): self._area_shape(key, value) for key, value in self.shape.areas.items()}
        if len(self.areas) != len(self.shape.areas):
            raise ScenarioError("an area is described twice under two of its names")

    def _area(self, word: str) -> int:
        return self.names.find(self.names.areas, word, "area")

    def mask(self, listed: list[str], words: Iterable[str], what: str) -> int:
        """Bits of names; a name given twice is refused."""
        found = 0
        for word in words:
            k = self.names.find(listed, word, what)
            if found >> k & 1:
                raise ScenarioError(f"{what} {word} is named twice")
            found |= 1 << k
        return found

    def _area_shape(self, word: str, value: Any) -> AreaShape:
        if not isinstance(value, Mapping):
            raise ScenarioError(f"area {word} must be a table of what it holds, not {value!r}")
        plain = dict(value)
        for faction in FACTIONS:
            if isinstance(plain.get(faction), Mapping):
                plain[faction] = self._figures(word, faction, plain[faction])
        for short, key in (("sietch", "rank"), ("station", "token")):
            if isinstance(plain.get(short), int | str) and not isinstance(plain[short], bool):
                gone = {"sietch": "destroyed", "station": "taken"}[short]
                plain[short] = {gone: True} if plain[short] == gone else {key: plain[short]}
        return read(AreaShape, plain, f"area {word}")

    def _figures(self, where: str, faction: str, given: Mapping[str, Any]) -> dict[str, Any]:
        """The figures of a legion under one word for each kind."""
        enemy = FACTIONS[1 - FACTIONS.index(faction)]
        said: dict[str, str] = {}
        for word in given:
            kind = UNIT_WORDS[faction].get(word, word)
            if kind == word and word in UNIT_WORDS[enemy]:
                raise ScenarioError(f"area {where}: {word} are figures of the {enemy}, not of the {faction}")
            if kind in said:
                raise ScenarioError(
                    f"area {where}: {said[kind]} and {word} are the same figures; give their number once"
                )
            said[kind] = word
        return {kind: given[word] for kind, word in said.items()}

    # -- markers that are on the map from the start ------------------------------------------------------------------

    def build_fixtures(self) -> None:
        self._sietches()
        self._stations()
        for name in self.names.settlements:
            area = self._area(name)
            if area not in self.areas or self.areas[area].settlement != "destroyed":
                put(self.state["settlements"], area)
        for area, held in self.areas.items():
            if held.settlement is not None and self.names.areas[area] not in self.names.settlements:
                raise ScenarioError(f"{self.names.areas[area]} has no Harkonnen settlement")

    def _sietches(self) -> None:
        state, printed = self.state, self.names.sietch_areas
        ranks: dict[int, int] = {}
        for k, name in enumerate(printed):
            state["sietch_at"][k] = self._area(name)
        for area, held in self.areas.items():
            if held.sietch is None:
                continue
            here = self.names.areas[area]
            home = held.sietch.printed or here
            if home not in printed:
                raise ScenarioError(f"{home} is no sietch area; they are {', '.join(printed)}")
            k = printed.index(home)
            if k in ranks:
                raise ScenarioError(f"the sietch of {home} is described twice")
            if home != here:
                self._check_moved(home, area)
            state["sietch_at"][k] = opcodes.AT_GONE if held.sietch.destroyed else area
            ranks[k] = held.sietch.rank or 0
            if held.sietch.revealed or held.sietch.destroyed:
                state["sietch_known"] |= 1 << k
        for home, rank in self.shape.destroyed_sietches.items():
            k = self.names.find(printed, home, "sietch area")
            if k in ranks:
                raise ScenarioError(f"the sietch of {home} is described twice")
            ranks[k] = rank
            state["sietch_at"][k] = opcodes.AT_GONE
            state["sietch_known"] |= 1 << k
        self._ranks(ranks)
        for k in range(len(printed)):
            at = int(state["sietch_at"][k])
            if at < opcodes.AT_OUT:
                if lies_in(state["sietches"], at):
                    raise ScenarioError(f"two sietches stand in {self.names.areas[at]}")
                put(state["sietches"], at)

    def _check_moved(self, home: str, area: int) -> None:
        """A card moves a sietch into empty desert only."""
        here = self.names.areas[area]
        if here in self.names.settlements:
            raise ScenarioError(f"the sietch of {home} cannot have moved to {here}, a Harkonnen settlement")
        self.need_desert(area, f"sietch moved from {home}")

    def _ranks(self, given: dict[int, int]) -> None:
        """Ranks that are not told are dealt from the tokens left, lowest first."""
        left = Counter(one.rank for one in self.content.sietch_tokens)
        for rank in given.values():
            if rank:
                left[rank] -= 1
                if left[rank] < 0:
                    raise ScenarioError(f"more sietches of rank {rank} than there are tokens")
        rest = sorted(left.elements())
        for k in range(len(self.names.sietch_areas)):
            self.state["sietch_rank"][k] = given.get(k) or rest.pop(0)

    def _stations(self) -> None:
        state, printed = self.state, self.names.station_areas
        used: dict[int, int] = {}
        for area, held in self.areas.items():
            if held.station is None:
                continue
            here = self.names.areas[area]
            if here not in printed:
                raise ScenarioError(f"{here} has no testing station; those areas are {', '.join(printed)}")
            if held.station.token is not None:
                token = self.names.find(self.names.stations, held.station.token, "testing station")
                if token in used.values():
                    raise ScenarioError(f"testing station {held.station.token} is used twice")
                used[printed.index(here)] = token
        rest = [k for k in range(len(printed)) if k not in used.values()]
        for k, name in enumerate(printed):
            area = self._area(name)
            state["station_token"][k] = 1 + (used[k] if k in used else rest.pop(0))
            shape = self.areas[area].station if area in self.areas else None
            if shape is None or not shape.taken:
                put(state["stations"], area)

    # -- figures -----------------------------------------------------------------------------------------------------

    def build_legions(self) -> None:
        used = [Counter[str](), Counter[str]()]
        for area, held in self.areas.items():
            where = self.names.areas[area]
            there = [(who, one) for who, one in enumerate((held.harkonnen, held.atreides)) if one and somebody(one)]
            if self.settled and len(there) > 1:
                raise ScenarioError(f"{where} holds legions of both factions")
            for who, legion in there:
                self._legion(area, who, legion, used[who])
        self._pools(used)

    def _legion(self, area: int, who: int, legion: HarkonnenLegion | AtreidesLegion, used: Counter[str]) -> None:
        state, where = self.state, self.names.areas[area]
        counts = [getattr(legion, name) for name in (*CLASSES, GENERIC[who])]
        tokens = len(getattr(legion, "tokens", ()))
        if self.settled:
            self._check_legion(where, who, counts, tokens, legion.leaders)
        if max(counts) > 15:
            raise ScenarioError(f"{where} holds {max(counts)} figures of one kind; nothing has so many")
        for name, number in zip((*CLASSES, GENERIC[who]), counts, strict=True):
            used[name] += number
        for word in legion.tokens if who == 0 else ():
            if self.mahdi is None:
                raise ScenarioError(f"{where} holds a Harkonnen token, which only the solo game has")
            self.mahdi.token(word, area)
        if sum(counts[:3]) or tokens:
            put(state["legions"][who], area)
        if counts[3] or legion.leaders:
            put(state["led"][who], area)
        state["legion"][area] |= sum(number << 4 * k for k, number in enumerate(counts))

    def _check_legion(self, where: str, who: int, counts: list[int], tokens: int, leaders: Iterable[str]) -> None:
        units, limit = sum(counts[:3]) + tokens, self.content.settings.get("area_unit_limit").value
        if units > limit:
            raise ScenarioError(f"{where} holds {units} {FACTIONS[who]} units; an area holds at most {limit}")
        if units == 0 and (counts[3] or tuple(leaders)):
            raise ScenarioError(f"leaders stand alone in {where}; a leader needs a unit beside it")
        towns = self.state["settlements"] if who == 1 else self.state["sietches"]
        if units and lies_in(towns, self._area(where)):
            thing = "Harkonnen settlement" if who == 1 else "sietch"
            raise ScenarioError(f"{where} holds {FACTIONS[who]} units and a standing {thing}; entering destroys it")

    def box(self, who: int) -> dict[str, int]:
        """Figures of a faction in the box."""
        held = {
            one.kind: one.count for one in self.content.figures if one.faction == FACTIONS[who] and one.kind in CLASSES
        }
        return {**held, GENERIC[who]: self.content.leaders.get(GENERIC[who]).figures}

    def _pools(self, used: list[Counter[str]]) -> None:
        for who, faction in enumerate(FACTIONS):
            for k, (name, number) in enumerate(self.box(who).items()):
                if used[who][name] > number:
                    raise ScenarioError(f"{used[who][name]} {faction} figures of {name}, but the box holds {number}")
                self.state["pool"][who][k] = number - used[who][name]

    def build_tokens(self) -> None:
        at, shape, seen = self.state["token_at"], self.shape.deployment_tokens, set[int]()
        pools = [one.pool for one in self.content.deployment_tokens if one.faction == "atreides"]
        for k, pool in enumerate(pools):
            listed = pool == "supply" and shape.supply is None
            at[k] = opcodes.AT_SUPPLY if listed else opcodes.AT_GONE
        for area, held in self.areas.items():
            for word in held.atreides.tokens if held.atreides is not None else ():
                at[self._token(word, seen)] = area
                put(self.state["tokens"], area)
        off_map = {
            "supply": opcodes.AT_SUPPLY,
            "drawn": opcodes.AT_DRAWN,
            "gone": opcodes.AT_GONE,
            "lost": opcodes.AT_LOST,
        }
        for key, place in off_map.items():
            for word in getattr(shape, key) or ():
                at[self._token(word, seen)] = place

    def _token(self, word: str, seen: set[int]) -> int:
        k = self.names.find(self.names.tokens, word, "deployment token")
        if k in seen:
            raise ScenarioError(f"deployment token {word} is there twice")
        seen.add(k)
        return k

    # -- desert ------------------------------------------------------------------------------------------------------

    def build_desert(self) -> None:
        state = self.state
        state["atomics"] = self._atomic_uses()
        figures: Counter[str] = Counter()
        for area, held in self.areas.items():
            if self.settled:
                self._check_shared(area, held)
            for given, field, word in (
                (held.wormsign, "signs", "wormsign"),
                (held.harvester, "harvesters", "harvester"),
                (held.sandworm is not None, "worms", "sandworm"),
            ):
                if given:
                    self.need_desert(area, word)
                    put(state[field], area)
            figures["sandworm"] += held.sandworm == "ordinary"
            figures["harvester"] += held.harvester
        self._within_box(figures)
        self._signs()

    def build_tile(self) -> None:
        """The atomic tile, which turns its area into desert."""
        if self.shape.atomics.tile is not None:
            self.state["tile"] = 1 + self.names.find(self.names.tiles, self.shape.atomics.tile, "atomic tile")

    def _atomic_uses(self) -> int:
        unlocked = (step.effect for step in self.content.track_steps if step.effect.do == "unlock_atomics")
        most = sum(effect.uses for effect in unlocked)
        if self.shape.atomics.uses > most:
            raise ScenarioError(f"{self.shape.atomics.uses} uses of family atomics; the tracks give {most}")
        return self.shape.atomics.uses

    def _check_shared(self, area: int, held: AreaShape) -> None:
        """What cannot stand in one area with a sandworm or a harvester."""
        where, legions = self.names.areas[area], self.state["legions"]
        if held.harvester and lies_in(self.state["sietches"], area):
            raise ScenarioError(f"{where} holds a harvester and a standing sietch; no harvester enters a sietch")
        if held.harvester and lies_in(legions[1], area):
            raise ScenarioError(f"{where} holds a harvester and an atreides legion; the legion would have destroyed it")
        # the desert phase begins by taking signs away from worms, and its worms come up before they drive legions off
        desert = self.shape.phase == "desert"
        if held.sandworm is not None and held.wormsign and not desert:
            raise ScenarioError(f"{where} holds a sandworm and a wormsign; a worm takes the place of its sign")
        for who in (1,) if desert else (0, 1):
            if held.sandworm is not None and lies_in(legions[who], area):
                raise ScenarioError(
                    f"{where} holds a sandworm and a legion of the {FACTIONS[who]}; they never share an area"
                )

    def _within_box(self, figures: Counter[str]) -> None:
        limits = {one.kind: one.count for one in self.content.figures}
        for kind, number in figures.items():
            if number > limits[kind]:
                raise ScenarioError(f"{number} figures of {kind}, but the box holds {limits[kind]}")

    def need_desert(self, area: int, what: str) -> None:
        record = self.content.areas[area]
        if not self.is_desert(area):
            raise ScenarioError(f"a {what} needs desert, but {record.id} is {record.terrain.replace('_', ' ')}")

    def is_desert(self, area: int) -> bool:
        """Whether an area is desert now, printed or under an atomic tile."""
        record, tile = self.content.areas[area], int(self.state["tile"])
        return record.terrain == "desert" or bool(tile and self.content.atomic_strikes[tile - 1].area == record.id)

    def _signs(self) -> None:
        box = {name: self.content.wormsigns.get(name).count for name in SIGNS}
        given = {name: getattr(self.shape.wormsigns, name) for name in SIGNS}
        left = {name: most if given[name] is None else given[name] for name, most in box.items()}
        for name, most in box.items():
            if left[name] > most:
                raise ScenarioError(f"{left[name]} unseen wormsigns of {name}, but there are {most}")
        total, down = sum(left.values()), sum(held.wormsign for held in self.areas.values())
        if down > total:
            raise ScenarioError(f"{down} wormsigns on the map, but only {total} are face down or in the pool")
        desert = self.shape.phase == "desert"
        if total == 0 and not desert:
            raise ScenarioError("no wormsign is face down or in the pool; those turned up go back there")
        # where a desert phase begins anew with too few of them, those that were turned up are back in the pool
        too_few = self.settled and desert and total < self._signs_wanted()
        self.state["unseen"] = list((box if too_few else left).values())

    def _signs_wanted(self) -> int:
        """Wormsigns that lie on the map once a desert phase has begun."""
        legions = self.state["legions"]
        return sum(
            (held.wormsign and not lies_in(legions[1], area))
            or (self.is_desert(area) and (held.harvester or lies_in(legions[0], area)))
            for area, held in self.areas.items()
            if held.sandworm is None
        )

    def build_zones(self) -> None:
        self._within_box(Counter(self.shape.air_zones.values()))
        for word, kind in self.shape.air_zones.items():
            self.state[f"{kind}s"] |= 1 << self.names.find(self.names.zones, word, "air zone")
