"""Rulings of ours that no other test shows (IMP-AMB)."""

from __future__ import annotations

from typing import Any

import pytest

import dune_sim
from dune_sim.errors import ScenarioError
from dune_sim.games.state import State
from imperium.card_table import DONE, IDLE, cards, combat, pass_all, pay, resolve
from imperium.table import PLAIN, can, choose, have, next_round, over, seat, send, table, told, words


@pytest.mark.rule("IMP-AMB-01")
def test_control_bonus_and_effects_never_pay_the_space() -> None:
    mine = {"hand": ["worm_riders", "dagger"], "spice": 0, "intrigue": ["windfall"], "solari": 0}
    state = table(mine, IDLE, control={"imperial_basin": 0})
    choose(state, "agent turn: play Worm Riders")
    assert not can(state, "Sell Melange"), "the 2 spice of the card come too late"
    choose(state, "send an agent to Imperial Basin")
    assert seat(state, 0)["spice"] == 2 + 1 + 1
    early = table({"hand": ["dagger"], "solari": 2, "intrigue": ["windfall"]}, IDLE)
    assert not can(choose(early.copy(), "agent turn: play Dagger"), "Rally Troops")
    choose(early, "play Windfall", "agent turn: play Dagger")
    assert can(early, "send an agent to Rally Troops"), "a plot card before the sending pays it"


@pytest.mark.rule("IMP-AMB-01")
def test_items_in_any_order_with_plot_cards_between() -> None:
    mine = {"hand": ["spice_smugglers", "dagger"], "spice": 0, "intrigue": ["windfall"], "influence": {"guild": 3}}
    mine |= {"council_seat": True}
    mine["intrigue"] = ["councilors_dispensation"]
    state = send(table(mine, IDLE), "Spice Smugglers", "Carthag")
    assert can(state, "resolve Carthag: 1 intrigue") and can(state, "resolve Spice Smugglers")
    resolve(state, "Carthag: 1 intrigue")
    choose(state, "play Councilor")
    pay(state, "Spice Smugglers")
    if can(state, "decline"):
        choose(state, next(text for text in words(state) if text.startswith("pay")))
    assert have(state, 0, "spice", "solari") == (0, 3 + 3) and seat(state, 0)["influence"]["guild"] == 4


@pytest.mark.rule("IMP-AMB-03", "IMP-DECK-02")
def test_draws_beyond_deck_and_discard_pile_are_forfeited() -> None:
    mine = {"hand": ["lady_jessica"], "deck": ["dagger"], "discard": []}
    state = send(table(mine, IDLE), "Lady Jessica", "Secure Contract")
    assert seat(state, 0)["hand"] == {"dagger": 1}
    mine["discard"] = ["diplomacy", "seek_allies"]
    state = send(table(mine, IDLE), "Lady Jessica", "Secure Contract")
    assert cards(state, 0, "hand") == 2 and cards(state, 0, "deck") == 1 and cards(state, 0, "discard") == 0


@pytest.mark.rule("IMP-AMB-07", "IMP-COMBAT-13")
@pytest.mark.parametrize(("troops", "solari"), [((2, 2, 1), [4, 4, 0]), ((3, 2, 2), [0, 2, 2]), ((2, 2, 2), [4, 4, 4])])
def test_ties_of_three(troops: tuple[int, ...], solari: list[int]) -> None:
    state = pass_all(combat(*({"conflict": number} for number in troops)))
    assert [seat(state, who)["solari"] for who in range(3)] == solari


@pytest.mark.rule("IMP-AMB-08", "IMP-COMBAT-12")
@pytest.mark.parametrize(
    ("troops", "solari"),
    [
        ((2, 2, 2, 1), [4, 4, 4, 0]),
        ((2, 2, 2, 2), [4, 4, 4, 4]),
        ((3, 2, 2, 2), [0, 2, 2, 2]),
        ((2, 2, 1, 1), [4, 4, 0, 0]),
        ((3, 2, 0, 0), [0, 4, 0, 0]),
    ],
)
def test_ties_of_four(troops: tuple[int, ...], solari: list[int]) -> None:
    state = pass_all(combat(*({"conflict": number} for number in troops)))
    assert [seat(state, who)["solari"] for who in range(4)] == solari


def pays_a_step(levels: list[int], holder: dict[str, int]) -> State:
    """Seat 0 pays one step with the Fremen."""
    mine = {"hand": ["shifting_allegiances", "dagger"], "influence": {"fremen": levels[0]}, "spice": 2}
    others = [{**IDLE, "influence": {"fremen": level}} for level in levels[1:]]
    return pay(send(table(mine, *others, alliances=holder), "Shifting Allegiances", "Secure Contract"))


@pytest.mark.rule("IMP-AMB-09")
def test_where_the_token_goes() -> None:
    assert told(pays_a_step([5, 4, 0], {"fremen": 0}), "alliances") == {"fremen": 0}, "5 to 4 beside a 4"
    assert told(pays_a_step([5, 5, 4], {"fremen": 0}), "alliances") == {"fremen": 1}, "the one who was level"
    assert told(pays_a_step([4, 3, 3], {"fremen": 0}), "alliances") == {}, "nobody else at 4"
    arrives = table({"hand": ["diplomacy"], "influence": {"fremen": 3}}, IDLE, alliances={})
    send(arrives, "Diplomacy", "Stillsuits")
    assert told(arrives, "alliances") == {"fremen": 0}
    level = table({"hand": ["diplomacy"], "influence": {"fremen": 3}}, {**IDLE, "influence": {"fremen": 4}})
    send(level, "Diplomacy", "Stillsuits")
    assert told(level, "alliances") == {"fremen": 1}, "level is not above"


@pytest.mark.rule("IMP-AMB-10")
def test_steps_are_taken_one_by_one() -> None:
    def two_steps(level: int) -> State:
        mine = {"hand": ["power_play", "dagger"], "influence": {"guild": level}, "solari": 0}
        state = send(table(mine, IDLE, alliances={}), "Power Play", "Foldspace")
        while state.to_move == 0 and can(state, "resolve"):
            choose(state, next(text for text in words(state) if text.startswith("resolve")))
        return state

    low, high = two_steps(1), two_steps(3)
    assert (seat(low, 0)["influence"]["guild"], seat(low, 0)["vp"]) == (3, 1)
    assert (seat(high, 0)["influence"]["guild"], seat(high, 0)["vp"], seat(high, 0)["solari"]) == (5, 2, 3)
    assert told(high, "alliances") == {"guild": 0}


@pytest.mark.rule("IMP-AMB-11", "IMP-REVEAL-06")
def test_a_reveal_turn_is_a_loop_of_items_purchases_and_plots() -> None:
    row = ["stilgar", "opulence", "choam_directorship", "gurney_halleck", "scout"]
    mine = {"hand": ["convincing_argument", "chani"], "conflict": 2, "intrigue": ["windfall"], "deck": ["dagger"]}
    state = choose(table(mine, IDLE, row=row), "reveal turn")
    duty = choose(table({"hand": ["bene_gesserit_sister"], "intrigue": ["windfall"]}, IDLE), "reveal turn")
    assert not can(duty, "end the reveal turn"), "a compulsory choice is still to be made"
    choose(state, "acquire Scout for 1")
    assert seat(state, 0)["discard"] == {"scout": 1} and len(told(state, "row")) == 5
    choose(state, "play Windfall", "resolve Chani", "retreat 1 troop", "acquire Arrakis Liaison for 2")
    over(state, 0)
    assert have(state, 0, "conflict", "garrison") == (1, 4)
    assert seat(state, 0)["discard"] == {"arrakis_liaison": 1, "chani": 1, "convincing_argument": 1, "scout": 1}


@pytest.mark.rule("IMP-AMB-11")
def test_a_bought_card_lies_in_the_discard_pile_before_its_acquire_effect() -> None:
    mine = {"hand": ["convincing_argument"] * 2 + ["lady_jessica", "gurney_halleck"], "deck": [], "discard": []}
    row = ["choam_directorship", "opulence", "stilgar", "kwisatz_haderach", "carryall"]
    state = choose(table({**mine, "intrigue": ["refocus"]}, IDLE, row=row), "reveal turn")
    choose(state, "acquire CHOAM Directorship for 8")
    assert seat(state, 0)["discard"] == {"choam_directorship": 1}
    assert list(seat(state, 0)["influence"].values()) == [1, 1, 1, 1]
    choose(state, "play Refocus")
    assert "choam_directorship" in seat(state, 0)["in_play"], "shuffled and drawn in the same turn"


@pytest.mark.rule("IMP-AMB-16", "IMP-END-01")
def test_endgame_cards_clockwise_from_the_first_player() -> None:
    seats = [{"intrigue": [card]} for card in ("tiebreaker", "corner_the_market", "plans_within_plans")]
    seats[1]["discard"] = ["the_spice_must_flow"] * 2  # type: ignore[list-item]
    seats[2]["influence"] = dict.fromkeys(("emperor", "guild", "fremen"), 3)  # type: ignore[assignment]
    state = table(*seats, phase="endgame", first_player=1)
    order = []
    while not state.is_over:
        order.append(state.to_move)
        choose(state, next(text for text in words(state) if text.startswith("play no more")))
    assert order == [1, 2, 0]


@pytest.mark.rule("IMP-AMB-16")
def test_tied_players_take_their_rewards_clockwise_from_the_first_player() -> None:
    keys: dict[str, Any] = {"conflict": "battle_for_arrakeen", "round": 7, "first_player": 2}
    state = combat({"conflict": 2}, {"conflict": 2}, {"conflict": 2}, **keys)
    order = []
    while told(state, "phase") == "combat":
        if can(state, "spice") and (not order or order[-1] != state.to_move):
            order.append(state.to_move)
        state.apply(state.legal_actions()[0])
    assert order == [2, 0, 1]


@pytest.mark.rule("IMP-AMB-17", "IMP-END-03")
def test_equal_players_share_the_victory() -> None:
    equal = {"vp": 10, "spice": 2, "solari": 1, "water": 1, "garrison": 3, "hand": []}
    seats = [{**equal, **DONE}, {**equal, **DONE}, {"vp": 9, **DONE}]
    state = table(*seats, phase="combat", round=2, conflict="desert_power")
    if not state.is_over:
        next_round(state)
    assert state.is_over and state.to_dict()["winners"] == [0, 1] and state.winner == 0


@pytest.mark.rule("IMP-AMB-17")
@pytest.mark.parametrize("order", [[0, 1, 2], [1, 2, 0], [2, 0, 1]])
def test_the_latest_reveal_turn_wins_by_an_option(order: list[int]) -> None:
    game = dune_sim.make("imperium", players=3, leaders=PLAIN[:3], late_reveal_wins=True)
    equal = {"vp": 10, "spice": 2, "garrison": 3, "hand": [], **DONE}
    position = {"players": [equal] * 3, "phase": "combat", "round": 2, "conflict": "desert_power"}
    state = next_round(game.from_dict({**position, "reveal_order": order}))
    assert state.is_over and state.to_dict()["winners"] == [order[-1]]
    with pytest.raises(ScenarioError, match="reveal_order"):
        game.from_dict({**position, "reveal_order": order[:2]})


@pytest.mark.rule("IMP-AMB-17")
def test_the_order_of_reveal_turns_is_kept_until_recall() -> None:
    state = table({"hand": ["dagger"]}, {"hand": ["dagger"]}, {"hand": ["dagger"], **DONE}, first_player=1, to_move=0)
    assert told(state, "reveal_order") == [2]
    over(choose(state, "reveal turn"), 0)
    assert told(state, "reveal_order") == [2, 0]
    assert told(next_round(state), "reveal_order") == []


@pytest.mark.rule("IMP-AMB-26", "IMP-DECK-05")
def test_a_card_may_trash_itself() -> None:
    mine = {"hand": ["gene_manipulation", "dagger"], "in_play": ["the_voice"], "spice": 0}
    state = send(table(mine, IDLE), "Gene Manipulation", "Hall of Oratory")
    choose(state, "resolve Gene Manipulation: may trash")
    choose(state, "trash Gene Manipulation from play")
    assert told(state, "trashed") == {"gene_manipulation": 1} and seat(state, 0)["spice"] == 2


@pytest.mark.rule("IMP-AMB-33")
@pytest.mark.parametrize("engine", ["python", "cpp"])
def test_a_stock_ends_where_a_game_stops_counting(engine: str) -> None:
    """A game on C++ once counted 198 water and 99 more as 41."""
    game = dune_sim.make("imperium", players=3, leaders=PLAIN[:3], engine=engine)
    seats = [{"hand": ["diplomacy"], "water": 200, "solari": 29_999, "intrigue": ["water_peddlers_union", "windfall"]}]
    seats += [{"hand": ["diplomacy"]}, {"hand": ["diplomacy"]}]
    state = game.from_dict({"players": seats})
    choose(state, "play Water Peddlers Union", "play Windfall")
    assert state.to_dict()["players"][0]["water"] == 200
    assert state.to_dict()["players"][0]["solari"] == 30_000
    again = game.from_dict(state.to_dict())
    assert again.to_dict() == state.to_dict()


@pytest.mark.rule("IMP-AMB-33")
def test_a_position_holds_no_more_than_a_game_counts() -> None:
    for key, most in (("water", 200), ("solari", 30_000), ("spice", 30_000), ("swords", 200)):
        assert table({key: most}).to_dict()["players"][0][key] == most
        with pytest.raises(ScenarioError, match=f"{key} must be a whole number from 0 to {most}"):
            table({key: most + 1})
