"""What the records of the full edition hold for shared factions; the lean edition has nothing of it.

A board is what lies before one person: 0 and 1 are the boards of the factions or, where they are shared, of their
Houses; 2 and 3 are those of the allies, bare unless the faction is shared.
"""

from __future__ import annotations

from typing import Any

from dune_sim.lang.editions import sized

SEATS = sized(lean=2, full=4)
TEAMS = sized(lean=0, full=1)  # several seats may play one faction
BOARDS = sized(lean=2, full=4)
ALLY = 2  # how much further the board of the ally is than that of the House
TEAM_LEADERS = 16

TEAM_TABLES: tuple[Any, ...] = (
    ("board_leaders", "u16", BOARDS, "leaders whose card lies on a board, one bit each"),
    ("leader_board", "u8", TEAM_LEADERS, "board on which a leader's card lies"),
    ("board", "u8", SEATS, "board before each seat"),
    ("shared", "u8", 2, "1 if two people play the faction"),
    ("seated", "u8", "seats, those that nobody plays included"),
    ("member_limit", "u8", "planning cards kept at round end by each of two who share a faction"),
) if TEAMS != 0 else ()

TEAM_STATE: tuple[Any, ...] = (
    ("taker", "u8", "board of who took the running turn for a shared faction, plus 1"),
    ("acting", "u8", "board of who carries out what is running in it, plus 1"),
) if TEAMS != 0 else ()
