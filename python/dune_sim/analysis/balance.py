"""Balance of a run: who wins by seat, turn order, leader or side, who beside whom, how one began."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dune_sim.analysis.measures import MEASURES
from dune_sim.analysis.rates import Wins
from dune_sim.analysis.recorded import Seats, read_seats

if TYPE_CHECKING:
    from dune_sim.runs.store import Run

#: what is read of the seats
READ = ("leader", "side", "turn_order", "first_space", "second_space", "objective", "points", "rank")
#: openings that fewer seats began with are left out
LEAST_OPENINGS = 30


def grouped(labels: NDArray[np.int64], share: NDArray[np.float64], many: int) -> Wins:
    """Wins of the seats with each label; below 0 a seat has none."""
    games = len(labels)
    there = labels >= 0
    key = (np.arange(games)[:, None] * many + labels)[there]
    # several seats of a game may share a label: they are one draw
    one, at, n = np.unique(key, return_inverse=True, return_counts=True)
    w = np.bincount(at, share[there], len(one))
    label = one % many
    wins = Wins(["seat"], many)
    wins.totals[:] = np.stack([np.bincount(label, x, many) for x in (n, w)], -1)
    products = [[np.bincount(label, x * y, many) for y in (n, w)] for x in (n, w)]
    wins.products[:] = np.moveaxis(np.array(products), -1, 0)
    wins.games[:, 0] = np.bincount(label, minlength=many)
    return wins


def rate_rows(
    key: str, labels: NDArray[np.int64], share: NDArray[np.float64], names: list[str], confidence: float = 0.95
) -> list[dict[str, Any]]:
    """Win rates by label as plain data, the best first; labels that nobody had are left out."""
    rates = grouped(labels, share, len(names)).rates("seat", confidence)
    rows = [{key: name, **rates.at(k)} for k, name in enumerate(names) if rates.count[k]]
    return sorted(rows, key=lambda one: -(one["win_rate"] or 0.0))


def with_and_without(leader: NDArray[np.int64], share: NDArray[np.float64], many: int) -> Wins:
    """Wins of every leader in games with and without every other."""
    games = len(leader)
    here = np.zeros((games, many), bool)
    won = np.zeros((games, many))
    rows, seats = np.arange(games)[:, None], leader
    here[rows, seats] = True
    won[rows, seats] = share
    wins = Wins(["with", "without"], many, many)
    for a in range(many):
        there = here[:, a]
        x, y = won[there, a], here[there]
        n = y.sum(axis=0).astype(float)
        w, ww = x @ y, (x * x) @ y
        total = (float(there.sum()), float(x.sum()), float((x * x).sum()))
        # a game has either both leaders or not: the two kinds never meet
        for kind, (k, s, sq) in enumerate(((n, w, ww), (total[0] - n, total[1] - w, total[2] - ww))):
            wins.totals[a, :, kind], wins.totals[a, :, 2 + kind] = k, s
            wins.products[a, :, kind, kind], wins.products[a, :, 2 + kind, 2 + kind] = k, sq
            wins.products[a, :, kind, 2 + kind] = wins.products[a, :, 2 + kind, kind] = s
            wins.games[a, :, kind] = k
    return wins


def pair_rows(leader: NDArray[np.int64], share: NDArray[np.float64], names: list[str]) -> list[dict[str, Any]]:
    """Each leader with another at the table against without; ``q`` is the false-discovery rate, the surest first."""
    from scipy.stats import false_discovery_control, norm

    many = len(names)
    wins = with_and_without(leader, share, many)
    rates, found = wins.rates("with"), []
    spread = wins.covariance("with", "with") + wins.covariance("without", "without")
    for a in range(many):
        for b in range(many):
            if a != b and wins.totals[a, b, 0] and wins.totals[a, b, 1]:
                effect = wins.contrast("with", "without", a, b)
                error = float(np.sqrt(spread[a, b]))
                p = 2 * norm.sf(abs(effect["effect"]) / error) if error else 1.0
                pair = {"leader": names[a], "beside": names[b]}
                found.append({**pair, **rates.at(a, b), "effect": effect, "p": float(p)})
    q = false_discovery_control([one["p"] for one in found]) if found else []
    for one, value in zip(found, q, strict=True):
        one["q"] = float(value)
    return sorted(found, key=lambda one: (one["q"], -abs(one["effect"]["effect"])))


def opening_rows(seats: Seats) -> list[dict[str, Any]]:
    """The first two spaces of a seat in the first round, in their order."""
    names = seats.names["first_space"]
    first, second = seats.columns["first_space"], seats.columns["second_space"]
    pair = np.where(first < 0, -1, first * (len(names) + 1) + second + 1)
    listed = [f"{a}, {b}" if b else a for a in names for b in ("", *names)]
    rows = rate_rows("opening", pair, seats.share, listed)
    return [one for one in rows if one["count"] >= LEAST_OPENINGS]


def mean_points(seats: Seats, labels: NDArray[np.int64], many: int) -> NDArray[np.float64]:
    """Mean points of the seats with each label."""
    n = np.bincount(labels.reshape(-1), minlength=many)
    total = np.bincount(labels.reshape(-1), seats.columns["points"].reshape(-1), many)
    found: NDArray[np.float64] = np.divide(total, n, out=np.zeros(many), where=n > 0)
    return found


def leader_table(run: Run, seats: Seats | None = None) -> dict[str, Any]:
    """Every leader with its win rate; of War for Arrakis what came of every leader of a side."""
    seats = seats or read_seats(run, READ)
    if "leader" not in seats.columns:
        return {"leaders": named_leaders(run, seats), "bias": MEASURES["leader"].bias}
    names, labels = seats.names["leader"], seats.columns["leader"]
    rows = rate_rows("leader", labels, seats.share, names)
    points = mean_points(seats, labels, len(names))
    for one in rows:
        one["points"] = round(float(points[names.index(one["leader"])]), 3)
    return {"leaders": rows, "bias": MEASURES["leader"].bias}


def named_leaders(run: Run, seats: Seats) -> list[dict[str, Any]]:
    """Of the named leaders of a side: how often its side won when they came into play, and what became of them."""
    from dune_sim.analysis.recorded import numbers
    from dune_sim.runs.tables import codes_of, pieces

    names = codes_of(run, "leaders")["leader"]
    labels = np.full((len(seats.share), seats.share.shape[1] * len(names)), -1, np.int64)
    sums = {one: np.zeros(len(names)) for one in ("round", "used", "lost", "gone")}
    at = 0
    for (first, count, _), part in zip(run.parts(), pieces(run, "leaders"), strict=True):
        leader, seat = numbers(part, "leader").astype(np.int64), numbers(part, "seat").astype(np.int64)
        labels[at + numbers(part, "game") - first, seat * len(names) + leader] = leader
        for one, into in sums.items():
            into += np.bincount(leader, numbers(part, one), len(names))
        at += count
    share = np.repeat(seats.share, len(names), axis=1)
    rows = rate_rows("leader", labels, share, names)
    for row in rows:
        k = names.index(row["leader"])
        row |= {f"mean_{what}": round(float(into[k] / row["count"]), 3) for what, into in sums.items()}
    return rows


def balance_table(run: Run) -> dict[str, Any]:
    """Everything at once; what a game does not have is left out."""
    seats = read_seats(run, READ)
    games, players = seats.share.shape
    number = np.broadcast_to(np.arange(players), (games, players))
    listed = [str(seat) for seat in range(players)]
    found: dict[str, Any] = {"game": run.manifest["game"], "games": games}
    if "side" in seats.columns:
        found["sides"] = rate_rows("side", seats.columns["side"], seats.share, seats.names["side"])
        names = seats.names["objective"]
        mine = np.where(seats.columns["side"] == 1, seats.columns["objective"], -1)
        found["objectives"] = rate_rows("objective", mine, seats.share, names)
    else:
        found["seats"] = rate_rows("seat", number, seats.share, listed)
        order = seats.columns["turn_order"] - 1
        found["turn_order"] = rate_rows("turn_order", order, seats.share, [str(k + 1) for k in range(players)])
        found["leaders"] = leader_table(run, seats)["leaders"]
        found["pairs"] = pair_rows(seats.columns["leader"], seats.share, seats.names["leader"])
        found["openings"] = opening_rows(seats)
    kinds = {"sides": "seat", "seats": "seat", "turn_order": "seat", "leaders": "leader", "pairs": "pair",
             "openings": "opening", "objectives": "seat"}  # fmt: skip
    found["bias"] = {key: MEASURES[kind].bias for key, kind in kinds.items() if key in found}
    return found
