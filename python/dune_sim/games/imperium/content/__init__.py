"""The facts of Dune: Imperium: TOML files with sources, and the models that check them."""
