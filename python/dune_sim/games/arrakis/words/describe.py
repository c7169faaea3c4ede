"""Answers and questions of War for Arrakis in words."""

from __future__ import annotations

from typing import Any

from dune_sim.games.arrakis.kernels import battle as fight
from dune_sim.games.arrakis.kernels import card_opcodes, opcodes
from dune_sim.games.arrakis.kernels.mahdi.opcodes import OP_MAHDI_CONTINUE
from dune_sim.games.arrakis.tables.names import CLASSES, FACTIONS, VEHICLES, WILD, Names, roll_words, unpack
from dune_sim.games.arrakis.words.battle import battle_position
from dune_sim.games.arrakis.words.phrases import ANSWERS, GENERAL, QUESTIONS, TAKER, Text, counted, with_article
from dune_sim.lang.declare import Action

UNIT_TEXT = (
    ("standard unit", "elite unit", "Sardaukar", "Bashar"),
    ("standard unit", "elite unit", "Fedaykin", "Naib"),
)
#: kinds whose things are told by their printed name
PRINTED = ("area", "leader", "face", "vehicle", "imperium", "marker", "prescience", "member")
#: why a legion takes casualties
WHY = {
    "battle": "in the battle",
    "continue": "for going on against a settlement",
    "storm": "from the Coriolis storm",
    "sandworm": "from the sandworm",
    "card": "from a card",
}
PAY = ("let {x} drop", "pay to hold {x}", "pay to raise {x}")


class Speaker:
    """Puts the open question of one state into words."""

    def __init__(self, names: Names, tables: Any, state: Any, viewer: int | None = None) -> None:
        self.names, self.t, self.g, self.viewer = names, tables, state, viewer
        depth = int(state["stack"]["depth"])
        self.f = state["stack"]["frames"][max(0, depth - 1)]
        self.op = tables["code"][int(self.f["pc"])]
        self.code, self.stage = int(self.op["code"]), int(self.f["stage"])
        self.who = int(tables["faction"][int(state["decider"])])
        active = int(state["active"])
        if self.code == opcodes.OP_TURN and names.shares(active) and int(state["taker"]) == 0:
            self.stage = TAKER

    def question(self) -> str:
        """What is asked."""
        return self._fill(QUESTIONS.get(self.code, "Which?"), "")

    def answer(self, action: Action) -> str:
        """What an action means here."""
        kind, number = action.kind, action.number
        if self.code == opcodes.OP_PAY and kind == "option":
            return PAY[number].format(x=self._imperium(self.stage))
        told = ANSWERS.get(self.code, {})
        return self._fill(told.get(kind, GENERAL[kind]), self.noun(action))

    def _fill(self, text: Text, x: str) -> str:
        if isinstance(text, dict):
            text = text.get(self.stage, next(iter(text.values())))
        if "{" not in text:
            return text
        return text.format_map(_Lazy(self, x))

    # -- nouns -------------------------------------------------------------------------------------------------------

    def noun(self, action: Action) -> str:
        """The thing that an answer names."""
        _, kind, number, name = action
        if kind in PRINTED:
            return self.names.printed(kind, name)
        if kind == "card":
            return self.names.card_text[name.split("#")[0]]
        if kind == "zone":
            return f"air zone {number + 1}"
        if kind == "class":
            return UNIT_TEXT[self.who][number]
        if kind == "token":
            return self._token(number)
        if kind == "lose":
            if number < 4:
                figure = with_article(UNIT_TEXT[self.who][number])
                return figure if number in (0, 3) else f"the rank of {figure}"
            return self.names.leader_name(number - 4)
        if kind == "convert":
            return f"{self._converters(number)}: {name}"
        if kind == "option":
            return self._branch(number)
        if kind == "split":
            return self._draw(number, self._cards_drawn() - number)
        if kind == "number" and self.code == opcodes.OP_DRAW:
            return self._draw(number // 4, number % 4)
        return name or str(number)

    def _converters(self, strip: int) -> str:
        """Leaders who make this of a special result and have not converted yet; which of them does is all the same."""
        side = self.g["battle"]["sides"][int(self.op["a"])]
        who, free = int(side["faction"]), int(side["named"]) & ~int(side["used"])
        able = [self.names.leader_name(k) for k in range(WILD) if free >> k & 1 and int(self.t["strip"][k]) == strip]
        if side["generic"] > side["used_generic"] and int(self.t["generic_strip"][who]) == strip:
            able.append(with_article(UNIT_TEXT[who][3]))
        return " or ".join(able)

    def _draw(self, first: int, second: int) -> str:
        decks = [one.name for one in self.names.content.subfactions if one.faction == FACTIONS[self.who]]
        parts = [f"{n} of {deck}" for n, deck in zip((first, second), decks, strict=True) if n]
        return f"draw {', '.join(parts)}"

    def _imperium(self, number: int) -> str:
        return str(self.names.content.imperium_markers[min(number, 2)].name)

    def _token(self, number: int) -> str:
        """A deployment token with what it stands for and where it is."""
        at = int(self.g["token_at"][number])
        where = f" in {self.names.area_name(at)}" if at < opcodes.AT_OUT else ""
        if self.viewer is not None and int(self.t["faction"][self.viewer]) == 0:
            return f"a face-down token{where}"
        counts = unpack(int(self.t["token_figures"][number]))
        shown = ", ".join(f"{n} {name.replace('_', ' ')}" for n, name in zip(counts, CLASSES, strict=False) if n)
        return f"token {self.names.tokens[number].removeprefix('atreides_').replace('_', ' ')} ({shown}){where}"

    def _cards_drawn(self) -> int:
        return int(self.op["a"])

    def _branch(self, number: int) -> str:
        """What a branch begins with."""
        pc = int(self.f["pc"])
        first = self.t["code"][int(self.t["code"][pc + 1 + number]["a"])]
        words = [
            effect_words(self.names, self.t["code"][int(self.t["code"][pc + 1 + k]["a"])])
            for k in range(int(self.op["a"]))
        ]
        said = effect_words(self.names, first)
        return said if words.count(said) == 1 else f"{said} (option {number + 1})"

    # -- places ------------------------------------------------------------------------------------------------------

    def place(self, key: str) -> str:
        """Words for a placeholder other than ``{x}``."""
        if key in ("source", "target"):
            return self.names.area_name(int(self.g["move"][key]))
        if key == "here":
            return self._area(int(self.f["a"]))
        if key == "last":
            return self._area(int(self.f["c"]) - 1)
        if key == "imperium":
            return self._imperium(self.stage)
        if key == "entering":
            return self.names.leader_name(int(self.op["a"]))
        if key in ("suffers", "hits", "why", "roll", "fought"):
            return self._battle(key)
        return with_article(self._kind()) if key == "a_kind" else self._kind()

    def _battle(self, key: str) -> str:
        """Words for the battle, or for hits outside one."""
        battle = battle_position(self.names, self.t, self.g)
        assert battle is not None, "only a battle asks so"
        if key == "fought":
            return str(battle["round"])
        attacks = battle.get("attacker", {}).get("faction") == FACTIONS[self.who]
        own, enemy = ("attacker", "defender") if attacks else ("defender", "attacker")
        if key == "suffers":
            return self.names.area_text[battle["source" if attacks else "target"]]
        if key == "hits":
            return counted(battle[own]["to_take"], "hit")
        if key == "why":
            goes_on = int(self.t["code"][int(self.f["pc"]) - 1]["code"]) in (fight.OP_CONTINUE, OP_MAHDI_CONTINUE)
            return WHY["continue" if goes_on else battle["cause"]]
        rolls = [roll_words(battle[side]["hits"], battle[side]["shields"]) for side in (own, enemy)]
        return f"{rolls[0]}, the enemy {rolls[1]}"

    def _area(self, number: int) -> str:
        return self.names.area_name(number) if 0 <= number < len(self.names.areas) else "an area"

    def _kind(self) -> str:
        """The class or vehicle that is to be put down next."""
        packed = int(self.f["a"])
        if self.code in (opcodes.OP_ROW_VEHICLES, opcodes.OP_VEHICLES):
            if self.code == opcodes.OP_VEHICLES and self.stage in (2, 3):
                return VEHICLES[int(self.g["move"]["pick"])]
            return next((name for k, name in enumerate(VEHICLES) if packed >> 4 * k & 15), "vehicle")
        if self.code in (opcodes.OP_DEPLOY, card_opcodes.OP_PLACE_UNITS) and not (
            self.code == opcodes.OP_DEPLOY and int(self.op["c"]) & opcodes.DEPLOY_TOKENS
        ):
            highest = next((k for k in (2, 1, 0) if packed >> 4 * k & 15), 0)
            return UNIT_TEXT[self.who][highest]
        return "token"


class _Lazy(dict[str, str]):
    """Placeholders worked out when they are needed."""

    def __init__(self, speaker: Speaker, x: str) -> None:
        super().__init__(x=x)
        self.speaker = speaker

    def __missing__(self, key: str) -> str:
        if key == "sector":
            return str(self.speaker.names.content.sectors[int(self["x"])].name)
        return self.speaker.place(key)


def effect_words(names: Names, op: Any) -> str:
    """An instruction as the effect of an option."""
    code, a = int(op["code"]), int(op["a"])
    if code == opcodes.OP_MOVE:
        return f"move {counted(a, 'legion')}"
    if code == opcodes.OP_ATTACK:
        return "surprise attack" if a & opcodes.ATTACK_SURPRISE else "attack"
    if code == opcodes.OP_REPLACE:
        old, new = (CLASSES[int(op[key])].replace("_", " ") for key in "bc")
        return f"replace {counted(a, f'{old} unit')} by {new}"
    if code == card_opcodes.OP_ENTER_PLAY:
        return f"{names.leader_name(a)} enters play"
    told = {
        opcodes.OP_VEHICLES: "place vehicles",
        opcodes.OP_DEPLOY: "deploy",
        opcodes.OP_DRAW: f"draw {counted(a, 'card')}",
        opcodes.OP_WORMSIGNS: f"place {counted(a, 'wormsign')}",
        opcodes.OP_WORM_MOVE: f"move {counted(a, 'sandworm')}",
        opcodes.OP_WORM_ATTACK: "attack with a sandworm",
        opcodes.OP_AS_ANY_FACE: "use as any result",
    }
    question = QUESTIONS.get(code, "go on")
    said = question if isinstance(question, str) else next(iter(question.values()))
    return told.get(code, "place units" if "{" in said else said.rstrip("?").lower())
