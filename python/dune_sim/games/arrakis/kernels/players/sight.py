"""What a seat of War for Arrakis sees, feature by feature.

Ranks are counted in quarters, so that a face-down sietch can have the mean of those it may be. The worth of a legion
counts what it may roll and lose: a standard unit 2, an elite 3, a special elite 4, a generic leader 1, a named one 2;
a face-down token has the mean of those it may be.
"""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.layout import PRESCIENCE_CARDS
from dune_sim.lang.declare import Features

MARKERS = 3
FACES = 5
CLASSES = 4
CARDS = 72
#: sums of worth, of ranks and of counts stay below these
WORTH = 250
RANKS = 100
MANY = 60

FEATURES = Features()
# the round
F_ROUND = FEATURES.one("round", "round, from 1", 0, 1000)
F_PHASE = FEATURES.one("phase", "phase of the round, from 0", 0, 5)
F_ATREIDES_NEXT = FEATURES.one("atreides_next", "1 if the running or next turn is that of the Atreides", 0, 1)
# the race
F_MARKER = FEATURES.each("marker", MARKERS, "marker", "where a prescience marker stands", 0, 15)
F_NEED = FEATURES.each("need", MARKERS, "marker", "quarter steps it lacks, on the mean for who cannot know", 0, 60)
F_DISTANCE = FEATURES.one("distance", "quarter steps that all markers lack", 0, 180)
F_NEAR = FEATURES.one("near", "how much the distance is below 24 quarter steps", 0, 24)
F_READY = FEATURES.one("ready", "useful quarter steps of the best cards that could be scored now", 0, 100)
F_FINISH = FEATURES.one("finish", "1 if those would do", 0, 1)
F_PROGRESS = FEATURES.one("progress", "12ths of useful steps, by how many legions of a card stand right", 0, 200)
F_CLAIMS = FEATURES.one("claims", "prescience cards that may still be scored this round", 0, 10)
F_PLENTY = FEATURES.one("plenty", "useful steps on all cards that may still be scored", 0, 60)
F_DECK = FEATURES.one("prescience_deck", "prescience cards still to come", 0, PRESCIENCE_CARDS)
F_OPEN = FEATURES.each("open", PRESCIENCE_CARDS, "prescience", "1 if revealed, its needs not met", 0, 1)
F_MET = FEATURES.each("met", PRESCIENCE_CARDS, "prescience", "1 if revealed, its needs met, claims left", 0, 1)
F_SUPREMACY = FEATURES.one("supremacy", "where the supremacy marker stands", 0, 10)
F_SUPREMACY_HIGH = FEATURES.one("supremacy_high", "how much it is above 5", 0, 5)
F_MORTAL = FEATURES.one("mortal", "1 if the sietches that would likely fall are all the supremacy that lacks", 0, 1)
# sietches
F_SIETCHES = FEATURES.one("sietches", "sietches standing", 0, 8)
F_RANKS = FEATURES.one("sietch_ranks", "quarter ranks of the sietches standing", 0, RANKS)
F_LOST = FEATURES.one("sietch_lost", "quarter ranks of sietches nobody defends, in reach of a legion", 0, RANKS)
F_BARE = FEATURES.one("sietch_bare", "quarter ranks of the others that nobody defends", 0, RANKS)
F_RIPE = FEATURES.one("sietch_ripe", "quarter ranks with an attacker worth 4 more in reach", 0, RANKS)
F_EVEN = FEATURES.one("sietch_even", "quarter ranks with an attacker at most 3 better or worse in reach", 0, RANKS)
F_TOUGH = FEATURES.one("sietch_tough", "quarter ranks with only weaker attackers in reach", 0, RANKS)
F_STALKED = FEATURES.one("sietch_stalked", "quarter ranks of others with one as good two areas away", 0, RANKS)
F_GUARD = FEATURES.one("sietch_guard", "worth of the legions in sietches", 0, WORTH)
# settlements
F_SETTLEMENTS = FEATURES.one("settlements", "settlements standing", 0, 6)
F_TOWN_RANKS = FEATURES.one("settlement_ranks", "quarter ranks of the settlements standing", 0, RANKS)
F_TOWN_LOST = FEATURES.one("settlement_lost", "quarter ranks of those nobody defends, in reach of a legion", 0, RANKS)
F_TOWN_BARE = FEATURES.one("settlement_bare", "quarter ranks of the others that nobody defends", 0, RANKS)
F_TOWN_RIPE = FEATURES.one("settlement_ripe", "quarter ranks with an attacker worth 4 more in reach", 0, RANKS)
F_TOWN_EVEN = FEATURES.one("settlement_even", "quarter ranks with one at most 3 better or worse in reach", 0, RANKS)
F_TOWN_TOUGH = FEATURES.one("settlement_tough", "quarter ranks with only weaker attackers in reach", 0, RANKS)
F_TOWN_GUARD = FEATURES.one("settlement_guard", "worth of the legions in settlements", 0, WORTH)
# the way there
F_FORCE_NEAR = FEATURES.one("force_near", "worth of Harkonnen legions beside a sietch", 0, WORTH)
F_FORCE_TWO = FEATURES.one("force_two", "worth of those at most two areas from one", 0, WORTH)
F_FORCE_THREE = FEATURES.one("force_three", "worth of those at most three areas from one", 0, WORTH)
F_FORCE_FOUR = FEATURES.one("force_four", "worth of those at most four areas from one", 0, WORTH)
F_STATIONS = FEATURES.one("stations", "testing stations left", 0, 6)
F_STATION_NEAR = FEATURES.one("station_near", "stations beside an Atreides legion", 0, 6)
F_STATION_TWO = FEATURES.one("station_two", "stations at most two areas from one", 0, 6)
F_PLATEAUS = FEATURES.one("plateaus", "plateaus with an Atreides legion", 0, MANY)
F_MOUNTAINS = FEATURES.one("mountains", "mountains with one", 0, MANY)
F_ERGS = FEATURES.one("minor_ergs", "minor ergs with one", 0, MANY)
F_DESERTS = FEATURES.one("deserts", "desert areas without sietch with one", 0, MANY)
F_PAUL = FEATURES.one("paul_on_map", "1 if Paul stands on the map", 0, 1)
F_JESSICA = FEATURES.one("jessica_on_map", "1 if Jessica stands on the map", 0, 1)
F_TOGETHER = FEATURES.one("together", "1 if they stand together", 0, 1)
# the desert
F_HARVESTERS = FEATURES.one("harvesters", "harvesters on the map", 0, 8)
F_CROP = FEATURES.one("crop", "spice they would earn", 0, 16)
F_RAIDED = FEATURES.one("raided", "harvesters without a legion that an Atreides legion or a worm reaches", 0, 8)
F_ORNITHOPTERS = FEATURES.one("ornithopters", "ornithopters on the map", 0, 8)
F_CARRYALLS = FEATURES.one("carryalls", "carryalls on the map", 0, 8)
F_WORMS = FEATURES.one("worms", "sandworms on the map", 0, 5)
F_SIGNS = FEATURES.one("signs", "wormsigns on the map", 0, 16)
F_PREY = FEATURES.one("prey", "Harkonnen legions outside the mountains that a worm reaches", 0, MANY)
F_EXPOSED = FEATURES.one("exposed", "Harkonnen units that storms reach", 0, 44)
F_WILD_MAKER = FEATURES.one("wild_maker", "1 if the Wild Maker is on the map", 0, 1)
F_ATOMICS = FEATURES.one("atomics", "uses of family atomics left", 0, 5)
F_TILE = FEATURES.one("atomic_tile", "1 if an atomic was set off", 0, 1)
# spice
F_ROW = FEATURES.each("row", MARKERS, "imperium", "row of an Imperium marker, 0 is the top", 0, 4)
F_LOWEST = FEATURES.one("lowest_row", "row of the lowest of them", 0, 4)
F_BAN = FEATURES.each("ban", MARKERS, "imperium", "1 if its ban is active", 0, 1)
F_SPICE = FEATURES.one("spice", "spice still to be used", 0, 40)
F_RESERVE = FEATURES.one("reserve", "spice kept for the next round", 0, 10)
# the own hand
F_HAND = FEATURES.each("hand", CARDS, "card", "1 if the seat that sees holds the card", 0, 1)
# both factions
F_SIDE = FEATURES.width
F_DICE = FEATURES.seat_each("dice", FACES, "face", "unused dice and tokens of a result", 0, 10)
F_ALL_DICE = FEATURES.seat("all_dice", "unused dice and tokens", 0, 16)
F_BG = FEATURES.seat("bene_gesserit", "Bene Gesserit tokens owned", 0, 5)
F_CARDS = FEATURES.seat("cards", "planning cards in hand", 0, 36)
F_FIGURES = FEATURES.seat_each("figures", CLASSES, "class", "figures of a class on the map", 0, 44)
F_LEGIONS = FEATURES.seat("legions", "areas with a legion", 0, 101)
F_WORTH = FEATURES.seat("worth", "worth of all legions", 0, WORTH)
F_HUNTED = FEATURES.seat("hunted", "worth of those, towns apart, with an enemy worth 3 more in reach", 0, WORTH)
F_NAMED = FEATURES.seat("named", "named leaders on the map", 0, 8)
F_ASIDE = FEATURES.seat("aside", "named leaders in play off the map", 0, 8)
F_TANK = FEATURES.seat("tank", "named leaders in the tank", 0, 8)
F_SPENT = FEATURES.seat("exhausted", "named leaders whose card is exhausted", 0, 8)
F_TOKENS = FEATURES.seat("tokens", "face-down deployment tokens on the map", 0, 16)
F_STRIDE = FEATURES.repeat("{name}_{seat}", ("harkonnen", "atreides"))
