"""What a text looks like after a fix."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.diagnostics.model import Edit, Fix
from rulelang.source import SourceFile
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class TextChange:
    """Whole lines before and after a fix. `line` is the number of the first of them."""

    source: SourceFile
    line: int
    before: tuple[str, ...]
    after: tuple[str, ...]


def apply_edits(text: str, edits: Iterable[Edit], offset: int = 0) -> str:
    """Make all edits at once in `text`, which starts at `offset` of its file."""
    parts, position = [], offset
    for edit in sorted(edits, key=lambda edit: (edit.span.start, edit.span.end)):
        if edit.span.start < position:
            raise ValueError(f"the edit at {edit.span} overlaps the one before it")
        parts.append(text[position - offset : edit.span.start - offset])
        parts.append(edit.replacement)
        position = edit.span.end
    return "".join(parts) + text[position - offset :]


def changes(fix: Fix) -> Iterator[TextChange]:
    """The lines a fix changes, neighbouring edits together, in reading order."""
    block: list[Edit] = []
    for edit in sorted(fix.edits, key=lambda edit: (edit.span.source.path, edit.span.start, edit.span.end)):
        if block and (edit.span.source.path != block[-1].span.source.path or edit.span.line > block[-1].span.end_line):
            yield _change(block)
            block = []
        block.append(edit)
    if block:
        yield _change(block)


def _change(edits: list[Edit]) -> TextChange:
    source, first, last = edits[0].span.source, edits[0].span.line, edits[-1].span.end_line
    start = source.line_starts[first - 1]
    text = "\n".join(source.line_text(line) for line in range(first, last + 1))
    before, after = text.split("\n"), apply_edits(text, edits, start).split("\n")
    while before and after and before[-1] == after[-1]:
        before.pop()
        after.pop()
    while before and after and before[0] == after[0]:
        before.pop(0)
        after.pop(0)
        first += 1
    return TextChange(source, first, tuple(before), tuple(after))
