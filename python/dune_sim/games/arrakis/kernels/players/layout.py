"""Records of the programs with players."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.layout import Call, Offer, State, Tables
from dune_sim.games.arrakis.kernels.players.sight import FEATURES
from dune_sim.kernel.players.layout import (
    estimate_record,
    players_pilot,
    sight_record,
    weights_record,
)

SEATS = 2
#: every feature has a weight in each part of the game: the first four rounds, and all later ones
TERMS = FEATURES.width
ROWS = 5

Sight = sight_record(FEATURES.width)
Weights = weights_record(ROWS, TERMS)
Estimate = estimate_record(SEATS)
Pilot = players_pilot(State, Offer, Sight, Weights, Estimate, SEATS)

RECORDS = (Tables, State, Pilot, Call)
