"""A single War for Arrakis battle as a game: the smallest thing that uses every part of the engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from dune_sim.engines.memory import Records, as_dict, load
from dune_sim.errors import ScenarioError
from dune_sim.games.arrakis.battle.kernels.game import POLICY_PLAN, POLICY_RANDOM
from dune_sim.games.arrakis.battle.kernels.rows import ROW
from dune_sim.games.arrakis.battle.policy import read_plans
from dune_sim.games.arrakis.battle.question import LegionLike, PolicyLike, battle_facts, read_setup
from dune_sim.games.arrakis.battle.tables import SIDES, compile_battle, figure_names, named_leaders
from dune_sim.games.arrakis.content.models import ArrakisContent
from dune_sim.games.arrakis.kernels import battle as rules
from dune_sim.games.arrakis.kernels import legion as actions
from dune_sim.games.arrakis.tables.names import roll_words
from dune_sim.games.arrakis.words.phrases import GENERAL
from dune_sim.games.base import Game
from dune_sim.games.checks import Overlays, check_overlays, overlay_option
from dune_sim.games.compiled import Compiled
from dune_sim.games.state import State
from dune_sim.lang.declare import ActionSpace, RowColumns, Subjects
from dune_sim.lang.records import Record

#: the rulebook's own example
ATTACKER = "2 standard, 2 elite, 1 sardaukar, bashar, baron_harkonnen"
DEFENDER = "2 standard, 1 fedaykin, paul_muaddib"

REASONS = ("running", "eliminated", "ceased", "retreated")


class Names:
    """Names by number, and the words of each side for its special elites and generic leaders."""

    def __init__(self, facts: ArrakisContent, factions: Iterable[str]) -> None:
        self.figures = [figure_names(facts, faction) for faction in factions]
        self.leaders = [one.id for one in named_leaders(facts)]

    @property
    def subjects(self) -> Subjects:
        """Names by number of what actions and columns count."""
        return {
            "loss": ["standard", "elite", "special", "generic", *self.leaders],
            "roll": [roll_words(k // 4, k % 4) for k in range(actions.STRIP_CLASSES)],
            "seat": SIDES,
            "reason": REASONS,
        }


class BattleGame(Game):
    """One battle; seat 0 attacks, seat 1 defends.

    Policies are ``random`` and ``plan``, which follows ``policy`` (see docs/battle.md).
    """

    name: ClassVar[str] = "battle"
    space: ActionSpace = actions.SPACE
    row: RowColumns = ROW
    rules_version: ClassVar[int] = 1
    policies: ClassVar[Mapping[str, int]] = {"random": POLICY_RANDOM, "plan": POLICY_PLAN}
    bench_columns: ClassVar[tuple[str, ...]] = ("rounds",)
    mean_columns: ClassVar[tuple[str, ...]] = ("rounds", "decisions")
    begins_anew: ClassVar[bool] = False

    def __init__(
        self,
        attacker: LegionLike = ATTACKER,
        defender: LegionLike = DEFENDER,
        sietch_rank: int = 0,
        settlement_rank: int = 0,
        surprise: bool = False,
        attacker_cards: int = 0,
        defender_cards: int = 0,
        policy: PolicyLike = None,
        can_retreat: bool = True,
        content: Overlays = (),
        engine: str = "auto",
    ) -> None:
        overlays, cards = check_overlays(content), (attacker_cards, defender_cards)
        self.facts = battle_facts(overlays)
        self.setup, self.legions = read_setup(
            self.facts, (attacker, defender), sietch_rank, settlement_rank, surprise, cards, can_retreat
        )
        self.plans = read_plans(policy)
        spec = {
            "attacker": attacker, "defender": defender, "sietch_rank": sietch_rank, "settlement_rank": settlement_rank,
            "surprise": self.setup.surprise, "attacker_cards": attacker_cards, "defender_cards": defender_cards,
            "policy": policy, **({} if self.setup.can_retreat else {"can_retreat": False}), **overlay_option(overlays),
        }  # fmt: skip
        usual: tuple[Any, ...] = (0, False, None)
        kept = {key: value for key, value in spec.items() if value not in usual or key == "can_retreat"}
        super().__init__(kept, engine)
        self.num_players = 2
        self.seats = SIDES

    def compile(self) -> Compiled[Names]:
        setup = self.setup
        cards = (setup.cards["attacker"], setup.cards["defender"])
        tables = compile_battle(
            self.facts, *self.legions, setup.rank, setup.surprise, cards, self.plans, setup.can_retreat
        )
        return Compiled(tables, Names(self.facts, [one.faction for one in self.legions]))

    @property
    def names(self) -> Names:
        names: Names = self.compiled.names
        return names

    def describe_action(self, state: State, action: int) -> str:
        _, kind, number, _ = self.actions[action]
        if kind == "convert":
            return f"turn a special into {number // 4} hits and {number % 4} shields"
        if kind != "lose":
            return GENERAL[kind]
        figures = self.names.figures[max(0, state.to_move)]
        ranks = ("lose a standard unit", "an elite unit becomes a standard unit",
                 f"a {figures['special']} becomes a standard unit", f"lose a {figures['generic']}")  # fmt: skip
        return ranks[number] if number < len(ranks) else f"lose {self.names.leaders[number - len(ranks)]}"

    def result(self, state: State) -> tuple[int | None, list[int]]:
        winner = int(state.raw["battle"]["winner"][0])
        seat = {rules.WINNER_ATTACKER: 0, rules.WINNER_DEFENDER: 1}.get(winner)
        return seat, [int(seat == one) for one in range(2)]

    def dict_to_raw(self, data: Mapping[str, Any], raw: Records) -> None:
        fill_record(self.state_record, data, raw[0], "battle")

    def fault_text(self, number: int) -> str:
        told = {
            1: "the attacker has figures it did not start with",
            2: "the defender has figures it did not start with",
        }
        return told.get(number, "a winner and pending choices do not go together")

    def render_state(self, state: State) -> str:
        battle = as_dict(self.state_record, load(self.state_record, state.raw[0]))["battle"]
        place = f", {self.setup.holds} of rank {self.setup.rank}" if self.setup.holds else ""
        over = f": {REASONS[battle['reason']]}" if battle["winner"] else ""
        lines = [f"combat round {battle['round']}{place}{over}"]
        for who, side in enumerate(battle["sides"]):
            mark = ">" if not battle["winner"] and state.to_move == who else " "
            lines.append(f"{mark} {SIDES[who]:<9} {self._figures(side, who)}")
            if side["cards"] or side["suffer"]:
                lines.append(f"    {side['cards']} cards in hand, {side['suffer']} hits to take")
        return "\n".join(lines)

    def _figures(self, side: Mapping[str, int], who: int) -> str:
        words = {"standard": "standard", "elite": "elite", **self.names.figures[who]}
        rows = [(side[kind], name) for kind, name in words.items()]
        parts = [f"{many} {name}" for many, name in rows if many]
        parts += [name for bit, name in enumerate(self.names.leaders) if side["named"] >> bit & 1]
        return ", ".join(parts) or "nobody left"


def fill_record(record: Record, data: Mapping[str, Any], raw: Any, where: str) -> None:
    """Fill a record from the plain form that ``as_dict`` gives; fields left out stay 0."""
    for name, value in data.items():
        if name not in record:
            raise ScenarioError(
                f"{where} has no field {name!r}; there are {', '.join(one.name for one in record.fields)}"
            )
        one = record[name]
        try:
            if isinstance(one.type, Record):
                rows = value if one.shape else [value]
                cells = raw[name] if one.shape else [raw[name]]
                for cell, row in zip(cells, rows, strict=True):
                    fill_record(one.type, row, cell, f"{where}.{name}")
            else:
                raw[name] = value
        except (TypeError, ValueError, OverflowError, AttributeError) as error:
            if isinstance(error, ScenarioError):
                raise
            raise ScenarioError(f"{where}.{name} cannot be {value!r}") from error
