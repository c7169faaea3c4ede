"""Free actions: guerrilla training, scouting, Hawat's scheming, family atomics (ARR-FREE, ARR-ATOM)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import (
    ACT_AREA,
    ACT_ATOMIC,
    ACT_GUERRILLA,
    ACT_HAWAT,
    ACT_SCOUT,
    ACT_TOKEN,
    ACT_ZONE,
)
from dune_sim.games.arrakis.kernels.boards import offer_areas, on_map
from dune_sim.games.arrakis.kernels.cards import discard_card, schemer_in_play
from dune_sim.games.arrakis.kernels.figures import reveal_token, reveal_tokens
from dune_sim.games.arrakis.kernels.layout import (
    AREAS,
    ATREIDES,
    HARKONNEN,
    SIETCHES,
    TEAMS,
    TOKENS,
    Offer,
    State,
    Tables,
)
from dune_sim.games.arrakis.kernels.leaders import reveal_done
from dune_sim.games.arrakis.kernels.legions import displace
from dune_sim.games.arrakis.kernels.mahdi.layout import MAHDI
from dune_sim.games.arrakis.kernels.opcodes import PHASE_ACTIONS
from dune_sim.games.arrakis.kernels.seats import question
from dune_sim.games.arrakis.kernels.teams.members import own_cards
from dune_sim.kernel.layout import Frame
from dune_sim.kernel.offers import offer, offer_mask
from dune_sim.kernel.stack import push, settled
from dune_sim.lang.intrinsics import Set, bit, empty, lowest, nothing, only, popcount, u64


def hidden_areas(g: State) -> Set[AREAS]:
    """Areas with a face-down sietch or deployment token."""
    found = g.tokens
    if g.sietch_known != 255:
        for k in range(SIETCHES):
            if (g.sietch_known >> k) & 1 == 0 and on_map(g.sietch_at[k]):
                found |= only(g.sietch_at[k])
    return found


def overflown(t: Tables, g: State) -> Set[AREAS]:
    """Land under ornithopters: there the player of the solo game reveals nothing of its own will (ARR-SOLO-71)."""
    if MAHDI != 0 and g.mahdi == 1:
        return t.under_zones[g.ornithopters]
    return nothing()


def scouting_banned(t: Tables, g: State) -> bool:
    """An Imperial ban may forbid scouting (ARR-SPICE-13)."""
    return g.bans & t.ban_scout != 0


def scout_zones(t: Tables, g: State) -> int:
    """Air zones whose ornithopter has something to reveal."""
    if g.ornithopters == 0 or scouting_banned(t, g):
        return 0
    mask = 0
    for a in hidden_areas(g):
        mask |= t.area_zones[a]
    return mask & g.ornithopters


def can_scout(t: Tables, g: State) -> bool:
    """Whether any ornithopter has something to reveal."""
    if g.ornithopters == 0 or scouting_banned(t, g):
        return False
    under = t.under_zones[g.ornithopters]
    return not empty(under & g.tokens) or (g.sietch_known != 255 and not empty(under & hidden_areas(g)))


def free_actions(t: Tables, g: State, who: int) -> u64:
    """Free actions of a faction in its own action turn, as answers (ARR-FREE-01, ARR-FREE-02, AMB-15)."""
    if g.phase != PHASE_ACTIONS or g.active != who:
        return u64(0)
    found = u64(0)
    if MAHDI != 0 and g.mahdi == 1 and who == HARKONNEN:
        return found
    if who == ATREIDES:
        if not empty(g.tokens - overflown(t, g)):
            found = bit(ACT_GUERRILLA)
        if g.atomics > 0 and g.tile == 0:
            found = found | bit(ACT_ATOMIC)
        return found
    if can_scout(t, g):
        found = bit(ACT_SCOUT)
    if schemer_in_play(t, g):
        many = popcount(schemes(t, g))
        for k in range(t.scheme_least, min(many, t.scheme_most) + 1):
            found = found | bit(ACT_HAWAT + k - t.scheme_least)
    return found


def schemes(t: Tables, g: State) -> u64:
    """Copies of Hawat's Scheming that who has the turn may discard."""
    if TEAMS != 0:
        return own_cards(t, g, HARKONNEN, g.hand[HARKONNEN] & t.scheme_cards)
    return g.hand[HARKONNEN] & t.scheme_cards


def start_free(t: Tables, g: State, action: int) -> bool:
    """Begin a free action, if this is one; the question that was open is asked again afterwards."""
    if action < ACT_GUERRILLA or action > ACT_ATOMIC:
        return False
    if action == ACT_GUERRILLA:
        push(g.stack, t.pc_guerrilla, ATREIDES)
    elif action == ACT_ATOMIC:
        push(g.stack, t.pc_atomic, ATREIDES)
    elif action == ACT_SCOUT:
        push(g.stack, t.pc_scout, HARKONNEN)
    else:
        push(g.stack, t.pc_hawat, HARKONNEN)
        g.stack.frames[g.stack.depth - 1].a = t.scheme_least + action - ACT_HAWAT
    return True


def op_guerrilla(t: Tables, g: State, f: Frame) -> bool:
    """Atreides reveal one of their tokens; the action may be repeated (ARR-FREE-03)."""
    return question(t, g, f, ATREIDES)


def guerrilla_choices(t: Tables, g: State, q: Offer) -> None:
    for k in range(TOKENS):
        if on_map(g.token_at[k]) and g.token_at[k] not in overflown(t, g):
            again = False
            for j in range(k):
                again = again or same_token(t, g, j, k)
            if not again:
                offer(q, ACT_TOKEN + k)


def same_token(t: Tables, g: State, one_token: int, other: int) -> bool:
    """Whether two tokens differ in nothing: back, figures, place, and whether they moved in this action."""
    alike = g.token_at[one_token] == g.token_at[other] and t.token_figures[one_token] == t.token_figures[other]
    moved = (g.move.moved_tokens >> one_token) & 1 == (g.move.moved_tokens >> other) & 1
    return alike and moved and one_token >> 3 == other >> 3


def guerrilla_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    settled(f)
    area = g.token_at[action - ACT_TOKEN]
    reveal_token(t, g, action - ACT_TOKEN)
    reveal_done(t, g, area)
    if MAHDI != 0:
        voluntary(t, g)


def reveal_area(t: Tables, g: State, area: int) -> None:
    """Everything face down in an area is turned up; the sietch stays (ARR-FREE-04, ARR-BATTLE-06, ARR-BATTLE-07)."""
    reveal_sietch(g, area)
    if area in g.tokens:
        reveal_tokens(t, g, area)
        reveal_done(t, g, area)


def reveal_sietch(g: State, area: int) -> None:
    for k in range(SIETCHES):
        if g.sietch_at[k] == area:
            g.sietch_known |= 1 << k


def op_scout(t: Tables, g: State, f: Frame) -> bool:
    """Spend an ornithopter, then name the area (ARR-FREE-04)."""
    return question(t, g, f, HARKONNEN)


def scout_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    if f.stage == 0:
        offer_mask(q, ACT_ZONE, u64(scout_zones(t, g)))
        return
    offer_areas(q, t.zone_board[f.a] & hidden_areas(g))


def scout_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    if action >= ACT_AREA:
        settled(f)
        reveal_area(t, g, action - ACT_AREA)
    else:
        f.stage = 1
        f.a = action - ACT_ZONE
        g.ornithopters = g.ornithopters & ~(1 << f.a)


def op_hawat(t: Tables, g: State, f: Frame) -> None:
    """Discard ``f.a`` copies of Hawat's Scheming; what they do follows in the program (ARR-FREE-05, ARR-FREE-07)."""
    for _ in range(f.a):
        discard_card(g, HARKONNEN, lowest(g.hand[HARKONNEN] & t.scheme_cards))
    f.a = 0


def op_atomic(t: Tables, g: State, f: Frame) -> bool:
    """One of three tiles, once in the game (ARR-ATOM-01, ARR-ATOM-02)."""
    if g.tile != 0:
        return True
    return question(t, g, f, ATREIDES)


def atomic_choices(t: Tables, q: Offer) -> None:
    for k in range(1, 4):
        offer(q, ACT_AREA + t.atomic_area[k])


def atomic_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    """The tile is laid, the legion under it is pushed away (ARR-ATOM-03, ARR-ATOM-04)."""
    settled(f)
    area = action - ACT_AREA
    for k in range(1, 4):
        if t.atomic_area[k] == area:
            g.tile = k
    g.atomics = 0
    for who in range(2):
        if area in g.legions[who]:
            displace(t, g, who, area)
