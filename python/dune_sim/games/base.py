"""What every game can do; the rules are in the kernels."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from dune_sim import engines
from dune_sim.engines import Engine
from dune_sim.engines.guard import guarded
from dune_sim.engines.memory import Records, as_dict, load, zeros
from dune_sim.errors import ContentError, ScenarioError, UsageError
from dune_sim.games import sealed
from dune_sim.games.alone import Scratch
from dune_sim.games.checks import check_count, check_seed, read_policy, whole
from dune_sim.games.compiled import Compiled
from dune_sim.games.fields import fill
from dune_sim.games.hosts import Policies
from dune_sim.games.result import Result, collect
from dune_sim.games.seating import players_program
from dune_sim.games.state import State
from dune_sim.kernel import driver
from dune_sim.lang.declare import Action, ActionSpace, RowColumns
from dune_sim.late import late
from dune_sim.programs import program

if TYPE_CHECKING:
    from dune_sim.envs.vector import Vector
    from dune_sim.games.recording import Recording
    from dune_sim.runs.store import Run


class Game:
    """A game with its set-up: makes states, plays batches.

    Subclasses bring the content: ``compile``, ``describe_action``, ``result`` and the readable forms.
    """

    name: ClassVar[str]
    #: the declared action ids
    space: ActionSpace
    #: the declared columns of a row
    row: RowColumns
    rules_version: ClassVar[int]
    #: policy name -> number in the kernels
    policies: ClassVar[Mapping[str, int]]
    #: how players that look ahead play this game unless told otherwise: fields of their manner
    manners: ClassVar[Mapping[str, Mapping[str, int]]] = {}
    num_players: int
    #: columns whose mean `dune-sim run` prints
    mean_columns: ClassVar[tuple[str, ...]] = ("decisions",)
    #: further columns whose throughput `dune-sim bench` reports
    bench_columns: ClassVar[tuple[str, ...]] = ()
    #: what seats bring to a game and may win by, such as leaders: its name -> its column at each seat
    rated: Mapping[str, Sequence[str]] = {}
    #: what `dune-sim bench` holds the fastest engine against
    aims: ClassVar[Mapping[str, float]] = {}
    #: games per second and core of the strongest public Python engine of this game family, where one is known
    public_engine: ClassVar[float | None] = None
    #: whether plain data of a position without its running part begins a phase anew
    begins_anew: ClassVar[bool] = True
    #: ids of the seats that can win: the players, then automated sides that play for themselves
    seats: Sequence[str]

    def __init__(self, spec: Mapping[str, Any], engine: str = "auto") -> None:
        self.spec = dict(spec)
        self.engine_name = engine

    # -- what a game brings ------------------------------------------------------------------------------------------

    def compile(self) -> Compiled[Any]:
        """Content and options as one Tables record, and the names behind its numbers."""
        raise TypeError(f"{type(self).__name__} must compile its content")

    def describe_action(self, state: State, action: int) -> str:
        """An action in words."""
        raise TypeError(f"{type(self).__name__} must describe its actions")

    def question(self, state: State) -> str:
        """What the player to move is asked; empty where the answers say it all."""
        return ""

    def meanwhile(self, before: State, after: State) -> list[str]:
        """What automated sides did between two decisions, a line each; nothing where there are none."""
        return []

    def result(self, state: State) -> tuple[int | None, list[int]]:
        """Winner (seat or None) and score per seat of a finished game."""
        raise TypeError(f"{type(self).__name__} must tell its result")

    def state_to_dict(self, state: State) -> dict[str, Any]:
        """The position as plain data; by default the fields of the record."""
        return as_dict(self.state_record, load(self.state_record, state.raw[0]))

    def dict_to_raw(self, data: Mapping[str, Any], raw: Records) -> None:
        """Fill a cleared state from plain data."""
        raise ScenarioError(f"{self.name} has no readable scenarios")

    def render_state(self, state: State) -> str:
        """The position for a terminal."""
        raise TypeError(f"{type(self).__name__} must render its states")

    def svg_state(self, state: State) -> str:
        """The position as an SVG picture."""
        raise UsageError(f"{self.name} has no picture")

    # -- what every game can do --------------------------------------------------------------------------------------

    @property
    def program_name(self) -> str:
        """The program that plays this game: one edition of it."""
        return self.name

    @cached_property
    def program(self) -> Any:
        return program(self.program_name)

    @cached_property
    def state_record(self) -> Any:
        return self.program.records["State"]

    @cached_property
    def compiled(self) -> Compiled[Any]:
        """What `compile` gives, made once."""
        try:
            return self.compile()
        except (OverflowError, IndexError) as error:
            # content has checks that name the record; this is for what they do not know
            raise ContentError(f"an overlay has more or larger things than a game can count: {error}") from error

    @cached_property
    def tables(self) -> Records:
        return self.compiled.tables

    @property
    def names(self) -> Any:
        """The ids and names behind the numbers of tables, actions and columns."""
        return self.compiled.names

    @property
    def num_actions(self) -> int:
        return self.space.size

    @property
    def moves_room(self) -> int:
        """Room for every answer that an offer could hold, whole words of them."""
        return self.num_actions // 64 * 64 + 64

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Every action by its id: ``(id, kind, number, name)``; ids that are not in use are of the kind ``""``.

        Examples
        --------
        >>> import dune_sim
        >>> dune_sim.make("imperium").actions[49]
        Action(id=49, kind='space', number=4, name='selective_breeding')
        """
        return self.space.table(self.names.subjects)

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the integers that the kernels write for each finished game."""
        return self.row.names

    @cached_property
    def codes(self) -> dict[str, list[str]]:
        """Columns whose numbers stand for names: the names by number."""
        subjects = self.names.subjects
        return {one.name: list(subjects[one.subject]) for one in self.row.columns if one.subject}

    @cached_property
    def recording(self) -> Recording | None:
        """What recorded games keep; nothing for a game that nobody records."""
        name = players_program(self)
        if name is None:
            return None
        from dune_sim.games.recording import Recording

        kept = program(name).layout
        room = kept.Tally["seats"].shape[0] // kept.SEAT_WIDTH
        return Recording(kept.SEAT, kept.COUNT, room, min(room, self.recorded_seats))

    @property
    def recorded_seats(self) -> int:
        """Seats of which recorded games keep something."""
        return self.num_players

    @cached_property
    def engine(self) -> Engine:
        return engines.load(self.program_name, self.engine_name)

    @cached_property
    def guard(self) -> Engine:
        """The engine that plays on what was saved in the middle of a turn."""
        return guarded(self.program_name, engines.meant(self.engine_name) == "python")

    @cached_property
    def tables_hash(self) -> str:
        """Fingerprint of everything the rules read: content, options, layout."""
        layout = self.program.records["Tables"].docs_table().encode()
        return hashlib.sha256(self.tables.tobytes() + layout).hexdigest()[:16]

    #: what pickles say of the game
    head = cached_property(sealed.head_of)

    @cached_property
    def scratch(self) -> Scratch:
        return Scratch(self.program.records, self.moves_room)

    def new(self, seed: int = 0, index: int = 0) -> State:
        """A fresh game; ``(seed, index)`` fixes all its chance."""
        state = State(self, zeros(self.state_record))
        state.call(driver.CALL_NEW, seed=check_seed(seed), first=check_count(index, "index", 0))
        return state

    def seat(self, player: object) -> int:
        """The number of a seat, given by its number or name."""
        number = list(self.seats).index(player) if isinstance(player, str) and player in self.seats else whole(player)
        if number is None or not 0 <= number < self.num_players:
            names = ", ".join(self.seats[: self.num_players])
            raise UsageError(f"{self.name} has no player {player!r}; choose {names} or 0 to {self.num_players - 1}")
        return number

    def winner_seat(self, player: object) -> int:
        """The number of a seat that can win: that of a player or of an automated side, by number or name."""
        if isinstance(player, str) and player in self.seats:
            return list(self.seats).index(player)
        number = whole(player)
        return number if number is not None and 0 <= number < len(self.seats) else self.seat(player)

    def from_dict(self, data: Mapping[str, Any]) -> State:
        """Build a position from plain data; an impossible one is refused with the reason."""
        state = State(self, zeros(self.state_record))

        def read(told: Mapping[str, Any], raw: Records) -> None:
            state.doubtful = not self.begins_anew or told.get("running") is not None
            self.dict_to_raw(sealed.unseal(self, told), raw)

        fill(read, data, state.raw)
        number = state.call(driver.CALL_FAULT)
        if number:
            raise ScenarioError(f"this {self.name} position cannot arise: {self.fault_text(number)}")
        state.refresh()
        return state

    def fault_text(self, number: int) -> str:
        """What a broken invariant means."""
        return f"invariant {number} is broken"

    def simulate(
        self,
        games: int,
        policy: Policies = "random",
        seed: int = 0,
        engine: str | None = None,
        workers: int | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Result:
        """Play ``games`` games and keep one row each.

        Examples
        --------
        >>> import dune_sim
        >>> game = dune_sim.make("battle", attacker="3 standard", defender="3 standard")
        >>> result = game.simulate(games=1000, seed=7)
        >>> result.games
        1000
        """
        return collect(self, games, read_policy(policy), seed, engine, workers, progress)

    def run(
        self,
        out: str | PathLike[str],
        games: int,
        policy: Policies = "random",
        seed: int = 0,
        workers: int | None = None,
        progress: Callable[[int], None] | None = None,
        record: bool = True,
    ) -> Run:
        """Play ``games`` games into a directory, as ``dune-sim run`` does; what is there already is not played again.

        The rows are in Parquet files: ``run.read()`` gives the games as a pyarrow table, ``run.table("cards")``
        what came of every card. See docs/runs.md.
        """
        run: Run = late("play_run")(out, self, games, read_policy(policy), seed, workers, progress, record)
        return run

    def vector(
        self,
        n: int,
        seed: int = 0,
        opponents: str | Sequence[str] | None = None,
        seat: int | str | None = None,
        features: bool = True,
        reward: str = "win",
        autoreset: bool = True,
        workers: int = 1,
    ) -> Vector:
        """So many games side by side, on numpy arrays: one decision in each for one call. See docs/learning.md.

        Every seat is yours, or, with ``opponents``, one: ``seat``, or game by game another.

        Examples
        --------
        >>> import dune_sim
        >>> games = dune_sim.make("imperium").vector(64, seed=7, opponents="random")
        >>> batch = games.reset()
        >>> batch = games.step(batch.masks.argmax(axis=1))
        >>> batch.features.shape, batch.rewards.shape
        ((64, 739), (64,))
        """
        made: Vector = late("Vector")(self, n, seed, opponents, seat, features, reward, autoreset, workers)
        return made

    def partners(self, seat: int) -> list[int]:
        """The seats that win when one does, itself among them."""
        return [seat]

    def wins(self, winner: NDArray[Any], seat: int) -> NDArray[np.bool_]:
        """Which games of a column ``winner`` a seat won; a code that is no seat number is read here."""
        won: NDArray[np.bool_] = np.equal(winner, seat)
        return won

    def outcomes(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Winner of each row, -1 where nobody won, and the scores of its seats: points where a game has them."""
        winners = rows[:, self.columns.index("winner")]
        if "points_0" in self.columns:
            first, second = (self.columns.index(f"points_{seat}") for seat in (0, 1))
            return winners, rows[:, first :: second - first][:, : len(self.seats)]
        return winners, (winners[:, None] == np.arange(len(self.seats))).astype(np.int64)

    __reduce__ = sealed.pack

    def __repr__(self) -> str:
        given = ", ".join(f"{k}={v!r}" for k, v in self.spec.items())
        return f"dune_sim.make({self.name!r}{', ' if given else ''}{given})"
