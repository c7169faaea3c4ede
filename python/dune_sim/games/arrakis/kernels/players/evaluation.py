"""What players of War for Arrakis think of what they see."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.layout import ATREIDES, HARKONNEN, Offer, State, Tables
from dune_sim.games.arrakis.kernels.players.features import features
from dune_sim.games.arrakis.kernels.players.layout import Estimate, Sight, Weights
from dune_sim.games.arrakis.kernels.seats import to_move
from dune_sim.kernel.layout import Rng
from dune_sim.kernel.offers import offer_at
from dune_sim.kernel.players.fixed import WHOLE, split_win
from dune_sim.kernel.rng import below


def players_of(t: Tables) -> int:
    return 2


def evaluate(t: Tables, g: State, seat: int, w: Weights, s: Sight, e: Estimate) -> None:
    """Whose track is further is ahead."""
    features(t, g, seat, s)
    e.value[HARKONNEN] = s.x[3] * w.x[0][0]
    e.value[ATREIDES] = (s.x[0] + s.x[1] + s.x[2]) * w.x[0][0]
    split_win(e, 2)


def final_shares(t: Tables, g: State, e: Estimate) -> None:
    """The winner has all; an unfinished game is nobody's."""
    for p in range(2):
        e.share[p] = WHOLE if g.winner == p + 1 else 0
    if g.winner > 2:
        e.share[HARKONNEN] = WHOLE // 2
        e.share[ATREIDES] = WHOLE // 2


def clock(t: Tables, g: State) -> int:
    return g.round


def chain_goes_on(t: Tables, g: State, seat: int) -> bool:
    """Whether the next decision belongs to the seat."""
    return to_move(t, g) == seat


def complete(t: Tables, g: State, q: Offer, rng: Rng, n: int) -> int:
    """Every answer is equally likely."""
    k = below(rng, n)
    return offer_at(q, k)
