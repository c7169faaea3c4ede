"""What players of Dune: Imperium think of what they see."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.game import to_move
from dune_sim.games.imperium.kernels.layout import Offer, State, Tables
from dune_sim.games.imperium.kernels.offers import offer_at
from dune_sim.games.imperium.kernels.players.layout import Estimate, Sight, Weights
from dune_sim.kernel.layout import Rng
from dune_sim.kernel.players.fixed import WHOLE, split_win
from dune_sim.kernel.rng import below
from dune_sim.lang.intrinsics import popcount, u64


def players_of(t: Tables) -> int:
    return t.players


def evaluate(t: Tables, g: State, seat: int, w: Weights, s: Sight, e: Estimate) -> None:
    """Who has most points is ahead."""
    for k in range(t.players):
        e.value[(seat + k) % t.players] = s.x[k] * w.x[0][0]
    split_win(e, t.players)


def final_shares(t: Tables, g: State, e: Estimate) -> None:
    """A victory is shared by all winners (IMP-AMB-17)."""
    for p in range(t.players):
        e.share[p] = WHOLE // popcount(u64(g.winners)) if (g.winners >> p) & 1 == 1 else 0


def clock(t: Tables, g: State) -> int:
    return g.round


def chain_goes_on(t: Tables, g: State, seat: int) -> bool:
    """Whether the next decision belongs to the turn of the seat."""
    return g.player == seat and to_move(t, g) == seat


def complete(t: Tables, g: State, q: Offer, rng: Rng, n: int) -> int:
    """Every answer is equally likely."""
    k = below(rng, n)
    return offer_at(q, k)
