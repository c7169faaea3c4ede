"""A single War for Arrakis battle as a game of its own."""
