"""A position of Dune: Imperium for a terminal, at most 110 columns wide."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap
from typing import Any

from dune_sim.games.imperium.content.models import Card, ImperiumContent, Space
from dune_sim.games.imperium.pictures.bloodlines import board_lines, seat_lines
from dune_sim.games.imperium.pictures.board import GROUP_NAMES, agents_on, cost_tokens, group_of, spaces_of
from dune_sim.games.imperium.pictures.picture import headline
from dune_sim.games.imperium.pictures.players import hagal_zones, title_of
from dune_sim.games.imperium.words.effects import FACTION_NAMES, ICON_NAMES, Sign, Wording, spell

WIDTH = 110


def page(content: ImperiumContent, position: Mapping[str, Any], question: str = "") -> str:
    """The position (see `imperium_view.view`) as text."""
    words = Wording(content)
    parts = [
        [headline(content, position)],
        _tracks(content, position),
        _spaces(words, position),
        [fit(f"  {line}") for line in board_lines(content, position)] if "commanders_on" in position else [],
        _conflict(words, position),
        _row(words, position),
        *(_player(words, position, seat) for seat in range(len(position["players"]))),
        folded(question, 2),
    ]
    return "\n".join(line for part in parts for line in part)


def rule(title: str) -> str:
    """A heading."""
    return f"── {title} ".ljust(WIDTH, "─")


def _tracks(content: ImperiumContent, at: Mapping[str, Any]) -> list[str]:
    lines = [rule("influence (0 to 6; a point at 2, bonus and alliance at 4)")]
    for track in content.tracks:
        shown = "   ".join(f"seat {seat}: {one['influence'][track.id]}" for seat, one in enumerate(at["players"]))
        holder = at["alliances"].get(track.id)
        lines.append(f"  {track.name:<15}{shown}   alliance: {'free' if holder is None else f'seat {holder}'}")
    return lines


def _spaces(words: Wording, at: Mapping[str, Any]) -> list[str]:
    lines = [rule("board (× combat space)")]
    groups = dict.fromkeys(group_of(space) for space in words.content.spaces)
    for group in groups:
        name = GROUP_NAMES.get(group) or FACTION_NAMES[group]
        there = [one for one in spaces_of(words.content, group) if in_play(one, at)]
        for number, space in enumerate(there):
            lines.append(_space(words, at, space, name if number == 0 else ""))
    return lines


def in_play(space: Space, at: Mapping[str, Any]) -> bool:
    """Whether a space is there: one that a leader brings only with that leader."""
    return space.leader is None or any(one["leader"] == space.leader for one in at["players"])


def _space(words: Wording, at: Mapping[str, Any], space: Space, group: str) -> str:
    cost = spell(cost_tokens(words, space))
    marks = [f"agent {seat}" for seat in agents_on(at, space.id)]
    bonus = at["bonus_spice"].get(space.id, 0)
    marks += [f"+{bonus} spice"] if bonus else []
    marks += [f"control {at['control'][space.id]}"] if space.id in at["control"] else []
    marks += [f"closed by {seat}" for seat, one in enumerate(at["players"]) if one["closed_space"] == space.id]
    marks += ["Mentat here"] if space.id == "mentat" and at["mentat"] is None else []
    does = spell(words.space(space))
    if space.cost_options:
        does = does.replace(" spice → ", ":").replace(" solari", "") + " (spice:solari)"
    text = f"  {group:<14}{space.name:<19}{'×' if space.combat else ' '} {cost + ': ' if cost else ''}{does}"
    return fit(text, f" [{', '.join(marks)}]" if marks else "")


def fit(text: str, tail: str = "") -> str:
    """Cut a line to the width, never its tail."""
    room = WIDTH - len(tail)
    return (text if len(text) <= room else text[: room - 1] + "…") + tail


def _conflict(words: Wording, at: Mapping[str, Any]) -> list[str]:
    lines = [rule(f"conflict ({at['conflict_deck_size']} more to come)")]
    if at["conflict"] is not None:
        card = words.content.conflicts.get(at["conflict"])
        rewards = "   ".join(f"{place}. {words.text(reward)}" for place, reward in enumerate(card.rewards, 1))
        lines += folded(f"  {card.name} ({'I' * card.level})   {rewards}", 6)
    fighters = [
        f"seat {seat}: {spell([Sign('troops', one['conflict'])])} + {spell([Sign('swords', one['swords'])])}"
        f"{_further(one)} = {one['strength']}"
        for seat, one in enumerate(at["players"])
        if one["conflict"] or one["swords"] or one["strength"]
    ]
    lines.append(fit("  " + ("   ".join(fighters) or "nobody fights yet")))
    return lines


def _further(one: Mapping[str, Any]) -> str:
    """Commanders and agents that fight."""
    found = [(one.get("commanders", {}).get("conflict", 0), "commander"), (one.get("agents_in_conflict", 0), "agent")]
    return "".join(f" + {n} {name}{'s' if n > 1 else ''}" for n, name in found if n)


def _row(words: Wording, at: Mapping[str, Any]) -> list[str]:
    lines = [rule(f"Imperium row (deck {at['imperium_deck_size']})")]
    for name in at["row"]:
        lines += card_lines(words, words.content.cards.get(name)) if name else ["  (empty)"]
    piles = "   ".join(f"{words.card(name)} ×{n}" for name, n in at["reserve"].items())
    return [*lines, fit(f"  reserve: {piles}")]


def folded(text: str, indent: int) -> list[str]:
    """A long line folded, what follows indented."""
    return wrap(text, WIDTH, subsequent_indent=" " * indent, drop_whitespace=True, initial_indent="")


def card_lines(words: Wording, card: Card) -> list[str]:
    """A card with price, icons and boxes."""
    icons = ", ".join(ICON_NAMES[icon] for icon in card.icons)
    boxes = [("agent", card.agent), ("reveal", card.reveal), ("acquire", card.acquire), ("trashed", card.on_trash)]
    does = " | ".join(f"{label}: {words.text(effects)}" for label, effects in boxes if effects)
    price = "-" if card.cost is None else str(card.cost)
    return folded(f"  {price:>2}  {card.name:<24}{f'[{icons}] ' if icons else ''}{does}", 30)


def _player(words: Wording, at: Mapping[str, Any], seat: int) -> list[str]:
    one = at["players"][seat]
    leader = title_of(words, one) if one["rival"] or one["leader"] else "no leader yet"
    tags = [tag for tag, holds in _tags(at, seat) if holds]
    lines = [rule(f"seat {seat}: {leader}{' · ' + ' · '.join(tags) if tags else ''}")]
    stock = f"{one['vp']} VP   {one['solari']} solari   {one['spice']} spice   {one['water']} water"
    if one["vp"] is None:
        stock = "scores nothing"
    troops = f"garrison {one['garrison']}   supply {one['supply']}   conflict {one['conflict']}"
    persuasion = f"   {one['persuasion']} persuasion" if one["persuasion"] else ""
    lines.append(fit(f"  {stock}   agents {one['agents']}   {troops}{persuasion}"))
    lines += [fit(f"  {line}") for line in seat_lines(words.content, one)] if "commanders" in one else []
    lines += _zone("hand", one["hand"], words.content.cards)
    lines += _zone("in play", one["in_play"], words.content.cards)
    lines += _zone("intrigue", one["intrigue"], words.content.intrigue)
    lines += _zone("laid down", one["intrigue_laid"], words.content.intrigue)
    lines += _zone("set aside", {one["set_aside"]: 1} if one["set_aside"] else {}, words.content.cards)
    lines += _zone("discard", one["discard"], words.content.cards)
    lines += _zone("unseen", one.get("hand_or_deck", {}), words.content.cards)
    for label, cards in hagal_zones(at, seat):
        lines += _zone(label, cards, words.content.hagal_cards)
    return lines if one["rival"] else lines + _deck(words, one)


def _deck(words: Wording, one: Mapping[str, Any]) -> list[str]:
    """The own deck as far as its cards are known, though not their order."""
    deck, tops = sum(one["deck"].values()), one["deck_top"]
    top = f", from the top: {', '.join(words.card(name) for name in tops)}" if tops else ""
    known = {name: n for name, n in one["deck"].items() if name != "unknown"}
    return [fit(f"  deck       {deck} card{'' if deck == 1 else 's'}{top}"), *_zone("", known, words.content.cards)]


def _tags(at: Mapping[str, Any], seat: int) -> list[tuple[str, bool]]:
    one = at["players"][seat]
    secret = [FACTION_NAMES.get(name, name) for name in one["secret_factions"]]
    return [
        ("to move", at["to_move"] == seat),
        ("first player", at["first_player"] == seat),
        ("revealed", one["revealed"]),
        ("council seat", one["council_seat"]),
        ("third agent" if one["rival"] else "swordmaster", one["swordmaster"]),
        ("Mentat", at["mentat"] == seat),
        (f"secret: {', '.join(secret)}", bool(secret)),
    ]


def _zone(label: str, cards: Mapping[str, int], table: Any) -> list[str]:
    if not cards:
        return []
    names = [
        ("face down" if name == "unknown" else table.get(name).name) + (f" ×{n}" if n > 1 else "")
        for name, n in cards.items()
    ]
    lines = wrap("  ·  ".join(names), WIDTH - 13)
    return [f"  {label if k == 0 else '':<11}{line}" for k, line in enumerate(lines)]
