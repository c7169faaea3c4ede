"""Instructions and marks of Dune: Imperium. ``who`` is the player of the running program."""

from __future__ import annotations

# Effects. Targets of jumps are absolute.
OP_END = 0  # forget the program
OP_GAIN = 1  # a spice, b solari, c water
OP_TROOPS = 2  # recruit a; register b keeps how many came
OP_DRAW = 3  # a cards of the own deck
OP_INTRIGUE = 4  # a intrigue cards
OP_VP = 5  # a points
OP_REVEALED = 6  # a persuasion, b swords
OP_INFLUENCE = 7  # b steps with faction a
OP_INFLUENCE_ANY = 8  # a steps with a chosen faction; b 1: only behind an opponent
OP_OFFER = 9  # may go on, else to a; b conditions follow, without which there is no offer
OP_TEST = 10  # go on if the b conditions that follow hold, else to a
OP_JUMP = 11  # to a
OP_PAY = 12  # a spice, b solari, c water
OP_LOSE_INFLUENCE = 13  # b steps with faction a, 4 for a chosen one
OP_LOSE_TROOPS = 14  # a troops of place b (PLACE_*)
OP_CHOOSE = 15  # one of the a branches that follow, c if none is possible
BRANCH = 16  # data, never run: body a, b conditions at c
OP_PICK = 17  # one of a branches at c after the last picked, b still to pick; the last runs them all
OP_OPPONENTS = 18  # every opponent runs a
OP_ONE_OPPONENT = 19  # a chosen opponent for whom the b conditions at c hold runs a
OP_COUNT = 20  # register a = own cards in play of faction a, less this one if b
OP_WHILE = 21  # register a down by one, to a once it is 0
OP_ON_REVEAL = 22  # in the reveal turn go on; else keep b (0: lay the card down) and go to a
OP_TRASH = 23  # a card of zones a; b: decline to there, 0 for compulsory
OP_TRASH_SELF = 24
OP_DISCARD = 25  # a hand card
OP_RETREAT = 26  # 0 to a troops
OP_DEPLOY = 27  # 0 to a troops from b (FROM_*); c 1: as many as possible
OP_ACQUIRE = 28  # a card of cost a or less; b 1: on top of the deck
OP_ACQUIRE_CARD = 29  # the reserve card of design a
OP_TAKE = 30  # a card of faction a from the discard pile
OP_DISCOUNT = 31  # design a costs b less
OP_CONTROL = 32  # control index a
OP_MENTAT = 33  # a 0 now, 1 next round
OP_SWORDMASTER = 34
OP_COUNCIL = 35
OP_RECALL = 36
OP_HARVEST = 37  # base a
OP_STEAL = 38  # from opponents with a or more cards, b each
OP_ICONS = 39  # grant the icons a
OP_FLAG = 40  # set TURN_* marks a
OP_SIGNET = 41
OP_BLOCK = 42
OP_TOKENS = 43
OP_MASTERSTROKE = 44
OP_MANIPULATE = 45
OP_SNOOP = 46
OP_SHUFFLE = 47
OP_ALLIANCE = 48  # token of faction a; register b: seats among which the old holder chooses
OP_PLACE = 49  # register c: acquired slot, a 1: the row wants a new card
# The game itself, in the lowest frame.
OP_LEADERS = 50
OP_STARTS = 51
OP_ROUND = 52  # also the defensive bonus
OP_HANDS = 53
OP_NEXT_TURN = 54  # to b, to a once all have revealed
OP_TURN = 55  # to a for a reveal turn, to b for no turn
OP_SEND = 56
OP_POOL = 57  # then like OP_TURN_END
OP_TURN_END = 58  # then like OP_NEXT_TURN
OP_COMBAT = 59
OP_REWARDS = 60
OP_VICTOR = 61
OP_RECALL_PHASE = 62  # to a for the next round
OP_FINALE = 63
OP_FINISH = 64
OP_SPENT = 65  # register c: intrigue card that goes to the discard pile

# Conditions, numbered like instructions.
IF_RESOURCES = 80  # a spice, b solari, c water
IF_INFLUENCE = 81  # faction a at b
IF_ALLIANCE = 82  # faction a, 4 for any
IF_IN_PLAY = 83  # b cards of faction a, c 1: besides the card of this agent turn
IF_COUNCIL = 84
IF_WON = 85
IF_TURN = 86  # a 0 agent, 1 reveal
IF_AGENT_ON = 87  # space a
IF_OWNED = 88  # b cards of design a
IF_MOST = 89  # more cards of design a than each opponent
IF_TRACKS = 90  # b tracks at a
IF_MENTAT_HOME = 91
IF_ENEMY_IN_CONFLICT = 92
IF_DECK = 93
IF_AGENT_OUT = 94
IF_ACQUIRABLE = 95  # cost a
IF_DISCARDED = 96  # faction a
IF_HAND = 97
IF_CONFLICT_TROOPS = 98  # a
IF_GARRISON_TROOPS = 99  # a
IF_ANY_INFLUENCE = 101  # b steps with faction a, 4 for any
IF_BEHIND = 102
IF_CARD_IN_PLAY = 103
IF_TRASHABLE = 104  # zones a
ALTERNATIVE = 105  # stands between alternatives of conditions

#: where lost troops are
PLACE_GARRISON = 0
PLACE_CONFLICT = 1
#: where deployed troops come from
FROM_GARRISON = 0
FROM_RECRUITED = 1
FROM_SUPPLY = 2
#: zones a trash symbol may take from
TRASH_HAND = 1
TRASH_DISCARD = 2
TRASH_IN_PLAY = 4
ANY_FACTION = 4

#: State.turn
TURN_REVEAL = 1
TURN_SENT = 2
TURN_COMBAT = 4
TURN_STARTED = 8
TURN_PASS_ENEMIES = 16
TURN_DOUBLE_HARVEST = 32
TURN_STEP_TWO = 64
TURN_TO_TOP = 128
TURN_PASSED = 256
TURN_OFFERED = 1024
#: Box.flags besides the marks of the turn
BOX_SIGNET = 4096
BOX_SEND_ANY = 8192
BOX_MORE = 16384  # gives more than persuasion and swords
BOX_TURN_FLAGS = TURN_DOUBLE_HARVEST | TURN_STEP_TWO | TURN_TO_TOP

#: Player.flags
SEAT_REVEALED = 1
SEAT_COUNCIL = 2
SEAT_SWORDMASTER = 4
SEAT_SHOWN = 8  # the secret tokens were used
SEAT_ORDER = 32  # times how many had taken the reveal turn of this round when this seat had
SEAT_ORDERS = 224  # its bits
SEAT_PRIVATE = 16  # the lowest known card on the deck is known to its owner alone

#: Item.kind
ITEM_WAITS = 1  # resolved as soon as its conditions hold, forgotten at the end of the turn
ITEM_OPTIONAL = 2  # the turn may end without it
ITEM_PASSIVE = 4  # asks nothing and depends on nothing
ITEM_DRAWS = 8
ITEM_GAINS_CARD = 16
ITEM_RETURNS = 32  # puts its own card back on a reserve pile
ITEM_LAST = 64  # takes away what a plot card may still want: after all others
ITEM_OTHERS = 512  # asks the opponents, who may want to see what was deployed
ITEM_TESTED = 256  # begins with a test: to be resolved once it comes out well, forgotten if it never does

LEADERS_GIVEN = 0
LEADERS_RANDOM = 1
LEADERS_DRAFT = 2
REASON_POINTS = 1
REASON_CONFLICTS = 2
UNPRICED = 255
#: Frame.stage after an answer: yes or done, no
ANSWERED = 1
DECLINED = 2
