"""Observed strength: how often those won who saw, acquired, drew or played a card."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dune_sim.analysis.blocks import Block, Names, Source
from dune_sim.analysis.rates import Wins
from dune_sim.games.batch import worker_count

#: what may have happened to a card at a seat, in the order of tables
EVENTS = ("available", "acquired", "drawn", "played")
#: of seats: those with each event, all, those that never met the card, those that drew none, owners who did or not
KINDS = (*EVENTS, "everyone", "never_seen", "undrawn", "bought_drawn", "bought_undrawn")
#: measures that are read
READ = (*EVENTS, "round")
#: further rounds are one with the last
ROUNDS = 16


class CardCounts:
    """Sums over games from which all observed measures follow; the axes are side and card.

    Where seats have sides, seats of the other side do not count as those without a card of this one.
    """

    def __init__(self, names: Names) -> None:
        self.names = names
        self.sides = len(names.leaders) if names.sided else 1
        self.wins = Wins(KINDS, self.sides, len(names.cards))
        #: of seats with the card available: how many acquired it, counted as if that were winning
        self.taken = Wins(["offered"], self.sides, len(names.cards))
        #: axes side, card, round
        self.rounds = Wins(["owner"], self.sides, len(names.cards), ROUNDS + 1)
        self.games = 0

    def add(self, block: Block) -> None:
        self.games += block.games
        for k in range(self.sides):
            self._add_side(k, block, block.leader == k if self.names.sided else None)

    def merge(self, other: CardCounts) -> None:
        """Take in what was summed of other games."""
        self.games += other.games
        for mine, theirs in ((self.wins, other.wins), (self.taken, other.taken), (self.rounds, other.rounds)):
            mine.totals += theirs.totals
            mine.products += theirs.products
            mine.games += theirs.games

    def _add_side(self, k: int, block: Block, mask: NDArray[np.bool_] | None) -> None:
        """Seats of one side, or all of them; everything has the axes card, kind and game, seat after seat."""
        everyone = np.ones(block.share.shape, bool) if mask is None else mask
        counts = np.zeros((len(self.names.cards), 2 * len(KINDS), block.games), np.float32)
        taken = np.zeros((len(self.names.cards), 2, block.games), np.float32)
        for seat in range(block.share.shape[1]):
            here, share = everyone[:, seat], block.share[:, seat]
            happened = {one: (block.cards[one][:, seat] > 0).T & here for one in EVENTS}
            for kind, those in enumerate(_kinds(happened, here)):
                counts[:, kind] += those
                counts[:, len(KINDS) + kind] += those * share
            taken[:, 0] += happened["available"]
            taken[:, 1] += happened["available"] & happened["acquired"]
            self._add_rounds(k, block, seat, happened["acquired"])
        self.wins.add(counts, k)
        self.taken.add(taken, k)

    def _add_rounds(self, k: int, block: Block, seat: int, owned: NDArray[np.bool_]) -> None:
        """A game holds few copies of a card: those of one round count as draws of their own."""
        card, game = np.nonzero(owned)
        when = np.minimum(block.cards["round"][game, seat, card], ROUNDS)
        size = (len(self.names.cards), ROUNDS + 1)
        place = card * (ROUNDS + 1) + when
        won = block.share[game, seat].astype(np.float64)
        n, w, ww = (np.bincount(place, one, size[0] * size[1]).reshape(size) for one in (None, won, won * won))
        self.rounds.totals[k] += np.stack([n, w], axis=-1)
        self.rounds.products[k] += np.stack([np.stack([n, w], -1), np.stack([w, ww], -1)], -1)
        self.rounds.games[k] += n[..., None]


def _kinds(happened: Mapping[str, NDArray[np.bool_]], here: NDArray[np.bool_]) -> Iterator[NDArray[np.bool_]]:
    """Which seats are of which kind, in the order of KINDS; the axes are card and game."""
    drawn, owned = happened["drawn"], happened["acquired"]
    yield from happened.values()
    seen = happened["available"] | owned | drawn | happened["played"]
    yield from (np.broadcast_to(here, drawn.shape), here & ~seen, here & ~drawn, owned & drawn, owned & ~drawn)


def observe(source: Source, progress: Callable[[int], None] | None = None) -> CardCounts:
    """Read all games once; blocks are summed on threads, a few at a time, so that memory stays flat."""
    counts = CardCounts(source.names)
    threads = worker_count(None)

    def summed(block: Block) -> CardCounts:
        part = CardCounts(source.names)
        part.add(block)
        return part

    def take(part: CardCounts) -> None:
        counts.merge(part)
        if progress is not None:
            progress(part.games)

    pending: deque[Future[CardCounts]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        for one in source.blocks(READ):
            pending.append(pool.submit(summed, one))
            while len(pending) > threads:
                take(pending.popleft().result())
        for rest in pending:
            take(rest.result())
    return counts


def card_table(counts: CardCounts, confidence: float = 0.95) -> list[dict[str, Any]]:
    """One record a card that was ever seen; the strongest by observed uplift first."""
    wins, names = counts.wins, counts.names
    rates = {kind: wins.rates(kind, confidence) for kind in (*EVENTS, "never_seen")}
    taken, rounds = counts.taken.rates("offered", confidence), counts.rounds.rates("owner", confidence)
    met = np.sum([wins.count(one) for one in EVENTS], axis=0)
    found = []
    for card, name in enumerate(names.cards):
        k = int(np.argmax(met[:, card]))
        bought = rates["acquired"].count[k, card] > 0
        share = taken.at(k, card)
        when = [one for one in range(1, ROUNDS + 1) if rounds.count[k, card, one]]
        owners = ("bought_drawn", "bought_undrawn") if bought else ("drawn", "undrawn")
        found.append({
            "card": name,
            "side": names.leaders[k] if names.sided else None,
            **{kind: one.at(k, card) for kind, one in rates.items()},
            "acquire_rate": {"rate": share.pop("win_rate"), **share},
            "improvement_when_drawn": wins.contrast(*owners, k, card, confidence=confidence),
            "uplift": wins.contrast("acquired" if bought else "drawn", "everyone", k, card, confidence=confidence),
            "by_round": [{"round": one, **rounds.at(k, card, one)} for one in when],
        })
    return sorted(found, key=lambda one: -(one["uplift"]["effect"] or 0.0))


#: how the table can be sorted: the key of a command -> where the value stands
SORTS: dict[str, Sequence[str]] = {
    "uplift": ("uplift", "effect"),
    "available": ("available", "win_rate"),
    "acquired": ("acquired", "win_rate"),
    "drawn": ("drawn", "win_rate"),
    "played": ("played", "win_rate"),
    "never-seen": ("never_seen", "win_rate"),
    "acquire-rate": ("acquire_rate", "rate"),
    "improvement": ("improvement_when_drawn", "effect"),
    "count": ("acquired", "count"),
    "card": ("card",),
}
