"""Battles of War for Arrakis on their own: a game, its odds, its pictures."""
