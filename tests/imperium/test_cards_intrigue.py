"""Every intrigue card at its moments and every conflict reward: kernels against the slow interpreter."""

from __future__ import annotations

from typing import Any

import pytest

from dune_sim.games.state import State
from imperium.oracle_table import CONTENT, DECK, assert_same, fast_results, name, place, slow, slow_results
from imperium.table import can, game_of
from imperium.test_cards_agent import FAIR, POOR, RICH, RIVALS, WEALTH
from naive.imperium_position import Choices, Position
from naive.imperium_turns import give_rewards, play_intrigue, playable, resolve_reveal, start_reveal

PLOTS = [one.id for one in CONTENT.intrigue if one.plot]
FIGHTS = [one.id for one in CONTENT.intrigue if one.combat]
FINALES = [one.id for one in CONTENT.intrigue if one.endgame]
VICTORY = ["demand_respect", "to_the_victor"]
SPICE = "the_spice_must_flow"


def held(state: State, card: str) -> bool:
    return card in state.to_dict()["players"][0]["intrigue"]


def laid(state: State, card: str) -> bool:
    return card in state.to_dict()["players"][0]["intrigue_laid"]


def with_plot(card: str, how: str) -> State:
    """The card among others; it is not in an opponent's hand."""
    hand = ["signet_ring"]
    mine = {
        "intrigue": [card, "windfall" if card != "windfall" else "water_peddlers_union"],
        "agents": 1,
        "agents_on": ["wealth"],
    }
    row = ["spice_hunter", "opulence", "lady_jessica", "fremen_camp", "stilgar"]
    rivals = [dict(one) for one in RIVALS]
    rivals[0]["intrigue"] = ["ambush", "tiebreaker"]
    start = {**WEALTH[how], "hand": hand, "deck": DECK, "discard": DECK[:2] if how == "rich" else [], **mine}
    allies = {"emperor": 0, "guild": 0, "fremen": 0, "bene_gesserit": 1} if how == "rich" else {"bene_gesserit": 1}
    return place([start, *rivals], alliances=allies, row=row)


def compare_plot_at_the_start(state: State, card: str) -> None:
    """The card is offered when it should be, and does what the interpreter says."""
    title = f"play {name('intrigue', card)} ("
    assert can(state, title) == playable(slow(state), 0, card, "plot")
    if not can(state, title):
        return

    def allow(text: str) -> bool:
        return text.startswith(title) or not text.startswith(("play ", "agent turn", "reveal turn", "end "))

    def done(here: State, texts: list[str]) -> bool:
        passed = here.to_dict()["turn_of"] != 0
        return (not held(here, card) or laid(here, card)) and (passed or any("reveal turn" in text for text in texts))

    def run(start: Position, choices: Choices) -> Position:
        return play_intrigue(start, 0, card, "plot", choices)

    assert_same(fast_results(state, done, allow), slow_results(state, run))


def compare_plot_in_a_reveal_turn(state: State, card: str) -> None:
    """The same after the hand was revealed; all compulsory reveal boxes are resolved as well."""
    title, shown = f"play {name('intrigue', card)} (", state.copy()
    shown.apply(next(action for action in shown.legal_actions() if "reveal turn" in shown.describe(action)))
    fits = CONTENT.intrigue.get(card).timing != "turn_start"
    assert can(shown, title) == (fits and playable(start_reveal(slow(state), 0), 0, card, "plot"))
    if not can(shown, title):
        return

    def allow(text: str) -> bool:
        return text.startswith(title) or (not text.startswith(("play ", "end ")) and not is_purchase(text))

    def done(here: State, texts: list[str]) -> bool:
        return not held(here, card) and "end the reveal turn" in texts

    def run(begin: Position, choices: Choices) -> Position:
        after = play_intrigue(start_reveal(begin, 0), 0, card, "plot", choices)
        after = resolve_reveal(after, 0, choices)
        after["players"][0]["face_up"] = []
        return after

    assert_same(fast_results(shown, done, allow), slow_results(state, run))


@pytest.mark.parametrize("how", WEALTH)
@pytest.mark.parametrize("card", PLOTS)
def test_every_plot_card_at_the_start_of_a_turn(card: str, how: str) -> None:
    compare_plot_at_the_start(with_plot(card, how), card)


@pytest.mark.parametrize("how", WEALTH)
@pytest.mark.parametrize("card", PLOTS)
def test_every_plot_card_in_a_reveal_turn(card: str, how: str) -> None:
    compare_plot_in_a_reveal_turn(with_plot(card, how), card)


def is_purchase(text: str) -> bool:
    return text.startswith("acquire ") and " persuasion" in text


def fighters(how: str, cards: list[str], conflict: int) -> list[dict[str, Any]]:
    mine = {**WEALTH[how], "conflict": conflict, "revealed": True, "intrigue": cards, "hand": []}
    second = {**RIVALS[0], "intrigue": ["private_army"], "spice": 2, "conflict": 2, "revealed": True}
    return [mine, second, {**RIVALS[1], "revealed": True}]


def fight(how: str, cards: list[str], conflict: int, name_of: str = "guild_bank_raid") -> State:
    allies = {"emperor": 0, "guild": 0, "fremen": 0, "bene_gesserit": 1} if how == "rich" else {"bene_gesserit": 1}
    keys: dict[str, Any] = {"round": 2, "conflict": name_of, "phase": "combat", "alliances": allies}
    return place(fighters(how, cards, conflict), **keys)


@pytest.mark.parametrize("conflict", [1, 3])
@pytest.mark.parametrize("how", ["rich", "fair", "poor"])
@pytest.mark.parametrize("card", FIGHTS)
def test_every_combat_card(card: str, how: str, conflict: int) -> None:
    cards = ["ambush", *([card] if card != "ambush" else [])]
    state, title = fight(how, cards, conflict), f"play {name('intrigue', card)} ("
    assert can(state, title) == (card not in VICTORY and playable(slow(state), 0, card, "combat"))
    if not can(state, title):
        return

    def allow(text: str) -> bool:
        return text.startswith(title) or not text.startswith(("play ", "pass "))

    def done(here: State, texts: list[str]) -> bool:
        return not held(here, card) and "pass in combat" in texts

    def run(start: Position, choices: Choices) -> Position:
        return play_intrigue(start, 0, card, "combat", choices)

    assert_same(fast_results(state, done, allow), slow_results(state, run))


@pytest.mark.parametrize("how", ["rich", "fair", "poor"])
@pytest.mark.parametrize("card", VICTORY)
def test_every_card_for_winning(card: str, how: str) -> None:
    state = fight(how, VICTORY, 6)
    title = f"play {name('intrigue', card)} ("

    def allow(text: str) -> bool:
        return text.startswith((title, "pass in combat")) or not text.startswith("play ")

    def done(here: State, texts: list[str]) -> bool:
        return not held(here, card) and "play no card for the victory" in texts

    def run(start: Position, choices: Choices) -> Position:
        return play_intrigue(give_rewards(start, "guild_bank_raid", choices), 0, card, "combat", choices)

    assert_same(fast_results(state, done, allow), slow_results(state, run))


@pytest.mark.parametrize("copies", [(1, 0, 0), (2, 2, 0), (3, 1, 2), (0, 0, 0), (1, 1, 0)])
@pytest.mark.parametrize("mine", [RICH, FAIR, POOR])
@pytest.mark.parametrize("card", FINALES)
def test_every_endgame_card(card: str, mine: dict[str, Any], copies: tuple[int, ...]) -> None:
    other = "tiebreaker" if card != "tiebreaker" else "corner_the_market"
    cards = [card, other] if card != "tiebreaker" else [card]
    seats = [{**mine, "intrigue": cards, "hand": []}, *({**one, "hand": []} for one in RIVALS)]
    for seat, number in zip(seats, copies, strict=True):
        seat["discard"] = [SPICE] * number
    allies = {"emperor": 0, "guild": 0, "fremen": 0, "bene_gesserit": 1} if mine is RICH else {"bene_gesserit": 1}
    state = place(seats, phase="endgame", alliances=allies)
    title = f"play {name('intrigue', card)} ("
    assert can(state, title) == playable(slow(state), 0, card, "endgame")
    if not can(state, title):
        return

    def allow(text: str) -> bool:
        return text.startswith(title) or not text.startswith("play ")

    def done(here: State, texts: list[str]) -> bool:
        return not held(here, card) and (here.is_over or "play no more endgame cards" in texts)

    def run(start: Position, choices: Choices) -> Position:
        return play_intrigue(start, 0, card, "endgame", choices)

    assert_same(fast_results(state, done, allow), slow_results(state, run))


ROUND = {1: 1, 2: 2, 3: 7}


@pytest.mark.parametrize("places", [(3, 2, 1, 0), (2, 3, 1, 1), (2, 2, 1, 0), (4, 1, 1, 0)])
@pytest.mark.parametrize("conflict", [one.id for one in CONTENT.conflicts])
def test_every_conflict_gives_what_its_record_says(conflict: str, places: tuple[int, ...]) -> None:
    """Rewards of four players; a card for winning in the winner's hand stops the game before the troops leave."""
    seats = []
    for number, troops in enumerate(places):
        one = {"hand": [], "conflict": troops, "garrison": 2, "revealed": True, "vp": 8, "discard": ["dagger"]}
        one["influence"] = {"guild": number, "fremen": 3}
        one["intrigue"] = ["to_the_victor"] if troops == max(places) and places.count(troops) == 1 else []
        seats.append(one)
    leaders = ["glossu_rabban", "helena_richese", "paul_atreides", "duke_leto_atreides"]
    level = CONTENT.conflicts.get(conflict).level
    keys = {"round": ROUND[level], "conflict": conflict, "phase": "combat", "alliances": {}}
    if places.count(max(places)) > 1:
        check_shared(game_of(4, leaders).from_dict({"players": seats, **keys}), conflict)
        return
    state = game_of(4, leaders).from_dict({"players": seats, **keys})

    def done(here: State, texts: list[str]) -> bool:
        return "play no card for the victory" in texts

    def allow(text: str) -> bool:
        return text != "play no card for the victory" and not text.startswith("play ")

    def run(start: Position, choices: Choices) -> Position:
        return give_rewards(start, conflict, choices)

    assert_same(fast_results(state, done, allow), slow_results(state, run))


def check_shared(state: State, conflict: str) -> None:
    """Nobody wins and nothing stops the game: points and control say enough."""
    before, control = list(state.scores), state.to_dict()["control"]
    while not state.is_over and state.to_dict()["phase"] not in ("turns", "over"):
        state.apply(state.legal_actions()[0])
    assert state.scores == before and state.to_dict()["control"] == control, conflict
