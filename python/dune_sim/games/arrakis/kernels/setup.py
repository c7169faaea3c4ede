"""Two-player set-up (ARR-SETUP)."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.attack import clear_battle
from dune_sim.games.arrakis.kernels.boards import draw_bit
from dune_sim.games.arrakis.kernels.figures import GENERIC, from_pool, move_token, one
from dune_sim.games.arrakis.kernels.layout import (
    AREAS,
    ATREIDES,
    HARKONNEN,
    LEADERS,
    SETTLEMENTS,
    SIETCHES,
    STATIONS,
    TANK_SPACES,
    TEAMS,
    TOKENS,
    State,
    Tables,
)
from dune_sim.games.arrakis.kernels.mahdi.layout import MAHDI
from dune_sim.games.arrakis.kernels.moves import clear_move
from dune_sim.games.arrakis.kernels.opcodes import AT_ASIDE, AT_OUT, AT_SUPPLY
from dune_sim.games.arrakis.kernels.teams.layout import BOARDS
from dune_sim.games.arrakis.kernels.teams.turns import end_turn
from dune_sim.kernel.rng import seed_stream
from dune_sim.kernel.stack import pop, push
from dune_sim.lang.intrinsics import bit, clear, nothing, only, u64

ALL_CARDS = (1 << 36) - 1


def clear_boards(g: State) -> None:
    for who in range(2):
        g.legions[who] = nothing()
        g.led[who] = nothing()
    g.tokens = nothing()
    g.sietches = nothing()
    g.settlements = nothing()
    g.stations = nothing()
    g.signs = nothing()
    g.worms = nothing()
    g.harvesters = nothing()
    g.fresh = nothing()
    g.marked = nothing()
    for a in range(AREAS):
        g.legion[a] = 0


def clear_counts(g: State) -> None:
    """Everything that starts at nothing."""
    g.spent = 0
    g.row = 0
    g.scored = 0
    g.reached = 0
    g.battles = 0
    g.round = 0
    g.turn = 0
    g.ornithopters = 0
    g.carryalls = 0
    g.bans = 0
    g.dropped = 0
    g.spice = 0
    g.reserve = 0
    g.tile = 0
    g.atomics = 0
    g.claims = 0
    g.kept_card = 0
    g.bonus_card = 0
    g.bonus_steps = 0
    g.harvesters_lost = 0
    g.worm_hits = 0
    g.sietch_held = 0
    g.named_lost = 0
    g.generic_lost = 0


def clear_rest(g: State) -> None:
    g.rode = 0
    g.forced_face = 0
    g.paul_barred = 0
    g.active = 0
    g.phase = 0
    g.decider = 0
    g.winner = 0
    g.reason = 0
    g.flown = 0
    for board in range(BOARDS):
        for k in range(5):
            g.dice[board][k] = 0
        for k in range(TANK_SPACES):
            g.tank[board][k] = 0
        g.used[board] = 0
        g.surplus[board] = 0
        g.lost_dice[board] = 0
    for who in range(2):
        g.bg_placed[who] = 0
    if TEAMS != 0:
        end_turn(g)
    clear_move(g)
    clear_battle(g)
    for k in range(2):
        g.battle.sides[k].cards = 0
    while g.stack.depth > 0:
        pop(g.stack)
    clear(g.stack.frames[0])


def set_pools(t: Tables, g: State) -> None:
    """Pools, markers, decks and tokens before anything is on the map (ARR-SETUP-08 to 12, 14, 15, 17)."""
    given = 0
    for who in range(2):
        for k in range(4):
            g.pool[who][k] = t.figures[who][k]
        g.hand[who] = 0
        g.deck[who] = ALL_CARDS
        g.bg[who] = t.tokens_at_start[who]
        given += t.tokens_at_start[who]
    g.bg_supply = t.tokens_in_all - given
    for k in range(3):
        g.marker[k] = t.marker_start[k]
        g.imperium[k] = t.start_row[k]
        g.unseen[k] = t.sign_faces[k]
    g.supremacy = t.supremacy_start
    g.deck_prescience = 0xFFFF
    for k in range(LEADERS):
        g.leader_at[k] = AT_ASIDE if (t.starts >> k) & 1 == 1 else AT_OUT
    g.wild_at = AT_OUT
    for k in range(TOKENS):
        g.token_at[k] = AT_SUPPLY


def set_atreides(t: Tables, g: State) -> None:
    """Sietches with hidden ranks, a token and a Naib each; stations; the objective (ARR-SETUP-01 to 03, 07, 16)."""
    g.sietch_known = 0
    ranks = u64((1 << SIETCHES) - 1)
    tokens = ranks
    for k in range(SIETCHES):
        area = t.sietch_area[k]
        g.sietch_at[k] = area
        g.sietches |= only(area)
        rank = draw_bit(g.rng, ranks)
        ranks = ranks & ~bit(rank)
        g.sietch_rank[k] = t.sietch_rank[rank]
        token = draw_bit(g.rng, tokens)
        tokens = tokens & ~bit(token)
        move_token(g, token, area)
        from_pool(g, ATREIDES, area, one(GENERIC))
    stations = u64((1 << STATIONS) - 1)
    for k in range(STATIONS):
        g.stations |= only(t.station_area[k])
        token = draw_bit(g.rng, stations)
        stations = stations & ~bit(token)
        g.station_token[k] = token + 1
    g.objectives_left = 63
    k = draw_bit(g.rng, u64(63))
    g.objective = 1 << k
    g.objectives_left = 63 & ~(1 << k)


def set_harkonnen(t: Tables, g: State) -> None:
    """Settlements, each with the figures of a black and a silver token (ARR-SETUP-04 to 06)."""
    for colour in range(2):
        left = u64((1 << SETTLEMENTS) - 1)
        for k in range(SETTLEMENTS):
            token = draw_bit(g.rng, left)
            left = left & ~bit(token)
            from_pool(g, HARKONNEN, t.settlement_area[k], t.start_figures[colour][token])
    for k in range(SETTLEMENTS):
        g.settlements |= only(t.settlement_area[k])


def setup(t: Tables, g: State, seed: u64, number: int) -> None:
    """A fresh game, its program pushed."""
    seed_stream(g.rng, seed, number)
    clear_boards(g)
    clear_counts(g)
    clear_rest(g)
    set_pools(t, g)
    set_atreides(t, g)
    set_harkonnen(t, g)
    if MAHDI != 0:
        set_up_mahdi(t, g)
    push(g.stack, t.pc_game, HARKONNEN)
