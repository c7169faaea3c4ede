"""Records of the programs with players."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.layout import Call, Frame, Offer, State, Tables
from dune_sim.games.imperium.kernels.players.sight import FEATURES, FIRST_TERM, ROWS, TERMS, WIDTH
from dune_sim.games.imperium.kernels.sizes import SEATS
from dune_sim.kernel.players.layout import (
    estimate_record,
    players_pilot,
    sight_record,
    weights_record,
)

Sight = sight_record(WIDTH)
Weights = weights_record(ROWS, TERMS)
Estimate = estimate_record(SEATS)
Pilot = players_pilot(State, Offer, Sight, Weights, Estimate, SEATS)

__all__ = ["FEATURES", "FIRST_TERM", "ROWS", "TERMS"]
RECORDS = (Tables, State, Pilot, Call, Frame)
