"""Short cuts of the card and ruling tests, on top of :mod:`imperium.table`."""

from __future__ import annotations

from typing import Any

from dune_sim.games.state import State
from imperium.table import can, choose, seat, table, told, words

#: A seat that is out of the way: it has revealed.
DONE: dict[str, Any] = {"revealed": True}
#: A seat that has something to decide, so that the game waits for it.
IDLE: dict[str, Any] = {"hand": ["dagger"]}


def pay(state: State, part: str = "pay ") -> State:
    """Take the arrow effect with these words, as an item of the turn first if it is one."""
    for _ in range(2):
        before = state.raw.tobytes()
        fitting = [text for text in words(state) if part in text and "decline" not in text]
        if fitting and (fitting[0].startswith("resolve") or any("decline" in text for text in words(state))):
            choose(state, fitting[0])
        if can(state, "decline") is False or state.raw.tobytes() == before:
            break
    return state


def resolve(state: State, *parts: str) -> State:
    """Resolve items of the turn by the words of their source."""
    return choose(state, *(f"resolve {part}" for part in parts))


def cards(state: State, number: int, zone: str) -> int:
    """How many cards lie in a zone of a seat."""
    return sum(seat(state, number)[zone].values())


def combat(*seats: dict[str, Any], **keys: Any) -> State:
    """The combat phase of round 2; seats without troops are out of the way."""
    told_seats = [{"solari": 0, **one, **DONE} for one in seats]
    told_seats += [DONE] * (3 - len(seats))
    return table(*told_seats, **{"round": 2, "conflict": "siege_of_arrakeen", "phase": "combat", **keys})


def pass_all(state: State) -> State:
    """Everybody passes until the fight is decided."""
    while told(state, "phase") == "combat" and can(state, "pass in combat"):
        choose(state, "pass in combat")
    return state
