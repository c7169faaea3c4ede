"""Steps of actions, planning cards and leaders, and needs of prescience cards, as programs of the kernels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from dune_sim.errors import ContentError, naming
from dune_sim.games.arrakis.kernels import card_opcodes as card_op
from dune_sim.games.arrakis.kernels import opcodes as op
from dune_sim.games.arrakis.kernels.layout import MOVED_GROUPS
from dune_sim.games.arrakis.tables.code import write_options
from dune_sim.games.arrakis.tables.free_action import compile_free_action
from dune_sim.games.arrakis.tables.names import CLASSES, FACES, FACTIONS, card_list
from dune_sim.games.arrakis.tables.order import arranged, speaks_of_last
from dune_sim.games.arrakis.tables.places import PlaceBook
from dune_sim.games.arrakis.tables.visions import write_vision

if TYPE_CHECKING:
    from dune_sim.games.arrakis.content.models import ArrakisContent

VEHICLE_BITS = {"harvester": 1, "ornithopter": 2, "carryall": 4}
FACE_BITS = {"sword": 1, "shield": 2, "special": 4}
CHOSEN_BY = ("opponent", "self", "chance")
DEEDS = {
    "place": card_op.BAR_PLACE,
    "deploy": card_op.BAR_DEPLOY,
    "move_legion": card_op.BAR_MOVE,
    "attack_with_legion": card_op.BAR_ATTACK,
}
WORM_AREAS = 2
MOST_DRAWN = 3  # answers tell apart how many cards come from each deck


class Assembler(PlaceBook):
    """Writes programs: one instruction for each step, jumps for choices and tests."""

    def __init__(self, content: ArrakisContent) -> None:
        super().__init__(content)
        self.code: list[list[int]] = []
        self.faction = 0
        self.followed = False  # a later step speaks of the legion that this one touches

    def emit(self, code: int, a: int = 0, b: int = 0, c: int = 0) -> int:
        """Add an instruction and tell where it stands."""
        for value in (a, b, c):
            if not -32768 <= value <= 32767:
                raise ContentError(f"{value} is too large for an instruction")
        self.code.append([code, a, b, c, 0])
        return len(self.code) - 1

    def bind(self, pc: int) -> None:
        """The instruction may not be refused from the start: a refusal is offered elsewhere."""
        self.code[pc][4] = 1

    def patch(self, pc: int, a: int | None = None, b: int | None = None, c: int | None = None) -> None:
        """Set operands of an instruction written before."""
        for k, value in enumerate((a, b, c), start=1):
            if value is not None:
                self.code[pc][k] = value

    def steps(self, steps: Sequence[Any], faction: int) -> None:
        """Compile the steps of a card, leader or action for a faction."""
        self.faction = faction
        self.origin = None
        listed = arranged(steps)
        for k, one in enumerate(listed):
            self.followed = any(speaks_of_last(later) for later in listed[k + 1 :])
            STEPS[one.do](self, one)


def packed(step: Any) -> int:
    """Units of a step, four bits for each class."""
    return int(step.standard + (step.elite << 4) + (step.special_elite << 8))


def many(n: int | str) -> int:
    """A number, or as many as there are."""
    return card_op.ANY_NUMBER if isinstance(n, str) else n


# -- steps that die actions use too ---------------------------------------------------------------------------------


def _move(asm: Assembler, step: Any) -> None:
    if step.n > MOVED_GROUPS:
        raise ContentError(f"move_legions: n is {step.n}, but one step moves {MOVED_GROUPS} legions at most")
    place = asm.legion(step.legion, last=step.repeat_same)
    if step.repeat_same:
        if asm.code[-1][0] != op.OP_MOVE or asm.code[-1][1] != 1:
            raise ContentError("move_legions: repeat_same needs a move_legions step with n = 1 right before it")
        asm.patch(len(asm.code) - 1, c=asm.code[-1][3] | op.MOVE_KEEP)
    asm.emit(op.OP_MOVE, step.n, place, op.MOVE_REPEAT if step.repeat_same else 0)


def _attack(asm: Assembler, step: Any) -> None:
    flags = op.ATTACK_SURPRISE * step.surprise + op.ATTACK_FREE_CONTINUE * step.no_continue_cost
    cap = step.enemy_dice_cap_round_1 or 0
    asm.emit(op.OP_ATTACK, flags, asm.legion(step.legion), step.extra_dice_each_round + 16 * cap)


def _deploy(asm: Assembler, step: Any) -> None:
    place = asm.where(step.where)
    split = op.DEPLOY_SPLIT if step.split else 0
    if packed(step):
        asm.emit(op.OP_DEPLOY, packed(step), place, split)
    if step.tokens:
        asm.emit(op.OP_DEPLOY, step.tokens, place, split | op.DEPLOY_TOKENS | (op.DEPLOY_HERE if packed(step) else 0))
    if step.leader is not None:
        leaders, _ = asm.who(step.leader, asm.faction)
        asm.emit(op.OP_DEPLOY_LEADER, leaders, place, 0 if step.split else 1)


def _draw(asm: Assembler, step: Any) -> None:
    if step.n > MOST_DRAWN:
        raise ContentError(f"draw: n is {step.n}, but one step draws {MOST_DRAWN} cards at most")
    asm.emit(op.OP_DRAW, step.n, 0 if step.deck is None else asm.deck(step.deck, asm.faction) + 1)


# -- steps of cards -------------------------------------------------------------------------------------------------


def _if(asm: Assembler, step: Any) -> None:
    who = asm.faction
    test, argument = card_test(asm, step.test)
    jump = asm.emit(card_op.OP_IF, test, argument)
    asm.steps(step.then, who)
    end = asm.emit(op.OP_JUMP) if step.otherwise else None
    asm.patch(jump, c=len(asm.code))
    if end is not None:
        asm.steps(step.otherwise, who)
        asm.patch(end, a=len(asm.code))


def card_test(asm: Assembler, test: Any) -> tuple[int, int]:
    """What the text of a card asks, as a number and its argument."""
    if test.in_play is not None:
        return card_op.TEST_IN_PLAY, asm.leader(test.in_play)
    if test.removed_from_game is not None:
        return card_op.TEST_REMOVED, asm.leader(test.removed_from_game)
    if test.atomics_used is not None:
        return card_op.TEST_ATOMICS_USED, 0
    if test.prescience is not None:
        return card_op.TEST_PRESCIENCE, asm.marker(test.prescience.marker) + 4 * test.prescience.min
    if test.enemy_legion_within.areas != 2:
        raise ContentError("enemy_legion_within: areas must be 2")
    return card_op.TEST_ENEMY_NEAR, test.enemy_legion_within.areas


def _place_units(asm: Assembler, step: Any) -> None:
    if step.where.max_per_area not in (None, 1):
        raise ContentError("place_units: max_per_area must be 1")
    way = card_op.PLACE_EACH if step.each else 0
    if step.where.max_per_area is not None:
        way |= card_op.PLACE_SPREAD
    asm.emit(card_op.OP_PLACE_UNITS, packed(step), asm.spot(step.where), way)


def _place_leader(asm: Assembler, step: Any) -> None:
    leaders, generic = asm.who(step.who, asm.faction)
    flags = card_op.LEADER_GENERIC * generic + card_op.LEADER_STAYS * asm.followed
    asm.emit(card_op.OP_PLACE_LEADER, leaders, asm.spot(step.where), flags)


def _enter(asm: Assembler, step: Any) -> None:
    asm.emit(card_op.OP_ENTER_PLAY, asm.leader(step.leader), int(step.spent))


def _enter_and_remove(asm: Assembler, pair: Any) -> None:
    """The entry removes whom it replaces; a card may name another."""
    _enter(asm, pair.entry)
    leaves = asm.content.leaders.get(pair.entry.leader).replaces
    if leaves != pair.removal.leader:
        jump = asm.emit(card_op.OP_IF, card_op.TEST_IN_PLAY, asm.leader(pair.entry.leader))
        asm.emit(card_op.OP_REMOVE_LEADER, asm.leader(pair.removal.leader))
        asm.patch(jump, c=len(asm.code))


def _remove_vehicles(asm: Assembler, step: Any) -> None:
    kinds = sum(VEHICLE_BITS[kind] for kind in step.kinds)
    if step.where is not None and step.where.same_sector:
        kinds |= card_op.REMOVE_ONE_SECTOR
    asm.emit(card_op.OP_REMOVE_VEHICLES, step.n, asm.where(step.where), kinds)


def _special_attack(asm: Assembler, step: Any) -> None:
    faces = sum(FACE_BITS[face] for face in step.hits_on)
    if step.where.connected_to is not None:
        faces |= card_op.SHOT_FROM_ZONE
    asm.emit(card_op.OP_SPECIAL_ATTACK, step.dice, asm.where(step.where), faces)


def _remove_by_roll(asm: Assembler, step: Any) -> None:
    if step.where.sector_with != "own_legion":
        raise ContentError('remove_vehicles_by_roll: where needs sector_with = "own_legion"')
    asm.emit(card_op.OP_REMOVE_BY_ROLL, step.dice, sum(FACE_BITS[face] for face in step.removes_on))


def _restrict(asm: Assembler, step: Any) -> None:
    if step.leader != "paul":
        raise ContentError('restrict_opponent: leader must be "paul"')
    asm.emit(card_op.OP_RESTRICT, sum({DEEDS[one] for one in step.forbids}))


def _imperium(asm: Assembler, step: Any) -> None:
    if step.activate_ban:
        raise ContentError("imperium_marker: activate_ban must be false")
    for _ in range(step.n):
        asm.emit(card_op.OP_IMPERIUM, -step.by)


def _once(asm: Assembler, step: Any, code: int) -> None:
    if step.n != 1:
        raise ContentError(f"{step.do}: n must be 1")
    asm.emit(code)


#: writes one step; what it gives back is of no use
Writer = Callable[[Assembler, Any], object]

STEPS: dict[str, Writer] = {
    "move_legions": _move,
    "attack": _attack,
    "deploy": _deploy,
    "draw": _draw,
    "replace_units": lambda asm, step: asm.emit(
        op.OP_REPLACE, step.n, CLASSES.index(step.old), CLASSES.index(step.new)
    ),
    "place_vehicles": lambda asm, step: asm.emit(
        op.OP_VEHICLES, step.harvester + 16 * step.ornithopter, step.carryall, step.any
    ),
    "place_wormsigns": lambda asm, step: asm.emit(
        op.OP_WORMSIGNS, step.n, asm.sign_place() if step.where is None else asm.where(step.where)
    ),
    "sandworm_move": lambda asm, step: asm.emit(
        op.OP_WORM_MOVE, step.n, step.areas or WORM_AREAS, int(step.who is not None)
    ),
    "sandworm_attack": lambda asm, step: asm.emit(
        op.OP_WORM_ATTACK, step.n, step.range or WORM_AREAS, int(step.who is not None)
    ),
    "as_any_face": lambda asm, _: asm.emit(op.OP_AS_ANY_FACE),
    "choose": lambda asm, step: write_options(asm, step.options, asm.faction),
    "if": _if,
    "select": lambda asm, step: asm.emit(card_op.OP_SELECT, asm.where(step.where)),
    "place_units": _place_units,
    "place_leader": _place_leader,
    "enter_play": _enter,
    "enter_and_remove": _enter_and_remove,
    "remove_from_game": lambda asm, step: asm.emit(card_op.OP_REMOVE_LEADER, asm.leader(step.leader)),
    "relocate_legion": lambda asm, step: asm.emit(card_op.OP_RELOCATE, asm.where(step.start), asm.where(step.end)),
    "move_enemy_legion": lambda asm, step: asm.emit(card_op.OP_MOVE_ENEMY, asm.where(step.start), asm.where(step.end)),
    "move_sietch": lambda asm, step: asm.emit(card_op.OP_MOVE_SIETCH, asm.where(step.end), asm.where(None)),
    "swap_tokens": lambda asm, _: asm.emit(card_op.OP_SWAP_TOKENS),
    "reveal": lambda asm, step: asm.emit(
        card_op.OP_REVEAL, card_op.REVEAL_SIETCH * step.sietch + card_op.REVEAL_TOKENS * step.tokens
    ),
    "place_token": lambda asm, step: asm.emit(op.OP_DEPLOY, step.n, asm.where(step.where), op.DEPLOY_TOKENS),
    "to_tank": lambda asm, step: asm.emit(card_op.OP_TO_TANK, step.n, asm.where(step.where)),
    "play": lambda asm, step: [asm.emit(card_op.OP_PLAY) for _ in range(step.n)],
    "opponent_discards": lambda asm, step: asm.emit(card_op.OP_ENEMY_DISCARDS, step.n, CHOSEN_BY.index(step.chosen_by)),
    "opponent_loses_die": lambda asm, step: asm.emit(card_op.OP_LOSE_DIE, step.n, FACES.index(step.face)),
    "force_opponent_die": lambda asm, step: _once(asm, step, card_op.OP_FORCE_DIE),
    "restrict_opponent": _restrict,
    "bene_gesserit": lambda asm, step: asm.emit(card_op.OP_BENE_GESSERIT, step.n),
    "remove_vehicles": _remove_vehicles,
    "remove_vehicles_by_roll": _remove_by_roll,
    "discard_wormsigns": lambda asm, step: asm.emit(card_op.OP_DISCARD_SIGNS, many(step.n), asm.where(step.where)),
    "place_sandworm": lambda asm, step: asm.emit(
        card_op.OP_PLACE_WORM, step.n, asm.where(step.where), int(step.who is not None)
    ),
    "desert_power": lambda asm, step: [asm.emit(card_op.OP_DESERT_POWER) for _ in range(step.n)],
    "storm_roll": lambda asm, _: asm.emit(card_op.OP_STORM_NOW),
    "special_attack": _special_attack,
    "atomics": lambda asm, step: _once(asm, step, card_op.OP_ATOMICS_NOW),
    "draw_objective": lambda asm, step: asm.emit(card_op.OP_OBJECTIVE, step.n),
    "imperium_marker": _imperium,
    "prescience_shuffle_back": lambda asm, step: asm.emit(card_op.OP_PRESCIENCE_BACK, step.n),
    "prescience_replace": lambda asm, step: asm.emit(card_op.OP_PRESCIENCE_REPLACE, many(step.n)),
    "prescience_shift": lambda asm, step: asm.emit(card_op.OP_PRESCIENCE_SHIFT, many(step.n)),
    "prescience_bonus": lambda asm, step: asm.emit(card_op.OP_PRESCIENCE_BONUS, step.steps, asm.marker(step.marker)),
    "prescience_keep": lambda asm, _: asm.emit(card_op.OP_PRESCIENCE_KEEP),
}


# -- whole cards ----------------------------------------------------------------------------------------------------


def compile_cards(content: ArrakisContent, asm: Assembler, t: Any) -> None:
    """Programs of all planning cards, special actions and prescience cards."""
    for who, faction in enumerate(FACTIONS):
        written: dict[str, int] = {}
        for k, name in enumerate(card_list(content, faction)):
            if name not in written:
                written[name] = len(asm.code)
                with naming("planning_cards", name):
                    asm.steps(content.planning_cards.get(name).effect, who)
                asm.emit(op.OP_END)
            t["card_pc"][who][k] = written[name]
    compile_free_action(content, asm, t, card_list(content, FACTIONS[0]))
    for name, k in asm.leaders.items():
        leader = content.leaders.get(name)
        if leader.special:
            t["special_pc"][k] = len(asm.code)
            with naming("leaders", name):
                asm.steps(leader.special, FACTIONS.index(content.subfactions.get(leader.subfaction).faction))
            asm.emit(op.OP_END)
    for k, card in enumerate(content.prescience_cards):
        t["prescience_pc"][k] = len(asm.code)
        with naming("prescience_cards", card.id):
            write_vision(asm, k, card)
