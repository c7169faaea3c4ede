"""Random positions: whole agent and reveal turns on the kernels against the slow interpreter."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dune_sim.games.state import State
from imperium.oracle_table import CONTENT, DECK, FACTIONS, assert_same, name, place
from imperium.table import can, choose, words
from imperium.test_cards_agent import PLAYED, agent_results
from imperium.test_cards_intrigue import PLOTS, compare_plot_at_the_start, compare_plot_in_a_reveal_turn
from imperium.test_cards_reveal import reveal_results

SPACES = {one.name: one.id for one in CONTENT.spaces}
OWNED = [one.id for one in CONTENT.cards if one.id not in ("arrakis_liaison", "foldspace")]
TOKENS = ["emperor", "guild", "bene_gesserit", "fremen"]


def levels(random: np.random.Generator) -> tuple[list[dict[str, int]], dict[str, int]]:
    """Influence of three seats; the highest at 4 or more holds the token, one of several by chance."""
    seats = [{faction: int(random.integers(0, 7)) for faction in FACTIONS} for _ in range(3)]
    holders = {}
    for faction in FACTIONS:
        best = max(one[faction] for one in seats)
        if best >= 4:
            holders[faction] = int(random.choice([seat for seat in range(3) if seats[seat][faction] == best]))
    return seats, holders


def some(random: np.random.Generator, pool: list[str], number: int) -> list[str]:
    """Different cards of a pool, which then lacks them."""
    taken = [pool.pop(int(random.integers(len(pool)))) for _ in range(number)]
    return taken


def random_position(seed: int, card: str | None = None, plot: str | None = None) -> State:
    """Resources, tracks, troops, agents and cards at random; decks hold like cards, so that draws are certain."""
    random = np.random.default_rng(seed)
    influence, holders = levels(random)
    pool = [one for one in OWNED if one not in (card, "signet_ring" if plot else card)]
    seats: list[dict[str, Any]] = []
    free = [one.id for one in CONTENT.spaces if one.limit != "once_per_game"]
    for number in range(3):
        hand = some(random, pool, 1 if number == 0 else 2)
        one: dict[str, Any] = {
            **{key: int(random.integers(0, 9)) for key in ("solari", "spice", "water")},
            "vp": 12,
            "influence": influence[number],
            "garrison": int(random.integers(0, 6)),
            "conflict": int(random.integers(0, 4)),
            "hand": [*hand, card] if card and number == 0 else hand,
            "in_play": some(random, pool, int(random.integers(0, 3))) if number == 0 else [],
            "discard": some(random, pool, int(random.integers(0, 2))) if number == 0 else [],
            "deck": DECK if number == 0 else [],
            "council_seat": bool(random.integers(2)),
            "agents_on": some(random, free, 1),
        }
        seats.append(one)
    spare = "windfall" if plot != "windfall" else "water_peddlers_union"  # keeps every moment of the turn open
    seats[0]["intrigue"] = [spare, *([plot] if plot else [])]
    seats[1]["hand"] = ["dagger", *seats[1]["hand"]] if "dagger" not in seats[1]["hand"] else seats[1]["hand"]
    taken = {one for seat in seats for zone in ("hand", "in_play", "discard") for one in seat[zone]}
    seats[1]["intrigue"] = ["ambush", "private_army", "tiebreaker", "staged_incident"][: int(random.integers(3, 5))]
    leader = str(random.choice([one.id for one in CONTENT.leaders]))
    row = [one.id for one in CONTENT.cards if one.kind == "imperium" and one.id not in taken][:5]
    if plot:  # shuffling may mix discard pile and deck, so they are alike
        seats[0] |= {"hand": ["signet_ring"], "discard": DECK[: int(random.integers(3))]}
    return place(seats, leader, alliances=holders, row=row, bonus_spice={"hagga_basin": 2, "the_great_flat": 1})


def random_agent_turn(seed: int, card: str) -> tuple[State, str] | None:
    """A position and a space the card can go to, if any is open."""
    state = random_position(seed, card)
    title = f"agent turn: play {name('cards', card)}"
    if not can(state, title):
        return None
    ahead = choose(state.copy(), title)
    if can(ahead, "from the leader"):
        choose(ahead, "take an agent from the leader")
    spaces = [text.split("send an agent to ")[1].split(" for ")[0] for text in words(ahead) if "send an agent" in text]
    if not spaces:
        return None
    return state, SPACES[spaces[int(np.random.default_rng(seed).integers(len(spaces)))]]


@pytest.mark.parametrize("card", PLAYED)
def test_agent_turns_of_random_positions(card: str) -> None:
    played = 0
    for seed in range(12):
        found = random_agent_turn(seed, card)
        if found is not None and played < 3:
            assert_same(*agent_results(found[0], card, found[1]))
            played += 1
    assert played == 3


@pytest.mark.parametrize("card", [one.id for one in CONTENT.cards])
def test_reveal_turns_of_random_positions(card: str) -> None:
    for seed in range(3):
        assert_same(*reveal_results(random_position(100 + seed, card)))


@pytest.mark.parametrize("card", PLOTS)
def test_plot_cards_of_random_positions(card: str) -> None:
    for seed in range(200, 206):
        compare_plot_at_the_start(random_position(seed, plot=card), card)
        compare_plot_in_a_reveal_turn(random_position(seed, plot=card), card)
