"""What the checker refuses about sets and ``clear``, and what it advises."""

from __future__ import annotations

from pathlib import Path

import pytest

from dune_sim.errors import KernelError
from dune_sim.lang import ir
from dune_sim.lang.records import SetType
from lang.lab import HEADER, linked

LAYOUT = """
Card = Record("Card", "a card", (("areas", Set(101), ""), ("cost", "u8", "")))
State = Record("State", "a game", (
    ("signs", Set(101), ""), ("small", Set(9), ""), ("many", Set(101), 3, ""), ("hand", Card, 3, ""), ("n", "u8", ""),
))
"""
HELPERS = """
AREAS = 101
SAME = 101
FLAG = True

def taken(g: State) -> Set[101]:
    g.signs |= only(1)
    return g.signs

def lone(s: Set[AREAS]) -> int:
    return lowest(s)

def hand_of(g: State, k: int) -> Card:
    return g.hand[k]

"""
HEAD = "def f(g: State, i: int, w: u64, flag: bool, s: Set[AREAS]) -> int:\n"
FIRST_LINE = (HEADER + HELPERS + HEAD).count("\n")
NONE = "annotate a local: x: Set[AREAS] = nothing()"
MIX = "a set goes together with sets only; write only(i)"
CANNOT = "can be no member of a Set[101]; members go from 0 to 100"
BARE = "write a & ~s, or a - s"

#: the line at fault and words of the advice
REFUSED = [
    ("x = g.signs & g.small", "Set[101] and Set[9] do not mix; sets of one size go together only"),
    ("x = g.signs == g.small", "Set[101] and Set[9] do not mix"),
    ("x = g.signs if flag else g.small", "Set[101] and Set[9] do not mix"),
    ("g.small = s", "Set[101] where Set[9] is needed"),
    ("g.n = lone(g.small)", "Set[9] where Set[101] is needed"),
    ("x: Set[9] = s", "Set[101] where Set[9] is needed"),
    ("x = ~s", BARE),
    ("x = s | ~g.signs", BARE),
    ("x = s - ~g.signs", BARE),
    ("x = ~s & ~g.signs", BARE),
    ("x = ~~s", BARE),
    ("g.signs = ~s", BARE),
    ("g.signs |= ~s", BARE),
    ("x = ~s == g.signs", BARE),
    ("x = popcount(~s)", BARE),
    ("x = i in ~s", BARE),
    ("x = lone(~s)", BARE),
    ("for k in ~s:\n    pass", BARE),
    ("return ~s", BARE),
    ("x = s & 5", MIX),
    ("x = s | i", MIX),
    ("x = w & s", MIX),
    ("x = s == 0", MIX),
    ("x = s if flag else 0", MIX),
    ("g.signs |= bit(3)", MIX),
    ("x = s + s", "sets have no operator +; they know & | ^ and - (difference)"),
    ("x = s << 1", "sets have no operator <<"),
    ("x = s < g.signs", "sets have no order, so no <; whether a lies within b is: empty(a - b)"),
    ("x = s >= g.signs", "sets have no order"),
    ("x = -s", "- needs an integer"),
    ("x = not s", "Set[101] where bool is needed"),
    ("if s:\n    pass", "Set[101] where bool is needed"),
    ("x = u64(s)", "takes an integer"),
    ("x = bit(s)", "bit takes an integer, no set"),
    ("x = min(s, s)", "do not mix"),
    ("x = s[0]", "index an array"),
    ("x = nothing()", NONE),
    ("x = only(i)", NONE),
    ("x = only(i) | only(1)", NONE),
    ("x = only(i) == nothing()", NONE),
    ("x = popcount(only(i))", NONE),
    ("x = empty(nothing())", NONE),
    ("x = i in only(3)", NONE),
    ("for k in only(3):\n    pass", NONE),
    ("x = masked(only(3), flag)", NONE),
    ("g.signs |= only(200)", "200 " + CANNOT),
    ("x = s - masked(only(101), flag)", "101 " + CANNOT),
    ("x: Set[AREAS] = only(-1)", "-1 " + CANNOT),
    ("x = 101 in s", "101 " + CANNOT),
    ("x = lone(only(1) | only(AREAS))", "101 " + CANNOT),
    ("x = only(s)", "Set[101] where int is needed"),
    ("x = only(w)", "write u64(…) or i64(…)"),
    ("x = w in s", "write u64(…) or i64(…)"),
    ("x = i in w", "In is not in the kernel subset"),
    ("x = empty(w)", "a set is needed here"),
    ("x = masked(w, flag)", "a set is needed here"),
    ("x = masked(s, i)", "write x != 0 for a bool"),
    ("x = word_of(s, 2)", "a Set[101] has 2 words; the first is word 0"),
    ("x = only()", "only takes one value"),
    ("x = nothing(3)", "nothing takes 0 values"),
    ("x = nth(s)", "nth takes 2 values"),
    ("x = popcount(taken(g))", "taken changes records inside a larger expression"),
    ("for k in taken(g):\n    pass", "taken changes records inside a larger expression"),
    ("for i in s:\n    pass", "parameter 'i' may not be changed"),
    ("for k in s:\n    x = 1\nelse:\n    x = 2", "write: for i in range(n)"),
    ("for a, b in s:\n    pass", "write: for i in range(n)"),
    ("for k in w:\n    pass", "or a set"),
    ("for k in g.many:\n    pass", "or a set"),
    ("g.many = s", "records and arrays are not copied"),
    ("s |= only(1)", "parameter 's' may not be changed"),
    ("x: Set[0] = nothing()", "a set has room for 1 to 512 members"),
    ("x: Set[513] = nothing()", "a set has room for 1 to 512 members"),
    ("x: Set[FLAG] = nothing()", "the size of a set is a number or an integer constant of the module"),
    ("x: Set[i] = nothing()", "the size of a set is a number or an integer constant of the module"),
    ("x: Set[AREAS + 1] = nothing()", "the size of a set is a number or an integer constant of the module"),
    ("x: Set = nothing()", "unknown type 'Set'"),
    ("only = 3", "it is a word of the kernel language"),
    ("clear = 3", "it is a word of the kernel language"),
    ("x: Set[SAME] = s\nSAME = 3", "'SAME' already names a record, kernel or constant here"),
    ("clear(g.n)", "clear takes one record; set a number to 0 and a set to nothing()"),
    ("clear(g.signs)", "clear takes one record"),
    ("clear(g.hand)", "clear takes one record"),
    ("clear()", "clear takes one record"),
    ("clear(hand_of(g, 1))", "give the result of a call a name first"),
    ("x = clear(g)", "it is a statement of its own"),
    ("copy(g)", "copy takes two records of one kind"),
    ("copy(g, g.hand[1])", "copy takes two records of one kind"),
    ("copy(hand_of(g, 1), g.hand[1])", "copy takes two records of one kind"),
    ("x = len(g)", "len takes an array of a record"),
]


@pytest.mark.parametrize(("lines", "advice"), REFUSED, ids=[lines for lines, _ in REFUSED])
def test_refused(lines: str, advice: str, tmp_path: Path) -> None:
    body = "".join(f"    {line}\n" for line in [*lines.splitlines(), "return 1"])
    with pytest.raises(KernelError) as caught:
        linked(tmp_path, LAYOUT, kernels=HEADER + HELPERS + HEAD + body)
    place, _, message = str(caught.value).partition(": ")
    assert advice in message
    at = FIRST_LINE + (2 if "SAME" in lines else 1)
    assert place.endswith(f"kernels.py:{at}")


def test_accepted_and_typed(tmp_path: Path) -> None:
    lines = [
        *("x: Set[SAME] = nothing()", "y = s & ~(g.signs | only(i))", "x |= only(1) if flag else nothing()"),
        *("x = masked(only(5), flag)", "g.signs = ~x & y", "n = lone(only(3) ^ only(i))", "z = taken(g)"),
        *("g.small = only(8)", "clear(g.hand[1])", "h = hand_of(g, 1)", "clear(h)", "clear(g)"),
        *("return popcount(x | z) + int(3 in g.many[i]) + n",),
    ]
    text = HEADER + HELPERS + HEAD + "".join(f"    {line}\n" for line in lines)
    one = linked(tmp_path, LAYOUT, kernels=text).functions["f"]
    assert {one.locals[name] for name in "xyz"} == {SetType(101)} and dict(one.params)["s"] == SetType(101)
    assert one.constants == {"AREAS": 101, "SAME": 101} and one.writes
    match one.body[4]:
        case ir.Assign(_, ir.Binary("-", ir.Local("y"), ir.Local("x"), SetType(101))):
            return
    raise AssertionError(one.body[4])


def test_the_size_is_part_of_the_program(tmp_path: Path) -> None:
    kernel = "def f(i: int) -> int:\n    x: Set[AREAS] = only(i)\n    return lowest(x)\n"
    text = HEADER + "from PACKAGE.sizes import AREAS\n" + kernel
    layout = 'State = Record("State", "", (("n", "u8", ""),))\n'
    small = linked(tmp_path, layout, kernels=text, sizes="AREAS = 100\n")
    large = linked(tmp_path, layout, kernels=text, sizes="AREAS = 101\n")
    assert small.functions["f"].constants == {"AREAS": 100} and small.source_hash != large.source_hash
