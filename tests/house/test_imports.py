"""Rooms import from their left only, whether at the top of a file or inside a function."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from fnmatch import fnmatchcase

import pytest

from house.sources import ROOT, trees

#: From left to right. A module belongs to the longest pattern that fits it; rooms of one line do not know each other.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("_version", "errors", "intervals", "late"),
    ("files",),
    ("lang",),
    ("kernel",),
    ("programs",),
    ("engines",),
    ("content",),
    # what all games share
    ("games", "games.hosts", "games.html", "games.svg"),
    ("games.checks",),
    ("games.fields", "games.compiled"),
    ("games.seating", "games.thinking", "games.recording"),
    ("games.hosted",),
    ("games.batch",),
    ("games.result",),
    ("games.rollouts",),
    ("games.sealed", "games.alone"),
    ("games.state",),
    ("games.base",),
    # one game; the battle has a house inside that of Arrakis
    ("games.*.content",),
    ("games.*.options",),
    ("games.*.kernels",),
    ("games.*.battle.kernels",),
    ("games.*.battle.tables",),
    ("games.*.tables",),
    ("games.*.words",),
    ("games.*.battle",),
    ("games.*.scenarios", "games.*.pictures"),
    ("games.*",),
    # what plays games, and what looks at them
    ("games.registry",),
    ("agents",),
    ("runs",),
    ("analysis",),
    ("report", "envs", "web"),
    ("cli",),
    ("__main__",),
)
ROOMS = {room: number for number, rooms in enumerate(LAYERS) for room in rooms}
#: who may look a module up by its name; what is looked up is listed in that file
DOORS = {
    "late", "lang.editions", "lang.link", "engines.cpp", "engines.numba", "content.loader", "games.hosts",
    "games.registry", "cli.app",
}  # fmt: skip
#: the package itself offers what `late` finds
FREE = {"dune_sim": {"_version", "late"}}


def room_of(module: str) -> str | None:
    """The room of a module: the pattern with most parts that fits it or a package it is in."""
    parts = module.split(".")
    for depth in range(len(parts), 0, -1):
        for room in (".".join(parts[:depth]), *(one for one in ROOMS if "*" in one)):
            if room in ROOMS and room.count(".") + 1 == depth and fnmatchcase(".".join(parts[:depth]), room):
                return room
    return None


def imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and module of every import that runs; what is only for the type checker does not."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for other in node.orelse:
                yield from imports(ast.Module([other], []))
        elif isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: write the whole name of a module"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            inside = [one for one in names if one.removeprefix("dune_sim.") in trees()]
            yield from ((node.lineno, one) for one in inside or [str(node.module)])
        else:
            yield from imports(node)


def own_imports(module: str) -> list[tuple[int, str]]:
    """Line and name, without ``dune_sim.``, of what a module imports from the package."""
    found = imports(trees()[module][1])
    return [(line, name.removeprefix("dune_sim.")) for line, name in found if name.split(".")[0] == "dune_sim"]


def wrong(module: str, name: str) -> str | None:
    """Why a module may not import another."""
    if module in FREE:
        return None if name in FREE[module] else f"the package imports {name} before it is asked for"
    here, there = room_of(module), room_of(name)
    if here is None or there is None:
        return f"{module if here is None else name} stands in no layer"
    if here == there:
        mine, other = module.split("."), name.split(".")
        same = "*" not in here or mine[:2] == other[:2]
        return None if same else f"{mine[1]} knows {other[1]}"
    if "*" in here and "*" in there and module.split(".")[1] != name.split(".")[1]:
        return f"{module.split('.')[1]} knows {name.split('.')[1]}"
    return None if ROOMS[there] < ROOMS[here] else f"{there} is not to the left of {here}"


def test_the_package_was_found() -> None:
    assert len(trees()) > 150 and sum(len(own_imports(module)) for module in trees()) > 500


@pytest.mark.parametrize("module", trees())
def test_a_module_imports_from_its_left(module: str) -> None:
    file = trees()[module][0].relative_to(ROOT.parent)
    found = [(line, name, wrong(module, name)) for line, name in own_imports(module)]
    broken = [f"{file}:{line} imports {name}: {why}" for line, name, why in found if why]
    assert not broken, "\n" + "\n".join(broken)


@pytest.mark.parametrize("module", trees())
def test_modules_are_looked_up_by_name_at_the_doors_only(module: str) -> None:
    looked = [
        node.lineno
        for node in ast.walk(trees()[module][1])
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in ("import_module", "__import__")
    ]
    assert not looked or module in DOORS, f"{module}, lines {looked}: say it in late.py"


@pytest.mark.parametrize(
    ("module", "name", "fine"),
    [
        ("games.base", "runs.store", False),
        ("games.base", "games.registry", False),
        ("games.arrakis.tables.build", "games.arrakis.kernels.layout", True),
        ("games.arrakis.kernels.turns", "games.arrakis.tables.build", False),
        ("games.arrakis.game", "games.imperium.kernels.layout", False),
        ("games.arrakis.kernels.turns", "games.imperium.kernels.turns", False),
        ("games.arrakis.battle.game", "games.arrakis.battle.kernels.game", True),
        ("runs.store", "games.base", True),
        ("runs.store", "cli.run", False),
        ("somewhere.new", "lang.link", False),
    ],
)
def test_the_table_of_layers_says_what_it_should(module: str, name: str, fine: bool) -> None:
    assert (wrong(module, name) is None) == fine
