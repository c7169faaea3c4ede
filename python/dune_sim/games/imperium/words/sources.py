"""Which card, space, leader or conflict a program comes from, by its printed name."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from dune_sim.games.imperium.kernels import opcodes as ops
from dune_sim.games.imperium.tables.build import names as numbered
from dune_sim.games.imperium.tables.names import Names

LATER = "later "


class Sources:
    """The source of every item and of every instruction of one Tables record."""

    def __init__(self, names: Names, tables: Any) -> None:
        self.names, self.tables, content = names, tables, names.content
        self.titles = {one.id: one.name for table in (content.leaders, content.spaces, content.cards) for one in table}
        self.named = numbered(content).items
        self.starts = sorted(self._starts())
        self.firsts = [pc for pc, _ in self.starts]

    def item(self, number: int) -> str:
        """What an item comes from; an effect that waited for the reveal turn comes from what laid it down."""
        name = self.named[number]
        if name.startswith(LATER):
            return self._waited(int(name.split(" ")[1]))
        return self.titles.get(name.split(" ")[0], name)

    def at(self, pc: int) -> str:
        """What the instruction at ``pc`` comes from; empty for the game itself."""
        return self.starts[bisect_right(self.firsts, pc) - 1][1]

    def _starts(self) -> list[tuple[int, str]]:
        """Where each program begins, and its source."""
        t, content = self.tables, self.names.content
        found = [(0, ""), (int(t["place"]), "")]
        # boxes and programs are compiled one after the other, so each reaches to the begin of the next
        found += [(int(t["item"][k]["pc"]), self._title(name)) for k, name in enumerate(self.named) if name]
        for d, design in enumerate(self.names.designs):
            found += [(int(t[key][d]), self.titles[design]) for key in ("acquire", "trashed")]
        for d, intrigue in enumerate(content.intrigue):
            plays = [t[key][d] for key in ("plot", "fight", "final")]
            found += [(min(int(one["guard"]), int(one["pc"])), intrigue.name) for one in plays]
        for k, conflict in enumerate(content.conflicts):
            found += [(int(t["reward"][k][place]), f"{conflict.name}, reward {place + 1}") for place in range(3)]
        for k, leader in enumerate(content.leaders):
            found.append((int(t["leader"][k]["start"]), leader.ability_name))
        for f, faction in enumerate(self.names.factions):
            track, bonus = t["track"][f], f"{content.tracks.get(faction).name} bonus"
            found += [(int(track["bonus"]), bonus), (int(track["alliance"]), "")]
        return [(0, ""), *(one for one in found if one[0])]

    def _title(self, name: str) -> str:
        """The printed name of an item's source, of a leader the ability."""
        if name.startswith(LATER):
            return name
        one, kind = name.split(" ")[:2]
        if one in self.names.leaders:
            leader = self.names.content.leaders.get(one)
            return leader.signet_name if kind == "signet" else leader.ability_name
        return self.titles.get(one, one)

    def _waited(self, later: int) -> str:
        """Which program put the effect off."""
        code = self.tables["code"]
        for d, intrigue in enumerate(self.names.content.intrigue):
            if int(self.tables["intrigue_later"][d]) == later:
                return intrigue.name
        for pc in range(len(code)):
            if int(code[pc]["code"]) == ops.OP_ON_REVEAL and int(code[pc]["b"]) == later:
                return self.at(pc)
        return ""

    def asking(self, pc: int) -> str:
        """What asks at ``pc``, looked up through what was put off until the reveal turn."""
        title = self.at(pc)
        return self._waited(int(title.split(" ")[1])) if title.startswith(LATER) else title
