"""What a mutant is: items of a rulebook said otherwise, and how that would be written."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import Literal, TypeAlias

from rulelang.rulebook.loading import Placed, WrittenRulebook
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import dataclass, replace

#: `instead`: other words; `without`: left out; `exchanged`: two sentences change places.
Form: TypeAlias = Literal["instead", "without", "exchanged"]


@dataclass(frozen=True, slots=True)
class MutantEdit:
    """What would be written instead of a stretch of the text."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Variation:
    """Another form of a node (several statements for one, or nothing), and how it would be written. Not `exact`: the
    edits show what is meant, but layout or grammar would ask for more."""

    new: tree.Node | tuple[tree.Node, ...] | None
    edits: tuple[MutantEdit, ...]
    form: Form = "instead"
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Mutant:
    """One thing said otherwise. `changes` gives items of the rulebook by their number, None for those that are gone;
    `key` stays the same as long as the sentence does, wherever it moves."""

    operator: str
    key: str
    span: Span
    changes: tuple[tuple[int, Placed | None], ...]
    edits: tuple[MutantEdit, ...]
    form: Form
    exact: bool

    @property
    def lines(self) -> range:
        """The lines of its file that would be written otherwise."""
        spans = [edit.span for edit in self.edits] or [self.span]
        return range(min(span.line for span in spans), max(span.end_line for span in spans) + 1)


def applied(rulebook: WrittenRulebook, mutant: Mutant) -> WrittenRulebook:
    """The rulebook as it would be. Items that are not changed are the same as before."""
    items: list[Placed | None] = list(rulebook.items)
    for place, item in mutant.changes:
        items[place] = item
    return replace(rulebook, items=tuple(item for item in items if item is not None))


def key_of(operator: str, span: Span, edits: tuple[MutantEdit, ...], number: int) -> str:
    """What a mutant is known by, over many versions of a rulebook: its operator, its file, the words it changes and
    those they become. `number` tells those apart that look the same."""
    about = [operator, Path(span.source.path).name, " ".join(_lines(span).split())]
    about += [f"{edit.span.start - span.start} {edit.text}" for edit in edits]
    return blake2b("\0".join((*about, str(number))).encode(), digest_size=6).hexdigest()


def _lines(span: Span) -> str:
    return "\n".join(span.source.line_text(line) for line in range(span.line, min(span.end_line, span.line + 3) + 1))
