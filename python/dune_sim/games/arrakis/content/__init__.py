"""The facts of War for Arrakis: TOML files with sources, and the models that check them."""
