"""Boxes: which gains come at once, which effects become items that the player orders, and of which kind."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dune_sim.errors import ContentError
from dune_sim.games.imperium.content import effects as fx
from dune_sim.games.imperium.kernels import layout
from dune_sim.games.imperium.kernels import opcodes as op
from dune_sim.games.imperium.tables.code import Code, Source
from dune_sim.games.imperium.tables.effects import MARKS, emit_all, program

Box = dict[str, Any]
AT_ONCE = ("spice", "solari", "water", "troops", "vp", "persuasion", "swords")
#: how much of each that may be
MOST_AT_ONCE = 99
#: what a reveal box gives most often, added without a look at the rest
SHOWN = ("persuasion", "swords")
#: effects after which all that could have come before them still can, with the same result
EAGER = (fx.CardDiscount, fx.Swordmaster, fx.CouncilSeat, fx.OnReveal, fx.Harvest, fx.Control, fx.GrantIcons)


def is_eager(effect: fx.Effect, reveal: bool) -> bool:
    """Whether the effect may come as soon as it works, because every result of a later time is still within reach.

    A condition is such an effect in reveal turns only: agent turns have effects that trash the cards it looks at.
    """
    match effect:
        case fx.Gain(gain=g):
            return g.cards == 0 and g.intrigue == 0 and g.troops == 0
        case fx.If():
            return reveal and not effect.otherwise and all(is_eager(one, reveal) for one in effect.then)
    return isinstance(effect, EAGER)


def is_optional(effect: fx.Effect) -> bool:
    """Whether the turn may end without it (IMP-FAQ-38)."""
    match effect:
        case fx.Trash():
            return effect.trash.optional
        case fx.Deploy():
            return not effect.deploy.compulsory
        case fx.If():
            return all(is_optional(one) for one in (*effect.then, *effect.otherwise))
        case fx.SpecialEffect(special="masterstroke_reveal" | "agent_into_conflict"):
            return True
    return isinstance(effect, fx.Pay | fx.May | fx.Retreat)


def passive(source: Source, effect: fx.Effect) -> int:
    """Marks of an effect that asks nothing and depends on nothing, 0 for others."""
    match effect:
        case fx.Gain(gain=g):
            return op.ITEM_PASSIVE | (op.ITEM_DRAWS if g.cards else 0) | (op.ITEM_LAST if g.troops else 0)
        case fx.Influence(influence=i):
            return 0 if i.faction == "any" else op.ITEM_PASSIVE
        case fx.AcquireCard():
            return op.ITEM_PASSIVE | op.ITEM_GAINS_CARD
        case fx.TrashSelf():
            return op.ITEM_PASSIVE | (op.ITEM_RETURNS if source.reserve else 0)
        case fx.StealIntrigue():
            return op.ITEM_PASSIVE
        case fx.Mentat():
            return op.ITEM_PASSIVE | op.ITEM_LAST
        case fx.SpecialEffect(special="boost_next_bene_gesserit_card" | "recruit_troop_that_stays"):
            return op.ITEM_PASSIVE
        case fx.Opponents(opponents=inner) if all(isinstance(one, fx.Lose) for one in inner):
            return op.ITEM_PASSIVE
    return 0


def asks_others(effect: fx.Effect) -> bool:
    """Whether opponents have something to decide."""
    return any(
        isinstance(one, fx.Opponents) and not all(isinstance(part, fx.Lose) for part in one.opponents)
        for one in fx.walk((effect,))
    )


def item(code: Code, source: Source, effects: fx.Effects) -> int:
    """An item of one or more effects; its number."""
    if not effects:
        return 0
    start = code.here
    if all(is_eager(one, source.reveal) for one in effects):
        kind = op.ITEM_WAITS
        if not (len(effects) == 1 and isinstance(effects[0], fx.If)):
            code.put(op.OP_TEST, 0, 0)
        emit_all(code, source, effects)
        code.put(op.OP_END)
    else:
        start = program(code, source, effects)
        marks = [passive(source, one) for one in effects]
        kind = 0
        if all(marks):
            for one in marks:
                kind |= one
        elif all(is_optional(one) for one in effects):
            kind = op.ITEM_OPTIONAL
        if any(asks_others(one) for one in effects):
            kind |= op.ITEM_OTHERS
        if source.reveal and len(effects) == 1 and isinstance(effects[0], fx.If) and not effects[0].otherwise:
            kind |= op.ITEM_TESTED
    return code.add_item(source, start, kind)


def box(code: Code, source: Source, effects: fx.Effects) -> Box:
    """A list as gains, marks and items."""
    found: Box = dict.fromkeys(AT_ONCE, 0)
    found["flags"] = 0
    items: list[int] = []
    for effect in effects:
        if isinstance(effect, fx.Gain):
            for key in AT_ONCE:
                found[key] += getattr(effect.gain, key)
            for key in ("intrigue", "cards"):
                if n := getattr(effect.gain, key):
                    items.append(item(code, source, (fx.Gain.model_validate({"gain": {key: n}}),)))
            continue
        mark = mark_of(effect)
        if mark:
            found["flags"] |= mark
        else:
            items.append(item(code, source, (effect,)))
    for key in AT_ONCE:
        if found[key] > MOST_AT_ONCE:
            raise ContentError(f"{source.name}: {found[key]} {key} at once; at most {MOST_AT_ONCE} can be")
    if len(items) > layout.BOX_ITEMS:
        raise ContentError(f"{source.name}: {len(items)} effects to be ordered; there is room for {layout.BOX_ITEMS}")
    found["items"] = items + [0] * (layout.BOX_ITEMS - len(items))
    found["recruits"] = 0
    if found["troops"]:
        recruits = replace(source, name=f"{source.name} troops")
        found["recruits"] = item(code, recruits, (fx.Gain.model_validate({"gain": {"troops": found["troops"]}}),))
    if items or found["flags"] & op.BOX_TURN_FLAGS or any(found[key] for key in AT_ONCE if key not in SHOWN):
        found["flags"] |= op.BOX_MORE
    return found


def mark_of(effect: fx.Effect) -> int:
    """The mark of a special effect that only changes how the turn works."""
    if isinstance(effect, fx.May) and len(effect.may) == 1:
        return mark_of(effect.may[0]) & op.BOX_TURN_FLAGS
    if isinstance(effect, fx.SpecialEffect):
        return MARKS.get(effect.special, 0)
    return 0


def store_box(into: Any, found: Box) -> None:
    """Write a box into its record."""
    for key, value in found.items():
        into[key] = value
