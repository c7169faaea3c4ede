"""Instructions of the Mahdi solo game; operands are written as (a; b; c), a place as in opcodes.py."""

from __future__ import annotations

# the round
OP_MAHDI_START = 140  # prescience cards, tactical cards, reinforcements
OP_MAHDI_VEHICLES = 141  # (1 for those of the active row, else 0; harvesters + 16 * ornithopters; carryalls)
OP_MAHDI_DIE = 142  # roll one die and use it
OP_MAHDI_RESCUE = 143  # register a: harvester that meets a worm
OP_MAHDI_SPEND = 144  # spice on markers
OP_MAHDI_END = 145  # supremacy, tactical cards
OP_MAHDI_TARGET = 146  # no tactical card names a target
OP_MAHDI_TOKEN = 147  # (colour in register b): the supply is empty
# legions
OP_MAHDI_IF_STRIKE = 148  # (place; pc of the move if nothing can be attacked; pc after both)
OP_MAHDI_ATTACK = 149  # like OP_ATTACK
OP_MAHDI_MOVE = 150  # like OP_MOVE
OP_MAHDI_RELOCATE = 151  # (place of the legion; place of its goal)
# battle
OP_MAHDI_CARDS = 152  # (side)
OP_MAHDI_CASUALTIES = 153  # (side)
OP_MAHDI_CONTINUE = 154  # (side; pc once there is a winner)
OP_MAHDI_RETREAT = 155  # (side; pc once there is a winner)
# figures
OP_MAHDI_DEPLOY = 156  # (packed units; place)
OP_MAHDI_LEADER = 157  # (leaders; 1 if a generic one will do)
OP_MAHDI_REPLACE = 158  # (number; old class; new class)
OP_MAHDI_SITE = 159  # (packed units; place; WANT_* + 8 * 1 if a leader comes)
OP_MAHDI_UNITS = 160  # (packed units)
OP_MAHDI_EACH = 161  # (packed units; place)
OP_MAHDI_SPREAD = 162  # (packed units; place)
# cards
OP_MAHDI_PLAY = 163  # (cards; deck + 1 or 0)
OP_MAHDI_DRAW = 164  # (cards; deck + 1 or 0)
OP_MAHDI_SCHEME = 165  # (any; pc after the effect of two): register a: the card
OP_MAHDI_DISCARDS = 166  # (number)
OP_MAHDI_VISION = 167
OP_MAHDI_LOSE_DIE = 168  # (number; face)
OP_MAHDI_RESTRICT = 169  # (BAR_* of the deeds)
OP_MAHDI_ENTER = 170  # (leader; 1 if its card is exhausted)
OP_MAHDI_BENE_GESSERIT = 171  # (number)
OP_MAHDI_TANK = 172  # (number; place)
OP_MAHDI_SHOT = 173  # (dice; place; faces)
OP_MAHDI_SIGNS = 174  # (number; place)
OP_MAHDI_REVEAL = 175  # (REVEAL_*)
OP_MAHDI_TRACKS = 176  # what supremacy reached takes effect

#: what must be possible with the legion of a site once its figures are there
WANT_NOTHING = 0
WANT_ATTACK = 1
WANT_ACT = 2  # a move or an attack
WANT_MOVE_ATTACK = 3
SITE_LEADER = 8

NOWHERE_AT = 255
