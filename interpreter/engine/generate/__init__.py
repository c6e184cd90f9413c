"""Python source from a program: readable, the same bytes for the same program, with a map back to the rulebook.

program -> plan (passes over terms) -> lines of Python with their origins -> module (`module.generate`)
"""
