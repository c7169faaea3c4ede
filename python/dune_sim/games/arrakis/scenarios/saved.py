"""The running part of a saved position of War for Arrakis: put back number by number, refused where damaged."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dune_sim.engines.memory import Records, as_dict, load, zeros
from dune_sim.engines.python import PythonEngine
from dune_sim.errors import ScenarioError
from dune_sim.games.arrakis.kernels.layout import AREAS
from dune_sim.games.arrakis.scenarios.shape import ScenarioShape
from dune_sim.games.fields import check_chance, restore


class Saved:
    """One State record that waits for its running part.

    ``engine`` runs single kernels and notices numbers out of range; ``fault_text`` tells what a broken invariant means.
    """

    def __init__(
        self,
        engine: PythonEngine,
        tables: Records,
        raw: Records,
        fault_text: Callable[[int], str],
        seats: Sequence[str],
    ) -> None:
        self.engine, self.tables, self.state, self.fault_text, self.seats = engine, tables, raw[0], fault_text, seats
        records = engine.program.records
        self.record, self.offer = records["State"], records["Offer"]

    def restore(self, shape: ScenarioShape, tables_hash: str) -> None:
        """Put the running part back and check it."""
        saved = shape.running or {}
        if saved.get("tables") != tables_hash:
            raise ScenarioError(
                "this position was saved with other content or options; without its key running it can be read"
            )
        for field, value in saved.items():
            if field == "tables":
                continue
            if field not in self.record:
                raise ScenarioError(f"running: a position has no {field!r}")
            restore(self.state, field, value)
        check_chance(self.state)
        self._check_programs()
        try:
            self._check_question()
        except (IndexError, ValueError, OverflowError, AssertionError) as error:
            if isinstance(error, ScenarioError):
                raise
            raise ScenarioError("running: these numbers cannot be those of a game") from error
        self._check_decider(shape)

    def _check_programs(self) -> None:
        """Numbers that stand for an instruction, an action or an area must be there to be named."""
        stack, move = self.state["stack"], self.state["move"]
        if stack["depth"] > len(stack["frames"]) or max(stack["frames"]["pc"]) >= len(self.tables[0]["code"]):
            raise ScenarioError("running: the pending programs cannot be those of a game")
        if max(move["source"], move["target"], *move["moved_area"]) >= AREAS:
            raise ScenarioError(f"running: the move names an area beyond the {AREAS} of the map")

    def _check_question(self) -> None:
        """The invariants hold, and asking the open question anew changes nothing and finds an answer."""
        tables, state = self.engine.tables(self.tables), load(self.record, self.state)
        number = self.engine.functions["fault"](tables, state)
        if number:
            raise ScenarioError(f"this arrakis position cannot arise: {self.fault_text(number)}")
        if state.stack.depth == 0:
            return
        asked = load(self.record, self.state)
        frame = asked.stack.frames[asked.stack.depth - 1]
        here = frame.pc
        # as the interpreter does: an instruction runs with the next one marked, and steps back if it waits
        frame.pc = here + 1
        done = self.engine.functions["execute"](tables, asked, frame, tables.code[here])
        frame.pc = here
        if done or as_dict(self.record, asked) != as_dict(self.record, state):
            raise ScenarioError("running: the open question is not one that would be asked here")
        if self.engine.functions["ask"](tables, asked, load(self.offer, zeros(self.offer)[0])) == 0:
            raise ScenarioError("running: nobody could answer the open question")

    def _check_decider(self, shape: ScenarioShape) -> None:
        over = self.state["stack"]["depth"] == 0
        asked = "" if over else self.seats[min(int(self.state["decider"]), len(self.seats) - 1)]
        if shape.decides is None or shape.decides == asked:
            return
        truth = "the game is over" if over else f"the running part waits for the {asked}"
        raise ScenarioError(f"decides says {shape.decides}, but {truth}; leave running or decides out")
