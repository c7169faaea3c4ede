"""Positions of Dune: Imperium as plain data, written and read."""
