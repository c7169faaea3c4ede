"""Effects of the Imperium content as instructions: conditions, programs, boxes and items."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from importlib import resources
from types import ModuleType

from dune_sim.errors import ContentError
from dune_sim.games.imperium.content import conditions as cond
from dune_sim.games.imperium.content import effects as fx
from dune_sim.games.imperium.content.vocabulary import FACTIONS, ICONS
from dune_sim.games.imperium.kernels import opcodes as op
from dune_sim.games.imperium.kernels.bloodlines import opcodes as blood
from dune_sim.games.imperium.tables.bloodlines.forms import SPECIAL_GUARDS, module_condition, module_costs

Instruction = tuple[int, int, int, int]
#: alternatives, each a list of conditions that must all hold; ``[[]]`` is always true
Guards = list[list[Instruction]]

ALWAYS: Guards = [[]]
#: number of the first item of a module: those before are of the base game
MODULE_ITEMS = 128
MODULE_CODES = {n for name, n in vars(blood).items() if name.startswith(("OP_", "IF_"))}


@dataclass
class Source:
    """Where a list of effects stands; decides how costs and "other" cards are read."""

    name: str
    factions: tuple[str, ...] = ()
    intrigue: bool = False
    reveal: bool = False
    later: int = 0
    reserve: bool = False
    #: the design of a card that is revealed, a skill, a tech tile: what trashes itself
    design: int = -1
    skill: int = -1
    tile: bool = False


def shipped_items(module: bool = False) -> list[str]:
    """The keys of all items that were ever shipped, by number; item 0 is none, and modules begin at 128."""
    found = ["", *_listed("base")]
    if module:
        found += [""] * (MODULE_ITEMS - len(found)) + _listed("bloodlines")
    return found


def _listed(folder: str) -> list[str]:
    file = resources.files("dune_sim") / "games" / "imperium" / "content" / folder / "items.txt"
    return [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


@dataclass
class Code:
    """The code under construction, with what effects refer to by number."""

    designs: dict[str, int]
    spaces: dict[str, int]
    controls: dict[str, int]
    #: the records of the edition, with its capacities
    layout: ModuleType
    #: whether a turn that may be passed must be
    passes: bool = False
    #: whether commanders are played, so that troops and commanders are asked for together
    module: bool = False
    code: list[Instruction] = field(default_factory=list)
    #: key of each item, by number: first those that were ever shipped
    item_keys: list[str] = field(default_factory=shipped_items)
    #: pc and marks of the items that there are
    items: dict[int, tuple[int, int]] = field(default_factory=dict)
    placed: Counter[str] = field(default_factory=Counter)
    #: lists that wait for the reveal turn, each with what it comes from; 0 is none
    later: list[tuple[str, fx.Effects]] = field(default_factory=lambda: [("", ())])

    def put(self, code: int, a: int = 0, b: int = 0, c: int = 0) -> int:
        self.code.append((code, a, b, c))
        return len(self.code) - 1

    def patch(self, at: int, a: int | None = None, b: int | None = None, c: int | None = None) -> None:
        old = self.code[at]
        self.code[at] = (old[0], old[1] if a is None else a, old[2] if b is None else b, old[3] if c is None else c)

    @property
    def here(self) -> int:
        return len(self.code)

    def add_item(self, source: Source, pc: int, kind: int) -> int:
        """A new item; its number.

        Its key is what it comes from and its place there. A known key keeps its number, a new one gets the next.
        """
        self.placed[source.name] += 1
        key = f"{source.name} {self.placed[source.name]}"
        if key not in self.item_keys:
            self.item_keys.append(key)
        number = self.item_keys.index(key)
        self.items[number] = (pc, kind)
        return number

    def guard(self, guards: Guards) -> int:
        """Write alternatives of conditions one after the other; how many instructions they take."""
        flat = flat_guards(guards)
        self.code.extend(flat)
        return len(flat)


def flat_guards(guards: Guards) -> list[Instruction]:
    if any(not one for one in guards):
        return []
    flat: list[Instruction] = []
    for one in guards:
        flat += [(op.ALTERNATIVE, 0, 0, 0)] if flat else []
        flat += one
    return flat


def both(left: Guards, right: Guards) -> Guards:
    """Both guards, as alternatives."""
    return [[*a, *b] for a in left for b in right]


def faction(name: str) -> int:
    return op.ANY_FACTION if name == "any" else FACTIONS.index(name)


def icon_mask(icons: tuple[str, ...]) -> int:
    return sum(1 << ICONS.index(icon) for icon in icons)


def zones(names: tuple[str, ...]) -> int:
    return sum({"hand": op.TRASH_HAND, "discard": op.TRASH_DISCARD, "in_play": op.TRASH_IN_PLAY}[one] for one in names)


def most(value: int | str) -> int:
    return 99 if value == "any" else int(value)


def condition(code: Code, source: Source, one: cond.Condition) -> Instruction:
    """A condition of the content as an instruction."""
    match one:
        case cond.HasInfluence(influence=i):
            return (op.IF_INFLUENCE, faction(i.faction), i.min, 0)
        case cond.HasAlliance(alliance=name):
            return (op.IF_ALLIANCE, faction(name), 0, 0)
        case cond.HasFremenBond():
            return in_play(source, "fremen", 1, True)
        case cond.HasInPlay(in_play=c):
            return in_play(source, c.faction, c.min, c.other)
        case cond.HasCouncilSeat():
            return (op.IF_COUNCIL, 0, 0, 0)
        case cond.WonConflict():
            return (op.IF_WON, 0, 0, 0)
        case cond.TurnIs(turn=turn):
            return (op.IF_TURN, 1 if turn == "reveal" else 0, 0, 0)
        case cond.AgentOn(agent_on=str(space)):
            return (op.IF_AGENT_ON, code.spaces[space], 0, 0)
        case cond.OwnsCards(cards_owned=c):
            return (op.IF_OWNED, code.designs[c.card], c.min, 0)
        case cond.OwnsMoreThanEachOpponent(more_cards_than_each_opponent=card):
            return (op.IF_MOST, code.designs[card], 0, 0)
        case cond.HasTracksAt(factions_with_influence=c):
            return (op.IF_TRACKS, c.min, c.n, 0)
    found = module_condition(one)
    if found is None:
        raise ContentError(f"{source.name}: no instruction for the condition {one!r}")
    return found


def in_play(source: Source, name: str, least: int, other: bool) -> Instruction:
    """A revealed card is surely in play itself; the card of an agent turn may have been trashed."""
    if other and source.reveal and name in source.factions:
        return (op.IF_IN_PLAY, faction(name), least + 1, 0)
    return (op.IF_IN_PLAY, faction(name), least, 1 if other else 0)


def cost_guards(cost: cond.Cost, source: Source | None = None) -> Guards:
    """When a cost can be paid."""
    found: list[Instruction] = module_costs(cost, source is not None and source.intrigue)
    if cost.spice or cost.solari or cost.water:
        found.append((op.IF_RESOURCES, cost.spice, cost.solari, cost.water))
    if cost.influence:
        found.append((op.IF_ANY_INFLUENCE, faction(cost.influence.faction), cost.influence.n, 0))
    if cost.trash and not cost.trash.min_cost:
        found.append((op.IF_TRASHABLE, zones(cost.trash.zones), 0, 0))
    if cost.trash_self and source is not None and source.design >= 0:
        found.append((blood.IF_DESIGN_IN_PLAY, source.design, 0, 0))
    elif cost.trash_self and (source is None or source.skill < 0):
        found.append((op.IF_CARD_IN_PLAY, 0, 0, 0))
    if cost.troops_in_conflict:
        found.append((op.IF_CONFLICT_TROOPS, cost.troops_in_conflict, 0, 0))
    return [found]


def guards_of(code: Code, source: Source, effects: fx.Effects) -> Guards:
    """When a list is possible: for branches, offers and intrigue cards (IMP-FAQ-28)."""
    tests = [effect for effect in effects if isinstance(effect, fx.If)]
    if tests and len(tests) == len(effects):  # parts of their own: one that holds is enough
        return [
            one
            for test in tests
            for one in both([[condition(code, source, test.condition)]], guards_of(code, source, test.then))
        ]
    found = ALWAYS
    for effect in effects:
        if not isinstance(effect, fx.If):
            found = both(found, guard_of(code, source, effect))
    return found


def guard_of(code: Code, source: Source, effect: fx.Effect) -> Guards:
    match effect:
        case fx.Pay():
            return both(cost_guards(effect.pay, source), guards_of(code, source, effect.then))
        case fx.Choose(choose=branches):
            return [one for branch in branches for one in guards_of(code, source, branch)]
        case fx.Influence(influence=i) if i.where == "behind_opponent":
            return [[(op.IF_BEHIND, 0, 0, 0)]]
        case fx.Influence(influence=i) if i.where == "other_than_trigger_with_2":
            return [[(blood.IF_OTHER_TRACK, 0, 0, 0)]]
        case fx.SpecialEffect(special=key) if key in SPECIAL_GUARDS:
            return [[SPECIAL_GUARDS[key]]]
        case fx.Acquire(acquire=a) if a.origin == "row":
            return [[(blood.IF_ROW, 0, 0, 0)]]
        case fx.Trash(trash=c) if code.module and source.intrigue and not c.optional:
            return [[(op.IF_TRASHABLE, zones(c.zones), 0, 0)]]
        case fx.OneOpponent():
            return [[(op.IF_ENEMY_IN_CONFLICT, 0, 0, 0)]]
        case fx.Mentat(mentat="this_round"):
            return [[(op.IF_MENTAT_HOME, 0, 0, 0)]]
        case fx.RecallAgent():
            return [[(op.IF_AGENT_OUT, 0, 0, 0)]]
        case fx.SpecialEffect(special="look_top_draw_or_trash"):
            return [[(op.IF_DECK, 0, 0, 0)]]
        case fx.Acquire(acquire=a):
            return [[(op.IF_ACQUIRABLE, a.max_cost, 0, 0)]]
        case fx.TakeFromDiscard(take_from_discard=d):
            return [[(op.IF_DISCARDED, faction(d.faction), 0, 0)]]
        case fx.Discard():
            return [[(op.IF_HAND, 0, 0, 0)]]
        case fx.Lose(lose=loss):
            places = {"garrison": op.IF_GARRISON_TROOPS, "conflict": op.IF_CONFLICT_TROOPS}
            return [[(places[one], 1, 0, 0)] for one in loss.places]
    return ALWAYS


def check_sizes(code: Code) -> None:
    """The records have room for so much; more needs a larger layout. What a module does needs the module."""
    if not code.module and any(one[0] in MODULE_CODES for one in code.code):
        raise ContentError("the content uses effects of Bloodlines, which are there only with the module bloodlines")
    limits = (
        ("instructions", code.here, code.layout.CODE_SIZE),
        ("effects to be ordered", len(code.item_keys) - 1, code.layout.ITEMS - 1),
        ("effects that wait for the reveal turn", len(code.later), code.layout.LATERS),
    )
    for what, have, room in limits:
        if have > room:
            raise ContentError(f"the content has {have} {what}; there is room for {room}")
