"""Round end: scoring, victory, clearing up (ARR-END)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.action_dice import FACES
from dune_sim.games.arrakis.kernels.actions import ACT_DONE, ACT_LEADER, ACT_PRESCIENCE, ACT_YES
from dune_sim.games.arrakis.kernels.boards import on_map
from dune_sim.games.arrakis.kernels.cards import card_of, discard_card, loose, offer_cards
from dune_sim.games.arrakis.kernels.figures import GENERIC, LEADER_FROM, NAMED_END, from_pool, one, refresh
from dune_sim.games.arrakis.kernels.layout import ATREIDES, HARKONNEN, OBJECTIVES, TEAMS, Offer, State, Tables
from dune_sim.games.arrakis.kernels.leaders import win
from dune_sim.games.arrakis.kernels.opcodes import (
    AT_ASIDE,
    AT_LATER,
    END_OBJECTIVE,
    END_ROUND_CAP,
    PHASE_END,
    WINNER_UNFINISHED,
)
from dune_sim.games.arrakis.kernels.prescience_cards import unkept
from dune_sim.games.arrakis.kernels.seats import ask_board, question, stop_if_won
from dune_sim.games.arrakis.kernels.teams.cards import loose_on, over_limit, too_many_cards
from dune_sim.games.arrakis.kernels.teams.layout import BOARDS
from dune_sim.games.arrakis.kernels.turns import ready_claims
from dune_sim.games.arrakis.kernels.worms import worms_in_pool
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.offers import offer, offer_mask
from dune_sim.kernel.stack import jump, push, settled
from dune_sim.lang.intrinsics import bit, popcount, u64


def end_claims(t: Tables, g: State, f: Frame) -> u64:
    """Cards that may be scored now, as many as are left to claim."""
    if g.claims >= t.claims:
        return u64(0)
    return ready_claims(t, g, f, g.row & ~t.prescience_action)


def op_score_end(t: Tables, g: State, f: Frame) -> bool:
    """Prescience cards of the round end (ARR-END-03, ARR-PRES-05, ARR-PRES-08)."""
    g.phase = PHASE_END
    if end_claims(t, g, f) == 0:
        return True
    return question(t, g, f, ATREIDES)


def score_end_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    offer_mask(q, ACT_PRESCIENCE, end_claims(t, g, f))
    offer(q, ACT_DONE)


def score_end_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    if action == ACT_DONE:
        settled(f)
    else:
        push(g.stack, t.prescience_pc[action - ACT_PRESCIENCE], ATREIDES)


def op_victory(t: Tables, g: State) -> bool:
    """Atreides win with all markers at the values of a secret objective; flyers leave (ARR-END-02, 04, 05)."""
    g.ornithopters = 0
    g.carryalls = 0
    for k in range(OBJECTIVES):
        if (g.objective >> k) & 1 == 1:
            met = True
            for m in range(3):
                met = met and g.marker[m] >= t.objective[k][m]
            if met:
                win(g, ATREIDES, END_OBJECTIVE)
    return stop_if_won(g)


def swappable(g: State, f: Frame, who: int) -> int:
    """Named leaders on the map from number ``f.a`` on, one bit each."""
    there = 0
    low = 0 if who == HARKONNEN else LEADER_FROM
    high = LEADER_FROM if who == HARKONNEN else NAMED_END
    for k in range(low, high):
        there |= int(on_map(g.leader_at[k])) << k
    return there >> f.a << f.a


def op_swap_leaders(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Named leaders on the map may be swapped for generic ones, in one order only (ARR-END-06, AMB-23)."""
    if f.stage == 0 and g.pool[op.a][GENERIC] > 0 and swappable(g, f, op.a) != 0:
        return question(t, g, f, op.a)
    f.a = 0
    return True


def swap_leaders_choices(g: State, f: Frame, op: Op, q: Offer) -> None:
    offer_mask(q, ACT_LEADER, u64(swappable(g, f, op.a)))
    offer(q, ACT_DONE)


def swap_leaders_answer(g: State, f: Frame, op: Op, action: int) -> None:
    if action == ACT_DONE:
        f.stage = 1
        return
    leader = action - ACT_LEADER
    area = g.leader_at[leader]
    g.leader_at[leader] = AT_ASIDE
    from_pool(g, op.a, area, one(GENERIC))
    refresh(g, op.a, area)
    f.a = leader + 1


def op_wild_worm(t: Tables, g: State, f: Frame) -> bool:
    """The Wild Maker on the map may be replaced by an ordinary sandworm (ARR-WORM-39, AMB-58)."""
    if not on_map(g.wild_at) or worms_in_pool(t, g) == 0:
        return True
    return question(t, g, f, ATREIDES)


def wild_worm_choices(q: Offer) -> None:
    offer_mask(q, 0, bit(ACT_DONE) | bit(ACT_YES))


def wild_worm_answer(g: State, f: Frame, action: int) -> None:
    settled(f)
    if action == ACT_YES:
        g.wild_at = AT_ASIDE


def op_refresh(t: Tables, g: State, f: Frame, op: Op) -> None:
    """Exhausted cards turn face up; leaders out of the tank are available again (ARR-END-07, AMB-59, AMB-68)."""
    g.spent = 0
    for k in range(NAMED_END):
        if g.leader_at[k] == AT_LATER:
            g.leader_at[k] = AT_ASIDE
    if TEAMS != 0:
        if not too_many_cards(t, g, HARKONNEN) and not too_many_cards(t, g, ATREIDES):
            jump(f, op.a)
    elif max(popcount(g.hand[HARKONNEN]), popcount(g.hand[ATREIDES])) <= t.hand_limit:
        jump(f, op.a)


def op_hand_limit(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Down to six planning cards, in one order only (ARR-END-08, AMB-06, AMB-16); in a team each to four."""
    if TEAMS != 0 and t.shared[op.a] != 0:
        if not too_many_cards(t, g, op.a):
            return True
        return ask_board(t, g, f, over_limit(t, g, op.a))
    if popcount(g.hand[op.a]) <= t.hand_limit:
        return True
    return question(t, g, f, op.a)


def hand_limit_choices(t: Tables, g: State, op: Op, q: Offer) -> None:
    if TEAMS != 0 and t.shared[op.a] != 0:
        offer_cards(t, q, op.a, loose_on(t, g, over_limit(t, g, op.a)))
        return
    offer_cards(t, q, op.a, loose(t, g, op.a))


def hand_limit_answer(g: State, op: Op, action: int) -> None:
    discard_card(g, op.a, card_of(action, op.a))


def op_clear_row(t: Tables, g: State, f: Frame) -> bool:
    """Unscored prescience cards are removed or shuffled back; a kept one stays (ARR-END-09)."""
    if f.stage == 0 and unkept(g) >> f.a != 0:
        return question(t, g, f, ATREIDES)
    back = unkept(g)
    g.deck_prescience |= back
    g.row = g.row & ~back
    f.a = 0
    return True


def clear_row_choices(g: State, f: Frame, q: Offer) -> None:
    offer_mask(q, ACT_PRESCIENCE, u64(unkept(g) >> f.a << f.a))
    offer(q, ACT_DONE)


def clear_row_answer(g: State, f: Frame, action: int) -> None:
    """The card leaves the game, face up."""
    if action == ACT_DONE:
        f.stage = 1
        return
    card = action - ACT_PRESCIENCE
    g.row = g.row & ~(1 << card)
    f.a = card + 1


def op_round_end(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Dice come back, placed tokens are gone, a round begins or the cap ends the game (ARR-END-10, ARR-BG-08)."""
    for board in range(BOARDS):
        for k in range(FACES):
            g.dice[board][k] = 0
        g.used[board] = 0
        g.lost_dice[board] = 0
    for who in range(2):
        g.bg_placed[who] = 0
    g.claims = 0
    g.bonus_card = 0
    g.bonus_steps = 0
    g.turn = 0
    g.flown = 0
    g.forced_face = 0
    if g.round >= t.round_cap:
        g.winner = WINNER_UNFINISHED
        g.reason = END_ROUND_CAP
    jump(f, op.a)
    return stop_if_won(g)
