"""What is known of cells at one point of the flow, and what terms were made of with that knowledge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from typing import Final

from rulelang.graph import shape
from rulelang.graph.access import Key
from rulelang.graph.bounds import Bound, Scope
from rulelang.graph.terms import Term

#: What terms were made of is remembered for so many at most.
_REMEMBERED: Final = 1 << 18


#: No two versions of what is known have the same number, whoever asks.
_NUMBERS: Final = count()


class Knowledge(dict[Key, Term]):
    """Cells whose value is known: a constant, or a local that stands for it."""

    def __init__(self, known: Mapping[Key, Term]) -> None:
        super().__init__(known)
        #: A number for what is known, once somebody has asked for it.
        self.version: int | None = None
        self.locals: tuple[str, ...] = ()

    def __setitem__(self, key: Key, value: Term) -> None:
        self.version = None
        super().__setitem__(key, value)

    def forget(self, keys: Iterable[Key]) -> None:
        """Nothing is known of some cells any more."""
        self.version = None
        for key in list(keys):
            self.pop(key, None)

    def restore(self, known: Mapping[Key, Term]) -> None:
        """Know what was known at another point."""
        self.version = None
        super().clear()
        super().update(known)


class SimplifyCache:
    """What terms were made of: the same term with the same knowledge is looked up."""

    def __init__(self) -> None:
        self._versions: Final[dict[object, int]] = {}
        self._made: Final[dict[tuple[Term, int], list[tuple[tuple[Bound | None, ...], Term]]]] = {}

    def version(self, knowledge: Knowledge, small: int) -> int:
        """A number for all that a simplification hangs on, except the bounds of locals."""
        if knowledge.version is None:
            content = (frozenset(knowledge.items()), small)
            knowledge.version = self._versions.setdefault(content, next(_NUMBERS))
            knowledge.locals = tuple(sorted(name for value in knowledge.values() for name in shape.free_locals(value)))
        return knowledge.version

    def version_for(self, knowledge: Knowledge, small: int, reads: frozenset[str]) -> tuple[int, tuple[str, ...]]:
        """The same for a term that reads only some regions, and the locals that stand for cells of these."""
        known = {key: value for key, value in knowledge.items() if key[0] in reads}
        version = self._versions.setdefault((frozenset(known.items()), small), next(_NUMBERS))
        return version, tuple(sorted(name for value in known.values() for name in shape.free_locals(value)))

    def find(self, term: Term, version: int, bounds: tuple[Bound | None, ...]) -> Term | None:
        """What a term was made of before."""
        for given, result in self._made.get((term, version), ()):
            if given == bounds:
                return result
        return None

    def note(self, term: Term, version: int, bounds: tuple[Bound | None, ...], result: Term) -> None:
        """Remember what a term was made of."""
        if len(self._made) >= _REMEMBERED:
            self._made.clear()
        self._made.setdefault((term, version), []).append((bounds, result))


def bounds_of(term: Term, scope: Scope, knowledge: Knowledge) -> tuple[Bound | None, ...]:
    """What is known of the locals a term uses."""
    names = shape.free_locals(term)
    if not knowledge.locals:
        return tuple(map(scope.get, names))
    return (*map(scope.get, names), *map(scope.get, knowledge.locals))
