"""Instructions of planning cards, special actions and prescience cards; operands are written as (a; b; c).

``place`` is an index into ``Tables.places``, ``leaders`` a set of named leaders, one bit each. Register c of a program
is the area it touched last, plus 1.
"""

from __future__ import annotations

# figures
OP_SELECT = 80  # (place): name the area that the next instructions speak of
OP_PLACE_UNITS = 81  # (packed units; place; PLACE_*)
OP_PLACE_LEADER = 82  # (leaders; place; LEADER_*)
OP_TO_TANK = 83  # (number; place): enemy leaders
OP_RELOCATE = 84  # (place of the legion; place of its goal)
OP_MOVE_ENEMY = 85  # (place of the legion; place of its goal)
OP_MOVE_SIETCH = 86  # (place of its goal; any place)
OP_SWAP_TOKENS = 87
OP_REVEAL = 88  # (REVEAL_*)
# desert and vehicles
OP_REMOVE_VEHICLES = 89  # (number; place; kinds + REMOVE_*)
OP_REMOVE_BY_ROLL = 90  # (dice; faces)
OP_DISCARD_SIGNS = 91  # (number; place)
OP_PLACE_WORM = 92  # (place; 1 for the Wild Maker)
OP_DESERT_POWER = 93
OP_STORM_NOW = 94
OP_SPECIAL_ATTACK = 95  # (dice; place; faces + SHOT_*)
OP_ATOMICS_NOW = 96
# cards, dice and the rest
OP_ENTER_PLAY = 97  # (leader; 1 if its card is exhausted)
OP_REMOVE_LEADER = 98  # (leader)
OP_IF = 99  # (TEST_*; argument; pc if it does not hold)
OP_PLAY = 100
OP_ENEMY_DISCARDS = 101  # (number; CHOSEN_*)
OP_LOSE_DIE = 102  # (number; face)
OP_FORCE_DIE = 103
OP_RESTRICT = 104  # (BAR_* of the deeds)
OP_BENE_GESSERIT = 105  # (number)
OP_OBJECTIVE = 106  # (number)
OP_IMPERIUM = 107  # (rows down)
OP_PRESCIENCE_BACK = 108  # (number)
OP_PRESCIENCE_REPLACE = 109  # (number)
OP_PRESCIENCE_SHIFT = 110  # (number)
OP_PRESCIENCE_BONUS = 111  # (steps; marker, 3 for any)
OP_PRESCIENCE_KEEP = 112
# what prescience cards need: tested before they are scored, passed over afterwards
NEED_LEGIONS = 113  # (place; number of areas)
NEED_LEADERS = 114  # (leaders; place)
NEED_TOGETHER = 115  # (leaders; leaders; place)
NEED_COUNT = 116  # (COUNT_*; number)
NEED_FALLEN = 117  # (named leaders; generic leaders)
# what they ask Atreides to do
OP_DEED_DIE = 118  # (number)
OP_DEED_DISCARD = 119  # (number)
OP_DEED_TANK = 120  # (leaders; 1 if no enemy legion may be in the sector)
OP_DEED_REMOVE = 121  # (units; tokens; distance of the enemy)
OP_DEED_SIETCH = 122  # (leaders)
OP_DEED_TOKENS = 123  # (leaders; number)
OP_BONUS_STEPS = 124  # (prescience card)

#: a number without limit
ANY_NUMBER = 99

PLACE_EACH = 1  # in every area that fits
PLACE_SPREAD = 2  # one figure in an area
LEADER_GENERIC = 1  # a generic leader will do
LEADER_STAYS = 2  # one who is there already may be named, for what follows
REVEAL_SIETCH = 1
REVEAL_TOKENS = 2
REMOVE_ONE_SECTOR = 8  # all in one sector
SHOT_FROM_ZONE = 8  # in a sector of the air zone of register b
CHOSEN_OPPONENT = 0
CHOSEN_SELF = 1
CHOSEN_CHANCE = 2

#: State.paul_barred is one of these, plus 4 * the deeds
BAR_NEXT = 1  # in the next Atreides turn
BAR_NOW = 2  # in this turn
BAR_PLACE = 1
BAR_DEPLOY = 2
BAR_MOVE = 4
BAR_ATTACK = 8

TEST_IN_PLAY = 0  # leader
TEST_REMOVED = 1  # leader
TEST_ATOMICS_USED = 2
TEST_PRESCIENCE = 3  # marker (3 for any) + 4 * step
TEST_ENEMY_NEAR = 4  # distance from any sietch

COUNT_HARVESTERS = 0
COUNT_WORM_HITS = 1
COUNT_SIETCH_HELD = 2
COUNT_RODE = 3
