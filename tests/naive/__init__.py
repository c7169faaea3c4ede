"""Slow, obvious oracles written from the rulebooks, independent of the simulator."""
