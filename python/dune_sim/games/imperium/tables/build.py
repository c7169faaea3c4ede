"""The Imperium content compiled to the numbers the kernels read."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from types import ModuleType
from typing import Any

from dune_sim.engines.memory import Records, zeros
from dune_sim.errors import ContentError, UsageError
from dune_sim.games.compiled import Compiled
from dune_sim.games.imperium.content.bloodlines.models import has_module
from dune_sim.games.imperium.content.models import ImperiumContent
from dune_sim.games.imperium.content.opponents import Rivals
from dune_sim.games.imperium.kernels import layout as lean
from dune_sim.games.imperium.kernels import opcodes as op
from dune_sim.games.imperium.kernels.hagal.opcodes import OP_RIVAL, OP_RIVAL_SWORDS
from dune_sim.games.imperium.kernels.sizes import COUNTS
from dune_sim.games.imperium.tables.bloodlines.fill import fill_module
from dune_sim.games.imperium.tables.boxes import box, store_box
from dune_sim.games.imperium.tables.code import Code, Source, check_sizes, shipped_items
from dune_sim.games.imperium.tables.fill import (
    card_slots,
    fill_cards,
    fill_conflicts,
    fill_intrigue,
    fill_leaders,
    fill_spaces,
    fill_tracks,
)
from dune_sim.games.imperium.tables.limits import (
    check_depth,
    check_items,
    check_points,
    check_senders,
    supply_uses,
    top_room,
)
from dune_sim.games.imperium.tables.names import Names
from dune_sim.games.imperium.tables.rivals import fill_no_rivals, fill_rivals

#: pcs of the main program
PC_LEADERS, PC_STARTS, PC_ROUND, PC_HANDS, PC_NEXT_TURN, PC_TURN, PC_SEND, PC_POOL, PC_TURN_END = range(9)
PC_COMBAT, PC_REWARDS, PC_VICTOR, PC_RECALL, PC_FINALE, PC_FINISH = range(10, 16)
PC_RIVAL, PC_RIVAL_SWORDS = 16, 17


def _main_program(code: Code, rivals: bool) -> None:
    # turns and fights of rivals stand behind the rest, and come before those of people
    turn, combat = (PC_RIVAL, PC_RIVAL_SWORDS) if rivals else (PC_TURN, PC_COMBAT)
    rows = (
        (op.OP_LEADERS,), (op.OP_STARTS,), (op.OP_ROUND,), (op.OP_HANDS,), (op.OP_NEXT_TURN, combat, turn),
        (op.OP_TURN, PC_POOL, PC_TURN_END), (op.OP_SEND,), (op.OP_POOL, combat, turn),
        (op.OP_TURN_END, combat, turn), (op.OP_END,), (op.OP_COMBAT,), (op.OP_REWARDS,), (op.OP_VICTOR,),
        (op.OP_RECALL_PHASE, PC_ROUND), (op.OP_FINALE,), (op.OP_FINISH,),
        *(((OP_RIVAL, combat, turn, PC_TURN), (OP_RIVAL_SWORDS, PC_COMBAT)) if rivals else ()),
    )  # fmt: skip
    for row in rows:
        code.put(*row)


def _check(content: ImperiumContent, layout: ModuleType) -> None:
    rooms = (
        ("card designs", len(content.cards.by_number), layout.DESIGNS),
        ("cards", len(card_slots(content, layout.SEATS)), layout.SLOTS),
        ("intrigue cards", sum(card.copies for card in content.intrigue), layout.INTRIGUES),
        ("intrigue designs", len(content.intrigue.by_number), layout.INTRIGUES),
        ("conflict cards", len(content.conflicts.by_number), layout.CONFLICTS),
        ("spaces", len(content.spaces.by_number), layout.SPACES),
        ("leaders", len(content.leaders.by_number), layout.LEADERS),
        ("troops for each player", content.constant("troops"), COUNTS - 1),
        ("reserve piles", len(content.cards_of("reserve")), 8),
        ("maker spaces", sum(space.maker_base is not None for space in content.spaces), 4),
        ("controllable spaces", sum(space.controllable for space in content.spaces), 4),
        ("once-per-game spaces", sum(space.limit == "once_per_game" for space in content.spaces), 4),
        ("spaces with a requirement", sum(space.requires is not None for space in content.spaces), 8),
        ("rounds", sum(layer.cards for layer in content.conflict_deck), 20),
    )
    for what, have, room in rooms:
        if have > room:
            raise ContentError(f"the content has {have} {what}; there is room for {room}")


def _seats(
    content: ImperiumContent, players: int, leaders: str | Sequence[str] | None, seats: int
) -> tuple[int, list[int]]:
    """Leader mode and the leader of each seat."""
    if leaders is None or leaders == "random":
        return op.LEADERS_RANDOM, [0] * seats
    if leaders == "draft":
        return op.LEADERS_DRAFT, [0] * seats
    if isinstance(leaders, str):
        raise UsageError(f'leaders is a list of ids, "random" or "draft", not "{leaders}"')
    names = list(content.leaders.ids)
    for one in leaders:
        if one not in names:
            raise UsageError(f'there is no leader "{one}"; choose among {", ".join(names)}')
        if list(leaders).count(one) > 1:
            raise UsageError(f'the leader "{one}" is given twice')
    if len(leaders) != players:
        raise UsageError(f"{players} players need {players} leaders; {len(leaders)} are given")
    return op.LEADERS_GIVEN, [content.leaders.get(one).number for one in leaders] + [0] * (seats - players)


def _constants(t: Any, content: ImperiumContent, players: int, humans: int) -> None:
    for name in (
        "start_spice", "start_solari", "start_water", "start_intrigue", "start_agents", "troops", "start_garrison",
        "hand_size", "row_size", "troop_strength", "sword_strength", "garrison_deployment", "defensive_troops",
        "council_persuasion", "end_vp",
    ):  # fmt: skip
        t[name] = content.constant(name)
    t["maker_bonus"] = content.constant("maker_bonus_spice")
    count = content.players(humans)
    t["players"] = players
    t["start_vp"] = count.start_vp
    t["rewarded"] = count.rewarded_places
    t["tied_second_take_third"] = count.tied_second_take_third
    levels = [layer.level for layer in content.conflict_deck for _ in range(layer.cards)]
    t["round_level"][: len(levels)] = levels
    t["rounds"] = len(levels)


def _code(content: ImperiumContent, layout: ModuleType, passes: bool, rivals: bool) -> Code:
    controllable = [space.id for space in content.spaces if space.controllable]
    code = Code(
        designs={card.id: card.number for card in content.cards},
        spaces={space.id: space.number for space in content.spaces},
        controls={name: k for k, name in enumerate(controllable)},
        layout=layout,
        passes=passes,
        module=has_module(content),
        item_keys=shipped_items(has_module(content)),
    )
    _main_program(code, rivals)
    return code


def write_tables(
    content: ImperiumContent,
    players: int,
    leaders: str | Sequence[str] | None,
    layout: ModuleType = lean,
    rulings: Collection[str] = (),
    rivals: Rivals | None = None,
) -> tuple[Records, Code]:
    """The Tables record of an edition, and the code as it was written; ``rulings``: those of RULINGS played."""
    _check(content, layout)
    tables = zeros(layout.Tables)
    t = tables[0]
    mode, seats = _seats(content, rivals.humans if rivals else players, leaders, layout.SEATS)
    t["leader_mode"], t["seat_leader"] = mode, seats
    t["leaders"] = sum(1 << one.number for one in content.leaders)
    code = _code(content, layout, "bindu_passes" in rulings, rivals is not None)
    t["late_reveal_wins"] = int("late_reveal_wins" in rulings)
    _constants(t, content, players, rivals.humans if rivals else players)
    t["supply_spent"], t["supply_filled"] = (1, 1) if code.module else supply_uses(content)
    t["top_room"] = top_room(content, layout)
    fill_cards(t, code, content, rivals.humans if rivals else players)
    fill_spaces(t, code, content)
    fill_leaders(t, code, content)
    fill_intrigue(t, code, content)
    fill_conflicts(t, code, content)
    fill_tracks(t, code, content)
    if rivals is not None:
        fill_rivals(t, code, content, rivals)
    elif "humans" in t.dtype.names:
        fill_no_rivals(t, players)
    fill_module(t, code, content, players, "cleanup_is_no_loss" not in rulings)
    t["place"] = code.put(op.OP_PLACE)
    code.put(op.OP_END)
    for k, (name, effects) in enumerate(code.later):
        store_box(t["later"][k], box(code, Source(f"{name} later", reveal=True), effects))
    check_sizes(code)
    for number, (pc, kind) in code.items.items():
        t["item"][number] = (pc, kind)
    for field, values in zip(("code", "a", "b", "c"), zip(*code.code, strict=True), strict=True):
        t["code"][field][: code.here] = values
    check_items(t, content.cards, len(code.later), layout.POOL, len(content.skills) + len(content.tech_tiles))
    check_points(t)
    check_senders(t)
    check_depth(t, code)
    return tables, code


def compile_game(
    content: ImperiumContent,
    players: int = 4,
    leaders: str | Sequence[str] | None = None,
    layout: ModuleType = lean,
    rulings: Collection[str] = (),
    rivals: Rivals | None = None,
) -> Compiled[Names]:
    """Compile the content for a number of players; ``leaders``: ids by seat, ``"random"`` (None) or ``"draft"``.

    With rivals these are the leaders of people, and the number of seats is theirs.
    """
    tables, code = write_tables(content, rivals.players if rivals else players, leaders, layout, rulings, rivals)
    return Compiled(tables, Names(content, tables, code.item_keys))
