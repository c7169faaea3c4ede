"""Phase 2: action dice, turns, what a die is used for, prescience windows (ARR-ACT, ARR-BG)."""

from __future__ import annotations

from dune_sim.kernels.arrakis.actions import (
    ACT_CARD,
    ACT_DESERT_POWER,
    ACT_DO,
    ACT_DONE,
    ACT_FACE,
    ACT_LEADER,
    ACT_PLAY,
    ACT_PRESCIENCE,
)
from dune_sim.kernels.arrakis.boards import ask, offer, offer_mask
from dune_sim.kernels.arrakis.card_opcodes import BAR_NEXT, BAR_NOW
from dune_sim.kernels.arrakis.cards import card_of, discard_card, draw_cards, offer_cards, playable, schemer_in_play
from dune_sim.kernels.arrakis.free import offer_free
from dune_sim.kernels.arrakis.layout import ATREIDES, HARKONNEN, State, Tables
from dune_sim.kernels.arrakis.leaders import advance_marker, ready, slide_tank
from dune_sim.kernels.arrakis.opcodes import PHASE_ACTIONS
from dune_sim.kernels.arrakis.prescience import prescience_ready
from dune_sim.kernels.arrakis.prescience_cards import reveal_vision
from dune_sim.kernels.arrakis.vehicles import active_row
from dune_sim.kernels.common.layout import Frame, Op
from dune_sim.kernels.common.rng import below
from dune_sim.kernels.common.stack import become, jump, push, settled
from dune_sim.lang.intrinsics import bit, lowest, u64

FACES = 5
HOUSE = 4
FACE_DESERT_POWER = 5
REVEALED_CARDS = 3

#: stage of OP_USE: a card is played
USE_CARD = 1


def op_round_start(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Two planning cards for each faction and three prescience cards (ARR-ROUND-02, ARR-ROUND-03, AMB-07)."""
    g.round += 1
    for who in range(2):
        draw_cards(t, g, who, 0, 1)
        draw_cards(t, g, who, 1, 1)
    for _ in range(REVEALED_CARDS):
        reveal_vision(g)
    return True


def op_roll_dice(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Roll and place the dice; the spice board keeps some Harkonnen ones (ARR-VEH-02, 03, ARR-ACT-01 to 03)."""
    for who in range(2):
        many = t.dice[who] - (t.row_dice[active_row(g)] if who == HARKONNEN else 0)
        for k in range(FACES):
            g.dice[who][k] = 0
        g.used[who] = 0
        g.surplus[who] = 0
        for _ in range(many):
            side = below(g.rng, 6)
            face = t.action_face[who][side]
            if g.dice[who][face] < t.slots[who][face]:
                g.dice[who][face] += 1
            else:
                g.surplus[who] += 1
    g.active = ATREIDES
    g.turn = 0
    g.harvesters_lost = 0
    g.worm_hits = 0
    g.sietch_held = 0
    g.named_lost = 0
    g.generic_lost = 0
    g.rode = 0
    return True


def op_turn_dice(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Surplus dice turn to a result with the most empty slots (ARR-ACT-04, ARR-ACT-05, AMB-08)."""
    who = op.a
    if g.surplus[who] == 0:
        return True
    most = 0
    for k in range(FACES):
        most = max(most, t.slots[who][k] - g.dice[who][k])
    for k in range(FACES):
        if most > 0 and t.slots[who][k] - g.dice[who][k] == most:
            offer(g, ACT_FACE + k)
    if most == 0:
        g.surplus[who] = 0
        return True
    return ask(g, who)


def turn_dice_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    g.dice[op.a][action - ACT_FACE] += 1
    g.surplus[op.a] -= 1


def op_place_bg(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """One Bene Gesserit token on a least filled action area (ARR-BG-01, ARR-BG-02)."""
    who = op.a
    if f.stage >= t.tokens_per_round or g.bg[who] == 0:
        return True
    fewest = 100
    for k in range(FACES):
        if g.dice[who][k] < t.slots[who][k]:
            fewest = min(fewest, g.dice[who][k])
    for k in range(FACES):
        if g.dice[who][k] < t.slots[who][k] and g.dice[who][k] == fewest:
            offer(g, ACT_FACE + k)
    if fewest == 100:
        return True
    offer(g, ACT_DONE)
    return ask(g, who)


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
    return g.dice[who][0] + g.dice[who][1] + g.dice[who][2] + g.dice[who][3] + g.dice[who][4]


def spend_die(t: Tables, g: State, who: int, face: int) -> None:
    """A die is used; the tank of its owner moves on (ARR-ACT-12, ARR-TANK-03, AMB-66)."""
    g.dice[who][face] -= 1
    g.used[who] += 1
    slide_tank(t, g, who)


def op_turn(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Whose turn it is and what it is spent on; over once the Harkonnen have no die (ARR-ACT-06 to 09, 13, 15)."""
    who = g.active
    if f.stage == 0:
        if unused_dice(g, HARKONNEN) == 0:
            jump(f, op.a)
            return True
        g.flown = 0
        if who == ATREIDES and g.paul_barred & 3 == BAR_NEXT:
            g.paul_barred += BAR_NOW - BAR_NEXT
        f.stage = 1
    faces = 0
    for k in range(FACES):
        faces |= int(g.dice[who][k] > 0) << k
    if who == HARKONNEN and g.forced_face > 0 and g.dice[who][g.forced_face - 1] > 0:
        faces = 1 << (g.forced_face - 1)
    offer_mask(g, ACT_FACE, faces)
    if who == ATREIDES:
        offer_atreides_turn(t, g)
    offer_free(t, g, who)
    return ask(g, who)


def offer_atreides_turn(t: Tables, g: State) -> None:
    """Desert Power with fewer dice than the enemy; prescience cards that cost a die (ARR-DESERT-02, ARR-PRES-09)."""
    many = unused_dice(g, ATREIDES)
    if many < unused_dice(g, HARKONNEN):
        offer(g, ACT_DESERT_POWER)
    if many > 0 and g.claims < t.claims:
        offer_claims(t, g, g.row & t.prescience_dice)


def turn_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    settled(f)
    if action == ACT_DESERT_POWER:
        push(g.stack, t.pc_desert_power, ATREIDES)
        g.stack.frames[g.stack.depth - 1].a = FACE_DESERT_POWER
    elif action >= ACT_PRESCIENCE:
        push(g.stack, t.prescience_pc[action - ACT_PRESCIENCE], ATREIDES)
    else:
        spend_die(t, g, g.active, action - ACT_FACE)
        push(g.stack, t.pc_use, g.active)
        g.stack.frames[g.stack.depth - 1].a = action - ACT_FACE


def special_of(g: State, t: Tables, who: int, face: int) -> int:
    """Leaders whose special action may be used with a face (ARR-LEAD-04, ARR-LEAD-05, ARR-LEAD-13)."""
    mask = 0
    rest = u64(t.specials[who][face])
    while rest != 0:
        k = lowest(rest)
        mask |= int(ready(g, k)) << k
        rest = rest & u64(rest - 1)
    return mask


def op_use(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """The action of the face in register a, a special action or a card (ARR-ACT-07, 08, 14, 15, ARR-LEAD-05).

    Every part of an action can be refused, so a die spent for nothing needs no answer of its own.
    """
    if f.stage == USE_CARD:
        offer_cards(t, g, f.who, playable(t, g, f.who))
        return ask(g, f.who)
    leaders = special_of(g, t, f.who, f.a)
    cards = f.b == 0 and f.a != FACE_DESERT_POWER and playable(t, g, f.who) != 0
    if leaders == 0 and not cards:
        become(f, t.action_pc[f.who][f.a])
        return True
    offer(g, ACT_DO)
    offer_mask(g, ACT_LEADER, leaders)
    if cards:
        offer(g, ACT_PLAY)
    return ask(g, f.who)


def use_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    """A leader whose special action is used is exhausted; a card goes to its discard pile (ARR-LEAD-06, ARR-ACT-11)."""
    if action == ACT_PLAY:
        f.stage = USE_CARD
    elif action == ACT_DO:
        become(f, t.action_pc[f.who][f.a])
    elif action < ACT_CARD:
        leader = action - ACT_LEADER
        g.spent |= 1 << leader
        become(f, t.special_pc[leader])
    else:
        card = card_of(action, f.who)
        discard_card(g, f.who, card)
        become(f, t.card_pc[f.who][card])


def op_as_any_face(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """The die counts as any result, special actions included (ARR-HOUSE-01, AMB-10)."""
    for k in range(HOUSE):
        offer(g, ACT_FACE + k)
    return ask(g, f.who)


def as_any_face_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    settled(f)
    push(g.stack, t.pc_use, f.who)
    top = g.stack.frames[g.stack.depth - 1]
    top.a = action - ACT_FACE
    top.b = 1


def offer_claims(t: Tables, g: State, cards: int) -> None:
    rest = u64(cards)
    while rest != 0:
        k = lowest(rest)
        if prescience_ready(t, g, k):
            offer(g, ACT_PRESCIENCE + k)
        rest = rest & u64(rest - 1)


def claims_offered(g: State) -> bool:
    """Whether a prescience card is on offer."""
    return (g.offer[ACT_PRESCIENCE >> 6] >> (ACT_PRESCIENCE & 63)) & u64(bit(16) - 1) != 0


def op_window(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """As the phase begins and after each action Atreides may score cards of it (ARR-PRES-05, 07, 12, AMB-17)."""
    if f.stage == 1 or g.claims >= t.claims or g.phase != PHASE_ACTIONS:
        return True
    cards = g.row & t.prescience_action & ~t.prescience_dice
    if cards == 0:
        return True
    offer_claims(t, g, cards)
    if not claims_offered(g):
        return True
    offer(g, ACT_DONE)
    return ask(g, ATREIDES)


def window_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    if action == ACT_DONE:
        f.stage = 1
    else:
        push(g.stack, t.prescience_pc[action - ACT_PRESCIENCE], ATREIDES)


def op_turn_end(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Last chance for free actions, then the other faction's turn (ARR-ACT-06, ARR-FREE-02)."""
    if f.stage == 0:
        offer_free(t, g, g.active)
        # whether Hawat's Scheming is in hand must not show in whether the question is asked
        if g.offer[0] != 0 or (g.active == HARKONNEN and schemer_in_play(t, g)):
            offer(g, ACT_DONE)
            return ask(g, g.active)
    if g.active == HARKONNEN:
        g.forced_face = 0
    elif g.paul_barred & 3 == BAR_NOW:
        g.paul_barred = 0
    g.active = 1 - g.active
    g.turn += 1
    jump(f, op.a)
    return True


def turn_end_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    f.stage = 1


def op_score(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """A prescience card is scored and leaves the game (ARR-PRES-03, ARR-PRES-06)."""
    card = op.a
    g.row = g.row & ~(1 << card)
    g.scored |= 1 << card
    g.claims += 1
    if g.kept_card == card + 1:
        g.kept_card = 0
    for m in range(3):
        advance_marker(t, g, m, t.advances[card][m])
    return True
