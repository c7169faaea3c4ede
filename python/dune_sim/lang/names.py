"""Words that a kernel, a record, a field or a local name may not use, because an engine already does."""

from __future__ import annotations

import keyword
import re

CPP_KEYWORDS = """
alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class
compl concept const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype default
delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline int long
mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast
requires return short signed sizeof static static_assert static_cast struct switch template this thread_local throw
true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq
"""
#: macros and names of the headers that emitted code includes, and of the compilers themselves
CPP_WORLD = """
std dune main assert errno stdin stdout stderr linux unix offsetof NULL EOF BUFSIZ RAND_MAX CHAR_BIT NAN INFINITY
size_t ptrdiff_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t
"""
#: what the kernel language and generated numba modules need under these names
LANGUAGE = """
njit int64 uint64 range u64 i64 bit popcount lowest nth min max abs int bool
Set only nothing empty masked word_of clear copy len
"""

_CPP = frozenset((CPP_KEYWORDS + CPP_WORLD).split())
_LANGUAGE = frozenset(LANGUAGE.split())
_PREFIXES = ("INT8_", "INT16_", "INT32_", "INT64_", "UINT8_", "UINT16_", "UINT32_", "UINT64_", "DUNE_")


def problem(name: str) -> str | None:
    """Why ``name`` cannot be used on every engine, or None."""
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name):
        return "use letters, digits and underscores of ASCII"
    if keyword.iskeyword(name) or name in _LANGUAGE:
        return "it is a word of the kernel language; choose another"
    if name in _CPP or name.startswith(_PREFIXES):
        return "it means something in C++; choose another"
    if name != "_" and ("__" in name or name.endswith("_") or re.match(r"_[A-Z]", name)):
        return "names with __, a last underscore or _ before a capital belong to the C++ compiler; choose another"
    return None
