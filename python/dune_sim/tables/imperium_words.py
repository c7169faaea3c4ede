"""Words and number ranges of the Imperium content; a wrong word is answered with the nearest right one."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from pydantic import BeforeValidator, Field, model_validator

from dune_sim.tables.overlay import near
from dune_sim.tables.schema import Fact, amount, ref, wrong


def _one_of(kind: str, *literals: Any) -> BeforeValidator:
    words = tuple(word for literal in literals for word in get_args(literal))

    def check(value: Any) -> Any:
        if value in words:
            return value
        raise wrong(_unknown(kind, value, words))

    return BeforeValidator(check)


def _unknown(kind: str, value: Any, words: tuple[str, ...]) -> str:
    hint = near(str(value), words)
    shown = f'there is no {kind} "{value}"'
    return shown + (hint or f"; known: {', '.join(words)}")


_Faction = Literal["emperor", "guild", "bene_gesserit", "fremen"]
_Icon = Literal["emperor", "guild", "bene_gesserit", "fremen", "landsraad", "city", "spice_trade"]
_Set = Literal["base", "rise_of_ix", "immortality", "uprising", "bloodlines", "custom"]
_Special = Literal[
    "acquired_cards_to_deck_top",
    "block_space",
    "double_base_harvest",
    "harvest_one_less",
    "leader_signet",
    "look_top_draw_or_trash",
    "manipulate_row",
    "masterstroke_choose_two_factions",
    "masterstroke_reveal",
    "pass_turn",
    "peek_own_deck_top",
    "send_any_agent_anywhere",
    "shuffle_discard_into_deck",
    "space_influence_two",
]
_Zone = Literal["hand", "discard", "in_play"]

FACTIONS: tuple[str, ...] = get_args(_Faction)
ICONS: tuple[str, ...] = get_args(_Icon)
SPECIALS: tuple[str, ...] = get_args(_Special)

Faction = Annotated[_Faction, _one_of("faction", _Faction)]
FactionOrAny = Annotated[_Faction | Literal["any"], _one_of("faction", _Faction, Literal["any"])]
Icon = Annotated[_Icon, _one_of("icon", _Icon)]
SetName = Annotated[_Set, _one_of("set", _Set)]
Special = Annotated[_Special, _one_of("special", _Special)]
Zone = Annotated[_Zone, _one_of("zone", _Zone)]

CardId = Annotated[str, ref("cards")]
SpaceId = Annotated[str, ref("spaces")]

Positive = Annotated[int, Field(ge=1, le=99)]
Amount = Annotated[int, Field(ge=0, le=99)]
PositiveOrAny = Annotated[int | Literal["any"], amount("any")]
Level = Annotated[int, Field(ge=0, le=15)]


class Part(Fact):
    """A part of a record that names the nearest known key when it meets an unknown one."""

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        keys = tuple(field.alias or name for name, field in cls.model_fields.items())
        for key in data:
            if key not in keys:
                raise wrong(_unknown("key", key, keys))
        return data


# Keys that accompany the one that names the form.
_COMPANIONS = frozenset({"then", "else", "of", "min", "limit"})


def form_of(value: Any) -> str:
    """Tell the form of an effect, condition or ability: the key that is no companion of another."""
    if isinstance(value, dict):
        keys = list(value)
    else:
        keys = [field.alias or name for name, field in getattr(type(value), "model_fields", {}).items()]
    return next((key for key in keys if key not in _COMPANIONS), "nothing")
