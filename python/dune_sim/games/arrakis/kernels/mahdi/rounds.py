"""The round of the solo game: its start and end, the dice of the Harkonnen (ARR-SOLO-05 to 09, 16 to 18, 22 to 25)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.cards import draw_cards
from dune_sim.games.arrakis.kernels.layout import ATREIDES, HARKONNEN, State, Tables
from dune_sim.games.arrakis.kernels.leaders import advance_supremacy, slide_tank
from dune_sim.games.arrakis.kernels.mahdi.cards import any_part, reinforce
from dune_sim.games.arrakis.kernels.mahdi.layout import DIE_FACES, H_TOKENS
from dune_sim.games.arrakis.kernels.mahdi.tactics import draw_tactics, reshuffle_tactics
from dune_sim.games.arrakis.kernels.opcodes import AT_SUPPLY, PHASE_START
from dune_sim.games.arrakis.kernels.prescience_cards import reveal_vision
from dune_sim.games.arrakis.kernels.seats import stop_if_won
from dune_sim.games.arrakis.kernels.turns import specials_of, use_special
from dune_sim.kernel.layout import Frame
from dune_sim.kernel.rng import below
from dune_sim.kernel.stack import become
from dune_sim.lang.intrinsics import lowest, nothing, u64

SOLO_VISIONS = 2
SIDES = 6
SAME_RESULT = 3
DEPLOYMENT = 2
HOUSE_FACE = 4


def set_up_mahdi(t: Tables, g: State) -> None:
    """The Harkonnen tokens, turned up and shuffled, make a supply; so do the tactical cards (ARR-SOLO-04, 66)."""
    g.mahdi = t.solo
    g.h_tokens = nothing()
    g.h_moved = nothing()
    g.pile_seen = u64(0)
    g.scheme_aside = u64(0)
    g.h_token_time = 0
    for k in range(H_TOKENS):
        g.h_token_at[k] = AT_SUPPLY
        g.h_token_laid[k] = 0
        g.h_token_seen[k] = 0
    for k in range(DIE_FACES):
        g.used_faces[k] = 0
    g.unrolled = 0
    g.blocked = 0
    g.last_deck = 0
    reshuffle_tactics(g)


def op_mahdi_start(t: Tables, g: State) -> None:
    """Cards of the player, two prescience cards, tactical cards, reinforcements (ARR-SOLO-05 to 09)."""
    g.phase = PHASE_START
    g.round += 1
    for deck in range(2):
        draw_cards(t, g, ATREIDES, deck, 1)
    for _ in range(SOLO_VISIONS):
        reveal_vision(g)
    draw_tactics(t, g)
    for deck in range(2):
        reinforce(t, g, deck)


def set_dice_aside(g: State, many: int, blocked: int) -> None:
    """The Harkonnen dice are not rolled in advance; others lie on the spice board (ARR-SOLO-16)."""
    g.unrolled = many
    g.blocked = blocked
    for k in range(DIE_FACES):
        g.used_faces[k] = 0


def free_dice(g: State, many: int) -> None:
    """Dice leave the spice board instead of Bene Gesserit tokens; else supremacy goes up (ARR-SOLO-64, ARR-SOLO-65).

    What supremacy reaches by it takes effect where the tracks are looked at next.
    """
    for _ in range(many):
        if g.blocked > 0:
            g.blocked -= 1
            g.unrolled += 1
        elif g.winner == 0:
            g.supremacy += 1


def roll_die(t: Tables, g: State) -> int:
    """A result that three used dice do not show yet (ARR-SOLO-17); the player may have named it (ARR-SOLO-75)."""
    if g.forced_face > 0:
        return g.forced_face - 1
    many = 0
    for side in range(SIDES):
        many += int(g.used_faces[t.action_face[HARKONNEN][side]] < SAME_RESULT)
    k = below(g.rng, many)
    for side in range(SIDES):
        face = t.action_face[HARKONNEN][side]
        if g.used_faces[face] < SAME_RESULT:
            if k == 0:
                return face
            k -= 1
    return 0


def namable(g: State, face: int) -> bool:
    """Whether Truthtrance may name a result (ARR-SOLO-75, AMB-79)."""
    most = SAME_RESULT - 1 if face == DEPLOYMENT or face == HOUSE_FACE else SAME_RESULT
    return g.used_faces[face] < most


def op_mahdi_die(t: Tables, g: State, f: Frame) -> None:
    """One die is rolled and used; a special action that does anything comes first (ARR-SOLO-16, ARR-SOLO-25)."""
    face = roll_die(t, g)
    g.unrolled -= 1
    g.used_faces[face] += 1
    g.used[HARKONNEN] += 1
    slide_tank(t, g, HARKONNEN)
    ready = u64(specials_of(t, g, HARKONNEN, 1 << face))
    while ready != 0:
        leader = lowest(ready)
        ready = ready & u64(ready - 1)
        if t.mahdi_special_pc[leader] != 0 and any_part(t, g, f, t.mahdi_special_pc[leader]):
            use_special(t, g, leader)
            become(f, t.mahdi_special_pc[leader])
            return
    become(f, t.mahdi_action_pc[face])


def op_mahdi_end(t: Tables, g: State) -> bool:
    """Supremacy goes up a step, the tactical cards are shuffled (ARR-SOLO-22, ARR-SOLO-23)."""
    g.unrolled = 0
    g.blocked = 0
    for k in range(DIE_FACES):
        g.used_faces[k] = 0
    reshuffle_tactics(g)
    advance_supremacy(t, g, 1)
    return stop_if_won(g)
