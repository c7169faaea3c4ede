"""Named leaders and the Wild Maker, from a readable scenario to the record of the kernels."""

from __future__ import annotations

from dune_sim.errors import ScenarioError
from dune_sim.games.arrakis.kernels import opcodes
from dune_sim.games.arrakis.options import ALLY
from dune_sim.games.arrakis.scenarios.load_map import MapBuilder
from dune_sim.games.arrakis.tables.names import ATREIDES_LEADERS, FACTIONS, GENERIC, WILD

PLACES = {
    "out": opcodes.AT_OUT,
    "aside": opcodes.AT_ASIDE,
    "tank": opcodes.AT_TANK,
    "later": opcodes.AT_LATER,
    "gone": opcodes.AT_GONE,
}


class LeaderBuilder(MapBuilder):
    """Puts leaders on the map, in the tanks and off the map."""

    def build_leaders(self) -> None:
        seen: dict[int, str] = {}
        for area, held in self.areas.items():
            for who, legion in enumerate((held.harkonnen, held.atreides)):
                for word in legion.leaders if legion is not None else ():
                    k = self._leader(word, who)
                    self._once(seen, k, f"in {self.names.areas[area]}")
                    self.state["leader_at"][k] = area
            if held.sandworm == "wild":
                self._once(seen, WILD, f"in {self.names.areas[area]}")
                self.state["wild_at"] = area
        for board, name in self.names.boards:
            self._tank(board, getattr(self.shape.tank, name), seen)
        self._off_map(seen)
        self._untold(seen)
        self._check_forms()
        self._exhausted()

    def _leader(self, word: str, who: int) -> int:
        if self.names.aliases.get(word, word) in GENERIC:
            raise ScenarioError(f"{word} is a generic leader: give their number as {GENERIC[who]!r}: 1")
        k = self.names.find(self.names.leaders, word, "leader")
        if k == WILD:
            raise ScenarioError('the Wild Maker stands on the map as "sandworm": "wild"')
        if (k >= ATREIDES_LEADERS) != (who == 1):
            raise ScenarioError(f"{word} does not belong to the {FACTIONS[who]}")
        return k

    def _once(self, seen: dict[int, str], leader: int, place: str) -> None:
        if leader in seen:
            name = "the Wild Maker" if leader == WILD else self.names.leaders[leader]
            raise ScenarioError(f"{name} is there twice: {seen[leader]} and {place}")
        seen[leader] = place

    def _tank(self, board: int, words: tuple[str | None, ...], seen: dict[int, str]) -> None:
        who = board % ALLY
        spaces = self.content.faction_boards.get(FACTIONS[who]).tank_spaces
        if len(words) > spaces:
            raise ScenarioError(f"the {FACTIONS[who]} tank has {spaces} spaces, not {len(words)}")
        for space, word in enumerate(words):
            if word is not None:
                k = self._leader(word, who)
                self._once(seen, k, "in the tank")
                self.state["leader_at"][k] = opcodes.AT_TANK
                self.state["tank"][board][space] = k + 1

    def _off_map(self, seen: dict[int, str]) -> None:
        for word, place in self.shape.leaders.items():
            k = self.names.find(self.names.leaders, word, "leader")
            if k == WILD and place not in ("out", "aside"):
                raise ScenarioError(f"{word} cannot be {place!r}: the Wild Maker is out, aside or on the map")
            if place == "tank" and seen.get(k) == "in the tank":
                continue
            self._once(seen, k, f"as {place}")
            if place == "tank":
                raise ScenarioError(f"{word} is in the tank, but no space of it holds {word}: name it under tank")
            self.state["leader_at"][k] = PLACES[place]

    def _untold(self, seen: dict[int, str]) -> None:
        """Leaders that nothing is said of: those of the start are aside, unless they have grown into another one.

        The Wild Maker on the map counts as aside among the leaders: his card is in play.
        """
        at = self.state["leader_at"]
        if WILD not in seen:
            at[WILD] = opcodes.AT_OUT
        if seen.get(WILD, "as").startswith("as"):
            self.state["wild_at"] = at[WILD]
        else:
            at[WILD] = opcodes.AT_ASIDE
        grown = {young for young, old in self._forms() if old in seen and self._in_play(old)}
        for k, leader in enumerate(self.names.named):
            if k not in seen:
                usual = opcodes.AT_ASIDE if leader.starts_in_play else opcodes.AT_OUT
                at[k] = opcodes.AT_GONE if k in grown else usual

    def _forms(self) -> list[tuple[int, int]]:
        """Leaders who are one person, the young form first: Paul, Jessica."""
        number = {leader.id: k for k, leader in enumerate(self.names.named)}
        people = [set(group.members) for group in self.content.leader_groups]
        return [
            (number[one.replaces], number[one.id])
            for one in self.names.named
            if any({one.id, one.replaces} <= members for members in people)
        ]

    def _in_play(self, leader: int) -> bool:
        return self.state["leader_at"][leader] not in (opcodes.AT_OUT, opcodes.AT_GONE)

    def _check_forms(self) -> None:
        for pair in self._forms():
            if all(self._in_play(one) for one in pair):
                young, old = (self.names.leaders[one] for one in pair)
                raise ScenarioError(
                    f"{young} and {old} are both in play, but they are one person; {young} must be gone"
                )

    def _exhausted(self) -> None:
        self.state["spent"] = self.mask(self.names.leaders, self.shape.exhausted, "exhausted leader")
        for k, leader in enumerate(self.names.leaders):
            if int(self.state["spent"]) >> k & 1 and not self._in_play(k):
                place = "out" if self.state["leader_at"][k] == opcodes.AT_OUT else "gone"
                raise ScenarioError(f"{leader} is exhausted, but {place}: only cards of leaders in play are exhausted")
