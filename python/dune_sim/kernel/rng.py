"""xoshiro256** seeded through splitmix64 (Blackman and Vigna, public domain algorithms), and unbiased draws."""

from __future__ import annotations

from dune_sim.kernel.layout import Rng
from dune_sim.lang.intrinsics import i64, u64

GOLDEN = 0x9E3779B97F4A7C15
LOW32 = 0xFFFFFFFF


def splitmix(x: u64) -> u64:
    """Output of splitmix64 whose state was just advanced to x."""
    z = u64((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9)
    z = u64((z ^ (z >> 27)) * 0x94D049BB133111EB)
    return z ^ (z >> 31)


def rotate_left(x: u64, k: int) -> u64:
    return u64((x << k) | (x >> (64 - k)))


def seed_words(rng: Rng, start: u64) -> None:
    """Fill the generator with four splitmix64 outputs that follow ``start``."""
    x = start
    for k in range(4):
        x = u64(x + GOLDEN)
        rng.s[k] = splitmix(x)


def seed_stream(rng: Rng, seed: u64, stream: int) -> None:
    """The generator of one game: a function of the run's seed and the game's number alone."""
    start = splitmix(u64(seed + GOLDEN)) ^ splitmix(u64(u64(stream) * 0xD1342543DE82EF95 + 0x632BE59BD9B4E019))
    seed_words(rng, start)


def next_word(rng: Rng) -> u64:
    """Next 64 random bits."""
    result = u64(rotate_left(u64(rng.s[1] * 5), 7) * 9)
    t = u64(rng.s[1] << 17)
    rng.s[2] = rng.s[2] ^ rng.s[0]
    rng.s[3] = rng.s[3] ^ rng.s[1]
    rng.s[1] = rng.s[1] ^ rng.s[2]
    rng.s[0] = rng.s[0] ^ rng.s[3]
    rng.s[2] = rng.s[2] ^ t
    rng.s[3] = rotate_left(rng.s[3], 45)
    return result


def below(rng: Rng, n: int) -> int:
    """A fair number from 0 to n - 1, for 1 <= n < 2**32 (Lemire's multiplication with rejection)."""
    bound = u64(n)
    word = next_word(rng)
    product = u64((word >> 32) * bound)
    if product & LOW32 < bound:
        threshold = u64((LOW32 + 1) - bound) % bound
        while product & LOW32 < threshold:
            word = next_word(rng)
            product = u64((word >> 32) * bound)
    return i64(product >> 32)
