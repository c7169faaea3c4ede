"""No overlay makes a number of a game overflow: it is refused in a sentence, or all engines play the same."""

from __future__ import annotations

from pathlib import Path

import pytest

import dune_sim
from content.pushing import NUMBERS, overlay, places
from dune_sim.content import games
from dune_sim.errors import ContentError
from dune_sim.games.base import Game
from dune_sim.games.batch import play_chunk
from dune_sim.games.result import job_for
from dune_sim.kernel import driver
from dune_sim.runs.verify import verify

PLACES = {game: places(game) for game in games()}
EVERY = [(game, kind) for game in games() for kind in PLACES[game]]


def largest(game: str, text: str, file: Path) -> Game | str:
    """The game with this overlay, or the sentence that refuses it."""
    file.write_text(text, encoding="utf-8")
    options = {"round_cap": 4} if game == "arrakis" else {}
    try:
        made = dune_sim.make(game, content=file, **options)
        assert len(made.tables) == 1
    except ContentError as error:
        assert "Python int" not in str(error) and "pydantic" not in str(error), "that names no record"
        assert len(str(error).splitlines()[0]) < 300
        return str(error)
    return made


@pytest.mark.rule("IMP-AMB-33")
@pytest.mark.parametrize(("game", "kind"), EVERY, ids=[f"{game} {kind}" for game, kind in EVERY])
def test_the_largest_number_that_is_taken_is_played(game: str, kind: str, tmp_path: Path) -> None:
    """All places of a kind at once, since totals overflow before single numbers do."""
    pushed = PLACES[game][kind]
    for number in NUMBERS:
        made = largest(game, overlay(pushed, number), tmp_path / "my.toml")
        if not isinstance(made, str):
            play_chunk(job_for(made, "random", 3), 0, 10, driver.CALL_PLAY_CHECKED)
            return
    assert made, "even the smallest is refused, in words"


#: what adds up within a turn, a round or a game, and what a roll or an answer has to name
TOTALS = {
    "water": ("imperium", "cards.agent.gain.water", "spaces.effects.gain.water", "leaders.signet.gain.water"),
    "points": ("imperium", "conflicts.first.gain.vp", "cards.acquire.gain.vp", "tracks.alliance_vp"),
    "persuasion and swords": ("imperium", "cards.reveal.gain.persuasion", "cards.reveal.gain.swords"),
    "constants": ("imperium", "constants.value"),
    "dice": ("arrakis", "planning_cards.effect.dice"),
    "moves": ("arrakis", "actions.options.n"),
}


@pytest.mark.rule("IMP-AMB-33")
@pytest.mark.parametrize("what", TOTALS)
def test_engines_agree_at_the_end_of_what_they_count(what: str, tmp_path: Path) -> None:
    game, *kinds = TOTALS[what]
    pushed = [place for kind in kinds for place in PLACES[game][kind]]
    for number in NUMBERS:
        made = largest(game, overlay(pushed, number), tmp_path / "my.toml")
        if not isinstance(made, str):
            found = verify(made, 3, seed=5, names=["python", "cpp"])
            assert found.passed and found.steps > 100, found.differences
            return
    pytest.fail("nothing was played")
