"""Building blocks of the content models: records, references to other records, tables, game specs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from threading import RLock
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    ValidationInfo,
    model_validator,
)
from pydantic_core import PydanticCustomError

Confidence = Literal["high", "medium", "low"]
Count = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(ge=1)]

_building = RLock()
_SURENESS = {"low": 0, "medium": 1, "high": 2}


def wrong(message: str) -> PydanticCustomError:
    """Return the error to raise from a validator; the message follows the name of the record."""
    return PydanticCustomError("wrong", "{message}", {"message": message})


class Fact(BaseModel):
    """A frozen part of a record; it refuses unknown keys and never converts a type.

    Its validator is built when it is first needed: content out of the cache needs none.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)

    @classmethod
    def model_rebuild(cls, **given: Any) -> bool | None:
        """Build the validator, one thread at a time: not every version of pydantic sees to that itself."""
        with _building:
            return super().model_rebuild(**given)


def _pairs(value: Any) -> Any:
    return tuple(value.items()) if isinstance(value, dict) else value


class Record(Fact):
    """One reviewed fact: what it is, where it was read and how sure we are.

    ``confidence`` is that of the least certain field; ``confidence_detail`` says it field by field.
    ``overlay`` is the name of the overlay file that changed or added the record, else empty.
    """

    id: Annotated[str, Field(min_length=1)]
    source: Annotated[str, Field(min_length=1)]
    confidence: Confidence
    confidence_detail: Annotated[tuple[tuple[str, Confidence], ...], BeforeValidator(_pairs)] = ()
    note: str = ""
    overlay: str = ""

    @model_validator(mode="after")
    def _marks_agree(self) -> Record:
        for key, level in self.confidence_detail:
            if key not in type(self).model_fields:
                raise wrong(f'confidence_detail names "{key}", which is not a key of this record')
            if _SURENESS[level] < _SURENESS[self.confidence]:
                raise wrong(f'confidence is "{self.confidence}" although "{key}" is only "{level}"')
        return self


class Numbered(Record):
    """A record that the kernels count: its number is its own for good, wherever it stands and whatever is added."""

    number: Count


RecordT = TypeVar("RecordT", bound=Record)


class Table(tuple[RecordT, ...], Generic[RecordT]):
    """The records of one table by number, those without in file order; also found by id."""

    __slots__ = ()

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(record.id for record in self)

    def get(self, record_id: str) -> RecordT:
        for record in self:
            if record.id == record_id:
                return record
        raise KeyError(record_id)

    @property
    def by_number(self) -> tuple[str, ...]:
        """The ids by number, empty ones where an overlay removed a record."""
        ids = {one.number: one.id for one in self if isinstance(one, Numbered)}
        return tuple(ids.get(number, "") for number in range(max(ids, default=-1) + 1))


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
    full
        True where records can be replaced but there are always ``count``: a new one takes the number of one that left.
    """

    model: type[Record]
    count: int | None = None
    fixed: bool = False
    full: bool = False

    @property
    def numbered(self) -> bool:
        """Whether its records have numbers."""
        return issubclass(self.model, Numbered)

    @property
    def room(self) -> int | None:
        """How many numbers there are, None for no end."""
        return self.count if self.fixed or self.full else None


@dataclass(frozen=True)
class Problem:
    """One thing wrong with a record ("" as record: with the table as a whole)."""

    table: str
    record: str
    message: str


@dataclass(frozen=True)
class GameSpec:
    """The tables of one game, the class that holds them, and the checks across tables.

    ``root`` takes one keyword per table. ``check(content, shipped)`` yields problems that no single record
    shows; ``shipped`` is False when an overlay may have changed the counts that players may change. ``folders`` are
    where its files lie; ``modules`` are those that are read only where a module is asked for, by its name.
    """

    tables: Mapping[str, TableSpec]
    root: Callable[..., Any]
    check: Callable[[Any, bool], Iterable[Problem]]
    folders: tuple[str, ...] = ("base",)
    modules: Mapping[str, str] = field(default_factory=dict)


def ref(*tables: str, words: tuple[str, ...] = ()) -> AfterValidator:
    """Mark a string as the id of a record in one of the tables, or one of a few further words.

    Use as ``AreaId = Annotated[str, ref("areas")]``; the loader hands the known ids over as validation context.
    """

    def check(value: str, info: ValidationInfo) -> str:
        if value in words or info.context is None or any(value in info.context[table] for table in tables):
            return value
        raise PydanticCustomError("dangling", "dangling reference", {"tables": tables, "words": words, "value": value})

    return AfterValidator(check)


def amount(*words: str, most: int) -> PlainValidator:
    """Mark a whole number from 1 to ``most`` that may also be one of a few words such as ``"all"``.

    Use as ``Annotated[int | str, amount("all", most=15)]``.
    """

    def check(value: Any) -> int | str:
        if isinstance(value, int) and not isinstance(value, bool) and 0 < value <= most:
            return value
        if isinstance(value, str) and value in words:
            return value
        shown = " or ".join(f'"{word}"' for word in words)
        raise PydanticCustomError("amount", f"must be a whole number from 1 to {most} or {{shown}}", {"shown": shown})

    return PlainValidator(check)


def exactly_one(model: Fact, what: str) -> None:
    """Refuse a table of alternatives unless exactly one of its keys is given."""
    given = sorted(model.model_fields_set)
    if len(given) != 1:
        shown = " and ".join(given) if given else "none"
        raise wrong(f"{what} needs exactly one of {', '.join(type(model).model_fields)}, not {shown}")
