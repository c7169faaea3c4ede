"""What a seat sees of a game of War for Arrakis; sight.py says what the numbers mean."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.action_dice import dice_of
from dune_sim.games.arrakis.kernels.boards import beside, desert, on_map
from dune_sim.games.arrakis.kernels.figures import LEADER_FROM, NAMED_END, units_in
from dune_sim.games.arrakis.kernels.layout import AREAS, ATREIDES, HARKONNEN, TEAMS, TOKENS, State, Tables
from dune_sim.games.arrakis.kernels.opcodes import AT_ASIDE, AT_LATER, AT_TANK
from dune_sim.games.arrakis.kernels.players.land import see_forces, see_legions, see_settlements, see_sietches
from dune_sim.games.arrakis.kernels.players.layout import Sight
from dune_sim.games.arrakis.kernels.players.race import see_race
from dune_sim.games.arrakis.kernels.players.sight import (
    F_ALL_DICE,
    F_ASIDE,
    F_ATOMICS,
    F_ATREIDES_NEXT,
    F_BAN,
    F_BG,
    F_CARDS,
    F_CARRYALLS,
    F_CROP,
    F_DESERTS,
    F_DICE,
    F_ERGS,
    F_EXPOSED,
    F_HAND,
    F_HARVESTERS,
    F_JESSICA,
    F_LOWEST,
    F_MOUNTAINS,
    F_NAMED,
    F_ORNITHOPTERS,
    F_PAUL,
    F_PHASE,
    F_PLATEAUS,
    F_PREY,
    F_RAIDED,
    F_RESERVE,
    F_ROUND,
    F_ROW,
    F_SIGNS,
    F_SPENT,
    F_SPICE,
    F_STATION_NEAR,
    F_STATION_TWO,
    F_STATIONS,
    F_STRIDE,
    F_TANK,
    F_TILE,
    F_TOGETHER,
    F_TOKENS,
    F_WILD_MAKER,
    F_WORMS,
    FACES,
    MARKERS,
)
from dune_sim.games.arrakis.kernels.players.worth import token_means
from dune_sim.games.arrakis.kernels.prescience import NOWHERE, leader_area
from dune_sim.games.arrakis.kernels.seats import faction_of
from dune_sim.games.arrakis.kernels.teams.members import held_on
from dune_sim.games.arrakis.kernels.turns import unused_dice
from dune_sim.games.arrakis.kernels.vehicles import active_row
from dune_sim.games.arrakis.kernels.worms import exposed
from dune_sim.lang.intrinsics import Set, clear, empty, lowest, nothing, popcount, u64

#: a faction's cards in hand: 36 of the Harkonnen, then 36 of the Atreides
DECKS = 36


def features(t: Tables, g: State, seat: int, s: Sight) -> None:
    """Everything a seat sees; nothing that it may not know has any effect."""
    who = faction_of(t, g, seat)
    clear(s)
    see_round(t, g, s)
    see_race(t, g, who, s)
    see_legions(t, g, token_means(t, g, who), s)
    see_sietches(t, g, who, s)
    see_settlements(t, g, s)
    see_forces(t, g, s)
    see_ground(t, g, s)
    see_desert(t, g, s)
    see_hand(t, g, seat, who, s)
    for p in range(2):
        see_dice(g, p, p * F_STRIDE, s)
        see_leaders(g, p, p * F_STRIDE, s)
    for k in range(TOKENS):
        s.x[F_TOKENS + F_STRIDE] += int(on_map(g.token_at[k]))


def see_round(t: Tables, g: State, s: Sight) -> None:
    """Where the round stands, and the spice board."""
    s.x[F_ROUND] = g.round
    s.x[F_PHASE] = g.phase
    s.x[F_ATREIDES_NEXT] = g.active
    for m in range(MARKERS):
        s.x[F_ROW + m] = g.imperium[m]
        s.x[F_BAN + m] = (g.bans >> m) & 1
    s.x[F_LOWEST] = active_row(g)
    s.x[F_SPICE] = g.spice
    s.x[F_RESERVE] = g.reserve
    s.x[F_ATOMICS] = g.atomics
    s.x[F_TILE] = int(g.tile != 0)


def see_ground(t: Tables, g: State, s: Sight) -> None:
    """Where the Atreides stand: on which terrain, near which stations, with Paul and Jessica or not."""
    there = g.legions[ATREIDES]
    for a in g.stations:
        s.x[F_STATIONS] += 1
        s.x[F_STATION_NEAR] += int(a in there or not empty(t.near[a] & there))
        s.x[F_STATION_TWO] += int(a in there or not empty(t.near_two[a] & there))
    s.x[F_PLATEAUS] = popcount(there & t.terrain_board[1])
    s.x[F_MOUNTAINS] = popcount((there & t.terrain_board[0]) - desert(t, g))
    s.x[F_ERGS] = popcount(there & t.terrain_board[2])
    s.x[F_DESERTS] = popcount((there & desert(t, g)) - g.sietches)
    paul = leader_area(g, t.paul)
    jessica = leader_area(g, t.jessica)
    s.x[F_PAUL] = int(paul != NOWHERE)
    s.x[F_JESSICA] = int(jessica != NOWHERE)
    s.x[F_TOGETHER] = int(paul == jessica and paul != NOWHERE)


def see_desert(t: Tables, g: State, s: Sight) -> None:
    """Harvesters, flyers, worms, and what stands in their way."""
    deep = popcount(g.harvesters & t.deep_board)
    s.x[F_HARVESTERS] = popcount(g.harvesters)
    s.x[F_CROP] = deep * t.harvest[1] + (s.x[F_HARVESTERS] - deep) * t.harvest[0]
    hunted: Set[AREAS] = nothing()
    for a in g.worms:
        hunted |= t.worm_two[a] | t.near[a]
    in_the_open = exposed(t, g) & g.legions[HARKONNEN]
    raiders = beside(t, g.legions[ATREIDES])
    s.x[F_RAIDED] = popcount((g.harvesters - g.legions[HARKONNEN]) & (hunted | raiders))
    s.x[F_PREY] = popcount(in_the_open & hunted)
    s.x[F_ORNITHOPTERS] = popcount(u64(g.ornithopters))
    s.x[F_CARRYALLS] = popcount(u64(g.carryalls))
    s.x[F_WORMS] = popcount(g.worms)
    s.x[F_SIGNS] = popcount(g.signs)
    s.x[F_WILD_MAKER] = int(on_map(g.wild_at))
    for a in in_the_open:
        s.x[F_EXPOSED] += units_in(g.legion[a])


def see_hand(t: Tables, g: State, seat: int, who: int, s: Sight) -> None:
    """The own planning cards, not those of a partner, and how many both factions have."""
    rest = g.hand[who]
    if TEAMS != 0 and t.shared[who] != 0:
        rest = held_on(t, g, t.board[seat])
    while rest != 0:
        s.x[F_HAND + DECKS * who + lowest(rest)] = 1
        rest = rest & u64(rest - 1)
    for p in range(2):
        s.x[F_CARDS + p * F_STRIDE] = popcount(g.hand[p])


def see_dice(g: State, p: int, at: int, s: Sight) -> None:
    for k in range(FACES):
        s.x[at + F_DICE + k] = dice_of(g, p, k)
    s.x[at + F_ALL_DICE] = unused_dice(g, p)
    s.x[at + F_BG] = g.bg[p]


def see_leaders(g: State, p: int, at: int, s: Sight) -> None:
    """Named leaders by where they are, and those whose card is exhausted."""
    low = 0 if p == HARKONNEN else LEADER_FROM
    high = LEADER_FROM if p == HARKONNEN else NAMED_END
    for k in range(low, high):
        place = g.leader_at[k]
        s.x[at + F_NAMED] += int(on_map(place))
        s.x[at + F_ASIDE] += int(place == AT_ASIDE or place == AT_LATER)
        s.x[at + F_TANK] += int(place == AT_TANK)
        s.x[at + F_SPENT] += (g.spent >> k) & 1
