"""What tables, lists and places for tokens hold, as far as it is known which part of them is asked for."""

from __future__ import annotations

from typing import TypeAlias

from rulelang.graph.bit_sets import members, set_of, union_of
from rulelang.graph.bounds import ANYTHING, WIDEST, Bound, one_of
from rulelang.graph.evaluate import Definitions
from rulelang.graph.layout import Layout, TokenStore
from rulelang.graph.program import Function

_Part: TypeAlias = tuple[str, int | None, bool]


class StaticTables:
    """The tables of one program; every answer is kept."""

    def __init__(self, of: Definitions) -> None:
        self.layout: Layout = of.layout
        self.tables: dict[str, tuple[int, ...]] = dict(of.tables)
        self.lists: dict[str, tuple[tuple[int, ...], ...]] = dict(of.lists)
        self.functions: dict[str, Function] = dict(of.functions)
        self._of_entries: dict[_Part, Bound] = {}
        self._of_listed: dict[tuple[str, int | None], Bound] = {}
        self._of_tokens: dict[tuple[int, int], Bound] = {}
        self._sizes: dict[_Part, tuple[int, int] | None] = {}
        self._themselves: dict[tuple[str, int], bool] = {}

    def _chosen(self, table: str, index: Bound) -> list[int]:
        """The entries that may be meant. The last one is the answer for nothing."""
        entries = self.tables[table]
        if index.among is None:
            return list(entries)
        chosen = [entries[i] for i in members(index.among) if i < len(entries) - 1]
        return chosen if index.never_nothing else [*chosen, entries[-1]]

    def bound_of_entry(self, table: str, index: Bound) -> Bound:
        """What an entry of a table can be."""
        key = (table, index.among, index.never_nothing)
        if key not in self._of_entries:
            chosen = self._chosen(table, index)
            self._of_entries[key] = _around(chosen) if chosen else ANYTHING
        return self._of_entries[key]

    def sizes_of_entry(self, table: str, index: Bound) -> tuple[int, int] | None:
        """Between how many members an entry of a table of sets has; None if it may be no set."""
        key = (table, index.among, index.never_nothing)
        if key not in self._sizes:
            chosen = self._chosen(table, index)
            sizes = [entry.bit_count() for entry in chosen] or [0]
            self._sizes[key] = None if min(chosen, default=0) < 0 else (min(sizes), max(sizes))
        return self._sizes[key]

    def is_itself(self, table: str, among: int) -> bool:
        """Are some entries of a table their own numbers?"""
        key = (table, among)
        if key not in self._themselves:
            entries = self.tables[table]
            self._themselves[key] = all(entries[i] == i for i in members(among) if i < len(entries))
        return self._themselves[key]

    def listed(self, table: str, among: int | None = None) -> Bound:
        """What the elements of the lists with these numbers can be."""
        key = (table, among)
        if key not in self._of_listed:
            lists = self.lists[table]
            chosen = lists if among is None else [lists[i] for i in members(among) if i < len(lists)]
            self._of_listed[key] = one_of(set_of(value for listed in chosen for value in listed), nothing=False)
        return self._of_listed[key]

    @property
    def every_variety(self) -> int:
        """The set of all varieties."""
        return (1 << len(self.layout.varieties)) - 1

    @property
    def every_place(self) -> int:
        """The set of all places."""
        return (1 << len(self.layout.places)) - 1

    def stores(self, varieties: int | None) -> list[TokenStore]:
        """Where the tokens of some varieties are counted."""
        tokens = self.layout.tokens
        return list(tokens) if varieties is None else [tokens[v] for v in members(varieties) if v < len(tokens)]

    def token(self, varieties: int, places: int) -> Bound:
        """What a token of some varieties in some places can be."""
        key = (varieties & self.every_variety, places & self.every_place)
        if key not in self._of_tokens:
            kinds, where = key
            each = set_of(v + len(self.layout.varieties) * p for p in members(where) for v in members(kinds))
            self._of_tokens[key] = one_of(each, nothing=False)
        return self._of_tokens[key]


def _around(values: list[int]) -> Bound:
    inside = union_of(values) if min(values) >= 0 else None
    among = set_of(value for value in values if value >= 0) if max(values) < WIDEST else None
    return Bound(min(values), max(values), inside, among)
