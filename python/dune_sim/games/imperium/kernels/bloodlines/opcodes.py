"""Instructions and marks of Bloodlines. ``who`` is the player of the running program."""

from __future__ import annotations

OP_LOSE_UNITS = 170  # a units out of the places b (IN_*), the player picks which
OP_RETREAT_UNITS = 171  # b to a units
OP_DEPLOY_UNITS = 172  # 0 to a units from the garrison
OP_HIRE = 173  # a 0: the commander of the visited space, for solari, or not; 1: that of the bank
OP_SKILL = 174  # one more skill
OP_TRASH_DESIGN = 175  # the card of design a in play
OP_TRASH_SKILL = 176  # skill a
OP_FORCE_RETREAT = 177  # a unit of an opponent
OP_CHEAPER = 178  # commanders cost a less
OP_BOOST = 179
OP_ACQUIRE_TECH = 180  # a tile for spice, a less, or none
OP_TRASH_TECH = 181
OP_TRASH_INTRIGUE = 182
OP_GIVE_INTRIGUE = 183  # register a: seat + 1 that gets it
OP_CONTROLLED = 184  # look at the top card: leave, discard or buy it
OP_AGENT_FIGHTS = 185
OP_STORE_SPICE = 186  # bonus spice onto the space of a leader
OP_TAKE_BONUS = 187  # bonus spice off a maker space
OP_STAYING = 188  # recruit a troop that may not be deployed this turn
OP_EVERY_REVEAL = 189
OP_INFLUENCE_OTHER = 190  # a steps with another faction where the player has 2 influence
OP_STRANGE_FORM = 191
OP_PLOT_COURSE = 192
OP_SECRET_PROJECT = 193
OP_COUNT_TRACKS = 194  # register a = tracks at a
OP_COUNT_KINDS = 195  # register a = kinds of own units in the conflict
OP_ACQUIRE_ROW = 196  # a card of the row
OP_TRASH_TILE = 197  # tech tile a
OP_SIGNET_NOW = 199  # what the signet ring gives, also outside of an own turn
OP_TRASH_COST = 198  # a card of the zones a that costs b or more

IF_COMMAND = 130  # a persuasion gathered
IF_GAINED = 131  # a spice in this turn
IF_COMMANDERS = 132  # a in the conflict
IF_GARRISON_UNITS = 133  # a
IF_TILES = 134  # a tech tiles
IF_TRASHED_FACTION = 135  # the card trashed last is of faction a
IF_TRASHED_COST = 136  # and costs a or more
IF_ORDINARY = 137  # the intrigue card given or trashed last is no twisted one
IF_ON_ICON = 138  # an agent on a space of icon a
IF_COURSE_PLACE = 139  # the navigation card lay in place a, from 1
IF_COURSE_FACTION = 140  # faction a let it be played
IF_HIRABLE = 141
IF_TECH_OPEN = 142  # a tile that can be paid, a less
IF_UNITS = 143  # a units in the places b (IN_*)
IF_COSTLY = 144  # a card of the zones a that costs b or more
IF_INTRIGUES = 145  # a intrigue cards held
IF_SENT = 146  # the agent sent in this turn is where it was sent
IF_BONUS = 147  # bonus spice on some maker space
IF_DESIGN_IN_PLAY = 148  # design a
IF_OTHER_TRACK = 149
IF_ROW = 150
IF_SKILL_OPEN = 151  # a skill on display that the player has not
IF_TILE = 152  # owns tile a

#: places of units
IN_GARRISON = 1
IN_CONFLICT = 2
#: answers of ACT_UNIT
UNIT_GARRISON_TROOP = 0
UNIT_CONFLICT_TROOP = 1
UNIT_GARRISON_COMMANDER = 2
UNIT_CONFLICT_COMMANDER = 3

#: Leader.does
LEADER_TACTICS = 1
LEADER_SPACE = 2
LEADER_TWISTED = 3
LEADER_COURSE = 4
LEADER_PROJECT = 5

#: Tile.standing
TILE_VAULT = 1
TILE_PEEKS = 2
TILE_CHAMBER = 3
TILE_COMMAND = 4
TILE_SERVO = 5
TILE_BLADES = 6
TILE_SUITS = 7

#: State.marks
MARK_RECRUITED = 1
MARK_FED = 2

#: answers of ACT_BRANCH to what becomes of the top card
TOP_LEAVE = 0
TOP_DISCARD = 1
TOP_BUY = 2
