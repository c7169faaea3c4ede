"""What the records of the full edition hold for rivals; the lean edition has nothing of it."""

from __future__ import annotations

from typing import Any

from dune_sim.games.imperium.kernels.sizes import CONFLICTS, HAGALS, LEADER_BITS, LEADERS, RIVALS
from dune_sim.lang.records import Record, Set

HagalCard = Record(
    "HagalCard",
    "A House Hagal card: where it sends a rival, what the rival gets, what it adds to a fight.",
    (
        ("pc", "u16", "program of its effects besides troops, 0 for none"),
        ("does", "u8", "HAGAL_*: what happens when it is turned over"),
        ("space", "u8", "space + 1 it sends an agent to, 0 for none"),
        ("other", "u8", "space + 1 it sends one to instead from a level on, 0 for none"),
        ("faction", "u8", "faction whose track decides that"),
        ("level", "u8", "level on it"),
        ("troops", "u8", "troops it recruits"),
        ("signet", "u8", "1 if the signet ability of the leader follows"),
        ("swords", "u8", "swords it adds to a fight"),
    ),
)

RIVAL_TABLES: tuple[Any, ...] = (
    ("hagal_cards", Set(HAGALS), "House Hagal cards of this game"),
    ("hagal", HagalCard, HAGALS, "designs of House Hagal"),
    ("hagal_design", "u8", HAGALS, "design of each of its cards"),
    ("rival_signet", "u16", LEADERS, "program of the signet ability of a rival, 0 for none"),
    ("rival_reward", "u16", (CONFLICTS, 2), "programs of the rewards of rivals"),
    ("rival_leaders", f"u{LEADER_BITS}", "leaders that rivals may have, one bit each"),
    ("rival_mode", "u8", "LEADERS_*: how rivals come to their leaders"),
    ("maker_base", "u8", 4, "base spice of each maker space"),
    ("humans", "u8", "seats that people play: those from there on are rivals"),
    ("seated", "u8", "players and House Hagal, who is no player in the game for two"),
    ("rival_garrison", "u8", "troops in the garrison of each rival at the start"),
    ("rival_intrigue", "u8", "intrigue cards of each rival at the start"),
    ("rival_water", "u8", "water of each rival at the start"),
    ("rival_agents", "u8", "agents of each rival at the start"),
    ("third_agents", "u8", "round in which the third agents of rivals come, 0 for never"),
    ("expert_lead", "u8", "strength ahead at which a rival deploys nothing more, 0 for never"),
    ("expert_level", "u8", "level of conflicts from which on that does not hold"),
    ("signet_deploys", "u8", "1 if troops of a signet may be deployed like those of the card"),
    ("market_design", "u8", "design of which each rival counts as having copies"),
    ("market_copies", "u8", "how many"),
    ("spent_spice", "u8", "spice a rival spends for a point"),
    ("spent_solari", "u8", "solari"),
    ("spent_water", "u8", "water"),
    ("spent_intrigue", "u8", "intrigue cards"),
) if RIVALS != 0 else ()

RIVAL_STATE: tuple[Any, ...] = (
    ("hagal", Set(HAGALS), "House Hagal cards that were not turned over since they were shuffled, unordered"),
    ("hagal_card", "u8", "House Hagal card + 1 that was turned over last"),
    ("owed", "u8", "1 while House Hagal has a turn to take before the next player"),
) if RIVALS != 0 else ()
