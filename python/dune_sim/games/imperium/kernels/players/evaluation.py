"""What players of Dune: Imperium think of what they see, when they look again, and how they finish a turn cheaply."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import ACT_REVEAL
from dune_sim.games.imperium.kernels.game import to_move
from dune_sim.games.imperium.kernels.intrigue import held_intrigue
from dune_sim.games.imperium.kernels.layout import Offer, State, Tables
from dune_sim.games.imperium.kernels.offers import offer_at
from dune_sim.games.imperium.kernels.opcodes import TURN_STARTED
from dune_sim.games.imperium.kernels.players.features import see_beside, see_cards, see_coming, see_seat
from dune_sim.games.imperium.kernels.players.layout import Estimate, Memory, Sight, Weights
from dune_sim.games.imperium.kernels.players.sight import (
    F_BESIDE,
    F_CARDS,
    F_COMING,
    F_HELD,
    F_INTRIGUE,
    F_LEADER,
    F_OWN,
    F_OWNED,
    F_SEATS,
    F_SPARSE,
    F_SWORDS,
    ROWS,
)
from dune_sim.games.imperium.kernels.sizes import FACTIONS, RIVALS, SEATS
from dune_sim.games.imperium.kernels.zones import hand_of
from dune_sim.kernel.layout import Rng
from dune_sim.kernel.players.fixed import WHOLE, split_win
from dune_sim.kernel.rng import below
from dune_sim.lang.intrinsics import popcount, u64


def players_of(t: Tables) -> int:
    return t.players


def against(t: Tables, seat: int, p: int) -> bool:
    """Everybody plays against everybody else."""
    return seat != p


def evaluate(t: Tables, g: State, seat: int, w: Weights, s: Sight, e: Estimate) -> None:
    """Every seat's worth is a sum over what is seen of it; the chance to win follows from all of them.

    The same as the features times the weights of the round. Most of it is as it was at the last look.
    """
    row = max(0, min(ROWS, g.round) - 1)
    board = board_of(g) | (row << 56)
    stage = stage_of(t, g)
    if RIVALS != 0 and t.seated > t.players:
        board |= cubes_of(t, g) << 40
        stage = stage ^ (fight_of(t, g) << 41)
    beside = s.board[seat] != board or s.stage[seat] != stage
    s.board[seat] = board
    s.stage[seat] = stage
    for p in range(t.players):
        memory = s.memory[SEATS * seat + p]
        if memory.row != row + 1 or memory.own != g.own[p]:
            judge_cards(t, g, p, row, w, s, memory)
        moved = judge_rest(t, g, p, row, board, w, s, memory)
        beside = beside or moved
    if beside:
        for p in range(t.players):
            see_beside(t, g, p, s, 0)
            s.memory[SEATS * seat + p].beside = weighed(w, s, row, F_BESIDE, F_CARDS)
    for p in range(t.players):
        memory = s.memory[SEATS * seat + p]
        e.value[p] = memory.cards + memory.rest + memory.beside
    own = worth_of_secrets(t, g, seat, row, w, s)
    e.value[seat] += own
    split_win(e, t.players)


def board_of(g: State) -> int:
    """Alliance tokens, control, who begins and who gets the Mentat, in one word."""
    word = g.first | (g.mentat_next << 4)
    for k in range(FACTIONS):
        word |= (g.alliance[k] << (8 + 4 * k)) | (g.control[k] << (24 + 4 * k))
    return word


def stage_of(t: Tables, g: State) -> int:
    """The conflict and how far its rewards are paid, in one word."""
    game = g.stack.frames[0]
    return g.conflict | (t.code[game.pc].code << 8) | (game.b << 16) | (min(1, game.c) << 40)


def cubes_of(t: Tables, g: State) -> int:
    """Levels of House Hagal, which is judged by nobody but stands in everybody's way, in 16 bits."""
    word = 0
    for k in range(FACTIONS):
        word |= min(15, g.players[t.players].influence[k]) << (4 * k)
    return word


def fight_of(t: Tables, g: State) -> int:
    """What House Hagal has in the conflict, and whether more may come, in 22 bits."""
    pl = g.players[t.players]
    return pl.swords | (min(63, pl.conflict) << 8) | (pl.agents << 14)


def weighed(w: Weights, s: Sight, row: int, first: int, end: int) -> int:
    """Features of a seat times their weights."""
    total = 0
    for f in range(first, end):
        total += s.x[f] * w.x[row][f - F_OWN]
    return total


def judge_cards(t: Tables, g: State, p: int, row: int, w: Weights, s: Sight, memory: Memory) -> None:
    """What the cards of a seat are worth."""
    see_cards(t, g, p, s, 0)
    total = weighed(w, s, row, F_CARDS, F_SPARSE)
    for slot in g.own[p]:
        total += w.x[row][F_OWNED - F_OWN + t.design[slot]]
    memory.cards = total
    memory.own = g.own[p]
    memory.row = row + 1


def judge_rest(t: Tables, g: State, p: int, row: int, board: int, w: Weights, s: Sight, memory: Memory) -> bool:
    """What else a seat has is worth, unless it is known from the last look: all of it fits three words and the board.

    Whether its tracks or its strength have changed.
    """
    pl = g.players[p]
    goods = pl.vp | (pl.spice << 8) | (pl.solari << 24) | (pl.water << 40) | (pl.garrison << 48) | (pl.agents << 56)
    tracks = pl.flags | (pl.conflict << 8) | (pl.swords << 16) | (pl.leader << 56)
    for k in range(FACTIONS):
        tracks |= pl.influence[k] << (24 + 8 * k)
    secrets = popcount(hand_of(g, p)) | (popcount(held_intrigue(g, p)) << 8)
    moved = memory.tracks != tracks
    if moved or memory.goods != goods or memory.secrets != secrets or memory.board != board:
        memory.tracks = tracks
        memory.goods = goods
        memory.secrets = secrets
        memory.board = board
        see_seat(t, g, p, s, 0)
        rest = weighed(w, s, row, F_SEATS, F_BESIDE)
        memory.rest = rest + w.x[row][F_LEADER - F_OWN + pl.leader]
    return moved


def worth_of_secrets(t: Tables, g: State, p: int, row: int, w: Weights, s: Sight) -> int:
    """What the hand and the intrigue cards of the seat that sees are worth beyond their number."""
    total = 0
    for slot in hand_of(g, p):
        total += w.x[row][F_HELD - F_OWN + t.design[slot]]
    for card in held_intrigue(g, p):
        total += w.x[row][F_INTRIGUE - F_OWN + t.intrigue_design[card]]
    see_coming(t, g, p, s)
    total += s.x[F_COMING] * w.x[row][F_COMING - F_OWN]
    return total + s.x[F_SWORDS] * w.x[row][F_SWORDS - F_OWN]


def final_shares(t: Tables, g: State, e: Estimate) -> None:
    """A victory is shared by all winners (IMP-AMB-17)."""
    for p in range(t.players):
        e.share[p] = WHOLE // popcount(u64(g.winners)) if (g.winners >> p) & 1 == 1 else 0


def clock(t: Tables, g: State) -> int:
    """Rounds: what comes after one is too far to be looked at."""
    return g.round


def turn_number(t: Tables, g: State) -> int:
    """Every turn begins with a question, so that no number is needed."""
    return 0


def chain_goes_on(t: Tables, g: State, seat: int) -> bool:
    """Whether the next decision belongs to the turn of the seat, or to an effect that it is in the middle of."""
    if to_move(t, g) != seat:
        return False
    return g.stack.depth > 1 or (g.player == seat and g.turn & TURN_STARTED != 0)


def complete(t: Tables, g: State, q: Offer, rng: Rng, n: int) -> int:
    """Any answer, but the reveal turn comes when there is nothing else to do."""
    k = below(rng, n)
    if n > 1 and offer_at(q, k) == ACT_REVEAL:
        k = below(rng, n - 1)
        k += 1
    return offer_at(q, k)


def wind_up(t: Tables, g: State, q: Offer, rng: Rng, n: int) -> int:
    """What is left of a turn is done by chance: there is no end of it that brings nothing."""
    return complete(t, g, q, rng, n)
