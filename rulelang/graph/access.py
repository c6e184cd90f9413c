"""What terms and effects read and write: one quick walk, shared by all that asks for it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final, TypeAlias

from rulelang.graph import terms as t
from rulelang.graph.program import ChanceNode, Decide, Do, Function, Node
from rulelang.graph.roles import TableKind, TableRole
from rulelang.graph.shape import outermost_terms, remembered
from rulelang.graph.terms import Effect, Term
from rulelang.graph.walk import all_parts, direct_parts

#: A cell: its region and number there.
Key: TypeAlias = tuple[str, int]

#: All cells that count tokens together; `Possible` looks at whatever the way on looks at.
TOKENS, ANYTHING = "tokens", "*"
#: What is printed on pieces: it never changes, but not everybody sees it.
PRINTED = "printed"
PIECES = frozenset({"at", "contents", "order"})
_ALL = -1
#: Forms that name the region in which they read cells: adding to a sequence looks at its length.
NAMES_CELLS_READ = frozenset({t.Cell, t.CellList, t.Append})
#: Forms that read something themselves, with how that is called; what others read is read by parts of them.
_READING: Final[dict[type, Callable[[Any], str]]] = {
    **dict.fromkeys((t.Cell, t.CellList), attrgetter("region")),
    **dict.fromkeys((t.TokenCount, t.TokenPlaces, t.Tokens), lambda _: TOKENS),
    t.Possible: lambda _: ANYTHING,
    t.Apply: attrgetter("function"),
    t.Entry: attrgetter("table"),
}
_NOTHING: Final[frozenset[tuple[type, str]]] = frozenset()


def printed_tables(roles: Mapping[str, TableRole]) -> frozenset[str]:
    """The tables of what is printed on pieces."""
    return frozenset(name for name, role in roles.items() if role.kind is TableKind.COLUMN and role.holder == "piece")


def with_definitions(functions: Mapping[str, Function], *roots: Any) -> Iterator[Any]:
    """Every part of the roots, the definitions that they ask for, each once, and every part of those."""
    asked: set[str] = set()
    waiting: list[Any] = [roots]
    while waiting:
        for part in all_parts(waiting.pop()):
            yield part
            if type(part) is t.Apply and part.function not in asked:
                asked.add(part.function)
                waiting += [functions[part.function]] if part.function in functions else []


@remembered
def _read_by(part: Any) -> frozenset[tuple[type, str]]:
    """What a term reads, with the forms that read it: the same in every program."""
    called = _READING.get(type(part))
    own = frozenset({(type(part), called(part))}) if called is not None else _NOTHING
    found = [read for inner in direct_parts(part) if (read := _read_by(inner))]
    return found[0] if len(found) == 1 and not own else own.union(*found)


class Accesses:
    """Regions read, with derived values looked into; every answer is kept."""

    def __init__(self, functions: Mapping[str, Function], printed: Container[str]) -> None:
        self._functions = functions
        self._printed = printed
        self._of_function: dict[str, frozenset[str]] = {}
        self._changed: dict[tuple[Any, ...], frozenset[str]] = {}
        self._known: dict[Any, frozenset[str]] = {}

    def reads(self, root: Any) -> frozenset[str]:
        """All regions a term or effect depends on."""
        known = self._known.get(root)
        if known is None:
            known = self._known[root] = self.read_in(root)
        return known

    def read_in(self, root: Any) -> frozenset[str]:
        """The same, of something long that is asked about once."""
        found: set[str] = set()
        for form, called in _NOTHING.union(*map(_read_by, outermost_terms(root))):
            if form is t.Apply:
                found |= self._function(called)
            elif form is not t.Entry:
                found.add(called)
            elif called in self._printed:
                found.add(PRINTED)
        return frozenset(found)

    def writes(self, effects: tuple[Any, ...]) -> frozenset[str]:
        """All regions effects may change; worked out once for effects that stay."""
        known = self._changed.get(effects)
        if known is None:
            known = self._changed[effects] = frozenset(writes(effects))
        return known

    def _function(self, name: str) -> frozenset[str]:
        known = self._of_function.get(name)
        if known is None:
            function = self._functions.get(name)
            known = self.reads(function.body) if function is not None else frozenset()
            self._of_function[name] = known
        return known


class PiecesRead:
    """The pieces of which it matters to a term where they lie, as a set; every answer is kept."""

    def __init__(self, functions: Mapping[str, Function], elements: Callable[[Term], int]) -> None:
        """`elements`: what a term may be, as a set (-1: anything), whatever its locals are."""
        self._functions = functions
        self._elements = elements
        self._known: dict[Term | str, int] = {}

    def __call__(self, term: Term) -> int:
        """The set for a term: -1 if that may be all."""
        known = self._known.get(term)
        if known is None:
            known = self._known[term] = self._in(term)
        return known

    def _in(self, term: Any) -> int:
        match term:
            case t.Both(parts) if any(isinstance(part, t.Const) for part in parts):
                among = _ALL
                for part in parts:
                    among &= part.value if isinstance(part, t.Const) else _ALL
                found = 0
                for part in parts:
                    if isinstance(part, t.Cell) and part.region == "contents":
                        found |= among | self._in(part.index)
                    else:
                        found |= self._in(part)
                return found
            case t.Cell("at", index):
                return self._elements(index) | self._in(index)
            case t.Cell("contents" | "order") | t.CellList("order") | t.Possible():
                return _ALL
            case t.Apply(name):
                found = self._of_function(name)
            case _:
                found = 0
        for part in direct_parts(term):
            found |= self._in(part)
        return found

    def _of_function(self, name: str) -> int:
        if name not in self._known:
            function = self._functions.get(name)
            self._known[name] = _ALL if function is None else self._in(function.body)
        return self._known[name]


def effect_lists(node: Node) -> Sequence[tuple[Effect, ...]]:
    """What happens at a node or on the ways out of it: each list is carried out as a whole."""
    match node:
        case Do() | ChanceNode():
            return (node.effects,)
        case Decide():
            return [option.effects for option in node.options]
        case _:
            return ()


def every_effect(effects: Iterable[Effect]) -> Iterator[Effect]:
    """Effects and those that stand in them, however deep."""
    for effect in effects:
        yield effect
        match effect:
            case t.When(_, then, otherwise):
                yield from every_effect(then)
                yield from every_effect(otherwise)
            case t.ForIn(_, _, body):
                yield from every_effect(body)
            case _:
                pass


def effects_of(*nodes: Node) -> Iterator[Effect]:
    """Everything that happens at nodes and on the ways out of them, however deep."""
    for node in nodes:
        for effects in effect_lists(node):
            yield from every_effect(effects)


def named_writes(*effects: Effect) -> frozenset[str]:
    """The regions that effects write by name; what moves of pieces and tokens change is not among them."""
    return frozenset(one.region for one in every_effect(effects) if isinstance(one, t.Put | t.Append | t.SortInto))


def writes(effects: Iterable[Effect]) -> set[str]:
    """All regions effects may change."""
    found: set[str] = set()
    for effect in every_effect(effects):
        match effect:
            case t.Put(region) | t.Append(region) | t.SortInto(region):
                found.add(region)
            case t.MovePiece():
                found |= PIECES
            case t.MoveTokens():
                found.add(TOKENS)
            case _:
                pass
    return found
