"""Every field of a position that the earlier turns of a round can change, set to each value it may have."""

from __future__ import annotations

from typing import Any

import pytest

from imperium.table import CONTENT, can, game_of, next_round, positions, seat, table

SPACES = [one.id for one in CONTENT.spaces]
LAID = [one.id for one in CONTENT.intrigue if any(hasattr(part, "on_reveal") for part in one.plot)]
HELD = {"hand": ["signet_ring"]}
FIELDS: list[dict[str, Any]] = [
    *({"closed_space": one} for one in SPACES),
    *({"agents_on": [one]} for one in SPACES),
    *({"intrigue_laid": [one]} for one in LAID),
    *({"swords": n, "revealed": True, "hand": []} for n in range(4)),
    *({key: True} for key in ("council_seat", "swordmaster")),
]


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("field", FIELDS, ids=str)
def test_what_earlier_turns_left_is_told_and_gone_after_the_round(field: dict[str, Any], number: int) -> None:
    """Of the seat to move and of another; the seat to move cannot have revealed."""
    seats: list[dict[str, Any]] = [{"hand": ["dagger"]}, {"hand": ["dagger"]}, {"hand": ["dagger"]}]
    seats[number] |= field
    if number == 0 and field.get("revealed"):
        return
    state = table(*seats)
    found = state.to_dict()["players"][number]
    for key, value in field.items():
        if key == "closed_space" and number == 0:
            assert found[key] is None, "over as the turn of its owner begins"
        elif key in ("hand", "intrigue_laid"):
            assert sum(found[key].values()) == len(value)
        else:
            assert found[key] == value
    ended = next_round(state).to_dict()
    assert ended["reveal_order"] == [] and ended["round"] == 2
    for one in ended["players"]:
        assert (one["closed_space"], one["agents_on"], one["swords"], one["intrigue_laid"]) == (None, [], 0, {})
        assert not one["revealed"]


@pytest.mark.rule("IMP-LEADER-02")
def test_paul_has_looked_at_his_top_card_in_a_position_written_by_hand() -> None:
    leaders = ["paul_atreides", "glossu_rabban", "helena_richese"]
    cards = ["dagger", "diplomacy", "reconnaissance"]
    tops = set()
    for seed in range(20):
        state = table({**HELD, "deck": cards}, {**HELD, "deck": cards}, leaders=leaders, seed=seed)
        (top,) = seat(state, 0)["deck_top"]
        tops.add(top)
        assert seat(state, 0)["deck_top_secret"] and seat(state, 1)["deck_top"] == []
        assert seat(state.observe(1), 0)["deck_top"] == []
    assert tops == set(cards)
    assert seat(table({**HELD, "deck": cards, "deck_top": ["dagger"]}, leaders=leaders), 0)["deck_top"] == ["dagger"]
    assert seat(table({**HELD, "deck": []}, leaders=leaders), 0)["deck_top"] == []


@pytest.mark.rule("IMP-AMB-16")
def test_an_endgame_begun_without_its_running_part_asks_every_seat() -> None:
    """The last reveal turn was that of seat 2; the first player is asked first nevertheless."""
    cards = [{"intrigue": ["tiebreaker"]}, {"intrigue": ["corner_the_market"], "discard": ["the_spice_must_flow"] * 2}]
    state = table(*cards, {}, phase="endgame", round=10)
    full = state.to_dict()
    assert (full["turn_of"], full["reason"]) == (0, "conflicts") and state.to_move == 0
    late = {key: value for key, value in full.items() if key not in ("running", "saved")} | {"turn_of": 2}
    assert state.game.from_dict(late).to_move == 0


@pytest.mark.rule("IMP-COMBAT-01")
def test_a_combat_begun_without_its_running_part_asks_the_first_player_first() -> None:
    fighters = [{"conflict": 2, "intrigue": [card]} for card in ("ambush", "master_tactician", "tiebreaker")]
    state = table(*fighters, phase="combat", turn_of=1, first_player=2)
    assert state.to_move == 2 and [one["revealed"] for one in state.to_dict()["players"]] == [True] * 3


@pytest.mark.rule("IMP-AMB-19")
@pytest.mark.parametrize("seed", range(4))
def test_what_players_know_of_each_other_outlasts_the_running_part(seed: int) -> None:
    """Known top cards, seen hand cards and stolen intrigue cards, at every start of a turn of a random game."""
    game, known = game_of(4), 0
    for state in positions(game, range(seed, seed + 1), ends=False):
        full = {key: value for key, value in state.to_dict().items() if key not in ("running", "saved")}
        if full["phase"] == "turns" and state.raw["turn"][0] == 0 and can(state, "reveal turn: reveal the hand"):
            again = game.from_dict(full)
            known += any(one["hand_seen"] or one["deck_top"] or one["stolen"] for one in full["players"])
            for viewer in range(4):
                assert again.observe(viewer).to_dict() == state.observe(viewer).to_dict()
    assert known > 10
