"""The policies of War for Arrakis and its result."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_DONE
from dune_sim.games.arrakis.kernels.layout import SETTLEMENTS, SIETCHES, Pilot, State, Tables
from dune_sim.games.arrakis.kernels.moves import MOVE_FIGURES
from dune_sim.games.arrakis.kernels.opcodes import OP_MOVE, WINNER_UNFINISHED
from dune_sim.games.arrakis.kernels.rows import (
    ROW_BATTLES,
    ROW_DECISIONS,
    ROW_MARKERS,
    ROW_OBJECTIVE,
    ROW_REASON,
    ROW_ROUNDS,
    ROW_SETTLEMENTS,
    ROW_SIETCHES,
    ROW_SUPREMACY,
    ROW_UNFINISHED,
    ROW_WIDTH,
    ROW_WINNER,
)
from dune_sim.kernel.driver import uniform
from dune_sim.kernel.offers import offer_at
from dune_sim.kernel.rng import below
from dune_sim.lang.intrinsics import lowest, popcount, u64

POLICY_RANDOM = 0
POLICY_EAGER = 1

REFUSAL = 1 << ACT_DONE  # the refusal as a bit of the first word of an offer


def may_refuse(t: Tables, g: State, pilot: Pilot) -> bool:
    """Whether the open question can be refused; figures picked for a move are complete, not refused, when done."""
    f = g.stack.frames[g.stack.depth - 1]
    return pilot.offer.bits[0] & REFUSAL != 0 and not (t.code[f.pc].code == OP_MOVE and f.stage == MOVE_FIGURES)


def plain(t: Tables, g: State, pilot: Pilot, n: int) -> int:
    """Random play: every legal action is equally likely, but the eager policy never refuses what it could do."""
    if pilot.policy[g.decider] != POLICY_EAGER or not may_refuse(t, g, pilot):
        return uniform(pilot, n)
    refusal = popcount(pilot.offer.bits[0] & u64(REFUSAL - 1))
    k = below(pilot.rng, n - 1)
    return offer_at(pilot.offer, k if k < refusal else k + 1)


def write_row(t: Tables, g: State, pilot: Pilot, out: "i64[:]", at: int) -> int:
    """One row per game; see rows.py."""
    unfinished = g.winner == WINNER_UNFINISHED
    out[at + ROW_WINNER] = -1 if unfinished else g.winner - 1
    out[at + ROW_UNFINISHED] = int(unfinished)
    out[at + ROW_ROUNDS] = g.round
    out[at + ROW_REASON] = g.reason
    out[at + ROW_SUPREMACY] = g.supremacy
    for m in range(3):
        out[at + ROW_MARKERS + m] = g.marker[m]
    out[at + ROW_OBJECTIVE] = lowest(u64(g.objective))
    out[at + ROW_BATTLES] = g.battles
    out[at + ROW_SIETCHES] = SIETCHES - popcount(g.sietches)
    out[at + ROW_SETTLEMENTS] = SETTLEMENTS - popcount(g.settlements)
    out[at + ROW_DECISIONS] = pilot.decisions
    return at + ROW_WIDTH
