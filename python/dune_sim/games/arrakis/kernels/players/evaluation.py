"""What players of War for Arrakis think of what they see."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.layout import ATREIDES, HARKONNEN, TEAMS, State, Tables
from dune_sim.games.arrakis.kernels.opcodes import OP_PLACE_BG, OP_TURN, OP_TURN_DICE, PHASE_ACTIONS
from dune_sim.games.arrakis.kernels.players.features import features
from dune_sim.games.arrakis.kernels.players.layout import PARTS, TERMS, Estimate, Sight, Weights
from dune_sim.games.arrakis.kernels.seats import faction_of
from dune_sim.games.arrakis.kernels.turns import TURN_ACTION
from dune_sim.kernel.players.fixed import WHOLE, split_win


def players_of(t: Tables) -> int:
    if TEAMS != 0:
        return t.seated
    return 2


def against(t: Tables, seat: int, p: int) -> bool:
    """Whether one seat's good is another's harm: partners win and lose together (ARR-TEAM-03)."""
    if TEAMS != 0:
        return t.faction[seat] != t.faction[p]
    return seat != p


def evaluate(t: Tables, g: State, seat: int, w: Weights, s: Sight, e: Estimate) -> None:
    """One logit tells who is ahead: the features, each by its weight for who judges in this part of the game.

    Factions have weights of their own: who looks no further than the own turn has to fear what the other may do.
    """
    features(t, g, seat, s)
    row = PARTS * faction_of(t, g, seat) + min(max(g.round - 1, 0) // 2, PARTS - 1)
    total = 0
    for k in range(TERMS):
        total += s.x[k] * w.x[row][k]
    e.value[HARKONNEN] = total
    e.value[ATREIDES] = 0
    split_win(e, 2)
    if TEAMS != 0:
        spread(t, e)


def spread(t: Tables, e: Estimate) -> None:
    """What was found for the factions holds for every seat that plays one."""
    value = e.value[HARKONNEN]
    share = e.share[HARKONNEN]
    for p in range(t.seated):
        own = t.faction[p] == HARKONNEN
        e.value[p] = value if own else 0
        e.share[p] = share if own else WHOLE - share


def final_shares(t: Tables, g: State, e: Estimate) -> None:
    """The winner has all; an unfinished game is nobody's."""
    for p in range(2):
        e.share[p] = WHOLE if g.winner == p + 1 else 0
    if g.winner > 2:
        e.share[HARKONNEN] = WHOLE // 2
        e.share[ATREIDES] = WHOLE // 2
    if TEAMS != 0:
        spread(t, e)


def clock(t: Tables, g: State) -> int:
    return g.round


def turn_number(t: Tables, g: State) -> int:
    """A turn of the action phase by its number; the rest of a round belongs to its last turn."""
    return 1024 * g.round + g.turn + 1 if g.phase == PHASE_ACTIONS else 0


def chain_goes_on(t: Tables, g: State, seat: int) -> bool:
    """Whether an action is still under way, the answers of the opponent in it included, or the seat's turn goes on.

    What begins anew ends it: the next turn, the dice of the next round; not that one of a team has taken the turn.
    """
    if g.stack.depth != 1:
        return g.stack.depth > 1
    f = g.stack.frames[0]
    code = t.code[f.pc].code
    if TEAMS != 0 and code == OP_TURN and f.stage == TURN_ACTION and g.taker != 0:
        return True
    if code == OP_TURN_DICE or code == OP_PLACE_BG or (code == OP_TURN and f.stage == TURN_ACTION):
        return False
    return g.decider == seat
