"""Findings for programs: a list of records, each with its rendered text so that no tool needs a renderer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Literal

from rulelang.diagnostics.model import Diagnostic, Edit, Fix, Label, Safety
from rulelang.diagnostics.render.text import render_text
from rulelang.source import Span
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class PlaceRecord:
    """Lines and columns count from 1, offsets from 0; all count characters. The end is behind the last one."""

    path: str
    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class LabelRecord:
    """A place and a few words about it."""

    place: PlaceRecord
    text: str


@dataclass(frozen=True, slots=True)
class EditRecord:
    """Replace what stands in a place; an empty place inserts."""

    place: PlaceRecord
    replacement: str


@dataclass(frozen=True, slots=True)
class FixRecord:
    """Edits that belong together, and whether a tool may make them unasked."""

    title: str
    safety: Safety
    edits: tuple[EditRecord, ...]


@dataclass(frozen=True, slots=True)
class DiagnosticRecord:
    """One finding."""

    code: str
    severity: Literal["error", "warning", "note", "unproved"]
    message: str
    primary: LabelRecord
    secondary: tuple[LabelRecord, ...]
    notes: tuple[str, ...]
    helps: tuple[str, ...]
    fixes: tuple[FixRecord, ...]
    citation: str | None
    rendered: str


def render_json(diagnostics: Sequence[Diagnostic]) -> str:
    """A JSON list with one object per finding."""
    return json.dumps([asdict(record(diagnostic)) for diagnostic in diagnostics], indent=2, ensure_ascii=False) + "\n"


def record(diagnostic: Diagnostic) -> DiagnosticRecord:
    """A finding without its source text."""
    return DiagnosticRecord(
        code=diagnostic.code,
        severity=diagnostic.severity.value,
        message=diagnostic.message,
        primary=_label(diagnostic.primary),
        secondary=tuple(map(_label, diagnostic.secondary)),
        notes=diagnostic.notes,
        helps=diagnostic.helps,
        fixes=tuple(map(_fix, diagnostic.fixes)),
        citation=diagnostic.citation,
        rendered=render_text([diagnostic]),
    )


def _place(span: Span) -> PlaceRecord:
    line, column = span.source.line_column(span.start)
    end_line, end_column = span.source.line_column(span.end)
    return PlaceRecord(span.source.path, span.start, span.end, line, column, end_line, end_column)


def _label(label: Label) -> LabelRecord:
    return LabelRecord(_place(label.span), label.text)


def _fix(fix: Fix) -> FixRecord:
    return FixRecord(fix.title, fix.safety, tuple(map(_edit, fix.edits)))


def _edit(edit: Edit) -> EditRecord:
    return EditRecord(_place(edit.span), edit.replacement)
