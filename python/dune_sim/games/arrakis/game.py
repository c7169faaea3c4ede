"""War for Arrakis."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from dune_sim.content import load_content
from dune_sim.engines.memory import Records, load, store, zeros
from dune_sim.errors import ScenarioError, UsageError
from dune_sim.games.alone import careful
from dune_sim.games.arrakis.content.models import ArrakisContent
from dune_sim.games.arrakis.kernels import actions, opcodes, rows
from dune_sim.games.arrakis.kernels.game import POLICY_EAGER, POLICY_RANDOM
from dune_sim.games.arrakis.options import TWO_PLAYER, check_mode
from dune_sim.games.arrakis.tables.build import OPTIONS, compile_game
from dune_sim.games.arrakis.tables.names import Names
from dune_sim.games.arrakis.tables.solo import INSTEAD
from dune_sim.games.arrakis.words.battle import battle_position
from dune_sim.games.arrakis.words.describe import Speaker
from dune_sim.games.base import Game
from dune_sim.games.checks import Overlays, check_flag, check_overlays, overlay_option, whole
from dune_sim.games.compiled import Compiled
from dune_sim.games.fields import plain
from dune_sim.games.state import State
from dune_sim.kernel.players.layout import HORIZON_ROUND, PLAYOUT_GREEDY
from dune_sim.lang import editions
from dune_sim.lang.declare import ActionSpace, RowColumns
from dune_sim.lang.editions import LEAN

if TYPE_CHECKING:
    from dune_sim.engines.python import PythonEngine
    from dune_sim.games.arrakis.scenarios.shape import ScenarioShape

#: options that are on or off: those that follow the publisher's FAQ, and what a board may have printed otherwise
SWITCHES = ("all_dropped_bans", "arrakeen_wins", "optional_advance", "two_slots")
#: fields that a position in the middle of a round always keeps number by number
ALWAYS = ("stack", "decider", "rng")
FAULTS = {
    1: "figures on the map and in the pool do not add up to the box",
    2: "legions, leaders and deployment tokens do not match the figures",
    3: "both factions stand in one area",
    4: "an area holds more units than it may",
    5: "a named leader is nowhere, stands alone, or is missing from the tank",
    6: "a deployment token is at an impossible place",
    7: "a planning card is in two places",
    8: "action dice appeared or vanished",
    9: "a prescience card is in two places",
    10: "more vehicles than the box holds, or two flyers in one air zone",
    11: "more sandworms than the box holds, or one outside the desert",
    12: "wormsigns outside the desert, or more than there are",
    13: "a marker is off its track",
    14: "more Bene Gesserit tokens than the box holds",
    15: "there is nothing to decide, or a decision without a question",
    16: "a sietch or settlement is misplaced, or enemies stand in one",
    17: "secret objectives appeared or vanished",
    30: "a Harkonnen deployment token is at an impossible place",
    31: "a card of the reinforcement pile is in two places",
    32: "a tactical card is in two places, or the target sietch has fallen",
    33: "used Harkonnen dice do not add up",
    1000: "legal actions are not in order",
    1001: "nobody owns the decision",
    1002: "the legal actions differ from their count",
}


#: the instruction that each phase begins with
PHASE_BEGINS = {
    "start": opcodes.OP_ROUND_START,
    "vehicles": opcodes.OP_ROW_VEHICLES,
    "actions": opcodes.OP_ROLL_DICE,
    "desert": opcodes.OP_SIGNS_OUT,
    "spice": opcodes.OP_HARVEST,
    "end": opcodes.OP_SCORE_END,
}


class ArrakisGame(Game):
    """War for Arrakis; seat 0 are the Harkonnen, seat 1 the Atreides.

    Parameters
    ----------
    mode : str
        ``"two_player"``, ``"teams"`` or ``"solo"``.
    players : int, optional
        How many people play: 3 or 4 in teams, 1 or 2 in the solo game.
    shared : str, optional
        Which faction two people of a team share: ``"harkonnen"``, ``"atreides"`` or ``"both"``.
    all_dropped_bans : bool
        FAQ: every Imperium marker that dropped brings its ban (rulebook: one of them).
    arrakeen_wins : bool
        FAQ: the Atreides win at once when Arrakeen falls.
    optional_advance : bool
        FAQ: a winning attacker may stay where it is.
    two_slots : bool
        The Harkonnen board has 2 slots for deployment and for house (rulebook: 3 for each result).
    round_cap : int
        A game that lasts longer ends unfinished.
    content : path or sequence of paths
        Overlay files that change or add facts.
    """

    name: ClassVar[str] = "arrakis"
    rules_version: ClassVar[int] = 3
    policies: ClassVar[Mapping[str, int]] = {"random": POLICY_RANDOM, "eager": POLICY_EAGER}
    manners: ClassVar[Mapping[str, Mapping[str, int]]] = {
        "greedy": {"leaves": 64, "worlds": 4, "doubt": 1, "plan": 1},
        "mcts": {
            "iterations": 500, "leaves": 2000, "lines": 40, "horizon": HORIZON_ROUND, "playout": PLAYOUT_GREEDY,
            "reach": 8, "common": 1, "plan": 1,
        },
    }  # fmt: skip
    mean_columns: ClassVar[tuple[str, ...]] = ("rounds", "battles", "supremacy", "decisions")
    bench_columns: ClassVar[tuple[str, ...]] = ("rounds",)
    aims: ClassVar[Mapping[str, float]] = {"games_per_s": 5_000, "ns_per_decision": 150}

    def __init__(
        self,
        mode: str = TWO_PLAYER,
        players: int | None = None,
        shared: str | None = None,
        all_dropped_bans: bool = False,
        arrakeen_wins: bool = False,
        optional_advance: bool = False,
        two_slots: bool = False,
        round_cap: int = OPTIONS["round_cap"],
        content: Overlays = (),
        engine: str = "auto",
        edition: str = LEAN,
    ) -> None:
        self.mode = check_mode(mode, players, shared)
        cap = whole(round_cap)
        if cap is None or not 1 <= cap <= 1000:
            raise UsageError(f"round_cap must be from 1 to 1000, not {round_cap!r}")
        chosen = dict(zip(SWITCHES, (all_dropped_bans, arrakeen_wins, optional_advance, two_slots), strict=True))
        asked = {key: True for key, value in chosen.items() if check_flag(value, key)}
        self.rule_options = {**{key: int(key in asked) for key in SWITCHES}, "round_cap": cap}
        if two_slots and "harkonnen" in self.mode.shared:
            raise UsageError("two_slots speaks of the board of one Harkonnen player; here two people share the faction")
        self.overlays = check_overlays(content)
        further: dict[str, Any] = {"round_cap": cap} if cap != OPTIONS["round_cap"] else {}
        self.edition = self.mode.edition if edition == LEAN else edition
        if self.edition != self.mode.edition:
            further["edition"] = self.edition
        super().__init__({**self.mode.spec, **asked, **further, **overlay_option(self.overlays)}, engine)
        kernels = editions.edition(self.edition)
        self.space: ActionSpace = kernels.load(actions.__name__).SPACE
        self.row: RowColumns = kernels.load(rows.__name__).ROW
        self.num_players = self.mode.players
        self.seats = self.mode.seats
        self.facts: ArrakisContent = load_content("arrakis", [Path(one) for one in self.overlays])

    @property
    def recorded_seats(self) -> int:
        """Both factions, whoever plays them."""
        return len(self.mode.laid)

    def compile(self) -> Compiled[Names]:
        return compile_game(self.facts, self.rule_options, self.program.layout, self.mode)

    @property
    def program_name(self) -> str:
        return self.name if self.edition == LEAN else f"{self.name}_{self.edition}"

    @property
    def names(self) -> Names:
        names: Names = self.compiled.names
        return names

    def describe_action(self, state: State, action: int) -> str:
        return self.speaker(state).answer(self.actions[action])

    @careful
    def question(self, state: State) -> str:
        """What the player to move is asked."""
        return "" if state.is_over else self.speaker(state).question()

    def speaker(self, state: State) -> Speaker:
        return Speaker(self.names, self.tables[0], state.raw[0], state.viewer)

    def result(self, state: State) -> tuple[int | None, list[int]]:
        winner = int(state.raw["winner"][0])
        if winner not in (1, 2):
            return None, [0] * len(self.seats)
        won = [int(self.tables[0]["faction"][seat] == winner - 1) for seat in range(len(self.seats))]
        return won.index(1), won

    def partners(self, seat: int) -> list[int]:
        """Every seat that plays the same faction (ARR-TEAM-03)."""
        sides = [int(who) for who in self.tables[0]["faction"][: len(self.seats)]]
        return [one for one, side in enumerate(sides) if side == sides[seat]]

    def wins(self, winner: NDArray[Any], seat: int) -> NDArray[np.bool_]:
        """The column names a faction: every seat of it won."""
        won: NDArray[np.bool_] = np.equal(winner, int(self.tables[0]["faction"][seat]))
        return won

    def outcomes(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The first winning seat of each row, -1 where nobody won; all seats of the winning faction score."""
        faction = np.asarray(self.tables[0]["faction"][: len(self.seats)], np.int64)
        won = (rows[:, [self.columns.index("winner")]] == faction).astype(np.int64)
        return np.where(won.any(axis=1), won.argmax(axis=1), -1), won

    def fault_text(self, number: int) -> str:
        return FAULTS.get(number, f"invariant {number} is broken")

    # -- readable positions ------------------------------------------------------------------------------------------

    def position(self, state: State) -> dict[str, Any]:
        """The readable part of a position."""
        from dune_sim.games.arrakis.scenarios.export import Exporter

        mover = state.to_move
        told: dict[str, Any] = {"decides": self.seats[mover]} if mover >= 0 else {}
        battle = battle_position(self.names, self.tables[0], state.raw[0])
        if battle is not None:
            told["battle"] = battle
        return {**Exporter(self.names, state.raw[0], state.viewer).export(), **told}

    def state_to_dict(self, state: State) -> dict[str, Any]:
        from dune_sim.games.arrakis.scenarios.load import Builder

        readable = self.position(state)
        if state.viewer is not None:
            return readable
        again = zeros(self.state_record)
        readable["running"] = {}
        Builder(self.names, again[0], readable).build()
        kept = {
            one.name: plain(state.raw[0][one.name])
            for one in self.state_record.fields
            if one.name in ALWAYS or state.raw[0][one.name].tobytes() != again[0][one.name].tobytes()
        }
        readable["running"] = {"tables": self.tables_hash, **kept}
        return readable

    def dict_to_raw(self, data: Mapping[str, Any], raw: Records) -> None:
        from dune_sim.games.arrakis.scenarios.load import Builder
        from dune_sim.games.arrakis.scenarios.saved import Saved

        if data.get("viewer") is not None:
            raise ScenarioError(f"this is what the {data['viewer']} see, not a whole position")
        builder = Builder(self.names, raw[0], data)
        self._check_options(builder.shape)
        shape = builder.build()
        if shape.running is None:
            self._begin(shape, raw)
        else:
            Saved(self._slow, self.tables, raw, self.fault_text, self.seats).restore(shape, self.tables_hash)

    def _check_options(self, shape: ScenarioShape) -> None:
        """What the options of this game rule out."""
        cap = self.rule_options["round_cap"]
        if shape.round > cap:
            raise ScenarioError(f"round {shape.round} is never played: this game ends after round {cap}")
        if shape.reason == "arrakeen" and not self.rule_options["arrakeen_wins"]:
            raise ScenarioError("a game ends by arrakeen only with the option arrakeen_wins")

    @cached_property
    def _slow(self) -> PythonEngine:
        """The engine that runs single kernels and notices numbers out of range."""
        from dune_sim.engines.python import PythonEngine

        return PythonEngine(self.program)

    def _begin(self, shape: ScenarioShape, raw: Records) -> None:
        """Start the phase of a scenario and run to its first choice; any engine gives the same."""
        engine = self._slow
        state, tables = load(self.state_record, raw[0]), engine.tables(self.tables)
        offer = self.program.records["Offer"]
        engine.functions["seed_stream"](state.rng, shape.seed, 0)
        if not state.winner:
            engine.functions["push"](state.stack, self._entry(shape), 0)
            if shape.phase == "start":
                state.round -= 1
            try:
                engine.functions["resume"](tables, state, load(offer, zeros(offer)[0]))
            except (IndexError, AssertionError) as error:
                raise ScenarioError(f"the {shape.phase} phase cannot begin from this position") from error
        store(self.state_record, state, raw, 0)

    def _entry(self, shape: ScenarioShape) -> int:
        """Where the program of the game begins the phase; with dice on the table, the turn."""
        code = self.tables[0]["code"]
        pc = int(self.tables[0]["pc_game"])
        first = opcodes.OP_TURN if shape.phase == "actions" and shape.dice is not None else PHASE_BEGINS[shape.phase]
        first = INSTEAD.get(first, first) if self.mode.automated else first
        while True:
            if int(code[pc]["code"]) == first:
                return pc
            pc += 1

    def render_state(self, state: State) -> str:
        from dune_sim.games.arrakis.pictures.text import render_position

        return render_position(self.facts, self.position(state), self.question(state))

    def svg_state(self, state: State) -> str:
        from dune_sim.games.arrakis.pictures.marks import Marks, marks_of
        from dune_sim.games.arrakis.pictures.picture import draw_position

        answers = [self.actions[action] for action in state.legal_actions()]
        marks = Marks() if state.is_over else marks_of(self.speaker(state), answers)
        return draw_position(self.facts, self.position(state), self.question(state), marks)
