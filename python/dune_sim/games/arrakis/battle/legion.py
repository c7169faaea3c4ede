"""Legions as people write them: ``"4 standard, 1 sardaukar, bashar, baron_harkonnen"``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dune_sim.content.overlay import near
from dune_sim.errors import UsageError
from dune_sim.games.arrakis.battle.tables import Legion, faction_of, generic_leader
from dune_sim.games.arrakis.tables.names import FACTIONS

if TYPE_CHECKING:
    from dune_sim.games.arrakis.content.models import ArrakisContent

UNIT_KINDS = {"standard": "standard", "elite": "elite", "special_elite": "special"}


@dataclass(frozen=True)
class Word:
    """What a name means: a field of `Legion`, the id, and the faction it gives away."""

    kind: str
    id: str
    faction: str | None


@dataclass
class Draft:
    """A legion before its faction is settled; ``told`` holds a word for each faction that its figures name."""

    side: str
    counts: Counter[str] = field(default_factory=Counter)
    named: Counter[str] = field(default_factory=Counter)
    told: dict[str, str] = field(default_factory=dict)
    pool: int | None = None

    @property
    def faction(self) -> str | None:
        return next(iter(self.told), None)

    def add(self, word: Word, count: int) -> None:
        if word.kind == "sandworm":
            raise UsageError(f"{self.side}: {word.id} is a sandworm, which is never part of a legion")
        if word.faction:
            self.told.setdefault(word.faction, word.id)
        if word.kind == "named":
            self.named[word.id] += count
        else:
            self.counts[word.kind] += count


def vocabulary(content: ArrakisContent) -> dict[str, Word]:
    """Every name of a figure that can stand in a legion, in its plain form."""
    words = {name: Word(kind, name, None) for name, kind in UNIT_KINDS.items()}
    for figure in content.figures:
        if figure.kind in UNIT_KINDS:
            words[figure.id] = Word(UNIT_KINDS[figure.kind], figure.id, figure.faction)
            if figure.kind == "special_elite":
                words[plain(figure.name)] = Word("special", plain(figure.name), figure.faction)
    for leader in content.leaders:
        words[leader.id] = words[plain(leader.name)] = Word(leader.kind, leader.id, faction_of(content, leader))
    for alias in content.aliases:
        if alias.kind in ("unit", "leaders") and alias.means in words:
            words.setdefault(plain(alias.id), words[alias.means])
    return words


def plain(name: str) -> str:
    """A name without capitals, apostrophes and the difference between blank, hyphen and underscore."""
    return re.sub(r"[\s_-]+", "_", re.sub(r"['’`]", "", name.strip().lower()))


def draft_legion(content: ArrakisContent, side: str, given: object) -> Draft:
    """Read a legion given as text, as a mapping from names to counts, or as a `Legion`."""
    words = vocabulary(content)
    draft = Draft(side)
    entries: list[tuple[str, object]]
    if isinstance(given, str):
        entries = list(_text_entries(side, given, words))
    elif isinstance(given, Mapping):
        entries = list(_mapping_entries(side, given))
    elif isinstance(given, Legion):
        draft.told[_faction(side, given.faction)] = given.faction
        draft.pool = given.pool
        generic = generic_leader(content, given.faction).id
        rows = zip(("standard", "elite", "special_elite", generic), _numbers(given), strict=True)
        entries = [*((name, many) for name, many in rows if many), *((name, 1) for name in given.named)]
    else:
        raise UsageError(f"{side}: a legion is text or a mapping from names to counts, not {given!r}")
    for name, count in entries:
        draft.add(_find(side, name, words), _positive(side, name, count))
    _refuse_impossible(draft)
    return draft


def _faction(side: str, faction: str) -> str:
    if faction not in FACTIONS:
        raise UsageError(f"{side}: unknown faction {faction!r}; choose {' or '.join(FACTIONS)}")
    return faction


def _numbers(legion: Legion) -> tuple[int, ...]:
    return legion.standard, legion.elite, legion.special, legion.generic


def _text_entries(side: str, text: str, words: Mapping[str, Word]) -> Iterator[tuple[str, object]]:
    if not text.strip():
        raise UsageError(f'{side}: the legion is empty; write it like "3 standard, bashar"')
    for entry in text.split(","):
        parts = entry.split(maxsplit=1)
        if not parts:
            raise UsageError(f'{side}: "{text.strip()}" has a comma with nothing before or after it')
        first, rest = parts[0], parts[1] if len(parts) == 2 else ""
        if re.fullmatch(r"[+-]?[\d.]+", first) or (rest and not _known(entry, words) and _known(rest, words)):
            if not re.fullmatch(r"[+-]?\d{1,9}", first):
                raise UsageError(f'{side}: "{first}" in "{entry.strip()}" is not a whole number')
            if not rest:
                raise UsageError(f'{side}: "{first}" says how many but not what')
            yield rest, int(first)
        else:
            yield entry.strip(), 1


def _mapping_entries(side: str, given: Mapping[Any, Any]) -> Iterator[tuple[str, object]]:
    for name, count in given.items():
        if not isinstance(name, str):
            raise UsageError(f"{side}: {name!r} is not the name of a unit or leader")
        if name != "leaders":
            yield name, count
        elif isinstance(count, list | tuple) and all(isinstance(one, str) for one in count):
            yield from ((one, 1) for one in count)
        else:
            raise UsageError(f"{side}: leaders must be a list of names, not {count!r}")


def _known(name: str, words: Mapping[str, Word]) -> Word | None:
    """The word for a name, which may be in the plural or say "units"."""
    short = plain(name)
    for form in (short, re.sub(r"_units?$", "", short)):
        for candidate in (form, form.removesuffix("s")):
            if candidate in words:
                return words[candidate]
    return None


def _find(side: str, name: str, words: Mapping[str, Word]) -> Word:
    found = _known(name, words)
    if found is None:
        part = plain(name)
        holding = [one for one in words if part and part in one.split("_")]
        hint = near(part, words) or (f', did you mean "{holding[0]}"?' if holding else "")
        raise UsageError(f'{side}: unknown unit or leader "{name}"{hint}')
    return found


def _positive(side: str, name: str, count: object) -> int:
    if isinstance(count, bool) or not isinstance(count, int):
        raise UsageError(f'{side}: the count of "{name}" must be a whole number, not {count!r}')
    if count < 1:
        raise UsageError(f'{side}: the count of "{name}" must be at least 1, not {count}')
    return count


def _refuse_impossible(draft: Draft) -> None:
    if len(draft.told) > 1:
        both = " and ".join(f"{word} ({faction.title()})" for faction, word in draft.told.items())
        raise UsageError(f"{draft.side}: {both} cannot stand in one legion")
    units = sum(draft.counts[kind] for kind in UNIT_KINDS.values())
    if units == 0:
        alone = draft.named or draft.counts["generic"]
        raise UsageError(f"{draft.side}: {'leaders cannot fight without a unit' if alone else 'the legion is empty'}")


def settle(content: ArrakisContent, attacker: Draft, defender: Draft, holds: str | None) -> tuple[Legion, Legion]:
    """Give both legions their faction: told by figures, else by what the defender holds, else Harkonnen attacks."""
    if attacker.faction and attacker.faction == defender.faction:
        told = f"{attacker.told[attacker.faction]}, {defender.told[attacker.faction]}"
        raise UsageError(
            f"attacker and defender are both {attacker.faction.title()} ({told}); "
            "a battle is between Harkonnen and Atreides"
        )
    if attacker.faction:
        first = attacker.faction
    elif defender.faction:
        first = _other(defender.faction)
    else:
        first = _other(holds) if holds else "harkonnen"
    return _legion(content, attacker, first), _legion(content, defender, _other(first))


def _other(faction: str) -> str:
    return FACTIONS[1 - FACTIONS.index(faction)]


def _legion(content: ArrakisContent, draft: Draft, faction: str) -> Legion:
    for name, count in draft.named.items():
        if count > 1:
            title = content.leaders.get(name).name
            raise UsageError(f"{draft.side}: {count} times {name}, but there is only one {title}")
    units = sum(draft.counts[kind] for kind in UNIT_KINDS.values())
    limit = content.settings.get("area_unit_limit").value
    if units > limit:
        raise UsageError(f"{draft.side}: {units} units, but a legion holds at most {limit}")
    box = {UNIT_KINDS[one.kind]: one for one in content.figures if one.faction == faction and one.kind in UNIT_KINDS}
    for kind, figure in box.items():
        if draft.counts[kind] > figure.count:
            raise UsageError(f"{draft.side}: {draft.counts[kind]} {figure.id}, but the box holds {figure.count}")
    generic = generic_leader(content, faction)
    if draft.counts["generic"] > generic.figures:
        raise UsageError(f"{draft.side}: {draft.counts['generic']} {generic.id}, but the box holds {generic.figures}")
    order = content.leaders.ids
    named = tuple(sorted(draft.named, key=order.index))
    standard, elite, special, generics = (draft.counts[kind] for kind in ("standard", "elite", "special", "generic"))
    return Legion(faction, standard, elite, special, generics, named, draft.pool)
