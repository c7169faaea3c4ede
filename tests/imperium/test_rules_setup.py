"""Set-up of Dune: Imperium (IMP-SETUP)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

import dune_sim
from dune_sim.games.base import Game
from dune_sim.games.state import State
from imperium.table import CONTENT, PLAIN, choose, game_of, have, next_round, seat, send, table, told, until

LEVEL = {one.id: one.level for one in CONTENT.conflicts}
STARTERS = {
    "convincing_argument": 2,
    "dagger": 2,
    "diplomacy": 1,
    "dune_the_desert_planet": 2,
    "reconnaissance": 1,
    "seek_allies": 1,
    "signet_ring": 1,
}


@pytest.fixture(scope="module")
def game() -> Game:
    return dune_sim.make("imperium", players=4, leaders=PLAIN)


@pytest.fixture
def start(game: Game) -> State:
    return game.new(11)


@pytest.mark.rule("IMP-SETUP-01")
def test_the_mentat_starts_at_home_where_it_can_be_hired(start: State) -> None:
    assert told(start, "mentat") is None
    state = table({"hand": ["dagger"], "solari": 2})
    send(state, "Dagger", "Mentat")
    assert told(state, "mentat") == 0


@pytest.mark.rule("IMP-SETUP-02")
def test_nobody_owns_an_alliance_token(start: State) -> None:
    assert told(start, "alliances") == {}
    state = table({"hand": ["diplomacy"], "influence": {"fremen": 3}}, alliances={})
    send(state, "Diplomacy", "Stillsuits")
    assert told(state, "alliances") == {"fremen": 0}


@pytest.mark.rule("IMP-SETUP-03")
def test_eighteen_conflicts_of_three_levels(start: State) -> None:
    cards = [told(start, "conflict"), *told(start, "unseen_conflicts")]
    assert len(set(cards)) == 18
    assert Counter(LEVEL[card] for card in cards) == {1: 4, 2: 10, 3: 4}


@pytest.mark.rule("IMP-SETUP-04", "IMP-SETUP-05")
def test_ten_conflicts_come_by_level_and_eight_never(game: Game) -> None:
    seen_second: set[str] = set()
    last_order: set[tuple[str, ...]] = set()
    for seed in range(12):
        state = game.new(seed)
        conflicts = [told(state, "conflict")]
        for _ in range(9):
            next_round(state)
            conflicts.append(told(state, "conflict"))
        assert [LEVEL[card] for card in conflicts] == [1, 2, 2, 2, 2, 2, 3, 3, 3, 3]
        assert len(set(conflicts)) == 10
        left_out = told(state, "unseen_conflicts")
        assert Counter(LEVEL[card] for card in left_out) == {1: 3, 2: 5}
        assert not set(left_out) & set(conflicts)
        seen_second |= set(conflicts[1:6])
        last_order.add(tuple(conflicts[6:]))
    assert len(seen_second) == 10
    assert len(last_order) > 4
    assert {told(game.new(seed), "conflict") for seed in range(40)} == {one for one in LEVEL if LEVEL[one] == 1}


@pytest.mark.rule("IMP-SETUP-06")
def test_forty_intrigue_cards_in_the_deck(start: State) -> None:
    deck = told(start, "intrigue_deck")
    assert sum(deck.values()) == 40
    assert deck == {one.id: one.copies for one in CONTENT.intrigue}
    assert told(start.observe(0), "intrigue_deck") == {"unknown": 40}


@pytest.mark.rule("IMP-SETUP-07")
def test_67_imperium_cards_of_which_five_form_the_row(game: Game) -> None:
    rows = set()
    for seed in range(10):
        state = game.new(seed)
        row, deck = told(state, "row"), told(state, "imperium_deck")
        assert len(row) == 5 and sum(deck.values()) == 62
        assert Counter(deck) + Counter(row) == {one.id: one.copies for one in CONTENT.cards_of("imperium")}
        rows.add(tuple(row))
    assert len(rows) == 10


@pytest.mark.rule("IMP-SETUP-08")
def test_the_reserve_has_three_open_piles(start: State) -> None:
    piles = {"arrakis_liaison": 8, "the_spice_must_flow": 10, "foldspace": 6}
    assert told(start, "reserve") == piles
    assert told(start.observe(2), "reserve") == piles


@pytest.mark.rule("IMP-SETUP-09")
def test_any_combination_of_eight_leaders_given_or_random() -> None:
    assert len(CONTENT.leaders.ids) == 8
    for pair in combinations(CONTENT.leaders.ids, 2):
        rest = [one for one in CONTENT.leaders.ids if one not in pair][:1]
        state = game_of(leaders=[*pair, *rest]).new(3)
        assert [seat(state, k)["leader"] for k in range(3)] == [*pair, *rest]
    random = dune_sim.make("imperium", players=4)
    drawn = [[seat(random.new(seed), k)["leader"] for k in range(4)] for seed in range(40)]
    assert all(len(set(four)) == 4 for four in drawn)
    assert {leader for four in drawn for leader in four} == set(CONTENT.leaders.ids)


@pytest.mark.rule("IMP-SETUP-10")
def test_each_player_has_the_same_ten_cards_shuffled(game: Game) -> None:
    hands = set()
    for seed in range(10):
        state = game.new(seed)
        for number in range(4):
            one = seat(state, number)
            assert Counter(one["hand"]) + Counter(one["deck"]) == STARTERS
            assert (one["discard"], one["in_play"], one["trashed"]) == ({}, {}, {})
        hands.add(str(seat(state, 0)["hand"]))
    assert len(hands) > 4


@pytest.mark.rule("IMP-SETUP-11")
def test_one_water_and_nothing_else_but_what_the_leader_gives(start: State) -> None:
    for number, leader in enumerate(PLAIN):
        extra = 1 if leader == "glossu_rabban" else 0
        assert have(start, number, "water", "solari", "spice", "intrigue") == (1, extra, extra, {})


@pytest.mark.rule("IMP-SETUP-12")
def test_the_bank_pays_however_much_is_out() -> None:
    rich = {"solari": 500, "spice": 500, "water": 90}
    state = table({**rich, "hand": ["dune_the_desert_planet", "diplomacy"]}, rich, rich)
    choose(state, "play Dune", "to Sell Melange", "pay 5 spice")
    assert have(state, 0, "solari", "spice") == (512, 495)
    until(state, "turn_of", 0)
    choose(state, "play Diplomacy", "to Stillsuits", "deploy nothing")
    assert have(state, 0, "water") == (91,)


@pytest.mark.rule("IMP-SETUP-13")
def test_two_agents_on_the_leader_the_third_waits(start: State) -> None:
    for number in range(4):
        assert have(start, number, "agents", "agents_on", "swordmaster") == (2, [], False)


@pytest.mark.rule("IMP-SETUP-14")
def test_scores_begin_at_one_with_four_players_and_at_zero_with_three(start: State) -> None:
    assert start.scores == [1, 1, 1, 1]
    assert game_of(3).new(1).scores == [0, 0, 0]


@pytest.mark.rule("IMP-SETUP-15", "IMP-SETUP-16")
def test_combat_markers_and_influence_begin_at_zero(start: State) -> None:
    for number in range(4):
        assert have(start, number, "conflict", "swords") == (0, 0)
        assert seat(start, number)["influence"] == dict.fromkeys(("emperor", "guild", "bene_gesserit", "fremen"), 0)


@pytest.mark.rule("IMP-SETUP-17")
def test_three_troops_in_the_garrison_nine_in_the_supply(start: State) -> None:
    for number in range(4):
        assert have(start, number, "garrison", "supply", "conflict") == (3, 9, 0)


@pytest.mark.rule("IMP-SETUP-18")
def test_disc_markers_and_troops_lie_openly_in_the_supply(start: State) -> None:
    assert told(start, "control") == {}
    for viewer in range(4):
        seen = start.observe(viewer)
        assert [seat(seen, number)["supply"] for number in range(4)] == [9, 9, 9, 9]
        assert not any(seat(seen, number)["council_seat"] for number in range(4))
        assert told(seen, "control") == {}


@pytest.mark.rule("IMP-SETUP-19")
def test_the_first_player_is_drawn_at_random(game: Game) -> None:
    firsts = Counter(told(game.new(seed), "first_player") for seed in range(200))
    assert set(firsts) == {0, 1, 2, 3}
    assert min(firsts.values()) > 25
    for seed in range(5):
        state = game.new(seed)
        assert state.to_move == told(state, "first_player")
