"""Every key of a hand-written position set to every value it may have.

Each is refused by a sentence that names the key, or it is told back, holds to the end of the game, and matters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest

from dune_sim.errors import ScenarioError
from dune_sim.games.base import State
from dune_sim.games.imperium.scenarios.load import PLAYER_KEYS, TABLE_KEYS
from dune_sim.kernel import driver
from imperium.table import CONTENT, game_of

LEADERS = ["baron_vladimir_harkonnen", "helena_richese", "duke_leto_atreides"]
FACTIONS = ["emperor", "guild", "bene_gesserit", "fremen"]
SPACES = [one.id for one in CONTENT.spaces]
CARDS = [one.id for one in CONTENT.cards_of("imperium")]
OWNED = [one.id for one in CONTENT.cards if one.kind != "imperium"]
INTRIGUE = [one.id for one in CONTENT.intrigue]
MAKERS = [one.id for one in CONTENT.spaces if one.maker_base is not None]
CONTROLS = [one.id for one in CONTENT.spaces if one.controllable]
ONCE = [one.id for one in CONTENT.spaces if one.limit == "once_per_game"]
#: keys that say nothing about a position, or only what an observation or a turn under way holds
NOT_FIELDS = {"game", "players", "running", "viewer", "hand_or_deck"}
#: keys of which no phase that begins anew can hold more than nothing
NEVER = {"winners", "mentat_next", "hand_or_deck"}

#: how a refusal calls a key, where not by its name
WORDS = {"vp": "points", "leader": "both have", "secret_factions": "factions in secret", "intrigue_laid": "laid"}
WORDS |= {"alliances": "alliance", "unseen_conflicts": "unseen conflicts", "intrigue_deck": "intrigue deck"}
#: keys that say who knows what
KNOWLEDGE = {"deck_top", "deck_top_secret", "hand_seen", "stolen", "secret_factions"}

#: random games that are tried before a value is thought to make no difference
SEEDS = 30

Case = tuple[str, dict[str, Any]]  # the key, and the position with a value of it


def base(**keys: Any) -> dict[str, Any]:
    """Means for every space, cards to send anywhere, something in every zone."""
    rich = {"solari": 9, "spice": 9, "water": 3, "conflict": 2, "influence": {"fremen": 2}}
    kept = {"deck": ["dagger", "diplomacy", "reconnaissance"], "discard": ["seek_allies", "convincing_argument"]}
    first = {**rich, **kept, "hand": ["kwisatz_haderach", "signet_ring", "dagger"], "intrigue": ["windfall", "ambush"]}
    other = {**rich, **kept, "hand": ["the_voice", "dagger"], "intrigue": ["bribery", "tiebreaker"]}
    third = {**rich, **kept, "hand": ["guild_administrator", "dagger"], "intrigue": ["dispatch_an_envoy"]}
    return {"round": 4, "conflict": "siege_of_carthag", "players": [first, other, third], **keys}


def mine(key: str, value: Any, number: int = 1, **more: Any) -> Case:
    """A case of a player's key."""
    position = base()
    position["players"][number] |= {key: value, **more}
    if more.get("revealed"):
        position["players"][number] |= {"hand": []}
    return key, position


def also(number: int, key: str, cards: list[str]) -> Case:
    """A case of a zone that holds something besides."""
    return mine(key, [*base()["players"][number].get(key, []), *cards], number)


def numbers() -> Iterator[Case]:
    for key, many in (("solari", 999), ("spice", 999), ("water", 99), ("vp", 99)):
        yield from (mine(key, n) for n in (0, 1, 2, 4, 5, 10, many, many + 1))
    for key in ("garrison", "supply", "conflict"):
        yield from (mine(key, n) for n in range(14))
    yield from (mine("swords", n, revealed=shown) for n in (0, 1, 2, 7, 99, 100) for shown in (True, False))
    yield from (mine("agents", n) for n in range(4))
    yield from (mine(key, n) for key in ("cards_acquired", "cards_played") for n in (0, 1, 30))
    yield from (mine("influence", {faction: n}) for faction in FACTIONS for n in range(8))


def marks() -> Iterator[Case]:
    yield from (mine("leader", one.id) for one in CONTENT.leaders)
    yield from (mine(key, on) for key in ("council_seat", "swordmaster", "revealed") for on in (False, True))
    yield from (mine("secret_shown", on, n) for on in (False, True) for n in (0, 1))
    yield from (mine("secret_factions", list(pair), n) for pair in combinations(FACTIONS, 2) for n in (0, 1))
    yield from (mine("visited_once", [one]) for one in ONCE)
    yield from (mine("visited_once", ["high_council"], council_seat=on) for on in (False, True))
    yield from (mine("visited_once", ["swordmaster"], swordmaster=on) for on in (False, True))
    yield from (mine("closed_space", one, number) for one in SPACES for number in (1, 2))
    yield mine("closed_space", "carthag", revealed=True)
    yield from (mine("agents_on", [one]) for one in SPACES)


def zones() -> Iterator[Case]:
    for key in ("hand", "deck", "discard", "in_play"):
        yield from (also(1, key, [card]) for card in [*CARDS, *OWNED])
    yield mine("in_play", ["stilgar"], revealed=True)
    for card in OWNED:
        key, position = mine("trashed", [card])
        del position["players"][1]["deck"]  # starters that a listed deck leaves out are trashed as well
        yield key, position
    yield from (mine("deck_top", [card], deck_top_secret=on) for card in ("dagger", "stilgar") for on in (True, False))
    yield from (mine("deck_top_secret", on, deck_top=list(top)) for on in (True, False) for top in ((), ("dagger",)))
    yield from (mine("hand_seen", [card]) for card in ("the_voice", "dagger", "stilgar"))
    yield from (also(1, "intrigue", [card]) for card in INTRIGUE)
    yield from (mine("intrigue_laid", [card], revealed=on) for card in INTRIGUE for on in (False, True))
    thefts = ([("windfall", 0)], [("dispatch_an_envoy", 2), ("ambush", 0)], [("bribery", 1)], [("refocus", 0)])
    yield from (mine("stolen", [{"card": card, "seat": seat} for card, seat in one]) for one in thefts)
    yield mine("hand_or_deck", {"dagger": 1})


def board() -> Iterator[Case]:
    def laid(key: str, value: Any, **more: Any) -> Case:
        return key, base(**more, **{key: value})

    levels = {level: [one.id for one in CONTENT.conflicts if one.level == level] for level in (1, 2, 3)}
    for n in range(12):
        level = 1 if n < 2 else 2 if n < 7 else 3
        yield laid("round", n) if n == 4 else ("round", base() | {"round": n, "conflict": levels[level][0]})
    yield from (("conflict", base() | {"conflict": one}) for one in [*(one.id for one in CONTENT.conflicts), None])
    for key in ("first_player", "to_move", "turn_of", "mentat", "mentat_next"):
        yield from (laid(key, seat) for seat in range(4))
    yield from (laid("persuasion", n) for n in (0, 3))
    yield from (laid("control", {space: seat}) for space in CONTROLS for seat in range(4))
    yield from (laid("bonus_spice", {space: n}) for space in MAKERS for n in (0, 1, 3, 99, 100))
    yield from (laid("winners", [seat]) for seat in range(3))
    yield from (laid("phase", one) for one in ("turns", "combat", "endgame", "recall", "over"))
    yield from (laid("seed", n) for n in (0, 1, 2**64 - 1, 2**64))
    yield from (laid("alliances", {faction: seat}) for faction in FACTIONS for seat in range(3))
    for faction in FACTIONS:
        position = base(alliances={faction: 2})
        position["players"][2] |= {"influence": {faction: 4}}
        yield "alliances", position


def shared() -> Iterator[Case]:
    yield from (("row", base(row=[*CARDS[k : k + 5]])) for k in range(0, len(CARDS) - 5, 5))
    yield from (("trashed", base(trashed=[card])) for card in CARDS)
    yield from (("imperium_deck", base(imperium_deck=CARDS[n:], row=CARDS[:5])) for n in (5, 20, 30))
    aside = [(card, seat, moves) for card in ("scout", "carryall") for seat in range(3) for moves in (0, 1)]
    for card, seat, moves in aside:
        position = base(set_aside={"card": card, "seat": seat}, to_move=moves)
        position["players"][1 - moves] |= {"revealed": True, "hand": []}
        yield "set_aside", position
    yield from (("reserve", base(reserve={"foldspace": n})) for n in (5, 6))
    yield from (("intrigue_discard", base(intrigue_discard=[card])) for card in INTRIGUE)
    free = [one.id for one in CONTENT.intrigue for _ in range(one.copies)]
    for one in base()["players"]:
        for card in one["intrigue"]:
            free.remove(card)
    for k in (0, 5):
        yield "intrigue_deck", base(intrigue_deck=free[k:], intrigue_discard=free[:k])
        yield "intrigue_deck", base(intrigue_deck=free[k:])
    unseen = game_of(3, LEADERS).from_dict(base()).to_dict()["unseen_conflicts"]
    for left_out in [one for one in unseen if CONTENT.conflicts.get(one).level > 1]:  # the others are over
        level = CONTENT.conflicts.get(left_out).level
        others = [one.id for one in CONTENT.conflicts if one.level == level and one.id not in unseen]
        for one in [one for one in others if one != "siege_of_carthag"][:1]:
            yield "unseen_conflicts", base(unseen_conflicts=[one, *(name for name in unseen if name != left_out)])
    yield "unseen_conflicts", base(unseen_conflicts=unseen[1:])
    for order in permutations(range(3)):
        position = base(reveal_order=list(order), phase="combat")
        yield "reveal_order", position
    for reason in ("points", "conflicts"):
        for vp in (1, 11):
            position = base(reason=reason, phase="endgame")
            for one in position["players"]:
                one |= {"conflict": 0, "vp": vp + 1, "intrigue": []}
            position["players"][0]["intrigue"] = ["tiebreaker"]
            position["players"][1]["intrigue"] = []
            yield "reason", position


CASES = [*numbers(), *marks(), *zones(), *board(), *shared()]


def normal(value: Any) -> Any:
    """Cards and spaces as counts, whatever way they are written."""
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return dict(Counter(value))
    return value


def told_back(key: str, position: dict[str, Any], told: dict[str, Any]) -> bool:
    """Whether what was written is what is told."""
    places = [(position, told), *zip(position["players"], told["players"], strict=True)]
    return all(same(one[key], other.get(key)) for one, other in places if key in one)


def same(written: Any, told: Any) -> bool:
    if isinstance(written, dict) and isinstance(told, dict) and written:
        # a table may leave out what stands as at the start, and is told with what follows from it
        return all(told.get(name, 0) == value for name, value in written.items())
    return bool(normal(written) == normal(told)) or (not written and not told)


def trace(state: State, seed: int) -> list[Any]:
    """A random game from here: who is asked what, and how it ends; every position of it is sound."""
    random, found, here = np.random.default_rng(seed), list[Any](), state.copy()
    while legal := here.legal_actions():
        assert here.call(driver.CALL_FAULT) == 0
        found.append((here.to_move, legal))
        here.apply(legal[int(random.integers(len(legal)))])
    assert here.call(driver.CALL_FAULT) == 0
    told = here.to_dict()
    totals = [(one["cards_acquired"], one["cards_played"]) for one in told["players"]]
    return [*found, here.scores, told["winners"], totals]


def deals(state: State) -> list[Any]:
    """What each seat makes of what it does not see."""
    dealt = [state.determinize(viewer, seed).to_dict()["players"] for viewer in range(3) for seed in range(8)]
    return [[[one[key] for key in ("hand", "intrigue", "deck_top")] for one in players] for players in dealt]


@cache
def traces_of_base() -> list[list[Any]]:
    state = game_of(3, LEADERS).from_dict(base())
    return [trace(state, seed) for seed in range(SEEDS)]


@cache
def deals_of_base() -> list[Any]:
    return deals(game_of(3, LEADERS).from_dict(base()))


def plain(state: State) -> dict[str, Any]:
    return {key: value for key, value in state.to_dict().items() if key not in ("running", "saved")}


def check(key: str, position: dict[str, Any]) -> bool:
    """False if it is refused, by a sentence that names the key."""
    try:
        state = game_of(3, LEADERS).from_dict(deepcopy(position))
    except ScenarioError as error:
        said = str(error)
        assert (key in said or WORDS.get(key, key) in said) and "\n" not in said, f"{key}: {said}"
        return False
    told = plain(state)
    assert key == "seed" or told_back(key, position, told), f"{key} is told as {told.get(key)}: {position}"
    again = game_of(3, LEADERS).from_dict({**told, "seed": position.get("seed", 0)})
    assert plain(again) == told and again.legal_actions() == state.legal_actions()
    assert matters(key, state, told), f"{key} makes no difference: {position}"
    return True


def matters(key: str, state: State, told: dict[str, Any]) -> bool:
    """Whether some game from here runs otherwise, or somebody knows other things; one game is always played."""
    other = trace(state, 0) != traces_of_base()[0]
    if other or told == plain(game_of(3, LEADERS).from_dict(base())):
        return True
    if key in KNOWLEDGE and deals(state) != deals_of_base():
        return True
    return any(trace(state, seed) != traces_of_base()[seed] for seed in range(1, SEEDS))


@pytest.mark.parametrize("key", sorted({key for key, _ in CASES}))
def test_every_value_is_held_or_refused_by_name(key: str) -> None:
    held = [check(key, position) for one, position in CASES if one == key]
    assert (True in held) is (key not in NEVER), f"{sum(held)} of {len(held)} values of {key}"


def test_every_key_is_tried() -> None:
    assert {*TABLE_KEYS, *PLAYER_KEYS} - NOT_FIELDS <= {key for key, _ in CASES}
