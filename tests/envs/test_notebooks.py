"""What a notebook shows of positions and results."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest

import dune_sim
from dune_sim.agents.arena import arena
from dune_sim.analysis.ask import Experiments
from dune_sim.games.html import html_table


@pytest.mark.parametrize("name", ["imperium", "arrakis"])
def test_a_position_shows_its_board(name: str) -> None:
    state = dune_sim.make(name).new(seed=3)
    assert state._repr_svg_() == state.svg()
    seen = state.observe(0)._repr_svg_()
    assert seen is not None and ElementTree.fromstring(seen).tag.endswith("svg")
    assert dune_sim.make("battle").new(seed=3)._repr_svg_() is None, "a battle has no picture and says nothing"


def cells(html: str) -> list[list[str]]:
    """The rows of a table, heads first; broken HTML is no XML."""
    tree = ElementTree.fromstring(html)
    return [["".join(cell.itertext()) for cell in row] for row in tree.iter("tr")]


def test_results_show_their_tables() -> None:
    game = dune_sim.make("imperium", players=3)
    result = game.simulate(games=50, seed=1)
    heads, *rows = cells(result._repr_html_())
    assert heads == ["seat", "wins", "95 % interval"]
    assert rows[1][:2] == [game.seats[1], f"{result.win_rate(1).share:.2%}"] and len(rows) == 3
    rolled = game.new(seed=1).rollouts(games=20)
    assert cells(rolled._repr_html_())[1][1] == f"{rolled.win_rate(0).share:.2%}"
    found = game.new(seed=2).search(iterations=20)
    assert cells(found._repr_html_())[1][0] == ", ".join(found.answers[0].words)
    met = arena(game, ["greedy:leaves=2"], against="random", games=6)
    assert cells(met._repr_html_())[1][:2] == ["greedy:leaves=2", "6"]


def test_experiments_show_what_was_moved() -> None:
    one = dune_sim.experiment("imperium", set="cards.carryall.cost=6", policy="random", games=60)
    assert cells(one._repr_html_())[1][-1] == "60"
    worse = replace(one, what="another", main=replace(one.main, effect=one.main.effect - 0.1))
    heads, *rows = cells(Experiments("imperium", [worse, one], [0.2, 0.05], {}, {})._repr_html_())
    assert heads[-1] == "q" and [row[-1] for row in rows] == ["0.050", "0.200"], "what helps most comes first"


def test_text_stays_text() -> None:
    assert cells(html_table("<b>&", ["<i>"], [["<script>", 1]])) == [["<i>"], ["<script>", "1"]]
