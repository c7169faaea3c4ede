"""Two people who share a faction: which of them decides, and what is theirs (ARR-TEAM-04, 23, 26, 27, AMB-71)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.layout import ATREIDES, State, Tables
from dune_sim.games.arrakis.kernels.opcodes import PHASE_DESERT
from dune_sim.games.arrakis.kernels.teams.layout import ALLY
from dune_sim.lang.intrinsics import u64

FACES = 5


def member_of(t: Tables, g: State, who: int) -> int:
    """The board of who decides for a faction now.

    In its own turn that is who takes it, in the desert phase the Fremen, and the House at any other time.
    """
    if t.shared[who] == 0:
        return who
    if g.acting != 0 and (g.acting - 1) & 1 == who:
        return g.acting - 1
    if who == ATREIDES and g.phase == PHASE_DESERT:
        return who + ALLY
    return who


def partner_of(board: int) -> int:
    """The board of who shares the faction."""
    return board ^ ALLY


def deck_of_board(board: int) -> int:
    """The deck that its owner draws from: the first is that of the House (ARR-TEAM-11)."""
    return board >> 1


def held_on(t: Tables, g: State, board: int) -> u64:
    """Planning cards in the hand of one person of a shared faction (ARR-TEAM-11)."""
    return g.hand[board & 1] & t.deck_mask[deck_of_board(board)]


def own_cards(t: Tables, g: State, who: int, cards: u64) -> u64:
    """Those of a faction's cards that belong to who decides for it now (ARR-TEAM-32)."""
    if t.shared[who] == 0:
        return cards
    return cards & t.deck_mask[deck_of_board(member_of(t, g, who))]


def drawing_deck(t: Tables, g: State, who: int, named: int) -> int:
    """The deck that cards come from, plus 1: the one named, else the own one (ARR-TEAM-11, AMB-75); 0 for any."""
    if named != 0 or t.shared[who] == 0:
        return named
    return deck_of_board(member_of(t, g, who)) + 1


def dice_on(g: State, board: int) -> int:
    """Unused dice and tokens on one board."""
    many = 0
    for k in range(FACES):
        many += g.dice[board][k]
    return many


def card_leaders(t: Tables, g: State, who: int) -> int:
    """Leaders whose special action who decides may use: those with a card on the own board (ARR-TEAM-25)."""
    return t.board_leaders[member_of(t, g, who)]


def tank_of(t: Tables, leader: int) -> int:
    """The board whose tank a leader enters (AMB-76)."""
    return t.leader_board[leader]


def has_desert_power(t: Tables, g: State) -> bool:
    """Desert Power lies on the board of the Fremen (AMB-110)."""
    return t.shared[ATREIDES] == 0 or member_of(t, g, ATREIDES) == ATREIDES + ALLY
