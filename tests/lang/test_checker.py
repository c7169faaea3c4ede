"""What the checker refuses, with file, line and advice, and that no engine is asked before it."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent, indent

import pytest

from dune_sim.errors import KernelError
from lang.lab import HEADER, linked

LAYOUT = """
Card = Record("Card", "a card", (("cost", "u8", "price"), ("kind", "i8", "sort")))
State = Record("State", "a game", (
    ("words", "u64", 2, "bits"), ("total", "i64", "sum"), ("hand", Card, 3, "cards"), ("top", Card, "a card"),
    ("grid", "i16", (4, 5), "numbers"), ("n", "u8", "how many"),
))
"""
HELPERS = """
K = 5
BIG = 18446744073709551615

def draw(g: State) -> int:
    g.n += 1
    return g.n

def look(g: State) -> int:
    return g.n

def ready(g: State) -> bool:
    g.n = 0
    return True

def quiet(g: State) -> None:
    g.n = 0

"""
FIRST_LINE = (HEADER + HELPERS).count("\n") + 2


def refusal(folder: Path, text: str, layout: str = LAYOUT, **more: str) -> str:
    with pytest.raises(KernelError) as caught:
        linked(folder, layout, kernels=text, **more)
    return str(caught.value)


def body(*lines: str) -> str:
    """A kernel ``f`` with some parameters around the lines."""
    text = indent(dedent("\n".join(lines)), "    ")
    return f'{HEADER}{HELPERS}def f(g: State, n: int, w: u64, flag: bool, out: "i64[:]") -> int:\n{text}\n'


#: what is wrong, the lines, the number of the line at fault, words of the advice
IN_BODIES = [
    ("float", "return 1.5", 1, "integers and booleans only"),
    ("string", "x = 'spice'", 1, "integers and booleans only"),
    ("none", "x = None", 1, "integers and booleans only"),
    ("bytes", "x = b'a'", 1, "integers and booleans only"),
    ("f-string", "x = f'{n}'", 1, "JoinedStr is not in the kernel subset"),
    ("list", "x = [1, 2]", 1, "List is not in the kernel subset; use integers"),
    ("dict", "x = {}", 1, "Dict is not in the kernel subset; use integers"),
    ("set", "x = {1}", 1, "Set is not in the kernel subset; use integers"),
    ("tuple", "x = (1, 2)", 1, "Tuple is not in the kernel subset; use integers"),
    ("comprehension", "x = [k for k in out]", 1, "ListComp is not in the kernel subset"),
    ("lambda", "x = lambda: 1", 1, "Lambda is not in the kernel subset"),
    ("walrus", "if (x := n) > 2:\n    pass", 1, "NamedExpr is not in the kernel subset"),
    ("await-like", "x = (yield)", 1, "Yield is not in the kernel subset"),
    ("tuple assign", "a, b = 1, 2", 1, "one name at a time"),
    ("list target", "[a, b] = n", 1, "one at a time"),
    ("starred target", "(*a, b) = n", 1, "one name at a time"),
    ("two targets", "a = b = 1", 1, "one name at a time"),
    ("annotation alone", "x: int", 1, "give the annotated name a value"),
    ("annotated field", "g.n: int = 2", 1, "give the annotated name a value"),
    ("unknown annotation", "x: float = n", 1, "unknown type 'float'; use int, bool, u64"),
    ("slice", "x = out[1:2]", 1, "one integer at a time"),
    ("two indices at once", "x = g.grid[1, 2]", 1, "one integer at a time, such as t.border[a][k]"),
    ("index of a record", "x = g[0]", 1, "index an array"),
    ("store into a slice", "out[:] = n", 1, "one integer at a time"),
    ("try", "try:\n    x = 1\nexcept ValueError:\n    x = 2", 1, "Try is not in the kernel subset; use assignments"),
    ("raise", "raise ValueError", 1, "Raise is not in the kernel subset"),
    ("with", "with g:\n    x = 1", 1, "With is not in the kernel subset"),
    ("match", "match n:\n    case 1:\n        pass", 1, "Match is not in the kernel subset"),
    ("nested def", "def h():\n    return 1", 1, "FunctionDef is not in the kernel subset"),
    ("class", "class A:\n    pass", 1, "ClassDef is not in the kernel subset"),
    ("global", "global K", 1, "Global is not in the kernel subset"),
    ("del", "del n", 1, "Delete is not in the kernel subset"),
    ("import", "import math", 1, "Import is not in the kernel subset"),
    ("mixed signedness", "x = n + w", 1, "int and u64 do not mix; write u64(…) or i64(…)"),
    ("mixed comparison", "return int(n < w)", 1, "int and u64 do not mix"),
    ("mixed select", "x = n if flag else w", 1, "int and u64 do not mix"),
    ("mixed min", "x = min(n, w)", 1, "int and u64 do not mix"),
    ("u64 as index", "x = out[w]", 1, "u64 where int is needed; write u64(…) or i64(…)"),
    ("u64 shift amount", "x = w >> w", 1, "u64 where int is needed"),
    ("u64 in range", "for k in range(w):\n    pass", 1, "u64 where int is needed"),
    ("wide comparison", "return int(w + 1 < w)", 1, "write u64(…) around it"),
    ("wide store", "g.words[0] = w * 3", 1, "write u64(…) around it"),
    ("wide name", "x = w - 1", 1, "write u64(…) around it"),
    ("wide shift", "x = (w << 3) >> 1", 1, "write u64(…) around it"),
    ("wide divided", "x = (w + 1) // 3", 1, "write u64(…) around it"),
    ("wide argument", "x = popcount(w << 1)", 1, "write u64(…) around it"),
    ("wide min", "x = min(w, ~w)", 1, "write u64(…) around it"),
    ("wide in select", "x = w if flag else -w", 1, "write u64(…) around it"),
    ("wide aug-assign", "x = w\nx += 1", 2, "write u64(…) around it"),
    ("int of u64", "x = int(w)", 1, "for a u64 write i64(…)"),
    ("int of int", "x = int(n)", 1, "turns a bool into 0 or 1"),
    ("u64 of bool", "x = u64(flag)", 1, "for a bool write int(…)"),
    ("u64 of True", "x = u64(True)", 1, "for a bool write int(…)"),
    ("abs of u64", "x = abs(w)", 1, "the value itself"),
    ("negative literal as u64", "x = w & -2", 1, "-2 does not fit u64"),
    ("literal too large", "x = n + 9223372036854775808", 1, "does not fit i64"),
    ("constant too large", "x = n + BIG", 1, "does not fit i64"),
    ("bool as int", "x = flag + 1", 1, "write x != 0 for a bool or int(x) for an integer"),
    ("bool stored", "g.n = flag", 1, "bool where int is needed; write x != 0 for a bool or int(x)"),
    ("bool ordered", "return int(flag < True)", 1, "do not mix"),
    ("bool as index", "x = out[flag]", 1, "bool where int is needed"),
    ("int as condition", "if n:\n    pass", 1, "write x != 0"),
    ("int in while", "while n:\n    pass", 1, "write x != 0"),
    ("int in and", "return int(flag and n)", 1, "write x != 0"),
    ("int under not", "return int(not n)", 1, "write x != 0"),
    ("int in assert", "assert n", 1, "write x != 0"),
    ("int selects", "x = 1 if n else 2", 1, "write x != 0"),
    ("true division", "x = n / 2", 1, "use // for division"),
    ("power", "x = n ** 2", 1, "operator Pow is not in the kernel subset"),
    ("matrix product", "x = n @ n", 1, "operator MatMult is not in the kernel subset"),
    ("unary plus", "x = +n", 1, "drop the unary plus"),
    ("minus of bool", "x = -flag", 1, "- needs an integer"),
    ("is", "return int(n is n)", 1, "Is is not in the kernel subset; compare with =="),
    ("in", "return int(n in out)", 1, "In is not in the kernel subset"),
    ("compare records", "return int(g.top == g.hand[0])", 1, "do not mix"),
    ("negative index", "x = out[-1]", 1, "index -1 is outside the array; valid are 0 to"),
    ("index too large", "x = g.hand[3].cost", 1, "index 3 is outside the array; valid are 0 to 2"),
    ("second index too large", "x = g.grid[3][5]", 1, "index 5 is outside the array; valid are 0 to 4"),
    ("shift by 64", "x = w >> 64", 1, "shift by 64; shifts go from 0 to 63"),
    ("shift by less than 0", "x = n << -1", 1, "shift by -1; shifts go from 0 to 63"),
    ("huge literal shift", "x = 1 << 99999999999", 1, "shifts go from 0 to 63"),
    ("bit 64", "x = bit(64)", 1, "bits go from 0 to 63"),
    ("shift of bool", "x = flag << 1", 1, "only integers can be shifted"),
    ("division by 0", "x = n // 0", 1, "division by zero"),
    ("remainder of 0", "x = w % 0", 1, "division by zero"),
    ("literal division by 0", "x = K // (K - 5)", 1, "division by zero"),
    ("changing a parameter", "n = 2", 1, "parameter 'n' may not be changed; copy it to a new name"),
    ("growing a parameter", "n += 2", 1, "parameter 'n' may not be changed"),
    ("looping over a parameter", "for n in range(3):\n    pass", 1, "parameter 'n' may not be changed"),
    ("for over an array", "for x in out:\n    pass", 1, "write: for i in range(n)"),
    ("for with two names", "for x, y in range(3):\n    pass", 1, "write: for i in range(n)"),
    ("for else", "for k in range(3):\n    pass\nelse:\n    pass", 1, "write: for i in range(n)"),
    ("range of nothing", "for k in range():\n    pass", 1, "one to three values"),
    ("range of four", "for k in range(1, 2, 3, 4):\n    pass", 1, "one to three values"),
    ("variable step", "for k in range(0, 9, n):\n    pass", 1, "a constant other than 0"),
    ("step 0", "for k in range(0, 9, 0):\n    pass", 1, "a constant other than 0"),
    ("loop name of another type", "k = w\nfor k in range(3):\n    pass", 2, "choose a new name"),
    ("while else", "while flag:\n    pass\nelse:\n    pass", 1, "use a flag"),
    ("unknown call", "x = roll(n)", 1, "'roll' is no kernel of this program and no intrinsic (u64,"),
    ("builtin call", "x = sum(out)", 1, "'sum' is no kernel"),
    ("method call", "x = g.top.draw()", 1, "call kernels by name with positional arguments"),
    ("keyword argument", "x = look(g=g)", 1, "call kernels by name with positional arguments"),
    ("starred argument", "x = look(*out)", 1, "Starred is not in the kernel subset"),
    ("too few arguments", "x = look()", 1, "look takes 1 arguments, not 0"),
    ("too many arguments", "x = look(g, n)", 1, "look takes 1 arguments, not 2"),
    ("argument of another type", "x = look(n)", 1, "int where record State is needed"),
    ("argument of another record", "x = look(g.top)", 1, "record Card where record State is needed"),
    ("intrinsic with too many", "x = popcount(w, w)", 1, "popcount takes one value"),
    ("min of three", "x = min(1, 2, 3)", 1, "min takes 2 values here"),
    ("cast of two", "x = u64(1, 2)", 1, "u64 takes one value"),
    ("unknown field", "x = g.water", 1, "record State has no field 'water'; declare it in the layout"),
    ("field of a number", "x = n.real", 1, "only records have fields"),
    ("assigning a record", "g.top = g.hand[0]", 1, "assign their fields or items"),
    ("assigning an array", "g.words = g.words", 1, "assign their fields or items"),
    ("name for a grid", "x = g.grid", 1, "row = t.border[a]"),
    ("assigning a call", "look(g) = 3", 1, "cannot assign to function call"),
    ("change inside a sum", "x = n + draw(g)", 1, "draw changes records inside a larger expression; assign its result"),
    ("change in aug-assign", "g.n += draw(g)", 1, "draw changes records inside a larger expression"),
    ("change in an argument", "x = min(n, draw(g))", 1, "draw changes records inside a larger expression"),
    ("change in a comparison", "if draw(g) > 2:\n    pass", 1, "draw changes records inside a larger expression"),
    ("change in and", "if flag and ready(g):\n    pass", 1, "ready changes records inside a larger expression"),
    ("change in an index", "out[draw(g)] = 1", 1, "draw changes records inside a larger expression"),
    ("change in range", "for k in range(draw(g)):\n    pass", 1, "draw changes records inside a larger expression"),
    ("change in an assert", "assert ready(g)", 1, "ready changes records inside a larger expression"),
    ("change under not in an assert", "assert not ready(g)", 1, "ready changes records inside a larger expression"),
    ("computed assert message", "assert flag, draw(g)", 1, "a plain string or nothing"),
    ("keeping nothing", "x = quiet(g)", 1, "this call gives no result to keep"),
    ("no result", "x = n", 1, "f may end without a result; return one on every path"),
    ("result in one branch", "if flag:\n    return 1", 1, "may end without a result"),
    ("result in a loop", "while n > 0:\n    return 1", 1, "may end without a result"),
    ("endless loop left", "while True:\n    if flag:\n        break\n    return 1", 1, "may end without a result"),
    ("empty return", "return", 1, "return a value here"),
    ("wrong result", "return w", 1, "u64 where int is needed"),
    ("name with two types", "x = n\nx = w", 2, "u64 where int is needed; write u64(…) or i64(…)"),
    ("name for two records", "x = g.top\nx = g", 2, "record State where record Card is needed"),
    ("lonely expression", "n + 1", 1, "does nothing here; remove it"),
    ("string in the middle", "x = 1\n'words'", 2, "does nothing here; remove it"),
    ("unknown name", "x = spice", 1, "'spice' is neither a local name nor an integer constant; tables go into Tables"),
    ("kernel as a value", "x = look", 1, "'look' is a kernel; call it"),
    ("local hides a kernel it calls", "look = 2\nreturn look(g)", 2, "is a local name here and hides the kernel"),
    ("kernel called before it is hidden", "x = look(g)\nlook = x", 2, "choose another name"),
    ("constant read before it is hidden", "x = K\nK = 2", 2, "choose another name"),
    ("local named like a record", "Card = 2", 1, "choose another name"),
    ("value in one branch", "if flag:\n    x = 1\nreturn x", 3, "may not have a value here; assign it on every path"),
    ("value in a loop", "while flag:\n    x = 1\nreturn x", 3, "'x' may not have a value here"),
    ("value in a for", "for k in range(n):\n    x = 1\nreturn x", 3, "'x' may not have a value here"),
    ("loop name after the loop", "for k in range(n):\n    pass\nreturn k", 3, "'k' may not have a value here"),
    ("value after a break", "while True:\n    if flag:\n        break\n    x = 1\nreturn x", 5, "may not have a value"),
    ("deep expression", "return " + "+".join(["n"] * 60), 1, "nested more than 50 deep; split it"),
    ("break outside", "break", 1, "'break' outside loop"),
    ("continue outside", "continue", 1, "'continue' not properly in loop"),
]


@pytest.mark.parametrize(("lines", "at", "advice"), [one[1:] for one in IN_BODIES], ids=[one[0] for one in IN_BODIES])
def test_refused_in_a_body(tmp_path: Path, lines: str, at: int, advice: str) -> None:
    message = refusal(tmp_path, body(lines) + ("" if "a result" in advice or "return" in lines else "    return 0\n"))
    assert advice in message
    place = re.match(r"kernels\.py:(\d+): ", message)
    assert place is not None, message
    # a function that may end without a result is pointed at as a whole
    assert int(place[1]) == (FIRST_LINE + at - 1 if "may end without" not in advice else FIRST_LINE - 1)


NAMES = ["new", "delete", "register", "xor", "template", "int64", "uint64", "njit", "int64_t", "std", "errno", "min"]
NAMES += ["popcount", "range", "x__y", "at1_", "_Big", "INT64_C", "UINT64_MAX", "DUNE_CHECK", "größe", "auto", "bool"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "text",
    [
        "def f(g: State) -> None:\n    NAME = 1\n    g.n = NAME\n",
        "def f(g: State) -> None:\n    for NAME in range(2):\n        g.n = NAME\n",
        "def f(NAME: int) -> int:\n    return NAME\n",
        "def NAME(x: int) -> int:\n    return x\n",
    ],
    ids=["local", "loop", "parameter", "kernel"],
)
def test_words_of_an_engine_are_no_names(tmp_path: Path, name: str, text: str) -> None:
    message = refusal(tmp_path, HEADER + text.replace("NAME", name))
    assert re.match(r"kernels\.py:\d: '", message) and name in message
    assert "choose another" in message or "ASCII" in message


#: around the body: what is wrong, the file, the line, words of the advice
IN_FILES = [
    ("default argument", "def f(x: int = 2) -> int:\n    return x\n", 1, "pass every value explicitly"),
    ("keyword only", "def f(*, x: int) -> int:\n    return x\n", 1, "pass every value explicitly"),
    ("position only", "def f(x: int, /) -> int:\n    return x\n", 1, "pass every value explicitly"),
    ("any number", "def f(*x: int) -> int:\n    return 1\n", 1, "pass every value explicitly"),
    ("decorator", "@staticmethod\ndef f(x: int) -> int:\n    return x\n", 2, "kernels have no decorators; remove it"),
    ("decorator that fails", "@abs\ndef f(x: int) -> int:\n    return x\n", 1, "kernel files hold imports"),
    ("missing annotation", "def f(x) -> int:\n    return 1\n", 1, "parameter 'x' needs a type; write x: int"),
    ("missing result", "def f(x: int):\n    return 1\n", 1, "the result needs a type; write -> None or -> int"),
    ("unknown record", "def f(x: Deck) -> int:\n    return 1\n", 1, "unknown type 'Deck'; use int, bool, u64"),
    ("unknown array", 'def f(x: "f64[:]") -> int:\n    return 1\n', 1, "unknown type 'f64[:]'"),
    ("narrow parameter", "def f(x: u8) -> int:\n    return 1\n", 1, "unknown type 'u8'; use int"),
    ("nothing as a parameter", "def f(x: None) -> int:\n    return 1\n", 1, "cannot be None; leave it out"),
    ("result of none", "def f(x: int) -> None:\n    return x\n", 2, "annotate the result it returns"),
    ("recursion", "def f(x: int) -> int:\n    return f(x)\n", 1, "in a circle (f -> f); push a frame instead"),
    ("circle", "def f(x: int) -> int:\n    return h(x)\ndef h(x: int) -> int:\n    return f(x)\n", 1, "(f -> h -> f)"),
    ("statement", "X = 1\nfor k in range(2):\n    X = k\n", 2, "For at module level; kernel files hold imports"),
    ("class", "class A:\n    pass\n", 1, "ClassDef at module level"),
    ("async", "async def f(x: int) -> int:\n    return x\n", 1, "AsyncFunctionDef at module level"),
    ("call", "print\nabs(2)\n", 1, "Expr at module level"),
    ("duplicate", "def f() -> int:\n    return 1\ndef f() -> int:\n    return 2\n", 3, "f is also defined in"),
    ("kernel named like a record", "def Card() -> int:\n    return 1\n", 1, "it is a record; choose another"),
    ("syntax", "def f(x: int) -> int:\n    return x +\n", 2, "invalid syntax"),
    ("float constant", "X = 0.5\ndef f() -> int:\n    return X\n", 3, "neither a local name nor an integer constant"),
    ("bool constant", "X = True\ndef f() -> bool:\n    return X\n", 3, "neither a local name nor an integer constant"),
]


@pytest.mark.parametrize(("text", "at", "advice"), [one[1:] for one in IN_FILES], ids=[one[0] for one in IN_FILES])
def test_refused_in_a_file(tmp_path: Path, text: str, at: int, advice: str) -> None:
    message = refusal(tmp_path, HEADER + text)
    assert advice in message
    assert message.startswith(f"kernels.py:{at + HEADER.count(chr(10))}: ")


def test_one_name_in_two_files(tmp_path: Path) -> None:
    text = "def f() -> int:\n    return 1\n"
    message = refusal(tmp_path, HEADER + text, other=HEADER + "\n" + text)
    assert re.match(r"other\.py:4: f is also defined in lab\d+\.kernels; names are unique in a program", message)


def test_constant_of_one_file_named_like_a_kernel_of_another(tmp_path: Path) -> None:
    message = refusal(
        tmp_path,
        HEADER + "step = 3\ndef f() -> int:\n    return step\n",
        other=HEADER + "def step() -> int:\n    return 1\n",
    )
    assert message == "kernels.py:5: 'step' is a kernel; call it"


def test_a_hook_that_changes_records_counts_across_files(tmp_path: Path) -> None:
    message = refusal(
        tmp_path,
        HEADER + "def f(g: State) -> int:\n    return 1 + hook(g)\n",
        other=HEADER + "def hook(g: State) -> int:\n    return deep(g)\n",
        third=HEADER + "def deep(g: State) -> int:\n    g.n = 1\n    return 2\n",
    )
    assert message == "kernels.py:4: hook changes records inside a larger expression; assign its result"


@pytest.mark.parametrize("engine", ["auto", "cpp", "numba", "python", "ruby"])
def test_the_check_comes_before_every_engine(tmp_path: Path, engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from dune_sim import engines

    def broken(name: str) -> object:
        return linked(tmp_path, LAYOUT, kernels=HEADER + "def f(x: int) -> int:\n    return x / 2\n")

    monkeypatch.setattr(engines, "program", broken)
    if engine == "ruby":
        with pytest.raises(ValueError, match="unknown engine 'ruby'; choose auto, cpp, numba, python"):
            engines.load.__wrapped__("broken", engine)
        return
    with pytest.raises(KernelError, match=r"kernels\.py:4: operator Div .*; use // for division"):
        engines.load.__wrapped__("broken", engine)


ACCEPTED = [
    "x: u64 = 3\nreturn i64(x)",
    "x = w & ~bit(3)\nreturn popcount(x)",
    "if ready(g):\n    return 1\nif not ready(g):\n    return 2\nreturn draw(g)",
    "while True:\n    x = draw(g)\n    if x > 3:\n        return x",
    "while True:\n    x = 1\n    if flag:\n        break\nreturn x",
    "if flag:\n    x = 1\nelif n > 2:\n    return 3\nelse:\n    x = 2\nreturn x",
    "for _ in range(3):\n    draw(g)\nreturn 1",
    "draw(g)\nquiet(g)\nassert n < 3, 'small'\nreturn 1",
    "look = 2\nreturn look",
    "card = g.hand[1]\ncard.cost += 2\ncard = g.top\nreturn card.cost",
    "row = g.grid[n]\nrow[4] = -1\nreturn row[0] + g.grid[1][2]",
    "for k in range(10, 0, -K):\n    out[k] = k\nreturn -K",
    "return 1 if 0 <= n < K != 3 else 2",
    "return i64(BIG & (w + 1)) + (1 << 40)",
]


@pytest.mark.parametrize("lines", ACCEPTED)
def test_accepted(tmp_path: Path, lines: str) -> None:
    assert "f" in linked(tmp_path, LAYOUT, kernels=body(lines)).functions


def test_kernels_come_in_calling_order(tmp_path: Path) -> None:
    text = "def a() -> int:\n    return b() + c()\ndef b() -> int:\n    return c()\ndef c() -> int:\n    return 1\n"
    assert list(linked(tmp_path, LAYOUT, kernels=HEADER + text).functions) == ["c", "b", "a"]
