"""What a mutant is: items of a rulebook said otherwise, and how that would be written and told:
"`repeat 12 rounds` were `repeat 11 rounds`"."""

from __future__ import annotations

import re
from hashlib import blake2b
from pathlib import Path
from typing import Final, Literal, TypeAlias

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


_LONGEST: Final = 72
_CITE: Final = re.compile(r"\s*\[[^\]]*\]")


def told(mutant: Mutant) -> str:
    """What would be otherwise, behind "if"."""
    if mutant.form == "exchanged":
        first, second = mutant.edits[0].span, mutant.edits[1].span
        return f"`{_short(first.text)}` came after `{_short(second.text)}`"
    whole, edit = mutant.span, mutant.edits[0]
    if mutant.form == "without":
        left_out = _short(edit.span.text)
        inside = edit.span.start > whole.start and edit.span.end <= whole.end
        around = _short(whole.text) if inside else ""
        return f"`{left_out}` were left out" + (f" of `{around}`" if around and around != left_out else "")
    before, after = _both(mutant)
    return f"`{before}` were `{after}`"


def rewritten(mutant: Mutant) -> tuple[str, str]:
    """The lines as they are written, and as they would be; the second is empty where they would be gone."""
    spans = [edit.span for edit in mutant.edits]
    source = spans[0].source
    start = source.line_starts[min(span.line for span in spans) - 1]
    end = max(span.end for span in spans)
    end += len(source.line_text(source.line_column(end)[0])) - source.line_column(end)[1] + 1
    return source.text[start:end], edited(source.span(start, end), mutant.edits)


def edited(around: Span, edits: tuple[MutantEdit, ...]) -> str:
    """A stretch of the text with the edits made in it."""
    text, shift = around.text, -around.start
    for edit in sorted(edits, key=lambda one: one.span.start, reverse=True):
        text = text[: edit.span.start + shift] + edit.text + text[edit.span.end + shift :]
    return text


def _both(mutant: Mutant) -> tuple[str, str]:
    """The words around the change, before and after."""
    before, after = rewritten(mutant)
    one, other = _plain(before), _plain(after)
    if len(one) > _LONGEST:
        start = next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
        cut = one.rfind(" ", 0, max(0, start - _LONGEST // 2)) + 1
        one, other = one[cut:], other[cut:]
    return _short(one), _short(other)


def _plain(text: str) -> str:
    return " ".join(_CITE.sub("", text).split()).rstrip(":")


def _short(text: str) -> str:
    """One line, without citations, not too long."""
    plain = _plain(text)
    return plain if len(plain) <= _LONGEST else plain[: _LONGEST - 3].rsplit(" ", 1)[0] + " ..."
