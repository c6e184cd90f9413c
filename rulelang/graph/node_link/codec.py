"""Values of the form as JSON values, and back.

    Compare("<", Local("x"), Const(3))    {"is": "Compare", "operation": "<", "left": {"is": "Local", "name": "x"},
                                           "right": {"is": "Const", "value": 3}}
    a set of more than 53 elements        "0x2000000000000000": many languages cannot read such numbers
    Origin.span                           the file, where in it, and the words that stand there

What a class of values looks like is read off its fields, so that nothing has to be said twice. A field that has its
default is left out. What has another type than it should is written as it is: `shapes.py` tells of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING
from enum import Enum
from functools import cache
from types import NoneType
from typing import Any, Final, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

from rulelang.graph import terms
from rulelang.graph.example_steps import Claim, Step
from rulelang.graph.node_link.quotes import Sources, quote, quoted, sources_of
from rulelang.graph.parts import Attributes, GraphParts, own_fields, whole_fields
from rulelang.graph.program import NODE_KINDS, OptionEdge, Program
from rulelang.source import Span
from rulelang.tuning.fast_dataclass import fields, is_dataclass

#: What a file says that it is; another number stands for a form that other readers cannot read.
FORMAT: Final = "rulelang graph 1"
#: Numbers up to this are exact in every language that reads JSON.
EXACT: Final = 1 << 53
#: Where a class of values stands that may be one of several.
TAG: Final = "is"
#: What terms, effects, domains and steps of examples can be: each says what it is.
FORMS: Final[dict[str, type]] = {
    kind.__name__: kind for union in (terms.Term, terms.Effect, terms.Domain, Step, Claim) for kind in get_args(union)
}
#: These have no meaning for play: the checks of the rulebook and its reading ask for them.
_BESIDE_PLAY: Final = frozenset({"site", "said", "clauses", "calls"})


class CodecField(NamedTuple):
    """A field of a class of values. Without a default it is always written."""

    name: str
    type: Any
    default: Any

    @property
    def is_needed(self) -> bool:
        """Has it no default?"""
        return self.default is MISSING


def is_class(type_: Any) -> bool:
    """Is a type a class of values that is made of fields?"""
    return isinstance(type_, type) and is_dataclass(type_)


@cache
def fields_of(kind: type) -> tuple[CodecField, ...]:
    """The fields that are written of a class of values."""
    of_terms = kind.__module__.startswith(f"{terms.__name__}.")
    types = get_type_hints(kind, localns=vars(terms) if of_terms else None)
    return tuple(
        CodecField(
            field.name,
            types[field.name],
            field.default if field.default_factory is MISSING else field.default_factory(),
        )
        for field in fields(kind)
        if field.name not in _BESIDE_PLAY
    )


# ---------------------------------------------------------------------------------------------------- writing


def to_record(value: Any) -> Any:
    """A value of the form, or what a tool has put in its place, as JSON holds it."""
    kind: Any = type(value)
    if kind is int:
        return value if -EXACT < value < EXACT else hex(value)
    if kind is tuple or kind is list:
        return [to_record(part) for part in value]
    if kind is dict:
        return {str(name): to_record(part) for name, part in value.items()}
    if kind is Span:
        return quote(value)
    if isinstance(value, Enum):
        return value.value
    if not is_class(kind):
        return value
    found = {TAG: kind.__name__} if kind.__name__ in FORMS else {}
    for name, _, default in fields_of(kind):
        part = getattr(value, name)
        if part != default:
            found[name] = to_record(part)
    return found


def parts_record(parts: GraphParts) -> dict[str, Any]:
    """A program taken apart, in the shape in which networkx and its friends exchange graphs: nodes and links."""
    return {
        "format": FORMAT,
        "directed": True,
        "multigraph": True,
        "graph": {name: to_record(value) for name, value in parts.whole.items()},
        "nodes": [
            {"id": number, **{name: to_record(value) for name, value in attributes.items()}}
            for number, attributes in parts.nodes.items()
        ],
        "edges": [
            {"source": source, "target": target, **{name: to_record(value) for name, value in attributes.items()}}
            for source, target, attributes in parts.edges
        ],
    }


# ---------------------------------------------------------------------------------------------------- reading

Reader: TypeAlias = Callable[[Any, Sources], Any]


def from_record(record: Any, type_: Any, sources: Sources) -> Any:
    """A value of a type, of a record in its shape."""
    return _reader(type_)(record, sources)


@cache
def _reader(type_: Any) -> Reader:
    """What reads values of a type."""
    inside = get_args(type_)
    if type_ is int:
        return lambda record, _: int(record, 16) if type(record) is str else record
    if type_ is Span:
        return lambda record, sources: quoted(sources, record)
    if isinstance(type_, type) and issubclass(type_, Enum):
        return lambda record, _: type_(record)
    if get_origin(type_) is tuple:
        return _several(inside)
    if get_origin(type_) is dict:
        return lambda record, sources: {
            inside[0](name): _reader(inside[1])(part, sources) for name, part in record.items()
        }
    if is_class(type_):
        return lambda record, sources: _value(type_, record, sources)
    if NoneType in inside and len(inside) == 2:
        one = next(kind for kind in inside if kind is not NoneType)
        return lambda record, sources: None if record is None else _reader(one)(record, sources)
    if any(is_class(kind) for kind in inside):
        return lambda record, sources: None if record is None else _value(FORMS[record[TAG]], record, sources)
    return lambda record, _: record


def _several(inside: tuple[Any, ...]) -> Reader:
    if len(inside) == 2 and inside[1] is ...:
        each = _reader(inside[0])
        return lambda record, sources: tuple([each(part, sources) for part in record])
    readers = [_reader(kind) for kind in inside]
    return lambda record, sources: tuple([read(part, sources) for read, part in zip(readers, record, strict=True)])


def _value(kind: Any, record: dict[str, Any], sources: Sources) -> Any:
    values = {}
    for name, type_, _ in fields_of(kind):
        if name in record:
            values[name] = _reader(type_)(record[name], sources)
    return kind(**values)


def attributes_from(kind: type, record: dict[str, Any], names: tuple[str, ...], sources: Sources) -> Attributes:
    """Of the fields of a class of values those with these names, of the record of a node or an edge."""
    return {
        field.name: _reader(field.type)(record[field.name], sources) if field.name in record else field.default
        for field in fields_of(kind)
        if field.name in names
    }


def parts_from(record: dict[str, Any]) -> GraphParts:
    """A program taken apart, of a record in the shape of `shapes.py`."""
    sources = sources_of(record)
    whole = attributes_from(Program, record["graph"], whole_fields(), sources)
    nodes: dict[int, Attributes] = {}
    for node in record["nodes"]:
        kind = NODE_KINDS.get(node["kind"])
        own = attributes_from(kind, node, own_fields(kind), sources) if kind is not None else {}
        nodes[node["id"]] = {"kind": node["kind"], **own}
    edges = [(edge["source"], edge["target"], _edge(edge, sources)) for edge in record["edges"]]
    return GraphParts(whole, nodes, edges)


def _edge(edge: dict[str, Any], sources: Sources) -> Attributes:
    found: Attributes = {name: edge[name] for name in ("role", "order") if name in edge}
    if edge["role"] == "arm":
        return found | {"condition": from_record(edge["condition"], terms.Term, sources)}
    if "order" not in found:
        return found
    return found | attributes_from(OptionEdge, edge, own_fields(OptionEdge), sources)
