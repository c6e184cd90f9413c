"""SARIF 2.1.0, the format in which code hosts take findings of checkers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from rulelang import __version__
from rulelang.diagnostics.catalogue import entry
from rulelang.diagnostics.model import Diagnostic, Fix, Label, Severity
from rulelang.source import Span

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
Json = dict[str, Any]


def render_sarif(diagnostics: Sequence[Diagnostic]) -> str:
    """One run; its rules are the codes that occur."""
    codes = sorted({diagnostic.code for diagnostic in diagnostics})
    driver = {"name": "rulelang", "semanticVersion": __version__, "rules": [_rule(code) for code in codes]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(diagnostic, codes.index(diagnostic.code)) for diagnostic in diagnostics],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False) + "\n"


def _rule(code: str) -> Json:
    known = entry(code)
    if known is None:
        return {"id": code}
    return {
        "id": code,
        "shortDescription": {"text": known.title},
        "help": {"text": known.page, "markdown": known.page},
        "defaultConfiguration": {"level": _level(known.severity)},
    }


def _level(severity: Severity) -> str:
    """SARIF asks for no level where a question stays open."""
    return "none" if severity is Severity.UNPROVED else severity.value


def _result(diagnostic: Diagnostic, rule: int) -> Json:
    text = "\n".join([diagnostic.message, *diagnostic.notes, *diagnostic.helps])
    result: Json = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "kind": "open" if diagnostic.severity is Severity.UNPROVED else "fail",
        "level": _level(diagnostic.severity),
        "message": {"text": text},
        "locations": [_location(diagnostic.primary)],
    }
    if diagnostic.secondary:
        result["relatedLocations"] = [
            {"id": number, **_location(label)} for number, label in enumerate(diagnostic.secondary, start=1)
        ]
    if diagnostic.fixes:
        result["fixes"] = [_fix(fix) for fix in diagnostic.fixes]
    if diagnostic.citation:
        result["properties"] = {"citation": diagnostic.citation}
    return result


def _location(label: Label) -> Json:
    location: Json = {"physicalLocation": {"artifactLocation": _artifact(label.span), "region": _region(label.span)}}
    if label.text:
        location["message"] = {"text": label.text}
    return location


def _artifact(span: Span) -> Json:
    return {"uri": quote(span.source.path.replace("\\", "/"), errors="surrogateescape")}


def _region(span: Span) -> Json:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def _fix(fix: Fix) -> Json:
    by_path: dict[str, Json] = {}
    for edit in fix.edits:
        change = by_path.setdefault(
            edit.span.source.path, {"artifactLocation": _artifact(edit.span), "replacements": []}
        )
        change["replacements"].append(
            {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.replacement}}
        )
    return {"description": {"text": fix.title}, "artifactChanges": list(by_path.values())}
