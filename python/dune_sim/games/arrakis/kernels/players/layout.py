"""Records of the programs with players."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.layout import AREAS, SEATS, Call, Offer, State, Tables
from dune_sim.games.arrakis.kernels.players.sight import FEATURES
from dune_sim.games.arrakis.kernels.record.columns import COUNT, SEAT, SEAT_WIDTH, Tally
from dune_sim.kernel.players.layout import (
    estimate_record,
    players_pilot,
    weights_record,
)
from dune_sim.lang.records import Record

FACTIONS = 2
#: every feature has a weight for each faction that judges, in each part of a game: rounds 1 and 2, 3 and 4, later ones
TERMS = FEATURES.width
PARTS = 3
ROWS = FACTIONS * PARTS

Sight = Record(
    "Sight",
    "What one seat sees of a game, as small integers.",
    (
        ("x", "i16", FEATURES.width, "features"),
        ("worth", "i16", AREAS, "worth of the legion in each area that has one"),
    ),
)
Weights = weights_record(ROWS, TERMS)
Estimate = estimate_record(SEATS)
Pilot = players_pilot(State, Offer, Sight, Weights, Estimate, SEATS, Tally)

__all__ = ["COUNT", "SEAT", "SEAT_WIDTH"]
RECORDS = (Tables, State, Pilot, Call)
