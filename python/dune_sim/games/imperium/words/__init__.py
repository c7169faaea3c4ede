"""Dune: Imperium in words: actions, questions, effects, faults."""
