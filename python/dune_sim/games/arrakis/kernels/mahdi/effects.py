"""Parts of Harkonnen cards that are like no action: as near to the target sietch as possible (ARR-SOLO-43)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.action_dice import dice_of, lose_dice
from dune_sim.games.arrakis.kernels.actions import ACT_AREA, ACT_LEADER, ACT_MEMBER, ACT_PRESCIENCE
from dune_sim.games.arrakis.kernels.attack import hits_on
from dune_sim.games.arrakis.kernels.boards import offer_areas, on_map
from dune_sim.games.arrakis.kernels.card_effects_desert import roll_faces
from dune_sim.games.arrakis.kernels.card_effects_flow import enter_by_card
from dune_sim.games.arrakis.kernels.card_opcodes import BAR_NEXT, REVEAL_SIETCH, REVEAL_TOKENS
from dune_sim.games.arrakis.kernels.cards import card_of, discard_card, loose, offer_cards
from dune_sim.games.arrakis.kernels.figures import LEADER_FROM, NAMED_END, check_limit, reveal_tokens
from dune_sim.games.arrakis.kernels.free import hidden_areas, reveal_sietch
from dune_sim.games.arrakis.kernels.layout import AREAS, ATREIDES, HARKONNEN, TEAMS, Offer, State, Tables
from dune_sim.games.arrakis.kernels.leaders import (
    bar_of,
    check_tracks,
    enter_tank,
    gain_bene_gesserit,
    strand,
)
from dune_sim.games.arrakis.kernels.mahdi.march import ends_of, relocate_part
from dune_sim.games.arrakis.kernels.mahdi.strength import strength_at, towards
from dune_sim.games.arrakis.kernels.mahdi.strikes import ready_legions
from dune_sim.games.arrakis.kernels.mahdi.ways import roomy
from dune_sim.games.arrakis.kernels.opcodes import AT_OUT
from dune_sim.games.arrakis.kernels.places import P_NEAR_LAST, fitting
from dune_sim.games.arrakis.kernels.prescience_cards import unkept
from dune_sim.games.arrakis.kernels.seats import ask_board, question, stop_if_won
from dune_sim.games.arrakis.kernels.teams.cards import PARTNER, asked_to_discard, divided_choices
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.offers import offer_mask
from dune_sim.kernel.stack import settled
from dune_sim.lang.intrinsics import Set, empty, masked, nothing, only, popcount, u64


def mahdi_discards_possible(t: Tables, g: State) -> bool:
    return loose(t, g, ATREIDES) != 0


def op_mahdi_discards(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """The player discards cards of its choice; the stage counts them. Partners divide it (ARR-TEAM-14)."""
    if TEAMS != 0 and t.shared[ATREIDES] != 0:
        if f.stage & ~PARTNER >= op.a or loose(t, g, ATREIDES) == 0:
            return True
        return ask_board(t, g, f, asked_to_discard(t, g, f, ATREIDES))
    if f.stage >= op.a or loose(t, g, ATREIDES) == 0:
        return True
    return question(t, g, f, ATREIDES)


def mahdi_discards_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    if TEAMS != 0 and t.shared[ATREIDES] != 0:
        divided_choices(t, g, f, q, ATREIDES)
        return
    offer_cards(t, q, ATREIDES, loose(t, g, ATREIDES))


def mahdi_discards_answer(g: State, f: Frame, action: int) -> None:
    if TEAMS != 0 and action >= ACT_MEMBER:
        f.stage += PARTNER
        return
    f.stage = f.stage & ~PARTNER
    f.stage += 1
    discard_card(g, ATREIDES, card_of(action, ATREIDES))


def mahdi_vision_possible(g: State) -> bool:
    return unkept(g) != 0


def op_mahdi_vision(t: Tables, g: State, f: Frame) -> bool:
    """A revealed prescience card goes back to the deck; which one nothing says (ARR-SOLO-02)."""
    return question(t, g, f, HARKONNEN)


def mahdi_vision_choices(g: State, q: Offer) -> None:
    offer_mask(q, ACT_PRESCIENCE, u64(unkept(g)))


def mahdi_vision_answer(g: State, f: Frame, action: int) -> None:
    settled(f)
    card = action - ACT_PRESCIENCE
    g.row = g.row & ~(1 << card)
    g.deck_prescience |= 1 << card


def mahdi_lose_die_possible(g: State, op: Op) -> bool:
    return dice_of(g, ATREIDES, op.b) > 0


def op_mahdi_lose_die(g: State, op: Op) -> None:
    """The player loses unused dice of one result."""
    lose_dice(g, ATREIDES, op.b, op.a)


def op_mahdi_restrict(g: State, op: Op) -> None:
    """Both Pauls are kept from deeds in the next turn of the player."""
    g.paul_barred = bar_of(BAR_NEXT, op.a)


def mahdi_enter_possible(g: State, op: Op) -> bool:
    return g.leader_at[op.a] == AT_OUT


def op_mahdi_enter(t: Tables, g: State, op: Op) -> None:
    """A leader enters play (ARR-LEAD-02)."""
    enter_by_card(t, g, op.a, op.b)


def op_mahdi_bene_gesserit(t: Tables, g: State, op: Op) -> bool:
    """A die of the spice board or a step of supremacy for each token (ARR-SOLO-64, ARR-SOLO-65)."""
    gain_bene_gesserit(g, HARKONNEN, op.a)
    check_tracks(t, g)
    return stop_if_won(g)


def op_mahdi_tracks(t: Tables, g: State) -> bool:
    """Supremacy that came with a leader takes effect (ARR-SOLO-65)."""
    check_tracks(t, g)
    return stop_if_won(g)


def leader_areas(t: Tables, g: State, among: Set[AREAS]) -> Set[AREAS]:
    """Areas of a set where a named leader of the player stands."""
    found: Set[AREAS] = nothing()
    for k in range(LEADER_FROM, NAMED_END):
        if on_map(g.leader_at[k]):
            found |= only(g.leader_at[k]) & among
    return found


def seized(t: Tables, g: State, areas: Set[AREAS]) -> int:
    """Named leaders of the player who stand nearest to the target, one bit each."""
    nearest = towards(t, g, leader_areas(t, g, areas))
    mask = 0
    for k in range(LEADER_FROM, NAMED_END):
        mask |= int(on_map(g.leader_at[k]) and g.leader_at[k] in nearest) << k
    return mask


def mahdi_tank_possible(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """A part that speaks of a moved legion looks at where one may end (AMB-134)."""
    if t.places[op.b].flags & P_NEAR_LAST == 0:
        return not empty(leader_areas(t, g, fitting(t, g, HARKONNEN, op.b, f.c)))
    for a in ready_legions(t, g, f, 0) & g.legions[HARKONNEN]:
        for end in ends_of(t, g, a, strength_at(g, HARKONNEN, a)):
            if not empty(leader_areas(t, g, t.near[end])):
                return True
    return False


def op_mahdi_tank(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Named leaders of the player go to their tank (ARR-TANK-02)."""
    if f.stage >= op.a:
        return True
    if t.places[op.b].flags & P_NEAR_LAST != 0 and not (f.c > 0 and (f.c - 1) in g.legions[HARKONNEN]):
        return True
    return question(t, g, f, HARKONNEN)


def mahdi_tank_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    offer_mask(q, ACT_LEADER, u64(seized(t, g, fitting(t, g, HARKONNEN, op.b, f.c))))


def mahdi_tank_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    f.stage += 1
    enter_tank(t, g, action - ACT_LEADER)


def shot_goals(t: Tables, g: State, f: Frame, op: Op) -> Set[AREAS]:
    return towards(t, g, fitting(t, g, HARKONNEN, op.b, f.c) & g.legions[ATREIDES])


def mahdi_shot_possible(t: Tables, g: State, f: Frame, op: Op) -> bool:
    return not empty(shot_goals(t, g, f, op))


def op_mahdi_shot(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Dice are rolled at a legion, which cannot answer (ARR-UNIT-12)."""
    if f.stage != 1:
        return question(t, g, f, HARKONNEN)
    area = f.a
    f.a = 0
    if area in g.legions[ATREIDES]:
        hits = roll_faces(t, g, op.a, op.c & 7)
        hits_on(t, g, ATREIDES, area, hits)
    return True


def mahdi_shot_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    offer_areas(q, shot_goals(t, g, f, op))


def mahdi_shot_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    f.a = action - ACT_AREA
    f.stage = 1
    show_tokens(t, g, f.a)


def show_tokens(t: Tables, g: State, area: int) -> None:
    """Deployment tokens of the player are turned up."""
    if area in g.tokens:
        reveal_tokens(t, g, area)
        check_limit(t, g, ATREIDES, area)
        strand(t, g, ATREIDES, area)


def sign_goals(t: Tables, g: State, op: Op, last: int) -> Set[AREAS]:
    return towards(t, g, g.signs & fitting(t, g, HARKONNEN, op.b, last))


def mahdi_signs_possible(t: Tables, g: State, op: Op) -> bool:
    return not empty(g.signs & fitting(t, g, HARKONNEN, op.b, 0))


def op_mahdi_signs(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Wormsigns go back to the pool unseen, those nearest to the target first; the stage counts them."""
    while f.stage < op.a:
        near = sign_goals(t, g, op, f.c)
        if empty(near):
            return True
        if f.stage + popcount(near) > op.a:
            return question(t, g, f, HARKONNEN)
        f.stage += popcount(near)
        g.signs -= near
    return True


def mahdi_signs_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    offer_areas(q, sign_goals(t, g, op, f.c))


def mahdi_signs_answer(g: State, f: Frame, action: int) -> None:
    g.signs -= only(action - ACT_AREA)
    f.stage += 1


def revealed_best(t: Tables, g: State, op: Op) -> Set[AREAS]:
    return towards(t, g, hidden_areas(g) if op.a & REVEAL_SIETCH != 0 else g.tokens)


def mahdi_reveal_possible(t: Tables, g: State, op: Op) -> bool:
    return not empty(revealed_best(t, g, op))


def op_mahdi_reveal(t: Tables, g: State, f: Frame) -> bool:
    """Hidden pieces of one area are turned up."""
    return question(t, g, f, HARKONNEN)


def mahdi_reveal_choices(t: Tables, g: State, op: Op, q: Offer) -> None:
    offer_areas(q, revealed_best(t, g, op))


def mahdi_reveal_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    settled(f)
    if op.a & REVEAL_SIETCH != 0:
        reveal_sietch(g, action - ACT_AREA)
    if op.a & REVEAL_TOKENS != 0:
        show_tokens(t, g, action - ACT_AREA)


# -- a legion that goes straight to another -------------------------------------------------------------------------


def carried_to(t: Tables, g: State, f: Frame, op: Op, source: int) -> Set[AREAS]:
    """The legion with room that is nearest to the target, another than the one that goes."""
    others = (fitting(t, g, HARKONNEN, op.b, 0) & g.legions[HARKONNEN] & roomy(t, g)) - only(source)
    return towards(t, g, others)


def carriers(t: Tables, g: State, f: Frame, op: Op) -> Set[AREAS]:
    """Legions that may go, so that one ends as near to the target as possible."""
    found: Set[AREAS] = nothing()
    goals = carried_to(t, g, f, op, AREAS)
    for a in fitting(t, g, HARKONNEN, op.a, 0) & g.legions[HARKONNEN]:
        found |= masked(only(a), not empty(carried_to(t, g, f, op, a) & goals))
    return found


def mahdi_relocate_possible(t: Tables, g: State, f: Frame, op: Op) -> bool:
    return not empty(carriers(t, g, f, op))


def op_mahdi_relocate(t: Tables, g: State, f: Frame) -> bool:
    """One legion goes to a distant one; stage: its area plus 1 once it is known."""
    return question(t, g, f, HARKONNEN)


def mahdi_relocate_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    if f.stage == 0:
        offer_areas(q, carriers(t, g, f, op))
    else:
        offer_areas(q, carried_to(t, g, f, op, f.stage - 1))


def mahdi_relocate_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    if f.stage == 0:
        f.stage = action - ACT_AREA + 1
        return
    source = f.stage - 1
    settled(f)
    f.c = action - ACT_AREA + 1
    relocate_part(t, g, source, action - ACT_AREA)
    g.h_moved = nothing()
