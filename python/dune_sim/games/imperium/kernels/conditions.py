"""Conditions of effects, of branches and of intrigue cards."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.bloodlines.units import troops_fighting, units_home
from dune_sim.games.imperium.kernels.influence import is_behind
from dune_sim.games.imperium.kernels.layout import Play, State, Tables
from dune_sim.games.imperium.kernels.market import aside_cost, within
from dune_sim.games.imperium.kernels.opcodes import (
    ALTERNATIVE,
    ANY_FACTION,
    SEAT_COUNCIL,
    TRASH_DISCARD,
    TRASH_HAND,
    TRASH_IN_PLAY,
    TURN_REVEAL,
)
from dune_sim.games.imperium.kernels.seats import is_rival, seats_of
from dune_sim.games.imperium.kernels.sizes import BLOODLINES, FACTIONS, INTRIGUES, RIVALS
from dune_sim.games.imperium.kernels.zones import (
    count_in_play,
    count_owned,
    deck_empty,
    discard_of,
    hand_empty,
    in_play_slot,
    play_of,
)
from dune_sim.kernel.layout import Op
from dune_sim.lang.intrinsics import Set, empty, nothing, only


def all_hold(t: Tables, g: State, who: int, pc: int, n: int) -> bool:
    """Whether the ``n`` conditions at ``pc`` are all true, or those of one alternative."""
    good = True
    for k in range(n):
        one = t.code[pc + k]
        if one.code == ALTERNATIVE:
            if good:
                return True
            good = True
        elif good:
            good = holds(t, g, who, one)  # noqa: F821  (written by the linker)
    return good


def if_resources(g: State, who: int, op: Op) -> bool:
    pl = g.players[who]
    return pl.spice >= op.a and pl.solari >= op.b and pl.water >= op.c


def if_influence(g: State, who: int, op: Op) -> bool:
    return g.players[who].influence[op.a] >= op.b


def if_any_influence(g: State, who: int, op: Op) -> bool:
    """A step that does not exist cannot be lost (IMP-INFL-17)."""
    if op.a < ANY_FACTION:
        return g.players[who].influence[op.a] >= op.b
    return tracks_at(g, who, op.b) > 0


def if_tracks(g: State, who: int, op: Op) -> bool:
    return tracks_at(g, who, op.a) >= op.b


def tracks_at(g: State, p: int, level: int) -> int:
    """IMP-FAQ-41."""
    n = 0
    for faction in range(FACTIONS):
        if g.players[p].influence[faction] >= level:
            n += 1
    return n


def if_behind(t: Tables, g: State, who: int) -> bool:
    for faction in range(FACTIONS):
        if is_behind(t, g, who, faction):
            return True
    return False


def if_alliance(g: State, who: int, op: Op) -> bool:
    """The token of a faction, or any token (IMP-AGENT-26)."""
    if op.a < ANY_FACTION:
        return g.alliance[op.a] == who + 1
    for faction in range(FACTIONS):
        if g.alliance[faction] == who + 1:
            return True
    return False


def if_in_play(t: Tables, g: State, who: int, op: Op) -> bool:
    """Cards of a faction in play; the card of this agent turn does not count for itself (IMP-AGENT-27)."""
    n = count_in_play(t, g, who, op.a)
    if op.c == 1 and g.card != 0:
        slot = g.card - 1
        if in_play_slot(g, who, slot) and slot in t.faction_cards[op.a]:
            n -= 1
    return n >= op.b


def if_card_in_play(g: State, who: int) -> bool:
    return g.card != 0 and in_play_slot(g, who, g.card - 1)


def if_turn(g: State, op: Op) -> bool:
    return (g.turn & TURN_REVEAL != 0) == (op.a == 1)


def if_conflict_troops(g: State, who: int, op: Op) -> bool:
    if BLOODLINES != 0:
        return troops_fighting(g, who) >= op.a
    return g.players[who].conflict >= op.a


def if_garrison_troops(g: State, who: int, op: Op) -> bool:
    if BLOODLINES != 0:
        return units_home(g, who) >= op.a
    return g.players[who].garrison >= op.a


def if_enemy_in_conflict(t: Tables, g: State, who: int) -> bool:
    """IMP-FAQ-14."""
    for p in range(seats_of(t)):
        if p != who and (g.players[p].conflict > 0 if BLOODLINES == 0 else troops_fighting(g, p) > 0):
            return True
    return False


def if_won(g: State, who: int) -> bool:
    return g.won == who + 1


def if_council(g: State, who: int) -> bool:
    return g.players[who].flags & SEAT_COUNCIL != 0


def if_mentat_home(g: State) -> bool:
    return g.mentat == 0


def if_agent_out(g: State, who: int) -> bool:
    return g.players[who].board != 0


def if_agent_on(g: State, who: int, op: Op) -> bool:
    return (g.players[who].board >> op.a) & 1 == 1


def if_deck(g: State, who: int) -> bool:
    return not deck_empty(g, who)


def if_hand(g: State, who: int) -> bool:
    return not hand_empty(g, who)


def if_trashable(g: State, who: int, op: Op) -> bool:
    """Whether a trash symbol finds a card (IMP-DECK-05)."""
    if op.a & TRASH_HAND != 0 and not hand_empty(g, who):
        return True
    if op.a & TRASH_DISCARD != 0 and not empty(discard_of(g, who)):
        return True
    return op.a & TRASH_IN_PLAY != 0 and not empty(play_of(g, who))


def if_discarded(t: Tables, g: State, who: int, op: Op) -> bool:
    return not empty(discard_of(g, who) & t.faction_cards[op.a])


def if_owned(t: Tables, g: State, who: int, op: Op) -> bool:
    return count_owned(t, g, who, op.a) >= op.b


def if_most(t: Tables, g: State, who: int, op: Op) -> bool:
    """More copies than each single opponent (IMP-FAQ-13); rivals count as having some (HAG-SOLO-26)."""
    own = count_owned(t, g, who, op.a)
    for p in range(t.players):
        if RIVALS != 0 and is_rival(t, p):
            if op.a == t.market_design and t.market_copies >= own:
                return False
        elif p != who and count_owned(t, g, p, op.a) >= own:
            return False
    return True


def if_acquirable(t: Tables, g: State, who: int, op: Op) -> bool:
    """Whether a free acquire finds a card."""
    return not empty(within(t, g, op.a)) or aside_cost(t, g, who) <= op.a


def playable_cards(t: Tables, g: State, p: int, cards: Set[INTRIGUES], plays: Play[:]) -> Set[INTRIGUES]:
    """One copy of each design among ``cards`` all conditions and costs of whose side in ``plays`` are met.

    IMP-FAQ-28, 39.
    """
    good: Set[INTRIGUES] = nothing()
    last = -1
    for card in cards:
        d = t.intrigue_design[card]
        if d != last and all_hold(t, g, p, plays[d].guard, plays[d].guards):
            good |= only(card)
        last = d
    return good
