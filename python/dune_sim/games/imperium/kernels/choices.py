"""The answers to effects that wait, in rising order."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import (
    ACT_ACCEPT,
    ACT_ASIDE,
    ACT_BRANCH,
    ACT_BUY,
    ACT_COUNT,
    ACT_DISCARD,
    ACT_FACTION,
    ACT_HAND,
    ACT_IN_PLAY,
    ACT_INTRIGUE,
    ACT_PASS,
    ACT_SEAT,
    ACT_SPACE,
)
from dune_sim.games.imperium.kernels.influence import is_behind
from dune_sim.games.imperium.kernels.layout import FACTIONS, WORDS, State, Tables
from dune_sim.games.imperium.kernels.market import aside_cost, keep_offers
from dune_sim.games.imperium.kernels.opcodes import (
    OP_ACQUIRE,
    OP_ALLIANCE,
    OP_BLOCK,
    OP_CHOOSE,
    OP_DEPLOY,
    OP_DISCARD,
    OP_INFLUENCE_ANY,
    OP_LOSE_INFLUENCE,
    OP_MANIPULATE,
    OP_ONE_OPPONENT,
    OP_PICK,
    OP_RECALL,
    OP_RETREAT,
    OP_SNOOP,
    OP_TAKE,
    OP_TOKENS,
    OP_TRASH,
    ZONE_DISCARD,
    ZONE_HAND,
    ZONE_IN_PLAY,
)
from dune_sim.games.imperium.kernels.waits import deployable, feasible, opponents_for, pickable
from dune_sim.games.imperium.kernels.zones import discard_word, hand_word, play_word, row_word, without_lowest
from dune_sim.kernel.layout import Frame, Op
from dune_sim.lang.intrinsics import lowest, u64


def list_bits(bits: int, base: int, out: "i64[:]", start: int) -> int:
    """``base`` plus the index of every set bit."""
    n = start
    x = u64(bits)
    while x != 0:
        out[n] = base + lowest(x)
        n += 1
        x = without_lowest(x)
    return n


def list_counts(most: int, out: "i64[:]", start: int) -> int:
    """Every number of troops from 0 to ``most``."""
    for k in range(most + 1):
        out[start + k] = ACT_COUNT + k
    return start + most + 1


def list_designs(t: Tables, word: u64, w: int, base: int, out: "i64[:]", start: int) -> int:
    """Designs of a word of slots, each once, after those already listed with the same base."""
    n = start
    last = out[start - 1] - base if start > 0 else -1
    x = word
    while x != 0:
        d = t.design[64 * w + lowest(x)]
        x = without_lowest(x)
        if d != last:
            out[n] = base + d
            n += 1
            last = d
    return n


def list_hand(t: Tables, g: State, p: int, out: "i64[:]", start: int) -> int:
    n = start
    for w in range(WORDS):
        n = list_designs(t, hand_word(g, p, w), w, ACT_HAND, out, n)
    return n


def list_discard(t: Tables, g: State, p: int, out: "i64[:]", start: int) -> int:
    n = start
    for w in range(WORDS):
        n = list_designs(t, discard_word(g, p, w), w, ACT_DISCARD, out, n)
    return n


def list_in_play(t: Tables, g: State, p: int, out: "i64[:]", start: int) -> int:
    n = start
    for w in range(WORDS):
        n = list_designs(t, play_word(g, p, w), w, ACT_IN_PLAY, out, n)
    return n


def list_taken(t: Tables, g: State, p: int, f: int, out: "i64[:]") -> int:
    """Discarded cards of a faction."""
    n = 0
    for w in range(WORDS):
        n = list_designs(t, discard_word(g, p, w) & t.faction_cards[f][w], w, ACT_DISCARD, out, n)
    return n


def list_trash(t: Tables, g: State, f: Frame, op: Op, out: "i64[:]") -> int:
    """Own cards of the zones a trash effect may take from."""
    n = 0
    if op.b != 0:
        out[0] = ACT_PASS
        n = 1
    if op.a & ZONE_HAND != 0:
        n = list_hand(t, g, f.who, out, n)
    if op.a & ZONE_DISCARD != 0:
        n = list_discard(t, g, f.who, out, n)
    if op.a & ZONE_IN_PLAY != 0:
        n = list_in_play(t, g, f.who, out, n)
    return n


def list_intrigue(t: Tables, cards: u64, out: "i64[:]", start: int) -> int:
    """Intrigue designs, one card of each being given."""
    n = start
    x = cards
    while x != 0:
        out[n] = ACT_INTRIGUE + t.intrigue_design[lowest(x)]
        n += 1
        x = without_lowest(x)
    return n


def list_factions(t: Tables, g: State, f: Frame, op: Op, out: "i64[:]") -> int:
    """Factions to gain or to lose influence with (IMP-INFL-10, 12, IMP-LEADER-03)."""
    n = 0
    for k in range(FACTIONS):
        good = True
        if op.code == OP_LOSE_INFLUENCE:
            good = g.players[f.who].influence[k] >= op.b
        elif op.code == OP_TOKENS:
            good = g.tokens >> k == 0 and (k < FACTIONS - 1 or g.tokens != 0)
        elif op.b == 1:
            good = is_behind(t, g, f.who, k)
        if good:
            out[n] = ACT_FACTION + k
            n += 1
    return n


def list_acquire(t: Tables, g: State, p: int, limit: int, out: "i64[:]") -> int:
    """Cards a free acquire may take; the set-aside one at its printed cost (IMP-FAQ-24)."""
    n = 0
    if aside_cost(t, g, p) <= limit:
        out[0] = ACT_ASIDE
        n = 1
    kept = keep_offers(t, g, limit, False, out, n)
    return n + kept


def list_row(t: Tables, g: State, out: "i64[:]") -> int:
    """Row cards only."""
    n = 0
    for w in range(WORDS):
        n = list_designs(t, row_word(t, g, w), w, ACT_BUY, out, n)
    return n


def effect_choices(t: Tables, g: State, f: Frame, op: Op, out: "i64[:]") -> int:
    """What the player of a waiting effect may answer."""
    code = op.code
    if code == OP_INFLUENCE_ANY or code == OP_LOSE_INFLUENCE or code == OP_TOKENS:
        return list_factions(t, g, f, op, out)
    if code == OP_TRASH:
        return list_trash(t, g, f, op, out)
    if code == OP_CHOOSE:
        return list_bits(feasible(t, g, f.who, f.pc + 1, op.a), ACT_BRANCH, out, 0)
    if code == OP_PICK:
        return list_bits(pickable(t, g, f, op), ACT_BRANCH, out, 0)
    if code == OP_DISCARD:
        return list_hand(t, g, f.who, out, 0)
    if code == OP_RETREAT:
        return list_counts(min(op.a, g.players[f.who].conflict), out, 0)
    if code == OP_DEPLOY:
        return list_counts(deployable(g, f, op), out, 0)
    if code == OP_ACQUIRE:
        return list_acquire(t, g, f.who, op.a, out)
    return rare_choices(t, g, f, op, out)


def rare_choices(t: Tables, g: State, f: Frame, op: Op, out: "i64[:]") -> int:
    code = op.code
    if code == OP_ONE_OPPONENT:
        return list_bits(opponents_for(t, g, f, op), ACT_SEAT, out, 0)
    if code == OP_ALLIANCE:
        return list_bits(f.b, ACT_SEAT, out, 0)
    if code == OP_TAKE:
        return list_taken(t, g, f.who, op.a, out)
    if code == OP_RECALL:
        return list_bits(g.players[f.who].board, ACT_SPACE, out, 0)
    if code == OP_BLOCK:
        return list_bits(t.all_spaces, ACT_SPACE, out, 0)
    if code == OP_MANIPULATE:
        return list_row(t, g, out)
    if code == OP_SNOOP:
        return list_bits(3, ACT_BRANCH, out, 0)
    out[0] = ACT_PASS
    out[1] = ACT_ACCEPT
    return 2
