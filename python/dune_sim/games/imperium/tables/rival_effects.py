"""Effects for rivals: no refusals, points for what is saved up, influence where it is least, the rest lapses."""

from __future__ import annotations

from dune_sim.games.imperium.content import effects as fx
from dune_sim.games.imperium.content.vocabulary import FACTIONS
from dune_sim.games.imperium.kernels import opcodes as op
from dune_sim.games.imperium.kernels.hagal import opcodes as rival
from dune_sim.games.imperium.tables.code import Code, Source, both, condition, cost_guards, guards_of
from dune_sim.games.imperium.tables.effects import emit, emit_choose, emit_choose_some

ALL_FACTIONS = (1 << len(FACTIONS)) - 1
#: costs that a rival can pay
PAYABLE = {"spice", "solari", "water"}


def rival_program(code: Code, source: Source, effects: fx.Effects, pays: bool = True) -> int:
    """A list as a program for rivals, 0 if nothing of it is for them; ``pays``: whether they pay where they can."""
    start = code.here
    _emit(code, source, effects, pays)
    if code.here == start:
        return 0
    code.put(op.OP_END)
    return start


def emit_rival(code: Code, source: Source, effects: fx.Effects) -> None:
    _emit(code, source, effects, True)


def _emit(code: Code, source: Source, effects: fx.Effects, pays: bool) -> None:
    """A rival has no cards and refuses nothing; what it cannot use lapses (HAG-SOLO-31)."""
    for effect in effects:
        match effect:
            case fx.Gain():
                _gain(code, effect)
            case fx.Influence(influence=i) if i.faction == "any":
                mark = rival.RIVAL_BEHIND if i.where == "behind_opponent" else 0
                code.put(rival.OP_RIVAL_INFLUENCE, i.n, mark, ALL_FACTIONS)
            case fx.Choose(choose=branches) if steps := _steps(branches):
                code.put(rival.OP_RIVAL_INFLUENCE, steps, 0, _named(branches))
            case fx.ChooseSome(of=branches) if steps := _steps(branches):
                for k in range(effect.choose_n):
                    mark = rival.RIVAL_OTHER if k else 0
                    code.put(rival.OP_RIVAL_INFLUENCE, steps, mark, _named(branches))
            case fx.Choose():
                emit_choose(code, source, effect, emit_rival)
            case fx.ChooseSome():
                emit_choose_some(code, source, effect, emit_rival)
            case fx.Pay():
                _pay(code, source, effect, pays)
            case fx.If():
                _test(code, source, effect, pays)
            case fx.Influence() | fx.Control() | fx.Mentat(mentat="next_round"):
                emit(code, source, effect)


def _gain(code: Code, effect: fx.Gain) -> None:
    """What is saved up is spent as soon as a set is complete (HAG-SOLO-15)."""
    g = effect.gain
    if g.troops:
        code.put(op.OP_TROOPS, g.troops)
    if g.vp:
        code.put(op.OP_VP, g.vp)
    if g.spice or g.solari or g.water:
        code.put(op.OP_GAIN, g.spice, g.solari, g.water)
        code.put(rival.OP_RIVAL_SPEND)
    if g.intrigue:
        code.put(rival.OP_RIVAL_INTRIGUE, g.intrigue)


def _steps(branches: tuple[fx.Effects, ...]) -> int:
    """Steps of a choice of factions alone; 0 where it is about something else."""
    found = {
        one[0].influence.n if len(one) == 1 and isinstance(one[0], fx.Influence) and _is_named(one[0]) else 0
        for one in branches
    }
    return found.pop() if len(found) == 1 else 0


def _is_named(effect: fx.Influence) -> bool:
    return effect.influence.faction != "any"


def _named(branches: tuple[fx.Effects, ...]) -> int:
    """The factions of such a choice, one bit each."""
    return sum(1 << FACTIONS.index(e.influence.faction) for one in branches for e in one if isinstance(e, fx.Influence))


def _pay(code: Code, source: Source, effect: fx.Pay, pays: bool) -> None:
    """An arrow: paid whenever that is possible and of use (HAG-AMB-02)."""
    if not pays or not effect.pay.model_fields_set <= PAYABLE:
        return
    at = code.put(op.OP_TEST)
    code.patch(at, b=code.guard(both(cost_guards(effect.pay), guards_of(code, source, effect.then))))
    code.put(op.OP_PAY, effect.pay.spice, effect.pay.solari, effect.pay.water)
    _emit(code, source, effect.then, pays)
    code.patch(at, a=code.here)


def _test(code: Code, source: Source, effect: fx.If, pays: bool) -> None:
    """A condition with both its sides."""
    at = code.put(op.OP_TEST)
    code.patch(at, b=code.guard([[condition(code, source, effect.condition)]]))
    _emit(code, source, effect.then, pays)
    over = code.put(op.OP_JUMP)
    code.patch(at, a=code.here)
    _emit(code, source, effect.otherwise, pays)
    code.patch(over, a=code.here)
