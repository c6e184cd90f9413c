"""The shape of a graph as JSON, as pydantic models: they are made from the classes of the form, and they look at files
that anybody may have written."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import cache, reduce
from inspect import getdoc
from operator import or_
from types import GenericAlias, NoneType
from typing import Annotated, Any, Final, ForwardRef, Literal, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model
from typing_extensions import TypeAliasType

from rulelang.graph import example_steps, terms
from rulelang.graph.node_link.codec import EXACT, FORMAT, FORMS, TAG, CodecField, fields_of, is_class
from rulelang.graph.node_link.quotes import LONGEST_TEXT
from rulelang.graph.parts import NOWHERE, own_fields, whole_fields
from rulelang.graph.program import NODE_KINDS, OptionEdge, Program
from rulelang.graph.verify.layout import MOST_ELEMENTS
from rulelang.graph.verify.problems import Problem, Problems
from rulelang.source import Span

_STRICT: Final = ConfigDict(strict=True, extra="forbid", frozen=True)

_DIGITS: Final = MOST_ELEMENTS // 4
Number = TypeAliasType(
    "Number",
    Annotated[int, Field(gt=-EXACT, lt=EXACT)] | Annotated[str, Field(pattern=rf"^-?0x[0-9a-f]{{1,{_DIGITS}}}$")],
)
#: One line, so that it can stand in a comment or a title wherever it is printed.
Line = TypeAliasType("Line", Annotated[str, Field(pattern=r"^[^\p{Cc}\x{2028}\x{2029}]*$", max_length=10_000)])
Text = Annotated[str, Field(max_length=LONGEST_TEXT)]
NodeNumber = Annotated[int, Field(ge=0, lt=10_000_000)]

#: What is quoted from the rulebook may have several lines.
_QUOTED: Final = frozenset({"reasons", "invariants"})


class Quote(BaseModel):
    """Words of the rulebook, and where they stand: `start` is the offset in the file, the first line is 1."""

    model_config = _STRICT

    file: Line
    start: Annotated[int, Field(ge=0, lt=LONGEST_TEXT)]
    line: Annotated[int, Field(ge=1, le=LONGEST_TEXT)]
    column: Annotated[int, Field(ge=1, le=LONGEST_TEXT)]
    text: Text


_ORDER: Final = Annotated[int, Field(ge=0, lt=10_000_000)]
_ARM: Final = {"order": _ORDER, "condition": ForwardRef("Term")}
_PLAIN: Final[dict[Any, Any]] = {int: Number, str: Line, bool: bool, Span: Quote}
_UNIONS: Final[dict[str, Any]] = {
    "Term": terms.Term,
    "Effect": terms.Effect,
    "Domain": terms.Domain,
    "Step": example_steps.Step,
    "Claim": example_steps.Claim,
}


class _Shapes:
    """Makes a model of every class that can stand in a graph. Models speak of each other by name, as the classes do."""

    def __init__(self) -> None:
        self.named: dict[str, Any] = {"Number": Number, "Line": Line}
        for kind in FORMS.values():
            self._model(kind.__name__, fields_of(kind), kind, **{TAG: Literal[kind.__name__]})
        for name, union in _UNIONS.items():
            self.named[name] = TypeAliasType(name, self._one_of(TAG, [kind.__name__ for kind in get_args(union)]))
        self._model("NowhereNode", (), id=Literal[NOWHERE], kind=Literal["nowhere"])
        nodes = ["NowhereNode", *(self._node(name, kind) for name, kind in NODE_KINDS.items())]
        ends = {"source": NodeNumber, "target": Annotated[int, Field(ge=NOWHERE)], "key": (Any, None)}
        for name, more in {"Otherwise": {}, "Step": {}, "Outcome": {}, "Arm": _ARM}.items():
            self._model(f"{name}Edge", (), **ends, **more, role=Literal[name.lower()])
        option = [field for field in fields_of(OptionEdge) if field.name in own_fields(OptionEdge)]
        self._model("OptionEdge", option, OptionEdge, **ends, order=_ORDER)
        edges = [f"{name}Edge" for name in ("Option", "Arm", "Otherwise", "Step", "Outcome")]
        whole = [field for field in fields_of(Program) if field.name in whole_fields()]
        self._model("Whole", whole, Program)
        self._model(
            "Graph",
            (),
            format=Literal[FORMAT],
            directed=Literal[True],
            multigraph=Literal[True],
            graph=ForwardRef("Whole"),
            nodes=GenericAlias(list, (self._one_of("kind", nodes),)),
            edges=GenericAlias(list, (self._one_of("role", edges),)),
        )
        for model in self.named.values():
            if isinstance(model, type) and issubclass(model, BaseModel):
                model.model_rebuild(_types_namespace=self.named)

    def _node(self, name: str, kind: type) -> str:
        own = [field for field in fields_of(kind) if field.name in own_fields(kind)]
        return self._model(f"{name.capitalize()}Node", own, kind, id=NodeNumber, kind=Literal[name])

    def _one_of(self, told_by: str, names: list[str]) -> Any:
        models = reduce(or_, (self.named[name] for name in names))
        return Annotated[models, Field(discriminator=told_by)]

    def _model(self, name: str, fields: Iterable[CodecField], of: type | None = None, /, **more: Any) -> str:
        shapes: dict[str, Any] = {
            field.name: (
                self._shape(field.type, quoted=field.name in _QUOTED),
                ... if field.is_needed else field.default,
            )
            for field in fields
        }
        given = {name: shape if isinstance(shape, tuple) else (shape, ...) for name, shape in more.items()}
        self.named[name] = create_model(
            name, __config__=_STRICT, __doc__=getdoc(of) if of is not None else None, **(given | shapes)
        )
        return name

    def _shape(self, type_: Any, *, quoted: bool = False) -> Any:
        """What stands for values of a type in JSON."""
        inside = get_args(type_)
        if type_ in _PLAIN:
            return Text if quoted and type_ is str else _PLAIN[type_]
        if isinstance(type_, type) and issubclass(type_, Enum):
            return Literal[tuple(member.value for member in type_)]
        if get_origin(type_) is tuple:
            parts = tuple(kind if kind is ... else self._shape(kind, quoted=quoted) for kind in inside)
            return GenericAlias(list, parts[:1]) if inside[1:] == (...,) else GenericAlias(tuple, parts)
        if get_origin(type_) is dict:
            name = Annotated[str, Field(pattern="^[0-9]{1,9}$")] if inside[0] is int else Line
            return GenericAlias(dict, (name, self._shape(inside[1])))
        if is_class(type_):
            if type_.__name__ not in self.named:
                self.named[type_.__name__] = None
                self._model(type_.__name__, fields_of(type_), type_)
            return ForwardRef(type_.__name__)
        some = [kind for kind in inside if kind is not NoneType]
        if not some or get_origin(type_) is Literal:
            return type_
        union = next((name for name, union in _UNIONS.items() if set(get_args(union)) == set(some)), None)
        found = ForwardRef(union) if union is not None else self._shape(some[0])
        return found | None if NoneType in inside else found


@cache
def graph_model() -> type[BaseModel]:
    """The model of a whole graph."""
    found: type[BaseModel] = _Shapes().named["Graph"]
    return found


def misshaped(text: str) -> Problems | None:
    """What in a JSON text is not as it has to be."""
    try:
        graph_model().model_validate_json(text)
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False, include_input=False)
        return Problems(tuple(Problem(_where(problem["loc"]), problem["msg"]) for problem in found))
    return None


def _where(steps: tuple[int | str, ...]) -> str:
    return ".".join(str(step) for step in steps) or "the file"
