"""Trials without copies: what an attempt may write is known, kept before it, and put back behind it.

    static rl_i32 f_tries_3(struct rl_ctx *c, struct state *s, rl_i32 v_point)
        struct rl_kept16 kept0 = *(struct rl_kept16 *)((rl_u8 *)s + 1312);      whatever is written in there
        found = f_tries_3_inside(c, s, v_point);
        *(struct rl_kept16 *)((rl_u8 *)s + 1312) = kept0;

A board of hundreds of cells stays where it is if a trial writes a dozen of them. Where a trial may write half of the
state or more, it works on a copy: that is written once, and what is kept is written twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from interpreter.engine.lower.code import Copy, Deed, Perform, Rest, Routine, Statement, Store
from interpreter.engine.lower.expressions import Immediate
from interpreter.engine.lower.rewrite import called, statements
from interpreter.engine.native.layout import Field, StateLayout

#: Bytes of the state: from, up to.
Span: TypeAlias = tuple[int, int]

#: What is kept is whole words, and spans that lie so near to one another are kept as one.
_WORD: Final = 8
_NEAR: Final = 16


class Undo:
    """What the routines of a program have to put back."""

    def __init__(self, routines: Mapping[str, Routine], state: StateLayout) -> None:
        self._routines: Final = routines
        self._state: Final = state
        self._places: Final = state.places_of_fields
        self._orders: Final = tuple(sorted({
            place.order_region for place in state.layout.places if place.order_region
        }))  # fmt: skip
        self._own: Final[dict[str, frozenset[Span]]] = {}
        self._called: Final[dict[str, tuple[str, ...]]] = {}

    def spans(self, routine: Routine) -> tuple[Span, ...] | None:
        """What to keep of the state while a routine works on it, in ascending order; None: it works on a copy."""
        found = _joined(span for name in self._reached(routine) for span in self._written(name))
        kept = sum(end - start for start, end in found)
        return found if 2 * kept < self._state.size else None

    def _reached(self, routine: Routine) -> set[str]:
        """The routine, and all that it calls, directly or not, and that do not put back themselves what they write."""
        found, waiting = {routine.name}, [routine.name]
        while waiting:
            for name in self._changing(waiting.pop()):
                if name not in found:
                    found.add(name)
                    waiting.append(name)
        return found

    def _changing(self, name: str) -> tuple[str, ...]:
        """The routines that one calls and that leave something changed, if they change anything."""
        if name not in self._called:
            others = called(self._routines[name])
            self._called[name] = tuple(one for one in others if not puts_back(self._routines[one]))
        return self._called[name]

    def _written(self, name: str) -> frozenset[Span]:
        if name not in self._own:
            body = self._routines[name].body
            self._own[name] = frozenset(span for one in statements(body) for span in self._writes(one))
        return self._own[name]

    def _writes(self, statement: Statement) -> Iterator[Span]:
        match statement:
            case Store(region, _, _, index, _) if region in self._state.layout.regions:
                slot = self._state.slot(region)
                if isinstance(index, Immediate):
                    yield self._cells(slot.field, slot.start + index.value, 1)
                else:
                    yield self._cells(slot.field, slot.start, slot.length)
            case Store():
                yield from self._tokens()
            case Rest():
                yield self._whole("node")
            case Perform(Deed.MOVE_PIECE, _, _):
                yield from map(self._whole, ("at", "contents", *self._orders))
            case Perform(Deed.REARRANGE | Deed.SHUFFLE, _, _):
                yield from map(self._whole, self._orders)
            case Perform(Deed.ADD_TOKENS, _, _):
                yield from self._tokens()
            case Perform(Deed.WRITE_LIST, _, (region, *_)):
                yield self._whole(str(region))
            case _:
                pass

    def _tokens(self) -> Iterator[Span]:
        for field in (self._state.counts, self._state.sets):
            if field is not None:
                yield self._cells(field, 0, field.length)

    def _whole(self, region: str) -> Span:
        slot = self._state.slot(region)
        return self._cells(slot.field, slot.start, slot.length)

    def _cells(self, field: Field, start: int, length: int) -> Span:
        first = self._places[field.name] + start * field.width
        return first, first + length * field.width


def puts_back(routine: Routine) -> bool:
    """Does a routine leave the state as it was, though it writes in it?"""
    return any(isinstance(one, Copy) for one in statements(routine.body))


def _joined(spans: Iterator[Span]) -> tuple[Span, ...]:
    found: list[Span] = []
    for first, last in sorted(spans):
        start, end = first // _WORD * _WORD, -(-last // _WORD) * _WORD
        if found and start <= found[-1][1] + _NEAR:
            start, end = found[-1][0], max(end, found.pop()[1])
        found.append((start, end))
    return tuple(found)
