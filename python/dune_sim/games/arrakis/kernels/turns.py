"""Phase 2: action dice, turns, what a die is used for, prescience windows (ARR-ACT, ARR-BG)."""

from __future__ import annotations

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
from dune_sim.games.arrakis.kernels.layout import ATREIDES, HARKONNEN, LEADERS, Offer, State, Tables
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
from dune_sim.games.arrakis.kernels.seats import question, stop_if_won
from dune_sim.games.arrakis.kernels.vehicles import active_row
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.offers import offer, offer_mask
from dune_sim.kernel.rng import below
from dune_sim.kernel.stack import become, jump, push, settled
from dune_sim.lang.intrinsics import bit, lowest, u64

FACES = 5
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


def op_roll_dice(t: Tables, g: State, f: Frame, op: Op) -> None:
    """Roll and place the dice; the spice board keeps some Harkonnen ones (ARR-VEH-02, 03, ARR-ACT-01 to 03)."""
    g.phase = PHASE_ACTIONS
    for who in range(2):
        many = t.dice[who] - (t.row_dice[active_row(g)] if who == HARKONNEN else 0)
        for k in range(FACES):
            g.dice[who][k] = 0
        g.used[who] = 0
        g.surplus[who] = 0
        if MAHDI != 0 and g.mahdi == 1 and who == HARKONNEN:
            set_dice_aside(g, many, t.dice[who] - many)
            many = 0
        for _ in range(many):
            side = below(g.rng, 6)
            face = t.action_face[who][side]
            fits_in = int(g.dice[who][face] < t.slots[who][face])
            g.dice[who][face] += fits_in
            g.surplus[who] += 1 - fits_in
    g.active = ATREIDES
    g.turn = 0
    g.harvesters_lost = 0
    g.worm_hits = 0
    g.sietch_held = 0
    g.named_lost = 0
    g.generic_lost = 0
    g.rode = 0
    if g.surplus[HARKONNEN] + g.surplus[ATREIDES] == 0:
        jump(f, op.b if g.bg[HARKONNEN] + g.bg[ATREIDES] == 0 else op.a)


def op_turn_dice(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Surplus dice turn to a result with the most empty slots (ARR-ACT-04, ARR-ACT-05, AMB-08)."""
    if g.surplus[op.a] > 0 and most_empty(t, g, op.a) > 0:
        return question(t, g, f, op.a)
    g.surplus[op.a] = 0
    return True


def most_empty(t: Tables, g: State, who: int) -> int:
    """Empty slots of the action area that has most of them."""
    most = 0
    for k in range(FACES):
        most = max(most, t.slots[who][k] - g.dice[who][k])
    return most


def turn_dice_choices(t: Tables, g: State, op: Op, q: Offer) -> None:
    most = most_empty(t, g, op.a)
    for k in range(FACES):
        if t.slots[op.a][k] - g.dice[op.a][k] == most:
            offer(q, ACT_FACE + k)


def turn_dice_answer(g: State, op: Op, action: int) -> None:
    g.dice[op.a][action - ACT_FACE] += 1
    g.surplus[op.a] -= 1


def op_place_bg(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """One Bene Gesserit token on a least filled action area (ARR-BG-01, ARR-BG-02)."""
    if f.stage >= t.tokens_per_round or g.bg[op.a] == 0:
        return True
    return question(t, g, f, op.a)


def place_bg_choices(t: Tables, g: State, op: Op, q: Offer) -> None:
    who = op.a
    fewest = 100
    for k in range(FACES):
        if g.dice[who][k] < t.slots[who][k]:
            fewest = min(fewest, g.dice[who][k])
    if fewest == 100:
        return
    for k in range(FACES):
        if g.dice[who][k] < t.slots[who][k] and g.dice[who][k] == fewest:
            offer(q, ACT_FACE + k)
    offer(q, ACT_DONE)


def place_bg_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    """The token is a die of that area for this round, then it is gone (ARR-BG-03, ARR-BG-04, ARR-BG-08)."""
    if action == ACT_DONE:
        f.stage = t.tokens_per_round
        return
    f.stage += 1
    g.dice[op.a][action - ACT_FACE] += 1
    g.bg[op.a] -= 1
    g.bg_placed[op.a] += 1


def unused_dice(g: State, who: int) -> int:
    """Dice that may still be spent; those of the solo game that were not rolled yet (ARR-SOLO-18)."""
    if MAHDI != 0 and g.mahdi == 1 and who == HARKONNEN:
        return g.unrolled
    return g.dice[who][0] + g.dice[who][1] + g.dice[who][2] + g.dice[who][3] + g.dice[who][4]


def spend_die(t: Tables, g: State, who: int, face: int) -> None:
    """A die is used; the tank of its owner moves on (ARR-ACT-12, ARR-TANK-03, AMB-66)."""
    g.dice[who][face] -= 1
    g.used[who] += 1
    slide_tank(t, g, who)


def op_turn(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Turn after turn until the Harkonnen have no die (ARR-ACT-06, ARR-ACT-13).

    What a turn is spent on runs above this frame; then prescience cards, a last free action, and the other faction.
    """
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
    return question(t, g, f, g.active)


def turn_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    if f.stage == TURN_ACTION:
        offer_turn(t, g, f, q, g.active)
    elif f.stage == TURN_CARD:
        offer_mask(q, ACT_FACE, u64(open_faces(g, g.active)))
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


def open_faces(g: State, who: int) -> int:
    """Action areas with an unused die; a card may have named the one that must be used."""
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
    faces = open_faces(g, who)
    offer_mask(q, ACT_FACE, u64(faces))
    if who == ATREIDES:
        offer_mask(q, ACT_PRESCIENCE, paid_claims(t, g, f))
        if desert_power_open(g):
            offer(q, ACT_DESERT_POWER)
            faces |= 1 << FACE_DESERT_POWER
    offer_mask(q, ACT_LEADER, u64(specials_of(t, g, who, faces)))
    if faces & DICE != 0 and playable(t, g, who) != 0:
        offer(q, ACT_PLAY)
    offer_mask(q, 0, free_actions(t, g, who))


def paid_claims(t: Tables, g: State, f: Frame) -> u64:
    """Prescience cards that Atreides may score for a die (ARR-PRES-09)."""
    if g.claims >= t.claims or unused_dice(g, ATREIDES) == 0:
        return u64(0)
    return ready_claims(t, g, f, g.row & t.prescience_dice)


def desert_power_open(g: State) -> bool:
    """Atreides need fewer dice than the enemy (ARR-DESERT-02)."""
    return unused_dice(g, ATREIDES) < unused_dice(g, HARKONNEN)


def specials_of(t: Tables, g: State, who: int, faces: int) -> int:
    """Leaders whose special action may be used with one of these faces (ARR-LEAD-04, ARR-LEAD-05, ARR-LEAD-13)."""
    first = LEADER_FROM if who == ATREIDES else 0
    working = 0
    # all leaders a side could have, the Wild Maker included: a fixed number is quicker than the right one
    for k in range(first, first + LEADERS - LEADER_FROM):
        working |= at_work(g.leader_at[k]) << k
    return t.specials[who][faces] & working & ~g.spent


def turn_answer(t: Tables, g: State, f: Frame, action: int) -> None:
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
        faces = open_faces(g, g.active)
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
    if action >= ACT_LEADER:
        pc = use_special(t, g, action - ACT_LEADER)
    else:
        pc = t.action_pc[f.who][action - ACT_FACE]
    push(g.stack, pc, f.who)


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
