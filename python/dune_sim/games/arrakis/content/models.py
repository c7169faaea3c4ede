"""The tables of War for Arrakis and the object that holds them all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dune_sim.content.schema import GameSpec, Record, Table, TableSpec
from dune_sim.games.arrakis.content import board, cards
from dune_sim.games.arrakis.content.checks import check


class Alias(Record):
    """Another word for an id; `kind` is the table of that id or the kind of word it is."""

    means: str
    kind: Literal[
        "terrain",
        "unit",
        "action_face",
        "combat_face",
        "faction",
        "piece",
        "subfactions",
        "leaders",
        "areas",
        "planning_cards",
        "prescience_markers",
        "imperium_markers",
        "wormsigns",
    ]


@dataclass(frozen=True)
class ArrakisContent:
    """All facts of War for Arrakis, validated and frozen; one table per attribute."""

    sectors: Table[board.Sector]
    areas: Table[board.Area]
    borders: Table[board.Border]
    air_zones: Table[board.AirZone]
    atomic_strikes: Table[board.AtomicStrike]
    settlements: Table[board.Settlement]
    subfactions: Table[board.Subfaction]
    faction_boards: Table[board.FactionBoard]
    action_dice: Table[board.ActionDie]
    combat_dice: Table[board.CombatDie]
    actions: Table[cards.Action]
    leaders: Table[cards.Leader]
    leader_groups: Table[cards.LeaderGroup]
    planning_cards: Table[cards.PlanningCard]
    prescience_cards: Table[cards.PrescienceCard]
    objectives: Table[cards.Objective]
    tactical_cards: Table[cards.TacticalCard]
    deployment_tokens: Table[board.DeploymentToken]
    sietch_tokens: Table[board.SietchToken]
    testing_stations: Table[board.TestingStation]
    wormsigns: Table[board.Wormsign]
    figures: Table[board.Figure]
    supremacy: Table[board.Supremacy]
    prescience_markers: Table[board.PrescienceMarker]
    track_steps: Table[board.TrackStep]
    spice_rows: Table[board.SpiceRow]
    imperium_markers: Table[board.ImperiumMarker]
    bans: Table[board.Ban]
    settings: Table[board.Setting]
    aliases: Table[Alias]


SPEC = GameSpec(
    tables={
        "sectors": TableSpec(board.Sector, 8, fixed=True),
        "areas": TableSpec(board.Area, 101, fixed=True),
        "borders": TableSpec(board.Border),
        "air_zones": TableSpec(board.AirZone, 8, fixed=True),
        "atomic_strikes": TableSpec(board.AtomicStrike, 3, fixed=True),
        "settlements": TableSpec(board.Settlement, 6, fixed=True),
        "subfactions": TableSpec(board.Subfaction, 4, fixed=True),
        "faction_boards": TableSpec(board.FactionBoard, 2, fixed=True),
        "action_dice": TableSpec(board.ActionDie, 2, fixed=True),
        "combat_dice": TableSpec(board.CombatDie, 2, fixed=True),
        "actions": TableSpec(cards.Action, 11, fixed=True),
        "leaders": TableSpec(cards.Leader, 18, fixed=True),
        "leader_groups": TableSpec(cards.LeaderGroup, 2, fixed=True),
        "planning_cards": TableSpec(cards.PlanningCard, 68),
        "prescience_cards": TableSpec(cards.PrescienceCard, 16, full=True),
        "objectives": TableSpec(cards.Objective, 6, full=True),
        "tactical_cards": TableSpec(cards.TacticalCard, 8),
        "deployment_tokens": TableSpec(board.DeploymentToken, 28, full=True),
        "sietch_tokens": TableSpec(board.SietchToken, 8, fixed=True),
        "testing_stations": TableSpec(board.TestingStation, 6, fixed=True),
        "wormsigns": TableSpec(board.Wormsign, 3, fixed=True),
        "figures": TableSpec(board.Figure, 10, fixed=True),
        "supremacy": TableSpec(board.Supremacy, 1, fixed=True),
        "prescience_markers": TableSpec(board.PrescienceMarker, 3, fixed=True),
        "track_steps": TableSpec(board.TrackStep, 10),
        "spice_rows": TableSpec(board.SpiceRow, 5, fixed=True),
        "imperium_markers": TableSpec(board.ImperiumMarker, 3, fixed=True),
        "bans": TableSpec(board.Ban, 3, fixed=True),
        "settings": TableSpec(board.Setting, 20, fixed=True),
        "aliases": TableSpec(Alias),
    },
    root=ArrakisContent,
    check=check,
)
