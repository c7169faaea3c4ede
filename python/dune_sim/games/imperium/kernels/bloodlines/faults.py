"""Invariants of Bloodlines."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.layout import State, Tables
from dune_sim.games.imperium.kernels.sizes import INTRIGUES, SEATS, SKILLS, STACKS, TECHS
from dune_sim.lang.intrinsics import Set, empty, nothing, only, popcount, u64

FAULT_COMMANDERS = 40
FAULT_SKILLS = 41
FAULT_TILES = 42
FAULT_TWISTED = 43
FAULT_COURSE = 44
FAULT_TACTICS = 45


def commander_fault(t: Tables, g: State) -> int:
    """Every commander is on a space, in the bank or with one seat; none is ever lost for good (BLD-SETUP-01)."""
    n = popcount(u64(g.commanders)) + g.bank
    for p in range(SEATS):
        pl = g.players[p]
        n += pl.guards + pl.fighting + pl.resting
    whole = popcount(u64(t.commander_start)) + t.bank_start
    return 0 if n == whole and g.commanders & ~t.commander_start == 0 else FAULT_COMMANDERS


def skill_fault(t: Tables, g: State) -> int:
    """No more tiles of a skill than there are, and a full display as long as there is a stack."""
    shown = 0
    left = 0
    for d in range(SKILLS):
        shown += g.skills_shown[d]
        left += g.skill_stack[d]
        n = g.skills_shown[d] + g.skill_stack[d]
        for p in range(SEATS):
            n += (g.players[p].skills >> d) & 1
        if n > t.skill_tiles[d]:
            return FAULT_SKILLS
    return FAULT_SKILLS if shown > t.skills_shown or (shown < t.skills_shown and left > 0) else 0


def tile_fault(t: Tables, g: State) -> int:
    """Every tile in one place; as many face down as the stacks have."""
    found = g.tech_deck
    n = popcount(found)
    down = n
    left = 0
    owned: Set[TECHS] = nothing()
    for k in range(STACKS):
        left += g.tech_left[k]
        if g.tech_top[k] != 0:
            found |= only(g.tech_top[k] - 1)
            n += 1
        if g.tech_bottom[k] != 0:
            found |= only(g.tech_bottom[k] - 1)
            n += 1
            down += 1
    if g.secret_tile != 0:
        found |= only(g.secret_tile - 1)
        n += 1
    for p in range(SEATS):
        n += popcount(g.players[p].tiles)
        found |= g.players[p].tiles
        owned |= g.players[p].tiles
    wrong = popcount(found) != n or not empty(found - t.tiles) or left != down or not empty(g.turned - owned)
    return FAULT_TILES if wrong else 0


def twisted_fault(t: Tables, g: State) -> int:
    """Twisted cards lie in their deck, in one hand or nowhere; what left the game is in neither."""
    held: Set[INTRIGUES] = nothing()
    for p in range(SEATS):
        held |= g.intrigue[p]
    if not empty(g.twisted_deck - t.twisted) or not empty(g.twisted_deck & held):
        return FAULT_TWISTED
    if not empty(g.trashed_intrigue & (held | g.intrigue_deck | g.twisted_deck)):
        return FAULT_TWISTED
    return FAULT_TWISTED if not empty(g.intrigue_deck & t.twisted) else 0


def course_fault(t: Tables, g: State) -> int:
    """Navigation cards are different cards of the game, laid down from the first place on."""
    seen = g.courses
    for k in range(len(g.course)):
        if g.course[k] != 0:
            card = g.course[k] - 1
            if (seen >> card) & 1 == 1 or (t.courses >> card) & 1 == 0:
                return FAULT_COURSE
            seen |= 1 << card
        elif g.sailed > k:
            return FAULT_COURSE
    return 0 if seen & ~t.courses == 0 else FAULT_COURSE


def module_fault(t: Tables, g: State) -> int:
    """Number of a broken invariant of Bloodlines, 0 if all is well."""
    if t.bloodlines == 0:
        return 0
    wrong = max(max(commander_fault(t, g), skill_fault(t, g)), max(twisted_fault(t, g), course_fault(t, g)))
    if wrong == 0 and t.tech == 1:
        wrong = tile_fault(t, g)
    if wrong == 0 and g.tactics > t.tactics_end:
        wrong = FAULT_TACTICS
    return wrong
