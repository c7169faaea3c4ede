"""What players see and how they judge: kernels of their programs alone."""
