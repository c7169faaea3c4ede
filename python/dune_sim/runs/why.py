"""What is known about a choice: the cards, leaders and places that its words name, and how surely they are known."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from dune_sim.content.provenance import PROVENANCE_KEYS
from dune_sim.games.base import Game
from dune_sim.games.state import State
from dune_sim.lang.dispatch import numbers

#: keys that a player need not hear
SILENT = PROVENANCE_KEYS | {
    "id", "name", "number", "at", "printed_name", "set", "solo_effect", "solo_cost", "rival_allowed",
}  # fmt: skip
#: records that one choice may name, the longest names first
MOST = 3
#: rules in the words of a kernel: IMP-COMBAT-01 to 05
NAMED = re.compile(r"[A-Z]{3}(?:-[A-Z0-9]+)+(?:(?: to |, )\d+)*")
RULES = {"arrakis": "docs/rules/arrakis.md", "battle": "docs/rules/arrakis.md", "imperium": "docs/rules/imperium.md"}


def why(game: Game, words: str, state: State | None = None) -> list[str]:
    """What the content says of the things that some words name, and the rules of the open question, line by line."""
    lines: list[str] = []
    for table, record in mentioned(getattr(game, "facts", None), words):
        told = facts_of(game, record)
        lines.append(f"{title(record)} ({table.replace('_', ' ')}){': ' + told if told else ''}")
        note = f"; {record.note.strip()}" if record.note else ""
        lines.append(f"  known from: {record.source}; confidence {record.confidence}{note}")
    where = RULES.get(game.name, "docs/rules")
    asked = asked_by(state) if state is not None else ""
    rules = f"the rules are in {where}{f': {asked}' if asked else ''}"
    return [*(lines or ["the content has no more to say of it"]), rules]


def asked_by(state: State) -> str:
    """The rules that the kernels of the open question name, else those of their file, as they stand there."""
    game, stack = state.game, state.raw[0]["stack"]
    depth = int(stack["depth"])
    if depth == 0:
        return ""
    code = int(game.tables[0]["code"][int(stack["frames"][depth - 1]["pc"])]["code"])
    modules = game.program.modules
    name = next((one for one, number in numbers(modules, "OP_").items() if number == code), "")
    kernels = [f"op_{name}", f"{name}_choices", f"{name}_answer"]
    found = [(getattr(home, one), home) for one in kernels for home in modules if hasattr(home, one)]
    named = [rule for kernel, _ in found for rule in NAMED.findall(kernel.__doc__ or "")]
    named = named or [rule for _, home in found for rule in NAMED.findall(home.__doc__ or "")]
    return ", ".join(dict.fromkeys(named))


def title(record: Any) -> str:
    return str(getattr(record, "name", "") or record.id.replace("_", " "))


def mentioned(facts: Any, words: str) -> Iterator[tuple[str, Any]]:
    """Records whose names stand in the words; the longest first, none twice."""
    if not is_dataclass(facts):
        return
    found = []
    for table in fields(facts):
        for record in getattr(facts, table.name):
            name = str(getattr(record, "name", "") or record.id.replace("_", " "))
            if len(name) > 3 and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", words, re.IGNORECASE):
                found.append((len(name), table.name, record))
    seen: set[str] = set()
    for _, name, record in sorted(found, key=lambda one: -one[0]):
        if len(seen) < MOST and title(record) not in seen:
            seen.add(title(record))
            yield name, record


def facts_of(game: Game, record: Any) -> str:
    """The facts of a record in one line."""
    told = []
    for key in type(record).model_fields:
        value = _worded(game, getattr(record, key)) if key not in SILENT else ""
        if value:
            told.append(f"{key.replace('_', ' ')} {value}")
    return ", ".join(told)


def _worded(game: Game, value: Any) -> str:
    """Effects in the words of the game where it has some, other facts as they are written."""
    wording = getattr(game, "words", None)
    if wording is not None and isinstance(value, tuple) and value and hasattr(value[0], "model_dump"):
        try:
            return str(wording.text(value))
        except (AssertionError, AttributeError, KeyError, TypeError):
            pass
    return plain(value)


def plain(value: Any) -> str:
    """A fact as it is written, without what is not there."""
    if hasattr(value, "model_dump"):
        value = value.model_dump(exclude_defaults=True)
    if isinstance(value, dict):
        kept = [(key, plain(one)) for key, one in value.items()]
        return " ".join(told if key == "do" else f"{key} {told}" for key, told in kept if told).replace("_", " ")
    if isinstance(value, tuple | list):
        return ", ".join(filter(None, map(plain, value)))
    if value is None or value is False:
        return ""
    return "yes" if value is True else str(value).replace("_", " ")
