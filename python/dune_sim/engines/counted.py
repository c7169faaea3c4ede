"""Plain Python whose loops come to an end: the guarded engine where there is no C++."""

from __future__ import annotations

import ast
from typing import Any

from dune_sim.engines.memory import Records
from dune_sim.engines.python import PythonEngine
from dune_sim.lang.checking import tree
from dune_sim.lang.link import Program

#: turns that the loops of one call may take for each game; a whole game takes less than a hundredth of them
TURNS = 20_000_000
#: no kernel name ends in an underscore
TURN = "turn_"


class CountedPython(PythonEngine):
    """Plain Python whose loops come to an end."""

    def __init__(self, one: Program) -> None:
        super().__init__(one)
        self.left = TURNS
        codes = {name: code for module in one.modules for name, code in counted(module).items()}
        for name, function in self.functions.items():
            function.__code__ = codes[name]
            function.__globals__[TURN] = self.turn

    def turn(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise IndexError("a loop of the kernels does not end")

    def enter(self, calls: Records, *rest: Any) -> int:
        self.left = TURNS * max(1, int(calls[0]["count"])) * (500 if self.program.name.endswith("_players") else 1)
        return super().enter(calls, *rest)


def counted(module: Any) -> dict[str, Any]:
    """The code of every kernel of a file, each ``while`` telling of its turns."""
    grown = ast.parse(ast.unparse(tree(module)))
    for node in ast.walk(grown):
        if isinstance(node, ast.While):
            node.body.insert(0, ast.parse(f"{TURN}()").body[0])
    code = compile(ast.fix_missing_locations(grown), module.__name__, "exec")
    return {one.co_name: one for one in code.co_consts if hasattr(one, "co_name")}
