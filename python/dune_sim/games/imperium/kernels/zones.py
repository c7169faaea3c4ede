"""Where cards lie and how they move: decks without order, known top cards, shuffles (IMP-DECK)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.bloodlines.opcodes import TILE_PEEKS
from dune_sim.games.imperium.kernels.layout import State, Tables
from dune_sim.games.imperium.kernels.opcodes import SEAT_PRIVATE
from dune_sim.games.imperium.kernels.sizes import BLOODLINES, SEATS, SLOTS, TECH, TOPS
from dune_sim.kernel.layout import Rng
from dune_sim.kernel.rng import below
from dune_sim.kernel.stack import push
from dune_sim.lang.intrinsics import Set, bit, empty, i64, lowest, masked, nth, only, popcount, u64

#: zones of an owned card
ZONE_DECK = 0
ZONE_HAND = 1
ZONE_DISCARD = 2
ZONE_PLAY = 3
#: zones of a card that nobody owns
ZONE_STOCK = 0
ZONE_ROW = 1
ZONE_ASIDE = 2
ZONE_OUT = 3

#: the numbers 15 to 0, four bits each
SIXTEEN_PLACES = 0xFEDCBA9876543210


def deck_of(g: State, p: int) -> Set[SLOTS]:
    return g.own[p] & ~(g.za | g.zb)


def hand_of(g: State, p: int) -> Set[SLOTS]:
    return g.own[p] & g.za & ~g.zb


def discard_of(g: State, p: int) -> Set[SLOTS]:
    return g.own[p] & g.zb & ~g.za


def play_of(g: State, p: int) -> Set[SLOTS]:
    return g.own[p] & g.za & g.zb


def unowned(t: Tables, g: State) -> Set[SLOTS]:
    owned = g.own[0]
    for p in range(1, SEATS):
        owned |= g.own[p]
    return t.cards & ~owned


def row_of(t: Tables, g: State) -> Set[SLOTS]:
    return unowned(t, g) & g.za & ~g.zb


def stock_of(t: Tables, g: State) -> Set[SLOTS]:
    """Imperium deck and reserve piles."""
    return unowned(t, g) & ~(g.za | g.zb)


def in_stock(g: State, slot: int) -> bool:
    """Whether an Imperium card lies in its deck."""
    if slot in g.za or slot in g.zb:
        return False
    for p in range(SEATS):
        if slot in g.own[p]:
            return False
    return True


def random_member(rng: Rng, slots: Set[SLOTS]) -> int:
    """A fair member of a set of slots, -1 if it is empty."""
    n = popcount(slots)
    if n == 0:
        return -1
    k = 0
    if n > 1:
        k = below(rng, n)
    return nth(slots, k)


def first_slot(slots: Set[SLOTS]) -> int:
    """Lowest slot of a set, -1 if it is empty."""
    return -1 if empty(slots) else lowest(slots)


def put(g: State, slot: int, zone: int) -> None:
    """Lay a card into a zone of its owner, or of nobody."""
    if zone & 1 == 1:
        g.za |= only(slot)
    else:
        g.za -= only(slot)
    if zone & 2 == 2:
        g.zb |= only(slot)
    else:
        g.zb -= only(slot)


def in_play_slot(g: State, p: int, slot: int) -> bool:
    return slot in g.own[p] and slot in g.za and slot in g.zb


def hand_empty(g: State, p: int) -> bool:
    return empty(hand_of(g, p))


def deck_empty(g: State, p: int) -> bool:
    return empty(deck_of(g, p))


def random_deck_card(g: State, p: int) -> int:
    """A fair card of the own deck, -1 if it is empty; only right while no top card is known."""
    return random_member(g.rng, deck_of(g, p))


def tops_before(g: State, p: int) -> int:
    """Known top cards of all seats before ``p``: where those of ``p`` begin."""
    n = 0
    for seat in range(p):
        n += g.players[seat].tops
    return n


def insert_top(g: State, p: int, place: int, slot: int) -> None:
    """Know one more card of a deck, with ``place`` known cards of it below."""
    at = tops_before(g, p) + place
    for k in range(tops_before(g, SEATS), at, -1):
        g.top[k] = g.top[k - 1]
    g.top[at] = slot
    g.players[p].tops += 1


def remove_top(g: State, p: int, place: int) -> int:
    """Forget the known card with ``place`` known ones of its deck below; which it was."""
    at = tops_before(g, p) + place
    slot = g.top[at]
    last = tops_before(g, SEATS) - 1
    for k in range(at, last):
        g.top[k] = g.top[k + 1]
    g.top[last] = 0
    pl = g.players[p]
    pl.tops -= 1
    if place == 0:
        pl.flags = pl.flags & ~SEAT_PRIVATE
    return slot


def look_at_top(g: State, p: int) -> None:
    """Make the top card known to its owner, if there is one (IMP-LEADER-02, IMP-CARD-11); never a shuffle."""
    if g.players[p].tops > 0:
        return
    slot = random_deck_card(g, p)
    if slot >= 0:
        insert_top(g, p, 0, slot)
        g.players[p].flags = g.players[p].flags | SEAT_PRIVATE


def keep_top_known(t: Tables, g: State, p: int) -> None:
    """Some leaders always know their top card (IMP-LEADER-02)."""
    if t.leader[g.players[p].leader].peeks == 1:
        look_at_top(g, p)
    elif TECH != 0 and t.tech == 1 and not empty(g.players[p].tiles & t.standing[TILE_PEEKS]):
        look_at_top(g, p)


def pop_top(g: State, p: int) -> int:
    """Take the topmost known card out of the list; it is still in the deck zone."""
    slot = remove_top(g, p, g.players[p].tops - 1)
    return slot


def put_on_top(g: State, p: int, slot: int) -> None:
    """Lay an own card on the deck; with the list full, but for one look of each seat, the lowest is forgotten."""
    put(g, slot, ZONE_DECK)
    if tops_before(g, SEATS) >= TOPS - SEATS:
        if g.players[p].tops == 0:
            return
        remove_top(g, p, 0)
    insert_top(g, p, g.players[p].tops, slot)


def forget_tops(g: State, p: int) -> None:
    while g.players[p].tops > 0:
        remove_top(g, p, 0)


def discard_into_deck(g: State, p: int) -> None:
    """Shuffle the discard pile into the deck; cards in play stay (IMP-DECK-02, 04)."""
    g.zb -= discard_of(g, p)


def shuffle_discard(g: State, p: int) -> None:
    """The deck is empty, so everybody can tell what is in the hand; then the discard pile becomes the deck."""
    g.seen |= hand_of(g, p)
    discard_into_deck(g, p)


def unsee(g: State, slot: int) -> None:
    """A card leaves the hand."""
    g.seen -= only(slot)


def draw_slot(t: Tables, g: State, p: int) -> int:
    """Take the top card into the hand; -1 if deck and discard pile are empty (IMP-DECK-01 to 03, IMP-AMB-03)."""
    slot = -1
    if g.players[p].tops > 0:
        known_to_all = g.players[p].tops > 1 or g.players[p].flags & SEAT_PRIVATE == 0
        slot = pop_top(g, p)
        if known_to_all:
            g.seen |= only(slot)
    else:
        slot = random_deck_card(g, p)
        if slot < 0:
            shuffle_discard(g, p)
            slot = random_deck_card(g, p)
    if slot >= 0:
        put(g, slot, ZONE_HAND)
        keep_top_known(t, g, p)
    return slot


def draw_ranks(rng: Rng, size: int, n: int) -> u64:
    """``n`` of the places 0 to ``size - 1``, one bit each, drawn one after the other from those still left.

    The places left stand in the sixteenths of a word, so that the k-th is found and closed up without a branch.
    """
    left = u64(SIXTEEN_PLACES)
    drawn = u64(0)
    for many in range(size, size - n, -1):
        k = below(rng, many)
        at = 4 * k
        drawn = drawn | bit(i64((left >> at) & 15))
        low = u64(bit(at) - 1)
        left = (left & low) | ((left >> 4) & ~low)
    return drawn


def take_ranks(g: State, p: int, ranks: u64) -> None:
    """Deck cards whose places from below are marked go into the hand."""
    marks = ranks
    for slot in deck_of(g, p):
        g.za |= masked(only(slot), marks & 1 == 1)
        marks = marks >> 1


def take_random(g: State, p: int, n: int) -> int:
    """Up to ``n`` fair cards of a deck without known top cards into the hand; how many there were."""
    size = popcount(deck_of(g, p))
    if size <= n:
        g.za |= deck_of(g, p)
        return size
    if size <= 16:
        ranks = draw_ranks(g.rng, size, n)
        take_ranks(g, p, ranks)
    else:
        for _ in range(n):
            slot = random_deck_card(g, p)
            put(g, slot, ZONE_HAND)
    return n


def draw_hand(t: Tables, g: State, p: int, n: int) -> None:
    """``n`` cards one after the other, without looking at each when nobody knows any (IMP-ROUND-03)."""
    peeks = t.leader[g.players[p].leader].peeks == 1
    if TECH != 0:
        peeks = peeks or not empty(g.players[p].tiles & t.standing[TILE_PEEKS])
    if g.players[p].tops > 0 or peeks:
        for _ in range(n):
            draw_slot(t, g, p)
        return
    came = take_random(g, p, n)
    if came < n:
        shuffle_discard(g, p)
        take_random(g, p, n - came)


def trash_card(t: Tables, g: State, p: int, slot: int) -> None:
    """Out of the game, a reserve card back to its pile; what its loss gives follows (IMP-DECK-06)."""
    g.own[p] -= only(slot)
    if BLOODLINES != 0 and t.bloodlines == 1:
        g.last_trashed = slot + 1
    unsee(g, slot)
    put(g, slot, ZONE_STOCK if slot in t.reserve else ZONE_OUT)
    pc = t.trashed[t.design[slot]]
    if pc != 0:
        push(g.stack, pc, p)


def count_in_play(t: Tables, g: State, p: int, faction: int) -> int:
    """Own cards of a faction in play: agent turns of this round and revealed ones."""
    return popcount(play_of(g, p) & t.faction_cards[faction])


def count_owned(t: Tables, g: State, p: int, d: int) -> int:
    """Own copies of a design, wherever they lie (IMP-AMB-25)."""
    return popcount(g.own[p] & t.design_cards[d])
