"""Records of the programs with players."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.layout import Call, Frame, Offer, State, Tables
from dune_sim.games.imperium.kernels.players.sight import FEATURES, FIRST_TERM, ROWS, TERMS, WIDTH
from dune_sim.games.imperium.kernels.record.columns import COUNT, SEAT, SEAT_WIDTH, Tally
from dune_sim.games.imperium.kernels.sizes import SEATS, SLOTS
from dune_sim.kernel.players.layout import estimate_record, players_pilot, weights_record
from dune_sim.lang.records import Record, Set

Memory = Record(
    "Memory",
    "What a seat was worth when it was last looked at: most of it is the same at the next look.",
    (
        ("own", Set(SLOTS), "its cards"),
        ("cards", "i64", "what they are worth"),
        ("goods", "i64", "points, resources, garrison and agents"),
        ("tracks", "i64", "influence, strength, marks and leader"),
        ("board", "i64", "alliances and what else lies on the board"),
        ("rest", "i64", "what these are worth"),
        ("beside", "i64", "how it stands beside the others"),
        ("secrets", "u16", "how many cards it holds"),
        ("row", "u8", "row of the weights + 1 by which the cards were judged"),
    ),
)
Sight = Record(
    "Sight",
    "What one seat sees, as small integers.",
    (
        ("board", "i64", SEATS, "the board at the last look of each seat"),
        ("stage", "i64", SEATS, "the conflict at the last look of each seat"),
        ("memory", Memory, SEATS * SEATS, "what each seat thought of each other"),
        ("x", "i16", WIDTH, "features"),
    ),
)
Weights = weights_record(ROWS, TERMS)
Estimate = estimate_record(SEATS)
Pilot = players_pilot(State, Offer, Sight, Weights, Estimate, SEATS, Tally)

__all__ = ["COUNT", "FEATURES", "FIRST_TERM", "ROWS", "SEAT", "SEAT_WIDTH", "TERMS"]
RECORDS = (Tables, State, Pilot, Call, Frame)
