"""How far a game counts: what goes beyond is lost (IMP-AMB-33)."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.layout import Player, State
from dune_sim.games.imperium.kernels.sizes import BLOODLINES

#: spice and solari
MOST_RESOURCES = 30_000
#: water, swords, persuasion, and whatever is counted in a turn or a game
MOST_SMALL = 200
#: points from cards and conflicts; those of tracks and tokens come on top
MOST_SCORED = 100


def gain(pl: Player, spice: int, solari: int, water: int) -> None:
    """Resources from the bank (IMP-SETUP-12, IMP-AMB-33)."""
    if BLOODLINES != 0 and pl.counted == 1:
        pl.came = min(MOST_SMALL, pl.came + spice)
    pl.spice = min(MOST_RESOURCES, pl.spice + spice)
    pl.solari = min(MOST_RESOURCES, pl.solari + solari)
    pl.water = min(MOST_SMALL, pl.water + water)


def show(g: State, p: int, persuasion: int, swords: int) -> None:
    """Persuasion and swords of a reveal turn (IMP-REVEAL-03, IMP-AMB-33)."""
    if BLOODLINES != 0 and g.counted == 1:
        g.gathered = min(MOST_SMALL, g.gathered + persuasion)
    g.persuasion = min(MOST_SMALL, g.persuasion + persuasion)
    g.players[p].swords = min(MOST_SMALL, g.players[p].swords + swords)
