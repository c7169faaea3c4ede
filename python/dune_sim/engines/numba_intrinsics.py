"""Bit counting for numba, straight to the LLVM instructions."""

# mypy: ignore-errors
from __future__ import annotations

from llvmlite import ir as llvm
from numba import types
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
