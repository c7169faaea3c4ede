"""Effect programs read back into words, so that a choice is told as what the kernels will do."""

from __future__ import annotations

from typing import Any

from dune_sim.games.imperium.content.vocabulary import ICONS
from dune_sim.games.imperium.kernels import opcodes as ops
from dune_sim.games.imperium.kernels.bloodlines import opcodes as blood
from dune_sim.games.imperium.kernels.hagal import opcodes as rival
from dune_sim.games.imperium.tables.names import Names
from dune_sim.games.imperium.words.bloodlines import programs as module
from dune_sim.games.imperium.words.effects import FACTION_NAMES, ICON_NAMES, Sign, Token, spell

Phrase = list[Token]
GAIN_SIGNS = {
    ops.OP_TROOPS: "troops", ops.OP_DRAW: "cards", ops.OP_INTRIGUE: "intrigue", ops.OP_VP: "vp",
    rival.OP_RIVAL_INTRIGUE: "intrigue",
}  # fmt: skip
PLAIN = {
    ops.OP_TRASH_SELF: "trash this card",
    ops.OP_SWORDMASTER: "third agent",
    ops.OP_COUNCIL: "council seat",
    ops.OP_RECALL: "recall an agent",
    ops.OP_SIGNET: "signet ability",
    ops.OP_BLOCK: "close a space to opponents",
    ops.OP_TOKENS: "lay down two factions in secret",
    ops.OP_MASTERSTROKE: "show both factions, +1 each",
    ops.OP_MANIPULATE: "set a row card aside",
    ops.OP_SNOOP: "look at the deck top, draw or trash it",
    ops.OP_SHUFFLE: "shuffle the discard pile into the deck",
    ops.OP_PLACE: "put the card on top of the deck",
}
TURN_MARKS = {
    ops.TURN_PASS_ENEMIES: "enemy agents do not block",
    ops.TURN_DOUBLE_HARVEST: "base harvest twice",
    ops.TURN_STEP_TWO: "the space gives 2 influence",
    ops.TURN_TO_TOP: "acquired cards may go on top of the deck",
    ops.TURN_PASSED: "pass this turn",
}
ORIGINS = {
    ops.FROM_GARRISON: "from the garrison",
    ops.FROM_RECRUITED: "just recruited",
    ops.FROM_SUPPLY: "from the supply",
}
#: an amount that stands for "any number"
ANY_NUMBER = 20


class Programs:
    """Words for the instructions of one Tables record."""

    def __init__(self, names: Names, tables: Any) -> None:
        self.names, self.tables = names, tables
        self.code = tables["code"]

    def op(self, pc: int) -> tuple[int, int, int, int]:
        """An instruction as numbers."""
        one = self.code[pc]
        return int(one["code"]), int(one["a"]), int(one["b"]), int(one["c"])

    def text(self, pc: int, stop: int | None = None) -> str:
        """A program in words, up to its end or to ``stop``."""
        return spell(joined(self.block(pc, stop)[0]))

    def item(self, item: int) -> str:
        """An item of the pool in words."""
        return self.text(int(self.tables["item"][item]["pc"]))

    def block(self, pc: int, stop: int | None = None) -> tuple[list[Phrase], int]:
        """Phrases from ``pc`` on, and where a jump out of the block leads."""
        phrases: list[Phrase] = []
        while pc != stop:
            code, a, _, _ = self.op(pc)
            if code in (ops.OP_END, ops.OP_SPENT):
                return phrases, pc
            if code == ops.OP_JUMP:
                return phrases, a
            phrase, pc = self.step(pc)
            if phrase:
                phrases.append(phrase)
        return phrases, pc

    def step(self, pc: int) -> tuple[Phrase, int]:
        """One instruction with what belongs to it, and where to go on."""
        code, a, b, c = self.op(pc)
        if code == ops.OP_OFFER:
            inner, _ = self.block(pc + 1 + b, a)
            return (joined(inner) if self.pays(pc + 1 + b) else ["may", *joined(inner)]), a
        if code == ops.OP_TEST:
            return self.test(pc)
        if code == ops.OP_CHOOSE:
            return self.choose(pc)
        if code == ops.OP_PICK:
            return self.pick(pc)
        if code in (ops.OP_COUNT, blood.OP_COUNT_TRACKS, blood.OP_COUNT_KINDS):
            return self.count(pc)
        if code in (ops.OP_OPPONENTS, ops.OP_ONE_OPPONENT):
            who = "each opponent:" if code == ops.OP_OPPONENTS else "one opponent:"
            return [who, *joined(self.block(a)[0])], self.over(pc + 1)
        if code == ops.OP_ON_REVEAL:
            return ["at reveal:", *joined(self.block(pc + 1, a)[0])], a
        if code == ops.OP_TRASH:
            return self.trash(pc)
        return self.plain(code, a, b, c), pc + 1

    def pays(self, pc: int) -> bool:
        """Whether a payment stands here: then the arrow says that it may be refused."""
        code, _, b, _ = self.op(pc)
        costs = (ops.OP_PAY, ops.OP_LOSE_INFLUENCE, ops.OP_TRASH_SELF, ops.OP_LOSE_TROOPS)
        return code in costs or code in module.COSTS or (code == ops.OP_TRASH and b == 0)

    def over(self, pc: int) -> int:
        """Where to go on after programs that stand aside."""
        code, a, _, _ = self.op(pc)
        return a if code == ops.OP_JUMP else pc

    def trash(self, pc: int) -> tuple[Phrase, int]:
        """A trash symbol, perhaps as the cost of what follows."""
        _, _, b, _ = self.op(pc)
        if b > pc + 1:
            return ["trash a card", "→", *joined(self.block(pc + 1, b)[0])], b
        return ["may trash a card" if b else "trash a card"], pc + 1

    def test(self, pc: int) -> tuple[Phrase, int]:
        """A condition with both its sides."""
        _, a, b, _ = self.op(pc)
        if b == 0:
            return [], pc + 1
        wanted = [self.condition(pc + 1 + k) for k in range(b)]
        told = " and ".join(word for word in wanted if word)
        words: Phrase = [*([f"{told}:"] if told else []), *joined(self.block(pc + 1 + b, a)[0])]
        code, end, _, _ = self.op(a - 1)
        if code == ops.OP_JUMP and end > a:
            return [*words, "else", *joined(self.block(a, end)[0])], end
        return words, a

    def branches(self, pc: int) -> list[str]:
        """The branches of a choice in words."""
        code, a, _, c = self.op(pc)
        first = pc + 1 if code == ops.OP_CHOOSE else c
        return [self.text(int(self.code[first + k]["a"])) for k in range(a)]

    def choose(self, pc: int) -> tuple[Phrase, int]:
        """One of several branches."""
        return [" or ".join(self.branches(pc))], self.op(pc)[3]

    def pick(self, pc: int) -> tuple[Phrase, int]:
        """Several picks of one list stand one behind the other."""
        _, _, b, c = self.op(pc)
        after = pc
        while self.op(after)[0] == ops.OP_PICK and self.op(after)[3] == c:
            after += 1
        return [f"{b} of", " / ".join(self.branches(pc))], self.over(after)

    def count(self, pc: int) -> tuple[Phrase, int]:
        """A loop over cards in play."""
        code, faction, _, _ = self.op(pc)
        _, end, _, _ = self.op(pc + 1)
        inner, _ = self.block(pc + 2, end)
        if code != ops.OP_COUNT:
            return [*joined(inner), module.counted(code, faction)], end
        return [*joined(inner), f"per {self.faction(faction)} card in play"], end

    def plain(self, code: int, a: int, b: int, c: int) -> Phrase:
        """An instruction that stands for itself."""
        if code in (ops.OP_GAIN, ops.OP_PAY):
            signs: Phrase = [Sign(kind, n) for kind, n in (("spice", a), ("solari", b), ("water", c)) if n]
            return signs if code == ops.OP_GAIN else ["pay", *signs, "→"]
        if code in GAIN_SIGNS:
            return [Sign(GAIN_SIGNS[code], a)]
        if code == ops.OP_REVEALED:
            return [Sign(kind, n) for kind, n in (("persuasion", a), ("swords", b)) if n]
        if code == ops.OP_INFLUENCE:
            return [Sign(f"influence.{self.names.factions[a]}", b)]
        if code == ops.OP_INFLUENCE_ANY:
            return [Sign("influence.any", a), *(["where an opponent is ahead"] if b else [])]
        if code == rival.OP_RIVAL_INFLUENCE:
            return [Sign("influence.any", a)]
        if code == ops.OP_LOSE_INFLUENCE:
            return [Sign("influence.any" if a == ops.ANY_FACTION else f"influence.{self.names.factions[a]}", -b), "→"]
        return self.cards(code, a, b) or self.board(code, a, b, c)

    def cards(self, code: int, a: int, b: int) -> Phrase:
        if code == ops.OP_DISCARD:
            return ["discard a card"]
        if code == ops.OP_ACQUIRE:
            return [f"acquire a card up to cost {a} for free" + (" onto the deck" if b else "")]
        if code == ops.OP_ACQUIRE_CARD:
            return [f"acquire {self.card(a)}"]
        if code == ops.OP_TAKE:
            return [f"{self.faction(a)} card from discard to hand"]
        if code == ops.OP_DISCOUNT:
            return [f"{self.card(a)} costs {b} less"]
        if code == ops.OP_STEAL:
            return ["steal", Sign("intrigue", b), f"from each with {a}+"]
        if code == ops.OP_ICONS:
            return ["icons " + ", ".join(ICON_NAMES[icon] for k, icon in enumerate(ICONS) if a >> k & 1)]
        return []

    def board(self, code: int, a: int, b: int, c: int) -> Phrase:
        if code == ops.OP_LOSE_TROOPS:
            return ["lose", Sign("troops", a), "in " + ("garrison" if b == ops.PLACE_GARRISON else "conflict")]
        if code == ops.OP_RETREAT:
            return ["retreat " + ("any troops" if a >= ANY_NUMBER else f"up to {a} troops")]
        if code == ops.OP_DEPLOY:
            number = "any troops" if a >= ANY_NUMBER else f"{'' if c else 'up to '}{a} troop{'s' if a > 1 else ''}"
            return [f"deploy {number} {ORIGINS[b]}"]
        if code == ops.OP_HARVEST:
            return ["harvest", Sign("spice", a), "and the bonus"]
        if code == ops.OP_CONTROL:
            return [f"control {self.names.content.spaces.get(self.names.controls[a]).name}"]
        if code == ops.OP_MENTAT:
            return ["Mentat next round" if a else "Mentat"]
        if code == ops.OP_FLAG and not a & ops.TURN_COMBAT:
            return [", ".join(words for mark, words in TURN_MARKS.items() if a & mark)]
        return [PLAIN[code]] if code in PLAIN else module.phrase(code, a, b)

    def condition(self, pc: int) -> str:
        """A condition in words; those that only say that something can be done stay unsaid."""
        code, a, b, c = self.op(pc)
        if code == ops.IF_INFLUENCE:
            return f"{self.faction(a)} {b}+"
        if code == ops.IF_ALLIANCE:
            return f"{'any' if a == ops.ANY_FACTION else self.faction(a)} alliance"
        if code == ops.IF_IN_PLAY:
            return f"{b} {'other ' if c else ''}{self.faction(a)} in play"
        if code == ops.IF_AGENT_ON:
            return f"agent on {self.names.content.spaces.get(self.names.spaces[a]).name}"
        if code == ops.IF_OWNED:
            return f"{b}+ {self.card(a)}"
        if code == ops.IF_MOST:
            return f"most {self.card(a)}"
        if code == ops.IF_TRACKS:
            return f"{b} factions at {a}+"
        if code == ops.IF_TURN:
            return "reveal turn" if a else "agent turn"
        return {ops.IF_COUNCIL: "council seat", ops.IF_WON: "conflict won"}.get(code) or module.condition(
            self.names, code, a, b
        )

    def faction(self, number: int) -> str:
        return FACTION_NAMES[self.names.factions[number]]

    def card(self, design: int) -> str:
        return self.names.content.cards.get(self.names.designs[design]).name


def joined(phrases: list[Phrase]) -> Phrase:
    """Phrases in a row; gains run together, after an arrow nothing stands between."""
    tokens: Phrase = []
    for phrase in phrases:
        signs = all(isinstance(one, Sign) for one in phrase)
        if tokens and tokens[-1] != "→" and not (signs and isinstance(tokens[-1], Sign)):
            tokens.append(";")
        tokens.extend(phrase)
    return tokens
