"""Options of an Imperium game, each wrong one told in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from dune_sim.errors import UsageError
from dune_sim.games.checks import is_one_of, whole
from dune_sim.games.imperium.content.models import ImperiumContent

#: sets that will be modules
LATER_MODULES = ("rise_of_ix", "immortality", "uprising", "bloodlines", "tech")

#: readings of the rules that can be asked for instead of those of the booklet
RULINGS = ("bindu_passes", "late_reveal_wins")


def check_players(players: int) -> int:
    """Three or four."""
    number = whole(players)
    if number is None:
        raise UsageError(f"players must be 3 or 4, not {players!r}")
    if number in (1, 2):
        raise UsageError("imperium for one or two players needs House Hagal, which is not there yet; choose 3 or 4")
    if number not in (3, 4):
        raise UsageError(f"imperium is for 3 or 4 players, not {number}")
    return number


def check_modules(modules: str | Sequence[str] | None) -> tuple[str, ...]:
    """No module is playable yet."""
    if not (modules is None or isinstance(modules, str | Sequence)):
        raise UsageError(f"modules must be a list of names, not {modules!r}")
    for one in (modules,) if isinstance(modules, str) else modules or ():
        if is_one_of(one, LATER_MODULES):
            raise UsageError(f"the module {one!r} is not there yet; leave modules empty for the base game")
        near = get_close_matches(str(one), LATER_MODULES, 1)
        raise UsageError(f"there is no module {one!r}" + (f"; did you mean {near[0]} (not there yet)" if near else ""))
    return ()


def check_leaders(content: ImperiumContent, players: int, leaders: str | Sequence[str] | None) -> str | list[str]:
    """``"random"``, ``"draft"``, or one leader for each seat."""
    if leaders is None:
        return "random"
    if isinstance(leaders, str):
        if leaders in ("random", "draft"):
            return leaders
        leaders = [leaders]
    if not isinstance(leaders, Sequence):
        raise UsageError(f"leaders must be random, draft or a list of leader ids, not {leaders!r}")
    known = list(content.leaders.ids)
    for one in leaders:
        if not is_one_of(one, known):
            near = get_close_matches(str(one), known, 1) or [name for name in known if str(one).lower() in name][:1]
            raise UsageError(
                f"there is no leader {one!r}; "
                + (f"did you mean {near[0]}" if near else f"choose from {', '.join(known)}")
            )
    for one in leaders:
        if list(leaders).count(one) > 1:
            raise UsageError(f"two players cannot both have {one}")
    if len(leaders) != players:
        raise UsageError(f"{players} players need {players} leaders, not {len(leaders)}")
    return list(leaders)
