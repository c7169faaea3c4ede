"""Bloodlines in pictures: strength that follows from the position, and lines about what lies on the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from dune_sim.games.imperium.content import conditions as cond
from dune_sim.games.imperium.content.bloodlines.forms import OnIcon
from dune_sim.games.imperium.content.effects import Gain, If
from dune_sim.games.imperium.content.models import ImperiumContent


class Further(NamedTuple):
    """Units in the conflict besides troops, and the strength they bring."""

    units: int
    strength: int


def module_strength(content: ImperiumContent, one: Mapping[str, Any]) -> Further:
    """Commanders, their skills and agents of a seat in the conflict (BLD-CMD-06, BLD-SKILL-04, BLD-LEADER-11)."""
    commanders, agents = one["commanders"]["conflict"], one["agents_in_conflict"]
    each = content.module_constant("third_agent_strength" if one["swordmaster"] else "agent_strength")
    strength = commanders * content.module_constant("commander_strength") + agents * each
    if commanders:
        swords = sum(_swords(content, one, name) for name in one["skills"])
        strength += swords * content.constant("sword_strength")
    return Further(commanders + agents, strength)


def _swords(content: ImperiumContent, one: Mapping[str, Any], name: str) -> int:
    """Swords a skill gives as things stand."""
    skill = content.skills.get(name)
    test = skill.effects[0]
    if skill.timing != "combat_strength" or not isinstance(test, If) or not isinstance(test.then[0], Gain):
        return 0
    match test.condition:
        case cond.AgentOn(agent_on=OnIcon(icon=icon)):
            holds = any(content.spaces.get(space).icon == icon for space in one["agents_on"])
        case cond.HasInfluence(influence=need):
            holds = one["influence"][need.faction] >= need.min
        case _:
            holds = False
    return test.then[0].gain.swords if holds else 0


def board_lines(content: ImperiumContent, position: Mapping[str, Any]) -> list[str]:
    """Commanders on spaces, skills on display, tech tiles that can be bought."""
    spaces = ", ".join(content.spaces.get(one).name for one in position["commanders_on"]) or "none"
    skills = ", ".join(
        content.skills.get(name).name + (f" ×{n}" if n > 1 else "") for name, n in position["skills_shown"].items()
    )
    found = [f"commanders on {spaces}; {position['commander_bank']} in the bank", f"skills: {skills or 'none'}"]
    if "tech_shown" in position:
        tiles = [_tile(content, name) if name else "empty" for name in position["tech_shown"]]
        stacks = (f"{tile} (+{n})" for tile, n in zip(tiles, position["tech_left"], strict=False))
        found.append(f"tech: {' | '.join(stacks)}")
    return found


def _tile(content: ImperiumContent, name: str) -> str:
    tile = content.tech_tiles.get(name)
    return f"{tile.name} {tile.cost}"


def seat_lines(content: ImperiumContent, one: Mapping[str, Any]) -> list[str]:
    """Commanders, skills, tiles of a seat, and what only its leader has; nothing where there is nothing."""
    found = []
    placed = {place: n for place, n in one["commanders"].items() if n}
    if placed:
        found.append("commanders: " + ", ".join(f"{n} {place}" for place, n in placed.items()))
    if one["skills"]:
        found.append("skills: " + ", ".join(content.skills.get(name).name for name in one["skills"]))
    if one["agents_in_conflict"]:
        found.append(f"agents in the conflict: {one['agents_in_conflict']}")
    if one.get("tech_tiles"):
        turned = set(one["turned_over"])
        names = [content.tech_tiles.get(name).name + " (turned)" * (name in turned) for name in one["tech_tiles"]]
        found.append("tech: " + ", ".join(names))
    if "tactics" in one:
        found.append(f"tactics marker on {one['tactics']}")
    if one.get("navigation"):
        cards = (content.navigation.get(name).name if name != "unknown" else "?" for name in one["navigation"])
        found.append(f"navigation ({one['navigation_played']} played): " + ", ".join(cards))
    if one.get("secret_project"):
        name = one["secret_project"]
        found.append("secret project: " + (content.tech_tiles.get(name).name if name != "unknown" else "?"))
    return found
