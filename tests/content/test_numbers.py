"""Numbers of records: append-only, their own wherever a record stands; changed content moves no action of a game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from dune_sim import make
from dune_sim.content.loader import game_spec, load_texts, shipped_texts
from dune_sim.content.schema import GameSpec, Numbered, Table, TableSpec
from dune_sim.errors import ContentError
from dune_sim.games.arrakis.tables.build import compile_game as compile_arrakis
from dune_sim.games.base import Game
from dune_sim.games.batch import play_chunk
from dune_sim.games.imperium.tables.build import compile_game as compile_imperium
from dune_sim.games.imperium.tables.build import write_tables
from dune_sim.games.imperium.tables.code import shipped_items
from dune_sim.games.result import job_for
from dune_sim.kernel import driver
from dune_sim.lang.declare import Action

GAMES = {"arrakis": compile_arrakis, "imperium": compile_imperium}


class Town(Numbered):
    pass


@dataclass(frozen=True)
class Content:
    towns: Table[Town]
    seats: Table[Town]


SPEC = GameSpec(
    tables={"towns": TableSpec(Town), "seats": TableSpec(Town, count=2, full=True)},
    root=Content,
    check=lambda content, shipped: (),
)
HEAD = '[defaults]\nsource = "made up"\nconfidence = "high"\n'


def record(table: str, name: str, number: int | None = None) -> str:
    return f'[[{table}]]\nid = "{name}"\n' + (f"number = {number}\n" if number is not None else "")


def load(*overlays: str, towns: str = "") -> Content:
    base = towns or record("towns", "arrakeen", 1) + record("towns", "arsunt", 0)
    seats = record("seats", "left", 0) + record("seats", "right", 1)
    texts = {"game/towns.toml": HEAD + base, "game/seats.toml": HEAD + seats}
    loaded: Content = load_texts(SPEC, texts, [(f"change{n}.toml", text) for n, text in enumerate(overlays)])
    return loaded


def gone(table: str, name: str) -> str:
    return f'[[{table}]]\nid = "{name}"\nremove = true\n'


def test_records_lie_by_number_wherever_they_stand() -> None:
    assert load().towns.ids == load().towns.by_number == ("arsunt", "arrakeen")


def test_new_records_come_after_all_shipped_ones_or_where_they_say() -> None:
    assert load(record("towns", "new")).towns.by_number == ("arsunt", "arrakeen", "new")
    assert load(gone("towns", "arrakeen") + record("towns", "new")).towns.by_number == ("arsunt", "", "new")
    assert load(gone("towns", "arrakeen") + record("towns", "new", 1)).towns.by_number == ("arsunt", "new")
    both = load(record("towns", "new", 3) + record("towns", "next"), record("towns", "last"))
    assert both.towns.by_number == ("arsunt", "arrakeen", "next", "new", "last")


def test_a_table_that_is_always_full_gives_the_number_of_one_that_left() -> None:
    assert load(record("seats", "new") + gone("seats", "left")).seats.by_number == ("new", "right")


def test_a_changed_record_keeps_its_number() -> None:
    assert load(record("towns", "arsunt") + 'note = "x"\n', record("towns", "arsunt", 0)).towns.ids[0] == "arsunt"


MISTAKES = {
    "none": (
        {"towns": record("towns", "arsunt")},
        'game/towns.toml:5: towns "arsunt": the key "number" is missing',
    ),
    "twice": (
        {"towns": record("towns", "arsunt", 0) + record("towns", "arrakeen", 0)},
        'game/towns.toml:8: towns "arrakeen": the number 0 is that of "arsunt"',
    ),
    "no number": (
        {"towns": '[[towns]]\nid = "arsunt"\nnumber = "first"\n'},
        'game/towns.toml:5: towns "arsunt": "number" must be a whole number, not "first"',
    ),
    "below none": ({"towns": record("towns", "arsunt", -1)}, '"number" must be at least 0, not -1'),
    "taken": (
        {"overlay": record("towns", "new", 1)},
        'change0.toml:2: towns "new": the number 1 is that of "arrakeen"',
    ),
    "another": (
        {"overlay": record("towns", "arsunt", 5)},
        'change0.toml: towns "arsunt": the number of a record stays what it is, 0',
    ),
    "too high": (
        {"overlay": gone("seats", "left") + record("seats", "new", 2)},
        'change0.toml:5: seats "new": the number 2 is too high: they go from 0 to 1',
    ),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_a_wrong_number_is_told_with_its_place(case: str) -> None:
    given, message = MISTAKES[case]
    with pytest.raises(ContentError) as error:
        load(*([given["overlay"]] if "overlay" in given else []), towns=given.get("towns", ""))
    assert message in str(error.value)


def turned_round(text: str, spec: GameSpec) -> str:
    """A file with its numbered records in the opposite order."""
    head, *blocks = re.split(r"^(?=\[\[)", text, flags=re.M)
    places = [k for k, one in enumerate(blocks) if spec.tables[one[2 : one.index("]]")]].numbered]
    moved = dict(zip(places, reversed(places), strict=True))
    return head + "".join(blocks[moved.get(k, k)] for k in range(len(blocks)))


@pytest.mark.parametrize("game", GAMES)
def test_moving_records_in_their_files_moves_nothing(game: str) -> None:
    spec, texts = game_spec(game), shipped_texts(game)
    moved = {name: turned_round(text, spec) for name, text in texts.items()}
    assert moved != texts
    one, other = (GAMES[game](load_texts(spec, given)) for given in (texts, moved))
    assert one.tables.tobytes() == other.tables.tobytes()
    assert one.names.subjects == other.names.subjects


# -- no action moves -------------------------------------------------------------------------------------------------

CARD = """
[[cards]]
id = "desert_guide"
name = "Desert Guide"
kind = "imperium"
copies = 2
cost = 2
icons = ["spice_trade"]
agent = [{gain = {water = 1}}, {gain = {cards = 1}}]
reveal = [{gain = {persuasion = 1}}]
"""
INTRIGUE = '[[intrigue]]\nid = "new"\nname = "New"\ncopies = 1\nplot = [{gain = {solari = 2}}]\n'
LEADER = """
[[leaders]]
id = "new"
name = "New"
house = "New"
complexity = 1
ability_name = "none"
ability = []
signet_name = "signet"
signet = [{gain = {cards = 1}}, {gain = {solari = 1}}]
rival_allowed = true
"""
STARTER = '[[cards]]\nid = "new"\nname = "New"\nkind = "starter"\ncopies = 1\nreveal = [{gain = {persuasion = 1}}]\n'
#: overlay -> actions that are named by it and were not before
ADDED = {
    "a card": (CARD, ["hand", "discard", "in_play", "buy", "item"]),
    "a starter": (STARTER, ["hand", "discard", "in_play", "buy"]),
    "an intrigue card": (INTRIGUE, ["intrigue"]),
    "a leader": (LEADER, ["leader", "item"]),
    "another effect": (
        '[[cards]]\nid = "dr_yueh"\nagent = [{gain = {cards = 1}}, {gain = {intrigue = 1}}]\n', ["item"],
    ),
    "an effect that waits": (
        '[[cards]]\nid = "dr_yueh"\nagent = [{if = {alliance = "guild"}, then = [{gain = {spice = 1}}]}]\n', [],
    ),
    "an effect less": ('[[cards]]\nid = "worm_riders"\nreveal = []\n', []),
    "a draw for a condition": ('[[cards]]\nid = "worm_riders"\nreveal = [{gain = {cards = 1}}]\n', []),
    "a condition for a choice": (
        '[[cards]]\nid = "bene_gesserit_sister"\n'
        'reveal = [{if = {alliance = "guild"}, then = [{gain = {spice = 1}}]}]\n',
        [],
    ),
}  # fmt: skip
REMOVED = {
    "a card": ("cards", "scout", ["hand", "discard", "in_play", "buy"]),
    "a starter": ("cards", "dagger", ["hand", "discard", "in_play", "buy"]),
    "an intrigue card": ("intrigue", "bribery", ["intrigue"]),
    "a leader": ("leaders", "paul_atreides", ["leader"]),
    "a space": ("spaces", "research_station", ["space"]),
    "a conflict": ("conflicts", "skirmish_1", []),
}


def overlaid(tmp_path: Path, game: str, text: str, **options: Any) -> Game:
    path = tmp_path / "my.toml"
    path.write_text(text, encoding="utf-8")
    return make(game, content=path, **options)


def renamed(game: str, other: Game) -> Iterator[tuple[Action, Action]]:
    """Actions whose name is not what it is in the shipped game; id, kind and number never change."""
    for was, now in zip(make(game).actions, other.actions, strict=True):
        assert was[:3] == now[:3]
        if was.name != now.name:
            yield was, now


def sound(game: Game) -> None:
    play_chunk(job_for(game, "random", 3), 0, 20 if game.engine.name == "cpp" else 1, driver.CALL_PLAY_CHECKED)
    state = game.new(5)
    for step in range(40):
        legal = state.legal_actions()
        assert all(state.describe(action) for action in legal)
        state.apply(legal[step % len(legal)])
    assert game.from_dict(state.to_dict()) == state


@pytest.mark.parametrize("case", ADDED)
def test_what_an_overlay_of_imperium_adds_moves_no_action(case: str, tmp_path: Path) -> None:
    text, kinds = ADDED[case]
    game = overlaid(tmp_path, "imperium", text)
    found = list(renamed("imperium", game))
    assert [now.kind for _, now in found] == kinds
    assert all(not was.name and now.name for was, now in found), "only numbers that stood for nothing"
    sound(game)


@pytest.mark.parametrize("options", [{}, {"players": 3, "leaders": "draft"}], ids=["random", "draft"])
@pytest.mark.parametrize("case", REMOVED)
def test_what_an_overlay_of_imperium_removes_leaves_a_gap(case: str, options: dict[str, Any], tmp_path: Path) -> None:
    table, name, kinds = REMOVED[case]
    game = overlaid(tmp_path, "imperium", gone(table, name), **options)
    found = [(was, now) for was, now in renamed("imperium", game) if was.kind != "seat"]
    assert [was.kind for was, _ in found] == kinds
    assert all(was.name == name and not now.name for was, now in found)
    sound(game)


PLANNING = """
[[planning_cards]]
id = "sand_snorkel"
name = "Sand Snorkel"
deck = "fremen_ally"
copies = 2
effect = [{ do = "draw", n = 1 }]
"""


def test_cards_of_arrakis_take_the_places_of_those_that_left(tmp_path: Path) -> None:
    text = gone("planning_cards", "sandtides") + gone("planning_cards", "hieregs") + PLANNING
    game = overlaid(tmp_path, "arrakis", text)
    found = [(was.name, now.name) for was, now in renamed("arrakis", game)]
    assert sorted(found) == [("hieregs", "sand_snorkel"), ("sandtides", "sand_snorkel#2")]
    sound(game)


def test_further_copies_in_arrakis_take_the_places_of_those_that_left(tmp_path: Path) -> None:
    text = gone("planning_cards", "sandtides") + '[[planning_cards]]\nid = "thumpers"\ncopies = 2\n'
    found = [(was.name, now.name) for was, now in renamed("arrakis", overlaid(tmp_path, "arrakis", text))]
    assert found == [("sandtides", "thumpers#2")]


def test_a_prescience_card_takes_the_place_of_the_one_that_left(tmp_path: Path) -> None:
    text = gone("prescience_cards", "terrible_purpose") + """
[[prescience_cards]]
id = "new"
name = "New"
timing = "action_phase"
requirement = [{ need = "spend_action_die", n = 1 }]
advances = { jihad = 1 }
"""
    found = [(was.name, now.name) for was, now in renamed("arrakis", overlaid(tmp_path, "arrakis", text))]
    assert found == [("terrible_purpose", "new")]


def test_the_list_of_items_holds_every_effect_of_the_shipped_cards() -> None:
    _, code = write_tables(load_texts(game_spec("imperium"), shipped_texts("imperium")), 4, None)
    assert code.item_keys == shipped_items(), "make docs adds what is new"
    assert len(set(code.item_keys)) == len(code.item_keys)
