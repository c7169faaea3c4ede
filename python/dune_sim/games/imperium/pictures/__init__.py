"""Positions of Dune: Imperium to look at: text and SVG."""
