"""Action dice of a shared faction: on which of its two boards they lie (ARR-TEAM-15 to 21)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.layout import State, Tables
from dune_sim.games.arrakis.kernels.seats import ask_board
from dune_sim.games.arrakis.kernels.teams.layout import ALLY
from dune_sim.games.arrakis.kernels.teams.members import FACES, dice_on
from dune_sim.kernel.layout import Frame
from dune_sim.kernel.stack import UNASKED

#: mark of a stage: the House placed no Bene Gesserit token, so that its ally may
DECLINED = 16
PLACED = 15  # the rest of it: tokens placed


def share_dice(t: Tables, g: State, who: int) -> None:
    """The roll of a faction, counted on the board of its House, is divided (ARR-TEAM-17 to 19, ARR-TEAM-21)."""
    ally = who + ALLY
    middle = 0
    both = 0
    common = 0
    for k in range(FACES):
        rolled = g.dice[who][k]
        room = t.slots[who][k] + t.slots[ally][k]
        kept = min(rolled, room)
        middle += rolled - kept
        g.dice[who][k] = 0
        if t.slots[ally][k] == 0:
            g.dice[who][k] = kept
        elif t.slots[who][k] == 0:
            g.dice[ally][k] = kept
        else:
            common = k
            both = kept
    for _ in range(both):
        board = fewer_dice(t, g, who, common)
        g.dice[board][common] += 1
    for _ in range(middle):
        house = dice_on(g, who) + g.surplus[who]
        allied = dice_on(g, ally) + g.surplus[ally]
        g.surplus[ally if allied < house else who] += 1


def fewer_dice(t: Tables, g: State, who: int, face: int) -> int:
    """The board with fewer dice and an empty slot for a result, the House's if they are equal (ARR-TEAM-18, 21)."""
    ally = who + ALLY
    if g.dice[ally][face] >= t.slots[ally][face]:
        return who
    if g.dice[who][face] >= t.slots[who][face]:
        return ally
    return ally if dice_on(g, ally) < dice_on(g, who) else who


def turning_board(g: State, who: int) -> int:
    """Whose dice from the middle are turned next: first the House, then its ally (ARR-TEAM-20)."""
    return who if g.surplus[who] > 0 else who + ALLY


def placing_board(f: Frame, who: int) -> int:
    """Who may place a Bene Gesserit token now: the House, then its ally if the House does not (ARR-TEAM-31)."""
    return who + ALLY if f.stage & DECLINED != 0 else who


def place_for_team(t: Tables, g: State, f: Frame, who: int) -> bool:
    """Either member may place the token of the round; the ally is asked if the House places none (ARR-TEAM-31)."""
    if f.stage & PLACED >= t.tokens_per_round or g.bg[who] == 0:
        return True
    if f.stage >= UNASKED:
        if f.stage & DECLINED != 0:
            return True
        f.stage = (f.stage & PLACED) + DECLINED
    return ask_board(t, g, f, placing_board(f, who))


def decline_to_place(t: Tables, f: Frame) -> None:
    """Who is asked places no token."""
    if f.stage & DECLINED != 0:
        f.stage = t.tokens_per_round
    else:
        f.stage += DECLINED
