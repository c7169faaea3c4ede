"""Named leaders: entry into play, regeneration tank, tracks and what they bring."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.boards import on_map
from dune_sim.games.arrakis.kernels.card_opcodes import BAR_DEPLOY, BAR_NOW, BAR_PLACE
from dune_sim.games.arrakis.kernels.figures import (
    GENERIC,
    LEADER_FROM,
    NAMED_END,
    check_limit,
    named_in,
    refresh,
    side_of,
    to_pool,
)
from dune_sim.games.arrakis.kernels.layout import (
    ATREIDES,
    HARKONNEN,
    TANK_SPACES,
    TEAMS,
    TRACK_STEPS,
    State,
    Tables,
)
from dune_sim.games.arrakis.kernels.mahdi.layout import MAHDI
from dune_sim.games.arrakis.kernels.opcodes import (
    AT_ASIDE,
    AT_GONE,
    AT_LATER,
    AT_OUT,
    AT_TANK,
    END_SUPREMACY,
    PHASE_ACTIONS,
    TRACK_ATOMICS,
    TRACK_BENE_GESSERIT,
    TRACK_ENTER,
)
from dune_sim.games.arrakis.kernels.teams.layout import ALLY
from dune_sim.games.arrakis.kernels.teams.members import tank_of
from dune_sim.kernel.stack import push
from dune_sim.lang.intrinsics import lowest, popcount, u64

NO_LEADER = 255


def in_play(g: State, leader: int) -> bool:
    """Whether a leader has entered play and is not out of the game."""
    return g.leader_at[leader] != AT_OUT and g.leader_at[leader] != AT_GONE


def ready(g: State, leader: int) -> bool:
    """Whether the special action may be used: in play, not in the tank, card face up (ARR-LEAD-04, ARR-TANK-06)."""
    return at_work(g.leader_at[leader]) == 1 and (g.spent >> leader) & 1 == 0


def at_work(place: int) -> int:
    """1 if a leader is on the map or aside, 0 if not; without a branch that nobody could guess."""
    return int(place < AT_OUT) | int(place == AT_ASIDE)


def barred(t: Tables, g: State, deed: int) -> int:
    """Leaders whom a card keeps from a deed in this turn: both Pauls or nobody (ARR-LEAD-09)."""
    return t.paul if barred_when(g.paul_barred) == BAR_NOW and barred_deeds(g.paul_barred) & deed != 0 else 0


def bar_of(when: int, deeds: int) -> int:
    """When Paul is barred and from which deeds, in one number."""
    return when + 4 * deeds


def barred_when(bar: int) -> int:
    return bar & 3


def barred_deeds(bar: int) -> int:
    return bar >> 2


def available(t: Tables, g: State, who: int) -> int:
    """Named leaders that may be deployed: in play, off the map, not in the tank (ARR-DEPLOY-04)."""
    mask = 0
    low = 0 if who == HARKONNEN else LEADER_FROM
    high = LEADER_FROM if who == HARKONNEN else NAMED_END
    for k in range(low, high):
        if g.leader_at[k] == AT_ASIDE:
            mask |= 1 << k
    return mask & ~barred(t, g, BAR_DEPLOY)


def placeable(t: Tables, g: State, who: int) -> int:
    """Named leaders that may be placed: in play and not in the tank (ARR-DEPLOY-05)."""
    mask = 0
    low = 0 if who == HARKONNEN else LEADER_FROM
    high = LEADER_FROM if who == HARKONNEN else NAMED_END
    for k in range(low, high):
        place = g.leader_at[k]
        if on_map(place) or place == AT_ASIDE:
            mask |= 1 << k
    return mask & ~barred(t, g, BAR_PLACE)


def leave_tank(g: State, leader: int) -> None:
    change_in_tank(g, leader, 0)


def change_in_tank(g: State, leader: int, now: int) -> None:
    """Somebody else, or nobody, stands where a leader stood in a tank of its faction."""
    who = side_of(leader)
    for k in range(TANK_SPACES):
        if g.tank[who][k] == leader + 1:
            g.tank[who][k] = now
        if TEAMS != 0 and g.tank[who + ALLY][k] == leader + 1:
            g.tank[who + ALLY][k] = now


def enter_tank(t: Tables, g: State, leader: int) -> None:
    """On the leftmost space, pushing others right; off the end means out (ARR-TANK-02, ARR-TANK-07, AMB-67)."""
    who = side_of(leader)
    board = tank_of(t, leader) if TEAMS != 0 else who
    old = g.leader_at[leader]
    g.leader_at[leader] = AT_TANK
    if on_map(old):
        refresh(g, who, old)
    if who == HARKONNEN and g.phase == PHASE_ACTIONS:
        g.named_lost = min(200, g.named_lost + 1)
    carried = leader + 1
    k = 0
    while carried != 0 and k < t.tank_spaces[who]:
        there = g.tank[board][k]
        g.tank[board][k] = carried
        carried = there
        k += 1
    if carried != 0:
        g.leader_at[carried - 1] = AT_LATER


def slide_tank(t: Tables, g: State, board: int) -> None:
    """A die was spent: everybody in the tank moves one space (ARR-TANK-03, ARR-TANK-05)."""
    last = t.tank_spaces[board & 1 if TEAMS != 0 else board] - 1
    if g.tank[board][last] != 0:
        g.leader_at[g.tank[board][last] - 1] = AT_LATER
    for k in range(last):
        g.tank[board][last - k] = g.tank[board][last - k - 1]
    g.tank[board][0] = 0


def lose_named(t: Tables, g: State, mask: int) -> None:
    """Leaders of one faction go to the tank; with several their owner names the order (ARR-BATTLE-26, AMB-66)."""
    if mask == 0:
        return
    if TEAMS != 0:
        who = side_of(lowest(u64(mask)))
        to_tank(t, g, who, mask & t.board_leaders[who + ALLY])
        to_tank(t, g, who, mask & ~t.board_leaders[who + ALLY])
        return
    to_tank(t, g, side_of(lowest(u64(mask))), mask)


def to_tank(t: Tables, g: State, who: int, mask: int) -> None:
    """Leaders who go to the same tank."""
    if popcount(u64(mask)) > 1:
        push(g.stack, t.pc_tank, who)
        g.stack.frames[g.stack.depth - 1].a = mask
    elif mask != 0:
        enter_tank(t, g, lowest(u64(mask)))


def strand(t: Tables, g: State, who: int, area: int) -> None:
    """Leaders left without a unit are eliminated (ARR-UNIT-15)."""
    if area in g.legions[who]:
        return
    generic = g.legion[area] >> 12
    named = named_in(g, who, area)
    if generic > 0:
        to_pool(g, who, area, generic << (4 * GENERIC))
    lose_named(t, g, named)


def reveal_done(t: Tables, g: State, area: int) -> None:
    """Tokens became units: too many must go, and leaders whom a token without figures leaves alone (AMB-18)."""
    check_limit(t, g, ATREIDES, area)
    strand(t, g, ATREIDES, area)


def take_out(g: State, leader: int) -> None:
    """A leader's card and figure leave the game for good."""
    old = g.leader_at[leader]
    g.leader_at[leader] = AT_GONE
    g.spent = g.spent & ~(1 << leader)
    if old == AT_TANK:
        leave_tank(g, leader)
    elif on_map(old):
        refresh(g, side_of(leader), old)


def take_over(g: State, leader: int, old: int) -> None:
    """A grown leader takes the exact place and card state of the younger one (ARR-LEAD-07, ARR-LEAD-08)."""
    who = side_of(leader)
    g.leader_at[leader] = g.leader_at[old]
    g.leader_at[old] = AT_GONE
    change_in_tank(g, old, leader + 1)
    if (g.spent >> old) & 1 == 1:
        g.spent = (g.spent & ~(1 << old)) | (1 << leader)
    if (g.move.moved_named >> old) & 1 == 1:
        g.move.moved_named |= 1 << leader
    if on_map(g.leader_at[leader]):
        refresh(g, who, g.leader_at[leader])


def enter_play(t: Tables, g: State, leader: int) -> None:
    """Card face up, figure aside; whom it replaces leaves (ARR-LEAD-02, ARR-LEAD-07, ARR-LEAD-08, ARR-LEAD-11)."""
    if g.leader_at[leader] != AT_OUT:
        return
    g.leader_at[leader] = AT_ASIDE
    old = t.replaces[leader]
    if old != NO_LEADER and in_play(g, old):
        if t.takes_place[leader] == 1:
            take_over(g, leader, old)
        else:
            take_out(g, old)
    gain_bene_gesserit(g, side_of(leader), t.entry_tokens[leader])


def remove_from_game(t: Tables, g: State, leader: int) -> None:
    """A leader leaves for good; another may enter because of it (ARR-LEAD-10)."""
    if g.leader_at[leader] == AT_GONE:
        return
    take_out(g, leader)
    if t.enters_after[leader] != NO_LEADER:
        enter_play(t, g, t.enters_after[leader])


def gain_bene_gesserit(g: State, who: int, many: int) -> None:
    """Tokens from the supply, as far as they reach (ARR-BG-05, ARR-BG-06)."""
    if MAHDI != 0 and who == HARKONNEN and g.mahdi == 1:
        free_dice(g, many)
        return
    taken = min(many, g.bg_supply)
    g.bg_supply -= taken
    g.bg[who] += taken


def win(g: State, who: int, reason: int) -> None:
    if g.winner == 0:
        g.winner = who + 1
        g.reason = reason


def track_level(g: State, marker: int) -> int:
    if marker < 3:
        return g.marker[marker]
    if marker == 3:
        return max(g.marker[0], max(g.marker[1], g.marker[2]))
    return g.supremacy


def check_tracks(t: Tables, g: State) -> None:
    """Steps reached or passed for the first time take effect (ARR-PRES-13 to 18, ARR-LEAD-14, ARR-BG-05, AMB-70)."""
    for k in range(TRACK_STEPS):
        step = t.track[k]
        if (g.reached >> k) & 1 == 1 or step.marker > 4 or track_level(g, step.marker) < step.step:
            continue
        g.reached |= 1 << k
        if step.effect == TRACK_ENTER:
            enter_play(t, g, step.arg)
        elif step.effect == TRACK_BENE_GESSERIT:
            gain_bene_gesserit(g, step.arg & 1, step.arg >> 1)
        elif step.effect == TRACK_ATOMICS:
            g.atomics += step.arg
        else:
            win(g, step.arg, END_SUPREMACY)


def advance_marker(t: Tables, g: State, marker: int, steps: int) -> None:
    """A prescience marker goes up (ARR-PRES-02)."""
    g.marker[marker] = min(t.track_length[marker], g.marker[marker] + steps)
    check_tracks(t, g)


def advance_supremacy(t: Tables, g: State, steps: int) -> None:
    """The supremacy marker goes up; at its end the Harkonnen win at once (ARR-END-01, ARR-END-11)."""
    g.supremacy = min(t.supremacy_end, g.supremacy + steps)
    check_tracks(t, g)
