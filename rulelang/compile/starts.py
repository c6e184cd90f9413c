"""What counters begin with, where a definition or an attribute says it.

    each player has Income from 0 to 9 starting at the Base        the Base is 2
    each Card has Wear from 0 to 9 starting at its Rank

It is worked out while the graph is built, for each holder: whatever a game begins with, examples begin with, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulelang.compile.constant_terms import known
from rulelang.compile.context import CompileContext, Misread
from rulelang.compile.meaning.phrases import class_sort
from rulelang.compile.meaning.values import number_of
from rulelang.compile.sorts import PLAYER, Scope, Typed
from rulelang.diagnostics.catalogue import supply as wording
from rulelang.graph.terms import Local
from rulelang.rulebook.world import Counter, World

if TYPE_CHECKING:
    from rulelang.compile.meaning import Meaning

_HOLDER = "holder"


def first_values(book: CompileContext, meaning: Meaning) -> dict[str, tuple[int, ...]]:
    """The first values of each counter that does not begin with a number, by the names of their cells."""
    found: dict[str, tuple[int, ...]] = {}
    for counter in book.world.counters.values():
        if counter.begins is not None:
            try:
                found[counter.region] = tuple(_of_each(counter, book, meaning))
            except Misread as misread:
                book.report(misread.diagnostic)
    return found


def _of_each(counter: Counter, book: CompileContext, meaning: Meaning) -> Iterator[int]:
    assert counter.begins is not None
    holder, scope = counter.holder, Scope()
    if holder:
        it = Typed(Local(_HOLDER), class_sort(meaning, holder))
        scope = scope.describing(it).acting(it) if it.sort == PLAYER else scope.describing(it)
    value = number_of(meaning, counter.begins, scope)
    work_out = known(value.term, _HOLDER, book)
    if work_out is None:
        raise Misread(wording.begins_unknown(counter.begins.span, counter.name))
    for element in _elements(book.world, holder):
        yield from [work_out({_HOLDER: element})] * (len(counter.every.members) if counter.every else 1)


def _elements(world: World, holder: str) -> Iterator[int]:
    """The numbers of those that have a counter each, in the order of its cells."""
    spaces, pieces = world.space_classes(holder), world.piece_classes(holder)
    if spaces:
        return (place for space in spaces for place in space.places)
    if pieces:
        return (piece for kind in pieces for piece in kind.individuals)
    return iter(range(world.size_of(holder)))
