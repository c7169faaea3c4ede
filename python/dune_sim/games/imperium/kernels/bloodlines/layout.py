"""What the records of the full edition hold for Bloodlines; the lean edition has nothing of it."""

from __future__ import annotations

from typing import Any

from dune_sim.games.imperium.kernels.sizes import (
    BLOODLINES,
    COURSES,
    DESIGNS,
    INTRIGUES,
    SKILLS,
    SLOT_BITS,
    SLOTS,
    STACKS,
    TECH,
    TECHS,
)
from dune_sim.lang.records import Record, Set

Skill = Record(
    "Skill",
    "A skill of commanders: an item of the reveal turn, or swords as long as a condition holds.",
    (
        ("guard", "u16", "its condition in the code"),
        ("guards", "u8", "1 if it has one"),
        ("swords", "u8", "swords while it holds"),
        ("item", "u8", "item of the reveal turn, 0 for none"),
    ),
)

LEADER_FIELDS: tuple[Any, ...] = (("does", "u8", "LEADER_* for what only one leader does"),) if BLOODLINES != 0 else ()

MODULE_TABLES: tuple[Any, ...] = (
    (
        ("openers", Set(SLOTS), "cards that may be laid out at the start of a turn"),
        ("twisted", Set(INTRIGUES), "intrigue cards of one leader's own deck"),
        ("skill", Skill, SKILLS, "skills of commanders"),
        ("commander_start", "u32", "spaces on which a commander starts"),
        ("exchanges", "u32", "spaces that have several prices"),
        ("opening", "u16", DESIGNS, "program of a card laid out at the start of a turn"),
        ("course", "u16", COURSES, "programs of the navigation cards"),
        ("courses", "u16", "navigation cards in the game, one bit each"),
        ("skill_tiles", "u8", SKILLS, "tiles of each skill in the game"),
        ("bloodlines", "u8", "1 if Bloodlines is played"),
        ("bank_start", "u8", "commanders in the common supply"),
        ("commander_cost", "u8", "solari for hiring or recruiting a commander"),
        ("commander_strength", "u8", "strength of a commander"),
        ("skills_shown", "u8", "skills on display"),
        ("tactics_start", "u8", "field on which the tactics marker starts"),
        ("tactics_spice", "u8", "field that gives spice"),
        ("tactics_end", "u8", "last field, which gives water"),
        ("agent_strength", "u8", "strength of an agent in the conflict"),
        ("third_agent_strength", "u8", "the same with the third agent"),
        ("hungry_for", "u8", "spice gained in a turn that draws a card"),
        ("navigation_drawn", "u8", "navigation cards drawn at the start"),
        ("navigation_kept", "u8", "those kept"),
        ("cleanup_counts", "u8", "1 if troops that go home after a combat move the tactics marker (BLD-AMB-19)"),
        ("hire", "u8", "item of a commander on the visited space"),
        ("boosted", "u8", "item of the card that a boosted card draws"),
        ("leader_space", "u8", "space + 1 that one leader brings"),
    )
    if BLOODLINES != 0
    else ()
)

Tile = Record(
    "Tile",
    "A tech tile.",
    (
        ("acquire", "u16", "program of its acquire effect, 0 for none"),
        ("flip", "u16", "program of turning it over, 0 for none"),
        ("won", "u16", "program of a won conflict, 0 for none"),
        ("cost", "u8", "spice"),
        ("item", "u8", "item of the reveal turn, 0 for none"),
        ("persuasion", "u8", "persuasion in the reveal turn"),
        ("standing", "u8", "TILE_* for what is there while it is owned"),
    ),
)

TECH_TABLES: tuple[Any, ...] = (
    (
        ("tiles", Set(TECHS), "tech tiles in the game"),
        ("tile", Tile, TECHS, "tech tiles"),
        ("standing", Set(TECHS), 8, "tiles of each TILE_*"),
        ("tech", "u8", "1 if the tech module is played"),
        ("stacks", "u8", "stacks of tech tiles"),
        ("council_tech_discount", "u8", "spice a council seat takes off a tile"),
        ("secret_tech_discount", "u8", "spice the secret project costs less"),
        ("theft_from_vault", "u8", "intrigue cards from which on theft hits the owner of a vault"),
        ("embassy", "u8", "item of a tile to be bought"),
        ("blades", "u16", "program of a tile given up for a skill"),
    )
    if TECH != 0
    else ()
)

PLAYER_WIDE: tuple[Any, ...] = (("tiles", Set(TECHS), "tech tiles"),) if TECH != 0 else ()

PLAYER_FIELDS: tuple[Any, ...] = (
    (
        ("guards", "u8", "commanders in the garrison"),
        ("fighting", "u8", "commanders in the conflict"),
        ("resting", "u8", "commanders in the own supply"),
        ("skills", "u8", "skills, one bit each"),
        ("counted", "u8", "1 if spice gained is counted: in games with Bloodlines"),
        ("came", "u8", "spice gained in the own turn"),
        ("boost", "u8", "1 if the next Bene Gesserit card has all icons and draws a card"),
        ("agents_fighting", "u8", "own agents in the conflict"),
    )
    if BLOODLINES != 0
    else ()
)

MODULE_STATE: tuple[Any, ...] = (
    (
        ("twisted_deck", Set(INTRIGUES), "deck of the twisted intrigue cards, unordered"),
        ("trashed_intrigue", Set(INTRIGUES), "intrigue cards out of the game"),
        ("commanders", "u32", "spaces with a commander"),
        ("courses", "u16", "navigation cards drawn and not yet laid down"),
        ("last_trashed", f"u{SLOT_BITS}", "slot + 1 of the card trashed last"),
        ("skills_shown", "u8", SKILLS, "tiles of each skill on display"),
        ("skill_stack", "u8", SKILLS, "tiles of each skill face down, unordered"),
        ("course", "u8", 4, "navigation card + 1 in each place, in the order of play"),
        ("sailed", "u8", "how many of them were played"),
        ("course_faction", "u8", "faction that let the last one be played"),
        ("every_reveal", "u8", "persuasion of a navigation card in every own reveal turn"),
        ("bank", "u8", "commanders in the common supply"),
        ("tactics", "u8", "field of the tactics marker, 0 without one"),
        ("counted", "u8", "1 if persuasion gathered is counted: in games with Bloodlines"),
        ("gathered", "u8", "persuasion gathered in this reveal turn, spent or not"),
        ("cheaper", "u8", "solari that a commander costs less this turn"),
        ("hired", "u8", "commanders recruited in this turn"),
        ("commanders_placed", "u8", "commanders that a combat space or icon let into the conflict in this turn"),
        ("staying", "u8", "troops recruited in this turn that may not be deployed"),
        ("ordinary", "u8", "1 if the intrigue card given or trashed last was no twisted one"),
        ("marks", "u8", "MARK_* of this turn"),
    )
    if BLOODLINES != 0
    else ()
)

TECH_STATE: tuple[Any, ...] = (
    (
        (
            "tech_deck",
            Set(TECHS),
            "tech tiles face down in the stacks, those at the bottom that a leader knows excepted",
        ),
        ("turned", Set(TECHS), "tiles turned over in this round"),
        ("tech_top", "u8", STACKS, "tile + 1 face up on each stack"),
        ("tech_left", "u8", STACKS, "tiles face down in each stack"),
        ("tech_bottom", "u8", STACKS, "tile + 1 at the bottom of each stack that a leader has seen"),
        ("secret_tile", "u8", "tile + 1 that a leader keeps face down"),
    )
    if TECH != 0
    else ()
)
