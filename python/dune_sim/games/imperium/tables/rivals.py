"""House Hagal in the tables: who is a rival, its cards, its signet abilities and rewards, the difficulty."""

from __future__ import annotations

from typing import Any

import numpy as np

from dune_sim.errors import ContentError
from dune_sim.games.imperium.content import effects as fx
from dune_sim.games.imperium.content.effects import walk
from dune_sim.games.imperium.content.models import ImperiumContent
from dune_sim.games.imperium.content.opponents import Rivals, hagal_deck
from dune_sim.games.imperium.content.rivals import Difficulty
from dune_sim.games.imperium.content.vocabulary import FACTIONS
from dune_sim.games.imperium.kernels import opcodes as op
from dune_sim.games.imperium.kernels.hagal import opcodes as rival
from dune_sim.games.imperium.kernels.sizes import HAGALS
from dune_sim.games.imperium.tables.code import Code, Source
from dune_sim.games.imperium.tables.rival_effects import emit_rival, rival_program

DOES = {"visit": rival.HAGAL_VISIT, "harvest": rival.HAGAL_HARVEST, "reshuffle": rival.HAGAL_RESHUFFLE}
#: Corner the Market asks for copies of this card
MARKET_CARD = "the_spice_must_flow"


def fill_no_rivals(t: Any, players: int) -> None:
    """Everybody is a person."""
    t["humans"] = t["seated"] = players


def fill_rivals(t: Any, code: Code, content: ImperiumContent, rivals: Rivals) -> None:
    """Everything that only games with rivals have."""
    t["humans"] = rivals.humans
    t["seated"] = rivals.players if rivals.solo else rivals.humans + 1
    _fill_cards(t, code, content, rivals)
    for space in content.spaces:
        if space.maker_base is not None:
            t["maker_base"][int(t["maker"][space.number]) - 1] = space.maker_base
    if rivals.difficulty is None:
        t["rival_agents"] = content.rival_constant("house_hagal_agents")
        return
    _fill_solo(t, content, rivals.difficulty)
    _fill_leaders(t, code, content, rivals)
    for card in content.conflicts:
        for place in range(2):
            t["rival_reward"][card.number][place] = code.here
            emit_rival(code, Source(f"{card.id} reward of rivals"), card.rewards[place])
            code.put(op.OP_END)


def _fill_cards(t: Any, code: Code, content: ImperiumContent, rivals: Rivals) -> None:
    deck = hagal_deck(content, rivals)
    if max(len(deck), len(content.hagal_cards.by_number)) > HAGALS:
        raise ContentError(f"the content has {len(deck)} House Hagal cards; there is room for {HAGALS}")
    t["hagal_cards"] = (1 << len(deck)) - 1
    for slot, card in enumerate(deck):
        t["hagal_design"][slot] = card.number
    for card in content.hagal_cards:
        into = t["hagal"][card.number]
        into["does"], into["swords"], into["signet"] = DOES[card.does], card.swords, int(card.signet)
        if card.space is not None:
            into["space"] = code.spaces[card.space] + 1
        if card.other_space is not None:
            need = card.other_space.influence
            into["other"] = code.spaces[card.other_space.space] + 1
            into["faction"], into["level"] = FACTIONS.index(need.faction), need.min
        into["troops"] = sum(one.gain.troops for one in card.effects if isinstance(one, fx.Gain))
        rest = tuple(one for one in (_untrooped(effect) for effect in card.effects) if one is not None)
        into["pc"] = rival_program(code, Source(card.id), rest)


def _untrooped(effect: fx.Effect) -> fx.Effect | None:
    """An effect without the troops that the card recruits."""
    if not isinstance(effect, fx.Gain) or not effect.gain.troops:
        return effect
    rest = {name: n for name in effect.gain.model_fields_set - {"troops"} if (n := getattr(effect.gain, name))}
    return fx.Gain.model_validate({"gain": rest}) if rest else None


def _fill_solo(t: Any, content: ImperiumContent, difficulty: Difficulty) -> None:
    """What the difficulty changes, and what rivals spend (HAG-SOLO-05 to 12, 15, 26, 28)."""
    extra = difficulty.player_extra
    for name in ("spice", "solari", "water"):
        t[f"start_{name}"] += getattr(extra, name) if extra else 0
        t[f"spent_{name}"] = content.rival_constant(f"spent_{name}")
    t["spent_intrigue"] = content.rival_constant("spent_intrigue")
    t["rival_garrison"], t["rival_intrigue"] = difficulty.garrison, difficulty.intrigue
    t["rival_water"] = content.rival_constant("start_water")
    t["rival_agents"] = content.rival_constant("rival_agents")
    t["third_agents"] = difficulty.conflicts_above_agents
    if difficulty.expert_deployment:
        t["expert_lead"] = content.rival_constant("expert_lead")
        t["expert_level"] = max(layer.level for layer in content.conflict_deck)
    t["signet_deploys"] = content.rival_constant("signet_troops_deploy")
    if MARKET_CARD in content.cards.ids:
        t["market_design"] = content.cards.get(MARKET_CARD).number
        t["market_copies"] = content.rival_constant("spice_must_flow_copies")
    if not difficulty.player_swordmaster:
        for space in content.spaces:
            if any(isinstance(one, fx.Swordmaster) for one in walk(space.effects)):
                t["closed_once"] |= np.uint32(1 << space.number)


def _fill_leaders(t: Any, code: Code, content: ImperiumContent, rivals: Rivals) -> None:
    """Leaders of rivals and their signet abilities; the other ability is ignored (HAG-SOLO-02, 03)."""
    pays = content.rival_constant("signet_pays") == 1
    for leader in content.leaders:
        if leader.rival_allowed:
            t["rival_leaders"] = int(t["rival_leaders"]) | 1 << leader.number
            source = Source(f"{leader.id} signet of rivals")
            t["rival_signet"][leader.number] = rival_program(code, source, leader.signet, pays)
    if rivals.leaders is None:
        t["rival_mode"] = op.LEADERS_RANDOM
    elif isinstance(rivals.leaders, str):
        t["rival_mode"] = op.LEADERS_DRAFT
    else:
        t["rival_mode"] = op.LEADERS_GIVEN
        for k, name in enumerate(rivals.leaders):
            number = content.leaders.get(name).number
            t["seat_leader"][1 + k] = number
            t["leaders"] = int(t["leaders"]) & ~(1 << number)
