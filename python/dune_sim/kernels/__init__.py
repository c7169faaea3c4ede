"""The rules, once: typed-subset functions over records. See docs/design/kernels.md."""
