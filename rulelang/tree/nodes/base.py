"""What every node of the tree shares: it is frozen and it knows the text it came from."""

from __future__ import annotations

from rulelang.source import Span
from rulelang.tuning.fast_dataclass import Frozen, field


class Node(Frozen):
    """A part of a rulebook's tree. Two nodes are equal when they say the same, wherever they stand."""

    span: Span = field(compare=False, repr=False, kw_only=True)


class Word(Node):
    """A capitalised name as the author wrote it, one or several words."""

    text: str


class Text(Node):
    """What stood between quotes."""

    text: str


class Cited(Node):
    """A place in a printed rulebook: language, heading there, page if given."""

    language: str
    heading: str
    page: int | None


class Cite(Node):
    """The square brackets behind a construct: printed places, statement numbers, further sources that confirm it, and a
    stand-in mark."""

    places: tuple[Cited, ...]
    statements: tuple[Word, ...]
    assumed: bool
    reason: str | None
    confirmed: tuple[Word, ...] = ()
