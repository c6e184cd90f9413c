"""The numbers of a rulebook by the names an author has for them, and the rulebook with others instead.

    Take Income / 4             the 4 in `to Take Income: gain 4 Mon`
    Points / 105                the 105 in `each player has Points from 0 to 105`
    Beacons / Lantern / Height  the number in a table, by its row and column
    Goods / Kimono              the 5 in `there are 26 Goods: 5 Kimono, 21 Rice`
    Hire / 2 #3                 the third 2 in `to Hire`

A number is changed in the tree; the text stays as it is, and so do all places in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from rulelang.rulebook.loading import Placed, WrittenRulebook
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tree.walk import fields_of
from rulelang.tuning.fast_dataclass import dataclass, fields, replace

_NUMBER: Final = re.compile(r"(?<![\w.])\d+(?!\w)")
_QUOTED: Final = re.compile(r"\[[^\]]*\]|\"[^\"]*\"")
_SPACES: Final = re.compile(r"\s+")
_ARTICLE: Final = re.compile(r"(?:the|a|an|each|your) ")

#: What holds numbers that say nothing about play.
_NOT_RULES: Final = (
    tree.Heading, tree.SourceDocument, tree.Languages, tree.Statements, tree.Aside, tree.Uses, tree.Picture,
    tree.Invariant, tree.Example, tree.Glossary,
)  # fmt: skip
_COPIES: Final = "Copies"

#: From a node to one in it: the field, and which of several.
Step: TypeAlias = tuple[str, int | None]


@dataclass(frozen=True, slots=True)
class NumberPlace:
    """A number where it stands: its name, how an author might call what it stands in, and the way to it in the tree of
    an item."""

    name: str
    owners: tuple[str, ...]
    value: int
    span: Span
    item: int
    steps: tuple[Step, ...]


class UnknownNumber(ValueError):
    """There is no such number, or several; the message says which there are."""


def numbers(rulebook: WrittenRulebook) -> tuple[NumberPlace, ...]:
    """Every number that rules hang on, in reading order, each with a name of its own."""
    found = [place for item, placed in enumerate(rulebook.items) for place in _of_item(item, placed)]
    many, seen = Counter(place.name for place in found), Counter[str]()
    told = []
    for place in found:
        seen[place.name] += 1
        several = many[place.name] > 1
        told.append(replace(place, name=f"{place.name} #{seen[place.name]}") if several else place)
    return tuple(told)


def number(rulebook: WrittenRulebook, name: str) -> NumberPlace:
    """A number by its name. Raises `UnknownNumber`."""
    return named(numbers(rulebook), name)


def named(known: Sequence[NumberPlace], name: str) -> NumberPlace:
    """The one of some numbers that has a name. Raises `UnknownNumber`."""
    wanted = _plain(name)
    exact = [place for place in known if _plain(place.name) == wanted]
    owned = [place for place in known if any(_plain(one) == wanted for one in _other_names(place))]
    found = exact or owned
    if len(found) == 1:
        return found[0]
    if found:
        told = "; ".join(f"`{place.name}` ({_line(place)})" for place in found[:6])
        raise UnknownNumber(f"`{name}` can be {len(found)} numbers. Write one of: {told}.")
    raise UnknownNumber(_unknown(name, known))


def changed(rulebook: WrittenRulebook, values: Mapping[str, int]) -> WrittenRulebook:
    """The rulebook with other numbers. A number of copies changes the number of all with it. Raises `UnknownNumber`."""
    items = list(rulebook.items)
    # Names are those of the rulebook as it was.
    for place, value in [(number(rulebook, name), value) for name, value in values.items()]:
        item = _put(items[place.item].item, place.steps, value)
        items[place.item] = replace(items[place.item], item=_with_total(item, place, value - place.value))
    return replace(rulebook, items=tuple(items))


# --------------------------------------------------------------------------------------------- finding them


def _of_item(number_of_item: int, placed: Placed) -> Iterator[NumberPlace]:
    if isinstance(placed.item, _NOT_RULES):
        return
    owners = tuple(dict.fromkeys(filter(None, (*_owners(placed), *reversed(placed.headings.titles)))))
    waiting: list[tuple[tree.Node, tuple[Step, ...], str]] = [(placed.item, (), "")]
    while waiting:
        node, steps, cell = waiting.pop()
        if isinstance(node, tree.Cited | tree.Cite) or (isinstance(node, tree.Bit) and node.form == "spot"):
            continue
        held, written = list(_held(node)), _written(node)
        # `twice` and `a second` are numbers, too, but nobody could name them so.
        if [value for _, value in held] == [int(span.text) for span in written]:
            for (step, value), span in zip(held, written, strict=True):
                own = cell if cell and len(held) == 1 else f"{cell} / {value}" if cell else str(value)
                name = f"{owners[0]} / {own}" if owners else own
                yield NumberPlace(name, owners, value, span, number_of_item, (*steps, step))
        waiting.extend(reversed([(one, (*steps, step), name) for step, one, name in _inside(node, cell)]))


def _inside(node: tree.Node, cell: str) -> Iterator[tuple[Step, tree.Node, str]]:
    """The nodes in a node, with the name of the cell they stand in."""
    if isinstance(node, tree.Table):
        columns = [one.span.text.strip() for one in node.rows[0].cells] if node.rows else []
        for index, row in enumerate(node.rows[1:], 1):
            title = row.cells[0].span.text.strip() if row.cells else ""
            yield ("rows", index), row, "\t".join((title, *columns))
        return
    if isinstance(node, tree.TableRow):
        title, *columns = cell.split("\t")
        for index, one in enumerate(node.cells):
            column = columns[index] if index < len(columns) else str(index + 1)
            yield ("cells", index), one, f"{title} / {column}"
        return
    if isinstance(node, tree.Lots):
        for index, lot in enumerate(node.lots):
            yield ("lots", index), lot, lot.name.text if isinstance(lot, tree.Lot) else cell
        return
    for field in fields_of(type(node)) or ():
        value = getattr(node, field)
        if isinstance(value, tree.Node):
            yield (field, None), value, cell
        elif isinstance(value, tuple):
            yield from (((field, index), one, cell) for index, one in enumerate(value) if isinstance(one, tree.Node))


def _held(node: tree.Node) -> Iterator[tuple[Step, int]]:
    """The numbers a node itself holds."""
    for field in fields(node):
        value = getattr(node, field.name)
        if type(value) is int:
            yield (field.name, None), value
        elif type(value) is tuple:
            yield from (((field.name, index), one) for index, one in enumerate(value) if type(one) is int)


def _written(node: tree.Node) -> list[Span]:
    """Where numbers stand in a node's own words: not in those of a node in it, in quotes or in a citation."""
    text = _QUOTED.sub(lambda match: " " * len(match.group()), node.span.text)
    start = node.span.start
    inner = [one.span for _, one, _ in _inside(node, "")]
    spans = [node.span.source.span(start + one.start(), start + one.end()) for one in _NUMBER.finditer(text)]
    return [one for one in spans if not any(span.start <= one.start < span.end for span in inner)]


def _owners(placed: Placed) -> Iterator[str]:
    """What an author calls an item."""
    item: Any = placed.item
    if placed.text is not None:
        yield placed.text.name.text
    match placed.item:
        case tree.Part():
            yield item.part
        case tree.Holding():
            yield item.held.name.text
            yield f"{item.holder.span.text} {item.held.name.text}"
        case tree.Action() | tree.PiecesDeclaration():
            yield item.name.text
        case tree.ThingDeclaration():
            yield _ARTICLE.sub("", item.term.span.text, count=1)
        case tree.DefineValue() | tree.DefineClamp() | tree.DefineDoubled() | tree.DefineMay():
            yield _ARTICLE.sub("", item.head.span.text, count=1)
            yield item.head.span.text
        case _:
            first = _QUOTED.sub("", item.span.text.split("\n", 1)[0]).strip().rstrip(":")
            yield _SPACES.sub(" ", first)


# -------------------------------------------------------------------------------------------- changing them


def _put(node: Any, steps: Sequence[Step], value: int) -> Any:
    """A node with another number at the end of a way."""
    (field, index), *further = steps
    before = getattr(node, field)
    inside = before if index is None else before[index]
    new = _put(inside, further, value) if further else value
    return replace(node, **{field: new if index is None else (*before[:index], new, *before[index + 1 :])})


def _with_total(item: Any, place: NumberPlace, more: int) -> Any:
    """`there are 26 Goods: 5 Kimono, ...`: one Kimono more is one of the Goods more."""
    holder = item.held if isinstance(item, tree.Holding) else item
    is_copies = any(field == "lots" for field, _ in place.steps) or place.name.split(" #")[0].endswith(f"/ {_COPIES}")
    if not is_copies or not isinstance(holder, tree.PiecesDeclaration | tree.HeldPieces):
        return item
    total = replace(holder, count=holder.count + more)
    return replace(item, held=total) if holder is not item else total


# -------------------------------------------------------------------------------------------------- names


def _plain(name: str) -> str:
    parts = (_SPACES.sub(" ", part).strip().casefold() for part in name.split("/"))
    return " / ".join(parts)


def _other_names(place: NumberPlace) -> Iterator[str]:
    """Under other headings and names of what it stands in."""
    _, _, rest = place.name.partition(" / ")
    yield from (f"{owner} / {rest}" for owner in place.owners)
    if "#" in rest:
        yield from (f"{owner} / {rest.split(' #')[0]}" for owner in place.owners)


def _line(place: NumberPlace) -> str:
    return f"line {place.span.line}"


def _unknown(name: str, known: Sequence[NumberPlace]) -> str:
    from rulelang.diagnostics.spelling import close_matches

    owner = _plain(name.partition("/")[0])
    own = [place for place in known if owner in (_plain(one) for one in place.owners)]
    if own:
        listed = ", ".join(f"`{place.name}`" for place in own[:8])
        return f"There is no number `{name}`. The numbers there are: {listed}."
    near = close_matches(owner, [_plain(one) for place in known for one in place.owners])
    meant = [place.name for place in known if any(_plain(one) in near for one in place.owners)][:4]
    if meant:
        return f"There is no number `{name}`. Did you mean {' or '.join(f'`{one}`' for one in meant)}?"
    some = ", ".join(f"`{place.name}`" for place in known[:4])
    return (
        f"There is no number `{name}`. Write the name of an action, a thing or a heading and the number in it, such as "
        f"{some}."
    )
