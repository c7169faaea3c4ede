// What emitted kernels need besides plain C++: Python's integer semantics, bit counting, checks.
#pragma once

#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "dune/guard.h"

namespace dune {
DUNE_BUILD_BEGIN

// Python rounds towards minus infinity, C++ towards zero.
constexpr std::int64_t floor_div(std::int64_t a, std::int64_t b) {
    const std::int64_t q = a / b;
    return (a % b != 0 && ((a < 0) != (b < 0))) ? q - 1 : q;
}

constexpr std::int64_t floor_mod(std::int64_t a, std::int64_t b) {
    const std::int64_t r = a % b;
    return (r != 0 && ((r < 0) != (b < 0))) ? r + b : r;
}

template <typename T>
constexpr T min_of(T a, T b) { return b < a ? b : a; }

template <typename T>
constexpr T max_of(T a, T b) { return a < b ? b : a; }

constexpr std::int64_t abs_of(std::int64_t x) { return x < 0 ? -x : x; }

constexpr std::uint64_t bit(std::int64_t i) { return std::uint64_t{1} << DUNE_SHIFT(i); }

// Through unsigned: the result is never negative, which saves the sign extension.
constexpr std::int64_t popcount(std::uint64_t x) { return static_cast<unsigned>(std::popcount(x)); }

constexpr std::int64_t lowest(std::uint64_t x) { return static_cast<unsigned>(std::countr_zero(x)); }

// Index of the k-th set bit, from 0; 64 when there are not so many.
inline std::int64_t nth(std::uint64_t x, std::int64_t k) {
#ifdef __BMI2__
    return lowest(_pdep_u64(std::uint64_t{1} << DUNE_SHIFT(k), x));
#else
    std::int64_t base = 0;
    for (std::int64_t some = popcount(x & 0xFFFF); k >= 8 && some <= k && base < 48; some = popcount(x & 0xFFFF)) {
        k -= some;
        x >>= 16;
        base += 16;
    }
    for (; k > 0; --k) {
        x &= x - 1;
    }
    return x == 0 ? 64 : base + lowest(x);
#endif
}

template <typename T>
inline void clear(T& record) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::memset(&record, 0, sizeof(T));
}

template <typename T>
inline void copy(T& into, const T& source) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::memcpy(&into, &source, sizeof(T));
}

DUNE_BUILD_END
}  // namespace dune

#include "dune/sets.h"

// A kernel that becomes part of its caller whatever its size.
#if defined(__GNUC__)
#define DUNE_MERGE inline __attribute__((always_inline))
#else
#define DUNE_MERGE inline
#endif
