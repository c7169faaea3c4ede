"""Pages of docs/ that are made from what the games declare; ``docs.py`` writes them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from dune_sim.games.arrakis.kernels import battle as fight
from dune_sim.games.arrakis.kernels import card_opcodes, opcodes
from dune_sim.games.arrakis.kernels.mahdi import opcodes as mahdi_opcodes
from dune_sim.games.arrakis.words.phrases import ANSWERS, QUESTIONS, Text
from dune_sim.games.base import Game
from dune_sim.lang.declare import Features

ACTIONS = """# Action ids of {title}

Written by `make docs`. One flat space of {count} ids, the same in every position and for every set-up:
`state.legal_actions()` lists those that are legal now, `state.describe(action)` tells one in words, and
`game.actions` is this page as a table. Records of the content keep their numbers for good
([content.md](content.md#numbers)); numbers that stand for nothing are free for overlays.

| ids | kind | meaning |
|---|---|---|
"""


def action_page(game: Game, title: str) -> str:
    """Every range with its meaning, then what the numbers of each kind stand for."""
    lines = []
    kinds: dict[str, list[str]] = {}
    for one in game.space.ranges:
        last = one.first + one.size - 1
        lines.append(f"| {one.first}{f'–{last}' if last > one.first else ''} | {one.kind} | {one.meaning} |")
        if one.subject:
            kinds.setdefault(one.subject, []).append(one.kind)
    for subject, of in kinds.items():
        names = game.names.subjects[subject]
        told = ", ".join(f"{number} `{name}`" for number, name in enumerate(names) if name)
        lines += ["", f"## {', '.join(of)}", "", told]
    return ACTIONS.format(title=title, count=game.space.size) + "\n".join(lines) + "\n"


FEATURES = """# What a seat sees of {title}

Written by `make docs`. {width} small integers, the same places in every position; nothing that the seat may not know is
in them. Numbers of seats come once for each seat: `{seats}`{order}. Where one stands for
each of several things, the things are numbered as on the [page of the actions](actions-{name}.md), and the name of the
thing follows that of the feature: `{example}`.{notes}

| first place | how many | feature | range | meaning |
|---|---|---|---|---|
"""


def feature_page(name: str, title: str, features: Features, example: str, order: str = "", notes: str = "") -> str:
    """Every feature with its range; those of the first seat stand for all."""
    seats = list(dict.fromkeys(one.seat for one in features.features if one.seat))
    lines = []
    for _, group in groupby(enumerate(features.features), key=lambda one: (one[1].name, one[1].seat)):
        (place, one), *more = group
        if one.seat in ("", *seats[:1]):
            named = f"{one.name}{'_…' * bool(one.subject)}{'_*seat*' * bool(one.seat)}"
            lines.append(f"| {place} | {1 + len(more)} | {named} | {one.low} to {one.high} | {one.meaning} |")
    told = {"width": features.width, "seats": "`, `".join(seats), "example": example, "order": order, "notes": notes}
    return FEATURES.format(name=name, title=title, **told) + "\n".join(lines) + "\n"


QUESTIONS_HEAD = """
## Questions

What each instruction asks and what its answers are called; answers that mean the same everywhere are left out.

| instruction | question | answers |
|---|---|---|
"""


def question_table() -> str:
    """Every question as a part of a page."""
    return QUESTIONS_HEAD + "\n".join(_rows()) + "\n"


def _rows() -> Iterator[str]:
    known = {**_codes(fight), **_codes(opcodes), **_codes(card_opcodes), **_codes(mahdi_opcodes)}
    for code, question in sorted(QUESTIONS.items()):
        answers = "; ".join(f"{kind}: {_flat(text)}" for kind, text in ANSWERS.get(code, {}).items())
        yield f"| {known[code]} | {_flat(question)} | {answers} |"


def _codes(module: object) -> dict[int, str]:
    return {value: name.removeprefix("OP_").lower() for name, value in vars(module).items() if name.startswith("OP_")}


def _flat(text: Text) -> str:
    return text if isinstance(text, str) else " / ".join(dict.fromkeys(text.values()))
