"""Making the safe fixes of findings."""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.cli.reading import write_file
from rulelang.diagnostics import Diagnostic, Edit, Fix
from rulelang.diagnostics.fixes import apply_edits


def apply_safe_fixes(diagnostics: Iterable[Diagnostic]) -> int:
    """Write the files with every safe fix that does not touch another one; how many were made.

    A file named by a path that cannot be written (standard input) is left alone by the caller.
    """
    edits: dict[str, list[Edit]] = {}
    texts: dict[str, str] = {}
    made = 0
    for fix in _safe(diagnostics):
        if any(_touches(edit, other) for edit in fix.edits for other in edits.get(edit.span.source.path, ())):
            continue
        for edit in fix.edits:
            edits.setdefault(edit.span.source.path, []).append(edit)
            texts[edit.span.source.path] = edit.span.source.text
        made += 1
    for path, wanted in edits.items():
        write_file(path, apply_edits(texts[path], wanted))
    return made


def _safe(diagnostics: Iterable[Diagnostic]) -> Iterable[Fix]:
    return (fix for diagnostic in diagnostics for fix in diagnostic.fixes if fix.safety == "safe")


def _touches(one: Edit, other: Edit) -> bool:
    return one.span.start <= other.span.end and other.span.start <= one.span.end
