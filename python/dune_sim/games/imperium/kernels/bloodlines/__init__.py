"""The rules of Bloodlines: commanders and skills, leaders with decks of their own, tech tiles."""
