"""Which parts of the state a term looks at, so that it is known when a change makes a fact about it worthless."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulelang.graph.flow.substitute import walk
from rulelang.graph.program import Function
from rulelang.graph.terms import (
    Append,
    Apply,
    Cell,
    Effect,
    ForIn,
    Local,
    MovePiece,
    MoveTokens,
    Possible,
    Put,
    Sequence,
    SortInto,
    Term,
    TokenCount,
    TokenPlaces,
    Tokens,
    When,
)

PIECES = frozenset({"at", "contents", "order"})
TOKENS = frozenset({"tokens"})
EVERYTHING = frozenset({"*"})


class Readings:
    """What terms read, worked out once for each."""

    def __init__(self, functions: Mapping[str, Function]) -> None:
        self._functions = functions
        self._of_terms: dict[Term, frozenset[str]] = {}
        self._of_functions: dict[str, frozenset[str]] = {}

    def regions(self, term: Term) -> frozenset[str]:
        """Regions the term reads; `tokens` for anything about tokens; `?` if it speaks of a local name."""
        if term not in self._of_terms:
            self._of_terms[term] = frozenset(self._collect(term))
        return self._of_terms[term]

    def _collect(self, term: Term) -> set[str]:
        found: set[str] = set()

        def visit(part: Any) -> None:
            match part:
                case Cell(region) | Sequence(region):
                    found.add(region)
                case TokenCount() | TokenPlaces() | Tokens():
                    found.add("tokens")
                case Apply(function):
                    found.update(self._function(function))
                case Possible():
                    found.add("*")
                case Local():
                    found.add("?")
                case _:
                    pass

        walk(term, visit)
        return found

    def _function(self, name: str) -> frozenset[str]:
        if name not in self._of_functions:
            self._of_functions[name] = frozenset()
            function = self._functions.get(name)
            if function is not None:
                self._of_functions[name] = frozenset(self._collect(function.body) - {"?"})
        return self._of_functions[name]


def written(effects: tuple[Effect, ...]) -> frozenset[str]:
    """Regions that effects may change."""
    found: set[str] = set()
    for effect in effects:
        match effect:
            case Put(region) | Append(region) | SortInto(region):
                found.add(region)
            case MovePiece():
                found |= PIECES
            case MoveTokens():
                found |= TOKENS
            case When(_, then, otherwise):
                found |= written(then) | written(otherwise)
            case ForIn(_, _, body):
                found |= written(body)
            case _:
                pass
    return frozenset(found)
