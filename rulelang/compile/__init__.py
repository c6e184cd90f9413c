"""From a loaded rulebook to its state graph. `compile_rulebook` is the way in.

It is loaded when it is asked for: whoever only plays a finished program needs no compiler.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulelang.compile.compiler import Compilation, compile_rulebook

__all__ = ["Compilation", "compile_rulebook"]


def __getattr__(name: str) -> object:
    if name in __all__:
        from rulelang.compile import compiler

        return getattr(compiler, name)
    raise AttributeError(name)
