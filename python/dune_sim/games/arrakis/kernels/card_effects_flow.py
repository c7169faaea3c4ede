"""Card instructions about cards, dice, leaders entering play, tokens and markers; tests and further cards."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.action_dice import dice_of, lose_dice
from dune_sim.games.arrakis.kernels.actions import ACT_DONE, ACT_FACE, ACT_IMPERIUM, ACT_MEMBER, ACT_YES
from dune_sim.games.arrakis.kernels.boards import draw_bit, on_map
from dune_sim.games.arrakis.kernels.card_effects_desert import yes_or_no
from dune_sim.games.arrakis.kernels.card_opcodes import (
    BAR_NEXT,
    CHOSEN_CHANCE,
    CHOSEN_OPPONENT,
    TEST_ATOMICS_USED,
    TEST_IN_PLAY,
    TEST_PRESCIENCE,
    TEST_REMOVED,
)
from dune_sim.games.arrakis.kernels.cards import card_of, discard_card, loose, offer_cards, playable
from dune_sim.games.arrakis.kernels.free import free_actions, start_free
from dune_sim.games.arrakis.kernels.layout import (
    ATREIDES,
    HARKONNEN,
    ROWS,
    SIETCHES,
    TEAMS,
    Offer,
    State,
    Tables,
)
from dune_sim.games.arrakis.kernels.leaders import (
    bar_of,
    enter_play,
    gain_bene_gesserit,
    in_play,
    remove_from_game,
    track_level,
)
from dune_sim.games.arrakis.kernels.mahdi.layout import MAHDI
from dune_sim.games.arrakis.kernels.opcodes import AT_ASIDE, AT_GONE, AT_OUT, OP_END, OP_JUMP
from dune_sim.games.arrakis.kernels.reach import enemy_within
from dune_sim.games.arrakis.kernels.seats import ask_board, question
from dune_sim.games.arrakis.kernels.teams.cards import PARTNER, asked_to_discard, divided_choices
from dune_sim.games.arrakis.kernels.worms import WILD
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.offers import offer, offer_mask
from dune_sim.kernel.stack import become, jump, push, settled
from dune_sim.lang.intrinsics import bit, u64


def card_test(t: Tables, g: State, who: int, test: int, arg: int) -> bool:
    """What the text of a card asks before it goes on."""
    if test == TEST_IN_PLAY:
        return in_play(g, arg)
    if test == TEST_REMOVED:
        return g.leader_at[arg] == AT_GONE
    if test == TEST_ATOMICS_USED:
        return g.tile != 0
    if test == TEST_PRESCIENCE:
        return track_level(g, arg & 3) >= arg >> 2
    for k in range(SIETCHES):
        if on_map(g.sietch_at[k]) and enemy_within(t, g, ATREIDES, g.sietch_at[k], arg):
            return True
    return False


def op_if(t: Tables, g: State, f: Frame, op: Op) -> None:
    """Go on, or elsewhere if the test fails."""
    if not card_test(t, g, f.who, op.a, op.b):
        jump(f, op.c)


def op_play(t: Tables, g: State, f: Frame) -> bool:
    """Play one more card without a die (ARR-ACT-19, ARR-ACT-21); as the last thing of a card it takes its frame."""
    if playable(t, g, f.who) == 0:
        return True
    return question(t, g, f, f.who)


def play_choices(t: Tables, g: State, f: Frame, q: Offer) -> None:
    offer_cards(t, q, f.who, playable(t, g, f.who))
    offer_mask(q, 0, free_actions(t, g, f.who) | bit(ACT_DONE))


def ends_after(t: Tables, pc: int) -> bool:
    """Whether nothing but the end of its program follows an instruction."""
    follower = pc + 1
    while t.code[follower].code == OP_JUMP:
        follower = t.code[follower].a
    return t.code[follower].code == OP_END


def play_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    if start_free(t, g, action):
        return
    last = ends_after(t, f.pc)
    settled(f)
    if action == ACT_DONE:
        return
    card = card_of(action, f.who)
    discard_card(g, f.who, card)
    if last:
        become(f, t.card_pc[f.who][card])
    else:
        push(g.stack, t.card_pc[f.who][card], f.who)


def op_enemy_discards(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """The opponent discards cards that it, the player or chance chooses (ARR-FREE-06)."""
    enemy = 1 - f.who
    if TEAMS != 0 and t.shared[enemy] != 0 and op.b == CHOSEN_OPPONENT and f.stage > 0:
        if f.stage & ~PARTNER > op.a or loose(t, g, enemy) == 0:
            return True
        return ask_board(t, g, f, asked_to_discard(t, g, f, enemy))
    if f.stage > op.a or loose(t, g, enemy) == 0:
        return True
    if MAHDI != 0 and f.stage > 0 and enemy == HARKONNEN and g.mahdi == 1:
        lose_reinforcements(t, g, op.a)
        return True
    if f.stage > 0 and op.b == CHOSEN_CHANCE:
        discard_by_chance(t, g, enemy, op.a)
        return True
    return question(t, g, f, enemy if f.stage > 0 and op.b == CHOSEN_OPPONENT else f.who)


def enemy_discards_choices(t: Tables, g: State, f: Frame, op: Op, q: Offer) -> None:
    if f.stage == 0:
        yes_or_no(q)
    elif TEAMS != 0 and t.shared[1 - f.who] != 0 and op.b == CHOSEN_OPPONENT:
        divided_choices(t, g, f, q, 1 - f.who)
    else:
        offer_cards(t, q, 1 - f.who, loose(t, g, 1 - f.who))


def discard_by_chance(t: Tables, g: State, who: int, many: int) -> None:
    for _ in range(many):
        cards = loose(t, g, who)
        if cards != 0:
            card = draw_bit(g.rng, cards)
            discard_card(g, who, card)


def enemy_discards_answer(g: State, f: Frame, action: int) -> None:
    if action == ACT_DONE:
        settled(f)
        return
    if TEAMS != 0 and action >= ACT_MEMBER:
        f.stage += PARTNER
        return
    if TEAMS != 0:
        f.stage = f.stage & ~PARTNER
    f.stage += 1
    if action != ACT_YES:
        discard_card(g, 1 - f.who, card_of(action, 1 - f.who))


def op_lose_die(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """The opponent loses unused dice of one result."""
    if dice_of(g, 1 - f.who, op.b) == 0:
        return True
    return question(t, g, f, f.who)


def lose_die_choices(q: Offer) -> None:
    yes_or_no(q)


def lose_die_answer(g: State, f: Frame, op: Op, action: int) -> None:
    settled(f)
    if action == ACT_YES:
        lose_dice(g, 1 - f.who, op.b, op.a)


def op_bene_gesserit(t: Tables, g: State, f: Frame) -> bool:
    """Bene Gesserit tokens from the supply (ARR-BG-05)."""
    if g.bg_supply == 0:
        return True
    return question(t, g, f, f.who)


def bene_gesserit_choices(q: Offer) -> None:
    yes_or_no(q)


def bene_gesserit_answer(g: State, f: Frame, op: Op, action: int) -> None:
    settled(f)
    if action == ACT_YES:
        gain_bene_gesserit(g, f.who, op.a)


def op_restrict(t: Tables, g: State, f: Frame) -> bool:
    """Both Pauls are kept from deeds in the next turn of the Atreides (ARR-LEAD-09)."""
    return question(t, g, f, f.who)


def restrict_choices(q: Offer) -> None:
    yes_or_no(q)


def restrict_answer(g: State, f: Frame, op: Op, action: int) -> None:
    settled(f)
    if action == ACT_YES:
        g.paul_barred = bar_of(BAR_NEXT, op.a)


def op_objective(t: Tables, g: State, f: Frame) -> bool:
    """Further secret objectives; any of them wins (ARR-SETUP-16, ARR-END-02)."""
    if g.objectives_left == 0:
        return True
    return question(t, g, f, f.who)


def objective_choices(q: Offer) -> None:
    yes_or_no(q)


def objective_answer(g: State, f: Frame, op: Op, action: int) -> None:
    settled(f)
    if action == ACT_YES:
        draw_objectives(g, op.a)


def draw_objectives(g: State, many: int) -> None:
    for _ in range(many):
        if g.objectives_left != 0:
            card = draw_bit(g.rng, u64(g.objectives_left))
            g.objectives_left = g.objectives_left & ~(1 << card)
            g.objective |= 1 << card


def op_enter_play(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """A card brings a leader into play (ARR-LEAD-02)."""
    if g.leader_at[op.a] != AT_OUT:
        return True
    return question(t, g, f, f.who)


def enter_play_choices(q: Offer) -> None:
    yes_or_no(q)


def enter_play_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    settled(f)
    if action == ACT_YES:
        enter_by_card(t, g, op.a, op.b)


def enter_by_card(t: Tables, g: State, leader: int, spent: int) -> None:
    """The Wild Maker comes exhausted (ARR-WORM-36, ARR-WORM-37)."""
    enter_play(t, g, leader)
    if leader == WILD:
        g.wild_at = AT_ASIDE
    if spent == 1:
        g.spent |= 1 << leader


def op_remove_leader(t: Tables, g: State, op: Op) -> None:
    """A leader leaves the game for good (ARR-LEAD-10, ARR-LEAD-11)."""
    remove_from_game(t, g, op.a)


def op_force_die(t: Tables, g: State, f: Frame) -> bool:
    """Name the die that the opponent must use in its next turn."""
    return question(t, g, f, f.who)


def force_die_choices(g: State, f: Frame, q: Offer) -> None:
    some = False
    for face in range(5):
        held = dice_of(g, 1 - f.who, face) > 0
        if MAHDI != 0 and g.mahdi == 1:
            held = namable(g, face)
        if held:
            offer(q, ACT_FACE + face)
            some = True
    if some:
        offer(q, ACT_DONE)


def force_die_answer(g: State, f: Frame, action: int) -> None:
    settled(f)
    if action != ACT_DONE:
        g.forced_face = action - ACT_FACE + 1


def imperium_goal(g: State, marker: int, rows: int) -> int:
    """Row of an Imperium marker after a step; never beyond the board (ARR-SPICE-06)."""
    return max(0, min(ROWS - 1, g.imperium[marker] + rows))


def op_imperium(t: Tables, g: State, f: Frame) -> bool:
    """One Imperium marker moves; its ban waits for the next harvest (ARR-SPICE-11)."""
    return question(t, g, f, f.who)


def imperium_choices(g: State, op: Op, q: Offer) -> None:
    some = False
    for m in range(3):
        if imperium_goal(g, m, op.a) != g.imperium[m]:
            offer(q, ACT_IMPERIUM + m)
            some = True
    if some:
        offer(q, ACT_DONE)


def imperium_answer(g: State, f: Frame, op: Op, action: int) -> None:
    settled(f)
    if action != ACT_DONE:
        marker = action - ACT_IMPERIUM
        row = imperium_goal(g, marker, op.a)
        g.imperium[marker] = row
