"""The looks of findings: one function per format, all with the same shape."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from rulelang.diagnostics.model import Diagnostic
from rulelang.diagnostics.render.github import render_github
from rulelang.diagnostics.render.json_records import render_json
from rulelang.diagnostics.render.junit import render_junit
from rulelang.diagnostics.render.plain import render_concise, render_plain
from rulelang.diagnostics.render.sarif import render_sarif
from rulelang.diagnostics.render.text import render_text

Renderer = Callable[[Sequence[Diagnostic]], str]

FORMATS: Mapping[str, Renderer] = MappingProxyType(
    {
        "text": render_text,
        "plain": render_plain,
        "concise": render_concise,
        "json": render_json,
        "sarif": render_sarif,
        "github": render_github,
        "junit": render_junit,
    }
)
"""Every format by the name the command line knows it by."""

__all__ = [
    "FORMATS",
    "Renderer",
    "render_concise",
    "render_github",
    "render_json",
    "render_junit",
    "render_plain",
    "render_sarif",
    "render_text",
]
