"""The free action of a planning card, Hawat's Scheming, as table fields and a program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dune_sim.errors import ContentError
from dune_sim.games.arrakis.kernels import opcodes as op
from dune_sim.games.arrakis.kernels.layout import HARKONNEN

if TYPE_CHECKING:
    from dune_sim.games.arrakis.content.models import ArrakisContent
    from dune_sim.games.arrakis.tables.cards import Assembler


def compile_free_action(content: ArrakisContent, asm: Assembler, t: Any, listed: list[str]) -> None:
    """The free action of Hawat's Scheming: who must be in play, how many copies go, what they do (ARR-FREE-05)."""
    cards = [card for card in content.planning_cards if card.free_action is not None]
    if len(cards) > 1:
        raise ContentError(f"free_action: only one card can have one, not {' and '.join(card.id for card in cards)}")
    for card in cards:
        free = card.free_action
        if free is None or free.discard.card not in listed or free.requires.in_play is None:
            raise ContentError(f'free_action of "{card.id}": it must discard a Harkonnen card and require in_play')
        least, most = free.discard.min, free.discard.max
        if not least <= most <= least + 1:
            raise ContentError(f'free_action of "{card.id}": discard.max must be discard.min or one more')
        t["scheme_cards"] = sum(1 << k for k, name in enumerate(listed) if name == free.discard.card)
        t["schemer"], t["scheme_least"], t["scheme_most"] = asm.leader(free.requires.in_play), least, most
        t["pc_hawat"] = asm.emit(op.OP_HAWAT)
        asm.steps(free.effect, HARKONNEN)
        asm.emit(op.OP_WINDOW)
        asm.emit(op.OP_END)
