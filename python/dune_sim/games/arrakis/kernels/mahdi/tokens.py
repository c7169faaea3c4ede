"""Face-down Harkonnen deployment tokens (ARR-SOLO-56, ARR-SOLO-66 to 69)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_AREA
from dune_sim.games.arrakis.kernels.boards import draw_bit, offer_areas
from dune_sim.games.arrakis.kernels.figures import (
    GENERIC,
    from_pool,
    one,
    part,
    refresh_units,
    to_pool,
    unit_count,
    unit_limit,
    units_in,
)
from dune_sim.games.arrakis.kernels.layout import AREAS, HARKONNEN, SETTLEMENTS, Offer, State, Tables
from dune_sim.games.arrakis.kernels.leaders import strand
from dune_sim.games.arrakis.kernels.mahdi.layout import H_TOKENS
from dune_sim.games.arrakis.kernels.mahdi.strength import h_token_count
from dune_sim.games.arrakis.kernels.opcodes import AT_SUPPLY
from dune_sim.games.arrakis.kernels.seats import question
from dune_sim.kernel.layout import Frame
from dune_sim.kernel.stack import push, settled
from dune_sim.lang.intrinsics import Set, bit, lowest, masked, nothing, only, u64

COLOURS = 2
COLOUR = SETTLEMENTS  # tokens of each colour


def h_tokens_in(g: State, area: int, colour: int) -> u64:
    """Tokens of a colour in an area, one bit each; the area AT_SUPPLY gives those of the supply."""
    found = u64(0)
    for k in range(COLOUR * colour, COLOUR * colour + COLOUR):
        found = found | u64(int(g.h_token_at[k] == area) << k)
    return found


def refresh_h_tokens(g: State, area: int) -> None:
    """Renew the boards of an area after its Harkonnen tokens changed."""
    g.h_tokens |= only(area)
    if h_token_count(g, area) == 0:
        g.h_tokens -= only(area)
    refresh_units(g, HARKONNEN, area)


def shift_h_tokens(g: State, source: int, target: int) -> None:
    """All Harkonnen tokens of an area go along with their legion."""
    g.h_moved |= masked(only(target), source in g.h_moved)
    if source not in g.h_tokens:
        return
    for k in range(H_TOKENS):
        if g.h_token_at[k] == source:
            g.h_token_at[k] = target
    refresh_h_tokens(g, source)
    refresh_h_tokens(g, target)


def some_h_tokens(g: State, source: int, many: int) -> int:
    """So many of the tokens of an area, by chance as nobody knows them; one bit each."""
    left = h_tokens_in(g, source, 0) | h_tokens_in(g, source, 1)
    found = 0
    for _ in range(many):
        k = draw_bit(g.rng, left)
        left = left & ~bit(k)
        found |= 1 << k
    return found


def carry_h_tokens(g: State, source: int, target: int, tokens: int) -> None:
    """Some tokens go along with a part of a legion."""
    rest = u64(tokens)
    while rest != 0:
        g.h_token_at[lowest(rest)] = target
        rest = rest & u64(rest - 1)
    if tokens != 0:
        refresh_h_tokens(g, source)
        refresh_h_tokens(g, target)


def return_h_token(g: State, token: int) -> None:
    """A token goes back to its supply, turned up."""
    area = g.h_token_at[token]
    g.h_token_time += 1
    g.h_token_seen[token] = g.h_token_time
    g.h_token_at[token] = AT_SUPPLY
    g.h_token_laid[token] = 0
    refresh_h_tokens(g, area)


def h_supply(g: State, kind: int) -> int:
    """The class placed for a wanted one: itself, the next higher, else the next lower; -1 if none (ARR-SOLO-36)."""
    for higher in range(kind, GENERIC):
        if g.pool[HARKONNEN][higher] > 0:
            return higher
    lower = kind - 1
    while lower >= 0:
        if g.pool[HARKONNEN][lower] > 0:
            return lower
        lower -= 1
    return -1


def add_h_unit(g: State, area: int, kind: int) -> bool:
    """Put a Harkonnen unit of a class, or what stands for it, on the map; False if there is none at all."""
    found = h_supply(g, kind)
    if found < 0:
        return False
    from_pool(g, HARKONNEN, area, one(found))
    return True


def turn_token(t: Tables, g: State, token: int) -> None:
    """A token is swapped for its figures and shuffled back (ARR-SOLO-67, ARR-SOLO-68)."""
    area = g.h_token_at[token]
    colour = int(token >= COLOUR)
    shown = t.start_figures[colour][token - COLOUR * colour]
    for kind in range(3):
        for _ in range(part(shown, kind)):
            add_h_unit(g, area, kind)
    return_h_token(g, token)
    leaders = min(shown >> 12, g.pool[HARKONNEN][GENERIC])
    if leaders > 0 and units_in(g.legion[area]) + h_token_count(g, area) > 0:
        from_pool(g, HARKONNEN, area, leaders << 12)


def turn_up(t: Tables, g: State, area: int) -> None:
    """All Harkonnen tokens of an area are revealed (ARR-SOLO-67, AMB-86)."""
    if g.mahdi == 0 or area not in g.h_tokens:
        return
    for k in range(H_TOKENS):
        if g.h_token_at[k] == area:
            turn_token(t, g, k)
    trim(t, g, area)
    strand(t, g, HARKONNEN, area)


def trim(t: Tables, g: State, area: int) -> None:
    """Units above the limit go, the weakest first, tokens last (ARR-SOLO-68, AMB-131)."""
    limit = unit_limit(t, g, HARKONNEN)
    while unit_count(g, area) > limit:
        kind = 0
        while kind < GENERIC and part(g.legion[area], kind) == 0:
            kind += 1
        if kind < GENERIC:
            to_pool(g, HARKONNEN, area, one(kind))
        else:
            token = some_h_tokens(g, area, 1)
            return_h_token(g, lowest(u64(token)))


def lay_h_token(g: State, area: int, colour: int) -> None:
    """A token of the supply is laid face down."""
    k = draw_bit(g.rng, h_tokens_in(g, AT_SUPPLY, colour))
    g.h_token_time += 1
    g.h_token_laid[k] = g.h_token_time
    g.h_token_at[k] = area
    refresh_h_tokens(g, area)


def cover(t: Tables, g: State, area: int) -> None:
    """A legion left a settlement: a black and a silver token are laid there at once (ARR-SOLO-56, AMB-85)."""
    if g.mahdi == 0 or area not in g.settlements or area in g.legions[HARKONNEN]:
        return
    for colour in range(COLOURS):
        if h_tokens_in(g, AT_SUPPLY, colour) != 0:
            lay_h_token(g, area, colour)
        else:
            push(g.stack, t.pc_mahdi_tokens, HARKONNEN)
            top = g.stack.frames[g.stack.depth - 1]
            top.a = area
            top.b = colour


def op_mahdi_token(t: Tables, g: State, f: Frame) -> bool:
    """The supply of a colour is empty: one token of the map is turned up for it (ARR-SOLO-69)."""
    return question(t, g, f, HARKONNEN)


def mahdi_token_choices(g: State, f: Frame, q: Offer) -> None:
    """Areas with a face-down token of the colour."""
    found: Set[AREAS] = nothing()
    for k in range(COLOUR * f.b, COLOUR * f.b + COLOUR):
        found |= masked(only(g.h_token_at[k]), g.h_token_at[k] < AREAS)
    offer_areas(q, found)


def mahdi_token_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    settled(f)
    area = action - ACT_AREA
    k = draw_bit(g.rng, h_tokens_in(g, area, f.b))
    turn_token(t, g, k)
    trim(t, g, area)
    lay_h_token(g, f.a, f.b)
    strand(t, g, HARKONNEN, area)


def lose_h_tokens(g: State, area: int) -> None:
    """The legion of an area fell: its tokens go back unseen."""
    for k in range(H_TOKENS):
        if g.h_token_at[k] == area:
            g.h_token_at[k] = AT_SUPPLY
            g.h_token_laid[k] = 0
    refresh_h_tokens(g, area)
