"""Short notation of what Imperium components do, made from the content; shown as words or as icons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from dune_sim.games.imperium.content import conditions, effects, models
from dune_sim.games.imperium.content.bloodlines import forms
from dune_sim.games.imperium.content.conditions import Amounts, Condition, Cost, Resources
from dune_sim.games.imperium.content.effects import Effect, Effects
from dune_sim.games.imperium.words.bloodlines.effects import CONDITION_WORDS as MODULE_CONDITIONS
from dune_sim.games.imperium.words.bloodlines.effects import SPECIAL_WORDS as MODULE_SPECIALS
from dune_sim.games.imperium.words.bloodlines.effects import cost_words


class Sign(NamedTuple):
    """A number of one thing; pictures draw it, text spells it out."""

    kind: str
    n: int = 1


Token = str | Sign

#: kind -> one, several
NOUNS = {
    "spice": ("spice", "spice"),
    "solari": ("solari", "solari"),
    "water": ("water", "water"),
    "troops": ("troop", "troops"),
    "cards": ("card", "cards"),
    "intrigue": ("intrigue", "intrigue"),
    "vp": ("VP", "VP"),
    "persuasion": ("persuasion", "persuasion"),
    "swords": ("sword", "swords"),
}
GAINS = ("vp", "solari", "spice", "water", "troops", "cards", "intrigue", "persuasion", "swords")
FACTION_NAMES = {
    "emperor": "Emperor",
    "guild": "Guild",
    "bene_gesserit": "Bene Gesserit",
    "fremen": "Fremen",
    "any": "any faction",
}
ICON_NAMES = {**FACTION_NAMES, "landsraad": "Landsraad", "city": "City", "spice_trade": "Spice Trade"}

SPECIAL_WORDS = {
    "acquired_cards_to_deck_top": "put acquired cards on top of the deck",
    "block_space": "close a space to opponents until your next turn",
    "double_base_harvest": "take the base harvest twice",
    "harvest_one_less": "harvest 1 spice less",
    "leader_signet": "signet ability",
    "look_top_draw_or_trash": "look at own deck top: draw or trash it",
    "manipulate_row": "reserve a row card, 1 persuasion cheaper",
    "masterstroke_choose_two_factions": "pick two factions in secret",
    "masterstroke_reveal": "may show both factions: +1 each",
    "pass_turn": "pass this turn",
    "peek_own_deck_top": "sees own deck top",
    "send_any_agent_anywhere": "send any own agent to any space",
    "shuffle_discard_into_deck": "shuffle discard into deck",
    "space_influence_two": "the space gives 2 influence",
    **MODULE_SPECIALS,
}
TRIGGER_WORDS = {
    "game_start": "at the start",
    "deployed_this_turn": "deployed {min}+ troops in a turn",
    "paid_solari_as_space_cost": "paid solari for a space",
    "took_council_seat": "took a council seat",
    "harvest": "each harvest",
}


def spell(tokens: Iterable[Token]) -> str:
    """Tokens as one line of text."""
    line, before = "", False
    for token in tokens:
        sign = isinstance(token, Sign)
        word = spell_sign(token) if isinstance(token, Sign) else token
        glue = "" if not line or word[:1] in ",:;)" else ", " if sign and before else " "
        line, before = line + glue + word, sign
    return line


def spell_sign(sign: Sign) -> str:
    """A number of things in words."""
    if sign.kind.startswith("influence."):
        return f"{FACTION_NAMES[sign.kind[10:]]} {sign.n:+d}"
    one, several = NOUNS[sign.kind]
    return f"{sign.n} {one if sign.n == 1 else several}"


def amounts(given: Resources | Amounts | Cost) -> list[Token]:
    """What is gained or paid, one sign for each kind."""
    return [Sign(kind, n) for kind in GAINS if (n := getattr(given, kind, 0))]


def listed(parts: Sequence[Sequence[Token]], glue: str) -> list[Token]:
    """Several runs with a word or mark between them."""
    joined: list[Token] = []
    for part in parts:
        if joined and part:
            joined.append(glue)
        joined.extend(part)
    return joined


class Wording:
    """Words for the components of one content."""

    def __init__(self, content: models.ImperiumContent) -> None:
        self.content = content

    def effects(self, given: Effects) -> list[Token]:
        """A list of effects; neighbouring gains run together, other items are set apart."""
        joined: list[Token] = []
        simple = True
        for effect in given:
            tokens = self.effect(effect)
            plain = all(isinstance(token, Sign) for token in tokens)
            if joined and not (plain and simple):
                joined.append(";")
            joined.extend(tokens)
            simple = plain
        return joined

    def text(self, given: Effects) -> str:
        """A list of effects in words."""
        return spell(self.effects(given))

    def effect(self, effect: Effect) -> list[Token]:
        """One effect."""
        return EFFECT_WORDS[type(effect)](self, effect)

    def cost(self, cost: Cost | Resources) -> list[Token]:
        """What stands left of an arrow."""
        paid = amounts(cost)
        if isinstance(cost, Cost):
            if cost.influence:
                paid.append(Sign(f"influence.{cost.influence.faction}", -cost.influence.n))
            if cost.trash:
                paid.extend(["trash", Sign("cards", cost.trash.n)])
                paid.extend([f"of cost {cost.trash.min_cost}+"] if cost.trash.min_cost else [])
            if cost.trash_self:
                paid.append("trash this card")
            if cost.troops_in_conflict:
                paid.extend([Sign("troops", cost.troops_in_conflict), "in conflict"])
            paid.extend(cost_words(cost))
        return paid

    def condition(self, condition: Condition) -> list[Token]:
        """What must hold."""
        return [CONDITION_WORDS[type(condition)](self, condition)]

    def card(self, name: str) -> str:
        """The title of a card."""
        return self.content.cards.get(name).name

    def ability(self, leader: models.Leader) -> list[Token]:
        """The left side of a leader."""
        return listed([self._ability(one) for one in leader.ability], ";")

    def _ability(self, ability: models.Ability) -> list[Token]:
        match ability:
            case models.Trigger():
                once = ["(once)"] if ability.limit == "once_per_game" else []
                return [
                    TRIGGER_WORDS[ability.trigger].format(min=ability.min) + ":",
                    *self.effects(ability.then),
                    *once,
                ]
            case models.SpaceDiscount(discount=models.SpacePrice(space=space, solari=n)):
                return [f"{self.content.spaces.get(space).name} costs {n} solari less"]
            case models.SpaceDiscount(discount=models.IconPrice(icon=icon, solari=n)):
                return [f"{ICON_NAMES[icon]} spaces cost {n} solari less"]
            case models.PassEnemyAgents():
                shown = " and ".join(ICON_NAMES[icon] for icon in ability.ignore_enemy_agents.icons)
                return [f"enemy agents do not block {shown} spaces"]
            case models.Standing():
                return [SPECIAL_WORDS[ability.special]]
        raise AssertionError(f"no words for {ability!r}")

    def space(self, space: models.Space) -> list[Token]:
        """Effects of a space; the exchange rates where there is a choice of costs."""
        if not space.cost_options:
            return self.effects(space.effects)
        rates = [[*self.cost(option.cost), "→", *self.effects(option.effects)] for option in space.cost_options]
        return listed(rates, "/")


def _per(one: effects.Per) -> str:
    """What is counted."""
    if isinstance(one.per, effects.InPlayCount):
        return f"per {FACTION_NAMES[one.per.in_play.faction]} card in play"
    if isinstance(one.per, forms.FactionCount):
        return f"per faction at {one.per.factions_with_influence.min}+"
    return "per kind of own unit in the conflict"


def _alone(told: Callable[[Any], str]) -> Callable[[Wording, Any], str]:
    """Words that need nothing but the form."""
    return lambda w, one: told(one)


def _deployment(effect: effects.Deploy) -> str:
    given = effect.deploy
    number = (
        "any troops"
        if given.max == "any"
        else f"{'' if given.compulsory else 'up to '}{given.max} troop{'s' if given.max != 1 else ''}"
    )
    origin = "recruited" if given.origin == "recruited" else f"from {given.origin}"
    return f"deploy {number} {origin}"


#: effect -> its words and signs
EFFECT_WORDS: dict[type, Callable[[Wording, Any], list[Token]]] = {
    effects.Pay: lambda w, one: [*w.cost(one.pay), "→", *w.effects(one.then)],
    effects.Choose: lambda w, one: listed([w.effects(branch) for branch in one.choose], "or"),
    effects.ChooseSome: lambda w, one: [f"{one.choose_n} of", *listed([w.effects(branch) for branch in one.of], "/")],
    effects.May: lambda w, one: ["may", *w.effects(one.may)],
    effects.If: lambda w, one: [
        *w.condition(one.condition), ":", *w.effects(one.then),
        *(["else", *w.effects(one.otherwise)] if one.otherwise else []),
    ],
    effects.Opponents: lambda w, one: ["each opponent:", *w.effects(one.opponents)],
    effects.OneOpponent: lambda w, one: ["one opponent:", *w.effects(one.one_opponent)],
    effects.Per: lambda w, one: [*w.effects(one.then), _per(one)],
    effects.OnReveal: lambda w, one: ["at reveal:", *w.effects(one.on_reveal)],
    effects.Trash: lambda w, one: ["may trash" if one.trash.optional else "trash", Sign("cards", one.trash.n)],
    effects.TrashSelf: lambda w, one: ["trash this card"],
    effects.Discard: lambda w, one: ["discard", Sign("cards", one.discard)],
    forms.CombatIcon: lambda w, one: ["units may be deployed this turn"],
    forms.AcquireTech: lambda w, one: [
        "may acquire a tech tile" + (f", {n} spice cheaper" if (n := one.acquire_tech.discount) else "")
    ],
    forms.CommanderDiscount: lambda w, one: [f"commanders cost {one.commander_discount} solari less this turn"],
    effects.Acquire: lambda w, one: ["free card of the row"] if one.acquire.origin == "row" else [
        f"free card up to cost {one.acquire.max_cost} to {'discard' if one.acquire.to == 'discard' else 'deck top'}"
    ],
    effects.AcquireCard: lambda w, one: [f"acquire {w.card(one.acquire_card)}"],
    effects.TakeFromDiscard: lambda w, one: [
        f"{FACTION_NAMES[one.take_from_discard.faction]} card from discard to hand"
    ],
    effects.CardDiscount: lambda w, one: [f"{w.card(one.discount.card)} costs {one.discount.persuasion} less"],
    effects.StealIntrigue: lambda w, one: [
        "steal", Sign("intrigue", one.steal_intrigue.n), f"from each with {one.steal_intrigue.from_opponents_with}+"
    ],
    effects.GrantIcons: lambda w, one: [
        "card played has icons", ", ".join(ICON_NAMES[icon] for icon in one.grant_icons.icons)
    ],
    effects.Gain: lambda w, one: amounts(one.gain),
    effects.Influence: lambda w, one: [
        Sign(f"influence.{one.influence.faction}", one.influence.n),
        *(["where an opponent is ahead"] if one.influence.where == "behind_opponent" else []),
    ],
    effects.Lose: lambda w, one: ["lose", Sign("troops", one.lose.troops), "in " + " or ".join(one.lose.places)],
    effects.Retreat: lambda w, one: [
        "retreat " + ("any troops" if one.retreat.max == "any" else f"up to {one.retreat.max} troops")
    ],
    effects.Deploy: lambda w, one: [_deployment(one)],
    effects.Harvest: lambda w, one: [Sign("spice", one.harvest.base), "+ bonus"],
    effects.SpecialEffect: lambda w, one: [SPECIAL_WORDS[one.special]],
    effects.Control: lambda w, one: [f"control {w.content.spaces.get(one.control).name}"],
    effects.Mentat: lambda w, one: ["Mentat" if one.mentat == "this_round" else "Mentat next round"],
    effects.Swordmaster: lambda w, one: ["third agent"],
    effects.CouncilSeat: lambda w, one: ["council seat"],
    effects.RecallAgent: lambda w, one: [f"recall {one.recall_agent} agent"],
    effects.IgnoreEnemyAgents: lambda w, one: ["next agent ignores enemy agents"],
}  # fmt: skip
#: condition -> its words
CONDITION_WORDS: dict[type, Callable[[Wording, Any], str]] = {
    conditions.HasInfluence: lambda w, one: f"{FACTION_NAMES[one.influence.faction]} {one.influence.min}+",
    conditions.HasAlliance: lambda w, one: f"{(FACTION_NAMES | {'any': 'any'})[one.alliance]} alliance",
    conditions.HasFremenBond: lambda w, one: "Fremen bond",
    conditions.HasCouncilSeat: lambda w, one: "council seat",
    conditions.HasInPlay: lambda w, one: (
        f"{one.in_play.min} {'other ' if one.in_play.other else ''}{FACTION_NAMES[one.in_play.faction]} in play"
    ),
    conditions.WonConflict: lambda w, one: "conflict won",
    conditions.TurnIs: lambda w, one: f"{one.turn} turn",
    conditions.AgentOn: lambda w, one: (
        "agent still here" if isinstance(one.agent_on, str) else f"agent on {ICON_NAMES[one.agent_on.icon]}"
    ),
    conditions.OwnsCards: lambda w, one: f"{one.cards_owned.min}+ {w.card(one.cards_owned.card)}",
    conditions.OwnsMoreThanEachOpponent: lambda w, one: f"most {w.card(one.more_cards_than_each_opponent)}",
    conditions.HasTracksAt: lambda w, one: (
        f"{one.factions_with_influence.n} factions at {one.factions_with_influence.min}+"
    ),
    **{form: _alone(told) for form, told in MODULE_CONDITIONS.items()},
}
