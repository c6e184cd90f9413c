"""The tree as JSON, and back.

A node is an object with its name under `node`, its place under `span` (start and end, in characters from the beginning
of the text), and its parts. Reading a tree back needs the text it came from.
"""

from __future__ import annotations

import types
from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from rulelang.source import SourceFile
from rulelang.tree import nodes
from rulelang.tree.nodes import Document, Node

if TYPE_CHECKING:
    from pydantic import BaseModel, TypeAdapter

VERSION = 1
NODES: dict[str, type[Node]] = {
    name: value for name, value in vars(nodes).items() if isinstance(value, type) and issubclass(value, Node)
}


def to_json(document: Document, indent: int | None = None) -> str:
    """The tree as JSON text."""
    import json

    content = {"version": VERSION, "path": document.span.source.path, "document": to_data(document)}
    return json.dumps(content, indent=indent, ensure_ascii=False) + "\n"


def to_data(value: Any) -> Any:
    """A node as plain lists and dictionaries."""
    if isinstance(value, Node):
        parts = {field.name: to_data(getattr(value, field.name)) for field in fields(value) if field.name != "span"}
        return {"node": type(value).__name__, "span": [value.span.start, value.span.end], **parts}
    if isinstance(value, tuple):
        return [to_data(item) for item in value]
    return value


def from_json(text: str, source: SourceFile) -> Document:
    """The tree of `source` from its JSON text. Raises `pydantic.ValidationError` if it is not the JSON of a tree."""
    content = _adapter().validate_json(text)
    document = _node(content.document, source)
    assert isinstance(document, Document)
    return document


def json_schema() -> dict[str, Any]:
    """What the JSON of a tree looks like, as a JSON Schema."""
    return _adapter().json_schema()


def _node(value: Any, source: SourceFile) -> Any:
    if isinstance(value, tuple | list):
        return tuple(_node(item, source) for item in value)
    kind = NODES.get(type(value).__name__)
    if kind is None:
        return value
    parts = {field.name: _node(getattr(value, field.name), source) for field in fields(kind) if field.name != "span"}
    return kind(**parts, span=source.span(*value.span))


@cache
def _adapter() -> TypeAdapter[Any]:
    """A model for each kind of node, made from the nodes themselves."""
    from pydantic import ConfigDict, TypeAdapter, create_model

    config = ConfigDict(extra="forbid", frozen=True)
    models: dict[str, type[BaseModel]] = {}
    for name, node in NODES.items():
        parts: dict[str, Any] = {"node": _literal(name), "span": tuple[int, int]}
        parts |= {
            part: _wire_type(hint) for part, hint in get_type_hints(node, localns=vars(nodes)).items() if part != "span"
        }
        models[name] = create_model(name, __config__=config, **parts)
    for model in models.values():
        model.model_rebuild(_types_namespace=models)
    tree: dict[str, Any] = {"version": Literal[1], "path": str, "document": models["Document"]}
    return TypeAdapter(create_model("Tree", __config__=config, **tree))


def _wire_type(hint: Any) -> Any:
    """The type of a part, with models in place of nodes."""
    if isinstance(hint, type) and issubclass(hint, Node):
        return hint.__name__
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is tuple:
        return types.GenericAlias(tuple, (_wire_type(arguments[0]), ...))
    if origin in {Union, types.UnionType}:
        return _wire_union([_wire_type(argument) for argument in arguments])
    return hint


def _wire_union(members: list[Any]) -> Any:
    from pydantic import Field

    models = [member for member in members if isinstance(member, str)]
    others = [member for member in members if not isinstance(member, str)]
    if len(models) > 1:
        return _one_of([Annotated[_one_of(models), Field(discriminator="node")], *others])
    return _one_of([*models, *others])


# Types that are only known when the program runs.
def _one_of(members: list[Any]) -> Any:
    return Union.__getitem__(tuple(members))


def _literal(text: str) -> Any:
    return Literal.__getitem__(text)
