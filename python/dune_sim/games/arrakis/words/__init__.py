"""War for Arrakis in words: actions, questions, effects, faults."""
