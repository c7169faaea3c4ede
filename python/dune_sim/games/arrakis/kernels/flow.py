"""Dispatch: every instruction to its kernel."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_DONE, ACT_OPTION
from dune_sim.games.arrakis.kernels.attack import (
    attack_anywhere,
    op_advance,
    op_after_hits,
    op_attack,
    op_battle_cards,
    op_battle_close,
    op_battle_open,
    op_battle_reveal,
    op_retreat_area,
)
from dune_sim.games.arrakis.kernels.battle import OP_CASUALTIES, WINNER_NONE, battle_decider, battle_execute
from dune_sim.games.arrakis.kernels.battle_layout import Side
from dune_sim.games.arrakis.kernels.boards import ask, clear_offer, offer, offer_mask
from dune_sim.games.arrakis.kernels.card_effects import card_execute
from dune_sim.games.arrakis.kernels.cards import op_draw
from dune_sim.games.arrakis.kernels.deploy import op_deploy, op_deploy_leader, op_replace, replace_can
from dune_sim.games.arrakis.kernels.desert import (
    op_signs_out,
    op_signs_turn,
    op_storm,
    op_storm_start,
    op_worms_come,
    op_worms_rise,
)
from dune_sim.games.arrakis.kernels.free import op_atomic, op_guerrilla, op_hawat, op_scout
from dune_sim.games.arrakis.kernels.layout import State, Tables
from dune_sim.games.arrakis.kernels.leaders import lose_named
from dune_sim.games.arrakis.kernels.legions import op_displace, op_limit, op_tank
from dune_sim.games.arrakis.kernels.moves import movable_anywhere, op_move
from dune_sim.games.arrakis.kernels.opcodes import (
    OP_ADVANCE,
    OP_AFTER_HITS,
    OP_AS_ANY_FACE,
    OP_ATOMIC,
    OP_ATTACK,
    OP_BANS,
    OP_BATTLE_CARDS,
    OP_BATTLE_CLOSE,
    OP_BATTLE_OPEN,
    OP_BATTLE_REVEAL,
    OP_CARD,
    OP_CHOOSE,
    OP_CLEAR_ROW,
    OP_DEPLOY,
    OP_DEPLOY_LEADER,
    OP_DISPLACE,
    OP_DRAW,
    OP_END,
    OP_GUERRILLA,
    OP_HAND_LIMIT,
    OP_HARVEST,
    OP_HARVESTER_UNDER,
    OP_HAWAT,
    OP_HOARD,
    OP_JUMP,
    OP_LIMIT,
    OP_MOVE,
    OP_PAY,
    OP_PLACE_BG,
    OP_REFRESH,
    OP_REPLACE,
    OP_RETREAT_AREA,
    OP_ROLL_DICE,
    OP_ROUND_END,
    OP_ROUND_START,
    OP_ROW_VEHICLES,
    OP_SCORE,
    OP_SCORE_END,
    OP_SCOUT,
    OP_SIGNS_OUT,
    OP_SIGNS_TURN,
    OP_STORM,
    OP_STORM_START,
    OP_SWAP_LEADERS,
    OP_TANK,
    OP_TURN,
    OP_TURN_DICE,
    OP_VEHICLES,
    OP_VICTORY,
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
    op_clear_row,
    op_hand_limit,
    op_refresh,
    op_round_end,
    op_score_end,
    op_swap_leaders,
    op_victory,
    op_wild_worm,
)
from dune_sim.games.arrakis.kernels.spice import op_bans, op_harvest, op_hoard, op_pay
from dune_sim.games.arrakis.kernels.turns import (
    op_as_any_face,
    op_card,
    op_place_bg,
    op_roll_dice,
    op_round_start,
    op_score,
    op_turn,
    op_turn_dice,
    op_window,
)
from dune_sim.games.arrakis.kernels.vehicles import op_row_vehicles, op_vehicles, vehicles_can
from dune_sim.games.arrakis.kernels.worms import (
    op_harvester_under,
    op_worm_act,
    op_worm_figure,
    op_worm_under,
    op_wormsigns,
    worms_can,
)
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.stack import jump, pop
from dune_sim.lang.intrinsics import lowest, u64

#: instructions below this one are those of a battle
BATTLE_END = OP_END


def branch_open(t: Tables, g: State, f: Frame, pc: int) -> bool:
    """Whether a branch could do anything, told by its first instruction."""
    op = t.code[pc]
    code = op.code
    if code == OP_MOVE:
        return movable_anywhere(t, g, f.who, op.b, f.c)
    if code == OP_ATTACK:
        return attack_anywhere(t, g, f.who, op.b, f.c)
    if code == OP_REPLACE:
        return replace_can(g, f.who, op)
    if code == OP_VEHICLES:
        return vehicles_can(t, g)
    if code == OP_WORM_MOVE:
        return worms_can(t, g, op, False)
    if code == OP_WORM_ATTACK:
        return worms_can(t, g, op, True)
    return True


def op_choose(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Exactly one of several branches; those that could do nothing are not offered (ARR-ACT-10).

    Each branch can be refused step by step; where the branches are bound, the first one tells who wants none of them.
    """
    found = 0
    for k in range(op.a):
        found |= int(branch_open(t, g, f, t.code[f.pc + k].a)) << k
    if found == 0:
        jump(f, op.b)
        return True
    refusable = op.must == 1 and found & 1 == 0
    if found & (found - 1) == 0 and not refusable:
        jump(f, t.code[f.pc + lowest(u64(found))].a)
        return True
    offer_mask(g, ACT_OPTION, found)
    if refusable:
        offer(g, ACT_DONE)
    return ask(g, f.who)


def choose_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    jump(f, op.b if action == ACT_DONE else t.code[f.pc + 1 + action - ACT_OPTION].a)


def battle_op(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Battle instructions; with a winner the attack program goes on at its end."""
    done = battle_execute(t, g.battle, g.rng, f, op)
    if done and op.code == OP_CASUALTIES:
        bury_leaders(t, g, g.battle.sides[op.a])
    if g.battle.winner != WINNER_NONE:
        f.a = 0
        jump(f, t.pc_close)
        return True
    if not done:
        g.decider = g.battle.sides[battle_decider(op)].faction
    return done


def bury_leaders(t: Tables, g: State, side: Side) -> None:
    """Leaders lost at one moment enter the tank before any that fall later (ARR-BATTLE-26, ARR-TANK-02, AMB-66)."""
    lost = side.lost_named
    side.lost_named = 0
    lose_named(t, g, lost)


def over(g: State) -> bool:
    """The game has ended: nothing is pending any more."""
    clear_offer(g)
    while g.stack.depth > 0:
        pop(g.stack)
    return True


def execute(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Run one instruction; the game stops as soon as somebody has won (ARR-END-01, AMB-05)."""
    done = run_op(t, g, f, op)
    if g.winner != 0:
        return over(g)
    return done


def run_op(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """The most frequent instructions first; a compiler makes one jump table of all these chains."""
    code = op.code
    if code == OP_END:
        pop(g.stack)
        return True
    if code == OP_JUMP:
        jump(f, op.a)
        return True
    if code == OP_CHOOSE:
        return op_choose(t, g, f, op)
    if code == OP_ROW_VEHICLES:
        return op_row_vehicles(t, g, f, op)
    if code == OP_TURN:
        return op_turn(t, g, f, op)
    if code == OP_CARD:
        return op_card(t, g, f, op)
    if code == OP_WINDOW:
        return op_window(t, g, f, op)
    if code == OP_MOVE:
        return op_move(t, g, f, op)
    if code == OP_ATTACK:
        return op_attack(t, g, f, op)
    return run_turn(t, g, f, op)


def run_turn(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Die actions."""
    code = op.code
    if code == OP_DEPLOY:
        return op_deploy(t, g, f, op)
    if code == OP_DEPLOY_LEADER:
        return op_deploy_leader(t, g, f, op)
    if code == OP_DRAW:
        return op_draw(t, g, f, op)
    if code == OP_REPLACE:
        return op_replace(t, g, f, op)
    if code == OP_VEHICLES:
        return op_vehicles(t, g, f, op)
    if code == OP_AS_ANY_FACE:
        return op_as_any_face(t, g, f, op)
    if code == OP_WORMSIGNS:
        return op_wormsigns(t, g, f, op)
    if code == OP_WORM_MOVE:
        return op_worm_act(t, g, f, op, False)
    if code == OP_WORM_ATTACK:
        return op_worm_act(t, g, f, op, True)
    return run_fight(t, g, f, op)


def run_fight(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Battles on the map and interrupts."""
    code = op.code
    if code == OP_BATTLE_REVEAL:
        return op_battle_reveal(t, g, f, op)
    if code == OP_BATTLE_OPEN:
        return op_battle_open(t, g, f, op)
    if code == OP_BATTLE_CARDS:
        return op_battle_cards(t, g, f, op)
    if code == OP_BATTLE_CLOSE:
        return op_battle_close(t, g, f, op)
    if code == OP_RETREAT_AREA:
        return op_retreat_area(t, g, f, op)
    if code == OP_ADVANCE:
        return op_advance(t, g, f, op)
    if code == OP_LIMIT:
        return op_limit(t, g, f, op)
    if code == OP_TANK:
        return op_tank(t, g, f, op)
    if code == OP_AFTER_HITS:
        return op_after_hits(t, g, f, op)
    if code == OP_DISPLACE:
        return op_displace(t, g, f, op)
    if code == OP_WORM_UNDER:
        return op_worm_under(t, g, f, op)
    if code == OP_WORM_FIGURE:
        return op_worm_figure(t, g, f, op)
    if code == OP_HARVESTER_UNDER:
        return op_harvester_under(t, g, f, op)
    return run_free(t, g, f, op)


def run_free(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Free actions and the desert phase."""
    code = op.code
    if code == OP_GUERRILLA:
        return op_guerrilla(t, g, f, op)
    if code == OP_SCOUT:
        return op_scout(t, g, f, op)
    if code == OP_HAWAT:
        return op_hawat(t, g, f, op)
    if code == OP_ATOMIC:
        return op_atomic(t, g, f, op)
    if code == OP_SIGNS_OUT:
        return op_signs_out(t, g, f, op)
    if code == OP_SIGNS_TURN:
        return op_signs_turn(t, g, f, op)
    if code == OP_WORMS_RISE:
        return op_worms_rise(t, g, f, op)
    if code == OP_WORMS_COME:
        return op_worms_come(t, g, f, op)
    if code == OP_STORM_START:
        return op_storm_start(t, g, f, op)
    if code == OP_STORM:
        return op_storm(t, g, f, op)
    return run_round(t, g, f, op)


def run_round(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Round start, dice, spice."""
    code = op.code
    if code == OP_ROUND_START:
        return op_round_start(t, g, f, op)
    if code == OP_ROLL_DICE:
        return op_roll_dice(t, g, f, op)
    if code == OP_TURN_DICE:
        return op_turn_dice(t, g, f, op)
    if code == OP_PLACE_BG:
        return op_place_bg(t, g, f, op)
    if code == OP_HARVEST:
        return op_harvest(t, g, f, op)
    if code == OP_PAY:
        return op_pay(t, g, f, op)
    if code == OP_HOARD:
        return op_hoard(t, g, f, op)
    if code == OP_BANS:
        return op_bans(t, g, f, op)
    return run_end(t, g, f, op)


def run_end(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Round end; what is left are the instructions of battles and cards."""
    code = op.code
    if code == OP_SCORE_END:
        return op_score_end(t, g, f, op)
    if code == OP_VICTORY:
        return op_victory(t, g, f, op)
    if code == OP_SWAP_LEADERS:
        return op_swap_leaders(t, g, f, op)
    if code == OP_WILD_WORM:
        return op_wild_worm(t, g, f, op)
    if code == OP_REFRESH:
        return op_refresh(t, g, f, op)
    if code == OP_HAND_LIMIT:
        return op_hand_limit(t, g, f, op)
    if code == OP_CLEAR_ROW:
        return op_clear_row(t, g, f, op)
    if code == OP_ROUND_END:
        return op_round_end(t, g, f, op)
    if code == OP_SCORE:
        return op_score(t, g, f, op)
    if code < BATTLE_END:
        return battle_op(t, g, f, op)
    return card_execute(t, g, f, op)
