"""The command line. Each command is a thin function; what it does can be imported from elsewhere."""

from __future__ import annotations


def main() -> None:
    """Entry point of ``dune-sim``."""
    from dune_sim.cli.app import app

    app(prog_name="dune-sim")
