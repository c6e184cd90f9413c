"""Lines of a glossary for names that the rulebook does not have: players would never read those labels."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulelang.checks.context import CheckContext
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import citations as wording
from rulelang.rulebook.loading import WrittenRulebook
from rulelang.rulebook.words import plural_of, singular_guess
from rulelang.tree import nodes as tree

_WORD = re.compile(r"[^\W\d_][\w'-]*")
#: Words that stand for things no rulebook has to introduce.
_BUILT_IN = frozenset({"Box", "Seat", "Player", "Ann", "Ben", "Cleo", "Dan"})


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """A term is known if every word of it stands somewhere in the rules, in the singular or the plural."""
    rulebook = context.rulebook
    glossaries = [placed.item for placed in rulebook.items if isinstance(placed.item, tree.Glossary)]
    if not glossaries:
        return
    names = [name for compilation in context.compilations for name in compilation.world.place_names]
    known = {word for text in (*_said(rulebook), *names) for word in _WORD.findall(text)} | _BUILT_IN
    for glossary in glossaries:
        for row in glossary.table.rows[1:]:
            first = row.cells[0].bits[0] if row.cells[0].bits else None
            if first is None:
                continue
            term = first.name.text if first.name is not None else first.text
            if any(not known & {word, singular_guess(word), plural_of(word)} for word in _WORD.findall(term)):
                yield wording.label_of_nothing(first.span, term, sorted(_said(rulebook)))


def _said(rulebook: WrittenRulebook) -> Iterator[str]:
    """Names and texts of all rules; not those of examples and glossaries, which only use them."""
    for placed in rulebook.items:
        if isinstance(placed.item, tree.Example | tree.Glossary):
            continue
        for part in placed.parts:
            text = getattr(part, "text", None)
            if isinstance(text, str):
                yield text
            yield from getattr(part, "codes", ())
