"""Invariants of the solo game."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.boards import on_map
from dune_sim.games.arrakis.kernels.layout import AREAS, HARKONNEN, State, Tables
from dune_sim.games.arrakis.kernels.mahdi.layout import DIE_FACES, H_TOKENS, TACTICS
from dune_sim.games.arrakis.kernels.opcodes import AT_SUPPLY

FAULT_H_TOKENS = 30  # a Harkonnen token at an impossible place, or seen where it cannot be
FAULT_PILE = 31  # a card of the pile was seen that is not there, or lies in two places
FAULT_TACTICS = 32  # a tactical card in two places, or no target
FAULT_USED_DICE = 33  # used Harkonnen dice do not add up


def h_tokens_fault(g: State) -> bool:
    """Tokens and their board agree; none was seen after it was laid."""
    for a in range(AREAS):
        there = False
        for k in range(H_TOKENS):
            there = there or g.h_token_at[k] == a
        if there != (a in g.h_tokens) or (there and a not in g.legions[HARKONNEN]):
            return True
    for k in range(H_TOKENS):
        if not on_map(g.h_token_at[k]) and g.h_token_at[k] != AT_SUPPLY:
            return True
        if on_map(g.h_token_at[k]) and g.h_token_seen[k] >= g.h_token_laid[k]:
            return True
    return False


def tactics_fault(t: Tables, g: State) -> bool:
    """Cards in use are out of the deck; a target stands."""
    if g.harvest_card > TACTICS or g.target_card > TACTICS:
        return True
    if g.harvest_card > 0 and (g.tactics >> (g.harvest_card - 1)) & 1 == 1:
        return True
    if g.target_card > 0 and not on_map(g.sietch_at[t.tactic_sietch[g.target_card - 1]]):
        return g.winner == 0
    return False


def used_dice_fault(t: Tables, g: State) -> bool:
    total = 0
    for k in range(DIE_FACES):
        total += g.used_faces[k]
    return total > t.dice[HARKONNEN] or g.unrolled + g.blocked > t.dice[HARKONNEN]


def mahdi_fault(t: Tables, g: State) -> int:
    """Number of a broken invariant of the solo game, 0 if all is well."""
    if h_tokens_fault(g):
        return FAULT_H_TOKENS
    if g.pile_seen & ~g.hand[HARKONNEN] != 0 or g.scheme_aside & (g.hand[HARKONNEN] | g.deck[HARKONNEN]) != 0:
        return FAULT_PILE
    if tactics_fault(t, g):
        return FAULT_TACTICS
    if used_dice_fault(t, g):
        return FAULT_USED_DICE
    return 0
