"""The engines play the same battles: many of them row by row, some of them byte by byte after every decision."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from battle_scene import FACTS, legions

from dune_sim.engines import load
from dune_sim.engines.memory import Records, zeros
from dune_sim.games.arrakis.battle.kernels.game import POLICY_PLAN, POLICY_RANDOM
from dune_sim.games.arrakis.battle.kernels.rows import ROW_WIDTH
from dune_sim.games.arrakis.battle.policy import read_plans
from dune_sim.games.arrakis.battle.tables import compile_battle
from dune_sim.games.arrakis.kernels.legion import BATTLE_ACTIONS
from dune_sim.games.batch import Job, play_chunk
from dune_sim.games.seating import plain_seating
from dune_sim.kernel import driver
from dune_sim.programs import program

BIG = ("2 standard, 2 elite, 2 sardaukar, 3 bashar, baron_harkonnen, feyd_rautha, thufir_hawat",
       "1 standard, 3 elite, 2 fedaykin, 2 naib, stilgar, chani, paul_muaddib, alia")  # fmt: skip
MIXED = "casualties=keep_leaders,leaders=most_hits,attack=while_stronger,retreat=when_weaker"
SETUPS: dict[str, dict[str, Any]] = {
    "example": {"of": ("2 standard, 2 elite, 1 sardaukar, bashar, baron_harkonnen",
                       "2 standard, 1 fedaykin, paul_muaddib"), "rank": 2},
    "big": {"of": BIG},
    "settlement": {"of": ("4 elite, 2 fedaykin, naib, gurney_halleck", "6 standard, bashar"), "rank": 3},
    "cards": {"of": ("2 standard, bashar", "1 elite, naib"), "cards": (9, 7), "surprise": True},
    "plans": {"of": BIG, "rank": 1, "cards": (3, 3), "plans": read_plans(MIXED)},
    "elites": {"of": BIG, "plans": read_plans("casualties=keep_elites,leaders=most_shields"), "can_retreat": False},
}  # fmt: skip
PILOTS = {
    "plan": (POLICY_PLAN, POLICY_PLAN),
    "random": (POLICY_RANDOM, POLICY_RANDOM),
    "mixed": (POLICY_RANDOM, POLICY_PLAN),
}
#: 6 set-ups, 3 policies: 108,000 battles
BATTLES = 6_000
PYTHON_BATTLES = 12


def tables(name: str) -> Records:
    options = dict(SETUPS[name])
    return compile_battle(FACTS, *legions(*options.pop("of")), **options)


def job(engine: str, name: str, policies: tuple[int, int], seed: int) -> Job:
    return Job(load("battle", engine), tables(name), ROW_WIDTH, BATTLE_ACTIONS, plain_seating("battle", policies), seed)


def rows(engine: str, name: str, policies: tuple[int, int], battles: int) -> Any:
    return play_chunk(job(engine, name, policies, 2024), 0, battles).rows


@pytest.mark.parametrize("name", SETUPS)
@pytest.mark.parametrize("pilots", PILOTS)
def test_fast_engines_give_equal_rows(name: str, pilots: str, fast_engines: list[str]) -> None:
    found = [rows(one, name, PILOTS[pilots], BATTLES) for one in fast_engines]
    for engine, other in zip(fast_engines, found, strict=True):
        assert np.array_equal(found[0], other), f"{fast_engines[0]} and {engine} differ"
        assert len(np.unique(other, axis=0)) > 20, "battles differ from each other"


@pytest.mark.parametrize("name", SETUPS)
@pytest.mark.parametrize("pilots", PILOTS)
def test_engines_agree_after_every_decision(name: str, pilots: str, all_engines: list[str]) -> None:
    """12 battles for each of 18 combinations, on python and on every engine that is ready."""
    records = program("battle").records
    worlds = {}
    for engine in all_engines:
        pilot = zeros(records["Pilot"], PYTHON_BATTLES)
        pilot["policy"][:, :2] = PILOTS[pilots]
        worlds[engine] = zeros(records["State"], PYTHON_BATTLES), pilot
    given, moves, out = tables(name), np.zeros(BATTLE_ACTIONS, np.int64), np.zeros(1, np.int64)
    going, op = 1, driver.CALL_NEW
    while going:
        answers, images = set(), set()
        for engine, (states, pilot) in worlds.items():
            call = zeros(records["Call"])
            call[0] = (99, 0, op, 0, PYTHON_BATTLES, 0, 0)
            answers.add(load("battle", engine).enter(call, given, states, pilot, moves, out))
            images.add(states.tobytes() + pilot.tobytes())
        assert len(answers) == len(images) == 1
        going, op = answers.pop() if op == driver.CALL_STEP else 1, driver.CALL_STEP


def test_no_invariant_breaks_in_random_play(all_engines: list[str]) -> None:
    for name in SETUPS:
        random = job(all_engines[0], name, PILOTS["random"], 5)
        play_chunk(random, 0, 200, driver.CALL_PLAY_CHECKED)  # raises if one does


@pytest.mark.parametrize("name", SETUPS)
def test_a_battle_depends_on_seed_and_number_alone(name: str, all_engines: list[str]) -> None:
    random = job(all_engines[0], name, PILOTS["random"], 7)
    whole = play_chunk(random, 0, 100).rows
    parts = [play_chunk(random, first, 25).rows for first in (0, 25, 50, 75)]
    assert np.array_equal(whole, np.concatenate(parts))
