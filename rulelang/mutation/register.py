"""The register of operators: one function each, which says a node otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from rulelang.mutation.mutant import MutantEdit, Variation
from rulelang.mutation.sites import MutationSite, varied, written
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import dataclass

Vary: TypeAlias = Callable[[MutationSite], Iterator[Variation]]


@dataclass(frozen=True, slots=True)
class Operator:
    """A way to say things otherwise: its name on the command line, what it does in words, and how."""

    name: str
    title: str
    vary: Vary


#: Every operator by its name.
OPERATORS: dict[str, Operator] = {}


def operator(title: str) -> Callable[[Vary], Vary]:
    """Put a function into the register, under its own name with dashes."""

    def register(vary: Vary) -> Vary:
        name = vary.__name__.replace("_", "-")
        OPERATORS[name] = Operator(name, title, vary)
        return vary

    return register


def instead(new: tree.Node, span: Span | None, text: str, *, exact: bool = True) -> Iterator[Variation]:
    """Other words in one place; nothing if it is not known where they would stand."""
    if span is not None:
        yield Variation(new, (MutantEdit(span, text),), "instead", exact)


def each_other(one: str, other: str) -> dict[str, str]:
    """Two words that stand for each other."""
    return {one: other, other: one}


def turned(node: tree.Node, field: str, words: Mapping[str, str], form: str = "{}") -> Iterator[Variation]:
    """The word in a field of a node becomes another one, if it is among these; `form` is how it is written."""
    word = getattr(node, field)
    if word in words:
        new = varied(node, **{field: words[word]})
        yield from instead(new, written(node, form.format(word)), form.format(words[word]))


def without(new: tree.Node | tuple[tree.Node, ...] | None, span: Span, *, exact: bool = True) -> Iterator[Variation]:
    """A stretch of the text left out."""
    yield Variation(new, (MutantEdit(span, ""),), "without", exact)


def without_word(new: tree.Node, node: tree.Node, word: str) -> Iterator[Variation]:
    """A word of a node left out, with the space behind it."""
    span = written(node, word)
    if span is not None:
        yield from without(new, span.source.span(span.start, span.end + 1))


def without_words(
    new: tree.Node, node: tree.Node, lead: str, part: tree.Node, *, exact: bool = True
) -> Iterator[Variation]:
    """A part of a node left out, with the words that lead to it and the space before them."""
    span = written(node, lead)
    if span is not None:
        yield from without(new, span.source.span(span.start - 1, part.span.end), exact=exact)


def without_item(site: MutationSite) -> Iterator[Variation]:
    """An item left out. The last one of a group could not be written so."""
    placed = site.placed
    yield from without(None, site.node.span, exact=not (placed.seats or placed.variant or placed.text))
