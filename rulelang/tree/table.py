"""The parse table: what may follow in each state, and what to do with it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from operator import itemgetter
from pathlib import Path
from sys import intern
from typing import Any, NamedTuple

from rulelang.tree.build import BUILDERS
from rulelang.tuning.fast_dataclass import dataclass

Make = Callable[[list[Any]], Any]


class Hole:
    """The value of what could not be read. Whatever contains a hole is a hole, up to the line or block it stands in."""

    def __repr__(self) -> str:
        return "HOLE"


HOLE = Hole()
NO_LINES: tuple[()] = ()
# What is still complete when none of its lines could be read; everything else is nothing without them.
_COMPLETE_WITHOUT = frozenset({"start", "branch"})
# Behind the values of a rule's symbols stand the span of the whole and what a missing symbol is worth.
SPAN, MISSING = -2, -1


class Rule(NamedTuple):
    """What happens when a rule of the grammar is complete: a value is made of the values of its symbols."""

    origin: str
    length: int
    make: Make | None
    """`None`: the only symbol's value is the value."""
    padded: bool
    """Does it ask for more than these values: for its span, or for what is missing?"""
    mends: bool
    """Does it make a value even of holes?"""


@dataclass(frozen=True, slots=True)
class ParseTable:
    """An action of 0 or more goes on to that state; a negative one completes the rule `-1 - action`."""

    rules: tuple[Rule, ...]
    states: tuple[dict[str, int], ...]
    kinds: frozenset[str]
    beginnings: dict[str, frozenset[str]]
    """With which kinds of tokens parts of a sentence may begin."""
    start: int
    end: int

    def takes(self, states: Sequence[int], kinds: Iterable[str]) -> int:
        """How many tokens of these kinds would fit one after the other."""
        stack = _Stack(states)
        taken = 0
        for kind in kinds:
            action = self._settle(stack, kind)
            if action is None:
                break
            taken += 1
            if action == self.end:
                break
            stack.added.append(action)
        return taken

    def settled(self, states: Sequence[int], kinds: Iterable[str]) -> list[int]:
        """The stack when all is complete that has to be before a token of the first of these kinds that fits."""
        for kind in kinds:
            stack = _Stack(states)
            if self._settle(stack, kind) is not None:
                return [*states[: stack.kept], *stack.added]
        return list(states)

    def _settle(self, stack: _Stack, kind: str) -> int | None:
        rows, rules = self.states, self.rules
        action = rows[stack.top].get(kind)
        while action is not None and action < 0:
            rule = rules[-1 - action]
            stack.drop(rule.length)
            state = rows[stack.top][rule.origin]
            if state == self.end:
                return state
            stack.added.append(state)
            action = rows[state].get(kind)
        return action


class _Stack:
    """A stack to try things on: what lies below is looked at, never copied."""

    __slots__ = ("added", "kept", "states")

    def __init__(self, states: Sequence[int]) -> None:
        self.states = states
        self.kept = len(states)
        self.added: list[int] = []

    @property
    def top(self) -> int:
        return self.added[-1] if self.added else self.states[self.kept - 1]

    def drop(self, count: int) -> None:
        """Take away as many states."""
        if count:
            beneath = count - len(self.added)
            del self.added[-count:]
            self.kept -= max(0, beneath)


@cache
def load() -> ParseTable:
    """The table shipped with the package."""
    data: dict[str, Any] = json.loads(Path(__file__).with_name("table.json").read_bytes())
    symbols = [intern(symbol) for symbol in (*data["kinds"], *data["origins"])]
    return ParseTable(
        tuple(_rule(symbols[origin], length, how) for origin, length, how in data["rules"]),
        tuple(
            {symbols[key]: action for key, action in zip(row[::2], row[1::2], strict=True)} for row in data["states"]
        ),
        frozenset(data["kinds"]),
        {part: frozenset(symbols[kind] for kind in kinds) for part, kinds in data["beginnings"].items()},
        data["start"],
        data["end"],
    )


def _rule(origin: str, length: int, how: int | list[Any]) -> Rule:
    if isinstance(how, int):
        return Rule(origin, length, None if length == 1 else _passing(how), False, False)
    match how:
        case ["first", place]:
            return Rule(origin, length, _first(place), False, False)
        case ["more", place]:
            return Rule(origin, length, _more(place), False, False)
        case ["first line", place]:
            return Rule(origin, length, _first_line(place), False, True)
        case ["more lines", place]:
            return Rule(origin, length, _more_lines(place), False, True)
        case _:
            builder, *places = how
            padded = SPAN in places or MISSING in places
            return Rule(origin, length, _building(builder, places), padded, builder == "start")


def _passing(place: int) -> Make:
    return lambda values: values[place]


# Lists grow as linked pairs `(earlier, last)`, so that going back to an earlier state of the parser needs no copy.
def _first(place: int) -> Make:
    return lambda values: (NO_LINES, values[place])


def _more(place: int) -> Make:
    return lambda values: (values[0], values[place])


def _first_line(place: int) -> Make:
    return lambda values: NO_LINES if values[place] is HOLE else (NO_LINES, values[place])


def _more_lines(place: int) -> Make:
    return lambda values: values[0] if HOLE in (values[0], values[place]) else (values[0], values[place])


def _unrolled(pairs: Any) -> list[Any]:
    if pairs and not pairs[0]:
        return [pairs[1]]
    items = []
    while pairs:
        pairs, item = pairs
        items.append(item)
    items.reverse()
    return items


def _building(name: str, places: list[int | list[int]]) -> Make:
    build = BUILDERS[name]
    # Whatever stands alone is picked at once; what is collected takes its own place among it.
    alone = [place if isinstance(place, int) else 0 for place in places]
    collected = [(at, place) for at, place in enumerate(places) if not isinstance(place, int)]
    if not alone:
        return lambda _values: build()
    if collected:
        return _collecting(build, alone, collected, may_be_empty=name in _COMPLETE_WITHOUT)
    if len(alone) == 1:
        (only,) = alone
        return lambda values: build(values[only])
    pick = itemgetter(*alone)
    return lambda values: build(*pick(values))


def _collecting(
    build: Callable[..., Any], alone: list[int], collected: list[tuple[int, list[int]]], may_be_empty: bool
) -> Make:
    # A slice even of one value, so that there is always a list to fill in.
    pick = itemgetter(*alone, 0)

    def make(values: list[Any]) -> Any:
        arguments = [*pick(values)]
        arguments.pop()
        for at, parts in collected:
            items: list[Any] = []
            for part in parts:
                if part >= 0:
                    items.append(values[part])
                elif values[-1 - part] or may_be_empty:
                    items += _unrolled(values[-1 - part])
                else:
                    return HOLE
            arguments[at] = tuple(items)
        return build(*arguments)

    return make
