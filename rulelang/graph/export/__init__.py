"""The state graph in the formats of other tools. Each writer takes a `Drawing` and gives text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType

from rulelang.graph.edges import Drawing

Writer = Callable[[Drawing], str]

FORMATS: Mapping[str, str] = MappingProxyType(
    {
        "text": "outline",
        "dot": "dot",
        "mermaid": "mermaid",
        "graphml": "graphml",
        "svg": "svg",
    }
)
"""Every format and the module here that writes it."""


def export(drawing: Drawing, form: str) -> str:
    """A drawing in a format of `FORMATS`. Only the module that is needed is loaded."""
    writer: Writer = import_module(f"{__name__}.{FORMATS[form]}").write
    return writer(drawing)
