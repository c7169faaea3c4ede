"""What a seat sees of a game, as a page of docs/; ``make docs`` writes it."""

from __future__ import annotations

from itertools import groupby

from dune_sim.lang.declare import Features

HEAD = """# What a seat sees of {title}

Written by `make docs`. {width} small integers, the same places in every position; nothing that the seat may not know is
in them. Numbers of seats come once for each seat: `{seats}`, clockwise from the seat that sees. Where one stands for
each of several things, the things are numbered as on the [page of the actions](actions-{name}.md), and the name of the
thing follows that of the feature: `{example}`.

| first place | how many | feature | range | meaning |
|---|---|---|---|---|
"""


def page(name: str, title: str, features: Features, example: str) -> str:
    """Every feature with its range; those of the first seat stand for all."""
    seats = list(dict.fromkeys(one.seat for one in features.features if one.seat))
    lines = []
    for _, group in groupby(enumerate(features.features), key=lambda one: (one[1].name, one[1].seat)):
        (place, one), *more = group
        if one.seat in ("", *seats[:1]):
            named = f"{one.name}{'_…' * bool(one.subject)}{'_*seat*' * bool(one.seat)}"
            lines.append(f"| {place} | {1 + len(more)} | {named} | {one.low} to {one.high} | {one.meaning} |")
    head = HEAD.format(name=name, title=title, width=features.width, seats="`, `".join(seats), example=example)
    return head + "\n".join(lines) + "\n"
