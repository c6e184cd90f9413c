"""What a sentence does: one deed, one file.

A deed in which nobody decides and nothing is left to chance gives its effects (`@does`), any other draws its nodes at
the pen (`@draws`). Both get the parts of the sentence and a `Doing`: who does it, where, and what is known there.
`choose` and `remember` stand with the sentences (`sentences.py`), for they give the sentences after them a name.
"""

from rulelang.compile.flow.deeds import (
    add,
    amounts,
    become,
    calls,
    chance,
    clear,
    end_after,
    endings,
    guard,
    leave,
    pieces,
)
from rulelang.compile.flow.deeds.register import DOES, DRAWS, Doing

__all__ = [
    "DOES", "DRAWS", "Doing", "add", "amounts", "become", "calls", "chance", "clear", "end_after", "endings", "guard",
    "leave", "pieces",
]  # fmt: skip
