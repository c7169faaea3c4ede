"""Turns of a shared faction: who takes them, and who carries out what (ARR-TEAM-22 to 25)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_MEMBER
from dune_sim.games.arrakis.kernels.layout import ATREIDES, HARKONNEN, Offer, State, Tables
from dune_sim.games.arrakis.kernels.teams.layout import ALLY
from dune_sim.games.arrakis.kernels.teams.members import FACES
from dune_sim.kernel.offers import offer


def end_turn(g: State) -> None:
    """Nobody has the turn any more."""
    g.taker = 0
    g.acting = 0


def faces_on(g: State, board: int) -> int:
    """Action areas of a board with an unused die."""
    faces = 0
    for k in range(FACES):
        faces |= int(g.dice[board][k] > 0) << k
    return faces


def usable_faces(t: Tables, g: State, board: int) -> int:
    """Those whose die may be used now: a card may have named the one that the faction must use."""
    faces = faces_on(g, board)
    who = board & 1
    if who != HARKONNEN or g.forced_face == 0:
        return faces
    forced = 1 << (g.forced_face - 1)
    if (faces | faces_on(g, board ^ ALLY)) & forced == 0:
        return faces
    return faces & forced


def both_may_take(t: Tables, g: State, desert: bool) -> bool:
    """Whether it is open who takes the turn of a shared faction; where only one could, that one has it.

    A turn takes a die, or of the Fremen Desert Power, where it is open (ARR-TEAM-22, ARR-TEAM-29, AMB-115).
    """
    if t.shared[g.active] == 0 or g.taker != 0:
        return False
    house = usable_faces(t, g, g.active) != 0
    ally = usable_faces(t, g, g.active + ALLY) != 0 or (desert and g.active == ATREIDES)
    if house and ally:
        return True
    g.taker = g.active + 1 if house else g.active + ALLY + 1
    g.acting = g.taker
    return False


def taker_choices(g: State, q: Offer) -> None:
    """Either of both, however often the other had the turn (ARR-TEAM-22)."""
    for board in range(g.active, g.active + 2 * ALLY, ALLY):
        offer(q, ACT_MEMBER + board)


def take_turn(g: State, action: int) -> None:
    """Who takes the turn makes all of its decisions (ARR-TEAM-23)."""
    g.taker = action - ACT_MEMBER + 1
    g.acting = g.taker


def hand_over(t: Tables, g: State, who: int, board: int) -> None:
    """What only one board allows is carried out by its owner (ARR-TEAM-24, AMB-77)."""
    if t.shared[who] != 0:
        g.acting = board + 1


def acting_for(t: Tables, g: State, who: int, face: int) -> int:
    """Whose board has an action area: that of who acts, if it does, else the partner's."""
    if t.shared[who] == 0:
        return who
    board = g.acting - 1
    return board if t.slots[board][face] > 0 else board ^ ALLY
