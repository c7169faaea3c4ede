"""Games and positions of the full edition travel like those of the lean one, and have the room of its own records."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

import dune_sim
from dune_sim.engines import cpp
from dune_sim.errors import ScenarioError, UsageError
from dune_sim.games.arrakis.game import ArrakisGame
from dune_sim.games.imperium.game import ImperiumGame
from dune_sim.games.registry import remake
from dune_sim.programs import program
from dune_sim.runs.store import open_run

ENGINE = "cpp" if all(cpp.problem(program(f"{one}_full")) is None for one in ("arrakis", "imperium")) else "python"
KINDS = (ArrakisGame, ImperiumGame)


@pytest.mark.parametrize("kind", KINDS)
def test_pickles_come_back_in_their_edition(kind: Any) -> None:
    full = kind(edition="full", engine=ENGINE)
    again = pickle.loads(pickle.dumps(full))
    assert (type(again), again.spec, again.program_name) == (kind, full.spec, f"{full.name}_full")
    state = full.new(5)
    for step in range(20):
        actions = state.legal_actions()
        state.apply(actions[7919 * step % len(actions)])
    for one in (state, state.observe(0)):
        back = pickle.loads(pickle.dumps(one))
        assert back == one and back.viewer == one.viewer and back.game.program_name == f"{full.name}_full"
        assert back.legal_actions() == one.legal_actions()
    assert again.from_dict(state.to_dict()) == state
    with pytest.raises(dune_sim.DuneSimError, match="belongs to other content or options"):
        kind(engine=ENGINE).from_dict(state.to_dict())


@pytest.mark.parametrize("kind", KINDS)
def test_runs_come_back_in_their_edition(kind: Any, tmp_path: Path) -> None:
    full = kind(edition="full", engine=ENGINE)
    full.run(tmp_path / "run", games=1, seed=3)
    replayed = open_run(tmp_path / "run").replay(0, ENGINE)
    assert replayed.start().game.program_name == f"{full.name}_full"


@pytest.mark.parametrize(
    ("game", "edition"), [("arrakis", "grand"), ("imperium", ["full"]), ("battle", "full"), ("imperium", None)]
)
def test_files_name_editions_that_are_there(game: str, edition: Any) -> None:
    with pytest.raises(UsageError, match=f"^{game} has no option 'edition'; "):
        remake(game, {"edition": edition})


def test_people_do_not_choose_editions() -> None:
    with pytest.raises(UsageError, match=r"^imperium has no option 'edition'; "):
        dune_sim.make("imperium", edition="full")


@pytest.mark.parametrize(("edition", "most"), [("lean", 11), ("full", 14)])
def test_known_cards_on_top_fill_the_room_of_the_edition(edition: str, most: int) -> None:
    game = ImperiumGame(edition=edition, engine=ENGINE)
    deck = ["convincing_argument", "convincing_argument", "dagger", "dagger", "reconnaissance"]
    tops = [deck, deck, deck[: most - 10], []]
    position = game.from_dict({"players": [{"deck_top": one} for one in tops]})
    assert [player["deck_top"] for player in position.to_dict()["players"]] == tops
    tops[3] = ["dagger"]
    with pytest.raises(ScenarioError, match=f"on top of all decks together {most} cards at most can be known"):
        game.from_dict({"players": [{"deck_top": one} for one in tops]})
