"""Lists of effects as programs, and boxes of gains and items."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dune_sim.errors import ContentError
from dune_sim.games.imperium.content import conditions as cond
from dune_sim.games.imperium.content import effects as fx
from dune_sim.games.imperium.content.bloodlines import forms
from dune_sim.games.imperium.kernels import opcodes as op
from dune_sim.games.imperium.kernels.bloodlines import opcodes as blood
from dune_sim.games.imperium.kernels.sizes import COUNTS
from dune_sim.games.imperium.tables.bloodlines.forms import SPECIALS, payments, places_of
from dune_sim.games.imperium.tables.code import (
    Code,
    Source,
    both,
    condition,
    cost_guards,
    faction,
    guards_of,
    icon_mask,
    most,
    zones,
)

MARKS = {
    "double_base_harvest": op.TURN_DOUBLE_HARVEST,
    "space_influence_two": op.TURN_STEP_TWO,
    "acquired_cards_to_deck_top": op.TURN_TO_TOP,
    "leader_signet": op.BOX_SIGNET,
    "send_any_agent_anywhere": op.BOX_SEND_ANY,
}
SPECIAL_OPS = {
    "block_space": op.OP_BLOCK,
    "leader_signet": op.OP_SIGNET,
    "look_top_draw_or_trash": op.OP_SNOOP,
    "manipulate_row": op.OP_MANIPULATE,
    "masterstroke_choose_two_factions": op.OP_TOKENS,
    "masterstroke_reveal": op.OP_MASTERSTROKE,
    "shuffle_discard_into_deck": op.OP_SHUFFLE,
}
ORIGINS = {"garrison": op.FROM_GARRISON, "recruited": op.FROM_RECRUITED, "supply": op.FROM_SUPPLY}
PLACES = {"garrison": op.PLACE_GARRISON, "conflict": op.PLACE_CONFLICT}
#: what writes a list of effects as instructions
Emitter = Callable[[Code, Source, fx.Effects], None]


def program(code: Code, source: Source, effects: fx.Effects) -> int:
    """A list as a program of its own, 0 for an empty list."""
    if not effects:
        return 0
    start = code.here
    emit_all(code, source, effects)
    code.put(op.OP_END)
    return start


def emit_all(code: Code, source: Source, effects: fx.Effects) -> None:
    for effect in effects:
        emit(code, source, effect)


def emit(code: Code, source: Source, effect: fx.Effect) -> None:
    """Instructions of one effect, one after the other."""
    handler = HANDLERS.get(type(effect))
    if handler is None:
        raise ContentError(f"{source.name}: no instruction for the effect {type(effect).__name__}")
    handler(code, source, effect)


def emit_gain(code: Code, source: Source, effect: fx.Gain) -> None:
    g = effect.gain
    if g.spice or g.solari or g.water:
        code.put(op.OP_GAIN, g.spice, g.solari, g.water)
    if g.troops:
        code.put(op.OP_TROOPS, g.troops)
    if g.vp:
        code.put(op.OP_VP, g.vp)
    if g.persuasion or g.swords:
        code.put(op.OP_REVEALED, g.persuasion, g.swords)
    if g.intrigue:
        code.put(op.OP_INTRIGUE, g.intrigue)
    if g.cards:
        code.put(op.OP_DRAW, g.cards)


def emit_influence(code: Code, source: Source, effect: fx.Influence) -> None:
    i = effect.influence
    if i.where == "other_than_trigger_with_2":
        code.put(blood.OP_INFLUENCE_OTHER, i.n)
    elif i.faction == "any":
        code.put(op.OP_INFLUENCE_ANY, i.n, 1 if i.where == "behind_opponent" else 0)
    else:
        code.put(op.OP_INFLUENCE, faction(i.faction), i.n)


def emit_cost(code: Code, source: Source, cost: cond.Cost) -> None:
    if cost.spice or cost.solari or cost.water:
        code.put(op.OP_PAY, cost.spice, cost.solari, cost.water)
    if cost.influence:
        code.put(op.OP_LOSE_INFLUENCE, faction(cost.influence.faction), cost.influence.n)
    if cost.trash and not cost.trash.min_cost:
        for _ in range(cost.trash.n):
            code.put(op.OP_TRASH, zones(cost.trash.zones), 0)
    if cost.trash_self:
        emit_trash_self(code, source)
    for one in payments(cost):
        code.put(*one)
    if cost.troops_in_conflict and code.module:
        code.put(blood.OP_LOSE_UNITS, cost.troops_in_conflict, blood.IN_CONFLICT)
    elif cost.troops_in_conflict:
        code.put(op.OP_LOSE_TROOPS, cost.troops_in_conflict, op.PLACE_CONFLICT)


def emit_trash_self(code: Code, source: Source, effect: fx.Effect | None = None) -> None:
    """The card of this agent turn, a card just revealed, or a skill."""
    if source.skill >= 0:
        code.put(blood.OP_TRASH_SKILL, source.skill)
    elif source.design >= 0:
        code.put(blood.OP_TRASH_DESIGN, source.design)
    else:
        code.put(op.OP_TRASH_SELF)


def emit_pay(code: Code, source: Source, effect: fx.Pay) -> None:
    """An arrow; a lone trash is offered card by card, a precondition is simply paid."""
    cost = effect.pay
    alone = cost.model_fields_set == {"trash"} and cost.trash is not None and cost.trash.n == 1
    alone = alone and not (cost.trash and cost.trash.min_cost)
    if source.intrigue:
        emit_cost(code, source, cost)
        emit_all(code, source, effect.then)
        return
    if alone and cost.trash is not None:
        at = code.put(op.OP_TRASH, zones(cost.trash.zones), 0)
        emit_all(code, source, effect.then)
        code.patch(at, b=code.here)
        return
    at = code.put(op.OP_OFFER)
    code.patch(at, b=code.guard(both(cost_guards(cost, source), guards_of(code, source, effect.then))))
    emit_cost(code, source, cost)
    emit_all(code, source, effect.then)
    code.patch(at, a=code.here)


def emit_branches(
    code: Code, source: Source, branches: tuple[fx.Effects, ...], table: int, end: int, write: Emitter = emit_all
) -> list[int]:
    """Bodies behind their table; with ``end`` each is a program, else the jumps to be patched are returned."""
    inner = replace(source, intrigue=True, reserve=False)
    jumps: list[int] = []
    for k, branch in enumerate(branches):
        at = code.here
        n = code.guard(guards_of(code, inner, branch))
        code.patch(table + k, a=code.here, b=n, c=at)
        write(code, inner, branch)
        jumps.append(code.put(op.OP_END if end else op.OP_JUMP))
    return jumps


def emit_choose(code: Code, source: Source, effect: fx.Choose, write: Emitter = emit_all) -> None:
    at = code.put(op.OP_CHOOSE, len(effect.choose))
    table = code.here
    for _ in effect.choose:
        code.put(op.BRANCH)
    jumps = emit_branches(code, source, effect.choose, table, 0, write)
    for one in jumps:
        code.patch(one, a=code.here)
    code.patch(at, c=code.here)


def emit_choose_some(code: Code, source: Source, effect: fx.ChooseSome, write: Emitter = emit_all) -> None:
    picks = [code.put(op.OP_PICK, len(effect.of), k) for k in range(effect.choose_n, 0, -1)]
    over = code.put(op.OP_JUMP)
    table = code.here
    for _ in effect.of:
        code.put(op.BRANCH)
    emit_branches(code, source, effect.of, table, 1, write)
    for one in picks:
        code.patch(one, c=table)
    code.patch(over, a=code.here)


def emit_may(code: Code, source: Source, effect: fx.May) -> None:
    """What can be nothing anyway is not asked twice; an option makes passing a turn compulsory (IMP-AMB-22)."""
    if code.passes and effect.may == (fx.SpecialEffect(special="pass_turn"),):
        emit_all(code, source, effect.may)
        return
    marks = [isinstance(one, fx.SpecialEffect) and one.special in MARKS for one in effect.may]
    if all(mark or isinstance(one, fx.Deploy) for mark, one in zip(marks, effect.may, strict=True)):
        emit_all(code, source, effect.may)
        return
    at = code.put(op.OP_OFFER)
    emit_all(code, source, effect.may)
    code.patch(at, a=code.here)


def emit_if(code: Code, source: Source, effect: fx.If) -> None:
    at = code.put(op.OP_TEST)
    code.patch(at, b=code.guard([[condition(code, source, effect.condition)]]))
    emit_all(code, source, effect.then)
    if effect.otherwise:
        over = code.put(op.OP_JUMP)
        code.patch(at, a=code.here)
        emit_all(code, source, effect.otherwise)
        code.patch(over, a=code.here)
    else:
        code.patch(at, a=code.here)


def emit_aside(code: Code, source: Source, effects: fx.Effects) -> int:
    """A program inside another, jumped over."""
    over = code.put(op.OP_JUMP)
    start = program(code, source, effects)
    code.patch(over, a=code.here)
    return start


def emit_opponents(code: Code, source: Source, effect: fx.Opponents) -> None:
    at = code.put(op.OP_OPPONENTS)
    code.patch(at, a=emit_aside(code, Source(source.name), effect.opponents))


def emit_one_opponent(code: Code, source: Source, effect: fx.OneOpponent) -> None:
    at = code.put(op.OP_ONE_OPPONENT)
    over = code.put(op.OP_JUMP)
    where = code.here
    n = code.guard(guards_of(code, Source(source.name), effect.one_opponent))
    start = program(code, Source(source.name), effect.one_opponent)
    code.patch(at, a=start, b=n, c=where)
    code.patch(over, a=code.here)


def emit_per(code: Code, source: Source, effect: fx.Per) -> None:
    if isinstance(effect.per, forms.FactionCount):
        code.put(blood.OP_COUNT_TRACKS, effect.per.factions_with_influence.min)
    elif isinstance(effect.per, forms.UnitKindCount):
        code.put(blood.OP_COUNT_KINDS)
    else:
        c = effect.per.in_play
        code.put(op.OP_COUNT, faction(c.faction), 1 if c.other and c.faction in source.factions else 0)
    loop = code.put(op.OP_WHILE)
    emit_all(code, source, effect.then)
    code.put(op.OP_JUMP, loop)
    code.patch(loop, a=code.here)


def emit_on_reveal(code: Code, source: Source, effect: fx.OnReveal) -> None:
    """An intrigue card stays face up; anything else leaves a mark."""
    code.later.append((source.name, effect.on_reveal))
    source.later = len(code.later) - 1
    at = code.put(op.OP_ON_REVEAL, 0, 0 if source.intrigue else source.later)
    emit_all(code, source, effect.on_reveal)
    if source.intrigue:
        code.put(op.OP_SPENT)
    code.patch(at, a=code.here)
    if source.intrigue:
        code.put(op.OP_END)


def emit_trash(code: Code, source: Source, effect: fx.Trash) -> None:
    for _ in range(effect.trash.n):
        at = code.put(op.OP_TRASH, zones(effect.trash.zones), 0)
        if effect.trash.optional:
            code.patch(at, b=code.here)


def emit_lose(code: Code, source: Source, effect: fx.Lose) -> None:
    """From one place, or one troop at a time from either."""
    loss = effect.lose
    if code.module:
        code.put(blood.OP_LOSE_UNITS, loss.troops, places_of(loss.places))
        return
    if len(loss.places) == 1:
        code.put(op.OP_LOSE_TROOPS, loss.troops, PLACES[loss.places[0]])
        return
    single = tuple((fx.Lose.model_validate({"lose": {"troops": 1, "from": [place]}}),) for place in loss.places)
    for _ in range(loss.troops):
        emit_choose(code, source, fx.Choose(choose=single))


def emit_deploy(code: Code, source: Source, effect: fx.Deploy) -> None:
    d = effect.deploy
    if code.module and d.origin == "garrison" and not d.compulsory:
        code.put(blood.OP_DEPLOY_UNITS, most(d.max))
        return
    code.put(op.OP_DEPLOY, most(d.max), ORIGINS[d.origin], 1 if d.compulsory else 0)


def emit_special(code: Code, source: Source, effect: fx.SpecialEffect) -> None:
    key = effect.special
    if key == "leader_signet" and source.tile:
        code.put(blood.OP_SIGNET_NOW)
    elif key in SPECIAL_OPS:
        code.put(SPECIAL_OPS[key])
    elif key in SPECIALS:
        code.put(*SPECIALS[key])
    elif key == "pass_turn":
        code.put(op.OP_FLAG, op.TURN_PASSED)
    elif key in MARKS and MARKS[key] & op.BOX_TURN_FLAGS:
        code.put(op.OP_FLAG, MARKS[key])
    else:
        raise ContentError(f'{source.name}: "{key}" works only as an effect of its own, not inside another')


def repeat(code: int) -> Callable[[Code, Source, fx.Effect], None]:
    def handler(out: Code, source: Source, effect: fx.Effect) -> None:
        n = effect.discard if isinstance(effect, fx.Discard) else getattr(effect, "recall_agent", 1)
        for _ in range(n):
            out.put(code)

    return handler


def emit_take(code: Code, source: Source, effect: fx.TakeFromDiscard) -> None:
    for _ in range(effect.take_from_discard.n):
        code.put(op.OP_TAKE, faction(effect.take_from_discard.faction))


HANDLERS: dict[type, Callable[..., None]] = {
    fx.Gain: emit_gain,
    fx.Influence: emit_influence,
    fx.Pay: emit_pay,
    fx.Choose: emit_choose,
    fx.ChooseSome: emit_choose_some,
    fx.May: emit_may,
    fx.If: emit_if,
    fx.Opponents: emit_opponents,
    fx.OneOpponent: emit_one_opponent,
    fx.Per: emit_per,
    fx.OnReveal: emit_on_reveal,
    fx.Trash: emit_trash,
    fx.TrashSelf: emit_trash_self,
    fx.Discard: repeat(op.OP_DISCARD),
    fx.Lose: emit_lose,
    fx.Retreat: lambda code, source, effect: code.put(
        blood.OP_RETREAT_UNITS if code.module else op.OP_RETREAT, min(most(effect.retreat.max), COUNTS - 1)
        if code.module else most(effect.retreat.max)
    ),
    fx.Deploy: emit_deploy,
    fx.Acquire: lambda code, source, effect: code.put(blood.OP_ACQUIRE_ROW) if effect.acquire.origin == "row" else (
        code.put(op.OP_ACQUIRE, effect.acquire.max_cost, 1 if effect.acquire.to == "deck_top" else 0)
    ),
    fx.AcquireCard: lambda code, source, effect: code.put(op.OP_ACQUIRE_CARD, code.designs[effect.acquire_card]),
    fx.TakeFromDiscard: emit_take,
    fx.CardDiscount: lambda code, source, effect: code.put(
        op.OP_DISCOUNT, code.designs[effect.discount.card], effect.discount.persuasion
    ),
    fx.Control: lambda code, source, effect: code.put(op.OP_CONTROL, code.controls[effect.control]),
    fx.Mentat: lambda code, source, effect: code.put(op.OP_MENTAT, 1 if effect.mentat == "next_round" else 0),
    fx.Swordmaster: lambda code, source, effect: code.put(op.OP_SWORDMASTER),
    fx.CouncilSeat: lambda code, source, effect: code.put(op.OP_COUNCIL),
    fx.RecallAgent: repeat(op.OP_RECALL),
    fx.Harvest: lambda code, source, effect: code.put(op.OP_HARVEST, effect.harvest.base),
    fx.StealIntrigue: lambda code, source, effect: code.put(
        op.OP_STEAL, effect.steal_intrigue.from_opponents_with, effect.steal_intrigue.n
    ),
    fx.GrantIcons: lambda code, source, effect: code.put(op.OP_ICONS, icon_mask(effect.grant_icons.icons)),
    fx.IgnoreEnemyAgents: lambda code, source, effect: code.put(op.OP_FLAG, op.TURN_PASS_ENEMIES),
    forms.CombatIcon: lambda code, source, effect: code.put(op.OP_FLAG, op.TURN_COMBAT),
    forms.AcquireTech: lambda code, source, effect: code.put(blood.OP_ACQUIRE_TECH, effect.acquire_tech.discount),
    forms.CommanderDiscount: lambda code, source, effect: code.put(blood.OP_CHEAPER, effect.commander_discount),
    fx.SpecialEffect: emit_special,
}
