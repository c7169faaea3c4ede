"""The columns of a row: one row of integers per finished game."""

from __future__ import annotations

from dune_sim.lang.declare import RowColumns

ROW = RowColumns()
ROW_WINNER = ROW.one("winner", "0 Harkonnen, 1 Atreides, -1 nobody", "faction")
ROW_UNFINISHED = ROW.one("unfinished", "1 if the cap on rounds ended it")
ROW_ROUNDS = ROW.one("rounds", "rounds played")
ROW_REASON = ROW.one("end_reason", "why it ended", "reason")
ROW_SUPREMACY = ROW.one("supremacy", "where the marker stands")
#: the three prescience markers
ROW_MARKERS = ROW.one("kwisatz_haderach", "where the marker stands")
ROW_SAND_DWELLERS = ROW.one("sand_dwellers", "where the marker stands")
ROW_JIHAD = ROW.one("jihad", "where the marker stands")
ROW_OBJECTIVE = ROW.one("objective", "the secret objective at the end (the lowest, if there are several)", "objective")
ROW_BATTLES = ROW.one("battles", "battles fought")
ROW_SIETCHES = ROW.one("sietches_lost", "destroyed in the game")
ROW_SETTLEMENTS = ROW.one("settlements_lost", "destroyed in the game")
ROW_DECISIONS = ROW.one("decisions", "decisions taken")
ROW_WIDTH = ROW.width
