"""Round end: scoring, victory, clearing up (ARR-END)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_DONE, ACT_LEADER, ACT_PRESCIENCE, ACT_YES
from dune_sim.games.arrakis.kernels.boards import ask, offer, offer_mask, on_map
from dune_sim.games.arrakis.kernels.cards import card_of, discard_card, loose, offer_cards
from dune_sim.games.arrakis.kernels.figures import GENERIC, LEADER_FROM, NAMED_END, from_pool, one, refresh
from dune_sim.games.arrakis.kernels.layout import ATREIDES, HARKONNEN, OBJECTIVES, State, Tables
from dune_sim.games.arrakis.kernels.leaders import win
from dune_sim.games.arrakis.kernels.opcodes import (
    AT_ASIDE,
    AT_LATER,
    END_OBJECTIVE,
    END_ROUND_CAP,
    PHASE_END,
    WINNER_UNFINISHED,
)
from dune_sim.games.arrakis.kernels.turns import FACES, claims_offered, offer_claims
from dune_sim.games.arrakis.kernels.worms import worms_in_pool
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.stack import jump, push
from dune_sim.lang.intrinsics import popcount


def op_score_end(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Prescience cards of the round end, as many as are left to claim (ARR-END-03, ARR-PRES-05, ARR-PRES-08)."""
    g.phase = PHASE_END
    if f.stage == 1 or g.claims >= t.claims:
        return True
    offer_claims(t, g, g.row & ~t.prescience_action)
    if not claims_offered(g):
        return True
    offer(g, ACT_DONE)
    return ask(g, ATREIDES)


def score_end_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    if action == ACT_DONE:
        f.stage = 1
    else:
        push(g.stack, t.prescience_pc[action - ACT_PRESCIENCE], ATREIDES)


def op_victory(t: Tables, g: State, f: Frame, op: Op) -> bool:
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
    return True


def op_swap_leaders(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Named leaders on the map may be swapped for generic ones, in one order only (ARR-END-06, AMB-23)."""
    who = op.a
    if f.stage == 1 or g.pool[who][GENERIC] == 0:
        f.a = 0
        return True
    low = 0 if who == HARKONNEN else LEADER_FROM
    high = LEADER_FROM if who == HARKONNEN else NAMED_END
    there = 0
    for k in range(low, high):
        there |= int(on_map(g.leader_at[k])) << k
    there = there >> f.a << f.a
    if there == 0:
        f.a = 0
        return True
    offer_mask(g, ACT_LEADER, there)
    offer(g, ACT_DONE)
    return ask(g, who)


def swap_leaders_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    if action == ACT_DONE:
        f.stage = 1
        return
    leader = action - ACT_LEADER
    area = g.leader_at[leader]
    g.leader_at[leader] = AT_ASIDE
    from_pool(g, op.a, area, one(GENERIC))
    refresh(g, op.a, area)
    f.a = leader + 1


def op_wild_worm(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """The Wild Maker on the map may be replaced by an ordinary sandworm (ARR-WORM-39, AMB-58)."""
    if f.stage == 1 or not on_map(g.wild_at) or worms_in_pool(t, g) == 0:
        return True
    offer(g, ACT_DONE)
    offer(g, ACT_YES)
    return ask(g, ATREIDES)


def wild_worm_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    f.stage = 1
    if action == ACT_YES:
        g.wild_at = AT_ASIDE


def op_refresh(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Exhausted cards turn face up; leaders out of the tank are available again (ARR-END-07, AMB-59, AMB-68)."""
    g.spent = 0
    for k in range(NAMED_END):
        if g.leader_at[k] == AT_LATER:
            g.leader_at[k] = AT_ASIDE
    if max(popcount(g.hand[HARKONNEN]), popcount(g.hand[ATREIDES])) <= t.hand_limit:
        jump(f, op.a)
    return True


def op_hand_limit(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Down to six planning cards, in one order only (ARR-END-08, AMB-06, AMB-16)."""
    who = op.a
    if popcount(g.hand[who]) <= t.hand_limit or loose(t, g, who) == 0:
        return True
    offer_cards(t, g, who, loose(t, g, who))
    return ask(g, who)


def hand_limit_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    discard_card(g, op.a, card_of(action, op.a))


def op_clear_row(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Unscored prescience cards are removed or shuffled back; a kept one stays (ARR-END-09)."""
    kept = 1 << (g.kept_card - 1) if g.kept_card > 0 else 0
    if f.stage == 0:
        cards = (g.row & ~kept) >> f.a << f.a
        if cards != 0:
            offer_mask(g, ACT_PRESCIENCE, cards)
            offer(g, ACT_DONE)
            return ask(g, ATREIDES)
    g.deck_prescience |= g.row & ~kept
    g.row = g.row & kept
    f.a = 0
    return True


def clear_row_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    """The card leaves the game, face up."""
    if action == ACT_DONE:
        f.stage = 1
        return
    card = action - ACT_PRESCIENCE
    g.row = g.row & ~(1 << card)
    f.a = card + 1


def op_round_end(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Dice come back, placed tokens are gone, a round begins or the cap ends the game (ARR-END-10, ARR-BG-08)."""
    for who in range(2):
        for k in range(FACES):
            g.dice[who][k] = 0
        g.used[who] = 0
        g.bg_placed[who] = 0
        g.lost_dice[who] = 0
    g.claims = 0
    g.bonus_card = 0
    g.bonus_steps = 0
    g.turn = 0
    g.flown = 0
    g.forced_face = 0
    if g.round >= t.round_cap:
        g.winner = WINNER_UNFINISHED
        g.reason = END_ROUND_CAP
        return True
    jump(f, op.a)
    return True
