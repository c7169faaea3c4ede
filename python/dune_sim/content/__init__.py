"""Content facts: read from TOML, checked, frozen, hashed."""

from __future__ import annotations

from dune_sim.content.loader import games, load_content
from dune_sim.content.provenance import (
    SummaryRow,
    UncertainRow,
    canonical_json,
    content_hash,
    summary,
    uncertain,
)

__all__ = [
    "SummaryRow",
    "UncertainRow",
    "canonical_json",
    "content_hash",
    "games",
    "load_content",
    "summary",
    "uncertain",
]
