"""The games for OpenSpiel: importing this registers ``dune_sim_imperium`` and ``dune_sim_arrakis``.

Chance is explicit and comes first: a few chance nodes choose the deal, and all that chance does later follows from it.
Who plays knows nothing of the deal, so that this is the same game as one in which chance falls when it is needed.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from dune_sim.agents.eyes import Eyes
from dune_sim.envs.rewards import check_reward, final_rewards
from dune_sim.errors import IllegalActionError, UsageError
from dune_sim.games.base import Game
from dune_sim.games.registry import make, options_of
from dune_sim.games.state import State

try:
    import pyspiel
except ImportError as error:
    raise UsageError("this door needs OpenSpiel; install it with: pip install 'dune-sim[rl]'") from error

#: the deal is a number of so many digits, each from a chance node of its own with so many outcomes
DIGITS, OUTCOMES = 4, 256
#: decisions of a game at most, as algorithms ask for it; games end long before
LONGEST = 20_000
#: what stands between the names of a list, since a comma ends a game parameter
BETWEEN = "+"


class Past:
    """What happened before a position, newest first; it is shared by all copies and never changes."""

    __slots__ = ("action", "before", "position")

    def __init__(self, before: Past | None, position: State, action: int) -> None:
        self.before, self.position, self.action = before, position, action

    def __deepcopy__(self, memo: Any) -> Past:
        return self


class Table:
    """A position, how it came about, and what each seat could remember of that."""

    __slots__ = ("known", "past", "state")

    def __init__(self, state: State, past: Past | None, known: dict[int, tuple[Past | None, bytes]]) -> None:
        self.state, self.past = state, past
        #: seat -> up to where its memory is worked out, and a digest of it
        self.known = known

    def __deepcopy__(self, memo: Any) -> Table:
        return Table(self.state.copy(), self.past, dict(self.known))

    def __reduce__(self) -> Any:
        """As a list: a chain would be pickled link by link, deeper than Python goes."""
        chain = [*self._since(None)]
        places = {id(one): k for k, one in enumerate(chain, 1)}
        known = {seat: (places.get(id(upto), 0), digest) for seat, (upto, digest) in self.known.items()}
        return (_table, (self.state, [(one.position, one.action) for one in chain], known))

    def _since(self, upto: Past | None) -> list[Past]:
        """What happened after that, oldest first."""
        fresh, at = [], self.past
        while at is not upto and at is not None:
            fresh.append(at)
            at = at.before
        return fresh[::-1]

    def apply(self, action: int) -> None:
        before = self.state.copy()
        self.state.apply(action)
        self.past = Past(self.past, before, action)

    def memory(self, seat: int) -> bytes:
        """All that a seat saw and did, as a digest: whatever it is shown between two decisions counts."""
        upto, digest = self.known.get(seat, (None, b""))
        for one in self._since(upto):
            own = one.action if one.position.to_move == seat else -1
            digest = _digest(digest, _seen(one.position, seat), str(own).encode())
        self.known[seat] = (self.past, digest)
        return digest


def _table(state: State, past: list[tuple[State, int]], known: dict[int, tuple[int, bytes]]) -> Table:
    """A table out of a pickle."""
    chain: list[Past | None] = [None]
    for position, action in past:
        chain.append(Past(chain[-1], position, action))
    return Table(state, chain[-1], {seat: (chain[upto], digest) for seat, (upto, digest) in known.items()})


def _digest(*parts: bytes) -> bytes:
    return blake2b(b"|".join(parts), digest_size=16).digest()


def _seen(state: State, seat: int) -> bytes:
    """What a seat is shown of a position."""
    return state.observe(seat).key()


def options_from(name: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """Options of a game out of game parameters: what is empty is left out, lists are told by ``+``."""
    given: dict[str, Any] = {}
    for key, usual in specification(name).items():
        value = params.get(key, usual)
        if key == "reward" or value == usual:
            continue
        given[key] = value.split(BETWEEN) if isinstance(value, str) and BETWEEN in value else value
    return given


def specification(name: str) -> dict[str, Any]:
    """The game parameters with what they are if nobody says: the options of ``make``, and ``reward``."""
    kind = type(make(name)).__init__
    found: dict[str, Any] = {"reward": "win"}
    for key, one in inspect.signature(kind).parameters.items():
        if key in options_of(name):
            usual = one.default
            number = "int" in str(one.annotation)
            found[key] = usual if isinstance(usual, bool | int | str) else 0 if number else ""
    return found


def game_type(name: str, zero_sum: bool = False) -> Any:
    """What OpenSpiel has to know of a game."""
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=f"dune_sim_{name}",
        long_name={"imperium": "Dune: Imperium", "arrakis": "Dune: War for Arrakis"}[name],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if zero_sum else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=specification(name),
    )


class DuneGame(pyspiel.Game):  # type: ignore[misc]
    """A game of OpenSpiel; ``.game`` is what ``dune_sim.make`` gives."""

    name: ClassVar[str]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        params, name = dict(params or {}), self.name
        self.game: Game = make(name, **options_from(name, params))
        self.reward = check_reward(params.get("reward", "win"), self.game)
        if self.reward == "shaped":
            raise UsageError("OpenSpiel pays at the end: choose win, rank or margin")
        players = self.game.num_players
        zero_sum = self.reward != "margin" and players == len(self.game.seats) > 1
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.num_actions,
            max_chance_outcomes=OUTCOMES,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=LONGEST,
            **({"utility_sum": 0.0} if zero_sum else {}),
        )
        super().__init__(game_type(name, zero_sum), info, params)
        self.eyes = Eyes(self.game)

    def new_initial_state(self, *_: Any) -> DuneState:
        return DuneState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> DuneObserver:
        if params:
            raise UsageError(f"observers of dune_sim take no parameters, not {params!r}")
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return DuneObserver(self, recall)


class DuneState(pyspiel.State):  # type: ignore[misc]
    """A position; before the deal is chosen there is none."""

    def __init__(self, game: DuneGame) -> None:
        super().__init__(game)
        # the copies that OpenSpiel makes take both along, each as its own __deepcopy__ says
        self._deal: tuple[int, ...] = ()
        self._table: Table | None = None

    @property
    def state(self) -> State:
        """The position as ``dune_sim`` has it."""
        if self._table is None:
            raise UsageError("the deal is not chosen yet: chance moves first")
        return self._table.state

    def current_player(self) -> int:
        if self._table is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self._table.state.to_move
        return seat if seat >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return self.state.legal_actions() if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(k, 1 / OUTCOMES) for k in range(OUTCOMES)]

    def _apply_action(self, action: int) -> None:
        if self._table is not None:
            self._table.apply(action)
            return
        if not 0 <= action < OUTCOMES:
            raise IllegalActionError(action, [f"0 to {OUTCOMES - 1}"])
        self._deal = (*self._deal, action)
        if len(self._deal) == DIGITS:
            seed = int.from_bytes(bytes(self._deal), "big")
            self._table = Table(self.get_game().game.new(seed=seed), None, {})

    def _action_to_string(self, player: int, action: int) -> str:
        if player < 0:
            return f"part {len(self._deal) + 1} of the deal: {action}"
        return f"{action} {self.state.describe(action)}"

    def is_terminal(self) -> bool:
        return self._table is not None and self._table.state.to_move < 0

    def returns(self) -> list[float]:
        game: DuneGame = self.get_game()
        if not self.is_terminal():
            return [0.0] * game.game.num_players
        rows = game.eyes.row(self.state)
        return [float(one) for one in final_rewards(game.game, rows, game.reward)[0]]

    def resample_from_infostate(self, player: int, sampler: Any = None) -> DuneState:
        """A position that the player may be in: what it knows stays, all else is dealt anew, the coming chance too.

        The copy has no history of its own: how the rest came about is what the player cannot know.
        """
        if self._table is None:
            raise UsageError("the deal is not chosen yet: there is nothing to deal anew")
        made = DuneState(self.get_game())
        seed = int((np.random.random() if sampler is None else sampler()) * (1 << 53))
        own = self._table.memory(player)
        others = (q for q in range(self.num_players()) if q != player)
        known = {q: (None, _digest(b"dealt", own, str(q).encode())) for q in others}
        made._table = Table(self._table.state.determinize(player, seed), None, {player: (None, own), **known})
        made._deal = (0,) * DIGITS
        return made

    def seen(self, player: int, recall: bool) -> str:
        """What a player is shown, or also all it could remember, as a word that is equal where that is equal."""
        if self._table is None:
            return "before the deal"
        now = _seen(self._table.state, player)
        if not recall:
            return f"seat {player} sees {_digest(now).hex()}"
        return f"seat {player} knows {_digest(self._table.memory(player), now).hex()}"

    def __str__(self) -> str:
        if self._table is None:
            return f"deal {'.'.join(map(str, self._deal)) or 'to be chosen'}"
        return f"{self._table.state!r} {_digest(self._table.state.raw.tobytes()).hex()}"


class DuneObserver:
    """What a player sees: the features as a tensor, a word as a string."""

    def __init__(self, game: DuneGame, recall: bool) -> None:
        self._game, self._recall = game, recall
        self.tensor: NDArray[np.float32] = np.zeros(game.eyes.width, np.float32)
        self.dict = {"features": self.tensor}

    def set_from(self, state: DuneState, player: int) -> None:
        if state._table is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = self._game.eyes.features([state.state], player)[0]

    def string_from(self, state: DuneState, player: int) -> str:
        return state.seen(player, self._recall)


class Imperium(DuneGame):
    """``dune_sim_imperium``."""

    name = "imperium"


class Arrakis(DuneGame):
    """``dune_sim_arrakis``."""

    name = "arrakis"


for _kind in (Imperium, Arrakis):
    if f"dune_sim_{_kind.name}" not in pyspiel.registered_names():
        pyspiel.register_game(game_type(_kind.name), _kind)
