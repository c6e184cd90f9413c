"""What all parts of the compiler share: the world, the tables built from it, fresh names, problems found, and places in
the text that checks ask about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Literal

from rulelang.diagnostics import Diagnostic
from rulelang.graph.roles import PLAIN_TABLE, TRUTH, TableKind, TableRole
from rulelang.graph.terms import Const, Entry, Term
from rulelang.rulebook.world import Column, Counter, World
from rulelang.source import Span
from rulelang.tuning.fast_dataclass import dataclass, field

if TYPE_CHECKING:
    from rulelang.compile.definitions import DefinedNames
    from rulelang.compile.groups import Group
    from rulelang.compile.sorts import Scope, Typed
    from rulelang.tree import nodes as tree


SiteKind = Literal["change", "amount", "division", "pay", "gain", "room", "supply", "origin"]


@dataclass(frozen=True, slots=True)
class Site:
    """One way to read one place. `needed` is the least that the sentence asks for, `there` the most there can be.

    A sentence of an action is read once for every place that does the action, and for every number of players; only
    what is so in all readings is a mistake in the sentence.
    """

    kind: SiteKind
    span: Span
    name: str = ""
    needed: int = 0
    there: int = 0


class Misread(Exception):
    """A sentence cannot be understood. Raised inside the compiler only; its diagnostic is reported with the
    sentence."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


@dataclass(slots=True)
class CompileContext:
    """The shared workbench of one compilation."""

    world: World
    diagnostics: list[Diagnostic] = field(default_factory=list)
    tables: dict[str, tuple[int, ...]] = field(default_factory=dict)
    lists: dict[str, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    table_roles: dict[str, TableRole] = field(default_factory=dict)
    fresh: dict[str, int] = field(default_factory=dict)
    constants: dict[str, list[Typed]] = field(default_factory=dict)
    """Elements by their names, filled when the first is asked for."""
    nouns: dict[str, list[str]] = field(default_factory=dict)
    """What the elements of a class may go by, for each class that was asked about."""
    splits: dict[tuple[str, str], tuple[list[str], str] | None] = field(default_factory=dict)
    """Adjectives and class of each noun that was read; None where it has none."""
    groups: dict[str, Group] = field(default_factory=dict)
    """All elements of each class that was asked about."""
    columns: dict[tuple[str, str], dict[str, tuple[Column, str]]] = field(default_factory=dict)
    """For each class the attributes printed on its elements, with the tables they stand in."""
    picked: dict[tuple[str, str], int | None] = field(default_factory=dict)
    """For a class and an adjective the elements that have it printed on them."""
    bundles: dict[tuple[str, str, str], tuple[str, int, int] | None] = field(default_factory=dict)
    """For a class and an attribute the table of its bundles, members per owner, and the greatest amount."""
    holders: dict[tuple[str, str], str | None] = field(default_factory=dict)
    """For a class and a name the class by which its elements have a counter, a variable or a place of that name."""
    counted: dict[tuple[str, str], Counter | None] = field(default_factory=dict)
    """For a class and a member of a kind the counter that its elements have for every member of the kind."""
    by_member: dict[str, list[Counter]] | None = None
    """The counters for every member of a kind by the names of the members, filled when the first is asked for."""
    ranks: dict[str, str] = field(default_factory=dict)
    """For a class that holds something the table of its elements' ranks; "" where the number is the rank."""
    functions: DefinedNames = field(init=False)
    turnable: set[str] = field(default_factory=set)
    crowded: dict[str, int] = field(default_factory=dict)
    """How many more pieces the places of a name may hold for a moment, while things change places."""
    compared: dict[str, Span] = field(default_factory=dict)
    """The sorts of individual pieces that belong to a position, and where that is said."""
    labelled: set[str] = field(default_factory=set)
    """What has labels in other languages."""
    in_blocks: set[str] = field(default_factory=set)
    """What the blocks of an action that are over spoke of: it is not known behind them."""
    named_again: set[str] = field(default_factory=set)
    """What had a meaning before a block that gives it another one: behind it, it is not known which."""
    elsewhere: frozenset[str] = frozenset()
    """Names in sentences that are only for some numbers of players or variants."""
    sites: list[Site] = field(default_factory=list)
    looked_at: bool = False
    """Are the places where something is divided told apart, for the checks? What is played has only the terms."""
    possible: Callable[[tree.Call, Scope], Term] = field(init=False)

    def report(self, found: Diagnostic) -> None:
        """Note a problem once."""
        if found not in self.diagnostics:
            self.diagnostics.append(found)

    def site(self, kind: SiteKind, span: Span, name: str = "", needed: int = 0, there: int = 0) -> int:
        """A number for a place in the text, for checks that look at the finished program."""
        self.sites.append(Site(kind, span, name, needed, there))
        return len(self.sites) - 1

    def local(self, name: str) -> str:
        """A name for a local variable that no other local has."""
        name = name.lower().replace(" ", "_").replace("-", "_").replace("'", "") or "x"
        number = self.fresh.get(name, 0) + 1
        self.fresh[name] = number
        return name if number == 1 else f"{name}{number}"

    def counters_for_each(self, member: str) -> Sequence[Counter]:
        """The counters there are for every member of a kind, of the kinds with a member of that name."""
        if self.by_member is None:
            self.by_member = {}
            for counter in self.world.counters.values():
                for name in dict.fromkeys(counter.every.members) if counter.every is not None else ():
                    self.by_member.setdefault(name, []).append(counter)
        return self.by_member.get(member, ())

    # ---------------------------------------------------------------- tables

    def table(self, name: str, build: Callable[[], Iterable[int]], default: int, role: TableRole = PLAIN_TABLE) -> str:
        """A static table, built once; its last entry is the answer for nothing."""
        if name not in self.tables:
            self.tables[name] = (*build(), default)
            if role is not PLAIN_TABLE:
                self.table_roles[name] = role
        return name

    def listing(self, name: str, build: Callable[[], Iterable[tuple[int, ...]]], role: TableRole = PLAIN_TABLE) -> str:
        """A static table of lists, built once; its last entry (for nothing) is empty."""
        if name not in self.lists:
            self.lists[name] = (*build(), ())
            if role is not PLAIN_TABLE:
                self.table_roles[name] = role
        return name

    def entry(
        self,
        name: str,
        build: Callable[[], Iterable[int]],
        default: int,
        index: Term,
        role: TableRole = PLAIN_TABLE,
    ) -> Term:
        """One entry of a static table; known at once when the index is."""
        self.table(name, build, default, role)
        if isinstance(index, Const):
            return Const(self.tables[name][index.value])
        return Entry(name, index)

    # ----------------------------------------------------- columns as tables

    def column(self, form: str, noun: str, column: Column) -> str:
        """A printed attribute of things, by their numbers: where it is no number, there is nothing."""
        holder, values = self.world.printed(form, noun, column.name)
        default = 0 if column.form in ("number", "mark") else -1
        numbers = (value if isinstance(value, int) else default for value in values)
        # A `Side as a player` holds players; a `Suit` needs no second name for what it holds.
        held = column.noun if column.form in ("member", "element") and column.noun != column.name else ""
        role = column_of(holder, column.name, TRUTH if column.form == "mark" else held)
        return self.table(f"{holder} {column.name}", lambda: numbers, default, role)

    def sets_by(self, table: str, size: int) -> str:
        """The inverse of a table: for each value the set of indices that have it."""
        values = self.tables[table][:-1]
        return self.table(
            f"with {table}",
            lambda: (
                sum(1 << index for index, value in enumerate(values) if value == wanted) for wanted in range(size)
            ),
            0,
            TableRole(TableKind.WITH, *self._printed(table)),
        )

    def one_by(self, table: str, among: int, noun: str) -> str:
        """For each value the only one of the things of a class that has it, of a table made by `sets_by`."""
        role = self.table_roles.get(table, PLAIN_TABLE)
        chosen = [(one & among).bit_length() - 1 for one in self.tables[table][:-1]]
        one = TableRole(TableKind.ONE_WITH, role.holder, role.called, noun)
        return self.table(f"the one of {among} {table}", lambda: chosen, -1, one)

    def _printed(self, table: str) -> tuple[str, str, str]:
        """What a column is printed on, its name, and the class of the things that an inverse of it gives."""
        role = self.table_roles.get(table, PLAIN_TABLE)
        return role.entries, role.called, role.holder

    def owners(self, of: str) -> str:
        """Who owns each piece (`piece`) or variety (`variety`); -1 nobody."""
        things = self.world.individuals if of == "piece" else self.world.varieties
        role = column_of(of, "owner", "player")
        return self.table(f"{of} owner", lambda: (thing.owner for thing in things), -1, role)


def column_of(holder: str, called: str, entries: str = "") -> TableRole:
    """The table of something printed on the things of a class."""
    return TableRole(TableKind.COLUMN, holder, called, entries)
