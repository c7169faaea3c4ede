"""Every card in agent turns, every space with every leader: kernels against the slow interpreter."""

from __future__ import annotations

from typing import Any

import pytest

from dune_sim.games.state import State
from imperium.oracle_table import CONTENT, DECK, assert_same, fast_results, only_agent_turn, place, slow_results
from naive.imperium_position import Choices, Position
from naive.imperium_turns import agent_turn

#: a quiet space for each icon
QUIET = {
    "spice_trade": "secure_contract",
    "landsraad": "hall_of_oratory",
    "city": "carthag",
    "emperor": "wealth",
    "bene_gesserit": "secrets",
    "fremen": "stillsuits",
    "guild": "foldspace",
}
CARDS = [one.id for one in CONTENT.cards]
PLAYED = [one.id for one in CONTENT.cards if one.icons or one.sends_agent]
#: a starter that goes to spaces of an icon and does nothing else
PLAIN = {"landsraad": "dagger", "city": "reconnaissance", "spice_trade": "dune_the_desert_planet"}

RICH = {"solari": 9, "spice": 9, "water": 5, "garrison": 4, "conflict": 1, "council_seat": True, "vp": 12}
RICH |= {"influence": {"emperor": 4, "guild": 4, "bene_gesserit": 3, "fremen": 4}}
FAIR = {"solari": 3, "spice": 2, "water": 2, "garrison": 2, "conflict": 2, "vp": 6}
FAIR |= {"influence": {"emperor": 1, "guild": 2, "bene_gesserit": 1, "fremen": 3}}
POOR: dict[str, Any] = {"solari": 0, "spice": 0, "water": 0, "garrison": 0, "conflict": 0}
WEALTH = {"rich": RICH, "fair": FAIR, "poor": POOR}
THEIRS = {"hand": ["dagger", "diplomacy"], "garrison": 2, "conflict": 1, "vp": 6, "deck": [], "discard": []}
RIVALS = [
    {
        **THEIRS,
        "influence": {"guild": 1, "bene_gesserit": 4},
        "intrigue": ["ambush", "charisma", "refocus", "infiltrate"],
    },
    {**THEIRS, "influence": {"emperor": 3, "fremen": 3}, "hand": ["dagger"], "conflict": 0},
]
ALLIES = {"rich": {"emperor": 0, "guild": 0, "fremen": 0, "bene_gesserit": 1}}


def position(
    card: str, how: str, leader: str = "glossu_rabban", keys: dict[str, Any] | None = None, **mine: Any
) -> State:
    """Seat 0 holds the card; Windfall in its intrigue hand keeps every moment of the turn open."""
    start = {**WEALTH[how], "hand": [card], "deck": DECK, "discard": [], "intrigue": ["windfall"], **mine}
    if how == "rich":
        start["in_play"] = [one for one in ["the_voice"] if one != card]
        start["discard"] = [one for one in ["bene_gesserit_sister", "dagger"] if one != card]
    return place([start, *RIVALS], leader, alliances=ALLIES.get(how, {"bene_gesserit": 1}), **(keys or {}))


def agent_results(state: State, card: str, space: str) -> tuple[set[Any], set[Any]]:
    """All results of one agent turn, on the kernels and in the interpreter."""
    allow = only_agent_turn(card, space)

    def done(here: State, texts: list[str]) -> bool:
        return bool(here.to_dict()["turn_of"] != 0)

    def run(start: Position, choices: Choices) -> Position:
        return agent_turn(start, 0, card, space, choices)

    return fast_results(state, done, allow), slow_results(state, run)


@pytest.mark.parametrize("how", WEALTH)
@pytest.mark.parametrize("card", PLAYED)
def test_every_agent_box_does_what_its_record_says(card: str, how: str) -> None:
    record = CONTENT.cards.get(card)
    icons = [icon for icon in QUIET if icon in record.icons] or ["spice_trade"]
    mine = {"agents": 1, "agents_on": ["conspire"]} if record.sends_agent and not record.icons else {}
    assert_same(*agent_results(position(card, how, **mine), card, QUIET[icons[0]]))
    if len(icons) > 1:
        assert_same(*agent_results(position(card, how, **mine), card, QUIET[icons[-1]]))


@pytest.mark.parametrize("card", CARDS)
def test_every_card_can_be_trashed_and_does_what_its_record_says(card: str) -> None:
    tool = "fedaykin_death_commando" if card == "guild_administrator" else "guild_administrator"
    state = position(tool, "fair", hand=[tool, card])
    assert_same(*agent_results(state, tool, "secure_contract"))


@pytest.mark.parametrize("leader", [one.id for one in CONTENT.leaders])
@pytest.mark.parametrize("how", WEALTH)
def test_every_signet_does_what_its_record_says(leader: str, how: str) -> None:
    state = position("signet_ring", how, leader)
    assert_same(*agent_results(state, "signet_ring", "secure_contract"))


@pytest.mark.parametrize("space", [one.id for one in CONTENT.spaces])
@pytest.mark.parametrize("leader", [one.id for one in CONTENT.leaders])
def test_every_space_gives_what_its_record_says(space: str, leader: str) -> None:
    card = PLAIN.get(CONTENT.spaces.get(space).icon, "diplomacy")
    keys = {"bonus_spice": {"hagga_basin": 2}, "control": {"arrakeen": 1, "imperial_basin": 0}}
    state = position(card, "rich", leader, keys, council_seat=False, garrison=5)
    assert_same(*agent_results(state, card, space))
