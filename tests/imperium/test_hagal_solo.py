"""Set-up, turns and levels of the solo game (HAG-SOLO)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import dune_sim
from dune_sim.cli.app import app
from dune_sim.errors import UsageError
from dune_sim.games.imperium.game import ImperiumGame
from dune_sim.games.state import State
from dune_sim.runs.session import Session
from imperium.rivals import LEVELS, along, have, ids, seat, solo, told, turn_of_rival
from imperium.table import can, choose, finish, send, settle

ALLOWED = {one.id for one in solo().facts.leaders} - {"paul_atreides", "helena_richese"}


def begun(level: str, **keys: Any) -> State:
    """The set-up, before anybody has moved: a draft asks for leaders first."""
    return dune_sim.make("imperium", players=1, difficulty=level, leaders="draft", **keys).new(5)


@pytest.mark.rule("HAG-SOLO-01")
@pytest.mark.parametrize("level", LEVELS)
def test_one_against_two_at_four_levels(level: str) -> None:
    game = dune_sim.make("imperium", players=1, difficulty=level)
    assert game.num_players == 1 and len(game.seats) == 3 and game.spec["difficulty"] == level
    state = game.new(3)
    assert [one.get("rival", False) for one in told(state, "players")] == [False, True, True] and state.to_move == 0


@pytest.mark.rule("HAG-SOLO-02")
def test_the_left_ability_of_a_rival_is_ignored() -> None:
    """Rabban begins with nothing, the Baron lays down nothing, Ariana harvests in full."""
    state = dune_sim.make("imperium", players=1, rivals=["glossu_rabban", "countess_ariana_thorvald"], leaders="draft")
    rabban = seat(state.new(2), 1)
    assert (rabban["solari"], rabban["spice"], rabban["leader"]) == (0, 0, "glossu_rabban")
    baron = solo(rivals=("baron_vladimir_harkonnen", "countess_ariana_thorvald"))
    for walked in along(baron, range(2), 20):
        assert int(walked.raw[0]["tokens"]) == 0
    ariana = solo(rivals=("countess_ariana_thorvald", "glossu_rabban"))
    harvested = turn_of_rival("hagal_harvest_spice", game=ariana, bonus_spice={"hagga_basin": 1})
    assert have(harvested, 1, "spice") == (3,)


@pytest.mark.rule("HAG-SOLO-03")
def test_two_leaders_cannot_be_rivals() -> None:
    state = dune_sim.make("imperium", players=1, leaders="draft").new(1)
    assert ids(state, "leader") == ALLOWED
    choose(state, "choose Glossu")
    assert ids(state, "leader") == ALLOWED - {"glossu_rabban"}
    choose(state, "choose Earl Memnon")
    assert {"paul_atreides", "helena_richese"} < ids(state, "leader") and "glossu_rabban" not in ids(state, "leader")
    choose(state, "choose Helena")
    assert [one["leader"] for one in told(state, "players")] == [
        "helena_richese", "glossu_rabban", "earl_memnon_thorvald",
    ]  # fmt: skip
    drawn = dune_sim.make("imperium", players=1)
    seen = set()
    for seed in range(60):
        mine, *rivals = (one["leader"] for one in told(drawn.new(seed), "players"))
        assert len({mine, *rivals}) == 3 and set(rivals) <= ALLOWED
        seen |= set(rivals)
    assert seen == ALLOWED


@pytest.mark.rule("HAG-SOLO-04", "HAG-SOLO-05", "HAG-SOLO-06", "HAG-SOLO-30", "HAG-SOLO-10", "HAG-EX-08")
@pytest.mark.parametrize("level", LEVELS)
def test_what_everybody_begins_with(level: str) -> None:
    novice = level == "mercenary"
    person, *rivals = told(begun(level), "players")
    assert (person["water"], person["solari"], person["spice"]) == (1, int(novice), int(novice))
    assert (person["vp"], person["garrison"], person["supply"], person["agents"]) == (0, 3, 9, 2)
    assert not person["intrigue"]
    for one in rivals:
        assert (one["vp"], one["water"], one["solari"], one["spice"], one["agents"]) == (0, 1, 0, 0, 2)
        assert not any(one["influence"].values()) and sum(one["intrigue"].values()) == int(not novice)
        assert (one["garrison"], one["supply"]) == ((0, 12) if novice else (3, 9))


@pytest.mark.rule("HAG-SOLO-07", "HAG-SOLO-16", "HAG-EX-07")
@pytest.mark.parametrize(("level", "comes"), [*zip(LEVELS, (5, 4, 3, 3), strict=True)])
def test_third_agents_come_with_the_card_above_them(level: str, comes: int) -> None:
    seen: dict[int, set[int]] = {}
    for state in along(solo(level), range(12)):
        for number in (1, 2):
            one = seat(state, number)
            hired = int(told(state, "mentat") == number)
            agents = one["agents"] + len(one["agents_on"]) - hired
            seen.setdefault(told(state, "round"), set()).add(agents)
            assert one.get("swordmaster", False) == (agents == 3)
    assert {now: agents for now, agents in seen.items() if now <= 6} == {
        now: {3 if now >= comes else 2} for now in range(1, 7)
    }


@pytest.mark.rule("HAG-SOLO-09")
@pytest.mark.parametrize("level", LEVELS)
def test_what_the_mentat_costs(level: str) -> None:
    price = 2 if level == "mercenary" else 5
    for solari in (price - 1, price):
        held = {"hand": ["dagger"], "solari": solari, "garrison": 0}
        state = choose(solo(level).from_dict({"players": [held, {}, {}]}), "agent turn: play Dagger")
        assert ("mentat" in ids(state, "space")) == (solari >= price)
    choose(state, "send an agent to Mentat for")
    assert have(state, 0, "solari") == (0,) and told(state, "mentat") == 0


@pytest.mark.rule("HAG-SOLO-11")
def test_the_rival_to_the_left_begins() -> None:
    for level in LEVELS:
        state = begun(level)
        assert told(state, "first_player") == 1
        game = solo(level)
        agents = [have(game.new(seed), 1, "agents")[0] for seed in range(8)]
        assert agents == [1] * 8, "the first rival has moved before the person is asked"


@pytest.mark.rule("HAG-SOLO-12", "HAG-AMB-18")
@pytest.mark.parametrize("level", LEVELS)
def test_only_the_hardest_level_closes_the_swordmaster(level: str) -> None:
    held = {"hand": ["dagger"], "solari": 20}
    state = choose(solo(level).from_dict({"players": [held, {}, {}]}), "agent turn: play Dagger")
    assert ("swordmaster" in ids(state, "space")) == (level != "kwisatz_haderach")
    assert {"high_council", "mentat"} <= ids(state, "space")
    hard = [one for one in solo().facts.difficulties if one.id in ("mentat", "kwisatz_haderach")]
    assert hard[0].garrison == hard[1].garrison and hard[0].expert_deployment and hard[1].expert_deployment


@pytest.mark.rule("HAG-SOLO-13")
def test_turns_go_clockwise_and_rivals_without_agents_are_passed_over() -> None:
    held = {"hand": ["dagger", "diplomacy", "seek_allies"], "swordmaster": True, "garrison": 0}
    deck = {"hagal_carthag": 3, "hagal_rally_troops": 2, "hagal_wealth": 1}
    state = solo().from_dict({"players": [held, {}, {"agents_on": ["high_council"]}], "hagal_deck": deck})
    settle(send(state, "Dagger", "Hall of Oratory"))
    assert [have(state, k, "agents")[0] for k in range(3)] == [2, 1, 0]
    settle(send(state, "Seek Allies", "Stillsuits"))
    if can(state, "end the turn"):
        finish(state)
    assert [have(state, k, "agents")[0] for k in range(3)] == [1, 0, 0]
    assert told(state, "turn_of") == 0, "nobody else has an agent left"


@pytest.mark.rule("HAG-SOLO-13")
def test_rivals_go_on_after_the_person_has_revealed() -> None:
    held = {"hand": ["dagger"], "revealed": True, "conflict": 1, "intrigue": ["ambush"]}
    state = solo().from_dict({"players": [held, {}, {}], "to_move": 1})
    assert [have(state, k, "agents")[0] for k in (1, 2)] == [0, 0] and told(state, "phase") == "combat"


@pytest.mark.rule("HAG-SOLO-08")
def test_the_cards_of_the_solo_deck_are_all_turned_over_before_one_comes_again() -> None:
    state = solo().new(9)
    deck, last = told(state, "hagal_deck"), None
    for _ in range(40):
        if state.is_over:
            break
        now = told(state, "hagal_deck")
        if sum(now.values()) < sum(deck.values()):
            assert all(deck.get(card, 0) >= n for card, n in now.items()), "cards only leave"
        deck, last = now, told(state, "hagal_card")
        state.apply(state.legal_actions()[0])
    assert last is not None


def test_intrigue_cards_of_rivals_are_counted_and_nothing_else_is_known_of_them() -> None:
    """Whatever they hold, the person sees the same, and deals of what is hidden differ."""
    seats: list[dict[str, Any]] = [{"hand": ["diplomacy", "dagger"]}, {"intrigue": ["ambush"]}, {"intrigue": []}]
    one = solo().from_dict({"players": seats})
    other = solo().from_dict({"players": [seats[0], {"intrigue": ["windfall"]}, seats[2]]})
    seen = one.observe(0)
    assert seen.raw.tobytes() == other.observe(0).raw.tobytes() and one != other
    assert [told(seen, "players")[k]["intrigue"] for k in (1, 2)] == [{"unknown": 1}, {}]
    dealt = {str(told(one.determinize(0, seed), "players")[1]["intrigue"]) for seed in range(20)}
    assert len(dealt) > 5
    deck = told(seen, "hagal_deck")
    assert deck == told(one, "hagal_deck"), "which cards are left is public"
    comes = set()
    for seed in range(12):
        state = solo().from_dict({"players": seats}).determinize(0, seed)
        while told(state, "hagal_card") is None:
            state.apply(state.legal_actions()[0])
        comes.add(told(state, "hagal_card"))
    assert len(comes) > 3, "which comes next is not"


# -- bad input ---------------------------------------------------------------------------------------------------------

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"players": 5}, "imperium is for 1 to 4 players, not 5"),
    ({"players": 0}, "imperium is for 1 to 4 players, not 0"),
    ({"players": "two"}, "players must be a number from 1 to 4, not 'two'"),
    ({"players": 1, "difficulty": "sardauker"}, "there is no difficulty 'sardauker'; did you mean sardaukar"),
    ({"players": 1, "difficulty": "hard"}, "there is no difficulty 'hard'; choose mercenary, sardaukar, mentat, kwis"),
    ({"players": 1, "difficulty": 3}, "there is no difficulty 3; choose mercenary"),
    ({"players": 1, "rivals": ["paul_atreides", "glossu_rabban"]}, "Paul Atreides cannot be a rival"),
    ({"players": 1, "rivals": ["glossu_rabban", "helena_richese"]}, "Helena Richese cannot be a rival"),
    ({"players": 1, "rivals": ["glossu_rabban"] * 2}, "two rivals cannot both have glossu_rabban"),
    ({"players": 1, "rivals": ["glossu_rabban"]}, "the solo game has 2 rivals, not 1"),
    ({"players": 1, "rivals": ["glossu_raban", "helena"]}, "there is no leader 'glossu_raban'; did you mean"),
    ({"players": 1, "rivals": 7}, "rivals must be random or a list of two leader ids, not 7"),
    (
        {"players": 1, "leaders": ["glossu_rabban"], "rivals": ["glossu_rabban", "earl_memnon_thorvald"]},
        "a rival cannot have glossu_rabban, whom the player has",
    ),
    ({"players": 1, "leaders": ["paul_atreides", "glossu_rabban"]}, "one player needs one leader, not 2"),
    ({"players": 2, "difficulty": "mentat"}, "difficulty is for the solo game (players=1), not for 2 players"),
    ({"players": 3, "rivals": ["glossu_rabban"]}, "rivals is for the solo game (players=1), not for 3 players"),
]


@pytest.mark.rule("HAG-SOLO-01", "HAG-SOLO-03")
@pytest.mark.parametrize(("options", "said"), WRONG)
def test_a_wrong_set_up_is_refused_in_one_sentence(options: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError) as caught:
        dune_sim.make("imperium", **options)
    assert said in str(caught.value) and "\n" not in str(caught.value)


def test_the_set_up_is_kept() -> None:
    game = dune_sim.make("imperium", players=1, difficulty="mentat", rivals=["glossu_rabban", "duke_leto_atreides"])
    assert isinstance(game, ImperiumGame) and game.seats == ["seat0", "glossu_rabban", "duke_leto_atreides"]
    again = dune_sim.make("imperium", **game.spec)
    assert again.tables_hash == game.tables_hash and again.new(4) == game.new(4)
    assert dune_sim.make("imperium", players=1).spec["difficulty"] == "mercenary"
    assert dune_sim.make("imperium", players=1, difficulty="sardaukar").tables_hash != game.tables_hash


# -- commands ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--players", "1", "--difficulty", "hard"], "there is no difficulty 'hard'"),
        (["--players", "1", "--rivals", "paul_atreides,glossu_rabban"], "Paul Atreides cannot be a rival"),
        (["--players", "1", "--rivals", "glossu_rabban,glossu_rabban"], "two rivals cannot both have glossu_rabban"),
        (["--players", "5"], "imperium is for 1 to 4 players, not 5"),
    ],
)
def test_commands_refuse_a_wrong_set_up_with_code_2(flags: list[str], said: str) -> None:
    done = CliRunner().invoke(app, ["show", "imperium", *flags])
    assert done.exit_code == 2 and said in done.output and "Traceback" not in done.output


def test_a_run_of_the_solo_game_reports_wins_of_everybody_at_its_level(tmp_path: Path) -> None:
    flags = ["run", "imperium", "--players", "1", "--difficulty", "sardaukar", "--games", "4"]
    flags += ["--out", str(tmp_path / "solo")]
    report = json.loads(CliRunner().invoke(app, [*flags, "--json"]).stdout)
    assert report["options"] == {"players": 1, "difficulty": "sardaukar"}
    assert list(report["win_rate"]) == ["seat0", "rival1", "rival2"]
    assert sum(one["count"] for one in report["win_rate"].values()) == 4
    assert sum(one["games"] for one in report["win_rate_by"]["leader"].values()) == 4, "leaders of the person"
    words = CliRunner().invoke(app, flags).stdout
    assert words.startswith("4 games of imperium at sardaukar in ") and "rival1" in words


def test_play_tells_what_rivals_did() -> None:
    game = solo("mentat")
    session = Session(game, 0, 3)
    session.advance()
    for _ in range(40):
        if session.state.is_over:
            break
        before = [one["agents_on"] for one in told(session.state, "players")]
        now, heard = told(session.state, "round"), len(session.log)
        session.choose(session.state.legal_actions()[-1])
        after = [one["agents_on"] for one in told(session.state, "players")]
        for number in (1, 2):
            sent = set(after[number]) - set(() if told(session.state, "round") > now else before[number])
            lines = [one for one in session.log[heard:] if one.startswith(f"{game.seats[number]}: ")]
            assert all(any(game.facts.spaces.get(space).name in one for one in lines) for space in sent)
    assert any("agent to" in one for one in session.log) and any("troops in the conflict" in one for one in session.log)
