"""What stands on the map, from a readable scenario to the record of the kernels; impossible positions are refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from dune_sim.errors import ScenarioError
from dune_sim.games.arrakis_names import ATREIDES_LEADERS, CLASSES, FACTIONS, GENERIC, SIGNS, WILD, Names
from dune_sim.games.arrakis_shape import AreaShape, ScenarioShape, read
from dune_sim.kernels.arrakis import opcodes

PLACES = {
    "out": opcodes.AT_OUT,
    "aside": opcodes.AT_ASIDE,
    "tank": opcodes.AT_TANK,
    "later": opcodes.AT_LATER,
    "gone": opcodes.AT_GONE,
}
UNIT_WORDS = {"sardaukar": "special_elite", "fedaykin": "special_elite", "regular": "standard"}


def put(board: Any, area: int) -> None:
    """Add an area to a board of two words."""
    board[area >> 6] |= type(board[0])(1 << (area & 63))


class MapBuilder:
    """Fills the map of a cleared State record from a scenario."""

    def __init__(self, names: Names, state: Any, data: Mapping[str, Any]) -> None:
        self.names, self.content, self.state = names, names.content, state
        self.shape = read(ScenarioShape, data)
        #: a position in the middle of an action may break rules that the action is about to restore
        self.settled = self.shape.running is None
        self.areas = {self._area(key): self._area_shape(key, value) for key, value in self.shape.areas.items()}
        if len(self.areas) != len(self.shape.areas):
            raise ScenarioError("an area is described twice under two of its names")

    def _area(self, word: str) -> int:
        return self.names.find(self.names.areas, word, "area")

    def _area_shape(self, word: str, value: Any) -> AreaShape:
        if not isinstance(value, Mapping):
            raise ScenarioError(f"area {word} must be a table of what it holds, not {value!r}")
        plain = dict(value)
        for faction in FACTIONS:
            if isinstance(plain.get(faction), Mapping):
                plain[faction] = {UNIT_WORDS.get(key, key): held for key, held in plain[faction].items()}
        for short, key in (("sietch", "rank"), ("station", "token")):
            if isinstance(plain.get(short), int | str) and not isinstance(plain[short], bool):
                gone = {"sietch": "destroyed", "station": "taken"}[short]
                plain[short] = {gone: True} if plain[short] == gone else {key: plain[short]}
        return read(AreaShape, plain, f"area {word}")

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
            if state["sietch_at"][k] < opcodes.AT_OUT:
                put(state["sietches"], int(state["sietch_at"][k]))

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
        state = self.state
        used = [Counter[str](), Counter[str]()]
        for area, held in self.areas.items():
            where = self.names.areas[area]
            if self.settled and held.harkonnen is not None and held.atreides is not None:
                raise ScenarioError(f"{where} holds legions of both factions")
            for who, legion in enumerate((held.harkonnen, held.atreides)):
                if legion is None:
                    continue
                counts = [getattr(legion, name) for name in (*CLASSES, GENERIC[who])]
                tokens = len(getattr(legion, "tokens", ()))
                if self.settled:
                    self._check_legion(where, who, counts, tokens, legion.leaders)
                for name, number in zip((*CLASSES, GENERIC[who]), counts, strict=True):
                    used[who][name] += number
                if sum(counts[:3]) or tokens:
                    put(state["legions"][who], area)
                if counts[3] or legion.leaders:
                    put(state["led"][who], area)
                state["legion"][area] = sum(number << 4 * k for k, number in enumerate(counts))
        self._pools(used)

    def _check_legion(self, where: str, who: int, counts: list[int], tokens: int, leaders: Iterable[str]) -> None:
        units, limit = sum(counts[:3]) + tokens, self.content.settings.get("area_unit_limit").value
        if units > limit:
            raise ScenarioError(f"{where} holds {units} {FACTIONS[who]} units; an area holds at most {limit}")
        if units == 0 and (counts[3] or tuple(leaders)):
            raise ScenarioError(f"leaders stand alone in {where}; a leader needs a unit beside it")
        if max(counts) > 15:
            raise ScenarioError(f"{where} holds {max(counts)} figures of one kind; nothing has so many")
        area = self._area(where)
        towns = self.state["settlements"] if who == 1 else self.state["sietches"]
        if units and int(towns[area >> 6]) >> (area & 63) & 1:
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

    def build_leaders(self) -> None:
        at = self.state["leader_at"]
        for k, leader in enumerate(self.names.named):
            at[k] = opcodes.AT_ASIDE if leader.starts_in_play else opcodes.AT_OUT
        at[WILD] = opcodes.AT_OUT
        seen: dict[int, str] = {}
        for area, held in self.areas.items():
            for who, legion in enumerate((held.harkonnen, held.atreides)):
                for word in legion.leaders if legion is not None else ():
                    k = self._leader(word, who)
                    self._once(seen, k, f"in {self.names.areas[area]}")
                    at[k] = area
        for who, faction in enumerate(FACTIONS):
            self._tank(who, getattr(self.shape.tank, faction), seen)
        for word, place in self.shape.leaders.items():
            k = self.names.find(self.names.leaders, word, "leader")
            if place == "tank" and seen.get(k) == "in the tank":
                continue
            self._once(seen, k, f"as {place}")
            at[k] = PLACES[place]
        for word in self.shape.exhausted:
            self.state["spent"] |= 1 << self.names.find(self.names.leaders, word, "leader")

    def _leader(self, word: str, who: int) -> int:
        if self.names.aliases.get(word, word) in GENERIC:
            raise ScenarioError(f"{word} is a generic leader: give their number as {GENERIC[who]!r}: 1")
        k = self.names.find(self.names.leaders, word, "leader")
        if k == WILD:
            raise ScenarioError('the Wild Maker stands on the map as "sandworm": "wild"')
        if (k >= ATREIDES_LEADERS) != (who == 1):
            raise ScenarioError(f"{word} does not belong to the {FACTIONS[who]}")
        return k

    def _once(self, seen: dict[int, str], leader: int, place: str) -> None:
        if leader in seen:
            raise ScenarioError(f"{self.names.leaders[leader]} is there twice: {seen[leader]} and {place}")
        seen[leader] = place

    def _tank(self, who: int, words: tuple[str | None, ...], seen: dict[int, str]) -> None:
        spaces = self.content.faction_boards.get(FACTIONS[who]).tank_spaces
        if len(words) > spaces:
            raise ScenarioError(f"the {FACTIONS[who]} tank has {spaces} spaces, not {len(words)}")
        for space, word in enumerate(words):
            if word is not None:
                k = self._leader(word, who)
                self._once(seen, k, "in the tank")
                self.state["leader_at"][k] = opcodes.AT_TANK
                self.state["tank"][who][space] = k + 1

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
        state, limits = self.state, {one.kind: one.count for one in self.content.figures}
        if self.shape.atomics.tile is not None:
            state["tile"] = 1 + self.names.find(self.names.tiles, self.shape.atomics.tile, "atomic tile")
        state["atomics"] = self.shape.atomics.uses
        worms: Counter[str] = Counter()
        state["wild_at"] = opcodes.AT_OUT if state["leader_at"][WILD] == opcodes.AT_OUT else opcodes.AT_ASIDE
        for area, held in self.areas.items():
            for given, field, word in (
                (held.wormsign, "signs", "wormsign"),
                (held.harvester, "harvesters", "harvester"),
                (held.sandworm is not None, "worms", "sandworm"),
            ):
                if given:
                    self._need_desert(area, word)
                    put(state[field], area)
            if held.sandworm == "wild":
                if state["wild_at"] < opcodes.AT_OUT:
                    raise ScenarioError("the Wild Maker is there twice")
                state["leader_at"][WILD] = opcodes.AT_ASIDE
                state["wild_at"] = area
            elif held.sandworm is not None:
                worms["sandworm"] += 1
            worms["harvester"] += held.harvester
        for kind, number in worms.items():
            if number > limits[kind]:
                raise ScenarioError(f"{number} figures of {kind}, but the box holds {limits[kind]}")
        self._signs()

    def _need_desert(self, area: int, what: str) -> None:
        record = self.content.areas[area]
        opened = [one.area for one in self.content.atomic_strikes]
        tile = int(self.state["tile"])
        if record.terrain != "desert" and not (tile and opened[tile - 1] == record.id):
            raise ScenarioError(f"a {what} needs desert, but {record.id} is {record.terrain.replace('_', ' ')}")

    def _signs(self) -> None:
        shape, total = self.shape.wormsigns, 0
        for k, name in enumerate(SIGNS):
            most = self.content.wormsigns.get(name).count
            given = getattr(shape, name)
            if given is not None and given > most:
                raise ScenarioError(f"{given} unseen wormsigns of {name}, but there are {most}")
            self.state["unseen"][k] = most if given is None else given
            total += int(self.state["unseen"][k])
        down = sum(held.wormsign for held in self.areas.values())
        if down > total:
            raise ScenarioError(f"{down} wormsigns on the map, but only {total} are face down or in the pool")

    def build_zones(self) -> None:
        limits = {one.kind: one.count for one in self.content.figures}
        flown = Counter(self.shape.air_zones.values())
        for kind, number in flown.items():
            if number > limits[kind]:
                raise ScenarioError(f"{number} figures of {kind}, but the box holds {limits[kind]}")
        for word, kind in self.shape.air_zones.items():
            self.state[f"{kind}s"] |= 1 << self.names.find(self.names.zones, word, "air zone")
