"""What Bloodlines adds to the turns of people: to the choice of a turn, to sending, to the open part, to revealing."""

from __future__ import annotations

from dune_sim.games.imperium.kernels.actions import ACT_COMMANDERS, ACT_DEPLOY, ACT_RECRUIT, ACT_TECH
from dune_sim.games.imperium.kernels.bloodlines.commanders import (
    deployable_commanders,
    deployable_troops,
    may_recruit,
    move_commanders,
    recruit_commander,
)
from dune_sim.games.imperium.kernels.bloodlines.leaders import visit_leader_space
from dune_sim.games.imperium.kernels.bloodlines.opcodes import LEADER_COURSE, MARK_FED, TILE_SERVO
from dune_sim.games.imperium.kernels.bloodlines.tech import (
    flip,
    flippable,
    has_standing,
    show_tiles,
)
from dune_sim.games.imperium.kernels.layout import Offer, State, Tables
from dune_sim.games.imperium.kernels.offers import add_run, offer, offer_bits
from dune_sim.games.imperium.kernels.opcodes import BOX_SIGNET, FROM_GARRISON, TURN_COMBAT, TURN_REVEAL, TURN_STARTED
from dune_sim.games.imperium.kernels.pool import add_item, draw_cards, move_troops
from dune_sim.games.imperium.kernels.sizes import SLOTS
from dune_sim.games.imperium.kernels.stock import MOST_SMALL, show
from dune_sim.games.imperium.kernels.zones import ZONE_PLAY, hand_of, put, unsee
from dune_sim.kernel.stack import push
from dune_sim.lang.intrinsics import Set, empty, lowest, nothing, only, u64, word_of

#: factions whose spaces a ring with a tile leads to, and the one whose card is boosted
FACTION_ICONS = 15
BENE_GESSERIT = 2
LANDSRAAD = 4


def openers(t: Tables, g: State, p: int) -> Set[SLOTS]:
    """Hand cards that may be laid out instead of a turn, before anything else in it."""
    if g.turn & TURN_STARTED != 0:
        return nothing()
    return hand_of(g, p) & t.openers


def lay_out(t: Tables, g: State, p: int, slot: int) -> None:
    """The card is in play; its effect follows, and the turn is passed."""
    g.turn = g.turn | TURN_STARTED
    put(g, slot, ZONE_PLAY)
    unsee(g, slot)
    push(g.stack, t.opening[t.design[slot]], p)


def more_spaces(t: Tables, g: State, p: int, slot: int) -> int:
    """Spaces a card leads to besides those of its icons: a boosted card to all, a ring with a tile to factions."""
    if g.players[p].boost == 1 and slot in t.faction_cards[BENE_GESSERIT]:
        return t.all_spaces
    if t.agent[t.design[slot]].flags & BOX_SIGNET != 0 and has_standing(t, g, p, TILE_SERVO):
        return t.icon_spaces[FACTION_ICONS]
    return 0


def more_senders(t: Tables, g: State, p: int, spaces: int) -> Set[SLOTS]:
    """Hand cards that reach one of some open spaces in such a way."""
    found: Set[SLOTS] = nothing()
    if spaces == 0 or (g.players[p].boost == 0 and not has_standing(t, g, p, TILE_SERVO)):
        return found
    for slot in hand_of(g, p):
        if more_spaces(t, g, p, slot) & spaces != 0:
            found |= only(slot)
    return found


def sent(t: Tables, g: State, p: int, space: int) -> None:
    """An agent came to a space: a commander to hire, the embassy, a leader's space, a boosted card."""
    if g.players[p].boost == 1 and g.card - 1 in t.faction_cards[BENE_GESSERIT]:
        g.players[p].boost = 0
        add_item(t, g, p, t.boosted)
    if (g.commanders >> space) & 1 == 1:
        add_item(t, g, p, t.hire)
    if t.tech == 1 and (t.spaces_of[LANDSRAAD] >> space) & 1 == 1:
        add_item(t, g, p, t.embassy)
    if t.leader_space == space + 1:
        visit_leader_space(t, g, p)


def reveal_module(t: Tables, g: State, p: int) -> None:
    """Skills, tiles and a navigation card in a reveal turn (BLD-SKILL-05, BLD-TECH-17)."""
    x = u64(g.players[p].skills)
    while x != 0:
        item = t.skill[lowest(x)].item
        if item != 0:
            add_item(t, g, p, item)
        x = x & u64(x - 1)
    if t.tech == 1:
        show_tiles(t, g, p)
    if t.leader[g.players[p].leader].does == LEADER_COURSE:
        show(g, p, g.every_reveal, 0)


def feed_navigator(t: Tables, g: State, p: int) -> None:
    """Enough spice gained in a turn draws a card, once (BLD-LEADER-14)."""
    if t.leader[g.players[p].leader].does != LEADER_COURSE or g.marks & MARK_FED != 0:
        return
    if g.players[p].came >= t.hungry_for:
        g.marks = g.marks | MARK_FED
        draw_cards(t, g, p, 1)


def may_send_units(t: Tables, g: State, p: int) -> bool:
    if g.turn & TURN_COMBAT == 0:
        return False
    return deployable_troops(t, g, p) > 0 or deployable_commanders(t, g, p) > 0


def more_to_do(t: Tables, g: State, p: int) -> bool:
    """Whether the open part has something of Bloodlines to offer (BLD-CMD-05, 09, BLD-TECH-18)."""
    if t.bloodlines == 0:
        return False
    return may_send_units(t, g, p) or may_recruit(t, g, p) or not empty(flippable(t, g, p))


def offer_more(t: Tables, g: State, q: Offer, p: int) -> None:
    """Recruit a commander, deploy units one after the other with the turn going on, turn a tile over."""
    if may_recruit(t, g, p):
        offer(q, ACT_RECRUIT)
    if g.turn & TURN_COMBAT != 0:
        if deployable_troops(t, g, p) > 0 and (g.items > 0 or g.turn & TURN_REVEAL != 0):
            offer(q, ACT_DEPLOY)
        most = deployable_commanders(t, g, p)
        if most > 0:
            offer_bits(q, ACT_COMMANDERS, (1 << (most + 1)) - 2)
    tiles = flippable(t, g, p)
    if not empty(tiles):
        add_run(q, ACT_TECH, word_of(tiles, 0))


def take_more(t: Tables, g: State, p: int, action: int) -> None:
    """One of these; the turn goes on."""
    if action >= ACT_TECH:
        flip(t, g, p, action - ACT_TECH)
    elif action == ACT_RECRUIT:
        recruit_commander(t, g, p)
    elif action == ACT_DEPLOY:
        g.placed = min(MOST_SMALL, g.placed + 1)
        move_troops(t, g, p, 1, FROM_GARRISON)
    else:
        n = action - ACT_COMMANDERS
        g.commanders_placed = min(MOST_SMALL, g.commanders_placed + n)
        move_commanders(t, g, p, n)


def forget_turn(t: Tables, g: State) -> None:
    """A turn of Bloodlines is over."""
    g.gathered = 0
    g.cheaper = 0
    g.marks = 0
    g.last_trashed = 0
    g.ordinary = 0


def begin_turn(g: State, p: int) -> None:
    g.hired = 0
    g.commanders_placed = 0
    g.staying = 0
    g.players[p].came = 0
