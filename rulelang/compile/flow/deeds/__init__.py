"""What a sentence does: one deed, one file.

A deed in which nobody decides and nothing is left to chance gives its effects (`@does`), any other draws its nodes at
the pen (`@draws`). Both get the parts of the sentence and a `Doing`: who does it, where, and what is known there.
"""

from rulelang.compile.flow.deeds import (
    add,
    amounts,
    become,
    calls,
    chance,
    choose,
    clear,
    end_after,
    endings,
    guard,
    leave,
    pieces,
    remember,
)

__all__ = [
    "add", "amounts", "become", "calls", "chance", "choose", "clear", "end_after", "endings", "guard", "leave",
    "pieces", "remember",
]  # fmt: skip
