"""The rule ledgers are readable, and every implemented rule has a test."""

import textwrap
from pathlib import Path

import pytest

import rule_ledger as ledger
from dune_sim.errors import ContentError, DuneSimError

ROOT = Path(__file__).parents[2]
RULES = ROOT / "docs" / "rules"


@pytest.fixture(scope="module")
def ledgers() -> list[ledger.Ledger]:
    return ledger.load(RULES)


def test_ledgers_status_and_tests_agree(ledgers: list[ledger.Ledger]) -> None:
    assert ledger.problems(ledgers, ledger.marked_ids(ROOT / "tests")) == []


def test_every_ledger_file_is_in_the_status_file(ledgers: list[ledger.Ledger]) -> None:
    with_rules = {path.stem for path in RULES.glob("*.md") if ledger.parse(path)}
    assert with_rules == {one.game for one in ledgers}


def test_ids_ascend_within_a_section(ledgers: list[ledger.Ledger]) -> None:
    for one in ledgers:
        by_section: dict[str, list[str]] = {}
        for rule in one.rules:
            by_section.setdefault(rule.section, []).append(rule.id)
        for ids in by_section.values():
            assert ids == sorted(ids, key=lambda one: (one.rpartition("-")[0], int(one.rpartition("-")[2])))


# --- the machinery itself ---------------------------------------------------------------------------------


def write_tests(tmp_path: Path, source: str) -> Path:
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_it.py").write_text(textwrap.dedent(source), encoding="utf-8")
    return tests


def one_ledger(*ids: str, implemented: tuple[str, ...] = ()) -> list[ledger.Ledger]:
    rules = tuple(ledger.Rule(rule_id, rule_id[:-3], "text", "p1") for rule_id in ids)
    return [ledger.Ledger("arrakis", rules, implemented)]


def test_marks_are_found_on_functions_classes_modules_and_parameters(tmp_path: Path) -> None:
    tests = write_tests(
        tmp_path,
        """
        import pytest
        from pytest import mark
        pytestmark = [pytest.mark.slow, pytest.mark.rule("A-01")]

        @pytest.mark.rule("A-02", "A-03")
        def test_plain(): ...

        @pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.rule("A-04"))])
        def test_parameter(n): ...

        @mark.rule("A-05")
        class TestGroup:
            pytestmark = mark.rule("A-06")
            async def test_inside(self): ...
    """,
    )
    inside, plain = "tests/test_it.py::TestGroup::test_inside", "tests/test_it.py::test_plain"
    parameter = "tests/test_it.py::test_parameter"
    assert ledger.marked_ids(tests) == {
        "A-01": [plain, parameter, inside],
        "A-02": [plain],
        "A-03": [plain],
        "A-04": [parameter],
        "A-05": [inside],
        "A-06": [inside],
    }


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            "IDS = ('A-01',)\n@pytest.mark.rule(*IDS)\ndef test_it(): ...",
            "tests/test_it.py:2: write rule ids as plain",
        ),
        ("@pytest.mark.rule()\ndef test_it(): ...", "tests/test_it.py:1: a rule marker takes one or more"),
        (
            "@pytest.mark.rule('A-01')\ndef helper(): ...",
            "tests/test_it.py:1: this rule marker is on no test",
        ),
        (
            "alias = pytest.mark.rule('A-01')\n@alias\ndef test_it(): ...",
            "tests/test_it.py:1: this rule marker",
        ),
    ],
)
def test_a_marker_that_cannot_be_read_is_refused(tmp_path: Path, source: str, message: str) -> None:
    with pytest.raises(ContentError, match=message):
        ledger.marked_ids(write_tests(tmp_path, source))


def test_what_is_wrong_is_said() -> None:
    two = one_ledger("A-01", "A-02", "B-01", implemented=("A", "C"))
    assert ledger.problems(two, {"A-01": ["t::a", "t::a"], "B-01": ["t::b"], "Z-09": ["t::z"]}) == [
        "status.toml lists C for arrakis, which is no rule or section of it",
        "A-02 is listed as implemented but no test of the game names it",
        "t::a names A-01 twice",
        "t::z names Z-09, which is in no ledger",
    ]
    assert ledger.problems(one_ledger("A-01", "A-01"), {}) == ["A-01 appears twice in the ledgers"]
    dangling = ledger.Rule("A-01", "A", "as in A-07", "p1")
    assert ledger.problems([ledger.Ledger("arrakis", (dangling,), ())], {}) == ["A-01 refers to A-07, which is no rule"]


def test_the_naive_oracle_alone_does_not_hold_a_rule() -> None:
    implemented = one_ledger("A-01", implemented=("A",))
    oracle, kernel = "tests/naive/test_naive_battle.py::test_dice", "tests/battle/test_dice.py::test_dice"
    assert len(ledger.problems(implemented, {"A-01": [oracle]})) == 1
    assert ledger.problems(implemented, {"A-01": [oracle, kernel]}) == []


def test_a_planned_rule_may_have_a_test_already() -> None:
    assert ledger.problems(one_ledger("A-01"), {"A-01": ["t::a"]}) == []


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("| A-01 | text |", "book.md:5: a ledger line has the three cells"),
        ("| A1 | text | p1 |", "book.md:5: 'A1' is not a rule id"),
        ("| A-01 | | p1 |", "book.md:5: A-01 says nothing"),
        ("| B-01 | text | p1 |", "book.md:5: B-01 stands in section 'A'"),
    ],
)
def test_a_broken_ledger_line_is_refused(tmp_path: Path, line: str, message: str) -> None:
    book = tmp_path / "book.md"
    book.write_text(f"# Book\n## A: battles\n| id | rule | see |\n|---|---|---|\n{line}\n", encoding="utf-8")
    with pytest.raises(ContentError, match=message):
        ledger.parse(book)


def test_other_tables_and_later_modules(tmp_path: Path) -> None:
    book = tmp_path / "book.md"
    book.write_text(
        "## A: battles\n| word | id |\n|---|---|\n| x | y |\n\n| id | rule | see |\n|---|---|---|\n"
        "| A-01 | one \\| two | p1 |\n## Later modules\n| id | rule | see |\n|---|---|---|\n| A-02 | text | |\n",
        encoding="utf-8",
    )
    assert ledger.parse(book) == [
        ledger.Rule("A-01", "A", "one \\| two", "p1"),
        ledger.Rule("A-02", ledger.LATER_SECTION, "text", ""),
    ]


def test_coverage_is_written_from_ledger_and_tests(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = tmp_path / "docs" / "rules"
    rules.mkdir(parents=True)
    (rules / "status.toml").write_text('[book]\nimplemented = ["A-01"]\n', encoding="utf-8")
    (rules / "book.md").write_text(
        "## A\n| id | rule | see |\n|---|---|---|\n| A-01 | x | |\n| A-02 | y | |\n", encoding="utf-8"
    )
    write_tests(tmp_path, '@pytest.mark.rule("A-01")\ndef test_one(): ...\n')
    assert ledger.main([str(tmp_path)]) == 0
    written = (rules / "coverage.md").read_text(encoding="utf-8")
    assert "| A-01 | implemented | `tests/test_it.py::test_one` |" in written
    assert "| A-02 | planned |  |" in written
    (tmp_path / "tests" / "test_it.py").write_text("", encoding="utf-8")
    assert ledger.main([str(tmp_path)]) == 1
    assert "A-01 is listed as implemented but no test of the game names it" in capsys.readouterr().err


def test_a_missing_or_broken_status_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(DuneSimError, match=r"status\.toml is missing"):
        ledger.load(tmp_path)
    for status, message in [
        ("[arrakis", "status.toml: "),
        ("[arrakis]\nimplemented = 3", "needs a list 'implemented'"),
        ("[arrakis]\nimplemented = []", "arrakis.md is missing"),
    ]:
        (tmp_path / "status.toml").write_text(status, encoding="utf-8")
        with pytest.raises(DuneSimError, match=message):
            ledger.load(tmp_path)
