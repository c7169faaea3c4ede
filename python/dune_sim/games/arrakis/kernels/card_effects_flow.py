"""Card instructions about cards, dice, leaders entering play, tokens and markers; tests and further cards."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.actions import ACT_DONE, ACT_FACE, ACT_IMPERIUM, ACT_YES
from dune_sim.games.arrakis.kernels.boards import ask, draw_bit, offer, on_map
from dune_sim.games.arrakis.kernels.card_effects_figures import OVER
from dune_sim.games.arrakis.kernels.card_opcodes import (
    BAR_NEXT,
    CHOSEN_CHANCE,
    CHOSEN_OPPONENT,
    OP_BENE_GESSERIT,
    OP_ENTER_PLAY,
    OP_LOSE_DIE,
    OP_OBJECTIVE,
    OP_RESTRICT,
    TEST_ATOMICS_USED,
    TEST_IN_PLAY,
    TEST_PRESCIENCE,
    TEST_REMOVED,
)
from dune_sim.games.arrakis.kernels.cards import card_of, discard_card, loose, offer_cards, playable
from dune_sim.games.arrakis.kernels.free import offer_free
from dune_sim.games.arrakis.kernels.layout import ATREIDES, ROWS, SIETCHES, State, Tables
from dune_sim.games.arrakis.kernels.leaders import (
    enter_play,
    gain_bene_gesserit,
    in_play,
    remove_from_game,
    track_level,
)
from dune_sim.games.arrakis.kernels.opcodes import AT_ASIDE, AT_GONE, AT_OUT, OP_END, OP_JUMP
from dune_sim.games.arrakis.kernels.reach import enemy_within
from dune_sim.games.arrakis.kernels.worms import WILD
from dune_sim.kernel.layout import Frame, Op
from dune_sim.kernel.stack import become, jump, push
from dune_sim.lang.intrinsics import u64


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


def op_if(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Go on, or elsewhere if the test fails."""
    if not card_test(t, g, f.who, op.a, op.b):
        jump(f, op.c)
    return True


def op_play(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Play one more card without a die (ARR-ACT-19, ARR-ACT-21); as the last thing of a card it takes its frame."""
    if f.stage == OVER:
        return True
    cards = playable(t, g, f.who)
    if cards == 0:
        return True
    offer_cards(t, g, f.who, cards)
    offer(g, ACT_DONE)
    offer_free(t, g, f.who)
    return ask(g, f.who)


def ends_after(t: Tables, pc: int) -> bool:
    """Whether nothing but the end of its program follows an instruction."""
    follower = pc + 1
    while t.code[follower].code == OP_JUMP:
        follower = t.code[follower].a
    return t.code[follower].code == OP_END


def play_answer(t: Tables, g: State, f: Frame, action: int) -> None:
    f.stage = OVER
    if action == ACT_DONE:
        return
    card = card_of(action, f.who)
    discard_card(g, f.who, card)
    if ends_after(t, f.pc):
        become(f, t.card_pc[f.who][card])
    else:
        push(g.stack, t.card_pc[f.who][card], f.who)


def op_enemy_discards(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """The opponent discards cards that it, the player or chance chooses (ARR-FREE-06)."""
    enemy = 1 - f.who
    if f.stage > op.a:
        return True
    cards = loose(t, g, enemy)
    if cards == 0:
        return True
    if f.stage == 0:
        offer(g, ACT_DONE)
        offer(g, ACT_YES)
        return ask(g, f.who)
    if op.b == CHOSEN_CHANCE:
        discard_by_chance(t, g, enemy, op.a)
        return True
    offer_cards(t, g, enemy, cards)
    return ask(g, enemy if op.b == CHOSEN_OPPONENT else f.who)


def discard_by_chance(t: Tables, g: State, who: int, many: int) -> None:
    for _ in range(many):
        cards = loose(t, g, who)
        if cards != 0:
            card = draw_bit(g.rng, cards)
            discard_card(g, who, card)


def enemy_discards_answer(g: State, f: Frame, op: Op, action: int) -> None:
    if action == ACT_DONE:
        f.stage = op.a + 1
        return
    f.stage += 1
    if action != ACT_YES:
        discard_card(g, 1 - f.who, card_of(action, 1 - f.who))


def simple_possible(g: State, f: Frame, op: Op) -> bool:
    """Whether an effect that only needs a yes can do anything."""
    code = op.code
    if code == OP_LOSE_DIE:
        return g.dice[1 - f.who][op.b] > 0
    if code == OP_BENE_GESSERIT:
        return g.bg_supply > 0
    if code == OP_OBJECTIVE:
        return g.objectives_left != 0
    if code == OP_ENTER_PLAY:
        return g.leader_at[op.a] == AT_OUT
    return True


def op_simple(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Effects that are carried out as a whole or not at all (ARR-ACT-14)."""
    if f.stage == OVER or not simple_possible(g, f, op):
        return True
    offer(g, ACT_DONE)
    offer(g, ACT_YES)
    return ask(g, f.who)


def simple_answer(t: Tables, g: State, f: Frame, op: Op, action: int) -> None:
    f.stage = OVER
    if action == ACT_DONE:
        return
    code = op.code
    if code == OP_LOSE_DIE:
        lost = min(op.a, g.dice[1 - f.who][op.b])
        g.dice[1 - f.who][op.b] -= lost
        g.lost_dice[1 - f.who] += lost
    elif code == OP_BENE_GESSERIT:
        gain_bene_gesserit(g, f.who, op.a)
    elif code == OP_RESTRICT:
        g.paul_barred = BAR_NEXT + 4 * op.a
    elif code == OP_OBJECTIVE:
        draw_objectives(g, op.a)
    else:
        enter_by_card(t, g, op.a, op.b)


def draw_objectives(g: State, many: int) -> None:
    """Further secret objectives; any of them wins (ARR-SETUP-16, ARR-END-02)."""
    for _ in range(many):
        if g.objectives_left != 0:
            card = draw_bit(g.rng, u64(g.objectives_left))
            g.objectives_left = g.objectives_left & ~(1 << card)
            g.objective |= 1 << card


def enter_by_card(t: Tables, g: State, leader: int, spent: int) -> None:
    """A card brings a leader into play; the Wild Maker comes exhausted (ARR-LEAD-02, ARR-WORM-36, ARR-WORM-37)."""
    enter_play(t, g, leader)
    if leader == WILD:
        g.wild_at = AT_ASIDE
    if spent == 1:
        g.spent |= 1 << leader


def op_remove_leader(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """A leader leaves the game for good (ARR-LEAD-10, ARR-LEAD-11)."""
    remove_from_game(t, g, op.a)
    return True


def op_force_die(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """Name the die that the opponent must use in its next turn."""
    if f.stage == OVER:
        return True
    some = False
    for face in range(5):
        if g.dice[1 - f.who][face] > 0:
            offer(g, ACT_FACE + face)
            some = True
    if not some:
        return True
    offer(g, ACT_DONE)
    return ask(g, f.who)


def force_die_answer(g: State, f: Frame, action: int) -> None:
    f.stage = OVER
    if action != ACT_DONE:
        g.forced_face = action - ACT_FACE + 1


def imperium_goal(g: State, marker: int, rows: int) -> int:
    """Row of an Imperium marker after a step; never beyond the board (ARR-SPICE-06)."""
    return max(0, min(ROWS - 1, g.imperium[marker] + rows))


def op_imperium(t: Tables, g: State, f: Frame, op: Op) -> bool:
    """One Imperium marker moves; its ban waits for the next harvest (ARR-SPICE-11)."""
    if f.stage == OVER:
        return True
    some = False
    for m in range(3):
        if imperium_goal(g, m, op.a) != g.imperium[m]:
            offer(g, ACT_IMPERIUM + m)
            some = True
    if not some:
        return True
    offer(g, ACT_DONE)
    return ask(g, f.who)


def imperium_answer(g: State, f: Frame, op: Op, action: int) -> None:
    f.stage = OVER
    if action != ACT_DONE:
        marker = action - ACT_IMPERIUM
        row = imperium_goal(g, marker, op.a)
        g.imperium[marker] = row
