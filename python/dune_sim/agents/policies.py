"""Players by name: ``greedy:t=0.3`` and what its parameters mean."""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from dune_sim.agents.weights import load_weights
from dune_sim.engines.memory import zeros
from dune_sim.errors import UsageError
from dune_sim.games.base import Game
from dune_sim.games.seating import Seating, players_program, unknown_policy
from dune_sim.games.thinking import ENDLESS
from dune_sim.kernel.players.layout import CANDIDATES, HORIZON_GAME, HORIZON_ROUND, HORIZON_TURN
from dune_sim.kernel.players.pick import POLICY_GREEDY, POLICY_SEARCH
from dune_sim.programs import program


@dataclass(frozen=True)
class Parameter:
    """A number or a word that may follow the name of a player."""

    #: the field of Manner that it sets
    field: str
    meaning: str
    low: int
    high: int
    #: what one is in the field; above 1 the number may have a fraction
    scale: int = 1
    #: words that stand for numbers; without a range there are only these
    words: Mapping[str, int] = dataclasses.field(default_factory=dict)

    def value(self, text: str, where: str) -> int:
        """The number in the field."""
        if text in self.words:
            return self.words[text]
        try:
            number = float(text) if self.scale > 1 else int(text)
        except ValueError:
            number = math.nan
        if not self.low <= number <= self.high:
            raise UsageError(f"{where} must be {self.kind}, not {text!r}")
        return round(number * self.scale)

    @property
    def kind(self) -> str:
        """What it may be, in words."""
        kinds = [*self.words]
        if self.low <= self.high:
            number = "a number" if self.scale > 1 else "a whole number"
            kinds.append(f"{number} from {self.low} to {self.high}")
        return " or ".join(filter(None, (", ".join(kinds[:-1]), kinds[-1])))


@dataclass(frozen=True)
class Kind:
    """A player, whatever its parameters."""

    number: int
    meaning: str
    parameters: Mapping[str, Parameter]
    #: the parameter that a number without a name sets
    first: str | None = None


def switch(name: str, meaning: str) -> Parameter:
    """Something that is on or off."""
    return Parameter(name, meaning, 0, 1)


def words_alone(name: str, meaning: str, *words: str) -> Parameter:
    """One of a few words, numbered from 0."""
    return Parameter(name, meaning, 1, 0, words={word: k for k, word in enumerate(words)})


WORLDS = Parameter("worlds", "deals in which the best lines are judged again where chance has a part", 0, 1000)
LEAVES = Parameter("leaves", "ends of the own turn that are judged at most", 1, 10_000)
TEMPERATURE = Parameter("temperature", "0 for the best answer always; the higher, the more others", 0, 60, 1024)
PLAN = switch("plan", "1 if a chosen line is followed without thinking again, as far as it is sure")
HORIZONS = {"turn": HORIZON_TURN, "round": HORIZON_ROUND, "game": HORIZON_GAME}
#: parameters of a search
SEARCH = {
    "iterations": Parameter("iterations", "playouts for one decision; the number alone says it too", 1, 100_000_000),
    "leaves": LEAVES,
    "lines": Parameter("lines", "lines of the own turn that are compared at most", 1, CANDIDATES),
    "worlds": Parameter("worlds", "deals that are gone through again and again; 0 for a new one each time", 0, 60_000),
    "horizon": Parameter("horizon", "where playouts end; a number counts ends of rounds", 1, 200, words=HORIZONS),
    "playout": words_alone("playout", "who answers in them", "random", "cheap", "greedy"),
    "reach": Parameter("reach", "ends of a turn that greedy playouts judge at most", 1, 1000),
    "common": switch("common", "1 if all lines get the same deals and chance"),
    "paranoid": switch("paranoid", "1 if all others are thought to play against this seat alone"),
    "plan": PLAN,
}
#: name of a player -> what it is
KINDS = {
    "greedy": Kind(
        POLICY_GREEDY,
        "judges where its answers lead by the end of its own turn",
        {"t": TEMPERATURE, "leaves": LEAVES, "worlds": WORLDS, "plan": PLAN},
    ),
    "mcts": Kind(
        POLICY_SEARCH,
        "compares lines of its own turn in many deals, each played on to the horizon",
        SEARCH,
        "iterations",
    ),
}
#: how long a search may take, instead of how many playouts
TIME = re.compile(r"([0-9]+)ms")
MILLISECONDS = Parameter("", "milliseconds for one decision", 1, 3_600_000)
#: the parameter that names a file
WEIGHTS = "weights"


@dataclass(frozen=True)
class Player:
    """A player as its name describes it."""

    kind: Kind
    manner: Mapping[str, int] = dataclasses.field(default_factory=dict)
    weights: str | None = None
    #: how long it thinks about a decision, 0 where no clock decides
    seconds: float = 0


def parse(game: Game, text: str) -> Player:
    """A player by its name and parameters."""
    name, *parts = text.split(":")
    kind = KINDS.get(name)
    if kind is None:
        raise unknown_policy(game, text, tuple(KINDS))
    manner = dict(game.manners.get(name, {}))
    weights, seconds = None, 0.0
    given: set[str] = set()
    for place, part in enumerate(parts):
        key, equals, value = part.partition("=")
        timed = TIME.fullmatch(part) if place == 0 and kind.first is not None else None
        if timed is not None:
            seconds = MILLISECONDS.value(timed[1], f"the time of {name}") / 1000
            manner["iterations"] = ENDLESS
            continue
        if place == 0 and kind.first is not None and part.isdecimal():
            key, equals, value = kind.first, "=", part
        if key in given:
            raise UsageError(f"{text} says {key} twice")
        given.add(key)
        if key == WEIGHTS and value:
            weights = value
        elif key in kind.parameters and equals:
            one = kind.parameters[key]
            manner[one.field] = one.value(value, f"{key} of {name}")
        else:
            raise _unknown_parameter(name, kind, part)
    return Player(kind, manner, weights, seconds)


def _unknown_parameter(name: str, kind: Kind, part: str) -> UsageError:
    known = [*kind.parameters, WEIGHTS]
    near = get_close_matches(part.partition("=")[0], known, 1)
    hint = f"did you mean {near[0]}=…" if near else f"it takes {', '.join(f'{one}=…' for one in known)}"
    return UsageError(f"{name} has no parameter {part!r}; {hint}")


def seat_players(game: Game, names: Sequence[str]) -> Seating:
    """Policies for all seats, of which some look ahead."""
    place = players_program(game)
    assert place is not None, "the game has players"
    pilot = zeros(program(place).records["Pilot"])
    seconds = [0.0] * len(names)
    for seat, name in enumerate(names):
        if name in game.policies:
            pilot["policy"][0, seat] = game.policies[name]
            continue
        if not isinstance(name, str):
            raise unknown_policy(game, name, tuple(KINDS))
        player = parse(game, name)
        pilot["policy"][0, seat] = player.kind.number
        for key, value in player.manner.items():
            pilot["manner"][key][0, seat] = value
        pilot["weights"]["x"][0, seat] = load_weights(game, player.weights)
        seconds[seat] = player.seconds
    return Seating(place, pilot, tuple(seconds) if any(seconds) else ())
