"""The board of the Imperium picture: the spaces by group, influence tracks, control, makers and agents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dune_sim.games.imperium.content.effects import Influence
from dune_sim.games.imperium.content.models import ImperiumContent, Space, Track
from dune_sim.games.imperium.pictures.canvas import Canvas, line_count
from dune_sim.games.imperium.pictures.icons import ALERT, ICON_COLOURS, INK, LINE, PALE, PAPER, WHITE
from dune_sim.games.imperium.words.effects import Sign, Token, Wording, listed

GAP = 8
#: height of an influence track
TRACK = 54
#: size of the words of a space
TYPE = 13.5
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
    each = (w - 3 * GAP) / 4
    for number, track in enumerate(words.content.tracks):
        left = x + number * (each + GAP)
        canvas.rect(left, y, each, h, PAPER, ICON_COLOURS[track.id], 8, 2)
        canvas.icon(f"influence.{track.id}", left + 7, y + 5, 21)
        canvas.text(left + 34, y + 21, track.name, 14.5, ICON_COLOURS[track.id], True)
        _alliance(canvas, at, track, left + each - 8, y + 15)
        spaces = spaces_of(words.content, track.id)
        wide = (each - 2 * GAP - (len(spaces) - 1) * GAP) / max(len(spaces), 1)
        for slot, space in enumerate(spaces):
            draw_space(canvas, words, at, space, left + GAP + slot * (wide + GAP), y + 31, wide, h - TRACK - 46)
        _track(canvas, words, at, track, left + GAP, y + h - TRACK - 8, each - 2 * GAP)


def _alliance(canvas: Canvas, at: Mapping[str, Any], track: Track, right: float, y: float) -> None:
    holder = at["alliances"].get(track.id)
    if holder is None:
        canvas.text(right, y + 5, f"alliance at {track.alliance_level}", 11.5, PALE, anchor="end")
        return
    canvas.text(right - 26, y + 5, "alliance", 12, INK, True, "end")
    canvas.disc(right - 10, y + 1, 10, holder)


def _track(canvas: Canvas, words: Wording, at: Mapping[str, Any], track: Track, x: float, y: float, w: float) -> None:
    levels = track.top + 1
    wide = w / levels
    for level in range(levels):
        left = x + level * wide
        marked = level in (track.vp_level, track.bonus_level)
        canvas.rect(left + 1, y, wide - 2, TRACK, "#f3e3b4" if marked else "#f1eadb", LINE, 4)
        canvas.text(left + 4, y + 13, str(level), 11, INK if marked else PALE, marked)
        tokens: list[Token] = []
        if level == track.vp_level and track.vp:
            tokens = [Sign("vp", track.vp)]
        if level == track.bonus_level:
            tokens = [*tokens, *words.effects(track.bonus)]
        if tokens:
            canvas.run(left + 14, y + 13.5, tokens, 11, wide - 13, 1)
        here = [seat for seat, player in enumerate(at["players"]) if player["influence"][track.id] == level]
        for slot, seat in enumerate(here):
            row, column = divmod(slot, 2)
            aside = -8 if len(here) == 1 else -17 + 17.5 * column
            canvas.cube(left + wide / 2 + aside, y + 18 + row * 17, 16, seat)


def draw_groups(
    canvas: Canvas,
    words: Wording,
    at: Mapping[str, Any],
    groups: Sequence[str],
    x: float,
    y: float,
    w: float,
    h: float,
) -> None:
    """Titled panels side by side, each as wide as its spaces ask."""
    held = [spaces_of(words.content, group) for group in groups]
    each = (w - (len(groups) - 1) * GAP) / max(1, sum(len(spaces) for spaces in held))
    for group, spaces in zip(groups, held, strict=True):
        wide = each * len(spaces)
        colour = ICON_COLOURS["spice_trade" if group in ("choam", "desert") else group]
        canvas.rect(x, y, wide, h, PAPER, colour, 8, 2)
        canvas.text(x + 9, y + 18, GROUP_NAMES[group], 14, colour, True)
        room = (wide - GAP) / max(1, len(spaces))
        for number, space in enumerate(spaces):
            draw_space(canvas, words, at, space, x + GAP + number * room, y + 26, room - GAP, h - 26 - GAP)
        x += wide + GAP


def draw_space(
    canvas: Canvas, words: Wording, at: Mapping[str, Any], space: Space, x: float, y: float, w: float, h: float
) -> None:
    """One space: cost, effects, agents, control and bonus spice."""
    colour = ICON_COLOURS[space.icon]
    canvas.rect(x, y, w, h, WHITE, colour, 5, 1.2)
    canvas.add(f'<path d="M{x:g} {y + 20:g}v-15q0-5 5-5h{w - 10:g}q5 0 5 5v15z" fill="{colour}"/>')
    canvas.text(x + 6, y + 15, space.name, 12.5, WHITE, True, width=w - (28 if space.combat else 10))
    if space.combat:
        canvas.icon("combat", x + w - 19, y + 3, 14)
    agents, line = agents_on(at, space.id), y + 38
    before, tokens = cost_tokens(words, space), _own_effects(words, space)
    if before:
        line = canvas.run(x + 6, line, before, TYPE, w - 12, 2, "#8a2f12")
    if space.cost_options:
        _rates(canvas, words, space, x + 6, line, w - 12)
    size = min((TYPE, TYPE - 1.5), key=lambda one: (line_count(tokens, one, w - 12), -one))
    # lines that reach down to the agents end before them
    low = line + (line_count(tokens, size, w - 12) - 1) * 1.45 * size > y + h - 30
    room = w - 12 - (16 + 13 * len(agents) if agents and low else 0)
    canvas.run(x + 6, line, tokens, size, room, max(1, int((y + h - line) / 19) + 1))
    _markers(canvas, words, at, space, x, y, w, h)
    for slot, seat in enumerate(agents):
        canvas.agent(x + w - 29 - 13 * (len(agents) - 1 - slot), y + h - 31, 28, seat)
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
    """The prices of a space that has several, one below the other."""
    for number, one in enumerate(space.cost_options):
        tokens = [*words.cost(one.cost), "→", *words.effects(one.effects)]
        canvas.run(x, y + number * 17.5, tokens, 12, w, 1)


def agents_on(at: Mapping[str, Any], space: str) -> list[int]:
    """The seat of every agent on a space."""
    return [seat for seat, player in enumerate(at["players"]) for one in player["agents_on"] if one == space]


def _markers(
    canvas: Canvas, words: Wording, at: Mapping[str, Any], space: Space, x: float, y: float, w: float, h: float
) -> None:
    if space.maker_base is not None:
        bonus = at["bonus_spice"].get(space.id, 0)
        if bonus:
            canvas.rect(x + 5, y + h - 24, 56, 20, "#fbe3c4", "#b5651d", 6)
            canvas.text(x + 12, y + h - 9, f"+{bonus}", 13, INK, True)
            canvas.icon("spice", x + 38, y + h - 23, 18)
    if space.controllable and space.control_bonus:
        holder = at["control"].get(space.id)
        left = x + (70 if space.maker_base is not None else 8)
        canvas.flag(left, y + h - 25, holder)
        canvas.run(left + 23, y + h - 10, words.cost(space.control_bonus), 12, 44, 1, PALE)
    taken = {"high_council": "council_seat", "swordmaster": "swordmaster"}.get(space.id)
    if taken:
        seats = [seat for seat, player in enumerate(at["players"]) if player[taken]]
        for slot, seat in enumerate(seats):
            canvas.disc(x + 15 + 20 * slot, y + h - 14, 9, seat)
    if space.id == "mentat" and at["mentat"] is None:
        canvas.rect(x + 6, y + h - 24, 64, 19, "#8a7a60", INK, 7)
        canvas.text(x + 38, y + h - 10, "Mentat", 12, WHITE, True, "middle")


def _closed(canvas: Canvas, at: Mapping[str, Any], space: Space, x: float, y: float, w: float, h: float) -> None:
    for seat, player in enumerate(at["players"]):
        if player.get("closed_space") == space.id:
            canvas.rect(x, y, w, h, "none", ALERT, 5, 3)
            canvas.text(x + w - 6, y + 34, f"closed by {seat}", 12, ALERT, True, "end")
