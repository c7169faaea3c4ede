"""Pictures of a run: strength of cards, balance; points with their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dune_sim.analysis.profile import balance, cards
from dune_sim.errors import UsageError
from dune_sim.files import check_target, write_whole

if TYPE_CHECKING:
    from dune_sim.runs.store import Run

INK, PAPER, SAND, FAINT = "#2b2622", "#fdfaf4", "#b8432f", "#8d857b"
SUFFIXES = (".png", ".svg")
#: measures of cards that can be drawn, and the key of their value
DRAWN = {
    "uplift": "effect", "improvement_when_drawn": "effect", "adjusted": "effect", "available": "win_rate",
    "acquired": "win_rate", "drawn": "win_rate", "played": "win_rate", "never_seen": "win_rate",
}  # fmt: skip

#: a line of a picture: its name, value and interval
Line = tuple[str, float, float, float]


def plot_cards(run: Run, file: Path, measure: str = "uplift", top: int = 20) -> None:
    """The strongest and the weakest cards by one measure."""
    check_target(file, SUFFIXES)
    if measure not in DRAWN:
        raise UsageError(f"there is no measure {measure!r} to draw; choose {', '.join(DRAWN)}")
    key = DRAWN[measure]
    found = [one for one in cards(run, adjusted=measure == "adjusted")["cards"] if one[measure][key] is not None]
    lines = [(one["card"], one[measure][key], one[measure]["low"], one[measure]["high"]) for one in found]
    lines.sort(key=lambda one: -one[1])
    if len(lines) > 2 * top:
        lines = lines[:top] + lines[-top:]
    what = measure.replace("_", " ")
    title = f"{run.manifest['game']}: {what} of cards, {run.finished():,} games, 95 % intervals"
    draw(file, [(title, lines, 0.0 if key == "effect" else None)])


def plot_balance(run: Run, file: Path) -> None:
    """Win rates by seat, turn order and leader, or by side."""
    check_target(file, SUFFIXES)
    found = balance(run)
    panels = []
    for name in ("sides", "objectives", "seats", "turn_order", "leaders"):
        rows = found.get(name, [])
        if rows:
            first = next(iter(rows[0]))
            lines = [(str(one[first]), one["win_rate"], one["low"], one["high"]) for one in rows]
            panels.append((f"win rate by {name.replace('_', ' ')}", lines, None))
    draw(file, panels)


def draw(file: Path, panels: Sequence[tuple[str, Sequence[Line], float | None]]) -> None:
    """Panels below each other; the same lines give the same bytes."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context({"svg.hashsalt": "dune_sim", "svg.fonttype": "none"}):
        rows = [len(lines) + 2 for _, lines, _ in panels]
        figure = Figure(figsize=(8.2, 0.6 + 0.24 * sum(rows)), layout="constrained", facecolor=PAPER)
        grid = figure.add_gridspec(len(panels), 1, height_ratios=rows)
        for k, (title, lines, zero) in enumerate(panels):
            _panel(figure.add_subplot(grid[k]), title, lines, zero)
        kind = file.suffix.lower()[1:]
        bare: dict[str, Any] = {"Date": None} if kind == "svg" else {}
        write_whole(file, lambda draft: figure.savefig(draft, format=kind, metadata=bare, dpi=110))


def _panel(axes: Any, title: str, lines: Sequence[Line], zero: float | None) -> None:
    for k, (_, value, low, high) in enumerate(lines):
        axes.plot([100 * low, 100 * high], [k, k], color=INK, linewidth=1.6, solid_capstyle="butt")
        axes.plot([100 * value], [k], "o", color=SAND, markersize=5)
    if zero is not None:
        axes.axvline(zero, color=FAINT, linestyle=":", linewidth=1.2)
    axes.set_yticks(range(len(lines)))
    axes.set_yticklabels([name for name, *_ in lines], fontsize=8)
    axes.set_ylim(len(lines) - 0.4, -0.7)
    axes.set_title(title, fontsize=10, loc="left", color=INK)
    axes.set_xlabel("%" if zero is None else "percentage points", fontsize=8, color=INK)
    axes.set_facecolor(PAPER)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(left=False)
