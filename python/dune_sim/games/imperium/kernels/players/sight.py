"""What a seat sees of a game of Dune: Imperium, declared once: places, names, meanings and ranges.

First come numbers of the table, then what only the seat that sees knows, then the same numbers for every seat, its own
first and the others clockwise. A weight belongs to each number of the second and of the third kind; it is the same for
every seat.
"""

from __future__ import annotations

from dune_sim.games.imperium.kernels.sizes import CONFLICTS, DESIGNS, FACTIONS, INTRIGUES, LEADERS, SEATS
from dune_sim.lang.declare import Features

#: how sure a place in the conflict is: 4 once all have revealed, one less for each other seat that has not
CERTAIN = 4
#: levels from which a track scores, and one below the level that takes the alliance token
FRIEND = 2
CONTENDER = 3
#: as much strength ahead or behind as makes a difference
FAR = 12
#: solari that a council seat and the swordmaster can cost
COUNCIL_FUND = 5
SWORDMASTER_FUND = 8
#: points before the end of the game from which they count twice
STRETCH = 3
#: cards of a hand in the statistics of a deck, and the fractions these are counted in
HAND = 5
FINE = 4
#: parts of the game with weights of their own: one for each round
ROWS = 10

FEATURES = Features()
# the table
F_ROUND = FEATURES.one("round", "round, 0 before the first", 0, 20)
F_LEFT = FEATURES.one("conflicts_left", "conflict cards still to come", 0, 20)
F_TURN = FEATURES.one("turn_in", "seats until it is the turn of somebody: 0 for the own turn", 0, SEATS - 1)
F_REVEALING = FEATURES.one("revealing", "1 in a reveal turn", 0, 1)
F_PERSUASION = FEATURES.one("persuasion", "persuasion left in this reveal turn", 0, 50)
F_BONUS = FEATURES.each("bonus_spice", 4, "maker", "bonus spice of a maker space", 0, 30)
F_CONFLICT = FEATURES.each("conflict", CONFLICTS, "conflict", "1 for the conflict of this round", 0, 1)
F_ROW = FEATURES.each("row", DESIGNS, "card", "copies in the row", 0, 5)
# what only the seat that sees knows
F_OWN = FEATURES.width
#: the first feature with a weight
FIRST_TERM = F_OWN
F_HELD = FEATURES.each("holds", DESIGNS, "card", "copies in the own hand", 0, 20)
F_INTRIGUE = FEATURES.each("secret", INTRIGUES, "intrigue", "own intrigue cards of a design held in secret", 0, 8)
F_COMING = FEATURES.one("persuasion_to_come", "persuasion of the own hand and council seat before the reveal", 0, 60)
F_SWORDS = FEATURES.one("swords_to_come", "swords of the own hand, with troops in the conflict", 0, 40)
# every seat: what it has
F_SEATS = FEATURES.width
F_VP = FEATURES.seat("vp", "victory points", 0, 60)
F_STRETCH = FEATURES.seat("stretch", "points from three before the end of the game on", 0, 60)
F_LINE = FEATURES.seat("at_the_end", "1 with the points that end the game", 0, 1)
F_SPICE = FEATURES.seat("spice", "spice", 0, 30)
F_SOLARI = FEATURES.seat("solari", "solari", 0, 40)
F_WATER = FEATURES.seat("water", "water", 0, 30)
F_FIRST_WATER = FEATURES.seat("first_water", "1 with any water", 0, 1)
F_COUNCIL = FEATURES.seat("council", "1 with a council seat", 0, 1)
F_COUNCIL_FUND = FEATURES.seat("council_fund", "solari towards a council seat, 0 with one", 0, COUNCIL_FUND)
F_SWORDMASTER = FEATURES.seat("swordmaster", "1 with the swordmaster", 0, 1)
F_SWORD_FUND = FEATURES.seat("swordmaster_fund", "solari towards the swordmaster, 0 with it", 0, SWORDMASTER_FUND)
F_INFLUENCE = FEATURES.seat_each("influence", FACTIONS, "faction", "level on a track", 0, 20)
F_BELOW = FEATURES.seat("below_friend", "tracks one step below the level that scores", 0, FACTIONS)
F_CONTENDER = FEATURES.seat("below_alliance", "tracks one step below the level that takes a free token", 0, FACTIONS)
F_ALLIANCES = FEATURES.seat("alliances", "alliance tokens", 0, FACTIONS)
F_GARRISON = FEATURES.seat("garrison", "troops in the garrison", 0, 30)
F_TROOPS = FEATURES.seat("troops", "troops in the conflict", 0, 30)
F_STRENGTH = FEATURES.seat("strength", "strength in the conflict", 0, 99)
F_AGENTS = FEATURES.seat("agents", "agents still to be sent in this round; 0 after the reveal turn", 0, 6)
F_REVEALED = FEATURES.seat("revealed", "1 after the reveal turn of the round", 0, 1)
F_HAND = FEATURES.seat("hand", "cards in hand", 0, 40)
F_INTRIGUES = FEATURES.seat("intrigues", "intrigue cards held in secret", 0, 40)
F_MENTAT = FEATURES.seat("mentat", "1 if the Mentat comes in the next round", 0, 1)
F_CONTROL = FEATURES.seat_each("control", 4, "control", "1 for control of a space", 0, 1)
F_ORDER = FEATURES.seat("order", "seats before it in the order of this round", 0, SEATS - 1)
# how it stands beside the others
F_BESIDE = F_ORDER + 1
F_SAFE = FEATURES.seat("alliances_safe", "alliance tokens two or more steps ahead of everybody", 0, FACTIONS)
F_THREAT = FEATURES.seat("threats", "tokens of others that one more step takes", 0, FACTIONS)
F_MARGIN = FEATURES.seat("margin", "strength above the best other's, below 0 behind; 0 without troops", -FAR, FAR)
F_PLACE = FEATURES.seat("rewarded", "1 on a place that is rewarded, times how sure it is", 0, CERTAIN)
F_PRIZE_VP = FEATURES.seat("prize_vp", "points of the reward of this place, times how sure it is", 0, 40)
F_PRIZE_INFLUENCE = FEATURES.seat("prize_influence", "its influence, likewise", 0, 40)
F_PRIZE_CHOICE = FEATURES.seat("prize_choice", "its things to choose, likewise", 0, 40)
F_PRIZE_CONTROL = FEATURES.seat("prize_control", "its control of a space, likewise", 0, 40)
F_PRIZE_SPICE = FEATURES.seat("prize_spice", "its spice, likewise", 0, 80)
F_PRIZE_SOLARI = FEATURES.seat("prize_solari", "its solari, likewise", 0, 80)
F_PRIZE_WATER = FEATURES.seat("prize_water", "its water, likewise", 0, 80)
F_PRIZE_INTRIGUE = FEATURES.seat("prize_intrigue", "its intrigue cards, likewise", 0, 40)
# the cards it owns, wherever they lie
F_CARDS = FEATURES.seat("cards", "cards owned", 0, 99)
F_DECK_PERSUASION = FEATURES.seat("deck_persuasion", "persuasion of a mean hand of the own cards, in fourths", 0, 200)
F_DECK_SWORDS = FEATURES.seat("deck_swords", "swords of a mean hand of the own cards, in fourths", 0, 200)
#: what follows is found card by card
F_SPARSE = F_DECK_SWORDS + 1
F_OWNED = FEATURES.seat_each("owned", DESIGNS, "card", "copies owned, wherever they lie", 0, 20)
F_LEADER = FEATURES.seat_each("leader", LEADERS, "leader", "1 for the leader", 0, 1)
STRIDE = FEATURES.repeat("{name}_{seat}", ("own", "next", "third", "fourth", "fifth", "sixth")[:SEATS])
WIDTH = FEATURES.width
#: terms of the evaluation: what only the own seat knows, then what it knows of every seat
TERMS = F_SEATS + STRIDE - F_OWN
