"""Action ids: one flat space, every list of legal actions rises."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.sizes import (
    BLOODLINES,
    BRANCHES,
    COMMANDERS,
    COUNTS,
    COURSES,
    DESIGNS,
    FACTIONS,
    INTRIGUES,
    ITEMS,
    LEADERS,
    SEATS,
    SKILLS,
    SPACES,
    TECH,
    TECHS,
)
from dune_sim.lang.declare import ActionSpace

SPACE = ActionSpace()
ACT_PASS = SPACE.one("pass", "decline, pass, stop, end the turn; an acquired card goes to the discard pile")
ACT_ACCEPT = SPACE.one(
    "accept", "accept: pay a cost, take an optional effect, defend; an acquired card goes on top of the deck"
)
ACT_REVEAL = SPACE.one("reveal", "take the reveal turn")
ACT_ASIDE = SPACE.one("aside", "acquire the card set aside")
ACT_FROM_LEADER = SPACE.one(
    "from_leader", "send an agent from the leader (where a card may also move one on the board)"
)
ACT_FACTION = SPACE.range("faction", FACTIONS, "a faction to gain or lose influence with, or to lay down in secret")
ACT_SEAT = SPACE.range("seat", SEATS, "a player")
ACT_BRANCH = SPACE.range(
    "branch", BRANCHES, "a branch of a choice, a price of a space; look at the top card: 0 draw, 1 trash", ""
)
ACT_COUNT = SPACE.range(
    "count", COUNTS, "a number of troops to deploy or retreat; in an agent turn this also ends it", ""
)
ACT_SPACE = SPACE.range("space", SPACES, "a space to send an agent to, to recall one from, to close")
ACT_LEADER = SPACE.range("leader", LEADERS, "a leader to choose")
ACT_HAND = SPACE.range("hand", DESIGNS, "a card of the hand, by design: play, trash or discard it", "card")
ACT_DISCARD = SPACE.range("discard", DESIGNS, "a card of the own discard pile, by design: trash or take it", "card")
ACT_IN_PLAY = SPACE.range("in_play", DESIGNS, "an own card in play, by design: trash it", "card")
ACT_BUY = SPACE.range("buy", DESIGNS, "a card of the row or the reserve, by design: acquire it or set it aside", "card")
ACT_ITEM = SPACE.range("item", ITEMS, "an effect of the turn to resolve next")
ACT_INTRIGUE = SPACE.range("intrigue", INTRIGUES, "an intrigue card to play, by design")
if BLOODLINES:
    ACT_RECRUIT = SPACE.one("recruit", "recruit a commander from the own supply")
    ACT_DEPLOY = SPACE.one("deploy", "deploy one troop now and go on with the turn")
    ACT_COMMANDERS = SPACE.range("commanders", COMMANDERS, "a number of commanders to deploy or retreat", "")
    ACT_SKILL = SPACE.range("skill", SKILLS, "a skill to take")
    ACT_COURSE = SPACE.range("course", COURSES, "a navigation card to lay down")
    ACT_UNIT = SPACE.range(
        "unit", 4, "a unit to lose: a troop in the garrison or conflict, a commander in the garrison or conflict", ""
    )
else:  # nothing of the lean edition looks at them
    ACT_RECRUIT = ACT_DEPLOY = ACT_COMMANDERS = ACT_SKILL = ACT_COURSE = ACT_UNIT = ACT_PASS
ACT_TECH = SPACE.range("tech", TECHS, "a tech tile to acquire, turn over or trash") if TECH else ACT_PASS
ACTIONS = SPACE.size
