"""What a seat sees of the race: prescience markers and cards, objectives, supremacy."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.card_opcodes import NEED_LEGIONS
from dune_sim.games.arrakis.kernels.layout import (
    ATREIDES,
    OBJECTIVES,
    State,
    Tables,
)
from dune_sim.games.arrakis.kernels.places import fitting
from dune_sim.games.arrakis.kernels.players.layout import Sight
from dune_sim.games.arrakis.kernels.players.sight import (
    F_CLAIMS,
    F_DECK,
    F_DISTANCE,
    F_FINISH,
    F_MARKER,
    F_MET,
    F_NEAR,
    F_NEED,
    F_OPEN,
    F_PLENTY,
    F_PROGRESS,
    F_READY,
    F_SUPREMACY,
    F_SUPREMACY_HIGH,
    MARKERS,
)
from dune_sim.games.arrakis.kernels.prescience import prescience_ready
from dune_sim.lang.intrinsics import lowest, popcount, u64

#: from here on a distance is short: two rounds of two cards
SHORT = 24
#: so many steps more than a marker lacks are still worth something on the cards to come
SPARE = 4


def lacking(t: Tables, g: State, objective: int, marker: int) -> int:
    """Steps that a marker lacks for an objective."""
    return max(0, t.objective[objective][marker] - g.marker[marker])


def nearest(t: Tables, g: State) -> int:
    """The own objective that lacks the fewest steps; -1 if there is none."""
    best = -1
    least = 1000
    for k in range(OBJECTIVES):
        if (g.objective >> k) & 1 == 1:
            steps = lacking(t, g, k, 0) + lacking(t, g, k, 1) + lacking(t, g, k, 2)
            if steps < least:
                least = steps
                best = k
    return best


def see_needs(t: Tables, g: State, who: int, s: Sight) -> None:
    """Quarter steps that the markers lack: for the own objective, or on the mean of all that there are."""
    goal = nearest(t, g) if who == ATREIDES else -1
    distance = 0
    for m in range(MARKERS):
        need = 0
        if goal >= 0:
            need = 4 * lacking(t, g, goal, m)
        else:
            for k in range(OBJECTIVES):
                need += 4 * lacking(t, g, k, m)
            need = need // OBJECTIVES
        s.x[F_MARKER + m] = g.marker[m]
        s.x[F_NEED + m] = need
        distance += need
    s.x[F_DISTANCE] = distance
    s.x[F_NEAR] = max(0, SHORT - distance)


def use_of(t: Tables, card: int, s: Sight) -> int:
    """Quarter steps of a card that bring a marker nearer to what it lacks."""
    useful = 0
    for m in range(MARKERS):
        useful += min(4 * t.advances[card][m], s.x[F_NEED + m])
    return useful


def nearly(t: Tables, g: State, card: int) -> int:
    """12ths of a card that asks for legions in so many areas; those that ask for something else have none."""
    op = t.code[t.prescience_pc[card]]
    if op.code != NEED_LEGIONS:
        return 0
    there = popcount(fitting(t, g, ATREIDES, op.a, 0))
    return 12 * min(there, op.b) // op.b


def see_row(t: Tables, g: State, s: Sight) -> None:
    """Which revealed cards could be scored now, and what the best of them would bring."""
    claims = max(0, t.claims - g.claims)
    best = 0
    second = 0
    rest = u64(g.row)
    while rest != 0:
        k = lowest(rest)
        rest = rest & u64(rest - 1)
        useful = use_of(t, k, s)
        if claims > 0 and prescience_ready(t, g, g.stack.frames[0], k):
            s.x[F_MET + k] = 1
            second = max(second, min(best, useful))
            best = max(best, useful)
        else:
            s.x[F_OPEN + k] = 1
            s.x[F_PROGRESS] += useful * nearly(t, g, k) // 4
    s.x[F_CLAIMS] = claims
    s.x[F_READY] = best + (second if claims > 1 else 0)
    s.x[F_FINISH] = int(s.x[F_READY] >= s.x[F_DISTANCE])


def see_deck(t: Tables, g: State, s: Sight) -> None:
    """What the cards that may still be scored could bring in all, marker by marker."""
    first = 0
    second = 0
    third = 0
    rest = u64(g.row | g.deck_prescience)
    while rest != 0:
        steps = t.advances[lowest(rest)]
        first += steps[0]
        second += steps[1]
        third += steps[2]
        rest = rest & u64(rest - 1)
    plenty = min(first, s.x[F_NEED] // 4 + SPARE) + min(second, s.x[F_NEED + 1] // 4 + SPARE)
    s.x[F_PLENTY] = plenty + min(third, s.x[F_NEED + 2] // 4 + SPARE)
    s.x[F_DECK] = popcount(u64(g.deck_prescience))


def see_race(t: Tables, g: State, who: int, s: Sight) -> None:
    """The race of both factions."""
    see_needs(t, g, who, s)
    see_row(t, g, s)
    see_deck(t, g, s)
    s.x[F_SUPREMACY] = min(10, g.supremacy)
    s.x[F_SUPREMACY_HIGH] = max(0, s.x[F_SUPREMACY] - 5)
