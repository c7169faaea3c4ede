"""Planning cards that touch the revealed prescience cards and their markers."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_DONE, ACT_MARKER, ACT_NUMBER, ACT_PRESCIENCE
from dune_sim.games.arrakis.kernels.boards import draw_bit
from dune_sim.games.arrakis.kernels.card_effects_figures import OVER
from dune_sim.games.arrakis.kernels.layout import ATREIDES, PRESCIENCE_CARDS, Offer, State, Tables
from dune_sim.games.arrakis.kernels.leaders import advance_marker
from dune_sim.games.arrakis.kernels.seats import question, stop_if_won
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.offers import offer, offer_mask
from dune_sim.kernel.stack import settled
from dune_sim.lang.intrinsics import popcount, u64

ANY_MARKER = 3


def unkept(g: State) -> int:
    """Revealed prescience cards but the one that no effect can remove: it stays until it is scored."""
    return g.row & ~(1 << (g.kept_card - 1)) if g.kept_card > 0 else g.row


def offer_visions(q: Offer, cards: int) -> None:
    """Offer revealed prescience cards, if there are any, and to do nothing."""
    if cards != 0:
        offer_mask(q, ACT_PRESCIENCE, u64(cards))
        offer(q, ACT_DONE)


def discard_vision(g: State, card: int) -> None:
    """A revealed card leaves the row and loses what was laid on it."""
    g.row = g.row & ~(1 << card)
    if g.bonus_card == card + 1:
        g.bonus_card = 0
        g.bonus_steps = 0


def shuffle_back(g: State, card: int) -> None:
    """A revealed card goes back into its deck."""
    discard_vision(g, card)
    g.deck_prescience |= 1 << card


def reveal_vision(g: State) -> None:
    """Turn up one card of the prescience deck, if there is one (ARR-ROUND-03)."""
    if g.deck_prescience != 0:
        card = draw_bit(g.rng, u64(g.deck_prescience))
        g.deck_prescience = g.deck_prescience & ~(1 << card)
        g.row |= 1 << card


def op_prescience_back(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Shuffle revealed cards back into the deck."""
    if f.stage >= op.a:
        return True
    return question(t, g, f, f.who)


def prescience_back_choices(g: State, q: Offer) -> None:
    offer_visions(q, unkept(g))


def prescience_back_answer(g: State, f: Frame, action: int) -> None:
    if action == ACT_DONE:
        settled(f)
    else:
        f.stage += 1
        shuffle_back(g, action - ACT_PRESCIENCE)


def chosen_visions(f: Frame) -> int:
    """Cards picked so far; two registers hold eight of them each."""
    return f.a + (f.b << 8)


def op_prescience_replace(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Discard revealed cards, picked in rising order, and reveal others: a discarded card leaves the game (AMB-93)."""
    picked = chosen_visions(f)
    if f.stage == 0 and popcount(u64(picked)) < op.a:
        return question(t, g, f, f.who)
    replace_visions(g, picked)
    f.a = 0
    f.b = 0
    return True


def prescience_replace_choices(g: State, f: Frame, q: Offer) -> None:
    picked = chosen_visions(f)
    later = unkept(g)
    for k in range(PRESCIENCE_CARDS):
        if (picked >> k) & 1 == 1:
            later = later & ~((2 << k) - 1)
    offer_visions(q, later)


def replace_visions(g: State, picked: int) -> None:
    """As many new cards as the deck still has (AMB-07)."""
    many = popcount(u64(picked))
    for k in range(PRESCIENCE_CARDS):
        if (picked >> k) & 1 == 1:
            discard_vision(g, k)
    for _ in range(many):
        reveal_vision(g)


def prescience_replace_answer(f: Frame, action: int) -> None:
    card = action - ACT_PRESCIENCE
    if action == ACT_DONE:
        f.stage = OVER
    elif card < 8:
        f.a |= 1 << card
    else:
        f.b |= 1 << (card - 8)


def shift_limit(t: Tables, g: State, source: int, target: int, most: int) -> int:
    """Steps that one marker can give to another."""
    if source == target:
        return 0
    return min(most, min(g.marker[source], t.track_length[target] - g.marker[target]))


def op_prescience_shift(t: Tables, g: State, f: Frame) -> bool:
    """Take steps from one marker and give them to another: giver, taker, number."""
    if f.stage < OVER:
        return question(t, g, f, f.who)
    f.a = 0
    f.b = 0
    return stop_if_won(g)


def prescience_shift_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    if f.stage == 2:
        for k in range(1, shift_limit(t, g, f.a, f.b, op.a) + 1):
            offer(q, ACT_NUMBER + k)
        return
    able = 0
    for source in range(3):
        for target in range(3):
            if shift_limit(t, g, source, target, op.a) > 0:
                if f.stage == 0:
                    able |= 1 << source
                elif source == f.a:
                    able |= 1 << target
    if able != 0:
        offer_mask(q, ACT_MARKER, u64(able))
        offer(q, ACT_DONE)


def prescience_shift_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    if action == ACT_DONE:
        f.stage = OVER
    elif f.stage == 0:
        f.a = action - ACT_MARKER
        f.stage = 1
    elif f.stage == 1:
        f.b = action - ACT_MARKER
        f.stage = 2
    else:
        steps = action - ACT_NUMBER
        g.marker[f.a] -= steps
        advance_marker(t, g, f.b, steps)
        f.stage = OVER


def op_prescience_bonus(t: Tables, g: State, f: Frame) -> bool:
    """Lay a planning card on a revealed prescience card: scoring it this round gives further steps."""
    return question(t, g, f, f.who)


def prescience_bonus_choices(g: State, q: Offer) -> None:
    offer_visions(q, g.row)


def prescience_bonus_answer(g: State, f: Frame, op: Op, action: int) -> None:
    settled(f)
    if action != ACT_DONE:
        g.bonus_card = action - ACT_PRESCIENCE + 1
        g.bonus_steps = bonus_of(op.a, op.b)


def op_prescience_keep(t: Tables, g: State, f: Frame) -> bool:
    """Lay a planning card on a revealed prescience card: it lies beside the usual ones until it is scored."""
    return question(t, g, f, f.who)


def prescience_keep_choices(g: State, q: Offer) -> None:
    offer_visions(q, g.row if g.kept_card == 0 else 0)


def prescience_keep_answer(g: State, f: Frame, action: int) -> None:
    settled(f)
    if action != ACT_DONE:
        g.kept_card = action - ACT_PRESCIENCE + 1


def bonus_of(steps: int, marker: int) -> int:
    """Steps of a bonus and the marker they are for, in one number."""
    return steps + 16 * marker


def bonus_marker(bonus: int) -> int:
    return bonus >> 4


def bonus_size(bonus: int) -> int:
    return bonus & 15


def op_bonus_steps(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """The card just scored had a bonus: its marker, or one of Atreides' choice, goes up (ARR-PRES-03)."""
    if g.bonus_card != op.a + 1:
        return stop_if_won(g)
    if bonus_marker(g.bonus_steps) == ANY_MARKER:
        return question(t, g, f, ATREIDES)
    give_bonus(t, g, bonus_marker(g.bonus_steps))
    return stop_if_won(g)


def bonus_steps_choices(q: Offer) -> None:
    for m in range(3):
        offer(q, ACT_MARKER + m)


def give_bonus(t: Tables, g: State, marker: int) -> None:
    steps = bonus_size(g.bonus_steps)
    g.bonus_card = 0
    g.bonus_steps = 0
    advance_marker(t, g, marker, steps)


def bonus_steps_answer(t: Tables, g: State, action: int) -> None:
    give_bonus(t, g, action - ACT_MARKER)
