"""Commanders and their skills: hiring, recruiting, deploying, retreating and losing them (BLD-CMD, BLD-SKILL)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import (
    ACT_ACCEPT,
    ACT_COMMANDERS,
    ACT_COUNT,
    ACT_PASS,
    ACT_SEAT,
    ACT_SKILL,
    ACT_UNIT,
)
from dune_sim.games.imperium.kernels.bloodlines.conditions import hire_cost, if_hirable, open_skills
from dune_sim.games.imperium.kernels.bloodlines.opcodes import MARK_RECRUITED, TILE_BLADES
from dune_sim.games.imperium.kernels.bloodlines.units import (
    losable,
    lose_unit,
    retreat,
    troops_fighting,
    units_home,
)
from dune_sim.games.imperium.kernels.conditions import tracks_at
from dune_sim.games.imperium.kernels.layout import Offer, State, Tables
from dune_sim.games.imperium.kernels.offers import offer, offer_bits
from dune_sim.games.imperium.kernels.opcodes import ANSWERED, TURN_REVEAL
from dune_sim.games.imperium.kernels.pool import add_item, count_deployed, move_troops
from dune_sim.games.imperium.kernels.seats import seats_of
from dune_sim.games.imperium.kernels.sizes import SKILLS
from dune_sim.games.imperium.kernels.stock import MOST_SMALL
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.rng import below
from dune_sim.kernel.stack import UNASKED, push
from dune_sim.lang.intrinsics import empty

FROM_BANK = 1
#: stage of an instruction that asks for commanders first and then for troops: so many commanders + 1
KNOWN = 16


def turn_up_skills(t: Tables, g: State) -> None:
    """Skills off the stack onto the display, as many as belong there (BLD-SETUP-06, BLD-SKILL-03)."""
    shown = 0
    left = 0
    for d in range(SKILLS):
        shown += g.skills_shown[d]
        left += g.skill_stack[d]
    for n in range(min(left, t.skills_shown - shown)):
        k = below(g.rng, left - n)
        d = 0
        while k >= g.skill_stack[d]:
            k -= g.skill_stack[d]
            d += 1
        g.skill_stack[d] -= 1
        g.skills_shown[d] += 1


def take_skill(t: Tables, g: State, p: int, d: int) -> None:
    """A skill from the display, which is filled up at once (BLD-SKILL-01 to 03)."""
    g.skills_shown[d] -= 1
    turn_up_skills(t, g)
    g.players[p].skills = g.players[p].skills | (1 << d)
    if g.turn & TURN_REVEAL != 0 and g.player == p and t.skill[d].item != 0:
        add_item(t, g, p, t.skill[d].item)


def commander_comes(t: Tables, g: State, p: int) -> None:
    """Into the garrison, from where a combat turn lets it go on (BLD-CMD-04); a tile may be given up for a skill."""
    g.players[p].guards += 1
    if p == g.player:
        g.hired = min(MOST_SMALL, g.hired + 1)
    if t.blades != 0 and not empty(g.players[p].tiles & t.standing[TILE_BLADES]):
        push(g.stack, t.blades, p)


def op_hire(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """A commander of a space or of the bank, with a skill (BLD-CMD-01 to 04, BLD-AMB-02, 03)."""
    if f.stage == ANSWERED:
        return True
    if op.a == FROM_BANK:
        if g.bank > 0 and f.stage & UNASKED != 0:
            hire(t, g, f.who, op.a)
        return g.bank == 0 or f.stage & UNASKED != 0
    return not if_hirable(t, g, f.who)


def hire_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    """Which skill comes with the commander, or no commander; without a skill to take he comes alone."""
    skills = open_skills(g, f.who)
    if op.a != FROM_BANK:
        offer(q, ACT_PASS)
        if skills == 0:
            offer(q, ACT_ACCEPT)
    offer_bits(q, ACT_SKILL, skills)


def hire_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    f.stage = ANSWERED
    if action == ACT_PASS:
        return
    if action != ACT_ACCEPT:
        take_skill(t, g, f.who, action - ACT_SKILL)
    hire(t, g, f.who, op.a)


def hire(t: Tables, g: State, p: int, origin: int) -> None:
    """The commander leaves the bank, or his space for good (BLD-CMD-13)."""
    if origin == FROM_BANK:
        g.bank -= 1
    else:
        g.players[p].solari -= hire_cost(t, g, p)
        g.commanders = g.commanders & ~(1 << (g.space - 1))
    commander_comes(t, g, p)


def op_skill(f: Frame) -> bool:
    """One more skill (BLD-SKILL-01)."""
    return f.stage != 0


def skill_choices(g: State, f: Frame, q: Offer) -> None:
    offer_bits(q, ACT_SKILL, open_skills(g, f.who))


def skill_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    f.stage = ANSWERED
    take_skill(t, g, f.who, action - ACT_SKILL)


def op_trash_skill(g: State, f: Frame, op: Op) -> None:
    g.players[f.who].skills = g.players[f.who].skills & ~(1 << op.a)


def op_cheaper(g: State, op: Op) -> None:
    g.cheaper = min(MOST_SMALL, g.cheaper + op.a)


def may_recruit(t: Tables, g: State, p: int) -> bool:
    """Once a turn a commander may come back from the own supply for solari (BLD-CMD-09, BLD-AMB-07)."""
    pl = g.players[p]
    return pl.resting > 0 and g.marks & MARK_RECRUITED == 0 and pl.solari >= hire_cost(t, g, p)


def recruit_commander(t: Tables, g: State, p: int) -> None:
    """No hiring: it brings no skill (BLD-CMD-10)."""
    g.players[p].solari -= hire_cost(t, g, p)
    g.players[p].resting -= 1
    g.marks = g.marks | MARK_RECRUITED
    commander_comes(t, g, p)


def move_commanders(t: Tables, g: State, p: int, n: int) -> None:
    """Commanders from the garrison into the conflict."""
    g.players[p].guards -= n
    g.players[p].fighting += n
    count_deployed(t, g, p, n)


def deployable_troops(t: Tables, g: State, p: int) -> int:
    """Troops a combat turn still lets go: recruits of the turn, and of the two from the garrison those left.

    What is recruited counts for its own kind alone (BLD-CMD-05, BLD-COMBAT-01, 02, BLD-AMB-06).
    """
    taken = max(0, g.commanders_placed - g.hired)
    left = g.recruited + max(0, t.garrison_deployment - taken) - g.placed
    return max(0, min(g.players[p].garrison - g.staying, left))


def deployable_commanders(t: Tables, g: State, p: int) -> int:
    """The same for commanders."""
    taken = max(0, g.placed - g.recruited)
    left = g.hired + max(0, t.garrison_deployment - taken) - g.commanders_placed
    return max(0, min(g.players[p].guards, left))


def op_retreat_units(g: State, f: Frame, op: Op) -> bool:
    """Units of choice, commanders first (IMP-COMBAT-19, BLD-CMD-12); the stage keeps how many commanders."""
    if f.stage == 0 and g.players[f.who].fighting == 0:
        f.stage = KNOWN
    return f.stage == ANSWERED or f.stage & UNASKED != 0 or troops_fighting(g, f.who) < max(1, op.b)


def retreat_units_choices(g: State, f: Frame, op: Op, q: Offer) -> None:
    """So many commanders that the least can still be reached, then troops."""
    pl = g.players[f.who]
    if f.stage < KNOWN:
        least = max(0, op.b - pl.conflict)
        most = min(op.a, pl.fighting)
        offer_bits(q, ACT_COMMANDERS, (1 << (most + 1)) - (1 << least))
    else:
        chosen = f.stage - KNOWN
        least = max(0, op.b - chosen)
        most = min(op.a - chosen, pl.conflict)
        offer_bits(q, ACT_COUNT, (1 << (most + 1)) - (1 << least))


def retreat_units_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    if action >= ACT_COMMANDERS:
        f.stage = KNOWN + action - ACT_COMMANDERS
        return
    chosen = f.stage - KNOWN
    f.stage = ANSWERED
    retreat(t, g, f.who, action - ACT_COUNT, chosen)


def op_deploy_units(g: State, f: Frame, op: Op) -> bool:
    """Up to so many units of the garrison, commanders first."""
    if f.stage == 0 and g.players[f.who].guards == 0:
        f.stage = KNOWN
    return f.stage == ANSWERED or f.stage & UNASKED != 0 or units_home(g, f.who) == 0


def deploy_units_choices(g: State, f: Frame, op: Op, q: Offer) -> None:
    pl = g.players[f.who]
    if f.stage < KNOWN:
        offer_bits(q, ACT_COMMANDERS, (1 << (min(op.a, pl.guards) + 1)) - 1)
    else:
        most = min(op.a - (f.stage - KNOWN), pl.garrison - g.staying)
        offer_bits(q, ACT_COUNT, (1 << (max(0, most) + 1)) - 1)


def deploy_units_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    if action >= ACT_COMMANDERS:
        f.stage = KNOWN + action - ACT_COMMANDERS
        return
    chosen = f.stage - KNOWN
    f.stage = ANSWERED
    if chosen > 0:
        move_commanders(t, g, f.who, chosen)
    if action > ACT_COUNT:
        move_troops(t, g, f.who, action - ACT_COUNT, 0)


def op_lose_units(g: State, f: Frame, op: Op) -> bool:
    """The owner picks each unit that is lost (IMP-COMBAT-19, BLD-AMB-04); the stage counts them."""
    lost = f.stage & ~UNASKED
    return f.stage & UNASKED != 0 or lost >= op.a or losable(g, f.who, op.b) == 0


def lose_units_choices(g: State, f: Frame, op: Op, q: Offer) -> None:
    offer_bits(q, ACT_UNIT, losable(g, f.who, op.b))


def lose_units_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    f.stage += 1
    lose_unit(t, g, f.who, action - ACT_UNIT)


def op_force_retreat(f: Frame) -> bool:
    """A troop or commander of an opponent goes back to its garrison (BLD-CMD-12); the stage keeps the seat."""
    return f.stage == ANSWERED or f.stage & UNASKED != 0


def force_retreat_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    if f.stage >= KNOWN:
        pl = g.players[f.stage - KNOWN]
        offer_bits(q, ACT_COMMANDERS, (1 if pl.conflict > 0 else 0) | (2 if pl.fighting > 0 else 0))
        return
    found = 0
    for p in range(seats_of(t)):
        if p != f.who and troops_fighting(g, p) > 0:
            found |= 1 << p
    offer_bits(q, ACT_SEAT, found)


def force_retreat_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    if action < ACT_COMMANDERS:
        f.stage = KNOWN + action - ACT_SEAT
        return
    n = action - ACT_COMMANDERS
    p = f.stage - KNOWN
    f.stage = ANSWERED
    retreat(t, g, p, 1 - n, n)


def op_count_tracks(g: State, f: Frame, op: Op) -> None:
    f.a = tracks_at(g, f.who, op.a)


def op_count_kinds(g: State, f: Frame) -> None:
    """Kinds of own units in the conflict: troops, commanders, agents."""
    pl = g.players[f.who]
    f.a = min(1, pl.conflict) + min(1, pl.fighting) + min(1, pl.agents_fighting)
