"""What a recorded game of Dune: Imperium keeps of each seat, declared once."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.sizes import DESIGNS, INTRIGUES, SEATS, SPACES
from dune_sim.kernel.layout import tally_record
from dune_sim.lang.declare import Counts, RowColumns

SEAT = RowColumns()
COL_WON = SEAT.one("won", "1 if it won or shared the victory")
COL_WINNERS = SEAT.one("winners", "how many share the victory")
COL_RANK = SEAT.one("rank", "place, from 1")
COL_ORDER = SEAT.one("turn_order", "place in the first round, from 1 for the first player")
COL_LEADER = SEAT.one("leader", "the leader", "leader")
COL_POINTS = SEAT.one("points", "victory points")
#: the tracks and alliances of the four factions, then what was scored as it came
COL_TRACKS = SEAT.one("points_tracks", "points of influence tracks at the end")
COL_ALLIANCES = SEAT.one("points_alliances", "points of alliances at the end")
COL_FROM_CONFLICTS = SEAT.one("points_conflicts", "points from rewards of conflicts")
COL_FROM_INTRIGUE = SEAT.one("points_intrigue", "points from intrigue cards")
COL_FROM_ACQUIRING = SEAT.one(
    "points_acquiring", "points for acquiring a card, which is The Spice Must Flow in the base game"
)
COL_FROM_CARDS = SEAT.one("points_cards", "points from other effects of cards, leaders and spaces")
COL_FROM_OTHER = SEAT.one("points_other", "all other points, such as those of the start")
COL_SPICE_EARNED = SEAT.one("spice_earned", "spice gained")
COL_SPICE_SPENT = SEAT.one("spice_spent", "spice paid or lost")
COL_SOLARI_EARNED = SEAT.one("solari_earned", "solari gained")
COL_SOLARI_SPENT = SEAT.one("solari_spent", "solari paid or lost")
COL_WATER_EARNED = SEAT.one("water_earned", "water gained")
COL_WATER_SPENT = SEAT.one("water_spent", "water paid or lost")
COL_PERSUASION_EARNED = SEAT.one("persuasion_earned", "persuasion in reveal turns")
COL_PERSUASION_SPENT = SEAT.one("persuasion_spent", "persuasion paid for cards")
COL_SPACES = SEAT.one("spaces", "agents sent to spaces")
COL_OPENING = SEAT.one("first_space", "the first space visited in the first round", "space")
COL_SECOND = SEAT.one("second_space", "the second space visited in the first round", "space")
COL_FOUGHT = SEAT.one("conflicts_fought", "conflicts with a troop of its own in them when they were resolved")
COL_CONFLICTS_WON = SEAT.one("conflicts_won", "conflicts whose first reward it took")
COL_RECRUITED = SEAT.one("troops_recruited", "troops that left the supply")
COL_LOST = SEAT.one("troops_lost", "troops that went back to the supply")
COL_INFLUENCE = SEAT.one("influence_emperor", "influence at the end")
SEAT.one("influence_guild", "influence at the end")
SEAT.one("influence_bene_gesserit", "influence at the end")
SEAT.one("influence_fremen", "influence at the end")
COL_INTRIGUE_DRAWN = SEAT.one("intrigue_drawn", "intrigue cards drawn or stolen")
COL_INTRIGUE_USED = SEAT.one("intrigue_used", "intrigue cards played")
COL_COUNCIL = SEAT.one("council_round", "round in which it took a seat in the High Council, 0 for never")
COL_SWORDMASTER = SEAT.one("swordmaster_round", "round in which the Swordmaster came, 0 for never")
COL_ACQUIRED = SEAT.one("acquired", "cards acquired")
COL_PLAYED = SEAT.one("played", "cards played in agent turns")
COL_TRASHED = SEAT.one("trashed", "own cards trashed")
SEAT_WIDTH = SEAT.width

#: rounds there is room for; what comes later counts as the last
ROUNDS = 16

COUNT = Counts()
CARDS = COUNT.table("cards", DESIGNS + INTRIGUES, "any_card", "cards of the game, then intrigue cards")
CARD_AVAILABLE = COUNT.column("available", "own turns at whose beginning it could be acquired")
CARD_ACQUIRED = COUNT.column("acquired", "copies acquired")
CARD_ROUND = COUNT.column("round", "round in which the first copy was acquired, 0 for never")
CARD_DRAWN = COUNT.column("drawn", "times it was drawn; an intrigue card also by stealing it")
CARD_PLAYED = COUNT.column("played", "times it was played, in an agent turn or as an intrigue card")
CARD_REVEALED = COUNT.column("revealed", "times it was revealed")
CARD_TRASHED = COUNT.column("trashed", "copies trashed; of an intrigue card, lost to others")
VISITS = COUNT.table("spaces", SPACES, "space", "spaces that agents were sent to")
VISIT_TIMES = COUNT.column("visits", "agents sent there")
VISIT_ROUND = COUNT.column("round", "round of the first")
ROUNDS_PLAYED = COUNT.table("rounds", ROUNDS, "round", "rounds that were played to their end")
ROUND_ENDED = COUNT.column("ended", "1: the round was played to its end")
ROUND_CONFLICT = COUNT.column("conflict", "the conflict of the round", "conflict")
ROUND_TROOPS = COUNT.column("troops", "own troops in it when it was resolved")
ROUND_STRENGTH = COUNT.column("strength", "own strength in it")
ROUND_PLACE = COUNT.column("reward", "the reward taken, 0 for none")
ROUND_POINTS = COUNT.column("points", "victory points at the end of the round")
ROUND_CARDS = COUNT.column("acquired", "cards acquired so far")
ROUND_INFLUENCE = COUNT.column("influence", "influence in all at the end of the round")

WORDS = COUNT.size
Tally = tally_record(SEATS, SEAT_WIDTH, WORDS)
