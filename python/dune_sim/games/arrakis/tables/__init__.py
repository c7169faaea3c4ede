"""The content of War for Arrakis as integers, and what the integers are called."""
