"""Dispatch: every answer to the instruction that waits for it."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.attack import (
    advance_answer,
    attack_answer,
    battle_cards_answer,
    retreat_area_answer,
)
from dune_sim.games.arrakis.kernels.battle import battle_answer
from dune_sim.games.arrakis.kernels.card_effects import card_answer
from dune_sim.games.arrakis.kernels.cards import draw_answer
from dune_sim.games.arrakis.kernels.deploy import deploy_answer, deploy_leader_answer, replace_answer
from dune_sim.games.arrakis.kernels.desert import (
    signs_out_answer,
    signs_turn_answer,
    worms_come_answer,
    worms_rise_answer,
)
from dune_sim.games.arrakis.kernels.flow import BATTLE_END, choose_answer
from dune_sim.games.arrakis.kernels.free import atomic_answer, guerrilla_answer, scout_answer
from dune_sim.games.arrakis.kernels.layout import State, Tables
from dune_sim.games.arrakis.kernels.legions import displace_answer, limit_answer, tank_answer
from dune_sim.games.arrakis.kernels.opcodes import (
    OP_ADVANCE,
    OP_AS_ANY_FACE,
    OP_ATOMIC,
    OP_ATTACK,
    OP_BANS,
    OP_BATTLE_CARDS,
    OP_CARD,
    OP_CHOOSE,
    OP_CLEAR_ROW,
    OP_DEPLOY,
    OP_DEPLOY_LEADER,
    OP_DISPLACE,
    OP_DRAW,
    OP_GUERRILLA,
    OP_HAND_LIMIT,
    OP_HARVESTER_UNDER,
    OP_HOARD,
    OP_LIMIT,
    OP_PAY,
    OP_PLACE_BG,
    OP_REPLACE,
    OP_RETREAT_AREA,
    OP_SCORE_END,
    OP_SCOUT,
    OP_SIGNS_OUT,
    OP_SIGNS_TURN,
    OP_SWAP_LEADERS,
    OP_TANK,
    OP_TURN,
    OP_TURN_DICE,
    OP_VEHICLES,
    OP_WILD_WORM,
    OP_WINDOW,
    OP_WORM_ATTACK,
    OP_WORM_FIGURE,
    OP_WORM_MOVE,
    OP_WORM_UNDER,
    OP_WORMS_COME,
    OP_WORMS_RISE,
    OP_WORMSIGNS,
)
from dune_sim.games.arrakis.kernels.round_end import (
    clear_row_answer,
    hand_limit_answer,
    score_end_answer,
    swap_leaders_answer,
    wild_worm_answer,
)
from dune_sim.games.arrakis.kernels.spice import bans_answer, hoard_answer, pay_answer
from dune_sim.games.arrakis.kernels.turns import (
    as_any_face_answer,
    card_played,
    place_bg_answer,
    turn_answer,
    turn_dice_answer,
    window_answer,
)
from dune_sim.games.arrakis.kernels.vehicles import vehicles_answer
from dune_sim.games.arrakis.kernels.worms import (
    harvester_under_answer,
    worm_attack_answer,
    worm_figure_answer,
    worm_move_answer,
    worm_under_answer,
    wormsigns_answer,
)
from dune_sim.kernel.layout import Frame, Op


def answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    """Hand an answer to the instruction that waits for it; vehicles and moves take theirs in game.py."""
    code = op.code
    if code == OP_CHOOSE:
        choose_answer(t, g, f, op, action)
    elif code == OP_TURN:
        turn_answer(t, g, f, op, action)
    elif code == OP_CARD:
        card_played(t, g, f, op, action)
    elif code == OP_ATTACK:
        attack_answer(t, g, f, op, action)
    else:
        answer_turn(t, g, f, op, action)


def answer_turn(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    """Die actions."""
    code = op.code
    if code == OP_DEPLOY:
        deploy_answer(t, g, f, op, action)
    elif code == OP_DEPLOY_LEADER:
        deploy_leader_answer(t, g, f, op, action)
    elif code == OP_DRAW:
        draw_answer(t, g, f, op, action)
    elif code == OP_REPLACE:
        replace_answer(t, g, f, op, action)
    elif code == OP_VEHICLES:
        vehicles_answer(t, g, f, op, action)
    elif code == OP_AS_ANY_FACE:
        as_any_face_answer(t, g, f, op, action)
    elif code == OP_WORMSIGNS:
        wormsigns_answer(t, g, f, op, action)
    elif code == OP_WORM_MOVE:
        worm_move_answer(t, g, f, op, action)
    elif code == OP_WORM_ATTACK:
        worm_attack_answer(t, g, f, op, action)
    elif code == OP_WINDOW:
        window_answer(t, g, f, op, action)
    else:
        answer_fight(t, g, f, op, action)


def answer_fight(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    """Battles on the map and interrupts."""
    code = op.code
    if code == OP_BATTLE_CARDS:
        battle_cards_answer(t, g, f, op, action)
    elif code == OP_RETREAT_AREA:
        retreat_area_answer(t, g, f, op, action)
    elif code == OP_ADVANCE:
        advance_answer(t, g, f, op, action)
    elif code == OP_LIMIT:
        limit_answer(t, g, f, op, action)
    elif code == OP_TANK:
        tank_answer(t, g, f, op, action)
    elif code == OP_DISPLACE:
        displace_answer(t, g, f, op, action)
    elif code == OP_WORM_UNDER:
        worm_under_answer(t, g, f, op, action)
    elif code == OP_WORM_FIGURE:
        worm_figure_answer(t, g, f, op, action)
    elif code == OP_HARVESTER_UNDER:
        harvester_under_answer(t, g, f, op, action)
    else:
        answer_free(t, g, f, op, action)


def answer_free(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    """Free actions and the desert phase."""
    code = op.code
    if code == OP_GUERRILLA:
        guerrilla_answer(t, g, f, op, action)
    elif code == OP_SCOUT:
        scout_answer(t, g, f, op, action)
    elif code == OP_ATOMIC:
        atomic_answer(t, g, f, op, action)
    elif code == OP_SIGNS_OUT:
        signs_out_answer(t, g, f, op, action)
    elif code == OP_SIGNS_TURN:
        signs_turn_answer(t, g, f, op, action)
    elif code == OP_WORMS_RISE:
        worms_rise_answer(t, g, f, op, action)
    elif code == OP_WORMS_COME:
        worms_come_answer(t, g, f, op, action)
    else:
        answer_round(t, g, f, op, action)


def answer_round(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    """Round start, dice, spice."""
    code = op.code
    if code == OP_TURN_DICE:
        turn_dice_answer(t, g, f, op, action)
    elif code == OP_PLACE_BG:
        place_bg_answer(t, g, f, op, action)
    elif code == OP_PAY:
        pay_answer(t, g, f, op, action)
    elif code == OP_HOARD:
        hoard_answer(t, g, f, op, action)
    elif code == OP_BANS:
        bans_answer(t, g, f, op, action)
    else:
        answer_end(t, g, f, op, action)


def answer_end(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    """Round end; what is left are the instructions of battles and cards."""
    code = op.code
    if code == OP_SCORE_END:
        score_end_answer(t, g, f, op, action)
    elif code == OP_SWAP_LEADERS:
        swap_leaders_answer(t, g, f, op, action)
    elif code == OP_WILD_WORM:
        wild_worm_answer(t, g, f, op, action)
    elif code == OP_HAND_LIMIT:
        hand_limit_answer(t, g, f, op, action)
    elif code == OP_CLEAR_ROW:
        clear_row_answer(t, g, f, op, action)
    elif code < BATTLE_END:
        battle_answer(t, g.battle, f, op, action)
    else:
        card_answer(t, g, f, op, action)
