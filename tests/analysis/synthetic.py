"""Games that nobody played: what cards are worth is planted, and so is who gets them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from dune_sim.analysis.blocks import MEASURES, Block, Names


@dataclass(frozen=True)
class World:
    """Seats of a game and what decides it: a card gives its holder its effect, and takes as much from the others."""

    players: int = 4
    #: win probability that each card adds for who holds it
    effects: tuple[float, ...] = (0.0,) * 8
    #: the same of each leader
    leaders: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)
    #: how likely a seat holds a card
    held: float = 0.15
    #: card -> (card or leader that its holders tend to have, how much likelier they hold it)
    follows: dict[int, tuple[str, int, float]] = field(default_factory=dict)
    #: pairs of cards that are worth more together
    pairs: dict[tuple[int, int], float] = field(default_factory=dict)

    @property
    def names(self) -> Names:
        cards = [f"card_{k:02}" for k in range(len(self.effects))]
        return Names(cards, [f"leader_{k}" for k in range(len(self.leaders))])

    def block(self, games: int, seed: int) -> Block:
        """So many games."""
        rng = np.random.default_rng(seed)
        leader = rng.integers(0, len(self.leaders), (games, self.players))
        held = self._held(rng, leader)
        share = self._won(rng, leader, held)
        seen = held | (rng.random(held.shape) < 0.5)
        drawn = held & (rng.random(held.shape) < 0.8)
        played = drawn & (rng.random(held.shape) < 0.7)
        when = np.where(held, rng.integers(1, 9, held.shape), 0)
        counts = dict(zip(("available", "acquired", "drawn", "played"), (seen, held, drawn, played), strict=True))
        cards = {name: counts.get(name, np.zeros_like(held)).astype(np.uint8) for name in MEASURES}
        return Block(share, leader, np.zeros(games, np.int64), {**cards, "round": when.astype(np.uint8)})

    def _held(self, rng: np.random.Generator, leader: NDArray[Any]) -> NDArray[np.bool_]:
        held = rng.random((*leader.shape, len(self.effects))) < self.held
        for card, (kind, other, more) in self.follows.items():
            has = held[:, :, other] if kind == "card" else leader == other
            held[:, :, card] |= has & (rng.random(leader.shape) < more)
        return held

    def chances(self, leader: NDArray[Any], held: NDArray[np.bool_]) -> NDArray[np.float64]:
        worth = held @ np.array(self.effects) + np.array(self.leaders)[leader]
        for (one, other), more in self.pairs.items():
            worth = worth + more * (held[:, :, one] & held[:, :, other])
        # a seat gains what the others lose
        others = (worth.sum(axis=1, keepdims=True) - worth) / (self.players - 1)
        chances = 1 / self.players + worth - others
        assert chances.min() >= 0, "these effects are too large for probabilities"
        return chances

    def _won(self, rng: np.random.Generator, leader: NDArray[Any], held: NDArray[np.bool_]) -> NDArray[np.float32]:
        edges = np.cumsum(self.chances(leader, held), axis=1)
        winner = (rng.random((len(leader), 1)) > edges[:, :-1]).sum(axis=1)
        return (winner[:, None] == np.arange(self.players)).astype(np.float32)


@dataclass(frozen=True)
class Invented:
    """A run of invented games as the analysis reads it."""

    world: World
    games: int
    seed: int = 0
    size: int = 10_000

    @property
    def names(self) -> Names:
        return self.world.names

    def blocks(self, measures: Any, games: int | None = None) -> Any:
        total = min(self.games, games or self.games)
        for at in range(0, total, self.size):
            yield self.world.block(min(self.size, total - at), self.seed * 1_000_003 + at)


def tables(block: Block, names: Names) -> tuple[pa.Table, pa.Table]:
    """Seats and cards of a block as the tables of a run."""
    games, players = block.share.shape
    game, seat = (one.reshape(-1) for one in np.indices((games, players)))
    seats = pa.table({
        "game": game,
        "seat": seat,
        "leader": pa.array([names.leaders[k] for k in block.leader.reshape(-1)]).dictionary_encode(),
        "first": (seat == block.first[game]).astype(np.int8),
        "won": (block.share.reshape(-1) > 0).astype(np.int8),
        "share": block.share.reshape(-1),
    })
    any_count = sum(one.astype(np.int64) for one in block.cards.values())
    where = np.nonzero(any_count)
    cards = {"game": where[0], "seat": where[1], "card": [names.cards[k] for k in where[2]]}
    cards |= {name: one[where] for name, one in block.cards.items()}
    return seats, pa.table({**cards, "share": block.share[where[0], where[1]]})
