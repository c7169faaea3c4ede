"""Options, words, hidden information and copies of Dune: Imperium."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dune_sim
from dune_sim.errors import ContentError, IllegalActionError, UsageError
from dune_sim.games.base import Game
from dune_sim.games.imperium.game import ImperiumGame
from dune_sim.games.imperium.kernels import faults
from dune_sim.games.imperium.kernels.bloodlines import faults as module_faults
from dune_sim.games.imperium.kernels.hagal import faults as rival_faults
from dune_sim.games.imperium.tables.names import word_bits
from dune_sim.games.imperium.words.faults import SENTENCES
from dune_sim.games.state import State
from imperium.table import positions
from pages import action_page

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module", params=[3, 4])
def game(request: pytest.FixtureRequest) -> Game:
    return dune_sim.make("imperium", players=request.param)


BARON = ["baron_vladimir_harkonnen", "paul_atreides", "helena_richese"]


@pytest.fixture(scope="module")
def baron() -> Game:
    return dune_sim.make("imperium", players=3, leaders=BARON)


# -- options -----------------------------------------------------------------------------------------------------------

WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "five players": ({"players": 5}, "imperium is for 1 to 4 players, not 5"),
    "no player": ({"players": 0}, "imperium is for 1 to 4 players, not 0"),
    "players in words": ({"players": "four"}, "players must be a number from 1 to 4, not 'four'"),
    "an unknown leader": ({"leaders": ["paul_atreid"]}, "there is no leader 'paul_atreid'; did you mean paul_atreides"),
    "a leader by surname": ({"leaders": ["rabban"]}, "did you mean glossu_rabban"),
    "a leader out of the blue": ({"leaders": ["xyzzy"]}, "choose from paul_atreides"),
    "the same leader twice": (
        {"leaders": ["helena_richese", "helena_richese", "paul_atreides", "glossu_rabban"]},
        "two players cannot both have helena_richese",
    ),
    "three leaders for four": ({"players": 4, "leaders": BARON}, "4 players need 4 leaders, not 3"),
    "a later module": ({"modules": ("uprising",)}, "the module 'uprising' is not there yet"),
    "an unknown module": ({"modules": ("ix",)}, "there is no module 'ix'"),
    "a misspelt module": ({"modules": ["imortality"]}, "did you mean immortality"),
    "an unknown option": ({"playrs": 3}, "imperium has no option 'playrs'; did you mean players"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_option_gets_one_sentence(case: str) -> None:
    options, reason = WRONG[case]
    with pytest.raises(UsageError) as caught:
        dune_sim.make("imperium", **options)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_leaders_are_given_drawn_or_drafted() -> None:
    given = dune_sim.make("imperium", players=3, leaders=BARON)
    assert [one["leader"] for one in given.new(1).to_dict()["players"]] == BARON
    assert list(given.seats) == BARON
    drawn = dune_sim.make("imperium", players=4)
    seen = {one["leader"] for seed in range(30) for one in drawn.new(seed).to_dict()["players"]}
    assert len(seen) == 8
    drafted = dune_sim.make("imperium", players=3, leaders="draft").new(1)
    assert len(drafted.legal_actions()) == 8
    assert [one["leader"] for one in drafted.to_dict()["players"]] == [None, None, None]
    chosen = drafted.to_move
    drafted.apply(next(a for a in drafted.legal_actions() if drafted.describe(a) == "choose Helena Richese"))
    assert drafted.to_dict()["players"][chosen]["leader"] == "helena_richese"
    assert len(drafted.legal_actions()) == 7


@pytest.mark.parametrize("players", [3, 4])
def test_results_are_sensible(players: int) -> None:
    games = dune_sim.make("imperium", players=players)
    column = games.simulate(400 if games.engine.name != "python" else 4, seed=11).to_dict()
    assert ((column["rounds"] >= 3) & (column["rounds"] <= 10)).all()
    assert set(column["end_reason"]) <= {1, 2}
    ranks = np.stack([column[f"rank_{number}"] for number in range(4)])
    assert ([number >= players for number in range(4)] == (ranks == -1).T).all()
    assert (ranks[column["winner"], np.arange(ranks.shape[1])] == 1).all()


def test_given_leaders_stand_in_the_results() -> None:
    ids = ["helena_richese", "paul_atreides", "baron_vladimir_harkonnen", "glossu_rabban"]
    games = dune_sim.make("imperium", players=4, leaders=ids)
    column = games.simulate(4, seed=11).to_dict()
    for number, name in enumerate(ids):
        assert {games.codes[f"leader_{number}"][one] for one in column[f"leader_{number}"]} == {name}


def test_an_overlay_changes_the_game(tmp_path: Path) -> None:
    overlay = tmp_path / "rich.toml"
    overlay.write_text('[[constants]]\nid = "start_solari"\nvalue = 5\n', encoding="utf-8")
    game = dune_sim.make("imperium", players=3, content=[str(overlay)])
    assert all(one["solari"] >= 5 for one in game.new(1).to_dict()["players"])
    assert pickle.loads(pickle.dumps(game)).tables_hash == game.tables_hash
    assert game.tables_hash != dune_sim.make("imperium", players=3).tables_hash
    with pytest.raises(ContentError):
        dune_sim.make("imperium", content=[str(tmp_path / "missing.toml")])


# -- words -------------------------------------------------------------------------------------------------------------


def test_every_legal_action_has_words_of_its_own(game: Game) -> None:
    for state in positions(game, range(12), ends=False):
        words = [state.describe(action) for action in state.legal_actions()]
        assert len(set(words)) == len(words), words
        for one in words:
            assert one.strip() and not one.endswith((":", "→", " ")), one


def test_every_action_id_has_words(game: Game) -> None:
    state = game.new(5)
    assert all(state.describe(action) for action in range(game.num_actions))


def test_the_published_table_is_current() -> None:
    game = dune_sim.make("imperium")
    assert isinstance(game, ImperiumGame)
    assert (DOCS / "actions-imperium.md").read_text(encoding="utf-8") == action_page(game, "Dune: Imperium")


def test_every_fault_has_a_sentence() -> None:
    known = {**vars(faults), **vars(rival_faults), **vars(module_faults)}
    numbers = {value for name, value in known.items() if name.startswith("FAULT_")}
    assert set(SENTENCES) == numbers


def test_the_example_of_the_docs_plays() -> None:
    code = [
        part for part in (DOCS / "imperium.md").read_text(encoding="utf-8").split("```") if part.startswith("python")
    ]
    assert len(code) == 3
    shared: dict[str, Any] = {"print": lambda *_: None}
    for part in code:
        exec(part.removeprefix("python"), shared)


# -- states ------------------------------------------------------------------------------------------------------------


def test_copies_pickles_hashes_and_equality(game: Game) -> None:
    for state in positions(game, range(2), 20, ends=False):
        twin, sent = state.copy(), pickle.loads(pickle.dumps(state))
        assert twin == state == sent and hash(twin) == hash(state) == hash(sent)
        assert sent.legal_actions() == state.legal_actions()
        twin.apply(twin.legal_actions()[0])
        assert twin != state


def test_an_illegal_action_is_told_and_changes_nothing(game: Game) -> None:
    for state in positions(game, range(1), 15, ends=False):
        before = state.copy()
        wrong = next(a for a in range(game.num_actions) if a not in state.legal_actions())
        with pytest.raises(IllegalActionError, match="not legal here"):
            state.apply(wrong)
        assert state == before and state.legal_actions() == before.legal_actions()


# -- hidden information ------------------------------------------------------------------------------------------------


def test_an_observation_does_not_change_when_secrets_do(game: Game) -> None:
    for state in positions(game, range(4), 7, ends=False):
        for seat in range(game.num_players):
            seen = state.observe(seat)
            for seed in range(2):
                dealt = state.determinize(seat, seed)
                assert dealt.observe(seat).raw.tobytes() == seen.raw.tobytes()
                assert dealt.observe(seat).to_dict() == seen.to_dict()


def test_a_new_deal_can_be_played_on(game: Game) -> None:
    for state in positions(game, range(2), 25, ends=False):
        for seat in range(game.num_players):
            dealt, random = state.determinize(seat, 7), np.random.default_rng(7)
            game.from_dict(dealt.to_dict())
            while not dealt.is_over:
                legal = dealt.legal_actions()
                dealt.apply(legal[int(random.integers(len(legal)))])


def test_the_mover_keeps_the_choices(game: Game) -> None:
    for state in positions(game, range(3), 5, ends=False):
        assert state.determinize(state.to_move, 3).legal_actions() == state.legal_actions()


def seen_cards(state: State, seat: int) -> set[str]:
    """Hand cards of a seat that everybody knows."""
    names = state.game.names  # type: ignore[attr-defined]
    return {names.slots[slot] for slot in word_bits(state.raw["seen"][0] & state.raw["own"][0][seat])}


def stolen_cards(state: State, viewer: int) -> set[str]:
    """Intrigue cards that were stolen from a seat."""
    names = state.game.names  # type: ignore[attr-defined]
    return {names.intrigue_slots[int(card) - 1] for card in state.raw["players"][0][viewer]["lost"] if card}


def test_an_observation_names_no_secret(game: Game) -> None:
    for state in positions(game, range(3), 10, ends=False):
        for viewer in range(game.num_players):
            told, truth = state.observe(viewer).to_dict(), state.to_dict()
            assert "running" not in told and told["viewer"] == viewer
            assert set(told["intrigue_deck"]) <= {"unknown"}
            for seat, one in enumerate(told["players"]):
                if seat == viewer:
                    assert one["hand"] == truth["players"][seat]["hand"]
                    assert one["intrigue"] == truth["players"][seat]["intrigue"]
                else:
                    assert set(one["deck"]) <= {"unknown"}
                    secrets = {"hand": seen_cards(state, seat), "intrigue": stolen_cards(state, viewer)}
                    for zone, known in secrets.items():
                        assert set(one[zone]) - {"unknown"} <= known & set(truth["players"][seat][zone])
                    assert set(one["secret_factions"]) <= {"unknown"} or one["secret_shown"]
                assert sum(one["hand"].values()) == sum(truth["players"][seat]["hand"].values())
                assert sum(one["intrigue"].values()) == sum(truth["players"][seat]["intrigue"].values())


def deals(state: State, seat: int, pick: Callable[[dict[str, Any]], Any], seeds: int = 240) -> set[Any]:
    """What a hidden part looks like over many new deals."""
    return {pick(state.determinize(seat, seed).to_dict()) for seed in range(seeds)}


def test_every_hidden_hand_can_be_dealt(baron: Game) -> None:
    cards = {"hand": ["dagger", "diplomacy"], "deck": ["reconnaissance", "seek_allies"], "deck_top": []}
    state = baron.from_dict({"players": [{}, {}, cards]})
    hands = deals(state, 0, lambda told: tuple(sorted(told["players"][2]["hand"])))
    assert len(hands) == 6
    assert deals(state, 2, lambda told: tuple(sorted(told["players"][2]["hand"])), 10) == {("dagger", "diplomacy")}


def test_every_hidden_intrigue_card_can_be_dealt(baron: Game) -> None:
    every = {one.id: one.copies for one in baron.facts.intrigue} if isinstance(baron, ImperiumGame) else {}
    unseen = ("windfall", "bribery", "infiltrate")
    state = baron.from_dict(
        {
            "players": [{}, {"intrigue": ["windfall"]}, {"intrigue": ["bribery"]}],
            "intrigue_deck": ["infiltrate"],
            "intrigue_discard": {name: n for name, n in every.items() if name not in unseen},
        }
    )
    held = deals(state, 0, lambda told: tuple(next(iter(told["players"][seat]["intrigue"])) for seat in (1, 2)))
    assert len(held) == 6
    owned = deals(state, 1, lambda told: tuple(told["players"][1]["intrigue"]), 20)
    assert owned == {("windfall",)}


def test_every_pair_of_secret_factions_can_be_dealt(baron: Game) -> None:
    state = baron.from_dict({"players": [{"secret_factions": ["guild", "fremen"]}, {}, {}]})
    pairs = deals(state, 1, lambda told: tuple(told["players"][0]["secret_factions"]))
    assert len(pairs) == 6
    assert deals(state, 0, lambda told: tuple(told["players"][0]["secret_factions"]), 10) == {("guild", "fremen")}
    shown = baron.from_dict({"players": [{"secret_factions": ["guild", "fremen"], "secret_shown": True}, {}, {}]})
    assert shown.observe(1).to_dict()["players"][0]["secret_factions"] == ["guild", "fremen"]


def test_others_do_not_hear_what_is_laid_down_in_secret(baron: Game) -> None:
    found = positions(baron, range(1), ends=False)
    state = next(one for one in found if one.describe(one.legal_actions()[0]).endswith("in secret"))
    told = {state.observe(1).describe(action) for action in state.legal_actions()}
    assert told == {"lay down a faction in secret"}
    assert len({state.observe(0).describe(action) for action in state.legal_actions()}) == len(state.legal_actions())


def test_paul_alone_knows_his_top_card(baron: Game) -> None:
    for state in positions(baron, range(2), 12, ends=False):
        truth = state.to_dict()["players"][1]
        assert state.observe(1).to_dict()["players"][1]["deck_top"] == truth["deck_top"]
        assert state.determinize(1, 5).to_dict()["players"][1]["deck_top"] == truth["deck_top"]
        if truth["deck_top_secret"]:
            assert len(state.observe(0).to_dict()["players"][1]["deck_top"]) == len(truth["deck_top"]) - 1


def test_chance_to_come_is_dealt_anew(game: Game) -> None:
    state = game.new(2)
    assert len({state.determinize(0, seed).raw["rng"].tobytes() for seed in range(5)}) == 5
    assert not state.observe(0).raw["rng"].tobytes().strip(b"\0")
