"""Engines that can run here."""

from __future__ import annotations

import pytest

from dune_sim.engines import status


def ready() -> list[str]:
    return [row.engine for row in status("battle") if row.ready]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """``fast_engine``: each engine that plays 100,000 battles in a moment; ``fast_engines``: all of them.

    The engines are part of the test's id, so that a report shows what was compared and what was not there.
    """
    fast = [one for one in ready() if one != "python"]
    if "fast_engine" in metafunc.fixturenames:
        metafunc.parametrize("fast_engine", fast)
    if "fast_engines" in metafunc.fixturenames:
        metafunc.parametrize("fast_engines", [fast], ids=[" and ".join(fast) or "none"])
    if "all_engines" in metafunc.fixturenames:
        metafunc.parametrize("all_engines", [ready()], ids=[" and ".join(ready())])
