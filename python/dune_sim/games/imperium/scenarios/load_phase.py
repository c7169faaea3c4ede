"""Where a position stands that begins a phase anew: who decides first, or which rival acts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dune_sim.games.imperium.kernels.combat import VISITING
from dune_sim.games.imperium.scenarios.load_rivals import cards_to_come, start_rival
from dune_sim.games.imperium.tables.names import Names

PHASES_THAT_BEGIN = ("turns", "combat", "endgame")


def begin_phase(names: Names, state: Any, players: Sequence[Mapping[str, Any]], phase: str) -> None:
    """The seat to move starts its turn, or the first fighter may play combat cards; rivals come before people."""
    from dune_sim.games.imperium.tables import build

    starts = {"turns": build.PC_TURN, "combat": build.PC_COMBAT, "endgame": build.PC_FINALE}
    player, frame = int(state["player"]), state["stack"]["frames"][0]
    frame["pc"], frame["who"] = starts[phase], player
    order = [(player + step) % names.players for step in range(names.players)]
    people = [seat for seat in order if not names.is_rival(seat)]
    if phase == "turns" and names.is_rival(player):
        frame["pc"], frame["who"] = build.PC_RIVAL, start_rival(names, state, player)
    elif phase == "combat" and cards_to_come(names, players):
        frame["pc"] = build.PC_RIVAL_SWORDS
    elif phase == "combat":
        kinds = ("conflict", *(("fighting", "agents_fighting") if names.bloodlines else ()))
        fighters = [seat for seat in people if any(state["players"][seat][kind] for kind in kinds)]
        frame["who"] = frame["b"] = (fighters or people)[0]
        frame["c"] = VISITING
    elif phase == "endgame":
        frame["who"] = people[0]
        frame["a"] = (people[0] - int(state["first"])) % names.players
