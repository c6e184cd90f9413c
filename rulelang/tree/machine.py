"""Runs the parse table: takes tokens, keeps the stack, makes values of completed rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rulelang.source import SourceFile, Span
from rulelang.tokens.token import Token
from rulelang.tree.table import HOLE, ParseTable

_DEEPEST = 40


class Snapshot(NamedTuple):
    """Where a machine stood."""

    states: tuple[int, ...]
    values: tuple[Any, ...]
    starts: tuple[int, ...]
    end: int


class Machine:
    """An LALR machine. It never gives up: whoever feeds it decides what to do with a token that does not fit."""

    __slots__ = ("_accepted", "end", "floor", "source", "starts", "states", "table", "values", "wounded")

    def __init__(self, table: ParseTable, source: SourceFile) -> None:
        self.table = table
        self.source = source
        self.states = [table.start]
        self.values: list[Any] = []
        self.starts: list[int] = []
        self.end = 0
        self.floor = 1
        """How many states have stood untouched since `mark`."""
        self.wounded = False
        self._accepted: dict[tuple[int, ...], frozenset[str]] = {}

    def run(self, tokens: Sequence[Token], position: int = 0) -> int:
        """Take tokens from `position` on. Returns the position of the first one that does not fit, or their number."""
        rows, rules, source, wounded = self.table.states, self.table.rules, self.source, self.wounded
        states, values, starts = self.states, self.values, self.starts
        end, last, floor = self.end, self.table.end, self.floor
        row = rows[states[-1]]
        for place in range(position, len(tokens)):
            token = tokens[place]
            kind = token.kind
            while True:
                action = row.get(kind)
                if action is None:
                    self.end, self.floor = end, floor
                    return place
                if action >= 0:
                    states.append(action)
                    values.append(token)
                    starts.append(token.start)
                    row = rows[action]
                    end = token.end
                    break
                origin, length, make, padded, mends = rules[-1 - action]
                if make is not None:
                    made = values[-length:] if length else []
                    if wounded and HOLE in made and not mends:
                        value: Any = HOLE
                    else:
                        if padded:
                            made.append(Span(source, starts[-length] if length else end, end))
                            made.append(None)
                        value = make(made)
                    if not length:
                        states.append(0)
                        values.append(value)
                        starts.append(end)
                    elif length > 1:
                        del values[1 - length :], starts[1 - length :], states[1 - length :]
                    values[-1] = value
                # What is complete stands where its first part stood.
                if len(states) <= floor:
                    floor = len(states) - 1
                action = states[-1] = rows[states[-2]][origin]
                row = rows[action]
                if action == last:
                    self.end, self.floor = end, floor
                    return len(tokens)
        self.end, self.floor = end, floor
        return len(tokens)

    def accepts(self, kind: str) -> bool:
        """Would a token of this kind fit now?"""
        return self.table.takes(self.states, (kind,)) == 1

    def accepted(self) -> frozenset[str]:
        """Every kind of token that would fit now. Many mistakes stand in the same place of a sentence."""
        stack = tuple(self.states)
        found = self._accepted.get(stack)
        if found is None:
            found = self._accepted[stack] = frozenset(
                kind for kind in self.table.states[stack[-1]] if self._is_kind(kind) and self.accepts(kind)
            )
        return found

    def open_parts(self) -> Iterator[tuple[int, str, int]]:
        """What the line may be in the middle of: depths of the stack, deepest part first, with a part and its state."""
        lowest = max(self.floor, len(self.states) - _DEEPEST, 1)
        for depth in range(len(self.states), lowest - 1, -1):
            for symbol, state in self.table.states[self.states[depth - 1]].items():
                if not self._is_kind(symbol) and not symbol.startswith(("__", "_list{")):
                    yield depth, symbol, state

    def _is_kind(self, symbol: str) -> bool:
        return symbol in self.table.kinds

    def mark(self) -> Snapshot:
        """Remember this moment: the stack, and from now on what stays untouched of it."""
        self.floor = len(self.states)
        return Snapshot(tuple(self.states), tuple(self.values), tuple(self.starts), self.end)

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a moment."""
        self.states[:] = snapshot.states
        self.values[:] = snapshot.values
        self.starts[:] = snapshot.starts
        self.end = snapshot.end
        self.floor = len(self.states)

    def settle(self, kind: str) -> None:
        """Complete all parts that are complete once a token of this kind follows."""
        token = Token(kind, "", self.end, self.end)
        if self.run([token]) == 1:
            self.cut(len(self.states) - 1)

    def cut(self, depth: int) -> None:
        """Forget all of the stack but its first `depth` states."""
        del self.states[depth:], self.values[depth - 1 :], self.starts[depth - 1 :]

    def put(self, symbol: str, value: Any) -> bool:
        """Put a finished part on the stack, if it may stand here."""
        state = self.table.states[self.states[-1]].get(symbol)
        if state is None or self._is_kind(symbol):
            return False
        self.wounded = self.wounded or value is HOLE
        self.states.append(state)
        self.values.append(value)
        self.starts.append(self.end)
        return True
