"""The board of the Imperium picture: the spaces by group, influence tracks, control, makers and agents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dune_sim.games.imperium.content.effects import Influence
from dune_sim.games.imperium.content.models import ImperiumContent, Space, Track
from dune_sim.games.imperium.pictures.canvas import Canvas
from dune_sim.games.imperium.pictures.icons import ALERT, ICON_COLOURS, INK, LINE, PALE, PAPER, WHITE
from dune_sim.games.imperium.words.effects import Sign, Token, Wording, listed

GAP = 8
GROUP_NAMES = {"landsraad": "Landsraad", "choam": "CHOAM", "desert": "Desert", "city": "Cities"}


def group_of(space: Space) -> str:
    """The part of the board a space lies in."""
    if space.faction:
        return space.faction
    if space.icon == "spice_trade":
        return "desert" if space.maker_base is not None else "choam"
    return space.icon


def spaces_of(content: ImperiumContent, group: str) -> list[Space]:
    """The spaces of a part of the board, in content order."""
    return [space for space in content.spaces if group_of(space) == group]


def draw_factions(
    canvas: Canvas, words: Wording, at: Mapping[str, Any], x: float, y: float, w: float, h: float
) -> None:
    """Four panels, each with its spaces and its track."""
    each = (h - 3 * GAP) / 4
    for number, track in enumerate(words.content.tracks):
        top = y + number * (each + GAP)
        canvas.rect(x, top, w, each, PAPER, ICON_COLOURS[track.id], 8, 2)
        canvas.icon(f"influence.{track.id}", x + 7, top + 5, 20)
        canvas.text(x + 33, top + 20, track.name, 13, ICON_COLOURS[track.id], True)
        _alliance(canvas, at, track, x + w - 8, top + 15)
        spaces = spaces_of(words.content, track.id)
        wide = (w - 2 * GAP - (len(spaces) - 1) * GAP) / max(len(spaces), 1)
        for slot, space in enumerate(spaces):
            draw_space(canvas, words, at, space, x + GAP + slot * (wide + GAP), top + 29, wide, each - 84)
        _track(canvas, words, at, track, x + GAP, top + each - 49, w - 2 * GAP)


def _alliance(canvas: Canvas, at: Mapping[str, Any], track: Track, right: float, y: float) -> None:
    holder = at["alliances"].get(track.id)
    if holder is None:
        canvas.text(right, y + 4, f"alliance free at {track.alliance_level}", 9.5, PALE, anchor="end")
        return
    canvas.text(right - 24, y + 4, "alliance", 9.5, INK, True, "end")
    canvas.icon(f"influence.{track.id}", right - 20, y - 10, 20)
    canvas.disc(right - 3, y + 4, 7, holder)


def _track(canvas: Canvas, words: Wording, at: Mapping[str, Any], track: Track, x: float, y: float, w: float) -> None:
    levels = track.top + 1
    wide = w / levels
    for level in range(levels):
        left = x + level * wide
        marked = level in (track.vp_level, track.bonus_level)
        canvas.rect(left + 1, y, wide - 2, 42, "#f3e3b4" if marked else "#f1eadb", LINE, 4)
        canvas.text(left + 5, y + 10, str(level), 8, PALE)
        tokens: list[Token] = []
        if level == track.vp_level and track.vp:
            tokens = [Sign("vp", track.vp)]
        if level == track.bonus_level:
            tokens = [*tokens, *words.effects(track.bonus)]
        if tokens:
            canvas.run(left + 16, y + 11, tokens, 8.5, wide - 18, 1)
        here = [seat for seat, player in enumerate(at["players"]) if player["influence"][track.id] == level]
        for slot, seat in enumerate(here):
            canvas.cube(left + wide / 2 + (slot % 4 - len(here) / 2) * 13.5, y + 22, 13, seat)


def draw_group(
    canvas: Canvas,
    words: Wording,
    at: Mapping[str, Any],
    group: str,
    x: float,
    y: float,
    w: float,
    h: float,
    columns: int = 5,
) -> None:
    """A titled panel with the spaces of a group, in rows where there are many."""
    spaces = spaces_of(words.content, group)
    colour = ICON_COLOURS["spice_trade" if group in ("choam", "desert") else group]
    canvas.rect(x, y, w, h, PAPER, colour, 8, 2)
    canvas.text(x + 9, y + 16, GROUP_NAMES[group], 12, colour, True)
    rows = max(1, -(-len(spaces) // columns))
    per_row = -(-len(spaces) // rows) if spaces else 1
    wide, high = (w - GAP * (per_row + 1)) / per_row, (h - 24 - GAP * rows) / rows
    for number, space in enumerate(spaces):
        row, column = divmod(number, per_row)
        draw_space(canvas, words, at, space, x + GAP + column * (wide + GAP), y + 23 + row * (high + GAP), wide, high)


def draw_space(
    canvas: Canvas, words: Wording, at: Mapping[str, Any], space: Space, x: float, y: float, w: float, h: float
) -> None:
    """One space: cost, effects, agents, control and bonus spice."""
    colour = ICON_COLOURS[space.icon]
    canvas.rect(x, y, w, h, WHITE, colour, 5, 1.2)
    canvas.add(f'<path d="M{x:g} {y + 17:g}v-12q0-5 5-5h{w - 10:g}q5 0 5 5v12z" fill="{colour}"/>')
    canvas.text(x + 6, y + 12.5, space.name, 10.5, WHITE, True, width=w - (26 if space.combat else 10))
    if space.combat:
        canvas.icon("combat", x + w - 17, y + 2, 13)
    line = y + 33
    agents = agents_on(at, space.id)
    room = w - 12 - (14 + 13 * len(agents) if agents else 0)
    before = cost_tokens(words, space)
    if before:
        line = canvas.run(x + 6, line, before, 12, room, 2, "#8a2f12")
    if space.cost_options:
        _rates(canvas, words, space, x + 6, line, w - 12)
    tokens = _own_effects(words, space)
    canvas.run(x + 6, line, tokens, 12, room, max(1, int((y + h - line) / 17) + 1))
    _markers(canvas, words, at, space, x, y, w, h)
    for slot, seat in enumerate(agents):
        canvas.agent(x + w - 28 - 13 * (len(agents) - 1 - slot), y + h - 31, 27, seat)
    _closed(canvas, at, space, x, y, w, h)


def cost_tokens(words: Wording, space: Space) -> list[Token]:
    """What must hold and what is paid when an agent comes."""
    parts: list[list[Token]] = []
    if space.requires:
        parts.append(["needs", *words.condition(space.requires)])
    if space.cost:
        parts.append(["pay", *words.cost(space.cost)])
    return listed(parts, ",")


def _own_effects(words: Wording, space: Space) -> Sequence[Token]:
    # the step on the own track goes without saying: the panel is the faction's
    plain = tuple(
        one for one in space.effects if not (isinstance(one, Influence) and one.influence.faction == space.faction)
    )
    lead: list[Token] = (
        [Sign(f"influence.{space.faction}", 1)] if space.faction and len(plain) < len(space.effects) else []
    )
    return [*lead, *words.effects(plain)]


def _rates(canvas: Canvas, words: Wording, space: Space, x: float, y: float, w: float) -> None:
    """The prices of a space that has several, in two columns."""
    for number, one in enumerate(space.cost_options):
        row, column = divmod(number, 2)
        tokens = [*words.cost(one.cost), "→", *words.effects(one.effects)]
        canvas.run(x + column * (w + 4) / 2, y + row * 16, tokens, 9.5, w / 2, 1)


def agents_on(at: Mapping[str, Any], space: str) -> list[int]:
    """The seat of every agent on a space."""
    return [seat for seat, player in enumerate(at["players"]) for one in player["agents_on"] if one == space]


def _markers(
    canvas: Canvas, words: Wording, at: Mapping[str, Any], space: Space, x: float, y: float, w: float, h: float
) -> None:
    bottom = y + h - 6
    if space.maker_base is not None:
        bonus = at["bonus_spice"].get(space.id, 0)
        if bonus:
            canvas.rect(x + 5, y + h - 22, 62, 18, "#fbe3c4", "#b5651d", 6)
            canvas.text(x + 11, y + h - 9, f"+{bonus}", 11, INK, True)
            canvas.icon("spice", x + 44, y + h - 21, 16)
    if space.controllable and space.control_bonus:
        holder = at["control"].get(space.id)
        left = x + (80 if space.maker_base is not None else 8)
        canvas.flag(left, y + h - 24, holder)
        canvas.run(left + 22, bottom - 4, words.cost(space.control_bonus), 8.5, 40, 1, PALE)
    taken = {"high_council": "council_seat", "swordmaster": "swordmaster"}.get(space.id)
    if taken:
        seats = [seat for seat, player in enumerate(at["players"]) if player[taken]]
        for slot, seat in enumerate(seats):
            canvas.disc(x + 13 + 17 * slot, y + h - 12, 7, seat)
    if space.id == "mentat" and at["mentat"] is None:
        canvas.rect(x + 6, y + h - 21, 54, 16, "#8a7a60", INK, 7)
        canvas.text(x + 33, y + h - 9.5, "Mentat", 9, WHITE, True, "middle")


def _closed(canvas: Canvas, at: Mapping[str, Any], space: Space, x: float, y: float, w: float, h: float) -> None:
    for seat, player in enumerate(at["players"]):
        if player.get("closed_space") == space.id:
            canvas.rect(x, y, w, h, "none", ALERT, 5, 3)
            canvas.text(x + w - 6, y + 27, f"closed by {seat}", 9, ALERT, True, "end")
