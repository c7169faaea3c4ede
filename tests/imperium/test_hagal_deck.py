"""House Hagal cards and the agent turn of a rival (HAG-DECK), hand-made positions."""

from __future__ import annotations

from pathlib import Path

import pytest

from imperium.rivals import (
    ONE_LEFT,
    along,
    duo,
    have,
    ids,
    overlay,
    seat,
    solo,
    told,
    turn_of_house,
    turn_of_rival,
    went,
)
from imperium.table import can, choose, over, send, settle

EVERY = sum(card.copies for card in solo().facts.hagal_cards)
FACTION = {"hagal_conspire": "emperor", "hagal_wealth": "emperor", "hagal_heighliner": "guild"}
FACTION |= {"hagal_foldspace": "guild", "hagal_selective_breeding": "bene_gesserit", "hagal_secrets": "bene_gesserit"}
FACTION |= {"hagal_hardy_warriors": "fremen", "hagal_stillsuits": "fremen"}
TROOPS = {"hagal_conspire": 2, "hagal_heighliner": 3, "hagal_hardy_warriors": 2, "hagal_rally_troops": 4}
TROOPS |= {"hagal_hall_of_oratory": 1, "hagal_carthag": 1, "hagal_arrakeen_solo": 1}
VISITS = [card.id for card in solo().facts.hagal_cards if card.does == "visit" and card.used("solo")]


@pytest.mark.rule("HAG-DECK-01")
@pytest.mark.parametrize("game", [solo(), duo()], ids=["solo", "two"])
def test_rivals_take_agent_turns_and_never_reveal(game: object) -> None:
    acted = 0
    for state in along(solo() if game is solo() else duo(), range(3)):
        for number, one in enumerate(told(state, "players")):
            if one.get("rival"):
                acted += len(one["agents_on"])
                assert "revealed" not in one and "hand" not in one and number not in told(state, "reveal_order")
    assert acted > 50


@pytest.mark.rule("HAG-DECK-02", "HAG-DECK-06")
@pytest.mark.parametrize("card", VISITS)
def test_the_agent_goes_to_the_space_shown_and_only_the_card_counts(card: str) -> None:
    """Nothing is paid, and what the space gives a player does not come."""
    state = turn_of_rival(card, rival={"solari": 1, "spice": 1, "water": 0})
    shown = solo().facts.hagal_cards.get(card)
    assert went(state, 1) == [shown.space] and told(state, "hagal_card") == card
    assert have(state, 1, "solari", "spice", "water") == (1, 1, 0) and not seat(state, 1)["intrigue"]
    assert seat(state, 1)["agents"] == 0 and told(state, "turn_of") == 0


@pytest.mark.rule("HAG-DECK-03", "HAG-EX-01")
def test_a_card_with_an_occupied_space_has_no_effect_at_all() -> None:
    first = set()
    for seed in range(24):
        person = {"agents_on": ["conspire"]}
        state = turn_of_rival("hagal_conspire", "hagal_wealth", person=person, seed=seed)
        assert went(state, 1) == ["wealth"] and told(state, "hagal_card") == "hagal_wealth"
        assert seat(state, 1)["influence"]["emperor"] == 1 and seat(state, 1)["garrison"] == 0
        first.add(sum(told(state, "hagal_deck").values()))
    assert first == {1, 27}, "either card comes first, but only the second is carried out"


@pytest.mark.rule("HAG-DECK-04", "HAG-AMB-04")
def test_the_last_card_lets_all_cards_be_shuffled() -> None:
    assert told(turn_of_rival("hagal_secrets"), "hagal_deck") == told(solo().from_dict({}), "hagal_deck")
    for seed in range(6):
        left = told(turn_of_rival("hagal_secrets", "hagal_foldspace", seed=seed), "hagal_deck")
        assert sum(left.values()) == 1 and set(left) < {"hagal_secrets", "hagal_foldspace"}


@pytest.mark.rule("HAG-DECK-05")
def test_reshuffle_brings_all_cards_back_and_another_one() -> None:
    left = set()
    for seed in range(16):
        state = turn_of_house("hagal_reshuffle", "hagal_wealth", seed=seed)
        left.add(sum(told(state, "hagal_deck").values()))
        assert seat(state, 2)["agents"] == 2, "the turn goes on with the next card"
        if left == {1}:
            assert told(state, "hagal_deck") == {"hagal_reshuffle": 1}
    assert 1 in left and max(left) == 27 and len(left) >= 2


@pytest.mark.rule("HAG-DECK-07")
def test_the_requirement_of_a_space_does_not_bind_a_rival(tmp_path: Path) -> None:
    content = overlay(tmp_path, '[[hagal_cards]]\nid = "hagal_wealth"\nspace = "sietch_tabr"\n')
    state = turn_of_rival("hagal_wealth", game=solo(content=content))
    assert seat(state, 1)["influence"]["fremen"] == 0 and went(state, 1) == ["sietch_tabr"]
    needs = {space.id for space in solo().facts.spaces if space.requires}
    assert not needs & {card.space for card in solo().facts.hagal_cards}


@pytest.mark.rule("HAG-DECK-08")
@pytest.mark.parametrize("card", VISITS)
def test_influence_on_the_card_moves_the_rival(card: str) -> None:
    for state, number in ((turn_of_rival(card), 1), *([(turn_of_house(card), 2)] if "solo" not in card else [])):
        moved = {faction: n for faction, n in seat(state, number)["influence"].items() if n}
        assert moved == ({FACTION[card]: 1} if card in FACTION else {})


@pytest.mark.rule("HAG-DECK-09", "HAG-FAQ-04", "HAG-FAQ-05", "HAG-AMB-19")
@pytest.mark.parametrize("card", FACTION)
def test_level_2_and_the_token_score_for_solo_rivals_and_level_4_gives_nothing(card: str) -> None:
    faction = FACTION[card]
    two = turn_of_rival(card, rival={"influence": {faction: 1}})
    four = turn_of_rival(card, rival={"influence": {faction: 3}, "garrison": 0, "water": 0})
    assert have(two, 1, "vp") == (1,) and have(four, 1, "vp") == (2,)
    assert have(four, 1, "solari", "spice", "water") == (0, 0, 0) and not seat(four, 1)["intrigue"]
    came = TROOPS.get(card, 0)
    assert have(four, 1, "supply") == (12 - came,), "the Emperor's two troops do not come"
    house = turn_of_house(card, house={"influence": {faction: 3}})
    assert "vp" not in seat(house, 2) and told(house, "alliances") == {faction: 2}
    assert told(house, "players")[2]["supply"] == 12 - came and house.scores == [0, 0]


@pytest.mark.rule("HAG-DECK-10")
@pytest.mark.parametrize(("own", "its", "token"), [(4, 3, 0), (4, 4, 1), (5, 4, 0), (3, 3, 1), (3, 2, None)])
def test_a_rival_takes_a_token_where_a_player_would(own: int, its: int, token: int | None) -> None:
    held = {"alliances": {"guild": 0}} if own >= 4 else {}
    rival = {"influence": {"guild": its}}
    state = turn_of_rival("hagal_foldspace", person={"influence": {"guild": own}}, rival=rival, **held)
    assert told(state, "alliances") == ({} if token is None else {"guild": token})
    assert state.scores[:2] == [1 + (token == 0), 1 + (token == 1)]


@pytest.mark.rule("HAG-DECK-11")
def test_a_signet_on_the_card_is_that_of_the_leader() -> None:
    memnon = solo(rivals=("earl_memnon_thorvald", "glossu_rabban"))
    assert have(turn_of_rival("hagal_arrakeen_solo", game=memnon), 1, "spice", "conflict") == (1, 1)
    rabban = turn_of_rival("hagal_arrakeen_solo")
    assert have(rabban, 1, "spice", "conflict") == (0, 2)
    assert have(turn_of_rival("hagal_carthag"), 1, "spice", "conflict") == (0, 1), "no signet on this card"
    assert have(turn_of_house("hagal_arrakeen_two"), 2, "conflict") == (1,)
    assert not any(card.signet for card in solo().facts.hagal_cards if card.used("two_players"))


@pytest.mark.rule("HAG-DECK-12", "HAG-AMB-16")
@pytest.mark.parametrize("card", VISITS)
def test_troops_of_the_card_go_into_the_conflict_from_a_combat_space_else_into_the_garrison(card: str) -> None:
    space = solo().facts.spaces.get(solo().facts.hagal_cards.get(card).space)
    came = TROOPS.get(card, 0) + (card == "hagal_arrakeen_solo")
    state = turn_of_rival(card)
    assert have(state, 1, "garrison", "conflict") == ((0, came) if space.combat else (came, 0))
    short = turn_of_rival(card, rival={"garrison": 11, "supply": 1})
    assert sum(have(short, 1, "garrison", "conflict")) == 11 + min(1, came)


@pytest.mark.rule("HAG-DECK-13", "HAG-EX-02", "HAG-DECK-17")
@pytest.mark.parametrize(
    ("card", "garrison", "after"),
    [
        ("hagal_stillsuits", 0, (0, 0)),
        ("hagal_stillsuits", 1, (0, 1)),
        ("hagal_stillsuits", 3, (1, 2)),
        ("hagal_hardy_warriors", 3, (1, 4)),
        ("hagal_harvest_spice", 3, (1, 2)),
        ("hagal_rally_troops", 3, (7, 0)),
    ],
)
def test_two_troops_of_the_garrison_follow_to_a_combat_space(card: str, garrison: int, after: tuple[int, int]) -> None:
    state = turn_of_rival(card, rival={"garrison": garrison}, bonus_spice={"hagga_basin": 1})
    assert have(state, 1, "garrison", "conflict") == after
    house = turn_of_house(card, house={"garrison": garrison}, bonus_spice={"hagga_basin": 1})
    assert have(house, 2, "garrison", "conflict") == after


@pytest.mark.rule("HAG-DECK-14", "HAG-AMB-06")
def test_the_agent_of_a_rival_occupies_its_space() -> None:
    state = turn_of_rival("hagal_carthag", person={"hand": ["reconnaissance"], "water": 2})
    choose(state, "agent turn: play Reconnaissance")
    assert "carthag" not in ids(state, "space") and "arrakeen" in ids(state, "space")
    helena = solo(leader="helena_richese")
    person = {"hand": ["reconnaissance"], "water": 2}
    free = choose(turn_of_rival("hagal_carthag", person=person, game=helena), "agent turn")
    assert "carthag" in ids(free, "space"), "her agents get past those of any enemy"
    person = {"hand": ["reconnaissance"], "intrigue": ["infiltrate"], "water": 2}
    spy = choose(turn_of_rival("hagal_carthag", person=person), "play Infiltrate", "agent turn")
    assert "carthag" in ids(spy, "space")


@pytest.mark.rule("HAG-DECK-15", "HAG-DECK-16", "HAG-EX-11", "HAG-SOLO-14", "HAG-2P-11")
def test_harvest_goes_to_most_bonus_spice_which_leaves_the_space() -> None:
    lying = {"the_great_flat": 1, "hagga_basin": 2}
    alone = turn_of_rival("hagal_harvest_spice", bonus_spice=lying)
    assert went(alone, 1) == ["hagga_basin"] and have(alone, 1, "spice") == (4,)
    assert told(alone, "bonus_spice") == {"the_great_flat": 1}
    two = turn_of_house("hagal_harvest_spice", bonus_spice=lying)
    assert went(two, 2) == ["hagga_basin"] and two.raw["players"][0][2]["spice"] == 0
    assert told(two, "bonus_spice") == {"the_great_flat": 1}


@pytest.mark.rule("HAG-DECK-15", "HAG-AMB-21")
@pytest.mark.parametrize(
    ("lying", "taken", "space"),
    [
        ({"the_great_flat": 1, "hagga_basin": 1, "imperial_basin": 1}, [], "the_great_flat"),
        ({"hagga_basin": 1, "imperial_basin": 1}, [], "hagga_basin"),
        ({"the_great_flat": 1, "imperial_basin": 2}, [], "imperial_basin"),
        ({"the_great_flat": 3, "imperial_basin": 2}, ["the_great_flat"], "imperial_basin"),
    ],
)
def test_ties_go_to_most_spice_and_occupied_makers_do_not_count(
    lying: dict[str, int], taken: list[str], space: str
) -> None:
    state = turn_of_rival("hagal_harvest_spice", person={"agents_on": taken}, bonus_spice=lying)
    assert went(state, 1) == [space]


@pytest.mark.rule("HAG-DECK-15")
@pytest.mark.parametrize("taken", [[], ["hagga_basin"]])
def test_harvest_without_bonus_spice_to_go_to_is_passed_over(taken: list[str]) -> None:
    lying = {"hagga_basin": 2} if taken else {}
    for seed in range(6):
        cards = ("hagal_harvest_spice", "hagal_wealth")
        state = turn_of_rival(*cards, person={"agents_on": taken}, bonus_spice=lying, seed=seed)
        assert went(state, 1) == ["wealth"] and told(state, "bonus_spice") == lying


@pytest.mark.rule("HAG-DECK-18", "HAG-AMB-07")
def test_what_is_done_to_opponents_is_done_to_rivals() -> None:
    seats = ({"agents_on": ONE_LEFT, "garrison": 2, "conflict": 1}, {"agents_on": ONE_LEFT, "garrison": 0})
    told_of = {"agents_on": [], "hand": ["gun_thopter"]}
    state = solo().from_dict({"players": [told_of, *seats]})
    settle(send(state, "Gun Thopter", "Arrakeen"))
    assert have(state, 1, "garrison") == (1,) and have(state, 2, "garrison") == (0,)
    told_of = {"hand": ["test_of_humanity"], "garrison": 0}
    state = solo().from_dict({"players": [told_of, *seats]})
    settle(send(state, "Test of Humanity", "Hall of Oratory"))
    assert have(state, 1, "conflict", "garrison", "supply") == (0, 2, 10)
    assert have(state, 2, "conflict", "supply") == (0, 12)
    person = {"hand": ["diplomacy"], "intrigue": ["double_cross"], "solari": 1, "conflict": 1, "garrison": 0}
    state = duo().from_dict({"players": [person, {}, {"conflict": 2}]})
    choose(state, "play Double Cross")
    assert have(state, 2, "conflict") == (1,) and have(state, 0, "conflict") == (2,)


@pytest.mark.rule("HAG-DECK-19", "HAG-2P-04", "HAG-SOLO-08")
def test_27_cards_for_one_and_28_for_two() -> None:
    assert EVERY == 31
    one, two = told(solo().from_dict({}), "hagal_deck"), told(duo().from_dict({}), "hagal_deck")
    assert (sum(one.values()), sum(two.values())) == (27, 28)
    assert (one["hagal_arrakeen_solo"], two["hagal_arrakeen_two"], two["hagal_reshuffle"]) == (3, 3, 1)
    assert "hagal_arrakeen_two" not in one and "hagal_reshuffle" not in one and "hagal_arrakeen_solo" not in two


@pytest.mark.rule("HAG-FAQ-02", "HAG-FAQ-03", "HAG-EX-09")
def test_a_card_with_two_spaces_goes_by_the_influence_of_the_rival(tmp_path: Path) -> None:
    """No shipped card has two; the rule is there for those that will."""
    where = 'other_space = {space = "secrets", influence = {faction = "guild", min = 2}}'
    content = overlay(tmp_path, f'[[hagal_cards]]\nid = "hagal_foldspace"\n{where}\n')
    game = solo(content=content)
    for level, space in ((0, "foldspace"), (1, "foldspace"), (2, "secrets"), (4, "secrets")):
        held = {"alliances": {"guild": 1}} if level == 4 else {}
        state = turn_of_rival("hagal_foldspace", rival={"influence": {"guild": level}}, game=game, **held)
        assert went(state, 1) == [space]
    for seed in range(6):
        person = {"agents_on": ["secrets"]}
        cards = ("hagal_foldspace", "hagal_wealth")
        rival = {"influence": {"guild": 2}}
        state = turn_of_rival(*cards, person=person, rival=rival, game=game, seed=seed)
        assert went(state, 1) == ["wealth"], "the other space is not used"


@pytest.mark.rule("HAG-AMB-01")
def test_a_person_in_control_is_paid_when_a_rival_comes() -> None:
    state = turn_of_rival("hagal_carthag", control={"carthag": 0})
    assert have(state, 0, "solari") == (2,), "one more than a mercenary game begins with"
    state = turn_of_house("hagal_carthag", control={"carthag": 1})
    assert have(state, 1, "solari") == (1,)


@pytest.mark.rule("HAG-AMB-02")
def test_signets_with_a_cost_are_paid_for_when_possible() -> None:
    baron = solo(rivals=("baron_vladimir_harkonnen", "glossu_rabban"))
    state = turn_of_rival("hagal_arrakeen_solo", rival={"solari": 1}, game=baron)
    assert have(state, 1, "solari") == (0,) and sum(seat(state, 1)["intrigue"].values()) == 1
    state = turn_of_rival("hagal_arrakeen_solo", rival={"solari": 0}, game=baron)
    assert have(state, 1, "solari") == (0,) and not seat(state, 1)["intrigue"]


@pytest.mark.rule("HAG-AMB-02", "HAG-SOLO-24")
@pytest.mark.parametrize(
    ("person", "rival", "steps"),
    [
        ({"guild": 1}, {}, {"guild": 1}),
        ({"guild": 3, "fremen": 2}, {"guild": 2, "fremen": 1}, {"guild": 2, "fremen": 2}),
        ({"guild": 1}, {"guild": 1}, {"guild": 1}),
    ],
)
def test_letos_rival_takes_its_lowest_faction_among_those_where_somebody_is_ahead(
    person: dict[str, int], rival: dict[str, int], steps: dict[str, int]
) -> None:
    leto = solo(rivals=("duke_leto_atreides", "glossu_rabban"))
    its = {"spice": 1, "influence": rival}
    state = turn_of_rival("hagal_arrakeen_solo", rival=its, person={"influence": person}, game=leto)
    assert {faction: n for faction, n in seat(state, 1)["influence"].items() if n} == steps
    assert have(state, 1, "spice") == (int(steps == rival),), "nothing is paid where nobody is ahead"


@pytest.mark.rule("HAG-AMB-03")
def test_troops_of_a_signet_are_deployed_like_those_of_the_card() -> None:
    state = turn_of_rival("hagal_arrakeen_solo", rival={"garrison": 3})
    assert have(state, 1, "garrison", "conflict") == (1, 4), "one of the card, one of the signet, two of the garrison"
    held = {"alliances": {"guild": 1}}
    state = turn_of_rival("hagal_arrakeen_solo", rival={"influence": {"guild": 4}}, **held)
    assert have(state, 1, "garrison", "conflict") == (0, 3), "with an alliance the signet brings two"


@pytest.mark.rule("HAG-AMB-05")
def test_a_space_closed_by_the_voice_is_occupied_for_rivals() -> None:
    for seed in range(6):
        person = {"closed_space": "conspire"}
        state = turn_of_rival("hagal_conspire", "hagal_wealth", person=person, seed=seed)
        assert went(state, 1) == ["wealth"]


@pytest.mark.rule("HAG-AMB-05")
def test_the_voice_holds_for_a_turn_of_house_hagal_before_the_next_turn_of_who_used_it() -> None:
    """Seat 0, the first player, sends an agent; seat 1 comes next and opens its space again, House Hagal before it."""
    deck = {"hagal_conspire": 1, "hagal_wealth": 1}
    for seed in range(6):
        people = [{"hand": ["diplomacy", "dagger"]}, {"hand": ["dagger"], "closed_space": "conspire"}]
        state = duo().from_dict({"players": [*people, {}], "hagal_deck": deck, "seed": seed})
        over(settle(send(state, "Diplomacy", "Stillsuits")), 0)
        assert went(state, 2) == ["wealth"] and told(state, "turn_of") == 1
        assert seat(state, 1)["closed_space"] is None


@pytest.mark.rule("HAG-AMB-05")
def test_the_voice_of_the_last_player_left_holds_for_house_hagal() -> None:
    deck = {"hagal_conspire": 1, "hagal_wealth": 1}
    for seed in range(6):
        people = [{"hand": ["the_voice", "dagger"], "garrison": 0}, {"revealed": True}]
        state = duo().from_dict({"players": [*people, {}], "hagal_deck": deck, "seed": seed})
        settle(send(state, "The Voice", "Secure Contract"))
        choose(state, "close Conspire")
        assert went(state, 2) == ["wealth"] and told(state, "turn_of") == 0
        assert seat(state, 0)["closed_space"] is None


@pytest.mark.rule("HAG-AMB-05")
def test_a_rival_that_can_go_nowhere_sends_nobody(tmp_path: Path) -> None:
    """Not with the shipped cards: so many spaces are never occupied."""
    gone = "".join(f'[[hagal_cards]]\nid = "{card}"\nremove = true\n' for card in VISITS if card != "hagal_wealth")
    content = overlay(tmp_path, gone)
    game = solo(content=content)
    state = turn_of_rival("hagal_wealth", person={"agents_on": ["wealth"]}, game=game)
    assert have(state, 1, "agents", "agents_on") == (1, ONE_LEFT) and told(state, "turn_of") == 0
    assert can(state, "reveal turn") and seat(state, 1)["revealed"]
