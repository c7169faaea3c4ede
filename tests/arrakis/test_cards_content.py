"""What cards do is told by content: who is barred from what, and the free action of Hawat's Scheming."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from arrakis.table import (
    ALL,
    AREAS,
    CONTENT,
    DONE,
    HAWAT,
    YES,
    Table,
    card,
    die,
    go,
    leader,
    option,
    the_game,
    unit,
)
from dune_sim.errors import ContentError
from dune_sim.games.arrakis.kernels.card_opcodes import BAR_NEXT, BAR_NOW
from dune_sim.games.base import Game

DICE = {
    "harkonnen": {"mentat": 3, "strategy": 1},
    "atreides": {"leadership": 1, "strategy": 2, "deployment": 1},
}
DEEDS = ("place", "deploy", "move_legion", "attack_with_legion")
HAND = ["hawats_scheming", "hawats_scheming#2", "hawats_scheming#3"]


def changed(tmp_path: Path, text: str) -> Game:
    path = tmp_path / "my.toml"
    path.write_text(text, encoding="utf-8")
    return the_game(str(path))


# -- Seek Out the 'Mahdi' --------------------------------------------------------------------------------------------


def sought(game: Game | None = None, paul: str = "paul_atreides", aside: bool = False, **more: Any) -> Table:
    """The Harkonnen have just barred Paul; it is the turn of the Atreides."""
    legion = {"standard": 2, "leaders": [] if aside else [paul]}
    areas = {
        "north_east_10": {"atreides": legion},
        "north_east_13": {"harkonnen": {"standard": 2}},
        "gara_kulon": {"sietch": "destroyed"},
        "sihaya_ridge": {"sietch": 1, "atreides": {"standard": 1}},
    }
    scenario = {
        "to_move": "harkonnen",
        "dice": DICE,
        "areas": areas,
        "hands": {"harkonnen": ["seek_out_the_mahdi"]},
        **more,
    }
    found = Table(scenario, game).play_card(die("mentat"), DONE, YES)
    assert found.mover == "atreides"
    return found


def deeds_left(found: Table, fight: bool) -> set[str]:
    """What Paul may still do in this turn; ``fight``: somebody may attack."""
    left = set()
    placing = found.copy().play(leader("paul_atreides"))
    if leader("paul_atreides") in placing.legal:
        left.add("place")
    moving = found.copy().play(die("strategy")).asked(fight, option(0))
    moving.play(go("north_east_10"), go("north_east_9"), ALL)
    if moving.legion("atreides", "north_east_9").get("leaders") == ["paul_atreides"]:
        left.add("move_legion")
    attack = found.copy().play(die("strategy")).asked(fight, option(1))
    if attack.told["battles"] == 1:  # with the only legion that may attack
        assert int(attack.state.raw["move"][0]["source"]) == AREAS.index("north_east_10")
        left.add("attack_with_legion")
    return left


@pytest.mark.rule("ARR-ACT-21", "ARR-LEAD-09")
def test_barred_paul_neither_moves_nor_attacks_nor_is_placed() -> None:
    found = sought()
    assert deeds_left(found, fight=False) == set()
    # the others of his legion go without him
    found.play(die("strategy"), go("north_east_10"), go("north_east_9"))
    assert found.legal == [ALL, unit("standard")]
    found.play(unit("standard"), DONE)
    assert found.legion("atreides", "north_east_10") == {"standard": 1, "leaders": ["paul_atreides"]}


@pytest.mark.rule("ARR-ACT-21", "ARR-LEAD-09")
def test_barred_paul_is_not_deployed() -> None:
    found = sought(aside=True).play(die("deployment"), DONE)
    assert "stilgar" in found.named and "paul_atreides" not in found.named


@pytest.mark.rule("ARR-LEAD-09")
def test_muaddib_is_sought_as_well() -> None:
    grown = {"leaders": {"paul_atreides": "gone"}, "tracks": {"kwisatz_haderach": 3}}
    found = sought(paul="paul_muaddib", **grown).play(die("strategy"))
    assert option(1) not in found.legal and go("north_east_10") in found.legal  # only moves are left
    found.play(go("north_east_10"), go("north_east_9"), ALL)
    assert found.legion("atreides", "north_east_9") == {"standard": 2}


@pytest.mark.rule("ARR-ACT-21")
def test_the_bar_is_over_after_one_turn() -> None:
    found = sought().play(die("deployment"), DONE, DONE)
    found.play(die("mentat"), DONE)
    assert found.mover == "atreides"
    assert deeds_left(found, fight=True) == {"place", "move_legion", "attack_with_legion"}


@pytest.mark.rule("AMB-94")
def test_the_next_turn_may_be_one_of_the_next_round() -> None:
    """The card is played with the last Harkonnen die."""
    held = {"harkonnen": {"mentat": 1}, "atreides": {"mentat": 1}}
    scenario = {"to_move": "harkonnen", "dice": held, "hands": {"harkonnen": ["seek_out_the_mahdi"]}}
    found = Table({**scenario, "areas": {"arrakeen": {"harkonnen": {"standard": 1}}}}).play_card(
        die("mentat"), DONE, YES
    )
    while found.told["round"] == 1 or found.told["turn"] == 0:
        if found.mover == "atreides" and found.faces and found.told["dice"]["atreides"]["surplus"] == 0:
            assert int(found.state.raw["paul_barred"][0]) & 3 == (BAR_NOW if DONE not in found.legal else BAR_NEXT)
        found.play(DONE if DONE in found.legal else found.legal[0])
    assert found.told["turn"] == 1 and int(found.state.raw["paul_barred"][0]) == 0


@pytest.mark.parametrize("allowed", DEEDS)
def test_the_card_says_which_deeds_are_forbidden(allowed: str, tmp_path: Path) -> None:
    forbids = [one for one in DEEDS if one != allowed]
    game = changed(
        tmp_path,
        f"""
        [[planning_cards]]
        id = "seek_out_the_mahdi"
        effect = [
          {{ do = "move_legions", n = 1, legion = {{ any = true }} }},
          {{ do = "restrict_opponent", leader = "paul", forbids = {forbids} }},
        ]
        """,
    )
    assert deeds_left(sought(game), fight=allowed == "attack_with_legion") == {allowed} - {"deploy"}
    deployed = sought(game, aside=True).play(die("deployment"), DONE)
    assert ("paul_atreides" in deployed.named) is (allowed == "deploy")


# -- Hawat's Scheming ------------------------------------------------------------------------------------------------


def schemer(game: Game | None = None, leaders: dict[str, str] | None = None, hand: list[str] = HAND) -> Table:
    more = {"leaders": leaders or {"thufir_hawat": "aside"}, "tracks": {"supremacy": 1}}
    return Table({"to_move": "harkonnen", "dice": DICE, "hands": {"harkonnen": hand}, **more}, game)


def scheming(effect: str, requires: str = "thufir_hawat", least: int = 2, most: int = 3) -> str:
    return f"""
    [[planning_cards]]
    id = "hawats_scheming"
    free_action = {{ requires = {{ in_play = "{requires}" }}, discard = {{ card = "hawats_scheming", min = {least}, \
max = {most} }}, effect = [{effect}] }}
    """.replace("\\\n", "")


REMOVE = '{ do = "remove_from_game", leader = "thufir_hawat" }, { do = "enter_play", leader = "gaius_helen_mohiam" }'


@pytest.mark.rule("ARR-FREE-05", "ARR-FREE-07", "ARR-LEAD-10")
@pytest.mark.parametrize("many", [2, 3])
def test_as_printed_hawat_leaves_and_mohiam_enters(many: int) -> None:
    found = schemer().play(HAWAT + many - 2)
    assert found.told["leaders"]["thufir_hawat"] == "gone" and found.told["leaders"]["gaius_helen_mohiam"] == "aside"
    assert found.told["hands"]["harkonnen"] == HAND[many:]
    assert found.mover == "harkonnen" and found.unused("harkonnen") == 4  # still the same turn


@pytest.mark.rule("ARR-FREE-07")
def test_a_free_action_takes_numbers_and_effect_from_the_card(tmp_path: Path) -> None:
    effect = f'{REMOVE}, {{ do = "draw", n = 2 }}'
    found = schemer(changed(tmp_path, scheming(effect, least=1, most=2)))
    assert HAWAT in found.legal and HAWAT + 1 in found.legal
    assert "1" in found.state.describe(HAWAT) and "2" in found.state.describe(HAWAT + 1)
    found.play(HAWAT)
    assert found.told["leaders"]["gaius_helen_mohiam"] == "aside"
    assert len(found.told["hands"]["harkonnen"]) == 2
    found.play(found.legal[1])  # the draw of the changed card
    assert len(found.told["hands"]["harkonnen"]) == 4


@pytest.mark.rule("ARR-FREE-07")
def test_a_free_action_asks_for_the_leader_of_the_card(tmp_path: Path) -> None:
    game = changed(tmp_path, scheming(REMOVE, requires="baron_harkonnen"))
    assert HAWAT in schemer(game, leaders={"thufir_hawat": "aside"}).legal
    assert HAWAT not in schemer(game, leaders={"thufir_hawat": "aside", "baron_harkonnen": "gone"}).legal


def effect(steps: str) -> str:
    return f'[[planning_cards]]\nid = "shigawire"\neffect = [{steps}]\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (scheming(REMOVE, most=4), "discard.max must be discard.min or one more"),
        (scheming(REMOVE, least=3, most=2), "discard.max must be discard.min or one more"),
        (scheming(REMOVE).replace("in_play", "removed_from_game"), "require in_play"),
        (
            '[[planning_cards]]\nid = "shigawire"\nfree_action = { requires = { in_play = "thufir_hawat" }, '
            f'discard = {{ card = "shigawire", min = 1, max = 1 }}, effect = [{REMOVE}] }}\n',
            "only one card can have one, not hawats_scheming and shigawire",
        ),
        (
            '[[leaders]]\nid = "beast_rabban"\nspecial = [{ do = "move_legions", n = 1, legion = '
            '{ containing = "beast_rabban" }, repeat_same = true }]\n',
            "repeat_same needs a move_legions step with n = 1 right before it",
        ),
        (effect('{ do = "draw", n = 4 }'), "one step draws 3 cards at most"),
        (effect('{ do = "force_opponent_die", n = 2 }'), "force_opponent_die: n must be 1"),
        (effect('{ do = "atomics", n = 2 }'), "atomics: n must be 1"),
        (
            effect('{ do = "place_units", elite = 2, where = { terrain = "desert", max_per_area = 2 } }'),
            "max_per_area must be 1",
        ),
        ('[[leaders]]\nid = "alia"\non_entry = [{ do = "draw", n = 1 }]\n', "on_entry can only be bene_gesserit"),
    ],
)
def test_what_the_kernels_cannot_do_is_refused_in_a_sentence(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=said):
        changed(tmp_path, text).new(1)


@pytest.mark.rule("ARR-DEPLOY-03")
@pytest.mark.parametrize("split", [True, False])
def test_units_are_deployed_in_one_place_unless_the_step_splits_them(split: bool, tmp_path: Path) -> None:
    game = changed(
        tmp_path,
        f"""
        [[actions]]
        id = "harkonnen_deployment"
        options = [
          [{{ do = "deploy", standard = 3, split = {str(split).lower()}, where = {{ settlement = "any" }} }}],
        ]
        """,
    )
    held = {"harkonnen": {"deployment": 2}, "atreides": {"mentat": 1}}
    found = Table({"to_move": "harkonnen", "dice": held, "exhausted": ["captain_aramsham"]}, game)
    found.play(die("deployment"), go("arrakeen"))
    assert found.areas == ({one.id for one in CONTENT.settlements} if split else {"arrakeen"})


@pytest.mark.rule("ARR-FREE-06", "AMB-16")
@pytest.mark.parametrize(
    ("leaders", "loose"),
    [
        ({"thufir_hawat": "out"}, True),
        ({"thufir_hawat": "aside"}, True),
        ({"thufir_hawat": "gone", "gaius_helen_mohiam": "aside"}, False),
    ],
)
def test_only_after_his_removal_his_scheming_sticks_to_the_hand(leaders: dict[str, str], loose: bool) -> None:
    corrino = [one.id for one in CONTENT.planning_cards if one.deck == "corrino_ally"][:6]
    supremacy = {"supremacy": 0 if leaders["thufir_hawat"] == "out" else 1}
    scenario = {"phase": "end", "round": 2, "hands": {"harkonnen": [*HAND, *corrino]}, "leaders": leaders}
    found = Table({**scenario, "tracks": supremacy})
    while card("harkonnen", corrino[0]) not in found.legal:
        found.play(DONE)
    assert (card("harkonnen", "hawats_scheming") in found.legal) is loose


# -- a leader who need not be brought --------------------------------------------------------------------------------


@pytest.mark.rule("ARR-DEPLOY-05", "ARR-ACT-14")
@pytest.mark.parametrize("there", [True, False])
def test_a_leader_placed_where_he_stands_leads_that_legion(there: bool) -> None:
    """Captain Aramsham is placed with Sardaukar, who then move or attack; he may be with them already."""
    captain = {"leaders": ["captain_aramsham"]}
    areas = {
        "carthag": {"harkonnen": {"special_elite": 1, **(captain if there else {})}},
        "arsunt": {"harkonnen": {"standard": 1, **({} if there else captain)}},
        "arrakeen": {"harkonnen": {"special_elite": 1}},
    }
    hands = {"harkonnen": ["i_decide_what_best_serves_his_majesty"]}
    found = Table({"to_move": "harkonnen", "dice": DICE, "areas": areas, "hands": hands})
    found.play_card(die("mentat"), leader("captain_aramsham"))
    assert found.areas == {"carthag", "arrakeen"}
    found.play(go("carthag"), go("carthag"), go("hagga_basin"), ALL)
    assert found.legion("harkonnen", "hagga_basin") == {"special_elite": 1, **captain}


@pytest.mark.rule("ARR-LEAD-15")
def test_where_nothing_follows_a_leader_is_not_placed_where_he_stands() -> None:
    """Forced Recruitment only brings a leader to Arrakeen."""
    areas = {"arrakeen": {"harkonnen": {"standard": 1, "leaders": ["baron_harkonnen"]}}}
    hands = {"harkonnen": ["forced_recruitment"]}
    found = Table({"to_move": "harkonnen", "dice": DICE, "areas": areas, "hands": hands})
    found.play_card(die("mentat"), DONE)
    assert found.named == {"beast_rabban", "captain_aramsham"} and unit("bashar") in found.legal
