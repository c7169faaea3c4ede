"""Doors for those who train agents."""
