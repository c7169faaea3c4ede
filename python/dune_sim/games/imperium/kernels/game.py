"""The hooks of Dune: Imperium: instructions, legal actions, apply, results."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import (
    ACT_ACCEPT,
    ACT_BRANCH,
    ACT_FROM_LEADER,
    ACT_HAND,
    ACT_INTRIGUE,
    ACT_LEADER,
    ACT_PASS,
    ACT_REVEAL,
    ACT_SPACE,
)
from dune_sim.games.imperium.kernels.answers import answer_effect, hand_slot
from dune_sim.games.imperium.kernels.choices import effect_choices, list_bits, list_intrigue
from dune_sim.games.imperium.kernels.combat import (
    answer_combat,
    answer_finale,
    answer_victor,
    fights_now,
    finals_now,
    finish_game,
    rank_of,
    run_combat,
    run_finale,
    run_rewards,
    run_victor,
    victories_now,
)
from dune_sim.games.imperium.kernels.effects import end_soon, run_board, run_gain
from dune_sim.games.imperium.kernels.layout import SEATS, State, Tables
from dune_sim.games.imperium.kernels.loop import answer_pool, list_pool, run_pool
from dune_sim.games.imperium.kernels.offers import keep_none, keep_spaces, list_set, listed_or_kept
from dune_sim.games.imperium.kernels.opcodes import (
    LEADERS_DRAFT,
    OP_COMBAT,
    OP_FINALE,
    OP_FINISH,
    OP_HANDS,
    OP_LEADERS,
    OP_NEXT_TURN,
    OP_POOL,
    OP_RECALL_PHASE,
    OP_REWARDS,
    OP_ROUND,
    OP_SEND,
    OP_STARTS,
    OP_TURN,
    OP_TURN_END,
    OP_VICTOR,
    TURN_STARTED,
)
from dune_sim.games.imperium.kernels.rounds import (
    ROUND_ANSWERED,
    begin_round,
    deal_hands,
    defend,
    free_leaders,
    next_turn,
    recall_phase,
    start_abilities,
)
from dune_sim.games.imperium.kernels.rows import (
    ROW_ACQUIRED,
    ROW_DECISIONS,
    ROW_FIRST,
    ROW_LEADER,
    ROW_PLAYED,
    ROW_POINTS,
    ROW_RANK,
    ROW_REASON,
    ROW_ROUNDS,
    ROW_STRIDE,
    ROW_WIDTH,
    ROW_WINNER,
    ROW_WINNERS,
)
from dune_sim.games.imperium.kernels.turns import (
    SEND_PRICE,
    SEND_SOURCE,
    SEND_SPACE,
    depart,
    destinations,
    end_turn,
    goes_anywhere,
    offer_turn,
    play_plot,
    price_payable,
    reveal,
    run_send,
    run_turn,
)
from dune_sim.games.imperium.kernels.waits import ANSWERED, run_choice
from dune_sim.games.imperium.kernels.zones import keep_top_known
from dune_sim.kernel.driver import uniform
from dune_sim.kernel.layout import Frame, Op, Pilot
from dune_sim.kernel.stack import jump
from dune_sim.lang.intrinsics import lowest, u64


def go_on(t: Tables, g: State) -> None:
    """Run on to the next choice or to the end: pending effects first, then the game itself in the lowest frame."""
    while g.stack.depth > 0:
        while g.stack.depth > 1:
            if not run_effect(t, g):
                return
        f = g.stack.frames[0]
        at = f.pc
        f.pc = at + 1
        done = run_phase(t, g, f, t.code[at])
        if not done:
            f.pc = at
            return
        f.stage = 0


def run_effect(t: Tables, g: State) -> bool:
    """One instruction of the uppermost effect; False while a choice is missing."""
    f = g.stack.frames[g.stack.depth - 1]
    at = f.pc
    f.pc = at + 1
    done = execute(t, g, f, t.code[at])
    if done:
        f.stage = 0
    else:
        f.pc = at
    return done


def execute(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Run one instruction of an effect; False while a choice is missing."""
    if run_gain(t, g, f, op):
        end_soon(t, g, f)
        return True
    if run_board(t, g, f, op):
        end_soon(t, g, f)
        return True
    return run_choice(t, g, f, op)


def run_phase(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """The game itself: rounds, turns, combat, end."""
    code = op.code
    if code == OP_POOL:
        if not run_pool(t, g, f):
            return False
        after = t.code[f.pc]
        if after.code == OP_TURN_END:
            finish_turn(t, g, f, after)
        return True
    if code == OP_TURN:
        return run_turn(t, g, f, op)
    if code == OP_SEND:
        return run_send(t, g, f)
    if code == OP_NEXT_TURN:
        next_turn(t, g, f, op)
    elif code == OP_TURN_END:
        finish_turn(t, g, f, op)
    elif code == OP_COMBAT:
        return run_combat(t, g, f)
    elif code == OP_REWARDS:
        return run_rewards(t, g, f)
    elif code == OP_VICTOR:
        return run_victor(t, g, f)
    elif code == OP_RECALL_PHASE:
        recall_phase(t, g, f, op)
    elif code == OP_ROUND:
        return begin_round(t, g, f)
    elif code == OP_HANDS:
        deal_hands(t, g)
    elif code == OP_LEADERS:
        return run_draft(t, g, f)
    elif code == OP_STARTS:
        return start_abilities(t, g, f)
    elif code == OP_FINALE:
        return run_finale(t, g, f)
    elif code == OP_FINISH:
        finish_game(t, g)
    return True


def finish_turn(t: Tables, g: State, f: Frame, op: Op) -> None:
    """OP_TURN_END, also done at once by the instruction before it."""
    end_turn(t, g, f.who)
    next_turn(t, g, f, op)


def run_draft(t: Tables, g: State, f: Frame) -> bool:
    """Leaders by choice, clockwise from the first player (IMP-SETUP-09); then known top cards are set up."""
    if t.leader_mode == LEADERS_DRAFT and f.a < t.players:
        f.who = (g.first + f.a) % t.players
        return False
    f.a = 0
    for p in range(t.players):
        keep_top_known(t, g, p)
    return True


def list_send(t: Tables, g: State, f: Frame, out: "i64[:]") -> int:
    """Source, space or price, whichever is asked."""
    pl = g.players[f.who]
    n = 0
    if f.stage == SEND_SOURCE:
        if pl.agents > 0:
            out[0] = ACT_FROM_LEADER
            n = 1
        return list_bits(pl.board, ACT_SPACE, out, n)
    if f.stage == SEND_SPACE:
        return keep_spaces(out, destinations(t, g, f.who))
    for k in range(t.options[f.b]):
        if price_payable(t, g, f.who, t.first_option[f.b] + k):
            out[n] = ACT_BRANCH + k
            n += 1
    return n


def answer_send(t: Tables, g: State, f: Frame, action: int) -> bool:
    """Source, then space, then price; whether the next of them is asked."""
    if f.stage == SEND_SOURCE:
        f.a = 0 if action == ACT_FROM_LEADER else action - ACT_SPACE + 1
        f.stage = SEND_SPACE
        return True
    if f.stage == SEND_SPACE:
        f.b = action - ACT_SPACE
        if t.options[f.b] != 0:
            f.stage = SEND_PRICE
            return True
    else:
        f.c = action - ACT_BRANCH
    depart(t, g, f)
    return False


def phase_choices(t: Tables, g: State, f: Frame, op: Op, out: "i64[:]") -> int:
    """What the game itself asks."""
    code = op.code
    p = f.who
    if code == OP_POOL:
        return list_pool(t, g, p, out)
    if code == OP_TURN:
        return offer_turn(t, g, p, out)
    keep_none(out)
    if code == OP_SEND:
        return list_send(t, g, f, out)
    if code == OP_LEADERS:
        return list_bits(free_leaders(t, g, f.a), ACT_LEADER, out, 0)
    out[0] = ACT_PASS
    if code == OP_COMBAT:
        return list_intrigue(t, fights_now(t, g, p), out, 1)
    if code == OP_VICTOR:
        return list_intrigue(t, victories_now(t, g, p), out, 1)
    if code == OP_FINALE:
        return list_intrigue(t, finals_now(t, g, p), out, 1)
    out[1] = ACT_ACCEPT
    return 2


def answer_turn(t: Tables, g: State, f: Frame, op: Op, action: int) -> bool:
    """A reveal turn, a plot card, or the card of an agent turn, whose space is asked next."""
    if action == ACT_REVEAL:
        reveal(t, g, f.who)
        jump(f, op.a)
        return False
    if action >= ACT_INTRIGUE:
        play_plot(t, g, f.who, action - ACT_INTRIGUE)
        return False
    g.turn = g.turn | TURN_STARTED
    slot = hand_slot(t, g, f.who, action - ACT_HAND)
    g.card = slot + 1
    jump(f, f.pc + 1)
    if not goes_anywhere(t, g):
        f.stage = SEND_SPACE
    return True


def answer_open_turn(t: Tables, g: State, f: Frame, action: int) -> bool:
    """A step of the open part of a turn; whether it was the last and the next player is asked for a turn."""
    answer_pool(t, g, f, action)
    if f.stage != ANSWERED or g.items != 0 or t.code[f.pc + 1].code != OP_TURN_END:
        return False
    f.stage = 0
    finish_turn(t, g, f, t.code[f.pc + 1])
    return t.code[f.pc].code == OP_TURN and g.players[f.who].agents > 0


def answer_phase(t: Tables, g: State, f: Frame, op: Op, action: int) -> bool:
    """Take in an answer to the game itself; whether the next question is open already."""
    if op.code == OP_POOL:
        return answer_open_turn(t, g, f, action)
    if op.code == OP_TURN:
        return answer_turn(t, g, f, op, action)
    if op.code == OP_SEND:
        return answer_send(t, g, f, action)
    answer_rest(t, g, f, op, action)
    return False


def answer_rest(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    """Answers outside the turns of players."""
    code = op.code
    if code == OP_COMBAT:
        answer_combat(t, g, f, action)
    elif code == OP_VICTOR:
        answer_victor(t, g, f, action)
    elif code == OP_FINALE:
        answer_finale(t, g, f, action)
    elif code == OP_LEADERS:
        g.players[f.who].leader = action - ACT_LEADER
        f.a += 1
    else:
        f.stage = ROUND_ANSWERED
        if action == ACT_ACCEPT:
            defend(t, g, f.who)


def legal(t: Tables, g: State, moves: "i64[:]") -> int:
    """The legal actions, in rising order; none once the game is over."""
    n = count_legal(t, g, moves)
    if n > 0:
        list_set(t, moves, n)
        keep_none(moves)
    return n


def legal_at(t: Tables, g: State, moves: "i64[:]", k: int) -> int:
    """The k-th of the legal actions that were counted."""
    return listed_or_kept(t, moves, k)


def count_legal(t: Tables, g: State, moves: "i64[:]") -> int:
    """How many actions are legal; all but those of a set are listed."""
    if g.stack.depth == 0:
        return 0
    if g.stack.depth == 1:
        f = g.stack.frames[0]
        return phase_choices(t, g, f, t.code[f.pc], moves)
    f = g.stack.frames[g.stack.depth - 1]
    op = t.code[f.pc]
    keep_none(moves)
    return effect_choices(t, g, f, op, moves)


def act(t: Tables, g: State, action: int) -> None:
    """Apply a legal action and run on to the next choice."""
    if g.stack.depth == 1:
        f = g.stack.frames[0]
        asked = answer_phase(t, g, f, t.code[f.pc], action)
        if asked:
            return
    else:
        f = g.stack.frames[g.stack.depth - 1]
        answer_effect(t, g, f, t.code[f.pc], action)
    go_on(t, g)


def to_move(t: Tables, g: State) -> int:
    """The seat that decides; -1 once the game is over."""
    if g.stack.depth == 0:
        return -1
    return g.stack.frames[g.stack.depth - 1].who


def pick(t: Tables, g: State, pilot: Pilot, moves: "i64[:]", n: int) -> int:
    """Every legal action is equally likely."""
    return uniform(t, g, pilot, moves, n)


def write_row(t: Tables, g: State, pilot: Pilot, out: "i64[:]", at: int) -> int:
    """One row per game; see rows.py."""
    out[at + ROW_WINNER] = lowest(u64(g.winners)) if g.winners != 0 else -1
    out[at + ROW_WINNERS] = g.winners
    # the marker moves on once a round; a statistic asks who began
    out[at + ROW_FIRST] = (g.first + t.players * g.round - (g.round - 1)) % t.players
    out[at + ROW_ROUNDS] = g.round
    out[at + ROW_REASON] = g.reason
    out[at + ROW_DECISIONS] = pilot.decisions
    for p in range(SEATS):
        pl = g.players[p]
        to = at + ROW_STRIDE * p
        here = p < t.players
        out[to + ROW_RANK] = rank_of(t, g, p) if here else -1
        out[to + ROW_POINTS] = pl.vp if here else -1
        out[to + ROW_LEADER] = pl.leader if here else -1
        out[to + ROW_ACQUIRED] = pl.acquired if here else -1
        out[to + ROW_PLAYED] = pl.played if here else -1
    return at + ROW_WIDTH
