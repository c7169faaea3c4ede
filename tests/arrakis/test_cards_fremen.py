"""What the cards of the Fremen ally do."""

from __future__ import annotations

import pytest

from arrakis.cards_lab import AREAS, CONTENT, ELITE, LEADERS, STANDARD, Chooser, Lab, area, eager, once, refuse, wanting
from dune_sim.games.arrakis.kernels import actions as act
from dune_sim.games.arrakis.kernels import card_opcodes as card_op
from dune_sim.games.arrakis.kernels import opcodes as op
from dune_sim.games.arrakis.kernels.layout import ATREIDES, HARKONNEN

ANY = act.ACT_AREA
WILD = 15
DEEP = [one.id for one in CONTENT.areas if one.deep and not one.sietch]


def go(name: str) -> int:
    return act.ACT_AREA + area(name)


def areas_of(legal: list[int]) -> set[str]:
    return {AREAS[one - ANY] for one in legal if one >= ANY}


def wiped() -> Lab:
    """No vehicles, wormsigns or sandworms."""
    lab = Lab(ATREIDES)
    lab.wipe("harvesters", "signs", "worms")
    lab.g.ornithopters = lab.g.carryalls = 0
    lab.hold(ATREIDES)
    lab.renew()
    return lab


@pytest.mark.rule("ARR-WORM-36", "ARR-WORM-37", "ARR-WORM-38")
def test_shai_hulud_calls_the_wild_worm() -> None:
    lab = wiped()
    desert = lab.empty("desert")[0]
    lab.play("shai_hulud", once(act.ACT_YES, go(desert)))
    assert lab.g.wild_at == area(desert)
    assert lab.spots(lab.g.worms) == {desert}
    assert lab.g.spent >> WILD & 1
    assert lab.call["worms_in_pool"](lab.t, lab.g) == lab.t.worms


@pytest.mark.rule("ARR-WORM-32", "ARR-WORM-38")
def test_shai_hulud_steers_the_wild_worm() -> None:
    lab = wiped()
    start, goal = "north_east_2", "north_east_6"
    lab.play("shai_hulud", once(act.ACT_YES, go(start)))
    lab.mark("worms", lab.empty("desert", 60)[-1])
    goal = next(name for name in lab.beside(start) if name in lab.empty("desert", 200))
    prey = next(name for name in lab.beside(goal) if name in lab.empty("desert", 200) and name != start)
    lab.put(HARKONNEN, prey, 4)
    lab.seen.clear()
    lab.play("shai_hulud", once(go(start), go(goal), go(goal), go(prey), then=eager))
    assert areas_of(lab.seen[0][1]) == {start}
    assert lab.g.wild_at == op.AT_ASIDE
    assert lab.g.worm_hits + lab.at(prey, STANDARD) >= 4


def test_wall_of_sandworms_grows_beside_a_worm() -> None:
    lab = wiped()
    lab.play("wall_of_sandworms", refuse)
    assert card_op.OP_PLACE_WORM not in [code for code, *_ in lab.seen]
    lab.mark("worms", "north_east_2")
    lab.seen.clear()
    lab.play("wall_of_sandworms", wanting())
    assert areas_of(lab.seen[0][1]) <= set(lab.beside("north_east_2"))
    assert len(lab.spots(lab.g.worms)) == 2


def test_dust_chasms_swallow_two_harvesters_of_one_sector() -> None:
    lab = wiped()
    sectors: dict[str, list[str]] = {}
    for name in DEEP:
        sectors.setdefault(CONTENT.areas.get(name).sectors[0], []).append(name)
    first, second = [names for names in sectors.values() if len(names) >= 2][:2]
    for name in (*first[:2], *second[:2]):
        lab.mark("harvesters", name)
    shallow = next(one.id for one in CONTENT.areas if one.terrain == "desert" and not one.deep and not one.sietch)
    lab.mark("harvesters", shallow)
    lab.play("dust_chasms", once(go(first[0]), go(first[1])))
    assert areas_of(lab.seen[0][1]) == {*first[:2], *second[:2]}
    assert areas_of(lab.seen[1][1]) == {first[1]}
    assert lab.spots(lab.g.harvesters) == {*second[:2], shallow}
    assert lab.g.harvesters_lost == 2


def test_rockets_hit_vehicles_of_one_sector() -> None:
    hits = set()
    for seed in range(1, 9):
        lab = wiped()
        lab.call["seed_stream"](lab.g.rng, seed, 0)
        lab.g.ornithopters, lab.g.carryalls = 0b00000001, 0b00000010
        lab.mark("harvesters", "north_east_1")
        lab.mark("harvesters", "south_west_1")
        lab.play("fremen_rockets", wanting(act.ACT_NUMBER))
        assert "south_west_1" in lab.spots(lab.g.harvesters)
        assert lab.g.carryalls == 0b10
        gone = 1 - lab.g.ornithopters + ("north_east_1" not in lab.spots(lab.g.harvesters))
        hits.add(gone)
    assert len(hits) > 1


def test_eyes_of_ibad_keep_a_card() -> None:
    lab = wiped()
    card = next(k for k in range(16) if lab.g.row >> k & 1)
    lab.play("eyes_of_ibad", once(act.ACT_PRESCIENCE + card))
    assert lab.g.kept_card == card + 1
    lab.seen.clear()
    lab.play("eyes_of_ibad", eager)
    assert not lab.seen


def test_a_captured_ornithopter_shoots_where_it_flew() -> None:
    lab = wiped()
    lab.g.ornithopters = 0b10000001
    lab.play("captured_ornithopter", once(act.ACT_ZONE, then=eager))
    assert lab.g.ornithopters == 0b10000000
    targets = areas_of(next(legal for code, legal, *_ in lab.seen if code == card_op.OP_SPECIAL_ATTACK))
    central = {one.id for one in CONTENT.settlements if "central_north_east" in CONTENT.areas.get(one.id).sectors}
    assert targets == central


def test_without_the_ornithopter_there_is_no_shot() -> None:
    lab = wiped()
    lab.g.ornithopters = 1
    lab.play("captured_ornithopter", refuse)
    assert [code for code, *_ in lab.seen] == [card_op.OP_REMOVE_VEHICLES]


def test_crysknife() -> None:
    lab = wiped()
    lab.put(ATREIDES, "north_east_2", 0x100)
    goal = next(name for name in lab.beside("north_east_2") if name in lab.empty("desert", 200))
    prey = next(name for name in lab.beside(goal) if name in lab.empty("desert", 200) and name != "north_east_2")
    lab.put(HARKONNEN, prey, 1)
    lab.enter("baron_harkonnen", prey)
    baron = act.ACT_LEADER + LEADERS["baron_harkonnen"]
    lab.play("crysknife", once(go("north_east_2"), go(goal), baron))
    assert lab.where("baron_harkonnen") == op.AT_TANK


@pytest.mark.rule("ARR-DEPLOY-01", "ARR-UNIT-10")
def test_cielagos_warn_a_threatened_sietch() -> None:
    lab = wiped()
    lab.play("cielagos_piping_message", refuse)
    assert op.OP_DEPLOY not in [code for code, *_ in lab.seen]
    lab.put(HARKONNEN, "north_east_2", 1)
    before = lab.call["token_count"](lab.g, area("sihaya_ridge"))
    lab.play("cielagos_piping_message", wanting(act.ACT_YES, go("sihaya_ridge")))
    assert lab.call["token_count"](lab.g, area("sihaya_ridge")) == before + 1


def test_jubba_cloaks_hide_led_legions_of_the_desert() -> None:
    lab = wiped()
    lab.put(ATREIDES, "north_east_2", 0x1001)
    lab.put(ATREIDES, "north_east_4", 1)
    lab.put(ATREIDES, "broken_land", 0x1001)
    lab.play("jubba_cloaks", refuse)
    found = areas_of(lab.seen[0][1])
    assert "north_east_2" in found and "north_east_4" not in found and "broken_land" not in found


def test_hieregs_and_desert_power() -> None:
    lab = wiped()
    before = set(lab.empty("desert", 200))
    lab.play(
        "hieregs",
        lambda bench, legal: eager(bench, legal) if bench.top() == card_op.OP_PLACE_UNITS else refuse(bench, legal),
    )
    assert len(before - set(lab.empty("desert", 200))) == 2
    assert card_op.OP_DESERT_POWER in [code for code, *_ in lab.seen]


@pytest.mark.rule("ARR-STORM-03", "ARR-STORM-06")
def test_the_grandmother_of_a_storm() -> None:
    hits = 0
    for seed in range(1, 7):
        lab = wiped()
        lab.call["seed_stream"](lab.g.rng, seed, 0)
        lab.put(HARKONNEN, DEEP[0], 6)
        lab.mark("harvesters", DEEP[0])
        rest = {name: lab.g.legion[area(name)] for name in ("arrakeen", "north_pole")}
        lab.play("grandmother_of_a_storm", wanting(act.ACT_YES))
        hits += 6 - lab.at(DEEP[0], STANDARD)
        assert rest == {name: lab.g.legion[area(name)] for name in rest}
        assert DEEP[0] in lab.spots(lab.g.harvesters)
    assert hits > 0


def test_stillsuits_swap_the_tokens_of_two_sietches() -> None:
    lab = wiped()
    first, second = [area(name) for name in ("sihaya_ridge", "windgap")]
    there = {k for k in range(16) if lab.g.token_at[k] == first}
    other = {k for k in range(16) if lab.g.token_at[k] == second}
    lab.play("stillsuits", swapping("sihaya_ridge", "windgap"))
    assert {k for k in range(16) if lab.g.token_at[k] == second} == there
    assert {k for k in range(16) if lab.g.token_at[k] == first} == other


def swapping(first: str, second: str) -> Chooser:
    """Refuse the move, swap the tokens."""

    def choose(lab: Lab, legal: list[int]) -> int:
        if lab.top() != card_op.OP_SWAP_TOKENS:
            return refuse(lab, legal)
        return go(first) if go(first) in legal else go(second)

    return choose


@pytest.mark.rule("ARR-UNIT-15")
def test_a_naib_without_his_token_falls() -> None:
    lab = wiped()
    token = next(k for k in range(16) if lab.g.token_at[k] == area("windgap"))
    lab.call["move_token"](lab.g, token, area("sihaya_ridge"))
    lab.call["strand"](lab.t, lab.g, ATREIDES, area("windgap"))
    naibs = lab.g.pool[ATREIDES][3]
    lab.play("stillsuits", swapping("sihaya_ridge", "windgap"))
    assert lab.call["token_count"](lab.g, area("windgap")) == 2
    assert lab.g.pool[ATREIDES][3] == naibs + 1


def test_stilgar_comes_to_a_free_plateau() -> None:
    lab = wiped()
    place = lab.empty("plateau")[0]
    stilgar = act.ACT_LEADER + LEADERS["stilgar"]
    lab.play("i_am_stilgar_the_fremen", once(*[go(place)] * 4, stilgar, go(place)))
    assert lab.where("stilgar") == place
    assert (lab.at(place, ELITE), lab.at(place, STANDARD)) == (2, 1)
    assert {CONTENT.areas.get(name).terrain for name in areas_of(lab.seen[0][1])} == {"plateau"}


@pytest.mark.rule("AMB-50", "ARR-WORM-22")
def test_thumpers_leave_worms_where_they_are_while_others_are_left() -> None:
    lab = wiped()
    far = lab.empty("desert", 200)[-2:]
    for name in far:
        lab.mark("worms", name)
    lab.play("thumpers", eager)
    assert set(far) < lab.spots(lab.g.worms) and len(lab.spots(lab.g.worms)) == 4


@pytest.mark.rule("ARR-WORM-22")
def test_thumpers_call_worms_beside_legions() -> None:
    lab = wiped()
    lab.play("thumpers", eager)
    worms = lab.spots(lab.g.worms)
    assert len(worms) == 2
    legions = lab.spots(lab.g.legions[ATREIDES])
    assert all(set(lab.beside(name)) & legions for name in worms)


def test_thumpers_take_a_worm_from_the_map_when_none_is_left() -> None:
    lab = wiped()
    far = lab.empty("desert", 200)[-4:]
    for name in far:
        lab.mark("worms", name)
    lab.play("thumpers", eager)
    worms = lab.spots(lab.g.worms)
    assert len(worms) == 4 and len(worms - set(far)) == 2


def test_a_sietch_moves_with_its_people() -> None:
    lab = wiped()
    goal = next(name for name in lab.beside("windgap") if name in lab.empty("desert", 200))
    tokens = lab.call["tokens_in"](lab.g, area("windgap"))
    lab.play("kitab_al_ibar", once(go("windgap"), go(goal), act.ACT_ALL))
    assert goal in lab.spots(lab.g.sietches) and "windgap" not in lab.spots(lab.g.sietches)
    assert lab.call["tokens_in"](lab.g, area(goal)) == tokens
    assert lab.g.legion[area("windgap")] == 0
    assert all(CONTENT.areas.get(name).terrain == "desert" for name in areas_of(lab.seen[1][1]))


def test_a_sietch_leaves_behind_what_its_owner_likes() -> None:
    goals = []
    for answers in ((act.ACT_DONE,), (act.ACT_CLASS + ELITE, act.ACT_DONE)):
        lab = wiped()
        lab.put(ATREIDES, "windgap", 0x0012)
        goal = next(name for name in lab.beside("windgap") if name in lab.empty("desert", 200))
        tokens = lab.call["tokens_in"](lab.g, area("windgap"))
        leaders = lab.g.legion[area("windgap")] >> 12
        assert tokens and leaders
        lab.play("kitab_al_ibar", once(go("windgap"), go(goal), *answers))
        assert goal in lab.spots(lab.g.sietches) and "windgap" not in lab.spots(lab.g.sietches)
        goals.append(lab.g.legion[area(goal)])
        assert lab.g.legion[area("windgap")] == 0x0012 + (leaders << 12) - goals[-1]
        assert lab.call["tokens_in"](lab.g, area("windgap")) == tokens
        assert lab.g.move.source == 0 and lab.g.move.figures == 0
    assert goals == [0, 0x0010]


@pytest.mark.rule("ARR-HARV-01")
def test_sandtides_push_a_legion_off_the_desert() -> None:
    lab = wiped()
    lab.put(HARKONNEN, "north_east_2", 0x1012)
    lab.mark("harvesters", "north_east_2")
    goal = next(name for name in lab.beside("north_east_2") if name in lab.empty("desert", 200))
    lab.play("sandtides", once(go("north_east_2"), go(goal)))
    assert lab.g.legion[area(goal)] == 0x1012
    assert lab.g.legion[area("north_east_2")] == 0
    assert "north_east_2" in lab.spots(lab.g.harvesters)
    assert areas_of(lab.seen[0][1]) == {"north_east_2"}
