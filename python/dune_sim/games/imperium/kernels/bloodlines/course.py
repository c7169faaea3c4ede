"""Navigation cards: laid down in an order of choice, played one by one on reaching influence (BLD-LEADER-08)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.bloodlines.opcodes import LEADER_COURSE
from dune_sim.games.imperium.kernels.layout import State, Tables
from dune_sim.kernel.stack import push

#: influence that lets a card be played
COURSE_LEVEL = 2


def sail(t: Tables, g: State, p: int, faction: int, before: int, after: int) -> None:
    """Reaching 2 influence, also once more after falling below, plays the next card (BLD-LEADER-08)."""
    if t.leader[g.players[p].leader].does != LEADER_COURSE or not before < COURSE_LEVEL <= after:
        return
    if g.sailed >= t.navigation_kept or g.course[min(3, g.sailed)] == 0:
        return
    card = g.course[g.sailed] - 1
    g.sailed += 1
    g.course_faction = faction
    push(g.stack, t.course[card], p)
