"""Capacities: how much of each thing the records of Dune: Imperium have room for."""

from __future__ import annotations

SEATS = 4
FACTIONS = 4
SLOTS = 192
DESIGNS = 64
INTRIGUES = 64
CONFLICTS = 32
SPACES = 32
LEADERS = 16
ITEMS = 128
LATERS = 16
OPTIONS = 8
CODE_SIZE = 2048
FRAMES = 5
POOL = 29
TOPS = 15
LOST = 2
BOX_ITEMS = 4
COST_STEPS = 16
ICONS = 7
ICON_SETS = 128
BRANCHES = 8
COUNTS = 24
RUNS = 16
