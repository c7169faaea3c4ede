"""What happens where a legion ends its way: stations, harvesters, wormsigns."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.layout import ATREIDES, STATIONS, State, Tables
from dune_sim.games.arrakis.kernels.leaders import advance_marker
from dune_sim.games.arrakis.kernels.opcodes import PHASE_ACTIONS, PHASE_DESERT
from dune_sim.kernel.rng import below
from dune_sim.kernel.stack import push
from dune_sim.lang.intrinsics import only

SIGN_SAND = 0
SIGN_WORM = 1
SIGN_BURROWING = 2


def lose_harvester(g: State, area: int) -> None:
    """A harvester is destroyed and goes back to the pool (ARR-HARV-05)."""
    g.harvesters -= only(area)
    if g.phase == PHASE_ACTIONS:
        g.harvesters_lost += 1


def capture_station(t: Tables, g: State, area: int) -> None:
    """An Atreides legion takes a station: its marker goes up (ARR-STATION-02)."""
    g.stations -= only(area)
    for k in range(STATIONS):
        if t.station_area[k] == area:
            token = g.station_token[k] - 1
            advance_marker(t, g, t.station_marker[token], t.station_steps[token])


def turn_sign(t: Tables, g: State, area: int) -> bool:
    """Turn up the wormsign of an area; whether a sandworm comes (ARR-WORM-04 to 06).

    Nobody has seen the face before, so it is drawn from all faces that are still unseen. Outside the desert phase it
    goes back to the pool at once.
    """
    g.signs -= only(area)
    k = below(g.rng, g.unseen[0] + g.unseen[1] + g.unseen[2])
    face = int(k >= g.unseen[SIGN_SAND]) + int(k >= g.unseen[SIGN_SAND] + g.unseen[SIGN_WORM])
    if g.phase == PHASE_DESERT:
        g.unseen[face] -= 1
    return face == SIGN_WORM or (face == SIGN_BURROWING and area in t.deep_board)


def arrive(t: Tables, g: State, who: int, area: int) -> None:
    """A legion ended a movement here (ARR-STATION-02, ARR-HARV-03, ARR-WORM-18, ARR-WORM-19, AMB-35)."""
    if who == ATREIDES:
        if area in g.harvesters:
            lose_harvester(g, area)
        if area in g.stations:
            capture_station(t, g, area)
    elif area in g.signs:
        comes = turn_sign(t, g, area)
        if comes:
            push(g.stack, t.pc_worm, ATREIDES)
            g.stack.frames[g.stack.depth - 1].a = area
