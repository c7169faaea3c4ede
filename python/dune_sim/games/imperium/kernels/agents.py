"""Agents, the Mentat and which spaces are open (IMP-AGENT-01 to 08, IMP-MENTAT)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.layout import COST_STEPS, State, Tables
from dune_sim.games.imperium.kernels.opcodes import SEAT_SWORDMASTER, TURN_PASS_ENEMIES


def seat_after(t: Tables, p: int, k: int) -> int:
    """The seat ``k`` places clockwise, at most once round the table; a division would cost more than all the rest."""
    q = p + k
    return q - t.players if q >= t.players else q


def hire_mentat(g: State, p: int) -> None:
    """From its home only; one more agent this round (IMP-MENTAT-01, 02, 06)."""
    if g.mentat == 0:
        g.mentat = p + 1
        g.players[p].agents += 1


def reserve_mentat(g: State, p: int) -> None:
    """Taken at the beginning of the next round (IMP-MENTAT-03, 04, IMP-AMB-20)."""
    g.mentat_next = p + 1


def own_agents(t: Tables, g: State, p: int) -> int:
    """Agents of a seat, the hired Mentat included."""
    n = t.start_agents
    if g.players[p].flags & SEAT_SWORDMASTER != 0:
        n += 1
    if g.mentat == p + 1:
        n += 1
    return n


def affordable(t: Tables, g: State, p: int) -> int:
    """Spaces whose cost and requirement are met and that are closed neither by The Voice nor by an earlier visit."""
    pl = g.players[p]
    top = COST_STEPS - 1
    found = t.open_spice[min(top, pl.spice)] & t.open_water[min(top, pl.water)]
    found &= t.leader[pl.leader].open_solari[min(top, pl.solari)] & ~t.closed_once[pl.visited]
    for k in range(t.needs):
        closed = 1 if pl.influence[t.need_faction[k]] < t.need_level[k] else 0
        found &= ~(closed << t.need_space[k])
    voices = (g.players[0].voice | g.players[1].voice) | (g.players[2].voice | g.players[3].voice)
    if voices != 0:
        for q in range(t.players):
            if q != p and g.players[q].voice != 0:
                found &= ~(1 << (g.players[q].voice - 1))
    return found


def open_spaces(t: Tables, g: State, p: int) -> int:
    """Spaces a normal agent may enter (IMP-AGENT-06 to 08, IMP-LEADER-09, IMP-AMB-29)."""
    board = g.players[p].board
    enemies = (g.players[0].board | g.players[1].board) | (g.players[2].board | g.players[3].board)
    passing = t.leader[g.players[p].leader].pass_enemies
    if g.turn & TURN_PASS_ENEMIES != 0:
        passing = t.all_spaces
    return affordable(t, g, p) & ~(board | (enemies & ~passing))


def anywhere(t: Tables, g: State, p: int) -> int:
    """Spaces for an agent that heeds neither icon nor occupants (IMP-CARD-05 to 09, IMP-AMB-21).

    A third own agent on one space cannot arise: such a card is there once, and it stays in play until the clean-up.
    """
    found = affordable(t, g, p)
    if g.players[p].stacked != 0:
        found &= ~g.players[p].board
    return found


def leave(g: State, p: int, space: int) -> None:
    """An own agent leaves a space, which is free at once."""
    pl = g.players[p]
    if pl.stacked == space + 1:
        pl.stacked = 0
    else:
        pl.board = pl.board & ~(1 << space)


def enter_space(g: State, p: int, space: int) -> None:
    pl = g.players[p]
    if (pl.board >> space) & 1 == 1:
        pl.stacked = space + 1
    pl.board = pl.board | (1 << space)


def recall_agent(g: State, p: int, space: int) -> None:
    """Back on the leader, usable again (IMP-AGENT-23)."""
    leave(g, p, space)
    g.players[p].agents += 1
