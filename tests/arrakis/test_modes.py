"""Who plays: modes, how many people, which factions they share."""

from __future__ import annotations

import pytest

from dune_sim import make
from dune_sim.errors import UsageError
from dune_sim.games.arrakis.options import Mode, check_mode

REFUSED = {
    "no mode 'duel'; choose two_player, solo, teams": ("duel",),
    "no mode 'team'; did you mean teams": ("team",),
    "for 1 to 4 players, not 5": ("teams", 5),
    "for 1 to 4 players, not 'three'": ("teams", "three"),
    "for 1 to 4 players, not True": ("teams", True),
    "teams are for three or four players, not two": ("teams", 2),
    "teams are for three or four players, not one": ("teams", 1, "both"),
    "say how many players": ("teams",),
    "three players share one faction": ("teams", 3, "both"),
    "four players share both factions": ("teams", 4, "atreides"),
    "nobody can share 'atredies'; did you mean atreides": ("teams", 3, "atredies"),
    "nobody can share 'house'; choose harkonnen, atreides, both": ("teams", 3, "house"),
    'players=3 is not for mode="two_player": use mode="teams"': ("two_player", 3),
    'players=1 is not for mode="two_player": use mode="solo"': ("two_player", 1),
    "two players share no faction": ("two_player", 2, "both"),
    "for one player or two, not three": ("solo", 3),
    "nobody plays the Harkonnen": ("solo", 2, "both"),
    "one player shares nothing": ("solo", 1, "atreides"),
}

SEATS = {
    (): ["harkonnen", "atreides"],
    ("two_player", 2): ["harkonnen", "atreides"],
    ("teams", 3): ["house_harkonnen", "atreides", "corrino_ally"],
    ("teams", 3, "atreides"): ["harkonnen", "house_atreides", "fremen_ally"],
    ("teams", None, "atreides"): ["harkonnen", "house_atreides", "fremen_ally"],
    ("teams", 4): ["house_harkonnen", "house_atreides", "corrino_ally", "fremen_ally"],
    ("teams", None, "both"): ["house_harkonnen", "house_atreides", "corrino_ally", "fremen_ally"],
    ("solo",): ["atreides", "harkonnen"],
    ("solo", 2): ["house_atreides", "fremen_ally", "harkonnen"],
    ("solo", None, "atreides"): ["house_atreides", "fremen_ally", "harkonnen"],
}


@pytest.mark.parametrize("said", REFUSED)
def test_impossible_tables_are_refused_in_a_sentence(said: str) -> None:
    names = ("mode", "players", "shared")
    with pytest.raises(UsageError) as error:
        make("arrakis", **dict(zip(names, REFUSED[said], strict=False)))
    assert said in str(error.value) and "\n" not in str(error.value)


@pytest.mark.rule("ARR-TEAM-01", "ARR-TEAM-02")
@pytest.mark.parametrize("asked", SEATS, ids=str)
def test_who_sits_where(asked: tuple[object, ...]) -> None:
    mode = check_mode(*(asked or ("two_player",)))
    assert list(mode.seats) == SEATS[asked]
    assert mode.players == len(mode.boards) == len(mode.seats) - len(mode.automated)


@pytest.mark.parametrize("asked", SEATS, ids=str)
def test_what_a_set_up_says_of_it_makes_it_again(asked: tuple[object, ...]) -> None:
    mode = check_mode(*(asked or ("two_player",)))
    assert check_mode(**{"mode": "two_player", **mode.spec}) == mode
    assert (mode.spec == {}) == (mode == Mode())


def test_slots_of_the_one_board_are_no_option_where_two_share_it() -> None:
    with pytest.raises(UsageError, match="two_slots speaks of the board of one Harkonnen player"):
        make("arrakis", mode="teams", players=4, two_slots=True)
    assert make("arrakis", mode="teams", players=3, shared="atreides", two_slots=True).spec["two_slots"]
