"""Cells that only a list of effects reads become locals of it.

    [Card] := the first of S, move [Card] to P        becomes        card stands for the first of S, move card to P

A cell stays if it is read before it is written there, or behind a branch or loop that wrote it. What is only another
name for a local, a known number or a cell that stays as it is, is replaced by that.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import TypeVar

from rulelang.graph.access import writes
from rulelang.graph.terms import Cell, Const, Effect, ForIn, Local, Name, Put, Term, When
from rulelang.graph.walk import all_parts, rewrite
from rulelang.tuning.fast_dataclass import replace

T = TypeVar("T")
#: What is known of the cells: the term each stands for, or None where that cannot be said.
Known = dict[str, Term | None]


class _Escapes(Exception):
    """A cell is read where it cannot be a local."""

    def __init__(self, region: str) -> None:
        super().__init__(region)
        self.region = region


class Locals:
    """The locals that have been put in the place of cells so far: each is named once and never changes."""

    def __init__(self, fresh: Callable[[str], str]) -> None:
        self.fresh = fresh
        self.made: set[str] = set()

    def name(self, called: str) -> str:
        """One more."""
        local = self.fresh(called)
        self.made.add(local)
        return local


def cells_to_locals(effects: Iterable[Effect], cells: Mapping[str, str], made: Locals) -> tuple[list[Effect], set[str]]:
    """The effects, with locals for those of the cells (by what each is called) that can be; and which these are."""
    effects, chosen = list(effects), dict(cells)
    while chosen:
        try:
            converted = _Conversion(chosen, made, writes(effects)).effects(effects, {})
        except _Escapes as escape:
            del chosen[escape.region]
        else:
            read = {part.name for part in all_parts(tuple(converted)) if type(part) is Local}
            return list(_used(converted, made.made - read)), set(chosen)
    return effects, set()


def _used(effects: Iterable[Effect], unread: set[str]) -> Iterator[Effect]:
    """Effects without names for what nothing reads."""
    for effect in effects:
        match effect:
            case Name(name) if name in unread:
                pass
            case When(_, then, otherwise):
                yield replace(effect, then=tuple(_used(then, unread)), otherwise=tuple(_used(otherwise, unread)))
            case ForIn(_, _, body):
                yield replace(effect, body=tuple(_used(body, unread)))
            case _:
                yield effect


class _Conversion:
    """One try."""

    def __init__(self, cells: Mapping[str, str], made: Locals, written: Container[str]) -> None:
        self.cells = cells
        self.written = written
        self.made = made
        #: Locals that only stand for something that has a name.
        self.renamed: dict[str, Term] = {}

    def effects(self, effects: Iterable[Effect], known: Known) -> list[Effect]:
        """Convert effects in a row; `known` is kept up to date."""
        found: list[Effect] = []
        for effect in effects:
            match effect:
                case Put(region, Const(0), value) if region in self.cells:
                    named = self._named(region, self._rewritten(value, known), known)
                    found += [replace(one, said=effect.said) for one in named]
                case Name(name, value) if name in self.made.made:
                    value = self._rewritten(value, known)
                    if self._is_name(value):
                        self.renamed[name] = value
                    else:
                        found.append(replace(effect, value=value))
                case When(condition, then, otherwise):
                    before = self._rewritten(condition, known)
                    ways = [tuple(self.effects(way, dict(known))) for way in (then, otherwise)]
                    found.append(replace(effect, condition=before, then=ways[0], otherwise=ways[1]))
                    self._forget((*then, *otherwise), known)
                case ForIn(name, domain, body):
                    over = self._rewritten(domain, known)
                    self._forget(body, known)
                    found.append(replace(effect, domain=over, body=tuple(self.effects(body, dict(known)))))
                case _:
                    found.append(self._rewritten(effect, known))
        return found

    def _is_name(self, value: Term) -> bool:
        """Is it something that is known by itself: a local, a number, a cell that nothing here writes?"""
        if isinstance(value, Cell):
            return value.index == Const(0) and value.region not in self.written
        return isinstance(value, Local | Const)

    def _named(self, region: str, value: Term, known: Known) -> list[Name]:
        if self._is_name(value):
            known[region] = value
            return []
        local = self.made.name(self.cells[region])
        known[region] = Local(local)
        return [Name(local, value)]

    def _forget(self, effects: Iterable[Effect], known: Known) -> None:
        """What a branch or a pass writes is not known behind it."""
        for effect in effects:
            match effect:
                case Put(region) if region in self.cells:
                    known[region] = None
                case When(_, then, otherwise):
                    self._forget((*then, *otherwise), known)
                case ForIn(_, _, body):
                    self._forget(body, known)
                case _:
                    pass

    def _rewritten(self, part: T, known: Known) -> T:
        def change(inner: object) -> object:
            if type(inner) is Cell and inner.region in self.cells:
                value = known.get(inner.region) if inner.index == Const(0) else None
                if value is None:
                    raise _Escapes(inner.region)
                return value
            return self.renamed.get(inner.name, inner) if type(inner) is Local else inner

        return rewrite(part, change)
