"""What a term is worth when the graph is built: terms that read nothing of the state, as plain functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, TypeAlias

from rulelang.compile.context import CompileContext
from rulelang.graph import terms as t
from rulelang.graph.evaluate import Terms
from rulelang.graph.layout import Layout
from rulelang.graph.program import Function
from rulelang.graph.shape import free_locals
from rulelang.graph.state import Storage
from rulelang.graph.walk import all_parts
from rulelang.tuning.fast_dataclass import dataclass

Known: TypeAlias = Callable[[Mapping[str, int]], int]

#: What looks at pieces or tokens, at other cells, or at what may come.
_OF_STATE: Final = (
    t.Cell, t.CellList, t.Possible, t.VarietyOf, t.PlaceOf, t.TokenAt, t.TokenCount, t.TokenPlaces, t.Tokens
)  # fmt: skip
_NOTHING: Final = t.Const(-1)
_NO_STATE: Final = Layout({}, 0, (), (), (), (), 0)


@dataclass(frozen=True, slots=True)
class _Static:
    """What of a program is known before it has cells."""

    tables: Mapping[str, tuple[int, ...]]
    lists: Mapping[str, tuple[tuple[int, ...], ...]]
    functions: Mapping[str, Function]
    layout: Layout = _NO_STATE


def known(term: t.Term, given: str, book: CompileContext) -> Known | None:
    """A function from the values of a term's locals to its value, or None if it hangs on more than the one `given`."""
    functions = book.functions.program
    if not free_locals(term) <= {given} or not _is_static(term, functions):
        return None
    static = _Static(book.tables, book.lists, functions)
    return partial(Terms(static, Storage(_NO_STATE), lambda *_: False).value, [], term=term)


def _is_static(term: t.Term, functions: Mapping[str, Function]) -> bool:
    return not any(
        isinstance(part, _OF_STATE) or (isinstance(part, t.Apply) and not _is_known(part, functions))
        for part in all_parts(term)
    )


def _is_known(call: t.Apply, functions: Mapping[str, Function]) -> bool:
    """Does what a definition says hang on nothing but what it is given? Where it asks for somebody who acts, there is
    nobody."""
    called = functions.get(call.function)
    if called is None or not _is_static(called.body, functions):
        return False
    asked = free_locals(called.body)
    return not any(
        name in asked and argument == _NOTHING for name, argument in zip(called.parameters, call.arguments, strict=True)
    )
