"""Kernels to C++: ``python core/emit_cpp.py OUT_DIR`` writes one file per game and the list of games.

Standard library only, because it runs inside the build. The checker has typed every expression already; this file only
prints. Generated code lives in the build tree and never in git.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "python"))

from dune_sim.errors import KernelError
from dune_sim.lang import ir, set_types
from dune_sim.lang.chains import LEAST, in_the_loop
from dune_sim.lang.link import Program
from dune_sim.lang.records import FieldType, Record, SetType
from dune_sim.programs import PROGRAMS, program

SCALAR = {f"{s}{n}": f"std::{'u' if s == 'u' else ''}int{n}_t" for s in "ui" for n in (8, 16, 32, 64)}
#: what a build that trusts no position looks at before these operators
UNSAFE = {"<<": "DUNE_SHIFT", ">>": "DUNE_SHIFT", "//": "DUNE_DIVISOR", "%": "DUNE_DIVISOR"}
#: as many games' loops a game may take in which players look ahead
LOOKS_AHEAD = 500
VALUE = {"i64": "std::int64_t", "u64": "std::uint64_t", "wide": "std::uint64_t", "bool": "bool", "none": "void"}


def struct(record: Record) -> str:
    """The record as a C++ struct whose size and offsets are asserted."""
    lines = [comment(record.doc), f"struct {record.name} {{"]
    for one in record.fields:
        dims = "".join(f"[{n}]" for n in one.shape)
        lines.append(f"    {stored_as(one.type)} {one.name}{dims};  {comment(one.doc)}")
    lines.append("};")
    lines.append(f"static_assert(sizeof({record.name}) == {record.size});")
    lines += [f"static_assert(offsetof({record.name}, {one.name}) == {one.offset});" for one in record.fields]
    return "\n".join(lines) + "\n"


def stored_as(kind: FieldType) -> str:
    """The C++ type of a field or item."""
    if isinstance(kind, SetType):
        return f"dune::Set<{kind.words}>"
    return SCALAR[kind] if isinstance(kind, str) else kind.name


def comment(text: str) -> str:
    """A line comment; a backslash at its end would swallow the next line."""
    return ("// " + " ".join(text.split())).rstrip(" \\")


def cpp_type(kind: ir.Type, pointer: bool) -> str:
    """A parameter (reference) or local (pointer) type."""
    if isinstance(kind, Record):
        return f"{kind.name}{'*' if pointer else '&'}"
    if isinstance(kind, ir.ArrayType):
        return f"DUNE_ARRAY({stored_as(kind.item)})"
    return stored_as(kind) if isinstance(kind, SetType) else VALUE[kind]


def prototype(f: ir.Function, merged: bool = False) -> str:
    params = ", ".join(f"[[maybe_unused]] {cpp_type(kind, False)} {name}" for name, kind in f.params)
    return f"[[maybe_unused]] static {'DUNE_MERGE ' * merged}{cpp_type(f.result, False)} {f.name}({params})"


class Printer:
    """Prints one kernel."""

    def __init__(self, function: ir.Function) -> None:
        self.function = function
        self.lines: list[str] = []
        self.loops = 0
        #: the label behind each loop around the statement being printed, where a plain break would not lead there
        self.ends: list[str] = []
        self.used: set[str] = set()

    def text(self) -> str:
        f = self.function
        self.lines.append(comment(f.doc or f.module))
        self.lines.append(prototype(f) + " {")
        for name, kind in f.locals.items():
            self.put(1, f"[[maybe_unused]] {cpp_type(kind, True)} {name}{{}};")
        self.block(f.body, 1)
        self.lines.append("}")
        return "\n".join(self.lines) + "\n"

    def put(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def block(self, body: tuple[ir.Stmt, ...], depth: int) -> None:
        cases = returning(body)
        if len(cases) >= LEAST:
            self.switch(cases, (), depth)
            self.block(body[len(cases) :], depth)
        elif body:
            self.statement(body[0], depth)
            self.block(body[1:], depth)

    def switch(self, cases: list[ir.If], otherwise: tuple[ir.Stmt, ...], depth: int) -> None:
        """One name against different constants: a jump table, whatever the compiler would make of a chain."""
        self.put(depth, f"switch ({self.expr(compared(cases[0])[0])}) {{")
        for one in cases:
            self.put(depth, f"case {self.expr(compared(one)[1])}: {{")
            self.block(one.body, depth + 1)
            self.put(depth + 1, "break;")
            self.put(depth, "}")
        self.put(depth, "default: {")
        self.block(otherwise, depth + 1)
        self.put(depth + 1, "break;")
        self.put(depth, "}")
        self.put(depth, "}")

    def statement(self, s: ir.Stmt, depth: int) -> None:
        match s:
            case ir.Assign(target, value):
                self.assign(target, value, depth)
            case ir.Do(call):
                self.put(depth, f"{'static_cast<void>(' if call.type != 'none' else '('}{self.expr(call)});")
            case ir.Return(value):
                self.put(depth, "return;" if value is None else f"return {self.expr(value)};")
            case ir.Jump(word):
                self.jump(word, depth)
            case ir.Check(ir.Const(0)):
                self.put(depth, f'DUNE_NEVER("{self.function.name}");')
            case ir.Check(test):
                self.put(depth, f'DUNE_CHECK("{self.function.name}", {self.expr(test)});')
            case ir.If():
                self.branch(s, depth)
            case ir.While(test, body):
                self.put(depth, f"while ({self.test(test)}) {{ DUNE_TURN;")
                self.inside(body, depth + 1)
                self.put(depth, "}")
            case ir.For():
                self.loop(s, depth)
            case ir.Each():
                self.each(s, depth)
            case ir.Clear(record):
                self.put(depth, f"dune::clear({self.place(record)});")
            case ir.Copy(into, source):
                self.put(depth, f"dune::copy({self.place(into)}, {self.place(source)});")

    def jump(self, word: str, depth: int) -> None:
        end = self.ends[-1] if word == "break" else ""
        self.used.add(end)
        self.put(depth, f"goto {end};" if end else f"{word};")

    def inside(self, body: tuple[ir.Stmt, ...], depth: int, end: str = "") -> None:
        """The body of a loop."""
        self.ends.append(end)
        self.block(body, depth)
        self.ends.pop()

    def branch(self, s: ir.If, depth: int) -> None:
        cases = exclusive(s)
        if len(cases) >= LEAST:
            self.switch(cases, cases[-1].orelse, depth)
            return
        # a chain stays flat: compilers limit how deep blocks may nest
        self.put(depth, f"if ({self.test(s.test)}) {{")
        self.block(s.body, depth + 1)
        while len(s.orelse) == 1 and isinstance(s.orelse[0], ir.If):
            s = s.orelse[0]
            self.put(depth, f"}} else if ({self.test(s.test)}) {{")
            self.block(s.body, depth + 1)
        if s.orelse:
            self.put(depth, "} else {")
            self.block(s.orelse, depth + 1)
        self.put(depth, "}")

    def test(self, e: ir.Expr) -> str:
        """A condition without the brackets of its own: clang takes a doubled pair for a mistyped assignment."""
        text = self.expr(e)
        return text[1:-1] if isinstance(e, ir.Compare | ir.Logic | ir.Unary) else text

    def assign(self, target: ir.Expr, value: ir.Expr, depth: int) -> None:
        update = set_types.update(target, value)
        if update is not None:
            self.update(target, *update, depth)
            return
        if isinstance(target, ir.Local):
            address = "&" if isinstance(target.type, Record) else ""
            self.put(depth, f"{target.name} = {address}{self.expr(value)};")
            return
        stored = self.stored(target)
        if isinstance(value, ir.Call) and not value.intrinsic:
            # the call may change what the place depends on, and compilers do not agree on which of them comes first
            self.put(depth, f"{{ const {stored} value_ = static_cast<{stored}>({self.expr(value)});")
            self.put(depth, f"  {self.place(target)} = value_; }}")
            return
        self.put(depth, f"{self.place(target)} = static_cast<{stored}>({self.expr(value)});")

    def loop(self, s: ir.For, depth: int) -> None:
        # Python keeps its own counter, so the body may use the name freely; the bounds are read once.
        self.loops += 1
        # no kernel name ends in an underscore
        at, end, test = f"at{self.loops}_", f"end{self.loops}_", "<" if s.step > 0 else ">"
        first = f"std::int64_t {at} = {self.expr(s.start)}, {end} = {self.expr(s.stop)}"
        self.put(depth, f"for ({first}; {at} {test} {end}; {at} += {s.step}) {{ DUNE_TURN;")
        self.put(depth + 1, f"{s.name} = {at};")
        self.inside(s.body, depth + 1)
        self.put(depth, "}")

    def each(self, s: ir.Each, depth: int) -> None:
        """Word by word, bit by bit; a break leaves both loops."""
        self.loops += 1
        some, rest, at, end = (f"{word}{self.loops}_" for word in ("some", "rest", "at", "end"))
        kind = s.items.type
        assert isinstance(kind, SetType)
        top = 64 * kind.words
        self.put(depth, f"{{ {stored_as(kind)} {some} = {self.expr(s.items)};")
        if kind.words > 1:
            step = f"{at} += 64, dune::shift_words({some})"
            self.put(depth, f"for (std::int64_t {at} = 0; {at} < {top}; {step}) {{")
        first = f"std::uint64_t {rest} = {some}.w[0]"
        self.put(depth, f"for ({first}; {rest} != 0; {rest} &= {rest} - 1) {{")
        self.put(depth + 1, f"{s.name} = {f'{at} + ' if kind.words > 1 else ''}dune::lowest({rest});")
        self.inside(s.body, depth + 1, end if kind.words > 1 else "")
        self.put(depth, "}" * (2 if kind.words > 1 else 1))
        self.put(depth, f"{end}:; }}" if end in self.used else "}")

    def update(self, target: ir.Expr, op: str, index: ir.Expr, test: ir.Expr | None, depth: int) -> None:
        name = {"|": "add", "-": "drop", "^": "turn"}[op] + ("_in" if set_types.in_memory(target) else "")
        more = "" if test is None else f", {self.expr(test)}"
        self.put(depth, f"dune::{name}({self.place(target)}, {self.expr(index)}{more});")

    def stored(self, e: ir.Expr) -> str:
        """The C++ type a field or item is stored as."""
        if isinstance(e, ir.Member) and isinstance(e.base.type, Record):
            return stored_as(e.base.type[e.name].type)
        assert isinstance(e, ir.Index) and isinstance(e.base.type, ir.ArrayType)
        return stored_as(e.base.type.item)

    def place(self, e: ir.Expr) -> str:
        match e:
            case ir.Member(base, name, _):
                return f"{self.place(base)}.{name}"
            case ir.Index(base, index, _):
                return f"DUNE_AT({self.place(base)}, {self.expr(index)})"
            case ir.Local(name, kind):
                is_param = any(name == p for p, _ in self.function.params)
                return name if is_param or not isinstance(kind, Record) else f"(*{name})"
            case ir.Call():
                return self.call(e)
        raise AssertionError(e)

    def expr(self, e: ir.Expr) -> str:
        match e:
            case ir.Const(value, kind):
                return constant(value, kind)
            case ir.Local():
                return self.place(e)
            case ir.Member() | ir.Index():
                plain = not isinstance(e.type, str) or self.stored(e) == VALUE[str(e.type)]
                return self.place(e) if plain else f"{VALUE[str(e.type)]}{{{self.place(e)}}}"
            case ir.Binary(op, left, right, kind):
                a, b = self.expr(left), self.expr(right)
                if op in UNSAFE and not isinstance(right, ir.Const):
                    b = f"{UNSAFE[op]}({b})"
                if op in ("//", "%") and kind == "i64":
                    return f"dune::{'floor_div' if op == '//' else 'floor_mod'}({a}, {b})"
                return f"({a} {'/' if op == '//' else op} {b})"
            case ir.Unary(op, operand, _):
                return f"({'!' if op == 'not' else op}{self.expr(operand)})"
            case ir.Compare(op, left, right):
                return f"({self.expr(left)} {op} {self.expr(right)})"
            case ir.Logic(op, parts):
                return "(" + (" && " if op == "and" else " || ").join(self.expr(p) for p in parts) + ")"
            case ir.Select(test, yes, no, _):
                return f"({self.expr(test)} ? {self.expr(yes)} : {self.expr(no)})"
            case ir.Call():
                return self.call(e)
        raise AssertionError(e)

    def call(self, e: ir.Call) -> str:
        args = [self.expr(a) for a in e.args]
        if not e.intrinsic:
            return f"{e.name}({', '.join(args)})"
        if e.name in ("u64", "i64", "int"):
            return f"static_cast<{VALUE['u64' if e.name == 'u64' else 'i64']}>({args[0]})"
        if e.name in ("only", "nothing"):
            assert isinstance(e.type, SetType)
            return f"dune::only<{e.type.words}>({args[0]})" if args else f"{stored_as(e.type)}{{}}"
        if e.name == "in":
            return f"dune::{'has_in' if set_types.in_memory(e.args[1]) else 'has'}({args[1]}, {args[0]})"
        if e.name == "word_of" and set_types.in_memory(e.args[0]):
            return f"dune::word_in({args[0]}, static_cast<std::uint64_t>({args[1]}))"
        suffix = "_of" if e.name in ("min", "max", "abs") else ""
        return f"dune::{e.name}{suffix}({', '.join(args)})"


def compared(one: ir.If) -> tuple[ir.Expr, ir.Expr]:
    """The two sides of a comparison for a jump table."""
    assert isinstance(one.test, ir.Compare)
    return one.test.left, one.test.right


def is_case(s: ir.Stmt, found: list[ir.If]) -> bool:
    """Whether a statement compares the name of the cases found with a further constant."""
    match s:
        case ir.If(ir.Compare("==", ir.Local() as left, ir.Const() as right), body, _):
            fits = all(compared(one)[0] == left and compared(one)[1] != right for one in found)
            return fits and not leaves_loop(body)
    return False


def leaves_loop(body: tuple[ir.Stmt, ...]) -> bool:
    """Whether a body may break out of a loop around it, which a jump table would take for its own end."""
    for one in body:
        match one:
            case ir.Jump("break"):
                return True
            case ir.If(_, inner, orelse) if leaves_loop(inner) or leaves_loop(orelse):
                return True
    return False


def returning(body: tuple[ir.Stmt, ...]) -> list[ir.If]:
    """The cases that a body begins with, each of which returns."""
    found: list[ir.If] = []
    for one in body:
        if not isinstance(one, ir.If) or not is_case(one, found):
            break
        if one.orelse or not isinstance(one.body[-1], ir.Return):
            break
        found.append(one)
    return found


def exclusive(s: ir.If) -> list[ir.If]:
    """The cases of a chain of else; the last one's own else belongs to all."""
    found: list[ir.If] = []
    rest: tuple[ir.Stmt, ...] = (s,)
    while len(rest) == 1 and isinstance(rest[0], ir.If) and is_case(rest[0], found):
        found.append(rest[0])
        rest = rest[0].orelse
    return found if not leaves_loop(rest) else []


def constant(value: int, kind: ir.Type) -> str:
    if kind == "bool":
        return "true" if value else "false"
    if kind in ("u64", "wide"):
        return f"UINT64_C({value})"
    if value == -(1 << 63):
        return "INT64_MIN"
    return f"INT64_C({value})" if value >= 0 else f"(-INT64_C({-value}))"


def emit(one: Program) -> str:
    """The whole program as one translation unit with the entry that the bindings call."""
    return kernels(one) + entry(one)


def kernels(one: Program) -> str:
    """Records and kernels in a namespace of their own."""
    parts = [f"// Generated from the kernels of {one.name}; do not edit."]
    parts += ["#include <cstddef>", '#include "dune/runtime.h"', ""]
    parts += [f"namespace dune::{one.name} {{", "namespace {", ""]
    parts += [struct(record) for record in one.records.values()]
    merged = in_the_loop(one.functions)
    parts += [prototype(f, f.name in merged) + ";" for f in one.functions.values()]
    parts += ["", *(Printer(f).text() for f in one.functions.values())]
    parts += ["}  // namespace", f"}}  // namespace dune::{one.name}", ""]
    return "\n".join(parts)


def entry(one: Program) -> str:
    names = [("calls", "Call"), ("tables", "Tables"), ("states", "State"), ("pilots", "Pilot")]
    casts = ", ".join(f"static_cast<{one.name}::{record}*>({name})" for name, record in names)
    head = (
        f"std::int64_t DUNE_ENTRY(enter_{one.name})(void* calls, void* tables, void* states, void* pilots, "
        "std::int64_t* moves, std::int64_t* out)"
    )
    games = f"static_cast<{one.name}::Call*>(calls)->count"
    if one.name.endswith("_players"):
        games = f"INT64_C({LOOKS_AHEAD}) * (1 + {games})"
    return (
        f"namespace dune {{\n{head};\n{head} {{\n"
        f"    DUNE_BEGIN({games});\n"
        f"    return {one.name}::enter({casts}, moves, out);\n}}\n}}  // namespace dune\n"
    )


def games_header(programs: list[Program]) -> str:
    """What the bindings list: name, source hash and entries of every game, those that were built."""
    lines = ["// Generated; do not edit.", "#pragma once", "#include <cstdint>", "namespace dune {"]
    signature = "(void*, void*, void*, void*, std::int64_t*, std::int64_t*)"
    # the build reads the names of the games off the lines that are not indented
    lines += [f"std::int64_t enter_{one.name}{signature};" for one in programs]
    lines.append(f"using Enter = std::int64_t (*){signature};")
    for build in ("fast", "guarded"):
        entry = f"DUNE_{build.upper()}_ENTRY(name)"
        lines.append(f"#ifdef DUNE_HAS_{build.upper()}")
        lines += [f"    std::int64_t enter_{one.name}_{build}{signature};" for one in programs]
        lines += [f"#define {entry} name##_{build}", "#else", f"#define {entry} nullptr", "#endif"]
    lines.append("struct Game { const char* name; const char* source_hash; Enter enter; Enter fast; Enter guarded; };")
    lines.append("inline constexpr Game games[] = {")
    for one in programs:
        entries = f"enter_{one.name}, DUNE_FAST_ENTRY(enter_{one.name}), DUNE_GUARDED_ENTRY(enter_{one.name})"
        lines.append(f'    {{"{one.name}", "{one.source_hash}", {entries}}},')
    lines += ["};", "}  // namespace dune", ""]
    return "\n".join(lines)


def main(out: str) -> None:
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    programs = [program(name) for name in PROGRAMS]
    for one in programs:
        write(folder / f"rules_{one.name}.cpp", emit(one))
    write(folder / "games.h", games_header(programs))


def write(file: Path, text: str) -> None:
    """Leave an unchanged file alone, so that the build does not compile it again."""
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python core/emit_cpp.py OUT_DIR")
    try:
        main(sys.argv[1])
    except SyntaxError as wrong:
        sys.exit(f"error: {wrong.filename}:{wrong.lineno}: {wrong.msg}")
    except KernelError as wrong:
        sys.exit(f"error: {wrong}")
