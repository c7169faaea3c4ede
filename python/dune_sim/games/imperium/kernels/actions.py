"""Action ids: one flat space, every list of legal actions rises."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.sizes import (
    BRANCHES,
    COUNTS,
    DESIGNS,
    FACTIONS,
    INTRIGUES,
    ITEMS,
    LEADERS,
    SEATS,
    SPACES,
)

#: decline, stop, pass, end the turn, put an acquired card on the discard pile
ACT_PASS = 0
#: pay, take, yes, put an acquired card on top of the deck
ACT_ACCEPT = 1
#: take the reveal turn
ACT_REVEAL = 2
#: acquire the card set aside for this leader
ACT_ASIDE = 3
#: Kwisatz Haderach: send an agent from the leader (ACT_SPACE names one on the board)
ACT_FROM_LEADER = 4
ACT_FACTION = 5
ACT_SEAT = ACT_FACTION + FACTIONS
#: a branch of a choice, a price of a space; Poison Snooper: 0 draw, 1 trash
ACT_BRANCH = ACT_SEAT + SEATS
#: a number of troops
ACT_COUNT = ACT_BRANCH + BRANCHES
ACT_SPACE = ACT_COUNT + COUNTS
ACT_LEADER = ACT_SPACE + SPACES
#: a card of the hand, by design: play, trash, discard
ACT_HAND = ACT_LEADER + LEADERS
#: a card of the discard pile, by design
ACT_DISCARD = ACT_HAND + DESIGNS
#: a card in play, by design
ACT_IN_PLAY = ACT_DISCARD + DESIGNS
#: a card of the row or the reserve, by design
ACT_BUY = ACT_IN_PLAY + DESIGNS
#: resolve this item of the turn next
ACT_ITEM = ACT_BUY + DESIGNS
#: play an intrigue card, by design
ACT_INTRIGUE = ACT_ITEM + ITEMS
ACTIONS = ACT_INTRIGUE + INTRIGUES
