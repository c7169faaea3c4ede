"""Gifts and denials: both arms from the same seeds, nothing where nothing is changed, restricted play that is kept."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dune_sim
from dune_sim.analysis.arms import Arm
from dune_sim.analysis.change import Change
from dune_sim.analysis.experiment import Bench, Plan
from dune_sim.analysis.treatments import actions_of, members, treated
from dune_sim.engines.memory import zeros
from dune_sim.errors import UsageError
from dune_sim.games.batch import Job, play_chunk
from dune_sim.games.result import job_for
from dune_sim.kernel import driver


def recorded(game: Any, changes: list[Change], seats: list[int], games: int, policy: str = "random") -> dict[str, Any]:
    """The tables of games in which some seats are treated."""
    job = job_for(game, policy, 5, record=True)
    job = Job(**{**vars(job), "tables": treated(game, changes, seats)})
    rows = play_chunk(job, 0, games).rows
    found: dict[str, Any] = game.recording.split(0, rows[:, len(game.columns) :])
    return found


def count(found: dict[str, Any], game: Any, card: str, seat: int, what: str) -> int:
    cards = found["cards"]
    here = (cards["card"] == game.names.subjects["any_card"].index(card)) & (cards["seat"] == seat)
    return int(cards[what][here].sum())


@pytest.mark.parametrize("policy", ["random", "greedy:leaves=3:worlds=0"])
def test_a_denied_card_is_never_acquired_by_that_seat(policy: str) -> None:
    game = dune_sim.make("imperium")
    games = 30 if policy == "random" else 3
    free = recorded(game, [], [0], games, policy)
    barred = recorded(game, [Change("deny", "arrakis_liaison")], [0], games, policy)
    assert policy != "random" or count(free, game, "arrakis_liaison", 0, "acquired") > 0
    assert count(barred, game, "arrakis_liaison", 0, "acquired") == 0
    assert sum(count(barred, game, "arrakis_liaison", seat, "acquired") for seat in (1, 2, 3)) > 0


def test_a_gift_lies_in_the_deck_from_the_start() -> None:
    game = dune_sim.make("imperium")
    found = recorded(game, [Change("gift", "chani")], [0, 2], 20)
    drawn = [count(found, game, "chani", seat, "drawn") for seat in range(4)]
    assert drawn[0] > 20 and drawn[2] > 20 and max(drawn[1], drawn[3]) < 20
    tables = treated(game, [Change("gift", "chani")], [0, 2])
    before, after = len(members(game.tables[0]["cards"])), len(members(tables[0]["cards"]))
    assert after == before + 2
    assert members(tables[0]["imperium"]) == members(game.tables[0]["imperium"]), "the deck of all is as it was"


def test_an_intrigue_card_as_a_gift_is_held_from_the_start() -> None:
    game = dune_sim.make("imperium")
    job = job_for(game, "random", 5, record=True)
    tables = treated(game, [Change("gift", "ambush")], [1])
    records = job.engine.program.records
    for number in range(20):
        states, pilots, calls = zeros(records["State"]), job.seating.pilots(1), zeros(records["Call"])
        calls[0] = (5, number, driver.CALL_NEW, 0, 1, 1, 0)
        job.engine.enter(calls, tables, states, pilots, np.zeros(job.moves, np.int64), np.zeros(3, np.int64))
        held = [members(one) for one in states[0]["intrigue"]]
        new = max(members(tables[0]["intrigues"]))
        assert new in held[1] and len(held[1]) == 1 + len(held[0]) == 1 + len(held[2])


def test_a_planning_card_as_a_gift_and_denied() -> None:
    game = dune_sim.make("arrakis")
    card = "hard_times_and_oppression"
    given = recorded(game, [Change("gift", card)], [0], 2)
    cards = given["cards"]
    here = cards["card"] == game.names.cards[0].index(card)
    assert set(cards["drawn"][here]) <= {0, 1}, "it was in hand and not drawn"
    denied = recorded(game, [Change("deny", card)], [0], 2)
    assert count(denied, game, card, 0, "played") == 0
    vision = game.names.prescience[0]
    assert len(actions_of(game, vision)) == 1
    assert count(recorded(game, [Change("deny", vision)], [1], 2), game, vision, 1, "acquired") == 0


def test_an_arm_without_a_change_moves_nothing() -> None:
    """The program that treats seats plays the same games as the plain one."""
    game = dune_sim.make("imperium")
    plain = game.simulate(games=30, policy="random", seed=5)
    arm = Arm(game, "random", 5, treatment=lambda job, turn: job, treated=range(4))
    assert arm.upto(30) and (arm.rows == plain.rows).all()


def test_what_cannot_be_treated_is_told() -> None:
    for given, said in (
        ({"game": "imperium", "gift": "chani", "seats": 9}, "imperium has no player 9"),
        ({"game": "arrakis", "gift": "hard_times_and_oppression", "seats": 1}, "belongs to seat 0"),
        ({"game": "arrakis", "gift": ["hard_times_and_oppression", "terrible_purpose"]}, "must belong to one faction"),
    ):
        with pytest.raises(UsageError, match=said):
            dune_sim.experiment(policy="random", games=2, **given)  # type: ignore[arg-type]


def test_gifts_tell_whose_card_it_was() -> None:
    found = Bench("imperium", Plan(seats=[2], policy="random", games=8, seed=3)).compare([Change("gift", "chani")])
    told = found.to_dict()
    assert (told["kind"], told["card"], told["seats"], told["games"]) == ("gift", "chani", [2], 8)
    assert told["low"] <= told["effect"] <= told["high"]


ABSURD = """
[[cards]]
id = "scout"
reveal = [{ gain = { persuasion = 1, vp = 3 } }]
"""


@pytest.mark.slow
def test_a_card_with_an_absurd_bonus_comes_first_in_all_three(tmp_path: Any) -> None:
    file = tmp_path / "absurd.toml"
    file.write_text(ABSURD, encoding="utf-8")
    table = dune_sim.experiment(
        "imperium", every="card", kinds=["gift"], content=file, policy="random", games=2_000, seed=3
    ).to_dict()
    assert table["experiments"][0]["card"] == "scout"
    first = {kind: max((one for one in table["cards"] if one[kind]), key=lambda one: one[kind]["effect"])["card"]
             for kind in ("observed", "adjusted", "gift")}  # fmt: skip
    assert first == {"observed": "scout", "adjusted": "scout", "gift": "scout"}
    assert {tuple(one["kinds"]) for one in table["correlations"]} >= {("observed", "gift"), ("adjusted", "gift")}
