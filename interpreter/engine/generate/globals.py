"""The names a generated module uses: tables, functions of the rulebook, look-ahead queries, and helpers of the runtime.

Each is given one Python name when it is first used, in an order that depends on the program alone.
"""

from __future__ import annotations

from typing import Final

from interpreter.engine.lower.analysis.facts import Facts
from interpreter.engine.lower.names import identifier
from interpreter.engine.python.writer import Names

#: What `runtime.py` offers to generated code.
HELPERS: Final = (
    "BIT", "Fault", "MEMBERS", "Stuck", "Told", "add_tokens", "all_handfuls", "bit", "divided", "divided_up",
    "handfuls", "is_handful", "joins", "kth", "line_groups", "lined", "lower_twins", "lowest_alike", "meets",
    "move_piece", "nth_handful", "pieces_in", "places_of", "reached", "rearrange", "shuffled_order", "sights",
    "token_at", "token_copies", "token_count", "token_places", "tokens", "touches", "weighted",
)  # fmt: skip


class Globals:
    """Hands out names, and remembers what has to be defined."""

    def __init__(self, facts: Facts) -> None:
        self._facts: Final = facts
        self._names: Final = Names(frozenset(HELPERS))
        self._given: Final[dict[tuple[str, str], str]] = {}
        self.helpers: Final[set[str]] = set()
        self.tables: Final[dict[str, str]] = {}
        self.listed: Final[dict[str, str]] = {}
        #: What is seen along lists in so many directions.
        self.seen: Final[dict[tuple[str, int], str]] = {}
        #: What is joined to known goals, by neighbours and goals.
        self.joined: Final[dict[tuple[str, int], str]] = {}
        #: Which places have a line, by lists of lines.
        self.lines: Final[dict[tuple[str, str], str]] = {}
        #: Functions and look-ahead queries used but not written yet, in the order of their first use.
        self.functions: Final[dict[str, str]] = {}
        self.queries: Final[dict[int, str]] = {}
        self.completions: Final[dict[tuple[int, bool], str]] = {}

    @property
    def names(self) -> frozenset[str]:
        """All names given so far: no local variable may hide them."""
        given = (self.tables, self.listed, self.seen, self.lines, self.joined, self.functions)
        return frozenset(HELPERS).union(*(names.values() for names in given))

    def helper(self, name: str) -> str:
        """A name of the runtime."""
        self.helpers.add(name)
        return name

    def table(self, name: str) -> str:
        """The Python name of a table."""
        if name not in self.tables:
            self.tables[name] = self._names.upper(f"TABLE_{identifier(name)}")
        return self.tables[name]

    def lists(self, name: str) -> str:
        """The Python name of a table of lists."""
        if name not in self.listed:
            self.listed[name] = self._names.upper(f"LISTS_{identifier(name)}")
        return self.listed[name]

    def lined(self, lists: str, helper: str) -> str:
        """The Python name of the questions whether a set contains a line, made by a helper of the runtime."""
        key = (lists, helper)
        if key not in self.lines:
            self.helper(helper)
            self.lists(lists)
            self.lines[key] = self._names.upper(f"{helper}_{identifier(lists)}")
        return self.lines[key]

    def joins(self, neighbours: str, goals: int) -> str:
        """The Python name of the question whether known goals can be walked to."""
        key = (neighbours, goals)
        if key not in self.joined:
            self.helper("joins")
            self.table(neighbours)
            self.joined[key] = self._names.new(f"joins_by_{identifier(neighbours)}")
        return self.joined[key]

    def sights(self, lists: str, directions: int) -> str:
        """The Python name of the question what is seen along lists."""
        key = (lists, directions)
        if key not in self.seen:
            self.helper("sights")
            self.lists(lists)
            self.seen[key] = self._names.new(f"seen_along_{identifier(lists)}")
        return self.seen[key]

    def function(self, name: str) -> str:
        """The Python name of a derived value of the rulebook."""
        if name not in self.functions:
            self.functions[name] = self._names.new(f"value_{identifier(name)}")
        return self.functions[name]

    def possible(self, node: int) -> str:
        """The Python name of a look-ahead query."""
        return self.queries.setdefault(node, f"possible_{node}")

    def completes(self, node: int, *, entering: bool = False) -> str:
        """The Python name of the question whether the flow from a node can be completed."""
        return self.completions.setdefault((node, entering), f"{'enters' if entering else 'completes'}_{node}")
