"""What a seat sees: the numbers that sight.py declares, and nothing that the seat may not know."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.agents import seat_after
from dune_sim.games.imperium.kernels.combat import place_of
from dune_sim.games.imperium.kernels.hagal.rewards import gives_influence, gives_intrigue, rival_reward
from dune_sim.games.imperium.kernels.intrigue import held_intrigue
from dune_sim.games.imperium.kernels.layout import State, Tables
from dune_sim.games.imperium.kernels.opcodes import (
    OP_CONTROL,
    OP_END,
    OP_FINALE,
    OP_FINISH,
    OP_GAIN,
    OP_INFLUENCE,
    OP_INFLUENCE_ANY,
    OP_INTRIGUE,
    OP_JUMP,
    OP_PICK,
    OP_RECALL_PHASE,
    OP_REWARDS,
    OP_VICTOR,
    OP_VP,
    SEAT_COUNCIL,
    SEAT_REVEALED,
    SEAT_SWORDMASTER,
    TURN_REVEAL,
)
from dune_sim.games.imperium.kernels.players.layout import Sight
from dune_sim.games.imperium.kernels.players.sight import (
    CERTAIN,
    CONTENDER,
    COUNCIL_FUND,
    F_AGENTS,
    F_ALLIANCES,
    F_BELOW,
    F_BONUS,
    F_CARDS,
    F_COMING,
    F_CONFLICT,
    F_CONTENDER,
    F_CONTROL,
    F_COUNCIL,
    F_COUNCIL_FUND,
    F_DECK_PERSUASION,
    F_DECK_SWORDS,
    F_FIRST_WATER,
    F_GARRISON,
    F_HAND,
    F_HELD,
    F_INFLUENCE,
    F_INTRIGUE,
    F_INTRIGUES,
    F_LEADER,
    F_LEFT,
    F_LINE,
    F_MARGIN,
    F_MENTAT,
    F_ORDER,
    F_OWNED,
    F_PERSUASION,
    F_PLACE,
    F_PRIZE_CHOICE,
    F_PRIZE_CONTROL,
    F_PRIZE_INFLUENCE,
    F_PRIZE_INTRIGUE,
    F_PRIZE_SOLARI,
    F_PRIZE_SPICE,
    F_PRIZE_VP,
    F_PRIZE_WATER,
    F_REVEALED,
    F_REVEALING,
    F_ROUND,
    F_ROW,
    F_SAFE,
    F_SOLARI,
    F_SPICE,
    F_STRENGTH,
    F_STRETCH,
    F_SWORD_FUND,
    F_SWORDMASTER,
    F_SWORDS,
    F_THREAT,
    F_TROOPS,
    F_TURN,
    F_VP,
    F_WATER,
    FAR,
    FINE,
    FRIEND,
    HAND,
    STRETCH,
    STRIDE,
    SWORDMASTER_FUND,
)
from dune_sim.games.imperium.kernels.seats import is_rival, plays_on, seats_of
from dune_sim.games.imperium.kernels.sizes import FACTIONS, RIVALS
from dune_sim.games.imperium.kernels.troops import strength
from dune_sim.games.imperium.kernels.zones import hand_of, row_of
from dune_sim.lang.intrinsics import popcount, u64


def features(t: Tables, g: State, seat: int, s: Sight) -> None:
    """Everything the seat sees, the numbers of its own seat before those of the others; House Hagal comes last."""
    for k in range(len(s.x)):
        s.x[k] = 0
    see_table(t, g, seat, s)
    see_own(t, g, seat, s)
    for k in range(t.players):
        p = seat_after(t, seat, k)
        at = STRIDE * k
        see_seat(t, g, p, s, at)
        see_beside(t, g, p, s, at)
        see_cards(t, g, p, s, at)
        for slot in g.own[p]:
            s.x[at + F_OWNED + t.design[slot]] += 1
        s.x[at + F_LEADER + g.players[p].leader] = 1
    for p in range(t.players, seats_of(t)):
        see_seat(t, g, p, s, STRIDE * p)
        see_beside(t, g, p, s, STRIDE * p)


def see_table(t: Tables, g: State, seat: int, s: Sight) -> None:
    """What belongs to nobody."""
    s.x[F_ROUND] = g.round
    s.x[F_LEFT] = popcount(u64(g.conflicts))
    s.x[F_TURN] = g.player - seat if g.player >= seat else g.player - seat + t.players
    s.x[F_REVEALING] = 1 if g.turn & TURN_REVEAL != 0 else 0
    s.x[F_PERSUASION] = min(50, g.persuasion)
    for k in range(t.makers):
        s.x[F_BONUS + k] = min(30, g.bonus[k])
    if g.conflict != 0:
        s.x[F_CONFLICT + g.conflict - 1] = 1
    for slot in row_of(t, g):
        s.x[F_ROW + t.design[slot]] += 1


def see_own(t: Tables, g: State, p: int, s: Sight) -> None:
    """What only the seat itself knows: its hand and its intrigue cards."""
    for slot in hand_of(g, p):
        s.x[F_HELD + t.design[slot]] += 1
    for card in held_intrigue(g, p):
        s.x[F_INTRIGUE + t.intrigue_design[card]] += 1
    see_coming(t, g, p, s)


def see_coming(t: Tables, g: State, p: int, s: Sight) -> None:
    """What the hand brings if it is revealed as it is."""
    pl = g.players[p]
    s.x[F_COMING] = 0
    s.x[F_SWORDS] = 0
    if pl.flags & SEAT_REVEALED != 0:
        return
    persuasion = t.council_persuasion if pl.flags & SEAT_COUNCIL != 0 else 0
    swords = 0
    for slot in hand_of(g, p):
        box = t.reveal[t.design[slot]]
        persuasion += box.persuasion
        swords += box.swords
    s.x[F_COMING] = min(60, persuasion)
    s.x[F_SWORDS] = min(40, swords) if pl.conflict != 0 else 0


def see_seat(t: Tables, g: State, p: int, s: Sight, at: int) -> None:
    """What a seat has, cards excepted; every one of these numbers is written."""
    pl = g.players[p]
    s.x[at + F_VP] = pl.vp
    s.x[at + F_STRETCH] = max(0, pl.vp + STRETCH - t.end_vp)
    s.x[at + F_LINE] = 1 if pl.vp >= t.end_vp else 0
    see_goods(t, g, p, s, at)
    see_tracks(t, g, p, s, at)
    s.x[at + F_GARRISON] = pl.garrison
    s.x[at + F_TROOPS] = pl.conflict
    s.x[at + F_STRENGTH] = min(99, strength(t, g, p))
    revealed = pl.flags & SEAT_REVEALED != 0 if RIVALS == 0 else not plays_on(t, g, p)
    s.x[at + F_AGENTS] = 0 if revealed else pl.agents
    s.x[at + F_REVEALED] = 1 if revealed else 0
    s.x[at + F_HAND] = popcount(hand_of(g, p))
    s.x[at + F_INTRIGUES] = popcount(held_intrigue(g, p))
    s.x[at + F_MENTAT] = 1 if g.mentat_next == p + 1 else 0
    for k in range(4):
        s.x[at + F_CONTROL + k] = 1 if g.control[k] == p + 1 else 0
    s.x[at + F_ORDER] = p - g.first if p >= g.first else p - g.first + t.players


def see_goods(t: Tables, g: State, p: int, s: Sight, at: int) -> None:
    """Resources, and what they may buy once; a rival buys nothing."""
    pl = g.players[p]
    s.x[at + F_SPICE] = min(30, pl.spice)
    s.x[at + F_SOLARI] = min(40, pl.solari)
    s.x[at + F_WATER] = min(30, pl.water)
    s.x[at + F_FIRST_WATER] = min(1, pl.water)
    buys = RIVALS == 0 or not is_rival(t, p)
    seated = pl.flags & SEAT_COUNCIL != 0
    s.x[at + F_COUNCIL] = 1 if seated else 0
    s.x[at + F_COUNCIL_FUND] = min(COUNCIL_FUND, pl.solari) if buys and not seated else 0
    served = pl.flags & SEAT_SWORDMASTER != 0
    s.x[at + F_SWORDMASTER] = 1 if served else 0
    s.x[at + F_SWORD_FUND] = min(SWORDMASTER_FUND, pl.solari) if buys and not served else 0


def see_tracks(t: Tables, g: State, p: int, s: Sight, at: int) -> None:
    """Influence and alliance tokens."""
    below = 0
    contender = 0
    alliances = 0
    for k in range(FACTIONS):
        level = g.players[p].influence[k]
        s.x[at + F_INFLUENCE + k] = level
        below += 1 if level == FRIEND - 1 else 0
        contender += 1 if level == CONTENDER and g.alliance[k] == 0 else 0
        alliances += 1 if g.alliance[k] == p + 1 else 0
    s.x[at + F_BELOW] = below
    s.x[at + F_CONTENDER] = contender
    s.x[at + F_ALLIANCES] = alliances


def see_beside(t: Tables, g: State, p: int, s: Sight, at: int) -> None:
    """How a seat stands beside the others: who may lose an alliance token, who gets which reward."""
    safe = 0
    threat = 0
    for k in range(FACTIONS):
        holder = g.alliance[k]
        if holder == p + 1:
            safe += 1 if g.players[p].influence[k] >= best_other(t, g, p, k) + 2 else 0
        elif holder != 0:
            threat += 1 if g.players[p].influence[k] == g.players[holder - 1].influence[k] else 0
    s.x[at + F_SAFE] = safe
    s.x[at + F_THREAT] = threat
    for k in range(at + F_MARGIN, at + F_PRIZE_INTRIGUE + 1):
        s.x[k] = 0
    if g.players[p].conflict != 0:
        see_fight(t, g, p, s, at)


def best_other(t: Tables, g: State, p: int, faction: int) -> int:
    """The highest level of the other seats on a track."""
    best = 0
    for other in range(seats_of(t)):
        if other != p:
            best = max(best, g.players[other].influence[faction])
    return best


def see_fight(t: Tables, g: State, p: int, s: Sight, at: int) -> None:
    """The place of a seat with troops in the conflict, and its reward."""
    best = 0
    sure = CERTAIN
    for other in range(seats_of(t)):
        if other != p:
            best = max(best, strength(t, g, other))
            waits = g.players[other].flags & SEAT_REVEALED == 0 if RIVALS == 0 else plays_on(t, g, other)
            sure -= 1 if waits else 0
    s.x[at + F_MARGIN] = max(-FAR, min(FAR, min(99, strength(t, g, p)) - best))
    place = prize_place(t, g, p)
    if place != 0:
        s.x[at + F_PLACE] = max(1, sure)
        pc = t.reward[g.conflict - 1][place - 1]
        if RIVALS != 0 and is_rival(t, p):
            pc = rival_reward(t, g, place)
        see_prize(t, g, s, at, pc, max(1, sure))


def prize_place(t: Tables, g: State, p: int) -> int:
    """The place of a seat whose reward is still to come, 0 for none: what was paid out counts as what it brought."""
    if g.conflict == 0 or g.stack.depth == 0:
        return 0
    game = g.stack.frames[0]
    at = t.code[game.pc].code
    if at == OP_REWARDS and game.c != 0:
        return (game.b >> (2 * p)) & 3
    if at == OP_VICTOR or at == OP_RECALL_PHASE or at == OP_FINALE or at == OP_FINISH:
        return 0
    place = place_of(t, g, p)
    if RIVALS != 0 and is_rival(t, p) and (p >= t.players or place == 3):
        return 0
    return place


def see_prize(t: Tables, g: State, s: Sight, at: int, pc: int, sure: int) -> None:
    """The plain parts of a reward, counted as often as they are sure."""
    k = pc
    while t.code[k].code != OP_END and t.code[k].code != OP_JUMP:
        op = t.code[k]
        if op.code == OP_VP:
            s.x[at + F_PRIZE_VP] += sure * op.a
        elif op.code == OP_GAIN:
            s.x[at + F_PRIZE_SPICE] += sure * op.a
            s.x[at + F_PRIZE_SOLARI] += sure * op.b
            s.x[at + F_PRIZE_WATER] += sure * op.c
        elif op.code == OP_INFLUENCE:
            s.x[at + F_PRIZE_INFLUENCE] += sure * op.b
        elif op.code == OP_INFLUENCE_ANY or (RIVALS != 0 and gives_influence(op)):
            s.x[at + F_PRIZE_INFLUENCE] += sure * op.a
        elif op.code == OP_INTRIGUE or (RIVALS != 0 and gives_intrigue(op)):
            s.x[at + F_PRIZE_INTRIGUE] += sure * op.a
        elif op.code == OP_CONTROL:
            s.x[at + F_PRIZE_CONTROL] += sure
        elif op.code == OP_PICK:
            s.x[at + F_PRIZE_CHOICE] += sure
        k += 1


def see_cards(t: Tables, g: State, p: int, s: Sight, at: int) -> None:
    """How good a mean hand of the owned cards is."""
    persuasion = 0
    swords = 0
    for slot in g.own[p]:
        box = t.reveal[t.design[slot]]
        persuasion += box.persuasion
        swords += box.swords
    n = popcount(g.own[p])
    s.x[at + F_CARDS] = n
    s.x[at + F_DECK_PERSUASION] = min(200, persuasion * HAND * FINE // max(1, n))
    s.x[at + F_DECK_SWORDS] = min(200, swords * HAND * FINE // max(1, n))
