"""House Hagal in the game for two (HAG-2P), hand-made positions and whole rounds."""

from __future__ import annotations

from typing import Any

import pytest

import dune_sim
from dune_sim.games.state import State
from imperium.rivals import ASKED, along, duo, fought, have, seat, told, turn_of_house
from imperium.table import choose, finish, over, reveal, send, settle


def table(*players: dict[str, Any], **keys: Any) -> State:
    seats = [{"hand": ["diplomacy", "dagger"], **one} for one in players[:2]]
    return duo().from_dict({"players": [*seats, *players[2:]], **keys})


@pytest.mark.rule("HAG-2P-01", "HAG-2P-03", "HAG-2P-05", "HAG-2P-14", "HAG-2P-15", "IMP-SETUP-20")
def test_set_up_for_two() -> None:
    state = dune_sim.make("imperium", players=2).new(5)
    first, second, house = told(state, "players")
    assert state.scores == [0, 0] and first["vp"] == second["vp"] == 0
    assert house == {
        "rival": True, "influence": dict.fromkeys(first["influence"], 0), "garrison": 0, "supply": 12, "conflict": 0,
        "swords": 0, "agents": 3, "agents_on": [],
    }  # fmt: skip
    assert (first["garrison"], first["supply"], first["water"]) == (3, 9, 1)
    assert state.game.num_players == 2 and len(state.game.seats) == 2


@pytest.mark.rule("HAG-2P-02", "HAG-AMB-22")
def test_house_hagal_has_neither_goods_nor_points() -> None:
    for state in along(duo(), range(4), 2):
        house = state.raw["players"][0][2]
        assert not any(int(house[name]) for name in ("vp", "spice", "solari", "water", "scored"))
        assert not state.raw["own"][0][2].any() and not state.raw["intrigue"][0][2].any()
        assert not state.game.question(state).startswith("Seat 0 for House Hagal")
    won = fought("machinations", {"vp": 10}, {}, {"conflict": 3, "swords": 0}, game=duo())
    assert not any(seat(won, 2)["influence"].values()), "a first reward of influence is lost"


@pytest.mark.rule("HAG-2P-06")
@pytest.mark.parametrize("first", [0, 1])
def test_it_acts_after_each_agent_turn_of_the_first_player(first: int) -> None:
    """Stillsuits is where the first agent goes; House Hagal acts at once, before the other player."""
    state = table({}, {}, {}, first_player=first, hagal_deck={"hagal_wealth": 1})
    over(settle(send(state, "Diplomacy", "Stillsuits")), first)
    assert seat(state, 2)["agents_on"] == ["wealth"] and seat(state, 2)["agents"] == 2
    assert told(state, "turn_of") == 1 - first


@pytest.mark.rule("HAG-2P-06")
def test_it_acts_as_long_as_it_has_an_agent() -> None:
    spent = {"agents_on": ["wealth", "secrets", "foldspace"]}
    state = table({}, {}, spent, hagal_deck={"hagal_carthag": 1})
    over(settle(send(state, "Diplomacy", "Stillsuits")), 0)
    assert told(state, "hagal_deck") == {"hagal_carthag": 1} and have(state, 2, "agents") == (0,)


@pytest.mark.rule("HAG-2P-07")
def test_it_acts_neither_after_a_reveal_turn_nor_after_the_other_player() -> None:
    state = table({}, {}, {}, to_move=1, hagal_deck={"hagal_wealth": 1})
    over(settle(send(state, "Diplomacy", "Stillsuits")), 1)
    assert not seat(state, 2)["agents_on"] and told(state, "turn_of") == 0
    finish(reveal(state))
    assert not seat(state, 2)["agents_on"] and told(state, "turn_of") == 1


def sent_in_round(state: State) -> list[int]:
    """Play a round in which everybody sends agents while they can; how many each has sent."""
    now, most = told(state, "round"), [0, 0, 0]
    while not state.is_over and told(state, "round") == now:
        out = [len(one["agents_on"]) for one in told(state, "players")]
        most = [max(pair) for pair in zip(most, out, strict=True)]
        sending = [one for one in state.legal_actions() if "agent turn: play" in state.describe(one)]
        state.apply(sending[0] if sending else state.legal_actions()[0])
    return most


@pytest.mark.rule("HAG-2P-08", "HAG-EX-03", "HAG-AMB-09")
def test_it_takes_as_many_turns_as_the_first_player_sends_agents() -> None:
    """Seat 0 has the swordmaster and begins one round; seat 1 begins the next with two agents."""
    found = set()
    for seed in range(12):
        first = {"hand": ["dagger", "dagger", "diplomacy", "reconnaissance"], "swordmaster": True, "garrison": 0}
        second = {"hand": ["dagger", "diplomacy"], "garrison": 0}
        state = duo().from_dict({"players": [first, second, {}], "seed": seed})
        one = sent_in_round(state)
        assert told(state, "first_player") == 1
        two = sent_in_round(state)
        assert told(state, "first_player") == 0
        assert one[2] == one[0] and two[2] == two[1]
        found.add((one[0], one[2], two[1], two[2]))
    assert (3, 3, 2, 2) in found


@pytest.mark.rule("HAG-2P-09", "HAG-2P-10", "HAG-2P-12", "HAG-EX-04")
def test_a_conflict_it_wins_frees_the_space() -> None:
    seats = [{"conflict": 1, "vp": 10}, {"conflict": 2}, {"conflict": 3, "swords": 0}]
    state = fought("siege_of_arrakeen", *seats, game=duo(), control={"arrakeen": 0, "carthag": 1})
    assert told(state, "control") == {"carthag": 1} and state.scores == [10, 0]
    assert have(state, 1, "solari") == (4,) and have(state, 0, "solari") == (0,), "second place is rewarded"
    tied = [{"conflict": 1, "vp": 10}, {"conflict": 3}, {"conflict": 3, "swords": 0}]
    state = fought("siege_of_arrakeen", *tied, game=duo(), control={"arrakeen": 0})
    assert told(state, "control") == {"arrakeen": 0}, "a tie is no victory"
    lost = [{"conflict": 4, "vp": 10}, {"conflict": 2}, {"conflict": 3, "swords": 0}]
    assert told(fought("siege_of_arrakeen", *lost, game=duo(), control={"arrakeen": 1}), "control") == {"arrakeen": 0}


@pytest.mark.rule("HAG-2P-12")
def test_its_place_counts_and_its_reward_is_lost() -> None:
    """Guild Bank Raid: 6 and 4 solari."""
    house = {"conflict": 2, "swords": 0}
    for seats, solari in (
        (({"conflict": 3}, {"conflict": 1}), [6, 0]),
        (({"conflict": 1}, {"conflict": 0}), [4, 0]),
        (({"conflict": 1}, {"conflict": 1}), [2, 2]),
    ):
        state = fought("guild_bank_raid", *seats, house, game=duo())
        assert [have(state, k, "solari")[0] for k in range(2)] == solari


@pytest.mark.rule("HAG-2P-13")
def test_a_token_it_holds_must_be_overtaken() -> None:
    level = {"influence": {"fremen": 4}}
    lost = turn_of_house("hagal_stillsuits", people=(level, {}), house=level, alliances={"fremen": 0})
    assert told(lost, "alliances") == {"fremen": 2} and lost.scores == [1, 0], "its point is gone"
    held = {"influence": {"fremen": 4}}
    for level, token, points in ((3, 2, 1), (4, 0, 2)):
        people = [{"hand": ["diplomacy"], "influence": {"fremen": level}, "garrison": 0}, {}]
        state = table(*people, held, alliances={"fremen": 2}, hagal_deck={"hagal_wealth": 1})
        settle(send(state, "Diplomacy", "Stillsuits"))
        assert told(state, "alliances") == {"fremen": token} and state.scores == [points, 0]


@pytest.mark.rule("HAG-AMB-08")
def test_it_does_not_act_after_a_pass() -> None:
    person = {"intrigue": ["bindu_suspension"], "hand": ["diplomacy", "dagger"]}
    state = table(person, {}, {}, hagal_deck={"hagal_wealth": 1})
    choose(state, "play Bindu Suspension", "pass this turn")
    assert told(state, "turn_of") == 1 and not seat(state, 2)["agents_on"]


@pytest.mark.rule("HAG-FAQ-01", "HAG-AMB-20")
@pytest.mark.parametrize("first", [0, 1])
def test_the_first_player_decides_for_house_hagal(first: int, tmp_path: Any) -> None:
    """No shipped card leaves it a choice; one that gains influence with any faction does."""
    path = tmp_path / "any.toml"
    path.write_text('[[hagal_cards]]\nid = "hagal_wealth"\neffects = [{influence = {faction = "any", n = 1}}]\n')
    game = duo(content=str(path))
    house = {"influence": {"guild": 1, "emperor": 1}}
    state = turn_of_house("hagal_wealth", house=house, first_player=first, game=game)
    assert state.to_move == first and told(state, "turn_of") == 2
    assert [state.describe(one) for one in state.legal_actions()] == ["Bene Gesserit +1", "Fremen +1"]
    assert game.question(state).startswith(f"Seat {first} for House Hagal, Wealth: with which")
    assert game.from_dict(state.to_dict()) == state
    choose(state, "Fremen")
    assert seat(state, 2)["influence"]["fremen"] == 1 and told(state, "turn_of") == 1 - first


def test_the_pieces_of_house_hagal_stay_where_they_are_seen() -> None:
    state = turn_of_house("hagal_carthag", people=(ASKED, ASKED), house={"garrison": 2})
    assert have(state, 2, "conflict", "garrison", "supply") == (3, 0, 9)
    for viewer in range(2):
        assert told(state.observe(viewer), "players")[2] == seat(state, 2)
        assert told(state.observe(viewer), "hagal_deck") == told(state, "hagal_deck")
