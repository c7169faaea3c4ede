"""Phase 2: turns, what a die is used for, prescience windows (ARR-ACT)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.action_dice import FACES
from dune_sim.games.arrakis.kernels.actions import (
    ACT_DESERT_POWER,
    ACT_DONE,
    ACT_FACE,
    ACT_LEADER,
    ACT_PLAY,
    ACT_PRESCIENCE,
)
from dune_sim.games.arrakis.kernels.card_opcodes import BAR_NEXT, BAR_NOW
from dune_sim.games.arrakis.kernels.cards import card_of, discard_card, draw_cards, offer_cards, playable
from dune_sim.games.arrakis.kernels.figures import LEADER_FROM
from dune_sim.games.arrakis.kernels.free import free_actions, start_free
from dune_sim.games.arrakis.kernels.layout import ATREIDES, HARKONNEN, LEADERS, TEAMS, Offer, State, Tables
from dune_sim.games.arrakis.kernels.leaders import (
    advance_marker,
    at_work,
    bar_of,
    barred_deeds,
    barred_when,
    slide_tank,
)
from dune_sim.games.arrakis.kernels.mahdi.layout import MAHDI
from dune_sim.games.arrakis.kernels.opcodes import PHASE_ACTIONS, PHASE_START
from dune_sim.games.arrakis.kernels.prescience import prescience_ready
from dune_sim.games.arrakis.kernels.prescience_cards import reveal_vision
from dune_sim.games.arrakis.kernels.seats import ask_board, question, stop_if_won
from dune_sim.games.arrakis.kernels.teams.layout import ALLY
from dune_sim.games.arrakis.kernels.teams.members import card_leaders, dice_on, has_desert_power, member_of
from dune_sim.games.arrakis.kernels.teams.turns import (
    acting_for,
    both_may_take,
    end_turn,
    hand_over,
    take_turn,
    taker_choices,
    usable_faces,
)
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.offers import offer, offer_mask
from dune_sim.kernel.stack import become, jump, push, settled
from dune_sim.lang.intrinsics import bit, lowest, u64

HOUSE = 4
FACE_DESERT_POWER = 5
REVEALED_CARDS = 3

DICE = (1 << FACES) - 1  # the faces of dice, without Desert Power
ANY_FACE = DICE ^ (1 << HOUSE)

# stages of OP_TURN
TURN_ACTION = 1  # what the turn is spent on
TURN_CARD = 2  # which die pays for a planning card
TURN_WINDOW = 3  # the action is done: prescience cards
TURN_LAST = 4  # a last free action
TURN_OVER = 5


def op_round_start(t: Tables, g: State) -> None:
    """Two planning cards for each faction and three prescience cards (ARR-ROUND-02, ARR-ROUND-03, AMB-07)."""
    g.phase = PHASE_START
    g.round += 1
    for who in range(2):
        draw_cards(t, g, who, 0, 1)
        draw_cards(t, g, who, 1, 1)
    for _ in range(REVEALED_CARDS):
        reveal_vision(g)


def unused_dice(g: State, who: int) -> int:
    """Unused dice of a faction, on both boards if it is shared; of the solo game those not rolled (ARR-SOLO-18)."""
    if MAHDI != 0 and g.mahdi == 1 and who == HARKONNEN:
        return g.unrolled
    if TEAMS != 0:
        return dice_on(g, who) + dice_on(g, who + ALLY)
    return g.dice[who][0] + g.dice[who][1] + g.dice[who][2] + g.dice[who][3] + g.dice[who][4]


def own_dice(t: Tables, g: State, who: int) -> int:
    """Unused dice that who decides for a faction may spend (ARR-TEAM-32)."""
    if TEAMS != 0:
        return dice_on(g, member_of(t, g, who))
    return unused_dice(g, who)


def spend_die(t: Tables, g: State, who: int, face: int) -> None:
    """A die is used; the tank of its owner moves on (ARR-ACT-12, ARR-TANK-03, AMB-66, ARR-TEAM-28)."""
    board = member_of(t, g, who) if TEAMS != 0 else who
    g.dice[board][face] -= 1
    g.used[board] += 1
    slide_tank(t, g, who)
    if TEAMS != 0:
        slide_tank(t, g, who + ALLY)


def op_turn(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Turn after turn until the Harkonnen have no die (ARR-ACT-06, ARR-ACT-13).

    What a turn is spent on runs above this frame; then prescience cards, a last free action, and the other faction.
    """
    if TEAMS != 0 and f.stage >= TURN_WINDOW:
        g.acting = g.taker
    if MAHDI != 0 and f.b == TURN_WINDOW:
        f.b = 0
        f.stage = TURN_WINDOW
    if f.stage == TURN_WINDOW:
        if window_claims(t, g, f) != 0:
            return question(t, g, f, ATREIDES)
        f.stage = TURN_LAST
    if f.stage == TURN_LAST and free_actions(t, g, g.active) == 0:
        f.stage = TURN_OVER
    if f.stage == TURN_OVER:
        pass_turn(g)
        f.stage = 0
    if f.stage == 0:
        if unused_dice(g, HARKONNEN) == 0:
            jump(f, op.a)
            return True
        begin_turn(g)
        f.stage = TURN_ACTION
        if MAHDI != 0 and g.mahdi == 1 and g.active == HARKONNEN:
            f.b = TURN_WINDOW
            jump(f, f.pc - 1)
            push(g.stack, t.pc_mahdi_turn, HARKONNEN)
            return True
    if TEAMS != 0 and both_may_take(t, g, unused_dice(g, ATREIDES) < unused_dice(g, HARKONNEN)):
        return ask_board(t, g, f, g.active)
    return question(t, g, f, g.active)


def turn_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    if TEAMS != 0 and t.shared[g.active] != 0 and g.taker == 0:
        taker_choices(g, q)
    elif f.stage == TURN_ACTION:
        offer_turn(t, g, f, q, g.active)
    elif f.stage == TURN_CARD:
        offer_mask(q, ACT_FACE, u64(open_faces(t, g, g.active)))
    elif f.stage == TURN_WINDOW:
        window_choices(t, g, f, q)
    else:
        offer_mask(q, 0, free_actions(t, g, g.active) | bit(ACT_DONE))


def begin_turn(g: State) -> None:
    """What a card said about the next turn holds now."""
    g.flown = 0
    if g.active == ATREIDES and barred_when(g.paul_barred) == BAR_NEXT:
        g.paul_barred = bar_of(BAR_NOW, barred_deeds(g.paul_barred))


def pass_turn(g: State) -> None:
    """The other faction is next (ARR-ACT-06)."""
    if g.active == HARKONNEN:
        g.forced_face = 0
    elif barred_when(g.paul_barred) == BAR_NOW:
        g.paul_barred = 0
    g.active = 1 - g.active
    g.turn += 1
    if TEAMS != 0:
        end_turn(g)


def open_faces(t: Tables, g: State, who: int) -> int:
    """Action areas with an unused die; a card may have named the one that must be used."""
    if TEAMS != 0 and t.shared[who] != 0:
        return usable_faces(t, g, member_of(t, g, who))
    faces = 0
    for k in range(FACES):
        faces |= int(g.dice[who][k] > 0) << k
    if who == HARKONNEN and g.forced_face > 0 and (faces >> (g.forced_face - 1)) & 1 == 1:
        return 1 << (g.forced_face - 1)
    return faces


def offer_turn(t: Tables, g: State, f: Frame, q: Offer, who: int) -> None:
    """A die for its action, for a special action or for a card, or what needs no die (ARR-ACT-07, 08, ARR-LEAD-05).

    Every part of an action can be refused, so a die spent for nothing needs no answer of its own (ARR-ACT-14, 15).
    """
    faces = open_faces(t, g, who)
    offer_mask(q, ACT_FACE, u64(faces))
    if who == ATREIDES:
        offer_mask(q, ACT_PRESCIENCE, paid_claims(t, g, f))
        if desert_power_open(t, g):
            offer(q, ACT_DESERT_POWER)
            faces |= 1 << FACE_DESERT_POWER
    offer_mask(q, ACT_LEADER, u64(own_specials(t, g, who, faces)))
    if faces & DICE != 0 and playable(t, g, who) != 0:
        offer(q, ACT_PLAY)
    offer_mask(q, 0, free_actions(t, g, who))


def paid_claims(t: Tables, g: State, f: Frame) -> u64:
    """Prescience cards that Atreides may score for a die (ARR-PRES-09)."""
    if g.claims >= t.claims or own_dice(t, g, ATREIDES) == 0:
        return u64(0)
    return ready_claims(t, g, f, g.row & t.prescience_dice)


def desert_power_open(t: Tables, g: State) -> bool:
    """Atreides need fewer dice than the enemy (ARR-DESERT-02); only the Fremen use it where two share (AMB-110)."""
    if TEAMS != 0 and not has_desert_power(t, g):
        return False
    return unused_dice(g, ATREIDES) < unused_dice(g, HARKONNEN)


def specials_of(t: Tables, g: State, who: int, faces: int) -> int:
    """Leaders whose special action may be used with one of these faces (ARR-LEAD-04, ARR-LEAD-05, ARR-LEAD-13)."""
    first = LEADER_FROM if who == ATREIDES else 0
    working = 0
    # all leaders a side could have, the Wild Maker included: a fixed number is quicker than the right one
    for k in range(first, first + LEADERS - LEADER_FROM):
        working |= at_work(g.leader_at[k]) << k
    return t.specials[who][faces] & working & ~g.spent


def own_specials(t: Tables, g: State, who: int, faces: int) -> int:
    """Those of them whose card lies on the board of who has the turn (ARR-TEAM-25)."""
    if TEAMS != 0:
        return specials_of(t, g, who, faces) & card_leaders(t, g, who)
    return specials_of(t, g, who, faces)


def turn_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    if TEAMS != 0 and t.shared[g.active] != 0 and g.taker == 0:
        take_turn(g, action)
        return
    if start_free(t, g, action):
        return
    if f.stage >= TURN_WINDOW:
        if action == ACT_DONE:
            f.stage += 1
        else:
            push(g.stack, t.prescience_pc[action - ACT_PRESCIENCE], ATREIDES)
        return
    paid = action
    if action == ACT_PLAY:
        f.stage = TURN_CARD
        faces = open_faces(t, g, g.active)
        if faces & (faces - 1) != 0:
            return
        paid = ACT_FACE + lowest(u64(faces))
    pc = spend_turn(t, g, f.stage, paid)
    f.stage = TURN_WINDOW
    push(g.stack, pc, g.active)


def spend_turn(t: Tables, g: State, stage: int, action: int) -> int:
    """Pay for what the turn is spent on; the program that carries it out."""
    who = g.active
    if action >= ACT_PRESCIENCE:
        return t.prescience_pc[action - ACT_PRESCIENCE]
    if action == ACT_DESERT_POWER:
        return t.action_pc[who][FACE_DESERT_POWER]
    if action >= ACT_LEADER:
        leader = action - ACT_LEADER
        if t.special_face[leader] < FACES:
            spend_die(t, g, who, t.special_face[leader])
        return use_special(t, g, leader)
    spend_die(t, g, who, action - ACT_FACE)
    return t.pc_card if stage == TURN_CARD else t.action_pc[who][action - ACT_FACE]


def use_special(t: Tables, g: State, leader: int) -> int:
    """The card of a leader whose special action is used is exhausted; the program of the action (ARR-LEAD-06)."""
    g.spent |= 1 << leader
    return t.special_pc[leader]


def op_card(t: Tables, g: State, f: Frame) -> bool:
    """Which planning card is played (ARR-ACT-08)."""
    return question(t, g, f, f.who)


def card_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    offer_cards(t, q, f.who, playable(t, g, f.who))


def card_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    """The card goes to its discard pile and takes effect (ARR-ACT-11)."""
    card = card_of(action, f.who)
    discard_card(g, f.who, card)
    become(f, t.card_pc[f.who][card])


def op_as_any_face(t: Tables, g: State, f: Frame) -> bool:
    """The die counts as any result, special actions included (ARR-HOUSE-01, AMB-10)."""
    return question(t, g, f, f.who)


def as_any_face_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    offer_mask(q, ACT_FACE, u64(ANY_FACE))
    offer_mask(q, ACT_LEADER, u64(specials_of(t, g, f.who, ANY_FACE)))


def as_any_face_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    settled(f)
    if TEAMS != 0:
        carried_out_by(t, g, f.who, action)
    if action >= ACT_LEADER:
        pc = use_special(t, g, action - ACT_LEADER)
    else:
        pc = t.action_pc[f.who][action - ACT_FACE]
    push(g.stack, pc, f.who)


def carried_out_by(t: Tables, g: State, who: int, action: int) -> None:
    """The ally carries out what only its board allows (ARR-TEAM-24, AMB-77)."""
    if action >= ACT_LEADER:
        hand_over(t, g, who, t.leader_board[action - ACT_LEADER])
    else:
        hand_over(t, g, who, acting_for(t, g, who, action - ACT_FACE))


def ready_claims(t: Tables, g: State, f: Frame, cards: int) -> u64:
    """Those of a set of prescience cards that may be scored now."""
    found = u64(0)
    rest = u64(cards)
    while rest != 0:
        k = lowest(rest)
        if prescience_ready(t, g, f, k):
            found = found | bit(k)
        rest = rest & u64(rest - 1)
    return found


def window_claims(t: Tables, g: State, f: Frame) -> u64:
    """Atreides may score cards of the action phase whose conditions hold (ARR-PRES-05, ARR-PRES-07, ARR-PRES-12)."""
    cards = g.row & t.prescience_action & ~t.prescience_dice
    if cards == 0 or g.claims >= t.claims or g.phase != PHASE_ACTIONS:
        return u64(0)
    return ready_claims(t, g, f, cards)


def op_window(t: Tables, g: State, f: Frame) -> bool:
    """As the phase begins and after each action cards may be scored (AMB-17); OP_TURN does it for its own actions."""
    if window_claims(t, g, f) == 0:
        return True
    return question(t, g, f, ATREIDES)


def window_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    offer_mask(q, ACT_PRESCIENCE, window_claims(t, g, f))
    offer(q, ACT_DONE)


def window_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    if action == ACT_DONE:
        settled(f)
    else:
        push(g.stack, t.prescience_pc[action - ACT_PRESCIENCE], ATREIDES)


def op_score(t: Tables, g: State, op: Op) -> bool:
    """A prescience card is scored and leaves the game (ARR-PRES-03, ARR-PRES-06)."""
    card = op.a
    g.row = g.row & ~(1 << card)
    g.scored |= 1 << card
    g.claims += 1
    if g.kept_card == card + 1:
        g.kept_card = 0
    for m in range(3):
        advance_marker(t, g, m, t.advances[card][m])
    return stop_if_won(g)
