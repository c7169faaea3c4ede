"""The boards beside the map as SVG: tracks, spice board, prescience row, signs; each with the height it needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dune_sim.games.arrakis.pictures import shapes as draw
from dune_sim.games.arrakis.pictures.legions import objective_words
from dune_sim.games.arrakis.pictures.map import SHORT
from dune_sim.games.arrakis.pictures.needs import need_words
from dune_sim.games.arrakis.pictures.shapes import GOLD, INK, MARKER_COLOURS, PAPER, SIDES
from dune_sim.games.arrakis.tables.names import MARKERS

#: inner width of every panel, and the step of a track
PANEL, STEP = 418.0, 30.2
#: what a panel draws, and the height it needs
Inner = tuple[str, float]
#: markers in the legend of stations
STATIONS = {"kwisatz_haderach": "Kwisatz H.", "sand_dwellers": "Sand Dw.", "jihad": "Jihad"}
MUTED = "#6b5940"
#: ring of each secret objective
RINGS = (GOLD, "#6a4a9c", "#1f7f8f")


def panel(x: float, y: float, h: float, title: str, inner: str, colour: str = INK) -> str:
    """A framed box with a heading."""
    head = draw.words(12, 21, title, 15, colour, weight="bold")
    return draw.group(draw.box(0, 0, PANEL, h, PAPER, colour, 8, 1.6) + head + inner, x, y)


def tracks_panel(content: Any, position: dict[str, Any], extra: float = 0) -> Inner:
    """Supremacy and the three prescience markers, with what their steps bring and what the objectives ask."""
    tracks, parts, y = position["tracks"], [], 32.0
    last = content.supremacy[0].win_at
    parts.append(_track(y, "Supremacy", last, tracks["supremacy"], SIDES[0][0], _icons(content, "supremacy"), []))
    targets = _targets(content, position)
    for name in MARKERS:
        y += 67 + extra / (len(MARKERS) + 1)
        marker = content.prescience_markers.get(name)
        steps, colour = _icons(content, name), MARKER_COLOURS[name]
        parts.append(_track(y, marker.name, marker.length, tracks[name], colour, steps, targets[name]))
    goals, line = objective_words(content, position), y + 74 + extra / (len(MARKERS) + 1)
    if len(goals) < 2:
        said = "ring: what the secret objective asks" if goals else "objective unknown"
        return "".join(parts) + draw.words(12, line, said, 12, MUTED), line + 10
    for k, goal in enumerate(goals):
        parts.append(draw.disc(17, line - 4, 4.5, "none", RINGS[k % len(RINGS)], 2.4))
        parts.append(draw.fit_words(28, line, f"objective {k + 1}: {goal}", PANEL - 36, 12))
        line += 17
    return "".join(parts), line - 7


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
        draw.words(12, y + 13, name, 13, colour, weight="bold"),
        draw.words(PANEL - 13, y + 13, str(at), 15, colour, "end", "bold"),
    ]
    step = min(STEP, (PANEL - 24) / (last + 1))
    for k in range(last + 1):
        x, here = 12 + k * step, k == at
        middle = x + (step - 3) / 2
        fill = colour if here else "#efe3c8" if k > at else "#dcc9a3"
        parts.append(draw.box(x, y + 20, step - 3, 22, fill, colour, 3, 2.6 if k in targets else 0.8))
        ink, weight = ("#ffffff", "bold") if here else (INK, "normal")
        parts.append(draw.words(middle, y + 35.5, str(k), 13, ink, "middle", weight))
        asking = [goal for goal, target in enumerate(targets) if target == k]
        parts.append(_rings(middle, y + 31, asking, len(targets)))
        if k in icons:
            parts.append(draw.words(middle, y + 55, icons[k], 11.5, MUTED, "middle"))
    return "".join(parts)


def _rings(x: float, y: float, goals: list[int], all_goals: int) -> str:
    """A ring for each objective that asks for this step, one around the other; numbered where there are several."""
    rings = [draw.disc(x, y, 13.5 + 3 * i, "none", RINGS[goal % len(RINGS)], 2.4) for i, goal in enumerate(goals)]
    if goals and all_goals > 1:
        said = "+".join(str(goal + 1) for goal in goals)
        rings.append(draw.halo(x, y - 12 - 3 * len(goals), said, 11.5, INK, "bold"))
    return "".join(rings)


def spice_panel(content: Any, position: dict[str, Any], extra: float = 0) -> Inner:
    """The spice board with the Imperium markers; the active row is lit."""
    spice, parts, step = position["spice"], [], 28 + extra / len(content.spice_rows)
    names = list(content.imperium_markers.ids)
    active = max(spice["markers"].values())
    heads = ["row", *("CHOAM", "Guild", "Landsraad"), "dice off", "harv.", "ornith.", "carry."]
    xs = [26, 76, 124, 186, 254, 304, 346, 390]
    parts += [draw.words(x, 42, head, 11.5, MUTED, "middle") for x, head in zip(xs, heads, strict=True)]
    for row in content.spice_rows:
        y = 48 + (row.row - 1) * step + (step - 28) / 2
        lit = row.row == active
        fill, edge = ("#f5d98b", GOLD) if lit else ("#f1e6cd", "#d5c39b")
        parts.append(draw.box(8, y, PANEL - 16, 25, fill, edge, 5, 1.6 if lit else 0.8))
        parts.append(draw.words(xs[0], y + 17.5, str(row.row), 13, INK, "middle", "bold"))
        for k, name in enumerate(names):
            if spice["markers"][name] == row.row:
                banned = name in spice["bans"]
                parts.append(draw.disc(xs[1 + k], y + 12.5, 10.5, "#b22" if banned else "#6a4a9c", INK, 1.2))
                parts.append(draw.words(xs[1 + k], y + 17, "CGL"[k], 13, "#ffffff", "middle", "bold"))
        numbers = (row.dice_set_aside, row.harvesters, row.ornithopters, row.carryalls)
        for x, number in zip(xs[4:], numbers, strict=True):
            parts.append(draw.words(x, y + 17.5, str(number), 13, INK, "middle", "bold" if lit else "normal"))
    y = 48 + step * len(content.spice_rows) + 16
    bans = ", ".join(content.imperium_markers.get(one).name for one in spice["bans"]) or "none"
    parts.append(draw.words(12, y, f"Bans: {bans}", 12.5, "#b22" if spice["bans"] else INK))
    said = f"Spice to use: {spice['unspent']} · reserve: {spice['reserve']}"
    parts.append(draw.words(PANEL - 12, y, said, 12.5, INK, "end"))
    return "".join(parts), y + 11


def prescience_panel(content: Any, position: dict[str, Any], extra: float = 0) -> Inner:
    """The open prescience cards: the steps they give and what they ask for."""
    parts, held, y = [], position["prescience"], 32.0
    more = extra / max(1, len(held["row"]))
    for name in held["row"]:
        card = content.prescience_cards.get(name)
        when = "action phase" if card.timing == "action_phase" else "round end"
        kept = ", kept" if held.get("kept") == name else ""
        lines = draw.wrapped(f"{when}{kept}: {need_words(card)}", 12, PANEL - 40)
        dots = [marker for marker in MARKERS for _ in range(getattr(card.advances, marker))]
        high = 28 + 16 * len(lines) + more
        parts.append(draw.box(10, y, PANEL - 20, high, "#f1e6cd", "#c9b58a", 5, 1))
        parts.append(draw.fit_words(18, y + 18 + more / 3, card.name, PANEL - 44 - 17 * len(dots), 13, weight="bold"))
        parts += [draw.words(18, y + 35 + 2 * more / 3 + 16 * k, line, 12, MUTED) for k, line in enumerate(lines)]
        parts += [
            draw.disc(PANEL - 23 - i * 17, y + 14 + more / 3, 7, MARKER_COLOURS[dot], INK) for i, dot in enumerate(dots)
        ]
        y += high + 6
    scored = f"{held['claims']} scored this round, {len(held['scored'])} in all, {len(held['deck'])} in the deck"
    return "".join(parts) + draw.words(12, y + 14, scored, 12), y + 25


def signs_panel(extra: float = 0) -> Inner:
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
    parts, rows = [], -(-len(listed) // 3)
    step = 22.5 + extra / rows
    for k, (sign, said) in enumerate(listed):
        x, y = 24 + k // rows * 135, 42 + k % rows * step + (step - 22.5) / 2
        parts.append(draw.group(sign, x, y, 0.7) + draw.fit_words(x + 17, y + 4.5, said, 112, 12))
    return "".join(parts), 42 + step * rows - 6
