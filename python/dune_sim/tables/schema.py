"""Building blocks of the content models: records, references to other records, tables, game specs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationInfo
from pydantic_core import PydanticCustomError

Confidence = Literal["high", "medium", "low"]


class Fact(BaseModel):
    """A frozen part of a record; it refuses unknown keys and never converts a type."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Record(Fact):
    """One reviewed fact: what it is, where it was read and how sure we are."""

    id: str
    source: str
    confidence: Confidence
    confidence_detail: Mapping[str, Confidence] = {}
    note: str = ""
    overlay: str = ""


RecordT = TypeVar("RecordT", bound=Record)


class Table(tuple[RecordT, ...], Generic[RecordT]):
    """The records of one table in file order; also found by id."""

    __slots__ = ()

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(record.id for record in self)

    def get(self, record_id: str) -> RecordT:
        for record in self:
            if record.id == record_id:
                return record
        raise KeyError(record_id)


@dataclass(frozen=True)
class TableSpec:
    """How one table is validated.

    Attributes
    ----------
    model
        The record model.
    count
        Number of records of the shipped content; None where it does not matter.
    fixed
        True where the rules fix the count, so that an overlay may not change it either.
    """

    model: type[Record]
    count: int | None = None
    fixed: bool = False


@dataclass(frozen=True)
class Problem:
    """One thing wrong with a record ("" as id: with the table as a whole)."""

    table: str
    record: str
    message: str


@dataclass(frozen=True)
class GameSpec:
    """The tables of one game, the class that holds them, and the checks across tables.

    ``root`` takes one keyword per table. ``check(content, shipped)`` yields problems that no single record
    shows; ``shipped`` is False when an overlay may have changed the counts that players may change.
    """

    tables: Mapping[str, TableSpec]
    root: Callable[..., Any]
    check: Callable[[Any, bool], Iterable[Problem]]


def ref(*tables: str) -> AfterValidator:
    """Mark a string as the id of a record in one of the tables.

    Use as ``AreaId = Annotated[str, ref("areas")]``; the loader hands the known ids over as validation context.
    """

    def check(value: str, info: ValidationInfo) -> str:
        if info.context is None or any(value in info.context[table] for table in tables):
            return value
        raise PydanticCustomError("dangling", "dangling reference", {"tables": tables, "value": value})

    return AfterValidator(check)
