"""All results of a step on the kernels and in the slow interpreter, told alike, for comparison.

Decks of identical cards make draws certain; intrigue cards are counted, not named; what refills the
row is not compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from dune_sim.content import load_content
from dune_sim.games.state import State
from imperium.table import game_of
from naive.imperium_effects import all_results
from naive.imperium_position import Choices, Position, new_player, new_position

CONTENT = load_content("imperium")
NUMBERS = ("vp", "solari", "spice", "water", "garrison", "supply", "conflict", "swords")
PILES = ("hand", "discard", "in_play")
FACTIONS = ("emperor", "guild", "bene_gesserit", "fremen")
HIDDEN = "some card"
DECK = ["arrakis_liaison"] * 5
LEADERS = ["glossu_rabban", "helena_richese", "paul_atreides"]


def name(table: str, number: str) -> str:
    """The printed name of a record."""
    return str(getattr(CONTENT, table).get(number).name)


def seats_led_by(leader: str) -> list[str]:
    """Leaders of a game in which seat 0 has this one."""
    return [leader, *(one for one in LEADERS if one != leader)][:3]


def place(players: list[dict[str, Any]], leader: str = "glossu_rabban", **keys: Any) -> State:
    """A position of three players."""
    return game_of(3, seats_led_by(leader)).from_dict({"players": players, **keys})


def spread(cards: dict[str, int]) -> list[str]:
    return [card for card, number in sorted(cards.items()) for _ in range(number)]


# --- the same position for the slow interpreter -----------------------------------------------------------


def slow_player(one: dict[str, Any]) -> dict[str, Any]:
    deck = spread(one["deck"])
    for card in one["deck_top"]:
        deck.remove(card)
    same = {key: one[key] for key in (*NUMBERS, "leader", "agents", "council_seat", "swordmaster")}
    return new_player(
        **same,
        influence=dict(one["influence"]),
        **{pile: spread(one[pile]) for pile in PILES},
        deck=deck,
        deck_top=list(one["deck_top"]),
        intrigue=spread(one["intrigue"]),
        agents_on=list(one["agents_on"]),
        visited_once=list(one["visited_once"]),
        masterstroke=tuple(one["secret_factions"]) if one["secret_factions"] else None,
    )


def slow(state: State) -> Position:
    """The position as the slow interpreter writes it."""
    told = state.to_dict()
    players = [slow_player(one) for one in told["players"]]
    for other in players[1:]:
        other["intrigue"] = [HIDDEN] * len(other["intrigue"])
    return new_position(
        players,
        alliance={faction: told["alliances"].get(faction) for faction in FACTIONS},
        row=list(told["row"]),
        imperium_deck=["sardaukar_infantry"] * 9,
        reserve=dict(told["reserve"]),
        intrigue_deck=[HIDDEN] * sum(told["intrigue_deck"].values()),
        intrigue_discard=spread(told["intrigue_discard"]),
        trashed=spread(told["trashed"]),
        control={space: told["control"].get(space) for space in ("arrakeen", "carthag", "imperial_basin")},
        bonus_spice={
            space: told["bonus_spice"].get(space, 0) for space in ("the_great_flat", "hagga_basin", "imperial_basin")
        },
        first_player=told["first_player"],
    )


# --- what is compared -------------------------------------------------------------------------------------


def bag(cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(cards))


def view_fast(state: State) -> Any:
    """What a position of the kernels shows."""
    told = state.to_dict()
    seats = []
    gone: list[str] = spread(told["trashed"])
    for one in told["players"]:
        gone += spread(one["trashed"])
        seats.append(
            (
                *(one[key] for key in NUMBERS),
                tuple(one["influence"][faction] for faction in FACTIONS),
                *(bag(spread(one[pile])) for pile in PILES),
                bag(spread(one["deck"])),
                tuple(one["deck_top"][:1]) if not one["deck_top_secret"] else (),
                sum(one["intrigue"].values()) + sum(one["intrigue_laid"].values()),
                one["agents"],
                bag(one["agents_on"]),
                one["council_seat"],
                one["swordmaster"],
                one["closed_space"],
            )
        )
    aside = told["set_aside"]["card"] if told["set_aside"] else None
    return (
        tuple(seats),
        tuple(sorted(told["alliances"].items())),
        tuple(sorted(told["control"].items())),
        tuple(sorted((k, n) for k, n in told["bonus_spice"].items() if n)),
        tuple(sorted(told["reserve"].items())),
        bag(gone),
        aside,
        told["persuasion"],
        told["mentat_next"],
    )


def view_slow(position: Position, gone_before: list[str]) -> Any:
    """The same of a position of the slow interpreter; ``gone_before``: starters out of the game from the beginning."""
    seats = []
    mentat = position["mentat"]
    for seat, one in enumerate(position["players"]):
        closed = position["blocked"]
        laid = len(one["face_up"])
        seats.append(
            (
                *(one[key] for key in NUMBERS),
                tuple(one["influence"][faction] for faction in FACTIONS),
                *(bag(one[pile]) for pile in PILES),
                bag([*one["deck_top"], *one["deck"]]),
                tuple(one["deck_top"][:1]),
                len(one["intrigue"]) + laid,
                one["agents"] + (mentat == ("leader", seat)),
                bag([*one["agents_on"], *([mentat[2]] if mentat[0] == "space" and mentat[1] == seat else [])]),
                one["council_seat"],
                one["swordmaster"],
                closed[0] if closed and closed[1] == seat else None,
            )
        )
    aside = next((one["set_aside"] for one in position["players"] if one["set_aside"]), None)
    return (
        tuple(seats),
        tuple(sorted((k, v) for k, v in position["alliance"].items() if v is not None)),
        tuple(sorted((k, v) for k, v in position["control"].items() if v is not None)),
        tuple(sorted((k, n) for k, n in position["bonus_spice"].items() if n)),
        tuple(sorted(position["reserve"].items())),
        bag([*position["trashed"], *gone_before]),
        aside,
        position["players"][0]["persuasion"],
        position["mentat_next_round"],
    )


# --- all results ------------------------------------------------------------------------------------------


def fast_results(state: State, done: Callable[[State, list[str]], bool], allow: Callable[[str], bool]) -> set[Any]:
    """What every allowed way through the decisions leads to; a done position may have further ways."""
    seen: set[bytes] = set()
    found: set[Any] = set()
    todo = [state]
    while todo:
        here = todo.pop()
        if here.raw.tobytes() in seen:
            continue
        seen.add(here.raw.tobytes())
        told = {action: here.describe(action) for action in here.legal_actions()}
        if done(here, list(told.values())):
            found.add(view_fast(here))
        if (not here.is_over and here.to_dict()["turn_of"] == 0) or here.to_dict()["phase"] != "turns":
            for action, text in told.items():
                if allow(text):
                    todo.append(here.copy())
                    todo[-1].apply(action)
    return found


def slow_results(state: State, run: Callable[[Position, Choices], Position]) -> set[Any]:
    """What the slow interpreter leads to from the same position."""
    gone = [card for one in state.to_dict()["players"] for card in spread(one["trashed"])]
    found: set[Any] = set()

    def keep(position: Position, choices: Choices) -> Position:
        after = run(position, choices)
        found.add(view_slow(after, gone))
        return after

    all_results(keep, slow(state))
    return found


def assert_same(fast: set[Any], reference: set[Any]) -> None:
    """Equal sets, with a short account of what differs."""
    assert fast, "nothing was reached"
    missing, extra = reference - fast, fast - reference
    assert not missing and not extra, (
        f"{len(fast)} against {len(reference)}; only the interpreter: {list(missing)[:1]}; "
        f"only the kernels: {list(extra)[:1]}"
    )


def only_agent_turn(card: str, space: str) -> Callable[[str], bool]:
    """Which decisions belong to one agent turn: this card to this space, no intrigue, no reveal."""
    title, target = f"agent turn: play {name('cards', card)}", f"send an agent to {name('spaces', space)}"

    def allow(text: str) -> bool:
        if text.startswith("agent turn"):
            return text == title
        if "send an agent to" in text:
            return text.split(": ", 1)[1].split(" for ")[0] == target
        return not text.startswith(("play ", "reveal turn"))

    return allow
