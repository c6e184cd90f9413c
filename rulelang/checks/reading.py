"""What terms and effects read and write: one quick walk, shared by all checks that look at the graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Sequence as Row
from dataclasses import fields
from operator import attrgetter
from typing import Any

from rulelang.graph import terms as language
from rulelang.graph.program import Function, Option, Parameter
from rulelang.graph.terms import (
    Append,
    Apply,
    Cell,
    Effect,
    Entry,
    ForIn,
    MovePiece,
    MoveTokens,
    Possible,
    Put,
    Sequence,
    SortInto,
    TokenCount,
    TokenPlaces,
    Tokens,
    When,
)

#: All cells that count tokens together; `Possible` looks at whatever the way on looks at.
TOKENS, ANYTHING = "tokens", "*"
#: What is printed on pieces: it never changes, but not everybody sees it.
PRINTED = "printed"
PIECES = frozenset({"at", "contents", "order"})
#: Forms that read something themselves; what others read is read by parts of them.
_READING = frozenset({Cell, Sequence, Apply, TokenCount, TokenPlaces, Tokens, Entry, Possible})
_PLAIN = ("str", "int", "bool", "Literal")


def _inner_fields() -> dict[type, tuple[str, ...]]:
    """The fields of every form of term or effect that hold further terms or effects."""
    found: dict[type, tuple[str, ...]] = {}
    for form in vars(language).values():
        if isinstance(form, type) and form.__module__ == language.__name__:
            found[form] = tuple(one.name for one in fields(form) if not str(one.type).startswith(_PLAIN))
    found[Parameter] = ("domain", "where", "fewest", "most")
    found[Option] = ("parameters", "guard", "effects")
    return found


def _values(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]] | None:
    """What gives the values of these fields."""
    if len(names) > 1:
        return attrgetter(*names)
    if not names:
        return None
    one = attrgetter(*names)
    return lambda part: (one(part),)


_INNER = _inner_fields()
_INNER_VALUES = {form: _values(names) for form, names in _INNER.items()}


def all_parts(root: Any) -> Row[Any]:
    """A term, effect, parameter or tuple of them, and everything in it."""
    found: list[Any] = []
    waiting = [root]
    while waiting:
        part = waiting.pop()
        form = type(part)
        if form is tuple:
            waiting += part
        elif form in _INNER_VALUES:
            found.append(part)
            inner = _INNER_VALUES[form]
            if inner is not None:
                waiting += inner(part)
    return found


def inner(part: Any) -> list[Any]:
    """The terms, domains and effects directly in one."""
    found: list[Any] = []
    for name in _INNER.get(type(part), ()):
        value = getattr(part, name)
        if type(value) is tuple:
            found.extend(value)
        elif value is not None:
            found.append(value)
    return found


class Reader:
    """Regions read, with derived values looked into; every answer is kept."""

    def __init__(self, functions: dict[str, Function]) -> None:
        self._functions = functions
        self._of_function: dict[str, frozenset[str]] = {}
        self._changed: dict[int, tuple[tuple[Any, ...], frozenset[str]]] = {}
        self._known: dict[int, tuple[Any, frozenset[str]]] = {}

    def reads(self, root: Any) -> frozenset[str]:
        """All regions a term or effect depends on."""
        known = self._known.get(id(root))
        if known is not None:
            return known[1]
        found: set[str] = set()
        for part in all_parts(root):
            form = type(part)
            if form not in _READING:
                continue
            if form is Cell or form is Sequence:
                found.add(part.region)
            elif form is Apply:
                found |= self._function(part.function)
            elif form is Entry:
                if part.table.startswith("piece "):
                    found.add(PRINTED)
            else:
                found.add(ANYTHING if form is Possible else TOKENS)
        answer = frozenset(found)
        self._known[id(root)] = (root, answer)
        return answer

    def writes(self, effects: tuple[Any, ...]) -> frozenset[str]:
        """All regions effects may change; worked out once for effects that stay."""
        known = self._changed.get(id(effects))
        if known is None or known[0] is not effects:
            known = self._changed[id(effects)] = effects, frozenset(writes(effects))
        return known[1]

    def _function(self, name: str) -> frozenset[str]:
        known = self._of_function.get(name)
        if known is None:
            function = self._functions.get(name)
            known = self.reads(function.body) if function is not None else frozenset()
            self._of_function[name] = known
        return known


def writes(effects: Iterable[Effect]) -> set[str]:
    """All regions effects may change."""
    found: set[str] = set()
    waiting = list(effects)
    while waiting:
        effect = waiting.pop()
        match effect:
            case Put(region) | Append(region) | SortInto(region):
                found.add(region)
            case MovePiece():
                found |= PIECES
            case MoveTokens():
                found.add(TOKENS)
            case When(_, then, otherwise):
                waiting += then
                waiting += otherwise
            case ForIn(_, _, body):
                waiting += body
            case _:
                pass
    return found
