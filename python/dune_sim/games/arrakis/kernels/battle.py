"""One battle as a program of instructions that suspend for the choices of both sides (ARR-BATTLE-06 to 38).

The single battle and the whole game run the same instructions on ``g.battle``. Two things differ, and each game says
them in a kernel of its own: ``side_decides`` (whom the question of a side goes to) and ``bury_fallen`` (leaders lost).
"""

# ruff: noqa: F821  (Tables, State and Offer belong to the game)
from __future__ import annotations

from dune_sim.games.arrakis.kernels.battle_layout import NAMED_LEADERS, Battle, Side
from dune_sim.games.arrakis.kernels.dice import MAX_DICE, roll_combat
from dune_sim.games.arrakis.kernels.legion import (
    ACT_CEASE,
    ACT_CONTINUE,
    ACT_CONVERT,
    ACT_DISCARD,
    ACT_LOSE_STANDARD,
    ACT_PASS_CARDS,
    ACT_RETREAT,
    ACT_STAY,
    STRIP_CLASSES,
    casualties_open,
    casualties_pending,
    leaders,
    take_casualty,
    units,
)
from dune_sim.kernel.layout import Frame, Op, Rng
from dune_sim.kernel.offers import offer_mask
from dune_sim.kernel.stack import jump, pop, settled
from dune_sim.lang.intrinsics import bit, i64, lowest, u64

#: instructions of a battle program; operands are written as (a; b)
OP_CARDS = 1  # (side): discard cards for dice
OP_ROLL = 2
OP_CONVERT = 3  # (side): which leaders convert
OP_RESOLVE = 4
OP_CASUALTIES = 5  # (side)
OP_END_IF_OVER = 6  # (any; pc once there is a winner)
OP_CONTINUE = 7  # (attacker; pc once there is a winner)
OP_RETREAT = 8  # (defender; pc once there is a winner)
OP_NEXT_ROUND = 9  # (pc of the round)
OP_END = 10  # the program is over
BATTLE_OPS = 10

WINNER_NONE = 0
WINNER_ATTACKER = 1
WINNER_DEFENDER = 2
WINNER_NOBODY = 3
REASON_ELIMINATED = 1
REASON_CEASED = 2
REASON_RETREATED = 3

ATTACKER = 0
DEFENDER = 1


def dice_cap(b: Battle, who: int) -> int:
    """Most dice a side may roll: six, or fewer for a defender whom a card holds down in the first round."""
    if who == DEFENDER and b.cap > 0 and b.round == 1:
        return b.cap
    return MAX_DICE


def dice_with(b: Battle, who: int, cards: int) -> int:
    """Dice of a side that discards so many cards: units, cards, a defender's settlement; never above the cap."""
    side = b.sides[who]
    settlement = b.rank if who == DEFENDER else 0
    return min(dice_cap(b, who), units(side) + cards + side.bonus + settlement)


def battle_dice(b: Battle, who: int) -> int:
    """Dice of a side in this combat round (ARR-BATTLE-09 to 11)."""
    return dice_with(b, who, b.sides[who].spent)


def roll_side(t: Tables, rng: Rng, b: Battle, who: int) -> None:
    side = b.sides[who]
    roll = roll_combat(t, rng, battle_dice(b, who))
    read_roll(b, who, roll & 255, (roll >> 8) & 255, roll >> 16)
    side.used = 0
    side.used_generic = 0


def read_roll(b: Battle, who: int, hits: int, shields: int, specials: int) -> None:
    """Take a roll into the battle; a surprise attack adds one special in the first round (not a die, AMB-37)."""
    side = b.sides[who]
    side.hits = hits
    side.shields = shields
    side.specials = specials
    if who == ATTACKER and b.surprise == 1 and b.round == 1:
        side.specials += 1


def strip_counts(t: Tables, side: Side) -> u64:
    """Leaders that may still convert, four bits for each kind of strip (hits * 4 + shields)."""
    total = u64(u64(side.generic - side.used_generic) << (4 * t.generic_strip[side.faction]))
    free = u64(side.named & ~side.used)
    while free != 0:
        total = u64(total + bit(4 * t.strip[lowest(free)]))
        free = free & u64(free - 1)
    return total


def strip_count(counts: u64, strip: int) -> int:
    return i64((counts >> (4 * strip)) & 15)


def gain(side: Side, strip: int) -> None:
    """Hits and shields of one strip."""
    side.hits += strip >> 2
    side.shields += strip & 3


def convert(t: Tables, side: Side, strip: int) -> None:
    """One leader with this strip turns one special into its hits and shields."""
    side.specials -= 1
    gain(side, strip)
    if side.generic > side.used_generic and t.generic_strip[side.faction] == strip:
        side.used_generic += 1
        return
    for k in range(NAMED_LEADERS):
        if ((side.named & ~side.used) >> k) & 1 == 1 and t.strip[k] == strip:
            side.used |= 1 << k
            return


def convert_all(t: Tables, side: Side) -> None:
    """Every leader converts; nothing is left to choose (AMB-39)."""
    side.specials -= leaders(side)
    for _ in range(side.generic):
        gain(side, t.generic_strip[side.faction])
    free = u64(side.named)
    while free != 0:
        gain(side, t.strip[lowest(free)])
        free = free & u64(free - 1)
    side.used = side.named
    side.used_generic = side.generic


def conversion_pending(t: Tables, side: Side) -> bool:
    """Whether leaders outnumber the specials, so that the side must choose who converts."""
    if side.specials == 0:
        return False
    able = leaders(side)
    if able == 0:
        return False
    if side.used == 0 and side.used_generic == 0 and side.specials >= able:
        convert_all(t, side)
        return False
    return True


def conversions_open(t: Tables, side: Side, at_least: int) -> u64:
    """Strips that may convert next, one bit each; in rising order, so that each set of leaders is offered once."""
    counts = strip_counts(t, side)
    found = u64(0)
    after = 0
    for k in range(STRIP_CLASSES - at_least):
        strip = STRIP_CLASSES - 1 - k
        many = strip_count(counts, strip)
        after += many
        if many > 0 and after >= side.specials:
            found = found | bit(strip)
    return found


def resolve_round(b: Battle) -> None:
    """Special elites cancel shields, shields cancel hits; what is left must be suffered (ARR-BATTLE-21, 22)."""
    attacker = b.sides[ATTACKER]
    defender = b.sides[DEFENDER]
    attacker_shields = max(0, attacker.shields - defender.special)
    defender_shields = max(0, defender.shields - attacker.special)
    attacker.suffer = max(0, defender.hits - attacker_shields)
    defender.suffer = max(0, attacker.hits - defender_shields)


def battle_over(b: Battle) -> bool:
    """Whether a legion is gone; names the winner (ARR-BATTLE-35 to 38)."""
    attacker_gone = units(b.sides[ATTACKER]) == 0
    defender_gone = units(b.sides[DEFENDER]) == 0
    if not attacker_gone and not defender_gone:
        return False
    b.reason = REASON_ELIMINATED
    if attacker_gone and defender_gone:
        b.winner = WINNER_NOBODY
    elif attacker_gone:
        b.winner = WINNER_DEFENDER
    else:
        b.winner = WINNER_ATTACKER
    return True


def finish(b: Battle, winner: int, reason: int) -> None:
    b.winner = winner
    b.reason = reason


def leave(f: Frame, pc: int) -> None:
    """The battle has a winner: its program goes on at its end."""
    f.a = 0
    f.stage = 0
    jump(f, pc)


def op_end(g: State) -> None:
    """The program is over."""
    pop(g.stack)


def op_cards(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Discard cards for one die each; here they have no names (ARR-BATTLE-08, ARR-BATTLE-11)."""
    b = g.battle
    if b.sides[op.a].cards == 0 or battle_dice(b, op.a) >= dice_cap(b, op.a):
        return True
    return side_decides(t, g, op.a)


def cards_choices(q: Offer) -> None:
    offer_mask(q, ACT_PASS_CARDS, bit(ACT_PASS_CARDS) | bit(ACT_DISCARD))


def cards_answer(g: State, f: Frame, op: Op, action: int) -> None:
    if action == ACT_PASS_CARDS:
        settled(f)
        return
    side = g.battle.sides[op.a]
    side.cards -= 1
    side.spent += 1


def op_roll(t: Tables, g: State) -> None:
    roll_side(t, g.rng, g.battle, ATTACKER)
    roll_side(t, g.rng, g.battle, DEFENDER)


def op_convert(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Leaders turn specials into hits and shields (ARR-BATTLE-13 to 19); register a is the last strip chosen."""
    if conversion_pending(t, g.battle.sides[op.a]):
        return side_decides(t, g, op.a)
    f.a = 0
    return True


def convert_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    offer_mask(q, ACT_CONVERT, conversions_open(t, g.battle.sides[op.a], f.a))


def convert_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    f.a = action - ACT_CONVERT
    convert(t, g.battle.sides[op.a], action - ACT_CONVERT)


def op_resolve(g: State) -> None:
    resolve_round(g.battle)


def op_casualties(t: Tables, g: State, op: Op) -> bool:
    """A legion gives up what its hits cost (ARR-BATTLE-23 to 27)."""
    side = g.battle.sides[op.a]
    if casualties_pending(side):
        return side_decides(t, g, op.a)
    bury_fallen(t, g, side)
    return True


def casualties_choices(g: State, op: Op, q: Offer) -> None:
    offer_mask(q, ACT_LOSE_STANDARD, casualties_open(g.battle.sides[op.a]))


def casualties_answer(g: State, op: Op, action: int) -> None:
    take_casualty(g.battle.sides[op.a], action)


def op_end_if_over(g: State, f: Frame, op: Op) -> None:
    if battle_over(g.battle):
        leave(f, op.b)


def op_continue(t: Tables, g: State, op: Op) -> bool:
    """The attacker continues or ceases (ARR-BATTLE-28)."""
    return side_decides(t, g, op.a)


def continue_choices(q: Offer) -> None:
    offer_mask(q, ACT_PASS_CARDS, bit(ACT_CONTINUE) | bit(ACT_CEASE))


def continue_answer(g: State, f: Frame, op: Op, action: int) -> None:
    """To continue against a settlement costs an extra hit (ARR-BATTLE-29)."""
    b = g.battle
    if action == ACT_CEASE:
        finish(b, WINNER_DEFENDER, REASON_CEASED)
        leave(f, op.b)
        return
    if b.rank > 0 and b.free_continue == 0:
        b.sides[ATTACKER].suffer = 1
    settled(f)


def op_retreat(t: Tables, g: State, op: Op) -> bool:
    """The defender may retreat if there is an area for it (ARR-BATTLE-30, ARR-BATTLE-31)."""
    if g.battle.can_retreat == 0:
        return True
    return side_decides(t, g, op.a)


def retreat_choices(q: Offer) -> None:
    offer_mask(q, ACT_PASS_CARDS, bit(ACT_RETREAT) | bit(ACT_STAY))


def retreat_answer(g: State, f: Frame, op: Op, action: int) -> None:
    if action == ACT_RETREAT:
        finish(g.battle, WINNER_ATTACKER, REASON_RETREATED)
        leave(f, op.b)
    else:
        settled(f)


def op_next_round(g: State, f: Frame, op: Op) -> None:
    b = g.battle
    b.round += 1
    b.sides[ATTACKER].spent = 0
    b.sides[DEFENDER].spent = 0
    jump(f, op.a)
