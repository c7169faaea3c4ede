"""``dune_sim.experiment``: one change, or every card, as a question in Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from os import PathLike, fspath
from typing import Any

from dune_sim.analysis.change import Change, Facts, removal, setting, swap
from dune_sim.analysis.compared import compare
from dune_sim.analysis.experiment import HEADS, Bench, Experiment, Plan
from dune_sim.analysis.treatments import UntreatedError
from dune_sim.errors import ContentError, UsageError
from dune_sim.games.checks import check_overlays
from dune_sim.games.html import html_table

Names = str | Sequence[str] | None
#: what `every` may say besides the name of a table
CARD = "card"
#: what is done to every card
KINDS = ("gift", "deny")


@dataclass(frozen=True)
class Experiments:
    """A table of experiments on the same games."""

    game: str
    experiments: list[Experiment]
    #: false-discovery rate of calling each one different from nothing
    q: list[float]
    #: what could not be tried, and why
    refused: dict[str, str]
    how: dict[str, Any]
    #: of cards: observed, adjusted and caused strength side by side, with their rank correlations
    compared: dict[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        found = [{**one.to_dict(), "q": q} for one, q in zip(self.experiments, self.q, strict=True)]
        shared = set(self.how)
        rows = [{key: value for key, value in one.items() if key not in shared} for one in found]
        return {"game": self.game, "experiments": rows, "refused": self.refused, **self.compared, **self.how}

    def _repr_html_(self) -> str:
        """All of them in a notebook, those that help most first."""
        order = sorted(range(len(self.q)), key=lambda k: -self.experiments[k].main.effect)
        rows = [(*self.experiments[k].cells(), f"{self.q[k]:.3f}") for k in order]
        return html_table(f"{self.game}: experiments, {len(self.refused)} refused", (*HEADS, "q"), rows)


def experiment(
    game: str,
    *,
    gift: Names = None,
    deny: Names = None,
    set: Names = None,
    remove: Names = None,
    swap: Names = None,
    content: str | PathLike[str] | Sequence[str | PathLike[str]] | None = None,
    every: str | None = None,
    kinds: Sequence[str] = KINDS,
    progress: Callable[[int], None] | None = None,
    told: Callable[[str], None] | None = None,
    seats: int | Sequence[int] | None = None,
    policy: str | Sequence[str] = "greedy",
    games: int | None = None,
    until: float | str | None = None,
    seed: int = 1,
    engine: str = "auto",
    workers: int | None = None,
    **options: Any,
) -> Experiment | Experiments:
    """Play the same seeds twice, once with a change, and tell what it moved.

    Parameters
    ----------
    game : str
        ``"imperium"`` or ``"arrakis"``; further keywords are options of ``make``.
    gift, deny : card id or list
        A seat starts with the card; a seat may not take it. Named ``seats`` are treated together, else all in turn.
    set, remove, swap, content
        A change of the content for all: ``"cards.carryall.cost=6"``, ``"carryall"``, ``"carryall=chani"``, overlays,
        which beside another change belong to both arms.
    every : str
        ``"card"``: gifts and denials (``kinds``) of every card; or a table of the content: each record removed.
    games, until
        Games of each arm; or the half-width of the 95 % interval at which to stop, such as ``"0.5%"``.

    Examples
    --------
    >>> import dune_sim
    >>> found = dune_sim.experiment("imperium", set="cards.carryall.cost=6", policy="random", games=100)
    >>> found.games
    100
    """
    if content is not None and any((gift, deny, set, remove, swap, every)):
        # beside another change it belongs to both arms
        options, content = {**options, "content": list(check_overlays(content))}, None
    given = Plan(
        [seats] if isinstance(seats, int) else seats, policy, games, half_width(until), seed, engine, workers,
        options=options,
    )  # fmt: skip
    changes = read_changes(game, gift, deny, set, remove, swap, content)
    if every is not None:
        if changes:
            raise UsageError("every says what is changed; leave the other changes out")
        return each(game, every, kinds, given, progress, told)
    if not changes:
        raise UsageError("say what to change: gift, deny, set, remove, swap, content or every")
    return Bench(game, given).compare(changes, progress)


def half_width(until: float | str | None) -> float | None:
    """``0.5%`` or ``0.005`` as a number."""
    if until is None:
        return None
    text = str(until).strip()
    try:
        value = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        raise UsageError(f"until must be a half-width such as 0.5% or 0.005, not {until!r}") from None
    return value


def _listed(names: Names) -> list[str]:
    return [names] if isinstance(names, str) else list(names or ())


def read_changes(
    game: str, gift: Names, deny: Names, sets: Names, removed: Names, swaps: Names, content: Any
) -> list[Change]:
    """Everything that is changed at once."""
    changes = [seat_change(game, "gift", one) for one in _listed(gift)]
    changes += [seat_change(game, "deny", one) for one in _listed(deny)]
    changes += [setting(game, one) for one in _listed(sets)]
    changes += [removal(game, one) for one in _listed(removed)]
    changes += [swap(game, one) for one in _listed(swaps)]
    files = check_overlays(content)
    if files:
        changes.append(Change("content", ", ".join(fspath(one) for one in files), files=files))
    return changes


#: tables whose records a seat can be given or denied
CARD_TABLES = {"imperium": ("cards", "intrigue"), "arrakis": ("planning_cards", "prescience_cards")}


def seat_change(game: str, kind: str, card: str) -> Change:
    """A card that a seat is given or denied."""
    facts = Facts(game)
    table, one = facts.place(card, f"--{kind}")
    if table not in CARD_TABLES[game]:
        raise UsageError(f"--{kind} {card}: a seat is given or denied cards, and this is one of {table}")
    return Change(kind, one)


def every_change(game: str, every: str, kinds: Sequence[str]) -> list[Change]:
    """The changes of a whole table."""
    facts = Facts(game)
    if every == CARD:
        wrong = [one for one in kinds if one not in KINDS]
        if wrong or not kinds:
            raise UsageError(f"kinds must be some of {', '.join(KINDS)}, not {', '.join(wrong) or 'none'}")
        listed = [one for table in CARD_TABLES[game] for one in facts.tables[table]]
        return [Change(kind, one) for one in listed for kind in kinds]
    if every not in facts.tables:
        raise UsageError(f"every {every}: say card, or a table of {game}: {', '.join(facts.tables)}")
    return [removal(game, f"{every}.{one}") for one in facts.tables[every]]


def each(
    game: str,
    every: str,
    kinds: Sequence[str],
    plan: Plan,
    progress: Callable[[int], None] | None,
    told: Callable[[str], None] | None,
) -> Experiments:
    """One experiment for every record of a table, all against the same games without a change."""
    from scipy.stats import false_discovery_control

    bench = Bench(game, plan, record=every == CARD)
    found: list[Experiment] = []
    refused: dict[str, str] = {}
    for change in every_change(game, every, kinds):
        if told is not None:
            told(f"{change.kind} {change.what}")
        try:
            found.append(bench.compare([change], progress))
        except (ContentError, UntreatedError) as error:
            # a record that the rules cannot do without, a card that this game does not hold
            refused[f"{change.kind} {change.what}"] = str(error)
            continue
        if found[-1].stopped == "interrupted":
            break
    found.sort(key=lambda one: -abs(one.main.effect))
    q = [float(one) for one in false_discovery_control([one.p for one in found])] if found else []
    compared = {}
    if bench.before.played is not None and found:
        compared = compare(bench.before.played, [one.to_dict() for one in found])
    return Experiments(game, found, q, refused, bench.how(), compared)


