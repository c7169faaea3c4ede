"""What the content as a whole can do: which orders of effects can matter, and whether the records have room for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any

import numpy as np

from dune_sim.errors import ContentError
from dune_sim.games.imperium.content import effects as fx
from dune_sim.games.imperium.content.checks import effect_lists
from dune_sim.games.imperium.content.models import Card, ImperiumContent, IntrigueCard
from dune_sim.games.imperium.kernels import opcodes as op
from dune_sim.games.imperium.kernels.bloodlines import opcodes as blood
from dune_sim.games.imperium.kernels.hagal.opcodes import OP_RIVAL
from dune_sim.games.imperium.kernels.sizes import BOX_ITEMS
from dune_sim.games.imperium.kernels.stock import MOST_SCORED
from dune_sim.games.imperium.tables.code import Code

#: lists that are resolved outside of turns
OUTSIDE = ("combat", "endgame", "first", "second", "third", "hagal")
#: instructions that may go on at their first operand
JUMPS = (op.OP_OFFER, op.OP_TEST, op.OP_WHILE, op.OP_ON_REVEAL)


def own_effects(effects: fx.Effects) -> Iterator[fx.Effect]:
    """Every effect of a list that its player resolves, nested ones included; what opponents resolve is left out."""
    others = {
        id(inner)
        for effect in fx.walk(effects)
        for inner in fx.walk(getattr(effect, "opponents", ()) + getattr(effect, "one_opponent", ()))
    }
    return (effect for effect in fx.walk(effects) if id(effect) not in others)


def turn_effects(content: ImperiumContent) -> Iterator[fx.Effect]:
    """Every effect that a player may resolve in a turn of the own."""
    for _, _, place, effects in effect_lists(content):
        if place not in OUTSIDE:
            yield from own_effects(effects)


def supply_uses(content: ImperiumContent) -> tuple[bool, bool]:
    """Whether something in a turn takes troops from the own supply besides recruiting, or brings some back there."""
    found = list(turn_effects(content))
    spent = any(isinstance(one, fx.Deploy) and one.deploy.origin == "supply" for one in found)
    filled = any(isinstance(one, fx.Lose) or (isinstance(one, fx.Pay) and one.pay.troops_in_conflict) for one in found)
    return spent, filled


def top_room(content: ImperiumContent, layout: ModuleType) -> int:
    """Known top cards of all decks up to which a card may be put on top by choice.

    Beyond them there is a place for the look of each seat and for every card whose effect must put one on top.
    """
    forced = sum(
        card.copies
        for table in (content.cards, content.intrigue)
        for card in table
        if any(isinstance(one, fx.Acquire) and one.acquire.to == "deck_top" for one in card_effects(card))
    )
    room: int = layout.TOPS - layout.SEATS - forced
    if room < 1:
        raise ContentError(f"{forced} cards put another one on top of the deck; there is room for {forced + room - 1}")
    return room


def card_effects(card: Card | IntrigueCard) -> Iterator[fx.Effect]:
    """Every effect of a card."""
    for place in ("agent", "reveal", "acquire", "on_trash", "plot", "combat", "endgame"):
        yield from fx.walk(getattr(card, place, ()))


def box_items(box: Any) -> int:
    """Items a box can add to a turn."""
    return int(np.count_nonzero(box["items"])) + int(box["recruits"] > 0)


def check_items(t: Any, cards: Iterable[Card], laters: int, room: int, further: int = 0) -> None:
    """A turn must have room for all its items: those of one agent turn, or of every card revealed at once."""
    leaders = t["leader"]
    wakes = max(int(one["deployed"] > 0) for one in leaders)
    triggers = max(sum(int(one[key] > 0) for key in ("paid", "seated", "harvested", "deployed")) for one in leaders)
    options = max((box_items(one["box"]) for one in t["option"]), default=0)
    agent = max(box_items(one) for one in t["agent"]) + max(box_items(one["signet"]) for one in leaders)
    agent += max(box_items(one) for one in t["space"]) + options + triggers + 1 + (4 if further else 0)
    shown = sum(box_items(t["reveal"][card.number]) * card.copies for card in cards)
    shown += sum(box_items(t["later"][k]) for k in range(1, laters)) + wakes + further
    most = max(agent, shown)
    if most > room:
        raise ContentError(f"a turn can have {most} effects to be ordered; there is room for {room}")


def check_points(t: Any) -> None:
    """Points that begin a game or come from tracks and tokens must leave room for those of cards and conflicts."""
    tracks = sum(int(track["vp"]) + int(track["alliance_vp"]) for track in t["track"])
    most, room = int(t["start_vp"]) + tracks, 255 - MOST_SCORED
    if most > room:
        what = "start_vp, tracks and alliances"
        raise ContentError(f"{what} can give {most} points to one seat; there is room for {room}")


def check_senders(t: Any) -> None:
    """A seat can have two agents on a space but not three, so one card that sends agents anywhere is all there is."""
    senders = sum(int(word).bit_count() for word in t["send_any"])
    if senders > 1:
        raise ContentError(f"{senders} cards send agents to any space; there is room for 1")


class Depths:
    """How many programs can be pending at once, found by following every program."""

    def __init__(self, t: Any, code: Code) -> None:
        self.t, self.code = t, code.code
        self.seats: int = code.layout.SEATS
        self.known: dict[tuple[int, int], int] = {}
        self.open: list[tuple[int, int]] = []
        #: navigation cards that are being played one out of the other: the only one that can lead to another is single
        self.sailing = 0

    def most(self, pcs: Iterable[Any]) -> int:
        """The deepest of several programs, 0 for none."""
        return max((self.of(int(pc)) for pc in pcs if int(pc)), default=0)

    def of(self, pc: int) -> int:
        """Frames that the program at ``pc`` can need, its own included."""
        key = pc, self.sailing
        if key in self.open:
            raise ContentError("effects of the content can start each other without end")
        if key not in self.known:
            self.open.append(key)
            self.known[key] = 1 + max((self.started(*self.code[at]) for at in self.reached(pc)), default=0)
            self.open.pop()
        return self.known[key]

    def reached(self, pc: int) -> set[int]:
        """Every instruction a program can come to."""
        seen: set[int] = set()
        todo = [pc]
        while todo:
            at = todo.pop()
            if at in seen:
                continue
            seen.add(at)
            code, a, b, c = self.code[at]
            if code == op.OP_JUMP:
                todo.append(a)
            elif code == op.OP_CHOOSE:
                todo += [self.code[at + 1 + k][1] for k in range(a)] + [c]
            elif code != op.OP_END:
                todo += [at + 1, *([a] if code in JUMPS and a else []), *([b] if code == op.OP_TRASH and b else [])]
        return seen

    def started(self, code: int, a: int, b: int, c: int) -> int:
        """Frames that one instruction can put on top."""
        t = self.t
        if code == op.OP_OPPONENTS:
            return self.seats - 2 + self.of(a)
        if code == op.OP_ONE_OPPONENT:
            return self.of(a)
        if code == op.OP_PICK:
            return b - 1 + self.most(self.code[c + k][1] for k in range(a))
        if code in (op.OP_INFLUENCE, op.OP_INFLUENCE_ANY, blood.OP_INFLUENCE_OTHER):
            return self.stepped()
        if code == op.OP_MASTERSTROKE:
            return 1 + self.stepped()
        if code == op.OP_LOSE_INFLUENCE:
            return self.most(t["track"]["alliance"])
        if code in (op.OP_TRASH, op.OP_TRASH_SELF, op.OP_SNOOP, blood.OP_TRASH_DESIGN, blood.OP_TRASH_COST):
            return self.most(t["trashed"])
        if code in (op.OP_ACQUIRE, op.OP_ACQUIRE_CARD, blood.OP_ACQUIRE_ROW):
            return self.acquired()
        if code == blood.OP_HIRE:
            return self.most(self.module("blades"))
        if code == blood.OP_ACQUIRE_TECH:
            return self.most(self.tiles("acquire"))
        if code == blood.OP_SIGNET_NOW:
            given = {int(k) for k in t["leader"]["signet"]["items"].ravel()}
            return BOX_ITEMS - 1 + self.most(t["item"]["pc"][k] for k in given)
        return self.phase(code)

    def stepped(self) -> int:
        """A step of influence: the bonus of its track, and a navigation card on top."""
        if self.sailing == 2:
            return self.most(self.t["track"]["bonus"])
        self.sailing += 1
        sailed = self.most(self.module("course"))
        self.sailing -= 1
        return self.most(self.t["track"]["bonus"]) + sailed

    def module(self, field: str) -> Any:
        """Programs that only games with modules have."""
        return self.t[field].ravel() if field in self.t.dtype.names else ()

    def tiles(self, field: str) -> Any:
        return self.t["tile"][field] if "tile" in self.t.dtype.names else ()

    def rivals(self, field: str) -> Any:
        """Programs that only games with rivals have."""
        return self.t[field].ravel() if field in self.t.dtype.names else ()

    def acquired(self) -> int:
        """An acquired card: where it goes is asked on top of its acquire effect."""
        return max(1 + self.of(int(self.t["place"])), self.most(self.t["acquire"]))

    def phase(self, code: int) -> int:
        """What the game itself starts."""
        t = self.t
        plots = t["plot"]["pc"]
        return {
            op.OP_STARTS: lambda: self.most(t["leader"]["start"]),
            op.OP_TURN: lambda: max(self.most(plots), self.most(self.module("opening"))),
            op.OP_POOL: lambda: max(
                self.most(plots), self.most(t["item"]["pc"]), self.acquired(),
                self.most(self.tiles("flip")), self.most(self.module("blades")),
            ),
            op.OP_COMBAT: lambda: self.most(t["fight"]["pc"]),
            op.OP_VICTOR: lambda: self.most(t["fight"]["pc"]),
            op.OP_REWARDS: lambda: (
                self.most([*t["reward"].ravel(), *self.rivals("rival_reward")]) + self.most(self.tiles("won"))
            ),
            OP_RIVAL: lambda: self.most([*self.rivals("rival_signet"), *(one["pc"] for one in self.rivals("hagal"))]),
            op.OP_FINALE: lambda: self.most(t["final"]["pc"]),
        }.get(code, lambda: 0)()


def check_depth(t: Any, code: Code) -> None:
    """The stack must have room for every pending program."""
    depth = 1 + max(Depths(t, code).phase(one) for one, *_ in code.code)
    room = code.layout.FRAMES
    if depth > room:
        raise ContentError(f"{depth} effects of the content can be pending at once; there is room for {room}")

