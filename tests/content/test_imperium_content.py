"""The base game of Imperium: the box, facts against the rule ledger, the vocabulary, overlays."""

from __future__ import annotations

import typing
from collections import Counter
from pathlib import Path

import pytest
from pydantic import ValidationError

from dune_sim.content import content_hash, load_content, uncertain
from dune_sim.games.imperium.content.checks import SPECIAL_PLACES, effect_lists
from dune_sim.games.imperium.content.effects import Effect, Gain, SpecialEffect, walk
from dune_sim.games.imperium.content.models import SPEC, ImperiumContent, Standing
from dune_sim.games.imperium.content.vocabulary import ICONS, SPECIALS, Special, form_of


@pytest.fixture(scope="module")
def content() -> ImperiumContent:
    return load_content("imperium")


def with_overlay(folder: Path, toml: str) -> ImperiumContent:
    path = folder / "mine.toml"
    path.write_text(toml, encoding="utf-8")
    return load_content("imperium", overlays=[path])


def shape(value: object) -> object:
    """What a fact says in plain tables, without the keys that were left at their defaults."""
    if isinstance(value, tuple):
        return [shape(item) for item in value]
    return value.model_dump(by_alias=True, exclude_unset=True) if hasattr(value, "model_dump") else value


def gain(**amounts: int) -> dict[str, object]:
    return {"gain": amounts}


def influence(faction: str, n: int = 1) -> dict[str, object]:
    return {"influence": {"faction": faction, "n": n}}


# --- the box ------------------------------------------------------------------------------------------------


def test_the_decks_have_the_sizes_of_the_component_list(content: ImperiumContent) -> None:
    sizes = {kind: sum(card.copies for card in content.cards_of(kind)) for kind in ("imperium", "starter", "reserve")}
    designs = Counter(card.kind for card in content.cards)
    assert sizes == {"imperium": 67, "starter": 10, "reserve": 24}
    assert designs == {"imperium": 43, "starter": 7, "reserve": 3}
    assert sum(card.copies for card in content.intrigue) == 40
    assert Counter(card.level for card in content.conflicts) == {1: 4, 2: 10, 3: 4}
    assert (len(content.leaders), len(content.spaces), len(content.tracks)) == (8, 22, 4)


def test_intrigue_types(content: ImperiumContent) -> None:
    types = Counter[tuple[str, ...]]()
    for card in content.intrigue:
        types[card.types] += card.copies
    assert types == {("plot",): 26, ("combat",): 11, ("endgame",): 2, ("combat", "endgame"): 1}


def test_starting_deck_and_reserve(content: ImperiumContent) -> None:
    assert {card.id: card.copies for card in content.cards_of("starter")} == {
        "convincing_argument": 2,
        "dagger": 2,
        "diplomacy": 1,
        "dune_the_desert_planet": 2,
        "reconnaissance": 1,
        "seek_allies": 1,
        "signet_ring": 1,
    }
    assert {card.id: card.copies for card in content.cards_of("reserve")} == {
        "arrakis_liaison": 8,
        "the_spice_must_flow": 10,
        "foldspace": 6,
    }


def test_two_leaders_for_each_of_four_houses(content: ImperiumContent) -> None:
    assert Counter(leader.house for leader in content.leaders) == dict.fromkeys(
        ("atreides", "harkonnen", "richese", "thorvald"), 2
    )
    beginners = {leader.id for leader in content.leaders if leader.complexity == 1}
    assert beginners == {"paul_atreides", "glossu_rabban", "earl_memnon_thorvald", "count_ilban_richese"}


def test_set_up_numbers(content: ImperiumContent) -> None:
    assert [(layer.level, layer.cards) for layer in content.conflict_deck] == [(1, 1), (2, 5), (3, 4)]
    assert [content.players(n).start_vp for n in (1, 2, 3, 4)] == [0, 0, 0, 1]
    assert [content.players(n).rewarded_places for n in (1, 2, 3, 4)] == [2, 2, 2, 3]
    expected = {"start_water": 1, "start_solari": 0, "start_spice": 0, "start_agents": 2, "troops": 12}
    expected |= {"start_garrison": 3, "hand_size": 5, "row_size": 5, "end_vp": 10, "council_persuasion": 2}
    assert {name: content.constant(name) for name in expected} == expected


def test_level_four_bonuses(content: ImperiumContent) -> None:
    assert {track.id: shape(track.bonus) for track in content.tracks} == {
        "emperor": [gain(troops=2)],
        "guild": [gain(solari=3)],
        "bene_gesserit": [gain(intrigue=1)],
        "fremen": [gain(water=1)],
    }
    assert {(t.start, t.vp_level, t.bonus_level, t.alliance_level, t.top) for t in content.tracks} == {(0, 2, 4, 4, 6)}


def test_every_record_says_where_it_was_read(content: ImperiumContent) -> None:
    for table in SPEC.tables:
        for record in getattr(content, table):
            assert record.source and record.confidence in ("high", "medium", "low")
    assert {(row.table, row.id) for row in uncertain(content)} == {
        ("intrigue", "double_cross"),
        ("player_counts", "players_1"),
        ("player_counts", "players_2"),
        ("player_counts", "players_3"),
        *(("hagal_cards", card.id) for card in content.hagal_cards if card.does == "visit"),
        ("rival_constants", "signet_pays"),
        ("rival_constants", "signet_troops_deploy"),
    }


# --- facts, written down a second time from the rule ledger -------------------------------------------------

SPACES = {  # icon, cost, what it gives, combat
    "conspire": (
        "emperor",
        {"spice": 4},
        [influence("emperor"), gain(solari=5, troops=2, intrigue=1)],
        False,
    ),
    "wealth": ("emperor", None, [influence("emperor"), gain(solari=2)], False),
    "heighliner": ("guild", {"spice": 6}, [influence("guild"), gain(troops=5, water=2)], True),
    "foldspace": ("guild", None, [influence("guild"), {"acquire_card": "foldspace"}], False),
    "selective_breeding": (
        "bene_gesserit",
        {"spice": 2},
        [
            influence("bene_gesserit"),
            {"pay": {"trash": {"n": 1, "from": ("hand", "discard", "in_play")}}, "then": (gain(cards=2),)},
        ],
        False,
    ),
    "secrets": (
        "bene_gesserit",
        None,
        [influence("bene_gesserit"), gain(intrigue=1), {"steal_intrigue": {"from_opponents_with": 4, "n": 1}}],
        False,
    ),
    "hall_of_oratory": (
        "landsraad",
        None,
        [
            gain(troops=1),
            {"on_reveal": ({"if": {"agent_on": "hall_of_oratory"}, "then": (gain(persuasion=1),)},)},
        ],
        False,
    ),
    "hardy_warriors": ("fremen", {"water": 1}, [influence("fremen"), gain(troops=2)], True),
    "stillsuits": ("fremen", None, [influence("fremen"), gain(water=1)], True),
    "high_council": ("landsraad", {"solari": 5}, [{"council_seat": True}], False),
    "mentat": ("landsraad", {"solari": 2}, [gain(cards=1), {"mentat": "this_round"}], False),
    "rally_troops": ("landsraad", {"solari": 4}, [gain(troops=4)], False),
    "swordmaster": ("landsraad", {"solari": 8}, [{"swordmaster": True}], False),
    "secure_contract": ("spice_trade", None, [gain(solari=3)], False),
    "arrakeen": ("city", None, [gain(troops=1, cards=1)], True),
    "carthag": ("city", None, [gain(troops=1, intrigue=1)], True),
    "research_station": ("city", {"water": 2}, [gain(cards=3)], True),
    "sietch_tabr": ("city", None, [gain(troops=1, water=1)], True),
    "the_great_flat": ("spice_trade", {"water": 2}, [{"harvest": {"base": 3}}], True),
    "hagga_basin": ("spice_trade", {"water": 1}, [{"harvest": {"base": 2}}], True),
    "imperial_basin": ("spice_trade", None, [{"harvest": {"base": 1}}], True),
}


@pytest.mark.parametrize("space_id", SPACES)
def test_spaces_give_what_the_ledger_says(content: ImperiumContent, space_id: str) -> None:
    space = content.spaces.get(space_id)
    assert (space.icon, shape(space.cost), shape(space.effects), space.combat) == SPACES[space_id]


def test_spaces_of_their_own_kind(content: ImperiumContent) -> None:
    spaces = content.spaces
    exchange = [(o.cost.spice, shape(o.effects)) for o in spaces.get("sell_melange").cost_options]
    assert exchange == [
        (2, [gain(solari=6)]),
        (3, [gain(solari=8)]),
        (4, [gain(solari=10)]),
        (5, [gain(solari=12)]),
    ]
    assert shape(spaces.get("sietch_tabr").requires) == {"influence": {"faction": "fremen", "min": 2}}
    assert {s.id for s in spaces if s.limit == "once_per_game"} == {"high_council", "swordmaster"}
    assert {s.id: shape(s.control_bonus) for s in spaces if s.controllable} == {
        "arrakeen": {"solari": 1},
        "carthag": {"solari": 1},
        "imperial_basin": {"spice": 1},
    }
    assert {s.id: s.maker_base for s in spaces if s.maker_base} == {
        "the_great_flat": 3,
        "hagga_basin": 2,
        "imperial_basin": 1,
    }
    assert sum(s.combat for s in spaces) == 10


def test_each_faction_has_a_free_space_and_one_with_a_cost(content: ImperiumContent) -> None:
    for track in content.tracks:
        costs = [space.cost is not None for space in content.spaces if space.faction == track.id]
        assert sorted(costs) == [False, True]


def test_leaders(content: ImperiumContent) -> None:
    signets = {leader.id: shape(leader.signet) for leader in content.leaders}
    assert signets["paul_atreides"] == [gain(cards=1)]
    assert signets["baron_vladimir_harkonnen"] == [{"pay": {"solari": 1}, "then": (gain(intrigue=1),)}]
    assert signets["count_ilban_richese"] == [gain(solari=1)]
    assert signets["earl_memnon_thorvald"] == [gain(spice=1)]
    assert signets["countess_ariana_thorvald"] == [gain(water=1)]
    behind = {"influence": {"faction": "any", "n": 1, "where": "behind_opponent"}}
    assert signets["duke_leto_atreides"] == [{"pay": {"spice": 1}, "then": (behind,)}]
    rabban = content.leaders.get("glossu_rabban")
    assert shape(rabban.ability) == [{"trigger": "game_start", "then": (gain(spice=1, solari=1),)}]
    assert {leader.id for leader in content.leaders if not leader.rival_allowed} == {
        "paul_atreides",
        "helena_richese",
    }


CARDS = {  # cost, factions, icons, agent box, reveal box
    "duncan_idaho": (
        4,
        (),
        ("city",),
        [{"pay": {"water": 1}, "then": (gain(troops=1, cards=1),)}],
        [gain(water=1, swords=2)],
    ),
    "space_travel": (3, ("guild",), ("guild",), [gain(cards=1)], [gain(persuasion=2)]),
    "stilgar": (
        5,
        ("fremen",),
        ("fremen", "city", "spice_trade"),
        [gain(water=1)],
        [gain(persuasion=2, swords=3)],
    ),
    "fremen_camp": (
        4,
        ("fremen",),
        ("spice_trade",),
        [{"pay": {"spice": 2}, "then": (gain(troops=3),)}],
        [gain(persuasion=2, swords=1)],
    ),
    "foldspace": (None, (), ICONS, [gain(cards=1), {"trash_self": True}], []),
    "kwisatz_haderach": (
        8,
        ("bene_gesserit",),
        (),
        [{"special": "send_any_agent_anywhere"}, gain(cards=1)],
        [],
    ),
    "the_spice_must_flow": (9, (), (), [], [gain(spice=1)]),
}


@pytest.mark.parametrize("card_id", CARDS)
def test_cards(content: ImperiumContent, card_id: str) -> None:
    card = content.cards.get(card_id)
    assert (card.cost, card.factions, card.icons, shape(card.agent), shape(card.reveal)) == CARDS[card_id]


def test_cards_that_never_send_an_agent(content: ImperiumContent) -> None:
    assert {card.id for card in content.cards if not card.sends_agent} == {
        "assassination_mission",
        "choam_directorship",
        "sardaukar_infantry",
        "convincing_argument",
        "the_spice_must_flow",
    }


def test_the_reveal_example_of_the_rules(content: ImperiumContent) -> None:
    hand = [content.cards.get(name).reveal for name in ("imperial_spy", "smugglers_thopter", "stilgar")]
    gains = [effect.gain for reveal in hand for effect in reveal if isinstance(effect, Gain)]
    assert [sum(getattr(g, key) for g in gains) for key in ("spice", "persuasion", "swords")] == [1, 4, 4]


def test_the_combat_example_of_the_rules(content: ImperiumContent) -> None:
    siege = content.conflicts.get("siege_of_arrakeen")
    assert [shape(reward) for reward in siege.rewards] == [
        [gain(vp=1), {"control": "arrakeen"}],
        [gain(solari=4)],
        [gain(solari=2)],
    ]
    assert shape(content.intrigue.get("ambush").combat) == [gain(swords=4)]


def test_only_conflicts_named_after_a_space_give_control(content: ImperiumContent) -> None:
    named = {card.id: card.controls for card in content.conflicts if card.controls}
    assert len(named) == 6
    assert all(conflict.endswith(str(space)) for conflict, space in named.items())


# --- the vocabulary -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def everything() -> ImperiumContent:
    """The base game with all modules."""
    return load_content("imperium", modules=("bloodlines", "tech"))


def test_the_vocabulary_holds_nothing_that_no_record_uses(everything: ImperiumContent) -> None:
    used = {form_of(effect) for *_, effects in effect_lists(everything) for effect in walk(effects)}
    union = typing.get_args(Effect)[0]
    assert used == {tag.tag for member in typing.get_args(union) for tag in member.__metadata__}


def test_every_special_is_used_and_has_its_place(everything: ImperiumContent) -> None:
    listed = [effect for *_, effects in effect_lists(everything) for effect in walk(effects)]
    used = Counter[str](effect.special for effect in listed if isinstance(effect, SpecialEffect))
    used.update(a.special for leader in everything.leaders for a in leader.ability if isinstance(a, Standing))
    assert set(used) == set(SPECIALS)
    assert {name for name, count in used.items() if count > 1} == {"leader_signet", "pass_turn"}
    assert set(SPECIAL_PLACES) == set(typing.get_args(Special))


def test_facts_cannot_be_changed_in_place(content: ImperiumContent) -> None:
    with pytest.raises(ValidationError):
        content.cards.get("dr_yueh").cost = 0


# --- overlays -----------------------------------------------------------------------------------------------


def test_an_overlay_file_changes_one_card(content: ImperiumContent, tmp_path: Path) -> None:
    changed = with_overlay(tmp_path, '[[cards]]\nid = "duncan_idaho"\ncost = 3\nreveal = [{gain = {swords = 3}}]\n')
    duncan = changed.cards.get("duncan_idaho")
    assert (duncan.cost, shape(duncan.reveal), duncan.overlay) == (3, [gain(swords=3)], "mine.toml")
    assert duncan.agent == content.cards.get("duncan_idaho").agent
    assert content_hash(changed) != content_hash(content)
    assert changed.cards.ids == content.cards.ids


def test_an_overlay_may_add_and_remove_cards(tmp_path: Path) -> None:
    changed = with_overlay(
        tmp_path,
        '[[cards]]\nid = "desert_guide"\nname = "Desert Guide"\nkind = "imperium"\ncopies = 2\ncost = 2\n'
        'icons = ["spice_trade"]\nagent = [{gain = {water = 1}}]\n'
        '[[cards]]\nid = "carryall"\nremove = true\n',
    )
    assert changed.cards.get("desert_guide").set == "custom"
    assert "carryall" not in changed.cards.ids
    assert sum(card.copies for card in changed.cards_of("imperium")) == 68


def test_notes_and_sources_do_not_change_the_hash(content: ImperiumContent, tmp_path: Path) -> None:
    changed = with_overlay(tmp_path, '[[cards]]\nid = "dr_yueh"\nnote = "A remark."\n')
    assert content_hash(changed) == content_hash(content)
