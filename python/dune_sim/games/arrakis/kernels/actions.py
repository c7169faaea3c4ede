"""One flat space of action ids; the offer of a question is a bit set over it (bit id of ``State.offer``).

Ids 0 to 40 are those of a battle (legion.py). Areas start a word of their own so that an area set is offered with two
assignments.
"""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.legion import BATTLE_ACTIONS

ACT_DONE = BATTLE_ACTIONS  # 41: nothing more, refuse, pass
ACT_DO = 42  # the normal action of the die
ACT_DESERT_POWER = 43  # a turn of Desert Power
ACT_GUERRILLA = 44  # free action: reveal own deployment tokens
ACT_SCOUT = 45  # free action: spend an ornithopter to reveal an area
ACT_HAWAT = 46  # free action: discard 2 (46) or 3 (47) Hawat's Scheming
ACT_ATOMIC = 48  # free action: family atomics
ACT_ALL = 49  # the whole legion
ACT_OPTION = 50  # 50 to 53: a branch of "choose"; hold, raise, drop of a marker
ACT_SPLIT = 54  # 54 to 57: cards drawn from the first deck
ACT_YES = 58  # do what is offered
ACT_WORM = 59  # an ordinary sandworm figure; the Wild Maker is ACT_LEADER + 15
ACT_TOKENS = 60  # deployment tokens instead of units
ACT_PLAY = 61  # spend the die on a planning card
ACT_FACE = 64  # 64 to 68: leadership, strategy, deployment, mentat, house
ACT_CLASS = 69  # 69 to 72: standard, elite, special elite, generic leader
ACT_LEADER = 73  # 73 to 88: a named leader, the Wild Maker last
ACT_TOKEN = 89  # 89 to 104: a deployment token
ACT_ZONE = 105  # 105 to 112: an air zone
ACT_VEHICLE = 113  # 113 to 115: harvester, ornithopter, carryall
ACT_MARKER = 116  # 116 to 118: a prescience marker
ACT_IMPERIUM = 119  # 119 to 121: an Imperium marker
ACT_CARD = 128  # 128 to 199: planning cards, 36 of each faction
ACT_PRESCIENCE = 200  # 200 to 215: prescience cards
ACT_NUMBER = 216  # 216 to 231: a number from 0 to 15
ACT_AREA = 256  # 256 to 356: an area
ACTIONS = ACT_AREA + 101

AREA_WORD = ACT_AREA // 64
CLASS_GENERIC = 3
