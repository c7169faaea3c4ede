"""Records of the programs with players."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.layout import Call, Frame, Offer, State, Tables
from dune_sim.games.imperium.kernels.sizes import SEATS
from dune_sim.kernel.players.layout import (
    estimate_record,
    players_pilot,
    sight_record,
    weights_record,
)

FEATURES = SEATS
#: terms of the evaluation, and parts of a game with weights of their own
TERMS = 1
ROWS = 1

Sight = sight_record(FEATURES)
Weights = weights_record(ROWS, TERMS)
Estimate = estimate_record(SEATS)
Pilot = players_pilot(State, Offer, Sight, Weights, Estimate, SEATS)

RECORDS = (Tables, State, Pilot, Call, Frame)
