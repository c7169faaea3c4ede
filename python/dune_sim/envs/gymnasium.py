"""The games as single-agent environments of Gymnasium: others play by policies of the kernels.

Importing this registers ``dune_sim/Imperium-v0`` and ``dune_sim/Arrakis-v0``, alone and as vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dune_sim.envs.common import MODES, bounds, check_mode, chosen_seed, fresh_seed, named_game, shown
from dune_sim.envs.vector import Batch, Vector
from dune_sim.errors import IllegalActionError, UsageError
from dune_sim.games.base import Game

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.error import InvalidAction
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise UsageError("this door needs Gymnasium; install it with: pip install 'dune-sim[rl]'") from error

Opponents = str | Sequence[str]
Masks = Callable[[], NDArray[np.int8]]


class IllegalAction(IllegalActionError, InvalidAction):  # type: ignore[misc]
    """The action is not legal; both our error and the library's."""


@contextmanager
def _in_words_of_the_library() -> Iterator[None]:
    """Illegal actions are what users of the library catch."""
    try:
        yield
    except IllegalActionError as error:
        raise IllegalAction(error.action, error.legal, error.where) from None


class Legal(spaces.Discrete):  # type: ignore[misc]
    """The actions of a game; a sample is one that is legal now, unless a mask says otherwise."""

    def __init__(self, n: int, masks: Masks) -> None:
        super().__init__(n)
        self._masks = masks
        #: the last sample that nobody gave a mask for
        self.drawn: int | None = None

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is not None or probability is not None:
            return super().sample(mask=mask, probability=probability)
        now = self._masks()
        found = super().sample(mask=now if now.any() else None)
        self.drawn = int(found)
        return found

    def __reduce__(self) -> Any:
        # what is legal belongs to an environment, which no copy of the space takes along
        return (spaces.Discrete, (int(self.n),))

    def __deepcopy__(self, memo: Any) -> Any:
        return spaces.Discrete(int(self.n))


class LegalMulti(spaces.MultiDiscrete):  # type: ignore[misc]
    """The actions of many games; a sample is legal now in each of them."""

    def __init__(self, n: int, actions: int, masks: Masks) -> None:
        super().__init__(np.full(n, actions))
        self._masks = masks

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is None and probability is None and (now := self._masks()).any(axis=1).all():
            found: NDArray[np.int64] = (self.np_random.random(now.shape) * now).argmax(axis=1)
            return found.astype(self.dtype)
        return super().sample(mask=mask, probability=probability)

    def __reduce__(self) -> Any:
        return (spaces.MultiDiscrete, (self.nvec,))

    def __deepcopy__(self, memo: Any) -> Any:
        return spaces.MultiDiscrete(self.nvec)


class DuneEnv(gymnasium.Env):  # type: ignore[misc]
    """One seat of a game. The mask of the legal actions is in ``info["action_mask"]`` and in ``action_masks()``.

    The seat goes round from game to game unless ``seat`` says which.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012  (the library wants it so)

    def __init__(
        self,
        game: str | Game = "imperium",
        opponents: Opponents = "random",
        seat: int | str | None = None,
        reward: str = "win",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game, self.render_mode = named_game(game, options), check_mode(render_mode)
        self._opponents, self._reward = opponents, reward
        self._seat = None if seat is None else self.game.seat(seat)
        self._tables: dict[int, Vector] = {}
        self._episode, self._game_seed = -1, 0
        self._vector = self._table(self._seat or 0)
        self.observation_space = spaces.Box(*bounds(self.game), dtype=np.int16)
        self.action_space = self._choices = Legal(self.game.num_actions, self._now)
        self._stale: int | None = None

    def _table(self, seat: int) -> Vector:
        """The games in which that seat is the agent's."""
        if seat not in self._tables:
            made = Vector(self.game, 1, opponents=self._opponents, seat=seat, reward=self._reward, autoreset=False)
            self._tables[seat] = made
        return self._tables[seat]

    def _now(self) -> NDArray[np.int8]:
        mask: NDArray[np.int8] = self._vector.masks[0].view(np.int8).copy()
        return mask

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions as sb3-contrib asks for them."""
        masks: NDArray[np.bool_] = self._vector.masks[0].copy()
        return masks

    @property
    def seat(self) -> int:
        """The seat of the agent in the game that is on."""
        return int(self._vector.own_seats[0])

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game: game 0 of a seed, without one the next game of the last seed, or of one that chance chose."""
        super().reset(seed=seed)
        if seed is not None or self._episode < 0:
            self._game_seed, self._episode = fresh_seed() if seed is None else chosen_seed(seed), 0
        else:
            self._episode += 1
        self._vector = self._table(self._episode % self.game.num_players if self._seat is None else self._seat)
        batch = self._vector.reset(seed=self._game_seed, first=self._episode)
        self._stale = self._choices.drawn
        return batch.features[0].copy(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The decision of the agent, and those of all others until it is asked again."""
        if isinstance(action, bool) or not isinstance(action, int | np.integer | np.ndarray):
            raise UsageError(f"an action must be a whole number, not {action!r}")
        with _in_words_of_the_library():
            batch = self._vector.step(self._fresh(np.asarray(action).reshape(-1)))
        self._stale = None
        over = bool(batch.dones[0])
        sees = self._vector.final_features[0] if over else batch.features[0]
        return sees.copy(), float(batch.rewards[0]), over, False, self._info()

    def _fresh(self, action: NDArray[Any]) -> NDArray[Any]:
        """The action, unless it was drawn before this game began and does not fit it: then a legal one in its place.

        The space promises samples that are legal when they are drawn; the library's checker draws before it resets.
        """
        if self._stale is not None and action.tolist() == [self._stale] and not self._vector.masks[0, self._stale]:
            legal = self._vector.masks[0].nonzero()[0]
            action = legal[[self._stale % len(legal)]]
        return action

    def _info(self) -> dict[str, Any]:
        if self.render_mode == "human":
            self.render()
        return {"action_mask": self._now(), "seat": self.seat}

    def render(self) -> Any:
        return shown(self._vector.state(0), self.render_mode)

    def close(self) -> None:
        for one in self._tables.values():
            one.close()


class DuneVectorEnv(VectorEnv):  # type: ignore[misc]
    """Many such games in one step. Game k has seat k, going round, unless ``seat`` says which.

    A game that ends is followed by the next in the same step (``AutoresetMode.SAME_STEP``), or waits for ``reset`` with
    ``options={"reset_mask": …}`` (``AutoresetMode.DISABLED``).
    """

    def __init__(
        self,
        num_envs: int = 1,
        game: str | Game = "imperium",
        opponents: Opponents = "random",
        seat: int | str | None = None,
        reward: str = "win",
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        workers: int = 1,
        **options: Any,
    ) -> None:
        mode = _autoreset_mode(autoreset_mode)
        self.game, self.render_mode = named_game(game, options), check_mode(render_mode, MODES[1:])
        self.num_envs, again = num_envs, mode == AutoresetMode.SAME_STEP
        self.vector = Vector(self.game, num_envs, 0, opponents, seat, True, reward, again, workers)
        self.metadata = {"render_modes": list(MODES[1:]), "render_fps": 2, "autoreset_mode": mode}
        self.single_observation_space = spaces.Box(*bounds(self.game), dtype=np.int16)
        self.single_action_space = spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = LegalMulti(num_envs, self.game.num_actions, self.action_masks)
        self._seeded = False

    def action_masks(self) -> NDArray[np.int8]:
        """The legal actions of every game."""
        masks: NDArray[np.int8] = self.vector.masks.view(np.int8).copy()
        return masks

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        """All games anew, from the first of a seed on or the next of the last one; or those of a ``reset_mask``."""
        which = None if options is None else options.get("reset_mask")
        if which is None:
            super().reset(seed=seed)
            fresh = seed is None and not self._seeded
            self.vector.reset(seed=fresh_seed() if fresh else None if seed is None else chosen_seed(seed))
            self._seeded = True
        else:
            self.vector.reset(which=which)
        return self.vector.features.copy(), self._infos()

    def step(self, actions: Any) -> tuple[NDArray[np.int16], Any, Any, Any, dict[str, Any]]:
        """One decision in each game."""
        with _in_words_of_the_library():
            batch = self.vector.step(actions)
        infos = self._infos()
        sees = batch.features.copy()
        if batch.dones.any():
            self._tell_ends(batch, sees, infos)
        ended = batch.dones.copy()
        return sees, batch.rewards.astype(np.float64), ended, np.zeros_like(ended), infos

    def _infos(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        return {"action_mask": self.action_masks(), "_action_mask": everywhere}

    def _tell_ends(self, batch: Batch, sees: NDArray[np.int16], infos: dict[str, Any]) -> None:
        """What was seen at the end of games, and who won: beside the next game, or in its place where none began."""
        over = batch.dones
        winner = np.where(over, self.game.outcomes(self.vector.rows)[0], -1)
        if self.vector.autoreset:
            infos["final_obs"] = np.full(self.num_envs, None, object)
            for k in over.nonzero()[0]:
                infos["final_obs"][k] = self.vector.final_features[k].copy()
            infos["_final_obs"] = over.copy()
            infos["final_info"] = {"winner": winner, "_winner": over.copy()}
            infos["_final_info"] = over.copy()
        else:
            sees[over] = self.vector.final_features[over]
            infos |= {"winner": winner, "_winner": over.copy()}

    def render(self) -> tuple[Any, ...] | None:
        """Every game, as the render mode has it."""
        if self.render_mode is None:
            return None
        return tuple(shown(self.vector.state(k), self.render_mode) for k in range(self.num_envs))

    def close_extras(self, **given: Any) -> None:
        self.vector.close()


def _autoreset_mode(mode: object) -> AutoresetMode:
    """The two ways in which games can follow each other here."""
    known = (AutoresetMode.SAME_STEP, AutoresetMode.DISABLED)
    found = next((one for one in known if mode is one or mode == one.value), None)
    if found is None:
        raise UsageError(f"autoreset_mode must be {' or '.join(one.value for one in known)}, not {mode!r}")
    return found


for _game in ("Imperium", "Arrakis"):
    if f"dune_sim/{_game}-v0" not in gymnasium.registry:
        gymnasium.register(
            f"dune_sim/{_game}-v0",
            entry_point="dune_sim.envs.gymnasium:DuneEnv",
            vector_entry_point="dune_sim.envs.gymnasium:DuneVectorEnv",
            kwargs={"game": _game.lower()},
        )
