"""Kernels that every game shares: random numbers, the decision stack, the driver."""
