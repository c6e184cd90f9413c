"""The full picture for a terminal: message, marked source lines, notes, helps, citation and fixes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulelang.diagnostics.fixes import TextChange, changes
from rulelang.diagnostics.model import Diagnostic, Fix, Safety
from rulelang.diagnostics.render.characters import excerpt, excerpted, visible
from rulelang.diagnostics.render.snippet import Paint, gutter_width, no_paint, severity_style, snippet

SAFETY_WORDS: dict[Safety, str] = {
    "safe": " (safe to apply)",
    "unsafe": " (look before you apply it)",
    "display": "",
}


def render_text(diagnostics: Sequence[Diagnostic], paint: Paint = no_paint) -> str:
    """One block per finding, separated by blank lines."""
    return "\n".join("\n".join(_block(diagnostic, paint)) + "\n" for diagnostic in diagnostics)


def _block(diagnostic: Diagnostic, paint: Paint) -> Iterator[str]:
    heading = paint(f"{diagnostic.severity.value}[{diagnostic.code}]", severity_style(diagnostic.severity))
    yield f"{heading}{paint(f': {visible(diagnostic.message)}', 'strong')}"
    yield from snippet(diagnostic, paint)
    margin = " " * gutter_width(diagnostic)
    remarks = [
        *(("note", note) for note in diagnostic.notes),
        *(("help", text) for text in diagnostic.helps),
        *((("cite", diagnostic.citation),) if diagnostic.citation else ()),
    ]
    if remarks or diagnostic.fixes:
        yield paint(f"{margin} |", "frame")
    for kind, text in remarks:
        yield f"{margin} {paint('=', 'frame')} {paint(f'{kind}:', 'strong')} {visible(text)}"
    for fix in diagnostic.fixes:
        yield from _fix(fix, margin, paint)


def shown_lines(change: TextChange) -> tuple[list[str], list[str]]:
    """The lines before and after a change; of long ones what is around it."""
    both = zip("".join(change.before[:1]), "".join(change.after[:1]), strict=False)
    place = next((number for number, (old, new) in enumerate(both) if old != new), 0)
    before, after = (
        [excerpted(line, excerpt(line, place)) for line in lines] for lines in (change.before, change.after)
    )
    return before, after


def _fix(fix: Fix, margin: str, paint: Paint) -> Iterator[str]:
    yield f"{margin} {paint('=', 'frame')} {paint('fix:', 'strong')} {visible(fix.title)}{SAFETY_WORDS[fix.safety]}"
    for change in changes(fix):
        before, after = shown_lines(change)
        yield from (f"{margin} {paint(f'- {visible(line)}', 'removed')}" for line in before)
        yield from (f"{margin} {paint(f'+ {visible(line)}', 'added')}" for line in after)
