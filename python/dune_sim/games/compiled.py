"""Content and options as the kernels and the words of a game need them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from dune_sim.engines.memory import Records
from dune_sim.lang.declare import Subjects


class Named(Protocol):
    """What the names of every game can tell."""

    @property
    def subjects(self) -> Subjects:
        """The names, by number, of all that actions and columns count."""


NamesT = TypeVar("NamesT", bound=Named)


@dataclass(frozen=True)
class Compiled(Generic[NamesT]):
    """A game made ready to be played: one Tables record, and the names behind every number in it."""

    tables: Records
    names: NamesT
