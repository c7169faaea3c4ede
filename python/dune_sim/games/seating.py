"""Who sits where: policies by name, as the record that plays for them and the program that knows them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import TYPE_CHECKING

import numpy as np

from dune_sim import engines
from dune_sim.engines import Engine
from dune_sim.engines.guard import guarded
from dune_sim.engines.memory import Records, zeros
from dune_sim.errors import UsageError
from dune_sim.games.checks import is_one_of, read_policy
from dune_sim.games.hosts import Host, hosts_of, is_host
from dune_sim.kernel.players.vector import POLICY_HOST
from dune_sim.late import late
from dune_sim.programs import PROGRAMS, program

if TYPE_CHECKING:
    from dune_sim.games.base import Game


@dataclass(frozen=True)
class Seating:
    """One policy for each seat."""

    #: the program that plays them: the plain one where nobody looks ahead
    program: str
    #: one Pilot record with the policies, how they play and what they think things are worth
    pilot: Records
    #: how long each seat thinks about a decision, 0 where no clock decides; empty if none does
    seconds: tuple[float, ...] = ()
    #: policies of the user by seat, None where another policy sits; empty if there is none
    hosts: tuple[Host | None, ...] = ()
    #: how many actions the game has
    actions: int = 0

    def engine(self, name: str = "auto", doubtful: bool = False) -> Engine:
        """The engine that plays it; a guarded one for positions that nobody trusts."""
        return guarded(self.program, engines.meant(name) == "python") if doubtful else engines.load(self.program, name)

    @property
    def looks_ahead(self) -> bool:
        return self.program.endswith("_players")

    def pilots(self, count: int) -> Records:
        """So many pilots for as many games."""
        made = zeros(program(self.program).records["Pilot"], count)
        # numpy copies structured arrays field by field, slowly
        made.view(np.uint8).reshape(count, -1)[:] = self.pilot.view(np.uint8)
        return made

    @property
    def fingerprint(self) -> str:
        """What else than the rules decides how these policies play."""
        plays = program(self.program).source_hash.encode() + self.pilot.tobytes()
        plays += repr(self.seconds).encode() * bool(self.seconds)
        for seat, one in enumerate(self.hosts):
            plays += f"{seat} {one.fingerprint}".encode() if one is not None else b""
        return hashlib.sha256(plays).hexdigest()[:16]


def policy_names(game: Game, policy: object) -> list[str]:
    """The policy of each seat, given one for all or a list, or names with commas between them."""
    listed = read_policy(policy)
    names = [listed] * game.num_players if isinstance(listed, str) else listed
    if len(names) != game.num_players:
        raise UsageError(f"{game.name} has {game.num_players} seats here, but {len(names)} policies were given")
    return names


def players_program(game: Game) -> str | None:
    """The program of a game in which players look ahead, where there is one."""
    name = f"{game.program_name}_players"
    return name if name in PROGRAMS else None


def unknown_policy(game: Game, name: object, further: Sequence[str] = ()) -> UsageError:
    """Nobody plays by that name."""
    known = [*game.policies, *further]
    near = get_close_matches(name.split(":")[0], known, 1) if isinstance(name, str) else []
    hint = f"did you mean {near[0]}" if near else f"choose {', '.join(known)}"
    return UsageError(f"unknown policy {name!r} for {game.name}; {hint}")


def plain_seating(name: str, policies: Sequence[int]) -> Seating:
    """Policies of the game itself, by their numbers."""
    pilot = zeros(program(name).records["Pilot"])
    pilot["policy"][0][: len(policies)] = policies
    return Seating(name, pilot)


def seating(game: Game, policy: str | Sequence[str], record: bool = False) -> Seating:
    """Policies by name, one for all seats or one for each; games are recorded by the program with players alone."""
    names = policy_names(game, policy)
    if not record and all(is_one_of(one, game.policies) for one in names):
        return plain_seating(game.program_name, [game.policies[one] for one in names])
    if players_program(game) is None:
        wrong = next(one for one in names if not is_one_of(one, game.policies))
        raise unknown_policy(game, wrong)
    hosts = hosts_of(names)
    # the kernels never answer for a seat of the user's, so any policy does there until it has its mark
    others = [next(iter(game.policies)) if is_host(one) else one for one in names]
    seated: Seating = late("seat_players")(game, others)
    for seat, one in enumerate(hosts):
        if one is not None:
            seated.pilot["policy"][0, seat] = POLICY_HOST
    return replace(seated, hosts=hosts, actions=game.num_actions)
