"""Slow recounting: a replay is played by plain Python with the rules' own functions watched, one by one.

Nothing here compares positions, as the recording does: a card counts as drawn because the function that draws it ran.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from dune_sim.engines.memory import zeros
from dune_sim.engines.python import PythonEngine
from dune_sim.games.batch import Job
from dune_sim.games.result import job_for
from dune_sim.games.rollouts import Pilots
from dune_sim.kernel import driver
from dune_sim.programs import program

#: a watcher gets the function and its arguments, calls it, and notes what it did
Watcher = Callable[..., Any]


class Watched:
    """A program in plain Python, some of whose functions are watched."""

    def __init__(self, game: Any, watchers: dict[str, Watcher]) -> None:
        self.game = game
        self.engine = PythonEngine(program(game.program_name))
        self.t = self.engine.tables(game.tables)
        spaces = {id(one.__globals__): one.__globals__ for one in self.engine.functions.values()}
        for name, watcher in watchers.items():
            plain = self.engine.functions[name]
            wrapped = self._wrap(plain, watcher)
            self.engine.functions[name] = wrapped
            for space in spaces.values():
                if name in space:
                    space[name] = wrapped

    @staticmethod
    def _wrap(plain: Callable[..., Any], watcher: Watcher) -> Callable[..., Any]:
        def wrapped(*given: Any) -> Any:
            return watcher(plain, *given)

        return wrapped

    def play(self, policy: str, seed: int, number: int) -> Any:
        """The game again, decision by decision as it was chosen; the final position as plain objects."""
        pilots = Pilots(self.game, policy, seed, number)
        state = self.game.new(seed, number)
        actions = []
        while not state.is_over:
            actions.append(pilots.choose(state))
            state.apply(actions[-1])
        return self.replay(seed, number, actions)

    def replay(self, seed: int, number: int, actions: list[int]) -> Any:
        made = self.engine.program.records
        from dune_sim.engines.memory import load

        g, pilot = load(made["State"], zeros(made["State"])[0]), load(made["Pilot"], zeros(made["Pilot"])[0])
        call = self.engine.functions
        call["begin"](self.t, g, pilot, seed, number)
        for action in actions:
            n = call["act"](self.t, g, pilot.offer, action)
            call["settle"](self.t, g, pilot.offer, n)
        return g


__all__ = ["Counter", "Job", "Watched", "driver", "job_for"]
