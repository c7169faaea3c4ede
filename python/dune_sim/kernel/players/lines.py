"""Lines of answers: followed, noted down, compared."""

# ruff: noqa: F821  (hooks and records belong to the game)
from __future__ import annotations

from dune_sim.kernel.driver import settle
from dune_sim.kernel.players.judge import STEP, deal, worth
from dune_sim.kernel.players.layout import DEPTH, KEEPS_BEST, KEEPS_FIRST, KEEPS_ONE, LINES, Line
from dune_sim.kernel.rng import next_word
from dune_sim.kernel.stack import act, ask
from dune_sim.lang.intrinsics import copy, u64

#: answers of a chain that are given blindly at most, once it is longer than a line
PATIENCE = 64


def asked_here(g: State, n: int) -> int:
    """What is asked, as far as a plan has to know: where the program stands, and how many answers there are."""
    return g.stack.frames[g.stack.depth - 1].pc * 65536 + n


def is_answer(q: Offer, n: int, action: int) -> bool:
    """Whether an action is among the n answers, which rise."""
    low = 0
    high = n
    while low < high:
        mid = (low + high) // 2
        found = offer_at(q, mid)
        if found == action:
            return True
        if found < action:
            low = mid + 1
        else:
            high = mid
    return False


def note(path: Line, k: int, g: State, n: int, action: int) -> None:
    """The k-th answer of a line and the question it was given to."""
    path.actions[k] = action
    path.asked[k] = asked_here(g, n)
    path.length = k + 1


def take(t: Tables, w: State, q: Offer, action: int) -> int:
    """Give an answer; how many answers the next question has."""
    n = act(t, w, q, action)
    return settle(t, w, q, n)


def others_asked(t: Tables, w: State, seat: int, n: int) -> bool:
    """Whether somebody else has to answer before the chain of the seat goes on."""
    return n > 0 and to_move(t, w) != seat and chain_goes_on(t, w, seat)


def answer_others(t: Tables, w: State, q: Offer, pilot: Pilot, seat: int, n: int) -> int:
    """Others answer sensibly within the chain of a seat; how many answers the next question has."""
    many = n
    while others_asked(t, w, seat, many):
        action = complete(t, w, q, pilot.rng, many)
        many = take(t, w, q, action)
    return many


def run_out(t: Tables, w: State, q: Offer, pilot: Pilot, seat: int, n: int, k: int) -> None:
    """Give sensible answers until the chain of the seat ends; its own are noted from the k-th on."""
    many = n
    at = k
    while many > 0 and at < k + PATIENCE and chain_goes_on(t, w, seat):
        action = complete(t, w, q, pilot.rng, many)
        if to_move(t, w) == seat:
            if at < DEPTH:
                note(pilot.path, at, w, many, action)
            at += 1
        many = take(t, w, q, action)


def keep_line(pilot: Pilot, value: int, chance: bool, end: State) -> None:
    """Keep the path that was tried if it is among the best."""
    path = pilot.path
    path.worth = value
    path.deals = 1
    path.chance = int(chance or (pilot.manner[path.seat].doubt != 0 and pilot.keeps != KEEPS_ONE))
    if pilot.keeps == KEEPS_FIRST:
        keep_first(pilot, value)
    elif pilot.keeps == KEEPS_BEST:
        keep_candidate(pilot, value)
    elif pilot.kept == 0 or value > pilot.plan.worth:
        pilot.kept = 1
        copy(pilot.plan, path)
        copy(pilot.search.end, end)


def keep_candidate(pilot: Pilot, value: int) -> None:
    """Keep the path for the search; lines that are worth exactly the same most likely lead to the same position."""
    path = pilot.path
    s = pilot.search
    worst = 0
    for k in range(s.many):
        line = s.lines[k]
        if line.guess == value:
            return
        if line.guess < s.lines[worst].guess:
            worst = k
    if s.many < pilot.manner[path.seat].lines:
        worst = s.many
        s.many += 1
    elif value <= s.lines[worst].guess:
        return
    copy(s.lines[worst], path)
    s.lines[worst].guess = value


def keep_first(pilot: Pilot, value: int) -> None:
    """Keep the path for a look ahead; of those with the same first answer only the best."""
    path = pilot.path
    worst = -1
    for k in range(pilot.kept):
        line = pilot.lines[k]
        if line.actions[0] == path.actions[0]:
            if value > line.worth:
                copy(line, path)
            return
        if worst < 0 or line.worth < pilot.lines[worst].worth:
            worst = k
    if pilot.kept < LINES:
        copy(pilot.lines[pilot.kept], path)
        pilot.kept += 1
    elif value > pilot.lines[worst].worth:
        copy(pilot.lines[worst], path)


def replay(t: Tables, pilot: Pilot, line: Line, seat: int, seed: u64) -> None:
    """Try a line in another deal; where it does not fit any more, sensible answers take its place."""
    w = pilot.levels[0].world
    q = pilot.levels[0].asked
    deal(t, pilot, w, seat, seed)
    n = ask(t, w, q)
    k = 0
    # the chain may only begin with the first answer
    while n > 0 and k < line.length and (k == 0 or chain_goes_on(t, w, seat)) and is_answer(q, n, line.actions[k]):
        n = take(t, w, q, line.actions[k])
        n = answer_others(t, w, q, pilot, seat, n)
        k += 1
    run_out(t, w, q, pilot, seat, n, DEPTH)
    value = worth(t, w, pilot, seat)
    line.worth += value
    line.deals += 1


def second_look(t: Tables, pilot: Pilot, seat: int) -> None:
    """Judge lines anew that chance has a part in, all in the same fresh deals: the best were also the luckiest."""
    uncertain = 0
    for k in range(pilot.kept):
        uncertain += pilot.lines[k].chance
    if uncertain == 0 or pilot.kept < 2 or pilot.manner[seat].worlds == 0:
        return
    for k in range(pilot.kept):
        if pilot.lines[k].chance != 0:
            pilot.lines[k].worth = 0
            pilot.lines[k].deals = 0
    for _ in range(pilot.manner[seat].worlds):
        seed = next_word(pilot.rng)
        for k in range(pilot.kept):
            if pilot.lines[k].chance != 0:
                replay(t, pilot, pilot.lines[k], seat, seed)


def mean_worth(line: Line) -> int:
    return line.worth // line.deals


def best_line(pilot: Pilot) -> int:
    """The line with the best mean; the first of equal ones."""
    best = 0
    for k in range(1, pilot.kept):
        if mean_worth(pilot.lines[k]) > mean_worth(pilot.lines[best]):
            best = k
    return best


def behind(pilot: Pilot, k: int, best: int) -> int:
    """By what share a line is worse than the best, in 1/65536."""
    return (mean_worth(pilot.lines[best]) - mean_worth(pilot.lines[k])) // STEP
