"""Options of War for Arrakis that say who plays: two people, teams, or people against the automated Harkonnen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from dune_sim.errors import UsageError
from dune_sim.games.arrakis.content.vocabulary import FACTIONS
from dune_sim.games.checks import is_one_of, whole
from dune_sim.lang.editions import LEAN

TWO_PLAYER, SOLO, TEAMS = MODES = ("two_player", "solo", "teams")
#: what people may share -> the factions that two of them play together
SHARED: dict[str, tuple[str, ...]] = {"harkonnen": ("harkonnen",), "atreides": ("atreides",), "both": tuple(FACTIONS)}
#: the boards that lie before people: those of whole factions or of their Houses, then those of the allies
HOUSES = ("house_harkonnen", "house_atreides")
ALLIES = ("corrino_ally", "fremen_ally")
HARKONNEN, ATREIDES = range(2)
ALLY = 2  # the board of the ally of faction f is ALLY + f
NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four"}


@dataclass(frozen=True)
class Mode:
    """A way to play: its name, how many people play, and which factions two of them share."""

    name: str = TWO_PLAYER
    players: int = 2
    shared: tuple[str, ...] = ()

    @property
    def edition(self) -> str:
        """The smallest edition that holds it."""
        return LEAN if self.name == TWO_PLAYER else "full"

    @property
    def automated(self) -> tuple[int, ...]:
        """Factions that nobody plays."""
        return (HARKONNEN,) if self.name == SOLO else ()

    @property
    def boards(self) -> list[int]:
        """The board before each seat: 0 and 1 those of a faction or its House, 2 and 3 those of its ally."""
        led = [who for who in range(len(FACTIONS)) if who not in self.automated]
        return led + [ALLY + who for who in led if FACTIONS[who] in self.shared]

    @property
    def seats(self) -> tuple[str, ...]:
        """What each seat plays: a faction, its House or its ally; then the factions that nobody plays."""
        return tuple(self._plays(board) for board in self.boards) + tuple(FACTIONS[who] for who in self.automated)

    def _plays(self, board: int) -> str:
        if board >= ALLY:
            return ALLIES[board - ALLY]
        return HOUSES[board] if FACTIONS[board] in self.shared else FACTIONS[board]

    @property
    def laid(self) -> list[list[tuple[int, str]]]:
        """The boards on the table, those of each faction together: their numbers and what they are called."""
        found = []
        for who, faction in enumerate(FACTIONS):
            boards = (who, ALLY + who) if faction in self.shared else (who,)
            found.append([(board, self._plays(board)) for board in boards])
        return found

    @property
    def spec(self) -> dict[str, Any]:
        """What a set-up says of it; nothing for two players."""
        if self.name == TWO_PLAYER:
            return {}
        told = next((word for word, factions in SHARED.items() if factions == self.shared), None)
        return {"mode": self.name, "players": self.players, **({"shared": told} if told else {})}


TWO = Mode()


def check_mode(mode: object, players: object = None, shared: object = None) -> Mode:
    """The way to play that was asked for."""
    if not is_one_of(mode, MODES):
        near = get_close_matches(str(mode), MODES, 1)
        hint = f"did you mean {near[0]}" if near else f"choose {', '.join(MODES)}"
        raise UsageError(f"War for Arrakis has no mode {mode!r}; {hint}")
    many = _check_players(players)
    factions = _check_shared(shared)
    if mode == TEAMS:
        return _teams(many, factions)
    if mode == SOLO:
        return _solo(many, factions)
    if many not in (None, 2):
        ask = 'mode="solo" for one' if many == 1 else 'mode="teams" for three or four'
        raise UsageError(f'players={many} is not for mode="two_player": use {ask}')
    if factions:
        raise UsageError('shared is for mode="teams": two players share no faction')
    return Mode()


def _check_players(players: object) -> int | None:
    if players is None:
        return None
    many = whole(players)
    if many not in NUMBERS:
        raise UsageError(f"War for Arrakis is for 1 to 4 players, not {players!r}")
    return many


def _check_shared(shared: object) -> tuple[str, ...]:
    if shared is None:
        return ()
    if not is_one_of(shared, SHARED):
        near = get_close_matches(str(shared), SHARED, 1)
        hint = f"did you mean {near[0]}" if near else f"choose {', '.join(SHARED)}"
        raise UsageError(f"nobody can share {shared!r}; {hint}")
    return SHARED[str(shared)]


def _teams(many: int | None, factions: Sequence[str]) -> Mode:
    """Three people share one faction, the Harkonnen unless told otherwise; four share both (ARR-TEAM-01)."""
    if many is not None and many < 3:
        raise UsageError(f"teams are for three or four players, not {NUMBERS[many]}")
    if many is None:
        if not factions:
            raise UsageError("say how many players the teams have: players=3 or players=4")
        many = 2 + len(factions)
    if many == 3 and len(factions) == 2:
        raise UsageError("three players share one faction: shared must be harkonnen or atreides")
    if many == 4 and len(factions) == 1:
        raise UsageError('four players share both factions: shared must be "both" or left out')
    return Mode(TEAMS, many, tuple(factions) or SHARED["harkonnen" if many == 3 else "both"])


def _solo(many: int | None, factions: Sequence[str]) -> Mode:
    """One person, or two who share the Atreides, against the automated Harkonnen (ARR-SOLO-01)."""
    if many is not None and many > 2:
        raise UsageError(f"the solo game is for one player or two, not {NUMBERS[many]}")
    if "harkonnen" in factions:
        raise UsageError("nobody plays the Harkonnen in the solo game: shared can only be atreides")
    if many == 1 and factions:
        raise UsageError("one player shares nothing; two play the solo game as players=2")
    many = many or (2 if factions else 1)
    return Mode(SOLO, many, SHARED["atreides"] if many == 2 else ())
