"""How sure the content is, how much there is, and which content it is."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

PROVENANCE_KEYS = frozenset({"source", "confidence", "confidence_detail", "note", "overlay"})


@dataclass(frozen=True)
class UncertainRow:
    """A record, or one field of it, that is not known for certain."""

    table: str
    id: str
    field: str
    confidence: str
    source: str
    overlay: str


@dataclass(frozen=True)
class SummaryRow:
    """How many records a table has, by confidence."""

    table: str
    records: int
    high: int
    medium: int
    low: int
    overlaid: int


def uncertain(content: Any) -> list[UncertainRow]:
    """List what is not known for certain: single fields where a record tells them apart, else ``"*"``."""
    rows = []
    for table, records in _tables(content):
        for record in records:
            doubtful = [(field, level) for field, level in record.confidence_detail if level != "high"]
            if not doubtful and record.confidence != "high":
                doubtful = [("*", record.confidence)]
            rows += [
                UncertainRow(table, record.id, field, level, record.source, record.overlay) for field, level in doubtful
            ]
    return rows


def summary(content: Any) -> list[SummaryRow]:
    """Count the records of each table by confidence."""
    rows = []
    for table, records in _tables(content):
        levels = [record.confidence for record in records]
        overlaid = sum(1 for record in records if record.overlay)
        rows.append(
            SummaryRow(table, len(records), levels.count("high"), levels.count("medium"), levels.count("low"), overlaid)
        )
    return rows


def content_hash(content: Any) -> str:
    """Return the SHA-256 (hex) of the facts; sources, notes and confidence marks do not count."""
    return hashlib.sha256(canonical_json(content).encode("ascii")).hexdigest()


def canonical_json(content: Any) -> str:
    """Write the facts as JSON with sorted keys, in table and record order: the text that is hashed."""
    facts = {
        table: [record.model_dump(mode="json", exclude=set(PROVENANCE_KEYS)) for record in records]
        for table, records in _tables(content)
    }
    return json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def _tables(content: Any) -> Iterator[tuple[str, Any]]:
    for field in fields(content):
        yield field.name, getattr(content, field.name)
