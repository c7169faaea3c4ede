"""Records of War for Arrakis: the content as integers, and a game in progress."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACTIONS
from dune_sim.games.arrakis.kernels.battle_layout import DICE_CASES, NAMED_LEADERS, Battle
from dune_sim.games.arrakis.kernels.mahdi.layout import MAHDI_STATE, mahdi_sets, mahdi_tables
from dune_sim.games.arrakis.kernels.teams.layout import BOARDS, SEATS, TEAM_STATE, TEAM_TABLES, TEAMS
from dune_sim.kernel.layout import Call, Op, Rng, offer_record, pilot_record, stack_record
from dune_sim.lang.records import Record, Set

__all__ = ("SEATS", "TEAMS")

FRAMES = 12
AREAS = 101
SECTORS = 8
ZONES = 8
SIETCHES = 8
SETTLEMENTS = 6
STATIONS = 6
TOKENS = 16  # Atreides deployment tokens: 0 to 7 start, 8 to 15 supply
LEADERS = 16  # 15 named leaders in content order, then the Wild Maker
HAND_CARDS = 36  # cards of a faction: 0 to 17 first deck, 18 to 35 second deck
PRESCIENCE_CARDS = 16
OBJECTIVES = 6
TANK_SPACES = 5
ROWS = 5
PLACES = 96
CODE_SIZE = 1536
TRACK_STEPS = 16
MOVED_GROUPS = 4

#: factions
HARKONNEN = 0
ATREIDES = 1

Offer = offer_record(ACTIONS)
Pilot = pilot_record(Offer, SEATS)
Stack = stack_record(FRAMES)

Place = Record(
    "Place",
    "Which areas fit: all conditions must hold (see places.py).",
    (
        ("mask", Set(AREAS), "areas that fit by the printed map"),
        ("flags", "u32", "P_* conditions on the position"),
        ("leaders", "u16", "own legion must contain one of these named leaders; 0 for no such condition"),
        ("terrain", "u8", "terrain now: sum of TERRAIN_*; 0 for any"),
        ("unit", "u8", "own legion must contain this class (1 standard, 2 elite, 3 special elite); 0 for any"),
        ("per_area", "u8", "figures or tokens put in one area at most; 0 for no limit"),
        ("plain", "u8", "1 if it asks for nothing but the printed areas, own legions and leaders with them"),
    ),
)

TrackStep = Record(
    "TrackStep",
    "What a track does when a marker reaches a step for the first time.",
    (
        ("marker", "u8", "0 to 2 prescience markers, 3 any of them, 4 supremacy, 255 unused"),
        ("step", "u8", "step that must be reached"),
        ("effect", "u8", "TRACK_*"),
        ("arg", "u8", "leader, faction or number of uses"),
    ),
)

Tables = Record(
    "Tables",
    "The content of the game as integers, and the options it is played with.",
    (
        ("near", Set(AREAS), AREAS, "areas across an open border"),
        ("touch", Set(AREAS), AREAS, "areas across any border"),
        ("near_two", Set(AREAS), AREAS, "areas at most two open borders away, without the area itself"),
        ("worm_two", Set(AREAS), AREAS, "areas a worm reaches in two steps, the first into printed desert"),
        ("jump", Set(AREAS), AREAS, "areas at most two borders of any kind away, without the area itself"),
        ("terrain_board", Set(AREAS), 4, "printed areas of each terrain: mountain, plateau, minor erg, desert"),
        ("deep_board", Set(AREAS), "deep desert"),
        ("sheltered_board", Set(AREAS), "plateaus safe from storms and worms"),
        ("sector_board", Set(AREAS), SECTORS, "areas of each sector"),
        ("zone_board", Set(AREAS), ZONES, "areas of both sectors of each air zone"),
        ("under_zones", Set(AREAS), 1 << ZONES, "areas under each set of air zones"),
        ("all_board", Set(AREAS), "every area"),
        ("atomic_exposes", Set(AREAS), 4, "plateaus opened by each atomic tile; entry 0 is no tile"),
        ("deck_mask", "u64", 2, "bits of the first and the second deck in a hand"),
        ("twins", "u64", (2, HAND_CARDS), "earlier copies of the same card"),
        ("unplayable", "u64", 2, "cards of each faction that can neither be played nor spent for a combat die"),
        ("scheme_cards", "u64", "Harkonnen cards whose copies a free action discards: Hawat's Scheming"),
        ("places", Place, PLACES, "place filters of instructions"),
        ("code", Op, CODE_SIZE, "every effect program"),
        ("track", TrackStep, TRACK_STEPS, "effects of the tracks"),
        ("roll_value", "u32", (4, DICE_CASES), "packed result of 0 to 3 combat dice for each number their faces spell"),
        ("power_of_six", "u16", 7, "6 to the power of a number of dice"),
        ("card_pc", "u16", (2, HAND_CARDS), "program of each planning card"),
        ("action_pc", "u16", (2, 6), "program of each action face, 5 is Desert Power"),
        ("special_pc", "u16", LEADERS, "program of each leader's special action, 0 for none"),
        ("prescience_pc", "u16", PRESCIENCE_CARDS, "program that pays for and scores a prescience card"),
        ("token_figures", "u16", TOKENS, "packed figures of each Atreides deployment token"),
        ("start_figures", "u16", (2, SETTLEMENTS), "packed figures of the black and silver Harkonnen tokens"),
        ("pc_game", "u16", "program of the whole game"),
        ("pc_attack", "u16", "program of a declared attack"),
        ("pc_limit", "u16", "program that removes units above the limit"),
        ("pc_tank", "u16", "program that puts several leaders into the tank"),
        ("pc_hits", "u16", "program that takes hits as casualties outside battle"),
        ("pc_worm", "u16", "program of a worm that comes up in the action phase"),
        ("pc_worm_figure", "u16", "program that puts the figure of one new worm"),
        ("pc_under", "u16", "program of what a new worm does to the legion and harvester in its area"),
        ("pc_harvester", "u16", "program of a harvester whose legion may have fallen to a worm"),
        ("pc_close", "u16", "part of the attack program that ends a battle"),
        ("pc_advance", "u16", "part of the attack program in which the winner moves in"),
        ("pc_displace", "u16", "program that moves a legion whose opponent names the area"),
        ("pc_storm", "u16", "program of the Coriolis storm"),
        ("pc_guerrilla", "u16", "program of guerrilla training"),
        ("pc_scout", "u16", "program of scouting"),
        ("pc_hawat", "u16", "program of discarding Hawat's Scheming"),
        ("pc_atomic", "u16", "program of family atomics"),
        ("pc_card", "u16", "program that plays a planning card"),
        ("pc_window", "u16", "program of a prescience window"),
        ("prescience_action", "u16", "prescience cards of the action phase, one bit each"),
        ("prescience_dice", "u16", "prescience cards that cost an action die, one bit each"),
        ("specials", "u16", (2, 64), "leaders whose special action goes with a set of faces, bit 5 is Desert Power"),
        ("paul", "u16", "leaders called Paul"),
        ("jessica", "u16", "leaders called Jessica"),
        ("starts", "u16", "leaders in play from the start"),
        ("strip", "u8", NAMED_LEADERS, "hits * 4 + shields that a named leader makes of a special"),
        ("generic_strip", "u8", 2, "the same for the generic leader of each faction"),
        ("area_sectors", "u8", AREAS, "sectors of an area, one bit each"),
        ("area_zones", "u8", AREAS, "air zones over an area, one bit each"),
        ("action_face", "u8", (2, 6), "faces of the action dice"),
        ("slots", "u8", (BOARDS, 5), "die slots of each action area of a board"),
        ("dice", "u8", 2, "action dice of each faction"),
        ("figures", "u8", (2, 4), "figures in the box: standard, elite, special elite, generic leaders"),
        ("vehicles", "u8", 3, "figures in the box: harvesters, ornithopters, carryalls"),
        ("worms", "u8", "ordinary sandworm figures"),
        ("sign_faces", "u8", 3, "wormsigns: sand, sandworm, burrowing"),
        ("sietch_area", "u8", SIETCHES, "printed sietch areas"),
        ("sietch_rank", "u8", SIETCHES, "ranks of the sietch tokens"),
        ("settlement_area", "u8", SETTLEMENTS, "Harkonnen settlements"),
        ("settlement_rank", "u8", SETTLEMENTS, "their ranks"),
        ("arrakeen", "u8", "which settlement is the capital"),
        ("station_area", "u8", STATIONS, "printed testing station areas"),
        ("station_marker", "u8", STATIONS, "marker of each station token"),
        ("station_steps", "u8", STATIONS, "steps of each station token"),
        ("atomic_area", "u8", 4, "area of each atomic tile; entry 0 is no tile"),
        ("seat", "u8", BOARDS, "seat of each board"),
        ("faction", "u8", SEATS, "faction of each seat"),
        ("schemer", "u8", "leader who must be in play for that free action"),
        ("scheme_least", "u8", "copies it discards at least"),
        ("scheme_most", "u8", "copies it discards at most"),
        ("special_face", "u8", LEADERS, "action face of each leader's special action, 5 is Desert Power"),
        ("replaces", "u8", LEADERS, "leader who leaves when this one enters, 255 none"),
        ("takes_place", "u8", LEADERS, "1 if it takes over the place and card state of the replaced leader"),
        ("entry_tokens", "u8", LEADERS, "Bene Gesserit tokens for the owner when the leader enters"),
        ("enters_after", "u8", LEADERS, "leader who enters when this one is removed from the game, 255 none"),
        ("advances", "u8", (PRESCIENCE_CARDS, 3), "steps of each prescience card"),
        ("objective", "u8", (OBJECTIVES, 3), "values each objective asks for"),
        ("row_dice", "u8", ROWS, "dice set aside in each row of the spice board"),
        ("row_vehicles", "u8", (ROWS, 3), "harvesters, ornithopters, carryalls of each row"),
        ("ban_row", "u8", ROWS, "1 for rows whose markers bring their ban"),
        ("start_row", "u8", 3, "rows of the Imperium markers at the start"),
        ("ban_limit", "u8", 8, "Harkonnen units in one area under each set of bans"),
        ("ban_scout", "u8", "bans that forbid scouting, one bit for each marker"),
        ("ban_discard", "u8", "bans that forbid cards for combat dice, one bit for each marker"),
        ("tank_spaces", "u8", 2, "spaces of each tank"),
        ("tokens_at_start", "u8", 2, "Bene Gesserit tokens at the start"),
        ("tokens_in_all", "u8", "Bene Gesserit tokens in the box"),
        ("tokens_per_round", "u8", "Bene Gesserit tokens a faction may place in a round"),
        ("track_length", "u8", 3, "last step of each prescience marker"),
        ("supremacy_end", "u8", "supremacy that wins"),
        ("supremacy_start", "u8", "supremacy at the start"),
        ("marker_start", "u8", 3, "prescience markers at the start"),
        ("unit_limit", "u8", "units in one area"),
        ("claims", "u8", "prescience cards scored in a round at most"),
        ("harvest", "u8", 2, "spice of a harvester in desert and in deep desert"),
        ("keep_cost", "u8", "spice that holds a marker"),
        ("raise_cost", "u8", "spice that raises a marker"),
        ("drop", "u8", "rows an unpaid marker falls"),
        ("reserve_limit", "u8", "spice kept for the next round at most"),
        ("hoard_cost", "u8", "spice for hoarding once"),
        ("hoard_steps", "u8", "supremacy for hoarding once"),
        ("hoard_up_to", "u8", "highest supremacy at which hoarding is open"),
        ("hand_limit", "u8", "planning cards kept at round end"),
        ("dropped_bans", "u8", "option: bans chosen among dropped markers"),
        ("arrakeen_wins", "u8", "option: 1 if Atreides win at once when Arrakeen falls"),
        ("optional_advance", "u8", "option: 1 if a winning attacker may stay"),
        ("round_cap", "u16", "rounds after which a game ends unfinished"),
        ("gift_hand", "u64", 2, "experiments: planning cards that a faction starts with"),
        ("gift_row", "u16", "experiments: prescience cards that are revealed from the start"),
        ("barred", "u16", 8, "experiments: actions + 1 that some seats may not choose while there are others"),
        ("barred_seats", "u8", "experiments: those seats, one bit each"),
        *TEAM_TABLES,
        *mahdi_tables(AREAS, SECTORS, LEADERS, HAND_CARDS),
    ),
)

Move = Record(
    "Move",
    "The move or attack being put together, and the figures that already moved in this action.",
    (
        ("figures", "u16", "packed figures picked"),
        ("tokens", "u16", "deployment tokens picked, one bit each"),
        ("named", "u16", "named leaders picked, one bit each"),
        ("moved_tokens", "u16", "deployment tokens that moved in this action"),
        ("moved_named", "u16", "named leaders that moved in this action"),
        ("moved_figures", "u16", MOVED_GROUPS, "packed figures that moved in this action"),
        ("moved_area", "u8", MOVED_GROUPS, "where they are"),
        ("groups", "u8", "moved groups in use"),
        ("source", "u8", "area the legion starts from"),
        ("target", "u8", "area it goes to or attacks"),
        ("zone", "u8", "air zone of the ornithopter used, plus 1; 0 for none"),
        ("pick", "u8", "last kind of figure picked, so that each set is built once"),
        ("left", "u8", "moves left in this action"),
        ("again", "u8", "1 while the legion just moved moves again; the figures it met count as moved"),
    ),
)

State = Record(
    "State",
    "A game of War for Arrakis in progress.",
    (
        ("legions", Set(AREAS), 2, "areas with units or tokens of each faction"),
        ("led", Set(AREAS), 2, "areas with a leader of each faction"),
        ("tokens", Set(AREAS), "areas with Atreides deployment tokens"),
        ("sietches", Set(AREAS), "areas with a sietch"),
        ("settlements", Set(AREAS), "areas with a Harkonnen settlement"),
        ("stations", Set(AREAS), "areas with a testing station"),
        ("signs", Set(AREAS), "areas with a wormsign"),
        ("worms", Set(AREAS), "areas with a sandworm, the Wild Maker included"),
        ("harvesters", Set(AREAS), "areas with a harvester"),
        ("fresh", Set(AREAS), "areas set aside by the running step: new worms, storms still to roll, areas used"),
        ("marked", Set(AREAS), "areas whose wormsign has still to be resolved"),
        *mahdi_sets(AREAS),
        ("hand", "u64", 2, "planning cards in hand"),
        ("deck", "u64", 2, "planning cards in both decks of a faction"),
        ("stack", Stack, "pending programs"),
        ("battle", Battle, "the battle or the casualties being taken"),
        ("move", Move, "the move being put together"),
        ("legion", "u16", AREAS, "packed figures: standard, elite, special elite, generic leaders, four bits each"),
        ("spent", "u16", "leaders whose card is exhausted"),
        ("row", "u16", "prescience cards revealed"),
        ("deck_prescience", "u16", "prescience cards in the deck"),
        ("scored", "u16", "prescience cards scored"),
        ("reached", "u16", "track steps that had their effect"),
        ("battles", "u16", "battles fought"),
        ("round", "u16", "round, from 1"),
        ("turn", "u16", "turns taken in this round"),
        *MAHDI_STATE,
        ("leader_at", "u8", LEADERS, "area of each leader, or AT_*"),
        ("token_at", "u8", TOKENS, "area of each deployment token, or AT_*"),
        ("tank", "u8", (BOARDS, TANK_SPACES), "leader on each tank space of a board, plus 1"),
        ("pool", "u8", (2, 4), "figures off the map: standard, elite, special elite, generic leaders"),
        ("sietch_at", "u8", SIETCHES, "area of each sietch, AT_GONE once destroyed"),
        ("sietch_rank", "u8", SIETCHES, "rank of each sietch; 0 hides it in an observation"),
        ("sietch_known", "u8", "sietches face up, one bit each"),
        ("station_token", "u8", STATIONS, "token of each station, plus 1; 0 hides it in an observation"),
        ("unseen", "u8", 3, "wormsigns nobody has seen, in the pool or on the map: sand, sandworm, burrowing"),
        ("wild_at", "u8", "area of the Wild Maker, or AT_*"),
        ("ornithopters", "u8", "air zones with an ornithopter"),
        ("carryalls", "u8", "air zones with a carryall"),
        ("dice", "u8", (BOARDS, 5), "unused dice and Bene Gesserit tokens on each action area of a board"),
        ("used", "u8", BOARDS, "used dice and tokens"),
        ("surplus", "u8", BOARDS, "rolled dice that must be turned"),
        ("bg", "u8", 2, "Bene Gesserit tokens owned"),
        ("bg_supply", "u8", "Bene Gesserit tokens in the supply"),
        ("bg_placed", "u8", 2, "action face of the token placed this round, plus 1"),
        ("lost_dice", "u8", BOARDS, "dice a card took away this round"),
        ("marker", "u8", 3, "prescience markers"),
        ("supremacy", "u8", "supremacy marker"),
        ("objective", "u8", "secret objectives of the Atreides, one bit each"),
        ("objectives_left", "u8", "objectives not drawn, one bit each"),
        ("imperium", "u8", 3, "row of each Imperium marker, 0 is the top"),
        ("bans", "u8", "active bans, one bit for each marker"),
        ("dropped", "u8", "markers that dropped in this phase, one bit each"),
        ("spice", "u8", "spice still to be used"),
        ("reserve", "u8", "spice kept from the round before"),
        ("tile", "u8", "atomic tile laid, plus 1"),
        ("atomics", "u8", "uses of family atomics left"),
        ("claims", "u8", "prescience cards scored this round"),
        ("kept_card", "u8", "prescience card that stays until scored, plus 1"),
        ("bonus_card", "u8", "prescience card that gives further steps this round, plus 1"),
        ("bonus_steps", "u8", "those steps"),
        ("harvesters_lost", "u8", "harvesters destroyed in this action phase"),
        ("worm_hits", "u8", "hits of sandworm attacks in this action phase"),
        ("sietch_held", "u8", "1 once the Atreides won a battle as defender of a sietch in this action phase"),
        ("named_lost", "u8", "Harkonnen named leaders lost in this action phase"),
        ("generic_lost", "u8", "Harkonnen generic leaders lost in this action phase"),
        ("rode", "u8", "1 once Paul's legion crossed a sandworm in this action phase"),
        ("forced_face", "u8", "action face the Harkonnen must use next, plus 1"),
        (
            "paul_barred",
            "u8",
            "1 if Paul is barred in the next Atreides turn, 2 in this one, plus 4 * BAR_* of the deeds",
        ),
        ("active", "u8", "faction whose turn it is"),
        ("phase", "u8", "PHASE_*"),
        ("decider", "u8", "seat that answers the open question"),
        ("winner", "u8", "faction that won, plus 1; 3 for an unfinished game"),
        ("reason", "u8", "END_*"),
        ("flown", "u8", "area of the legion that used a troop transport in this turn, plus 1"),
        *TEAM_STATE,
        ("rng", Rng, "chance"),
    ),
)

RECORDS = (Tables, State, Pilot, Call)
