"""Actions of Dune: Imperium in words a player understands; the waiting instruction tells what is being asked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from dune_sim.games.imperium.kernels import opcodes as ops
from dune_sim.games.imperium.kernels.bloodlines import opcodes as blood
from dune_sim.games.imperium.kernels.hagal.opcodes import OP_RIVAL_INFLUENCE
from dune_sim.games.imperium.kernels.turns import SEND_SOURCE
from dune_sim.games.imperium.tables.names import Names
from dune_sim.games.imperium.words.bloodlines.programs import ModuleWords
from dune_sim.games.imperium.words.effects import FACTION_NAMES, Wording, spell
from dune_sim.games.imperium.words.programs import Programs
from dune_sim.games.imperium.words.questions import Asker
from dune_sim.games.imperium.words.sources import Sources
from dune_sim.lang.declare import Action


class Describer:
    """Words for the actions of one State record."""

    def __init__(self, names: Names, tables: Any, words: Wording, actions: Sequence[Action]) -> None:
        self.names, self.tables, self.words, self.actions = names, tables, words, actions
        self.programs = Programs(names, tables)
        self.module = ModuleWords(names, tables)

    def question(self, state: Any) -> str:
        """Who is asked, by which card, space or effect, and what."""
        return Asker(self.names, self.tables, self.sources, self.programs, state).question()

    def describe(self, state: Any, action: int, viewer: int | None = None) -> str:
        """An action in words, given what the game waits for; another viewer hears nothing of what stays face down."""
        _, kind, number, _ = self.actions[action]
        frame = state["stack"]["frames"][max(0, int(state["stack"]["depth"]) - 1)]
        code, a, b, c = self.programs.op(int(frame["pc"]))
        if viewer is not None and viewer != int(frame["who"]):
            if code == ops.OP_TOKENS:
                return "lay down a faction in secret"
            if code == ops.OP_SNOOP and number == 0:
                return "draw the card looked at"
            if code in (blood.OP_PLOT_COURSE, blood.OP_SECRET_PROJECT, blood.OP_CONTROLLED, blood.OP_GIVE_INTRIGUE):
                return "choose in secret"
        special = self.module.asked(state, frame, kind, number, code)
        if special is None:
            special = self.asked(state, frame, kind, number, code, (a, b, c))
        return special if special is not None else self.common(state, kind, number)

    # -- what the waiting instruction makes of an answer -------------------------------------------------------------

    def asked(
        self, state: Any, frame: Any, kind: str, number: int, code: int, args: tuple[int, int, int]
    ) -> str | None:
        """Words that depend on the question; None where the action speaks for itself."""
        pc = int(frame["pc"])
        if code == ops.OP_OFFER and kind in ("accept", "pass"):
            words = self.programs.text(pc + 1 + args[1], args[0])
            return words if kind == "accept" else f"decline: {words}"
        if code in (ops.OP_CHOOSE, ops.OP_PICK) and kind == "branch":
            return self.programs.branches(pc)[number]
        if code in (ops.OP_INFLUENCE_ANY, ops.OP_LOSE_INFLUENCE, ops.OP_TOKENS, OP_RIVAL_INFLUENCE):
            return self.faction_choice(code, number, args)
        if code in (
            ops.OP_TRASH,
            ops.OP_DISCARD,
            ops.OP_TAKE,
            ops.OP_ACQUIRE,
            ops.OP_MANIPULATE,
            ops.OP_PLACE,
            ops.OP_SNOOP,
        ):
            return self.card_choice(state, frame, kind, number, code, args)
        if code in (ops.OP_TURN, ops.OP_SEND, ops.OP_POOL):
            return self.turn_choice(state, frame, kind, number, code)
        return self.rest(state, frame, kind, number, code, args)

    def faction_choice(self, code: int, number: int, args: tuple[int, int, int]) -> str:
        name = FACTION_NAMES[self.names.factions[number]]
        if code == ops.OP_TOKENS:
            return f"lay down {name} in secret"
        return f"{name} -{args[1]}" if code == ops.OP_LOSE_INFLUENCE else f"{name} +{args[0]}"

    def card_choice(
        self, state: Any, frame: Any, kind: str, number: int, code: int, args: tuple[int, int, int]
    ) -> str | None:
        if code == ops.OP_SNOOP:
            known = [int(one["tops"]) for one in state["players"][: int(frame["who"]) + 1]]
            top = self.slot(int(state["top"][sum(known) - 1])) if known[-1] else "the top card"
            return f"{'draw' if number == 0 else 'trash'} {top}"
        if code == ops.OP_PLACE:
            place = "on top of the deck" if kind == "accept" else "on the discard pile"
            return f"put {self.slot(int(frame['c']))} {place}"
        if code == ops.OP_TRASH and kind == "pass":
            return "trash nothing"
        zone = {"hand": "hand", "discard": "discard pile", "in_play": "play"}.get(kind)
        if code == ops.OP_TRASH and zone:
            return f"trash {self.card(number)} from {zone}"
        if code == ops.OP_DISCARD:
            return f"discard {self.card(number)}"
        if code == ops.OP_TAKE:
            return f"take {self.card(number)} from the discard pile"
        if code == ops.OP_MANIPULATE:
            return f"set {self.card(number)} of the row aside"
        if code == ops.OP_ACQUIRE:
            name = self.slot(int(state["aside"]) - 1) + " (set aside)" if kind == "aside" else self.card(number)
            return f"acquire {name} for free{' onto the deck' if args[1] else ''}"
        return None

    def wakes(self, state: Any, seat: int, number: int) -> bool:
        """Whether deploying so many more troops wakes the leader, whose turn then goes on."""
        one = state["players"][seat]
        leader = self.tables["leader"][int(one["leader"])]
        known = int(one["flags"]) & ops.SEAT_SHOWN or int(state["turn"]) & ops.TURN_OFFERED
        return bool(leader["deployed"] and not known and int(state["deployed"]) + number >= int(leader["deployed_min"]))

    def shows(self, state: Any) -> bool:
        """Whether a deployment comes before opponents are asked, the turn then goes on."""
        pool = [int(one) for one in state["pool"][: int(state["items"])]]
        return not state["placed"] and any(int(self.tables["item"][k]["kind"]) & ops.ITEM_OTHERS for k in pool)

    def turn_choice(self, state: Any, frame: Any, kind: str, number: int, code: int) -> str | None:
        if code == ops.OP_TURN and kind == "hand":
            if self.lays_out(state, number):
                return f"lay out {self.card(number)} and pass this turn"
            return f"agent turn: play {self.card(number)}"
        if code == ops.OP_SEND:
            return self.sending(state, frame, kind, number)
        if code != ops.OP_POOL:
            return None
        revealing = int(state["turn"]) & ops.TURN_REVEAL
        if kind == "pass":
            return "end the reveal turn" if revealing else "end the turn"
        if kind == "count":
            after = "end the turn"
            if self.wakes(state, int(frame["who"]), number):
                after = "wake the leader"
            elif number and self.shows(state):
                after = "go on"
            return f"deploy {troops(number) if number else 'nothing'} and {after}"
        if kind == "buy":
            return f"acquire {self.card(number)} for {self.price(state, number)} persuasion"
        if kind == "aside":
            design = int(self.tables["design"][int(state["aside"]) - 1])
            return f"acquire {self.card(design)} (set aside) for {max(0, self.price(state, design) - 1)} persuasion"
        return None

    def lays_out(self, state: Any, design: int) -> bool:
        """Whether a card is laid out instead of a turn."""
        opens = "opening" in self.tables.dtype.names and self.tables["opening"][design]
        return bool(opens) and not int(state["turn"]) & ops.TURN_STARTED

    def sending(self, state: Any, frame: Any, kind: str, number: int) -> str | None:
        """Where the agent of the played card comes from and goes to."""
        card = self.slot(int(state["card"]) - 1) if state["card"] else "the card"
        if kind == "from_leader":
            return f"{card}: take an agent from the leader"
        if kind == "space" and int(frame["stage"]) == SEND_SOURCE:
            return f"{card}: take the agent on {self.space(number)}"
        if kind == "space":
            return f"{card}: send an agent to {self.space(number)}{self.cost(state, int(frame['who']), number)}"
        if kind == "branch":
            option = self.names.content.spaces.get(self.names.spaces[int(frame["b"])]).cost_options[number]
            return f"pay {spell(self.words.cost(option.cost))} → {self.words.text(option.effects)}"
        return None

    def cost(self, state: Any, seat: int, space: int) -> str:
        """The price of a space for a seat."""
        leader = self.tables["leader"][int(state["players"][seat]["leader"])]
        paid = {
            "solari": int(leader["cost_solari"][space]),
            "spice": int(self.tables["cost_spice"][space]),
            "water": int(self.tables["cost_water"][space]),
        }
        shown = ", ".join(f"{n} {name}" for name, n in paid.items() if n)
        return f" for {shown}" if shown else ""

    def rest(self, state: Any, frame: Any, kind: str, number: int, code: int, args: tuple[int, int, int]) -> str | None:
        if code == ops.OP_ROUND:
            space = self.names.content.conflicts.get(self.names.conflicts[int(state["conflict"]) - 1]).controls
            name = self.names.content.spaces.get(space).name if space else "the space"
            number_of = int(self.tables["defensive_troops"])
            return (
                f"defend {name}: deploy {troops(number_of)} from the supply"
                if kind == "accept"
                else f"do not defend {name}"
            )
        if code == ops.OP_RETREAT and kind == "count":
            return f"retreat {troops(number)}"
        if code == ops.OP_DEPLOY and kind == "count":
            return f"deploy {troops(number)}"
        if code == ops.OP_ALLIANCE:
            return f"give the {FACTION_NAMES[self.names.factions[args[0]]]} alliance to {self.seat(state, number)}"
        if code == ops.OP_ONE_OPPONENT:
            return f"{self.programs.text(args[0])}: {self.seat(state, number)}"
        if code in (blood.OP_TRASH_INTRIGUE, blood.OP_GIVE_INTRIGUE) and kind == "intrigue":
            name = known(self.names.intrigues, number)
            verb = "trash" if code == blood.OP_TRASH_INTRIGUE else "give"
            return f"{verb} {self.names.content.intrigue.get(name).name}"
        if code == blood.OP_ACQUIRE_ROW:
            return f"acquire {self.card(number)} for free"
        if code == blood.OP_TRASH_COST:
            return self.card_choice(state, frame, kind, number, ops.OP_TRASH, args)
        if code == blood.OP_INFLUENCE_OTHER:
            return self.faction_choice(ops.OP_INFLUENCE_ANY, number, args)
        if code == ops.OP_RECALL:
            return f"recall the agent on {self.space(number)}"
        if code == ops.OP_BLOCK:
            return f"close {self.space(number)} to opponents"
        if kind == "pass":
            return {
                ops.OP_COMBAT: "pass in combat",
                ops.OP_VICTOR: "play no card for the victory",
                ops.OP_FINALE: "play no more endgame cards",
            }.get(code)
        if kind == "intrigue" and code in (ops.OP_COMBAT, ops.OP_VICTOR, ops.OP_FINALE):
            return self.intrigue(number, "endgame" if code == ops.OP_FINALE else "combat")
        return None

    # -- what an action means in itself ------------------------------------------------------------------------------

    def common(self, state: Any, kind: str, number: int) -> str:
        """An action apart from its question."""
        match kind:
            case "pass":
                return "pass"
            case "accept":
                return "accept"
            case "reveal":
                return "reveal turn: reveal the hand"
            case "aside":
                return "acquire the card set aside"
            case "from_leader":
                return "take an agent from the leader"
            case "faction":
                return FACTION_NAMES[self.names.factions[number]]
            case "seat":
                return self.seat(state, number)
            case "branch":
                return f"choice {number + 1}"
            case "count":
                return troops(number)
            case "space":
                return self.space(number)
            case "leader":
                return f"choose {self.leader(number)}"
            case "item":
                return f"resolve {self.item(number)}"
            case "intrigue":
                return self.intrigue(number, "plot")
        further = self.module.common(kind, number)
        if further is not None:
            return further
        verb = {"hand": "hand card", "discard": "discarded", "in_play": "in play", "buy": "acquire"}[kind]
        return f"{verb} {self.card(number)}"

    def item(self, number: int) -> str:
        """An item in words, after the card, space or leader it comes from."""
        if not int(self.tables["item"][number]["pc"]):
            return f"item {number}"
        return f"{self.sources.item(number)}: {self.programs.item(number)}"

    @cached_property
    def sources(self) -> Sources:
        """What items and programs come from."""
        return Sources(self.names, self.tables)

    def intrigue(self, number: int, way: str) -> str:
        """An intrigue card with what it does in one way of playing it."""
        name = known(self.names.intrigues, number)
        if not name:
            return f"intrigue card {number}"
        card = self.names.content.intrigue.get(name)
        return f"play {card.name} ({self.words.text(getattr(card, way) or getattr(card, card.types[0]))})"

    def price(self, state: Any, design: int) -> int:
        """Persuasion a card costs now."""
        cost = int(self.tables["cost"][design])
        return max(0, cost - int(state["discount"])) if int(state["discounted"]) == design + 1 else cost

    def card(self, design: int) -> str:
        """The title of a card design."""
        name = known(self.names.designs, design)
        return self.names.content.cards.get(name).name if name else f"card {design}"

    def slot(self, slot: int) -> str:
        """The title of the card in a slot."""
        name = self.names.slots.get(slot)
        return self.names.content.cards.get(name).name if name else "the card"

    def space(self, number: int) -> str:
        """The name of a space."""
        name = known(self.names.spaces, number)
        return self.names.content.spaces.get(name).name if name else f"space {number}"

    def leader(self, number: int) -> str:
        """The name of a leader."""
        name = known(self.names.leaders, number)
        return self.names.content.leaders.get(name).name if name else f"leader {number}"

    def seat(self, state: Any, number: int) -> str:
        """A seat with its leader."""
        if self.names.players <= number < self.names.seated:
            return f"seat {number} (House Hagal)"
        if number >= self.names.players:
            return f"seat {number}"
        return f"seat {number} ({self.leader(int(state['players'][number]['leader']))})"


def known(ids: Sequence[str], number: int) -> str:
    """The id with a number, empty if there is none."""
    return ids[number] if number < len(ids) else ""


def troops(number: int) -> str:
    """A number of troops."""
    return f"{number} troop{'' if number == 1 else 's'}"
