"""Rules of the game for three and four: factions that two people share."""
