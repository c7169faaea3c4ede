"""Combat, rewards and the end of the game (IMP-COMBAT, IMP-END)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import ACT_INTRIGUE, ACT_PASS
from dune_sim.games.imperium.kernels.agents import seat_after
from dune_sim.games.imperium.kernels.bloodlines.tech import won_conflict
from dune_sim.games.imperium.kernels.bloodlines.units import units_home
from dune_sim.games.imperium.kernels.conditions import playable_cards
from dune_sim.games.imperium.kernels.hagal.rewards import free_contested_space, rival_reward
from dune_sim.games.imperium.kernels.intrigue import held_intrigue, intrigue_card, lay_down
from dune_sim.games.imperium.kernels.layout import Offer, Play, State, Tables
from dune_sim.games.imperium.kernels.offers import offer, offer_intrigue
from dune_sim.games.imperium.kernels.opcodes import ANSWERED, SEAT_ORDERS
from dune_sim.games.imperium.kernels.seats import is_rival, seats_of
from dune_sim.games.imperium.kernels.sizes import BLOODLINES, INTRIGUES, RIVALS, SEATS, TECH
from dune_sim.games.imperium.kernels.troops import fights_on, strength
from dune_sim.kernel.layout import Frame
from dune_sim.kernel.stack import pop, push
from dune_sim.lang.intrinsics import Set, empty

VISITING = 1
HAS_PLAYED = 2


def participants(t: Tables, g: State) -> int:
    """Players with a troop in the conflict; rivals play no cards (HAG-COMBAT-08)."""
    n = 0
    for p in range(SEATS if RIVALS == 0 else t.humans):
        n += 1 if fights_on(g, p) else 0
    return n


def playable_now(t: Tables, g: State, p: int, kind: Set[INTRIGUES], plays: Play[:]) -> Set[INTRIGUES]:
    """Held cards of a kind that can be played now, one copy of each design."""
    cards = held_intrigue(g, p) & kind
    return cards if empty(cards) else playable_cards(t, g, p, cards, plays)


def fights_now(t: Tables, g: State, p: int) -> Set[INTRIGUES]:
    """Combat cards the player can play on this visit (IMP-COMBAT-02, 03)."""
    return playable_now(t, g, p, t.fights, t.fight)


def end_visit(t: Tables, f: Frame) -> None:
    """Whoever played on this visit has not passed (IMP-AMB-15)."""
    f.a = 0 if f.c & HAS_PLAYED != 0 else f.a + 1
    f.c = VISITING
    f.b = seat_after(t, f.b, 1)


def op_combat(t: Tables, g: State, f: Frame) -> bool:
    """Visits until all participants passed in a row (IMP-COMBAT-01 to 05); registers: a passes, b seat, c marks."""
    if f.c == 0:
        f.b = g.first
        f.c = VISITING
    while True:
        n = participants(t, g)
        if n == 0 or f.a >= n:
            f.a = 0
            f.b = 0
            f.c = 0
            return True
        if not fights_on(g, f.b) or (RIVALS != 0 and is_rival(t, f.b)):
            f.c = VISITING
            f.b = seat_after(t, f.b, 1)
        elif not empty(fights_now(t, g, f.b)):
            f.who = f.b
            return False
        else:
            end_visit(t, f)


def combat_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    offer(q, ACT_PASS)
    offer_intrigue(t, q, fights_now(t, g, f.who))


def combat_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    if action == ACT_PASS:
        end_visit(t, f)
        return
    f.c = f.c | HAS_PLAYED
    f.a = 0
    play_fight(t, g, f.who, action - ACT_INTRIGUE)


def play_fight(t: Tables, g: State, p: int, d: int) -> None:
    card = intrigue_card(t, g, p, d)
    lay_down(g, p, card, t.fight[d].pc)


def place_of(t: Tables, g: State, p: int) -> int:
    """Reward a player takes: 1 to 3, 0 for none (IMP-COMBAT-07 to 14, IMP-AMB-07, 08)."""
    own = strength(t, g, p)
    if own == 0:
        return 0
    higher = 0
    level = 0
    for seat in range(seats_of(t)):
        other = strength(t, g, seat)
        if other > own:
            higher += 1
        elif other == own:
            level += 1
    if higher == 0:
        return 1 if level == 1 else 2
    if higher == 1:
        if level == 1:
            return 2
        return 3 if t.rewarded >= 3 or t.tied_second_take_third == 1 else 0
    if higher == 2 and level == 1 and t.rewarded >= 3:
        return 3
    return 0


def op_rewards(t: Tables, g: State, f: Frame) -> bool:
    """Rewards by place, tied ones clockwise from the first player (IMP-AMB-16); register b: places to be rewarded.

    Rivals take no third reward (HAG-AMB-10); House Hagal takes none at all (HAG-2P-02, 12).
    """
    if f.c == 0:
        f.c = 1
        for p in range(t.players):
            place = place_of(t, g, p)
            if RIVALS != 0 and place == 3 and is_rival(t, p):
                place = 0
            f.b = f.b | (place << (2 * p))
            if place == 1:
                g.won = p + 1
                if TECH != 0 and t.tech == 1:
                    won_conflict(t, g, p)
        if RIVALS != 0 and seats_of(t) > t.players and place_of(t, g, t.players) == 1:
            free_contested_space(t, g)
    while f.b != 0 and f.a < 3 * t.players:
        rank = 1 + (1 if f.a >= t.players else 0) + (1 if f.a >= 2 * t.players else 0)
        seat = seat_after(t, g.first, f.a - (rank - 1) * t.players)
        f.a += 1
        if (f.b >> (2 * seat)) & 3 == rank:
            f.b = f.b & ~(3 << (2 * seat))
            f.pc -= 1
            pc = t.reward[g.conflict - 1][rank - 1]
            if RIVALS != 0 and is_rival(t, seat):
                pc = rival_reward(t, g, rank)
            push(g.stack, pc, seat)
            return True
    f.a = 0
    f.b = 0
    f.c = 0
    return True


def victories_now(t: Tables, g: State, p: int) -> Set[INTRIGUES]:
    """Cards for the sole winner, those just won included (IMP-INTR-11, IMP-FAQ-46, 47)."""
    return playable_now(t, g, p, t.victories, t.fight)


def op_victor(t: Tables, g: State, f: Frame) -> bool:
    """After all rewards and before troops leave (IMP-AMB-16)."""
    if g.won == 0 or f.stage == ANSWERED:
        return True
    f.who = g.won - 1
    if RIVALS != 0 and is_rival(t, f.who):
        return True
    return empty(victories_now(t, g, f.who))


def victor_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    offer(q, ACT_PASS)
    offer_intrigue(t, q, victories_now(t, g, f.who))


def victor_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    if action == ACT_PASS:
        f.stage = ANSWERED
    else:
        play_fight(t, g, f.who, action - ACT_INTRIGUE)


def finals_now(t: Tables, g: State, p: int) -> Set[INTRIGUES]:
    return playable_now(t, g, p, t.finals, t.final)


def op_finale(t: Tables, g: State, f: Frame) -> bool:
    """Endgame cards, clockwise from the first player, each player all at once (IMP-END-01, IMP-AMB-16)."""
    while f.a < t.players:
        p = seat_after(t, g.first, f.a)
        if (RIVALS == 0 or not is_rival(t, p)) and not empty(finals_now(t, g, p)):
            f.who = p
            return False
        f.a += 1
    f.a = 0
    return True


def finale_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    offer(q, ACT_PASS)
    offer_intrigue(t, q, finals_now(t, g, f.who))


def finale_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    if action == ACT_PASS:
        f.a += 1
        return
    d = action - ACT_INTRIGUE
    card = intrigue_card(t, g, f.who, d)
    lay_down(g, f.who, card, t.final[d].pc)


def ahead(t: Tables, g: State, p: int, other: int) -> int:
    """1 if p ranks before the other, -1 after, 0 level after all tiebreakers (IMP-END-02, 03, IMP-AMB-17)."""
    a = g.players[p]
    b = g.players[other]
    gap = a.vp - b.vp
    if gap == 0:
        gap = a.spice - b.spice
    if gap == 0:
        gap = a.solari - b.solari
    if gap == 0:
        gap = a.water - b.water
    if gap == 0:
        gap = a.garrison - b.garrison
        if BLOODLINES != 0:
            gap = units_home(g, p) - units_home(g, other)
    if gap == 0 and t.late_reveal_wins != 0:
        gap = (a.flags & SEAT_ORDERS) - (b.flags & SEAT_ORDERS)
    if gap > 0:
        return 1
    return -1 if gap < 0 else 0


def rank_of(t: Tables, g: State, p: int) -> int:
    """Final place from 1; level players share it (IMP-AMB-17)."""
    rank = 1
    for seat in range(t.players):
        if seat != p and ahead(t, g, seat, p) > 0:
            rank += 1
    return rank


def op_finish(t: Tables, g: State) -> None:
    """Who has won; shared victories are (IMP-AMB-17)."""
    for p in range(t.players):
        if rank_of(t, g, p) == 1:
            g.winners = g.winners | (1 << p)
    pop(g.stack)
