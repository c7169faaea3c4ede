"""Counts of recorded games of War for Arrakis against the rules' own functions, watched while a replay is played."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import dune_sim
from dune_sim.games.batch import play_chunk
from dune_sim.games.result import job_for
from recorded.wrapped import Watched

OUT, TANK, GONE = 200, 202, 204


class Recount:
    """What happened, noted as the functions of the rules ran."""

    def __init__(self, game: Any, policy: str, seed: int, number: int) -> None:
        self.names = game.names
        self.cards: dict[str, Counter[tuple[int, str]]] = {}
        self.leaders: dict[str, Counter[str]] = {}
        self.areas: dict[str, Counter[tuple[int, str]]] = {}
        self.harvest: list[tuple[int, int, int]] = []
        self.fallen: dict[tuple[int, str], int] = {}
        self.how = ["discarded"]
        watchers = {name.removeprefix("see_"): getattr(self, name) for name in dir(self) if name.startswith("see_")}
        watched = Watched(game, watchers)
        self.t = watched.t
        self.final = watched.play(policy, seed, number)

    def card(self, what: str, who: int, card: int) -> None:
        name = self.names.cards[who][card].split("#")[0]
        self.cards.setdefault(what, Counter())[who, name] += 1

    def see_draw_cards(self, plain: Any, t: Any, g: Any, who: int, deck: int, n: int) -> None:
        before = int(g.hand[who])
        plain(t, g, who, deck, n)
        for card in bits(int(g.hand[who]) & ~before):
            self.card("drawn", who, card)

    def see_discard_card(self, plain: Any, g: Any, who: int, card: int) -> None:
        self.card(self.how[-1], who, card)
        plain(g, who, card)

    def within(self, how: str, plain: Any, *given: Any) -> Any:
        self.how.append(how)
        try:
            return plain(*given)
        finally:
            self.how.pop()

    def see_card_answer(self, plain: Any, *given: Any) -> None:
        self.within("played", plain, *given)

    def see_play_answer(self, plain: Any, *given: Any) -> None:
        self.within("played", plain, *given)

    def see_battle_cards_answer(self, plain: Any, *given: Any) -> None:
        self.within("spent", plain, *given)

    def see_use_special(self, plain: Any, t: Any, g: Any, leader: int) -> int:
        self.leader("used", leader)
        pc: int = plain(t, g, leader)
        return pc

    def leader(self, what: str, leader: int) -> None:
        self.leaders.setdefault(what, Counter())[self.names.leaders[leader]] += 1

    def see_enter_play(self, plain: Any, t: Any, g: Any, leader: int) -> None:
        if g.leader_at[leader] == OUT:
            self.leader("entered", leader)
        plain(t, g, leader)

    def see_enter_tank(self, plain: Any, t: Any, g: Any, leader: int) -> None:
        self.leader("lost", leader)
        plain(t, g, leader)

    def see_op_battle_reveal(self, plain: Any, t: Any, g: Any, f: Any) -> None:
        self.area("attacks", f.who, g.move.target)
        plain(t, g, f)

    def area(self, what: str, who: int, area: int, n: int = 1) -> None:
        self.areas.setdefault(what, Counter())[who, self.names.areas[area]] += n

    def see_op_advance(self, plain: Any, t: Any, g: Any, f: Any) -> bool:
        won, target, who = g.battle.winner == 1, g.move.target, f.who
        done: bool = plain(t, g, f)
        if won and g.battle.winner == 0:
            self.area("won", who, target)
        return done

    def see_op_battle_close(self, plain: Any, t: Any, g: Any, f: Any) -> None:
        sides = [(side.faction, g.move.source if k == 0 else g.move.target, side.standard + side.elite + side.special)
                 for k, side in enumerate(g.battle.sides)]  # fmt: skip
        for who, area, left in sides:
            packed = g.legion[area]
            lost = (packed & 15) + (packed >> 4 & 15) + (packed >> 8 & 15) - left
            if lost > 0:
                self.area("units_lost", who, g.move.target, lost)
        plain(t, g, f)

    def see_op_after_hits(self, plain: Any, t: Any, g: Any, f: Any) -> None:
        side, packed = g.battle.sides[1], g.legion[f.a]
        lost = (packed & 15) + (packed >> 4 & 15) + (packed >> 8 & 15) - side.standard - side.elite - side.special
        if lost > 0:
            self.area("units_lost", f.who, f.a, lost)
        plain(t, g, f)

    def see_destroy_sietch(self, plain: Any, t: Any, g: Any, area: int) -> None:
        self.fallen[1, self.names.areas[area]] = g.round
        plain(t, g, area)

    def see_destroy_settlement(self, plain: Any, t: Any, g: Any, area: int) -> None:
        self.fallen[0, self.names.areas[area]] = g.round
        plain(t, g, area)

    def see_op_harvest(self, plain: Any, t: Any, g: Any) -> None:
        home, kept = len(bits(int(g.harvesters))), g.reserve
        plain(t, g)
        self.harvest.append((g.round, home, g.spice - kept))

    def see_op_score(self, plain: Any, t: Any, g: Any, op: Any) -> bool:
        self.cards.setdefault("acquired", Counter())[1, self.names.prescience[op.a]] += 1
        done: bool = plain(t, g, op)
        return done

    def see_reveal_vision(self, plain: Any, g: Any) -> None:
        before = g.row
        plain(g)
        for card in bits(g.row & ~before):
            self.cards.setdefault("available", Counter())[1, self.names.prescience[card]] += 1


def bits(word: int) -> list[int]:
    return [k for k in range(word.bit_length()) if word >> k & 1]


@pytest.fixture(scope="module", params=[("random", 3, 0), ("eager", 8, 1), ("greedy:leaves=2:worlds=0", 2, 0)], ids=str)
def both(request: pytest.FixtureRequest) -> Any:
    policy, seed, number = request.param
    game = dune_sim.make("arrakis")
    rows = play_chunk(job_for(game, policy, seed, record=True), number, 1).rows
    recording = game.recording
    assert recording is not None
    found = recording.split(number, rows[:, len(game.columns) :])
    return game, dict(zip(game.columns, rows[0], strict=False)), found, Recount(game, policy, seed, number)


def told(table: dict[str, Any], thing: str, names: list[str], what: str) -> dict[tuple[int, str], int]:
    columns = (table["seat"], table[thing], table[what])
    return {(int(p), names[k].split("#")[0]): int(n) for p, k, n in zip(*columns, strict=True) if n}


@pytest.mark.parametrize("what", ["available", "acquired", "drawn", "played", "spent", "discarded"])
def test_counts_of_cards_are_those_of_the_rules(both: Any, what: str) -> None:
    game, _, found, slow = both
    counts = told(found["cards"], "card", game.names.subjects["any_card"], what)
    if what == "discarded":
        # prescience cards leave in many ways; those are held against what is left at the end
        counts = {key: n for key, n in counts.items() if key[1] not in game.names.prescience}
    assert counts == dict(slow.cards.get(what, {}))


def test_every_prescience_card_is_somewhere_in_the_end(both: Any) -> None:
    game, _, found, slow = both
    counts = told(found["cards"], "card", game.names.subjects["any_card"], "discarded")
    g = slow.final
    out = [one for k, one in enumerate(game.names.prescience) if not (g.row | g.scored | g.deck_prescience) >> k & 1]
    assert {one for _, one in counts if one in game.names.prescience} == set(out)


def test_leaders(both: Any) -> None:
    game, _, found, slow = both
    names = game.names.leaders
    for what in ("used", "lost"):
        counts = {name: n for (_, name), n in told(found["leaders"], "leader", names, what).items()}
        assert counts == dict(slow.leaders.get(what, {})), what
    entered = {name for _, name in told(found["leaders"], "leader", names, "entered")}
    begun = {names[k] for k in bits(int(slow.t.starts))}
    assert entered == begun | set(slow.leaders.get("entered", {}))


def test_battles_losses_and_towns(both: Any) -> None:
    game, row, found, slow = both
    for what in ("attacks", "won", "units_lost"):
        assert told(found["areas"], "area", game.names.areas, what) == dict(slow.areas.get(what, {})), what
    assert told(found["areas"], "area", game.names.areas, "fallen") == slow.fallen
    seats = found["seats"]
    assert sum(seats["attacks"]) == row["battles"]
    assert list(seats["settlements_lost"]) == [row["settlements_lost"], row["sietches_lost"]]


def test_rounds_and_markers(both: Any) -> None:
    _, row, found, slow = both
    rounds, seats = found["rounds"], found["seats"]
    mine = rounds["seat"] == 0
    harvest = {n: (home, spice) for n, home, spice in slow.harvest if n < 32}
    told_rounds = zip(rounds["round"][mine], rounds["harvesters"][mine], rounds["spice"][mine], strict=True)
    assert {int(n): (int(h), int(s)) for n, h, s in told_rounds if (h or s) and n < 32} == {
        n: one for n, one in harvest.items() if any(one)
    }
    assert seats["spice"][0] == sum(spice for *_, spice in slow.harvest)
    for name in ("supremacy", "kwisatz_haderach", "sand_dwellers", "jihad"):
        assert seats[name][0] == row[name]
        assert rounds[name][mine][-1] == row[name]
    assert max(rounds["round"]) == min(32, row["rounds"])
