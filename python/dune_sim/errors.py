"""What users may see when something is wrong: one sentence, no traceback."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager


class DuneSimError(ValueError):
    """Base of every error that dune_sim raises on purpose."""


class ContentError(DuneSimError):
    """A content file or overlay is wrong; the message names the file and the record."""


@contextmanager
def naming(table: str, record: str) -> Iterator[None]:
    """What is wrong in here is wrong with that record."""
    try:
        yield
    except ContentError as error:
        raise ContentError(f'{table} "{record}": {error}') from None


class UsageError(DuneSimError):
    """An argument or option is wrong."""


class EngineError(DuneSimError):
    """An engine is unknown or not installed; the message names the command that installs it."""


class KernelError(DuneSimError):
    """A kernel steps outside the typed subset; the message names file, line and what to write instead."""


#: characters of a message about a position: whatever it quotes, it stays one readable sentence
LONGEST = 400


class ScenarioError(DuneSimError):
    """A scenario describes a position that cannot arise; the message says why."""

    def __init__(self, text: str) -> None:
        said = "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)
        super().__init__(said if len(said) <= LONGEST else f"{said[: LONGEST - 100]} … {said[-97:]}")


class SavedError(ScenarioError):
    """A pickle or a saved position is damaged, or belongs to other rules or content."""


class UnsoundError(ScenarioError):
    """A saved turn holds numbers that no game reaches, and playing on has come upon them."""

    def __init__(self, where: str) -> None:
        super().__init__(
            f"this position was changed where no game could have brought it, and cannot be used further ({where}); "
            "without its keys running and saved the phase begins anew"
        )
        self.where = where

    def __reduce__(self) -> tuple[type[UnsoundError], tuple[str]]:
        return (type(self), (self.where,))


class ThreadsError(DuneSimError):
    """Two threads use one state at the same time."""

    def __init__(self) -> None:
        super().__init__("another thread is using this state; give each thread a copy of its own: state.copy()")

    def __reduce__(self) -> tuple[type[ThreadsError], tuple[()]]:
        return (type(self), ())


class IllegalActionError(DuneSimError):
    """The action is not legal in this state; the state is unchanged."""

    def __init__(self, action: int, legal: Sequence[str], where: str = "here") -> None:
        self.action, self.legal, self.where = action, list(legal), where
        shown = ", ".join(legal[:12]) + (f", … ({len(legal)} in all)" if len(legal) > 12 else "")
        super().__init__(f"action {action!r} is not legal {where}; legal: {shown or 'none, the game is over'}")

    def __reduce__(self) -> tuple[type[IllegalActionError], tuple[int, list[str], str]]:
        # an error of a worker process must reach the one that waits for it
        return (type(self), (self.action, self.legal, self.where))
