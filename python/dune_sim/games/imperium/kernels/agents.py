"""Agents, the Mentat, open spaces and what an agent does there (IMP-AGENT, IMP-MENTAT, IMP-SPACE, IMP-MAKER)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import ACT_SPACE
from dune_sim.games.imperium.kernels.bloodlines.opcodes import TILE_CHAMBER
from dune_sim.games.imperium.kernels.bloodlines.who import missing_space
from dune_sim.games.imperium.kernels.layout import Offer, State, Tables
from dune_sim.games.imperium.kernels.offers import offer_bits
from dune_sim.games.imperium.kernels.opcodes import (
    ANSWERED,
    SEAT_COUNCIL,
    SEAT_SWORDMASTER,
    TURN_DOUBLE_HARVEST,
    TURN_PASS_ENEMIES,
)
from dune_sim.games.imperium.kernels.pool import add_item
from dune_sim.games.imperium.kernels.seats import is_rival
from dune_sim.games.imperium.kernels.sizes import BLOODLINES, COST_STEPS, RIVALS, SEATS
from dune_sim.games.imperium.kernels.stock import gain
from dune_sim.kernel.layout import Frame, Op
from dune_sim.lang.intrinsics import empty


def seat_after(t: Tables, p: int, k: int) -> int:
    """The seat ``k`` places clockwise, at most once round the table; a division would cost more than all the rest."""
    to = p + k
    return to - t.players if to >= t.players else to


def op_mentat(g: State, f: Frame, op: Op) -> None:
    """From its home only, one more agent this round; or taken at the beginning of the next (IMP-MENTAT, IMP-AMB-20)."""
    if op.a != 0:
        g.mentat_next = f.who + 1
    elif g.mentat == 0:
        g.mentat = f.who + 1
        g.players[f.who].agents += 1


def own_agents(t: Tables, g: State, p: int) -> int:
    """Agents of a seat, the hired Mentat included."""
    n = t.start_agents
    if RIVALS != 0 and is_rival(t, p):
        n = t.rival_agents
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
    found &= t.leader[pl.leader].open_solari[min(top, pl.solari)]
    if BLOODLINES != 0 and t.bloodlines == 1:
        found = (found | within_discount(t, g, p)) & ~missing_space(t, g)
    found &= ~t.closed_once[pl.visited]
    for k in range(t.needs):
        closed = 1 if pl.influence[t.need_faction[k]] < t.need_level[k] else 0
        found &= ~(closed << t.need_space[k])
    voices = 0
    for seat in range(SEATS):
        voices |= g.players[seat].voice
    if voices != 0:
        for seat in range(t.players):
            if seat != p and g.players[seat].voice != 0:
                found &= ~(1 << (g.players[seat].voice - 1))
    return found


def within_discount(t: Tables, g: State, p: int) -> int:
    """Spaces whose printed cost a tile brings within reach; rates of exchange are no such cost."""
    pl = g.players[p]
    if empty(pl.tiles & t.standing[TILE_CHAMBER]):
        return 0
    top = COST_STEPS - 1
    found = t.open_spice[min(top, pl.spice + 1)] & t.leader[pl.leader].open_solari[min(top, pl.solari + 1)]
    return found & t.open_water[min(top, pl.water)] & ~t.exchanges


def open_spaces(t: Tables, g: State, p: int) -> int:
    """Spaces a normal agent may enter (IMP-AGENT-06 to 08, IMP-LEADER-09, IMP-AMB-29)."""
    taken = 0
    for seat in range(SEATS):
        taken |= g.players[seat].board
    passing = t.leader[g.players[p].leader].pass_enemies
    if g.turn & TURN_PASS_ENEMIES != 0:
        passing = t.all_spaces
    return affordable(t, g, p) & ~(g.players[p].board | (taken & ~passing))


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


def op_recall(f: Frame) -> bool:
    """Back on the leader, usable again (IMP-AGENT-23)."""
    return f.stage != 0


def recall_choices(g: State, f: Frame, q: Offer) -> None:
    offer_bits(q, ACT_SPACE, g.players[f.who].board)


def recall_answer(g: State, f: Frame, action: int) -> None:
    f.stage = ANSWERED
    leave(g, f.who, action - ACT_SPACE)
    g.players[f.who].agents += 1


def op_block(f: Frame) -> bool:
    """The Voice closes a space to the opponents."""
    return f.stage != 0


def block_choices(t: Tables, g: State, q: Offer) -> None:
    if BLOODLINES != 0:
        offer_bits(q, ACT_SPACE, t.all_spaces & ~missing_space(t, g))
    else:
        offer_bits(q, ACT_SPACE, t.all_spaces)


def block_answer(g: State, f: Frame, action: int) -> None:
    f.stage = ANSWERED
    g.players[f.who].voice = action - ACT_SPACE + 1


def op_icons(g: State, op: Op) -> None:
    g.icons = g.icons | op.a


def op_swordmaster(g: State, f: Frame) -> None:
    """Usable in this very round (IMP-SPACE-13, IMP-AGENT-25)."""
    pl = g.players[f.who]
    if pl.flags & SEAT_SWORDMASTER == 0:
        pl.flags = pl.flags | SEAT_SWORDMASTER
        pl.agents += 1


def op_council(t: Tables, g: State, f: Frame) -> None:
    """A seat in the High Council and what it means to the leader (IMP-SPACE-09, IMP-LEADER-11)."""
    pl = g.players[f.who]
    if pl.flags & SEAT_COUNCIL == 0:
        pl.flags = pl.flags | SEAT_COUNCIL
        item = t.leader[pl.leader].seated
        if item != 0:
            add_item(t, g, f.who, item)


def op_control(g: State, f: Frame, op: Op) -> None:
    g.control[op.a] = f.who + 1


def op_harvest(t: Tables, g: State, f: Frame, op: Op) -> None:
    """Base once or twice, all bonus spice, less what the leader loses (IMP-MAKER-05, IMP-FAQ-08, 19, 20)."""
    leader = t.leader[g.players[f.who].leader]
    total = op.a
    if g.turn & TURN_DOUBLE_HARVEST != 0:
        total += op.a
    if g.space != 0 and t.maker[max(0, g.space - 1)] != 0:
        k = t.maker[g.space - 1] - 1
        total += g.bonus[k]
        g.bonus[k] = 0
    gain(g.players[f.who], max(0, total - leader.harvest_less), 0, 0)
