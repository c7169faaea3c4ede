"""Changes by chance to plain data, text and bytes."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

Path = tuple[Any, ...]
WEIRD: tuple[Any, ...] = (
    None, True, False, [], {}, "", "x", "\x1b[31m", "x" * 500, 1.5, float("nan"), -1, 255, 256, 65_535, 1 << 31,
    1 << 63, 1 << 64, 10**30, [[]], {"x": 1}, "0x", "0x" + "f" * 20, [0] * 300,
)  # fmt: skip


def places(data: Any, path: Path = ()) -> Iterator[Path]:
    """The way to everything inside plain data."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        yield (*path, key)
        yield from places(value, (*path, key))


def at(data: Any, path: Path) -> Any:
    for key in path:
        data = data[key]
    return data


def mutated(random: Random, data: dict[str, Any], donor: dict[str, Any]) -> None:
    """Change plain data in place, once or a few times; a donor lends what it has at the same place."""
    for _ in range(random.choice((1, 1, 1, 2, 3, 6))):
        every = list(places(data))
        if not every:
            return
        path = random.choice(every)
        holder, key = at(data, path[:-1]), path[-1]
        kind = random.random()
        if kind < 0.1:
            del holder[key]
        elif kind < 0.25:
            _lend(holder, path, donor)
        elif kind < 0.3 and isinstance(holder, list):
            holder.insert(random.randrange(len(holder) + 1), deepcopy(at(data, random.choice(every))))
        elif kind < 0.33 and isinstance(holder, dict):
            holder[str(random.choice(random.choice(every)))] = holder[key]
        else:
            holder[key] = changed(random, holder[key], data, every)


def _lend(holder: Any, path: Path, donor: Any) -> None:
    try:
        holder[path[-1]] = deepcopy(at(donor, path))
    except (LookupError, TypeError):
        holder[path[-1]] = deepcopy(donor)


def changed(random: Random, value: Any, data: Any, every: list[Path]) -> Any:
    """Another value, most often of the same kind."""
    kind = random.random()
    if kind < 0.08:
        return deepcopy(random.choice(WEIRD))
    if kind < 0.16:
        return deepcopy(at(data, random.choice(every)))
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        near = (value + 1, value - 1, 0, random.randrange(16), random.randrange(256), random.randrange(-40_000, 70_000))
        return random.choice(near)
    if isinstance(value, str) and value.startswith("0x"):
        return hex(int(value, 16) ^ 1 << random.randrange(64)) if value[2:].isalnum() and len(value) < 20 else "0x1"
    if isinstance(value, str):
        words = [one for path in every if isinstance(one := at(data, path), str)]
        return random.choice(words)
    return deepcopy(random.choice(WEIRD))


def garbled(random: Random, text: str) -> str:
    """Text with characters, words and lines changed."""
    for _ in range(random.choice((1, 1, 2, 4))):
        lines = text.splitlines() or [""]
        k = random.randrange(len(lines))
        words = text.split() or ["x"]
        kind = random.randrange(7)
        if kind == 0:
            del lines[k]
        elif kind == 1:
            lines.insert(random.randrange(len(lines) + 1), lines[k])
        elif kind == 2:
            lines[k] = lines[k].replace(random.choice(lines[k].split() or ["x"]), random.choice(words), 1)
        elif kind == 3:
            lines[k] = "".join(random.choice("0123456789") if one.isdigit() else one for one in lines[k])
        elif kind == 4:
            numbers = ("-1", "0", "255", "256", "65536", "99999999999999999999", "1.5", "true", '""', "[]", "nan")
            head, equals, _ = lines[k].partition("=")
            lines[k] = f"{head}{equals} {random.choice(numbers)}" if equals else lines[k]
        else:
            cut = random.randrange(len(lines[k]) + 1)
            more = random.choice('"[]{}=.,#\\\x00\x1b\u202e é') * (kind - 4)
            lines[k] = lines[k][:cut] + more + lines[k][cut + kind - 5 :]
        text = "\n".join(lines)
    return text


def flipped(random: Random, data: bytes) -> bytes:
    """Bytes of which a few bits are turned, or the end is cut."""
    found = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 3))):
        found[random.randrange(len(found))] ^= 1 << random.randrange(8)
    return bytes(found[: random.randrange(len(found))]) if random.random() < 0.05 else bytes(found)
