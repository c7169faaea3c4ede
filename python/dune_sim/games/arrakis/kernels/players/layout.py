"""Records of the programs with players."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.layout import Call, Offer, State, Tables
from dune_sim.kernel.players.layout import (
    estimate_record,
    players_pilot,
    sight_record,
    weights_record,
)

FEATURES = 4
SEATS = 2
#: terms of the evaluation, and parts of a game with weights of their own
TERMS = 1
ROWS = 1

Sight = sight_record(FEATURES)
Weights = weights_record(ROWS, TERMS)
Estimate = estimate_record(SEATS)
Pilot = players_pilot(State, Offer, Sight, Weights, Estimate, SEATS)

RECORDS = (Tables, State, Pilot, Call)
