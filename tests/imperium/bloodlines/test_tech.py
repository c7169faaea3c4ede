"""Tech tiles: stacks, prices, acquiring, using (BLD-TECH, BLD-BASE-10, BLD-CARD-06)."""

from __future__ import annotations

from typing import Any

import pytest

import dune_sim
from dune_sim.errors import UsageError
from imperium.bloodlines.board import CONTENT, CORE, DONE, TECH, combat, commanders, reveal, table
from imperium.card_table import pass_all
from imperium.table import can, choose, have, next_round, seat, send, settle, told, words

SHOWN = ["glowglobes", "delivery_bay", "navigation_chamber"]


def embassy(**keys: Any) -> dune_sim.State:
    """An agent on the Hall of Oratory, the other items of the turn resolved."""
    shown = keys.pop("shown", SHOWN)
    one = {"hand": ["imperial_throneship", "dagger", "scout"], "solari": 0, "garrison": 3, **keys}
    state = send(table(one, {"hand": ["dagger", "scout"]}, tech_shown=shown), "Imperial Throneship", "Hall of Oratory")
    while can(state, "resolve ") and not all("Embassy" in text for text in words(state) if "resolve" in text):
        choose(state, next(text for text in words(state) if "resolve" in text and "Embassy" not in text))
    return choose(state, "resolve Ixian Embassy") if can(state, "resolve Ixian Embassy") else state


@pytest.mark.rule("BLD-TECH-01", "BLD-TECH-02", "BLD-TECH-03", "BLD-TECH-04", "BLD-BASE-10")
def test_twelve_tiles_in_three_stacks_of_four() -> None:
    state = dune_sim.make("imperium", players=4, modules=TECH).new(2)
    shown = told(state, "tech_shown")
    assert told(state, "tech_left") == [3, 3, 3] and len(set(shown) | set(told(state, "tech_deck"))) == 12
    gone = {"advanced_data_analysis", "forbidden_weapons", "ornithopter_fleet", "panopticon", "spy_drones"}
    assert not gone & set(CONTENT.tech_tiles.ids) and None not in shown
    cards = {name for name in state.game.names.designs if name}
    assert "ixian_ambassador" in cards and "rapid_engineering" in state.game.names.intrigues
    core = dune_sim.make("imperium", players=4, modules=CORE)
    assert "ixian_ambassador" not in core.names.designs and "tech_shown" not in core.new(1).to_dict()


@pytest.mark.rule("BLD-TECH-06", "BLD-TECH-07", "BLD-TECH-08", "BLD-TECH-09", "BLD-AMB-10")
def test_a_visit_of_the_landsraad_may_buy_one_tile_for_spice() -> None:
    state = embassy(spice=5)
    assert set(words(state)) == {
        "acquire no tech tile", "acquire Glowglobes for 2 spice", "acquire Delivery Bay for 3 spice",
        "acquire Navigation Chamber for 5 spice",
    }  # fmt: skip
    choose(state, "acquire Delivery Bay for 3 spice")
    assert have(state, 0, "spice", "tech_tiles") == (2, ["delivery_bay"]) and not can(state, "Embassy")
    assert told(state, "tech_shown")[1] not in ("delivery_bay", None) and told(state, "tech_left") == [3, 2, 3]
    other = table({"hand": ["diplomacy", "dagger"], "spice": 9, "solari": 0}, tech_shown=SHOWN)
    send(other, "Diplomacy", "Secrets")
    assert not can(other, "Embassy") and not can(other, "acquire")


@pytest.mark.rule("BLD-TECH-08")
def test_the_embassy_may_be_left_alone() -> None:
    assert have(choose(embassy(spice=5), "acquire no tech tile"), 0, "tech_tiles", "spice") == ([], 5)


@pytest.mark.rule("BLD-TECH-09")
def test_an_empty_stack_stays_empty() -> None:
    state = embassy(spice=5, shown=["glowglobes", None, None])
    assert not can(state, "acquire Delivery Bay")


@pytest.mark.rule("BLD-TECH-11", "BLD-TECH-14", "BLD-TECH-15", "BLD-EX-11", "BLD-AMB-14")
def test_a_seat_of_the_same_turn_makes_tiles_cheaper() -> None:
    one = {"hand": ["imperial_throneship", "dagger"], "solari": 5, "spice": 1}
    state = send(table(one, tech_shown=SHOWN), "Imperial Throneship", "High Council")
    choose(state, "resolve Ixian Embassy", "acquire Glowglobes for 1 spice", "Guild +1")
    assert have(state, 0, "spice", "council_seat") == (0, True) and seat(state, 0)["influence"]["guild"] == 1
    free = embassy(spice=0, council_seat=True, shown=["training_depot", None, None])
    assert can(free, "acquire Training Depot for 0 spice")


@pytest.mark.rule("BLD-TECH-12", "BLD-TECH-13")
def test_seat_and_icon_add_up() -> None:
    one = {"hand": ["dagger", "scout"], "intrigue": ["rapid_engineering"], "spice": 3, "council_seat": True}
    state = choose(table(one, tech_shown=SHOWN), "play Rapid Engineering", "discard Dagger")
    assert can(state, "acquire Navigation Chamber for 3 spice") and can(state, "acquire Glowglobes for 0 spice")


@pytest.mark.rule("BLD-TECH-10")
def test_any_number_of_tiles() -> None:
    tiles = ["training_depot", "planetary_array", "gene_locked_vault", "plasteel_blades", "suspensor_suits"]
    assert len(seat(choose(embassy(spice=9, tech_tiles=tiles), "acquire Glowglobes", "Guild +1"), 0)["tech_tiles"]) == 6


@pytest.mark.rule("BLD-TECH-16")
@pytest.mark.parametrize(
    ("tile", "price", "gains"),
    [("plasteel_blades", 3, {"solari": 4}), ("rapid_dropships", 4, {"garrison": 5}), ("sardaukar_high_command", 7,
     {"vp": 1}), ("self_destroying_messages", 4, {}), ("delivery_bay", 3, {}), ("suspensor_suits", 3, {})],
)  # fmt: skip
def test_acquire_effects(tile: str, price: int, gains: dict[str, int]) -> None:
    state = embassy(spice=price, shown=[tile, None, None], agents_on=[])
    before = sum(seat(state, 0)["intrigue"].values()), sum(seat(state, 0)["hand"].values())
    base = {key: seat(state, 0)[key] for key in gains}
    choose(state, f"acquire {CONTENT.tech_tiles.get(tile).name} for {price} spice")
    after = sum(seat(state, 0)["intrigue"].values()), sum(seat(state, 0)["hand"].values())
    assert have(state, 0, "spice") == (0,)
    grown = {"rapid_dropships": {"garrison": 2}}.get(tile, gains)
    assert {key: seat(state, 0)[key] - base[key] for key in gains} == grown
    assert after[0] - before[0] == (2 if tile == "self_destroying_messages" else 0)
    assert after[1] - before[1] == (1 if tile == "delivery_bay" else 0)


@pytest.mark.rule("BLD-TECH-16")
def test_a_vault_gives_one_of_two_and_an_array_trashes() -> None:
    state = choose(embassy(spice=2, shown=["gene_locked_vault", None, None]), "acquire Gene-Locked Vault", "1 card")
    assert sum(seat(state, 0)["hand"].values()) == 3
    state = choose(embassy(spice=2, shown=["planetary_array", None, None]), "acquire Planetary Array",
                   "trash Scout from hand")  # fmt: skip
    assert "scout" not in seat(state, 0)["hand"]


@pytest.mark.rule("BLD-TECH-17", "BLD-COMMAND-01")
@pytest.mark.parametrize("persuasive", [False, True])
def test_tiles_of_the_reveal_turn(persuasive: bool) -> None:
    hand = ["convincing_argument", "imperial_throneship", *(["diplomacy"] if persuasive else [])]
    tiles = ["delivery_bay", "training_depot", "self_destroying_messages"]
    state = reveal(table({"hand": hand, "tech_tiles": tiles[: 3 if persuasive else 2], "solari": 0}, DONE, DONE))
    assert told(state, "persuasion") == (6 if persuasive else 4)
    assert have(state, 0, "solari", "swords") == ((2, 2) if persuasive else (0, 0))


@pytest.mark.rule("BLD-TECH-17")
def test_the_array_draws_for_a_won_conflict() -> None:
    one = {"conflict": 2, "tech_tiles": ["planetary_array"], "hand": []}
    state = combat(one, {"conflict": 1})
    pass_all(state)
    assert told(state, "round") == 3 and sum(seat(state, 0)["hand"].values()) == 6


@pytest.mark.rule("BLD-TECH-18", "BLD-TECH-19")
def test_dropships_are_turned_over_once_a_round() -> None:
    one = {"hand": ["diplomacy", "dagger", "scout"], "tech_tiles": ["rapid_dropships"], "solari": 0, "garrison": 2}
    state = send(table(one, {"hand": ["dagger"]}), "Diplomacy", "Secrets")
    assert not can(state, "deploy")
    choose(settle(state), "turn Rapid Dropships over")
    assert seat(state, 0)["turned_over"] == ["rapid_dropships"] and not can(state, "turn Rapid")
    choose(state, "deploy 2 troops and end the turn")
    assert have(state, 0, "conflict") == (2,)
    next_round(state)
    assert seat(state, 0)["turned_over"] == []


def test_the_vault_wards_off_theft_and_spares_nobody_else() -> None:
    names = [one.id for one in CONTENT.intrigue if one.deck == "common"][:4]
    for tiles, left in (["gene_locked_vault"], 4), ([], 3):
        one = {"hand": ["diplomacy", "dagger"], "solari": 0}
        state = table(one, {"intrigue": names, "tech_tiles": tiles})
        settle(send(state, "Diplomacy", "Secrets"))
        assert sum(seat(state, 1)["intrigue"].values()) == left


@pytest.mark.rule("BLD-CARD-06")
def test_glowglobes_show_the_own_top_card() -> None:
    state = choose(embassy(spice=2), "acquire Glowglobes", "Guild +1")
    assert len(seat(state, 0)["deck_top"]) == 1 and seat(state, 0)["deck_top_secret"]
    assert state.observe(1).to_dict()["players"][0]["deck_top"] == []


def test_the_chamber_makes_printed_costs_cheaper() -> None:
    one = {"hand": ["diplomacy", "dagger"], "tech_tiles": ["navigation_chamber"], "spice": 3, "solari": 0}
    state = send(table(one), "Diplomacy", "Conspire")
    assert have(state, 0, "spice", "solari") == (0, 5)
    one |= {"hand": ["imperial_throneship", "dagger"], "solari": 4}
    state = send(table(one), "Imperial Throneship", "High Council")
    assert have(state, 0, "solari", "spice", "council_seat") == (0, 3, True)


def test_servo_receivers_use_the_signet_and_open_factions_to_the_ring() -> None:
    state = embassy(spice=2, shown=["servo_receivers", None, None])
    choose(state, "acquire Servo-Receivers for 2 spice")
    assert have(state, 0, "garrison") == (3 + 1 + 1,), "Glossu Rabban's signet recruits a troop"
    ring = table({"hand": ["signet_ring", "dagger"], "tech_tiles": ["servo_receivers"], "solari": 0})
    choose(ring, "agent turn: play Signet Ring")
    assert can(ring, "send an agent to Foldspace") and can(ring, "send an agent to Arrakeen")


def test_blades_are_given_up_for_a_skill() -> None:
    one = {"hand": ["diplomacy", "dagger"], "solari": 2, "tech_tiles": ["plasteel_blades"]}
    state = send(table(one), "Diplomacy", "Foldspace")
    choose(state, "resolve Sardaukar commander", "hire the commander with Canny")
    choose(state, next(text for text in words(state) if not text.startswith("decline")), "take Driven")
    assert set(seat(state, 0)["skills"]) == {"canny", "driven"} and seat(state, 0)["tech_tiles"] == []
    assert commanders(state, 0) == (1, 0, 0)


def test_suits_bring_a_troop_for_each_intrigue_card() -> None:
    one = {"hand": ["imperial_throneship", "dagger"], "tech_tiles": ["suspensor_suits"], "garrison": 0, "solari": 0}
    state = settle(send(table(one), "Imperial Throneship", "Foldspace"))
    assert have(state, 0, "conflict", "garrison") == (1, 0) and sum(seat(state, 0)["intrigue"].values()) == 1


def test_modules_are_asked_for_in_one_sentence() -> None:
    with pytest.raises(UsageError, match="needs the module 'bloodlines'"):
        dune_sim.make("imperium", modules=["tech"])
    with pytest.raises(UsageError, match="'uprising' is not there yet"):
        dune_sim.make("imperium", modules=["uprising"])
    with pytest.raises(UsageError, match="did you mean bloodlines"):
        dune_sim.make("imperium", modules=["bloodline"])
    with pytest.raises(UsageError, match="not there yet"):
        dune_sim.make("imperium", players=2, modules=["bloodlines"])
    assert dune_sim.make("imperium", modules="bloodlines").modules == ("bloodlines",)
