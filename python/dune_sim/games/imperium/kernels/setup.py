"""Setting the game up (IMP-SETUP)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.intrigue import draw_intrigue
from dune_sim.games.imperium.kernels.layout import (
    FACTIONS,
    FRAMES,
    LOST,
    POOL,
    SEATS,
    TOPS,
    WORDS,
    Player,
    State,
    Tables,
)
from dune_sim.games.imperium.kernels.market import refill
from dune_sim.games.imperium.kernels.opcodes import LEADERS_DRAFT, LEADERS_RANDOM
from dune_sim.kernel.rng import below, seed_stream
from dune_sim.kernel.stack import push
from dune_sim.lang.intrinsics import clear, nth, popcount, u64


def setup(t: Tables, g: State, seed: u64, number: int) -> None:
    """A fresh game with its first program pushed; it has not begun to run."""
    clear_state(g)
    seed_stream(g.rng, seed, number)
    g.intrigue_deck = t.intrigues
    g.conflicts = t.level_conflicts[1] | t.level_conflicts[2] | t.level_conflicts[3]
    for _ in range(t.row_size):
        refill(t, g)
    first = below(g.rng, t.players)
    g.first = first
    g.player = first
    for p in range(t.players):
        set_up_player(t, g, p)
    choose_leaders(t, g)
    push(g.stack, 0, first)


def clear_state(g: State) -> None:
    """Every byte, since the record may hold an old game."""
    for w in range(WORDS):
        g.za[w] = 0
        g.zb[w] = 0
        g.seen[w] = 0
        for p in range(SEATS):
            g.own[p][w] = 0
    for p in range(SEATS):
        g.intrigue[p] = 0
        clear_player(g.players[p])
    g.laid = 0
    for k in range(TOPS):
        g.top[k] = 0
    g.turn = 0
    for k in range(POOL):
        g.pool[k] = 0
    g.items = 0
    for k in range(FACTIONS):
        g.alliance[k] = 0
        g.control[k] = 0
        g.bonus[k] = 0
    for k in range(FRAMES):
        clear(g.stack.frames[k])
    g.stack.depth = 0
    clear_marks(g)


def clear_marks(g: State) -> None:
    g.round = 0
    g.conflict = 0
    g.tokens = 0
    g.mentat = 0
    g.mentat_next = 0
    g.persuasion = 0
    g.recruited = 0
    g.deployed = 0
    g.placed = 0
    g.card = 0
    g.space = 0
    g.icons = 0
    g.discounted = 0
    g.discount = 0
    g.won = 0
    g.aside = 0
    g.aside_seat = 0
    g.winners = 0
    g.reason = 0


def clear_player(pl: Player) -> None:
    pl.board = 0
    pl.spice = 0
    pl.solari = 0
    pl.delayed = 0
    pl.water = 0
    pl.vp = 0
    pl.scored = 0
    for k in range(FACTIONS):
        pl.influence[k] = 0
    pl.garrison = 0
    pl.supply = 0
    pl.conflict = 0
    pl.swords = 0
    pl.agents = 0
    pl.stacked = 0
    pl.leader = 0
    pl.flags = 0
    pl.visited = 0
    pl.voice = 0
    pl.acquired = 0
    pl.played = 0
    pl.tops = 0
    for k in range(LOST):
        pl.lost[k] = 0


def set_up_player(t: Tables, g: State, p: int) -> None:
    """Deck, resources, troops, agents, tracks (IMP-SETUP-10 to 18)."""
    pl = g.players[p]
    for w in range(WORDS):
        g.own[p][w] = t.own_start[p][w]
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
    if t.leader_mode == LEADERS_DRAFT:
        return
    free = t.leaders
    for p in range(t.players):
        if t.leader_mode == LEADERS_RANDOM:
            k = below(g.rng, popcount(u64(t.leaders)) - p)
            g.players[p].leader = nth(u64(free), k)
            free &= ~(1 << g.players[p].leader)
        else:
            g.players[p].leader = t.seat_leader[p]
