"""Input by chance, changed in ways that nobody would think of: nothing of it may crash, hang or end in a traceback."""
