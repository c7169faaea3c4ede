"""Every card, skill, tile and leader of the module is met in play; what is hidden stays so; engines agree."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest

import dune_sim
from dune_sim import engines
from dune_sim.games.batch import play_chunk
from dune_sim.games.result import job_for
from dune_sim.games.state import State
from dune_sim.kernel import driver
from imperium.bloodlines.board import CONTENT, CORE, TECH

FAST = any(row.engine == "cpp" and row.ready for row in engines.status("imperium"))
GAMES = 400 if FAST else 60
LEADERS = [one.id for one in CONTENT.leaders if one.set == "bloodlines"]


@cache
def met() -> Counter[str]:
    """What random games ask and offer, by kind and name."""
    seen: Counter[str] = Counter()
    for number in range(GAMES):
        leaders = [LEADERS[(number + k) % len(LEADERS)] for k in range(4)]
        game = dune_sim.make("imperium", players=4, modules=TECH, leaders=leaders)
        state, random = game.new(number), np.random.default_rng(number)
        while not state.is_over:
            legal = state.legal_actions()
            action = legal[int(random.integers(len(legal)))]
            one = game.actions[action]
            seen[f"{one.kind} {one.name}"] += 1
            state.apply(action)
    return seen


def missing(kinds: tuple[str, ...], names: list[str]) -> list[str]:
    return [name for name in names if not any(met()[f"{kind} {name}"] for kind in kinds)]


@pytest.mark.skipif(not FAST, reason="hundreds of games: the C++ engine")
def test_everything_of_the_module_is_chosen_in_some_game() -> None:
    cards = [one.id for one in CONTENT.cards if one.set == "bloodlines"]
    assert not missing(("buy",), cards) and not missing(("hand",), cards)
    assert not missing(("intrigue",), [one.id for one in CONTENT.intrigue if one.set == "bloodlines"])
    assert not missing(("skill",), list(CONTENT.skills.ids)) and not missing(("tech",), list(CONTENT.tech_tiles.ids))
    assert not missing(("course",), list(CONTENT.navigation.ids))
    shipped = dune_sim.make("imperium", modules=TECH).names.items[128:]
    by_choice = [key for key in shipped if key.split()[1] in ("signet", "hire") or key.startswith("ixian_embassy")]
    assert by_choice and not missing(("item",), by_choice)


@pytest.mark.parametrize("modules", [CORE, TECH], ids=["core", "tech"])
@pytest.mark.parametrize("players", [3, 4])
def test_no_invariant_breaks_in_random_games(players: int, modules: tuple[str, ...]) -> None:
    for leaders in (None, "draft"):
        game = dune_sim.make("imperium", players=players, modules=modules, leaders=leaders)
        play_chunk(job_for(game, "random", 11), 0, 500 if FAST else 6, driver.CALL_PLAY_CHECKED)


def positions(seed: int, **options: Any) -> list[State]:
    """Positions along a game in which everybody has something to hide."""
    leaders = ["piter_de_vries", "steersman_y_rkoon", "kota_odax_of_ix", "paul_atreides"]
    game = dune_sim.make("imperium", players=4, modules=TECH, leaders=leaders, **options)
    state, random, found = game.new(seed), np.random.default_rng(seed), []
    while not state.is_over:
        found.append(state.copy())
        legal = state.legal_actions()
        state.apply(legal[int(random.integers(len(legal)))])
    return found


@pytest.mark.rule("BLD-LEADER-07", "BLD-LEADER-12", "BLD-LEADER-13")
@pytest.mark.parametrize("seed", [1, 2])
def test_a_redeal_keeps_what_a_seat_sees_and_changes_nothing_else(seed: int) -> None:
    for state in positions(seed)[::9]:
        for viewer in range(4):
            before, other = state.observe(viewer).to_dict(), state.determinize(viewer, 5)
            assert other.observe(viewer).to_dict() == before
            if state.to_move == viewer:
                assert list(other.legal_actions()) == list(state.legal_actions())


@pytest.mark.rule("BLD-LEADER-07", "BLD-LEADER-12")
def test_a_redeal_does_deal_anew() -> None:
    state = positions(3)[40]
    dealt = [state.determinize(3, seed).to_dict() for seed in range(12)]
    assert len({tuple(one["players"][1]["navigation"]) for one in dealt}) > 1
    assert len({one["players"][2]["secret_project"] for one in dealt}) > 1


@pytest.mark.skipif(not FAST, reason="compares two engines")
def test_engines_agree_move_by_move() -> None:
    for modules, seed in ((TECH, 4), (CORE, 5)):
        pair = [dune_sim.make("imperium", players=3, modules=modules, engine=one) for one in ("cpp", "python")]
        one, other = (game.new(seed) for game in pair)
        random = np.random.default_rng(seed)
        while not one.is_over:
            legal = one.legal_actions()
            assert list(legal) == list(other.legal_actions())
            action = legal[int(random.integers(len(legal)))]
            one.apply(action)
            other.apply(action)
            assert one.raw.tobytes() == other.raw.tobytes()


def test_a_position_read_back_is_the_same_byte_for_byte() -> None:
    for state in positions(6)[::7]:
        assert state.game.from_dict(state.to_dict()) == state
