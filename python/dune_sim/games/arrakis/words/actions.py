"""The action ids of War for Arrakis as a page; ``make docs`` writes it."""

from __future__ import annotations

from collections.abc import Iterator

from dune_sim.content import load_content
from dune_sim.games.arrakis.kernels import actions, card_opcodes, legion, opcodes
from dune_sim.games.arrakis.kernels import battle as fight
from dune_sim.games.arrakis.tables.names import CLASSES, FACES, FACTIONS, MARKERS, VEHICLES, Names
from dune_sim.games.arrakis.words.describe import RANGES
from dune_sim.games.arrakis.words.phrases import ANSWERS, QUESTIONS, Text, roll_words

HEAD = """# Action ids of War for Arrakis

Written by `make docs`. One flat space of {count} ids, the same in every position; what an id means depends on the
question, which `state.describe(action)` tells in words. Ids that are not listed are unused.

| id | names |
|---|---|
"""
SECOND = """
## Questions

What each instruction asks and what its answers are called; answers that mean the same everywhere are left out.

| instruction | question | answers |
|---|---|---|
"""
#: kinds of answer that name nothing
PLAIN = {
    "pass_cards": "discard no more cards",
    "discard": "discard a card for one more die (single battles)",
    "continue": "continue the attack",
    "cease": "cease the attack",
    "retreat": "retreat",
    "stay": "stay and fight",
    "done": "nothing more, no, pass",
    "do": "the normal action of the die",
    "desert_power": "a turn of Desert Power",
    "guerrilla": "free action: guerrilla training",
    "scout": "free action: scouting",
    "atomic": "free action: family atomics",
    "all": "the whole legion",
    "yes": "yes, do what is offered",
    "worm": "an ordinary sandworm figure",
    "tokens": "deployment tokens instead of units",
    "play": "play a planning card",
}


def listed(names: Names) -> dict[str, list[str]]:
    """Things named by each kind of answer, in order."""
    losses = ["a standard unit", "the rank of an elite unit", "the rank of a special elite unit", "a generic leader"]
    return {
        "lose": [f"lose {one}" for one in (*losses, *names.leaders[:-1])],
        "convert": [f"a special result becomes {roll_words(k // 4, k % 4)}" for k in range(legion.STRIP_CLASSES)],
        "hawat": [f"free action: discard {n} Hawat's Scheming" for n in (2, 3)],
        "option": [f"option {k + 1}" for k in range(4)],
        "split": [f"draw {k} from the first deck, the rest from the second" for k in range(4)],
        "face": list(FACES),
        "class": [*CLASSES, "generic leader"],
        "leader": names.leaders,
        "token": names.tokens,
        "zone": names.zones,
        "vehicle": list(VEHICLES),
        "marker": list(MARKERS),
        "imperium": names.imperium,
        "card": [f"{FACTIONS[who]}: {card}" for who in range(2) for card in names.cards[who]],
        "prescience": names.prescience,
        "number": [f"number {k}, or sector {k + 1}" if k < 8 else f"number {k}" for k in range(16)],
        "area": names.areas,
    }


def action_rows(names: Names) -> Iterator[tuple[int, str]]:
    """Every action id with what it names."""
    things = listed(names)
    for first, kind in RANGES:
        if kind in PLAIN:
            yield first, PLAIN[kind]
        else:
            yield from enumerate(things[kind], first)


def question_rows() -> Iterator[str]:
    """What every asking instruction asks."""
    known = {**_codes(fight), **_codes(opcodes), **_codes(card_opcodes)}
    for code, question in sorted(QUESTIONS.items()):
        answers = "; ".join(f"{kind}: {_flat(text)}" for kind, text in ANSWERS.get(code, {}).items())
        yield f"| {known[code]} | {_flat(question)} | {answers} |"


def _codes(module: object) -> dict[int, str]:
    return {value: name.removeprefix("OP_").lower() for name, value in vars(module).items() if name.startswith("OP_")}


def _flat(text: Text) -> str:
    return text if isinstance(text, str) else " / ".join(dict.fromkeys(text.values()))


def page(names: Names) -> str:
    """The whole page."""
    rows = "\n".join(f"| {action} | {said} |" for action, said in action_rows(names))
    return HEAD.format(count=actions.ACTIONS) + rows + "\n" + SECOND + "\n".join(question_rows()) + "\n"


if __name__ == "__main__":
    print(page(Names(load_content("arrakis"))), end="")
