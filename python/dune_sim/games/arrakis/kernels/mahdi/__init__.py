"""The Mahdi solo game: the Harkonnen play by themselves (ARR-SOLO). Only the full edition holds it."""
