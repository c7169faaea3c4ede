"""The games as users see them: thin Python over the kernels."""
