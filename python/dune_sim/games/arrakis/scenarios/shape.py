"""The shape of a scenario of War for Arrakis: keys, types and counts. Names are checked where they are read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar

import numpy as np
from pydantic import Field, ValidationError

from dune_sim.content.schema import Count, Fact
from dune_sim.content.sentences import say
from dune_sim.errors import ScenarioError
from dune_sim.games.arrakis.scenarios.mahdi import MahdiShape

FactionName = Literal["harkonnen", "atreides"]
MemberName = Literal["house_harkonnen", "house_atreides", "corrino_ally", "fremen_ally"]
SeatName = FactionName | MemberName
Names = tuple[str, ...]
Row = Annotated[int, Field(ge=1, le=5)]
Seed = Annotated[int, Field(ge=0, le=(1 << 64) - 1)]
#: what a record counts in one byte, and in two
Few = Annotated[int, Field(ge=0, le=255)]
Many = Annotated[int, Field(ge=0, le=65_535)]


class HarkonnenLegion(Fact):
    """Figures of the Harkonnen in one area."""

    standard: Count = 0
    elite: Count = 0
    special_elite: Count = 0
    bashar: Count = 0
    leaders: Names = ()
    #: solo game only: face-down deployment tokens
    tokens: Names = ()


class AtreidesLegion(Fact):
    """Figures and deployment tokens of the Atreides in one area."""

    standard: Count = 0
    elite: Count = 0
    special_elite: Count = 0
    naib: Count = 0
    leaders: Names = ()
    tokens: Names = ()


class SietchShape(Fact):
    """A sietch; ``printed`` is the area it was set up in, where that is another one."""

    rank: Annotated[int, Field(ge=1, le=3)] | None = None
    revealed: bool = False
    destroyed: bool = False
    printed: str | None = None


class StationShape(Fact):
    """A testing station: its token, and whether it has been taken."""

    token: str | None = None
    taken: bool = False


class AreaShape(Fact):
    """What one area holds."""

    harkonnen: HarkonnenLegion | None = None
    atreides: AtreidesLegion | None = None
    sietch: SietchShape | None = None
    settlement: Literal["standing", "destroyed"] | None = None
    station: StationShape | None = None
    wormsign: bool = False
    sandworm: Literal["ordinary", "wild"] | None = None
    harvester: bool = False


class DiceShape(Fact):
    """Unused dice on the action areas, used ones (by default the rest), dice to be turned and dice lost."""

    leadership: Count = 0
    strategy: Count = 0
    deployment: Count = 0
    mentat: Count = 0
    house: Count = 0
    used: Count | None = None
    surplus: Count = 0
    lost: Count = 0


class Sides(Fact):
    """Something of both factions; of a shared one, something of its House and of its ally."""


class SidesDice(Sides):
    harkonnen: DiceShape = DiceShape()
    atreides: DiceShape = DiceShape()
    house_harkonnen: DiceShape = DiceShape()
    house_atreides: DiceShape = DiceShape()
    corrino_ally: DiceShape = DiceShape()
    fremen_ally: DiceShape = DiceShape()


class SidesNames(Sides):
    harkonnen: Names | None = None
    atreides: Names | None = None
    house_harkonnen: Names | None = None
    house_atreides: Names | None = None
    corrino_ally: Names | None = None
    fremen_ally: Names | None = None


class SidesTank(Sides):
    harkonnen: tuple[str | None, ...] = ()
    atreides: tuple[str | None, ...] = ()
    house_harkonnen: tuple[str | None, ...] = ()
    house_atreides: tuple[str | None, ...] = ()
    corrino_ally: tuple[str | None, ...] = ()
    fremen_ally: tuple[str | None, ...] = ()


class GesseritSide(Fact):
    """Bene Gesserit tokens of a faction: owned, and how many were placed among the dice this round."""

    owned: Count = 0
    placed: Count = 0


class GesseritShape(Fact):
    harkonnen: GesseritSide | None = None
    atreides: GesseritSide | None = None
    supply: Count | None = None


class TracksShape(Fact):
    supremacy: Count | None = None
    kwisatz_haderach: Count | None = None
    sand_dwellers: Count | None = None
    jihad: Count | None = None


class SpiceShape(Fact):
    """The spice board: row of each marker from 1 at the top, bans, spice."""

    markers: dict[str, Row] = Field(default_factory=dict)
    bans: Names = ()
    dropped: Names = ()
    unspent: Count = 0
    reserve: Count = 0


class BonusShape(Fact):
    """Further steps of a prescience card: their number, plus 16 times the marker, 3 for any."""

    card: str
    steps: Annotated[int, Field(ge=0, le=63)]


class PrescienceShape(Fact):
    """Prescience cards: open row, deck, scored; cards named nowhere are out of the game or, without a deck, in it."""

    row: Names = ()
    deck: Names | None = None
    scored: Names = ()
    claims: Count = 0
    kept: str | None = None
    bonus: BonusShape | None = None


class TokensShape(Fact):
    """Deployment tokens of the Atreides that are not on the map."""

    supply: Names | None = None
    drawn: Names = ()
    gone: Names = ()
    lost: Names = ()


class SignsShape(Fact):
    """Wormsigns in the pool or face down on the map, by face."""

    sand: Count | None = None
    sandworm: Count | None = None
    burrowing: Count | None = None


class AtomicsShape(Fact):
    uses: Count = 0
    tile: str | None = None


class DeedsShape(Fact):
    """What prescience cards ask about this action phase."""

    harvesters_lost: Few = 0
    worm_hits: Few = 0
    sietch_held: Few = 0
    named_lost: Few = 0
    generic_lost: Few = 0
    rode: Few = 0


class ScenarioShape(Fact):
    """A whole scenario; everything may be left out."""

    game: Literal["arrakis"] = "arrakis"
    seed: Seed = 0
    round: Annotated[int, Field(ge=1)] = 1
    phase: Literal["start", "vehicles", "actions", "desert", "spice", "end"] = "actions"
    to_move: FactionName | None = None
    #: written for readers of a position; what is pending says who decides
    decides: SeatName | None = None
    #: in a shared faction: who took the running turn, and who carries out what is running in it
    taker: MemberName | None = None
    acting: MemberName | None = None
    #: written for readers as well; the numbers of a battle are kept in running
    battle: dict[str, Any] | None = None
    turn: Many = 0
    battles: Many = 0
    areas: dict[str, Any] = Field(default_factory=dict)
    destroyed_sietches: dict[str, Annotated[int, Field(ge=1, le=3)]] = Field(default_factory=dict)
    air_zones: dict[str, Literal["ornithopter", "carryall"]] = Field(default_factory=dict)
    leaders: dict[str, Literal["out", "aside", "tank", "later", "gone"]] = Field(default_factory=dict)
    exhausted: Names = ()
    tank: SidesTank = SidesTank()
    tracks: TracksShape = TracksShape()
    dice: SidesDice | None = None
    bene_gesserit: GesseritShape = GesseritShape()
    spice: SpiceShape = SpiceShape()
    hands: SidesNames = SidesNames()
    decks: SidesNames = SidesNames()
    prescience: PrescienceShape = PrescienceShape()
    objective: Names | None = None
    objectives_left: Names | None = None
    deployment_tokens: TokensShape = TokensShape()
    wormsigns: SignsShape = SignsShape()
    atomics: AtomicsShape = AtomicsShape()
    deeds: DeedsShape = DeedsShape()
    #: what only the solo game has
    mahdi: MahdiShape | None = None
    winner: Literal["harkonnen", "atreides", "nobody"] | None = None
    reason: Literal["supremacy", "objective", "arrakeen", "round_cap"] | None = None
    running: dict[str, Any] | None = None


ShapeT = TypeVar("ShapeT", bound=Fact)


def plain(value: Any, where: str) -> Any:
    """Python's own numbers and tables all the way down, lists as tuples; numpy hands out whole numbers of its own."""
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise ScenarioError(f"{where}: a key must be text, not {key!r}")
        return {key: plain(held, where) for key, held in value.items()}
    if isinstance(value, list | tuple):
        return tuple(plain(one, where) for one in value)
    if isinstance(value, np.integer | np.bool):
        return value.item()
    return value


def read(shape: type[ShapeT], data: Any, where: str = "") -> ShapeT:
    """Check plain data against a shape; what is wrong is told in one sentence."""
    if not isinstance(data, Mapping):
        raise ScenarioError(f"{where or 'the scenario'} must be a table of keys, not {data!r}")
    try:
        return shape.model_validate(plain(data, where or "the scenario"))
    except ValidationError as error:
        said = say(error.errors()[0], shape, {}, {})
        raise ScenarioError(f"{where}: {said}" if where else said) from error
