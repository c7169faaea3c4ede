"""Setting the game up (IMP-SETUP)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.bloodlines.rounds import set_up_module
from dune_sim.games.imperium.kernels.hagal.setup import choose_rival, name_given_rivals, set_up_rivals
from dune_sim.games.imperium.kernels.intrigue import draw_intrigue
from dune_sim.games.imperium.kernels.layout import State, Tables
from dune_sim.games.imperium.kernels.market import refill
from dune_sim.games.imperium.kernels.opcodes import LEADERS_DRAFT, LEADERS_RANDOM
from dune_sim.games.imperium.kernels.seats import is_rival
from dune_sim.games.imperium.kernels.sizes import BLOODLINES, FACTIONS, RIVALS
from dune_sim.kernel.rng import below, seed_stream
from dune_sim.kernel.stack import push
from dune_sim.lang.intrinsics import clear, nth, popcount, u64


def setup(t: Tables, g: State, seed: u64, number: int) -> None:
    """A fresh game with its first program pushed; it has not begun to run."""
    clear(g)
    seed_stream(g.rng, seed, number)
    g.intrigue_deck = t.intrigues
    g.conflicts = t.level_conflicts[1] | t.level_conflicts[2] | t.level_conflicts[3]
    for _ in range(t.row_size):
        refill(t, g)
    first = first_player(t, g)
    g.first = first
    g.player = first
    for p in range(t.players if RIVALS == 0 else t.humans):
        set_up_player(t, g, p)
    if RIVALS != 0:
        set_up_rivals(t, g)
    if BLOODLINES != 0:
        set_up_module(t, g)
    choose_leaders(t, g)
    push(g.stack, 0, first)


def first_player(t: Tables, g: State) -> int:
    """Drawn at random (IMP-SETUP-19); whoever plays alone lets the rival to the left begin (HAG-SOLO-11)."""
    if RIVALS != 0 and t.humans == 1:
        return 1
    return below(g.rng, t.players)


def set_up_player(t: Tables, g: State, p: int) -> None:
    """Deck, resources, troops, agents, tracks (IMP-SETUP-10 to 18)."""
    pl = g.players[p]
    g.own[p] = t.own_start[p]
    pl.spice = t.start_spice
    pl.solari = t.start_solari
    pl.water = t.start_water
    pl.vp = t.start_vp
    pl.agents = t.start_agents
    pl.garrison = t.start_garrison
    pl.supply = t.troops - t.start_garrison
    for faction in range(FACTIONS):
        pl.influence[faction] = t.track[faction].start
    for _ in range(t.start_intrigue):
        draw_intrigue(t, g, p)


def choose_leaders(t: Tables, g: State) -> None:
    """Given or at random; a draft is played as decisions (IMP-SETUP-09)."""
    if RIVALS != 0:
        name_given_rivals(t, g)
    if t.leader_mode == LEADERS_DRAFT:
        return
    free = t.leaders
    for p in range(t.players):
        if RIVALS != 0 and is_rival(t, p):
            choose_rival(t, g, p)
        elif t.leader_mode == LEADERS_RANDOM:
            k = below(g.rng, popcount(u64(t.leaders)) - p)
            g.players[p].leader = nth(u64(free), k)
            free &= ~(1 << g.players[p].leader)
        else:
            g.players[p].leader = t.seat_leader[p]
