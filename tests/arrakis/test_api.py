"""War for Arrakis through the public door: options, words, errors, observations."""

from __future__ import annotations

import pickle
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from dune_sim import engines, make
from dune_sim.errors import IllegalActionError, UsageError
from dune_sim.games.arrakis.game import FAULTS
from dune_sim.games.arrakis.kernels import actions as act
from dune_sim.games.arrakis.kernels import faults
from dune_sim.games.base import Game
from dune_sim.games.state import State
from dune_sim.kernel import driver

ENGINES = ["python", *(row.engine for row in engines.status("arrakis") if row.engine == "cpp" and row.ready)]


@pytest.fixture(scope="module")
def game() -> Game:
    return make("arrakis", engine=ENGINES[-1])


def walk(game: Game, seed: int, every: int = 1) -> list[State]:
    """Positions of one random game before each ``every``-th decision."""
    state, random, found, step = game.new(seed), np.random.default_rng(seed), [], 0
    while not state.is_over:
        if step % every == 0:
            found.append(state.copy())
        state.apply(int(random.choice(state.legal_actions())))
        step += 1
    return [*found, state]


def test_words_are_unique_within_a_decision(game: Game) -> None:
    for seed in range(6):
        for state in walk(game, seed):
            told = [state.describe(action) for action in state.legal_actions()]
            assert all(told)
            assert len(set(told)) == len(told), (game.question(state), told)
            assert not any("{" in one for one in told)


def test_every_question_has_words(game: Game) -> None:
    for seed in range(3):
        for state in walk(game, seed, 3):
            if not state.is_over:
                assert game.question(state) not in ("", "Which?")


def test_every_fault_has_a_sentence() -> None:
    numbers = {value for name, value in vars(faults).items() if name.startswith("FAULT_")}
    assert numbers <= set(FAULTS)


def test_wrong_options_are_told() -> None:
    with pytest.raises(UsageError, match="did you mean optional_advance"):
        make("arrakis", optional_advances=True)
    with pytest.raises(UsageError, match="round_cap must be from 1 to 1000"):
        make("arrakis", round_cap=0)


def test_options_change_the_tables_and_travel() -> None:
    plain = make("arrakis", engine="python")
    hashes = {plain.tables_hash}
    for option in ("all_dropped_bans", "arrakeen_wins", "optional_advance", "two_slots"):
        other = make("arrakis", engine="python", **{option: True})
        hashes.add(other.tables_hash)
        assert other.spec == {option: True}
        assert pickle.loads(pickle.dumps(other)).tables_hash == other.tables_hash
    assert len(hashes) == 5
    assert make("arrakis", engine="python", mode="two_player", arrakeen_wins=False).tables_hash == plain.tables_hash


def test_an_overlay_changes_the_game(tmp_path: Path) -> None:
    overlay = tmp_path / "quick.toml"
    overlay.write_text(
        '[[supremacy]]\nid = "supremacy"\nwin_at = 12\n\n[[track_steps]]\nid = "supremacy_10"\nstep = 12\n'
    )
    game = make("arrakis", engine="python", content=[str(overlay)])
    assert int(game.tables[0]["supremacy_end"]) == 12
    assert game.tables_hash != make("arrakis", engine="python").tables_hash
    assert game.spec == {"content": [str(overlay)]}


def test_illegal_actions_leave_the_state_alone(game: Game) -> None:
    state = game.new(4)
    before = state.raw.tobytes()
    wrong = next(action for action in range(game.num_actions) if action not in state.legal_actions())
    with pytest.raises(IllegalActionError) as error:
        state.apply(wrong)
    assert str(wrong) in str(error.value) and state.describe(state.legal_actions()[0]) in str(error.value)
    assert state.raw.tobytes() == before


def test_copies_hashes_and_pickles(game: Game) -> None:
    for state in walk(game, 2, 97):
        twin, parcel = state.copy(), pickle.loads(pickle.dumps(state))
        assert twin == state == parcel and hash(twin) == hash(state) == hash(parcel)
        assert pickle.loads(pickle.dumps(state.observe(1))).viewer == 1


def test_observations_do_not_change_when_secrets_do(game: Game) -> None:
    for seed in range(4):
        for state in walk(game, seed, 19):
            for seat in range(2):
                seen = state.observe(seat)
                for deal in range(3):
                    other = state.determinize(seat, deal)
                    assert other.observe(seat).raw.tobytes() == seen.raw.tobytes()
                    assert other.is_over == state.is_over and other.to_move == state.to_move


def test_determinized_games_go_on(game: Game) -> None:
    random = np.random.default_rng(1)
    taken = 0
    for state in walk(game, 8, 60):
        for seat in range(2):
            other = state.determinize(seat, 5)
            for _ in range(30):
                if other.is_over:
                    break
                other.apply(int(random.choice(other.legal_actions())))
                taken += 1
            assert other.call(driver.CALL_FAULT) == 0
    assert taken > 1000


def secrets(state: State) -> dict[str, object]:
    """Everything one side may hide, by a name for the place."""
    told = state.to_dict()
    found: dict[str, object] = {"objective": tuple(told["objective"])}
    for name, held in told["areas"].items():
        if "sietch" in held and not held["sietch"]["revealed"]:
            found[f"rank {name}"] = held["sietch"]["rank"]
        if "station" in held and not held["station"].get("taken"):
            found[f"station {name}"] = held["station"]["token"]
        if held.get("atreides", {}).get("tokens"):
            found[f"tokens {name}"] = tuple(held["atreides"]["tokens"])
    return found


def test_every_deal_is_reachable(game: Game) -> None:
    """From one position, the Harkonnen view allows every rank, station, token, objective and card of the enemy."""
    state = walk(game, 6, 40)[1]
    values: dict[str, set[object]] = defaultdict(set)
    cards: dict[int, set[str]] = {0: set(), 1: set()}
    for deal in range(300):
        for key, value in secrets(state.determinize(0, deal)).items():
            values[key].add(value)
        for seat in range(2):
            faction = game.seats[1 - seat]
            cards[1 - seat] |= set(state.determinize(seat, deal).to_dict()["hands"][faction])
    truth = state.to_dict()
    assert len(values["objective"]) == 6
    for key, seen in values.items():
        if key.startswith("rank"):
            left = {
                held["sietch"]["rank"]
                for held in truth["areas"].values()
                if "sietch" in held and not held["sietch"]["revealed"]
            }
            assert seen == left
        if key.startswith("station"):
            assert len(seen) == sum(
                "station" in held and not held["station"].get("taken") for held in truth["areas"].values()
            )
    down = {key: len(value) for key, value in secrets(state).items() if key.startswith("tokens")}  # type: ignore[arg-type]
    hidden = [one for one in game.names.tokens if one not in truth["deployment_tokens"]["gone"]]
    for key in down:
        seen_here = {one for group in values[key] for one in group}  # type: ignore[attr-defined]
        pools = {one.split("_")[1] for one in seen_here}
        assert seen_here == {one for one in hidden if one.split("_")[1] in pools}
    for seat in range(2):
        faction = game.seats[seat]
        backs = {game.names.deck_of(seat, one) for one in truth["hands"][faction]}
        unseen = {*truth["hands"][faction], *truth["decks"][faction]}
        assert cards[seat] == {one for one in unseen if game.names.deck_of(seat, one) in backs}


def test_observations_tell_unknown_things_as_unknown(game: Game) -> None:
    state = walk(game, 6, 40)[1]
    seen = state.observe(0).to_dict()
    assert seen["viewer"] == "harkonnen" and seen["objective"] == "unknown"
    assert all(one.startswith("unknown ") for one in seen["hands"]["atreides"])
    assert seen["hands"]["harkonnen"] == state.to_dict()["hands"]["harkonnen"]
    assert all(
        held["sietch"]["rank"] == "unknown"
        for held in seen["areas"].values()
        if "sietch" in held and not held["sietch"]["revealed"]
    )
    assert "running" not in seen
    own = state.observe(1).to_dict()
    assert own["objective"] == state.to_dict()["objective"]
    assert all(
        held["station"]["token"] == "unknown"
        for held in own["areas"].values()
        if "station" in held and not held["station"].get("taken")
    )


def test_the_last_free_action_tells_nothing_of_the_hand() -> None:
    """The Harkonnen are asked because they hold Hawat's Scheming: whoever guesses their hand deals it to them."""
    game = make("arrakis", engine="python")
    state = game.from_dict(
        {
            "to_move": "harkonnen",
            "leaders": {"thufir_hawat": "aside"},
            "tracks": {"supremacy": 1},
            "hands": {"harkonnen": ["hawats_scheming", "hawats_scheming", "hunter_seeker"]},
            "dice": {"harkonnen": {"mentat": 2}, "atreides": {"mentat": 2}},
            "areas": {"arrakeen": {"harkonnen": {"standard": 2}}},
        }
    )
    for said in ("use a mentat die", "draw nothing"):
        state.apply(next(action for action in state.legal_actions() if state.describe(action) == said))
    assert "end the turn" in [state.describe(action) for action in state.legal_actions()]
    seen = state.observe(1).raw.tobytes()
    assert all(state.determinize(1, deal).observe(1).raw.tobytes() == seen for deal in range(40))


PICKS = ["atreides_start_1", "atreides_start_4", "atreides_start_8"]


def token_picked(game: Game, picked: str) -> State:
    """One of three face-down tokens is taken along."""
    legion = {"standard": 1, "naib": 1, "tokens": PICKS}
    areas = {"north_east_10": {"atreides": legion}, "gara_kulon": {"sietch": "destroyed"}}
    dice = {"harkonnen": {"mentat": 2}, "atreides": {"strategy": 1, "mentat": 1}}
    state = game.from_dict({"to_move": "atreides", "round": 3, "dice": dice, "areas": areas})
    names = list(game.names.areas)  # type: ignore[attr-defined]
    answers = [act.ACT_FACE + 1, *(act.ACT_AREA + names.index(one) for one in ("north_east_10", "north_east_13"))]
    for action in [*answers, act.ACT_TOKEN + int(picked[-1]) - 1]:
        state.apply(action)
    return state


@pytest.mark.rule("ARR-UNIT-10")
def test_the_harkonnen_do_not_see_which_token_moves(game: Game) -> None:
    seen = [token_picked(game, one).observe(0) for one in PICKS]
    assert all(one == seen[0] for one in seen)
    own = [token_picked(game, one).observe(1) for one in PICKS]
    assert own[0] != own[1] != own[2]
    for picked in PICKS:
        state = token_picked(game, picked)
        moving = {int(state.determinize(0, deal).raw["move"]["tokens"][0]).bit_length() for deal in range(200)}
        assert len(moving) >= 3, "any of them may be the one"


@pytest.mark.rule("ARR-UNIT-10", "ARR-ATOM-01")
def test_nor_which_token_has_moved(game: Game) -> None:
    """Between two moves an atomic asks the Harkonnen where to go."""

    def asked(mover: str, waiting: str) -> State:
        areas = {
            "north_east_10": {"atreides": {"tokens": [mover]}},
            "north_east_13": {"atreides": {"tokens": [waiting]}},
            "gara_kulon": {"sietch": "destroyed"},
            "hagga_basin": {"harkonnen": {"standard": 1}},
            "rimwall_west": {"atreides": {"standard": 1}},
            "arrakeen": {"harkonnen": {"standard": 1}},
        }
        dice = {"harkonnen": {"mentat": 2}, "atreides": {"strategy": 1, "mentat": 1}}
        scenario = {"to_move": "atreides", "round": 3, "dice": dice, "areas": areas}
        state = game.from_dict({**scenario, "atomics": {"uses": 1}, "tracks": {"jihad": 8}})
        place = {name: act.ACT_AREA + k for k, name in enumerate(game.names.areas)}  # type: ignore[attr-defined]
        state.apply(act.ACT_FACE + 1)
        for action in (act.ACT_OPTION, place["north_east_10"], place["north_east_13"], act.ACT_ATOMIC):
            if action in state.legal_actions():
                state.apply(action)
        state.apply(place["rimwall_west"])
        return state

    one, other = asked("atreides_start_1", "atreides_start_8"), asked("atreides_start_8", "atreides_start_1")
    assert one.to_move == other.to_move == 0 and one.raw["move"]["moved_tokens"][0] != 0
    assert one.observe(0) == other.observe(0) and one.observe(1) != other.observe(1)
