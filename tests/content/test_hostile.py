"""Overlays that mean harm: one sentence that any terminal can show, whatever they hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from dune_sim.content import load_content
from dune_sim.content.reading import DEEPEST, parse
from dune_sim.errors import ContentError

CARD = '[[planning_cards]]\nid = "thumpers"\n'
THUMPERS = 'my.toml: planning_cards "thumpers": '
DEEP = f"lie more than {DEEPEST} deep inside each other"
CHOICE = ('[{do="choose",options=[', '[{do="draw",n=1}],[{do="draw",n=2}]', "]}]")

HARM = {
    "lists": ("a = " + "[" * 5000 + "]" * 5000, DEEP),
    "tables": (CARD + "value = " + "{a=" * 3000 + "1" + "}" * 3000, DEEP),
    "dotted keys": (CARD + ".".join(["a"] * 5000) + " = 1", DEEP),
    "dotted heading": ("[" + ".".join(["a"] * 5000) + "]\nx = 1", DEEP),
    "lists that can be read": (CARD + "effect = " + "[" * 200 + "]" * 200, DEEP),
    "choices in choices": (CARD + "effect = " + CHOICE[0] * 60 + CHOICE[1] + CHOICE[2] * 60, DEEP),
    "name": (CARD + 'name = "Thu\\u001b[31mmpers"', THUMPERS + '"name" holds the control character U+001B'),
    "line end": (CARD + 'name = "a\\nb"', THUMPERS + '"name" holds the control character U+000A'),
    "direction": (CARD + 'name = "a\\u202eb"', THUMPERS + '"name" holds the control character U+202E'),
    "C1": (CARD + 'name = "a\\u009bb"', THUMPERS + '"name" holds the control character U+009B'),
    "note": (CARD + 'note = "a\\u0007b"', THUMPERS + '"note" holds the control character U+0007'),
    "id": ('[[planning_cards]]\nid = "thu\\u001b[31m"\n', '"thuU+001B[31m": "id" holds the control character U+001B'),
    "key": (CARD + '"a\\u001bb" = 1', THUMPERS + "a key holds the control character U+001B"),
    "table": ('[["a\\u001bb"]]\nid = "x"\n', "my.toml: a key holds the control character U+001B"),
    "inside": (CARD + 'effect = [{ do = "dr\\u001baw" }]', THUMPERS + '"do" holds the control character U+001B'),
    "digits": (CARD + "copies = " + "9" * 5000, "a number has too many digits"),
    "number": (CARD + "copies = " + "9" * 400, THUMPERS + '"copies" is a number that no game can hold'),
    "long id": (f'[[planning_cards]]\nid = "{"x" * 5000}"\n', '"id" is a text of 5000 signs; it can have at most 100'),
    "long name": (CARD + f'name = "{"x" * 50_000}"', '"name" is a text of 50000 signs'),
    "bytes": ("\0", "not valid TOML"),
    "default key": ('[defaults]\nsorce = "x"', '[defaults] may hold only source and confidence, not "sorce", did'),
    "default word": (
        '[defaults]\nconfidence = "hgih"\n',
        '[defaults]: "confidence" is "hgih" but must be one of "high", "medium", "low", did you mean "high"?',
    ),
    "default kind": ("[defaults]\nsource = 3\n", '[defaults]: "source" must be text'),
    "no defaults": ("defaults = 3", "[defaults] may hold only source and confidence"),
}


@pytest.mark.parametrize("case", HARM)
@pytest.mark.parametrize("game", ["arrakis", "imperium"])
def test_a_hostile_overlay_is_one_sentence(case: str, game: str, tmp_path: Path) -> None:
    text, said = HARM[case]
    (tmp_path / "my.toml").write_text(text)
    with pytest.raises(ContentError) as caught:
        load_content(game, [tmp_path / "my.toml"])
    told = str(caught.value)
    assert said in told and told.isprintable() and len(told) < 600


def test_a_wrong_word_in_defaults_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text(HARM["default word"][0] + (CARD + "copies = 2\n") + CARD.replace("thump", "h"))
    with pytest.raises(ContentError) as caught:
        load_content("arrakis", [tmp_path / "my.toml"])
    assert str(caught.value).count("hgih") == 1


def test_notes_may_have_lines_and_names_any_letters() -> None:
    text = CARD + 'name = "Thümpers – ☃ ש"\nnote = "one\\ntwo"\n'
    assert parse("my.toml", text)["planning_cards"][0]["note"] == "one\ntwo"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ({"lady_jessica": "lady_jessica"}, "lady_jessica replaces lady_jessica"),
        ({"beast_rabban": "feyd_rautha"}, "beast_rabban replaces feyd_rautha replaces beast_rabban"),
    ],
)
def test_leaders_who_replace_each_other_are_refused(text: dict[str, str], said: str, tmp_path: Path) -> None:
    content = load_content("arrakis")
    assert content.leaders.get("feyd_rautha").replaces == "beast_rabban"
    lines = "".join(f'[[leaders]]\nid = "{one}"\nreplaces = "{other}"\n' for one, other in text.items())
    (tmp_path / "my.toml").write_text(lines)
    with pytest.raises(ContentError) as caught:
        load_content("arrakis", [tmp_path / "my.toml"])
    assert f'"replaces" goes round in a circle: {said}' in str(caught.value) and "\n" not in str(caught.value)
