"""Players by name: ``greedy:t=0.3`` and what its parameters mean."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from dune_sim.agents.weights import load_weights
from dune_sim.engines.memory import zeros
from dune_sim.errors import UsageError
from dune_sim.games.base import Game
from dune_sim.games.seating import Seating, players_program, unknown_policy
from dune_sim.kernel.players.pick import POLICY_GREEDY
from dune_sim.programs import program


@dataclass(frozen=True)
class Parameter:
    """A number that may follow the name of a player."""

    #: the field of Manner that it sets
    field: str
    meaning: str
    low: float
    high: float
    #: what one is in the field; above 1 the number may have a fraction
    scale: int = 1

    def value(self, text: str, where: str) -> int:
        """The number in the field."""
        try:
            number = float(text) if self.scale > 1 else int(text)
        except ValueError:
            number = math.nan
        if not self.low <= number <= self.high:
            kind = "a number" if self.scale > 1 else "a whole number"
            raise UsageError(f"{where} must be {kind} from {self.low:g} to {self.high:g}, not {text!r}")
        return round(number * self.scale)


@dataclass(frozen=True)
class Kind:
    """A player, whatever its parameters."""

    number: int
    meaning: str
    parameters: Mapping[str, Parameter]


WORLDS = Parameter("worlds", "deals in which the best lines are judged again where chance has a part", 0, 1000)
LEAVES = Parameter("leaves", "ends of the own turn that are judged at most", 1, 10_000)
TEMPERATURE = Parameter("temperature", "0 for the best answer always; the higher, the more others", 0, 60, 1024)
#: name of a player -> what it is
KINDS = {
    "greedy": Kind(
        POLICY_GREEDY,
        "judges where its answers lead by the end of its own turn",
        {"t": TEMPERATURE, "leaves": LEAVES, "worlds": WORLDS},
    ),
}
#: the parameter that names a file
WEIGHTS = "weights"


@dataclass(frozen=True)
class Player:
    """A player as its name describes it."""

    kind: Kind
    manner: Mapping[str, int] = field(default_factory=dict)
    weights: str | None = None


def parse(game: Game, text: str) -> Player:
    """A player by its name and parameters."""
    name, *parts = text.split(":")
    kind = KINDS.get(name)
    if kind is None:
        raise unknown_policy(game, text, tuple(KINDS))
    manner = dict(game.manners.get(name, {}))
    weights = None
    given: set[str] = set()
    for part in parts:
        key, equals, value = part.partition("=")
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
    return Player(kind, manner, weights)


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
    return Seating(place, pilot)
