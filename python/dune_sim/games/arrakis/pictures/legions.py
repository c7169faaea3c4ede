"""Legions, the battle between them and the pool of figures in words."""

from __future__ import annotations

from typing import Any

from dune_sim.games.arrakis.tables.names import FACTIONS, GENERIC, VEHICLES, roll_words
from dune_sim.games.arrakis.words.phrases import counted

SPECIAL = ("Sardaukar", "Fedaykin")
UNITS = ("standard", "elite", "special_elite")
#: what hits a legion outside battle
HAZARDS = {"storm": "Coriolis storm", "sandworm": "sandworm", "card": "attack of a card"}


def standing(position: dict[str, Any]) -> dict[str, Any]:
    """The areas as they lie on the table: casualties of a battle are off the map before the battle ends."""
    areas, battle = dict(position["areas"]), position.get("battle", {})
    for side, where in (("attacker", "source"), ("defender", "target")):
        if side in battle:
            faction = battle[side]["faction"]
            left = {key: battle[side][key] for key in (*UNITS, *GENERIC, "leaders") if key in battle[side]}
            held = {key: value for key, value in areas.get(battle[where], {}).items() if key != faction}
            areas[battle[where]] = {**held, faction: left} if left else held
    return areas


def legion_words(content: Any, legion: dict[str, Any], who: int) -> str:
    """A legion as ``Harkonnen: 3 standard, 1 Sardaukar, 1 Bashar, Baron Harkonnen``."""
    named = dict(zip(UNITS, ("standard", "elite", SPECIAL[who]), strict=True))
    parts = [f"{legion[kind]} {name}" for kind, name in named.items() if legion.get(kind)]
    tokens = legion.get("tokens", ())
    known = [content.deployment_tokens.get(one).contents for one in tokens if not one.startswith("unknown")]
    if tokens:
        inside = [
            " + ".join(f"{n} {kind.replace('_', ' ')}" for kind, n in one.model_dump().items() if n) for one in known
        ]
        parts.append(counted(len(tokens), "token") + (f" [{' | '.join(inside)}]" if inside else ""))
    generic = GENERIC[who]
    if legion.get(generic):
        parts.append(f"{legion[generic]} {generic.capitalize()}")
    parts += [content.leaders.get(one).name for one in legion.get("leaders", ())]
    return f"{FACTIONS[who].capitalize()}: {', '.join(parts) or 'nobody left'}"


def battle_words(content: Any, position: dict[str, Any]) -> list[tuple[str, str]]:
    """What is being fought over and both sides, each under its heading; nothing while nobody fights."""
    battle = position.get("battle")
    if not battle:
        return []
    target = content.areas.get(battle["target"]).name
    if battle["cause"] != "battle":
        head = ("hits", f"{HAZARDS[battle['cause']]} in {target}")
    else:
        rank = f" (rank {battle['rank']})" if battle["rank"] else ""
        said = f"{content.areas.get(battle['source']).name} attacks {target}{rank}, combat round {battle['round']}"
        head = ("battle", said + (f": {battle['outcome']}" if "outcome" in battle else ""))
    old = battle.get("rolled", 0) < battle.get("round", 0)
    return [head] + [(side, _side(content, battle[side], old)) for side in ("attacker", "defender") if side in battle]


def _side(content: Any, side: dict[str, Any], old: bool) -> str:
    parts = [legion_words(content, side, FACTIONS.index(side["faction"]))]
    if "hits" in side:
        said = f"{'last rolled' if old else 'rolled'} {roll_words(side['hits'], side['shields'])}"
        parts.append(said + (f" and {counted(side['specials'], 'special')} not converted" if side["specials"] else ""))
    if side.get("cards"):
        parts.append(f"{counted(side['cards'], 'card')} discarded for dice")
    if side["to_take"]:
        parts.append(f"{counted(side['to_take'], 'hit')} to take")
    if side.get("fallen"):
        parts.append("fallen: " + ", ".join(content.leaders.get(one).name for one in side["fallen"]))
    return "; ".join(parts)


def pool_words(content: Any, position: dict[str, Any], who: int) -> str:
    """Figures off the map."""
    faction = FACTIONS[who]
    box = {one.kind: one.count for one in content.figures if one.faction == faction}
    box[GENERIC[who]] = content.leaders.get(GENERIC[who]).figures
    used = dict.fromkeys(box, 0)
    for held in standing(position).values():
        for kind, number in held.get(faction, {}).items():
            if kind in used:
                used[kind] += number
    left = {kind: box[kind] - used[kind] for kind in (*UNITS, GENERIC[who])}
    said = f"{left['standard']} standard, {left['elite']} elite, {left['special_elite']} {SPECIAL[who]}"
    said += f", {left[GENERIC[who]]} {GENERIC[who].capitalize()}"
    return said + (f", {counted(len(position['deployment_tokens']['supply']), 'token')}" if who else "")


def vehicle_words(content: Any, position: dict[str, Any]) -> str:
    """Vehicles off the map."""
    box = {one.kind: one.count for one in content.figures}
    zones = list(position["air_zones"].values())
    out = {kind: zones.count(kind) for kind in VEHICLES}
    out["harvester"] = sum(bool(held.get("harvester")) for held in position["areas"].values())
    return ", ".join(counted(box[kind] - out[kind], kind) for kind in VEHICLES)


def objective_words(content: Any, position: dict[str, Any]) -> list[str]:
    """What each secret objective asks of the markers; nothing for those who may not know."""
    goals = position["objective"]
    if goals == "unknown":
        return []
    names = {one.id: one.name for one in content.prescience_markers}
    return [
        ", ".join(f"{names[key]} {n}" for key, n in content.objectives.get(goal).targets.model_dump().items())
        for goal in goals
    ]
