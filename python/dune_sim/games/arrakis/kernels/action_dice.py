"""Action dice as the action phase begins: rolled, turned, Bene Gesserit tokens among them (ARR-ACT, ARR-BG)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_DONE, ACT_FACE
from dune_sim.games.arrakis.kernels.layout import ATREIDES, HARKONNEN, TEAMS, Offer, State, Tables
from dune_sim.games.arrakis.kernels.mahdi.layout import MAHDI
from dune_sim.games.arrakis.kernels.opcodes import PHASE_ACTIONS
from dune_sim.games.arrakis.kernels.seats import ask_board, question
from dune_sim.games.arrakis.kernels.teams.dice import (
    decline_to_place,
    place_for_team,
    placing_board,
    share_dice,
    turning_board,
)
from dune_sim.games.arrakis.kernels.teams.layout import ALLY, BOARDS
from dune_sim.games.arrakis.kernels.vehicles import active_row
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.offers import offer
from dune_sim.kernel.rng import below
from dune_sim.kernel.stack import jump

FACES = 5


def op_roll_dice(t: Tables, g: State, f: Frame, op: Op) -> None:
    """Roll and place the dice; the spice board keeps some Harkonnen ones (ARR-VEH-02, 03, ARR-ACT-01 to 03)."""
    g.phase = PHASE_ACTIONS
    clear_dice(g)
    for who in range(2):
        many = t.dice[who] - (t.row_dice[active_row(g)] if who == HARKONNEN else 0)
        if MAHDI != 0 and g.mahdi == 1 and who == HARKONNEN:
            set_dice_aside(g, many, t.dice[who] - many)
            many = 0
        for _ in range(many):
            side = below(g.rng, 6)
            face = t.action_face[who][side]
            fits_in = int(g.dice[who][face] < t.slots[who][face])
            if TEAMS != 0 and t.shared[who] != 0:
                fits_in = 1
            g.dice[who][face] += fits_in
            g.surplus[who] += 1 - fits_in
        if TEAMS != 0 and t.shared[who] != 0:
            share_dice(t, g, who)
    g.active = ATREIDES
    g.turn = 0
    g.harvesters_lost = 0
    g.worm_hits = 0
    g.sietch_held = 0
    g.named_lost = 0
    g.generic_lost = 0
    g.rode = 0
    turned = g.surplus[HARKONNEN] + g.surplus[ATREIDES]
    if TEAMS != 0:
        turned += g.surplus[HARKONNEN + ALLY] + g.surplus[ATREIDES + ALLY]
    if turned == 0:
        jump(f, op.b if g.bg[HARKONNEN] + g.bg[ATREIDES] == 0 else op.a)


def clear_dice(g: State) -> None:
    for board in range(BOARDS):
        for k in range(FACES):
            g.dice[board][k] = 0
        g.used[board] = 0
        g.surplus[board] = 0


def op_turn_dice(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Surplus dice turn to a result with the most empty slots (ARR-ACT-04, ARR-ACT-05, AMB-08)."""
    if TEAMS != 0 and t.shared[op.a] != 0:
        board = turning_board(g, op.a)
        if g.surplus[board] == 0:
            return True
        return ask_board(t, g, f, board)
    if g.surplus[op.a] > 0 and most_empty(t, g, op.a) > 0:
        return question(t, g, f, op.a)
    g.surplus[op.a] = 0
    return True


def most_empty(t: Tables, g: State, board: int) -> int:
    """Empty slots of the action area of a board that has most of them (AMB-74)."""
    most = 0
    for k in range(FACES):
        most = max(most, t.slots[board][k] - g.dice[board][k])
    return most


def turn_dice_choices(t: Tables, g: State, op: Op, q: Offer) -> None:
    board = turning_board(g, op.a) if TEAMS != 0 else op.a
    most = most_empty(t, g, board)
    for k in range(FACES):
        if t.slots[board][k] - g.dice[board][k] == most:
            offer(q, ACT_FACE + k)


def turn_dice_answer(g: State, op: Op, action: int) -> None:
    board = turning_board(g, op.a) if TEAMS != 0 else op.a
    g.dice[board][action - ACT_FACE] += 1
    g.surplus[board] -= 1


def op_place_bg(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """One Bene Gesserit token on a least filled action area (ARR-BG-01, ARR-BG-02)."""
    if TEAMS != 0 and t.shared[op.a] != 0:
        return place_for_team(t, g, f, op.a)
    if f.stage >= t.tokens_per_round or g.bg[op.a] == 0:
        return True
    return question(t, g, f, op.a)


def place_bg_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    """Least filled action areas of the own board (ARR-BG-02, AMB-72)."""
    board = placing_board(f, op.a) if TEAMS != 0 else op.a
    fewest = 100
    for k in range(FACES):
        if g.dice[board][k] < t.slots[board][k]:
            fewest = min(fewest, g.dice[board][k])
    if fewest == 100:
        return
    for k in range(FACES):
        if g.dice[board][k] < t.slots[board][k] and g.dice[board][k] == fewest:
            offer(q, ACT_FACE + k)
    offer(q, ACT_DONE)


def place_bg_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    """The token is a die of that area for this round, then it is gone (ARR-BG-03, ARR-BG-04, ARR-BG-08)."""
    if TEAMS != 0 and action == ACT_DONE and t.shared[op.a] != 0:
        decline_to_place(t, f)
        return
    if action == ACT_DONE:
        f.stage = t.tokens_per_round
        return
    board = placing_board(f, op.a) if TEAMS != 0 else op.a
    f.stage += 1
    g.dice[board][action - ACT_FACE] += 1
    g.bg[op.a] -= 1
    g.bg_placed[op.a] += 1


def dice_of(g: State, who: int, face: int) -> int:
    """Unused dice of a faction with a result."""
    if TEAMS != 0:
        return g.dice[who][face] + g.dice[who + ALLY][face]
    return g.dice[who][face]


def lose_dice(g: State, who: int, face: int, n: int) -> None:
    """Unused dice are taken away; of a shared faction those of the House first (AMB-111)."""
    lost = min(n, g.dice[who][face])
    g.dice[who][face] -= lost
    g.lost_dice[who] += lost
    if TEAMS != 0:
        lost = min(n - lost, g.dice[who + ALLY][face])
        g.dice[who + ALLY][face] -= lost
        g.lost_dice[who + ALLY] += lost
