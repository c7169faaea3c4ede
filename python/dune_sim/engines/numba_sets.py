"""Sets for numba: a tuple of words, straight to the instructions of the processor.

Sets of one word are plain numbers and need nothing from here. LLVM code compiles far faster than functions of numba
that do the same, and sets stay in registers.
"""

# mypy: ignore-errors
from __future__ import annotations

from functools import cache

from llvmlite import ir as llvm
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from dune_sim.engines.numba_intrinsics import nth as nth_of_word

WORD = llvm.IntType(64)


def tuple_of(words: int):
    return types.UniTuple(types.uint64, words)


def unpacked(builder, value, kind):
    return [builder.extract_value(value, n) for n in range(kind.count)]


def packed(context, builder, kind, words):
    return context.make_tuple(builder, kind, words)


def picked(builder, words, at):
    """The word that a number picks; a number beyond them picks the last."""
    found = words[-1]
    for n, word in enumerate(words[:-1]):
        found = builder.select(builder.icmp_unsigned("==", at, WORD(n)), word, found)
    return found


def parted(builder, member):
    """The number of a member's word and its bit there."""
    return builder.lshr(member, WORD(6)), builder.shl(WORD(1), builder.and_(member, WORD(63)))


def switched(builder, bit, on):
    """The bit, or nothing where a condition does not hold."""
    return builder.select(cgutils.is_true(builder, on), bit, WORD(0))


def _on_both(operation):
    """An intrinsic that does the same with every pair of words."""

    @intrinsic
    def function(typingctx, a, b):
        def codegen(context, builder, signature, args):
            pairs = zip(*(unpacked(builder, one, a) for one in args), strict=True)
            return packed(context, builder, a, [operation(builder, *pair) for pair in pairs])

        return a(a, b), codegen

    return function


both = _on_both(lambda builder, a, b: builder.and_(a, b))
either = _on_both(lambda builder, a, b: builder.or_(a, b))
differ = _on_both(lambda builder, a, b: builder.xor(a, b))
minus = _on_both(lambda builder, a, b: builder.and_(a, builder.not_(b)))


def any_of(builder, words):
    every = words[0]
    for word in words[1:]:
        every = builder.or_(every, word)
    return every


@intrinsic
def empty(typingctx, s):
    def codegen(context, builder, signature, args):
        return builder.icmp_unsigned("==", any_of(builder, unpacked(builder, args[0], s)), WORD(0))

    return types.boolean(s), codegen


@intrinsic
def equal(typingctx, a, b):
    def codegen(context, builder, signature, args):
        pairs = zip(*(unpacked(builder, one, a) for one in args), strict=True)
        return builder.icmp_unsigned("==", any_of(builder, [builder.xor(*pair) for pair in pairs]), WORD(0))

    return types.boolean(a, b), codegen


@intrinsic
def masked(typingctx, s, on):
    def codegen(context, builder, signature, args):
        words = [switched(builder, word, args[1]) for word in unpacked(builder, args[0], s)]
        return packed(context, builder, s, words)

    return s(s, types.boolean), codegen


@intrinsic
def has(typingctx, s, member):
    def codegen(context, builder, signature, args):
        at, bit = parted(builder, args[1])
        return builder.icmp_unsigned(
            "!=", builder.and_(picked(builder, unpacked(builder, args[0], s), at), bit), WORD(0)
        )

    return types.boolean(s, types.int64), codegen


@intrinsic
def word_of(typingctx, s, at):
    def codegen(context, builder, signature, args):
        return picked(builder, unpacked(builder, args[0], s), args[1])

    return types.uint64(s, types.int64), codegen


@intrinsic
def popcount(typingctx, s):
    def codegen(context, builder, signature, args):
        many = WORD(0)
        for word in unpacked(builder, args[0], s):
            many = builder.add(many, builder.ctpop(word))
        return many

    return types.int64(s), codegen


@intrinsic
def lowest(typingctx, s):
    """The first member; where there is none, a number beyond all."""

    def codegen(context, builder, signature, args):
        words = unpacked(builder, args[0], s)
        rest, base = words[-1], WORD(64 * (len(words) - 1))
        for n in range(len(words) - 2, -1, -1):
            some = builder.icmp_unsigned("!=", words[n], WORD(0))
            rest, base = builder.select(some, words[n], rest), builder.select(some, WORD(64 * n), base)
        return builder.add(base, builder.cttz(rest, llvm.Constant(llvm.IntType(1), 0)))

    return types.int64(s), codegen


@intrinsic
def rest(typingctx, s):
    """A set without its first member."""

    def codegen(context, builder, signature, args):
        made, before = [], WORD(0)
        for word in unpacked(builder, args[0], s):
            less = builder.and_(word, builder.sub(word, WORD(1)))
            made.append(builder.select(builder.icmp_unsigned("==", before, WORD(0)), less, word))
            before = builder.or_(before, word)
        return packed(context, builder, s, made)

    return s(s), codegen


@intrinsic
def found(typingctx, s, k):
    """For the k-th member: its word, which of that word's it is, and the number of the word's first."""
    result = types.Tuple((types.uint64, types.int64, types.int64))

    def codegen(context, builder, signature, args):
        words, k = unpacked(builder, args[0], s), args[1]
        word, base = words[0], WORD(0)
        for later in words[1:]:
            many = builder.ctpop(word)
            further = builder.icmp_signed(">=", k, many)
            k = builder.select(further, builder.sub(k, many), k)
            base = builder.select(further, builder.add(base, WORD(64)), base)
            word = builder.select(further, later, word)
        return packed(context, builder, result, [word, k, base])

    return result(s, types.int64), codegen


@njit(forceinline=True)
def nth(s, k):
    word, left, base = found(s, k)
    return base + nth_of_word(word, left)


@intrinsic
def clear(typingctx, record):
    """Every byte of a record becomes 0."""

    def codegen(context, builder, signature, args):
        cgutils.memset(builder, args[0], context.get_constant(types.intp, record.size), 0)
        return context.get_dummy_value()

    return types.none(record), codegen


@intrinsic
def copy(typingctx, into, source):
    """Every byte of one record to another of its kind."""

    def codegen(context, builder, signature, args):
        size = context.get_constant(types.intp, into.size)
        cgutils.raw_memcpy(builder, args[0], args[1], size, context.get_constant(types.intp, 1))
        return context.get_dummy_value()

    return types.none(into, source), codegen


@cache
def only(words: int):
    """``only(i)`` for sets of so many words."""
    kind = tuple_of(words)

    @intrinsic
    def function(typingctx, member):
        def codegen(context, builder, signature, args):
            at, bit = parted(builder, args[0])
            made = [builder.select(builder.icmp_unsigned("==", at, WORD(n)), bit, WORD(0)) for n in range(words)]
            return packed(context, builder, kind, made)

        return kind(types.int64), codegen

    return function


def first_word(context, builder, kind, array, place, words):
    """The address of the set that is number ``place`` of an array of words; sets lie one after another."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.gep(data, [builder.mul(place, WORD(words))])


def word_place(builder, first, at):
    return builder.gep(first, [at])


@cache
def load(words: int):
    """``load(array, place)``: a set of so many words from memory."""
    result = tuple_of(words)

    @intrinsic
    def function(typingctx, array, place):
        def codegen(context, builder, signature, args):
            first = first_word(context, builder, array, args[0], args[1], words)
            made = [builder.load(word_place(builder, first, WORD(n))) for n in range(words)]
            return packed(context, builder, result, made)

        return result(array, types.int64), codegen

    return function


@cache
def save(words: int):
    """``save(array, place, set)``: all words of a set to memory."""
    kind = tuple_of(words)

    @intrinsic
    def function(typingctx, array, place, s):
        def codegen(context, builder, signature, args):
            first = first_word(context, builder, array, args[0], args[1], words)
            for n, word in enumerate(unpacked(builder, args[2], kind)):
                builder.store(word, word_place(builder, first, WORD(n)))
            return context.get_dummy_value()

        return types.none(array, types.int64, kind), codegen

    return function


@cache
def has_in(words: int):
    """``has_in(array, place, member)``: whether a set in memory has a member; one word is read."""

    @intrinsic
    def function(typingctx, array, place, member):
        def codegen(context, builder, signature, args):
            at, bit = parted(builder, args[2])
            first = first_word(context, builder, array, args[0], args[1], words)
            word = builder.load(word_place(builder, first, at))
            return builder.icmp_unsigned("!=", builder.and_(word, bit), WORD(0))

        return types.boolean(array, types.int64, types.int64), codegen

    return function


CHANGES = {
    "add": lambda builder, word, bit: builder.or_(word, bit),
    "drop": lambda builder, word, bit: builder.and_(word, builder.not_(bit)),
    "turn": lambda builder, word, bit: builder.xor(word, bit),
}


@cache
def change(name: str, words: int):
    """``add``, ``drop`` and ``turn(array, place, member, on)``: one word of a set in memory changes."""

    @intrinsic
    def function(typingctx, array, place, member, on):
        def codegen(context, builder, signature, args):
            at, bit = parted(builder, args[2])
            first = first_word(context, builder, array, args[0], args[1], words)
            where = word_place(builder, first, at)
            builder.store(CHANGES[name](builder, builder.load(where), switched(builder, bit, args[3])), where)
            return context.get_dummy_value()

        return types.none(array, types.int64, types.int64, types.boolean), codegen

    return function
