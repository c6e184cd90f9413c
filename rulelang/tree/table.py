"""The parse table: what may follow in each state, and what to do with it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from sys import intern
from typing import Any


@dataclass(frozen=True, slots=True)
class Rule:
    """One expansion of a grammar rule."""

    origin: str
    name: str
    symbols: tuple[str, ...]
    passes: bool


@dataclass(frozen=True, slots=True)
class Table:
    """An action of 0 or more goes on to that state; a negative one completes the rule `-1 - action`."""

    rules: tuple[Rule, ...]
    states: tuple[dict[str, int], ...]
    start: int
    end: int


@cache
def load() -> Table:
    """The table shipped with the package."""
    data: dict[str, Any] = json.loads(files(__package__).joinpath("table.json").read_bytes())
    symbols = [intern(symbol) for symbol in (*data["kinds"], *data["origins"])]
    return Table(
        tuple(Rule(symbols[origin], name, tuple(parts), passes) for origin, name, parts, passes in data["rules"]),
        tuple({symbols[key]: action for key, action in zip(row[::2], row[1::2], strict=True)} for row in data["states"]),
        data["start"],
        data["end"],
    )
