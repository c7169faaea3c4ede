"""The action ids of a game as a page of docs/; ``make docs`` writes it."""

from __future__ import annotations

from dune_sim.games.base import Game

HEAD = """# Action ids of {title}

Written by `make docs`. One flat space of {count} ids, the same in every position and for every set-up:
`state.legal_actions()` lists those that are legal now, `state.describe(action)` tells one in words, and
`game.actions` is this page as a table. Records of the content keep their numbers for good
([content.md](content.md#numbers)); numbers that stand for nothing are free for overlays.

| ids | kind | meaning |
|---|---|---|
"""


def page(game: Game, title: str) -> str:
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
    return HEAD.format(title=title, count=game.space.size) + "\n".join(lines) + "\n"
