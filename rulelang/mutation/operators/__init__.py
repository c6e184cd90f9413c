"""All operators, in themes. Loading this package fills the register."""

from rulelang.mutation.operators import (
    amounts,
    choices,
    comparisons,
    conditions,
    endings,
    exceptions,
    names,
    numbers,
    order,
    rankings,
    sentences,
    sight,
    tables,
)
from rulelang.mutation.register import OPERATORS

__all__ = [
    "OPERATORS", "amounts", "choices", "comparisons", "conditions", "endings", "exceptions", "names",
    "numbers", "order", "rankings", "sentences", "sight", "tables",
]  # fmt: skip
