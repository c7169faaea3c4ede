"""Planning cards that touch the revealed prescience cards and their markers."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_DONE, ACT_MARKER, ACT_NUMBER, ACT_PRESCIENCE
from dune_sim.games.arrakis.kernels.boards import ask, draw_bit, offer
from dune_sim.games.arrakis.kernels.card_effects_figures import OVER
from dune_sim.games.arrakis.kernels.layout import PRESCIENCE_CARDS, State, Tables
from dune_sim.games.arrakis.kernels.leaders import advance_marker
from dune_sim.kernel.layout import Frame, Op
from dune_sim.lang.intrinsics import popcount, u64

ANY_MARKER = 3


def kept_bit(g: State) -> int:
    """The card that no effect can remove."""
    return 1 << (g.kept_card - 1) if g.kept_card > 0 else 0


def offer_visions(g: State, cards: int) -> bool:
    """Offer revealed prescience cards; whether there are any."""
    for k in range(PRESCIENCE_CARDS):
        if (cards >> k) & 1 == 1:
            offer(g, ACT_PRESCIENCE + k)
    return cards != 0


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
    if f.stage < op.a:
        some = offer_visions(g, g.row & ~kept_bit(g))
        if some:
            offer(g, ACT_DONE)
            return ask(g, f.who)
    return True


def prescience_back_answer(g: State, f: Frame, op: Op, action: int) -> None:
    f.stage += 1
    if action == ACT_DONE:
        f.stage = op.a
    else:
        shuffle_back(g, action - ACT_PRESCIENCE)


def chosen_visions(f: Frame) -> int:
    """Cards picked so far; two registers hold eight of them each."""
    return f.a + (f.b << 8)


def op_prescience_replace(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Discard revealed cards, picked in rising order, and reveal others: a discarded card leaves the game (AMB-93)."""
    picked = chosen_visions(f)
    if f.stage != OVER and popcount(u64(picked)) < op.a:
        later = g.row & ~kept_bit(g) & ~picked
        for k in range(PRESCIENCE_CARDS):
            if (picked >> k) & 1 == 1:
                later = later & ~((2 << k) - 1)
        if offer_visions(g, later):
            offer(g, ACT_DONE)
            return ask(g, f.who)
    replace_visions(g, picked)
    f.a = 0
    f.b = 0
    return True


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


def op_prescience_shift(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Take steps from one marker and give them to another: giver, taker, number."""
    if f.stage == OVER:
        f.a = 0
        f.b = 0
        return True
    some = False
    if f.stage == 2:
        for n in range(1, shift_limit(t, g, f.a, f.b, op.a) + 1):
            offer(g, ACT_NUMBER + n)
        return ask(g, f.who)
    for m in range(3):
        able = False
        for other in range(3):
            if f.stage == 0 and shift_limit(t, g, m, other, op.a) > 0:
                able = True
        if f.stage == 1 and shift_limit(t, g, f.a, m, op.a) > 0:
            able = True
        if able:
            offer(g, ACT_MARKER + m)
            some = True
    if not some:
        return True
    offer(g, ACT_DONE)
    return ask(g, f.who)


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


def op_prescience_mark(t: Tables, g: State, f: Frame, cards: int) -> bool:
    """Lay a planning card on a revealed prescience card."""
    if f.stage != OVER:
        some = offer_visions(g, cards)
        if some:
            offer(g, ACT_DONE)
            return ask(g, f.who)
    return True


def prescience_bonus_answer(g: State, f: Frame, op: Op, action: int) -> None:
    """Scoring the card this round gives further steps; the marker is kept beside their number."""
    f.stage = OVER
    if action != ACT_DONE:
        g.bonus_card = action - ACT_PRESCIENCE + 1
        g.bonus_steps = op.a + 16 * op.b


def prescience_keep_answer(g: State, f: Frame, action: int) -> None:
    """The card lies beside the usual ones until it is scored."""
    f.stage = OVER
    if action != ACT_DONE:
        g.kept_card = action - ACT_PRESCIENCE + 1


def op_bonus_steps(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """The card just scored had a bonus: its marker, or one of Atreides' choice, goes up (ARR-PRES-03)."""
    if f.stage == OVER or g.bonus_card != op.a + 1:
        return True
    marker = g.bonus_steps >> 4
    if marker != ANY_MARKER:
        give_bonus(t, g, marker)
        return True
    for m in range(3):
        offer(g, ACT_MARKER + m)
    return ask(g, f.who)


def give_bonus(t: Tables, g: State, marker: int) -> None:
    steps = g.bonus_steps & 15
    g.bonus_card = 0
    g.bonus_steps = 0
    advance_marker(t, g, marker, steps)


def bonus_steps_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    f.stage = OVER
    give_bonus(t, g, action - ACT_MARKER)
