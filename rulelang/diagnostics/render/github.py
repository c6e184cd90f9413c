"""Annotations that GitHub Actions shows beside the changed lines."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics.model import Diagnostic, Severity
from rulelang.diagnostics.render.characters import visible

_COMMANDS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.NOTE: "notice",
    Severity.UNPROVED: "notice",
}


def render_github(diagnostics: Sequence[Diagnostic]) -> str:
    """One workflow command per finding."""
    return "".join(f"{_command(diagnostic)}\n" for diagnostic in diagnostics)


def _command(diagnostic: Diagnostic) -> str:
    span = diagnostic.span
    properties = {"file": visible(span.source.path), "line": span.line, "endLine": span.end_line}
    # GitHub ignores columns of a place that spans several lines.
    if span.line == span.end_line:
        properties |= {"col": span.column, "endColumn": span.end_column}
    properties["title"] = diagnostic.code
    listed = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    text = "\n".join(map(visible, (diagnostic.message, *diagnostic.notes, *diagnostic.helps)))
    return f"::{_COMMANDS[diagnostic.severity]} {listed}::{_message(text)}"


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
