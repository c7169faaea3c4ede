"""Content out of the cache is the content of the files, and what is damaged or strange there is made again."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from threading import Thread

import pytest

from dune_sim.content import content_hash, kept, load_content, loader
from dune_sim.content.validation import validate


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DUNE_SIM_CACHE", str(tmp_path / "cache"))
    forget(monkeypatch)
    return tmp_path / "cache"


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a new process has at hand: nothing."""
    monkeypatch.setattr(kept, "_at_hand", {})


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """One entry for every time that content is checked."""
    times: list[int] = []

    def counting(*given: object, **more: object) -> object:
        times.append(1)
        return validate(*given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr("dune_sim.content.validation.validate", counting)
    return times


@pytest.mark.parametrize("game", ["arrakis", "imperium"])
def test_kept_content_is_the_content(
    game: str, cache: Path, checked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = load_content(game)
    assert load_content(game) is made and len(checked) == 1
    forget(monkeypatch)
    again = load_content(game)
    assert again is not made and again == made and content_hash(again) == content_hash(made)
    assert len(checked) == 1 and len(list(cache.iterdir())) == 1


def test_threads_take_the_same_content(cache: Path) -> None:
    found: list[object] = []
    threads = [Thread(target=lambda: found.append(load_content("imperium"))) for _ in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(found) == 8 and len(set(map(id, found))) == 1


class Foreign:
    """What somebody else might put into the cache."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (eval, ("open('owned', 'w')",))


def sealed(body: bytes) -> bytes:
    return sha256(body).digest() + body


@pytest.mark.parametrize(
    "damage",
    [
        lambda block: b"",
        lambda block: block[:-1],
        lambda block: block[:100] + bytes([block[100] ^ 1]) + block[101:],
        lambda block: sealed(b"no pickle"),
        lambda block: sealed(pickle.dumps(Foreign())),
        lambda block: sealed(b"cdune_sim.files\nread_text\n."),
        lambda block: sealed(b"cdune_sim.content.loader\nload_content\n."),
    ],
)
def test_a_damaged_file_is_made_again(
    damage: object, cache: Path, checked: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    made = load_content("arrakis")
    (file,) = cache.iterdir()
    whole = file.read_bytes()
    file.write_bytes(damage(whole))  # type: ignore[operator]
    forget(monkeypatch)
    assert load_content("arrakis") == made and len(checked) == 2
    assert not (tmp_path / "owned").exists()
    forget(monkeypatch)
    assert load_content("arrakis") == made and len(checked) == 2, "the file was not written again"


def test_a_cache_that_cannot_be_written_is_done_without(
    cache: Path, checked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.write_text("no folder", encoding="utf-8")
    made = load_content("arrakis")
    forget(monkeypatch)
    assert load_content("arrakis") == made and len(checked) == 2
    forget(monkeypatch)
    monkeypatch.delenv("DUNE_SIM_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert load_content("arrakis") == made and len(checked) == 3


def homeless() -> Path:
    raise RuntimeError("Could not determine home directory.")


def test_other_texts_or_other_code_have_another_name(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {"arrakis/areas.toml": "a = 1"}
    names = [loader._fingerprint("arrakis", texts), loader._fingerprint("imperium", texts)]
    names.append(loader._fingerprint("arrakis", {"arrakis/areas.toml": "a = 2"}))
    monkeypatch.setattr(loader, "fingerprint", lambda modules: "other code")
    names.append(loader._fingerprint("arrakis", texts))
    monkeypatch.setattr("pydantic.VERSION", "other")
    names.append(loader._fingerprint("arrakis", texts))
    assert len(set(names)) == 5


def test_overlays_are_never_kept(cache: Path, checked: list[int], tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[[leaders]]\nid = "paul_atreides"\nname = "Paul"\n', encoding="utf-8")
    assert load_content("imperium", [file]).leaders.get("paul_atreides").name == "Paul"
    assert len(checked) == 1 and not cache.exists()
