"""The rule ledgers: which rules there are, which are implemented, which tests hold them.

Ledgers are the tables ``| id | rule | see |`` in ``docs/rules/<game>.md``; tests name ids with
``@pytest.mark.rule("ARR-BATTLE-09")``. Tests are read as text, never imported, so the answer does not
depend on which part of the suite runs.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from dune_sim.errors import ContentError, DuneSimError, UsageError

LATER_SECTION = "Later modules"

_ID = re.compile(r"(?:\d?[A-Z]+-)+\d{2,3}")
_HEADING = re.compile(r"^## +([^:—]+)")
_CELL_BORDER = re.compile(r"(?<!\\)\|")
_TABLE_HEAD = ["id", "rule", "see"]
_ORACLE_TESTS = "tests/naive/"

_TestFunction = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of a ledger."""

    id: str
    section: str
    text: str
    see: str

    @property
    def prefix(self) -> str:
        """The id without its number, which is also the name of its section."""
        return self.id.rpartition("-")[0]

    @property
    def references(self) -> list[str]:
        """Other rule ids that this line names."""
        return [found for found in _ID.findall(f"{self.text} {self.see}") if found != self.id]


@dataclass(frozen=True, slots=True)
class Ledger:
    """The rules of one game and the part of them that is implemented today."""

    game: str
    rules: tuple[Rule, ...]
    implemented: tuple[str, ...]

    def is_implemented(self, rule: Rule) -> bool:
        """Whether the status file lists the rule itself or its whole section."""
        return rule.id in self.implemented or rule.section in self.implemented


def parse(path: Path) -> list[Rule]:
    """Read the rules of one ledger in file order.

    Parameters
    ----------
    path
        A markdown file with one ``| id | rule | see |`` table per ``##`` section.
    """
    rules: list[Rule] = []
    section, in_table = "", False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        heading = _HEADING.match(line)
        if heading:
            section = heading.group(1).strip()
        if not line.startswith("|"):
            in_table = False
            continue
        cells = [cell.strip() for cell in _CELL_BORDER.split(line)[1:-1]]
        if cells == _TABLE_HEAD:
            in_table = True
        elif in_table and not set("".join(cells)) <= set("-:"):
            rules.append(_rule(cells, section, f"{path.name}:{number}"))
    return rules


def _rule(cells: list[str], section: str, where: str) -> Rule:
    if len(cells) != len(_TABLE_HEAD):
        raise ContentError(f"{where}: a ledger line has the three cells id, rule and see, this one has {len(cells)}")
    rule = Rule(cells[0], section, cells[1], cells[2])
    if not _ID.fullmatch(rule.id):
        raise ContentError(f"{where}: {rule.id!r} is not a rule id such as ARR-BATTLE-09")
    if not rule.text:
        raise ContentError(f"{where}: {rule.id} says nothing")
    if section not in (rule.prefix, LATER_SECTION):
        raise ContentError(f"{where}: {rule.id} stands in section {section!r}")
    return rule


def load(rules_dir: Path) -> list[Ledger]:
    """Read ``status.toml`` and every ledger that it names."""
    status_path = rules_dir / "status.toml"
    try:
        status = tomllib.loads(status_path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UsageError(f"there is no rule ledger in {rules_dir}: status.toml is missing") from None
    except tomllib.TOMLDecodeError as error:
        raise ContentError(f"{status_path.name}: {error}") from None
    return [_ledger(rules_dir / f"{game}.md", entry) for game, entry in status.items()]


def _ledger(path: Path, entry: object) -> Ledger:
    implemented = entry.get("implemented") if isinstance(entry, dict) else None
    if not isinstance(implemented, list):
        raise ContentError(f"status.toml: [{path.stem}] needs a list 'implemented' of sections or rule ids")
    if not path.is_file():
        raise ContentError(f"status.toml: [{path.stem}] has no ledger, {path.name} is missing")
    return Ledger(path.stem, tuple(parse(path)), tuple(implemented))


def marked_ids(tests_dir: Path) -> dict[str, list[str]]:
    """Find which tests name which rule ids, without importing or collecting anything.

    Returns
    -------
    dict
        Rule id to the pytest node names of its tests, in file order.
    """
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(tests_dir.rglob("*.py")):
        name = path.relative_to(tests_dir.parent).as_posix()
        for rule_id, node in _marks_of_module(ast.parse(path.read_text(encoding="utf-8")), name):
            found[rule_id].append(node)
    return dict(found)


def _marks_of_module(module: ast.Module, name: str) -> Iterator[tuple[str, str]]:
    bound: set[ast.Call] = set()
    for node, calls in _tests_of_scope(module.body, name, []):
        bound.update(calls)
        for call in calls:
            for rule_id in _literal_ids(call, name):
                yield rule_id, node
    for stray in _rule_calls([module]):
        if stray not in bound:
            raise ContentError(
                f"{name}:{stray.lineno}: this rule marker is on no test; "
                "write it as a decorator of a test or as pytestmark, not through a variable"
            )


def _tests_of_scope(
    body: list[ast.stmt], scope: str, inherited: list[ast.Call]
) -> Iterator[tuple[str, list[ast.Call]]]:
    marks = inherited + _rule_calls(statement for statement in body if _assigns_pytestmark(statement))
    for statement in body:
        if isinstance(statement, _TestFunction) and statement.name.startswith("test"):
            yield f"{scope}::{statement.name}", marks + _rule_calls(statement.decorator_list)
        elif isinstance(statement, ast.ClassDef) and statement.name.startswith("Test"):
            own = marks + _rule_calls(statement.decorator_list)
            yield from _tests_of_scope(statement.body, f"{scope}::{statement.name}", own)


def _assigns_pytestmark(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    else:
        return False
    return any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in targets)


def _rule_calls(nodes: Iterable[ast.AST]) -> list[ast.Call]:
    return [
        call
        for node in nodes
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and f".{ast.unparse(call.func)}".endswith(".mark.rule")
    ]


def _literal_ids(call: ast.Call, name: str) -> Iterator[str]:
    if call.keywords or not call.args:
        raise ContentError(f"{name}:{call.lineno}: a rule marker takes one or more rule ids and nothing else")
    for argument in call.args:
        if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
            raise ContentError(f"{name}:{argument.lineno}: write rule ids as plain strings, so that they can be found")
        yield argument.value


def problems(ledgers: Iterable[Ledger], marked: dict[str, list[str]]) -> list[str]:
    """Say in one sentence each what is wrong between ledgers, status file and tests."""
    ledgers = list(ledgers)
    rules = [rule for ledger in ledgers for rule in ledger.rules]
    known = {rule.id for rule in rules}
    said = [f"{rule.id} appears twice in the ledgers" for rule in _repeated(rules)]
    said += [f"{rule.id} refers to {other}, which is no rule" for rule in rules for other in _unknown(rule, known)]
    for ledger in ledgers:
        names = {rule.id for rule in ledger.rules} | {rule.section for rule in ledger.rules}
        said += [
            f"status.toml lists {item} for {ledger.game}, which is no rule or section of it"
            for item in ledger.implemented
            if item not in names
        ]
        said += [
            f"{rule.id} is listed as implemented but no test of the game names it"
            for rule in ledger.rules
            if ledger.is_implemented(rule) and not _tests_of_the_game(marked.get(rule.id, []))
        ]
    for rule_id, nodes in marked.items():
        if rule_id not in known:
            said.append(f"{nodes[0]} names {rule_id}, which is in no ledger")
        said += [f"{node} names {rule_id} twice" for node in dict.fromkeys(nodes) if nodes.count(node) > 1]
    return said


def _repeated(rules: list[Rule]) -> list[Rule]:
    seen: set[str] = set()
    return [rule for rule in rules if rule.id in seen or seen.add(rule.id)]  # type: ignore[func-returns-value]


def _tests_of_the_game(nodes: list[str]) -> list[str]:
    # The naive oracle's own tests show that the oracle is right; they say nothing about the kernels.
    return [node for node in nodes if not node.startswith(_ORACLE_TESTS)]


def _unknown(rule: Rule, known: set[str]) -> list[str]:
    return [other for other in dict.fromkeys(rule.references) if other not in known]


def coverage_table(ledgers: Iterable[Ledger], marked: dict[str, list[str]]) -> str:
    """Write the table rule → tests as markdown."""
    lines = ["# Rules and their tests", "", "Generated by `python tools/rule_ledger.py`; do not edit.", ""]
    for ledger in ledgers:
        tested = sum(rule.id in marked for rule in ledger.rules)
        done = sum(ledger.is_implemented(rule) for rule in ledger.rules)
        lines += [f"## {ledger.game}", ""]
        lines += [f"{len(ledger.rules)} rules, {done} implemented, {tested} with a test.", ""]
        lines += ["| rule | status | tests |", "|---|---|---|"]
        for rule in ledger.rules:
            status = "implemented" if ledger.is_implemented(rule) else "planned"
            tests = "<br>".join(f"`{node}`" for node in marked.get(rule.id, []))
            lines.append(f"| {rule.id} | {status} | {tests} |")
        lines.append("")
    return "\n".join(lines)


def write_coverage(root: Path) -> Path:
    """Write ``docs/rules/coverage.md`` of the checkout at ``root`` and return its path."""
    rules_dir = root / "docs" / "rules"
    table = coverage_table(load(rules_dir), marked_ids(root / "tests"))
    path = rules_dir / "coverage.md"
    path.write_text(table, encoding="utf-8")
    return path


def main(arguments: list[str]) -> int:
    """Write the coverage table and print what is wrong; 0 if nothing is."""
    root = Path(arguments[0]) if arguments else Path.cwd()
    try:
        path = write_coverage(root)
        wrong = problems(load(root / "docs" / "rules"), marked_ids(root / "tests"))
    except DuneSimError as error:
        print(error, file=sys.stderr)
        return 2
    print(f"wrote {path}")
    for sentence in wrong:
        print(sentence, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
