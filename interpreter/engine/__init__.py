"""Executors of a program: a plain one to trust, a generated one for speed."""
