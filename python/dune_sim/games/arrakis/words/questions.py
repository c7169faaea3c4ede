"""What every instruction of War for Arrakis asks, for the page of its action ids."""

from __future__ import annotations

from collections.abc import Iterator

from dune_sim.games.arrakis.kernels import battle as fight
from dune_sim.games.arrakis.kernels import card_opcodes, opcodes
from dune_sim.games.arrakis.words.phrases import ANSWERS, QUESTIONS, Text

HEAD = """
## Questions

What each instruction asks and what its answers are called; answers that mean the same everywhere are left out.

| instruction | question | answers |
|---|---|---|
"""


def question_table() -> str:
    """Every question as a part of a page."""
    return HEAD + "\n".join(_rows()) + "\n"


def _rows() -> Iterator[str]:
    known = {**_codes(fight), **_codes(opcodes), **_codes(card_opcodes)}
    for code, question in sorted(QUESTIONS.items()):
        answers = "; ".join(f"{kind}: {_flat(text)}" for kind, text in ANSWERS.get(code, {}).items())
        yield f"| {known[code]} | {_flat(question)} | {answers} |"


def _codes(module: object) -> dict[int, str]:
    return {value: name.removeprefix("OP_").lower() for name, value in vars(module).items() if name.startswith("OP_")}


def _flat(text: Text) -> str:
    return text if isinstance(text, str) else " / ".join(dict.fromkeys(text.values()))
