"""What a picture or a page needs beside the readable position: sums and strengths that follow from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dune_sim.games.imperium.content.models import ImperiumContent
from dune_sim.games.imperium.pictures.bloodlines import module_strength

#: what rivals have not: cards and marks of people; points and a leader only those of the solo game have
BLANK: Mapping[str, Any] = {
    "rival": False, "leader": None, "vp": None, "solari": 0, "spice": 0, "water": 0,
    "council_seat": False, "swordmaster": False, "revealed": False, "closed_space": None, "secret_factions": (),
    "hand": {}, "in_play": {}, "intrigue": {}, "intrigue_laid": {}, "discard": {}, "deck": {}, "deck_top": (),
}  # fmt: skip


def view(content: ImperiumContent, position: Mapping[str, Any]) -> dict[str, Any]:
    """A full readable position with what follows from it."""
    rounds = sum(layer.cards for layer in content.conflict_deck)
    row: list[str | None] = list(position["row"])
    row += [None] * (content.constant("row_size") - len(row))
    aside = position["set_aside"] or {}
    players = [_player(content, position, seat, aside) for seat in range(len(position["players"]))]
    return {
        "hagal_deck": {},
        "hagal_card": None,
        **position,
        "to_move": position.get("to_move"),
        "players": players,
        "row": row,
        "conflict_deck_size": max(0, rounds - position["round"]),
        "imperium_deck_size": sum(position["imperium_deck"].values()),
    }


def _player(
    content: ImperiumContent, position: Mapping[str, Any], seat: int, aside: Mapping[str, Any]
) -> dict[str, Any]:
    one = position["players"][seat]
    troops, swords = one["conflict"], one["swords"]
    strength = troops * content.constant("troop_strength") + swords * content.constant("sword_strength")
    if content.module_constants:
        more = module_strength(content, one)
        troops, strength = troops + more.units, strength + more.strength
    return {
        **BLANK,
        **one,
        "strength": strength if troops else 0,
        "persuasion": position["persuasion"] if position["turn_of"] == seat else 0,
        "set_aside": aside.get("card") if aside.get("seat") == seat else None,
    }
