"""Random numbers: published vectors, fair draws, streams that depend on nothing but seed and number."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from lang.lab import ENGINES, HEADER, Lab, array, linked

FULL = 1 << 64
#: first outputs of splitmix64 from state 1234567 (Rosetta Code, "Pseudo-random numbers/Splitmix64")
SPLITMIX = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]
#: first outputs of xoshiro256** from the words 1, 2, 3, 4 (the reference vector of the Rust crate rand_xoshiro)
XOSHIRO = [
    11520,
    0,
    1509978240,
    1215971899390074240,
    1216172134540287360,
    607988272756665600,
    16172922978634559625,
    8476171486693032832,
    10595114339597558777,
    2904607092377533576,
]
KERNELS = """
from dune_sim.kernel.rng import GOLDEN, below, next_word, seed_stream, seed_words, splitmix

def mixed(seed: u64, out: "u64[:]", n: int) -> None:
    x = seed
    for k in range(n):
        x = u64(x + GOLDEN)
        out[k] = splitmix(x)

def seeded(r: "Rng[:]", start: u64) -> None:
    seed_words(r[0], start)

def words(r: "Rng[:]", out: "u64[:]", n: int) -> None:
    for k in range(n):
        out[k] = next_word(r[0])

def one_each(r: "Rng[:]", bound: int, out: "i64[:]", n: int) -> None:
    for k in range(n):
        out[k] = below(r[k], bound)

def draws(r: "Rng[:]", bound: int, out: "i64[:]", n: int) -> None:
    for k in range(n):
        out[k] = below(r[0], bound)

def streams(r: "Rng[:]", seed: u64, low: int, high: int, out: "u64[:]") -> None:
    for k in range(low, high):
        seed_stream(r[k], seed, k)
        out[k] = next_word(r[k])
"""


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Lab:
    folder = tmp_path_factory.mktemp("rng")
    layout = "from dune_sim.kernel.layout import Rng\n"
    return Lab(linked(folder, layout, common=("dune_sim.kernel.rng",), kernels=HEADER + KERNELS), folder)


def generators(lab: Lab, *states: tuple[int, ...]) -> Any:
    made = array(lab.program.records["Rng"], len(states))
    made["s"] = np.array(states, np.uint64)
    return made


@pytest.mark.parametrize("engine", ENGINES)
def test_splitmix_vector(lab: Lab, engine: str) -> None:
    out = array("u64", [0] * 5)
    lab.run(engine, "mixed", 1234567, out, 5)
    assert out.tolist() == SPLITMIX


@pytest.mark.parametrize("engine", ENGINES)
def test_xoshiro_vector(lab: Lab, engine: str) -> None:
    out = array("u64", [0] * 10)
    lab.run(engine, "words", generators(lab, (1, 2, 3, 4)), out, 10)
    assert out.tolist() == XOSHIRO


@pytest.mark.parametrize("engine", ENGINES)
def test_words_are_seeded_by_splitmix(lab: Lab, engine: str) -> None:
    made = generators(lab, (0, 0, 0, 0))
    lab.run(engine, "seeded", made, 1234567)
    assert made["s"][0].tolist() == SPLITMIX[:4]


def state_before(word: int) -> tuple[int, int, int, int]:
    """A generator whose next word is ``word``: the scrambler of xoshiro256** turned round."""
    x = word * pow(9, -1, FULL) % FULL
    x = (x >> 7 | x << 57) % FULL
    return (1, x * pow(5, -1, FULL) % FULL, 3, 4)


@pytest.mark.parametrize("engine", ENGINES)
def test_words_can_be_chosen(lab: Lab, engine: str) -> None:
    for word in (0, 1, 0xDEADBEEF << 32, FULL - 1):
        out = array("u64", [0])
        lab.run(engine, "words", generators(lab, state_before(word)), out, 1)
        assert out[0] == word


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 10, 12, 20, 37, 64, 1000])
def test_every_outcome_has_equally_many_words(lab: Lab, engine: str, n: int) -> None:
    """The high half h of a word gives the outcome h * n >> 32, and within the run of halves that give one outcome only
    the first can be thrown away: every later one has h * n mod 2**32 >= n. So two halves per outcome prove all."""
    start = [-(-(k << 32) // n) for k in range(n + 1)]
    firsts = generators(lab, *(state_before(h << 32 | 0x1234) for h in start[:n]))
    seconds = generators(lab, *(state_before(h + 1 << 32) for h in start[:n]))
    one_step = firsts.copy()
    for k in range(n):
        lab.run(engine, "words", one_step[k : k + 1], array("u64", [0]), 1)
    out = array("i64", [0] * n)
    lab.run(engine, "one_each", seconds, n, out, n)
    assert out.tolist() == list(range(n))
    lab.run(engine, "one_each", firsts, n, out, n)
    kept = (firsts["s"] == one_step["s"]).all(axis=1)
    assert all(out[k] == k for k in range(n) if kept[k])
    assert {start[k + 1] - start[k] - int(not kept[k]) for k in range(n)} == {(1 << 32) // n}


@pytest.mark.parametrize("n", [2, 6, 7, 52, 100])
def test_draws_look_fair(lab: Lab, n: int) -> None:
    made = generators(lab, (0, 0, 0, 0))
    lab.run("numba", "seeded", made, 2024)
    out = array("i64", [0] * 100_000)
    lab.run("numba", "draws", made, n, out, len(out))
    counts = np.bincount(out, minlength=n)
    assert len(counts) == n
    assert chisquare(counts).pvalue > 0.001


@pytest.mark.parametrize("engine", ENGINES)
def test_draws_are_the_same_everywhere(lab: Lab, engine: str) -> None:
    for n in (3, 6, (1 << 31) + 11, (1 << 32) - 1):
        results = []
        for one in ("python", engine):
            made, out = generators(lab, (5, 6, 7, 8)), array("i64", [0] * 200)
            lab.run(one, "draws", made, n, out, 200)
            results.append((out.tolist(), made["s"].tolist()))
        assert results[0] == results[1]
        assert min(results[0][0]) >= 0 and max(results[0][0]) < n


def all_streams(lab: Lab, engine: str, seed: int, cuts: list[int], threads: int = 1) -> tuple[list[int], bytes]:
    count = cuts[-1]
    made, out = array(lab.program.records["Rng"], count), array("u64", [0] * count)
    pieces = list(pairwise(cuts))
    with ThreadPoolExecutor(threads) as pool:
        for done in [pool.submit(lab.run, engine, "streams", made, seed, low, high, out) for low, high in pieces]:
            done.result()
    return out.tolist(), made.tobytes()


@pytest.mark.parametrize("engine", [one for one in ENGINES if one != "python"])
def test_streams_know_nothing_of_chunks_and_threads(lab: Lab, engine: str) -> None:
    whole = all_streams(lab, engine, 42, [0, 500])
    assert all_streams(lab, engine, 42, [0, 1, 7, 250, 499, 500]) == whole
    assert all_streams(lab, engine, 42, list(range(0, 501, 20)), threads=4) == whole
    assert all_streams(lab, "python", 42, [0, 300, 500]) == whole


def test_streams_differ(lab: Lab) -> None:
    """No two of 40,000 streams start alike, and neighbours share half of their bits."""
    firsts = np.array([all_streams(lab, "numba", seed, [0, 10_000])[0] for seed in (0, 1, 2, FULL - 1)], np.uint64)
    assert len(np.unique(firsts)) == firsts.size
    for other in (np.roll(firsts, 1, axis=0), np.roll(firsts, 1, axis=1)):
        shared = np.bitwise_count(firsts ^ other).mean()
        assert abs(shared - 32) < 5 * 4 / np.sqrt(firsts.size)
