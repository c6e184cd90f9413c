"""The nodes of an item with what stands around them, and items put together again around another node."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from rulelang.rulebook.loading import Placed
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tree.walk import fields_of
from rulelang.tuning.fast_dataclass import dataclass, fields, replace


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """For each name the next one of its like: a value of the same kind, a place of the same shape, something else the
    same holder has. `ordered` are places with a top and a bottom."""

    values: dict[str, str]
    places: dict[str, str]
    held: dict[str, str]
    ordered: frozenset[str]


#: Shapes whose contents have an order.
_ORDERED = ("pile", "row", "deck")


def vocabulary(items: Iterable[Placed]) -> Vocabulary:
    """Look through all declarations."""
    values: list[tuple[str, ...]] = []
    places: dict[str, list[str]] = {}
    held: dict[tuple[str, str], list[str]] = {}
    ordered: set[str] = set()
    for placed in items:
        item = placed.item
        if isinstance(item, tree.KindDeclaration | tree.SidesDeclaration):
            values.append(tuple(name.text for name in item.names))
        elif isinstance(item, tree.ThingDeclaration):
            values.append(tuple(_stocked(item.stock)))
            if isinstance(item.term, tree.The) and item.term.noun.name is not None:
                places.setdefault(item.shape, []).append(item.term.noun.name.text)
                ordered.update([item.term.noun.name.text] if item.shape in _ORDERED else [])
        elif isinstance(item, tree.Holding):
            what = item.held
            shape = what.shape if isinstance(what, tree.HeldPlace) else type(what).__name__
            held.setdefault((item.holder.span.text, shape), []).append(what.name.text)
            ordered.update([what.name.text] if shape in _ORDERED else [])
    return Vocabulary(_next(values), _next(places.values()), _next(held.values()), frozenset(ordered))


def _stocked(stock: tree.Stock) -> Iterator[str]:
    """The names that a table or a list gives to what there is."""
    if isinstance(stock, tree.Table):
        for row in stock.rows[1:]:
            bits = row.cells[0].bits if row.cells else ()
            yield from (bit.name.text for bit in bits[:1] if bit.name is not None)
    elif isinstance(stock, tree.Lots):
        yield from (lot.name.text for lot in stock.lots if isinstance(lot, tree.Lot))


def _next(groups: Iterable[Iterable[str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for group in groups:
        names = list(dict.fromkeys(group))
        if len(names) > 1:
            found.update(zip(names, [*names[1:], names[0]], strict=True))
    return found


Sort = TypeVar("Sort", bound=tree.Node)

_NUMBER: Final = re.compile(r"(?<![\w.])\d+(?!\w)")
_CITE: Final = re.compile(r"\[[^\]]*\]|\"[^\"]*\"")


class SiteStep(NamedTuple):
    """A node, and where in it the next one stands."""

    node: tree.Node
    field: str
    number: int | None


@dataclass(frozen=True, slots=True)
class MutationSite:
    """A node in its item: the steps that lead to it, from the item on, and what the rulebook has names for."""

    placed: Placed
    node: tree.Node
    steps: tuple[SiteStep, ...]
    words: Vocabulary

    @property
    def parent(self) -> tree.Node | None:
        """The node right around it; None for the item itself."""
        return self.steps[-1].node if self.steps else None

    @property
    def field(self) -> str:
        """Where in its parent it stands."""
        return self.steps[-1].field if self.steps else ""

    @property
    def index(self) -> int:
        """At which place there."""
        return (self.steps[-1].number or 0) if self.steps else 0

    def inside(self, sort: type[tree.Node] | tuple[type[tree.Node], ...]) -> bool:
        """Does it stand in a node of a sort?"""
        return any(isinstance(step.node, sort) for step in self.steps)

    def sentence(self) -> Span:
        """The smallest statement or item around it: what a reader looks at."""
        for node in (self.node, *(step.node for step in reversed(self.steps))):
            if isinstance(node, tree.Statement | tree.TableRow | tree.OptionNamed | tree.OptionCall):
                return node.span
        return self.placed.item.span

    def rebuilt(self, new: tree.Node | tuple[tree.Node, ...] | None) -> tree.Item | None:
        """The item with another node here; several stand where one of several stood."""
        value: Any = new
        for node, field, index in reversed(self.steps):
            if index is not None:
                siblings = getattr(node, field)
                among = value if isinstance(value, tuple) else () if value is None else (value,)
                value = (*siblings[:index], *among, *siblings[index + 1 :])
            value = replace(node, **{field: value})
        item: tree.Item | None = value
        return item


def sites(placed: Placed, words: Vocabulary) -> Iterator[MutationSite]:
    """Every node of an item in reading order, each before those in it. What a group holds is an item of its own."""
    waiting: list[tuple[tree.Node, tuple[SiteStep, ...]]] = [(placed.item, ())]
    while waiting:
        node, steps = waiting.pop()
        yield MutationSite(placed, node, steps, words)
        found: list[tuple[tree.Node, tuple[SiteStep, ...]]] = []
        for field in fields_of(type(node)) or ():
            value = getattr(node, field)
            if isinstance(value, tree.Node):
                found.append((value, (*steps, SiteStep(node, field, None))))
            elif isinstance(value, tuple):
                inside = ((index, one) for index, one in enumerate(value) if isinstance(one, tree.Node))
                found.extend((one, (*steps, SiteStep(node, field, index))) for index, one in inside)
        waiting.extend(reversed(found))


def varied(node: Sort, **values: Any) -> Sort:
    """A node with other things in some fields."""
    return replace(node, **values)


def children(node: tree.Node) -> list[tree.Node]:
    """The nodes directly in a node, in reading order."""
    found: list[tree.Node] = []
    for field in fields_of(type(node)) or ():
        value = getattr(node, field)
        found.extend(one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, tree.Node))
    return sorted(found, key=lambda one: one.span.start)


def gaps(node: tree.Node) -> list[Span]:
    """The stretches of a node's text that belong to no node in it."""
    source, start = node.span.source, node.span.start
    found: list[Span] = []
    for child in children(node):
        if child.span.start > start:
            found.append(source.span(start, child.span.start))
        start = max(start, child.span.end)
    if start < node.span.end:
        found.append(source.span(start, node.span.end))
    return found


def numbers_of(node: tree.Node) -> list[tuple[str, int | None, int]]:
    """The numbers a node itself holds: field, index in a tuple, value."""
    found: list[tuple[str, int | None, int]] = []
    for field in fields(node):
        value = getattr(node, field.name)
        if type(value) is int:
            found.append((field.name, None, value))
        elif type(value) is tuple:
            found.extend((field.name, index, one) for index, one in enumerate(value) if type(one) is int)
    return found


def written_numbers(node: tree.Node) -> list[Span]:
    """Where numbers stand in a node's own words."""
    found: list[Span] = []
    for gap in gaps(node):
        text = _CITE.sub(lambda match: " " * len(match.group()), gap.text)
        found.extend(gap.source.span(gap.start + m.start(), gap.start + m.end()) for m in _NUMBER.finditer(text))
    return found


def written(node: tree.Node, *words: str) -> Span | None:
    """The first place where one of these words stands in a node's own text."""
    wanted = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, words))})(?![\w-])")
    for gap in gaps(node):
        match = wanted.search(gap.text)
        if match is not None:
            return gap.source.span(gap.start + match.start(), gap.start + match.end())
    return None


def with_lead(node: tree.Node, part: tree.Node) -> Span:
    """A part of a node with the words that lead to it: ` where ...`, `, then ...`."""
    before = [child.span.end for child in children(node) if child.span.end <= part.span.start]
    return part.span.source.span(max([node.span.start, *before]), part.span.end)


def with_link(node: tree.Node, parts: Sequence[tree.Node], number: int) -> Span:
    """One of several parts in a row, with the word that links it to the others: `and ...`, `, then ...`."""
    if number:
        return with_lead(node, parts[number])
    return parts[0].span.source.span(parts[0].span.start, parts[1].span.start)
