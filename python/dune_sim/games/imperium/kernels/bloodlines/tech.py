"""Tech tiles: stacks, prices, acquiring, abilities, and the secret project of one leader (BLD-TECH)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import ACT_PASS, ACT_TECH
from dune_sim.games.imperium.kernels.bloodlines.opcodes import (
    LEADER_PROJECT,
    TILE_CHAMBER,
    TILE_SUITS,
    TILE_VAULT,
)
from dune_sim.games.imperium.kernels.layout import Offer, State, Tables
from dune_sim.games.imperium.kernels.offers import add_run, offer
from dune_sim.games.imperium.kernels.opcodes import ANSWERED, SEAT_COUNCIL, TURN_REVEAL, TURN_SENT
from dune_sim.games.imperium.kernels.pool import add_item, count_deployed
from dune_sim.games.imperium.kernels.sizes import STACKS, TECHS
from dune_sim.games.imperium.kernels.stock import show
from dune_sim.games.imperium.kernels.troops import recruit
from dune_sim.games.imperium.kernels.zones import keep_top_known
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.rng import below
from dune_sim.kernel.stack import push
from dune_sim.lang.intrinsics import Set, empty, nothing, nth, only, popcount, word_of


def has_standing(t: Tables, g: State, p: int, what: int) -> bool:
    """Whether a seat owns a tile with a lasting ability (TILE_*)."""
    return not empty(g.players[p].tiles & t.standing[what])


def set_up_tech(t: Tables, g: State) -> None:
    """Stacks as even as possible, the upper ones taller; the top tile of each is turned up (BLD-TECH-02, 03)."""
    g.tech_deck = t.tiles
    n = popcount(t.tiles)
    for k in range(t.stacks):
        g.tech_left[k] = (n + t.stacks - 1 - k) // t.stacks
    for k in range(t.stacks):
        turn_up(g, k)


def random_tile(g: State) -> int:
    """A tile out of the stacks, all of which are as likely: nobody knows their order."""
    k = below(g.rng, popcount(g.tech_deck))
    tile = nth(g.tech_deck, k)
    g.tech_deck -= only(tile)
    return tile


def turn_up(g: State, k: int) -> None:
    """The next tile of a stack face up; an empty stack stays empty (BLD-TECH-09)."""
    g.tech_top[k] = 0
    if g.tech_left[k] == 0:
        return
    if g.tech_left[k] == 1 and g.tech_bottom[k] != 0:
        g.tech_top[k] = g.tech_bottom[k]
        g.tech_bottom[k] = 0
    else:
        tile = random_tile(g)
        g.tech_top[k] = tile + 1
    g.tech_left[k] -= 1


def tech_price(t: Tables, g: State, p: int, tile: int, less: int) -> int:
    """Spice for a tile: seat, icon and secret project add up, never below 0 (BLD-TECH-11 to 15, BLD-LEADER-12)."""
    off = less
    if g.players[p].flags & SEAT_COUNCIL != 0:
        off += t.council_tech_discount
    if g.secret_tile == tile + 1:
        off += t.secret_tech_discount
    return max(0, t.tile[tile].cost - off)


def open_tiles(t: Tables, g: State, p: int, less: int) -> Set[TECHS]:
    """Tiles a seat can pay for now: those face up, and its own secret one (BLD-TECH-08)."""
    found: Set[TECHS] = nothing()
    for k in range(STACKS):
        if g.tech_top[k] != 0 and g.players[p].spice >= tech_price(t, g, p, g.tech_top[k] - 1, less):
            found |= only(g.tech_top[k] - 1)
    if g.secret_tile != 0 and t.leader[g.players[p].leader].does == LEADER_PROJECT:
        if g.players[p].spice >= tech_price(t, g, p, g.secret_tile - 1, less):
            found |= only(g.secret_tile - 1)
    return found


def if_tech_open(t: Tables, g: State, who: int, op: Op) -> bool:
    return not empty(open_tiles(t, g, who, op.a))


def op_acquire_tech(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """One tile for spice, or none (BLD-TECH-06 to 08)."""
    return f.stage != 0 or empty(open_tiles(t, g, f.who, op.a))


def acquire_tech_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    offer(q, ACT_PASS)
    add_run(q, ACT_TECH, word_of(open_tiles(t, g, f.who, op.a), 0))


def acquire_tech_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    f.stage = ANSWERED
    if action != ACT_PASS:
        tile = action - ACT_TECH
        g.players[f.who].spice -= tech_price(t, g, f.who, tile, op.a)
        acquire_tile(t, g, f.who, tile)


def acquire_tile(t: Tables, g: State, p: int, tile: int) -> None:
    """Into the supply of its owner; the stack turns up the next; then what acquiring gives (BLD-TECH-09, 16)."""
    if g.secret_tile == tile + 1:
        g.secret_tile = 0
    for k in range(STACKS):
        if g.tech_top[k] == tile + 1:
            turn_up(g, k)
    g.players[p].tiles |= only(tile)
    g.turned -= only(tile)
    keep_top_known(t, g, p)
    if g.turn & TURN_REVEAL != 0 and g.player == p:
        show_tile(t, g, p, tile)
    if t.tile[tile].acquire != 0:
        push(g.stack, t.tile[tile].acquire, p)


def show_tile(t: Tables, g: State, p: int, tile: int) -> None:
    """What a tile does in the own reveal turn (BLD-TECH-17)."""
    show(g, p, t.tile[tile].persuasion, 0)
    if t.tile[tile].item != 0:
        add_item(t, g, p, t.tile[tile].item)


def show_tiles(t: Tables, g: State, p: int) -> None:
    for tile in g.players[p].tiles:
        show_tile(t, g, p, tile)


def flippable(t: Tables, g: State, p: int) -> Set[TECHS]:
    """Own tiles that can be turned over in this agent turn (BLD-TECH-18)."""
    found: Set[TECHS] = nothing()
    if g.turn & TURN_SENT == 0 or g.turn & TURN_REVEAL != 0:
        return found
    for tile in g.players[p].tiles - g.turned:
        if t.tile[tile].flip != 0:
            found |= only(tile)
    return found


def flip(t: Tables, g: State, p: int, tile: int) -> None:
    g.turned |= only(tile)
    push(g.stack, t.tile[tile].flip, p)


def op_trash_tile(g: State, f: Frame, op: Op) -> None:
    """A tile leaves the game."""
    g.players[f.who].tiles -= only(op.a)
    g.turned -= only(op.a)


def op_trash_tech(f: Frame) -> bool:
    """An own tile of choice leaves the game."""
    return f.stage != 0


def trash_tech_choices(g: State, f: Frame, q: Offer) -> None:
    add_run(q, ACT_TECH, word_of(g.players[f.who].tiles, 0))


def trash_tech_answer(g: State, f: Frame, action: int) -> None:
    f.stage = ANSWERED
    g.players[f.who].tiles -= only(action - ACT_TECH)
    g.turned -= only(action - ACT_TECH)


def won_conflict(t: Tables, g: State, p: int) -> None:
    """What tiles give for a won conflict (BLD-TECH-17)."""
    for tile in g.players[p].tiles:
        if t.tile[tile].won != 0:
            push(g.stack, t.tile[tile].won, p)


def meet_intrigue(t: Tables, g: State, p: int) -> None:
    """An intrigue card gained in the own turn brings a troop straight into the conflict."""
    if g.turn == 0 or g.player != p or not has_standing(t, g, p, TILE_SUITS):
        return
    came = recruit(g, p, 1)
    if came > 0:
        g.recruited -= came
        g.players[p].garrison -= came
        g.players[p].conflict += came
        count_deployed(t, g, p, came)


def theft_level(t: Tables, g: State, p: int, level: int) -> int:
    """Intrigue cards from which on theft hits a seat."""
    return max(level, t.theft_from_vault) if has_standing(t, g, p, TILE_VAULT) else level


def space_discount(t: Tables, g: State, p: int) -> int:
    """Spice or solari that a printed cost of a space is less."""
    return 1 if has_standing(t, g, p, TILE_CHAMBER) else 0


def op_secret_project(t: Tables, g: State, f: Frame) -> bool:
    """The lowest tile of each stack is looked at, one kept face down; the others stay there (BLD-LEADER-12)."""
    if f.stage == ANSWERED:
        return True
    if g.tech_bottom[0] == 0:
        for k in range(t.stacks):
            if g.tech_left[k] > 0:
                tile = random_tile(g)
                g.tech_bottom[k] = tile + 1
    return False


def secret_project_choices(t: Tables, g: State, q: Offer) -> None:
    found: Set[TECHS] = nothing()
    for k in range(STACKS):
        if g.tech_bottom[k] != 0:
            found |= only(g.tech_bottom[k] - 1)
    add_run(q, ACT_TECH, word_of(found, 0))


def secret_project_answer(g: State, f: Frame, action: int) -> None:
    f.stage = ANSWERED
    tile = action - ACT_TECH
    g.secret_tile = tile + 1
    for k in range(STACKS):
        if g.tech_bottom[k] == tile + 1:
            g.tech_bottom[k] = 0
            g.tech_left[k] -= 1
