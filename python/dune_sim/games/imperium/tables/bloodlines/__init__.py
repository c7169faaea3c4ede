"""Bloodlines in the tables: its forms as instructions, its records as numbers."""
