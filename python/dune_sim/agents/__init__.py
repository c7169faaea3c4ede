"""Players: what they see, how they are named, how they meet."""
