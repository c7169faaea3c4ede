"""What a player may not know (IMP-AMB-19): other hands and decks, intrigue, secret tokens, a card seen by one alone."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.bloodlines.hidden import regroup_module
from dune_sim.games.imperium.kernels.intrigue import held_intrigue, known_stolen
from dune_sim.games.imperium.kernels.layout import State, Tables
from dune_sim.games.imperium.kernels.opcodes import SEAT_PRIVATE, SEAT_SHOWN
from dune_sim.games.imperium.kernels.sizes import BLOODLINES, LOST, SLOTS
from dune_sim.games.imperium.kernels.zones import (
    ZONE_HAND,
    deck_of,
    first_slot,
    hand_of,
    insert_top,
    put,
    random_member,
    remove_top,
    tops_before,
)
from dune_sim.kernel.rng import below
from dune_sim.lang.intrinsics import Set, lowest, nothing, nth, only, popcount, u64


def forget_private_top(g: State, p: int) -> bool:
    """The card only its owner has seen lies unseen in the deck again; public ones above it stay known."""
    if g.players[p].flags & SEAT_PRIVATE == 0:
        return False
    remove_top(g, p, 0)
    return True


def restore_private_top(g: State, p: int, fair: bool) -> None:
    """Another card takes the place of the one only its owner has seen."""
    slot = unknown_card(g, p, fair)
    insert_top(g, p, 0, slot)
    g.players[p].flags = g.players[p].flags | SEAT_PRIVATE


def known_tops(g: State, p: int) -> Set[SLOTS]:
    """Known top cards as a set."""
    found: Set[SLOTS] = nothing()
    at = tops_before(g, p)
    for k in range(at, at + g.players[p].tops):
        found |= only(g.top[k])
    return found


def shuffle_hand_back(g: State, p: int) -> int:
    """Hand cards the others do not know go into the unknown deck; how many they were.

    The card just chosen for an agent turn is on the table.
    """
    secret = hand_of(g, p) & ~g.seen
    if p == g.player and g.card != 0:
        secret -= only(g.card - 1)
    g.za -= secret
    return popcount(secret)


def unknown_card(g: State, p: int, fair: bool) -> int:
    """One of the unknown cards: a random one, or always the same so that nothing shows."""
    unknown = deck_of(g, p) - known_tops(g, p)
    if fair:
        return random_member(g.rng, unknown)
    return first_slot(unknown)


def regroup_cards(t: Tables, g: State, viewer: int, fair: bool) -> None:
    """Hands and decks of the others."""
    for p in range(t.players):
        if p != viewer:
            secret = forget_private_top(g, p)
            n = shuffle_hand_back(g, p)
            for _ in range(n):
                slot = unknown_card(g, p, fair)
                put(g, slot, ZONE_HAND)
            if secret:
                restore_private_top(g, p, fair)


def regroup_intrigue(t: Tables, g: State, viewer: int, fair: bool) -> None:
    """Intrigue hands of the others and the deck; cards lying face up stay, and those stolen from the viewer."""
    unseen = g.intrigue_deck
    for p in range(t.players):
        if p != viewer:
            unseen |= held_intrigue(g, p) - known_stolen(g, p, viewer)
            if BLOODLINES != 0:
                unseen -= t.twisted
            for k in range(LOST):
                g.players[p].lost[k] = 0
    secrets = unseen
    for p in range(t.players):
        if p != viewer:
            n = popcount(g.intrigue[p] & secrets)
            g.intrigue[p] -= secrets
            for _ in range(n):
                k = lowest(unseen)
                if fair:
                    at = below(g.rng, popcount(unseen))
                    k = nth(unseen, at)
                unseen -= only(k)
                g.intrigue[p] |= only(k)
    g.intrigue_deck = unseen


def token_owner(t: Tables, g: State) -> int:
    """Seat that laid tokens down in secret and has not shown them, -1 if none."""
    if g.tokens == 0:
        return -1
    for p in range(t.players):
        pl = g.players[p]
        if t.leader[pl.leader].deployed != 0 and pl.flags & SEAT_SHOWN == 0:
            return p
    return -1


def hide(t: Tables, g: State, player: int) -> None:
    """Blank in place what the player may not know; sizes stay true."""
    for k in range(4):
        g.rng.s[k] = 0
    regroup_cards(t, g, player, False)
    if BLOODLINES != 0:
        regroup_module(t, g, player, False)
    regroup_intrigue(t, g, player, False)
    owner = token_owner(t, g)
    if owner >= 0 and owner != player:
        g.tokens = 3 if popcount(u64(g.tokens)) == 2 else 1


def redeal(t: Tables, g: State, player: int) -> None:
    """Deal the hidden parts anew."""
    regroup_cards(t, g, player, True)
    if BLOODLINES != 0:
        regroup_module(t, g, player, True)
    regroup_intrigue(t, g, player, True)
    owner = token_owner(t, g)
    if owner >= 0 and owner != player and popcount(u64(g.tokens)) == 2:
        a = below(g.rng, 4)
        b = below(g.rng, 3)
        if b >= a:
            b += 1
        g.tokens = (1 << a) | (1 << b)
