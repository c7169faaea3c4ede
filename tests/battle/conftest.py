"""Engines that can run here."""

from __future__ import annotations

import pytest

from dune_sim.engines import status


def ready() -> list[str]:
    return [row.engine for row in status("battle") if row.ready]


@pytest.fixture
def all_engines() -> list[str]:
    return ready()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """``fast_engine``: every engine that plays 100,000 battles in a moment."""
    if "fast_engine" in metafunc.fixturenames:
        metafunc.parametrize("fast_engine", [one for one in ready() if one != "python"])
