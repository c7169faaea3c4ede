"""TOML as somebody wrote it: parsed, and refused where no content can look like that."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterator
from typing import Any

from dune_sim.errors import ContentError

#: tables and lists inside each other: the deepest fact of the games has 13
DEEPEST = 32
#: signs in a text, and in an id
LONGEST = 10_000
LONGEST_ID = 100
#: numbers with more bits are no numbers of any game
WIDEST = 63
#: categories of signs that a terminal obeys instead of showing: controls, line ends, turns of the writing direction
OBEYED = ("Cc", "Zl", "Zp")
TURNS = range(0x202A, 0x202F), range(0x2066, 0x206A)


def parse(label: str, text: str) -> dict[str, Any]:
    """A TOML text as plain data; ``label`` is how sentences call its file."""
    deep = f"{label}: tables and lists lie more than {DEEPEST} deep inside each other"
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ContentError(f"{label}: not valid TOML: {printable(str(error))}") from None
    except RecursionError:
        raise ContentError(deep) from None
    except ValueError:
        raise ContentError(f"{label}: not valid TOML: a number has too many digits") from None
    for where, key, value, depth in _walk(document):
        if depth > DEEPEST:
            raise ContentError(deep)
        wrong = _wrong(key, value)
        if wrong:
            raise ContentError(f"{label}: {where}{wrong}")
    return document


def printable(text: str) -> str:
    """A text without the signs that a terminal would obey."""
    return "".join(one if not _obeyed(one) else f"U+{ord(one):04X}" for one in text)


def _walk(document: dict[str, Any]) -> Iterator[tuple[str, str, Any, int]]:
    """Everything in a document with its record, its key and how deep it lies; no recursion, however deep that is."""
    waiting: list[tuple[str, str, Any, int]] = [("", key, value, 1) for key, value in reversed(document.items())]
    while waiting:
        where, key, value, depth = waiting.pop()
        yield where, key, value, depth
        if depth > DEEPEST:
            continue
        if isinstance(value, dict):
            if depth == 2 and isinstance(value.get("id"), str):
                where = f'{printable(key)} "{printable(value["id"])[:LONGEST_ID]}": '
            waiting += [(where, name, inner, depth + 1) for name, inner in reversed(value.items())]
        elif isinstance(value, list):
            waiting += [(where, key, inner, depth + 1) for inner in reversed(value)]


def _wrong(key: str, value: Any) -> str:
    """What no content holds: signs that a terminal obeys, texts and numbers without end."""
    sign = _first_obeyed(key)
    if sign:
        return f"a key holds the control character {sign}"
    if isinstance(value, str):
        sign = _first_obeyed(value.replace("\n", "") if key == "note" else value)
        if sign:
            return f'"{key[:LONGEST_ID]}" holds the control character {sign}'
        longest = LONGEST_ID if key == "id" else LONGEST
        if len(value) > longest:
            return f'"{key[:LONGEST_ID]}" is a text of {len(value)} signs; it can have at most {longest}'
    if isinstance(value, int) and value.bit_length() > WIDEST:
        return f'"{key[:LONGEST_ID]}" is a number that no game can hold'
    return ""


def _obeyed(sign: str) -> bool:
    return unicodedata.category(sign) in OBEYED or any(ord(sign) in one for one in TURNS)


def _first_obeyed(text: str) -> str:
    if text.isprintable():  # nearly always, and quickly told
        return ""
    return next((f"U+{ord(one):04X}" for one in text if _obeyed(one)), "")
