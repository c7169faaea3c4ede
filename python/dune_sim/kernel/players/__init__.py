"""Kernels of the players that look ahead; they are linked into programs of their own."""
