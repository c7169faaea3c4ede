"""The records have room for everything the content can do; content that could need more is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dune_sim.content import load_content
from dune_sim.errors import ContentError
from dune_sim.games.imperium.kernels import layout
from dune_sim.games.imperium.tables.build import compile_game, write_tables
from dune_sim.games.imperium.tables.limits import Depths, box_items
from imperium.table import CONTENT, can, choose, reveal, seat, table, told, words

BOX, CODE = write_tables(CONTENT, 4, None)


def compiled(tmp_path: Path, text: str) -> Any:
    """Tables of the base game with an overlay."""
    path = tmp_path / "my.toml"
    path.write_text(text, encoding="utf-8")
    return compile_game(load_content("imperium", [path])).tables


def test_the_stack_has_room_for_every_pending_effect() -> None:
    depth = 1 + max(Depths(BOX[0], CODE).phase(code) for code, *_ in CODE.code)
    assert depth == 5 == layout.FRAMES, "the game, Test of Humanity and three opponents"


def test_the_pool_has_room_for_all_reveal_boxes_at_once() -> None:
    shown = sum(box_items(BOX[0]["reveal"][card.number]) * card.copies for card in CONTENT.cards)
    assert shown == 27 and layout.POOL == 27 + 2, "all cards, the Hall of Oratory and the Baron"


@pytest.mark.rule("IMP-CARD-07", "IMP-AMB-21")
def test_a_third_own_agent_on_a_space_cannot_arise() -> None:
    """Only Kwisatz Haderach goes where own agents stand, there is one copy, and it stays in play until the clean-up."""
    senders = [slot for slot in range(layout.SLOTS) if int(BOX["send_any"][0][slot // 64]) >> slot % 64 & 1]
    names = [CONTENT.cards[int(BOX["design"][0][slot])].id for slot in senders]
    assert names == ["kwisatz_haderach"]


@pytest.mark.parametrize(
    "text, sentence",
    [
        ('[[cards]]\nid = "kwisatz_haderach"\ncopies = 2\n', "2 cards send agents to any space; there is room for 1"),
        ('[[cards]]\nid = "scout"\ncopies = 5\n', "a turn can have 32 effects to be ordered; there is room for 29"),
        (
            '[[cards]]\nid = "scout"\nagent = [{opponents = [{influence = {faction = "emperor", n = 1}}]}]\n',
            "6 effects of the content can be pending at once; there is room for 5",
        ),
        (
            '[[cards]]\nid = "scout"\nacquire = [{acquire = {max_cost = 1, to = "discard"}}]\n',
            "effects of the content can start each other without end",
        ),
        (
            '[[intrigue]]\nid = "bypass_protocol"\ncopies = 20\n',
            "20 cards put another one on top of the deck; there is room for 10",
        ),
    ],
)
def test_content_that_could_need_more_room_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(ContentError, match=sentence):
        compiled(tmp_path, text)


@pytest.mark.rule("IMP-AMB-05")
def test_content_that_brings_troops_back_makes_recruiting_wait(tmp_path: Path) -> None:
    assert (BOX["supply_spent"][0], BOX["supply_filled"][0]) == (1, 0)
    text = '[[cards]]\nid = "scout"\nagent = [{lose = {troops = 1, from = ["garrison"]}}]\n'
    assert compiled(tmp_path, text)["supply_filled"][0] == 1


@pytest.mark.rule("IMP-FAQ-49", "IMP-BUY-08")
def test_many_cards_bought_in_one_turn_keep_their_order_on_the_deck() -> None:
    hand = ["convincing_argument"] * 2 + ["arrakis_liaison"] * 3 + ["firm_grip", "lady_jessica", "piter_de_vries"]
    hand += ["stilgar", "space_travel", "space_travel", "fremen_camp", "fremen_camp"]
    mine = {"hand": hand, "deck": [], "intrigue": ["recruitment_mission"], "influence": {"emperor": 4}}
    state = table(mine, alliances={"emperor": 0})
    choose(state, "play Recruitment Mission")
    reveal(state)
    for _ in range(5):
        choose(state, "acquire Arrakis Liaison", "on top of the deck")
    assert told(state, "reserve")["arrakis_liaison"] == 0
    while any(text.startswith("acquire") for text in words(state)):
        choose(state, next(text for text in words(state) if text.startswith("acquire")))
        if can(state, "on top of the deck"):
            choose(state, "on top of the deck")
    known = seat(state, 0)["deck_top"]
    assert len(known) == 10, "so many are the most by choice"
    assert known[-5:] == ["arrakis_liaison"] * 5 and sum(seat(state, 0)["discard"].values()) > 0
