"""Pictures and text pages of Dune: Imperium."""

from __future__ import annotations

from html import escape
from pathlib import Path
from xml.etree import ElementTree

import pytest

import dune_sim
from dune_sim.cli.setup_options import Setup
from dune_sim.cli.show import replay, show
from dune_sim.content import load_content
from dune_sim.games.base import Game
from dune_sim.games.imperium.content.checks import effect_lists
from dune_sim.games.imperium.pictures.canvas import _layout, token_width
from dune_sim.games.imperium.pictures.icons import ICONS
from dune_sim.games.imperium.pictures.legend import LEGEND
from dune_sim.games.imperium.words.effects import FACTION_NAMES, Sign, Wording, spell
from dune_sim.runs.session import Session, resume_session
from imperium.table import positions

SVG = "{http://www.w3.org/2000/svg}"


SETUPS = [{"players": 3}, {"players": 4}, {"players": 4, "leaders": "draft"}, {"players": 2}, {"players": 1}]


@pytest.fixture(scope="module", params=SETUPS)
def game(request: pytest.FixtureRequest) -> Game:
    return dune_sim.make("imperium", **request.param)


def test_pictures_are_well_formed_and_whole(game: Game) -> None:
    spaces = [one.name for one in load_content("imperium").spaces]
    for state in positions(game, range(2), 40):
        drawn = state.svg()
        root = ElementTree.fromstring(drawn)
        symbols = {one.get("id") for one in root.iter(f"{SVG}symbol")}
        assert {str(one.get("href"))[1:] for one in root.iter(f"{SVG}use")} <= symbols
        words = [one.text or "" for one in root.iter(f"{SVG}text")]
        assert set(spaces) <= set(words)
        assert state.svg() == drawn


def test_the_end_names_the_winner(game: Game) -> None:
    *_, end = positions(game, range(3, 4), 1000)
    assert end.is_over and f"seat {end.winner}" in end.render().splitlines()[0].split("game over")[1]
    words = [one.text or "" for one in ElementTree.fromstring(end.svg()).iter(f"{SVG}text")]
    assert sum("won" in one.split(" · ") for one in words) == 1


def test_the_headline_tells_whose_turn_it_is_when_another_decides() -> None:
    game, seen = dune_sim.make("imperium", players=4), 0
    for state in positions(game, range(16), 1):
        told, head = state.to_dict(), state.render().splitlines()[0]
        if not state.is_over:
            assert f"seat {state.to_move}" in head.split(" · ")[-1] and head.endswith("decides")
            other = told["phase"] == "turns" and told["turn_of"] != state.to_move
            assert (f"turn of seat {told['turn_of']}" in head) == other
            seen += other
    assert seen


def test_every_card_that_may_be_seen_is_drawn() -> None:
    """A large discard pile makes the picture higher instead of leaving cards out."""
    game = dune_sim.make("imperium", players=4)
    many = [one.id for one in load_content("imperium").cards_of("imperium")][:30]
    state = game.from_dict({"players": [{"discard": many}, {}, {}, {}]})
    words = [one.text or "" for one in ElementTree.fromstring(state.svg()).iter(f"{SVG}text")]
    names = load_content("imperium").cards
    assert all(any(said.startswith(names.get(one).name) for said in words) for one in many)
    assert not any("more" in said.split() for said in words)


def test_words_can_be_read_where_a_page_is_900_pixels_wide(game: Game) -> None:
    for state in positions(game, range(2), 40):
        root = ElementTree.fromstring(state.svg())
        shrunk = 900 / float(root.get("width", 0))
        sizes = {float(one.get("font-size", 0)) * shrunk: one.text for one in root.iter(f"{SVG}text")}
        assert min(sizes) > 7.6, sizes[min(sizes)]


def test_the_legend_explains_every_icon() -> None:
    said = [one.text for one in ElementTree.fromstring(dune_sim.make("imperium").new(0).svg()).iter(f"{SVG}text")]
    assert set(LEGEND.values()) <= set(said)
    same = {f"icon.{one}" for one in FACTION_NAMES if one != "any"}  # the disc of a faction is its agent icon too
    assert set(LEGEND) | same == set(ICONS)


def test_no_gaps_inside_the_text_of_a_card() -> None:
    content = load_content("imperium")
    words = Wording(content)
    for card in content.cards:
        for effects in (card.agent, card.reveal, card.acquire, card.on_trash):
            for line in _layout(words.effects(effects), 13, 160):
                ends = [at + token_width(token, 13) for at, token in line]
                assert all(-0.01 < at - end < 5 for (at, _), end in zip(line[1:], ends, strict=False)), card.name


def test_the_viewer_sees_the_contents_of_the_own_deck(game: Game) -> None:
    names = load_content("imperium").cards
    for state in positions(game, range(1), 50, ends=False):
        for seat, one in enumerate(state.to_dict()["players"][: game.num_players]):
            seen = state.observe(seat)
            page, drawn = " ".join(seen.render().split()), seen.svg()
            for card, n in one["deck"].items():
                said = f"{names.get(card).name}{f' ×{n}' if n > 1 else ''}"
                assert said in page and f">{escape(said, quote=False)}</text>" in drawn


def test_nothing_is_drawn_outside_the_picture(game: Game) -> None:
    for state in positions(game, range(1), 60):
        root = ElementTree.fromstring(state.svg())
        wide, high = float(root.get("width", 0)), float(root.get("height", 0))
        for shape in root.iter():
            if shape.tag in (f"{SVG}rect", f"{SVG}use") and shape.get("x"):
                x, y = float(shape.get("x", 0)), float(shape.get("y", 0))
                if x or y:
                    assert x >= 0 and x + float(shape.get("width", 0)) <= wide
                    assert y >= 0 and y + float(shape.get("height", 0)) <= high


def test_agents_troops_and_cubes_are_all_there() -> None:
    game = dune_sim.make("imperium", players=4)
    told = {"players": [{"conflict": 5, "agents_on": ["arrakeen"]}, {"conflict": 2}, {}, {}]}
    bare = game.from_dict({}).svg().count("<rect")
    # one cube for every troop; the two panels of the fighters stay as they are
    assert game.from_dict(told).svg().count("<rect") == bare + 7


def test_pages_are_narrow_and_tell_everything(game: Game) -> None:
    for state in positions(game, range(2), 40):
        page = state.render()
        assert max(len(line) for line in page.splitlines()) <= 110
        for seat in range(game.num_players):
            assert f"seat {seat}: " in page


def test_observations_show_unknown_things_as_unknown(game: Game) -> None:
    for state in positions(game, range(1), 50):
        if state.to_dict()["phase"] == "leaders":
            continue
        for seat in range(game.num_players):
            seen = state.observe(seat)
            assert f"as seat {seat} sees it" in seen.render()
            ElementTree.fromstring(seen.svg())
            others = [one for k, one in enumerate(state.to_dict()["players"]) if k != seat]
            hidden = [sum(one["hand"].values()) for one in others if not one.get("rival")]
            assert ("face down" in seen.svg()) or not any(hidden)


@pytest.mark.parametrize(("players", "rivals"), [(1, 2), (2, 1)])
def test_rivals_are_drawn_with_their_cards(players: int, rivals: int) -> None:
    game = dune_sim.make("imperium", players=players)
    cards = load_content("imperium").hagal_cards
    for state in positions(game, range(1), 40, ends=False):
        told = state.to_dict()
        words = [one.text or "" for one in ElementTree.fromstring(state.observe(0).svg()).iter(f"{SVG}text")]
        assert sum("(rival)" in one for one in words) == rivals
        page = state.observe(0).render()
        last = told["hagal_card"]
        assert page.count("(rival)") == rivals and (not last or f"Hagal card {cards.get(last).name}" in page)
        assert {cards.get(one).name for one in told["hagal_deck"]} <= {one.split(" ×")[0] for one in words}
        for seat in range(players, players + rivals):
            spaces = told["players"][seat]["agents_on"]
            assert page.count(f"agent {seat}") == len(spaces)


def test_every_effect_of_the_content_has_words_and_icons() -> None:
    content = load_content("imperium")
    words = Wording(content)
    for table, record, place, effects in effect_lists(content):
        tokens = words.effects(effects)
        assert bool(spell(tokens)) == bool(effects), (table, record, place)
        assert all(token.kind in ICONS for token in tokens if isinstance(token, Sign))
    assert all(spell(words.ability(leader)) for leader in content.leaders)
    assert spell([Sign("troops", 2), Sign("influence.any", -1), "→", Sign("vp")]) == "2 troops, any faction -1 → 1 VP"


def test_show_play_and_replay_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    three = Setup({"players": 3})
    show.__wrapped__("imperium", seed=7, step=30, output=tmp_path / "board.svg", setup=three)
    ElementTree.fromstring((tmp_path / "board.svg").read_text(encoding="utf-8"))
    show.__wrapped__("imperium", seed=7, step=30, seat="1", setup=three)
    assert "as seat 1 sees it" in capsys.readouterr().out
    session = Session(dune_sim.make("imperium", players=3), seat=1, seed=4)
    for _ in range(12):
        session.choose(session.choices()[-1][0])
    session.save(tmp_path / "game.jsonl")
    replay(tmp_path / "game.jsonl", step=None, output=None)
    assert "round" in capsys.readouterr().out
    assert resume_session(tmp_path / "game.jsonl", 1).state == session.state
