"""Dispatch of the instructions of planning cards, special actions and prescience cards."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.card_effects_desert import (
    desert_power_answer,
    discard_signs_answer,
    op_atomics_now,
    op_desert_power,
    op_discard_signs,
    op_place_worm,
    op_remove_by_roll,
    op_remove_vehicles,
    op_special_attack,
    op_storm_now,
    place_worm_answer,
    program_now_answer,
    remove_by_roll_answer,
    remove_vehicles_answer,
    special_attack_answer,
)
from dune_sim.games.arrakis.kernels.card_effects_figures import (
    op_place_leader,
    op_place_units,
    op_reveal,
    op_select,
    op_to_tank,
    place_leader_answer,
    place_units_answer,
    reveal_answer,
    select_answer,
    to_tank_answer,
)
from dune_sim.games.arrakis.kernels.card_effects_flow import (
    enemy_discards_answer,
    force_die_answer,
    imperium_answer,
    op_enemy_discards,
    op_force_die,
    op_if,
    op_imperium,
    op_play,
    op_remove_leader,
    op_simple,
    play_answer,
    simple_answer,
)
from dune_sim.games.arrakis.kernels.card_effects_legions import (
    move_enemy_answer,
    move_sietch_answer,
    op_move_enemy,
    op_move_sietch,
    op_relocate,
    op_swap_tokens,
    relocate_answer,
    swap_tokens_answer,
)
from dune_sim.games.arrakis.kernels.card_opcodes import (
    OP_ATOMICS_NOW,
    OP_BONUS_STEPS,
    OP_DEED_DIE,
    OP_DESERT_POWER,
    OP_DISCARD_SIGNS,
    OP_ENEMY_DISCARDS,
    OP_ENTER_PLAY,
    OP_FORCE_DIE,
    OP_IF,
    OP_IMPERIUM,
    OP_MOVE_ENEMY,
    OP_MOVE_SIETCH,
    OP_NEED_LEGIONS,
    OP_PLACE_LEADER,
    OP_PLACE_UNITS,
    OP_PLACE_WORM,
    OP_PLAY,
    OP_PRESCIENCE_BACK,
    OP_PRESCIENCE_BONUS,
    OP_PRESCIENCE_KEEP,
    OP_PRESCIENCE_REPLACE,
    OP_PRESCIENCE_SHIFT,
    OP_RELOCATE,
    OP_REMOVE_BY_ROLL,
    OP_REMOVE_LEADER,
    OP_REMOVE_VEHICLES,
    OP_REVEAL,
    OP_SELECT,
    OP_SPECIAL_ATTACK,
    OP_STORM_NOW,
    OP_SWAP_TOKENS,
    OP_TO_TANK,
)
from dune_sim.games.arrakis.kernels.layout import State, Tables
from dune_sim.games.arrakis.kernels.prescience_cards import (
    bonus_steps_answer,
    op_bonus_steps,
    op_prescience_back,
    op_prescience_mark,
    op_prescience_replace,
    op_prescience_shift,
    prescience_back_answer,
    prescience_bonus_answer,
    prescience_keep_answer,
    prescience_replace_answer,
    prescience_shift_answer,
)
from dune_sim.games.arrakis.kernels.prescience_deeds import deed_answer, op_deed
from dune_sim.kernel.layout import Frame, Op


def card_execute(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Run one card instruction; False while a choice is missing."""
    code = op.code
    if code < OP_REMOVE_VEHICLES:
        return figures_execute(t, g, f, op)
    if code < OP_ENTER_PLAY:
        return desert_execute(t, g, f, op)
    if code < OP_PRESCIENCE_BACK:
        return flow_execute(t, g, f, op)
    if OP_NEED_LEGIONS <= code < OP_BONUS_STEPS:
        return op_deed(t, g, f, op)
    return vision_execute(t, g, f, op)


def card_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    """Take in the answer to a card instruction."""
    code = op.code
    if code < OP_REMOVE_VEHICLES:
        figures_answer(t, g, f, op, action)
    elif code < OP_ENTER_PLAY:
        desert_answer(t, g, f, op, action)
    elif code < OP_PRESCIENCE_BACK:
        flow_answer(t, g, f, op, action)
    elif OP_DEED_DIE <= code < OP_BONUS_STEPS:
        deed_answer(t, g, f, op, action)
    else:
        vision_answer(t, g, f, op, action)


def figures_execute(t: Tables, g: State, f: Frame, op: Op) -> bool:
    code = op.code
    if code == OP_SELECT:
        return op_select(t, g, f, op)
    if code == OP_PLACE_UNITS:
        return op_place_units(t, g, f, op)
    if code == OP_PLACE_LEADER:
        return op_place_leader(t, g, f, op)
    if code == OP_TO_TANK:
        return op_to_tank(t, g, f, op)
    if code == OP_RELOCATE:
        return op_relocate(t, g, f, op)
    if code == OP_MOVE_ENEMY:
        return op_move_enemy(t, g, f, op)
    if code == OP_MOVE_SIETCH:
        return op_move_sietch(t, g, f, op)
    if code == OP_SWAP_TOKENS:
        return op_swap_tokens(t, g, f, op)
    return op_reveal(t, g, f, op)


def figures_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    code = op.code
    if code == OP_SELECT:
        select_answer(f, action)
    elif code == OP_PLACE_UNITS:
        place_units_answer(t, g, f, op, action)
    elif code == OP_PLACE_LEADER:
        place_leader_answer(g, f, action)
    elif code == OP_TO_TANK:
        to_tank_answer(t, g, f, op, action)
    elif code == OP_RELOCATE:
        relocate_answer(t, g, f, op, action)
    elif code == OP_MOVE_ENEMY:
        move_enemy_answer(t, g, f, op, action)
    elif code == OP_MOVE_SIETCH:
        move_sietch_answer(t, g, f, op, action)
    elif code == OP_SWAP_TOKENS:
        swap_tokens_answer(t, g, f, action)
    elif code == OP_REVEAL:
        reveal_answer(t, g, f, op, action)


def desert_execute(t: Tables, g: State, f: Frame, op: Op) -> bool:
    code = op.code
    if code == OP_DESERT_POWER:
        return op_desert_power(t, g, f, op)
    if code == OP_REMOVE_VEHICLES:
        return op_remove_vehicles(t, g, f, op)
    if code == OP_REMOVE_BY_ROLL:
        return op_remove_by_roll(t, g, f, op)
    if code == OP_DISCARD_SIGNS:
        return op_discard_signs(t, g, f, op)
    if code == OP_PLACE_WORM:
        return op_place_worm(t, g, f, op)
    if code == OP_STORM_NOW:
        return op_storm_now(t, g, f, op)
    if code == OP_SPECIAL_ATTACK:
        return op_special_attack(t, g, f, op)
    return op_atomics_now(t, g, f, op)


def desert_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    code = op.code
    if code == OP_DESERT_POWER:
        desert_power_answer(t, g, f, action)
    elif code == OP_REMOVE_VEHICLES:
        remove_vehicles_answer(t, g, f, action)
    elif code == OP_REMOVE_BY_ROLL:
        remove_by_roll_answer(t, g, f, op, action)
    elif code == OP_DISCARD_SIGNS:
        discard_signs_answer(g, f, op, action)
    elif code == OP_PLACE_WORM:
        place_worm_answer(t, g, f, op, action)
    elif code == OP_SPECIAL_ATTACK:
        special_attack_answer(t, g, f, action)
    elif code == OP_STORM_NOW:
        program_now_answer(g, f, t.pc_storm, action)
    elif code == OP_ATOMICS_NOW:
        program_now_answer(g, f, t.pc_atomic, action)


def flow_execute(t: Tables, g: State, f: Frame, op: Op) -> bool:
    code = op.code
    if code == OP_IF:
        return op_if(t, g, f, op)
    if code == OP_PLAY:
        return op_play(t, g, f, op)
    if code == OP_ENEMY_DISCARDS:
        return op_enemy_discards(t, g, f, op)
    if code == OP_FORCE_DIE:
        return op_force_die(t, g, f, op)
    if code == OP_IMPERIUM:
        return op_imperium(t, g, f, op)
    if code == OP_REMOVE_LEADER:
        return op_remove_leader(t, g, f, op)
    return op_simple(t, g, f, op)


def flow_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    code = op.code
    if code == OP_PLAY:
        play_answer(t, g, f, action)
    elif code == OP_ENEMY_DISCARDS:
        enemy_discards_answer(g, f, op, action)
    elif code == OP_FORCE_DIE:
        force_die_answer(g, f, action)
    elif code == OP_IMPERIUM:
        imperium_answer(g, f, op, action)
    else:
        simple_answer(t, g, f, op, action)


def vision_execute(t: Tables, g: State, f: Frame, op: Op) -> bool:
    code = op.code
    if code == OP_PRESCIENCE_BACK:
        return op_prescience_back(t, g, f, op)
    if code == OP_PRESCIENCE_REPLACE:
        return op_prescience_replace(t, g, f, op)
    if code == OP_PRESCIENCE_SHIFT:
        return op_prescience_shift(t, g, f, op)
    if code == OP_BONUS_STEPS:
        return op_bonus_steps(t, g, f, op)
    return op_prescience_mark(t, g, f, g.row if code == OP_PRESCIENCE_BONUS or g.kept_card == 0 else 0)


def vision_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    code = op.code
    if code == OP_PRESCIENCE_BACK:
        prescience_back_answer(g, f, op, action)
    elif code == OP_PRESCIENCE_REPLACE:
        prescience_replace_answer(f, action)
    elif code == OP_PRESCIENCE_SHIFT:
        prescience_shift_answer(t, g, f, action)
    elif code == OP_PRESCIENCE_BONUS:
        prescience_bonus_answer(g, f, op, action)
    elif code == OP_PRESCIENCE_KEEP:
        prescience_keep_answer(g, f, action)
    elif code == OP_BONUS_STEPS:
        bonus_steps_answer(t, g, f, action)
