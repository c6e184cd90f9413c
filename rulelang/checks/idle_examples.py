"""Examples that pass and prove nothing: nothing happens in them, and no rule has a part in what they ask."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulelang.checks.context import CheckContext
from rulelang.compile.definitions import read_clause
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import examples as wording
from rulelang.tree import nodes as tree
from rulelang.tree.walk import parts

#: Of these consists what only asks how things lie and stand.
_STATE: Final = (
    tree.Then, tree.BareName, tree.Noun, tree.Word, tree.OfThing, tree.The, tree.NumberLiteral, tree.IsFact,
    tree.HasFact, tree.ThereFact, tree.Equals, tree.Bounded, tree.Count, tree.Located, tree.SetPhrase, tree.IsEmpty,
    tree.IsRelated, tree.EveryOf, tree.CountOf,
)  # fmt: skip


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """An example in which nothing has begun (16.3), and whose every `then` is about what was given or is so at first.
    Without anything given, or with another number of players, it tells what is in the box."""
    items = [placed.item for placed in context.rulebook.items]
    clauses = (read_clause(placed) for placed in context.rulebook.items)
    rules = {clause.head.name for clause in clauses if clause is not None}
    for item in items:
        if not isinstance(item, tree.Example) or not any(isinstance(line, tree.Given) for line in item.lines):
            continue
        if all(_is_given(line, rules) for line in item.lines):
            yield wording.proves_nothing(item.title.span)


def _is_given(line: tree.Line, rules: set[str]) -> bool:
    if isinstance(line, tree.Given):
        return "number of players" not in line.span.text
    words = [part.text for part in parts(line) if isinstance(part, tree.Word)]
    ruled = any(rule in word for word in words for rule in rules)
    return isinstance(line, tree.Then) and not ruled and all(isinstance(part, _STATE) for part in parts(line))
