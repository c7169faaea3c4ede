"""The columns of a row: one row of integers per battle."""

from __future__ import annotations

from dune_sim.lang.declare import RowColumns

ROW = RowColumns()
ROW_WINNER = ROW.one("winner", "0 attacker, 1 defender, -1 nobody", "seat")
ROW_REASON = ROW.one("reason", "why it ended", "reason")
ROW_ROUNDS = ROW.one("rounds", "combat rounds")
ROW_DECISIONS = ROW.one("decisions", "decisions taken")
ROW_STANDARD = ROW.seat("standard", "standard units left")
ROW_ELITE = ROW.seat("elite", "elite units left")
ROW_SPECIAL = ROW.seat("special", "special elite units left")
ROW_GENERIC = ROW.seat("generic", "generic leaders left")
ROW_NAMED = ROW.seat("named", "named leaders left, one bit each")
ROW_CARDS = ROW.seat("cards", "cards left")
ROW_STRIDE = ROW.repeat("{seat}_{name}", ("attacker", "defender"))
ROW_WIDTH = ROW.width
