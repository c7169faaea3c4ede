"""Board pictures and terminal text of War for Arrakis."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np
import pytest

from dune_sim import make
from dune_sim.games.arrakis.pictures import map as board
from dune_sim.games.arrakis.pictures.geometry import ASPECT, RIM, outlines
from dune_sim.games.arrakis.pictures.needs import need_words
from dune_sim.games.arrakis.pictures.panels import RINGS
from dune_sim.games.arrakis.pictures.placing import Table, boxes, place_anywhere
from dune_sim.games.base import Game
from dune_sim.games.state import State

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


CROWDED = {
    "arrakeen": {
        "harkonnen": {
            "standard": 3,
            "elite": 2,
            "special_elite": 1,
            "bashar": 2,
            "leaders": ["baron_harkonnen", "beast_rabban", "gaius_helen_mohiam", "thufir_hawat"],
        }
    },
    "hobars_gap": {
        "sietch": {"rank": 2, "revealed": False},
        "atreides": {
            "standard": 1,
            "elite": 1,
            "special_elite": 1,
            "tokens": ["atreides_start_1", "atreides_start_2", "atreides_start_3"],
            "naib": 3,
            "leaders": ["stilgar", "chani", "paul_muaddib", "gurney_halleck"],
        },
    },
    "rock_outcroppings": {
        "atreides": {
            "standard": 1,
            "elite": 1,
            "special_elite": 1,
            "tokens": ["atreides_start_4"],
            "naib": 2,
            "leaders": ["alia", "reverend_mother_jessica"],
        }
    },
}


def crowded(game: Game) -> State:
    """Full border areas under air zones that are all flown."""
    zones = {zone: "ornithopter" if k < 5 else "carryall" for k, zone in enumerate(game.names.zones[:7])}
    gone = {"paul_atreides": "gone", "lady_jessica": "gone"}
    return game.from_dict({"areas": CROWDED, "air_zones": zones, "leaders": gone})


def test_stacks_and_names_keep_to_the_map_and_off_each_other(game: Game) -> None:
    for state in (crowded(game), reach(game, 5, 300), reach(game, 2, 900)):
        told, content = game.position(state), game.facts
        discs = board._discs(content, told)
        assert len(discs) == 8 + len(told["air_zones"]), "the number of a flown zone takes room too"
        areas = board.standing(told)
        held = [{**areas.get(one.id, {}), "ruin": one.id in told["destroyed_sietches"]} for one in content.areas]
        stacks = [board._stacks(content, one, held[k], False) for k, one in enumerate(content.areas)]
        table = Table(board.WIDTH, board.HEIGHT, discs)
        spots = board._spots(Table(board.WIDTH, board.HEIGHT, discs), outlines(board.WIDTH), stacks)
        for k, (spot, stack) in enumerate(spots):
            drawn = boxes(spot.top, spot.scale, stack.name, stack.sizes)
            for half, top, low in drawn:
                assert spot.x - half > 0 and spot.x + half < board.WIDTH, content.areas[k].id
                assert top > 0 and low < board.HEIGHT, content.areas[k].id
                assert not any(abs(x - spot.x) < half + 5 and top < y < low for x, y, _ in discs), content.areas[k].id
            assert table.free(spot.x, drawn), content.areas[k].id
            table.take(spot, stack.name, stack.sizes)


@pytest.mark.parametrize("area", ["rock_outcroppings", "hobars_gap", "north_west_1", "north_east_16"])
def test_what_its_area_cannot_hold_stays_inside_the_frame(game: Game, area: str) -> None:
    outline = outlines(board.WIDTH)[game.names.areas.index(area)]
    name, rows = (100.0, 14.0), [(170.0, 30.0)] * 6
    _, spot = place_anywhere(Table(board.WIDTH, board.HEIGHT, []), outline, name, rows, 99.0)
    assert spot is not None
    for half, top, low in boxes(spot.top, spot.scale, name, rows):
        assert half < spot.x < board.WIDTH - half and top > 0 and low < board.HEIGHT


def test_each_secret_objective_has_its_own_rings_and_line(game: Game) -> None:
    """Objectives 1 and 3 ask 7-6-5 and 6-7-5: a goal of 6-6-5 is nobody's."""
    state = game.from_dict({"objective": ["objective_1", "objective_3"]})
    root = ET.fromstring(state.svg())
    rings = [one.get("stroke") for one in root.iter(f"{SVG}circle") if one.get("fill") == "none"]
    assert [rings.count(colour) for colour in RINGS[:2]] == [4, 4], "three markers and the line that explains"
    said = [one.text for one in root.iter(f"{SVG}text")]
    lines = ["Kwisatz Haderach 7, Sand Dwellers 6, Jihad 5", "Kwisatz Haderach 6, Sand Dwellers 7, Jihad 5"]
    for k, line in enumerate(lines, 1):
        assert f"objective {k}: {line}" in said and f"{k}: {line}" in state.render()
    assert said.count("1+2") == 1, "both ask Jihad 5"
    assert not any(line in state.observe(0).render() for line in lines)


def test_the_legend_explains_every_sign(game: Game) -> None:
    said = [one.text for one in ET.fromstring(game.new(0).svg()).iter(f"{SVG}text")]
    for sign in ("sietch, face up", "sietch, face down", "Wild Maker", "atomic tile", "station: Jihad"):
        assert sign in said


def marked(state: State, kind: str) -> int:
    """How many areas and air zones are marked so."""
    return sum(one.get("class") == kind for one in ET.fromstring(state.svg()).iter())


def test_areas_that_may_be_chosen_are_marked(game: Game) -> None:
    """For those who decide; whoever looks on may not know where the enemy can go."""
    seen = 0
    for steps in range(20, 140, 6):
        state = reach(game, 4, steps)
        answers = [game.actions[action] for action in state.legal_actions()]
        places = {one for one in answers if one.kind in ("area", "zone")}
        if not any(one.kind == "token" for one in answers):
            assert marked(state, "choice") == marked(state.observe(state.to_move), "choice") == len(places)
            seen += bool(places)
        assert marked(state.observe(1 - state.to_move), "choice") == 0
    assert seen > 4


def test_the_move_in_progress_is_marked() -> None:
    game, random, seen = make("arrakis"), np.random.default_rng(22), set()
    state = game.new(22)
    while not state.is_over and len(seen) < 3:
        asked = game.question(state)
        if "battle" not in state.to_dict() and asked.startswith(("Where does the legion of", "Which figures go")):
            going = asked.startswith("Which figures")
            drawn = state.svg()
            assert marked(state, "about") == (2 if going else 1)
            assert ("asked about" in drawn) and ("to choose" in drawn) != going
            seen.add((going, state.to_move))
        state.apply(int(random.choice(state.legal_actions())))
    assert len(seen) == 3


def test_words_can_be_read_where_a_page_is_900_pixels_wide(game: Game) -> None:
    for steps in (0, 150, 600, 5000):
        root = ET.fromstring(reach(game, 7, steps).svg())
        texts = [one for one in root.iter(f"{SVG}text") if len(one.text or "") > 1]
        smallest = min(texts, key=lambda one: float(one.get("font-size", 0)))
        assert float(smallest.get("font-size", 0)) * 900 / float(root.get("width", 0)) > 7.6, smallest.text


def test_the_viewer_sees_the_contents_of_the_own_decks(game: Game) -> None:
    state = reach(game, 5, 300)
    for seat, side in enumerate(game.seats):
        cards = game.facts.planning_cards
        names = {cards.get(one.split("#")[0]).name for one in state.to_dict()["decks"][side]}
        for seen, expected in ((state.observe(seat), True), (state.observe(1 - seat), False)):
            words = " ".join(one.text or "" for one in ET.fromstring(seen.svg()).iter(f"{SVG}text"))
            page = "".join(seen.render().split())  # lines may break after a hyphen
            found = [name in words and "".join(name.split()) in page for name in names]
            assert all(found) if expected else not any(found)


def test_prescience_cards_say_what_they_ask_for(game: Game) -> None:
    said = [need_words(card) for card in game.facts.prescience_cards]
    assert all(one and "_" not in one for one in said) and len(set(said)) == len(said)
    assert "legions in 4+ desert areas without a sietch" in said
    assert "Paul and Jessica in deep desert without a sietch" in said


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


@pytest.mark.parametrize(("columns", "widest"), [(60, 80), (80, 80), (95, 95), (300, 110)])
def test_text_keeps_to_the_terminal(game: Game, monkeypatch: pytest.MonkeyPatch, columns: int, widest: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for state in (crowded(game), reach(game, 11, 600)):
        lines = state.observe(0).render().splitlines()
        assert widest - 15 < max(len(line) for line in lines) <= widest


def test_text_names_stations_as_printed(game: Game) -> None:
    text = game.new(1).render()
    assert "testing station (Sand Dwellers)" in text and "sand_dwellers" not in text


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
