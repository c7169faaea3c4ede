"""Instructions of Bloodlines in words: what they do, what they ask, what an answer to them means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dune_sim.games.imperium.content.vocabulary import ICONS
from dune_sim.games.imperium.kernels import opcodes as ops
from dune_sim.games.imperium.kernels.bloodlines import opcodes as blood

if TYPE_CHECKING:
    from dune_sim.games.imperium.tables.names import Names

PLACES = {1: "the garrison", 2: "the conflict", 3: "garrison or conflict"}
UNITS = (
    "a troop in the garrison", "a troop in the conflict",
    "a commander in the garrison", "a commander in the conflict",
)  # fmt: skip
TOP = ("leave it on the deck", "discard it", "draw it for 1 solari")
ANY_NUMBER = 20

QUESTIONS: dict[int, str] = {
    blood.OP_LOSE_UNITS: "which unit is lost?",
    blood.OP_RETREAT_UNITS: "which units retreat from the conflict?",
    blood.OP_DEPLOY_UNITS: "which units of the garrison are deployed?",
    blood.OP_HIRE: "hire the commander, and with which skill?",
    blood.OP_SKILL: "which skill is taken?",
    blood.OP_FORCE_RETREAT: "which unit of an opponent retreats?",
    blood.OP_ACQUIRE_TECH: "which tech tile is acquired?",
    blood.OP_TRASH_TECH: "which tech tile is trashed?",
    blood.OP_TRASH_INTRIGUE: "which intrigue card is trashed?",
    blood.OP_GIVE_INTRIGUE: "which intrigue card goes to whom?",
    blood.OP_CONTROLLED: "what becomes of the top card of the deck?",
    blood.OP_AGENT_FIGHTS: "does the agent go into the conflict?",
    blood.OP_TAKE_BONUS: "which maker space gives its bonus spice?",
    blood.OP_INFLUENCE_OTHER: "which other faction gives {a} influence?",
    blood.OP_PLOT_COURSE: "which navigation card is laid down next?",
    blood.OP_SECRET_PROJECT: "which tech tile becomes the secret project?",
    blood.OP_ACQUIRE_ROW: "which card of the row is acquired for free?",
    blood.OP_TRASH_COST: "which card is trashed?",
}
PLAIN = {
    blood.OP_SKILL: "take a skill",
    blood.OP_FORCE_RETREAT: "an enemy troop retreats",
    blood.OP_BOOST: "the next Bene Gesserit card has all icons and draws 1 card",
    blood.OP_TRASH_TECH: "trash a tech tile →",
    blood.OP_TRASH_INTRIGUE: "trash an intrigue card →",
    blood.OP_GIVE_INTRIGUE: "give an intrigue card away →",
    blood.OP_CONTROLLED: "look at the deck top: leave, discard or buy it",
    blood.OP_AGENT_FIGHTS: "the agent may go into the conflict",
    blood.OP_STORE_SPICE: "1 bonus spice onto Tuek's Sietch",
    blood.OP_TAKE_BONUS: "take 1 bonus spice from a maker space",
    blood.OP_STAYING: "1 troop that stays in the garrison",
    blood.OP_EVERY_REVEAL: "1 persuasion in every reveal turn",
    blood.OP_ACQUIRE_ROW: "acquire a card of the row for free",
    blood.OP_TRASH_DESIGN: "trash this card",
    blood.OP_TRASH_SKILL: "trash this skill",
    blood.OP_TRASH_TILE: "trash this tile →",
    blood.OP_TRASH_COST: "trash a card →",
    blood.OP_SIGNET_NOW: "signet ability",
}
#: instructions that pay: then the arrow says that they may be refused
COSTS = (
    blood.OP_LOSE_UNITS, blood.OP_RETREAT_UNITS, blood.OP_TRASH_DESIGN, blood.OP_TRASH_SKILL, blood.OP_TRASH_TECH,
    blood.OP_TRASH_INTRIGUE, blood.OP_GIVE_INTRIGUE, blood.OP_TRASH_TILE, blood.OP_TRASH_COST, ops.OP_DISCARD,
)  # fmt: skip


def phrase(code: int, a: int, b: int) -> list[Any]:
    """An instruction of Bloodlines that stands for itself."""
    if code == blood.OP_LOSE_UNITS:
        return [f"lose {a} unit{'s' if a > 1 else ''} in {PLACES[b]}"]
    if code == blood.OP_RETREAT_UNITS:
        number = "any" if a >= ANY_NUMBER else f"{a}" if a == b else f"{b} to {a}" if b else f"up to {a}"
        return [f"retreat {number} units"]
    if code == blood.OP_DEPLOY_UNITS:
        return [f"deploy up to {a} units from the garrison"]
    if code == blood.OP_HIRE:
        return ["hire the commander of the bank" if a else "hire the commander here"]
    if code == blood.OP_CHEAPER:
        return [f"commanders cost {a} solari less this turn"]
    if code == blood.OP_ACQUIRE_TECH:
        return ["may acquire a tech tile" + (f", {a} spice cheaper" if a else "")]
    if code == blood.OP_INFLUENCE_OTHER:
        return [f"{a} influence with another faction at 2+"]
    if code == ops.OP_FLAG and a & ops.TURN_COMBAT:
        return ["units may be deployed this turn"]
    words = PLAIN.get(code, "")
    return [words.removesuffix(" →"), "→"] if words.endswith("→") else [words] if words else []


def counted(code: int, a: int) -> str:
    """What a loop counts."""
    return f"per faction at {a}+" if code == blood.OP_COUNT_TRACKS else "per kind of own unit in the conflict"


def condition(names: Names, code: int, a: int, b: int) -> str:
    """A condition of Bloodlines; those that only say that something can be done stay unsaid."""
    factions = [one.replace("_", " ").title() for one in names.factions]
    if code in (blood.IF_TRASHED_FACTION, blood.IF_COURSE_FACTION):
        return f"{factions[a]} card trashed" if code == blood.IF_TRASHED_FACTION else f"played for {factions[a]}"
    if code == blood.IF_ON_ICON:
        return f"agent on a {ICONS[a].replace('_', ' ').title()} space"
    return {
        blood.IF_COMMAND: f"Command {a}+",
        blood.IF_GAINED: f"{a}+ spice gained this turn",
        blood.IF_COMMANDERS: "commander in the conflict",
        blood.IF_GARRISON_UNITS: f"{a}+ units in the garrison",
        blood.IF_TILES: f"{a}+ tech tiles",
        blood.IF_TRASHED_COST: f"cost {a}+",
        blood.IF_ORDINARY: "no twisted card",
        blood.IF_COURSE_PLACE: f"laid down in place {a}",
    }.get(code, "")


def many(number: int) -> str:
    return f"{number} commander{'' if number == 1 else 's'}"


class ModuleWords:
    """Answers to the questions of Bloodlines in words."""

    def __init__(self, names: Names, tables: Any) -> None:
        self.names, self.tables = names, tables

    def skill(self, number: int) -> str:
        return self._name(self.names.content.skills, self.names.skills, number, "skill")

    def tile(self, number: int) -> str:
        return self._name(self.names.content.tech_tiles, self.names.tiles, number, "tech tile")

    def course(self, number: int) -> str:
        return self._name(self.names.content.navigation, self.names.courses, number, "navigation card")

    @staticmethod
    def _name(table: Any, ids: list[str], number: int, what: str) -> str:
        known = ids[number] if number < len(ids) else ""
        return str(table.get(known).name) if known else f"{what} {number}"

    def asked(self, state: Any, frame: Any, kind: str, number: int, code: int) -> str | None:
        """Words that depend on the question; None where the action speaks for itself."""
        who = int(frame["who"])
        if code == blood.OP_HIRE:
            if kind == "skill":
                return f"hire the commander with {self.skill(number)}"
            return {"pass": "hire no commander", "accept": "hire the commander without a skill"}.get(kind)
        if code == blood.OP_ACQUIRE_TECH:
            less = int(self.tables["code"][int(frame["pc"])]["a"])
            price = self.price(state, who, number, less) if kind == "tech" else 0
            return "acquire no tech tile" if kind == "pass" else f"acquire {self.tile(number)} for {price} spice"
        if code == blood.OP_CONTROLLED and kind == "branch":
            return TOP[number]
        if code == blood.OP_AGENT_FIGHTS:
            return {"accept": "send the agent into the conflict", "pass": "leave the agent where it is"}.get(kind)
        if code == blood.OP_SECRET_PROJECT:
            return f"keep {self.tile(number)} as the secret project"
        if code == blood.OP_TRASH_TECH:
            return f"trash {self.tile(number)}"
        if code in (blood.OP_RETREAT_UNITS, blood.OP_FORCE_RETREAT, blood.OP_DEPLOY_UNITS):
            return self.moved(code, kind, number)
        if code == ops.OP_POOL:
            return self.turn(state, who, kind, number)
        return None

    @staticmethod
    def moved(code: int, kind: str, number: int) -> str | None:
        """Units that go forth or back."""
        verb = "deploy" if code == blood.OP_DEPLOY_UNITS else "retreat"
        if code == blood.OP_FORCE_RETREAT and kind == "commanders":
            return "a commander retreats" if number else "a troop retreats"
        if kind == "commanders":
            return f"{verb} {many(number)}"
        return f"{verb} {number} troop{'' if number == 1 else 's'}" if kind == "count" else None

    def turn(self, state: Any, who: int, kind: str, number: int) -> str | None:
        """Steps of the open part of a turn."""
        if kind == "recruit":
            return "recruit a commander from the own supply"
        if kind == "deploy":
            return "deploy 1 troop and go on"
        if kind == "commanders":
            return f"deploy {many(number)} and go on"
        return f"turn {self.tile(number)} over" if kind == "tech" else None

    def price(self, state: Any, who: int, tile: int, less: int) -> int:
        """Spice a tile costs a seat."""
        off = less
        if int(state["players"][who]["flags"]) & ops.SEAT_COUNCIL:
            off += int(self.tables["council_tech_discount"])
        if int(state["secret_tile"]) == tile + 1:
            off += int(self.tables["secret_tech_discount"])
        return max(0, int(self.tables["tile"][tile]["cost"]) - off)

    def common(self, kind: str, number: int) -> str | None:
        """An action apart from its question."""
        match kind:
            case "recruit":
                return "recruit a commander"
            case "deploy":
                return "deploy a troop"
            case "commanders":
                return many(number)
            case "skill":
                return f"take {self.skill(number)}"
            case "course":
                return f"lay down {self.course(number)}"
            case "unit":
                return f"lose {UNITS[number]}"
            case "tech":
                return self.tile(number)
        return None
