"""Tactical cards: harvest sector and target sietch (ARR-SOLO-03, 06 to 08, ARR-SOLO-23, AMB-87)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_AREA
from dune_sim.games.arrakis.kernels.boards import draw_bit, offer_areas, on_map
from dune_sim.games.arrakis.kernels.layout import AREAS, HARKONNEN, Offer, State, Tables
from dune_sim.games.arrakis.kernels.mahdi.layout import TACTICS
from dune_sim.games.arrakis.kernels.mahdi.strength import FAR
from dune_sim.games.arrakis.kernels.seats import question
from dune_sim.kernel.layout import Frame
from dune_sim.kernel.stack import push, settled
from dune_sim.lang.intrinsics import Set, empty, masked, nothing, only, u64


def draw_tactic(g: State) -> int:
    """The next tactical card."""
    card = draw_bit(g.rng, u64(g.tactics))
    g.tactics = g.tactics & ~(1 << card)
    return card


def draw_target(t: Tables, g: State) -> None:
    """Cards are drawn until one shows another sector and a sietch that stands (ARR-SOLO-07, ARR-SOLO-08)."""
    g.target_card = 0
    while g.tactics != 0 and g.target_card == 0:
        card = draw_tactic(g)
        elsewhere = t.tactic_sectors[card] != t.tactic_sectors[g.harvest_card - 1]
        if elsewhere and on_map(g.sietch_at[t.tactic_sietch[card]]):
            g.target_card = card + 1
    if g.target_card == 0 and not empty(g.sietches):
        push(g.stack, t.pc_mahdi_target, HARKONNEN)


def draw_tactics(t: Tables, g: State) -> None:
    """The first card names the harvest sector, the second the target sietch (ARR-SOLO-06)."""
    card = draw_tactic(g)
    g.harvest_card = card + 1
    draw_target(t, g)


def retarget(t: Tables, g: State) -> None:
    """The target sietch was destroyed: a new one at once (ARR-SOLO-08)."""
    if g.mahdi == 1 and g.target_card > 0 and not on_map(g.sietch_at[t.tactic_sietch[g.target_card - 1]]):
        draw_target(t, g)


def reshuffle_tactics(g: State) -> None:
    """All tactical cards make a new deck (ARR-SOLO-23)."""
    g.tactics = (1 << TACTICS) - 1
    g.harvest_card = 0
    g.target_card = 0


def op_mahdi_target(t: Tables, g: State, f: Frame) -> bool:
    """No card names a target: the sietch nearest to a Harkonnen legion (AMB-87)."""
    return question(t, g, f, HARKONNEN)


def mahdi_target_choices(t: Tables, g: State, q: Offer) -> None:
    found: Set[AREAS] = nothing()
    least = FAR + 1
    for s in g.sietches:
        away = FAR
        for a in g.legions[HARKONNEN]:
            away = min(away, t.apart[s][a])
        if away < least:
            least = away
            found = nothing()
        found |= masked(only(s), away == least)
    offer_areas(q, found)


def mahdi_target_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    settled(f)
    for card in range(TACTICS):
        if g.sietch_at[t.tactic_sietch[card]] == action - ACT_AREA:
            g.target_card = card + 1


def target_sectors(t: Tables, g: State) -> int:
    """Sectors that the target card shows, one bit each; all central ones are one (ARR-SOLO-03)."""
    return t.tactic_sectors[g.target_card - 1] if g.target_card > 0 else 0
