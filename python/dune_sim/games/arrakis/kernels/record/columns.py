"""What a recorded game of War for Arrakis keeps of each faction, declared once."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.layout import AREAS, HAND_CARDS, LEADERS, PRESCIENCE_CARDS
from dune_sim.kernel.layout import tally_record
from dune_sim.lang.declare import Counts, RowColumns

SIDES = 2

SEAT = RowColumns()
COL_WON = SEAT.one("won", "1 if it won")
COL_WINNERS = SEAT.one("winners", "1 if somebody won, 0 for an unfinished game")
COL_SIDE = SEAT.one("side", "the faction", "faction")
COL_OBJECTIVE = SEAT.one(
    "objective", "the secret objective of the game at its end (the lowest, if there are several)", "objective"
)
COL_DRAWN = SEAT.one("cards_drawn", "planning cards drawn")
COL_PLAYED = SEAT.one("cards_played", "planning cards played")
COL_SPENT = SEAT.one("cards_spent", "planning cards discarded for combat dice")
COL_DISCARDED = SEAT.one("cards_discarded", "planning cards discarded otherwise")
COL_ATTACKS = SEAT.one("attacks", "battles it began")
COL_ATTACKS_WON = SEAT.one("attacks_won", "those of them that it won")
COL_UNITS_LOST = SEAT.one("units_lost", "units that fell in battle or by hits outside battle")
COL_TOWNS_LOST = SEAT.one("settlements_lost", "sietches of the Atreides, settlements of the Harkonnen")
COL_FIRST_LOST = SEAT.one("first_lost_round", "round in which the first of them fell, 0 for never")
COL_ENTERED = SEAT.one("leaders_entered", "named leaders that came into play, those of the start included")
COL_USED = SEAT.one("leaders_used", "special actions used")
COL_TANKED = SEAT.one("leaders_lost", "named leaders that went to the tank or left the game")
COL_PLACED = SEAT.one("harvesters_placed", "harvesters put on the map")
COL_DESTROYED = SEAT.one("harvesters_lost", "harvesters that left the map before the harvest")
COL_SPICE = SEAT.one("spice", "spice harvested")
COL_SCORED = SEAT.one("prescience_scored", "prescience cards scored")
COL_DROPPED = SEAT.one("prescience_discarded", "revealed prescience cards that left the game unscored")
COL_SUPREMACY = SEAT.one("supremacy", "where the marker stands at the end")
COL_MARKERS = SEAT.one("kwisatz_haderach", "where the marker stands at the end")
SEAT.one("sand_dwellers", "where the marker stands at the end")
SEAT.one("jihad", "where the marker stands at the end")
SEAT_WIDTH = SEAT.width

#: rounds there is room for; what comes later counts as the last
ROUNDS = 32

COUNT = Counts()
CARDS = COUNT.table(
    "cards", 2 * HAND_CARDS + PRESCIENCE_CARDS, "any_card", "planning cards of both factions, then prescience cards"
)
CARD_AVAILABLE = COUNT.column("available", "times a prescience card was revealed")
CARD_ACQUIRED = COUNT.column("acquired", "1 once a prescience card was scored")
CARD_ROUND = COUNT.column("round", "round in which it was scored or drawn for the first time, 0 for never")
CARD_DRAWN = COUNT.column("drawn", "times a planning card was drawn")
CARD_PLAYED = COUNT.column("played", "times it was played")
CARD_SPENT = COUNT.column("spent", "times it was discarded for a combat die")
CARD_DISCARDED = COUNT.column("discarded", "times it was discarded otherwise; of a prescience card, left the game")
CHIEFS = COUNT.table("leaders", LEADERS, "leader", "named leaders and the Wild Maker")
CHIEF_ENTERED = COUNT.column("entered", "1 once in play")
CHIEF_ROUND = COUNT.column("round", "round in which it came into play, 0 for the start")
CHIEF_USED = COUNT.column("used", "times its special action was used")
CHIEF_LOST = COUNT.column("lost", "times it went to the tank")
CHIEF_GONE = COUNT.column("gone", "1 once it left the game")
FIELDS = COUNT.table("areas", AREAS, "area", "areas that a faction attacked, or where it lost something")
FIELD_ATTACKS = COUNT.column("attacks", "battles it began against this area")
FIELD_WON = COUNT.column("won", "those of them that it won")
FIELD_LOST = COUNT.column("units_lost", "units it lost here in battles or by hits outside battle")
FIELD_FALLEN = COUNT.column("fallen", "round in which its sietch or settlement here fell, 0 for never")
ROUNDS_PLAYED = COUNT.table("rounds", ROUNDS, "round", "rounds")
ROUND_BEGUN = COUNT.column("begun", "1: the round was begun")
ROUND_SUPREMACY = COUNT.column("supremacy", "where the marker stands at the end of the round")
ROUND_MARKERS = COUNT.column("kwisatz_haderach", "where the marker stands at the end of the round")
ROUND_DWELLERS = COUNT.column("sand_dwellers", "where the marker stands at the end of the round")
ROUND_JIHAD = COUNT.column("jihad", "where the marker stands at the end of the round")
ROUND_HARVESTERS = COUNT.column("harvesters", "harvesters that came home in the round")
ROUND_SPICE = COUNT.column("spice", "spice they brought")
ROUND_ATTACKS = COUNT.column("attacks", "battles it began in the round")

WORDS = COUNT.size
Tally = tally_record(SIDES, SEAT_WIDTH, WORDS)
