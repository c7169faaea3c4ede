"""The kernel language: a typed subset of Python that runs as Python, as numba and as C++."""
