"""What the records of the full edition hold for the Mahdi solo game; the lean edition has nothing of it."""

from __future__ import annotations

from typing import Any

from dune_sim.lang.editions import sized
from dune_sim.lang.records import Set

MAHDI = sized(lean=0, full=1)
TACTICS = 8
H_TOKENS = 12  # Harkonnen deployment tokens: 0 to 5 black, 6 to 11 silver
DIE_FACES = 5


def mahdi_tables(areas: int, sectors: int, leaders: int, hand: int) -> tuple[Any, ...]:
    """Fields of the content; nothing in the lean edition."""
    return (
        (
            ("mahdi_card_pc", "u16", hand, "program of each Harkonnen planning card in the solo game"),
            ("mahdi_special_pc", "u16", leaders, "program of each special action in the solo game, 0 for none"),
            ("mahdi_action_pc", "u16", DIE_FACES, "program of each Harkonnen action face in the solo game"),
            ("pc_mahdi_turn", "u16", "program of a Harkonnen turn in the solo game"),
            ("pc_mahdi_tokens", "u16", "program that turns up a Harkonnen token because the supply is empty"),
            ("pc_mahdi_target", "u16", "program that names a target sietch no card names"),
            ("deploy_first", "u16", "leaders deployed before any other"),
            ("solo", "u8", "1 if the Harkonnen play by themselves"),
            ("tactic_sectors", "u8", TACTICS, "sectors of each tactical card, one bit each"),
            ("tactic_sietch", "u8", TACTICS, "which sietch it names"),
            ("sector_beside", "u8", sectors, "sectors that share a border with each sector, one bit each"),
            ("sector_zones", "u8", sectors, "air zones connected to each sector, one bit each"),
            ("central_zones", "u8", "air zones between two central sectors"),
            ("ban_reinforce", "u8", "bans that spare the Atreides a card for the enemy, one bit for each marker"),
            ("apart", "u8", (areas, areas), "borders of any kind between two areas, whatever lies there"),
        )
        if MAHDI != 0
        else ()
    )


def mahdi_sets(areas: int) -> tuple[Any, ...]:
    """Wide fields of a game."""
    return (
        (
            ("h_tokens", Set(areas), "areas with face-down Harkonnen deployment tokens"),
            ("h_moved", Set(areas), "areas that Harkonnen legions moved to in this action"),
            ("pile_seen", "u64", "cards of the reinforcement pile that were seen"),
            ("scheme_aside", "u64", "the Hawat's Scheming that lies beside the map"),
        )
        if MAHDI != 0
        else ()
    )


MAHDI_STATE: tuple[Any, ...] = (
    (
        ("h_token_laid", "u16", H_TOKENS, "when each Harkonnen token on the map was laid"),
        ("h_token_seen", "u16", H_TOKENS, "when it was turned up last; 0 for never"),
        ("h_token_time", "u16", "how often Harkonnen tokens were laid or turned up"),
        ("h_token_at", "u8", H_TOKENS, "area of each Harkonnen token, or AT_SUPPLY"),
        ("used_faces", "u8", DIE_FACES, "used Harkonnen dice by what they show"),
        ("mahdi", "u8", "1 if the Harkonnen play by themselves"),
        ("unrolled", "u8", "Harkonnen dice that were not rolled yet"),
        ("blocked", "u8", "Harkonnen dice on the spice board"),
        ("tactics", "u8", "tactical cards in the deck, one bit each"),
        ("harvest_card", "u8", "tactical card that names the harvest sector, plus 1"),
        ("target_card", "u8", "tactical card that names the target sietch, plus 1"),
        ("last_deck", "u8", "deck of the last discarded Harkonnen card, plus 1"),
    )
    if MAHDI != 0
    else ()
)
