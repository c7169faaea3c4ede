"""The regression that holds seat, leader, round and all other cards constant: its table of numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dune_sim.analysis.blocks import Block, Names, Source
from dune_sim.errors import UsageError

#: games that go into a regression unless asked for more: half-widths of a tenth of a percent, in half a minute
GAMES = 50_000
#: a card with fewer holders is left out: nothing could be said of it
LEAST_HOLDERS = 30


@dataclass(frozen=True)
class Design:
    """One row a seat of a game; what each column is worth to its holder is what the regression finds.

    In a game somebody's gain is the others' loss. So a column holds what a seat has minus what the others have on
    average: its factor is then the win probability that the thing gives its holder, and takes from the others together.
    """

    #: what was won, minus 1/N
    won: NDArray[np.float64]
    columns: NDArray[np.float64]
    #: name of each column, such as ``card:carryall``, ``round:carryall``, ``leader:…``, ``seat:1``
    names: list[str]
    game: NDArray[np.int64]
    #: cards in the order of `held`
    cards: list[str]
    #: which cards each seat held, as it stands in `columns` before the others are taken off; axes game, seat, card
    held: NDArray[np.bool_]
    #: seats that held each card
    holders: NDArray[np.int64]
    #: the round that the effect of a card is for: the usual one in which it was acquired
    usual: NDArray[np.float64]

    @property
    def players(self) -> int:
        return int(self.held.shape[1])


def against_others(values: NDArray[Any]) -> NDArray[np.float64]:
    """Minus the mean of the other seats of the game; axes game, seat, and any others."""
    players = values.shape[1]
    own = values.astype(np.float64)
    found: NDArray[np.float64] = (own - own.mean(axis=1, keepdims=True)) * (players / (players - 1))
    return found


def read_design(source: Source, games: int = GAMES) -> Design:
    """Read so many games of a run, from the first."""
    held, when, share, leader, order = [], [], [], [], []
    for one in source.blocks(("acquired", "round", "drawn"), games):
        held.append(_held(one))
        when.append(one.cards["round"])
        share.append(one.share)
        leader.append(one.leader)
        order.append((np.arange(one.share.shape[1]) - one.first[:, None]) % one.share.shape[1])
    if not held:
        raise UsageError("there are no games to look at")
    whole = (np.concatenate(one) for one in (held, when, share, leader, order))
    return build(source.names, *whole)


def _held(block: Block) -> NDArray[np.bool_]:
    """Cards that a seat acquired; of those that nobody acquires, the ones it drew."""
    acquired, drawn = block.cards["acquired"] > 0, block.cards["drawn"] > 0
    dealt = ~acquired.any(axis=(0, 1))
    return acquired | (drawn & dealt)


def build(
    names: Names,
    held: NDArray[np.bool_],
    when: NDArray[np.uint8],
    share: NDArray[np.float32],
    leader: NDArray[np.int64],
    order: NDArray[np.int64],
) -> Design:
    """The columns from what each seat had."""
    games, players = share.shape
    holders = held.sum(axis=(0, 1))
    cards = [k for k, n in enumerate(holders) if LEAST_HOLDERS <= n <= games * players - LEAST_HOLDERS]
    held = held[:, :, cards]
    rounds = np.where(held & (when[:, :, cards] > 0), when[:, :, cards], 0).astype(np.float32)
    known = (rounds > 0).sum(axis=(0, 1))
    usual = np.divide(rounds.sum(axis=(0, 1)), known, out=np.zeros(len(cards)), where=known > 0)
    timed = [k for k in range(len(cards)) if known[k] and np.ptp(rounds[:, :, k][rounds[:, :, k] > 0]) > 0]
    shift = np.where(rounds > 0, rounds - usual, 0.0)[:, :, timed]
    parts = [held, shift, _dummies(leader), _dummies(order)]
    told = [f"card:{names.cards[k]}" for k in cards]
    told += [f"round:{names.cards[cards[k]]}" for k in timed]
    told += [f"leader:{names.leaders[k]}" for k in range(1, 1 + parts[2].shape[2])]
    told += [f"place:{k + 1}" for k in range(1, 1 + parts[3].shape[2])]
    columns = np.concatenate([against_others(one) for one in parts], axis=2).reshape(games * players, -1)
    varied = np.flatnonzero(np.ptp(columns, axis=0) > 0)
    keep = independent(columns, varied)
    return Design(
        share.reshape(-1).astype(np.float64) - 1 / players,
        columns[:, keep],
        [told[k] for k in keep],
        np.repeat(np.arange(games), players),
        [names.cards[k] for k in cards],
        held,
        holders[cards],
        usual,
    )


def _dummies(values: NDArray[np.int64]) -> NDArray[np.bool_]:
    """One column for each value but the first."""
    found: NDArray[np.bool_] = values[:, :, None] == np.arange(1, int(values.max()) + 1)
    return found


def independent(columns: NDArray[np.float64], order: NDArray[np.int64]) -> list[int]:
    """Those columns that are no sum of earlier ones; cards come first, so that they are the last to go."""
    gram = columns.T @ columns
    kept: list[int] = []
    for k in order:
        if not kept:
            kept.append(int(k))
            continue
        inner = gram[np.ix_(kept, kept)]
        along = gram[kept, k]
        rest = gram[k, k] - along @ np.linalg.solve(inner, along)
        if rest > 1e-8 * gram[k, k]:
            kept.append(int(k))
    return kept
