"""The slow interpreter against the booklet's examples, and every base-game effect list run once."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from naive import imperium_effects as ie
from naive import imperium_turns as it
from naive.imperium_effects import Context
from naive.imperium_position import Question, freeze, load, new_player, new_position, strength_of

MAX, ANNA, FRANK = 0, 1, 2


def answers(**wanted: Any):
    """Choices by kind of question; lists are used up one by one; chance and order take the first option."""

    def choose(question: Question) -> Any:
        if question.kind in wanted:
            answer = wanted[question.kind]
            answer = answer.pop(0) if isinstance(answer, list) else answer
            assert answer in question.options, question
            return answer
        assert question.chance or question.kind == "next_item", question
        return question.options[0]

    return choose


def three_players(**first: Any) -> dict[str, Any]:
    return new_position([new_player(**first), new_player(), new_player()])


def players_after(results: dict[Any, Any], seat: int = 0) -> list[dict[str, Any]]:
    return [dict(dict(frozen)["players"][seat]) for frozen in results]


@pytest.mark.rule("IMP-AGENT-13", "IMP-FAQ-34")
def test_arrow_costs_are_optional_and_paid_once():  # IMP-EX-03, IMP-EX-14
    camp = load("cards")["fremen_camp"]["agent"]
    after = players_after(ie.all_effect_results(three_players(spice=5), camp, Context(0)))
    assert sorted((p["spice"], p["garrison"]) for p in after) == [(3, 6), (5, 3)]
    after = players_after(ie.all_effect_results(three_players(spice=1), camp, Context(0)))
    assert [(p["spice"], p["garrison"]) for p in after] == [(1, 3)]
    duncan = load("cards")["duncan_idaho"]["agent"]
    after = players_after(ie.all_effect_results(three_players(water=2, deck=["dagger"]), duncan, Context(0)))
    assert sorted((p["water"], p["garrison"], len(p["hand"])) for p in after) == [(1, 4, 1), (2, 3, 0)]


@pytest.mark.rule("IMP-AGENT-09", "IMP-AGENT-17", "IMP-AGENT-18", "IMP-CTRL-04", "IMP-SPACE-17")
def test_anna_goes_to_carthag():  # IMP-EX-06
    anna = new_player(garrison=1, supply=11, hand=["duncan_idaho"], deck=["dagger"])
    position = new_position([new_player(), anna, new_player()], intrigue_deck=["ambush"])
    position["control"]["carthag"] = MAX
    after = it.agent_turn(position, ANNA, "duncan_idaho", "carthag", answers(pay=True, deploy=3))
    player = after["players"][ANNA]
    assert after["players"][MAX]["solari"] == 1
    assert (player["water"], player["intrigue"], player["hand"]) == (0, ["ambush"], ["dagger"])
    assert (player["garrison"], player["conflict"], player["supply"]) == (0, 3, 9)
    position["players"][ANNA]["garrison"], position["players"][ANNA]["supply"] = 2, 10
    after = it.agent_turn(position, ANNA, "duncan_idaho", "carthag", answers(pay=True, deploy=4))
    assert after["players"][ANNA]["conflict"] == 4


@pytest.mark.rule("IMP-AGENT-20", "IMP-SPACE-12", "IMP-SPACE-22", "IMP-MAKER-05")
def test_max_and_frank():  # IMP-EX-05, IMP-EX-07
    position = three_players(hand=["dune_the_desert_planet"])
    position["bonus_spice"]["imperial_basin"] = 2
    after = it.agent_turn(position, MAX, "dune_the_desert_planet", "imperial_basin", answers(deploy=2))
    player = after["players"][MAX]
    assert (player["spice"], player["garrison"], player["conflict"]) == (3, 1, 2)
    assert after["bonus_spice"]["imperial_basin"] == 0
    frank = three_players(hand=["bene_gesserit_initiate"], deck=["dagger"], solari=4)
    after = it.agent_turn(frank, 0, "bene_gesserit_initiate", "rally_troops", answers())
    player = after["players"][0]
    assert (player["solari"], player["garrison"], player["conflict"], player["hand"]) == (0, 7, 0, ["dagger"])


@pytest.mark.rule("IMP-REVEAL-02", "IMP-REVEAL-03", "IMP-REVEAL-12", "IMP-BUY-07", "IMP-BUY-08", "IMP-BUY-09")
def test_max_reveals():  # IMP-EX-08
    hand = ["imperial_spy", "smugglers_thopter", "stilgar"]
    position = three_players(hand=hand, agents=0, garrison=1, conflict=2)
    position |= {"row": ["space_travel", "stilgar"], "imperium_deck": ["scout", "chani", "opulence", "dr_yueh"]}
    shown = it.resolve_reveal(it.start_reveal(position, MAX), MAX, answers())
    assert (shown["players"][MAX]["spice"], shown["players"][MAX]["persuasion"]) == (1, 4)
    bought = it.buy(shown, MAX, "row", "space_travel", answers())
    assert bought["players"][MAX]["persuasion"] == 1
    assert len(bought["row"]) == 5
    done = it.end_reveal(bought, MAX)
    assert strength_of(done, MAX) == 8
    assert sorted(done["players"][MAX]["discard"]) == sorted([*hand, "space_travel"])
    assert done["players"][MAX]["persuasion"] == 0


@pytest.mark.rule("IMP-COMBAT-06", "IMP-COMBAT-15", "IMP-COMBAT-16", "IMP-CTRL-02")
def test_siege_of_arrakeen():  # IMP-EX-09
    players = [new_player(conflict=2, swords=4), new_player(conflict=3, intrigue=["ambush"]), new_player()]
    position = new_position(players)
    assert [strength_of(position, seat) for seat in range(3)] == [8, 6, 0]
    position = it.play_intrigue(position, ANNA, "ambush", "combat", answers())
    assert strength_of(position, ANNA) == 10
    after = it.end_combat(it.give_rewards(position, "siege_of_arrakeen", answers()))
    assert after["control"]["arrakeen"] == ANNA
    assert [player["vp"] for player in after["players"]] == [0, 1, 0]
    assert [player["solari"] for player in after["players"]] == [4, 0, 0]
    assert [player["conflict"] for player in after["players"]] == [0, 0, 0]
    assert [player["supply"] for player in after["players"]] == [11, 12, 9]


@pytest.mark.rule("IMP-MAKER-02", "IMP-RECALL-03", "IMP-RECALL-04", "IMP-RECALL-05")
def test_makers_and_recall():  # IMP-EX-10, IMP-EX-11
    position = three_players(agents=1, agents_on=["imperial_basin"])
    position["bonus_spice"]["the_great_flat"] = 1
    position["mentat"] = ("space", 1, "arrakeen")
    after = it.recall(it.makers(position))
    assert after["bonus_spice"] == {"imperial_basin": 0, "the_great_flat": 2, "hagga_basin": 1}
    assert (after["mentat"], after["players"][MAX]["agents"], after["first_player"]) == ("home", 2, ANNA)


@pytest.mark.rule("IMP-FAQ-44", "IMP-FAQ-45", "IMP-INFL-11")
def test_shifting_allegiances():  # IMP-EX-15
    effects = load("cards")["shifting_allegiances"]["agent"]
    position = three_players(spice=2)
    position["players"][0]["influence"]["fremen"] = 1
    after = players_after(ie.all_effect_results(position, effects, Context(0)))
    levels = Counter(tuple(sorted(dict(p["influence"]).values())) for p in after)
    assert levels == {(0, 0, 0, 1): 1, (0, 0, 0, 2): 4}
    assert all(p["vp"] == 1 for p in after if p["spice"] == 0)
    poor = ie.all_effect_results(three_players(spice=2), effects, Context(0))
    assert [p["spice"] for p in players_after(poor)] == [2]


@pytest.mark.rule("IMP-FAQ-28", "IMP-FAQ-39")
def test_preconditions_of_intrigue_cards():  # IMP-EX-16
    position = three_players(intrigue=["councilors_dispensation", "bribery"], solari=1)
    assert not it.playable(position, 0, "councilors_dispensation", "plot")
    assert not it.playable(position, 0, "bribery", "plot")
    position["players"][0] |= {"council_seat": True, "solari": 2}
    assert it.playable(position, 0, "councilors_dispensation", "plot")
    after = it.play_intrigue(position, 0, "bribery", "plot", answers(faction="guild"))
    assert (after["players"][0]["solari"], after["players"][0]["influence"]["guild"]) == (0, 1)
    assert after["intrigue_discard"] == ["bribery"]


@pytest.mark.rule("IMP-CARD-15", "IMP-CARD-16", "IMP-FAQ-46")
def test_demand_respect_after_a_win():  # IMP-EX-17
    position = three_players(intrigue=["demand_respect", "to_the_victor"], conflict=1)
    assert not it.playable(position, 0, "demand_respect", "combat")
    position["won"] = 0
    position = it.play_intrigue(position, 0, "to_the_victor", "combat", answers())
    after = it.play_intrigue(position, 0, "demand_respect", "combat", answers(choose=1, faction="guild"))
    assert (after["players"][0]["spice"], after["players"][0]["influence"]["guild"]) == (1, 2)


@pytest.mark.rule("IMP-AGENT-26", "IMP-AGENT-27")
def test_conditions_on_cards():  # IMP-EX-18
    riders = load("cards")["worm_riders"]["reveal"]
    position = three_players(in_play=["worm_riders"])
    assert ie.apply_effects(position, riders, Context(0, "worm_riders"), answers())["players"][0]["swords"] == 0
    position["players"][0]["influence"]["fremen"] = 2
    assert ie.apply_effects(position, riders, Context(0, "worm_riders"), answers())["players"][0]["swords"] == 4
    position["alliance"]["fremen"] = 0
    assert ie.apply_effects(position, riders, Context(0, "worm_riders"), answers())["players"][0]["swords"] == 6
    commando = load("cards")["fedaykin_death_commando"]["reveal"]
    alone = three_players(in_play=["fedaykin_death_commando"])
    pair = three_players(in_play=["fedaykin_death_commando"] * 2)
    for start, swords in ((alone, 0), (pair, 3)):
        after = ie.apply_effects(start, commando, Context(0, "fedaykin_death_commando"), answers())
        assert after["players"][0]["swords"] == swords


@pytest.mark.rule("IMP-FAQ-41")
def test_plans_within_plans():  # IMP-EX-20
    position = three_players(intrigue=["plans_within_plans"])
    position["players"][0]["influence"] = {"emperor": 3, "guild": 3, "bene_gesserit": 3, "fremen": 2}
    after = it.play_intrigue(position, 0, "plans_within_plans", "endgame", answers())
    assert after["players"][0]["vp"] == 1
    position["players"][0]["influence"]["fremen"] = 3
    after = it.play_intrigue(position, 0, "plans_within_plans", "endgame", answers(choose=1))
    assert after["players"][0]["vp"] == 2


@pytest.mark.rule("IMP-CARD-12", "IMP-CARD-13", "IMP-CARD-14")
def test_test_of_humanity():
    position = new_position([new_player(), new_player(hand=["dagger"]), new_player(conflict=1, supply=8)])
    effects = load("cards")["test_of_humanity"]["agent"]
    after = ie.apply_effects(position, effects, Context(0, "test_of_humanity"), answers())
    assert after["players"][1]["discard"] == ["dagger"]
    assert (after["players"][2]["conflict"], after["players"][2]["supply"]) == (0, 9)


@pytest.mark.rule("IMP-DECK-02", "IMP-REVEAL-14", "IMP-DECK-06")
def test_drawing_and_trashing():
    position = three_players(deck=["dagger"], discard=["diplomacy"])
    after = ie.apply_effects(position, [{"gain": {"cards": 3}}], Context(0), answers())
    assert sorted(after["players"][0]["hand"]) == ["dagger", "diplomacy"]
    position |= {"turn": "reveal", "to_move": 0}
    after = it.resolve_reveal(ie.apply_effects(position, [{"gain": {"cards": 1}}], Context(0), answers()), 0, answers())
    assert after["players"][0]["in_play"] == ["dagger"] and after["players"][0]["swords"] == 1
    effects = [{"trash": {"n": 1, "from": ["hand", "discard", "in_play"], "optional": True}}]
    position = three_players(hand=["assassination_mission"], discard=["foldspace"])
    results = ie.all_effect_results(position, effects, Context(0))
    assert sorted(p["solari"] for p in players_after(results)) == [0, 0, 4]
    assert sorted(dict(dict(frozen)["reserve"])["foldspace"] for frozen in results) == [6, 6, 7]


def rich_position() -> dict[str, Any]:
    """A position in which most effects have something to bite on, kept small so that all results can be listed."""
    me = new_player(
        leader="glossu_rabban", solari=9, spice=9, water=9, hand=["dagger"], deck=["diplomacy"],
        discard=["the_voice"], intrigue=["windfall"], garrison=3, conflict=3, supply=6, agents=1,
        agents_on=["wealth"], influence={"emperor": 3, "guild": 1, "bene_gesserit": 2, "fremen": 1},
        council_seat=True,
    )  # fmt: skip
    left = new_player(hand=["dagger"], conflict=1, supply=8, intrigue=["ambush"] * 4, influence={
        "emperor": 0, "guild": 2, "bene_gesserit": 2, "fremen": 4,
    })  # fmt: skip
    right = new_player(garrison=0, supply=12)
    position = new_position([me, left, right], row=["scout", "chani"], imperium_deck=[], intrigue_deck=["bribery"])
    position["alliance"]["fremen"] = 1
    position |= {"turn": "agent", "to_move": 0}
    return position


def card_count(frozen: Any) -> int:
    position = dict(frozen)
    zones = ("hand", "deck", "deck_top", "discard", "in_play", "intrigue", "face_up")
    own = sum(len(dict(player)[zone]) for player in position["players"] for zone in zones)
    aside = sum(dict(player)["set_aside"] is not None for player in position["players"])
    shared = ("row", "imperium_deck", "intrigue_deck", "intrigue_discard", "trashed")
    reserve = sum(left for _, left in position["reserve"])
    return own + aside + sum(len(position[zone]) for zone in shared) + reserve


def every_list() -> list[tuple[str, list[dict[str, Any]], Context]]:
    lists = []
    for card in load("cards").values():
        for box in ("agent", "reveal", "acquire", "on_trash"):
            lists.append((f"{card['id']}-{box}", card.get(box, []), Context(0, card["id"], "hagga_basin")))
    for card in load("intrigue").values():
        for box in ("plot", "combat", "endgame"):
            lists.append((f"{card['id']}-{box}", card.get(box, []), Context(0, intrigue=True)))
    for conflict in load("conflicts").values():
        for place in ("first", "second", "third"):
            lists.append((f"{conflict['id']}-{place}", conflict[place], Context(0)))
    for space in load("spaces").values():
        lists.append((f"{space['id']}-space", space.get("effects", []), Context(0, "dagger", space["id"])))
    for leader in load("leaders").values():
        lists.append((f"{leader['id']}-signet", leader["signet"], Context(0, "signet_ring", "arrakeen")))
    return [(name, effects, context) for name, effects, context in lists if effects]


@pytest.mark.parametrize(("effects", "context"), [pytest.param(*rest, id=name) for name, *rest in every_list()])
def test_every_list_of_the_base_game_can_be_resolved(effects, context):
    position = rich_position()
    if context.card in load("cards"):
        position["players"][0]["in_play"].append(context.card)
    before = card_count(freeze(position))
    results = ie.all_effect_results(position, effects, context)
    assert results
    for frozen in results:
        for player in dict(frozen)["players"]:
            player = dict(player)
            assert player["garrison"] + player["supply"] + player["conflict"] == 12
            assert min(player["solari"], player["spice"], player["water"]) >= 0
        assert card_count(frozen) == before


def test_every_special_of_the_content_is_known():
    found: set[str] = set()

    def walk(thing: Any) -> None:
        if isinstance(thing, dict):
            found.update([thing["special"]] if "special" in thing else [])
            for value in thing.values():
                walk(value)
        elif isinstance(thing, list):
            for value in thing:
                walk(value)

    for file in ("cards", "intrigue", "conflicts", "leaders", "spaces"):
        walk(list(load(file).values()))
    assert found == set(ie.SPECIALS)
