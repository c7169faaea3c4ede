"""Phase 4: spice, Imperium markers, hoarding, bans (ARR-SPICE)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_DONE, ACT_IMPERIUM, ACT_OPTION, ACT_YES
from dune_sim.games.arrakis.kernels.boards import clear_board
from dune_sim.games.arrakis.kernels.layout import HARKONNEN, ROWS, Offer, State, Tables
from dune_sim.games.arrakis.kernels.leaders import advance_supremacy
from dune_sim.games.arrakis.kernels.legions import limit_everywhere
from dune_sim.games.arrakis.kernels.opcodes import PHASE_SPICE
from dune_sim.games.arrakis.kernels.seats import question, stop_if_won
from dune_sim.kernel.layout import Frame
from dune_sim.kernel.offers import offer_mask
from dune_sim.lang.intrinsics import bit, lowest, popcount, u64

MARKERS = 3
LET_DROP = 0
HOLD = 1
RAISE = 2
FULL = 63  # more spice than there ever is


def op_harvest(t: Tables, g: State) -> None:
    """Harvesters come home; bans end except those on the ban row (ARR-SPICE-01, ARR-SPICE-10, AMB-62)."""
    g.phase = PHASE_SPICE
    deep = popcount(g.harvesters[0] & t.deep_board[0]) + popcount(g.harvesters[1] & t.deep_board[1])
    all_of_them = popcount(g.harvesters[0]) + popcount(g.harvesters[1])
    g.spice = g.reserve + deep * t.harvest[1] + (all_of_them - deep) * t.harvest[0]
    g.reserve = 0
    clear_board(g.harvesters)
    g.dropped = 0
    for m in range(MARKERS):
        if t.ban_row[g.imperium[m]] == 0:
            g.bans = g.bans & ~(1 << m)


def outlets(t: Tables, g: State, marker: int, hoards: bool) -> u64:
    """How much spice the markers from this one on, hoarding and the reserve can take: bit 63 - n for exactly n."""
    takes = bit(FULL)
    for m in range(marker, MARKERS):
        raised = takes >> t.raise_cost if g.imperium[m] > 0 else u64(0)
        takes = takes | (takes >> t.keep_cost) | raised
    if hoards and g.supremacy <= t.hoard_up_to:
        takes = takes | (takes >> t.hoard_cost)
    for _ in range(t.reserve_limit):
        takes = takes | (takes >> 1)
    return takes


def left_over(takes: u64, spice: int) -> int:
    """Spice that nothing could take: the distance to the largest amount that fits; much if there is no such spice."""
    return lowest(takes >> (FULL - spice)) if spice >= 0 else FULL


def pay_options(t: Tables, g: State, marker: int) -> int:
    """What may be done with a marker, one bit each: all spice must be used that can be (ARR-SPICE-02)."""
    if g.spice < t.keep_cost:
        return 1 << LET_DROP
    takes = outlets(t, g, marker + 1, True)
    drop = left_over(takes, g.spice)
    hold = left_over(takes, g.spice - t.keep_cost)
    rise = left_over(takes, g.spice - t.raise_cost) if g.imperium[marker] > 0 else FULL
    lost = min(drop, min(hold, rise))
    return int(drop == lost) | int(hold == lost) << HOLD | int(rise == lost) << RAISE


def op_pay(t: Tables, g: State, f: Frame) -> bool:
    """Hold, raise or let drop, marker by marker (ARR-SPICE-03 to 07)."""
    while f.stage < MARKERS:
        mask = pay_options(t, g, f.stage)
        if mask & (mask - 1) != 0:
            return question(t, g, f, HARKONNEN)
        settle_marker(t, g, f.stage, mask >> 1)
        f.stage += 1
    return True


def pay_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    offer_mask(q, ACT_OPTION, u64(pay_options(t, g, f.stage)))


def pay_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    settle_marker(t, g, f.stage, action - ACT_OPTION)
    f.stage += 1


def settle_marker(t: Tables, g: State, marker: int, choice: int) -> None:
    """A marker on the lowest row cannot drop (ARR-SPICE-05, ARR-SPICE-06, AMB-63)."""
    if choice == HOLD:
        g.spice -= t.keep_cost
    elif choice == RAISE:
        g.spice -= t.raise_cost
        g.imperium[marker] -= 1
    elif g.imperium[marker] < ROWS - 1:
        g.imperium[marker] = min(ROWS - 1, g.imperium[marker] + t.drop)
        g.dropped |= 1 << marker


def op_hoard(t: Tables, g: State, f: Frame) -> bool:
    """Hoard once, then keep some for later; the rest is lost (ARR-SPICE-02, ARR-SPICE-08, ARR-SPICE-09, AMB-65)."""
    if f.stage == 0 and g.spice >= t.hoard_cost and g.supremacy <= t.hoard_up_to:
        kept = left_over(outlets(t, g, MARKERS, False), g.spice)
        if kept == left_over(outlets(t, g, MARKERS, True), g.spice):
            return question(t, g, f, HARKONNEN)
        hoard(t, g)
    g.reserve = min(g.spice, t.reserve_limit)
    g.spice = 0
    return stop_if_won(g)


def hoard_choices(q: Offer) -> None:
    offer_mask(q, 0, bit(ACT_DONE) | bit(ACT_YES))


def hoard(t: Tables, g: State) -> None:
    g.spice -= t.hoard_cost
    advance_supremacy(t, g, t.hoard_steps)


def hoard_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    if action == ACT_YES:
        hoard(t, g)
    f.stage = 1


def banned_row(t: Tables, g: State) -> int:
    """Markers on the row that brings their ban, one bit each."""
    found = 0
    for m in range(MARKERS):
        found |= int(t.ban_row[g.imperium[m]] == 1) << m
    return found


def op_bans(t: Tables, g: State, f: Frame) -> bool:
    """Bans of the ban row, and one more among markers that dropped (ARR-SPICE-11, ARR-SPICE-12, AMB-64)."""
    bottom = banned_row(t, g)
    left = g.dropped & ~(bottom | f.a)
    more = t.dropped_bans - f.stage
    if popcount(u64(left)) > more and more > 0:
        return question(t, g, f, HARKONNEN)
    g.bans = bottom | f.a | (left if more > 0 else 0)
    g.dropped = 0
    f.a = 0
    limit_everywhere(t, g)
    return True


def bans_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    offer_mask(q, ACT_IMPERIUM, u64(g.dropped & ~(banned_row(t, g) | f.a)))


def bans_answer(f: Frame, action: int) -> None:
    f.a |= 1 << (action - ACT_IMPERIUM)
    f.stage += 1
