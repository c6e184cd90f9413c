"""Phrases, groups, values and conditions of a rulebook read into typed terms.

`meaning` has the registers; each other module reads some forms of sentence parts, and gives the others what they share.
"""

from rulelang.compile.meaning import conditions, phrases, positions, properties, relations, sets, values
from rulelang.compile.meaning.registers import CONDITIONS, FILTERS, VALUES, Meaning

__all__ = [
    "CONDITIONS", "FILTERS", "VALUES", "Meaning",
    "conditions", "phrases", "positions", "properties", "relations", "sets", "values",
]  # fmt: skip
