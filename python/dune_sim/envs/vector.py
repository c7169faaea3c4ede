"""Many games side by side on numpy arrays: one crossing into the kernels for one decision in each."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dune_sim import engines
from dune_sim.engines.memory import Records, zeros
from dune_sim.envs.rewards import check_reward, final_rewards
from dune_sim.errors import IllegalActionError, UsageError
from dune_sim.games.base import Game
from dune_sim.games.checks import check_count, check_flag, check_seed, read_policy
from dune_sim.games.seating import players_program, seating
from dune_sim.games.state import State
from dune_sim.kernel.players import vector as kernel
from dune_sim.kernel.players.door import CALL_FEATURES
from dune_sim.kernel.players.fixed import WHOLE
from dune_sim.lang.declare import Feature
from dune_sim.lang.link import Program
from dune_sim.programs import program

#: games side by side at most
MOST = 1 << 20
#: bits of a word
WORD = 64
#: the player whose weights shape rewards
JUDGE = "greedy"


class Batch(NamedTuple):
    """What there is to know before the next decision; all but the flags lie in memory that the next step overwrites."""

    #: int16, a row for each game: what the seat to move sees
    features: NDArray[np.int16]
    #: bool, a row for each game: the actions that are legal
    masks: NDArray[np.bool_]
    #: the seat to move, -1 where the game is over
    seats: NDArray[np.int64]
    #: float32: what the last step brought, for each player; against opponents for the own seat alone
    rewards: NDArray[np.float32]
    #: bool: whether the last step ended a game
    dones: NDArray[np.bool_]


class Vector:
    """``game.vector(n)``: n games that are played side by side. See docs/learning.md."""

    def __init__(
        self,
        game: Game,
        n: int,
        seed: int = 0,
        opponents: str | Sequence[str] | None = None,
        seat: object = None,
        features: bool = True,
        reward: str = "win",
        autoreset: bool = True,
        workers: int = 1,
    ) -> None:
        self.game, self.n = game, check_count(n, "n", 1, MOST)
        self.reward, self.autoreset = check_reward(reward, game), check_flag(autoreset, "autoreset")
        self.opponents = opponents
        self.own_seats = self._own_seats(seat)
        self.program = players_of(game)
        self.engine = engines.load(self.program.name, game.engine_name)
        self.states, self.pilots = zeros(self.program.records["State"], self.n), self._pilots()
        self._lay_out()
        self._switches = kernel.VECTOR_LOOK * check_flag(features, "features")
        self._switches |= kernel.VECTOR_JUDGE * (reward == "shaped") | kernel.VECTOR_AGAIN * self.autoreset
        workers = check_count(workers, "workers", 1, 1024)
        # plain Python copies what it works on, so that threads would undo each other's work
        self._workers = 1 if self.engine.name == "python" else min(workers, self.n)
        self._pool = ThreadPoolExecutor(self._workers) if self._workers > 1 else None
        self._calls = [zeros(self.program.records["Call"]) for _ in range(self._workers)]
        self._looker = zeros(self.program.records["Pilot"])
        self._moves: NDArray[np.int64] = np.zeros(1, np.int64)
        self.seed, self._drawn, self._begun = check_seed(seed), 0, False

    # -- arrays ------------------------------------------------------------------------------------------------------

    def _own_seats(self, seat: object) -> NDArray[np.int64]:
        """The seat that is the user's in each game; without opponents all of them are, and this tells nothing."""
        if seat is None or self.opponents is None:
            if seat is not None:
                raise UsageError("without opponents every seat is yours; leave seat out, or name opponents")
            return np.arange(self.n) % self.game.num_players
        return np.full(self.n, self.game.seat(seat))

    def _pilots(self) -> Records:
        """One pilot a game: the policies of all seats, the host in those that are the user's."""
        made = zeros(self.program.records["Pilot"], self.n)
        rows = made.view(np.uint8).reshape(self.n, -1)
        for seat in range(self.game.num_players):
            those = self.own_seats == seat
            if self.opponents is not None and those.any():
                # numpy copies structured arrays field by field, slowly
                rows[those] = _table(self.game, self.opponents, seat).view(np.uint8)
        if self.reward == "shaped":
            judges = seating(self.game, JUDGE).pilot["weights"][0]
            for seat in range(self.game.num_players):
                made["weights"]["x"][self._is_own(seat), seat] = judges["x"][seat]
        if self.opponents is None:
            made["policy"] = kernel.POLICY_HOST
        else:
            made["policy"][np.arange(self.n), self.own_seats] = kernel.POLICY_HOST
        return made

    def _is_own(self, seat: int) -> NDArray[np.bool_]:
        """The games in which a seat is the user's."""
        return np.ones(self.n, np.bool_) if self.opponents is None else self.own_seats == seat

    def _lay_out(self) -> None:
        """Name the parts of the array that the kernels write to; see kernel/players/vector.py."""
        game, n = self.game, self.n
        self._mask_words = -(-game.num_actions // 8)
        row, final = len(game.columns), -(-self.width // 4)
        self._block = kernel.V_MASK + self._mask_words + row + final
        self._out: NDArray[np.int64] = np.zeros(n * self._block, np.int64)
        blocks = self._out.reshape(n, self._block)
        at = kernel.V_MASK
        mask = blocks.view(np.uint8)[:, 8 * at : 8 * at + game.num_actions]
        self._actions, self._ended = blocks[:, kernel.V_ACTION], blocks[:, kernel.V_ENDED]
        self._values = blocks[:, kernel.V_VALUE]
        at += self._mask_words
        self._rows = blocks[:, at : at + row]
        self._final = blocks.view(np.int16)[:, 4 * (at + row) : 4 * (at + row) + self.width]
        self.features, self.masks = self.pilots["sight"]["x"], mask.view(np.bool_)
        self.seats, self.numbers = blocks[:, kernel.V_SEAT], blocks[:, kernel.V_NUMBER]
        for view in (self.features, self.masks, self.seats, self.numbers, self._rows, self._final):
            view.flags.writeable = False
        self._rewards = np.zeros((n, game.num_players), np.float32)
        self._potential = np.zeros((n, game.num_players), np.float32)
        self._all = np.arange(n)

    @property
    def width(self) -> int:
        """How many features there are."""
        return int(self.pilots.dtype["sight"]["x"].shape[0])

    @property
    def feature_table(self) -> tuple[Feature, ...]:
        """What every feature is: name, meaning, range."""
        return features_of(self.game)

    # -- playing -----------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, which: ArrayLike | None = None, first: int | None = None) -> Batch:
        """Begin all games anew, or those that ``which`` says; with a seed game k is game ``first`` + k of that seed.

        Without one the games go on with the next numbers of their seed.
        """
        if which is not None and not self._begun:
            raise UsageError("reset() all games before single ones")
        chosen = np.ones(self.n, np.bool_) if which is None else self._chosen(which)
        if which is not None and not seed is first is None:
            raise UsageError("seed and first are for all games; leave them out, or which")
        afresh = seed is not None or first is not None or not self._begun
        self.seed = self.seed if seed is None else check_seed(seed)
        begin = 0 if first is None else check_count(first, "first", 0, 1 << 62)
        self._write("numbers", np.where(chosen, begin + self._all if afresh else self.numbers + self.n, self.numbers))
        self._actions[:] = chosen
        self._cross(kernel.CALL_VECTOR_BEGIN)
        if (self.seats[chosen] < 0).any():
            raise UsageError(f"nobody has anything to decide in these games of {self.game.name}")
        self._begun = True
        self._rewards[:] = 0
        if self.reward == "shaped":
            self._expect(chosen)
        return self._batch()

    def step(self, actions: ArrayLike) -> Batch:
        """One decision in each game, -1 where the game is over; what then waits for the next decision.

        An illegal action is refused before anything is played.
        """
        if not self._begun:
            raise UsageError("call reset() before the first step")
        self._take(actions)
        wrong = self._cross(kernel.CALL_VECTOR_CHECK, together=True)
        if wrong >= 0:
            raise self._refused(wrong)
        movers = self.seats.copy() if self.reward == "shaped" else self.seats
        ended = self._cross(kernel.CALL_VECTOR_STEP)
        self._rewards[:] = 0
        if ended or self.reward == "shaped":
            self._pay(movers)
        return self._batch()

    def sample(self) -> NDArray[np.int64]:
        """A legal action for each game, all equally likely, -1 where the game is over."""
        if not self._begun:
            raise UsageError("call reset() before sample()")
        self._drawn += 1
        self._cross(kernel.CALL_VECTOR_SAMPLE, seed=(self._drawn * 0xD1342543DE82EF95 ^ self.seed) & ((1 << WORD) - 1))
        return self._actions.copy()

    def state(self, k: int) -> State:
        """A copy of game k, to be looked at or searched."""
        number = check_count(k, "k", 0, self.n - 1)
        made = State(self.game, np.frombuffer(bytearray(self.states[number : number + 1].tobytes()), self.states.dtype))
        made.refresh()
        return made

    def observe(self, k: int, seat: int) -> NDArray[np.int16]:
        """What a seat of game k sees, whoever is to move."""
        number, out = check_count(k, "k", 0, self.n - 1), np.zeros(self.width, np.int64)
        call, state = self._calls[0], self.states[number : number + 1]
        call[0] = (0, 0, CALL_FEATURES, 0, 1, 1, self.game.seat(seat))
        # the pilots of the games keep what the seat to move sees, so another one looks
        self.engine.enter(call, self.game.tables, state, self._looker, self._moves, out)
        return out.astype(np.int16)

    @property
    def final_features(self) -> NDArray[np.int16]:
        """What the seat that decided last saw at the end of the last game of each slot."""
        return self._final

    @property
    def rows(self) -> NDArray[np.int64]:
        """The row of the last game that ended in each slot: see ``game.columns``."""
        return self._rows

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()

    # -- within ------------------------------------------------------------------------------------------------------

    def _cross(self, op: int, seed: int | None = None, together: bool = False) -> int:
        """One crossing, or one for each thread; the sum of what they return."""
        parts = 1 if together or self._pool is None else self._workers
        seed = self.seed if seed is None else seed
        switches = self._switches | self._mask_words << kernel.VECTOR_SWITCHES
        for part in range(parts):
            low, high = part * self.n // parts, (part + 1) * self.n // parts
            self._calls[part][0] = (seed, self.n, op, low, high, self._block, switches)
        if parts == 1 or self._pool is None:
            return self._enter(self._calls[0])
        return sum(self._pool.map(self._enter, self._calls))

    def _enter(self, call: Records) -> int:
        return self.engine.enter(call, self.game.tables, self.states, self.pilots, self._moves, self._out)

    def _batch(self) -> Batch:
        rewards = self._rewards if self.opponents is None else self._rewards[self._all, self.own_seats]
        return Batch(self.features, self.masks, self.seats, rewards, self._ended != 0)

    def _write(self, name: str, values: Any) -> None:
        view = getattr(self, name)
        view.flags.writeable = True
        view[:] = values
        view.flags.writeable = False

    def _chosen(self, which: ArrayLike) -> NDArray[np.bool_]:
        chosen = np.asarray(which)
        if chosen.shape != (self.n,) or chosen.dtype != np.bool_:
            raise UsageError(f"which must be {self.n} truth values, not {chosen.dtype} of shape {chosen.shape}")
        return chosen

    def _take(self, actions: ArrayLike) -> None:
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise UsageError(f"actions must be {self.n} whole numbers, not {given.dtype} of shape {given.shape}")
        self._actions[:] = given

    def _refused(self, slot: int) -> Exception:
        """Why the action of a slot is not taken."""
        action = int(self._actions[slot])
        if self.seats[slot] < 0:
            return UsageError(f"game {slot} is over; give it the action -1, or begin it anew with reset(which=…)")
        state = self.state(slot)
        legal = [f"{one} ({state.describe(one)})" for one in state.legal_actions()]
        return IllegalActionError(action, legal, f"in game {slot}")

    def _pay(self, movers: NDArray[np.int64]) -> None:
        """Rewards of the games that ended, and of positions that are judged on the way."""
        over = self._ended.nonzero()[0]
        if len(over):
            self._rewards[over] = final_rewards(self.game, self._rows[over], self.reward)
        if self.reward != "shaped":
            return
        self._rewards[over] -= self._potential[over]
        self._expect(self._ended != 0)
        goes_on = (self._ended == 0) & (movers >= 0)
        self._gain(goes_on.nonzero()[0])

    def _expect(self, fresh: NDArray[np.bool_]) -> None:
        """What each seat may hope for at the beginning of a game: its fair share."""
        self._potential[fresh] = 1 / max(1, len(self.game.seats))

    def _gain(self, slots: NDArray[np.int64]) -> None:
        """How much better the seat to move thinks it stands than when it was last asked."""
        seats = self.seats[slots]
        now = (self._values[slots] / WHOLE).astype(np.float32)
        self._rewards[slots, seats] += now - self._potential[slots, seats]
        self._potential[slots, seats] = now


def players_of(game: Game) -> Program:
    """The program whose players see and judge."""
    name = players_program(game)
    if name is None:
        raise UsageError(f"{game.name} has no players that look ahead, so nothing tells what its seats see")
    return program(name)


def features_of(game: Game) -> tuple[Feature, ...]:
    """What every feature of a game is."""
    found: tuple[Feature, ...] = players_of(game).layout.FEATURES.table(game.names.subjects)
    return found


def _table(game: Game, opponents: str | Sequence[str], seat: int) -> Records:
    """The pilot of a game in which the user has a seat and the others, clockwise from there, play these policies."""
    named = read_policy(opponents)
    others = [named] * (game.num_players - 1) if isinstance(named, str) else named
    if len(others) != game.num_players - 1:
        raise UsageError(f"{game.name} has {game.num_players - 1} other seats here, but {len(others)} opponents")
    # in the own seat a policy that is never asked
    names = [others[0] if others else next(iter(game.policies))] * game.num_players
    for k, one in enumerate(others):
        names[(seat + 1 + k) % game.num_players] = one
    made = seating(game, names)
    if made.hosts:
        raise UsageError("opponents in a vector play inside the kernels; step the seats of a policy in Python yourself")
    if made.seconds:
        raise UsageError("opponents in a vector think by playouts, not by the clock; give them a number of these")
    pilot = zeros(players_of(game).records["Pilot"])
    if made.looks_ahead:
        return made.pilot
    # the plain program sees nothing; in the other one the same policies have the same numbers
    pilot["policy"] = made.pilot["policy"]
    return pilot
