"""Where agents may go and what is on sale in random positions: kernels against the slow rules."""

from __future__ import annotations

import numpy as np
import pytest

from dune_sim.games.state import State
from imperium.oracle_table import CONTENT, place, slow
from imperium.table import can, choose, told, words
from imperium.test_cards_random import SPACES, random_position
from naive.imperium_position import load, offers
from naive.imperium_rules import Visitor, legal_spaces
from naive.imperium_turns import price

CARD_NAMES = {one.name: one.id for one in CONTENT.cards}
FACTION_ICONS = {"emperor", "guild", "bene_gesserit", "fremen"}
PLAY = {"dispatch_an_envoy": "play Dispatch an Envoy", "infiltrate": "play Infiltrate"}


def expected_spaces(state: State, card: str, plot: str | None) -> set[str]:
    """Spaces the card can send an agent of seat 0 to, by the slow rules."""
    data = state.to_dict()
    one, record = data["players"][0], load("cards")[card]
    anywhere = {"special": "send_any_agent_anywhere"} in record.get("agent", [])
    if one["agents"] == 0 and not (anywhere and one["agents_on"]):
        return set()
    agents: dict[str, list[int]] = {}
    for number, other in enumerate(data["players"]):
        for space in other["agents_on"]:
            agents.setdefault(space, []).append(number)
    closed = {p["closed_space"]: number for number, p in enumerate(data["players"]) if p["closed_space"]}
    purse = {what: one[what] for what in ("solari", "spice", "water")}
    through = plot == "infiltrate"
    visitor = Visitor(0, one["leader"], purse, one["influence"], set(one["visited_once"]), through, anywhere)
    icons = set(record.get("icons", [])) | (FACTION_ICONS if plot == "dispatch_an_envoy" else set())
    return legal_spaces(list(load("spaces").values()), icons, visitor, agents, closed)


def offered_spaces(state: State, title: str) -> set[str] | None:
    """Spaces the kernels offer for a card; None if there was nothing to choose."""
    ahead = choose(state.copy(), title)
    while any("take the agent on" in text for text in words(ahead)):
        choose(ahead, next(text for text in words(ahead) if "take a" in text))
    found = [text.split("send an agent to ")[1].split(" for ")[0] for text in words(ahead) if "send an agent" in text]
    return {SPACES[one] for one in found} or None


@pytest.mark.parametrize("plot", [None, *PLAY])
@pytest.mark.parametrize("seed", range(24))
def test_agents_may_go_where_the_rules_say(seed: int, plot: str | None) -> None:
    random = np.random.default_rng(seed)
    leader = ["helena_richese", "duke_leto_atreides", "earl_memnon_thorvald"][seed % 3]
    hand = [str(one) for one in random.choice([*load("cards")], 6, replace=False)]
    start = random_position(1000 + seed)
    free = [card for card in hand if card not in {c for p in start.to_dict()["players"] for c in p["in_play"]}]
    free = [card for card in free if all(card not in p["discard"] for p in start.to_dict()["players"])]
    free = [card for card in free if all(card not in p["hand"] for p in start.to_dict()["players"][1:])]
    free = [card for card in free if card not in told(start, "row") and load("cards")[card]["kind"] == "imperium"]
    everyone = start.to_dict()["players"]
    everyone[1]["closed_space"] = str(random.choice([*load("spaces")]))
    everyone[0] |= {"hand": [*free, "signet_ring"], "intrigue": ["windfall", *([plot] if plot else [])]}
    everyone[0] |= {"discard": [], "deck": ["arrakis_liaison"], "in_play": []}
    everyone[0]["visited_once"] = ["high_council"] if everyone[0]["council_seat"] else []
    everyone[1]["intrigue"] = ["ambush"]
    for one in everyone:
        one.pop("leader"), one.pop("trashed"), one.pop("secret_factions"), one.pop("deck_top")
    state = place(everyone, leader, alliances=told(start, "alliances"))
    if plot:
        choose(state, PLAY[plot])
    offered = {text.split("play ")[1] for text in words(state) if text.startswith("agent turn")}
    held = set(state.to_dict()["players"][0]["hand"])
    wanted = {card: expected_spaces(state, card, plot) for card in held}
    assert {CARD_NAMES[one] for one in offered} == {card for card, spaces in wanted.items() if spaces}
    for title in offered:
        spaces = offered_spaces(state, f"agent turn: play {title}")
        assert spaces == wanted[CARD_NAMES[title]] or (spaces is None and len(wanted[CARD_NAMES[title]]) == 1)


@pytest.mark.parametrize("aside", [None, "lady_jessica", "scout"])
@pytest.mark.parametrize("seed", range(12))
def test_cards_on_sale_and_their_prices(seed: int, aside: str | None) -> None:
    random = np.random.default_rng(seed)
    pool = [one for one in load("cards") if load("cards")[one]["kind"] == "imperium" and one != aside]
    chosen = [str(one) for one in random.choice(pool, 8, replace=False)]
    mine = {"hand": [*chosen[5:], *["convincing_argument"] * int(random.integers(3))], "intrigue": ["windfall"]}
    keys = {"set_aside": {"card": aside, "seat": 0}} if aside else {}
    leader = "helena_richese" if aside else "earl_memnon_thorvald"
    state = place([mine, {"hand": ["dagger"]}, {}], leader, row=chosen[:5], **keys)
    choose(state, "reveal turn")
    while can(state, "resolve Guild Bankers"):
        choose(state, "resolve Guild Bankers")
    position, persuasion = slow(state), told(state, "persuasion")
    position["players"][0]["set_aside"] = aside
    if "guild_bankers" in mine["hand"]:
        position["players"][0]["discounts"] = {"the_spice_must_flow": 3}
    wanted = set()
    for spot, card in offers(position, 0):
        cost = price(position, 0, spot, card)
        if cost <= persuasion:
            wanted.add(
                f"acquire {load('cards')[card]['name']}{' (set aside)' * (spot == 'set_aside')} for {cost} persuasion"
            )
    assert {text for text in words(state) if text.startswith("acquire")} == wanted
