"""Features are declared once: places, names and ranges follow from the declarations."""

from __future__ import annotations

import pytest

from dune_sim.errors import KernelError
from dune_sim.lang.declare import Features


def small() -> tuple[Features, dict[str, int]]:
    """Two features of the game, three of each of two seats."""
    features = Features()
    places = {
        "round": features.one("round", "round", 1, 10),
        "held": features.each("held", 2, "card", "copies held", 0, 3),
        "spice": features.seat("spice", "spice", 0, 50),
        "track": features.seat_each("track", 2, "faction", "level", 0, 6),
    }
    places["stride"] = features.repeat("{name}_{seat}", ("own", "next"))
    return features, places


def test_places_follow_each_other() -> None:
    features, places = small()
    assert places == {"round": 0, "held": 1, "spice": 3, "track": 4, "stride": 3}
    assert features.width == 9


def test_names_come_from_subjects_and_seats() -> None:
    names = [one.name for one in small()[0].table({"card": ["dagger", ""], "faction": ["a", "b", "c"]})]
    assert names == [
        "round", "held_dagger", "held_1",
        "spice_own", "track_a_own", "track_b_own", "spice_next", "track_a_next", "track_b_next",
    ]  # fmt: skip


def test_terms_are_named_without_a_seat() -> None:
    assert small()[0].terms({"faction": ["a", "b"]}, 2, 4) == ("held_1", "spice", "track_a", "track_b")


def test_values_are_kept_within_their_range() -> None:
    one = small()[0].table({})[0]
    assert [one.within(n) for n in (0, 1, 7, 10, 11)] == [1, 1, 7, 10, 10]


def test_declarations_that_cannot_be() -> None:
    features, _ = small()
    for wrong in (
        lambda: features.one("late", "after the seats", 0, 1),
        lambda: features.seat("spice", "twice", 0, 1),
        lambda: features.seat("wide", "more than 16 bits", 0, 1 << 15),
        lambda: features.seat("empty", "no value", 1, 0),
    ):
        with pytest.raises(KernelError):
            wrong()
