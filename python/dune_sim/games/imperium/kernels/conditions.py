"""Conditions of effects, of branches and of intrigue cards."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.influence import is_behind
from dune_sim.games.imperium.kernels.layout import FACTIONS, WORDS, Play, State, Tables
from dune_sim.games.imperium.kernels.market import any_offer
from dune_sim.games.imperium.kernels.opcodes import (
    ANY_FACTION,
    IF_ACQUIRABLE,
    IF_AGENT_ON,
    IF_AGENT_OUT,
    IF_ALLIANCE,
    IF_ANY_INFLUENCE,
    IF_BEHIND,
    IF_CARD_IN_PLAY,
    IF_CONFLICT_TROOPS,
    IF_COUNCIL,
    IF_DECK,
    IF_DISCARDED,
    IF_ENEMY_IN_CONFLICT,
    IF_GARRISON_TROOPS,
    IF_HAND,
    IF_IN_PLAY,
    IF_INFLUENCE,
    IF_MENTAT_HOME,
    IF_MOST,
    IF_OR,
    IF_OWNED,
    IF_RESOURCES,
    IF_TRACKS,
    IF_TRASHABLE,
    IF_TURN,
    IF_UNSENT,
    IF_WON,
    SEAT_COUNCIL,
    TURN_REVEAL,
    TURN_SENT,
    ZONE_DISCARD,
    ZONE_HAND,
    ZONE_IN_PLAY,
)
from dune_sim.games.imperium.kernels.zones import (
    count_in_play,
    count_owned,
    deck_empty,
    discard_word,
    hand_empty,
    hand_word,
    in_play_slot,
    play_word,
    without_lowest,
)
from dune_sim.kernel.layout import Op
from dune_sim.lang.intrinsics import bit, lowest, u64


def holds(t: Tables, g: State, p: int, op: Op) -> bool:
    """Whether one condition is true for a player now."""
    code = op.code
    pl = g.players[p]
    if code == IF_RESOURCES:
        return pl.spice >= op.a and pl.solari >= op.b and pl.water >= op.c
    if code == IF_INFLUENCE:
        return pl.influence[op.a] >= op.b
    if code == IF_ALLIANCE:
        return has_alliance(g, p, op.a)
    if code == IF_IN_PLAY:
        return others_in_play(t, g, p, op) >= op.b
    if code == IF_UNSENT:
        return g.turn & (TURN_SENT | TURN_REVEAL) == 0
    if code == IF_CONFLICT_TROOPS:
        return pl.conflict >= op.a
    if code == IF_COUNCIL:
        return pl.flags & SEAT_COUNCIL != 0
    if code == IF_WON:
        return g.won == p + 1
    if code == IF_TURN:
        return (g.turn & TURN_REVEAL != 0) == (op.a == 1)
    if code == IF_ENEMY_IN_CONFLICT:
        return enemy_in_conflict(t, g, p)
    if code == IF_MENTAT_HOME:
        return g.mentat == 0
    if code == IF_DECK:
        return not deck_empty(g, p)
    if code == IF_AGENT_OUT:
        return pl.board != 0
    return holds_rarely(t, g, p, op)


def holds_rarely(t: Tables, g: State, p: int, op: Op) -> bool:
    code = op.code
    pl = g.players[p]
    if code == IF_ACQUIRABLE:
        return any_offer(t, g, p, op.a)
    if code == IF_AGENT_ON:
        return (pl.board >> op.a) & 1 == 1
    if code == IF_HAND:
        return not hand_empty(g, p)
    if code == IF_GARRISON_TROOPS:
        return pl.garrison >= op.a
    if code == IF_ANY_INFLUENCE:
        return can_lose_influence(g, p, op.a, op.b)
    if code == IF_CARD_IN_PLAY:
        return g.card != 0 and in_play_slot(g, p, g.card - 1)
    if code == IF_TRASHABLE:
        return trashable(g, p, op.a)
    if code == IF_DISCARDED:
        return has_discarded(t, g, p, op.a)
    if code == IF_OWNED:
        return count_owned(t, g, p, op.a) >= op.b
    if code == IF_MOST:
        return owns_most(t, g, p, op.a)
    if code == IF_TRACKS:
        return tracks_at(g, p, op.a) >= op.b
    if code == IF_BEHIND:
        return behind_anywhere(t, g, p)
    return False


def all_hold(t: Tables, g: State, p: int, pc: int, n: int) -> bool:
    """Whether the ``n`` conditions at ``pc`` are all true, or those of one alternative."""
    good = True
    for k in range(n):
        one = t.code[pc + k]
        if one.code == IF_OR:
            if good:
                return True
            good = True
        elif good:
            good = holds(t, g, p, one)
    return good


def has_alliance(g: State, p: int, f: int) -> bool:
    """The token of a faction, or any token (IMP-AGENT-26)."""
    if f < ANY_FACTION:
        return g.alliance[f] == p + 1
    for k in range(FACTIONS):
        if g.alliance[k] == p + 1:
            return True
    return False


def others_in_play(t: Tables, g: State, p: int, op: Op) -> int:
    """Cards of a faction in play; the card of this agent turn does not count for itself (IMP-AGENT-27)."""
    n = count_in_play(t, g, p, op.a)
    if op.c == 1 and g.card != 0:
        slot = g.card - 1
        if in_play_slot(g, p, slot) and t.faction_cards[op.a][slot >> 6] & bit(slot & 63) != 0:
            n -= 1
    return n


def enemy_in_conflict(t: Tables, g: State, p: int) -> bool:
    """IMP-FAQ-14."""
    for q in range(t.players):
        if q != p and g.players[q].conflict > 0:
            return True
    return False


def can_lose_influence(g: State, p: int, f: int, n: int) -> bool:
    """A step that does not exist cannot be lost (IMP-INFL-17)."""
    if f < ANY_FACTION:
        return g.players[p].influence[f] >= n
    for k in range(FACTIONS):
        if g.players[p].influence[k] >= n:
            return True
    return False


def trashable(g: State, p: int, zones: int) -> bool:
    """Whether a trash symbol finds a card (IMP-DECK-05)."""
    for w in range(WORDS):
        if zones & ZONE_HAND != 0 and hand_word(g, p, w) != 0:
            return True
        if zones & ZONE_DISCARD != 0 and discard_word(g, p, w) != 0:
            return True
        if zones & ZONE_IN_PLAY != 0 and play_word(g, p, w) != 0:
            return True
    return False


def has_discarded(t: Tables, g: State, p: int, f: int) -> bool:
    for w in range(WORDS):
        if discard_word(g, p, w) & t.faction_cards[f][w] != 0:
            return True
    return False


def owns_most(t: Tables, g: State, p: int, d: int) -> bool:
    """More copies than each single opponent (IMP-FAQ-13)."""
    own = count_owned(t, g, p, d)
    for q in range(t.players):
        if q != p and count_owned(t, g, q, d) >= own:
            return False
    return True


def tracks_at(g: State, p: int, level: int) -> int:
    """IMP-FAQ-41."""
    n = 0
    for f in range(FACTIONS):
        if g.players[p].influence[f] >= level:
            n += 1
    return n


def behind_anywhere(t: Tables, g: State, p: int) -> bool:
    for f in range(FACTIONS):
        if is_behind(t, g, p, f):
            return True
    return False


def playable(t: Tables, g: State, p: int, play: Play) -> bool:
    """All conditions and costs of an intrigue card (IMP-FAQ-28, 39)."""
    return all_hold(t, g, p, play.guard, play.guards)


def playable_cards(t: Tables, g: State, p: int, cards: u64, plays: "Play[:]") -> u64:
    """One copy of each design among ``cards`` whose side in ``plays`` can be played now."""
    x = cards
    good = u64(0)
    last = -1
    while x != 0:
        k = lowest(x)
        x = without_lowest(x)
        d = t.intrigue_design[k]
        if d != last and playable(t, g, p, plays[d]):
            good = good | bit(k)
        last = d
    return good
