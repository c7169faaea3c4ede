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


def in_chain(t: Tables, w: State, pilot: Pilot, seat: int) -> bool:
    """Whether the next decision belongs to what the seat was in the middle of when the line began."""
    turn = turn_number(t, w)
    return (turn == 0 or turn == pilot.turn) and chain_goes_on(t, w, seat)


def others_asked(t: Tables, w: State, pilot: Pilot, seat: int, n: int) -> bool:
    """Whether somebody else has to answer before the chain of the seat goes on."""
    return n > 0 and to_move(t, w) != seat and in_chain(t, w, pilot, seat)


def answer_others(t: Tables, w: State, q: Offer, pilot: Pilot, seat: int, n: int) -> int:
    """Others answer sensibly within the chain of a seat; how many answers the next question has."""
    many = n
    while others_asked(t, w, pilot, seat, many):
        action = complete(t, w, q, pilot.rng, many)
        many = take(t, w, q, action)
    return many


def run_out(t: Tables, w: State, q: Offer, pilot: Pilot, seat: int, n: int, k: int) -> None:
    """Finish the chain of the seat with sensible answers; its own are noted from the k-th on.

    The path is firm up to the first answer that chance or others follow on.
    """
    path = pilot.path
    many = n
    at = k
    sure = True
    path.firm = k
    first = w.rng.s[0]
    second = w.rng.s[1]
    while many > 0 and at < k + PATIENCE and in_chain(t, w, pilot, seat):
        action = 0
        if to_move(t, w) == seat:
            action = wind_up(t, w, q, pilot.rng, many)
            if at < DEPTH:
                note(path, at, w, many, action)
                path.firm = path.length if sure else path.firm
            at += 1
        else:
            sure = False
            action = complete(t, w, q, pilot.rng, many)
        many = take(t, w, q, action)
        sure = sure and w.rng.s[0] == first and w.rng.s[1] == second


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
    """Keep what is sure of the path for the search, if it is among the best of this deal.

    What follows on chance is chosen when it has come: paths that are the same up to it are one line. Lines that are
    worth exactly the same most likely lead to the same position.
    """
    path = pilot.path
    s = pilot.search
    room = min(s.room, pilot.manner[path.seat].lines)
    worst = s.many
    for k in range(s.many):
        line = s.lines[k]
        if same_answers(line, path):
            if line.view == s.view:
                line.guess = max(line.guess, value)
            else:
                close_view(line)
                line.view = s.view
                line.guess = value
            return
        if k >= s.settled:
            if line.guess == value and line.chance == 0 and path.chance == 0:
                return
            if worst == s.many or line.guess < s.lines[worst].guess:
                worst = k
    if s.many < room:
        worst = s.many
        s.many += 1
    elif worst == s.many or value <= s.lines[worst].guess:
        return
    found = s.lines[worst]
    copy(found, path)
    found.guess = value
    found.length = path.firm
    found.view = s.view
    found.worth = 0
    found.deals = 0


def close_view(line: Line) -> None:
    """Another deal shows how good a line looks."""
    line.worth += line.guess
    line.deals += 1


def same_answers(line: Line, path: Line) -> bool:
    """Whether a line that ends where chance comes in gives the same answers as a path."""
    same = line.length == path.firm
    k = 0
    while same and k < line.length:
        same = line.actions[k] == path.actions[k]
        k += 1
    return same


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
    pilot.turn = turn_number(t, w)
    k = 0
    # the chain may only begin with the first answer
    while n > 0 and k < line.length and (k == 0 or in_chain(t, w, pilot, seat)) and is_answer(q, n, line.actions[k]):
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
