"""Short notation of what Imperium components do, made from the content; shown as words or as icons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from dune_sim.games.imperium.content import conditions, effects, models
from dune_sim.games.imperium.content.conditions import Amounts, Condition, Cost, Resources
from dune_sim.games.imperium.content.effects import Effect, Effects


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
        found = self._nested(effect)
        if found is None:
            found = self._cards(effect)
        if found is None:
            found = self._board(effect)
        if found is None:
            raise AssertionError(f"no words for {effect!r}")
        return found

    def _nested(self, effect: Effect) -> list[Token] | None:
        match effect:
            case effects.Pay():
                return [*self.cost(effect.pay), "→", *self.effects(effect.then)]
            case effects.Choose(choose=branches):
                return listed([self.effects(branch) for branch in branches], "or")
            case effects.ChooseSome():
                offers = listed([self.effects(branch) for branch in effect.of], "/")
                return [f"{effect.choose_n} of", *offers]
            case effects.May():
                return ["may", *self.effects(effect.may)]
            case effects.If():
                tail = ["else", *self.effects(effect.otherwise)] if effect.otherwise else []
                return [*self.condition(effect.condition), ":", *self.effects(effect.then), *tail]
            case effects.Opponents():
                return ["each opponent:", *self.effects(effect.opponents)]
            case effects.OneOpponent():
                return ["one opponent:", *self.effects(effect.one_opponent)]
            case effects.Per():
                return [*self.effects(effect.then), f"per {FACTION_NAMES[effect.per.in_play.faction]} card in play"]
            case effects.OnReveal():
                return ["at reveal:", *self.effects(effect.on_reveal)]
        return None

    def _cards(self, effect: Effect) -> list[Token] | None:
        match effect:
            case effects.Trash():
                return ["may trash" if effect.trash.optional else "trash", Sign("cards", effect.trash.n)]
            case effects.TrashSelf():
                return ["trash this card"]
            case effects.Discard():
                return ["discard", Sign("cards", effect.discard)]
            case effects.Acquire():
                place = "discard" if effect.acquire.to == "discard" else "deck top"
                return [f"free card up to cost {effect.acquire.max_cost} to {place}"]
            case effects.AcquireCard():
                return [f"acquire {self.card(effect.acquire_card)}"]
            case effects.TakeFromDiscard():
                return [f"{FACTION_NAMES[effect.take_from_discard.faction]} card from discard to hand"]
            case effects.CardDiscount():
                return [f"{self.card(effect.discount.card)} costs {effect.discount.persuasion} less"]
            case effects.StealIntrigue():
                theft = effect.steal_intrigue
                return ["steal", Sign("intrigue", theft.n), f"from each with {theft.from_opponents_with}+"]
            case effects.GrantIcons():
                return ["card played has icons", ", ".join(ICON_NAMES[icon] for icon in effect.grant_icons.icons)]
        return None

    def _board(self, effect: Effect) -> list[Token] | None:
        match effect:
            case effects.Gain():
                return amounts(effect.gain)
            case effects.Influence():
                step = effect.influence
                behind = ["where an opponent is ahead"] if step.where == "behind_opponent" else []
                return [Sign(f"influence.{step.faction}", step.n), *behind]
            case effects.Lose():
                return ["lose", Sign("troops", effect.lose.troops), "in " + " or ".join(effect.lose.places)]
            case effects.Retreat():
                return [
                    "retreat " + ("any troops" if effect.retreat.max == "any" else f"up to {effect.retreat.max} troops")
                ]
            case effects.Deploy():
                return [_deployment(effect)]
            case effects.Harvest():
                return [Sign("spice", effect.harvest.base), "+ bonus"]
            case effects.SpecialEffect():
                return [SPECIAL_WORDS[effect.special]]
        return self._standing(effect)

    def _standing(self, effect: Effect) -> list[Token] | None:
        match effect:
            case effects.Control():
                return [f"control {self.content.spaces.get(effect.control).name}"]
            case effects.Mentat():
                return ["Mentat" if effect.mentat == "this_round" else "Mentat next round"]
            case effects.Swordmaster():
                return ["third agent"]
            case effects.CouncilSeat():
                return ["council seat"]
            case effects.RecallAgent():
                return [f"recall {effect.recall_agent} agent"]
            case effects.IgnoreEnemyAgents():
                return ["next agent ignores enemy agents"]
        return None

    def cost(self, cost: Cost | Resources) -> list[Token]:
        """What stands left of an arrow."""
        paid = amounts(cost)
        if isinstance(cost, Cost):
            if cost.influence:
                paid.append(Sign(f"influence.{cost.influence.faction}", -cost.influence.n))
            if cost.trash:
                paid.extend(["trash", Sign("cards", cost.trash.n)])
            if cost.trash_self:
                paid.append("trash this card")
            if cost.troops_in_conflict:
                paid.extend([Sign("troops", cost.troops_in_conflict), "in conflict"])
        return paid

    def condition(self, condition: Condition) -> list[Token]:
        """What must hold."""
        match condition:
            case conditions.HasInfluence():
                return [f"{FACTION_NAMES[condition.influence.faction]} {condition.influence.min}+"]
            case conditions.HasAlliance(alliance="any"):
                return ["any alliance"]
            case conditions.HasAlliance():
                return [f"{FACTION_NAMES[condition.alliance]} alliance"]
            case conditions.HasFremenBond():
                return ["Fremen bond"]
            case conditions.HasCouncilSeat():
                return ["council seat"]
            case conditions.HasInPlay():
                other = "other " if condition.in_play.other else ""
                return [f"{condition.in_play.min} {other}{FACTION_NAMES[condition.in_play.faction]} in play"]
            case conditions.WonConflict():
                return ["conflict won"]
            case conditions.TurnIs():
                return [f"{condition.turn} turn"]
            case conditions.AgentOn():
                return ["agent still here"]
            case conditions.OwnsCards():
                return [f"{condition.cards_owned.min}+ {self.card(condition.cards_owned.card)}"]
            case conditions.OwnsMoreThanEachOpponent():
                return [f"most {self.card(condition.more_cards_than_each_opponent)}"]
            case conditions.HasTracksAt():
                wanted = condition.factions_with_influence
                return [f"{wanted.n} factions at {wanted.min}+"]
        raise AssertionError(f"no words for {condition!r}")

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
            case models.SpaceDiscount():
                return [f"{ICON_NAMES[ability.discount.icon]} spaces cost {ability.discount.solari} solari less"]
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


def _deployment(effect: effects.Deploy) -> str:
    given = effect.deploy
    number = (
        "any troops"
        if given.max == "any"
        else f"{'' if given.compulsory else 'up to '}{given.max} troop{'s' if given.max != 1 else ''}"
    )
    origin = "recruited" if given.origin == "recruited" else f"from {given.origin}"
    return f"deploy {number} {origin}"
