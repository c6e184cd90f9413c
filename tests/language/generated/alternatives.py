"""Which alternatives of the grammar a text makes use of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from json import loads
from pathlib import Path

import rulelang.tree.table
from rulelang.source import source_from_text
from rulelang.tokens.layout import LayoutReader
from rulelang.tokens.scanner import scan
from rulelang.tokens.token import Token
from rulelang.tree.table import load


@cache
def names() -> tuple[str, ...]:
    """Every rule of the grammar written out, by a name: its part and what is made of it."""
    data = loads(Path(rulelang.tree.table.__file__).with_name("table.json").read_bytes())
    symbols = [*data["kinds"], *data["origins"]]
    return tuple(_name(symbols[origin], length, how) for origin, length, how in data["rules"])


def _name(origin: str, length: int, how: int | list[object]) -> str:
    made = how[0] if isinstance(how, list) else "same"
    return f"{origin}: {made} of {length}"


def used(text: str) -> frozenset[str]:
    """The alternatives of a text, as far as the grammar takes it."""
    return frozenset(names()[number] for number in _completed(text))


def _completed(text: str) -> Iterator[int]:
    """The rules that are completed one after the other."""
    states = [load().start]
    layout = LayoutReader(source_from_text("made.rules", text), scan(text))
    while (line := layout.next_line()) is not None:
        yield from _taken(states, line.opening) or ()
        before, joined = list(states), line.joined()
        rules = None if joined is None else _taken(states, joined)
        if rules is None:
            states[:] = before
            rules = _taken(states, line.tokens)
        if rules is None:
            return
        yield from rules


def _taken(states: list[int], tokens: Sequence[Token]) -> list[int] | None:
    """The rules that these tokens complete; None if one of them does not fit."""
    table, found = load(), list[int]()
    for token in tokens:
        while (action := table.states[states[-1]].get(token.kind)) is not None and action < 0:
            rule = table.rules[-1 - action]
            found.append(-1 - action)
            if rule.length:
                del states[-rule.length :]
            states.append(table.states[states[-1]][rule.origin])
            if states[-1] == table.end:
                return found
        if action is None:
            return None
        states.append(action)
    return found
