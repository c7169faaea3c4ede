"""Bit counting for numba, straight to the instructions of the processor."""

# mypy: ignore-errors
from __future__ import annotations

from llvmlite import binding
from llvmlite import ir as llvm
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic


@intrinsic
def popcount(typingctx, x):
    """How many bits are set."""

    def codegen(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.int64(types.uint64), codegen


@intrinsic
def lowest(typingctx, x):
    """Index of the lowest set bit; 64 when none is set."""

    def codegen(context, builder, signature, args):
        return builder.cttz(args[0], llvm.Constant(llvm.IntType(1), 0))

    return types.int64(types.uint64), codegen


@intrinsic
def deposited(typingctx, x, k):
    """The k-th set bit of a word alone: one instruction of x86 processors that know BMI2."""

    def codegen(context, builder, signature, args):
        word = llvm.IntType(64)
        deposit = cgutils.get_or_insert_function(
            builder.module, llvm.FunctionType(word, [word, word]), "llvm.x86.bmi.pdep.64"
        )
        return builder.call(deposit, [builder.shl(word(1), args[1]), args[0]])

    return types.uint64(types.uint64, types.int64), codegen


@njit(forceinline=True)
def nth_fast(x, k):
    return lowest(deposited(x, k))


@njit
def nth_plain(x, k):
    rest = x
    for _ in range(k):
        rest &= rest - types.uint64(1)
    return lowest(rest)


#: index of the k-th set bit, counted from 0; 64 when there are not so many
nth = nth_fast if binding.get_host_cpu_features().get("bmi2") else nth_plain
