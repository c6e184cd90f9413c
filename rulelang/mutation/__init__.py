"""Mutants of a rulebook: one thing said otherwise, to see whether its examples notice.

A mutant is made on the tree, never on the text; it knows how it would be written, so that people can be told. Operators
(`operators`) make them, one function each in the register `OPERATORS`; `difference` compares two compiled programs.
"""
