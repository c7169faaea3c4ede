"""The command line. Each command is a thin function; what it does can be imported from elsewhere."""

from __future__ import annotations


def main() -> None:
    """Entry point of ``dune-sim``."""
    import sys

    from dune_sim.cli.streams import prepare

    wrong = prepare()
    from dune_sim.cli.app import app, complain

    if wrong:
        sys.exit(complain(wrong))
    app(prog_name="dune-sim")
