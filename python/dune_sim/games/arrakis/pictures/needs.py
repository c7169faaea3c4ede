"""What prescience cards ask for, in words."""

from __future__ import annotations

from typing import Any

PEOPLE = {"paul": "Paul", "jessica": "Jessica"}
GROUND = {"minor_erg": "minor erg"}

#: kind of requirement -> sentence
SENTENCES = {
    "legions_in": "legions in {min_areas}+ {ground} areas{bare}",
    "leaders_in": "{people} in {ground}{bare}",
    "leaders_together": "{people} together in an area with a sietch",
    "reveal_sietch": "turn up {n} sietch where {person} is",
    "reveal_tokens": "turn up {n} tokens where {person} is",
    "spend_action_die": "spend {n} action die",
    "discard_planning": "discard {n} planning cards",
    "to_own_tank": "{person} to the tank{calm}",
    "remove_own": "remove {units} units or {or_tokens} token from a sietch with an enemy within {enemy_within} areas",
    "sandride": "{person} rides a sandworm",
    "harvesters_destroyed": "{min}+ harvesters lost in this phase",
    "sandworm_hits": "sandworms dealt {min}+ hits in this phase",
    "battle_won": "battle won as {role} in a sietch",
    "enemy_leaders_removed": "{named} named or {or_generic} generic enemy leaders removed in this phase",
}


def need_words(card: Any) -> str:
    """All that a prescience card asks for."""
    return "; ".join(_one(one.model_dump()) for one in card.requirement)


def _one(need: dict[str, Any]) -> str:
    who = need.get("who", need.get("in_area_of", ()))
    people = [who] if isinstance(who, str) else list(who)
    named = [PEOPLE.get(one, one.replace("_", " ").title()) for one in people]
    ground = need.get("terrain", "")
    further = {
        "people": " and ".join(named),
        "person": named[0] if named else "",
        "ground": ("deep " if need.get("deep") else "") + GROUND.get(ground, ground),
        "bare": " without a sietch" if need.get("without_sietch") else "",
        "calm": ", no enemy in the sector" if need.get("no_enemy_in_sector") else "",
    }
    return SENTENCES[need["need"]].format(**{**need, **further})
