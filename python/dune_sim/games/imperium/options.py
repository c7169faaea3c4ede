"""Options of an Imperium game, each wrong one told in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from dune_sim.errors import UsageError
from dune_sim.games.checks import is_one_of, whole
from dune_sim.games.imperium.content.models import ImperiumContent
from dune_sim.games.imperium.content.opponents import SOLO_RIVALS, Rivals
from dune_sim.lang.editions import LEAN

#: sets that will be modules
LATER_MODULES = ("rise_of_ix", "immortality", "uprising")
#: those that there are, and what each needs besides
MODULES = {"bloodlines": (), "tech": ("bloodlines",)}

#: people at one table
MOST_PLAYERS = 4

#: readings of the rules that can be asked for instead of those of the booklet
RULINGS = ("bindu_passes", "late_reveal_wins", "cleanup_is_no_loss")


def check_players(players: int) -> int:
    """One to four."""
    number = whole(players)
    if number is None:
        raise UsageError(f"players must be a number from 1 to 4, not {players!r}")
    if not 1 <= number <= MOST_PLAYERS:
        raise UsageError(f"imperium is for 1 to 4 players, not {number}")
    return number


def smallest_edition(players: int, modules: Sequence[str] = ()) -> str:
    """The smallest edition that holds such a game."""
    return "full" if players < 3 or modules else LEAN


def check_rivals(
    content: ImperiumContent,
    players: int,
    leaders: str | list[str],
    difficulty: str | None,
    rivals: str | Sequence[str] | None,
) -> Rivals | None:
    """Who sits at the table besides people: nobody, House Hagal, or the two rivals of the solo game."""
    if players > 1:
        for name, given in (("difficulty", difficulty), ("rivals", rivals)):
            if given is not None:
                raise UsageError(f"{name} is for the solo game (players=1), not for {players} players")
        return Rivals() if players == 2 else None
    known = list(content.difficulties.ids)
    asked = known[0] if difficulty is None else difficulty
    if not is_one_of(asked, known):
        near = get_close_matches(str(asked), known, 1)
        hint = f"did you mean {near[0]}" if near else f"choose {', '.join(known)}"
        raise UsageError(f"there is no difficulty {asked!r}; {hint}")
    level = content.difficulties.get(asked)
    if rivals is None or rivals == "random":
        return Rivals(level, "draft" if leaders == "draft" else None)
    return Rivals(level, _rival_leaders(content, leaders, rivals))


def _rival_leaders(content: ImperiumContent, leaders: str | list[str], rivals: str | Sequence[str]) -> list[str]:
    """Two different leaders that rivals may have and the player has not."""
    if isinstance(rivals, str):
        rivals = [rivals]
    if not isinstance(rivals, Sequence):
        raise UsageError(f"rivals must be random or a list of two leader ids, not {rivals!r}")
    for one in rivals:
        check_leader(content, one)
        if not content.leaders.get(one).rival_allowed:
            raise UsageError(f"{content.leaders.get(one).name} cannot be a rival")
        if list(rivals).count(one) > 1:
            raise UsageError(f"two rivals cannot both have {one}")
        if isinstance(leaders, list) and one in leaders:
            raise UsageError(f"a rival cannot have {one}, whom the player has")
    if len(rivals) != SOLO_RIVALS:
        raise UsageError(f"the solo game has {SOLO_RIVALS} rivals, not {len(rivals)}")
    return list(rivals)


def check_modules(modules: str | Sequence[str] | None, players: int = 4) -> tuple[str, ...]:
    """The modules asked for, in the order in which their content is read."""
    if not (modules is None or isinstance(modules, str | Sequence)):
        raise UsageError(f"modules must be a list of names, not {modules!r}")
    asked = (modules,) if isinstance(modules, str) else tuple(modules or ())
    for one in asked:
        if is_one_of(one, LATER_MODULES):
            raise UsageError(f"the module {one!r} is not there yet; there are {', '.join(MODULES)}")
        if not is_one_of(one, tuple(MODULES)):
            near = get_close_matches(str(one), [*MODULES, *LATER_MODULES], 1)
            late = " (not there yet)" if near and near[0] in LATER_MODULES else ""
            raise UsageError(f"there is no module {one!r}" + (f"; did you mean {near[0]}{late}" if near else ""))
        for other in MODULES[one]:
            if other not in asked:
                raise UsageError(f"the module {one!r} needs the module {other!r} as well")
    if asked and players < 3:
        raise UsageError(f"{' and '.join(asked)} for one or two players is not there yet: rivals know no commanders")
    return tuple(one for one in MODULES if one in asked)


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
    for one in leaders:
        check_leader(content, one)
    for one in leaders:
        if list(leaders).count(one) > 1:
            raise UsageError(f"two players cannot both have {one}")
    if len(leaders) != players:
        people = f"{players} players need {players} leaders" if players > 1 else "one player needs one leader"
        raise UsageError(f"{people}, not {len(leaders)}")
    return list(leaders)


def check_leader(content: ImperiumContent, one: object) -> None:
    """Refuse what is no leader, with the nearest that is."""
    known = list(content.leaders.ids)
    if not is_one_of(one, known):
        near = get_close_matches(str(one), known, 1) or [name for name in known if str(one).lower() in name][:1]
        raise UsageError(
            f"there is no leader {one!r}; "
            + (f"did you mean {near[0]}" if near else f"choose from {', '.join(known)}")
        )
