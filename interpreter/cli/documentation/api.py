"""The API reference, made from the docstrings of what is public."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Final

#: The modules an embedder imports from.
_MODULES: Final = ("interpreter", "interpreter.bots")
_LONG: Final = re.compile(r"\b(?:interpreter|rulelang|collections|typing)(?:\.\w+)*\.(?=[A-Z])")


def api_reference() -> str:
    """Every public name with its signature and what it is for."""
    parts = [
        "# Every public name",
        "",
        "This page is made from the docstrings. [The Python interface](api.md) shows the names at work.",
    ]
    for name in _MODULES:
        module = import_module(name)
        parts += ["", f"## {name}", "", inspect.getdoc(module) or ""]
        for public in sorted(_public(module), key=str.casefold):
            parts += ["", *_described(public, getattr(module, public))]
    return "\n".join(parts) + "\n"


def _public(module: ModuleType) -> list[str]:
    listed: list[str] = list(module.__all__)
    return listed


def _described(name: str, value: object) -> Iterator[str]:
    yield f"### {name}"
    yield ""
    if inspect.isclass(value):
        yield _paragraph(value)
        for member, own in vars(value).items():
            if not member.startswith("_"):
                yield from _member(name, member, own)
    elif inspect.isfunction(value):
        yield from (f"`{name}{_signature(value)}`", "", _paragraph(value))
    else:
        yield _alias(value)


def _member(owner: str, name: str, own: object) -> Iterator[str]:
    if isinstance(own, property):
        returned = inspect.signature(own.fget).return_annotation if own.fget is not None else ""
        yield from ("", f"- `{owner}.{name}`: `{_short(str(returned))}`. {_in_a_list(own)}")
    elif isinstance(own, classmethod | staticmethod):
        yield from ("", f"- `{owner}.{name}{_signature(own.__func__)}`. {_in_a_list(own.__func__)}")
    elif inspect.isfunction(own):
        yield from ("", f"- `{owner}.{name}{_signature(own)}`. {_in_a_list(own)}")


def _alias(value: object) -> str:
    return f"A type: `{_short(str(value))}`."


def _signature(value: object) -> str:
    assert callable(value)
    signature = inspect.signature(value)
    parameters = [_parameter(one) for name, one in signature.parameters.items() if name not in ("self", "cls")]
    returned = _Written(_short(str(signature.return_annotation)))
    return str(signature.replace(parameters=parameters, return_annotation=returned))


def _parameter(parameter: inspect.Parameter) -> inspect.Parameter:
    written = parameter.replace(annotation=_Written(_short(str(parameter.annotation))))
    return written.replace(default=_Written("...")) if inspect.isfunction(parameter.default) else written


class _Written:
    """An annotation or a value as it is written, without quotes around it."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def _short(text: str) -> str:
    return _LONG.sub("", text)


def _in_a_list(value: object) -> str:
    """The docstring as part of a list: its paragraphs stay with their item."""
    return _paragraph(value).replace("\n\n", "\n\n  ")


def _paragraph(value: object) -> str:
    """The docstring as one paragraph; what is fenced or indented stays as it is."""
    return re.sub(r"(?<!\n)\n(?![\n`>-])", " ", inspect.getdoc(value) or "")
