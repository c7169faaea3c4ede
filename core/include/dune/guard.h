// The same rules are built up to three times: for every processor, for newer ones, and for positions that nobody trusts.
// Each build keeps its functions to itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#if defined(DUNE_GUARDED)
#define DUNE_BUILD_BEGIN inline namespace guarded {
#define DUNE_BUILD_END }
#define DUNE_ENTRY(name) name##_guarded
#elif defined(DUNE_FAST)
#define DUNE_BUILD_BEGIN inline namespace fast {
#define DUNE_BUILD_END }
#define DUNE_ENTRY(name) name##_fast
#else
#define DUNE_BUILD_BEGIN
#define DUNE_BUILD_END
#define DUNE_ENTRY(name) name
#endif

#ifdef DUNE_GUARDED
// A saved position may hold any numbers. Here they cannot reach beyond an array, and no loop runs for ever: what would
// is given up with an exception, which Python knows as IndexError.
namespace dune {
DUNE_BUILD_BEGIN

[[noreturn]] inline void give_up(const char* what) { throw std::out_of_range(what); }

// A game takes some hundred thousand turns of all its loops together.
inline constexpr std::int64_t TURNS = 50'000'000;
inline thread_local std::int64_t turns_left = TURNS;

inline void turn() {
    if (--turns_left < 0) {
        give_up("a loop of the kernels does not end");
    }
}

inline void begin(std::int64_t games) { turns_left = TURNS * (games < 1 ? 1 : games); }

constexpr std::uint64_t within(std::uint64_t i, std::uint64_t size) {
    if (i >= size) {
        give_up("an index of the kernels lies beyond its array");
    }
    return i;
}

// An array that a kernel was handed; what comes from Python is as long as the kernels need.
template <typename T>
struct Span {
    T* items = nullptr;
    std::size_t size = 0;
    Span() = default;
    template <std::size_t N>
    Span(T (&array)[N]) : items(array), size(N) {}
    Span(T* host) : items(host), size(SIZE_MAX) {}
};

template <typename T, std::size_t N>
constexpr T& at(T (&array)[N], std::int64_t i) { return array[within(static_cast<std::uint64_t>(i), N)]; }

template <typename T>
constexpr T& at(const Span<T>& array, std::int64_t i) {
    return array.items[within(static_cast<std::uint64_t>(i), array.size)];
}

template <typename T>
constexpr T shift(T by) {
    within(static_cast<std::uint64_t>(by), 64);
    return by;
}

template <typename T>
constexpr T divisor(T by) {
    if (by == 0) {
        give_up("the kernels divide by zero");
    }
    return by;
}

DUNE_BUILD_END
}  // namespace dune

#define DUNE_ARRAY(item) ::dune::Span<item>
#define DUNE_AT(array, i) ::dune::at(array, i)
#define DUNE_WORD(words, i) ::dune::within(words == 1 ? 0 : (i), words)
#define DUNE_SHIFT(by) ::dune::shift(by)
#define DUNE_DIVISOR(by) ::dune::divisor(by)
#define DUNE_TURN ::dune::turn()
#define DUNE_BEGIN(games) ::dune::begin(games)
#define DUNE_CHECK(function, condition) \
    do { if (!(condition)) ::dune::give_up("a check of " function " failed"); } while (false)
#define DUNE_NEVER(function) DUNE_CHECK(function, false)

#else

#define DUNE_ARRAY(item) item*
#define DUNE_AT(array, i) array[i]
#define DUNE_WORD(words, i) (words == 1 ? 0 : (i))
#define DUNE_SHIFT(by) by
#define DUNE_DIVISOR(by) by
#define DUNE_TURN static_cast<void>(0)
#define DUNE_BEGIN(games) static_cast<void>(0)

// Kernel assertions cost nothing unless a build asks for them.
#ifdef DUNE_CHECKED
#define DUNE_CHECK(function, condition)                                                                   \
    do {                                                                                                  \
        if (!(condition)) {                                                                               \
            std::fprintf(stderr, "dune_sim kernel check failed in %s: %s\n", function, #condition);       \
            std::abort();                                                                                 \
        }                                                                                                 \
    } while (false)
#define DUNE_NEVER(function) DUNE_CHECK(function, false)
#else
#define DUNE_CHECK(function, condition) static_cast<void>(0)
// Where no sound table leads: a jump table need not look whether a number lies beyond it.
#if defined(__GNUC__)
#define DUNE_NEVER(function) __builtin_unreachable()
#elif defined(_MSC_VER)
#define DUNE_NEVER(function) __assume(false)
#else
#define DUNE_NEVER(function) static_cast<void>(0)
#endif
#endif

#endif
