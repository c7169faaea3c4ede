"""The spice phase against the slow enumeration of tests/naive/arrakis_rules.py: every way through random positions."""

from __future__ import annotations

import random
from typing import Any

import pytest

from arrakis.scene import HARKONNEN, IMPERIUM, Scene
from dune_sim.games.arrakis.kernels import actions as act
from naive import arrakis_rules as naive

DESERTS = ["north_east_5", "north_east_6", "north_east_8", "north_east_9"]
DEEPS = ["north_east_10", "north_east_13", "north_east_14", "south_east_2"]
#: an answer of the oracle -> action
SAID = {
    "drop": act.ACT_OPTION,
    "hold": act.ACT_OPTION + 1,
    "raise": act.ACT_OPTION + 2,
    "hoard": act.ACT_YES,
    "skip": act.ACT_DONE,
}
POSITIONS = 60  # for each seed
Leaf = tuple[tuple[int, ...], int, int, frozenset[str]]


class Harvest:
    """A random spice phase and what the oracle thinks of it."""

    def __init__(self, dice: random.Random, all_dropped: bool) -> None:
        self.before = tuple(dice.randint(1, 5) for _ in IMPERIUM)
        self.supremacy, reserve = dice.choice([0, 4, 5, 6, 8]), dice.randint(0, 1)
        plain, deep = DESERTS[: dice.randint(0, 4)], DEEPS[: dice.randint(0, 4)]
        data: dict[str, Any] = {
            "phase": "spice",
            "round": 2,
            "areas": {name: {"harvester": True} for name in plain + deep},
            "spice": {"markers": dict(zip(IMPERIUM, self.before, strict=True)), "reserve": reserve},
            "tracks": {"supremacy": self.supremacy},
            "objective": ["objective_1"],
        }
        self.scene = Scene(data, all_dropped_bans=all_dropped)
        spice = naive.harvest([False] * len(plain) + [True] * len(deep)) + reserve
        self.plans = naive.spice_plans(spice, self.before, self.supremacy)
        self.asked = 0

    def leaves(self, scene: Scene, made: tuple[str, ...] = ()) -> set[Leaf]:
        """What every way through the phase leads to; every question offers what the oracle allows."""
        if len(made) == len(IMPERIUM) + 1:
            return bans_of(scene)
        answers = naive.spice_answers(self.plans, made)
        if len(answers) == 1:  # nobody is asked
            return self.leaves(scene, (*made, *answers))
        self.asked += 1
        assert scene.mover == HARKONNEN and set(scene.legal) == {SAID[one] for one in answers}
        return {
            leaf for one in sorted(answers) for leaf in self.leaves(scene.copy().pick(SAID[one]), (*made, one))
        }


def bans_of(scene: Scene) -> set[Leaf]:
    """Rows, supremacy, reserve and bans after the choice of bans."""
    if scene.told["phase"] == "spice":
        assert all(act.ACT_IMPERIUM <= one < act.ACT_IMPERIUM + len(IMPERIUM) for one in scene.legal)
        return {leaf for one in scene.legal for leaf in bans_of(scene.copy().pick(one))}
    told = scene.told["spice"]
    rows = tuple(told["markers"][name] for name in IMPERIUM)
    return {(rows, scene.supremacy, told["reserve"], frozenset(told["bans"]))}


@pytest.mark.rule("ARR-SPICE-02", "AMB-96")
@pytest.mark.parametrize("all_dropped", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_every_way_to_spend_the_spice(seed: int, all_dropped: bool) -> None:
    """The legal answers are those on a way to an allocation that wastes least, and no other."""
    dice, asked = random.Random(seed), 0
    for _ in range(POSITIONS):
        harvest = Harvest(dice, all_dropped)
        expected = {
            (plan.levels, harvest.supremacy + int(plan.hoard), plan.reserve, bans)
            for plan in harvest.plans
            for bans in naive.ban_choices(harvest.before, plan.levels, all_dropped)
        }
        assert harvest.leaves(harvest.scene) == expected
        asked += harvest.asked
    assert asked > POSITIONS
