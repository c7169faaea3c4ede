"""Counts of recorded games of Dune: Imperium against the rules' own functions, watched while a replay is played."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import dune_sim
from dune_sim.games.batch import play_chunk
from dune_sim.games.result import job_for
from recorded.wrapped import Watched

Counts = dict[str, Counter[Any]]


def hand(g: Any, p: int) -> int:
    return int(g.own[p] & g.za & ~g.zb)


def slots(cards: int) -> list[int]:
    return [k for k in range(cards.bit_length()) if cards >> k & 1]


class Recount:
    """What happened, noted as the functions of the rules ran; keys are (seat, thing)."""

    def __init__(self, game: Any, policy: str, seed: int, number: int) -> None:
        self.cards: dict[str, Counter[tuple[int, str]]] = {}
        self.seats: dict[str, Counter[int]] = {}
        self.rounds: dict[tuple[int, str], int] = {}
        self.visits: Counter[tuple[int, str]] = Counter()
        self.names = game.names
        watchers = {
            name.removeprefix("see_"): getattr(self, name) for name in dir(self) if name.startswith("see_")
        }
        watched = Watched(game, watchers)
        self.t = watched.t
        self.final = watched.play(policy, seed, number)

    def card(self, what: str, p: int, slot: int) -> None:
        self.cards.setdefault(what, Counter())[p, self.names.designs[self.t.design[slot]]] += 1

    def intrigue(self, what: str, p: int, card: int) -> None:
        self.cards.setdefault(what, Counter())[p, self.names.intrigues[self.t.intrigue_design[card]]] += 1

    def seat(self, what: str, p: int, n: int) -> None:
        self.seats.setdefault(what, Counter())[p] += n

    # -- cards ---------------------------------------------------------------------------------------------------------

    def see_draw_slot(self, plain: Any, t: Any, g: Any, p: int) -> int:
        slot: int = plain(t, g, p)
        if slot >= 0:
            self.card("drawn", p, slot)
        return slot

    def see_take_random(self, plain: Any, g: Any, p: int, n: int) -> int:
        before = hand(g, p)
        came: int = plain(g, p, n)
        for slot in slots(hand(g, p) & ~before):
            self.card("drawn", p, slot)
        return came

    def see_reveal(self, plain: Any, t: Any, g: Any, p: int) -> None:
        for slot in slots(hand(g, p)):
            self.card("revealed", p, slot)
        plain(t, g, p)

    def see_reveal_slot(self, plain: Any, t: Any, g: Any, p: int, slot: int) -> None:
        self.card("revealed", p, slot)
        plain(t, g, p, slot)

    def see_send(self, plain: Any, t: Any, g: Any, p: int, source: int, space: int, option: int) -> None:
        self.card("played", p, g.card - 1)
        self.visits[p, self.names.spaces[space]] += 1
        plain(t, g, p, source, space, option)

    def see_trash_card(self, plain: Any, t: Any, g: Any, p: int, slot: int) -> None:
        self.card("trashed", p, slot)
        plain(t, g, p, slot)

    def see_acquire_slot(self, plain: Any, t: Any, g: Any, p: int, slot: int, to_top: bool) -> None:
        self.card("acquired", p, slot)
        self.rounds.setdefault((p, self.names.designs[t.design[slot]]), g.round)
        plain(t, g, p, slot, to_top)

    def see_draw_intrigue(self, plain: Any, t: Any, g: Any, p: int) -> None:
        before = int(g.intrigue[p])
        plain(t, g, p)
        for card in slots(int(g.intrigue[p]) & ~before):
            self.intrigue("drawn", p, card)

    def see_op_steal(self, plain: Any, t: Any, g: Any, f: Any, op: Any) -> None:
        before = [int(one) for one in g.intrigue]
        plain(t, g, f, op)
        for p, old in enumerate(before):
            for card in slots(int(g.intrigue[p]) & ~old):
                self.intrigue("drawn", p, card)
            for card in slots(old & ~int(g.intrigue[p])):
                self.intrigue("trashed", p, card)

    def see_lay_down(self, plain: Any, g: Any, p: int, card: int, pc: int) -> None:
        self.intrigue("played", p, card)
        plain(g, p, card, pc)

    def see_next_turn(self, plain: Any, t: Any, g: Any, f: Any, op: Any) -> None:
        plain(t, g, f, op)
        if t.code[f.pc].code == OP_TURN:
            owned = 0
            for own in g.own:
                owned |= int(own)
            open_cards = (int(g.za) & ~int(g.zb) | int(t.reserve) & ~int(g.za) & ~int(g.zb)) & int(t.cards) & ~owned
            designs = {t.design[slot] for slot in slots(open_cards)}
            # what has no price is handed out by spaces and cards alone
            for name in {self.names.designs[d] for d in designs if t.cost[d] != UNPRICED}:
                self.cards.setdefault("available", Counter())[g.player, name] += 1
            if g.aside and g.aside_seat == g.player:
                self.card("available", g.player, g.aside - 1)

    # -- seats ---------------------------------------------------------------------------------------------------------

    def see_gain(self, plain: Any, pl: Any, spice: int, solari: int, water: int) -> None:
        self.flow.setdefault(id(pl), Counter()).update(spice=spice, solari=solari, water=water)
        plain(pl, spice, solari, water)

    @property
    def flow(self) -> dict[int, Counter[str]]:
        found: dict[int, Counter[str]] = self.__dict__.setdefault("_flow", {})
        return found

    def see_score(self, plain: Any, g: Any, p: int, n: int) -> None:
        before = g.players[p].vp
        plain(g, p, n)
        self.seat("scored", p, g.players[p].vp - before)

    def see_op_rewards(self, plain: Any, t: Any, g: Any, f: Any) -> bool:
        if f.c == 0:
            for p in range(t.players):
                self.seat("conflicts_fought", p, int(g.players[p].conflict > 0))
        done: bool = plain(t, g, f)
        if g.won and f.c == 1 and self.__dict__.get("won_in") != g.round:
            self.won_in = g.round
            self.seat("conflicts_won", g.won - 1, 1)
        return done


OP_TURN, UNPRICED = 55, 255


def table(game: Any, policy: str, seed: int, number: int) -> dict[str, Any]:
    """The tables of one recorded game, by the fastest engine."""
    job = job_for(game, policy, seed, record=True)
    rows = play_chunk(job, number, 1).rows
    recording = game.recording
    found = recording.split(number, rows[:, len(game.columns) :])
    return {"row": dict(zip(game.columns, rows[0], strict=False)), **found}


GAMES = [
    ({}, "random", 11, 0), ({}, "random", 11, 5), ({"players": 3}, "random", 3, 2),
    ({}, "greedy:leaves=4:worlds=0", 5, 1), ({"leaders": "draft"}, "random", 8, 0),
    ({"leaders": ["helena_richese", "paul_atreides", "count_ilban_richese", "earl_memnon_thorvald"]}, "random", 2, 3),
]  # fmt: skip


@pytest.fixture(scope="module", params=range(len(GAMES)))
def both(request: pytest.FixtureRequest) -> Any:
    options, policy, seed, number = GAMES[request.param]
    game = dune_sim.make("imperium", **options)
    return game, table(game, policy, seed, number), Recount(game, policy, seed, number)


@pytest.mark.parametrize("what", ["available", "acquired", "drawn", "played", "revealed", "trashed"])
def test_counts_of_cards_are_those_of_the_rules(both: Any, what: str) -> None:
    game, found, slow = both
    cards = found["cards"]
    names = game.names.any_card
    told = {
        (int(p), names[k]): int(n) for p, k, n in zip(cards["seat"], cards["card"], cards[what], strict=True) if n
    }
    assert told == dict(slow.cards.get(what, {}))


def test_the_round_of_the_first_copy(both: Any) -> None:
    game, found, slow = both
    cards = found["cards"]
    told = {
        (int(p), game.names.any_card[k]): int(n)
        for p, k, n in zip(cards["seat"], cards["card"], cards["round"], strict=True) if n
    }  # fmt: skip
    assert told == slow.rounds


def test_spaces_and_conflicts(both: Any) -> None:
    game, found, slow = both
    spaces = found["spaces"]
    told = {
        (int(p), game.names.spaces[k]): int(n)
        for p, k, n in zip(spaces["seat"], spaces["space"], spaces["visits"], strict=True)
    }
    assert told == dict(slow.visits)
    seats = found["seats"]
    for what in ("conflicts_fought", "conflicts_won"):
        assert list(seats[what]) == [slow.seats[what][p] for p in range(game.num_players)], what
    assert list(seats["spaces"]) == [sum(n for (p, _), n in slow.visits.items() if p == seat) for seat in seats["seat"]]


def test_resources_and_points_add_up(both: Any) -> None:
    game, found, slow = both
    seats, g, t = found["seats"], slow.final, slow.t
    for p in range(game.num_players):
        pl = g.players[p]
        for kind, start in (("spice", t.start_spice), ("solari", t.start_solari), ("water", t.start_water)):
            earned, spent = seats[f"{kind}_earned"][p], seats[f"{kind}_spent"][p]
            assert start + earned - spent == getattr(pl, kind), kind
            assert earned == slow.flow[id(pl)][kind], kind
        assert seats["troops_lost"][p] - seats["troops_recruited"][p] == pl.supply - (t.troops - t.start_garrison)
        sources = [seats[name][p] for name in seats if name.startswith("points_")]
        assert sum(sources) == seats["points"][p] == pl.vp
        assert seats["points_other"][p] == t.start_vp
        told = sum(seats[f"points_{one}"][p] for one in ("conflicts", "intrigue", "acquiring", "cards"))
        assert told == slow.seats["scored"][p] if "scored" in slow.seats else told == 0
        influence = [seats[f"influence_{one}"][p] for one in game.names.factions]
        assert influence == list(pl.influence)


def test_rows_agree_with_the_row_of_the_game(both: Any) -> None:
    game, found, _ = both
    row, seats = found["row"], found["seats"]
    for p in range(game.num_players):
        for name in ("rank", "points", "leader", "acquired", "played"):
            assert seats[name][p] == row[f"{name}_{p}"]
        assert seats["won"][p] == int(row["winners"]) >> p & 1
        assert seats["turn_order"][p] == 1 + (p - row["first_player"]) % game.num_players
    rounds = found["rounds"]
    ended = sorted(set(rounds["round"]))
    assert ended == list(range(1, row["rounds"] + 1))
