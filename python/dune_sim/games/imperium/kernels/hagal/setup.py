"""Setting up rivals (HAG-2P-03 to 05, HAG-SOLO-02 to 11)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.agents import seat_after
from dune_sim.games.imperium.kernels.hagal.spending import draw_rival_intrigue
from dune_sim.games.imperium.kernels.layout import State, Tables
from dune_sim.games.imperium.kernels.opcodes import LEADERS_GIVEN, LEADERS_RANDOM
from dune_sim.games.imperium.kernels.seats import is_rival
from dune_sim.games.imperium.kernels.sizes import FACTIONS, LEADERS
from dune_sim.kernel.layout import Frame
from dune_sim.kernel.rng import below
from dune_sim.lang.intrinsics import nth, popcount, u64

#: stands for the leader of House Hagal, which has none: nothing in the tables
NOBODY = LEADERS - 1


def set_up_rivals(t: Tables, g: State) -> None:
    """Cubes on the tracks, garrison and supply, agents, goods; the House Hagal cards are shuffled."""
    g.hagal = t.hagal_cards
    for p in range(t.humans, t.seated):
        pl = g.players[p]
        pl.agents = t.rival_agents
        pl.garrison = t.rival_garrison
        pl.supply = t.troops - t.rival_garrison
        pl.water = t.rival_water
        if p >= t.players:
            pl.leader = NOBODY
        else:
            pl.vp = t.start_vp
        for faction in range(FACTIONS):
            pl.influence[faction] = t.track[faction].start
        for _ in range(t.rival_intrigue):
            draw_rival_intrigue(t, g, p)


def name_given_rivals(t: Tables, g: State) -> None:
    """Leaders of rivals that the set-up names."""
    if t.rival_mode == LEADERS_GIVEN:
        for p in range(t.humans, t.players):
            g.players[p].leader = t.seat_leader[p]


def choose_rival(t: Tables, g: State, p: int) -> None:
    """A leader of those that rivals may have and nobody before has, at random (HAG-SOLO-03)."""
    if t.rival_mode != LEADERS_RANDOM:
        return
    free = t.rival_leaders
    for seat in range(p):
        free &= ~(1 << g.players[seat].leader)
    k = below(g.rng, popcount(u64(free)))
    g.players[p].leader = nth(u64(free), k)


def pass_given_rivals(t: Tables, g: State, f: Frame) -> None:
    """In a draft nobody is asked for a leader that the set-up names."""
    while f.a < t.players and t.rival_mode == LEADERS_GIVEN and is_rival(t, seat_after(t, g.first, f.a)):
        f.a += 1
