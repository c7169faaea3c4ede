"""Conditions and costs of Bloodlines as instructions."""

from __future__ import annotations

from dune_sim.games.imperium.content import conditions as cond
from dune_sim.games.imperium.content.bloodlines import forms
from dune_sim.games.imperium.content.vocabulary import FACTIONS, ICONS
from dune_sim.games.imperium.kernels import opcodes as op
from dune_sim.games.imperium.kernels.bloodlines import opcodes as blood

Instruction = tuple[int, int, int, int]
PLACES = {"garrison": blood.IN_GARRISON, "conflict": blood.IN_CONFLICT}
ZONES = {"hand": op.TRASH_HAND, "discard": op.TRASH_DISCARD, "in_play": op.TRASH_IN_PLAY}


def places_of(names: tuple[str, ...]) -> int:
    return sum(PLACES[one] for one in names)


def zones_of(names: tuple[str, ...]) -> int:
    return sum(ZONES[one] for one in names)


def module_condition(one: cond.Condition) -> Instruction | None:
    """A condition of Bloodlines as an instruction, None for those of the base game."""
    match one:
        case forms.HasCommand(command=n):
            return (blood.IF_COMMAND, n, 0, 0)
        case forms.HasGained(gained_this_turn=g):
            return (blood.IF_GAINED, g.spice, 0, 0)
        case forms.HasCommander(commander_in_conflict=c):
            return (blood.IF_COMMANDERS, c.min, 0, 0)
        case forms.HasGarrison(garrison_units=c):
            return (blood.IF_GARRISON_UNITS, c.min, 0, 0)
        case forms.HasTech(tech_tiles=c):
            return (blood.IF_TILES, c.min, 0, 0)
        case forms.HasTrashed(trashed=c):
            return _trashed(c)
        case forms.HasGiven():
            return (blood.IF_ORDINARY, 0, 0, 0)
        case forms.Holds(has=h):
            return (op.IF_RESOURCES, 0, 0, h.water)
        case forms.OnSlot(navigation_slot=n):
            return (blood.IF_COURSE_PLACE, n, 0, 0)
        case forms.TriggeredBy(navigation_trigger=name):
            return (blood.IF_COURSE_FACTION, FACTIONS.index(name), 0, 0)
        case cond.AgentOn(agent_on=forms.OnIcon(icon=icon)):
            return (blood.IF_ON_ICON, ICONS.index(icon), 0, 0)
    return None


def _trashed(one: forms.CardGone) -> Instruction:
    if one.faction is not None:
        return (blood.IF_TRASHED_FACTION, FACTIONS.index(one.faction), 0, 0)
    if one.twisted is not None:
        return (blood.IF_ORDINARY, 0, 0, 0)
    return (blood.IF_TRASHED_COST, one.min_cost, 0, 0)


def module_costs(cost: cond.Cost, intrigue: bool) -> list[Instruction]:
    """When costs of Bloodlines can be paid; an intrigue card still in the hand does not pay for itself."""
    found: list[Instruction] = []
    if cost.retreat:
        found.append((blood.IF_UNITS, cost.retreat.min, blood.IN_CONFLICT, 0))
    if cost.lose:
        found.append((blood.IF_UNITS, cost.lose.troops, places_of(cost.lose.places), 0))
    if cost.discard:
        found.append((op.IF_HAND, 0, 0, 0))
    if cost.trash and cost.trash.min_cost:
        found.append((blood.IF_COSTLY, zones_of(cost.trash.zones), cost.trash.min_cost, 0))
    if cost.trash_intrigue or cost.give_intrigue:
        found.append((blood.IF_INTRIGUES, 2 if intrigue else 1, 0, 0))
    if cost.trash_tech:
        found.append((blood.IF_TILES, 1, 0, 0))
    return found


def payments(cost: cond.Cost) -> list[Instruction]:
    """Costs of Bloodlines as they are paid."""
    found: list[Instruction] = []
    if cost.retreat:
        found.append((blood.OP_RETREAT_UNITS, cost.retreat.max, cost.retreat.min, 0))
    if cost.lose:
        found.append((blood.OP_LOSE_UNITS, cost.lose.troops, places_of(cost.lose.places), 0))
    found += [(op.OP_DISCARD, 0, 0, 0)] * cost.discard
    if cost.trash and cost.trash.min_cost:
        found.append((blood.OP_TRASH_COST, zones_of(cost.trash.zones), cost.trash.min_cost, 0))
    if cost.trash_intrigue:
        found.append((blood.OP_TRASH_INTRIGUE, 0, 0, 0))
    if cost.give_intrigue:
        found.append((blood.OP_GIVE_INTRIGUE, 0, 0, 0))
    if cost.trash_tech:
        found.append((blood.OP_TRASH_TECH, 0, 0, 0))
    return found


#: mechanics of their own
SPECIALS = {
    "acquire_bank_commander": (blood.OP_HIRE, 1),
    "agent_into_conflict": (blood.OP_AGENT_FIGHTS, 0),
    "boost_next_bene_gesserit_card": (blood.OP_BOOST, 0),
    "force_enemy_retreat": (blood.OP_FORCE_RETREAT, 0),
    "persuasion_every_reveal": (blood.OP_EVERY_REVEAL, 0),
    "place_bonus_spice_on_tueks_sietch": (blood.OP_STORE_SPICE, 0),
    "recruit_troop_that_stays": (blood.OP_STAYING, 0),
    "take_bonus_spice_from_maker_space": (blood.OP_TAKE_BONUS, 0),
    "top_card_back_discard_or_buy": (blood.OP_CONTROLLED, 0),
}
#: when those are possible that are not always
SPECIAL_GUARDS = {
    "agent_into_conflict": (blood.IF_SENT, 0, 0, 0),
    "force_enemy_retreat": (op.IF_ENEMY_IN_CONFLICT, 0, 0, 0),
    "take_bonus_spice_from_maker_space": (blood.IF_BONUS, 0, 0, 0),
    "top_card_back_discard_or_buy": (op.IF_DECK, 0, 0, 0),
}
