"""``python -m dune_sim`` is ``dune-sim``."""

from dune_sim.cli import main

if __name__ == "__main__":
    main()
