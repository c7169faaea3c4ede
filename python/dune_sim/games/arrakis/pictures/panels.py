"""The boards beside the map as SVG: tracks, spice board, dice, leaders, tank, hands, prescience row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dune_sim.games.arrakis.pictures import shapes as draw
from dune_sim.games.arrakis.pictures.legions import objective_words, pool_words, vehicle_words
from dune_sim.games.arrakis.pictures.map import SHORT
from dune_sim.games.arrakis.pictures.shapes import GOLD, INK, MARKER_COLOURS, PAPER, SIDES
from dune_sim.games.arrakis.tables.names import FACES, FACTIONS, MARKERS

#: markers in the legend of stations
STATIONS = {"kwisatz_haderach": "Kwisatz H.", "sand_dwellers": "Sand Dw.", "jihad": "Jihad"}
STEP = 26.0
#: cards of a hand in one column
HAND_ROWS = 10
MUTED = "#6b5940"
#: ring of each secret objective
RINGS = (GOLD, "#6a4a9c", "#1f7f8f")


def panel(x: float, y: float, w: float, h: float, title: str, inner: str, colour: str = INK) -> str:
    """A framed box with a heading."""
    head = draw.words(12, 20, title, 14, colour, weight="bold")
    return draw.group(draw.box(0, 0, w, h, PAPER, colour, 8, 1.6) + head + inner, x, y)


def tracks_panel(content: Any, position: dict[str, Any]) -> str:
    """Supremacy and the three prescience markers, with what their steps bring and what the objectives ask."""
    tracks, parts, y = position["tracks"], [], 34.0
    last = content.supremacy[0].win_at
    parts.append(_track(y, "Supremacy", last, tracks["supremacy"], SIDES[0][0], _icons(content, "supremacy"), []))
    targets = _targets(content, position)
    for name in MARKERS:
        y += 57
        marker = content.prescience_markers.get(name)
        steps, colour = _icons(content, name), MARKER_COLOURS[name]
        parts.append(_track(y, marker.name, marker.length, tracks[name], colour, steps, targets[name]))
    goals = objective_words(content, position)
    if len(goals) < 2:
        said = "ring: what the secret objective asks" if goals else "objective unknown"
        return "".join(parts) + draw.words(12, y + 60, said, 10.5, MUTED)
    for k, goal in enumerate(goals):
        line = y + 58 + k * min(13.0, 26 / (len(goals) - 1))
        parts.append(draw.disc(17, line - 3.5, 4, "none", RINGS[k % len(RINGS)], 2.2))
        parts.append(draw.words(27, line, f"objective {k + 1}: {goal}", 9.5, INK))
    return "".join(parts)


def _targets(content: Any, position: dict[str, Any]) -> dict[str, list[int]]:
    """What each objective asks of each marker; an objective wins as a whole, so they are not to be mixed."""
    goals = position["objective"]
    wanted = [] if goals == "unknown" else [content.objectives.get(one).targets for one in goals]
    return {name: [getattr(one, name) for one in wanted] for name in MARKERS}


def _icons(content: Any, marker: str) -> dict[int, str]:
    """What the steps of a track bring, in a word."""
    found: dict[int, str] = {}
    for step in content.track_steps:
        if step.marker in (marker, "any_prescience" if marker != "supremacy" else marker):
            effect = step.effect
            said = {"bene_gesserit": "BG", "win": "wins", "unlock_atomics": "atomics"}.get(effect.do)
            found[step.step] = said or SHORT.get(effect.leader, effect.leader)
    return found


def _track(y: float, name: str, last: int, at: int, colour: str, icons: dict[int, str], targets: Sequence[int]) -> str:
    parts = [
        draw.words(12, y + 10, name, 12, colour, weight="bold"),
        draw.words(348, y + 10, str(at), 14, colour, "end", "bold"),
    ]
    step = min(STEP, 336 / (last + 1))
    for k in range(last + 1):
        x, here = 12 + k * step, k == at
        middle = x + (step - 3) / 2
        fill = colour if here else "#efe3c8" if k > at else "#dcc9a3"
        parts.append(draw.box(x, y + 15, step - 3, 19, fill, colour, 3, 2.6 if k in targets else 0.8))
        ink, weight = ("#ffffff", "bold") if here else (INK, "normal")
        parts.append(draw.words(middle, y + 29, str(k), 11, ink, "middle", weight))
        asking = [goal for goal, target in enumerate(targets) if target == k]
        parts.append(_rings(middle, y + 24.5, asking, len(targets)))
        if k in icons:
            size = 8.0 if len(icons[k]) < 9 else 7.0
            parts.append(draw.words(middle, y + 44, icons[k], size, MUTED, "middle"))
    return "".join(parts)


def _rings(x: float, y: float, goals: list[int], all_goals: int) -> str:
    """A ring for each objective that asks for this step, one around the other; numbered where there are several."""
    rings = [draw.disc(x, y, 12.5 + 3 * i, "none", RINGS[goal % len(RINGS)], 2.4) for i, goal in enumerate(goals)]
    if goals and all_goals > 1:
        said = "+".join(str(goal + 1) for goal in goals)
        rings.append(draw.halo(x, y - 11 - 3 * len(goals), said, 9, INK, "bold"))
    return "".join(rings)


def spice_panel(content: Any, position: dict[str, Any]) -> str:
    """The spice board with the Imperium markers; the active row is lit."""
    spice, parts = position["spice"], []
    names = list(content.imperium_markers.ids)
    active = max(spice["markers"].values())
    heads = ["row", *("CHOAM", "Guild", "Landsraad"), "dice off", "harv.", "ornith.", "carry."]
    xs = [26, 74, 128, 184, 238, 284, 326, 370]
    parts += [draw.words(x, 40, head, 9.5, MUTED, "middle") for x, head in zip(xs, heads, strict=True)]
    for row in content.spice_rows:
        y = 46 + (row.row - 1) * 27
        lit = row.row == active
        parts.append(
            draw.box(8, y, 384, 24, "#f5d98b" if lit else "#f1e6cd", GOLD if lit else "#d5c39b", 5, 1.6 if lit else 0.8)
        )
        parts.append(draw.words(xs[0], y + 17, str(row.row), 12, INK, "middle", "bold"))
        for k, name in enumerate(names):
            if spice["markers"][name] == row.row:
                banned = name in spice["bans"]
                parts.append(draw.disc(xs[1 + k], y + 12, 10, "#b22" if banned else "#6a4a9c", INK, 1.2))
                parts.append(draw.words(xs[1 + k], y + 16.5, "CGL"[k], 12, "#ffffff", "middle", "bold"))
        for x, number in zip(
            xs[4:], (row.dice_set_aside, row.harvesters, row.ornithopters, row.carryalls), strict=True
        ):
            parts.append(draw.words(x, y + 17, str(number), 12, INK, "middle", "bold" if lit else "normal"))
    bans = ", ".join(content.imperium_markers.get(one).name for one in spice["bans"]) or "none"
    parts.append(draw.words(12, 198, f"Bans: {bans}", 11.5, "#b22" if spice["bans"] else INK))
    parts.append(draw.words(12, 216, f"Spice to use: {spice['unspent']}   Reserve: {spice['reserve']}", 11.5))
    return "".join(parts)


def side_panel(content: Any, position: dict[str, Any], who: int) -> str:
    """Dice, Bene Gesserit tokens, leaders, tank, hand and pool of a faction."""
    faction = FACTIONS[who]
    parts = [_dice(content, position, who), _tank(position, who)]
    rows = [
        ("ready", _aside(position, who, "aside")),
        ("later", _aside(position, who, "later")),
        ("exhausted", ", ".join(SHORT[one] for one in position["exhausted"] if _owner(content, one) == faction)),
        ("not in play", _aside(position, who, "out")),
        ("removed", _aside(position, who, "gone")),
    ]
    rows.append(("pool", pool_words(content, position, who)))
    usable = "may be used" if position["atomics"]["uses"] else ""
    rows.append(("vehicles", f"off the map: {vehicle_words(content, position)}") if who == 0 else ("atomics", usable))
    y = 136.0
    for head, said in rows:
        if said:
            parts.append(draw.words(12, y, head, 11, MUTED) + draw.fit_words(84, y, said, 308, 11.5))
            y += 16
    return "".join(parts) + _hand(content, position, who, y + 8)


def _owner(content: Any, leader: str) -> str:
    return str(content.subfactions.get(content.leaders.get(leader).subfaction).faction)


def _aside(position: dict[str, Any], who: int, place: str) -> str:
    own = list(SHORT)[:7] if who == 0 else list(SHORT)[7:]
    return ", ".join(SHORT[one] for one in own if position["leaders"].get(one) == place)


def _dice(content: Any, position: dict[str, Any], who: int) -> str:
    """One column for each action area: its slots, filled where a die is unused."""
    fill, dark, light = SIDES[who]
    dice, slots = position["dice"][FACTIONS[who]], content.faction_boards.get(FACTIONS[who]).slots
    gesserit = position["bene_gesserit"][FACTIONS[who]]
    parts = []
    for k, face in enumerate(FACES):
        x = 12 + k * 64
        room, there = getattr(slots, face), dice[face]
        parts.append(draw.words(x + 28, 40, face, 10, INK, "middle"))
        for slot in range(max(room, there)):
            filled, left = slot < there, x + 28 - 9.5 * max(room, there) + slot * 19
            parts.append(draw.box(left, 46, 17, 17, fill if filled else light, dark, 3, 1))
            if filled:
                parts.append(draw.words(left + 8.5, 59, face[0].upper(), 11, "#ffffff", "middle", "bold"))
    said = f"{sum(dice[face] for face in FACES)} unused, {dice['used']} used"
    extra = [f"{dice[key]} {word}" for key, word in (("surplus", "to turn"), ("lost", "lost")) if dice[key]]
    parts.append(draw.words(12, 88, ", ".join([said, *extra]), 11))
    parts.append(
        draw.words(
            388,
            88,
            f"Bene Gesserit {gesserit['owned']}"
            + (f" (+{gesserit['placed']} among the dice)" if gesserit["placed"] else ""),
            11,
            "#6a4a9c",
            "end",
            "bold",
        )
    )
    return "".join(parts)


def _tank(position: dict[str, Any], who: int) -> str:
    fill, dark, light = SIDES[who]
    tank = position["tank"][FACTIONS[who]]
    parts = [draw.words(12, 111, "tank", 10.5, MUTED)]
    for k, name in enumerate(tank):
        x = 84 + k * 61
        parts.append(draw.box(x, 97, 58, 20, light if name else "#efe8d8", dark, 4, 1))
        if name:
            parts.append(draw.fit_words(x + 29, 111, SHORT[name], 56, 10, fill, "middle", "bold"))
    return "".join(parts)


def _hand(content: Any, position: dict[str, Any], who: int, y: float) -> str:
    hand, deck = position["hands"][FACTIONS[who]], position["decks"][FACTIONS[who]]
    parts = [
        draw.words(
            12,
            y,
            f"hand: {len(hand)} card{'' if len(hand) == 1 else 's'} ({len(deck)} in the decks)",
            12.5,
            weight="bold",
        )
    ]
    for k, card in enumerate(hand[: 2 * HAND_ROWS]):
        x, line = 12 + k // HAND_ROWS * 192, y + 20 + k % HAND_ROWS * 17
        if card.startswith("unknown "):
            said = f"? {content.subfactions.get(card.split(' ')[1]).name}"
        else:
            said = content.planning_cards.get(card.split("#")[0]).name
        parts.append(draw.fit_words(x, line, said, 380 if len(hand) <= HAND_ROWS else 186, 12))
    if len(hand) > 2 * HAND_ROWS:
        more = f"… and {len(hand) - 2 * HAND_ROWS} more"
        parts.append(draw.words(12, y + 20 + HAND_ROWS * 17, more, 11, MUTED))
    return "".join(parts)


def prescience_panel(content: Any, position: dict[str, Any]) -> str:
    """The open prescience cards with the steps they give."""
    parts, held = [], position["prescience"]
    for k, name in enumerate(held["row"]):
        card, y = content.prescience_cards.get(name), 32 + k * 40
        parts.append(draw.box(10, y, 380, 35, "#f1e6cd", "#c9b58a", 5, 1))
        parts.append(draw.fit_words(18, y + 15, card.name, 290, 11.5, weight="bold"))
        when = "action phase" if card.timing == "action_phase" else "round end"
        kept = ", kept" if held.get("kept") == name else ""
        parts.append(draw.words(18, y + 29, when + kept, 9.5, MUTED))
        dots = [marker for marker in MARKERS for _ in range(getattr(card.advances, marker))]
        parts += [draw.disc(378 - i * 17, y + 17, 7, MARKER_COLOURS[marker], INK) for i, marker in enumerate(dots)]
    y = 32 + max(3, len(held["row"])) * 40 + 12
    scored = f"{held['claims']} scored this round, {len(held['scored'])} in all, {len(held['deck'])} in the deck"
    parts.append(draw.words(12, y, scored, 11))
    return "".join(parts)


def signs_panel() -> str:
    """What the signs on the map mean."""
    _, dark, light = SIDES[1]
    listed = [
        (draw.unit_sign("standard", 0, 0, 8, light, dark), "standard"),
        (draw.unit_sign("elite", 0, 0, 8, light, dark), "elite"),
        (draw.unit_sign("special_elite", 0, 0, 8, light, dark), "special elite"),
        (draw.leader_sign(0, 0, 9, "#f3d27a", dark), "Bashar, Naib"),
        (draw.token_sign("?", dark), "token"),
        (draw.settlement_sign(2, "city"), "settlement, rank"),
        (draw.sietch_sign("2", False), "sietch, face down"),
        (draw.sietch_sign("2", True), "sietch, face up"),
        (draw.ruin_sign(), "destroyed"),
        (draw.station_sign(PAPER, False), "testing station"),
        *((draw.station_sign(MARKER_COLOURS[name], True), f"station: {said}") for name, said in STATIONS.items()),
        (draw.wormsign_sign(), "wormsign"),
        (draw.worm_sign(False), "sandworm"),
        (draw.group(draw.worm_sign(True), 0, 4, 0.85), "Wild Maker"),
        (draw.atomic_sign(), "atomic tile"),
        (draw.harvester_sign(), "harvester"),
        (draw.flyer_sign("ornithopter"), "ornithopter"),
        (draw.flyer_sign("carryall"), "carryall"),
    ]
    parts = []
    for k, (sign, said) in enumerate(listed):
        x, y = 22 + k // 7 * 122, 36 + k % 7 * 17.4
        parts.append(draw.group(sign, x, y, 0.58) + draw.fit_words(x + 14, y + 4, said, 94, 10.5))
    return "".join(parts)
