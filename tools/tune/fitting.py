"""Weights from watched games: a logistic regression of who won on what was seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.linear_model import LogisticRegression

from dune_sim.games.base import Game
from dune_sim.programs import program
from tune.watching import Watched

#: a natural logit in the units of weights
UNIT = 1024
#: prior spread of a weight, in logits for a spread of its term
SPREAD = 0.7
#: what the sum by the old weights is worth beside the rest: so large that it is hardly held back
OLD = 8.0


@dataclass(frozen=True)
class Examples:
    """Differences that made a winner: ``terms @ weights`` should be above 0 where ``won`` is 1."""

    terms: Any
    won: NDArray[np.int8]
    #: row of the weights by which it is judged, and how much it counts: every game counts 1
    row: NDArray[np.int32]
    counts: NDArray[np.float64]


def examples(game: Game, seen: Watched) -> Examples:
    """What the regression of a game looks at."""
    return _seats(game, seen) if game.name == "imperium" else _sides(game, seen)


def whole(weights: NDArray[np.float64]) -> NDArray[np.int16]:
    """Weights as they are written."""
    rounded: NDArray[np.int16] = np.clip(np.rint(weights), -32768, 32767).astype(np.int16)
    return rounded


def _counts(games: NDArray[np.int32]) -> NDArray[np.float64]:
    return 1 / np.bincount(games)[games]


def _seats(game: Game, seen: Watched) -> Examples:
    """Imperium: the winner against each other seat, term by term, as one seat sees both; every second one turned."""
    layout: Any = program("imperium_players").layout
    from dune_sim.games.imperium.kernels.players.sight import F_OWN, F_SEATS, STRIDE

    seats = game.num_players
    winner = seen.shares.argmax(axis=1)
    sole = seen.shares.max(axis=1) > 0.99
    own, wide = F_SEATS - F_OWN, layout.TERMS
    blocks, rows, games = [], [], []
    keep = np.flatnonzero(sole[seen.game])
    for step in range(1, seats):
        best = winner[seen.game[keep]]
        loser = (best + step) % seats
        terms = np.zeros((len(keep), wide), np.int16)
        for who, sign in ((best, 1), (loser, -1)):
            place = (who - seen.seat[keep]) % seats
            for k in range(seats):
                there = np.flatnonzero(place == k)
                at = F_SEATS + STRIDE * k
                terms[there, own:] += sign * seen.seen[keep[there], at : at + STRIDE]
                if k == 0:
                    terms[there, :own] += sign * seen.seen[keep[there], F_OWN:F_SEATS]
        blocks.append(sparse.csr_matrix(terms, dtype=np.float32))
        rows.append(np.clip(seen.clock[keep], 1, layout.ROWS) - 1)
        games.append(seen.game[keep])
    terms = sparse.vstack(blocks, format="csr")
    won = (np.arange(terms.shape[0]) % 2).astype(np.int8)
    return Examples(
        sparse.diags(np.where(won == 1, 1.0, -1.0)) @ terms, won, np.concatenate(rows), _counts(np.concatenate(games))
    )


def _sides(game: Game, seen: Watched) -> Examples:
    """Arrakis: whether the Harkonnen won, by what a side saw."""
    layout: Any = program("arrakis_players").layout
    sole = np.abs(seen.shares[:, 0] - 0.5) > 0.49
    keep = np.flatnonzero(sole[seen.game])
    part = np.clip((seen.clock[keep] - 1) // 2, 0, layout.PARTS - 1)
    return Examples(
        sparse.csr_matrix(seen.seen[keep], dtype=np.float32),
        (seen.shares[seen.game[keep], 0] > 0.5).astype(np.int8),
        layout.PARTS * seen.seat[keep].astype(np.int32) + part,
        _counts(seen.game[keep]),
    )


def bends(game: Game) -> tuple[NDArray[np.float64], ...]:
    """How the weight of a term may change over the rows: first for usual terms, then for those of single things."""
    rows = int(program(f"{game.program_name}_players").layout.ROWS)
    if game.name == "imperium":
        at = np.arange(rows)
        dense = np.stack([np.interp(at, [0, 3, 6, 9], np.eye(4)[k]) for k in range(4)])
        return dense, np.stack([np.interp(at, [0, 9], np.eye(2)[k]) for k in range(2)])
    # one weight for each side; the same in every part of the game
    sides = np.repeat(np.eye(2), rows // 2, axis=1)
    return sides, sides


def usual_terms(game: Game) -> NDArray[np.bool_]:
    """Terms that are no single card, leader or token."""
    from dune_sim.agents.weights import term_names

    single = ("holds_", "secret_", "owned_", "leader_", "hand_", "open_", "met_")
    return np.array([not name.startswith(single) for name in term_names(game)])


def fit(game: Game, found: Examples, old: NDArray[Any] | None) -> NDArray[np.int16]:
    """New weights; where there were old ones, what they leave unsaid is learned on top of them."""
    usual = usual_terms(game)
    spread = np.sqrt(np.asarray(found.terms.multiply(found.terms).mean(axis=0)).ravel())
    scale = np.divide(SPREAD, spread, out=np.zeros_like(spread), where=spread > 0)
    rare = np.asarray((found.terms != 0).sum(axis=0)).ravel() < 200
    scale[rare] = 0
    blocks, places = [], []
    for bend, those in zip(bends(game), (usual, ~usual), strict=True):
        columns = np.flatnonzero(those & (scale > 0))
        part = found.terms[:, columns] @ sparse.diags(scale[columns])
        for weight in bend:
            blocks.append(sparse.diags(weight[found.row]) @ part)
            places.append((columns, weight))
    if old is not None:
        before = np.asarray(found.terms.multiply(old[found.row]).sum(axis=1)).ravel() / UNIT
        blocks.append(sparse.csr_matrix(OLD * before[:, None]))
    model = LogisticRegression(C=1.0, fit_intercept=game.name != "imperium", max_iter=2000, tol=1e-4)
    model.fit(sparse.hstack(blocks, format="csr"), found.won, sample_weight=found.counts)
    learned = model.coef_[0]
    made = np.zeros((len(bends(game)[0][0]), found.terms.shape[1])) if old is None else learned[-1] * OLD * old / UNIT
    at = 0
    for columns, weight in places:
        made[:, columns] += np.outer(weight, learned[at : at + len(columns)] * scale[columns])
        at += len(columns)
    return whole(made * UNIT)
