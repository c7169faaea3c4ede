"""War for Arrakis as the Tables record of its kernels: facts, programs and the options of a game."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from dune_sim.engines.memory import zeros
from dune_sim.errors import ContentError, UsageError
from dune_sim.games.arrakis.battle.tables import fill_dice
from dune_sim.games.arrakis.kernels import layout as lean
from dune_sim.games.arrakis.kernels import opcodes as op
from dune_sim.games.arrakis.kernels.figures import side_of
from dune_sim.games.arrakis.kernels.mahdi.opcodes import OP_MAHDI_END
from dune_sim.games.arrakis.kernels.places import P_LAST
from dune_sim.games.arrakis.options import SOLO, TWO, Mode
from dune_sim.games.arrakis.tables.cards import Assembler, compile_cards
from dune_sim.games.arrakis.tables.code import ACTION_FACES, thread_jumps, write_actions, write_programs
from dune_sim.games.arrakis.tables.map import fill_map, fill_towns
from dune_sim.games.arrakis.tables.names import (
    CLASSES,
    DECK_CARDS,
    FACES,
    FACTIONS,
    VEHICLES,
    Names,
    card_list,
    leader_numbers,
)
from dune_sim.games.arrakis.tables.seats import fill_seats
from dune_sim.games.arrakis.tables.solo import fill_solo, know_solo, write_solo
from dune_sim.games.compiled import Compiled

if TYPE_CHECKING:
    from dune_sim.games.arrakis.content.models import ArrakisContent

#: options of a game and their values by the rulebook
OPTIONS: Mapping[str, int] = {
    "all_dropped_bans": 0,  # 1: the ban of every marker that dropped becomes active
    "arrakeen_wins": 0,  # 1: Atreides win at once when Arrakeen falls
    "optional_advance": 0,  # 1: a winning attacker may stay where it is
    "two_slots": 0,  # 1: the Harkonnen board has 2 slots for deployment and for house
    "round_cap": 200,  # a game that lasts longer ends unfinished; random games last 70 rounds on average
}

HAND_LIMIT = 6
NOBODY = 255


def compile_game(
    content: ArrakisContent,
    options: Mapping[str, int] | None = None,
    layout: ModuleType = lean,
    mode: Mode = TWO,
) -> Compiled[Names]:
    """One Tables record, and the names behind its numbers.

    Parameters
    ----------
    content
        Facts of War for Arrakis.
    options
        Values for some of `OPTIONS`; the others are as in the rulebook.
    layout
        The records of the edition.
    mode
        Who plays; two players unless told otherwise.
    """
    tables = zeros(layout.Tables)
    t = tables[0]
    fill_map(content, t)
    fill_towns(content, t)
    fill_dice(content, t)
    _fill_boards(content, t)
    _fill_figures(content, t)
    _fill_leaders(content, t)
    _fill_tracks(content, t)
    _fill_spice(content, t)
    _fill_cards(content, t)
    _fill_options(content, t, options or {})
    solo = mode.name == SOLO
    if solo:
        fill_solo(content, t)
    _fill_programs(content, t, solo)
    fill_seats(content, t, mode, layout)
    return Compiled(tables, Names(content, mode))


def _setting(content: ArrakisContent, name: str) -> int:
    return content.settings.get(name).value


def _fill_boards(content: ArrakisContent, t: Any) -> None:
    """Action dice, slots, tanks."""
    for board in content.faction_boards:
        who = FACTIONS.index(board.id)
        t["slots"][who] = [getattr(board.slots, face) for face in FACES]
        t["tank_spaces"][who] = board.tank_spaces
        t["tokens_at_start"][who] = board.bene_gesserit_at_start
        if board.tank_spaces > lean.TANK_SPACES:
            raise ContentError(f'faction_boards "{board.id}": tank_spaces must be at most {lean.TANK_SPACES}')
    for die in content.action_dice:
        who = FACTIONS.index(die.faction)
        t["dice"][who] = die.count
        t["action_face"][who] = [FACES.index(face) for face in die.faces]
        if die.count > int(t["slots"][who].sum()):
            raise ContentError(f'action_dice "{die.id}": there are more dice than slots for them')


def _packed(contents: Any) -> int:
    units = contents.standard + (contents.elite << 4) + (contents.special_elite << 8)
    return int(units + (contents.bashar << 12))


def _fill_figures(content: ArrakisContent, t: Any) -> None:
    """Boxes of figures, deployment tokens, wormsigns."""
    for figure in content.figures:
        if figure.kind in CLASSES:
            t["figures"][FACTIONS.index(figure.faction)][CLASSES.index(figure.kind)] = figure.count
        elif figure.kind in VEHICLES:
            t["vehicles"][VEHICLES.index(figure.kind)] = figure.count
        else:
            t["worms"] = figure.count
    for leader in content.leaders:
        if leader.kind == "generic":
            who = FACTIONS.index(content.subfactions.get(leader.subfaction).faction)
            t["figures"][who][3] = leader.figures
    for pool, field, row in (("start", "token_figures", 0), ("supply", "token_figures", 8)):
        tokens = [one for one in content.deployment_tokens if one.pool == pool]
        _exactly(tokens, 8, f"deployment tokens of the {pool} pool")
        t[field][row : row + 8] = [_packed(one.contents) for one in tokens]
    for row, pool in enumerate(("black", "silver")):
        tokens = [one for one in content.deployment_tokens if one.pool == pool]
        _exactly(tokens, lean.SETTLEMENTS, f"{pool} deployment tokens")
        t["start_figures"][row] = [_packed(one.contents) for one in tokens]
    _enough(t)
    t["sign_faces"] = [content.wormsigns.get(face).count for face in ("sand", "sandworm", "burrowing")]


def _enough(t: Any) -> None:
    """The starting tokens of the Harkonnen must not show more figures than the box holds."""
    for kind, name in enumerate((*CLASSES, "bashar")):
        shown = sum((int(token) >> (4 * kind)) & 15 for token in t["start_figures"].ravel())
        if shown > t["figures"][0][kind]:
            raise ContentError(f"the Harkonnen starting tokens show {shown} {name} figures, but there are fewer")


def _exactly(found: list[Any], many: int, what: str) -> None:
    if len(found) != many:
        raise ContentError(f"there must be {many} {what}, not {len(found)}")


def _fill_leaders(content: ArrakisContent, t: Any) -> None:
    number = leader_numbers(content)
    groups = {group.id: {number[one] for one in group.members} for group in content.leader_groups}
    for field in ("replaces", "enters_after"):
        t[field] = NOBODY
    for name, k in number.items():
        leader = content.leaders.get(name)
        t["starts"] |= int(leader.starts_in_play) << k
        if leader.slot is not None:
            face = ACTION_FACES.index(leader.slot)
            t["special_face"][k] = face
            t["specials"][side_of(k)][[faces for faces in range(1 << len(ACTION_FACES)) if faces >> face & 1]] |= 1 << k
        if leader.replaces is not None:
            old = number[leader.replaces]
            t["replaces"][k] = old
            t["takes_place"][k] = any({k, old} <= members for members in groups.values())
        for way in leader.entry:
            if way.removed_from_game is not None:
                t["enters_after"][number[way.removed_from_game]] = k
        if any(step.do != "bene_gesserit" for step in leader.on_entry):
            raise ContentError(f'leaders "{name}": on_entry can only be bene_gesserit')
        t["entry_tokens"][k] = sum(step.n for step in leader.on_entry if step.do == "bene_gesserit")
    for group in ("paul", "jessica"):
        t[group] = sum(1 << k for k in groups[group])


def _fill_tracks(content: ArrakisContent, t: Any) -> None:
    number = leader_numbers(content)
    markers = [*content.prescience_markers.ids, "any_prescience", "supremacy"]
    t["track"]["marker"] = NOBODY
    if len(content.track_steps) > lean.TRACK_STEPS:
        raise ContentError(f"track_steps: there may be at most {lean.TRACK_STEPS}")
    for k, step in enumerate(content.track_steps):
        row = t["track"][k]
        row["marker"], row["step"] = markers.index(step.marker), step.step
        effect = step.effect
        if effect.do == "enter_play":
            row["effect"], row["arg"] = op.TRACK_ENTER, number[effect.leader]
        elif effect.do == "bene_gesserit":
            row["effect"], row["arg"] = op.TRACK_BENE_GESSERIT, FACTIONS.index(effect.faction) + 2 * effect.n
        elif effect.do == "unlock_atomics":
            row["effect"], row["arg"] = op.TRACK_ATOMICS, effect.uses
        else:
            row["effect"], row["arg"] = op.TRACK_WIN, FACTIONS.index(effect.faction)
    t["track_length"] = [one.length for one in content.prescience_markers]
    t["marker_start"] = [one.start for one in content.prescience_markers]
    (supremacy,) = content.supremacy
    t["supremacy_end"], t["supremacy_start"] = supremacy.win_at, supremacy.start
    for k, objective in enumerate(content.objectives):
        t["objective"][k] = [getattr(objective.targets, one) for one in content.prescience_markers.ids]
    for k, card in enumerate(content.prescience_cards):
        t["advances"][k] = [getattr(card.advances, one) for one in content.prescience_markers.ids]
        t["prescience_action"] |= int(card.timing == "action_phase") << k
        t["prescience_dice"] |= int(any(one.need == "spend_action_die" for one in card.requirement)) << k


def _fill_spice(content: ArrakisContent, t: Any) -> None:
    for k, row in enumerate(sorted(content.spice_rows, key=lambda one: one.row)):
        t["row_dice"][k] = row.dice_set_aside
        t["row_vehicles"][k] = [row.harvesters, row.ornithopters, row.carryalls]
        t["ban_row"][k] = row.ban_row
    t["start_row"] = [one.start_row - 1 for one in content.imperium_markers]
    markers = list(content.imperium_markers.ids)
    t["ban_limit"] = _setting(content, "area_unit_limit")
    for ban in content.bans:
        k = markers.index(ban.marker)
        if ban.effect.do == "unit_limit":
            under = [bans for bans in range(1 << len(markers)) if bans >> k & 1]
            t["ban_limit"][under] = np.minimum(t["ban_limit"][under], ban.effect.n)
        elif ban.effect.act == "scouting":
            t["ban_scout"] |= 1 << k
        elif ban.effect.act == "discard_planning_for_combat_dice":
            t["ban_discard"] |= 1 << k
    t["harvest"] = [_setting(content, "harvest_desert"), _setting(content, "harvest_deep_desert")]


def _fill_cards(content: ArrakisContent, t: Any) -> None:
    deck = (1 << DECK_CARDS) - 1
    t["deck_mask"] = [deck, deck << DECK_CARDS]
    for who, faction in enumerate(FACTIONS):
        listed = card_list(content, faction)
        for k, name in enumerate(listed):
            t["twins"][who][k] = sum(1 << j for j in range(k) if listed[j] == name)
            t["unplayable"][who] |= int(not content.planning_cards.get(name).playable) << k


#: field of the Tables record -> setting it holds
SETTINGS = {
    "unit_limit": "area_unit_limit",
    "tokens_in_all": "bene_gesserit_tokens",
    "tokens_per_round": "bene_gesserit_per_round",
    "claims": "prescience_claims_per_round",
    "keep_cost": "spice_to_keep",
    "raise_cost": "spice_to_raise",
    "drop": "unpaid_drop",
    "reserve_limit": "spice_reserve",
    "hoard_cost": "hoarding_cost",
    "hoard_steps": "hoarding_steps",
    "hoard_up_to": "hoarding_up_to_step",
    "dropped_bans": "bans_for_dropped_markers",
}


def _fill_options(content: ArrakisContent, t: Any, options: Mapping[str, int]) -> None:
    for name in options:
        if name not in OPTIONS:
            raise UsageError(f"unknown option {name!r} of War for Arrakis; options: {', '.join(OPTIONS)}")
    chosen = {**OPTIONS, **options}
    for field, setting in SETTINGS.items():
        t[field] = _setting(content, setting)
    t["hand_limit"] = HAND_LIMIT
    if chosen["all_dropped_bans"]:
        t["dropped_bans"] = len(content.imperium_markers)
    t["arrakeen_wins"] = int(bool(chosen["arrakeen_wins"]))
    t["optional_advance"] = int(bool(chosen["optional_advance"]))
    if chosen["two_slots"]:
        for face in ("deployment", "house"):
            t["slots"][FACTIONS.index("harkonnen")][FACES.index(face)] = 2
    if not 1 <= chosen["round_cap"] <= 1000:
        raise UsageError(f"round_cap must be from 1 to 1000, not {chosen['round_cap']}")
    t["round_cap"] = chosen["round_cap"]


def _fill_programs(content: ArrakisContent, t: Any, solo: bool) -> None:
    """Every program, one after another; program 0 is the empty one."""
    coder = Assembler(content)
    coder.emit(op.OP_END)
    write_programs(coder, t, (OP_MAHDI_END,) if solo else ())
    if solo:
        know_solo(coder, t)
    write_actions(content, coder, t)
    compile_cards(content, coder, t)
    if solo:
        write_solo(content, coder, t)
    thread_jumps(coder.code)
    if len(coder.code) > lean.CODE_SIZE or len(coder.places) > lean.PLACES:
        raise ContentError(f"the cards need {len(coder.code)} instructions and {len(coder.places)} places: too many")
    for k, line in enumerate(coder.code):
        for field, value in zip(("code", "a", "b", "c", "must"), line, strict=True):
            t["code"][k][field] = value
    for k, place in enumerate(coder.places):
        for field, value in place.items():
            t["places"][k][field] = value
        narrow = place["unit"] or place["leaders"] or place["terrain"]
        t["places"][k]["plain"] = place["flags"] < P_LAST and not narrow
