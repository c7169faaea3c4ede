"""What is done to seats: a card given at the start, or one that may not be taken.

Both stand in the tables that the treated games are played with; only programs with players read them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from dune_sim.analysis.arms import Treatment
from dune_sim.analysis.change import Change
from dune_sim.engines.memory import Records
from dune_sim.errors import UsageError
from dune_sim.games.base import Game
from dune_sim.games.batch import Job
from dune_sim.lang.records import SetType


class UntreatedError(UsageError):
    """A card that cannot be given or denied in this game."""


#: sets of card slots that tell where a card comes from, not what it is
ORIGINS = ("own_start", "imperium", "reserve", "gift_intrigue")
#: kinds of actions that take or use a card
TAKING = {"imperium": ("buy", "intrigue"), "arrakis": ("prescience",)}
FACTIONS = 2


def treatment_for(game: Game, changes: Sequence[Change], turns: Sequence[Sequence[int]]) -> Treatment:
    """How the games of each turn are played."""
    made = [treated(game, changes, seats) for seats in turns]

    def treat(job: Job, turn: int) -> Job:
        from dataclasses import replace

        return replace(job, tables=made[turn])

    return treat


def treated(game: Game, changes: Sequence[Change], seats: Sequence[int]) -> Records:
    """The tables of a game in which some seats are given or denied cards."""
    tables = game.tables.copy()
    barred: list[int] = []
    for one in changes:
        if one.kind == "deny":
            barred += withhold(game, tables, one.what)
            continue
        for seat in seats:
            if game.name == "imperium":
                give(game, tables, one.what, seat)
            else:
                give_hand(game, tables, one.what)
    room = tables["barred"].shape[1]
    if len(barred) > room:
        raise UsageError(f"one experiment denies {room} cards and copies at most, and these are {len(barred)}")
    if barred:
        tables["barred"][0, : len(barred)] = [1 + action for action in barred]
        tables["barred_seats"] = sum(1 << seat for seat in seats)
    return tables


def withhold(game: Game, tables: Records, card: str) -> list[int]:
    """A planning card can be neither played nor spent; of other cards the actions that take them are barred."""
    if game.name == "arrakis":
        for who, listed in enumerate(game.names.cards):
            copies = [k for k, one in enumerate(listed) if one.split("#")[0] == card]
            if copies:
                tables["unplayable"][0, who] |= np.uint64(sum(1 << k for k in copies))
                return []
    return actions_of(game, card)


def actions_of(game: Game, card: str) -> list[int]:
    """Actions that take or use a card, all of its copies."""
    kinds = TAKING[game.name]
    found = [one.id for one in game.actions if one.kind in kinds and one.name.split("#")[0] == card]
    if not found:
        raise UntreatedError(f"--deny {card}: no action of this game takes it")
    return found


def owners(game: Game, changes: Sequence[Change], seats: Sequence[int] | None) -> list[int] | None:
    """Seats that the changes can be done to; of War for Arrakis the faction whose card it is."""
    if game.name != "arrakis":
        return None if seats is None else list(seats)
    names = game.names
    found = {0 if one.what in plain(names.cards[0]) else 1 for one in changes}
    if len(found) > 1:
        raise UsageError("the cards of one experiment must belong to one faction")
    if game.num_players != FACTIONS:
        raise UsageError("gifts and denials need the game of War for Arrakis for two")
    if seats is not None and set(seats) != found:
        raise UsageError(f"{changes[0].what} belongs to seat {found.pop()}, so no other seat can be treated")
    return sorted(found)


def plain(cards: Sequence[str]) -> set[str]:
    """Cards without the numbers of copies."""
    return {one.split("#")[0] for one in cards}


def give_hand(game: Game, tables: Records, card: str) -> None:
    """A planning card in hand, or a prescience card in the row, from the start."""
    for who, listed in enumerate(game.names.cards):
        if card in listed:
            tables["gift_hand"][0, who] |= np.uint64(1 << listed.index(card))
            return
    tables["gift_row"] |= np.uint16(1 << game.names.prescience.index(card))


def give(game: Game, tables: Records, card: str, seat: int) -> None:
    """One more copy of a card in the deck of a seat, or of an intrigue card in its hand."""
    t, layout = tables[0], game.program.layout
    names = game.names
    if card in names.designs:
        number, kind, design, size = names.designs.index(card), "cards", t["design"], layout.SLOTS
    else:
        number, kind, design, size = names.intrigues.index(card), "intrigues", t["intrigue_design"], layout.INTRIGUES
    held = members(t[kind])
    model = next((slot for slot in held if int(design[slot]) == number), None)
    if model is None:
        raise UntreatedError(f"--gift {card}: this game is played without the card")
    new = max(held) + 1
    if new >= size:
        raise UntreatedError(f"--gift {card}: there is no room for one more card")
    for field in game.program.records["Tables"].fields:
        if isinstance(field.type, SetType) and field.type.size == size and field.name not in ORIGINS:
            join(tables, field.name, field.type.words, model, new)
    tables[design_field(kind)][0, new] = number
    mine = "own_start" if kind == "cards" else "gift_intrigue"
    words = tables[mine][0].reshape(layout.SEATS, -1)
    words[seat, new // 64] |= np.uint64(1 << new % 64)


def design_field(kind: str) -> str:
    return "design" if kind == "cards" else "intrigue_design"


def members(words: NDArray[np.uint64]) -> list[int]:
    """Numbers in a set."""
    return [64 * at + k for at, word in enumerate(np.atleast_1d(words)) for k in bits(int(word))]


def bits(word: int) -> Iterator[int]:
    return (k for k in range(64) if word >> k & 1)


def join(tables: Records, name: str, words: int, model: int, new: int) -> None:
    """Whatever set holds one card holds its new copy as well."""
    sets = np.array(tables[name][0]).reshape(-1, words)
    there = (sets[:, model // 64] >> np.uint64(model % 64)) & np.uint64(1)
    sets[:, new // 64] |= there << np.uint64(new % 64)
    tables[name][0] = sets.reshape(tables[name][0].shape)
