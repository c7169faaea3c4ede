"""Every invariant finds what breaks it, and checked play asks after every decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dune_sim.games.imperium.kernels import faults
from dune_sim.kernel import driver
from imperium.slot import CONTENT, FAST, Slot

Damage = Callable[[Any, Any], None]


def middle() -> Slot:
    """A three-player game in its second round, with an agent out and an intrigue card held."""
    table = Slot(FAST, 3)
    rng = np.random.default_rng(4)
    n = table.do(driver.CALL_NEW, seed=5, first=0)
    while not ready(table.state[0]):
        assert n > 0, "the game ended before it had what the cases need"
        n = table.do(driver.CALL_APPLY, action=int(table.moves[rng.integers(n)]))
    assert table.do(driver.CALL_FAULT) == 0
    return table


def ready(g: Any) -> bool:
    held = g["intrigue"][1] and not g["laid"] and not g["aside"]
    return bool(g["round"] >= 2 and held and g["players"]["board"][0] and g["stack"]["depth"] == 1)


def slots(words: Any) -> list[int]:
    """The cards of a set."""
    return [64 * w + k for w in range(3) for k in range(64) if int(words[w]) >> k & 1]


def flip(words: Any, slot: int) -> None:
    words[slot // 64] ^= np.uint64(1 << slot % 64)


def free(t: Any, g: Any, which: str) -> list[int]:
    """Cards of a kind that nobody owns and that lie in the stock."""
    taken = np.bitwise_or.reduce(g["own"]) | g["za"] | g["zb"]
    return slots(t[which] & ~taken)


def card_of_two(t: Any, g: Any) -> None:
    flip(g["own"][0], slots(g["own"][1])[0])


def other_starter(t: Any, g: Any) -> None:
    card = slots(t["own_start"][1] & g["own"][1])[0]
    flip(g["own"][1], card)
    flip(g["own"][0], card)


def unknown_card(t: Any, g: Any) -> None:
    g["za"][2] |= np.uint64(1 << 63)


def lost_row_card(t: Any, g: Any) -> None:
    row = slots(t["imperium"] & g["za"] & ~g["zb"] & ~np.bitwise_or.reduce(g["own"]))
    flip(g["za"], row[0])


def second_aside(t: Any, g: Any) -> None:
    flip(g["zb"], free(t, g, "imperium")[0])


def trashed_reserve(t: Any, g: Any) -> None:
    card = free(t, g, "reserve")[0]
    flip(g["za"], card)
    flip(g["zb"], card)


def known_elsewhere(t: Any, g: Any) -> None:
    g["top"][0] = free(t, g, "imperium")[0]
    g["players"][0]["tops"] += 1


def intrigue_twice(t: Any, g: Any) -> None:
    g["intrigue"][0] |= g["intrigue"][1]


def unknown_intrigue(t: Any, g: Any) -> None:
    g["intrigue_deck"] |= np.uint64(1 << 63)


def laid_by_nobody(t: Any, g: Any) -> None:
    g["laid"] |= g["intrigue_deck"]


def stolen_from_nobody(t: Any, g: Any) -> None:
    g["players"][0]["lost"][0] = 65


def seen_in_a_deck(t: Any, g: Any) -> None:
    g["seen"] |= g["own"][0] & ~(g["za"] | g["zb"])


def second_token(t: Any, g: Any) -> None:
    g["players"][0]["influence"][0] = 3
    g["alliance"][0] = 1


def same_leader(t: Any, g: Any) -> None:
    g["players"][1]["leader"] = g["players"][0]["leader"]


def items_fall(t: Any, g: Any) -> None:
    g["pool"][:2] = (9, 8)
    g["items"] = 2


def seen_conflict(t: Any, g: Any) -> None:
    g["conflicts"] |= np.uint32(1 << int(g["conflict"]) - 1)


def too_early(t: Any, g: Any) -> None:
    g["winners"] = g["reason"] = 1


def above_the_track(t: Any, g: Any) -> None:
    g["players"][0]["influence"][0] = 7
    g["alliance"][0] = 1
    for p in range(3):
        one = g["players"][p]
        levels = sum(int(one["influence"][f] >= 2) + int(g["alliance"][f] == p + 1) for f in range(4))
        one["vp"] = levels + one["scored"] + t["start_vp"]


def strange_control(t: Any, g: Any) -> None:
    g["control"][0] = 4


def field(name: str, value: int) -> Damage:
    def damage(t: Any, g: Any) -> None:
        g[name] = value

    return damage


def player(name: str, add: int, seat: int = 0) -> Damage:
    def damage(t: Any, g: Any) -> None:
        g["players"][seat][name] += add

    return damage


CASES: list[tuple[int, Damage]] = [
    (faults.FAULT_CARD_TWICE, card_of_two),
    (faults.FAULT_STARTERS, other_starter),
    (faults.FAULT_CARD_UNKNOWN, unknown_card),
    (faults.FAULT_ROW, lost_row_card),
    (faults.FAULT_ASIDE, second_aside),
    (faults.FAULT_ASIDE, field("aside", 1)),
    (faults.FAULT_RESERVE, trashed_reserve),
    (faults.FAULT_TOPS, known_elsewhere),
    (faults.FAULT_INTRIGUE_TWICE, intrigue_twice),
    (faults.FAULT_INTRIGUE_UNKNOWN, unknown_intrigue),
    (faults.FAULT_LAID, laid_by_nobody),
    (faults.FAULT_LOST, stolen_from_nobody),
    (faults.FAULT_SEEN, seen_in_a_deck),
    (faults.FAULT_TROOPS, player("garrison", 1)),
    (faults.FAULT_TROOPS, player("supply", 1)),
    (faults.FAULT_TROOPS, player("conflict", 1)),
    (faults.FAULT_AGENTS, player("agents", 1)),
    (faults.FAULT_AGENTS, player("stacked", 31)),
    (faults.FAULT_BOARD, player("voice", 31)),
    (faults.FAULT_POINTS, player("vp", 1)),
    (faults.FAULT_POINTS, player("scored", 1)),
    (faults.FAULT_STOCK, player("spice", 40_000)),
    (faults.FAULT_STOCK, player("solari", 40_000)),
    (faults.FAULT_STOCK, player("water", 230)),
    (faults.FAULT_STOCK, field("persuasion", 250)),
    (faults.FAULT_STOCK, field("recruited", 201)),
    (faults.FAULT_ALLIANCE, second_token),
    (faults.FAULT_LEADERS, same_leader),
    (faults.FAULT_LEADERS, player("leader", 9)),
    (faults.FAULT_ABSENT, player("garrison", 1, seat=3)),
    (faults.FAULT_POOL, items_fall),
    (faults.FAULT_POOL, field("items", 1)),
    (faults.FAULT_CONFLICTS, seen_conflict),
    (faults.FAULT_CONFLICTS, field("round", 9)),
    (faults.FAULT_STACK, too_early),
    (faults.FAULT_INFLUENCE, above_the_track),
    (faults.FAULT_CONTROL, strange_control),
    (faults.FAULT_SEAT, field("first", 3)),
    (faults.FAULT_MENTAT, field("mentat_next", 4)),
    (faults.FAULT_TOKENS, field("tokens", 7)),
    (faults.FAULT_TOKENS, field("tokens", 1)),
]


@pytest.mark.parametrize(("number", "damage"), CASES)
def test_an_invariant_finds_what_breaks_it(number: int, damage: Damage) -> None:
    table = middle()
    damage(table.tables[0], table.state[0])
    assert table.do(driver.CALL_FAULT) == number


def test_every_invariant_is_broken_once() -> None:
    numbers = {value for name, value in vars(faults).items() if name.startswith("FAULT_")}
    assert numbers - {number for number, _ in CASES} == set()


def test_checked_play_asks_after_every_decision() -> None:
    """On a board without Arrakeen, the first agent sent there breaks an invariant in the middle of a game."""
    table = Slot(FAST)
    assert table.do(driver.CALL_PLAY_CHECKED, seed=3, count=3) == 3
    table.tables["all_spaces"][0] &= ~np.uint32(1 << CONTENT.spaces.ids.index("arrakeen"))
    assert table.do(driver.CALL_PLAY_CHECKED, seed=3, count=3) == -1
    assert table.out[0] == faults.FAULT_BOARD and table.out[2] > 0
