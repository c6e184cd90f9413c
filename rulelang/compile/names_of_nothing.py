"""Further names that mean nothing, in what was not read to its end: behind its first mistake nothing of a sentence is
understood, but a name that stands for nothing anywhere is wrong whatever the sentence says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulelang.compile.meaning.nouns import known_names
from rulelang.compile.meaning.phrases import unknown
from rulelang.compile.sorts import Scope
from rulelang.diagnostics import Severity
from rulelang.diagnostics.consequences import capitalised
from rulelang.rulebook.loading import Placed
from rulelang.tree import nodes as tree
from rulelang.tree.walk import children

if TYPE_CHECKING:
    from rulelang.compile.compiler import Compiler

#: What refers to something by its name. All other words give names, or may do so.
_REFERRING = (tree.Noun, tree.BareName, tree.Amount)


def report_names_of_nothing(compiler: Compiler) -> None:
    """Report names that nothing in the rulebook introduces, in sentences around which something is wrong already."""
    book = compiler.book
    wrong = [one for one in book.diagnostics if one.severity is Severity.ERROR]
    if not wrong:
        return
    told = frozenset[str]().union(*(capitalised(f"{one.span.text} {one.message}") for one in wrong))
    known = _introduced(compiler) | told
    for placed in compiler.items:
        whole = placed.item.span
        if isinstance(placed.item, tree.Example) or not any(one.span in whole for one in wrong):
            continue
        for word in _words(placed, referring=True):
            names = capitalised(word.text)
            if names.isdisjoint(known):
                book.report(unknown(compiler.meaning, word.span, word.text, Scope()))
                known |= names


def _introduced(compiler: Compiler) -> frozenset[str]:
    """All that has a name, and every word by which something may be given one."""
    world = compiler.world
    names = known_names(compiler.meaning)
    for held in (world.pieces, world.kinds, world.spaces):
        names += [column for one in held.values() for column in one.columns]
    names += [word.text for placed in compiler.rulebook.items for word in _words(placed, referring=False)]
    return capitalised(" ".join(names))


def _words(placed: Placed, referring: bool) -> Iterator[tree.Word]:
    for part in placed.parts:
        if isinstance(part, _REFERRING) == referring:
            words = (word for word in children(part) if isinstance(word, tree.Word))
            # What was read in place of something else is not in the text.
            yield from (word for word in words if not referring or word.span.text == word.text)
