"""Records of a single battle played as a game of its own."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.battle_layout import DICE_CASES, NAMED_LEADERS, Battle
from dune_sim.games.arrakis.kernels.legion import BATTLE_ACTIONS
from dune_sim.kernel.layout import Call, Op, Rng, offer_record, pilot_record, stack_record
from dune_sim.lang.records import Record

SEATS = 2
FRAMES = 2
PROGRAM_SIZE = 24

Offer = offer_record(BATTLE_ACTIONS)
Pilot = pilot_record(Offer, SEATS)
Stack = stack_record(FRAMES)

Plan = Record(
    "Plan",
    "How a side plays when it is not random.",
    (
        ("casualties", "u8", "CASUALTIES_*"),
        ("leaders", "u8", "LEADERS_*"),
        ("attack", "u8", "ATTACK_*"),
        ("retreat", "u8", "RETREAT_*"),
        ("cards", "u8", "CARDS_*"),
    ),
)

Tables = Record(
    "Tables",
    "Dice, leaders and the battle to be fought.",
    (
        ("roll_value", "u32", (4, DICE_CASES), "packed result of 0 to 3 combat dice for each number their faces spell"),
        ("power_of_six", "u16", 7, "6 to the power of a number of dice"),
        ("strip", "u8", NAMED_LEADERS, "hits * 4 + shields that a named leader makes of a special"),
        ("generic_strip", "u8", 2, "the same for the generic leader of each faction"),
        ("code", Op, PROGRAM_SIZE, "the battle program"),
        ("start", Battle, "the two legions before the first round"),
        ("plans", Plan, 2, "how each side plays"),
    ),
)

State = Record(
    "State",
    "A battle in progress.",
    (
        ("battle", Battle, "both legions, the round, the result"),
        ("stack", Stack, "the battle program and its choices"),
        ("rng", Rng, "chance"),
    ),
)

RECORDS = (Tables, State, Pilot, Call)
