"""Forms of Bloodlines in words: effects, conditions, costs, tiles, skills, mechanics of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dune_sim.games.imperium.content.bloodlines import forms
from dune_sim.games.imperium.content.conditions import Cost

SPECIAL_WORDS = {
    "acquire_bank_commander": "hire the commander of the bank for free",
    "agent_into_conflict": "may send the agent of this turn into the conflict",
    "boost_next_bene_gesserit_card": "the next Bene Gesserit card has all icons and draws 1 card",
    "force_enemy_retreat": "an enemy troop retreats",
    "hungry_for_spice": "a card for 3 spice gained in a turn",
    "persuasion_every_reveal": "1 persuasion in every reveal turn from now on",
    "place_bonus_spice_on_tueks_sietch": "1 bonus spice onto Tuek's Sietch",
    "plot_course": "four navigation cards, played on reaching 2 influence",
    "recruit_troop_that_stays": "1 troop that stays in the garrison this turn",
    "secret_project": "keeps a tech tile face down, 1 spice cheaper",
    "strange_form": "no signet ring and no water at the start",
    "tactics_track": "units that leave the conflict move the tactics marker",
    "take_bonus_spice_from_maker_space": "take 1 bonus spice from a maker space",
    "top_card_back_discard_or_buy": "look at own deck top: leave it, discard it, or draw it for 1 solari",
    "tueks_sietch": "brings Tuek's Sietch: 1 solari for own visits, 1 intrigue for others'",
    "twisted_deck": "draws a twisted intrigue card each round",
}
STANDING_WORDS = {
    "intrigue_theft_needs_five": "theft of intrigue cards needs five here",
    "peek_own_deck_top": "sees own deck top",
    "cheaper_board_space": "spaces cost 1 spice or solari less",
    "cheaper_commander": "commanders cost 1 solari less",
    "signet_has_faction_icons": "the signet ring has all faction icons",
    "skill_for_tile": "on recruiting a commander: trash this tile for a skill",
    "troop_for_intrigue": "each intrigue card gained in an own turn deploys 1 troop",
}
#: condition -> its words
CONDITION_WORDS: dict[type, Callable[[Any], str]] = {
    forms.HasCommand: lambda one: f"Command {one.command}+",
    forms.HasGained: lambda one: f"{one.gained_this_turn.spice}+ spice gained this turn",
    forms.HasCommander: lambda one: "commander in the conflict",
    forms.HasGarrison: lambda one: f"{one.garrison_units.min}+ units in the garrison",
    forms.HasTech: lambda one: f"{one.tech_tiles.min}+ tech tiles",
    forms.HasTrashed: lambda one: _trashed(one.trashed),
    forms.HasGiven: lambda one: "the card given was no twisted one",
    forms.Holds: lambda one: f"{one.has.water}+ water",
    forms.OnSlot: lambda one: f"laid down in place {one.navigation_slot}",
    forms.TriggeredBy: lambda one: f"played for {one.navigation_trigger.replace('_', ' ').title()}",
}


def _trashed(one: forms.CardGone) -> str:
    if one.faction is not None:
        return f"{one.faction.replace('_', ' ').title()} card trashed"
    return f"a card of cost {one.min_cost}+ trashed" if one.twisted is None else "the card trashed was no twisted one"


def cost_words(cost: Cost) -> list[str]:
    """Costs of Bloodlines."""
    found = []
    if cost.retreat:
        least, most = cost.retreat.min, cost.retreat.max
        found.append(f"retreat {least if least == most else f'{least}-{most}'} troops")
    if cost.lose:
        found.append(f"lose {cost.lose.troops} troops in {' or '.join(cost.lose.places)}")
    if cost.discard:
        found.append(f"discard {cost.discard} card{'s' if cost.discard > 1 else ''}")
    if cost.trash_intrigue:
        found.append("trash an intrigue card")
    if cost.give_intrigue:
        found.append("give an intrigue card away")
    if cost.trash_tech:
        found.append("trash a tech tile")
    return found
