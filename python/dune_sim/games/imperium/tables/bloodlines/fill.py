"""Filling the tables of Bloodlines: commanders, skills, leaders, navigation cards, tech tiles."""

from __future__ import annotations

from typing import Any

import numpy as np

from dune_sim.engines.memory import words_of
from dune_sim.errors import ContentError
from dune_sim.games.imperium.content import effects as fx
from dune_sim.games.imperium.content.bloodlines.forms import AtLeast, HasCommander
from dune_sim.games.imperium.content.bloodlines.models import Skill, TechTile, has_module
from dune_sim.games.imperium.content.models import ImperiumContent, Standing
from dune_sim.games.imperium.kernels import opcodes as op
from dune_sim.games.imperium.kernels.bloodlines import opcodes as blood
from dune_sim.games.imperium.kernels.sizes import TECHS
from dune_sim.games.imperium.tables.boxes import item
from dune_sim.games.imperium.tables.code import Code, Source, guards_of
from dune_sim.games.imperium.tables.effects import program
from dune_sim.lang.records import Set

CONSTANTS = (
    "commander_cost", "commander_strength", "skills_shown", "tactics_start", "tactics_spice", "tactics_end",
    "agent_strength", "third_agent_strength", "hungry_for", "navigation_drawn", "navigation_kept",
)  # fmt: skip
TECH_CONSTANTS = ("council_tech_discount", "secret_tech_discount", "theft_from_vault")
#: what only one leader does
DOES = {
    "tactics_track": blood.LEADER_TACTICS,
    "tueks_sietch": blood.LEADER_SPACE,
    "twisted_deck": blood.LEADER_TWISTED,
    "plot_course": blood.LEADER_COURSE,
    "secret_project": blood.LEADER_PROJECT,
}
STANDING = {
    "intrigue_theft_needs_five": blood.TILE_VAULT,
    "peek_own_deck_top": blood.TILE_PEEKS,
    "cheaper_board_space": blood.TILE_CHAMBER,
    "cheaper_commander": blood.TILE_COMMAND,
    "signet_has_faction_icons": blood.TILE_SERVO,
    "skill_for_tile": blood.TILE_BLADES,
    "troop_for_intrigue": blood.TILE_SUITS,
}


def fill_module(t: Any, code: Code, content: ImperiumContent, players: int, cleanup_counts: bool) -> None:
    """Everything that only games with Bloodlines have."""
    if not has_module(content):
        return
    t["bloodlines"] = 1
    t["cleanup_counts"] = int(cleanup_counts)
    for name in CONSTANTS:
        t[name] = content.module_constant(name)
    t["bank_start"] = content.module_constant("bank_commanders")
    for place in content.commander_places:
        if place.players <= players:
            t["commander_start"] |= np.uint32(1 << code.spaces[place.space])
    t["exchanges"] = sum(1 << space.number for space in content.spaces if space.cost_options)
    _fill_cards(t, code, content)
    _fill_skills(t, code, content)
    _fill_leaders(t, code, content)
    t["hire"] = _asked(code, "sardaukar_commander hire", (blood.IF_HIRABLE, 0, 0, 0), (blood.OP_HIRE, 0))
    draw = fx.Gain.model_validate({"gain": {"cards": 1}})
    t["boosted"] = item(code, Source("urgent_shigawire boost"), (draw,))
    if content.tech_tiles:
        _fill_tiles(t, code, content)


def _asked(code: Code, key: str, test: tuple[int, int, int, int], does: tuple[int, int]) -> int:
    """An item that is there as soon as a condition holds and may be left alone."""
    start = code.put(op.OP_TEST, 0, 1)
    code.put(*test)
    code.put(*does)
    code.patch(start, a=code.put(op.OP_END))
    return code.add_item(Source(key), start, op.ITEM_TESTED | op.ITEM_OPTIONAL)


def _fill_cards(t: Any, code: Code, content: ImperiumContent) -> None:
    for card in content.cards:
        if card.turn_start:
            source = Source(f"{card.id} turn start", card.factions)
            t["opening"][card.number] = program(code, source, card.turn_start)
            t["openers"] |= t["design_cards"][card.number]
    for one in content.navigation:
        t["courses"] |= np.uint16(1 << one.number)
        t["course"][one.number] = program(code, Source(one.id), one.effects)


def _fill_skills(t: Any, code: Code, content: ImperiumContent) -> None:
    for skill in content.skills:
        if skill.number >= len(t["skill"]):
            raise ContentError(f"{skill.id}: there is room for {len(t['skill'])} skills")
        into = t["skill"][skill.number]
        t["skill_tiles"][skill.number] = skill.copies
        if skill.timing == "combat_strength":
            _strength(into, code, skill)
        else:
            source = Source(f"{skill.id} skill", reveal=True, skill=skill.number)
            inside = HasCommander(commander_in_conflict=AtLeast(min=1))
            into["item"] = item(code, source, (fx.If.model_validate({"if": inside, "then": skill.effects}),))


def _strength(into: Any, code: Code, skill: Skill) -> None:
    """Strength that is counted as long as its condition holds."""
    test = skill.effects[0]
    assert isinstance(test, fx.If) and isinstance(test.then[0], fx.Gain)
    into["guard"] = code.here
    empty = fx.If.model_validate({"if": test.condition, "then": ()})
    into["guards"] = code.guard(guards_of(code, Source(skill.id), (empty,)))
    into["swords"] = test.then[0].gain.swords


def _fill_leaders(t: Any, code: Code, content: ImperiumContent) -> None:
    for leader in content.leaders:
        keys = [one.special for one in leader.ability if isinstance(one, Standing)]
        for key in keys:
            t["leader"][leader.number]["does"] = DOES.get(key, int(t["leader"][leader.number]["does"]))
        start = [blood.OP_STRANGE_FORM] if "strange_form" in keys else []
        start += [blood.OP_PLOT_COURSE] if "plot_course" in keys else []
        start += [blood.OP_SECRET_PROJECT] if "secret_project" in keys else []
        if start:
            t["leader"][leader.number]["start"] = code.here
            for one in (*start, op.OP_END):
                code.put(one)
    for space in content.spaces:
        if space.leader is not None:
            t["leader_space"] = space.number + 1


def _fill_tiles(t: Any, code: Code, content: ImperiumContent) -> None:
    t["tech"] = 1
    t["stacks"] = content.module_constant("tech_stacks")
    for name in TECH_CONSTANTS:
        t[name] = content.module_constant(name)
    for tile in content.tech_tiles:
        if tile.number >= TECHS:
            raise ContentError(f"{tile.id}: there is room for {TECHS} tech tiles")
        one = np.asarray(words_of(Set(TECHS), 1 << tile.number), np.uint64)
        t["tiles"] |= one
        if tile.standing is not None:
            t["standing"][STANDING[tile.standing]] |= one
        _fill_tile(t, code, tile)
    t["embassy"] = _asked(code, "ixian_embassy space", (blood.IF_TECH_OPEN, 0, 0, 0), (blood.OP_ACQUIRE_TECH, 0))


def _fill_tile(t: Any, code: Code, tile: TechTile) -> None:
    into = t["tile"][tile.number]
    into["cost"] = tile.cost
    into["acquire"] = program(code, Source(f"{tile.id} acquire", tile=True), tile.acquire)
    into["flip"] = program(code, Source(f"{tile.id} flip"), tile.flip)
    into["won"] = program(code, Source(f"{tile.id} won"), tile.won)
    rest = []
    for effect in tile.reveal:
        if isinstance(effect, fx.Gain) and effect.gain.model_fields_set == {"persuasion"}:
            into["persuasion"] = effect.gain.persuasion
        else:
            rest.append(effect)
    if rest:
        into["item"] = item(code, Source(f"{tile.id} reveal", reveal=True), tuple(rest))
    if tile.standing == "skill_for_tile":
        t["blades"] = code.put(op.OP_OFFER, 0, 1)
        code.put(blood.IF_SKILL_OPEN)
        code.put(blood.OP_TRASH_TILE, tile.number)
        code.put(blood.OP_SKILL)
        code.patch(int(t["blades"]), a=code.put(op.OP_END))
