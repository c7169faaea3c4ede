"""What an instruction changed for the seats: the hooks of recorded games (kernel/players/recorded.py)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.combat import place_of, rank_of
from dune_sim.games.imperium.kernels.layout import State, Tables
from dune_sim.games.imperium.kernels.opcodes import (
    IF_RESOURCES,
    OP_CHOOSE,
    OP_COUNT,
    OP_END,
    OP_FLAG,
    OP_JUMP,
    OP_OFFER,
    OP_PICK,
    OP_REWARDS,
    OP_TEST,
    OP_TURN,
    OP_WHILE,
    SEAT_COUNCIL,
    SEAT_SWORDMASTER,
)
from dune_sim.games.imperium.kernels.players.layout import Tally
from dune_sim.games.imperium.kernels.record.cards import note_available, note_cards, note_intrigue
from dune_sim.games.imperium.kernels.record.columns import (
    CARD_DRAWN,
    CARDS,
    COL_ACQUIRED,
    COL_ALLIANCES,
    COL_CONFLICTS_WON,
    COL_COUNCIL,
    COL_FOUGHT,
    COL_FROM_OTHER,
    COL_INFLUENCE,
    COL_INTRIGUE_DRAWN,
    COL_LEADER,
    COL_OPENING,
    COL_ORDER,
    COL_PLAYED,
    COL_POINTS,
    COL_RANK,
    COL_SECOND,
    COL_SWORDMASTER,
    COL_TRACKS,
    COL_WINNERS,
    COL_WON,
    ROUND_CARDS,
    ROUND_CONFLICT,
    ROUND_ENDED,
    ROUND_INFLUENCE,
    ROUND_PLACE,
    ROUND_POINTS,
    ROUND_STRENGTH,
    ROUND_TROOPS,
    ROUNDS,
    ROUNDS_PLAYED,
)
from dune_sim.games.imperium.kernels.record.counts import count, seat_count, seat_value, set_count, set_seat
from dune_sim.games.imperium.kernels.record.gains import (
    note_points,
    note_resources,
    note_sent,
    note_troops,
    points_told,
)
from dune_sim.games.imperium.kernels.sizes import DESIGNS, FACTIONS, SEATS
from dune_sim.games.imperium.kernels.troops import strength
from dune_sim.lang.intrinsics import popcount, u64


def quiet(code: int) -> bool:
    """The flow of programs and questions within them."""
    if code == OP_OFFER or code == OP_TEST or code == OP_JUMP or code == OP_CHOOSE or code == OP_PICK:
        return True
    return code == OP_END or code == OP_WHILE or code == OP_COUNT or code == OP_FLAG or code >= IF_RESOURCES


def note_start(t: Tables, g: State, y: Tally) -> None:
    """Intrigue cards of the start were drawn; nobody has been anywhere."""
    for p in range(SEATS):
        set_seat(y, p, COL_OPENING, -1)
        set_seat(y, p, COL_SECOND, -1)
        for card in g.intrigue[p]:
            count(y, p, CARDS + DESIGNS + t.intrigue_design[card], CARD_DRAWN, 1)
            seat_count(y, p, COL_INTRIGUE_DRAWN, 1)


def note_change(t: Tables, g: State, b: State, y: Tally, at: int, who: int, action: int) -> None:
    """Everything that may have changed; of what happens seldom only whether it did."""
    code = t.code[at].code
    note_cards(t, g, b, y, code)
    note_intrigue(t, g, b, y)
    note_sent(t, g, b, y, who, action)
    note_resources(t, g, b, y, who, action)
    note_troops(t, g, b, y)
    for p in range(t.players):
        if g.players[p].scored != b.players[p].scored:
            note_points(t, g, b, y, p, at)
    note_marks(t, g, b, y)
    if code == OP_REWARDS and g.conflict != 0 and b.stack.frames[0].c == 0:
        note_conflict(t, b, y)
    if b.stack.depth == 1 and code != OP_TURN and g.stack.depth == 1 and t.code[g.stack.frames[0].pc].code == OP_TURN:
        note_available(t, g, y, g.player)
    if g.reason != b.reason:
        note_round_end(t, g, y)
    elif g.round != b.round:
        note_round_end(t, b, y)


def note_marks(t: Tables, g: State, b: State, y: Tally) -> None:
    """Seats in the High Council and Swordmasters."""
    for p in range(t.players):
        fresh = g.players[p].flags & ~b.players[p].flags
        if fresh & SEAT_COUNCIL != 0:
            set_seat(y, p, COL_COUNCIL, g.round)
        if fresh & SEAT_SWORDMASTER != 0:
            set_seat(y, p, COL_SWORDMASTER, g.round)


def round_word(n: int) -> int:
    return ROUNDS_PLAYED + min(ROUNDS, n) - 1


def note_conflict(t: Tables, b: State, y: Tally) -> None:
    """A conflict is about to be resolved: who is in it, and who takes what."""
    for p in range(t.players):
        pl = b.players[p]
        place = place_of(t, b, p)
        set_count(y, p, round_word(b.round), ROUND_TROOPS, pl.conflict)
        set_count(y, p, round_word(b.round), ROUND_STRENGTH, strength(t, b, p))
        set_count(y, p, round_word(b.round), ROUND_PLACE, place)
        seat_count(y, p, COL_FOUGHT, min(1, pl.conflict))
        seat_count(y, p, COL_CONFLICTS_WON, int(place == 1))


def note_round_end(t: Tables, g: State, y: Tally) -> None:
    """How everybody stands as a round ends; of the last one before endgame cards."""
    if g.round == 0:
        return
    for p in range(t.players):
        pl = g.players[p]
        word = round_word(g.round)
        influence = 0
        for faction in range(FACTIONS):
            influence += pl.influence[faction]
        set_count(y, p, word, ROUND_ENDED, 1)
        set_count(y, p, word, ROUND_CONFLICT, g.conflict - 1)
        set_count(y, p, word, ROUND_POINTS, pl.vp)
        set_count(y, p, word, ROUND_CARDS, pl.acquired)
        set_count(y, p, word, ROUND_INFLUENCE, influence)


def note_end(t: Tables, g: State, y: Tally) -> None:
    """What the position at the end tells."""
    first = (g.first + t.players * g.round - (g.round - 1)) % t.players
    for p in range(t.players):
        pl = g.players[p]
        set_seat(y, p, COL_WON, (g.winners >> p) & 1)
        set_seat(y, p, COL_WINNERS, popcount(u64(g.winners)))
        set_seat(y, p, COL_RANK, rank_of(t, g, p))
        set_seat(y, p, COL_ORDER, 1 + (p - first + t.players) % t.players)
        set_seat(y, p, COL_LEADER, pl.leader)
        set_seat(y, p, COL_POINTS, pl.vp)
        set_seat(y, p, COL_ACQUIRED, pl.acquired)
        set_seat(y, p, COL_PLAYED, pl.played)
        for faction in range(FACTIONS):
            track = t.track[faction]
            set_seat(y, p, COL_INFLUENCE + faction, pl.influence[faction])
            seat_count(y, p, COL_TRACKS, track.vp if pl.influence[faction] >= track.vp_level else 0)
            seat_count(y, p, COL_ALLIANCES, track.alliance_vp if g.alliance[faction] == p + 1 else 0)
        told = points_told(y, p)
        set_seat(y, p, COL_FROM_OTHER, seat_value(y, p, COL_POINTS) - told)
