"""Instructions of rivals; ``who`` is the rival, whose choices a person makes."""

from __future__ import annotations

OP_RIVAL = 160  # turns of rivals until a person has one: then to c; to a once all have revealed, else to b
OP_RIVAL_SWORDS = 161  # the House Hagal cards of a fight; then to a
OP_RIVAL_SPEND = 162
OP_RIVAL_INTRIGUE = 163
OP_RIVAL_INFLUENCE = 164  # a steps with the faction of least influence out of the set c; b: RIVAL_* marks

#: operand b of OP_RIVAL_INFLUENCE: only where somebody is ahead; not with a faction of register b, which takes it up
RIVAL_BEHIND = 1
RIVAL_OTHER = 2

#: HagalCard.does
HAGAL_VISIT = 0
HAGAL_HARVEST = 1
HAGAL_RESHUFFLE = 2
