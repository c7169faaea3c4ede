"""House Hagal in the content: the cards that send rivals' agents, the difficulties, and what one record cannot show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal, Self

from pydantic import Field, model_validator

from dune_sim.content.schema import Numbered, Problem, Record, wrong
from dune_sim.games.imperium.content.conditions import InfluenceAtLeast, Resources
from dune_sim.games.imperium.content.effects import Effects
from dune_sim.games.imperium.content.vocabulary import Amount, Part, Positive, SetName, SpaceId

if TYPE_CHECKING:
    from dune_sim.games.imperium.content.models import ImperiumContent

#: designs and copies of the box, and how many cards each game uses
HAGAL_BOX = (15, 31)
HAGAL_DECKS = {"solo": 27, "two_players": 28}


class OtherSpace(Part):
    """Where the agent goes instead, from that influence of the rival on."""

    space: SpaceId
    influence: InfluenceAtLeast


class HagalCard(Numbered):
    """A House Hagal card: where it sends a rival's agent, what the rival gets there, what it adds to a fight."""

    name: str
    set: SetName = "custom"
    copies: Positive
    mode: Literal["both", "solo", "two_players"]
    does: Literal["visit", "harvest", "reshuffle"] = "visit"
    space: SpaceId | None = None
    other_space: OtherSpace | None = None
    effects: Effects = ()
    signet: bool = False
    swords: Amount

    @model_validator(mode="after")
    def _goes_somewhere(self) -> Self:
        if (self.does == "visit") != (self.space is not None):
            raise wrong('a card that does "visit" names a space, others do not')
        if self.other_space is not None and self.space is None:
            raise wrong("other_space goes with space")
        if self.does == "reshuffle" and (self.effects or self.signet or self.swords):
            raise wrong('a card that does "reshuffle" gives nothing')
        return self

    def used(self, mode: str) -> bool:
        """Whether it is in the deck of the solo game or of the game for two."""
        return self.mode in ("both", mode)


class Difficulty(Numbered):
    """What is different at a difficulty of the solo game."""

    label: str
    player_extra: Resources | None = None
    garrison: Amount
    intrigue: Annotated[int, Field(ge=0, le=2)]
    conflicts_above_agents: Annotated[int, Field(ge=1, le=20)]
    expert_deployment: bool
    player_swordmaster: bool


class RivalConstant(Record):
    """A plain number of the rules of rivals."""

    id: Literal[
        "spent_intrigue",
        "spent_water",
        "spent_solari",
        "spent_spice",
        "start_water",
        "rival_agents",
        "house_hagal_agents",
        "spice_must_flow_copies",
        "expert_lead",
        "signet_pays",
        "signet_troops_deploy",
    ]
    value: Amount


def check_rivals(content: ImperiumContent, shipped: bool) -> Iterator[Problem]:
    """Yield what is wrong with House Hagal across records."""
    for mode, cards in HAGAL_DECKS.items():
        deck = [card for card in content.hagal_cards if card.used(mode)]
        found = sum(card.copies for card in deck)
        if shipped and found != cards:
            yield Problem("hagal_cards", "", f"the deck of the mode {mode} has {cards} cards; the file has {found}")
        if all(card.does == "reshuffle" for card in deck):
            yield Problem("hagal_cards", "", f"no card of the mode {mode} sends an agent")
    found_box = (len(content.hagal_cards), sum(card.copies for card in content.hagal_cards))
    if shipped and found_box != HAGAL_BOX:
        yield Problem("hagal_cards", "", f"the box has {HAGAL_BOX} designs and copies; the file has {found_box}")
    for name in ("spent_intrigue", "spent_water", "spent_solari", "spent_spice"):
        if not content.rival_constant(name):
            yield Problem("rival_constants", name, "a rival would score without end by spending nothing")
    for key in ("rival_agents", "house_hagal_agents"):
        if not 1 <= content.rival_constant(key) <= 3:
            yield Problem("rival_constants", key, "a rival has one to three agents")
    for level in content.difficulties:
        if level.garrison > content.constant("troops"):
            yield Problem("difficulties", level.id, "a garrison cannot hold more troops than a rival owns")
