"""Filling the tables: cards, spaces, leaders, intrigue, conflicts, tracks."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import numpy as np

from dune_sim.engines.memory import words_of
from dune_sim.errors import ContentError
from dune_sim.games.imperium.content import conditions as cond
from dune_sim.games.imperium.content import effects as fx
from dune_sim.games.imperium.content.models import (
    Card,
    IconPrice,
    ImperiumContent,
    Leader,
    PassEnemyAgents,
    Space,
    SpaceDiscount,
    Standing,
    Trigger,
)
from dune_sim.games.imperium.content.vocabulary import FACTIONS, ICONS
from dune_sim.games.imperium.kernels import layout
from dune_sim.games.imperium.kernels import opcodes as op
from dune_sim.games.imperium.tables.boxes import box, item, store_box
from dune_sim.games.imperium.tables.code import Code, Source, guards_of, icon_mask
from dune_sim.games.imperium.tables.effects import emit_all, program
from dune_sim.lang.records import Set


def _mark(words: Any, slot: int) -> None:
    words[slot // 64] |= type(words[0])(1 << (slot % 64))


def card_slots(content: ImperiumContent, seats: int) -> list[tuple[Card, int]]:
    """Card and seat of every slot, by number; starters that follow each other come seat by seat, others have seat -1.

    The cards that a seat can hold so lie in the order of their designs.
    """
    found: list[tuple[Card, int]] = []
    for starters, cards in groupby(content.cards, lambda card: card.kind == "starter"):
        run = [card for card in cards for _ in range(card.copies)]
        found += [(card, seat) for seat in (range(seats) if starters else (-1,)) for card in run]
    return found


def fill_cards(t: Any, code: Code, content: ImperiumContent, players: int) -> None:
    """Slots, sets of cards, prices and boxes."""
    slots = card_slots(content, code.layout.SEATS)
    for slot, (card, seat) in enumerate(slots):
        t["design"][slot] = card.number
        if seat >= players:
            continue
        _mark(t["cards"], slot)
        _mark(t["design_cards"][card.number], slot)
        for name in card.factions:
            _mark(t["faction_cards"][FACTIONS.index(name)], slot)
        _mark(t["own_start"][seat] if seat >= 0 else t[card.kind], slot)
    t["imperium_slots"] = max((k + 1 for k, (card, _) in enumerate(slots) if card.kind == "imperium"), default=0)
    t["cheapest"] = min((card.cost for card in content.cards if card.cost is not None), default=op.UNPRICED)
    t["cost"][:] = op.UNPRICED
    for card in content.cards:
        d = card.number
        t["cost"][d] = op.UNPRICED if card.cost is None else card.cost
        agent = Source(f"{card.id} agent", card.factions, reserve=card.kind == "reserve")
        if card.kind != "starter" and card.cost is not None:
            if card.cost >= layout.COST_STEPS:
                raise ContentError(f"{card.id}: a cost must be smaller than {layout.COST_STEPS}")
            t["priced"][card.cost :] |= t["design_cards"][d]
        store_box(t["agent"][d], box(code, agent, card.agent))
        reveal = Source(f"{card.id} reveal", card.factions, reveal=True, design=d if code.module else -1)
        store_box(t["reveal"][d], box(code, reveal, card.reveal))
        t["acquire"][d] = program(code, Source(f"{card.id} acquire", card.factions), card.acquire)
        if int(t["agent"][d]["flags"]) & op.BOX_SEND_ANY:
            t["send_any"] |= t["design_cards"][d]
        t["trashed"][d] = program(code, Source(f"{card.id} trashed", card.factions), card.on_trash)


def _icon_spaces(content: ImperiumContent, icons: int) -> int:
    return sum(1 << space.number for space in content.spaces if icons >> ICONS.index(space.icon) & 1)


def _affordable(content: ImperiumContent, key: str, have: int, less: dict[str, int]) -> int:
    """Spaces that cost ``have`` or less of a resource."""
    found = 0
    for space in content.spaces:
        plain = getattr(space.cost, key) if space.cost else 0
        cost = max(0, plain - less.get(space.icon, 0) - less.get(space.id, 0))
        if space.cost_options:
            cost = min(getattr(one.cost, key) for one in space.cost_options)
        if cost <= have:
            found |= 1 << space.number
    return found


def fill_spaces(t: Any, code: Code, content: ImperiumContent) -> None:
    """Costs, requirements, effects and indices of spaces."""
    for n in range(layout.COST_STEPS):
        t["open_spice"][n] = _affordable(content, "spice", n, {})
        t["open_water"][n] = _affordable(content, "water", n, {})
    for icons in range(1 << len(ICONS)):
        t["icon_spaces"][icons] = _icon_spaces(content, icons)
    t["spaces_of"] = [_icon_spaces(content, 1 << k) for k in range(len(ICONS))]
    for card in content.cards:
        own = icon_mask(card.icons)
        t["card_spaces"][card.number] = _icon_spaces(content, own)
        sets = [icons for icons in range(layout.ICON_SETS) if icons & own]
        t["icon_cards"][[*sets, layout.ICON_SETS]] |= t["design_cards"][card.number] & ~t["send_any"]
    t["all_spaces"] = sum(1 << space.number for space in content.spaces)
    counters = {"once": 0, "maker": 0, "control": 0}
    option = 0
    for space in content.spaces:
        s = space.number
        _fill_space(t, code, s, space, counters)
        t["first_option"][s], t["options"][s] = option, len(space.cost_options)
        for one in space.cost_options:
            if option >= code.layout.OPTIONS:
                raise ContentError(f"{space.id}: there is room for {code.layout.OPTIONS} prices in all")
            into = t["option"][option]
            store_box(into["box"], box(code, Source(f"{space.id} space"), one.effects))
            into["spice"], into["solari"], into["water"] = one.cost.spice, one.cost.solari, one.cost.water
            option += 1
    t["makers"] = counters["maker"]
    _fill_once(t, content)


def _fill_once(t: Any, content: ImperiumContent) -> None:
    once = [space.number for space in content.spaces if space.limit == "once_per_game"]
    for visits in range(1 << len(once)):
        t["closed_once"][visits] = sum(1 << s for k, s in enumerate(once) if visits >> k & 1)


def _fill_space(t: Any, code: Code, s: int, space: Space, counters: dict[str, int]) -> None:
    def index(name: str) -> int:
        counters[name] += 1
        t[name][s] = counters[name]
        return counters[name] - 1

    if space.cost:
        if max(space.cost.spice, space.cost.water, space.cost.solari) >= layout.COST_STEPS:
            raise ContentError(f"{space.id}: a cost must be smaller than {layout.COST_STEPS}")
        t["cost_spice"][s], t["cost_water"][s] = space.cost.spice, space.cost.water
    if space.combat:
        t["combat_spaces"] |= 1 << s
    if space.requires:
        k, need = int(t["needs"]), space.requires.influence
        t["need_space"][k], t["need_faction"][k], t["need_level"][k] = s, FACTIONS.index(need.faction), need.min
        t["needs"] = k + 1
    if space.limit == "once_per_game":
        index("once")
    if space.maker_base is not None:
        t["maker_space"][index("maker")] = s
    if space.control_bonus:
        k = index("control")
        bonus = space.control_bonus
        t["control_spice"][k], t["control_solari"][k], t["control_water"][k] = bonus.spice, bonus.solari, bonus.water
    step, rest = _faction_step(space)
    source = Source(f"{space.id} space")
    store_box(t["space"][s], box(code, source, rest))
    if step is not None:
        more = {"faction": step.influence.faction, "n": min(99, step.influence.n + 1)}
        twice = fx.Influence.model_validate({"influence": more})
        t["step_one"][s] = item(code, Source(f"{space.id} step"), (step,))
        t["step_two"][s] = item(code, Source(f"{space.id} double step"), (twice,))


def _faction_step(space: Space) -> tuple[fx.Influence | None, fx.Effects]:
    """The influence step of a faction space apart from its other effects."""
    for k, effect in enumerate(space.effects):
        if isinstance(effect, fx.Influence) and effect.influence.faction == space.faction:
            return effect, (*space.effects[:k], *space.effects[k + 1 :])
    return None, space.effects


def fill_leaders(t: Any, code: Code, content: ImperiumContent) -> None:
    """Standing rules, triggers and signets."""
    for leader in content.leaders:
        into = t["leader"][leader.number]
        store_box(into["signet"], box(code, Source(f"{leader.id} signet"), leader.signet))
        less: dict[str, int] = {}
        for one in leader.ability:
            if isinstance(one, SpaceDiscount):
                where = one.discount.icon if isinstance(one.discount, IconPrice) else one.discount.space
                less[where] = one.discount.solari
        for n in range(layout.COST_STEPS):
            into["open_solari"][n] = _affordable(content, "solari", n, less)
        for space in content.spaces:
            off = less.get(space.icon, 0) + less.get(space.id, 0)
            into["cost_solari"][space.number] = max(0, space.cost.solari - off) if space.cost else 0
        for ability in leader.ability:
            if isinstance(ability, PassEnemyAgents):
                into["pass_enemies"] |= _icon_spaces(content, icon_mask(ability.ignore_enemy_agents.icons))
            elif isinstance(ability, Standing) and ability.special == "peek_own_deck_top":
                into["peeks"] = 1
            elif isinstance(ability, Trigger):
                _fill_trigger(into, code, leader, ability)


def _fill_trigger(into: Any, code: Code, leader: Leader, ability: Trigger) -> None:
    source = Source(f"{leader.id} ability")
    less = fx.SpecialEffect(special="harvest_one_less")
    match ability.trigger:
        case "game_start":
            into["start"] = program(code, source, ability.then)
        case "deployed_this_turn":
            into["deployed"], into["deployed_min"] = item(code, source, ability.then), ability.min
        case "paid_solari_as_space_cost":
            into["paid"] = item(code, source, ability.then)
        case "took_council_seat":
            into["seated"] = item(code, source, ability.then)
        case "harvest":
            into["harvest_less"] = sum(one == less for one in ability.then)
            into["harvested"] = item(code, source, tuple(one for one in ability.then if one != less))


def _play(into: Any, code: Code, source: Source, effects: fx.Effects) -> None:
    """One side of an intrigue card: conditions first, then the program, then the discard pile."""
    if any(isinstance(one, fx.OnReveal) for one in effects[:-1]):
        raise ContentError(f"{source.name}: on_reveal must be the last effect of an intrigue card")
    into["guard"] = code.here
    into["guards"] = code.guard(guards_of(code, source, effects))
    into["pc"] = code.here
    emit_all(code, source, effects)
    code.put(op.OP_SPENT)
    code.put(op.OP_END)


def _intrigue_set(code: Code, cards: int) -> Any:
    """Intrigue cards as a set in memory: one word or several."""
    return np.asarray(words_of(Set(code.layout.INTRIGUES), cards), np.uint64)


def _mark_bought_plot(t: Any, code: Code, play: Any, card: Any) -> None:
    """A plot card that asks for resources at most is found without looking at its conditions."""
    first = int(play["guard"])
    guards = code.code[first : first + int(play["guards"])]
    prices = [[one[1 + k] for one in guards] for k in range(3)]
    if any(one[0] != op.IF_RESOURCES or max(one[1:]) >= layout.COST_STEPS for one in guards):
        return
    for key, wanted in zip(("plot_spice", "plot_solari", "plot_water"), prices, strict=True):
        t[key][max(wanted, default=0) :] |= card
    t["bought_plots"] |= card


def _for_victors(effects: fx.Effects) -> bool:
    return any(isinstance(one, fx.If) and isinstance(one.condition, cond.WonConflict) for one in effects)


def fill_intrigue(t: Any, code: Code, content: ImperiumContent) -> None:
    """The ways to play each intrigue design, and which cards are for which window."""
    at = 0
    for card in content.intrigue:
        d = card.number
        t["intrigue_design"][at : at + card.copies] = d
        cards = _intrigue_set(code, (1 << card.copies) - 1 << at)
        at += card.copies
        t["intrigues" if card.deck == "common" else "twisted"] |= cards
        windows = [("plot", "plots"), ("endgame", "finals")]
        windows.append(("combat", "victories" if _for_victors(card.combat) else "fights"))
        for key, window in windows:
            effects = getattr(card, key)
            if effects:
                source = Source(f"{card.id} {key}", intrigue=True)
                t[window] |= cards
                _play(t[{"plot": "plot", "endgame": "final", "combat": "fight"}[key]][d], code, source, effects)
                t["intrigue_later"][d] = source.later
        if card.plot and card.copies == 1:
            _mark_bought_plot(t, code, t["plot"][d], cards)
        if card.timing == "turn_start":
            t["first_acts"] |= cards


def fill_conflicts(t: Any, code: Code, content: ImperiumContent) -> None:
    """Levels, rewards and the space each conflict is about."""
    for card in content.conflicts:
        k = card.number
        t["level_conflicts"][card.level] |= 1 << k
        if card.controls is not None:
            t["conflict_space"][k] = code.controls[card.controls] + 1
        for place, effects in enumerate(card.rewards):
            start = code.here
            emit_all(code, Source(f"{card.id} reward"), effects)
            code.put(op.OP_END)
            t["reward"][k][place] = start


def fill_tracks(t: Any, code: Code, content: ImperiumContent) -> None:
    """Levels, points, bonuses; the question who receives a token."""
    for f, name in enumerate(FACTIONS):
        track = content.tracks.get(name)
        into = t["track"][f]
        into["bonus"] = program(code, Source(f"{name} bonus"), track.bonus)
        into["alliance"] = code.put(op.OP_ALLIANCE, f)
        code.put(op.OP_END)
        for key in ("start", "top", "vp_level", "vp", "bonus_level", "alliance_level", "alliance_vp"):
            into[key] = getattr(track, key)

