"""Positions of War for Arrakis to look at: text and SVG."""
