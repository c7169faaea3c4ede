"""Words, number ranges and base class of the Imperium content; a wrong key is told the nearest right one."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from pydantic import BeforeValidator, Field, model_validator

from dune_sim.content.overlay import near
from dune_sim.content.schema import Fact, amount, ref, wrong

Faction = Literal["emperor", "guild", "bene_gesserit", "fremen"]
Icon = Literal["emperor", "guild", "bene_gesserit", "fremen", "landsraad", "city", "spice_trade"]
SetName = Literal["base", "rise_of_ix", "immortality", "uprising", "bloodlines", "custom"]
Zone = Literal["hand", "discard", "in_play"]
Special = Literal[
    "acquire_bank_commander",
    "acquired_cards_to_deck_top",
    "agent_into_conflict",
    "block_space",
    "boost_next_bene_gesserit_card",
    "double_base_harvest",
    "force_enemy_retreat",
    "harvest_one_less",
    "leader_signet",
    "look_top_draw_or_trash",
    "manipulate_row",
    "masterstroke_choose_two_factions",
    "masterstroke_reveal",
    "pass_turn",
    "persuasion_every_reveal",
    "place_bonus_spice_on_tueks_sietch",
    "recruit_troop_that_stays",
    "send_any_agent_anywhere",
    "shuffle_discard_into_deck",
    "space_influence_two",
    "take_bonus_spice_from_maker_space",
    "top_card_back_discard_or_buy",
]
StandingSpecial = Literal[
    "hungry_for_spice",
    "peek_own_deck_top",
    "plot_course",
    "secret_project",
    "strange_form",
    "tactics_track",
    "tueks_sietch",
    "twisted_deck",
]

FACTIONS: tuple[str, ...] = get_args(Faction)
ICONS: tuple[str, ...] = get_args(Icon)
SPECIALS: tuple[str, ...] = (*get_args(Special), *get_args(StandingSpecial))

FactionOrAny = Literal["emperor", "guild", "bene_gesserit", "fremen", "any"]
CardId = Annotated[str, ref("cards")]
LeaderId = Annotated[str, ref("leaders")]
SpaceId = Annotated[str, ref("spaces")]
Amount = Annotated[int, Field(ge=0, le=99)]
Positive = Annotated[int, Field(ge=1, le=99)]
PositiveOrAny = Annotated[int | Literal["any"], amount("any", most=99)]
Level = Annotated[int, Field(ge=0, le=15)]

# Keys that accompany the one that names the form.
_COMPANIONS = frozenset({"then", "else", "of", "min", "limit"})


class Part(Fact):
    """A part of a record that names the nearest known key when it meets an unknown one."""

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, data: Any) -> Any:
        if isinstance(data, dict):
            keys = [field.alias or name for name, field in cls.model_fields.items()]
            for key in data:
                if key not in keys:
                    raise wrong(f'unknown key "{key}"{near(key, keys)}')
        return data


def form_of(value: Any) -> str:
    """Tell the form of an effect, condition or ability: the key that is no companion of another."""
    if isinstance(value, dict):
        keys = list(value)
    else:
        keys = [field.alias or name for name, field in getattr(type(value), "model_fields", {}).items()]
    return next((key for key in keys if key not in _COMPANIONS), "")


def known_form(what: str, union: Any) -> BeforeValidator:
    """Refuse a table whose form is none of the tags of the union, before pydantic picks the model by it."""
    tags = [tag.tag for member in get_args(union) for tag in member.__metadata__]

    def check(value: Any) -> Any:
        form = form_of(value)
        if form in tags:
            return value
        if not form:
            raise wrong(f"an {what} is a table such as {{ {tags[0]} = … }}")
        raise wrong(f'there is no {what} "{form}"{near(form, tags)}')

    return BeforeValidator(check)
