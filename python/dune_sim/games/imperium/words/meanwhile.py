"""What rivals did between two decisions, told from the positions before and after."""

from __future__ import annotations

from typing import Any

from dune_sim.games.imperium.tables.names import Names, bits


def meanwhile(names: Names, before: Any, after: Any) -> list[str]:
    """Where rivals sent agents, what they have in the conflict now, and points that they won."""
    told = []
    new_round = int(after["round"]) != int(before["round"])
    for seat in range(names.humans, names.seated):
        old, new = before["players"][seat], after["players"][seat]
        board = int(new["board"]) & ~(0 if new_round else int(old["board"]))
        parts = [f"agent to {names.content.spaces.get(names.spaces[space]).name}" for space in bits(board)]
        if int(new["conflict"]) != (0 if new_round else int(old["conflict"])):
            parts.append(f"{int(new['conflict'])} troops in the conflict")
        if int(new["swords"]) > int(old["swords"]):
            parts.append(f"{int(new['swords'])} swords")
        if int(new["vp"]) != int(old["vp"]):
            parts.append(f"{int(new['vp'])} points now")
        if parts:
            told.append(f"{names.seats[seat]}: {', '.join(parts)}")
    return told
