"""Positions of War for Arrakis as plain data, written and read."""
