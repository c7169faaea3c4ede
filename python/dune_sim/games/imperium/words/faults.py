"""What a broken invariant of Dune: Imperium means."""

from __future__ import annotations

from dune_sim.games.imperium.kernels import faults
from dune_sim.games.imperium.kernels.bloodlines import faults as blood
from dune_sim.games.imperium.kernels.hagal.faults import FAULT_RIVALS

SENTENCES = {
    faults.FAULT_CARD_TWICE: "a card belongs to two players",
    faults.FAULT_CARD_UNKNOWN: "a card is in the game that does not exist",
    faults.FAULT_STARTERS: "a starter card lies with another player",
    faults.FAULT_ROW: "the row must be full while the Imperium deck has cards, and hold Imperium cards only",
    faults.FAULT_ASIDE: "the card set aside is missing or there are two",
    faults.FAULT_TOPS: "a known top card is not in its deck",
    faults.FAULT_INTRIGUE_TWICE: "an intrigue card lies in two places",
    faults.FAULT_INTRIGUE_UNKNOWN: "an intrigue card is in the game that does not exist",
    faults.FAULT_LAID: "an intrigue card lies face up with nobody",
    faults.FAULT_TROOPS: "a player has too many or too few troops",
    faults.FAULT_AGENTS: "a player has too many or too few agents",
    faults.FAULT_POINTS: "a player's points do not add up from their sources",
    faults.FAULT_INFLUENCE: "an influence level lies above its track",
    faults.FAULT_ALLIANCE: "an alliance token does not lie with the highest player at its level",
    faults.FAULT_CONTROL: "a space is controlled by a seat that does not exist",
    faults.FAULT_POOL: "the items of the turn are out of order",
    faults.FAULT_LEADERS: "a leader does not exist or leads two players",
    faults.FAULT_CONFLICTS: "the conflicts seen do not fit the round",
    faults.FAULT_STACK: "winners and pending choices do not go together, or too many are pending",
    faults.FAULT_SEAT: "the first player or the player in turn does not exist",
    faults.FAULT_MENTAT: "the Mentat is with a seat that does not exist",
    faults.FAULT_TOKENS: "two factions are laid down in secret, or none",
    faults.FAULT_LOST: "an intrigue card was stolen that does not exist",
    faults.FAULT_RESERVE: "a reserve card that nobody owns must lie on its pile",
    faults.FAULT_STOCK: "a player has paid more than was in stock",
    faults.FAULT_ABSENT: "a seat without a player has cards or pieces",
    faults.FAULT_SEEN: "a card that everybody knows is in no hand",
    blood.FAULT_COMMANDERS: "a commander is missing, or there is one too many",
    blood.FAULT_SKILLS: "skills lie in two places, or the display is not full",
    blood.FAULT_TILES: "tech tiles lie in two places, or a stack has not as many as it should",
    blood.FAULT_TWISTED: "a twisted or trashed intrigue card lies where it cannot be",
    blood.FAULT_COURSE: "navigation cards lie in two places or leave a gap",
    blood.FAULT_TACTICS: "the tactics marker stands beyond its last field",
    FAULT_RIVALS: "a rival has cards, goods or a leader that it cannot have, or a House Hagal card does not exist",
    faults.FAULT_BOARD: "an agent stands on a space that does not exist, or such a space is closed",
}


def fault_sentence(number: int) -> str:
    """The meaning of an invariant's number."""
    return SENTENCES.get(number, f"invariant {number} is broken")
