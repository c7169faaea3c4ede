"""A position of War for Arrakis for a terminal: plain text, as wide as the terminal, from 80 to 110 columns."""

from __future__ import annotations

import shutil
import textwrap
from collections import Counter
from typing import Any

from dune_sim.games.arrakis.pictures.boards import Laid, boards_of, decides, seen_by, title_of
from dune_sim.games.arrakis.pictures.legions import (
    battle_words,
    legion_words,
    objective_words,
    pool_words,
    standing,
    vehicle_words,
)
from dune_sim.games.arrakis.pictures.mahdi import mahdi_words
from dune_sim.games.arrakis.tables.names import FACES, FACTIONS, MARKERS

WIDTH = 110
NARROWEST = 80
PHASES = {
    "start": "round start",
    "vehicles": "phase 1 vehicles",
    "actions": "phase 2 actions",
    "desert": "phase 3 desert hazards",
    "spice": "phase 4 spice harvest",
    "end": "round end",
}


def render_position(content: Any, position: dict[str, Any], question: str = "") -> str:
    """Battle, tracks, dice, areas with something in them by sector, tank, hands."""
    lines = [*_wrap("", _title(content, position), 0), *_battle(content, position)]
    lines += [*_wrap("", _tracks(content, position), 0), *_objectives(content, position)]
    lines += _spice(content, position)
    lines += [line for head, said in mahdi_words(content, position) for line in _wrap(head, said, 14)]
    lines += ["", *_map(content, position)]
    for who in range(2):
        lines += ["", *_side(content, position, who)]
    lines += ["", *_prescience(content, position)]
    if question:
        lines += ["", *_wrap("", question, 0)]
    return "\n".join(line.rstrip() for line in lines)


def _wrap(head: str, said: str, indent: int) -> list[str]:
    return textwrap.wrap(
        f"{head:<{indent}}{said}",
        max(NARROWEST, min(WIDTH, shutil.get_terminal_size((WIDTH, 24)).columns)),
        subsequent_indent=" " * indent,
        drop_whitespace=True,
        break_long_words=False,
    )


def whose_turn(content: Any, position: dict[str, Any]) -> str:
    """Who won, or whose turn it is and who decides now; outside the action phase nobody has a turn."""
    if position.get("winner"):
        won = "nobody won" if position["winner"] == "nobody" else f"{position['winner'].capitalize()} won"
        return f"{won} ({position['reason'].replace('_', ' ')})"
    asked, turn = position["decides"], position.get("taker", position["to_move"])
    if position["phase"] != "actions":
        return decides(content, asked)
    return f"{title_of(content, turn)} turn" + ("" if turn == asked else f", {decides(content, asked)}")


def _title(content: Any, position: dict[str, Any]) -> str:
    said = f"WAR FOR ARRAKIS   round {position['round']}, {PHASES[position['phase']]}   {whose_turn(content, position)}"
    seen = seen_by(content, position)
    return said + (f"   {seen}" if seen else "")


def _battle(content: Any, position: dict[str, Any]) -> list[str]:
    lines = [line for head, said in battle_words(content, position) for line in _wrap(head, said, 14)]
    return ["", *lines, ""] if lines else []


def _tracks(content: Any, position: dict[str, Any]) -> str:
    tracks = position["tracks"]
    parts = [f"supremacy {tracks['supremacy']}/{content.supremacy[0].win_at}"]
    goals = position["objective"]
    for name in MARKERS:
        asked = (
            "?"
            if goals == "unknown"
            else "|".join(str(getattr(content.objectives.get(one).targets, name)) for one in goals)
        )
        parts.append(f"{content.prescience_markers.get(name).name} {tracks[name]} (of {asked})")
    return "   ".join(parts)


def _objectives(content: Any, position: dict[str, Any]) -> list[str]:
    """Several objectives one by one: each of them wins, but only as a whole."""
    goals = objective_words(content, position)
    said = "; ".join(f"{k}: {goal}" for k, goal in enumerate(goals, 1))
    return _wrap("objectives", said, 14) if len(goals) > 1 else []


def _spice(content: Any, position: dict[str, Any]) -> list[str]:
    spice = position["spice"]
    markers = ", ".join(f"{content.imperium_markers.get(name).name} {row}" for name, row in spice["markers"].items())
    bans = ", ".join(content.imperium_markers.get(one).name for one in spice["bans"]) or "none"
    said = f"rows {markers}; bans {bans}; reserve {spice['reserve']}" + (
        f"; spice {spice['unspent']}" if spice["unspent"] else ""
    )
    zones = (
        ", ".join(f"{name.rsplit('_', 1)[-1]} {kind}" for name, kind in sorted(position["air_zones"].items()))
        or "empty"
    )
    return [*_wrap("spice board", said, 14), *_wrap("air zones", zones, 14)]


def _map(content: Any, position: dict[str, Any]) -> list[str]:
    """One line for each area that holds something, by sector; an area of several sectors is listed once."""
    lines, done, areas = [], set(), standing(position)
    for sector in content.sectors:
        rows = []
        for area in content.areas:
            held = areas.get(area.id)
            if held and sector.id in area.sectors and area.id not in done:
                said = _area(content, area, held)
                if said:
                    done.add(area.id)
                    rows += _wrap(f"  {area.name}", said, 30)
        if rows:
            lines += [sector.name, *rows]
    gone = [f"{content.areas.get(name).name} (rank {rank})" for name, rank in position["destroyed_sietches"].items()]
    gone += [
        content.areas.get(name).name
        for name, held in position["areas"].items()
        if held.get("settlement") == "destroyed"
    ]
    return lines + (_wrap("Destroyed", ", ".join(gone), 30) if gone else [])


def _area(content: Any, area: Any, held: dict[str, Any]) -> str:
    parts = []
    if held.get("settlement") == "standing":
        town = content.settlements.get(area.id)
        parts.append(f"{town.kind} (rank {town.rank})")
    if held.get("sietch"):
        shape = held["sietch"]
        rank = "rank ?" if shape["rank"] == "unknown" else f"rank {shape['rank']}"
        parts.append(f"sietch ({rank}{'' if shape['revealed'] else ', face down'})")
    if held.get("station") and not held["station"].get("taken"):
        token = held["station"]["token"]
        marker = "" if token == "unknown" else content.testing_stations.get(token).marker
        parts.append("testing station" + (f" ({content.prescience_markers.get(marker).name})" if marker else ""))
    parts += [legion_words(content, held[faction], who) for who, faction in enumerate(FACTIONS) if held.get(faction)]
    parts += [word for key, word in (("harvester", "harvester"), ("wormsign", "wormsign")) if held.get(key)]
    if held.get("sandworm"):
        parts.append("the Wild Maker" if held["sandworm"] == "wild" else "sandworm")
    return "; ".join(parts)


def _side(content: Any, position: dict[str, Any], who: int) -> list[str]:
    faction = FACTIONS[who]
    boards = boards_of(content, position, who)
    owned = f"Bene Gesserit {position['bene_gesserit'][faction]['owned']}"
    lines = [faction.upper() + (f"   {owned}" if len(boards) > 1 else "")]
    for board in boards:
        lines += _board(content, position, board, "" if board.shared else f"; {owned}")
    own = {one.id for one in content.leaders if content.subfactions.get(one.subfaction).faction == faction}
    for place, head in (("aside", "  off the map"), ("later", "  next round")):
        listed = [
            content.leaders.get(one).name for one, at in position["leaders"].items() if at == place and one in own
        ]
        if listed:
            lines += _wrap(head, ", ".join(listed), 14)
    spent = [content.leaders.get(one).name for one in position["exhausted"] if one in own]
    if spent:
        lines += _wrap("  exhausted", ", ".join(spent), 14)
    lines += _wrap("  pool", pool_words(content, position, who), 14)
    if who == 0:
        lines += _wrap("  vehicles", f"off the map: {vehicle_words(content, position)}", 14)
    for board in boards:
        hand = _hand(content, position, board.id)
        lines += _wrap("  hand", f"{board.title}: {hand}" if board.shared else hand, 14)
        lines += _deck(content, position, board)
    return lines


def _board(content: Any, position: dict[str, Any], board: Laid, more: str) -> list[str]:
    """Dice and tank of one board."""
    dice = position["dice"][board.id]
    faces = ", ".join(f"{dice[face]} {face}" for face in FACES if dice[face]) or "no unused dice"
    rest = ", ".join(f"{dice[key]} {key}" for key in ("used", "surplus", "lost") if dice[key])
    tank = " > ".join(content.leaders.get(one).name if one else "-" for one in position["tank"][board.id])
    return [
        *([f"  {board.title}"] if board.shared else []),
        *_wrap("  dice", f"{faces}{'; ' + rest if rest else ''}{more}", 14),
        *_wrap("  tank", tank, 14),
    ]


def _deck(content: Any, position: dict[str, Any], board: Laid) -> list[str]:
    """What is left in the own decks, for who draws from them."""
    if position.get("viewer") != board.id or not position["decks"][board.id]:
        return []
    named = sorted(content.planning_cards.get(one.split("#")[0]).name for one in position["decks"][board.id])
    return _wrap("  decks", "; ".join(f"{one} ×{n}" if n > 1 else one for one, n in Counter(named).items()), 14)


def _hand(content: Any, position: dict[str, Any], board: str) -> str:
    hand, deck = position["hands"][board], len(position["decks"][board])
    hidden = [one.removeprefix("unknown ") for one in hand if one.startswith("unknown ")]
    if hidden:
        counts = ", ".join(f"{hidden.count(one)} {content.subfactions.get(one).name}" for one in sorted(set(hidden)))
        return f"{len(hand)} cards ({counts}), {deck} in the decks"
    named = "; ".join(content.planning_cards.get(one.split("#")[0]).name for one in hand)
    return f"{named or 'no cards'} ({deck} in the decks)"


def _prescience(content: Any, position: dict[str, Any]) -> list[str]:
    held = position["prescience"]
    lines = [f"PRESCIENCE    {held['claims']} scored this round, {len(held['scored'])} in all"]
    for name in held["row"]:
        card = content.prescience_cards.get(name)
        gains = card.advances.model_dump().items()
        steps = ", ".join(f"{content.prescience_markers.get(key).name} +{n}" for key, n in gains if n)
        when = "action phase" if card.timing == "action_phase" else "round end"
        lines += _wrap("", f"  {card.name} ({when}): {steps}{', kept' if held.get('kept') == name else ''}", 4)
    if position["atomics"]["uses"]:
        lines.append("  family atomics may be used")
    return lines
