"""What results mean: exact odds, intervals, comparisons."""
