"""Instructions of War for Arrakis; 1 to 10 are those of a battle (battle.py), the end of a program among them.

Operands a, b, c are written as (a; b; c). ``place`` is an index into ``Tables.places``.
"""

from __future__ import annotations

from dune_sim.games.arrakis.kernels import battle

# flow
OP_END = battle.OP_END
OP_JUMP = 11  # (pc)
OP_CHOOSE = 12  # (branches; pc after them): followed by one OP_JUMP for each branch
# the round
OP_ROUND_START = 13
OP_ROW_VEHICLES = 15  # vehicles of the active row
OP_ROLL_DICE = 16  # (pc without surplus dice; pc without Bene Gesserit tokens either)
OP_TURN_DICE = 17  # (faction): surplus dice
OP_PLACE_BG = 18  # (faction)
OP_TURN = 19  # (pc once the action phase is over): whose turn, what it is spent on
OP_CARD = 20  # the planning card that a die was spent on
OP_WINDOW = 22  # Atreides may score prescience cards of the action phase
# die actions, also used by cards
OP_MOVE = 23  # (moves; place of the legion; MOVE_*)
OP_ATTACK = 24  # (ATTACK_*; place of the legion; extra dice + 16 * first-round cap of the enemy)
OP_DEPLOY = 25  # (packed units + tokens; place; DEPLOY_*)
OP_DEPLOY_LEADER = 26  # (leaders that may come; place; 1 if in the area of register c only)
OP_DRAW = 27  # (cards; deck + 1 or 0)
OP_REPLACE = 28  # (number; old class; new class)
OP_VEHICLES = 29  # (harvesters + 16 * ornithopters; carryalls; any)
OP_AS_ANY_FACE = 30
OP_WORMSIGNS = 31  # (number; place)
OP_WORM_MOVE = 32  # (worms; areas; 1 if the Wild Maker only)
OP_WORM_ATTACK = 33  # (worms; range; 1 if the Wild Maker only)
# moves and attacks, step by step
OP_BATTLE_OPEN = 36  # reveal, then both legions into the battle
OP_BATTLE_CARDS = 37  # (side): discard planning cards for dice, by name
OP_BATTLE_CLOSE = 38  # legions back to the map
OP_RETREAT_AREA = 39  # the attacker names the area
OP_ADVANCE = 40  # the winner moves in
# interrupts
OP_LIMIT = 41  # register a: area with too many units
OP_TANK = 43  # register a: leaders who enter the tank
OP_AFTER_HITS = 44  # legion of register a back from casualties
OP_DISPLACE = 45  # register a: area whose legion goes where its opponent says
OP_WORM_UNDER = 46  # register a: area where a worm came up
OP_WORM_FIGURE = 47  # register a: area that gets a worm figure
# free actions
OP_GUERRILLA = 48
OP_SCOUT = 49
OP_HAWAT = 50
OP_ATOMIC = 51
# desert hazards
OP_SIGNS_OUT = 52  # wormsigns away and new ones down
OP_SIGNS_TURN = 53  # turn up and resolve
OP_WORMS_COME = 54  # effects of the new worms
OP_HARVESTER_UNDER = 55  # register a: harvester that meets a worm, carryall or not
OP_STORM = 57  # roll for one legion after another
OP_STORM_START = 34
OP_WORMS_RISE = 35  # place the worms of the phase
# spice
OP_HARVEST = 58
OP_PAY = 59  # markers, one after another
OP_HOARD = 60
OP_BANS = 61
# round end
OP_SCORE_END = 62  # prescience cards of the round end
OP_VICTORY = 63
OP_SWAP_LEADERS = 65  # (faction)
OP_WILD_WORM = 66
OP_REFRESH = 67  # (pc if nobody holds too many cards)
OP_HAND_LIMIT = 68  # (faction)
OP_CLEAR_ROW = 69  # prescience cards removed or shuffled back
OP_ROUND_END = 70  # (pc of the next round)
OP_SCORE = 71  # (prescience card): markers go up
OP_BATTLE_REVEAL = 72  # hidden pieces of both areas are turned up

# operand flags
MOVE_REPEAT = 1  # the legion just moved moves again
MOVE_KEEP = 2  # such a move follows: what moved is not forgotten
ATTACK_SURPRISE = 1
ATTACK_FREE_CONTINUE = 2
DEPLOY_SPLIT = 1  # over several areas
DEPLOY_TOKENS = 2  # operand a counts deployment tokens
DEPLOY_HERE = 4  # where the units of the same step went, if any did

#: places of figures that are not on the map
AT_OUT = 200  # not yet in play
AT_ASIDE = 201  # in play, off the map, may be deployed
AT_TANK = 202
AT_LATER = 203  # left the tank in this round
AT_GONE = 204  # removed from the game
AT_SUPPLY = 205  # deployment token in the supply
AT_DRAWN = 206  # deployment token drawn and looked at, not yet placed
AT_LOST = 207  # deployment token that left the game unseen

# phases
PHASE_START = 0
PHASE_VEHICLES = 1
PHASE_ACTIONS = 2
PHASE_DESERT = 3
PHASE_SPICE = 4
PHASE_END = 5

# why a game ended
END_SUPREMACY = 1
END_OBJECTIVE = 2
END_ARRAKEEN = 3
END_ROUND_CAP = 4
WINNER_UNFINISHED = 3

# effects of tracks
TRACK_ENTER = 1
TRACK_BENE_GESSERIT = 2
TRACK_WIN = 3
TRACK_ATOMICS = 4
