"""Board pictures and terminal text of War for Arrakis."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np
import pytest

from dune_sim import make
from dune_sim.games.base import Game, State
from dune_sim.report.arrakis_geometry import ASPECT, RIM, outlines

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def game() -> Game:
    return make("arrakis", engine="python")


def reach(game: Game, seed: int, steps: int) -> State:
    state, random = game.new(seed), np.random.default_rng(seed)
    for _ in range(steps):
        if state.is_over:
            break
        state.apply(int(random.choice(state.legal_actions())))
    return state


@pytest.mark.parametrize("steps", [0, 90, 400, 5000])
def test_pictures_show_each_area_once(game: Game, steps: int) -> None:
    state = reach(game, 7, steps)
    for seen in (state, state.observe(0), state.observe(1)):
        root = ET.fromstring(seen.svg())
        areas = [one.get("id") for one in root.iter(f"{SVG}polygon") if one.get("class") == "area"]
        assert sorted(areas) == sorted(f"area-{name}" for name in game.names.areas)


def test_equal_positions_give_equal_pictures(game: Game) -> None:
    state = reach(game, 3, 120)
    assert state.svg() == game.from_dict(state.to_dict()).svg()


def test_a_picture_shows_what_stands_there(game: Game) -> None:
    legion = {"standard": 2, "leaders": ["baron_harkonnen", "beast_rabban"]}
    state = game.from_dict({"areas": {"arrakeen": {"harkonnen": legion}}, "air_zones": {"air_zone_3": "carryall"}})
    said = [one.text for one in ET.fromstring(state.svg()).iter() if one.text]
    assert "Baron" in said and "Rabban" in said and "air zone 3: carryall" in said


def test_a_picture_tells_what_is_to_be_decided(game: Game) -> None:
    for steps in (0, 25, 130):
        state = reach(game, 9, steps)
        said = [one.text for one in ET.fromstring(state.svg()).iter(f"{SVG}text")]
        assert game.question(state) in said
        (head,) = [one for one in said if one.endswith((" turn", " decide"))]
        assert game.seats[state.to_move].capitalize() in head.split(", ")[-1] and head in state.render().splitlines()[0]


def test_vehicles_are_placed_by_the_harkonnen_whoever_had_the_last_turn() -> None:
    game, random = make("arrakis"), np.random.default_rng(2)
    state, seen = game.new(2), 0
    while not state.is_over and seen < 3:
        state.apply(int(random.choice(state.legal_actions())))
        told = state.to_dict()
        if not state.is_over and told["phase"] == "vehicles" and told["to_move"] == "atreides":
            seen += 1
            assert told["decides"] == "harkonnen" and "Harkonnen decide" in state.render().splitlines()[0]
    assert seen == 3


def test_nothing_leaves_its_panel(game: Game) -> None:
    """Even with the most cards: four prescience cards, one of them kept, and a hand of twenty."""
    row = game.names.prescience[:4]
    hand = list(dict.fromkeys(game.names.cards[1]))[:22]
    told = {"prescience": {"row": row, "kept": row[0]}, "hands": {"atreides": hand}, "atomics": {"uses": 1}}
    root = ET.fromstring(game.from_dict(told).svg())
    panels = 0
    for group in root.iter(f"{SVG}g"):
        frame = group.find(f"{SVG}rect")
        if frame is None or frame.get("x") not in ("0", None) or float(frame.get("width", 0)) < 300:
            continue
        panels += 1
        for words in group.findall(f"{SVG}text"):
            assert float(words.get("y", 0)) <= float(frame.get("height", 0)) - 5, words.text
    assert panels == 7, "six panels and the map"


def test_secrets_stay_out_of_the_picture_of_the_enemy(game: Game) -> None:
    """Two positions that differ in secrets only look the same to the other side."""
    state = reach(game, 5, 60)
    for seat in range(2):
        views = {state.determinize(seat, seed).observe(seat).svg() for seed in range(4)}
        assert views == {state.observe(seat).svg()}


def test_text_is_narrow_and_complete(game: Game) -> None:
    for steps in (0, 200, 600, 5000):
        state = reach(game, 11, steps)
        for seen in (state, state.observe(0), state.observe(1)):
            text = seen.render()
            assert max(len(line) for line in text.splitlines()) <= 110
            assert "HARKONNEN" in text and "ATREIDES" in text and "PRESCIENCE" in text


def test_text_hides_the_hand_of_the_enemy(game: Game) -> None:
    state = game.new(5)
    hand = state.to_dict()["hands"]["atreides"]
    name = game.names.card_text[hand[0].split("#")[0]]
    assert name in " ".join(state.observe(1).render().split())
    assert name not in " ".join(state.observe(0).render().split())


def test_outlines_touch_where_areas_touch(game: Game) -> None:
    """The picture has an edge for every border but one, and no edge without a border."""
    ids = list(game.names.areas)
    borders = {
        frozenset((ids.index(one.id), ids.index(other)))
        for one in game.facts.borders
        for other in (*one.open, *one.closed)
    }
    shapes = outlines(1000.0)
    drawn = {
        frozenset((k, other)): _length(shape.corners, i)
        for k, shape in enumerate(shapes)
        for i, other in enumerate(shape.across)
        if other != RIM
    }
    assert {pair for pair, length in drawn.items() if length > 4} <= borders
    assert len(borders - set(drawn)) <= 1


def _length(corners: tuple[tuple[float, float], ...], i: int) -> float:
    (ax, ay), (bx, by) = corners[i], corners[(i + 1) % len(corners)]
    return float(np.hypot(bx - ax, by - ay))


def test_outlines_fill_the_board() -> None:
    total = 0.0
    for shape in outlines(1000.0):
        points = np.array(shape.corners)
        x, y = points[:, 0], points[:, 1]
        total += abs(float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))) / 2
    assert total == pytest.approx(1000 * 1000 * ASPECT, rel=1e-9)
