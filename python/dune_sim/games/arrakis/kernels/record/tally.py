"""What an instruction changed for the factions: the hooks of recorded games (kernel/players/recorded.py)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.battle import OP_CASUALTIES, OP_NEXT_ROUND, OP_ROLL, WINNER_ATTACKER
from dune_sim.games.arrakis.kernels.card_opcodes import OP_IF, OP_PLAY
from dune_sim.games.arrakis.kernels.figures import side_of, units_in
from dune_sim.games.arrakis.kernels.layout import (
    AREAS,
    ATREIDES,
    HAND_CARDS,
    HARKONNEN,
    LEADERS,
    PRESCIENCE_CARDS,
    State,
    Tables,
)
from dune_sim.games.arrakis.kernels.opcodes import (
    AT_GONE,
    AT_OUT,
    AT_TANK,
    OP_ADVANCE,
    OP_AFTER_HITS,
    OP_AS_ANY_FACE,
    OP_BATTLE_CARDS,
    OP_BATTLE_CLOSE,
    OP_BATTLE_REVEAL,
    OP_CARD,
    OP_CHOOSE,
    OP_END,
    OP_HARVEST,
    OP_JUMP,
    OP_TURN,
    WINNER_UNFINISHED,
)
from dune_sim.games.arrakis.kernels.players.layout import Tally
from dune_sim.games.arrakis.kernels.record.columns import (
    CARD_ACQUIRED,
    CARD_AVAILABLE,
    CARD_DISCARDED,
    CARD_DRAWN,
    CARD_PLAYED,
    CARD_ROUND,
    CARD_SPENT,
    CARDS,
    CHIEF_ENTERED,
    CHIEF_GONE,
    CHIEF_LOST,
    CHIEF_ROUND,
    CHIEF_USED,
    CHIEFS,
    COL_ATTACKS,
    COL_ATTACKS_WON,
    COL_DESTROYED,
    COL_DISCARDED,
    COL_DRAWN,
    COL_DROPPED,
    COL_ENTERED,
    COL_FIRST_LOST,
    COL_MARKERS,
    COL_OBJECTIVE,
    COL_PLACED,
    COL_PLAYED,
    COL_SCORED,
    COL_SIDE,
    COL_SPENT,
    COL_SPICE,
    COL_SUPREMACY,
    COL_TANKED,
    COL_TOWNS_LOST,
    COL_UNITS_LOST,
    COL_USED,
    COL_WINNERS,
    COL_WON,
    FIELD_ATTACKS,
    FIELD_FALLEN,
    FIELD_LOST,
    FIELD_WON,
    FIELDS,
    ROUND_ATTACKS,
    ROUND_BEGUN,
    ROUND_DWELLERS,
    ROUND_HARVESTERS,
    ROUND_JIHAD,
    ROUND_MARKERS,
    ROUND_SPICE,
    ROUND_SUPREMACY,
    ROUNDS,
    ROUNDS_PLAYED,
    SIDES,
)
from dune_sim.games.arrakis.kernels.record.counts import (
    count,
    note_round,
    seat_count,
    seat_value,
    set_count,
    set_seat,
)
from dune_sim.lang.intrinsics import Set, lowest, popcount, u64


def quiet(code: int) -> bool:
    """The flow of programs, and of a battle until somebody falls."""
    if OP_ROLL <= code <= OP_NEXT_ROUND:
        return code != OP_CASUALTIES
    return code == OP_END or code == OP_JUMP or code == OP_CHOOSE or code == OP_IF


def note_start(t: Tables, g: State, y: Tally) -> None:
    """Leaders who are in play from the start; the Wild Maker counts as one of the Atreides."""
    for k in range(LEADERS):
        if g.leader_at[k] != AT_OUT:
            count(y, side_of(k), CHIEFS + k, CHIEF_ENTERED, 1)
            seat_count(y, side_of(k), COL_ENTERED, 1)


def note_change(t: Tables, g: State, b: State, y: Tally, at: int, who: int, action: int) -> None:
    """Everything that may have changed."""
    code = t.code[at].code
    if g.hand[0] != b.hand[0] or g.hand[1] != b.hand[1]:
        note_hands(t, g, b, y, code)
    if g.row != b.row or g.scored != b.scored:
        note_visions(g, b, y)
    note_leaders(g, b, y)
    if code == OP_TURN or code == OP_AS_ANY_FACE:
        note_specials(g, b, y)
    if g.harvesters != b.harvesters or code == OP_HARVEST:
        note_harvesters(g, b, y, code)
    if popcount(g.sietches) < popcount(b.sietches):  # a sietch may also move
        note_towns(g, y, ATREIDES, b.sietches - g.sietches)
    if g.settlements != b.settlements:
        note_towns(g, y, HARKONNEN, b.settlements - g.settlements)
    if code == OP_BATTLE_REVEAL:
        count(y, who, FIELDS + g.move.target, FIELD_ATTACKS, 1)
        count(y, who, round_word(g.round), ROUND_ATTACKS, 1)
        seat_count(y, who, COL_ATTACKS, 1)
    elif code == OP_BATTLE_CLOSE:
        note_losses(g, b, y, who, b.move.source, b.move.target)
        note_losses(g, b, y, 1 - who, b.move.target, b.move.target)
    elif code == OP_AFTER_HITS:
        area = b.stack.frames[b.stack.depth - 1].a
        note_losses(g, b, y, who, area, area)
    elif code == OP_ADVANCE and b.battle.winner == WINNER_ATTACKER and g.battle.winner != WINNER_ATTACKER:
        count(y, who, FIELDS + b.move.target, FIELD_WON, 1)
        seat_count(y, who, COL_ATTACKS_WON, 1)
    if g.round != b.round and b.round != 0:
        note_round_end(b, y)


def round_word(n: int) -> int:
    return ROUNDS_PLAYED + min(ROUNDS, n) - 1


def first_copy(t: Tables, who: int, card: int) -> int:
    """The first of equal cards: they are counted together."""
    return card if t.twins[who][card] == 0 else lowest(t.twins[who][card])


def note_hands(t: Tables, g: State, b: State, y: Tally, code: int) -> None:
    """Planning cards that came, and those that went: played, spent on a combat die, or discarded."""
    for p in range(SIDES):
        came = g.hand[p] & ~b.hand[p]
        while came != 0:
            word = CARDS + HAND_CARDS * p + first_copy(t, p, lowest(came))
            count(y, p, word, CARD_DRAWN, 1)
            note_round(y, p, word, CARD_ROUND, g.round)
            seat_count(y, p, COL_DRAWN, 1)
            came = came & u64(came - 1)
        gone = b.hand[p] & ~g.hand[p]
        while gone != 0:
            word = CARDS + HAND_CARDS * p + first_copy(t, p, lowest(gone))
            if code == OP_CARD or code == OP_PLAY:
                count(y, p, word, CARD_PLAYED, 1)
                seat_count(y, p, COL_PLAYED, 1)
            elif code == OP_BATTLE_CARDS:
                count(y, p, word, CARD_SPENT, 1)
                seat_count(y, p, COL_SPENT, 1)
            else:
                count(y, p, word, CARD_DISCARDED, 1)
                seat_count(y, p, COL_DISCARDED, 1)
            gone = gone & u64(gone - 1)


def note_visions(g: State, b: State, y: Tally) -> None:
    """Prescience cards that were revealed, scored, or left the game; those shuffled back may come again."""
    for k in range(PRESCIENCE_CARDS):
        word = CARDS + 2 * HAND_CARDS + k
        was = (b.row >> k) & 1
        if (g.row >> k) & 1 > was:
            count(y, ATREIDES, word, CARD_AVAILABLE, 1)
        if (g.scored >> k) & 1 > (b.scored >> k) & 1:
            count(y, ATREIDES, word, CARD_ACQUIRED, 1)
            note_round(y, ATREIDES, word, CARD_ROUND, g.round)
            seat_count(y, ATREIDES, COL_SCORED, 1)
        elif was == 1 and ((g.row | g.deck_prescience) >> k) & 1 == 0:
            count(y, ATREIDES, word, CARD_DISCARDED, 1)
            seat_count(y, ATREIDES, COL_DROPPED, 1)


def note_leaders(g: State, b: State, y: Tally) -> None:
    """Leaders who entered play, went to the tank or left the game."""
    for k in range(LEADERS):
        now = g.leader_at[k]
        then = b.leader_at[k]
        if now != then:
            p = side_of(k)
            if then == AT_OUT:
                count(y, p, CHIEFS + k, CHIEF_ENTERED, 1)
                set_count(y, p, CHIEFS + k, CHIEF_ROUND, g.round)
                seat_count(y, p, COL_ENTERED, 1)
            elif now == AT_TANK:
                count(y, p, CHIEFS + k, CHIEF_LOST, 1)
                seat_count(y, p, COL_TANKED, 1)
            elif now == AT_GONE:
                count(y, p, CHIEFS + k, CHIEF_GONE, 1)
                seat_count(y, p, COL_TANKED, 1)


def note_specials(g: State, b: State, y: Tally) -> None:
    """Special actions: the card of the leader is exhausted."""
    used = u64(g.spent & ~b.spent)
    while used != 0:
        k = lowest(used)
        p = side_of(k)
        count(y, p, CHIEFS + k, CHIEF_USED, 1)
        seat_count(y, p, COL_USED, 1)
        used = used & u64(used - 1)


def note_harvesters(g: State, b: State, y: Tally, code: int) -> None:
    """Harvesters come and go; those that come home bring spice."""
    came = popcount(g.harvesters) - popcount(b.harvesters)
    if code == OP_HARVEST:
        set_count(y, HARKONNEN, round_word(g.round), ROUND_HARVESTERS, popcount(b.harvesters))
        set_count(y, HARKONNEN, round_word(g.round), ROUND_SPICE, g.spice - b.reserve)
        seat_count(y, HARKONNEN, COL_SPICE, g.spice - b.reserve)
    elif came > 0:
        seat_count(y, HARKONNEN, COL_PLACED, came)
    else:
        seat_count(y, HARKONNEN, COL_DESTROYED, -came)


def note_towns(g: State, y: Tally, p: int, fallen: Set[AREAS]) -> None:
    """Sietches and settlements that fell."""
    for area in fallen:
        set_count(y, p, FIELDS + area, FIELD_FALLEN, g.round)
        seat_count(y, p, COL_TOWNS_LOST, 1)
        if seat_value(y, p, COL_FIRST_LOST) == 0:
            set_seat(y, p, COL_FIRST_LOST, g.round)


def note_losses(g: State, b: State, y: Tally, p: int, area: int, field: int) -> None:
    """Units of one area that fell on a field of battle."""
    gone = units_in(b.legion[area]) - units_in(g.legion[area])
    if gone > 0:
        count(y, p, FIELDS + field, FIELD_LOST, gone)
        seat_count(y, p, COL_UNITS_LOST, gone)


def note_round_end(g: State, y: Tally) -> None:
    """How the markers stand as a round ends."""
    word = round_word(g.round)
    for p in range(SIDES):
        set_count(y, p, word, ROUND_BEGUN, 1)
        set_count(y, p, word, ROUND_SUPREMACY, g.supremacy)
        set_count(y, p, word, ROUND_MARKERS, g.marker[0])
        set_count(y, p, word, ROUND_DWELLERS, g.marker[1])
        set_count(y, p, word, ROUND_JIHAD, g.marker[2])


def note_end(t: Tables, g: State, y: Tally) -> None:
    """What the position at the end tells."""
    note_round_end(g, y)
    for p in range(SIDES):
        set_seat(y, p, COL_WON, int(g.winner == p + 1))
        set_seat(y, p, COL_WINNERS, int(g.winner != WINNER_UNFINISHED))
        set_seat(y, p, COL_SIDE, p)
        set_seat(y, p, COL_OBJECTIVE, lowest(u64(g.objective)))
        set_seat(y, p, COL_SUPREMACY, g.supremacy)
        for m in range(3):
            set_seat(y, p, COL_MARKERS + m, g.marker[m])
