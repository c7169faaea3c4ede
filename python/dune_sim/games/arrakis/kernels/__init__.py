"""War for Arrakis."""
