"""What players of Dune: Imperium think of what they see, when they look again, and how they finish a turn cheaply."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import ACT_REVEAL
from dune_sim.games.imperium.kernels.agents import seat_after
from dune_sim.games.imperium.kernels.game import to_move
from dune_sim.games.imperium.kernels.intrigue import held_intrigue
from dune_sim.games.imperium.kernels.layout import Offer, State, Tables
from dune_sim.games.imperium.kernels.offers import offer_at
from dune_sim.games.imperium.kernels.opcodes import TURN_STARTED
from dune_sim.games.imperium.kernels.players.features import see_coming, see_seat
from dune_sim.games.imperium.kernels.players.layout import Estimate, Sight, Weights
from dune_sim.games.imperium.kernels.players.sight import (
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
from dune_sim.games.imperium.kernels.zones import hand_of
from dune_sim.kernel.layout import Rng
from dune_sim.kernel.players.fixed import WHOLE, split_win
from dune_sim.kernel.rng import below
from dune_sim.lang.intrinsics import popcount, u64


def players_of(t: Tables) -> int:
    return t.players


def evaluate(t: Tables, g: State, seat: int, w: Weights, s: Sight, e: Estimate) -> None:
    """Every seat's worth is a sum over what is seen of it; the chance to win follows from all of them.

    The same as the features times the weights of the round, but what a seat owns is added card by card.
    """
    row = max(0, min(ROWS, g.round) - 1)
    for k in range(t.players):
        p = seat_after(t, seat, k)
        see_seat(t, g, p, s, 0)
        total = 0
        for f in range(F_SEATS, F_SPARSE):
            total += s.x[f] * w.x[row][f - F_OWN]
        for slot in g.own[p]:
            total += w.x[row][F_OWNED - F_OWN + t.design[slot]]
        e.value[p] = total + w.x[row][F_LEADER - F_OWN + g.players[p].leader]
    own = worth_of_secrets(t, g, seat, row, w, s)
    e.value[seat] += own
    split_win(e, t.players)


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
