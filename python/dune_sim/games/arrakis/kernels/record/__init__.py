"""What is counted in recorded games: kernels of the programs with players alone."""
