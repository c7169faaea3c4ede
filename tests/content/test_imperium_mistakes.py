"""Mistakes in Imperium content and overlays: each is told in a sentence that names file, record and key."""

from __future__ import annotations

import pytest

from dune_sim.content.loader import load_texts, shipped_texts
from dune_sim.errors import ContentError
from dune_sim.games.imperium.content.models import SPEC


def load_with_overlay(toml: str) -> None:
    load_texts(SPEC, shipped_texts("imperium"), [("mine.toml", toml)])


MISTAKES = [
    ("agent = [{gian = {spice = 1}}]", 'there is no effect "gian", did you mean "gain"?'),
    ("agent = [{gain = {spcie = 1}}]", 'unknown key "spcie", did you mean "spice"?'),
    ("agent = [{gain = {}}]", "nothing is named"),
    ("agent = [{}]", "an effect is a table such as { gain = … }"),
    ('agent = [{special = "blok_space"}]', 'did you mean "block_space"?'),
    (
        'agent = [{if = {aliance = "guild"}, then = []}]',
        'there is no condition "aliance", did you mean "alliance"?',
    ),
    ("agent = [{pay = {spice = 1}}]", 'the key "then" is missing'),
    ("agent = [{choose = [[{gain = {spice = 1}}]]}]", "a choice needs at least two branches"),
    ('agent = [{choose = [[{gain = {spice = 1}}], [{special = "pas_turn"}]]}]', 'did you mean "pass_turn"?'),
    ("agent = [{choose_n = 1, of = [[{gain = {spice = 1}}]]}]", "smaller than the number of branches"),
    ('agent = [{deploy = {max = "many", from = "garrison"}}]', 'must be a whole number from 1 to 99 or "any"'),
    ('agent = [{acquire_card = "foldspce"}]', 'not in cards, did you mean "foldspace"?'),
    ('agent = [{acquire_card = "dagger"}]', '"dagger" is no reserve card'),
    ('agent = [{control = "arrakeen"}]', '"control" of "arrakeen" needs a conflict'),
    ('agent = [{mentat = "next_round"}]', 'mentat = "next_round" is a conflict reward'),
    ("agent = [{harvest = {base = 2}}]", '"harvest" belongs in the effects of a space, not in "agent"'),
    ('reveal = [{special = "leader_signet"}]', 'special "leader_signet" belongs in agent or acquire, not in "reveal"'),
    ('icons = ["citty"]', 'did you mean "city"?'),
    ('factions = ["fremn"]', 'did you mean "fremen"?'),
    ("cost = -1", '"cost" must be at least 0, not -1'),
    ("copies = 0", '"copies" must be at least 1, not 0'),
    ("cots = 3", 'unknown key "cots", did you mean "cost"?'),
]


@pytest.mark.parametrize(("line", "message"), MISTAKES)
def test_a_mistake_in_a_card_is_told_in_one_sentence(line: str, message: str) -> None:
    with pytest.raises(ContentError) as caught:
        load_with_overlay(f'[[cards]]\nid = "dr_yueh"\n{line}\n')
    text = str(caught.value)
    assert text.startswith('mine.toml:2: cards "dr_yueh": ')
    assert message in text
    assert "\n" not in text


OTHER_MISTAKES = [
    ('[[conflicts]]\nid = "siege_of_carthag"\ncontrols = "arrakeen"', '"controls" and the "control" reward'),
    ('[[conflicts]]\nid = "siege_of_carthag"\ncontrols = "cartag"', 'not in spaces, did you mean "carthag"?'),
    ('[[conflicts]]\nid = "grand_vision"\nremove = true', "needs 4 conflict cards of level 3, not 3"),
    ('[[spaces]]\nid = "wealth"\nfaction = "guild"', 'exactly one influence effect with "guild"'),
    ('[[spaces]]\nid = "sell_melange"\ncost = {spice = 1}', "cost_options replace cost and effects"),
    ('[[intrigue]]\nid = "windfall"\nplot = []', "no plot, combat or endgame effect"),
    ('[[tracks]]\nid = "guild"\nbonus_level = 7', "bonus_level lies above the top"),
    ('[[tracks]]\nid = "guild"\nremove = true', "there must be 4 records, not 3"),
    ('[[constants]]\nid = "start_garrison"\nvalue = 13', "more troops than a player owns"),
    ('[[player_counts]]\nid = "players_4"\nplayers = 3', 'the id of this record must be "players_3"'),
    ('[[leaders]]\nid = "paul_atreides"\nability = [{special = "block_space"}]', '"peek_own_deck_top"'),
]


@pytest.mark.parametrize(("toml", "message"), OTHER_MISTAKES)
def test_a_mistake_elsewhere_is_told(toml: str, message: str) -> None:
    with pytest.raises(ContentError) as caught:
        load_with_overlay(toml)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("file", "old", "message"),
    [
        (
            "imperium/cards.toml",
            'name = "Dr. Yueh"\nset = "base"\nkind = "imperium"\ncopies = 1',
            "imperium cards",
        ),
        ("imperium/intrigue.toml", 'name = "Windfall"\nset = "base"\ncopies = 1', "intrigue cards"),
    ],
)
def test_a_wrong_number_of_copies_in_the_shipped_files_is_noticed(file: str, old: str, message: str) -> None:
    texts = shipped_texts("imperium")
    assert old in texts[file]
    texts[file] = texts[file].replace(old, old.replace("copies = 1", "copies = 2"))
    with pytest.raises(ContentError, match=f"the base game has {message}"):
        load_texts(SPEC, texts)
