"""What a player may not know of Bloodlines: twisted cards, the course of a navigator, a secret project (BLD-LEADER)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.bloodlines.opcodes import LEADER_COURSE, LEADER_PROJECT
from dune_sim.games.imperium.kernels.bloodlines.who import seat_that
from dune_sim.games.imperium.kernels.intrigue import held_intrigue, known_stolen
from dune_sim.games.imperium.kernels.layout import State, Tables
from dune_sim.games.imperium.kernels.sizes import STACKS, TECHS
from dune_sim.kernel.rng import below
from dune_sim.lang.intrinsics import Set, lowest, nth, only, popcount, u64


def regroup_twisted(t: Tables, g: State, viewer: int, fair: bool) -> None:
    """Twisted cards in the hands of others and their deck; their backs tell how many of them a hand has."""
    unseen = g.twisted_deck
    for p in range(t.players):
        if p != viewer:
            unseen |= (held_intrigue(g, p) & t.twisted) - known_stolen(g, p, viewer)
    secrets = unseen
    for p in range(t.players):
        if p != viewer:
            n = popcount(g.intrigue[p] & secrets)
            g.intrigue[p] -= secrets
            for _ in range(n):
                card = lowest(unseen)
                if fair:
                    at = below(g.rng, popcount(unseen))
                    card = nth(unseen, at)
                unseen -= only(card)
                g.intrigue[p] |= only(card)
    g.twisted_deck = unseen


def pick_course(g: State, left: int, fair: bool) -> int:
    """One of some navigation cards: a random one, or always the same so that nothing shows."""
    if not fair:
        return lowest(u64(left))
    at = below(g.rng, popcount(u64(left)))
    return nth(u64(left), at)


def regroup_course(t: Tables, g: State, viewer: int, fair: bool) -> None:
    """Navigation cards that lie face down, and those not yet laid down (BLD-LEADER-07)."""
    owner = seat_that(t, g, LEADER_COURSE)
    if owner < 0 or owner == viewer:
        return
    left = t.courses
    for k in range(g.sailed):
        left = left & ~(1 << (g.course[k] - 1))
    for k in range(g.sailed, len(g.course)):
        if g.course[k] != 0:
            card = pick_course(g, left, fair)
            left = left & ~(1 << card)
            g.course[k] = card + 1
    n = popcount(u64(g.courses))
    g.courses = 0
    for _ in range(n):
        card = pick_course(g, left, fair)
        left = left & ~(1 << card)
        g.courses = g.courses | (1 << card)


def pick_tile(g: State, unseen: Set[TECHS], fair: bool) -> int:
    if not fair:
        return lowest(unseen)
    at = below(g.rng, popcount(unseen))
    return nth(unseen, at)


def regroup_tiles(t: Tables, g: State, viewer: int, fair: bool) -> None:
    """The secret project and the tiles its owner has put back (BLD-LEADER-12)."""
    owner = seat_that(t, g, LEADER_PROJECT)
    if owner < 0 or owner == viewer:
        return
    unseen = g.tech_deck
    for k in range(STACKS):
        if g.tech_bottom[k] != 0:
            unseen |= only(g.tech_bottom[k] - 1)
    if g.secret_tile != 0:
        unseen |= only(g.secret_tile - 1)
        tile = pick_tile(g, unseen, fair)
        unseen -= only(tile)
        g.secret_tile = tile + 1
    for k in range(STACKS):
        if g.tech_bottom[k] != 0:
            tile = pick_tile(g, unseen, fair)
            unseen -= only(tile)
            g.tech_bottom[k] = tile + 1
    g.tech_deck = unseen


def regroup_module(t: Tables, g: State, viewer: int, fair: bool) -> None:
    """Everything hidden of Bloodlines, blanked or dealt anew."""
    if t.bloodlines == 0:
        return
    regroup_twisted(t, g, viewer, fair)
    regroup_course(t, g, viewer, fair)
    if t.tech == 1:
        regroup_tiles(t, g, viewer, fair)
