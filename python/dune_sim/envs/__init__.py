"""Doors for those who train agents: many games on arrays, and the interfaces of other libraries."""
