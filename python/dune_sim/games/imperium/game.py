"""Dune: Imperium: three and four players, two with House Hagal, one with two rivals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from dune_sim.content import load_content
from dune_sim.engines.memory import Records
from dune_sim.errors import ScenarioError
from dune_sim.games.alone import careful
from dune_sim.games.base import Game
from dune_sim.games.checks import Overlays, check_flag, check_overlays, overlay_option
from dune_sim.games.compiled import Compiled
from dune_sim.games.imperium.content.models import ImperiumContent
from dune_sim.games.imperium.content.opponents import facts_for
from dune_sim.games.imperium.kernels import actions, rows
from dune_sim.games.imperium.options import (
    RULINGS,
    check_leaders,
    check_modules,
    check_players,
    check_rivals,
    smallest_edition,
)
from dune_sim.games.imperium.tables.build import compile_game
from dune_sim.games.imperium.tables.names import Names, bits
from dune_sim.games.imperium.words.describe import Describer
from dune_sim.games.imperium.words.effects import Wording
from dune_sim.games.imperium.words.faults import fault_sentence
from dune_sim.games.imperium.words.meanwhile import meanwhile
from dune_sim.games.state import State
from dune_sim.kernel import driver
from dune_sim.kernel.players.layout import HORIZON_ROUND, PLAYOUT_GREEDY
from dune_sim.kernel.stack import NO_ACTION
from dune_sim.lang import editions
from dune_sim.lang.declare import ActionSpace, RowColumns
from dune_sim.lang.editions import LEAN


class ImperiumGame(Game):
    """Dune: Imperium.

    Parameters
    ----------
    players : int
        1 to 4. Two play with House Hagal, one plays against two rivals.
    leaders : None, str or list of str
        ``None`` or ``"random"``: drawn at random for every game; ``"draft"``: chosen clockwise from the first player;
        or one leader id for each player.
    modules : sequence of str
        Empty: the base game. ``"bloodlines"``: commanders and their skills, new cards and leaders, for three and four
        players; with ``"tech"`` its tech tiles as well.
    bindu_passes : bool
        Later ruling: who plays Bindu Suspension must pass, not may (IMP-AMB-22).
    late_reveal_wins : bool
        Equal after all tiebreakers, the latest reveal turn of the last round wins; else victory is shared (IMP-AMB-17).
    cleanup_is_no_loss : bool
        Troops that go home after a combat are not lost: they do not move Chani's tactics marker (BLD-AMB-19).
    difficulty : None or str
        Of the solo game: ``"mercenary"`` (so if left out), ``"sardaukar"``, ``"mentat"`` or ``"kwisatz_haderach"``.
    rivals : None or list of str
        Leaders of the two rivals of the solo game; ``None``: drawn at random, chosen by the player in a draft.
    content : path or sequence of paths
        Overlay files that change or add cards.
    """

    name: ClassVar[str] = "imperium"
    rules_version: ClassVar[int] = 2
    policies: ClassVar[Mapping[str, int]] = {"random": 0}
    manners: ClassVar[Mapping[str, Mapping[str, int]]] = {
        "greedy": {"leaves": 64, "worlds": 4, "plan": 1},
        "mcts": {
            "iterations": 500, "leaves": 200, "lines": 24, "horizon": HORIZON_ROUND, "playout": PLAYOUT_GREEDY,
            "reach": 8, "common": 1, "plan": 1,
        },
    }  # fmt: skip
    mean_columns: ClassVar[tuple[str, ...]] = ("rounds", "decisions")
    aims: ClassVar[Mapping[str, float]] = {"games_per_s": 20_000, "ns_per_decision": 100}
    public_engine: ClassVar[float | None] = 10

    def __init__(
        self,
        players: int = 4,
        leaders: str | Sequence[str] | None = None,
        modules: Sequence[str] | None = (),
        bindu_passes: bool = False,
        late_reveal_wins: bool = False,
        content: Overlays = (),
        difficulty: str | None = None,
        rivals: str | Sequence[str] | None = None,
        cleanup_is_no_loss: bool = False,
        engine: str = "auto",
        edition: str = LEAN,
    ) -> None:
        self.num_players = players = check_players(players)
        self.modules = check_modules(modules, players)
        overlays = check_overlays(content)
        facts = load_content("imperium", [Path(one) for one in overlays], self.modules)
        self.leaders = check_leaders(facts, players, leaders)
        self.rivals = check_rivals(facts, players, self.leaders, difficulty, rivals)
        self.facts: ImperiumContent = facts_for(facts, self.rivals)
        smallest = smallest_edition(players, self.modules)
        self.edition = edition = smallest if edition == LEAN else edition
        kernels = editions.edition(edition)
        self.space: ActionSpace = kernels.load(actions.__name__).SPACE
        self.row: RowColumns = kernels.load(rows.__name__).ROW
        given: dict[str, Any] = {"leaders": self.leaders} if self.leaders != "random" else {}
        asked = zip(RULINGS, (bindu_passes, late_reveal_wins, cleanup_is_no_loss), strict=True)
        self.rulings = [key for key, value in asked if check_flag(value, key)]
        given |= dict.fromkeys(self.rulings, True)
        if self.modules:
            given["modules"] = list(self.modules)
        if edition != smallest:
            given["edition"] = edition
        solo = self._solo_options() if self.rivals and self.rivals.solo else {}
        super().__init__({"players": players, **given, **solo, **overlay_option(overlays)}, engine)
        people = self.leaders if isinstance(self.leaders, list) else [f"seat{k}" for k in range(players)]
        self.seats = [*people, *(self.rivals.names if self.rivals else ())]
        if not isinstance(self.leaders, list):
            self.rated = {"leader": [f"leader_{seat}" for seat in range(players)]}

    @property
    def recorded_seats(self) -> int:
        """Players and rivals; House Hagal is no player."""
        return int(self.tables["players"][0])

    def _solo_options(self) -> dict[str, Any]:
        """What the solo game is set up with besides."""
        assert self.rivals is not None and self.rivals.difficulty is not None
        named = self.rivals.leaders if isinstance(self.rivals.leaders, list) else None
        return {"difficulty": self.rivals.difficulty.id, **({"rivals": named} if named else {})}

    def compile(self) -> Compiled[Names]:
        layout, seats = self.program.layout, self.num_players
        return compile_game(self.facts, seats, self.leaders, layout, self.rulings, self.rivals)

    @property
    def program_name(self) -> str:
        return self.name if self.edition == LEAN else f"{self.name}_{self.edition}"

    @property
    def names(self) -> Names:
        names: Names = self.compiled.names
        return names

    @cached_property
    def words(self) -> Wording:
        return Wording(self.facts)

    @cached_property
    def describer(self) -> Describer:
        return Describer(self.names, self.tables[0], self.words, self.actions)

    def describe_action(self, state: State, action: int) -> str:
        return self.describer.describe(state.raw[0], action, state.viewer)

    @careful
    def question(self, state: State) -> str:
        """Who is asked what, and by which card, space or effect."""
        return "" if state.is_over else self.describer.question(state.raw[0])

    def meanwhile(self, before: State, after: State) -> list[str]:
        return meanwhile(self.names, before.raw[0], after.raw[0]) if self.rivals is not None else []

    def result(self, state: State) -> tuple[int | None, list[int]]:
        won = bits(state.raw[0]["winners"])
        points = [int(state.raw[0]["players"][seat]["vp"]) for seat in range(len(self.seats))]
        return (won[0] if won else None), points

    def state_to_dict(self, state: State) -> dict[str, Any]:
        from dune_sim.games.imperium.scenarios.export import Exporter

        found = Exporter(self.names, self.tables, state.raw[0], state.viewer).export()
        mover = state.to_move
        return {**found, "to_move": mover if mover >= 0 else None}

    def dict_to_raw(self, data: Mapping[str, Any], raw: Records) -> None:
        from dune_sim.games.imperium.scenarios.load import Builder

        Builder(self.names, self.tables, raw, data, self._usual_leaders()).build()

    def _usual_leaders(self) -> list[str]:
        """Leaders of a position that does not tell them."""
        named = [*self.leaders] if isinstance(self.leaders, list) else []
        rivals = self.rivals.leaders if self.rivals and isinstance(self.rivals.leaders, list) else []
        for leader in self.facts.leaders:
            if len(named) < self.num_players and leader.id not in (*named, *rivals):
                named.append(leader.id)
        for leader in self.facts.leaders:
            if len(named) + len(rivals) < len(self.seats) and leader.rival_allowed and leader.id not in named:
                rivals = [*rivals, leader.id]
        return [*named, *rivals]

    def from_dict(self, data: Mapping[str, Any]) -> State:
        state = super().from_dict(data)
        if "running" not in data and self.rivals is not None and not state.legal_actions() and state.to_move >= 0:
            # the position begins with what rivals do by themselves
            state.call(driver.CALL_APPLY, action=NO_ACTION)
        asked = data.get("to_move")
        if "running" in data and asked is not None and asked != state.to_move:
            raise ScenarioError(
                f"to_move says seat {asked}, but the running part waits for seat {state.to_move}; leave running out"
            )
        return state

    def fault_text(self, number: int) -> str:
        return fault_sentence(number)

    def _view(self, state: State) -> dict[str, Any]:
        from dune_sim.games.imperium.pictures.view import view

        return view(self.facts, self.state_to_dict(state))

    def render_state(self, state: State) -> str:
        from dune_sim.games.imperium.pictures.text import page

        return page(self.facts, self._view(state), self.question(state))

    def svg_state(self, state: State) -> str:
        from dune_sim.games.imperium.pictures.picture import picture

        return picture(self.facts, self._view(state), self.question(state))
