"""Words for Bloodlines."""
