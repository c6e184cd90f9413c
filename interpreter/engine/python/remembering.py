"""Answers that generated code remembers from one time to the next: they depend on what is asked alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias, TypeVar

from rulelang.graph.bit_sets import union_of
from rulelang.graph.operations import in_line

#: So much is remembered at most, if nothing else is said.
_REMEMBERED: Final = 1 << 16

#: Sets that were asked for lines, at most.
_REMEMBERED_LINES: Final = 1 << 11

#: What was seen from one place along lines that are remembered together, at most.
_REMEMBERED_SIGHTS: Final = 1 << 11

#: If no more places matter, what was seen along all lines from a place is remembered together: mostly it is seen again.
#: Else it is remembered for every few lines, about which so many places matter.
_ALL_MATTERING: Final = 14
_SOME_MATTERING: Final = 7

#: Handfuls out of one pool that are worth remembering, and pools of which they are remembered, at most.
_WORTH: Final = 64
_MANY: Final = 1 << 14
_POOLS: Final = 16

Handful: TypeAlias = tuple[int, ...]

Asked = TypeVar("Asked")
Found = TypeVar("Found")


class Remembered(dict[Asked, Found]):
    """Answers by what is asked, worked out when it is first asked; so many are remembered at most."""

    def __init__(self, find: Callable[[Asked], Found], most: int = _REMEMBERED) -> None:
        super().__init__()
        self._find: Final = find
        self._most: Final = most

    def __missing__(self, asked: Asked) -> Found:
        if len(self) >= self._most:
            self.clear()
        found = self[asked] = self._find(asked)
        return found


class HandfulsMemo:
    """The handfuls out of a pool, remembered where there are many: in game after game the same are dealt out of."""

    def __init__(self, find: Callable[..., Iterator[Handful]]) -> None:
        self._find: Final = find
        self._known: Final[dict[object, list[Handful]]] = {}

    def __call__(
        self,
        pool: Sequence[int],
        copies: Sequence[int] | None,
        lower: dict[int, int] | None,
        fewest: int,
        most: int | None,
        begun: Handful = (),
    ) -> Iterable[Handful]:
        """The handfuls, in canonical order: a list, if they are known."""
        counted = None if copies is None else tuple(copies)
        key = tuple(pool), counted, tuple(lower.items()) if lower else (), fewest, most, begun
        known = self._known.get(key)
        if known is not None:
            return known
        return self._noted(key, self._find(pool, copies, lower, fewest, most, begun))

    def _noted(self, key: object, handfuls: Iterator[Handful]) -> Iterator[Handful]:
        """The same handfuls, which are kept if somebody asks for all of them."""
        kept: list[Handful] = []
        for handful in handfuls:
            if len(kept) <= _MANY:
                kept.append(handful)
            yield handful
        if _WORTH <= len(kept) <= _MANY:
            if len(self._known) >= _POOLS:
                self._known.clear()
            self._known[key] = kept


class LinesMemo(Remembered[int, int]):
    """What is seen from one place along some lines, by what can be looked through; remembered from one time to the
    next. `matters` are the places where it matters whether one can look through them."""

    def __init__(self, rays: tuple[tuple[int, ...], ...]) -> None:
        super().__init__(lambda through: in_line(0, rays, len(rays), through), _REMEMBERED_SIGHTS)
        self.matters: Final = sum(1 << place for place in {place for ray in rays for place in ray[:-1]})


def _together(rays: tuple[tuple[int, ...], ...]) -> list[tuple[tuple[int, ...], ...]]:
    """Lines from a place in as few groups as can be remembered."""
    if sum(map(len, rays)) - len(rays) <= _ALL_MATTERING:
        return [rays]
    groups: list[tuple[tuple[int, ...], ...]] = []
    room = 0
    for ray in rays:
        size = max(len(ray) - 1, 0)
        if groups and size <= room:
            groups[-1] = (*groups[-1], ray)
        else:
            groups.append((ray,))
            room = _SOME_MATTERING
        room -= size
    return groups


def sights(rays: tuple[tuple[int, ...], ...], directions: int) -> Callable[[int, int], int]:
    """The question what is seen from a place on straight lines, up to and with the first that is not looked through."""
    starts = range(len(rays) // directions)
    memos = [map(LinesMemo, _together(rays[start * directions : (start + 1) * directions])) for start in starts]
    known = [[(memo, memo.matters) for memo in groups] for groups in memos]

    def seen(start: int, through: int) -> int:
        found = 0
        if 0 <= start < len(known):
            for memo, matters in known[start]:
                found |= memo[through & matters]
        return found

    return seen


class Lined(Remembered[int, bool]):
    """Does a set contain one of some lines? By the part of the set that matters, `around`; remembered."""

    def __init__(self, lines: tuple[int, ...]) -> None:
        super().__init__(lambda elements: any(line & ~elements == 0 for line in lines), _REMEMBERED_LINES)
        self.around: Final = union_of(lines)


def lined(rows: tuple[tuple[int, ...], ...]) -> tuple[Lined, ...]:
    """For each place the question whether a set contains one of its lines."""
    return tuple(Lined(lines) for lines in rows)


def line_groups(rows: tuple[tuple[int, ...], ...]) -> tuple[tuple[tuple[Lined, int], ...], ...]:
    """For each place its lines in groups, those of one direction together, and the places each group is about."""
    found = []
    for lines in rows:
        shared = lines[0] if lines else 0
        for line in lines:
            shared &= line
        groups: list[list[int]] = []
        for line in lines:
            meeting = [group for group in groups if union_of(group) & line & ~shared]
            groups = [group for group in groups if group not in meeting]
            groups.append([*(one for group in meeting for one in group), line])
        parts = [Lined(tuple(group)) for group in groups]
        found.append(tuple((part, part.around) for part in parts))
    return tuple(found)
