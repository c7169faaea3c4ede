"""The content of Dune: Imperium as integers, and what the integers are called."""
