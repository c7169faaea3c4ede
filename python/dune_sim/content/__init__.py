"""Reviewed facts of the games as TOML files; read them with ``dune_sim.tables.load_content``."""
