"""How strong cards are: observed, adjusted and caused side by side, and pairs that work together."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from dune_sim.analysis.measures import MEASURES
from dune_sim.report import charts
from dune_sim.report.parts import Cell, Column, Part, chart, effect, rate, section, table

Record = Mapping[str, Any]
#: cards on the map of synergies, pairs in its table
MAPPED, PAIRS = 24, 200
#: words of names that stay small
SMALL = ("a", "an", "and", "at", "for", "in", "of", "on", "or", "the", "to", "with")
CAUSES = (
    "Observed: win rate of those who had the card, minus that of all. Adjusted: the same with seat, leader, round and "
    "the other cards held constant. Caused: the same seeds played with and without."
)
PAIRED = "What two cards add to each other's worth, from the adjusted regression; red takes away."
#: names written beside points
NAMED = 12


def nice(id: str) -> str:
    """An id as people read it."""
    words = re.sub(r"(?<=[a-z])(?=\d)", " ", id.replace("_", " ")).split(" ")
    return " ".join(one if k and one in SMALL else one[:1].upper() + one[1:] for k, one in enumerate(words))


def column(key: str, kind: str = "rate") -> Column:
    """A column with its meaning and its bias."""
    one = MEASURES[key]
    return Column(one.title, kind, f"{one.meaning} {one.bias}")


class Strength:
    """What is known of cards: the tables of a run, and experiments."""

    def __init__(
        self,
        observed: Sequence[Record],
        adjusted: Sequence[Record],
        synergies: Sequence[Record],
        experiments: Sequence[Record],
        unsure: Sequence[str] = (),
    ) -> None:
        self.observed, self.synergies, self.unsure = observed, synergies, [nice(one) for one in unsure]
        self.adjusted = {one["card"]: one for one in adjusted}
        self.caused = {
            kind: {one["card"]: one for one in experiments if one["kind"] == kind} for kind in ("gift", "deny")
        }

    def sections(self) -> list[Part]:
        found = [section("cards", "Cards", self.card_table(), note=(
            "Every card that anybody met. A click on a heading sorts; a figure in green or red differs from nothing "
            "with 95 % certainty."))] if self.observed else []  # fmt: skip
        compared = [one for one in (self.against("gift"), self.against("deny"), self.adjusted_chart()) if one]
        if compared:
            parts = (*compared, self.disagreements())
            found.append(section("causes", "Observed, adjusted, caused", *parts, short="Causes", note=CAUSES))
        if self.synergies:
            found.append(self.pairs())
        return found

    def card_table(self) -> Part:
        sided = any(one.get("side") for one in self.observed)
        columns = [Column("card"), *([Column("side", choose=True)] if sided else []), Column("acquired by", "count")]
        columns += [column(key) for key in ("available", "acquire_rate", "acquired", "drawn", "played", "never_seen")]
        columns += [column("improvement_when_drawn", "effect"), column("uplift", "effect")]
        columns += [column(key, "effect") for key in self.shown]
        rows: list[list[Cell]] = []
        for one in self.observed:
            name: list[Cell] = [nice(one["card"]), *([nice(one["side"] or "")] if sided else [])]
            shares: list[Cell] = [rate(one["available"]), rate(one["acquire_rate"], "rate")]
            shares += [rate(one[key]) for key in ("acquired", "drawn", "played", "never_seen")]
            gains: list[Cell] = [effect(one["improvement_when_drawn"]), effect(one["uplift"])]
            gains += [effect(held.get(one["card"])) for held in self.shown.values()]
            rows.append([*name, int(one["acquired"]["count"]), *shares, *gains])
        uplift = next(k for k, one in enumerate(columns) if one.title == MEASURES["uplift"].title)
        count = 2 if sided else 1
        return table("Cards", columns, rows, name="cards", sort=uplift, count=count, marked=self.unsure)

    @property
    def shown(self) -> dict[str, Mapping[str, Record]]:
        """What there is besides observation."""
        every = {"adjusted": self.adjusted, **self.caused}
        return {key: held for key, held in every.items() if held}

    def points(self, other: Mapping[str, Record], sign: int = 1) -> list[dict[str, Any]]:
        """Cards of which both are known; those farthest from the common trend get their names."""
        found = []
        for one in self.observed:
            first, second = one["uplift"], other.get(one["card"])
            if first["effect"] is None or second is None or not one["acquired"]["count"]:
                continue
            low, high = sorted((sign * second["low"], sign * second["high"]))
            found.append({
                "name": nice(one["card"]), "seen": first["effect"], "seen_low": first["low"],
                "seen_high": first["high"], "other": sign * second["effect"], "other_low": low, "other_high": high,
            })  # fmt: skip
        far = sorted(found, key=lambda one: -(abs(one["seen"]) + abs(one["other"])))[:NAMED]
        return [{**one, "named": one in far} for one in found]

    def against(self, kind: str) -> Part | None:
        """Observed against caused; what a denial takes away counts as what the card gives."""
        points = self.points(self.caused[kind], -1 if kind == "deny" else 1)
        if len(points) < 3:
            return None
        title = {"gift": "caused by a gift", "deny": "lost by denial"}[kind]
        spec = charts.scatter(points, "seen", "other", ("observed uplift", title))
        return chart(f"Observed and {title}", spec, _correlated(points))

    def adjusted_chart(self) -> Part | None:
        points = self.points(self.adjusted)
        if len(points) < 3:
            return None
        spec = charts.scatter(points, "seen", "other", ("observed uplift", "adjusted effect"))
        return chart("Observed and adjusted", spec, _correlated(points))

    def disagreements(self) -> Part | None:
        """Cards whose places in the two orders differ most."""
        kind = "gift" if self.caused["gift"] else "deny"
        points = self.points(self.caused[kind], -1 if kind == "deny" else 1)
        if len(points) < 3:
            return None
        places = {key: _ranks([one[key] for one in points]) for key in ("seen", "other")}
        rows: list[list[Cell]] = []
        for k, one in enumerate(points):
            cells = [[one[key], one[f"{key}_low"], one[f"{key}_high"]] for key in ("seen", "other")]
            seen, caused = places["seen"][k], places["other"][k]
            rows.append([one["name"], seen, caused, abs(seen - caused), *cells])
        columns = [
            Column("card"), Column("place observed", "count"), Column("place caused", "count"),
            Column("places apart", "count"), column("uplift", "effect"), column(kind, "effect"),
        ]  # fmt: skip
        return table("Where they disagree most", columns, rows, name="disagreements", sort=3)

    def pairs(self) -> Part:
        listed = self.synergies[:PAIRS]
        columns = [
            Column("card"), Column("with"), column("synergy", "effect"), Column("seats with both", "count"),
            Column("q", "number", "False-discovery rate of calling this pair different from nothing."),
        ]  # fmt: skip
        rows: list[list[Cell]] = []
        for one in listed:
            rows.append([*(nice(card) for card in one["cards"]), effect(one), int(one["count"]), round(one["q"], 4)])
        listed_pairs = table("The surest pairs", columns, rows, name="pairs", sort=4, down=False, count=3)
        return section("pairs", "Pairs", self.pair_map(), listed_pairs, note=PAIRED)

    def pair_map(self) -> Part:
        """The cards that are in the surest pairs, against each other."""
        often: dict[str, int] = {}
        for place, one in enumerate(self.synergies[:PAIRS]):
            for card in one["cards"]:
                often[card] = often.get(card, 0) + PAIRS - place
        cards = sorted(sorted(often, key=lambda card: -often[card])[:MAPPED])
        rows = []
        for one in self.synergies:
            a, b = one["cards"]
            if a in cards and b in cards:
                told = {"effect": one["effect"], "count": one["count"], "q": one["q"]}
                rows += [{"a": nice(x), "b": nice(y), **told} for x, y in ((a, b), (b, a))]
        spec = charts.heat(rows, "effect", "synergy", [nice(card) for card in cards])
        return chart("Synergies", spec)


def _ranks(values: Sequence[float]) -> list[int]:
    order = sorted(range(len(values)), key=lambda k: -values[k])
    places = [0] * len(values)
    for place, k in enumerate(order, 1):
        places[k] = place
    return places


def _correlated(points: Sequence[Record]) -> str:
    """How alike the two orders are."""
    from scipy.stats import spearmanr

    seen, other = ([one[key] for one in points] for key in ("seen", "other"))
    if len(set(seen)) < 2 or len(set(other)) < 2:
        return f"{len(points)} cards; one of the two orders has no differences."
    value = float(spearmanr(seen, other).statistic)
    return f"Rank correlation {value:+.2f} over {len(points)} cards (Spearman; 1 would be the same order)."

