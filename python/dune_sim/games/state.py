"""What every position of a game can do."""

from __future__ import annotations

import hashlib
from _thread import allocate_lock
from typing import TYPE_CHECKING, Any

import numpy as np

from dune_sim.engines import Engine
from dune_sim.engines.memory import Records
from dune_sim.errors import IllegalActionError, UnsoundError, UsageError
from dune_sim.games import sealed
from dune_sim.games.alone import Alone, steady
from dune_sim.games.checks import check_seed, read_policy, whole
from dune_sim.games.hosts import Policies
from dune_sim.games.rollouts import Rollouts, roll_out
from dune_sim.kernel import driver
from dune_sim.late import late

if TYPE_CHECKING:
    from dune_sim.agents.search import Found
    from dune_sim.games.base import Game


#: calls that list the legal actions
LISTING = (driver.CALL_APPLY, driver.CALL_LEGAL, driver.CALL_NEW)


class State(Alone):
    """One position. Copies, compares, hashes and pickles by its bytes."""

    __slots__ = ("doubtful", "game", "raw", "viewer")

    def __init__(self, game: Game, raw: Records, viewer: int | None = None, doubtful: bool = False) -> None:
        self.lock, self.moved, self._listed = allocate_lock(), 0, None
        self.game = game
        self.raw = raw
        #: seat whose observation this is; None for the whole truth
        self.viewer = viewer
        #: whether its numbers come out of a file, in the middle of a turn: it is played within bounds
        self.doubtful = doubtful

    def _enter(self, op: int, action: int = 0, seed: int = 0, first: int = 0) -> int:
        game, own = self.game, self.game.scratch.room
        own.pack(own.row, 0, seed, first, op, 0, 1, 1, action)
        before = self.raw.tobytes() if self.doubtful else b""
        try:
            result = self.engine.enter(own.call, game.tables, self.raw, own.pilot, own.moves, own.out)
        except UnsoundError:
            self.raw.view(np.uint8)[:] = np.frombuffer(before, np.uint8)
            raise
        if op in LISTING:
            self._listed = own.moves[:result].tolist()
        return result

    @property
    def engine(self) -> Engine:
        """What plays this position."""
        return self.game.guard if self.doubtful else self.game.engine

    def refresh(self) -> None:
        """List the legal actions anew."""
        self.call(driver.CALL_LEGAL)

    @property
    def to_move(self) -> int:
        """Seat that decides, -1 once the game is over."""
        return self.call(driver.CALL_TO_MOVE)

    def legal_actions(self) -> list[int]:
        """Legal action ids, rising; empty once the game is over, and in an observation while another seat decides."""
        if self._listed is None:
            if self.viewer is not None and self.viewer != self.to_move:
                return []
            self.refresh()
        return self.listed().copy()

    def apply(self, action: int) -> None:
        """Apply a legal action and run to the next real choice."""
        if self.viewer is not None:
            raise UsageError("an observation cannot be played on; deal what it hides first: determinize(player, seed)")
        number = whole(action)
        if self._listed is None:
            self.refresh()
        if number is None or not self.take(number):
            legal = [f"{a} ({self.describe(a)})" for a in self.legal_actions()]
            raise IllegalActionError(action if number is None else number, legal)

    @property
    def is_over(self) -> bool:
        return self.to_move < 0 if self.viewer is not None else not self.legal_actions()

    @property
    @steady
    def winner(self) -> int | None:
        """Seat of the winner; None while the game runs and when nobody won."""
        return self.game.result(self)[0] if self.is_over else None

    @property
    @steady
    def scores(self) -> list[int]:
        return self.game.result(self)[1]

    @steady
    def describe(self, action: int) -> str:
        """An action in words."""
        number = whole(action)
        if number is None or not 0 <= number < self.game.num_actions:
            raise UsageError(f"{self.game.name} has no action {action!r}; ids go from 0 to {self.game.num_actions - 1}")
        return self.game.describe_action(self, number)

    @steady
    def told(self, action: int, viewer: int | None) -> str:
        """An action in the words that a seat hears of it: nothing that stays face down; None hears all."""
        return State(self.game, self.raw, viewer, self.doubtful).describe(action)

    @steady
    def render(self) -> str:
        """The position for a terminal."""
        return self.game.render_state(self)

    @steady
    def svg(self) -> str:
        """The position as an SVG picture."""
        return self.game.svg_state(self)

    def _repr_svg_(self) -> str | None:
        """The board in a notebook; nothing where a game has no picture."""
        try:
            return self.svg()
        except UsageError:
            return None

    def copy(self) -> State:
        before = self.quiet()
        made = State(self.game, self._bytes(), self.viewer, self.doubtful)
        made._listed = self._listed
        self.quiet(before)
        return made

    def _bytes(self) -> Records:
        # numpy copies a structured array field by field, slowly, and leaves the padding to chance
        return np.frombuffer(bytearray(self.raw.tobytes()), self.raw.dtype)

    @steady
    def to_dict(self) -> dict[str, Any]:
        """The position as plain data, for JSON and for ``game.from_dict``."""
        data = self.game.state_to_dict(self)
        return data if self.viewer is not None else sealed.seal(self.game, data)

    @steady
    def observe(self, player: int) -> State:
        """A copy that shows only what the player may know."""
        seat = self._viewpoint(player)
        made = State(self.game, self._bytes(), seat, self.doubtful)
        made.call(driver.CALL_HIDE, action=seat)
        return made

    @steady
    def determinize(self, player: int, seed: int) -> State:
        """A copy whose hidden parts and coming chance are dealt anew, consistent with what the player knows."""
        seat = self._viewpoint(player)
        made = State(self.game, self._bytes(), None, self.doubtful)
        # the deal starts from what the player sees, so nothing of the truth can shine through
        made.call(driver.CALL_HIDE, action=seat)
        made.call(driver.CALL_REDEAL, action=seat, seed=check_seed(seed))
        made.refresh()
        return made

    def rollouts(self, games: int = 100, policy: Policies = "random", seed: int = 0) -> Rollouts:
        """Play on from here to the end, ``games`` times, each with chance of its own.

        Examples
        --------
        >>> import dune_sim
        >>> state = dune_sim.make("battle", attacker="5 standard, bashar", defender="3 standard, naib").new(seed=5)
        >>> 0 < state.rollouts(games=200, seed=1).win_rate(seat=0).share < 1
        True
        """
        return roll_out(self, games, read_policy(policy), seed)

    def search(
        self, iterations: int | None = None, seed: int = 0, workers: int = 1, policy: str = "mcts"
    ) -> Found:
        """What a search finds for the seat to move: lines of its own turn, the best first, from what it knows alone.

        ``policy`` names parameters, as in ``"mcts:horizon=game"``, or a time instead of playouts: ``"mcts:300ms"``.
        The same seed, playouts and workers find the same on every engine.

        Examples
        --------
        >>> import dune_sim
        >>> state = dune_sim.make("imperium").new(seed=5)
        >>> found = state.search(iterations=60)
        >>> found.best in state.legal_actions()
        True
        """
        found: Found = late("search_state")(self, iterations, seed, workers, policy)
        return found

    def _viewpoint(self, player: int) -> int:
        """The seat of a player, who must be the viewer where this is an observation."""
        seat = self.game.seat(player)
        if self.viewer not in (None, seat):
            raise UsageError(f"this is what seat {self.viewer} sees; what seat {seat} knows is not in it")
        return seat

    @steady
    def key(self) -> bytes:
        """The bytes that make up the position, the coming chance left out."""
        return self.raw.tobytes()[: self.game.state_record["rng"].offset]

    def hash(self) -> int:
        """64 bits over the position, the coming chance left out."""
        return int.from_bytes(hashlib.blake2b(self.key(), digest_size=8).digest(), "little")

    def __hash__(self) -> int:
        return self.hash()

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and self.game.tables_hash == other.game.tables_hash
            and self.raw.tobytes() == other.raw.tobytes()
        )

    @steady
    def __reduce__(self) -> Any:
        return sealed.pack(self.game, self)

    def __repr__(self) -> str:
        seen = "" if self.viewer is None else f" as seat {self.viewer} sees it"
        turn = "over" if self.is_over else f"seat {self.to_move} to move"
        return f"<{self.game.name} state {self.hash():016x}{seen}, {turn}>"

