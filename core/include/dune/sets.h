// Sets of the kernel language: W words of 64 members each, and what emitted kernels do with them.
#pragma once

#include "dune/runtime.h"

#include <cstdint>

namespace dune {
DUNE_BUILD_BEGIN

template <int W>
struct Set {
    std::uint64_t w[W];
};

// A set of few words lives in registers as long as no word of it is picked by a number that is known at run time only;
// such a pick goes through all words then. Larger sets lie in memory anyway.
template <int W>
inline constexpr bool few = W <= 4;

constexpr std::uint64_t word_at(std::int64_t i) { return static_cast<std::uint64_t>(i) >> 6; }

constexpr std::uint64_t bit_at(std::int64_t i, bool on = true) { return std::uint64_t{on} << (i & 63); }

constexpr std::uint64_t mask_of(bool on) { return std::uint64_t{0} - std::uint64_t{on}; }

// What member i is in the n-th word of W.
template <int W>
constexpr std::uint64_t bit_of_word(std::int64_t i, int n, bool on = true) {
    return W == 1 ? bit_at(i, on) : bit_at(i, on) & mask_of(word_at(i) == static_cast<std::uint64_t>(n));
}

#define DUNE_SET_OPERATOR(op, word)                                    \
    template <int W>                                                   \
    constexpr Set<W> operator op(const Set<W>& a, const Set<W>& b) {   \
        Set<W> r{};                                                    \
        for (int n = 0; n < W; ++n) {                                  \
            r.w[n] = word;                                             \
        }                                                              \
        return r;                                                      \
    }
DUNE_SET_OPERATOR(&, a.w[n] & b.w[n])
DUNE_SET_OPERATOR(|, a.w[n] | b.w[n])
DUNE_SET_OPERATOR(^, a.w[n] ^ b.w[n])
DUNE_SET_OPERATOR(-, a.w[n] & ~b.w[n])
#undef DUNE_SET_OPERATOR

template <int W>
constexpr bool empty(const Set<W>& s) {
    std::uint64_t any = 0;
    for (int n = 0; n < W; ++n) {
        any |= s.w[n];
    }
    return any == 0;
}

template <int W>
constexpr bool operator==(const Set<W>& a, const Set<W>& b) { return empty(a ^ b); }

template <int W>
constexpr Set<W> only(std::int64_t i) {
    Set<W> r{};
    for (int n = 0; n < W; ++n) {
        r.w[n] = bit_of_word<W>(i, n);
    }
    return r;
}

template <int W>
constexpr Set<W> masked(const Set<W>& s, bool on) {
    Set<W> r{};
    for (int n = 0; n < W; ++n) {
        r.w[n] = s.w[n] & mask_of(on);
    }
    return r;
}

// The word that a number picks, of a set in memory and of one in registers.
template <int W>
constexpr std::uint64_t word_in(const Set<W>& s, std::uint64_t at) { return s.w[DUNE_WORD(W, at)]; }

template <int W>
constexpr std::uint64_t word_of(const Set<W>& s, std::int64_t at) {
    if constexpr (!few<W>) {
        return s.w[DUNE_WORD(W, static_cast<std::uint64_t>(at))];
    }
    // masks, because a compiler would make branches of choices, and which word it is cannot be foretold
    std::uint64_t r = s.w[0];
    for (int n = 1; n < W; ++n) {
        r ^= (r ^ s.w[n]) & mask_of(at == n);
    }
    return r;
}

template <int W>
constexpr bool has_in(const Set<W>& s, std::int64_t i) { return word_in(s, word_at(i)) >> (i & 63) & 1; }

template <int W>
constexpr bool has(const Set<W>& s, std::int64_t i) {
    return word_of(s, static_cast<std::int64_t>(word_at(i))) >> (i & 63) & 1;
}

// One member comes, goes or turns, in memory and in registers.
#define DUNE_SET_CHANGE(name, change)                                                    \
    template <int W>                                                                     \
    constexpr void name##_in(Set<W>& s, std::int64_t i, bool on = true) {                \
        s.w[DUNE_WORD(W, word_at(i))] change bit_at(i, on);                               \
    }                                                                                    \
    template <int W>                                                                     \
    constexpr void name(Set<W>& s, std::int64_t i, bool on = true) {                     \
        if constexpr (!few<W>) {                                                         \
            name##_in(s, i, on);                                                         \
            return;                                                                      \
        }                                                                                \
        for (int n = 0; n < W; ++n) {                                                    \
            s.w[n] change bit_of_word<W>(i, n, on);                                      \
        }                                                                                \
    }
DUNE_SET_CHANGE(add, |=)
DUNE_SET_CHANGE(turn, ^=)
DUNE_SET_CHANGE(drop, &= ~)
#undef DUNE_SET_CHANGE

template <int W>
constexpr std::int64_t popcount(const Set<W>& s) {
    std::int64_t many = 0;
    for (int n = 0; n < W; ++n) {
        many += popcount(s.w[n]);
    }
    return many;
}

template <int W>
constexpr std::int64_t lowest(const Set<W>& s) {
    std::uint64_t word = s.w[W - 1];
    std::int64_t base = 64 * (W - 1);
    for (int n = W - 2; n >= 0; --n) {
        base = s.w[n] != 0 ? 64 * n : base;
        word = s.w[n] != 0 ? s.w[n] : word;
    }
    return base + lowest(word);
}

template <int W>
inline std::int64_t nth(const Set<W>& s, std::int64_t k) {
    std::uint64_t word = s.w[0];
    std::int64_t base = 0;
    for (int n = 1; n < W; ++n) {
        // once the word is found, no later one has a smaller k
        const std::int64_t many = popcount(word);
        const bool further = k >= many;
        k -= many & static_cast<std::int64_t>(mask_of(further));
        base += 64 * further;
        word ^= (word ^ s.w[n]) & mask_of(further);
    }
    return base + nth(word, k);
}

// Moves the words of a set down by one: a loop over them needs no word picked at run time.
template <int W>
constexpr void shift_words(Set<W>& s) {
    for (int n = 1; n < W; ++n) {
        s.w[n - 1] = s.w[n];
    }
}

DUNE_BUILD_END
}  // namespace dune
