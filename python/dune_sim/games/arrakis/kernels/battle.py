"""One battle as a program of instructions that suspend for the choices of both sides (ARR-BATTLE-06 to 38)."""

# ruff: noqa: F821  (Tables belongs to the game)
from __future__ import annotations

from dune_sim.games.arrakis.kernels.battle_layout import NAMED_LEADERS, Battle, Side
from dune_sim.games.arrakis.kernels.dice import MAX_DICE, roll_combat
from dune_sim.games.arrakis.kernels.legion import (
    ACT_CEASE,
    ACT_CONTINUE,
    ACT_CONVERT,
    ACT_DISCARD,
    ACT_PASS_CARDS,
    ACT_RETREAT,
    ACT_STAY,
    STRIP_CLASSES,
    casualties_pending,
    leaders,
    list_casualties,
    take_casualty,
    units,
)
from dune_sim.kernel.layout import Frame, Op, Rng
from dune_sim.kernel.stack import jump
from dune_sim.lang.intrinsics import bit, i64, lowest, u64

#: instructions of a battle program; operand ``a`` is the side, or the target of a jump
OP_CARDS = 1
OP_ROLL = 2
OP_CONVERT = 3
OP_RESOLVE = 4
OP_CASUALTIES = 5
OP_END_IF_OVER = 6
OP_CONTINUE = 7
OP_RETREAT = 8
OP_NEXT_ROUND = 9
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


def list_conversions(t: Tables, side: Side, at_least: int, out: "i64[:]") -> int:
    """Strips that may convert next, in rising order so that each set of leaders is offered once."""
    counts = strip_counts(t, side)
    after = 0
    for strip in range(at_least, STRIP_CLASSES):
        after += strip_count(counts, strip)
    n = 0
    for strip in range(at_least, STRIP_CLASSES):
        many = strip_count(counts, strip)
        if many > 0 and after >= side.specials:
            out[n] = ACT_CONVERT + strip
            n += 1
        after -= many
    return n


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


def go_on(b: Battle) -> None:
    """The attacker continues and, against a settlement, takes the extra hit (ARR-BATTLE-29)."""
    if b.rank > 0 and b.free_continue == 0:
        b.sides[ATTACKER].suffer = 1


def next_round(b: Battle) -> None:
    b.round += 1
    b.sides[ATTACKER].spent = 0
    b.sides[DEFENDER].spent = 0


def battle_execute(t: Tables, b: Battle, rng: Rng, f: Frame, op: Op) -> bool:
    """Run one battle instruction; False while a choice is missing. With a winner the caller ends the program."""
    code = op.code
    if code == OP_CASUALTIES:
        waiting = casualties_pending(b.sides[op.a])
        return not waiting
    if code == OP_CONVERT:
        if not conversion_pending(t, b.sides[op.a]):
            f.a = 0
            return True
        return False
    if code == OP_CARDS:
        if f.stage == 1 or b.sides[op.a].cards == 0 or battle_dice(b, op.a) >= dice_cap(b, op.a):
            return True
        return False
    if code == OP_ROLL:
        roll_side(t, rng, b, ATTACKER)
        roll_side(t, rng, b, DEFENDER)
    elif code == OP_RESOLVE:
        resolve_round(b)
    elif code == OP_END_IF_OVER:
        battle_over(b)
    elif code == OP_CONTINUE:
        return f.stage == 1
    elif code == OP_RETREAT:
        return f.stage == 1 or b.can_retreat == 0
    elif code == OP_NEXT_ROUND:
        next_round(b)
        jump(f, op.a)
    return True


def battle_choices(t: Tables, b: Battle, f: Frame, op: Op, out: "i64[:]") -> int:
    """The answers to the instruction that waits, in rising order."""
    code = op.code
    if code == OP_CASUALTIES:
        return list_casualties(b.sides[op.a], out)
    if code == OP_CONVERT:
        return list_conversions(t, b.sides[op.a], f.a, out)
    if code == OP_CARDS:
        out[0] = ACT_PASS_CARDS
        out[1] = ACT_DISCARD
    elif code == OP_CONTINUE:
        out[0] = ACT_CONTINUE
        out[1] = ACT_CEASE
    else:
        out[0] = ACT_RETREAT
        out[1] = ACT_STAY
    return 2


def battle_answer(t: Tables, b: Battle, f: Frame, op: Op, action: int) -> None:
    """Take in a choice."""
    code = op.code
    if code == OP_CASUALTIES:
        take_casualty(b.sides[op.a], action)
    elif code == OP_CONVERT:
        f.a = action - ACT_CONVERT
        convert(t, b.sides[op.a], action - ACT_CONVERT)
    elif code == OP_CARDS:
        if action == ACT_DISCARD:
            b.sides[op.a].cards -= 1
            b.sides[op.a].spent += 1
        else:
            f.stage = 1
    else:
        f.stage = 1
        if action == ACT_CONTINUE:
            go_on(b)
        elif action == ACT_CEASE:
            finish(b, WINNER_DEFENDER, REASON_CEASED)
        elif action == ACT_RETREAT:
            finish(b, WINNER_ATTACKER, REASON_RETREATED)


def battle_decider(op: Op) -> int:
    """The side that answers a battle instruction."""
    if op.code == OP_CONTINUE:
        return ATTACKER
    if op.code == OP_RETREAT:
        return DEFENDER
    return op.a
