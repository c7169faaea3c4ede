"""Records of a battle, shared by the single battle and by the whole game."""

from __future__ import annotations

from dune_sim.lang.records import Record

NAMED_LEADERS = 15
#: what three dice can show, in order
DICE_CASES = 6**3

Side = Record(
    "Side",
    "One legion in a battle and what it has rolled.",
    (
        ("named", "u16", "named leaders present, one bit each in content order"),
        ("lost_named", "u16", "named leaders eliminated in this battle"),
        ("standard", "u8", "standard units"),
        ("elite", "u8", "elite units"),
        ("special", "u8", "Sardaukar or Fedaykin"),
        ("generic", "u8", "Bashars or Naibs"),
        ("faction", "u8", "0 Harkonnen, 1 Atreides"),
        ("cards", "u8", "planning cards that may still be discarded for dice"),
        ("spent", "u8", "cards discarded in this combat round"),
        ("bonus", "u8", "extra dice in every combat round, from a card"),
        ("pool", "u8", "standard figures off the map, for elites that lose their rank"),
        ("hits", "u8", "hits rolled or made by leaders this round"),
        ("shields", "u8", "shields rolled or made by leaders this round"),
        ("specials", "u8", "special results not yet converted"),
        ("used", "u16", "named leaders that converted this round"),
        ("used_generic", "u8", "generic leaders that converted this round"),
        ("suffer", "u8", "hits still to be taken as casualties"),
    ),
)

Battle = Record(
    "Battle",
    "A battle between two legions; side 0 attacks.",
    (
        ("sides", Side, 2, "attacker and defender"),
        ("round", "u16", "combat round, from 1"),
        ("rank", "u8", "rank of the settlement the defender holds, 0 without one"),
        ("surprise", "u8", "1 for a surprise attack"),
        ("can_retreat", "u8", "1 if the defender has an area to retreat to"),
        ("free_continue", "u8", "1 if a card spares the extra hit for going on"),
        ("cap", "u8", "most dice of the defender in the first round, from a card; 0 for the usual number"),
        ("winner", "u8", "WINNER_*"),
        ("reason", "u8", "REASON_*"),
    ),
)
