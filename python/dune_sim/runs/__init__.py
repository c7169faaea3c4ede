"""Playing many games: batches over threads, files that resume, comparison of engines."""
