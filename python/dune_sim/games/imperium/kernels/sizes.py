"""Capacities: how much of each thing the records of Dune: Imperium have room for.

The full edition has room for six seats, Rise of Ix, Immortality, Bloodlines and the boards of House Hagal together.
"""

from __future__ import annotations

from dune_sim.lang.editions import sized

SEATS = sized(lean=4, full=6)
#: whether there are rivals of House Hagal, and for how many of its cards there is room
RIVALS = sized(lean=0, full=1)
HAGALS = 64
#: whether there is Bloodlines, and its tech module; room for skills, navigation cards, tiles and stacks
BLOODLINES = sized(lean=0, full=1)
TECH = sized(lean=0, full=1)
SKILLS = 8
COURSES = 16
TECHS = 40
STACKS = 3
#: commanders in a game
COMMANDERS = 8
FACTIONS = 4
SLOTS = sized(lean=192, full=320)
DESIGNS = sized(lean=64, full=192)
INTRIGUES = sized(lean=64, full=128)
CONFLICTS = 32
SPACES = 32
LEADERS = sized(lean=16, full=32)
ITEMS = sized(lean=128, full=256)
LATERS = sized(lean=16, full=32)
OPTIONS = sized(lean=8, full=16)
CODE_SIZE = sized(lean=2048, full=8192)
FRAMES = sized(lean=5, full=16)
POOL = sized(lean=29, full=64)
TOPS = sized(lean=15, full=20)
LOST = 2
BOX_ITEMS = 4
COST_STEPS = 16
ICONS = 7
ICON_SETS = 128
BRANCHES = 8
COUNTS = 24
RUNS = 16
#: bits of a number that names a card slot, and of one that has a bit for each leader or for each later effect
SLOT_BITS = sized(lean=8, full=16)
LEADER_BITS = sized(lean=16, full=32)
