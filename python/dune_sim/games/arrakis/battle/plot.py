"""The odds of a battle as a picture."""

from __future__ import annotations

from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

import numpy as np

from dune_sim.files import check_target, write_whole
from dune_sim.games.arrakis.battle.odds import BattleOdds
from dune_sim.games.arrakis.battle.text import figures

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SUFFIXES = (".png", ".svg")
COLOURS = {"attacker": "#b8432f", "defender": "#23648c", "both_destroyed": "#c9a13b"}
WORDS = {"attacker": "attacker wins", "defender": "defender wins", "both_destroyed": "both destroyed"}
DARK = {**COLOURS, "both_destroyed": "#8a6a14"}
INK = "#2b2622"
PAPER = "#fdfaf4"
FAINT = "#8d857b"
SHOWN_HITS = 0.0005


def save_battle_plot(odds: BattleOdds, path: Path | str) -> None:
    """Write the picture as PNG or SVG, told by the suffix; the file appears whole or not at all."""
    target = Path(path)
    check_target(target, SUFFIXES)
    figure = battle_figure(odds)
    # a fixed salt and no date: the same odds give the same bytes
    import matplotlib

    kind = target.suffix.lower()[1:]
    with matplotlib.rc_context({"svg.hashsalt": "dune_sim", "svg.fonttype": "none"}):
        metadata: dict[str, Any] = {"Date": None} if kind == "svg" else {}
        write_whole(target, lambda draft: figure.savefig(draft, format=kind, dpi=130, metadata=metadata))


def battle_figure(odds: BattleOdds) -> Figure:
    """Outcome, surviving units of both sides, hits of the first round."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10.5, 6.6), facecolor=PAPER)
    grid = figure.add_gridspec(
        2, 2, height_ratios=(1, 6.4), left=0.065, right=0.975, top=0.785, bottom=0.095, hspace=0.55, wspace=0.2
    )
    _heading(figure, odds)
    _outcome(figure.add_subplot(grid[0, :]), odds)
    _survivors(figure.add_subplot(grid[1, 0]), odds)
    _first_round(figure.add_subplot(grid[1, 1]), odds)
    return figure


def _heading(figure: Figure, odds: BattleOdds) -> None:
    setup = odds.setup
    place = f", in a {setup.holds} of rank {setup.rank}" if setup.holds else ""
    extra = {"attacker": ", by surprise" if setup.surprise else "", "defender": place}
    for side, top in (("attacker", 0.95), ("defender", 0.885)):
        cards = f", {setup.cards[side]} card{'s'[: setup.cards[side] > 1]}" if setup.cards[side] else ""
        text = f"{figures(setup.figures[side]).replace('_', ' ')}{cards}{extra[side]}"
        who = f"{setup.factions[side].title()} {'attacks' if side == 'attacker' else 'defends'}"
        figure.text(0.065, top, who, color=COLOURS[side], weight="bold", size=13, va="center")
        figure.text(0.27, top, fill(text, 100), color=INK, size=10.5, va="center", linespacing=1.15)


def _style(axes: Axes, title: str) -> None:
    axes.set_facecolor(PAPER)
    axes.set_title(title, loc="left", size=11, weight="bold", color=INK, pad=8)
    axes.tick_params(colors=INK, labelsize=9, length=0)
    for name in ("top", "right", "left"):
        axes.spines[name].set_visible(False)
    axes.spines["bottom"].set_color(FAINT)


def _outcome(axes: Axes, odds: BattleOdds) -> None:
    _style(axes, f"How it ends · {odds.rounds.expected:.1f} rounds on average")
    axes.spines["bottom"].set_visible(False)
    left = 0.0
    # labels have fixed places under the bar, so that narrow shares never push them into each other
    for key, place, align in (("attacker", 0.0, "left"), ("both_destroyed", 0.5, "center"), ("defender", 1.0, "right")):
        share = odds.outcome.to_dict()[key]
        axes.barh(0, share, left=left, color=COLOURS[key], height=0.9, edgecolor=PAPER, linewidth=1.5)
        label = f"{WORDS[key]} {share:.1%}"
        axes.text(place, -0.64, label, ha=align, va="top", color=DARK[key], weight="bold", size=11)
        left += share
    axes.set(xlim=(0, 1), ylim=(-0.5, 0.5), xticks=[], yticks=[])


def _survivors(axes: Axes, odds: BattleOdds) -> None:
    _style(axes, "Units that survive")
    top = 0.0
    for side, shift in (("attacker", -0.2), ("defender", 0.2)):
        row = odds.survivors[side]
        places = np.array(list(row)) + shift
        axes.bar(places, list(row.values()), width=0.38, color=COLOURS[side], label=side)
        found = odds.sampled.survivors[side] if odds.sampled else {}
        for place, (units, chance) in zip(places, row.items(), strict=True):
            high = max(chance, found[units].high) if units in found else chance
            if units in found:
                axes.plot([place, place], [found[units].low, found[units].high], color=INK, linewidth=2)
            if chance >= 0.005:
                spot = axes.annotate(f"{chance:.0%}", (place, high), (0, 3), textcoords="offset points")
                spot.set(ha="center", color=COLOURS[side], size=8)
            top = max(top, high)
    most = max(max(row) for row in odds.survivors.values())
    axes.set(xlim=(-0.6, most + 0.6), ylim=(0, top * 1.24), xticks=range(most + 1), yticks=[])
    axes.set_xlabel("units left", color=INK, size=9.5)
    note = f"lines: 95 % intervals of {odds.sampled.battles:,} battles" if odds.sampled else None
    legend = axes.legend(frameon=False, fontsize=9, loc="upper center", title=note, title_fontsize=8, ncols=2)
    for text in (*legend.get_texts(), legend.get_title()):
        text.set_color(INK)


def _first_round(axes: Axes, odds: BattleOdds) -> None:
    from matplotlib.colors import LinearSegmentedColormap

    _style(axes, "Hits suffered in the first round")
    joint = [one for one in odds.first_round.joint if one[2] >= SHOWN_HITS]
    shape = max(4, *(a + 1 for _, a, _ in joint)), max(4, *(d + 1 for d, _, _ in joint))
    chances = np.zeros(shape)
    for d, a, chance in joint:
        chances[a, d] = chance
    sand = LinearSegmentedColormap.from_list("sand", [PAPER, "#ecc98a", "#c77b3b", "#5b2a18"])
    axes.imshow(chances, origin="lower", cmap=sand, aspect="auto", vmin=0)
    for (a, d), chance in np.ndenumerate(chances):
        if chance >= SHOWN_HITS:
            colour = "white" if chance > 0.55 * chances.max() else INK
            text = f"{chance:.1%}" if chance >= 0.001 else "<0.1%"
            axes.text(d, a, text, ha="center", va="center", size=8 if chances.shape[1] < 9 else 6.5, color=colour)
    axes.spines["bottom"].set_visible(False)
    axes.set(xticks=range(chances.shape[1]), yticks=range(chances.shape[0]))
    axes.set_xlabel("on the defender", color=COLOURS["defender"], size=9.5, weight="bold")
    axes.set_ylabel("on the attacker", color=COLOURS["attacker"], size=9.5, weight="bold")
