"""Graph files with something changed in them for something of the same sort: what is most likely to be accepted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from interpreter import load
from rulelang.graph import node_link

ROOT = Path(__file__).parents[2]
Record: TypeAlias = dict[str, Any]
Way: TypeAlias = tuple[Any, ...]


def record(stem: str) -> Record:
    """The graph of an example, as its JSON says it."""
    found: Record = json.loads(node_link.write(load(ROOT / f"examples/{stem}.rules").game().program))
    return found


def places_in(value: Any, way: Way = ()) -> Iterator[Way]:
    """The ways to everything in a record."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in inside:
        yield (*way, name)
        yield from places_in(part, (*way, name))


def damaged(whole: Record, ways: list[Way], random: Random) -> Record:
    """The same with a number or a part changed."""
    found: Record = json.loads(json.dumps(whole))
    *way, last = random.choice(ways)
    at: Any = found
    for name in way:
        at = at[name]
    value = at[last]
    if isinstance(value, bool) or value is None:
        at[last] = not value
    elif isinstance(value, int):
        at[last] = random.choice((value + 1, value - 1, 0, -1, 2, 100))
    elif isinstance(value, list) and value:
        value.append(value[0])
    elif isinstance(value, dict) and "is" in value:
        at[last] = random.choice([part for part in _terms_in(whole) if ("name" in part) == ("name" in value)])
    return found


def _terms_in(value: Any) -> Iterator[Record]:
    if isinstance(value, dict) and "is" in value:
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _terms_in(part)
