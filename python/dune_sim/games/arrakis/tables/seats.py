"""Who sits where: seats, boards, and what lies on them where two people share a faction."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Any

from dune_sim.errors import ContentError
from dune_sim.games.arrakis.options import ALLY, Mode
from dune_sim.games.arrakis.tables.names import FACES, FACTIONS, leader_numbers

if TYPE_CHECKING:
    from dune_sim.games.arrakis.content.models import ArrakisContent

#: planning cards that each of two who share a faction keeps at round end (ARR-TEAM-12)
MEMBER_LIMIT = 4


def fill_seats(content: ArrakisContent, t: Any, mode: Mode, layout: ModuleType) -> None:
    """Seats of the boards and what they play; shared factions get two boards."""
    for board in range(len(t["seat"])):
        # what an automated faction leaves open is for the first seat to choose (ARR-SOLO-02)
        led = mode.boards.index(board % ALLY) if board % ALLY in mode.boards else 0
        t["seat"][board] = mode.boards.index(board) if board in mode.boards else led
    played = [board % ALLY for board in mode.boards] + list(mode.automated)
    t["faction"] = [played[seat] if seat < len(played) else seat % ALLY for seat in range(layout.SEATS)]
    if layout.TEAMS == 0:
        return
    t["member_limit"], t["seated"] = MEMBER_LIMIT, len(played)
    t["board"][: len(mode.boards)] = mode.boards
    number = leader_numbers(content)
    for who, faction in enumerate(FACTIONS):
        t["shared"][who] = faction in mode.shared
        members = [one for one in content.subfactions if one.faction == faction]
        for k, member in enumerate(members):
            board = who + ALLY * k if faction in mode.shared else who
            for name, leader in number.items():
                if content.leaders.get(name).subfaction == member.id:
                    t["leader_board"][leader] = board
                    t["board_leaders"][board] |= 1 << leader
            if faction in mode.shared:
                t["slots"][board] = [getattr(member.team_slots, face) for face in FACES]
        if faction in mode.shared:
            _check_boards(t, who, faction)


def _check_boards(t: Any, who: int, faction: str) -> None:
    """Dice must find their place, and one result at most lies on both boards, or nobody could say how it is shared."""
    house, ally = (list(map(int, t["slots"][board])) for board in (who, who + ALLY))
    common = [face for k, face in enumerate(FACES) if house[k] and ally[k]]
    if len(common) > 1:
        raise ContentError(f"subfactions: {' and '.join(common)} lie on both boards of the {faction}; only one may")
    tokens = int(t["tokens_per_round"])
    half = (int(t["dice"][who]) + 1) // 2
    for k, board in enumerate((house, ally)):
        alone = sum(n for face, n in enumerate(board) if n and not (ally, house)[k][face])
        if sum(board) < max(half, alone) + tokens:
            raise ContentError(f"subfactions: a board of the {faction} has too few slots for {half} dice and a token")
