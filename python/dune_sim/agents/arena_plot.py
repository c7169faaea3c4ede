"""The picture of an arena: who won how often, and how good that makes everybody."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from dune_sim.agents.arena import Arena
from dune_sim.files import check_target, write_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, PAPER, SAND, FAINT = "#2b2622", "#fdfaf4", "#b8432f", "#8d857b"
SUFFIXES = (".png", ".svg")


def save_arena_plot(met: Arena, path: Path | str) -> None:
    """Write the picture; the same arena gives the same bytes."""
    file = Path(path)
    check_target(file, SUFFIXES)
    import matplotlib

    with matplotlib.rc_context({"svg.hashsalt": "dune_sim", "svg.fonttype": "none"}):
        figure = _draw(met)
        kind = file.suffix.lower()[1:]
        bare: dict[str, Any] = {"Date": None} if kind == "svg" else {}
        write_whole(file, lambda draft: figure.savefig(draft, format=kind, metadata=bare, dpi=110))


def _draw(met: Arena) -> Figure:
    from matplotlib.figure import Figure

    rated = all(one.rating is not None for one in met.entrants)
    high = 1.6 + 0.42 * len(met.outcomes) + (1.2 + 0.42 * len(met.entrants) if rated else 0)
    figure = Figure(figsize=(8.2, high), layout="constrained", facecolor=PAPER)
    parts = [len(met.outcomes) + 1, *([len(met.entrants) + 1] if rated else [])]
    grid = figure.add_gridspec(len(parts), 1, height_ratios=parts)
    _rates(figure.add_subplot(grid[0]), met)
    if rated:
        _ratings(figure.add_subplot(grid[1]), met)
    return figure


def _bare(axes: Axes) -> None:
    axes.set_facecolor(PAPER)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(left=False)
    axes.invert_yaxis()


def _rates(axes: Axes, met: Arena) -> None:
    """One line for each pair: the win rate, its interval, what chance would give."""
    chance = 1 / met.game.num_players
    axes.axvline(chance, color=FAINT, linestyle=":", linewidth=1.2)
    for k, one in enumerate(met.outcomes):
        found = one.win_rate
        axes.plot([found.low, found.high], [k, k], color=INK, linewidth=2, solid_capstyle="butt")
        axes.plot([found.value], [k], "o", color=SAND, markersize=7)
        axes.annotate(f"{found.value:.1%}", (found.value, k), xytext=(0, 7), textcoords="offset points", ha="center",
                      fontsize=8, color=INK)  # fmt: skip
    axes.set_yticks(range(len(met.outcomes)))
    axes.set_yticklabels([f"{one.duel.entrant}  against  {one.duel.other}" for one in met.outcomes], fontsize=9)
    axes.set_ylim(-0.7, len(met.outcomes) - 0.4)
    axes.set_xlim(-0.02, 1.02)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1])
    axes.set_xticklabels(["0 %", "25 %", "50 %", "75 %", "100 %"])
    games = sum(one.games for one in met.outcomes)
    axes.set_title(
        f"{met.game.name}: how often one seat wins against all others, with 95 % intervals\n"
        f"{games:,} games, seed {met.seed}; dotted: chance",
        fontsize=10, loc="left", color=INK,
    )  # fmt: skip
    _bare(axes)


def _ratings(axes: Axes, met: Arena) -> None:
    """One line for each player, the best on top."""
    ranked = sorted(met.entrants, key=lambda one: -one.rating.value if one.rating else 0.0)
    for k, one in enumerate(ranked):
        if one.rating is not None:
            axes.plot([one.rating.low, one.rating.high], [k, k], color=INK, linewidth=2, solid_capstyle="butt")
            axes.plot([one.rating.value], [k], "o", color=SAND, markersize=7)
    axes.set_yticks(range(len(ranked)))
    axes.set_yticklabels([one.name for one in ranked], fontsize=9)
    axes.set_ylim(-0.7, len(ranked) - 0.4)
    axes.set_title("rating; 400 points are odds of ten to one, the mean is 0", fontsize=10, loc="left", color=INK)
    _bare(axes)
