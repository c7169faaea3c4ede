"""What each side may know: hiding and dealing anew (hidden information of ARR-SETUP, ARR-UNIT-10, ARR-ACT)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.boards import draw_bit
from dune_sim.games.arrakis.kernels.card_opcodes import OP_DEED_DISCARD, OP_ENEMY_DISCARDS, OP_PLAY
from dune_sim.games.arrakis.kernels.cards import loose, playable
from dune_sim.games.arrakis.kernels.free import free_actions
from dune_sim.games.arrakis.kernels.layout import ATREIDES, HARKONNEN, SIETCHES, STATIONS, TEAMS, TOKENS, State, Tables
from dune_sim.games.arrakis.kernels.mahdi.layout import MAHDI
from dune_sim.games.arrakis.kernels.moves import PICK_GENERIC, PICK_TOKEN
from dune_sim.games.arrakis.kernels.opcodes import AT_GONE, OP_BATTLE_CARDS, OP_CARD, OP_HAND_LIMIT, OP_TURN
from dune_sim.games.arrakis.kernels.seats import faction_of
from dune_sim.games.arrakis.kernels.teams.cards import loose_on, over_limit, spare_on
from dune_sim.games.arrakis.kernels.teams.members import deck_of_board
from dune_sim.games.arrakis.kernels.turns import (
    DICE,
    FACE_DESERT_POWER,
    TURN_ACTION,
    TURN_CARD,
    TURN_LAST,
    desert_power_open,
    open_faces,
    own_specials,
    paid_claims,
)
from dune_sim.kernel.layout import Frame
from dune_sim.kernel.rng import below
from dune_sim.lang.intrinsics import bit, lowest, popcount, u64

GROUP = 8  # deployment tokens 0 to 7 are the starting ones, 8 to 15 the regular ones


def swap_tokens(g: State, one_token: int, other: int) -> None:
    """Two tokens change identities, in the move of this action too."""
    place = g.token_at[one_token]
    g.token_at[one_token] = g.token_at[other]
    g.token_at[other] = place
    g.move.tokens = swapped(g.move.tokens, one_token, other)
    g.move.moved_tokens = swapped(g.move.moved_tokens, one_token, other)


def swapped(mask: int, i: int, j: int) -> int:
    """A mask with two bits exchanged."""
    if (mask >> i) & 1 == (mask >> j) & 1:
        return mask
    return mask ^ ((1 << i) | (1 << j))


def hide_tokens(g: State) -> None:
    """Face-down tokens of each group in the order of their places: which is which stays unknown."""
    for base in range(0, 2 * GROUP, GROUP):
        for i in range(base, base + GROUP):
            for j in range(i + 1, base + GROUP):
                if g.token_at[i] != AT_GONE and g.token_at[j] != AT_GONE and token_key(g, j) < token_key(g, i):
                    swap_tokens(g, i, j)
    renew_pick(g)


def token_key(g: State, token: int) -> int:
    """All that the enemy sees of a face-down token: where it is, and whether it moves or moved in this action."""
    return 4 * g.token_at[token] - 2 * ((g.move.tokens >> token) & 1) - ((g.move.moved_tokens >> token) & 1)


def renew_pick(g: State) -> None:
    """The last figure picked for a move, if it is a token: the highest of them."""
    if PICK_TOKEN < g.move.pick <= PICK_GENERIC and g.move.tokens != 0:
        g.move.pick = PICK_TOKEN + TOKENS - 1
        while (g.move.tokens >> (g.move.pick - PICK_TOKEN)) & 1 == 0:
            g.move.pick -= 1
        g.move.pick += 1


def deal_tokens(g: State) -> None:
    for base in range(0, 2 * GROUP, GROUP):
        for i in range(base, base + GROUP):
            if g.token_at[i] == AT_GONE:
                continue
            many = 0
            for j in range(i, base + GROUP):
                many += int(g.token_at[j] != AT_GONE)
            k = below(g.rng, many)
            for j in range(i, base + GROUP):
                if g.token_at[j] != AT_GONE:
                    if k == 0:
                        swap_tokens(g, i, j)
                    k -= 1
    renew_pick(g)


def hide_sietches(g: State) -> None:
    for k in range(SIETCHES):
        if (g.sietch_known >> k) & 1 == 0:
            g.sietch_rank[k] = 0


def deal_sietches(t: Tables, g: State) -> None:
    """Ranks of face-down sietches from those not yet seen."""
    left = u64(255)
    for k in range(SIETCHES):
        if (g.sietch_known >> k) & 1 == 1:
            for j in range(SIETCHES):
                if (left >> j) & 1 == 1 and t.sietch_rank[j] == g.sietch_rank[k]:
                    left = left & ~bit(j)
                    break
    for k in range(SIETCHES):
        if (g.sietch_known >> k) & 1 == 0:
            j = draw_bit(g.rng, left)
            left = left & ~bit(j)
            g.sietch_rank[k] = t.sietch_rank[j]


def hide_stations(t: Tables, g: State) -> None:
    for k in range(STATIONS):
        if t.station_area[k] in g.stations:
            g.station_token[k] = 0


def deal_stations(t: Tables, g: State) -> None:
    """Nobody knows the stations on the map."""
    left = u64((1 << STATIONS) - 1)
    for k in range(STATIONS):
        if t.station_area[k] not in g.stations:
            left = left & ~bit(g.station_token[k] - 1)
    for k in range(STATIONS):
        if t.station_area[k] in g.stations:
            j = draw_bit(g.rng, left)
            left = left & ~bit(j)
            g.station_token[k] = j + 1


def hide_hand(t: Tables, g: State, who: int, deck: int) -> None:
    """Only the number of cards from each deck is known: the first ones stand for them."""
    unseen = (g.hand[who] | g.deck[who]) & t.deck_mask[deck]
    many = popcount(g.hand[who] & t.deck_mask[deck])
    g.hand[who] = g.hand[who] & ~t.deck_mask[deck]
    for _ in range(many):
        g.hand[who] = g.hand[who] | (unseen & u64(-unseen))
        unseen = unseen & u64(unseen - 1)
    g.deck[who] = (g.deck[who] & ~t.deck_mask[deck]) | unseen


def deal_hand(t: Tables, g: State, who: int, deck: int) -> None:
    unseen = (g.hand[who] | g.deck[who]) & t.deck_mask[deck]
    many = popcount(g.hand[who] & t.deck_mask[deck])
    g.hand[who] = g.hand[who] & ~t.deck_mask[deck]
    for _ in range(many):
        card = draw_bit(g.rng, unseen)
        g.hand[who] = g.hand[who] | bit(card)
        unseen = unseen & ~bit(card)
    g.deck[who] = (g.deck[who] & ~t.deck_mask[deck]) | unseen


def deal_hands(t: Tables, g: State, seat: int, who: int) -> None:
    """Both hands of the enemy, and that of the partner of a seat that shares its faction (ARR-TEAM-09)."""
    if MAHDI != 0 and g.mahdi == 1:
        deal_pile(t, g, True)
        deal_h_tokens(g, True)
    else:
        for deck in range(2):
            deal_hand(t, g, 1 - who, deck)
    if TEAMS != 0 and t.shared[who] != 0:
        deal_hand(t, g, who, 1 - deck_of_board(t.board[seat]))


def hide_objective(g: State) -> None:
    many = popcount(u64(g.objective))
    g.objectives_left |= g.objective
    g.objective = 0
    for _ in range(many):
        g.objective |= 1 << lowest(u64(g.objectives_left))
        g.objectives_left = g.objectives_left & (g.objectives_left - 1)


def deal_objective(g: State) -> None:
    many = popcount(u64(g.objective))
    g.objectives_left |= g.objective
    g.objective = 0
    for _ in range(many):
        k = draw_bit(g.rng, u64(g.objectives_left))
        g.objective |= 1 << k
        g.objectives_left = g.objectives_left & ~(1 << k)


def hide(t: Tables, g: State, seat: int) -> None:
    """Blank what a seat may not know."""
    who = faction_of(t, g, seat)
    hide_stations(t, g)
    if MAHDI != 0 and g.mahdi == 1:
        deal_pile(t, g, False)
        deal_h_tokens(g, False)
    else:
        for deck in range(2):
            hide_hand(t, g, 1 - who, deck)
    if TEAMS != 0 and t.shared[who] != 0:
        hide_hand(t, g, who, 1 - deck_of_board(t.board[seat]))
    if who == HARKONNEN:
        hide_sietches(g)
        hide_tokens(g)
        hide_objective(g)
    for k in range(4):
        g.rng.s[k] = 0


def turn_asks(t: Tables, g: State, f: Frame, who: int) -> bool:
    """Whether a turn leaves a choice: with one answer alone, nobody would be asked."""
    many = popcount(free_actions(t, g, who))
    if f.stage == TURN_LAST:
        return many > 0
    faces = open_faces(t, g, who)
    many += popcount(u64(faces))
    if who == ATREIDES:
        many += popcount(paid_claims(t, g, f))
        if desert_power_open(t, g):
            many += 1
            faces |= 1 << FACE_DESERT_POWER
    many += popcount(u64(own_specials(t, g, who, faces)))
    return many + int(faces & DICE != 0 and playable(t, g, who) != 0) > 1


def open_hand(t: Tables, g: State, who: int) -> bool:
    """Whether a dealt hand can answer the question that is open."""
    if g.stack.depth == 0 or faction_of(t, g, g.decider) != who:
        return True
    f = g.stack.frames[g.stack.depth - 1]
    code = t.code[f.pc].code
    if TEAMS != 0 and t.shared[who] != 0:
        if code == OP_TURN and g.taker == 0:
            return True
        if code == OP_BATTLE_CARDS:
            return spare_on(t, g, t.board[g.decider]) != 0
        if code == OP_HAND_LIMIT:
            return over_limit(t, g, who) == t.board[g.decider]
        if code == OP_ENEMY_DISCARDS or code == OP_DEED_DISCARD:
            return f.stage == 0 or loose_on(t, g, t.board[g.decider]) != 0
    if code == OP_TURN and (f.stage == TURN_ACTION or f.stage == TURN_LAST):
        return turn_asks(t, g, f, who)
    if code == OP_CARD or code == OP_PLAY or code == OP_BATTLE_CARDS or (code == OP_TURN and f.stage == TURN_CARD):
        return playable(t, g, who) != 0
    return g.hand[who] == 0 or loose(t, g, who) != 0


def hands_fit(t: Tables, g: State, seat: int, who: int) -> bool:
    """Whether the open question could be asked with the hands just dealt."""
    if TEAMS != 0 and t.shared[who] != 0 and g.decider != seat and not open_hand(t, g, who):
        return False
    return open_hand(t, g, 1 - who)


def redeal(t: Tables, g: State, seat: int) -> None:
    """Deal anew whatever a seat does not know."""
    who = faction_of(t, g, seat)
    deal_stations(t, g)
    deal_hands(t, g, seat, who)
    tries = 0
    fits_question = hands_fit(t, g, seat, who)
    while not fits_question and tries < 100:
        deal_hands(t, g, seat, who)
        fits_question = hands_fit(t, g, seat, who)
        tries += 1
    if who == HARKONNEN:
        deal_sietches(t, g)
        deal_tokens(g)
        deal_objective(g)
