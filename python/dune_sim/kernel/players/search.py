"""The searching player: lines of its own turn, tried in many deals that are played on to a horizon.

Every deal starts from ``hide``: nothing depends on what the seat may not know. All lines get the same deals and the
same random numbers in them; the worse half of the lines is dropped, again and again.
"""

# ruff: noqa: F821  (hooks and records belong to the game)
from __future__ import annotations

from dune_sim.kernel.players.greedy import look_ahead, planned_answer
from dune_sim.kernel.players.judge import STEP, deal, know, own_worth
from dune_sim.kernel.players.layout import KEEPS_BEST, VIEWS, Line
from dune_sim.kernel.players.lines import answer_others, close_view, in_chain, is_answer, mean_worth, take
from dune_sim.kernel.players.playout import play_on
from dune_sim.kernel.rng import next_word, seed_stream
from dune_sim.kernel.stack import ask
from dune_sim.lang.intrinsics import clear, copy, u64

#: playouts a line should at least get before lines are dropped
FAIR = 4
#: how good its end looked counts as so many playouts: what they cannot tell apart is told by that
PRIOR = 16


def search(t: Tables, g: State, pilot: Pilot, n: int) -> int:
    """The first answer of the line that does best; later ones follow it while it holds."""
    seat = to_move(t, g)
    planned = planned_answer(g, pilot, seat, n)
    if planned >= 0:
        return planned
    begin_search(t, g, pilot, seat)
    think(t, pilot, seat, pilot.manner[seat].iterations)
    return end_search(pilot)


def begin_search(t: Tables, g: State, pilot: Pilot, seat: int) -> None:
    """Find the lines that are to be compared."""
    s = pilot.search
    know(t, g, pilot, seat)
    clear(pilot.sight)
    pilot.thinker = seat
    s.base = next_word(pilot.rng)
    copy(s.dice, pilot.rng)
    s.many = 0
    s.done = 0
    s.deal = 0
    s.next = 0
    s.halved = 0
    s.total = pilot.manner[seat].iterations
    find_lines(t, pilot, seat)
    s.alive = s.many
    sort_guesses(s)
    s.alive = max(1, min(s.many, s.total // FAIR))
    s.halvings = 0
    while (1 << s.halvings) < s.alive:
        s.halvings += 1
    for k in range(s.many):
        s.lines[k].squares = 0


def find_lines(t: Tables, pilot: Pilot, seat: int) -> None:
    """Look ahead in some deals: each brings the lines that are best in it."""
    s = pilot.search
    manner = pilot.manner[seat]
    pilot.keeps = KEEPS_BEST
    s.room = 0
    for k in range(VIEWS):
        s.settled = s.many
        s.room = manner.lines * (k + 1) // VIEWS
        s.view = k
        deal(t, pilot, pilot.levels[0].world, seat, u64(s.base + u64(k)))
        look_ahead(t, pilot, seat, max(1, manner.leaves // VIEWS))


def sort_guesses(s: Search) -> None:
    """The lines by how good they look before playouts."""
    for k in range(s.many):
        line = s.lines[k]
        close_view(line)
        line.guess = mean_worth(line)
        line.worth = 0
        line.deals = 0
    sort_lines(s)


def prospect(line: Line) -> int:
    """How good a line is: what its playouts brought, and how good its end looked."""
    return (line.worth + PRIOR * line.guess) // (line.deals + PRIOR)


def sort_lines(s: Search) -> None:
    """The lines that are still tried, the best first; equal ones stay as they are."""
    for k in range(1, s.alive):
        j = k
        while j > 0 and prospect(s.lines[j]) > prospect(s.lines[j - 1]):
            copy(s.spare, s.lines[j])
            copy(s.lines[j], s.lines[j - 1])
            copy(s.lines[j - 1], s.spare)
            j -= 1


def think(t: Tables, pilot: Pilot, seat: int, playouts: int) -> int:
    """Play so many playouts, or until one line is left; how many there were."""
    s = pilot.search
    took = 0
    while took < playouts and s.alive > 1:
        try_line(t, pilot, s.lines[s.next], seat)
        took += 1
        s.done += 1
        s.next += 1
        if s.next == s.alive:
            s.next = 0
            s.deal += 1
            if s.done * s.halvings >= s.total * (s.halved + 1):
                halve(s)
    return took


def halve(s: Search) -> None:
    """Drop the worse half of the lines."""
    sort_lines(s)
    s.halved += 1
    s.alive = (s.alive + 1) // 2


def deal_next(t: Tables, pilot: Pilot, seat: int) -> None:
    """The next deal: the same for all lines if they share them, one of a few if there are only so many.

    What is hidden is dealt by one number; the chance to come and the playout have another, so that going through the
    same deal again tells something new.
    """
    s = pilot.search
    manner = pilot.manner[seat]
    number = s.deal if manner.common != 0 else s.done
    world = number if manner.worlds == 0 else number % manner.worlds
    deal(t, pilot, s.world, seat, u64(s.base + u64(world)))
    seed_stream(s.world.rng, s.base, 2 * number + 1)
    seed_stream(pilot.rng, s.base, 2 * number + 2)


def try_line(t: Tables, pilot: Pilot, line: Line, seat: int) -> None:
    """Give the answers of a line in a deal, as far as they fit, and play on."""
    s = pilot.search
    w = s.world
    q = s.asked
    deal_next(t, pilot, seat)
    n = ask(t, w, q)
    pilot.turn = turn_number(t, w)
    k = 0
    while n > 0 and k < line.length and (k == 0 or in_chain(t, w, pilot, seat)) and is_answer(q, n, line.actions[k]):
        n = take(t, w, q, line.actions[k])
        n = answer_others(t, w, q, pilot, seat, n)
        k += 1
    play_on(t, pilot, seat, n)
    value = own_worth(t, w, pilot, seat)
    line.worth += value
    share = value // STEP
    line.squares += share * share
    line.deals += 1


def end_search(pilot: Pilot) -> int:
    """Plan the best line; its first answer."""
    s = pilot.search
    sort_lines(s)
    copy(pilot.plan, s.lines[0])
    copy(pilot.rng, s.dice)
    clear(pilot.sight)
    pilot.step = 1
    return pilot.plan.actions[0]
