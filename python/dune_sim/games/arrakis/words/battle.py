"""A battle that is being fought, or hits that a legion takes outside one, for readers of a position.

The areas of a position keep their legions as they stood when the battle began; what is left of them stands here.
"""

from __future__ import annotations

from typing import Any

from dune_sim.games.arrakis.kernels import battle as fight
from dune_sim.games.arrakis.kernels import opcodes
from dune_sim.games.arrakis.tables.names import CLASSES, FACTIONS, GENERIC, Names, bits

SIDES = ("attacker", "defender")
OUTCOMES = {
    (fight.WINNER_ATTACKER, fight.REASON_RETREATED): "the defender retreats",
    (fight.WINNER_ATTACKER, fight.REASON_ELIMINATED): "the attacker wins",
    (fight.WINNER_ATTACKER, 0): "nobody defends",
    (fight.WINNER_DEFENDER, fight.REASON_CEASED): "the attacker ceases",
    (fight.WINNER_DEFENDER, fight.REASON_ELIMINATED): "the defender wins",
}


def battle_position(names: Names, tables: Any, state: Any) -> dict[str, Any] | None:
    """Where and why hits are dealt, and both legions; None while no legion fights or suffers.

    Hidden pieces are turned up before a battle, so both sides may know all of it.
    """
    depth, battle = int(state["stack"]["depth"]), state["battle"]
    if state["winner"] or depth == 0:
        return None
    frame = state["stack"]["frames"][depth - 1]
    if int(battle["round"]) > 0:
        return _battle(names, tables, state, int(tables["code"][int(frame["pc"])]["code"]))
    if int(frame["pc"]) != int(tables["pc_hits"]):
        return None
    hit = {"cause": _cause(tables, state["stack"]["frames"], depth), "target": names.areas[int(frame["a"])]}
    return {**hit, "defender": _side(names, battle["sides"][fight.DEFENDER], rolled=False)}


def _battle(names: Names, tables: Any, state: Any, code: int) -> dict[str, Any]:
    battle, move = state["battle"], state["move"]
    number = int(battle["round"])
    # cards are discarded before the dice of a round are rolled: what lies there is the roll of the round before
    rolled = number - 1 if code == opcodes.OP_BATTLE_CARDS else number
    found: dict[str, Any] = {
        "cause": "battle",
        "source": names.areas[int(move["source"])],
        "target": names.areas[int(move["target"])],
        "round": number,
        "rolled": rolled,
        "rank": int(battle["rank"]),
    }
    if battle["winner"]:
        over = OUTCOMES.get((int(battle["winner"]), int(battle["reason"])), "no legion is left")
        return {**found, "outcome": over}
    return {**found, **{key: _side(names, battle["sides"][k], rolled > 0) for k, key in enumerate(SIDES)}}


def _side(names: Names, side: Any, rolled: bool) -> dict[str, Any]:
    """What remains of a legion, written as an area writes it, with its roll and the hits it has still to take."""
    who = int(side["faction"])
    counts = (int(side[key]) for key in ("standard", "elite", "special", "generic"))
    found: dict[str, Any] = {"faction": FACTIONS[who]}
    found |= {name: n for name, n in zip((*CLASSES, GENERIC[who]), counts, strict=True) if n}
    for key, field in (("leaders", "named"), ("fallen", "lost_named")):
        if side[field]:
            found[key] = bits(int(side[field]), names.leaders)
    if side["spent"]:
        found["cards"] = int(side["spent"])
    if rolled:
        found |= {key: int(side[key]) for key in ("hits", "shields", "specials")}
    return {**found, "to_take": int(side["suffer"])}


def _cause(tables: Any, frames: Any, depth: int) -> str:
    """What hits a legion outside battle: the program below the casualties tells."""
    below = int(tables["code"][int(frames[max(0, depth - 2)]["pc"])]["code"])
    if below == opcodes.OP_STORM:
        return "storm"
    # what becomes of its harvester is settled once a legion has suffered a sandworm
    return "sandworm" if below == opcodes.OP_HARVESTER_UNDER else "card"
