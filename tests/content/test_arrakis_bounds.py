"""Overlays must not ask for more than a game of War for Arrakis can count or deal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import dune_sim
from dune_sim.cli.app import app
from dune_sim.content import load_content
from dune_sim.errors import ContentError
from dune_sim.games.batch import play_chunk
from dune_sim.games.result import job_for
from dune_sim.kernel import driver

#: what is wrong -> table, record, keys and the sentence about them
TOO_MUCH = {
    "deck size": ("planning_cards", "hunter_seeker", "copies = 40", "18 cards in the house_harkonnen deck, not 57"),
    "units": ("settings", "area_unit_limit", "value = 70000", '"value" can be at most 255, not 70000'),
    "two full legions": ("settings", "area_unit_limit", "value = 8", '"value" must be from 4 to 7, not 8'),
    "starting units": ("settings", "area_unit_limit", "value = 3", '"value" must be from 4 to 7, not 3'),
    "large token": (
        "deployment_tokens",
        "atreides_deploy_1",
        "contents = { standard = 3 }",
        "a token can hold at most 2 units, not 3",
    ),
    "bashars": ("leaders", "bashar", "figures = 16", 'leaders "bashar": "figures" must be at most 15, not 16'),
    "figures in a byte": ("figures", "harkonnen_standard", "count = 400", '"count" can be at most 255, not 400'),
    "tokens in a byte": ("settings", "bene_gesserit_tokens", "value = 999999999999", '"value" can be at most 255'),
    "tokens at the start": ("settings", "bene_gesserit_tokens", "value = 0", '"value" must be at least 1'),
    "slots": (
        "faction_boards",
        "atreides",
        "slots = { leadership = 300, strategy = 1, deployment = 1, mentat = 1, house = 1 }",
        'faction_boards "atreides": "leadership" can be at most 99, not 300',
    ),
    "harvest": ("settings", "harvest_deep_desert", "value = 8", "could bring in 65 spice in a round"),
    "price": ("settings", "spice_to_raise", "value = 20", "could spend 64 spice in a round"),
    "built in": ("settings", "hoarding_per_round", "value = 2", '"value" must be 1: the rules are built for no other'),
    "won at the start": ("supremacy", "supremacy", "start = 10", '"start" must be below the winning step 10'),
    "start of a marker": ("prescience_markers", "jihad", "start = 13", '"start" lies beyond the end of the track, 12'),
    "another objective": ("objectives", "objective_7", "targets = { jihad = 9 }", "there must be 6 objectives, not 7"),
    "a card less": ("prescience_cards", "terrible_purpose", "remove = true", "must be 16 prescience cards, not 15"),
}


@pytest.mark.parametrize("case", TOO_MUCH)
def test_what_no_game_can_count_is_refused_by_the_check_and_by_the_command(case: str, tmp_path: Path) -> None:
    table, record, keys, message = TOO_MUCH[case]
    file = tmp_path / "my.toml"
    file.write_text(f'[[{table}]]\nid = "{record}"\n{keys}\n', encoding="utf-8")
    with pytest.raises(ContentError) as error:
        load_content("arrakis", [file])
    assert message in str(error.value) and "my.toml" in str(error.value)
    done = CliRunner().invoke(app, ["content", "arrakis", "--content", str(file)])
    assert done.exit_code == 2 and message in done.output and "Traceback" not in done.output


def test_the_command_also_refuses_what_only_the_game_notices(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    effect = '[{ do = "draw", n = 4 }]'
    file.write_text(f'[[planning_cards]]\nid = "spotter_control"\neffect = {effect}\n', encoding="utf-8")
    load_content("arrakis", [file])
    done = CliRunner().invoke(app, ["content", "arrakis", "--content", str(file)])
    assert done.exit_code == 2 and 'planning_cards "spotter_control": draw: n is 4' in done.output


def test_a_fine_overlay_is_said_to_be_fine(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text('[[settings]]\nid = "area_unit_limit"\nvalue = 7\n', encoding="utf-8")
    done = CliRunner().invoke(app, ["content", "arrakis", "--content", str(file), "--json"])
    assert done.exit_code == 0 and "hash" in json.loads(done.stdout)["arrakis"]


EDGE = {"area_unit_limit": 7, "harvest_deep_desert": 7, "spice_to_raise": 19, "bene_gesserit_tokens": 255}


def test_games_at_the_bounds_keep_every_invariant(tmp_path: Path) -> None:
    """As many figures as a game can count, in areas as full as they can be."""
    kinds = [f"{side}_{kind}" for side in ("harkonnen", "atreides") for kind in ("standard", "elite", "special_elite")]
    lines = [f'[[figures]]\nid = "{kind}"\ncount = 255' for kind in kinds]
    lines += [f'[[wormsigns]]\nid = "{face}"\ncount = 255' for face in ("sand", "sandworm", "burrowing")]
    lines += [f'[[settings]]\nid = "{name}"\nvalue = {value}' for name, value in EDGE.items()]
    file = tmp_path / "my.toml"
    file.write_text("\n".join(lines), encoding="utf-8")
    game = dune_sim.make("arrakis", content=file, round_cap=20)
    for policy in ("random", "eager"):
        job = job_for(game, policy, 3)
        play_chunk(job, 0, 10, driver.CALL_PLAY_CHECKED)
        rows = play_chunk(job, 0, 10).rows
        assert (rows[:, game.columns.index("decisions")] > 100).all(), "games that end at once prove nothing"


def test_two_full_legions_may_meet(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text('[[settings]]\nid = "area_unit_limit"\nvalue = 7\n', encoding="utf-8")
    game = dune_sim.make("arrakis", content=file)
    full = {"harkonnen": {"standard": 7}}
    dice = {"harkonnen": {"strategy": 3}, "atreides": {"house": 1}}
    state = game.from_dict(
        {"areas": {"arrakeen": full, "imperial_basin": full}, "to_move": "harkonnen", "dice": dice}
    )
    chosen = ("use a strategy die", "move the legion of Imperial Basin", "Imperial Basin to Arrakeen", "whole legion")
    for words in chosen:
        state.apply(next(action for action in state.legal_actions() if words in state.describe(action)))
    assert state.call(driver.CALL_FAULT) == 0
    assert state.to_dict()["areas"]["arrakeen"]["harkonnen"] == {"standard": 7}
