"""The naive Imperium bookkeeping against the booklet's worked examples and the FAQ."""

from __future__ import annotations

import itertools
import tomllib
from pathlib import Path

import pytest

from naive import imperium_rules as ir
from naive.imperium_rules import Score, Tracks, Visitor

CONTENT = Path(__file__).parents[2] / "python" / "dune_sim" / "games" / "imperium" / "content" / "base"


@pytest.mark.rule("IMP-REVEAL-07", "IMP-REVEAL-08", "IMP-REVEAL-09", "IMP-REVEAL-11")
def test_strength():  # IMP-EX-08, IMP-EX-19
    assert ir.strength(2, 1 + 3) == 8
    assert ir.strength(0, 9) == 0
    assert ir.marker(23) == (True, 3)
    assert ir.marker(20) == (False, 20)


@pytest.mark.rule("IMP-COMBAT-07", "IMP-COMBAT-08", "IMP-COMBAT-09", "IMP-COMBAT-10", "IMP-COMBAT-18")
def test_rewards_without_ties():  # IMP-EX-09
    assert ir.rewards([8, 10, 0]) == {0: 2, 1: 1, 2: None}
    assert ir.rewards([8, 10, 3]) == {0: 2, 1: 1, 2: None}
    assert ir.rewards([8, 10, 3, 1]) == {0: 2, 1: 1, 2: 3, 3: None}
    assert ir.rewards([0, 0, 5]) == {0: None, 1: None, 2: 1}
    assert ir.rewards([0, 0, 0]) == {0: None, 1: None, 2: None}
    assert ir.rewards([3, 7]) == {0: 2, 1: 1}


@pytest.mark.rule("IMP-COMBAT-11", "IMP-COMBAT-12", "IMP-COMBAT-13", "IMP-COMBAT-14", "IMP-COMBAT-17")
def test_rewards_with_ties():  # IMP-EX-21 to 23, IMP-AMB-08
    assert list(ir.rewards([8, 8, 5]).values()) == [2, 2, None]
    assert list(ir.rewards([8, 6, 6]).values()) == [1, 3, 3]
    assert list(ir.rewards([8, 6, 6], strict_second_tie=True).values()) == [1, None, None]
    assert list(ir.rewards([8, 8, 5, 3]).values()) == [2, 2, 3, None]
    assert list(ir.rewards([8, 8, 5, 5]).values()) == [2, 2, None, None]
    assert list(ir.rewards([9, 6, 6, 2]).values()) == [1, 3, 3, None]
    assert list(ir.rewards([5, 5, 5, 2]).values()) == [2, 2, 2, None]
    assert list(ir.rewards([4, 4, 4, 4]).values()) == [2, 2, 2, 2]
    assert list(ir.rewards([9, 4, 4, 4]).values()) == [1, 3, 3, 3]
    assert list(ir.rewards([9, 6, 3, 3]).values()) == [1, 2, None, None]
    assert list(ir.rewards([6, 6]).values()) == [2, 2]
    assert ir.winner([8, 8, 5]) is None and ir.winner([8, 6, 6]) == 0


def test_rewards_do_not_depend_on_seats():
    for strengths in itertools.product(range(4), repeat=4):
        places = ir.rewards(list(strengths))
        for order in itertools.permutations(range(4)):
            shuffled = ir.rewards([strengths[seat] for seat in order])
            assert [shuffled[i] for i in range(4)] == [places[seat] for seat in order]


@pytest.mark.rule("IMP-COMBAT-01", "IMP-COMBAT-02", "IMP-COMBAT-03", "IMP-COMBAT-04", "IMP-COMBAT-05")
def test_combat_passing():  # IMP-EX-09: Max 0, Anna 1, Frank 2
    troops = {0: 2, 1: 3, 2: 0}
    visits: list[tuple[int, str]] = []
    for seat, what in [(0, "pass"), (1, "play"), (0, "pass"), (1, "pass")]:
        assert ir.combat_turn([0, 1, 2], troops, visits) == seat
        visits.append((seat, what))
    assert ir.combat_turn([0, 1, 2], troops, visits) is None
    assert ir.combat_turn([2, 0, 1], {}, []) is None


@pytest.mark.rule("IMP-INFL-02", "IMP-INFL-03", "IMP-INFL-04", "IMP-INFL-05", "IMP-INFL-07", "IMP-INFL-16")
def test_climbing_and_falling():  # IMP-EX-12
    tracks, events = ir.change_influence(Tracks((1, 0)), 0, 3)
    assert tracks == Tracks((4, 0), holder=0)
    assert sorted(events) == [("bonus", 0, 1), ("vp", 0, 1), ("vp", 0, 1)]
    tracks, events = ir.change_influence(tracks, 0, -1)
    assert tracks == Tracks((3, 0), holder=None) and events == [("vp", 0, -1)]
    tracks, events = ir.change_influence(tracks, 0, 1)
    assert ("bonus", 0, 1) in events and tracks.holder == 0
    assert ir.change_influence(Tracks((2, 0)), 0, -1) == (Tracks((1, 0)), [("vp", 0, -1)])
    assert ir.change_influence(Tracks((6, 0), 0), 0, 2) == (Tracks((6, 0), 0), [])


@pytest.mark.rule("IMP-INFL-08", "IMP-INFL-09", "IMP-INFL-15")
def test_overtaking():
    tracks, events = ir.change_influence(Tracks((4, 3), 0), 1, 1)
    assert tracks.holder == 0 and events == [("bonus", 1, 1)]
    tracks, events = ir.change_influence(tracks, 1, 1)
    assert tracks == Tracks((4, 5), 1) and events == [("vp", 0, -1), ("vp", 1, 1)]


@pytest.mark.rule("IMP-INFL-13", "IMP-INFL-14", "IMP-FAQ-02", "IMP-FAQ-03")
def test_alliance_hand_over():  # IMP-EX-24, IMP-EX-25
    start = Tracks((5, 4, 4), 0)
    assert [tracks for tracks, _ in ir.all_influence_results(start, 0, -1)] == [Tracks((4, 4, 4), 0)]
    two = ir.all_influence_results(start, 0, -2)
    assert [tracks.holder for tracks, _ in two] == [1, 2]
    assert two[0][1] == [("vp", 0, -1), ("vp", 1, 1)]
    assert ir.change_influence(Tracks((4, 4, 3), 0), 0, -1)[0] == Tracks((3, 4, 3), 1)
    assert ir.change_influence(Tracks((4, 3, 3), 0), 0, -1)[0] == Tracks((3, 3, 3), None)
    assert ir.change_influence(Tracks((5, 5, 4), 0), 0, -1)[0] == Tracks((4, 5, 4), 1)


@pytest.mark.rule("IMP-INFL-17")
def test_no_step_below_zero():
    with pytest.raises(ValueError, match="does not exist"):
        ir.step_down(Tracks((0, 0)), 0)


@pytest.mark.rule("IMP-END-02", "IMP-END-03", "IMP-END-04", "IMP-RECALL-01")
def test_ranking():
    scores = [Score(10, 1, 9, 9, 9), Score(10, 2), Score(12), Score(10, 2, 0, 0, 1)]
    assert ir.ranking(scores) == [4, 3, 1, 2]
    assert ir.winners(scores) == [2]
    assert ir.winners([Score(10, 1), Score(10, 1), Score(3)]) == [0, 1]
    assert ir.game_over([9, 9, 9], 1) is False
    assert ir.game_over([10, 0, 0], 3) and ir.game_over([1, 0, 0], 0)


@pytest.mark.rule("IMP-CTRL-02", "IMP-CTRL-03", "IMP-CTRL-04", "IMP-CTRL-05", "IMP-CTRL-06")
def test_control():
    control = ir.take_control({"carthag": 0}, "carthag", 1)
    assert ir.control_bonus(control, "carthag") == (1, "solari")
    assert ir.control_bonus({"imperial_basin": 2}, "imperial_basin") == (2, "spice")
    assert ir.control_bonus({}, "arrakeen") is None
    assert ir.may_defend(control, "carthag", {1: 1}) == 1
    assert ir.may_defend(control, "carthag", {1: 0}) is None
    assert ir.may_defend(control, None, {1: 1}) is None


@pytest.mark.rule("IMP-MAKER-02", "IMP-MAKER-03", "IMP-MAKER-04", "IMP-MAKER-05", "IMP-MAKER-06")
def test_harvest_and_makers():  # IMP-EX-04, IMP-EX-10
    assert ir.harvest("hagga_basin", 3) == (5, 0)
    assert ir.harvest("the_great_flat", 1, carryall=True) == (7, 0)
    assert ir.harvest("imperial_basin", 0, ariana=True) == (0, 1)
    before = {"imperial_basin": 0, "the_great_flat": 1, "hagga_basin": 0}
    after = {"imperial_basin": 0, "the_great_flat": 2, "hagga_basin": 1}
    assert ir.makers_phase(before, {"imperial_basin"}) == after


@pytest.mark.rule("IMP-AGENT-14", "IMP-AGENT-15", "IMP-AGENT-17", "IMP-AGENT-18", "IMP-AGENT-20")
def test_troops():  # IMP-EX-05 to 07
    assert ir.most_deployable(3, 0, True) == 2
    assert ir.most_deployable(1 + 2, 2, True) == 3
    assert ir.most_deployable(2 + 2, 2, True) == 4
    assert ir.most_deployable(4, 4, False) == 0
    assert ir.recruit(3, 2, 5) == (5, 0, 2)


@pytest.mark.rule("IMP-AGENT-02", "IMP-AGENT-06", "IMP-AGENT-07", "IMP-AGENT-08", "IMP-AGENT-24")
def test_legal_spaces():  # IMP-EX-01, IMP-EX-02
    spaces = tomllib.loads((CONTENT / "spaces.toml").read_text(encoding="utf-8"))["spaces"]
    rich = Visitor(0, purse={"solari": 9, "spice": 9, "water": 9})
    legion = ir.legal_spaces(spaces, {"emperor", "landsraad"}, rich, {})
    assert legion == {
        "conspire", "wealth", "high_council", "hall_of_oratory", "mentat", "rally_troops", "swordmaster",
    }  # fmt: skip
    assert ir.legal_spaces(spaces, {"emperor"}, Visitor(0, purse={"spice": 3}), {}) == {"wealth"}
    assert ir.legal_spaces(spaces, {"emperor"}, Visitor(0, purse={"spice": 4}), {}) == {"wealth", "conspire"}
    city = {"arrakeen", "carthag"}
    assert ir.legal_spaces(spaces, {"city"}, Visitor(0), {}) == city
    assert ir.legal_spaces(spaces, {"city"}, Visitor(0, influence={"fremen": 2}), {}) == {
        *city,
        "sietch_tabr",
    }
    assert ir.legal_spaces(spaces, {"city"}, Visitor(0), {"carthag": [1]}) == {"arrakeen"}
    assert ir.legal_spaces(spaces, {"city"}, Visitor(0, "helena_richese"), {"carthag": [1]}) == city
    assert ir.legal_spaces(spaces, {"city"}, Visitor(0, "helena_richese"), {"carthag": [0]}) == {"arrakeen"}
    assert ir.legal_spaces(spaces, {"city"}, Visitor(0), {}, {"carthag": 1}) == {"arrakeen"}
    leto = Visitor(0, "duke_leto_atreides", {"solari": 4}, visited_once={"high_council"})
    assert "high_council" not in ir.legal_spaces(spaces, {"landsraad"}, leto, {})
    leto.visited_once = set()
    assert "high_council" in ir.legal_spaces(spaces, {"landsraad"}, leto, {})
