"""Findings as one line each, as editors and other tools like to read them; or as one paragraph of sentences each, for
screen readers: no columns, no signs that only make sense to the eye."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulelang.diagnostics.fixes import changes
from rulelang.diagnostics.model import Diagnostic, Fix, Label
from rulelang.diagnostics.render.characters import excerpt, excerpted, visible
from rulelang.diagnostics.render.text import SAFETY_WORDS, shown_lines
from rulelang.source import Span


def render_plain(diagnostics: Sequence[Diagnostic]) -> str:
    """Paragraphs separated by blank lines."""
    return "\n".join(visible(" ".join(_sentences(diagnostic))) + "\n" for diagnostic in diagnostics)


def _sentences(diagnostic: Diagnostic) -> Iterator[str]:
    span = diagnostic.span
    place = f"{span.source.path}, line {span.line}, column {span.column}"
    yield f"{diagnostic.severity.value.capitalize()} {diagnostic.code} in {place}."
    yield _ended(diagnostic.message)
    line = span.source.line_text(span.line)
    yield _ended(f"The line reads: {excerpted(line, excerpt(line, span.column - 1)).strip() or 'nothing'}")
    yield from _place(diagnostic.primary, "The place")
    for label in diagnostic.secondary:
        yield from _place(label, f"See also {_where(label.span, span)}")
    yield from (_ended(f"Note: {note}") for note in diagnostic.notes)
    yield from (_ended(f"Help: {text}") for text in diagnostic.helps)
    if diagnostic.citation:
        yield _ended(f"Printed rulebook: {diagnostic.citation}")
    for fix in diagnostic.fixes:
        yield _fix(fix)


def _place(label: Label, lead: str) -> Iterator[str]:
    marked = " ".join(excerpted(label.span.text, excerpt(label.span.text, 0)).split())
    said = ": ".join(part for part in (marked and f"`{marked}`", label.text) if part)
    if said:
        yield _ended(f"{lead}: {said}")


def _where(span: Span, primary: Span) -> str:
    line = f"line {span.line}"
    return line if span.source.path == primary.source.path else f"{span.source.path}, {line}"


def _fix(fix: Fix) -> str:
    made = [shown_lines(change) for change in changes(fix)]
    written = " ".join(line.strip() for _, after in made for line in after)
    dropped = " ".join(line.strip() for before, _ in made for line in before)
    return _ended(
        f"Fix: {fix.title}{SAFETY_WORDS[fix.safety]}. {f'Write: {written}' if written else f'Drop: {dropped}'}"
    )


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."


def render_concise(diagnostics: Sequence[Diagnostic]) -> str:
    """`path:line:column: severity[code]: message`."""
    return "".join(f"{visible(_line(diagnostic))}\n" for diagnostic in diagnostics)


def _line(diagnostic: Diagnostic) -> str:
    return f"{diagnostic.span}: {diagnostic.severity.value}[{diagnostic.code}]: {diagnostic.message}"
