"""What leaders make of special results in a battle, on the kernels as they are written."""

from __future__ import annotations

import pytest
from battle_scene import LEADER_BIT, STRIP, Asked, Scene

from dune_sim.games.arrakis.battle.tables import BATTLE_PROGRAM
from dune_sim.games.arrakis.kernels import battle as rules

A, D, CONVERT = rules.ATTACKER, rules.DEFENDER, rules.OP_CONVERT
HARKONNEN_LEADERS = {name for name, bit in LEADER_BIT.items() if bit < 7}


@pytest.mark.rule("ARR-BATTLE-17")
def test_bashar_and_naib_make_one_hit_each() -> None:
    scene = Scene("4 standard, 2 bashar", "4 standard, 3 naib")
    assert scene.fight((0, 0, 2), (0, 0, 3)) == (3, 2)
    assert (scene.attacker.shields, scene.defender.shields) == (0, 0)


@pytest.mark.rule("ARR-BATTLE-18")
@pytest.mark.parametrize(
    ("leader", "hits", "shields"),
    [("baron_harkonnen", 0, 2), ("feyd_rautha", 2, 1), ("gaius_helen_mohiam", 0, 3), ("emperor_shaddam_iv", 2, 0)],
)
def test_a_named_leader_makes_what_its_strip_shows(leader: str, hits: int, shields: int) -> None:
    scene = Scene(f"3 standard, {leader}", "3 standard")
    scene.lay((0, 0, 1), (0, 0, 0))
    scene.do(CONVERT, A)
    assert (scene.attacker.hits, scene.attacker.shields, scene.attacker.specials) == (hits, shields, 0)


@pytest.mark.rule("ARR-LEAD-01", "ARR-BATTLE-17", "ARR-BATTLE-18")
@pytest.mark.parametrize("leader", sorted(STRIP))
def test_every_leader_has_a_combat_ability(leader: str) -> None:
    scene = Scene(*sides_with(leader))
    mine = scene.attacker if scene.attacker.named | scene.attacker.generic else scene.defender
    scene.lay((0, 0, 2), (0, 0, 2))
    scene.do(CONVERT, A)
    scene.do(CONVERT, D)
    assert (mine.hits, mine.shields, mine.specials) == (*STRIP[leader], 1)
    assert sum(STRIP[leader]) > 0


@pytest.mark.rule("ARR-LEAD-16")
@pytest.mark.parametrize(("leader", "hits", "shields"), [("baron_harkonnen", 0, 2), ("paul_muaddib", 2, 1)])
def test_leaders_of_the_example_fight_as_printed(leader: str, hits: int, shields: int) -> None:
    suffered = Scene(*sides_with(leader)).fight((3, 0, 1), (3, 0, 1))
    mine, enemy = suffered if leader == "baron_harkonnen" else suffered[::-1]
    assert (mine, enemy) == (3 - shields, 3 + hits)


def sides_with(leader: str) -> tuple[str, str]:
    """Four units against four, one side with a leader: Harkonnen attack, Atreides defend."""
    harkonnen = leader == "bashar" or leader in HARKONNEN_LEADERS
    return (f"4 standard, {leader}", "4 standard") if harkonnen else ("4 standard", f"4 standard, {leader}")


@pytest.mark.rule("ARR-BATTLE-19", "AMB-39")
def test_specials_beyond_the_leaders_miss() -> None:
    scene = Scene("6 standard, bashar, baron_harkonnen", "6 standard")
    scene.lay((0, 0, 5), (0, 0, 0))
    assert scene.do(CONVERT, A) == []
    assert (scene.attacker.hits, scene.attacker.shields, scene.attacker.specials) == (1, 2, 3)


@pytest.mark.rule("ARR-BATTLE-20", "AMB-39")
def test_with_too_few_specials_the_side_picks_its_leaders_attacker_first() -> None:
    steps = [step[:2] for step in BATTLE_PROGRAM]
    assert steps.index((CONVERT, A)) < steps.index((CONVERT, D))
    scene = Scene("6 standard, bashar, baron_harkonnen, feyd_rautha", "6 standard, naib, stilgar")
    scene.lay((0, 0, 2), (0, 0, 1))
    offers = scene.do(CONVERT, A, "convert 0/2", "convert 2/1")
    assert offers == [["convert 0/2", "convert 1/0"], ["convert 1/0", "convert 2/1"]]
    assert (scene.attacker.hits, scene.attacker.shields) == (2, 3)
    assert scene.do(CONVERT, D, "convert 1/0") == [["convert 1/0", "convert 2/0"]]
    assert scene.defender.hits == 1


@pytest.mark.rule("ARR-BATTLE-20")
def test_every_set_of_leaders_can_be_picked_once() -> None:
    found: list[tuple[int, int]] = []

    def pick(*chosen: str) -> None:
        scene = Scene("6 standard, 2 bashar, baron_harkonnen, feyd_rautha, beast_rabban", "6 standard")
        scene.lay((0, 0, 2), (0, 0, 0))
        try:
            scene.do(CONVERT, A, *chosen)
        except Asked as question:
            for one in question.args:
                pick(*chosen, one)
        else:
            found.append((scene.attacker.hits, scene.attacker.shields))

    pick()
    strips = [(1, 0), (1, 0), (0, 2), (2, 1), (2, 0)]
    pairs = {(x[0] + y[0], x[1] + y[1]) for i, x in enumerate(strips) for y in strips[i + 1 :]}
    assert sorted(found) == sorted(pairs)
