"""House Hagal: rivals whose rules run by themselves. Kernels of the full edition alone."""
