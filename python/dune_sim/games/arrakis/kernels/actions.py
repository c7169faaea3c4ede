"""One flat space of action ids; the offer of a question is a bit set over it (bit id of ``State.offer``).

The first are those of a battle. Areas start a word of their own so that an area set is offered with two assignments.
"""

from __future__ import annotations

from dune_sim.games.arrakis.kernels import legion
from dune_sim.lang.declare import ActionSpace
from dune_sim.lang.editions import sized

SPACE = ActionSpace(legion.SPACE.ranges)
ACT_DONE = SPACE.one("done", "nothing more, no, pass")
ACT_DO = SPACE.one("do", "the normal action of the die")
ACT_DESERT_POWER = SPACE.one("desert_power", "a turn of Desert Power")
ACT_GUERRILLA = SPACE.one("guerrilla", "free action: guerrilla training, reveal own deployment tokens")
ACT_SCOUT = SPACE.one("scout", "free action: scouting, spend an ornithopter to reveal an area")
ACT_HAWAT = SPACE.range("hawat", 2, "free action: discard so many Hawat's Scheming", "scheme")
ACT_ATOMIC = SPACE.one("atomic", "free action: family atomics")
ACT_ALL = SPACE.one("all", "the whole legion")
ACT_OPTION = SPACE.range("option", 4, "an option of a choice; hold, raise or drop a marker", "")
ACT_SPLIT = SPACE.range("split", 4, "so many cards from the first deck, the rest from the second", "")
ACT_YES = SPACE.one("yes", "yes, do what is offered")
ACT_WORM = SPACE.one("worm", "an ordinary sandworm figure; the Wild Maker is a leader")
ACT_TOKENS = SPACE.one("tokens", "deployment tokens instead of units")
ACT_PLAY = SPACE.one("play", "spend the die on a planning card")
ACT_FACE = SPACE.range("face", 5, "a die result", align=64)
ACT_CLASS = SPACE.range("class", 4, "a class of figures")
ACT_LEADER = SPACE.range("leader", 16, "a named leader, the Wild Maker last")
ACT_TOKEN = SPACE.range("token", 16, "a deployment token of the Atreides")
ACT_ZONE = SPACE.range("zone", 8, "an air zone")
ACT_VEHICLE = SPACE.range("vehicle", 3, "a vehicle")
ACT_MARKER = SPACE.range("marker", 3, "a prescience marker")
ACT_IMPERIUM = SPACE.range("imperium", 3, "an Imperium marker")
ACT_CARD = SPACE.range("card", 72, "a planning card, 36 of each faction", align=64)
ACT_PRESCIENCE = SPACE.range("prescience", 16, "a prescience card")
ACT_NUMBER = SPACE.range("number", 16, "a number; a sector, the first of which is 0", "")
ACT_AREA = SPACE.range("area", 101, "an area", align=64)
#: the four who may share factions: both Houses, then their allies
MEMBERS = sized(lean=0, full=4)
ACT_MEMBER = SPACE.range("member", MEMBERS, "in teams alone: who takes the turn, or does it instead")
ACTIONS = SPACE.size

AREA_WORD = ACT_AREA // 64
CLASS_GENERIC = 3
