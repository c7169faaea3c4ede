"""What a seat of War for Arrakis sees, worked out slowly from the readable form of its observation.

``sight(told)`` gives every feature of kernels/players/sight.py by its full name; ``told`` is ``to_dict()`` of an
observation. Which prescience cards could be scored is asked of naive/arrakis_prescience.py, who reaches what of
naive/arrakis_map.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from . import arrakis_map as ground
from .arrakis_content import load_board, load_prescience_cards, records
from .arrakis_prescience import Table, meets

Told = dict[str, Any]
BOARD = load_board()
CARDS = {one["id"]: one for one in load_prescience_cards()}
TOKENS = {one["id"]: one for one in records("deployment_tokens", "deployment_tokens")}
OBJECTIVES = {one["id"]: one["targets"] for one in records("objectives", "objectives")}
TOWN_RANKS = {one["id"]: one["rank"] for one in records("settlements", "settlements")}
SIETCH_RANKS = [one["rank"] for one in records("tokens", "sietch_tokens")]
LEADERS = {one["id"]: one for one in records("leaders", "leaders") if one["kind"] == "named"}
MARKERS = ("kwisatz_haderach", "sand_dwellers", "jihad")
FACES = ("leadership", "strategy", "deployment", "mentat", "house")
SIDES = ("harkonnen", "atreides")
WORTHS = {"standard": 2, "elite": 3, "special_elite": 4, "bashar": 1, "naib": 1}
CLASSES = {"standard": "standard", "elite": "elite", "special_elite": "special_elite", "generic": "generic"}
PHASES = ("start", "vehicles", "actions", "desert", "spice", "end")
HOUSES = {"house_harkonnen": "harkonnen", "corrino_ally": "harkonnen"}


def rounded(total: int, many: int) -> int:
    """A mean, halves upwards; 0 of nothing."""
    return (2 * total + many) // (2 * many) if many else 0


def worth(figures: dict[str, int]) -> int:
    return sum(WORTHS[kind] * n for kind, n in figures.items() if kind in WORTHS)


@dataclass
class Viewed:
    """One observation, with the questions asked of it."""

    told: Told
    position: ground.Position

    @property
    def areas(self) -> dict[str, Told]:
        found: dict[str, Told] = self.told["areas"]
        return found

    @property
    def is_atreides(self) -> bool:
        return bool(self.told["viewer"] == "atreides")

    def legions(self, side: str) -> list[str]:
        """Areas with units or tokens of a side."""
        return [name for name in self.areas if ground.has_units(self.position, name, side)]

    @cached_property
    def token_worths(self) -> dict[str, int]:
        """Mean worth of the tokens of each pool that may still be face down."""
        means = {}
        for pool in ("start", "supply"):
            listed = [one for one in TOKENS.values() if one["faction"] == "atreides" and one["pool"] == pool]
            left = [worth(one["contents"]) for one in listed if one["id"] not in self.told["deployment_tokens"]["gone"]]
            means[pool] = rounded(sum(left), len(left))
        return means

    def worth(self, side: str, area: str) -> int:
        held = self.areas.get(area, {}).get(side, {})
        total = worth(held) + 2 * len(held.get("leaders", []))
        if not self.is_atreides:
            return total + sum(self.token_worths[pool] for pool in self.pools(area))
        return total + sum(worth(TOKENS[token]["contents"]) for token in held.get("tokens", []))

    def pools(self, area: str) -> list[str]:
        """Backs of the face-down tokens of an area; everybody sees them."""
        found: list[str] = self.told["token_backs"].get(area, [])
        return found

    def best(self, side: str, among: Iterable[str]) -> int:
        return max((self.worth(side, area) for area in among if area in self.legions(side)), default=0)

    @cached_property
    def unknown_rank(self) -> int:
        """Quarter ranks of a face-down sietch on the mean."""
        shown = [one["sietch"]["rank"] for one in self.areas.values() if one.get("sietch", {}).get("revealed")]
        shown += self.told["destroyed_sietches"].values()
        many = len(SIETCH_RANKS) - len(shown)
        return rounded(4 * (sum(SIETCH_RANKS) - sum(shown)), many)

    def sietches(self) -> dict[str, int]:
        """Quarter rank of every sietch standing."""
        found = {}
        for name, held in self.areas.items():
            if "sietch" in held:
                rank = held["sietch"]["rank"]
                found[name] = self.unknown_rank if rank == "unknown" else 4 * rank
        return found

    def settlements(self) -> dict[str, int]:
        standing = [name for name, held in self.areas.items() if held.get("settlement") == "standing"]
        return {name: 4 * TOWN_RANKS[name] for name in standing}

    def strikers(self, side: str, area: str) -> list[str]:
        """Legions that could attack an area."""
        return [one for one in self.legions(side) if area in ground.all_targets(BOARD, self.position, one, side)]

    def within(self, areas: Iterable[str], steps: int) -> set[str]:
        """Areas so many open borders away from any of some, these included."""
        found = set(areas)
        for _ in range(steps):
            found |= {other for one in found for other in ground.neighbours(BOARD, one)}
        return found

    def leader_area(self, *forms: str) -> str | None:
        for name, held in self.areas.items():
            if set(forms) & set(held.get("atreides", {}).get("leaders", [])):
                return name
        return None


def race(seen: Viewed) -> dict[str, int]:
    """Markers, objective, prescience cards, supremacy."""
    told, tracks = seen.told, seen.told["tracks"]
    lacks = {
        name: {marker: max(0, steps - tracks[marker]) for marker, steps in targets.items()}
        for name, targets in OBJECTIVES.items()
    }
    if seen.is_atreides and told["objective"]:
        mine = min(told["objective"], key=lambda name: sum(lacks[name].values()))
        need = {marker: 4 * lacks[mine][marker] for marker in MARKERS}
    else:
        need = {marker: sum(4 * one[marker] for one in lacks.values()) // len(lacks) for marker in MARKERS}
    row, deck, claims = told["prescience"]["row"], told["prescience"]["deck"], max(0, 2 - told["prescience"]["claims"])
    table = table_of(seen)
    met = [name for name in row if claims and meets(CARDS[name], table)]
    useful = {
        name: sum(min(4 * CARDS[name]["advances"].get(marker, 0), need[marker]) for marker in MARKERS) for name in row
    }
    found = {
        "distance": sum(need.values()),
        "near": max(0, 24 - sum(need.values())),
        "ready": sum(sorted((useful[name] for name in met), reverse=True)[:claims]),
        "progress": sum(useful[name] * nearly(seen, CARDS[name]) // 4 for name in row if name not in met),
        "claims": claims,
        "prescience_deck": len(deck),
        "supremacy": tracks["supremacy"],
        "supremacy_high": max(0, tracks["supremacy"] - 5),
        "plenty": 0,
    }
    for marker in MARKERS:
        steps = sum(CARDS[name]["advances"].get(marker, 0) for name in row + deck)
        found["plenty"] += min(steps, need[marker] // 4 + 4)
        found[f"marker_{marker}"], found[f"need_{marker}"] = tracks[marker], need[marker]
    found["finish"] = int(found["ready"] >= found["distance"])
    for name in CARDS:
        found[f"open_{name}"], found[f"met_{name}"] = int(name in row and name not in met), int(name in met)
    return found


def nearly(seen: Viewed, card: Told) -> int:
    """12ths of the areas that a card asks for."""
    first = card["requirement"][0]
    if first["need"] != "legions_in":
        return 0
    fitting = [
        area
        for area in seen.legions("atreides")
        if ground.terrain(BOARD, seen.position, area) == first["terrain"]
        and not (first.get("without_sietch") and "sietch" in seen.areas[area])
    ]
    return 12 * min(len(fitting), first["min_areas"]) // first["min_areas"]


def table_of(seen: Viewed) -> Table:
    """The position in the words of the prescience oracle."""
    told, deeds = seen.told, seen.told["deeds"]
    hidden = [name for name, held in seen.areas.items() if "sietch" in held and not held["sietch"]["revealed"]]
    dice = told["dice"]["atreides"]
    return Table(
        BOARD,
        seen.position,
        frozenset(hidden),
        sum(dice[face] for face in FACES),
        len(told["hands"]["atreides"]),
        deeds["harvesters_lost"],
        deeds["worm_hits"],
        deeds["named_lost"],
        deeds["generic_lost"],
        [("defender", "sietch")] if deeds["sietch_held"] else [],
        [("paul_atreides", "sandworm")] if deeds["rode"] else [],
    )


def towns(seen: Viewed) -> dict[str, int]:
    """Sietches and settlements by how their attackers compare."""
    found: dict[str, int] = {}
    falling = 0
    for key, side, ranks in (("sietch", "atreides", seen.sietches()), ("settlement", "harkonnen", seen.settlements())):
        enemy = SIDES[side == "harkonnen"]
        found |= dict.fromkeys((f"{key}_{how}" for how in ("lost", "bare", "ripe", "even", "tough", "stalked")), 0)
        found[f"{key}_ranks"], guard = sum(ranks.values()), 0
        for area, rank in ranks.items():
            held = seen.worth(side, area) if area in seen.legions(side) else None
            best, defence = seen.best(enemy, seen.strikers(enemy, area)), (held or 0) + rank // 2
            how = compared(best, held, defence)
            guard += held or 0
            if how:
                found[f"{key}_{how}"] += rank
            if side == "atreides":
                falling += rank * (how in ("lost", "ripe"))
                far = seen.best(enemy, seen.within([area], 2) - {area})
                found["sietch_stalked"] += rank * (best == 0 and 0 < far >= defence)
        found[f"{key}_guard"] = guard
    del found["settlement_stalked"]
    lacking = 4 * (10 - seen.told["tracks"]["supremacy"])
    return {
        **found, "sietches": len(seen.sietches()), "settlements": len(seen.settlements()),
        "mortal": int(falling >= lacking),
    }  # fmt: skip


def compared(best: int, held: int | None, defence: int) -> str:
    """How a town stands that is worth so much in defence, or that nobody defends."""
    if held is None:
        return "lost" if best else "bare"
    if not best:
        return ""
    return "ripe" if best - defence >= 4 else "even" if best - defence >= -4 else "tough"


def forces(seen: Viewed) -> dict[str, int]:
    """How near the legions are to where they want to be."""
    found = {"worth_harkonnen": 0, "worth_atreides": 0, "hunted_harkonnen": 0, "hunted_atreides": 0}
    homes = {"harkonnen": seen.settlements(), "atreides": seen.sietches()}
    rings = {"near": 1, "two": 2, "three": 3, "four": 4}
    reached = {name: seen.within(seen.sietches(), steps) for name, steps in rings.items()}
    found |= {f"force_{name}": 0 for name in rings}
    for side, enemy in (SIDES, SIDES[::-1]):
        for area in seen.legions(side):
            n = seen.worth(side, area)
            found[f"worth_{side}"] += n
            if area not in homes[side] and seen.best(enemy, ground.neighbours(BOARD, area)) >= n + 3:
                found[f"hunted_{side}"] += n
            if side == "harkonnen":
                for name in rings:
                    found[f"force_{name}"] += n * (area in reached[name])
    return found


def lie_of_the_land(seen: Viewed) -> dict[str, int]:
    """Terrain, stations, Paul and Jessica."""
    there = seen.legions("atreides")
    stations = {name for name, spot in seen.position.spots.items() if spot.station}
    paul = seen.leader_area("paul_atreides", "paul_muaddib")
    jessica = seen.leader_area("lady_jessica", "reverend_mother_jessica")
    kinds = [ground.terrain(BOARD, seen.position, area) for area in there]
    return {
        "stations": len(stations),
        "station_near": len(stations & seen.within(there, 1)),
        "station_two": len(stations & seen.within(there, 2)),
        "plateaus": kinds.count("plateau"),
        "mountains": kinds.count("mountain"),
        "minor_ergs": kinds.count("minor_erg"),
        "deserts": sum(
            kind == "desert" and "sietch" not in seen.areas[area] for kind, area in zip(kinds, there, strict=True)
        ),
        "paul_on_map": int(paul is not None),
        "jessica_on_map": int(jessica is not None),
        "together": int(paul is not None and paul == jessica),
    }


def wilds(seen: Viewed) -> dict[str, int]:
    """Harvesters, flyers, worms, storms."""
    told, spots = seen.told, seen.position.spots
    harvesters = {name for name, spot in spots.items() if spot.harvester}
    worms = [name for name, held in seen.areas.items() if "sandworm" in held]
    hunted = {area for worm in worms for area in worm_reach(worm)}
    raiders = {other for one in seen.legions("atreides") for other in ground.neighbours(BOARD, one)}
    exposed = [one for one in seen.legions("harkonnen") if ground.is_exposed(BOARD, seen.position, one)]
    flyers = list(told["air_zones"].values())
    return {
        "harvesters": len(harvesters),
        "crop": sum(2 if ground.is_deep(BOARD, seen.position, area) else 1 for area in harvesters),
        "raided": len((harvesters - set(seen.legions("harkonnen"))) & (hunted | raiders)),
        "ornithopters": flyers.count("ornithopter"),
        "carryalls": flyers.count("carryall"),
        "worms": len(worms),
        "signs": sum(spot.wormsign for spot in spots.values()),
        "prey": sum(area in hunted for area in exposed),
        "exposed": sum(seen.areas[area]["harkonnen"].get(kind, 0) for area in exposed for kind in ground_kinds()),
        "wild_maker": int(any(held.get("sandworm") == "wild" for held in seen.areas.values())),
        "atomics": told["atomics"]["uses"],
        "atomic_tile": int(told["atomics"]["tile"] is not None),
    }


def ground_kinds() -> tuple[str, ...]:
    return ("standard", "elite", "special_elite")


def worm_reach(worm: str) -> set[str]:
    """Areas one step from a worm, and those a second step away from desert printed on the map."""
    first = ground.neighbours(BOARD, worm)
    dunes = {area for area in first if BOARD.areas[area].terrain == "desert"}
    return first | {other for one in dunes for other in ground.neighbours(BOARD, one)} - {worm}


def boards(seen: Viewed) -> dict[str, int]:
    """Round, spice board, hands."""
    told, spice = seen.told, seen.told["spice"]
    rows = {name: row - 1 for name, row in spice["markers"].items()}
    found = {
        "round": told["round"],
        "phase": PHASES.index(told["phase"]),
        "atreides_next": int(told["to_move"] == "atreides"),
        "lowest_row": max(rows.values()),
        "spice": spice["unspent"],
        "reserve": spice["reserve"],
    }
    for name, row in rows.items():
        found[f"row_{name}"], found[f"ban_{name}"] = row, int(name in spice["bans"])
    for side in SIDES:
        found[f"cards_{side}"] = len(told["hands"][side])
    found |= {f"hand_{card}": 1 for card in told["hands"][told["viewer"]]}
    return found


def sides(seen: Viewed) -> dict[str, int]:
    """Dice, figures and leaders of both factions."""
    told = seen.told
    found: dict[str, int] = {}
    for side, generic in (("harkonnen", "bashar"), ("atreides", "naib")):
        dice = told["dice"][side]
        legions = [held[side] for held in seen.areas.values() if side in held]
        named = [name for name, one in LEADERS.items() if (one["subfaction"] in HOUSES) == (side == "harkonnen")]
        places = [told["leaders"].get(name) for name in named]
        found |= {f"dice_{face}_{side}": dice[face] for face in FACES}
        found |= {
            f"figures_{kind}_{side}": sum(one.get(generic if kind == "generic" else kind, 0) for one in legions)
            for kind in CLASSES
        }
        found |= {
            f"all_dice_{side}": sum(dice[face] for face in FACES),
            f"bene_gesserit_{side}": told["bene_gesserit"][side]["owned"],
            f"legions_{side}": len(seen.legions(side)),
            f"named_{side}": sum(len(one.get("leaders", [])) for one in legions),
            f"aside_{side}": places.count("aside") + places.count("later"),
            f"tank_{side}": places.count("tank"),
            f"exhausted_{side}": sum(name in told["exhausted"] for name in named),
            f"tokens_{side}": sum(len(one.get("tokens", [])) for one in legions),
        }
    return found


def sight(told: Told, position: ground.Position) -> dict[str, int]:
    """Every feature by its name; cards of the hand that are not held are left out."""
    seen = Viewed(told, position)
    found: dict[str, int] = {}
    for part in (race, towns, forces, lie_of_the_land, wilds, boards, sides):
        found |= part(seen)
    return found
