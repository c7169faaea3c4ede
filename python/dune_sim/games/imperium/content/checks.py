"""What no single Imperium record shows: sizes of the decks, control, factions, where a mechanic may stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from dune_sim.content.schema import Problem
from dune_sim.games.imperium.content.bloodlines.models import check_module, module_lists
from dune_sim.games.imperium.content.effects import (
    AcquireCard,
    Control,
    Effects,
    Harvest,
    Influence,
    Mentat,
    SpecialEffect,
    walk,
)
from dune_sim.games.imperium.content.rivals import check_rivals

if TYPE_CHECKING:
    from dune_sim.games.imperium.content.models import ImperiumContent

# Designs and copies in the box of the base game, as the component list of the rules has them.
CARD_BOX = {"imperium": (43, 67), "starter": (7, 10), "reserve": (3, 24)}
INTRIGUE_BOX = {("plot",): 26, ("combat",): 11, ("endgame",): 2, ("combat", "endgame"): 1}
CONFLICT_BOX = {1: 4, 2: 10, 3: 4}
LEADER_BOX = 8
SPACE_BOX = {
    "emperor": 2,
    "guild": 2,
    "bene_gesserit": 2,
    "fremen": 2,
    "landsraad": 5,
    "city": 4,
    "spice_trade": 5,
}

# The lists in which a mechanic makes sense: there is a played card, a space, a harvest … to act on.
SPECIAL_PLACES = {
    "acquire_bank_commander": ("on_trash",),
    "acquired_cards_to_deck_top": ("plot", "reveal"),
    "agent_into_conflict": ("signet",),
    "block_space": ("agent", "signet", "plot"),
    "boost_next_bene_gesserit_card": ("agent",),
    "double_base_harvest": ("agent",),
    "force_enemy_retreat": ("agent",),
    "harvest_one_less": ("ability",),
    "leader_signet": ("agent", "acquire"),
    "look_top_draw_or_trash": ("plot", "agent", "signet"),
    "manipulate_row": ("signet", "agent"),
    "masterstroke_choose_two_factions": ("ability",),
    "masterstroke_reveal": ("ability",),
    "pass_turn": ("plot", "turn_start"),
    "persuasion_every_reveal": ("navigation",),
    "place_bonus_spice_on_tueks_sietch": ("signet",),
    "recruit_troop_that_stays": ("signet",),
    "send_any_agent_anywhere": ("agent",),
    "shuffle_discard_into_deck": ("plot", "agent", "reveal", "signet"),
    "space_influence_two": ("agent",),
    "take_bonus_spice_from_maker_space": ("signet",),
    "top_card_back_discard_or_buy": ("plot",),
}


def check(content: ImperiumContent, shipped: bool) -> Iterator[Problem]:
    """Yield the problems across records; the sizes of the box are checked only without overlays."""
    if shipped:
        yield from _box(content)
    yield from _conflicts(content)
    yield from _spaces(content)
    yield from _players(content)
    yield from check_rivals(content, shipped)
    yield from check_module(content, shipped)
    for table, record, place, effects in effect_lists(content):
        yield from _places(content, table, record, place, effects)


def effect_lists(content: ImperiumContent) -> Iterator[tuple[str, str, str, Effects]]:
    """Yield every effect list of the content as (table, record, place, list)."""
    for card in content.cards:
        for place in ("agent", "reveal", "acquire", "on_trash", "turn_start"):
            yield "cards", card.id, place, getattr(card, place)
    for intrigue in content.intrigue:
        for place in ("plot", "combat", "endgame"):
            yield "intrigue", intrigue.id, place, getattr(intrigue, place)
    for conflict in content.conflicts:
        for place in ("first", "second", "third"):
            yield "conflicts", conflict.id, place, getattr(conflict, place)
    for leader in content.leaders:
        yield "leaders", leader.id, "signet", leader.signet
        for ability in leader.ability:
            yield "leaders", leader.id, "ability", getattr(ability, "then", ())
    for space in content.spaces:
        yield "spaces", space.id, "effects", space.effects
        for option in space.cost_options:
            yield "spaces", space.id, "cost_options", option.effects
    for track in content.tracks:
        yield "tracks", track.id, "bonus", track.bonus
    for hagal in content.hagal_cards:
        yield "hagal_cards", hagal.id, "hagal", hagal.effects
    yield from module_lists(content)


def _box(content: ImperiumContent) -> Iterator[Problem]:
    for kind, (designs, copies) in CARD_BOX.items():
        cards = [card for card in content.cards_of(kind) if card.set == "base"]
        found = (len(cards), sum(card.copies for card in cards))
        if found != (designs, copies):
            yield Problem("cards", "", _size(f"{kind} cards", f"{designs} designs, {copies} copies", found))
    intrigue = Counter[tuple[str, ...]]()
    for card in content.intrigue:
        if card.set == "base":
            intrigue[card.types] += card.copies
    if intrigue != Counter(INTRIGUE_BOX):
        shown = {"/".join(types): number for types, number in INTRIGUE_BOX.items()}
        yield Problem("intrigue", "", _size("intrigue cards", shown, dict(intrigue)))
    levels = Counter(card.level for card in content.conflicts if card.set == "base")
    if levels != Counter(CONFLICT_BOX):
        yield Problem("conflicts", "", _size("conflict cards by level", CONFLICT_BOX, dict(levels)))
    leaders = sum(leader.set == "base" for leader in content.leaders)
    if leaders != LEADER_BOX:
        yield Problem("leaders", "", _size("leaders", LEADER_BOX, leaders))
    icons = Counter(str(space.icon) for space in content.spaces if space.set == "base")
    if icons != Counter(SPACE_BOX):
        yield Problem("spaces", "", _size("spaces by icon", SPACE_BOX, dict(icons)))


def _size(what: str, expected: object, found: object) -> str:
    return f"the base game has {what}: {expected}; the file has {found}"


def _conflicts(content: ImperiumContent) -> Iterator[Problem]:
    levels = Counter(card.level for card in content.conflicts)
    for layer in content.conflict_deck:
        if levels[layer.level] < layer.cards:
            text = f"needs {layer.cards} conflict cards of level {layer.level}, not {levels[layer.level]}"
            yield Problem("conflict_deck", layer.id, text)
    if not any(layer.cards for layer in content.conflict_deck):
        yield Problem("conflict_deck", "", "the conflict deck is empty, so there would be no round")
    for card in content.conflicts:
        won = {effect.control for effect in walk(card.first) if isinstance(effect, Control)}
        if won != ({card.controls} if card.controls else set()):
            yield Problem("conflicts", card.id, '"controls" and the "control" reward of "first" must name one space')


def _spaces(content: ImperiumContent) -> Iterator[Problem]:
    for space in content.spaces:
        steps = [effect.influence.faction for effect in space.effects if isinstance(effect, Influence)]
        if space.faction and steps.count(space.faction) != 1:
            text = f'effects must hold exactly one influence effect with "{space.faction}", whose space this is'
            yield Problem("spaces", space.id, text)
        if sum(isinstance(effect, Harvest) for effect in space.effects) > 1:
            yield Problem("spaces", space.id, "a space can be harvested only once per visit")


def _players(content: ImperiumContent) -> Iterator[Problem]:
    for row in content.player_counts:
        if row.id != f"players_{row.players}":
            yield Problem("player_counts", row.id, f'the id of this record must be "players_{row.players}"')
    if not content.cards_of("starter"):
        yield Problem("cards", "", "there are no starter cards, so players would have no deck")
    if content.constant("start_garrison") > content.constant("troops"):
        yield Problem("constants", "start_garrison", "a garrison cannot hold more troops than a player owns")


def _places(content: ImperiumContent, table: str, record: str, place: str, effects: Effects) -> Iterator[Problem]:
    for effect in walk(effects):
        if isinstance(effect, SpecialEffect) and place not in SPECIAL_PLACES[effect.special]:
            allowed = " or ".join(SPECIAL_PLACES[effect.special])
            yield Problem(table, record, f'special "{effect.special}" belongs in {allowed}, not in "{place}"')
        elif isinstance(effect, Harvest) and place != "effects":
            yield Problem(table, record, f'"harvest" belongs in the effects of a space, not in "{place}"')
        elif isinstance(effect, Control):
            if table != "conflicts" or not content.spaces.get(effect.control).controllable:
                text = f'"control" of "{effect.control}" needs a conflict and a space with control_bonus'
                yield Problem(table, record, text)
        elif isinstance(effect, AcquireCard) and content.cards.get(effect.acquire_card).kind != "reserve":
            yield Problem(table, record, f'"acquire_card": "{effect.acquire_card}" is no reserve card')
        elif isinstance(effect, Mentat) and effect.mentat == "next_round" and table != "conflicts":
            yield Problem(table, record, 'mentat = "next_round" is a conflict reward')
