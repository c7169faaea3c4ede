"""The greedy player: tries its answers to the end of its own turn, on a copy whose hidden part is dealt anew.

Nothing it does depends on what it may not know: it starts from ``hide``, and its random numbers are its own.
"""

# ruff: noqa: F821  (hooks and records belong to the game)
from __future__ import annotations

from dune_sim.kernel.players.fixed import exp_below
from dune_sim.kernel.players.judge import deal, know, worth
from dune_sim.kernel.players.layout import DEPTH, KEEPS_FIRST, RANKED
from dune_sim.kernel.players.lines import (
    answer_others,
    asked_here,
    behind,
    best_line,
    in_chain,
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

#: a position gives the best of its answers one in so many of the ends that are left
SHARE = 3
#: ends that are judged behind an answer that chance follows on: another deal leads elsewhere
LUCKY = 8


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
    fresh = pilot.decisions == 0 or pilot.manner[seat].plan == 0 or plan.seat != seat
    if fresh or k == 0 or k >= plan.firm or plan.asked[k] != asked_here(g, n):
        pilot.step = 0
        return -1
    if not is_answer(pilot.offer, n, plan.actions[k]):
        pilot.step = 0
        return -1
    pilot.step = k + 1
    return plan.actions[k]


def look_ahead(t: Tables, pilot: Pilot, seat: int, leaves: int) -> None:
    """Try answers, and the answers to what they lead to, until the own turn ends; the best lines are kept.

    It begins with the world of the first level. Of every position all answers are tried first, the turn finished at
    once behind each; what is left to be judged goes to the positions behind the best of them, the better the more.
    Where fewer ends may be judged than there are answers, as many sensible ones are tried.
    """
    first = pilot.levels[0]
    n = ask(t, first.world, first.asked)
    pilot.kept = 0
    pilot.path.seat = seat
    pilot.turn = turn_number(t, first.world)
    try_answers(t, pilot, seat, 0, n, max(n, leaves))
    depth = 0
    while depth >= 0:
        level = pilot.levels[depth]
        if level.at == level.ranked or level.left == 0:
            if depth > 0:
                pilot.levels[depth - 1].left += level.left
            depth -= 1
        else:
            go_down(t, pilot, seat, depth)
            depth += 1


def try_answers(t: Tables, pilot: Pilot, seat: int, depth: int, n: int, leaves: int) -> None:
    """Judge where the answers of a position lead if the turn is finished at once; rank those that leave a choice."""
    level = pilot.levels[depth]
    tries = min(n, leaves)
    level.many = n
    level.left = leaves - tries
    level.ranked = 0
    level.at = 0
    for k in range(tries):
        action = 0
        if tries == n:
            action = offer_at(level.asked, k)
        else:
            action = complete(t, level.world, level.asked, pilot.rng, n)
        many = take_down(t, pilot, seat, depth, action)
        open_end = many > 0 and depth + 2 < DEPTH and in_chain(t, pilot.levels[depth + 1].world, pilot, seat)
        value = end_line(t, pilot, seat, depth, many)
        if open_end and level.left > 0:
            rank_answer(level, action, value)


def take_down(t: Tables, pilot: Pilot, seat: int, depth: int, action: int) -> int:
    """Give an answer on the next level; how many answers the next question of the seat has."""
    level = pilot.levels[depth]
    note(pilot.path, depth, level.world, level.many, action)
    below_it = pilot.levels[depth + 1]
    copy(below_it.world, level.world)
    n = take(t, below_it.world, below_it.asked, action)
    alone = not others_asked(t, below_it.world, pilot, seat, n)
    below_it.sure = int(alone and same_chance(level.world, below_it.world))
    return answer_others(t, below_it.world, below_it.asked, pilot, seat, n)


def end_line(t: Tables, pilot: Pilot, seat: int, depth: int, n: int) -> int:
    """Finish the turn, keep the line if it is good; how good its end is."""
    level = pilot.levels[depth]
    below_it = pilot.levels[depth + 1]
    run_out(t, below_it.world, below_it.asked, pilot, seat, n, depth + 1)
    late = not same_chance(level.world, below_it.world)
    early = by_chance(pilot, depth)
    value = worth(t, below_it.world, pilot, seat)
    keep_line(pilot, value, early or late, below_it.world)
    return value


def rank_answer(level: Level, action: int, value: int) -> None:
    """Put an answer where it belongs among the best of its position, once."""
    for k in range(level.ranked):
        if level.answers[k] == action:
            return
    k = level.ranked
    if k < RANKED:
        level.ranked += 1
    elif value > level.worths[k - 1]:
        k -= 1
    else:
        return
    while k > 0 and value > level.worths[k - 1]:
        level.answers[k] = level.answers[k - 1]
        level.worths[k] = level.worths[k - 1]
        k -= 1
    level.answers[k] = action
    level.worths[k] = value


def go_down(t: Tables, pilot: Pilot, seat: int, depth: int) -> None:
    """Try the answers behind the best answer that is left: a third of what may still be judged, at the last all."""
    level = pilot.levels[depth]
    action = level.answers[level.at]
    level.at += 1
    leaves = level.left if level.at == level.ranked else (level.left + SHARE - 1) // SHARE
    n = take_down(t, pilot, seat, depth, action)
    if pilot.levels[depth + 1].sure == 0:
        leaves = min(leaves, LUCKY)
    level.left -= leaves
    try_answers(t, pilot, seat, depth + 1, n, leaves)


def by_chance(pilot: Pilot, depth: int) -> bool:
    """Whether chance or others came in on the way to the end; notes how far the line goes without them."""
    path = pilot.path
    for k in range(depth + 1):
        if pilot.levels[k + 1].sure == 0:
            path.firm = k + 1
            return True
    return path.firm < path.length


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
