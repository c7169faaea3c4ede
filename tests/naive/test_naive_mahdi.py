"""The lists of the automated Harkonnen against the slow oracle, on random positions (ARR-SOLO)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from arrakis.mahdi_lab import AREAS, HARKONNEN, LEADERS, SECTORS, SIETCHES, TACTICS, TOWNS, Bench, area, names
from dune_sim.games.arrakis.kernels import opcodes as op
from dune_sim.lang.intrinsics import only
from naive import mahdi as naive

FEW, MANY = 150, 10_000
H_LEADERS = [name for name, k in LEADERS.items() if k < 7]
A_LEADERS = [name for name, k in LEADERS.items() if 7 <= k < 15]
DESERT = [one.id for one in naive.CONTENT.areas if one.terrain == "desert"]


def scatter(seed: int) -> Bench:
    """A random position: legions of all sizes, mostly near sietches, so that every list has something to say."""
    dice = random.Random(seed)
    target, harvest = dice.sample(TACTICS, 2)
    bench = Bench(target, harvest)
    g = bench.g
    for name in SIETCHES:
        bench.rank(name, dice.randint(1, 3))
        if dice.random() < 0.15 and name != target:
            bench.destroy(name)
        elif dice.random() < 0.75:
            guard(bench, dice, name)
    for name in dice.sample(TOWNS, dice.randint(0, 3)):
        g.settlements -= only(area(name))
    near = [one for one in AREAS if any(naive.apart(one)[s] <= 3 for s in SIETCHES)]
    taken = {AREAS[a] for who in (0, 1) for a in g.legions[who]} | set(SIETCHES)
    leaders, mine = list(A_LEADERS), list(H_LEADERS)
    dice.shuffle(leaders)
    dice.shuffle(mine)
    for name in dice.sample([one for one in near if one not in taken and one not in TOWNS], dice.randint(0, 4)):
        field_legion(bench, dice, name, leaders)
        taken.add(name)
    for _ in range(dice.randint(0, 9)):
        name = dice.choice(TOWNS if dice.random() < 0.3 else near)
        if name not in taken and not (name in TOWNS and area(name) not in g.settlements and dice.random() < 0.5):
            horde(bench, dice, name, mine)
            taken.add(name)
    litter(bench, dice, taken)
    return bench


def guard(bench: Bench, dice: random.Random, name: str) -> None:
    free = [k for k in range(16) if bench.g.token_at[k] == op.AT_SUPPLY]
    for token in dice.sample(free, min(len(free), dice.randint(0, 2))):
        bench.a_token(name, token)
    bench.a(name, standard=dice.randint(0, 1), elite=dice.randint(0, 1))
    if area(name) in bench.g.legions[1]:
        bench.a(name, generic=dice.randint(0, 1))


def field_legion(bench: Bench, dice: random.Random, name: str, leaders: list[str]) -> None:
    named = [leaders.pop()] if dice.random() < 0.4 else []
    bench.a(name, standard=1, special=dice.randint(0, 1))
    bench.a(name, *named, generic=dice.randint(0, 1))


def horde(bench: Bench, dice: random.Random, name: str, leaders: list[str]) -> None:
    """One to six Harkonnen units, some of them face-down tokens."""
    size = dice.randint(1, 6)
    for _ in range(size):
        kind = dice.choice(["standard", "standard", "elite", "special", "token"])
        if kind == "token":
            colour = dice.randint(0, 1)
            if bench.call["h_tokens_in"](bench.g, op.AT_SUPPLY, colour):
                bench.h_token(name, colour)
                continue
            kind = "standard"
        left = bench.g.pool[HARKONNEN][("standard", "elite", "special").index(kind)]
        bench.h(name, **{kind if left else "standard": 1})
    named = [leaders.pop()] if leaders and dice.random() < 0.3 else []
    bench.h(name, *named, generic=dice.randint(0, min(1, bench.g.pool[HARKONNEN][3])))


def litter(bench: Bench, dice: random.Random, taken: set[str]) -> None:
    """Worms, wormsigns, harvesters and flyers."""
    g = bench.g
    free = [one for one in DESERT if one not in taken]
    worms = dice.sample(free, dice.randint(0, 4))
    bench.mark("worms", *worms)
    bench.mark("signs", *dice.sample([one for one in free if one not in worms], dice.randint(0, 6)))
    bench.mark("harvesters", *dice.sample([one for one in DESERT if one not in SIETCHES], dice.randint(0, 7)))
    for zone in range(8):
        kind = dice.random()
        if kind < 0.35:
            g.ornithopters |= 1 << zone
        elif kind < 0.5 and bin(g.carryalls).count("1") < 3:
            g.carryalls |= 1 << zone
    g.flown = dice.choice([0, 0, 0, 1])
    g.bans = dice.choice([0, 0, 1])


def told(bench: Bench) -> naive.Position:
    """The same position for the oracle."""
    g, t = bench.g, bench.t
    sides: list[dict[str, naive.Legion]] = [{}, {}]
    for who, listed in enumerate((H_LEADERS, A_LEADERS)):
        for a in g.legions[who]:
            here = g.legion[a]
            at = g.h_token_at if who == HARKONNEN else g.token_at
            sides[who][AREAS[a]] = naive.Legion(
                here & 15, here >> 4 & 15, here >> 8 & 15, here >> 12,
                tuple(name for name in listed if g.leader_at[LEADERS[name]] == a), sum(place == a for place in at),
            )  # fmt: skip
    cards = naive.CONTENT.tactical_cards
    by_number = list(cards)
    target = by_number[g.target_card - 1]
    return naive.Position(
        *sides,
        sietches={name: g.sietch_rank[k] for k, name in enumerate(SIETCHES) if area(name) in g.sietches},
        towns=names(g.settlements),
        target=target.sietch,
        target_sectors=set(target.sectors),
        harvest_sectors=set(by_number[g.harvest_card - 1].sectors),
        ornithopters=zones(g.ornithopters),
        carryalls=zones(g.carryalls),
        worms=names(g.worms),
        signs=names(g.signs),
        harvesters=names(g.harvesters),
        stations=names(g.stations),
        flown=bool(g.flown),
        limit=t.ban_limit[g.bans & 7],
    )


def zones(mask: int) -> set[str]:
    return {zone.id for k, zone in enumerate(naive.ZONES) if mask >> k & 1}


def some(pos: naive.Position, dice: random.Random) -> list[str]:
    """Legions that an action speaks of: all, or those with a leader, or with Sardaukar."""
    kind = dice.choice(["all", "all", "led", "special"])
    fits: dict[str, Callable[[naive.Legion], bool]] = {
        "all": lambda one: True,
        "led": lambda one: bool(one.generic or one.named),
        "special": lambda one: one.special > 0,
    }
    return [name for name, one in pos.h.items() if fits[kind](one)]


def as_set(bench: Bench, listed: Iterable[str]) -> Any:
    found = bench.g.marked & ~bench.g.marked
    for one in listed:
        found |= only(area(one))
    return found


# -- one comparison for each list -----------------------------------------------------------------------------------


def attacks(bench: Bench, pos: naive.Position, dice: random.Random) -> bool:
    fit = some(pos, dice)
    expected = naive.attack(pos, fit)
    among = as_set(bench, fit)
    sources = names(bench.call["attacking"](bench.t, bench.g, among))
    assert sources == {one for one, _ in expected}
    for source in sources:
        goals = names(bench.call["victims"](bench.t, bench.g, area(source)))
        assert goals == {goal for one, goal in expected if one == source}, source
    return bool(expected)


def moves(bench: Bench, pos: naive.Position, dice: random.Random) -> bool:
    fit = some(pos, dice)
    among, call, t, g = as_set(bench, fit), bench.call, bench.t, bench.g
    aims = naive.aims(pos, fit)
    assert names(call["aims"](t, g, call["most_power"](g, among))) == aims
    for aim in sorted(aims):
        expected = naive.move(pos, fit, aim)
        joining = call["joiners"](t, g, among, area(aim))
        found = joining or call["walkers"](t, g, among, area(aim))
        assert names(found) == set(expected), aim
        best = call["best_join"](t, g, among, area(aim))
        for source, ends in expected.items():
            if joining:
                reached = call["join_ends"](t, g, area(aim), area(source), best)
            else:
                reached = call["step_ends"](t, g, area(aim), area(source))
            assert names(reached) == ends, (aim, source)
            for end in ends:
                parts(bench, pos, source, end)
    return bool(aims)


def parts(bench: Bench, pos: naive.Position, source: str, end: str) -> None:
    """What of a legion goes along."""
    part, expected = bench.call["best_part"](bench.t, bench.g, area(source), area(end)), naive.going(pos, source, end)
    assert (part & 15, part >> 4 & 15, part >> 8 & 15, part >> 12 & 15, part >> 16) == (
        expected.standard, expected.elite, expected.special, expected.generic, expected.tokens,
    )  # fmt: skip


def deployments(bench: Bench, pos: naive.Position, dice: random.Random) -> bool:
    pc = bench.t.mahdi_action_pc[2]
    place = bench.t.code[pc].b
    bench.call["push"](bench.g.stack, pc, HARKONNEN)
    found = names(bench.call["deploy_sites"](bench.t, bench.g, bench.g.stack.frames[0], place))
    bench.call["pop"](bench.g.stack)
    assert found == naive.deploy(pos)
    return bool(found)


def house(bench: Bench, pos: naive.Position, dice: random.Random) -> bool:
    """Legions with standard units or tokens, and any areas a card might name."""
    traded = [one for one, legion in pos.h.items() if legion.standard or legion.tokens]
    assert names(bench.call["tradable"](bench.g, 0)) == set(traded)
    for among in (traded, dice.sample(AREAS, 12)):
        assert names(bench.call["house_best"](bench.t, bench.g, as_set(bench, among))) == naive.house(pos, among)
    return bool(traded)


def vehicles(bench: Bench, pos: naive.Position, dice: random.Random) -> bool:
    call, t, g = bench.call, bench.t, bench.g
    land = call["in_sectors"](t, call["harvest_sectors"](t, g))
    assert names(call["harvest_spots"](t, g, land)) == naive.spots(pos, pos.harvest_sectors)
    mask = call["overflow_sectors"](t, g)
    assert {SECTORS[k] for k in range(8) if mask >> k & 1} == naive.overflow(pos)
    for sector in naive.overflow(pos):
        land = t.sector_board[SECTORS.index(sector)]
        assert names(call["harvest_spots"](t, g, land)) == naive.spots(pos, [sector])
    if len(pos.ornithopters | pos.carryalls) < 8:
        assert zones(call["carryall_zones"](t, g)) == naive.carryall(pos)
    assert zones(call["ornithopter_zones"](t, g)) == naive.ornithopter(pos)
    return True


def rescues(bench: Bench, pos: naive.Position, dice: random.Random) -> bool:
    """Worms come up under harvesters: which of them a carryall saves."""
    call, t, g = bench.call, bench.t, bench.g
    if not pos.harvesters:
        return False
    struck = dice.choice(sorted(pos.harvesters))
    g.carryalls = sum(1 << zone for zone in dice.sample(range(8), 3))
    pos.carryalls = zones(g.carryalls)
    g.fresh = as_set(bench, dice.sample(sorted(pos.harvesters - {struck}), dice.randint(0, len(pos.harvesters) - 1)))
    deep = {one for one in names(g.fresh) if naive.AREAS[one].deep}
    best = naive.saved_at_best(pos, pos.carryalls, deep)
    expected = {
        zone
        for zone in pos.carryalls & naive.zones_of(struck)
        if naive.AREAS[struck].deep or naive.saved_at_best(pos, pos.carryalls - {zone}, deep) == best
    }
    assert zones(call["rescuers"](t, g, area(struck))) == expected
    return bool(pos.carryalls & naive.zones_of(struck))


def casualties(bench: Bench, pos: naive.Position, dice: random.Random) -> bool:
    """Hits on a random legion with at most one named leader, to the last one."""
    side = bench.g.battle.sides[1]
    counts = [dice.randint(0, 3) for _ in range(3)]
    legion = naive.Legion(*counts, generic=dice.randint(0, 3), named=("one",) if dice.random() < 0.4 else ())
    if legion.units == 0:
        return False
    hits, pool = dice.randint(1, 9), dice.choice([0, 0, 1, 5])
    side.standard, side.elite, side.special, side.generic = *counts, legion.generic
    side.named, side.lost_named, side.pool, side.suffer, side.faction = int(bool(legion.named)), 0, pool, hits, 0
    while bench.call["casualties_pending"](side):
        bench.call["take_casualty"](side, bench.call["next_loss"](side))
    left = naive.losses(legion, hits, pool)
    found = (side.standard, side.elite, side.special, side.generic, side.named)
    bench.call["clear_side"](side)
    assert found == ((left.standard, left.elite, left.special, left.generic, len(left.named)) if left else (0,) * 5)
    return True


def spice(bench: Bench, pos: naive.Position, dice: random.Random) -> bool:
    """Every way the questions can go, against every outcome the list allows."""
    g, call, t = bench.g, bench.call, bench.t
    rows, amount = [dice.randint(0, 4) for _ in range(3)], dice.randint(0, 13)
    expected, reached = naive.spend(rows, amount), set()
    pc = next(k for k in range(len(t.code)) if t.code[k].code == 144)
    before = g.supremacy
    for choice in range(27):
        g.imperium, g.spice, g.dropped, g.reserve, g.supremacy = list(rows), amount, 0, 0, before
        call["push"](g.stack, pc, HARKONNEN)
        f = g.stack.frames[0]
        left = choice
        while not call["op_mahdi_spend"](t, g, f):
            legal = bench.legal()
            call["mahdi_spend_answer"](t, g, f, legal[left % 3 % len(legal)])
            left //= 3
        call["pop"](g.stack)
        reached.add((tuple(g.imperium), g.supremacy - before, g.reserve))
    g.supremacy = before
    assert reached == expected, (rows, amount)
    return True


LISTS = {one.__name__: one for one in (attacks, moves, deployments, house, vehicles, rescues, casualties, spice)}


def compare(name: str, seeds: range) -> None:
    """At least a third of the positions must have something to compare."""
    told_something = 0
    for seed in seeds:
        bench = scatter(seed)
        told_something += LISTS[name](bench, told(bench), random.Random(seed))
    assert told_something * 3 > len(seeds), f"{told_something} of {len(seeds)}"


@pytest.mark.parametrize("name", LISTS)
def test_a_list_agrees_with_the_oracle(name: str) -> None:
    compare(name, range(FEW))


@pytest.mark.slow
@pytest.mark.parametrize("name", LISTS)
def test_a_list_agrees_with_the_oracle_on_ten_thousand_positions(name: str) -> None:
    compare(name, range(FEW, FEW + MANY))
