"""Requirements of prescience cards as programs: needs that are tested, deeds that are carried out, then the scoring."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dune_sim.errors import ContentError
from dune_sim.games.arrakis.kernels import card_opcodes as card_op
from dune_sim.games.arrakis.kernels import opcodes as op
from dune_sim.games.arrakis.kernels import places as p
from dune_sim.games.arrakis.tables.map import TERRAINS

if TYPE_CHECKING:
    from dune_sim.games.arrakis.tables.cards import Assembler


def write_vision(asm: Assembler, number: int, card: Any) -> None:
    """The program of one prescience card."""
    for need in card.requirement:
        NEEDS[need.need](asm, need)
    asm.emit(op.OP_SCORE, number)
    asm.emit(card_op.OP_BONUS_STEPS, number)
    asm.emit(op.OP_END)


def _land(asm: Assembler, need: Any, flags: int) -> int:
    if need.without_sietch:
        flags |= p.P_NO_SIETCH
    if getattr(need, "deep", False):
        flags |= p.P_DEEP
    return asm.keep(flags=flags, terrain=1 << TERRAINS.index(need.terrain))


def _leaders_in(asm: Assembler, need: Any) -> None:
    for who in need.who:
        asm.emit(card_op.NEED_LEADERS, asm.mask(who), _land(asm, need, 0))


def _leaders_together(asm: Assembler, need: Any) -> None:
    first = need.who[0]
    for other in need.who[1:] or (first,):
        asm.emit(card_op.NEED_TOGETHER, asm.mask(first), asm.mask(other), asm.keep(flags=p.P_SIETCH))


def _remove_own(asm: Assembler, need: Any) -> None:
    if need.enemy_within > 2:
        raise ContentError("remove_own: enemy_within must be 1 or 2")
    asm.emit(card_op.OP_DEED_REMOVE, need.units, need.or_tokens, need.enemy_within)


def _sandride(asm: Assembler, need: Any) -> None:
    if need.who != "paul":
        raise ContentError('sandride: who must be "paul"')
    asm.emit(card_op.NEED_COUNT, card_op.COUNT_RODE, 1)


def _battle_won(asm: Assembler, need: Any) -> None:
    if need.role != "defender":
        raise ContentError('battle_won: role must be "defender"')
    asm.emit(card_op.NEED_COUNT, card_op.COUNT_SIETCH_HELD, 1)


NEEDS: dict[str, Callable[[Assembler, Any], object]] = {
    "legions_in": lambda asm, need: asm.emit(card_op.NEED_LEGIONS, _land(asm, need, p.P_LEGION), need.min_areas),
    "leaders_in": _leaders_in,
    "leaders_together": _leaders_together,
    "reveal_sietch": lambda asm, need: asm.emit(card_op.OP_DEED_SIETCH, asm.mask(need.in_area_of)),
    "reveal_tokens": lambda asm, need: asm.emit(card_op.OP_DEED_TOKENS, asm.mask(need.in_area_of), need.n),
    "spend_action_die": lambda asm, need: asm.emit(card_op.OP_DEED_DIE, need.n),
    "discard_planning": lambda asm, need: asm.emit(card_op.OP_DEED_DISCARD, need.n),
    "to_own_tank": lambda asm, need: asm.emit(card_op.OP_DEED_TANK, asm.mask(need.who), int(need.no_enemy_in_sector)),
    "remove_own": _remove_own,
    "sandride": _sandride,
    "harvesters_destroyed": lambda asm, need: asm.emit(card_op.NEED_COUNT, card_op.COUNT_HARVESTERS, need.min),
    "sandworm_hits": lambda asm, need: asm.emit(card_op.NEED_COUNT, card_op.COUNT_WORM_HITS, need.min),
    "battle_won": _battle_won,
    "enemy_leaders_removed": lambda asm, need: asm.emit(card_op.NEED_FALLEN, need.named, need.or_generic),
}
