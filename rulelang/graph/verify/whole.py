"""What a program says about itself: its players, names, tables, and where it begins."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.graph.program import Program
from rulelang.graph.verify.layout import MOST_ELEMENTS, MOST_PLAYERS
from rulelang.graph.verify.problems import Problem


def wrong_whole(program: Program) -> Iterator[Problem]:
    """What does not fit together in the attributes of the graph."""
    if not 1 <= program.players <= MOST_PLAYERS:
        yield Problem("players", f"there are {program.players}: from 1 to {MOST_PLAYERS}")
    if len(program.seats) != program.players:
        yield Problem("seats", f"there are {len(program.seats)} for {program.players} players")
    if len(set(program.seats)) != len(program.seats):
        yield Problem("seats", "two have the same name")
    layout = program.layout
    counts = {
        "player": program.players,
        "place": len(layout.places),
        "piece": len(layout.pieces),
        "token": len(layout.varieties),
    }
    for kind, count in counts.items():
        if len(program.names.get(kind, ())) != count:
            yield Problem("names", f"there are {len(program.names.get(kind, ()))} of the kind {kind!r}, not {count}")
    for name, entries in program.tables.items():
        if not entries:
            yield Problem(f"table {name}", "it has no entry, not even the one for nothing")
        if any(entry.bit_length() > MOST_ELEMENTS for entry in entries):
            yield Problem(f"table {name}", "it has an entry that is too large")
    for name, rows in program.lists.items():
        if not rows:
            yield Problem(f"lists {name}", "there is no list, not even the one for nothing")
    nodes = range(len(program.nodes))
    if program.entry not in nodes:
        yield Problem("entry", f"the game begins at node {program.entry}, which there is not")
    for number in program.example_entries:
        if number not in nodes:
            yield Problem("example_entries", f"an example begins at node {number}, which there is not")
