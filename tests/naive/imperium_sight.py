"""What a seat sees, worked out slowly from the readable position and the content as it is written."""

from __future__ import annotations

from typing import Any

from .imperium_position import Position, load
from .imperium_rules import FACTIONS, rewards, strength

COUNCIL_PERSUASION = 2
END_VP = 10
PLACES = ("first", "second", "third")
NAMES = ("own", "next", "third", "fourth")
#: parts of a reward by the name of their feature
GAINS = {"vp": "prize_vp", "spice": "prize_spice", "solari": "prize_solari", "water": "prize_water",
         "intrigue": "prize_intrigue"}  # fmt: skip


def sight(position: Position, seat: int) -> dict[str, int]:
    """Every feature that is not 0, by its name; a position in which rewards are being paid is not told right."""
    players = position["players"]
    found = {**table(position, seat), **secrets(players[seat])}
    turns = seats(position)
    for k, name in enumerate(NAMES[: len(players)]):
        # House Hagal takes no turns of its own and comes last
        p = (seat + k) % turns if k < turns else k
        for feature, value in {**goods(players[p]), **tracks(position, p), **fight(position, p)}.items():
            found[f"{feature}_{name}"] = value
        for feature, value in {**round_of(position, p), **cards(players[p])}.items():
            found[f"{feature}_{name}"] = value
    return {feature: value for feature, value in found.items() if value}


def seats(position: Position) -> int:
    """Seats that have points: all but House Hagal."""
    return sum("vp" in one for one in position["players"])


def table(position: Position, seat: int) -> dict[str, int]:
    """What belongs to nobody."""
    players, turn = position["players"], position["turn_of"]
    return {
        "round": position["round"],
        "conflicts_left": len(position["unseen_conflicts"]),
        "turn_in": (turn - seat) % seats(position),
        "revealing": int(position["phase"] == "turns" and players[turn].get("revealed", False)),
        "persuasion": min(50, position["persuasion"]),
        **{f"bonus_spice_{maker}": min(30, spice) for maker, spice in position["bonus_spice"].items()},
        f"conflict_{position['conflict']}": int(position["conflict"] is not None),
        **{f"row_{card}": position["row"].count(card) for card in position["row"]},
    }


def printed(card: str, what: str) -> int:
    """Persuasion or swords that the reveal box of a card gives without a condition."""
    steps = load("cards")[card].get("reveal", [])
    return sum(int(step["gain"].get(what, 0)) for step in steps if "gain" in step)


def on_cards(cards: dict[str, int], what: str) -> int:
    return sum(n * printed(card, what) for card, n in cards.items())


def secrets(player: dict[str, Any]) -> dict[str, int]:
    """The hand and the intrigue cards of the seat that sees."""
    found = {f"holds_{card}": n for card, n in player["hand"].items()}
    found |= {f"secret_{card}": n for card, n in player["intrigue"].items()}
    if not player["revealed"]:
        council = COUNCIL_PERSUASION if player["council_seat"] else 0
        found["persuasion_to_come"] = min(60, council + on_cards(player["hand"], "persuasion"))
        if player["conflict"]:
            found["swords_to_come"] = min(40, on_cards(player["hand"], "swords"))
    return found


def goods(player: dict[str, Any]) -> dict[str, int]:
    """Points, resources and what they may buy once; rivals buy nothing, House Hagal has nothing."""
    if player.get("rival"):
        blank = {"vp": 0, "solari": 0, "spice": 0, "water": 0, "council_seat": True, "swordmaster": True}
        found = goods({**blank, **player, "rival": False, "council_seat": True, "swordmaster": True})
        return found | {"council": 0, "swordmaster": int(player.get("swordmaster", False))}
    solari = player["solari"]
    return {
        "vp": player["vp"],
        "stretch": max(0, player["vp"] - (END_VP - 3)),
        "at_the_end": int(player["vp"] >= END_VP),
        "spice": min(30, player["spice"]),
        "solari": min(40, solari),
        "water": min(30, player["water"]),
        "first_water": int(player["water"] > 0),
        "council": int(player["council_seat"]),
        "council_fund": 0 if player["council_seat"] else min(5, solari),
        "swordmaster": int(player["swordmaster"]),
        "swordmaster_fund": 0 if player["swordmaster"] else min(8, solari),
        "garrison": player["garrison"],
        "troops": player["conflict"],
    }


def tracks(position: Position, p: int) -> dict[str, int]:
    """Influence and alliance tokens."""
    players = position["players"]
    own = players[p]["influence"]
    others = {f: [one["influence"][f] for q, one in enumerate(players) if q != p] for f in FACTIONS}
    holders = {f: position["alliances"].get(f) for f in FACTIONS}
    mine = [f for f in FACTIONS if holders[f] == p]
    theirs = [(f, players[h]["influence"][f]) for f, h in holders.items() if h is not None and h != p]
    return {
        **{f"influence_{f}": own[f] for f in FACTIONS},
        "below_friend": sum(own[f] == 1 for f in FACTIONS),
        "below_alliance": sum(own[f] == 3 for f in FACTIONS if holders[f] is None),
        "alliances": len(mine),
        "alliances_safe": sum(own[f] - max(others[f]) >= 2 for f in mine),
        "threats": sum(own[f] == level for f, level in theirs),
    }


def fight(position: Position, p: int) -> dict[str, int]:
    """Strength, and the reward of the place it holds."""
    players = position["players"]
    strengths = [strength(one["conflict"], one["swords"]) for one in players]
    found = {"strength": min(99, strengths[p])}
    if players[p]["conflict"]:
        best = max(one for q, one in enumerate(strengths) if q != p)
        found["margin"] = max(-12, min(12, strengths[p] - best))
    place = rewards(strengths)[p]
    rival = players[p].get("rival", False)
    if rival and (place == 3 or "vp" not in players[p]):
        place = None
    if place and position["conflict"] and position["phase"] not in ("recall", "endgame", "over"):
        sure = max(1, 4 - sum(waits(one) for q, one in enumerate(players) if q != p))
        found["rewarded"] = sure
        steps = load("conflicts")[position["conflict"]].get(PLACES[place - 1], [])
        found |= {feature: sure * n for feature, n in prize(steps, rival).items()}
    return found


def waits(player: dict[str, Any]) -> bool:
    """Whether more may come of a seat in this round."""
    if player.get("rival"):
        return player["agents"] > 0 and not player.get("revealed", False)
    return not player["revealed"]


def prize(steps: list[dict[str, Any]], rival: bool = False) -> dict[str, int]:
    """The plain parts of a reward; two factions of choice are steps for a rival, whose rule chooses."""
    found: dict[str, int] = {}
    for step in steps:
        for what, feature in GAINS.items():
            found[feature] = found.get(feature, 0) + step.get("gain", {}).get(what, 0)
        if "influence" in step:
            found["prize_influence"] = step["influence"].get("n", 1)
        if "control" in step:
            found["prize_control"] = 1
        chosen = step.get("choose_n", 0)
        if rival and chosen and all("influence" in one[0] for one in step["of"]):
            found["prize_influence"], chosen = chosen, 0
        found["prize_choice"] = found.get("prize_choice", 0) + chosen
    return found


def round_of(position: Position, p: int) -> dict[str, int]:
    """Where a seat stands in this round and what it keeps for later ones."""
    player = position["players"][p]
    done, order = not waits(player), p - position["first_player"]
    return {
        "agents": 0 if done else player["agents"],
        "revealed": int(done),
        "hand": sum(player.get("hand", {}).values()),
        "intrigues": sum(player.get("intrigue", {}).values()),
        "mentat": int(position["mentat_next"] == p),
        **{f"control_{space}": int(holder == p) for space, holder in position["control"].items()},
        "order": order % seats(position) if p < seats(position) else order,
    }


def cards(player: dict[str, Any]) -> dict[str, int]:
    """All cards of a seat, of which those in hand or deck may be known together only."""
    if player.get("rival"):
        return {f"leader_{player['leader']}": 1} if "leader" in player else {}
    owned: dict[str, int] = {}
    rest = player.get("hand_or_deck", player["deck"])
    hand = {card: n for card, n in player["hand"].items() if card != "unknown"}
    for pile in (rest, hand, player["discard"], player["in_play"]):
        for card, n in pile.items():
            owned[card] = owned.get(card, 0) + n
    n = sum(owned.values())
    means = {f"deck_{what}": on_cards(owned, what) * 5 * 4 // n for what in ("persuasion", "swords")}
    leader = {f"leader_{player['leader']}": 1}
    return {"cards": n, **means, **leader, **{f"owned_{card}": n for card, n in owned.items()}}
