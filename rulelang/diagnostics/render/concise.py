"""One line per finding, as editors and other tools like to read it."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics.model import Diagnostic
from rulelang.diagnostics.render.characters import visible


def render_concise(diagnostics: Sequence[Diagnostic]) -> str:
    """`path:line:column: severity[code]: message`."""
    return "".join(f"{visible(_line(diagnostic))}\n" for diagnostic in diagnostics)


def _line(diagnostic: Diagnostic) -> str:
    return f"{diagnostic.span}: {diagnostic.severity.value}[{diagnostic.code}]: {diagnostic.message}"
