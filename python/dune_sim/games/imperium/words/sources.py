"""Which card, space, leader or conflict a program comes from, by its printed name."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from dune_sim.games.imperium.tables.names import Names


class Sources:
    """The source of every item and of every instruction of one Tables record."""

    def __init__(self, names: Names, tables: Any) -> None:
        self.names, self.tables, content = names, tables, names.content
        listed = (content.leaders, content.spaces, content.intrigue, content.cards)
        self.titles: dict[str, str] = {one.id: one.name for table in listed for one in table}
        further = (content.skills, content.tech_tiles, content.navigation)
        self.titles |= {one.id: one.name for table in further for one in table}
        self.titles |= {"sardaukar_commander": "Sardaukar commander", "ixian_embassy": "Ixian Embassy"}
        self.starts = sorted(self._starts())
        self.firsts = [pc for pc, _ in self.starts]

    def item(self, number: int) -> str:
        """What an item comes from; an effect that waited for the reveal turn comes from what laid it down."""
        key = self.names.items[number]
        return self.titles.get(key.split(" ")[0], key)

    def at(self, pc: int) -> str:
        """What the instruction at ``pc`` comes from; empty for the game itself."""
        return self.starts[bisect_right(self.firsts, pc) - 1][1]

    def _starts(self) -> list[tuple[int, str]]:
        """Where each program begins, and its source."""
        t, content = self.tables, self.names.content
        found = [(0, ""), (int(t["place"]), "")]
        # boxes and programs are compiled one after the other, so each reaches to the begin of the next
        found += [(int(t["item"][k]["pc"]), self._title(key)) for k, key in enumerate(self.names.items) if key]
        for card in content.cards:
            found += [(int(t[key][card.number]), card.name) for key in ("acquire", "trashed")]
        for intrigue in content.intrigue:
            plays = [t[key][intrigue.number] for key in ("plot", "fight", "final")]
            found += [(min(int(one["guard"]), int(one["pc"])), intrigue.name) for one in plays]
        for conflict in content.conflicts:
            rewards = t["reward"][conflict.number]
            found += [(int(rewards[place]), f"{conflict.name}, reward {place + 1}") for place in range(3)]
        for leader in content.leaders:
            found.append((int(t["leader"][leader.number]["start"]), leader.ability_name))
        found += self._of_rivals()
        if "bloodlines" in t.dtype.names:
            found += self._module_starts()
        for f, faction in enumerate(self.names.factions):
            track, bonus = t["track"][f], f"{content.tracks.get(faction).name} bonus"
            found += [(int(track["bonus"]), bonus), (int(track["alliance"]), "")]
        return [(0, ""), *(one for one in found if one[0])]

    def _module_starts(self) -> list[tuple[int, str]]:
        """Programs of navigation cards, tiles and cards laid out."""
        t, content = self.tables, self.names.content
        found = [(int(t["course"][one.number]), one.name) for one in content.navigation]
        for tile in content.tech_tiles:
            found += [(int(t["tile"][tile.number][key]), tile.name) for key in ("acquire", "flip", "won")]
        found += [(int(t["opening"][card.number]), card.name) for card in content.cards]
        return found

    def _of_rivals(self) -> list[tuple[int, str]]:
        """Where programs of rivals begin: House Hagal cards, signet abilities and the rewards they may take."""
        t, content = self.tables, self.names.content
        if not self.names.hagal_slots:
            return []
        found = [(int(t["hagal"][card.number]["pc"]), card.name) for card in content.hagal_cards]
        found += [(int(t["rival_signet"][leader.number]), leader.signet_name) for leader in content.leaders]
        for conflict in content.conflicts:
            rewards = t["rival_reward"][conflict.number]
            found += [(int(rewards[place]), f"{conflict.name}, reward {place + 1}") for place in range(2)]
        return found

    def _title(self, key: str) -> str:
        """The printed name of an item's source, of a leader the ability."""
        one, kind = key.split(" ")[:2]
        if one in self.names.leaders and kind in ("signet", "ability"):
            leader = self.names.content.leaders.get(one)
            return leader.signet_name if kind == "signet" else leader.ability_name
        return self.titles.get(one, one)
