"""The greedy player: tries its answers to the end of its own turn, on a copy whose hidden part is dealt anew.

Nothing it does depends on what it may not know: it starts from ``hide``, and its random numbers are its own.
"""

# ruff: noqa: F821  (hooks and records belong to the game)
from __future__ import annotations

from dune_sim.kernel.players.fixed import exp_below
from dune_sim.kernel.players.judge import deal, know, worth
from dune_sim.kernel.players.layout import DEPTH, KEEPS_FIRST
from dune_sim.kernel.players.lines import (
    answer_others,
    asked_here,
    behind,
    best_line,
    is_answer,
    keep_line,
    note,
    others_asked,
    run_out,
    second_look,
    take,
)
from dune_sim.kernel.rng import below, next_word
from dune_sim.kernel.stack import ask
from dune_sim.lang.intrinsics import copy


def greedy(t: Tables, g: State, pilot: Pilot, n: int) -> int:
    """The first answer of the line that leads to the best end of the turn; later ones follow it while it holds."""
    seat = to_move(t, g)
    planned = planned_answer(g, pilot, seat, n)
    if planned >= 0:
        return planned
    know(t, g, pilot, seat)
    pilot.thinker = seat
    pilot.keeps = KEEPS_FIRST
    seed = next_word(pilot.rng)
    deal(t, pilot, pilot.levels[0].world, seat, seed)
    look_ahead(t, pilot, seat, pilot.manner[seat].leaves)
    second_look(t, pilot, seat)
    k = chosen_line(pilot, seat)
    copy(pilot.plan, pilot.lines[k])
    pilot.step = 1
    return pilot.plan.actions[0]


def planned_answer(g: State, pilot: Pilot, seat: int, n: int) -> int:
    """What the plan says, -1 where it says nothing: it is another's, chance has come in, or something else is asked."""
    plan = pilot.plan
    k = pilot.step
    if pilot.decisions == 0 or plan.seat != seat or k == 0 or k >= plan.firm or plan.asked[k] != asked_here(g, n):
        pilot.step = 0
        return -1
    if not is_answer(pilot.offer, n, plan.actions[k]):
        pilot.step = 0
        return -1
    pilot.step = k + 1
    return plan.actions[k]


def look_ahead(t: Tables, pilot: Pilot, seat: int, leaves: int) -> None:
    """Try answers, and the answers to what they lead to, until the own turn ends; the best lines are kept.

    It begins with the world of the first level. Positions share out the ends that may be judged below them evenly;
    where there are fewer than answers, as many sensible ones are tried.
    """
    first = pilot.levels[0]
    n = ask(t, first.world, first.asked)
    open_level(pilot, 0, n, max(n, leaves))
    pilot.kept = 0
    pilot.path.seat = seat
    depth = 0
    while depth >= 0:
        level = pilot.levels[depth]
        if level.at == level.tries:
            depth -= 1
        elif descend(t, pilot, seat, depth):
            depth += 1


def open_level(pilot: Pilot, depth: int, n: int, leaves: int) -> None:
    level = pilot.levels[depth]
    level.many = n
    level.leaves = leaves
    level.tries = min(n, leaves)
    level.at = 0


def descend(t: Tables, pilot: Pilot, seat: int, depth: int) -> bool:
    """Try the next answer of a position. False if that was judged, True if answers to what follows are to be tried."""
    level = pilot.levels[depth]
    action = 0
    if level.tries == level.many:
        action = offer_at(level.asked, level.at)
    else:
        action = complete(t, level.world, level.asked, pilot.rng, level.many)
    leaves = (level.leaves + level.at) // level.tries
    level.at += 1
    note(pilot.path, depth, level.world, level.many, action)
    below_it = pilot.levels[depth + 1]
    copy(below_it.world, level.world)
    n = take(t, below_it.world, below_it.asked, action)
    below_it.sure = int(same_chance(level.world, below_it.world) and not others_asked(t, below_it.world, seat, n))
    n = answer_others(t, below_it.world, below_it.asked, pilot, seat, n)
    if n > 0 and leaves > 1 and depth + 2 < DEPTH and chain_goes_on(t, below_it.world, seat):
        open_level(pilot, depth + 1, n, leaves)
        return True
    run_out(t, below_it.world, below_it.asked, pilot, seat, n, depth + 1)
    if not same_chance(level.world, below_it.world):
        below_it.sure = 0
    value = worth(t, below_it.world, pilot, seat)
    chance = by_chance(pilot, depth)
    keep_line(pilot, value, chance, below_it.world)
    return False


def by_chance(pilot: Pilot, depth: int) -> bool:
    """Whether chance or others came in on the way to the end; notes how far the line goes without them."""
    path = pilot.path
    path.firm = path.length
    for k in range(depth + 1):
        if pilot.levels[k + 1].sure == 0:
            path.firm = k + 1
            return True
    return False


def same_chance(g: State, later: State) -> bool:
    """Whether no random number was used in between."""
    return g.rng.s[0] == later.rng.s[0] and g.rng.s[1] == later.rng.s[1] and g.rng.s[2] == later.rng.s[2]


def chosen_line(pilot: Pilot, seat: int) -> int:
    """The best line, or by chance a worse one: the more rarely the more share it costs."""
    best = best_line(pilot)
    temperature = pilot.manner[seat].temperature
    if temperature == 0:
        return best
    total = 0
    for k in range(pilot.kept):
        total += exp_below(behind(pilot, k, best) * 16 // temperature)
    rest = below(pilot.rng, total)
    for k in range(pilot.kept):
        rest -= exp_below(behind(pilot, k, best) * 16 // temperature)
        if rest < 0:
            return k
    return best
