"""Bloodlines in the content: its models stand beside its files."""
