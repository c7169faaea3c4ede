"""Seats and factions: who decides, and whose figures move."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.layout import TEAMS, State, Tables
from dune_sim.games.arrakis.kernels.teams.members import member_of
from dune_sim.kernel.layout import Frame
from dune_sim.kernel.stack import UNASKED, pop


def seat_of(t: Tables, g: State, who: int) -> int:
    """The seat that decides for a faction."""
    if TEAMS != 0:
        board = member_of(t, g, who)
        return t.seat[board]
    return who


def faction_of(t: Tables, g: State, seat: int) -> int:
    """The faction that a seat plays."""
    return seat if TEAMS == 0 else t.faction[seat]


def stop_if_won(g: State) -> bool:
    """The game ends as soon as somebody has won: nothing is pending any more (ARR-END-01, AMB-05).

    Every instruction that can make somebody win ends with this; always True, as it is done.
    """
    if g.winner != 0:
        while g.stack.depth > 0:
            pop(g.stack)
    return True


def question(t: Tables, g: State, f: Frame, who: int) -> bool:
    """The question of an instruction goes to a faction; True, which ends the instruction, where nobody can answer."""
    if g.winner != 0:
        return stop_if_won(g)
    g.decider = seat_of(t, g, who)
    return f.stage >= UNASKED


def ask_board(t: Tables, g: State, f: Frame, board: int) -> bool:
    """The question goes to one person of a shared faction, whoever else may have the turn; else as `question`."""
    if g.winner != 0:
        return stop_if_won(g)
    g.decider = t.seat[board]
    return f.stage >= UNASKED


def to_move(t: Tables, g: State) -> int:
    """The seat that decides; -1 once the game is over."""
    return g.decider if g.stack.depth > 0 else -1
