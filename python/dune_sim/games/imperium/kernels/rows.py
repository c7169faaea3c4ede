"""The columns of a row: one row of integers per finished game; absent seats hold -1."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.layout import SEATS
from dune_sim.lang.declare import RowColumns

ROW = RowColumns()
ROW_WINNER = ROW.one("winner", "winning seat, the lowest of a shared victory (IMP-AMB-17)", "seat")
ROW_WINNERS = ROW.one("winners", "all winning seats, one bit a seat")
ROW_FIRST = ROW.one("first_player", "seat that began the game", "seat")
ROW_ROUNDS = ROW.one("rounds", "rounds played")
ROW_REASON = ROW.one("end_reason", "why it ended", "reason")
ROW_DECISIONS = ROW.one("decisions", "decisions taken")
ROW_RANK = ROW.seat("rank", "place of each seat, from 1")
ROW_POINTS = ROW.seat("points", "victory points")
ROW_LEADER = ROW.seat("leader", "the leader", "leader")
ROW_ACQUIRED = ROW.seat("acquired", "cards acquired")
ROW_PLAYED = ROW.seat("played", "cards played in agent turns")
ROW_STRIDE = ROW.repeat("{name}_{seat}", range(SEATS))
ROW_WIDTH = ROW.width
