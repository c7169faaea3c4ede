"""Slow, obvious Dune: Imperium bookkeeping: combat, influence and alliances, endgame, control, harvest, sending.

Written from the rulebook and its FAQ alone.

API
---
strength(troops, swords), marker(strength)        IMP-REVEAL-07 to 11
rewards(strengths, strict_second_tie=False)       seat -> place of the reward taken (1, 2, 3) or None
winner(strengths)                                 the one seat that won the conflict, or None
combat_turn(order, troops, history)               whose visit is next in the combat step, or None when it is over
Tracks, step_up, step_down, change_influence      influence, VP, level-4 bonus, alliance hand-over
all_influence_results                             every outcome of a change (old holder's choice among receivers)
Score, ranking, winners, game_over                IMP-END-02, 03; IMP-RECALL-01
take_control, control_bonus, may_defend           IMP-CTRL
harvest, makers_phase                             IMP-MAKER, Carryall, Countess Ariana
recruit, most_deployable                          IMP-AGENT-14 to 20
Visitor, legal_spaces, space_cost                 where an agent may go (IMP-AGENT-02 to 08, 24)

Seats are numbered clockwise from 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

FACTIONS = ("emperor", "guild", "bene_gesserit", "fremen")
TOP_LEVEL = 6
VP_LEVEL = 2
ALLIANCE_LEVEL = 4
MAKER_BASE = {"imperial_basin": 1, "hagga_basin": 2, "the_great_flat": 3}
CONTROL_BONUS = {"arrakeen": "solari", "carthag": "solari", "imperial_basin": "spice"}
RESOURCES = ("solari", "spice", "water")


# --- combat ---------------------------------------------------------------------------------------------------


def strength(troops: int, swords: int) -> int:
    """Two for each troop in the conflict and one for each sword; nothing without a troop."""
    return 2 * troops + swords if troops > 0 else 0


def marker(points: int) -> tuple[bool, int]:
    """Whether the +20 side shows, and the space of the combat track."""
    return (True, points - 20) if points > 20 else (False, points)


def _tied(strengths: list[int], excluded: set[int]) -> set[int]:
    """Seats that share the highest strength above 0 among those not excluded."""
    best = max([s for seat, s in enumerate(strengths) if seat not in excluded], default=0)
    if best == 0:
        return set()
    return {seat for seat, s in enumerate(strengths) if s == best and seat not in excluded}


def rewards(strengths: list[int], strict_second_tie: bool = False) -> dict[int, int | None]:
    """Which reward each seat takes. ``strict_second_tie``: the other reading of IMP-AMB-07."""
    four = len(strengths) == 4
    places: dict[int, int | None] = dict.fromkeys(range(len(strengths)))
    first = _tied(strengths, set())
    if len(first) > 1:
        places |= dict.fromkeys(first, 2)
        if four and len(first) == 2:
            rest = _tied(strengths, first)
            if len(rest) == 1:
                places |= dict.fromkeys(rest, 3)
        return places
    places |= dict.fromkeys(first, 1)
    second = _tied(strengths, first)
    if len(second) > 1:
        if four or not strict_second_tie:
            places |= dict.fromkeys(second, 3)
        return places
    places |= dict.fromkeys(second, 2)
    third = _tied(strengths, first | second)
    if four and len(third) == 1:
        places |= dict.fromkeys(third, 3)
    return places


def winner(strengths: list[int]) -> int | None:
    """The seat that won outright."""
    return next((seat for seat, place in rewards(strengths).items() if place == 1), None)


def combat_turn(order: list[int], troops: dict[int, int], history: list[tuple[int, str]]) -> int | None:
    """Seat to visit next. ``history`` lists past visits as (seat, "pass" or "play"), ``troops`` is the present.

    ``order`` is clockwise from the first player. The step ends once everybody who still has a troop in the
    conflict has passed since the last card was played.
    """
    present = [seat for seat in order if troops.get(seat, 0) > 0]
    passed: set[int] = set()
    for seat, what in history:
        passed = passed | {seat} if what == "pass" else set()
    if all(seat in passed for seat in present):
        return None
    last = order.index(history[-1][0]) if history else -1
    for step in range(1, len(order) + 1):
        seat = order[(last + step) % len(order)]
        if seat in present:
            return seat
    return None


# --- influence and alliances ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tracks:
    """One faction: level of every seat and who holds the alliance token."""

    levels: tuple[int, ...]
    holder: int | None = None

    def moved(self, seat: int, step: int) -> Tracks:
        levels = list(self.levels)
        levels[seat] += step
        return replace(self, levels=tuple(levels))


class Event(NamedTuple):
    """What a change brought: ``kind`` is "vp" or "bonus" (the one printed at level 4)."""

    kind: str
    seat: int
    amount: int


def step_up(tracks: Tracks, seat: int) -> tuple[Tracks, list[Event]]:
    """One step up for one seat."""
    if tracks.levels[seat] == TOP_LEVEL:
        return tracks, []
    tracks = tracks.moved(seat, +1)
    level, events = tracks.levels[seat], []
    if level == VP_LEVEL:
        events.append(Event("vp", seat, 1))
    if level == ALLIANCE_LEVEL:
        events.append(Event("bonus", seat, 1))
    if level >= ALLIANCE_LEVEL and tracks.holder is None:
        return replace(tracks, holder=seat), [*events, Event("vp", seat, 1)]
    if tracks.holder not in (None, seat) and level > tracks.levels[tracks.holder]:
        events += [Event("vp", tracks.holder, -1), Event("vp", seat, 1)]
        return replace(tracks, holder=seat), events
    return tracks, events


def receivers(before: Tracks, after: Tracks) -> set[int] | None:
    """Who may get the token after its holder lost a step: None = it stays, empty = back to the board."""
    holder = before.holder
    if holder is None:
        return None
    others = [seat for seat in range(len(after.levels)) if seat != holder]
    overtaken = {s for s in others if before.levels[s] == before.levels[holder] and s in _ahead(after, holder)}
    high = {seat for seat in others if after.levels[seat] >= ALLIANCE_LEVEL}
    if overtaken and before.levels[holder] >= ALLIANCE_LEVEL:
        # Somebody who was higher than the holder would hold the token already, so these are the highest.
        return overtaken
    if after.levels[holder] < ALLIANCE_LEVEL:
        best = max((after.levels[seat] for seat in high), default=0)
        return {seat for seat in high if after.levels[seat] == best}
    return None


def _ahead(tracks: Tracks, seat: int) -> set[int]:
    return {other for other, level in enumerate(tracks.levels) if level > tracks.levels[seat]}


def step_down(tracks: Tracks, seat: int) -> list[tuple[Tracks, list[Event]]]:
    """One step down: every outcome, one for each receiver the old holder may name."""
    if tracks.levels[seat] == 0:
        raise ValueError("a step that does not exist cannot be lost")
    after = tracks.moved(seat, -1)
    events = [Event("vp", seat, -1)] if after.levels[seat] == VP_LEVEL - 1 else []
    heirs = receivers(tracks, after) if tracks.holder == seat else None
    if heirs is None:
        return [(after, events)]
    events = [*events, Event("vp", seat, -1)]
    if not heirs:
        return [(replace(after, holder=None), events)]
    return [(replace(after, holder=heir), [*events, Event("vp", heir, 1)]) for heir in sorted(heirs)]


def all_influence_results(tracks: Tracks, seat: int, steps: int) -> list[tuple[Tracks, list[Event]]]:
    """Every outcome of gaining (positive) or losing (negative) steps, one step at a time."""
    results: list[tuple[Tracks, list[Event]]] = [(tracks, [])]
    for _ in range(abs(steps)):
        following = []
        for now, events in results:
            outcomes = [step_up(now, seat)] if steps > 0 else step_down(now, seat)
            following += [(after, events + more) for after, more in outcomes]
        results = following
    return results


def change_influence(tracks: Tracks, seat: int, steps: int) -> tuple[Tracks, list[Event]]:
    """The outcome when nobody has a choice; the first one by seat otherwise."""
    return all_influence_results(tracks, seat, steps)[0]


# --- end of the game ------------------------------------------------------------------------------------------


class Score(NamedTuple):
    """What decides the game, in the order in which it decides."""

    vp: int
    spice: int = 0
    solari: int = 0
    water: int = 0
    garrison: int = 0


def ranking(scores: list[Score]) -> list[int]:
    """Rank of every seat, 1 is best; seats level in everything share a rank."""
    return [1 + sum(1 for other in scores if other > score) for score in scores]


def winners(scores: list[Score]) -> list[int]:
    """Seats that win, several if everything is tied (IMP-AMB-17)."""
    return [seat for seat, rank in enumerate(ranking(scores)) if rank == 1]


def game_over(vp: list[int], conflicts_left: int) -> bool:
    """Checked in the recall phase only."""
    return max(vp) >= 10 or conflicts_left == 0


# --- control and spice ----------------------------------------------------------------------------------------


def take_control(control: dict[str, int | None], space: str, seat: int) -> dict[str, int | None]:
    """The winner's marker replaces whatever lies there."""
    return {**control, space: seat}


def control_bonus(control: dict[str, int | None], space: str) -> tuple[int, str] | None:
    """Who gets one of what when anybody sends an agent to the space."""
    owner = control.get(space)
    return None if owner is None or space not in CONTROL_BONUS else (owner, CONTROL_BONUS[space])


def may_defend(control: dict[str, int | None], conflict_space: str | None, supply: dict[int, int]) -> int | None:
    """Seat that may put one troop from its supply into the conflict just revealed."""
    owner = control.get(conflict_space) if conflict_space else None
    return owner if owner is not None and supply.get(owner, 0) > 0 else None


def harvest(space: str, bonus: int, carryall: bool = False, ariana: bool = False) -> tuple[int, int]:
    """Spice taken and cards drawn by sending an agent to a maker space; the bonus spice is then gone."""
    base = MAKER_BASE[space] * (2 if carryall else 1)
    total = base + bonus
    return (max(0, total - 1), 1) if ariana else (total, 0)


def makers_phase(bonus: dict[str, int], occupied: set[str]) -> dict[str, int]:
    """One more bonus spice on every maker space without an agent."""
    return {space: spice + (space not in occupied) for space, spice in bonus.items()}


# --- troops and sending ---------------------------------------------------------------------------------------


def recruit(garrison: int, supply: int, symbols: int) -> tuple[int, int, int]:
    """Garrison, supply and number really recruited."""
    number = min(symbols, supply)
    return garrison + number, supply - number, number


def most_deployable(garrison: int, recruited: int, combat_space: bool) -> int:
    """Most troops for the conflict after an agent turn; ``garrison`` already counts the recruited ones."""
    return min(garrison, recruited + 2) if combat_space else 0


@dataclass
class Visitor:
    """What matters when a player sends an agent."""

    seat: int
    leader: str = ""
    purse: dict[str, int] = field(default_factory=dict)
    influence: dict[str, int] = field(default_factory=dict)
    visited_once: set[str] = field(default_factory=set)  # once-per-game spaces already used
    ignores_enemies: bool = False  # Infiltrate
    anywhere: bool = False  # Kwisatz Haderach


def space_cost(space: dict[str, Any], leader: str) -> dict[str, int]:
    """Printed cost after Duke Leto's reduction; never below 0."""
    cost = dict(space.get("cost", {}))
    if leader == "duke_leto_atreides" and space["icon"] == "landsraad" and "solari" in cost:
        cost["solari"] = max(0, cost["solari"] - 1)
    return cost


def _payable(space: dict[str, Any], visitor: Visitor) -> bool:
    options = space.get("cost_options")
    costs = [option["cost"] for option in options] if options else [space_cost(space, visitor.leader)]
    return any(all(visitor.purse.get(what, 0) >= n for what, n in cost.items()) for cost in costs)


def _open(space: dict[str, Any], visitor: Visitor, agents: dict[str, list[int]]) -> bool:
    here = agents.get(space["id"], [])
    if visitor.anywhere:
        return True
    looks_through = visitor.leader == "helena_richese" and space["icon"] in ("landsraad", "city")
    if visitor.ignores_enemies or looks_through:
        return visitor.seat not in here
    return not here


def legal_spaces(
    spaces: list[dict[str, Any]],
    icons: set[str],
    visitor: Visitor,
    agents: dict[str, list[int]],
    blocked: dict[str, int] | None = None,
) -> set[str]:
    """Spaces an agent may be sent to.

    ``agents``: space -> seats whose agents stand there; ``blocked``: space -> seat that closed it with The Voice.
    """
    result = set()
    for space in spaces:
        closed = (blocked or {}).get(space["id"], visitor.seat) != visitor.seat
        used_up = space.get("limit") == "once_per_game" and space["id"] in visitor.visited_once
        needs = space.get("requires", {}).get("influence")
        welcome = needs is None or visitor.influence.get(needs["faction"], 0) >= needs["min"]
        matching = visitor.anywhere or space["icon"] in icons
        allowed = matching and welcome and not closed and not used_up
        if allowed and _payable(space, visitor) and _open(space, visitor, agents):
            result.add(space["id"])
    return result
