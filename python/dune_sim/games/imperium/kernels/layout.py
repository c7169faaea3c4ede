"""Records of Dune: Imperium.

Cards are numbered in slots by the number of their design, starters seat by seat; copies of a design are neighbours. A
slot belongs to a seat (``own``) or to nobody, and two bit planes (``za``, ``zb``) say where it lies: for owned cards
0 deck, 1 hand, 2 discard pile, 3 in play; for the others 0 Imperium deck or reserve pile, 1 row, 2 set aside by a
leader, 3 out of the game. Every card is thus in exactly one zone.
"""

from __future__ import annotations

from dune_sim.kernel.layout import Call, Frame, Op, Pilot, Rng
from dune_sim.lang.records import Record

SEATS = 4
FACTIONS = 4
WORDS = 3
SLOTS = 192
DESIGNS = 64
INTRIGUES = 64
CONFLICTS = 32
SPACES = 32
LEADERS = 16
ITEMS = 128
LATERS = 16
OPTIONS = 8
CODE_SIZE = 2048
FRAMES = 5
POOL = 29
TOPS = 15
LOST = 2
BOX_ITEMS = 4
COST_STEPS = 16
ICONS = 7
ICON_SETS = 128

Stack = Record(
    "Stack",
    "Pending effect programs, the current one on top; the game itself is the lowest.",
    (("frames", Frame, FRAMES, "frames"), ("depth", "u8", "frames in use")),
)

Box = Record(
    "Box",
    "What a card, space or leader gives: gains that nothing can make worse by coming first, and items to be ordered.",
    (
        ("flags", "u16", "TURN_* marks it sets, BOX_* for mechanics of its own"),
        ("spice", "u8", "spice"),
        ("solari", "u8", "solari"),
        ("water", "u8", "water"),
        ("troops", "u8", "troops to recruit"),
        ("recruits", "u8", "the same as an item, for when the supply is short"),
        ("vp", "u8", "victory points"),
        ("persuasion", "u8", "persuasion"),
        ("swords", "u8", "swords"),
        ("items", "u8", BOX_ITEMS, "items, 0 for none"),
    ),
)

Item = Record(
    "Item",
    "An effect that waits in the pool of the turn until its player resolves it.",
    (("pc", "u16", "its program"), ("kind", "u16", "ITEM_* marks")),
)

Play = Record(
    "Play",
    "One way to play an intrigue card.",
    (
        ("pc", "u16", "its program"),
        ("guard", "u16", "first condition in the code"),
        ("guards", "u8", "conditions that must all hold"),
    ),
)

Option = Record(
    "Option",
    "One of several prices of a space.",
    (
        ("box", Box, "what it gives"),
        ("spice", "u8", "spice to pay"),
        ("solari", "u8", "solari to pay"),
        ("water", "u8", "water to pay"),
    ),
)

Leader = Record(
    "Leader",
    "A leader: standing rules, triggers and signet.",
    (
        ("signet", Box, "what the Signet Ring gives"),
        ("pass_enemies", "u32", "spaces where enemy agents do not block"),
        ("open_solari", "u32", COST_STEPS, "spaces affordable with that much solari"),
        ("start", "u16", "program of the start of the game, 0 for none"),
        ("cost_solari", "u8", SPACES, "solari cost of each space for this leader"),
        ("paid", "u8", "item for solari paid as the cost of a space"),
        ("seated", "u8", "item for taking a council seat"),
        ("harvested", "u8", "item for a harvest"),
        ("harvest_less", "u8", "spice a harvest loses"),
        ("deployed", "u8", "item once enough troops were deployed in a turn"),
        ("deployed_min", "u8", "how many that are"),
        ("peeks", "u8", "1 if the top card of the own deck is known"),
    ),
)

Track = Record(
    "Track",
    "An influence track.",
    (
        ("bonus", "u16", "program of the bonus"),
        ("alliance", "u16", "program that asks who receives the alliance token"),
        ("start", "u8", "first level"),
        ("top", "u8", "last level"),
        ("vp_level", "u8", "level that scores"),
        ("vp", "u8", "points it scores"),
        ("bonus_level", "u8", "level that pays the bonus"),
        ("alliance_level", "u8", "level that can take the alliance token"),
        ("alliance_vp", "u8", "points of the token"),
    ),
)

Tables = Record(
    "Tables",
    "The content as numbers.",
    (
        ("own_start", "u64", (SEATS, WORDS), "starter cards of each seat"),
        ("imperium", "u64", WORDS, "cards of the Imperium deck"),
        ("reserve", "u64", WORDS, "cards of the reserve piles"),
        ("cards", "u64", WORDS, "all cards in this game"),
        ("send_any", "u64", WORDS, "cards that send any agent anywhere"),
        ("faction_cards", "u64", (FACTIONS, WORDS), "cards of each faction"),
        ("design_cards", "u64", (DESIGNS, WORDS), "copies of each design"),
        ("first_copies", "u64", WORDS, "lowest slot of each design in each word"),
        ("last_copies", "u64", WORDS, "highest slot of each design in each word"),
        ("goes_on", "u64", WORDS, "slots of the word below whose design goes on in this word"),
        ("went_on", "u64", WORDS, "slots of this word whose design began in the word below"),
        ("priced", "u64", (COST_STEPS, WORDS), "Imperium and reserve cards that cost that much or less"),
        ("icon_cards", "u64", (ICON_SETS + 1, WORDS), "cards with one of a set of icons; in the last row all"),
        ("intrigues", "u64", "all intrigue cards"),
        ("plots", "u64", "intrigue cards for own turns"),
        ("bought_plots", "u64", "those without a second copy that ask for resources at most"),
        ("plot_spice", "u64", COST_STEPS, "of them those playable with that much spice"),
        ("plot_solari", "u64", COST_STEPS, "with that much solari"),
        ("plot_water", "u64", COST_STEPS, "with that much water"),
        ("first_acts", "u64", "those only for the start of a turn"),
        ("fights", "u64", "intrigue cards for the combat"),
        ("victories", "u64", "intrigue cards for the winner of a conflict"),
        ("finals", "u64", "intrigue cards for the end of the game"),
        ("open_spice", "u32", COST_STEPS, "spaces affordable with that much spice"),
        ("open_water", "u32", COST_STEPS, "spaces affordable with that much water"),
        ("closed_once", "u32", 16, "spaces closed by the visits of a player"),
        ("card_spaces", "u32", DESIGNS, "spaces the icons of a design lead to"),
        ("icon_spaces", "u32", ICON_SETS, "spaces each set of icons leads to"),
        ("spaces_of", "u32", ICONS, "spaces of each icon"),
        ("all_spaces", "u32", "all spaces"),
        ("combat_spaces", "u32", "combat spaces"),
        ("level_conflicts", "u32", 4, "conflict cards of each level"),
        ("leader", Leader, LEADERS, "leaders"),
        ("track", Track, FACTIONS, "influence tracks"),
        ("agent", Box, DESIGNS, "agent boxes"),
        ("reveal", Box, DESIGNS, "reveal boxes"),
        ("space", Box, SPACES, "effects of spaces"),
        ("later", Box, LATERS, "effects that waited for the reveal turn; 0 is none"),
        ("option", Option, OPTIONS, "prices of spaces that have several"),
        ("item", Item, ITEMS, "items; 0 is none"),
        ("plot", Play, INTRIGUES, "plot side of each intrigue design"),
        ("fight", Play, INTRIGUES, "combat side of each intrigue design"),
        ("final", Play, INTRIGUES, "endgame side of each intrigue design"),
        ("acquire", "u16", DESIGNS, "program of the acquire effect, 0 for none"),
        ("trashed", "u16", DESIGNS, "program for being trashed, 0 for none"),
        ("reward", "u16", (CONFLICTS, 3), "programs of the rewards"),
        ("place", "u16", "program that asks where an acquired card goes"),
        ("leaders", "u16", "leaders there are, one bit each"),
        ("end_vp", "u8", "points that end the game"),
        ("design", "u8", SLOTS, "design of each slot"),
        ("cost", "u8", DESIGNS, "persuasion cost, 255 for unpriced"),
        ("intrigue_design", "u8", INTRIGUES, "design of each intrigue card"),
        ("intrigue_later", "u8", INTRIGUES, "what a laid-down intrigue design does in the reveal turn"),
        ("reserve_design", "u8", 8, "designs of the reserve, 255 for none"),
        ("conflict_space", "u8", CONFLICTS, "control index + 1 of the space a conflict is about"),
        ("cost_spice", "u8", SPACES, "spice cost of each space"),
        ("cost_water", "u8", SPACES, "water cost of each space"),
        ("step_two", "u8", SPACES, "item of the doubled faction step"),
        ("step_one", "u8", SPACES, "item of the faction step"),
        ("first_option", "u8", SPACES, "first price of the space"),
        ("options", "u8", SPACES, "number of prices, 0 for the plain cost"),
        ("once", "u8", SPACES, "index + 1 among the spaces a player may visit once"),
        ("maker", "u8", SPACES, "index + 1 among the maker spaces"),
        ("control", "u8", SPACES, "index + 1 among the controllable spaces"),
        ("control_spice", "u8", 4, "control bonus: spice"),
        ("control_solari", "u8", 4, "control bonus: solari"),
        ("control_water", "u8", 4, "control bonus: water"),
        ("imperium_slots", "u8", "slots that hold all Imperium cards: from 0 to one less"),
        ("cheapest", "u8", "lowest cost of a card"),
        ("needs", "u8", "spaces with a requirement"),
        ("need_space", "u8", 8, "those spaces"),
        ("need_faction", "u8", 8, "faction that must be influenced"),
        ("need_level", "u8", 8, "how much at least"),
        ("makers", "u8", "number of maker spaces"),
        ("maker_space", "u8", 4, "space of each maker index"),
        ("round_level", "u8", 20, "level of the conflict of each round"),
        ("rounds", "u8", "conflicts in the deck"),
        ("players", "u8", "number of players"),
        ("start_vp", "u8", "points at the start"),
        ("rewarded", "u8", "places that get a reward"),
        ("tied_second_take_third", "u8", "1 if a tie for second takes the third reward (IMP-AMB-07)"),
        ("leader_mode", "u8", "LEADERS_GIVEN, LEADERS_RANDOM or LEADERS_DRAFT"),
        ("seat_leader", "u8", SEATS, "leader of each seat if given"),
        ("start_spice", "u8", "spice at the start"),
        ("start_solari", "u8", "solari at the start"),
        ("start_water", "u8", "water at the start"),
        ("start_intrigue", "u8", "intrigue cards at the start"),
        ("start_agents", "u8", "agents at the start"),
        ("troops", "u8", "troops of a player"),
        ("start_garrison", "u8", "troops that start in the garrison"),
        ("hand_size", "u8", "cards drawn at the start of a round"),
        ("row_size", "u8", "cards of the row"),
        ("troop_strength", "u8", "strength of a troop"),
        ("sword_strength", "u8", "strength of a sword"),
        ("garrison_deployment", "u8", "garrison troops that may join the recruited ones"),
        ("defensive_troops", "u8", "troops of the defensive bonus"),
        ("maker_bonus", "u8", "bonus spice on an empty maker space"),
        ("council_persuasion", "u8", "persuasion of a council seat"),
        ("top_room", "u8", "known top cards up to which another may be put on top by choice"),
        ("supply_spent", "u8", "1 if something in a turn uses troops of the own supply besides recruiting"),
        ("supply_filled", "u8", "1 if something in a turn brings own troops back to the supply"),
        ("code", Op, CODE_SIZE, "the game itself and every effect program"),
    ),
)

Player = Record(
    "Player",
    "What belongs to one seat, cards excepted.",
    (
        ("board", "u32", "spaces with an own agent"),
        ("spice", "u16", "spice"),
        ("solari", "u16", "solari"),
        ("delayed", "u16", "effects waiting for the reveal turn, one bit each"),
        ("water", "u8", "water"),
        ("vp", "u8", "victory points"),
        ("scored", "u8", "points from cards and conflicts, apart from tracks and alliances"),
        ("influence", "u8", FACTIONS, "level on each track"),
        ("garrison", "u8", "troops in the garrison"),
        ("supply", "u8", "troops in the supply"),
        ("conflict", "u8", "troops in the conflict"),
        ("swords", "u8", "swords of this round"),
        ("agents", "u8", "agents on the leader, a hired Mentat included"),
        ("stacked", "u8", "space + 1 that holds a second own agent"),
        ("leader", "u8", "leader"),
        ("flags", "u8", "SEAT_* marks"),
        ("visited", "u8", "once-per-game spaces already used"),
        ("voice", "u8", "space + 1 closed to the opponents"),
        ("acquired", "u8", "cards acquired in the game"),
        ("played", "u8", "cards played in agent turns in the game"),
        ("tops", "u8", "known cards on top of the deck"),
        ("lost", "u8", LOST, "intrigue cards + 1 last stolen from this seat, which so knows that another holds them"),
    ),
)

State = Record(
    "State",
    "A game in progress.",
    (
        ("own", "u64", (SEATS, WORDS), "cards of each seat"),
        ("za", "u64", WORDS, "low bit of each card's zone"),
        ("zb", "u64", WORDS, "high bit of each card's zone"),
        ("seen", "u64", WORDS, "hand cards that everybody knows"),
        ("intrigue", "u64", SEATS, "intrigue cards of each seat, laid-down ones included"),
        ("intrigue_deck", "u64", "intrigue deck, without order; played cards are those in neither deck nor hand"),
        ("laid", "u64", "intrigue cards lying face up until their owner's reveal turn"),
        ("players", Player, SEATS, "seats"),
        ("conflicts", "u32", "conflict cards that nobody has seen"),
        ("turn", "u16", "TURN_* marks of the current turn"),
        ("pool", "u8", POOL, "items of the current turn, rising, unused places 0"),
        ("items", "u8", "how many they are"),
        ("top", "u8", TOPS, "known cards on top of decks, seat by seat, the topmost of each last"),
        ("round", "u8", "round, from 1"),
        ("first", "u8", "first player"),
        ("player", "u8", "whose turn it is"),
        ("conflict", "u8", "conflict card of the round + 1"),
        ("alliance", "u8", FACTIONS, "seat + 1 that holds the token"),
        ("control", "u8", 4, "seat + 1 that controls the space"),
        ("bonus", "u8", 4, "bonus spice of the maker spaces"),
        ("tokens", "u8", "factions laid down in secret, one bit each"),
        ("mentat", "u8", "seat + 1 that hired the Mentat, 0 at home"),
        ("mentat_next", "u8", "seat + 1 that gets the Mentat next round"),
        ("persuasion", "u8", "persuasion left in this reveal turn"),
        ("recruited", "u8", "troops recruited in this turn"),
        ("deployed", "u8", "troops deployed in this turn"),
        ("placed", "u8", "those of them that a combat space allowed"),
        ("card", "u8", "slot + 1 of the card played in this agent turn"),
        ("space", "u8", "space + 1 visited in this turn"),
        ("icons", "u8", "icons granted to the card of this turn"),
        ("discounted", "u8", "design + 1 that is cheaper this turn"),
        ("discount", "u8", "by how much"),
        ("won", "u8", "seat + 1 that won the conflict just resolved"),
        ("aside", "u8", "slot + 1 set aside by a leader"),
        ("aside_seat", "u8", "seat that may take it"),
        ("winners", "u8", "winning seats, one bit each, once the game is over"),
        ("reason", "u8", "REASON_* why the game ended"),
        ("stack", Stack, "the game and its pending effects"),
        ("rng", Rng, "chance"),
    ),
)

RECORDS = (Tables, State, Pilot, Call)
