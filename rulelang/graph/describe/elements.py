"""What the numbers of a program stand for: names of elements, names of sets, and the class of a term's value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from rulelang.graph import roles
from rulelang.graph import terms as t
from rulelang.graph.bit_sets import members
from rulelang.graph.describe.words import joined, many
from rulelang.graph.program import Program
from rulelang.graph.roles import TRUTH, TableKind
from rulelang.graph.walk import all_parts

#: Longer sets of single names are cut; the bit set behind the names keeps the text exact.
_LONGEST_LIST = 12

#: What a thing of a class is called: its class, its number.
Named = Callable[[str, int], str | None]

#: What locals that the compiler makes up stand for.
_HELPERS: Final = {
    "swapped_one": "first of the two", "swapped_other": "second of the two", "spot_one": "spot of the first",
    "spot_other": "spot of the second", "ahead": "part ahead of it", "member": "one at hand", "known": "listed one",
    "paid": "amount paid", "face": "face that comes up", "fixed": "number of times", "pass": "passage",
}  # fmt: skip


class ElementNames:
    """Names for the elements of one program. A class is `player`, `place`, `piece`, `variety`, `token` or a kind of the
    author; "" is a plain number."""

    def __init__(self, program: Program, call: Callable[[str], str] = str, named: Named | None = None) -> None:
        """`call` gives names in another language, `named` what a thing is called where that is not its own name."""
        self.program: Final = program
        self.call: Final = call
        self._named: Final = named
        layout = program.layout
        self.names: Final[dict[str, tuple[str, ...]]] = {
            **program.names,
            "player": program.seats,
            "place": tuple(place.name for place in layout.places),
            "piece": tuple(piece.name for piece in layout.pieces),
            "variety": tuple(self._variety(number) for number in range(len(layout.varieties))),
        }
        self._groups: Final = {
            "place": _masks(place.holder for place in layout.places),
            "piece": _masks(piece.kind for piece in layout.pieces),
            "variety": _masks(variety.kind for variety in layout.varieties),
            "player": {"player": (1 << program.players) - 1},
        }
        for union in layout.unions:
            self._groups["piece"].setdefault(union, sum(1 << piece for piece in layout.pieces_of(union)))
        nouns = [*self.names, *self._groups["piece"], *self._groups["place"], *self._groups["variety"]]
        self._nouns: Final = {_plain(noun): self.class_named(noun) for noun in nouns}
        self._spelt: Final = {_plain(noun): noun for noun in nouns}

    def class_named(self, name: str) -> str:
        """The class of a noun: a space class stands for places, a piece class for pieces."""
        if name in self.names or name == "token":
            return name
        return next((kind for kind, groups in self._groups.items() if name in groups), "")

    def of_local(self, name: str) -> str:
        """Locals are named after their nouns (`player2`, `a_card`), which often is all that is known of their class."""
        noun = name.rstrip("0123456789").removeprefix("a_").removeprefix("an_").removeprefix("the_")
        return "player" if noun in ("you", "opponent", "holder") else self._nouns.get(noun, "")

    def noun(self, name: str) -> str:
        """The noun a local is named after, as the author writes it."""
        stem = name.rstrip("0123456789").removeprefix("a_").removeprefix("an_").removeprefix("the_")
        spoken = _HELPERS.get(stem, stem.replace("_", " "))
        return self._spelt.get(stem, spoken.title() if name.startswith(("a_", "an_")) else spoken)

    def noun_of(self, kind: str, members: int) -> str:
        """The noun for exactly these things; "" if there is none."""
        everything = kind if members and self.is_everything(kind, members) else ""
        return next((name for name, group in self._groups.get(kind, {}).items() if group == members), everything)

    def is_everything(self, kind: str, members: int) -> bool:
        """Are these all things of their sort there are: all pieces, all places, all varieties?"""
        return members == (1 << len(self.names.get(kind, ()))) - 1

    def one(self, value: int, kind: str) -> str:
        """The name of an element, as part of a sentence."""
        if not kind:
            return str(value)
        if value == -1:
            return "nothing"
        if self._named is not None and value >= 0 and (told := self._named(kind, value)) is not None:
            return told
        if kind == "token":
            count = len(self.names["variety"]) or 1
            return f"{self.one(value % count, 'variety')} on {self.one(value // count, 'place')}"
        names = self.names.get(kind, ())
        if not 0 <= value < len(names):
            return str(value)
        if kind == "place" and (found := self.program.layout.places[value]).owner < 0 and found.name == found.holder:
            return f"the {found.name}"
        return self.call(names[value])

    def set(self, mask: int, kind: str) -> str:
        """The names of a set of elements."""
        if mask == 0:
            return "nothing"
        if mask == -1:
            return "everything"
        if not kind or kind == "token":
            return joined([str(number) for number in members(mask)])
        names = self._classes(mask, kind) or [self.one(number, kind) for number in members(mask)]
        names = list(dict.fromkeys(names))
        if len(names) <= _LONGEST_LIST:
            return joined(names)
        return f"{', '.join(names[:3])} and {len(names) - 3} more ({mask:#x})"

    def _classes(self, mask: int, kind: str) -> list[str]:
        """The classes that a set consists of, if it holds all of each of several."""
        inside = {name: group for name, group in self._groups.get(kind, {}).items() if group & ~mask == 0}
        largest = [
            name for name, one in inside.items() if not any(one & ~two == 0 and one != two for two in inside.values())
        ]
        together = 0
        for name in largest:
            together |= inside[name]
        several = all(inside[name].bit_count() > 1 for name in largest)
        return [many(name) for name in largest] if together == mask and several and len(largest) > 1 else []

    def of(self, term: t.Term, local: Mapping[str, str]) -> str:
        """The class of a term's value: of the element, or of the members of the set."""
        match term:
            case t.Local(name):
                return local.get(name, "")
            case t.Cell(region, t.Const(0)) if self.is_sequence(region):
                return ""
            case t.Cell(region):
                return self._region(region)
            case t.Entry(table):
                return self._table(table)
            case t.IfElse(_, then, otherwise):
                return self.of(then, local) or self.of(otherwise, local)
            case t.Bind(name, value, body):
                return self.of(body, {**local, name: self.of(value, local)})
            case t.Both(parts) | t.Either(parts):
                return next((found for part in parts if (found := self.of(part, local))), "")
            case t.Arithmetic("+", t.Const(first), owner) if self.family(first) and self.of(owner, local) == "player":
                return "place"
            case t.Without(left, right):
                return self.of(left, local) or self.of(right, local)
            case t.Single(inside) | t.Lowest(inside) | t.Highest(inside):
                return self.of(inside, local)
            case t.Reached(start, _, through):
                return self.of(through, local) or self.of(start, local)
            case t.InLine(start, _, _, _):
                return self.of(start, local)
            case t.Apply(function) if self.program.functions[function].kind == "element":
                return self.of(self.program.functions[function].body, {})
            case t.VarietyOf():
                return "variety"
            case t.PlaceOf() | t.TokenPlaces():
                return "place"
            case t.TokenAt():
                return "token"
            case t.Fingerprint():
                return "position"
            case t.FirstIn(name, domain) | t.Filtered(name, domain) | t.WhileIn(name, domain) | t.Leading(name, domain):
                return self.domain(domain, local) or self.of_local(name)
            case _:
                return ""

    def is_number(self, term: t.Term, local: Mapping[str, str]) -> bool:
        """Is the value of a term just a number?"""
        return not self.of(term, local) and not self.is_truth(term) and not self.is_set(term)

    def is_truth(self, term: t.Term) -> bool:
        """Is the value of a term yes or no?"""
        if isinstance(term, t.Apply):
            return self.program.functions[term.function].kind == "truth"
        return isinstance(term, t.TruthTerm)

    def is_set(self, term: t.Term) -> bool:
        """Is the value of a term a set?"""
        match term:
            case t.Cell(region):
                return self.program.layout.regions[region].kind == "set"
            case t.Apply(function):
                return self.program.functions[function].kind == "set"
            case t.Entry(table):
                return self.program.table_role(table).kind in (TableKind.WITH, TableKind.NEXT)
            case t.IfElse(_, then, otherwise):
                return self.is_set(then) or self.is_set(otherwise)
            case _:
                return isinstance(term, t.SetTerm)

    def domain(self, domain: t.Domain, local: Mapping[str, str]) -> str:
        """The class of the elements of a domain."""
        match domain:
            case t.Members(members):
                return self.of(members, local)
            case t.Between():
                return ""
            case t.Listed(table):
                return self._table(table)
            case t.CellList(region):
                return self._region(region)
            case t.Tokens():
                return "token"

    def in_use(self, name: str, body: t.Term) -> str:
        """The class of a local, as far as what is asked of it tells."""
        here = t.Local(name)
        for part in all_parts(body):
            match part:
                case t.Cell("contents", index) | t.TokenCount(_, index) if index == here:
                    return "place"
                case t.Cell("at" | roles.DIE_VALUE, index) if index == here:
                    return "piece"
                case t.Entry(table, index) if index == here and self.program.table_role(table).kind is TableKind.COLUMN:
                    return self.class_named(self.program.table_role(table).holder)
                case t.Holds(elements, element) if element == here and (found := self.of(elements, {})):
                    return found
                case t.Compare(_, left, right) if here in (left, right):
                    other = right if left == here else left
                    if found := self.of(other, {}):
                        return found
                case _:
                    pass
        return ""

    def holder(self, region: str) -> str:
        """The class of what a region has one cell for each of."""
        found = self.program.layout.regions[region]
        if found.role == "at":
            return "piece"
        return "place" if found.role == "contents" else self.class_named(found.holder)

    def is_sequence(self, region: str) -> bool:
        """Does a region hold things in an order: a list, or what was chosen together? Its first cell counts them."""
        found = self.program.layout.regions[region]
        return found.role == "list" or (found.role == "frame" and found.length > 1)

    def family(self, first: int) -> str:
        """The name of a place that every player has, if the first player's is number `first`."""
        places, players = self.program.layout.places, self.program.players
        if not 0 <= first <= len(places) - players:
            return ""
        held = places[first : first + players]
        shared = {place.holder for place in held}
        return held[0].holder if len(shared) == 1 and [p.owner for p in held] == list(range(players)) else ""

    def _region(self, region: str) -> str:
        found = self.program.layout.regions.get(region)
        if found is None or found.role in ("contents", "order"):
            # Where nothing lies in an order there are no cells for it either.
            return "piece"
        return "place" if found.role == "at" else self.class_named(found.elements) if found.elements != "number" else ""

    def _table(self, table: str) -> str:
        role = self.program.table_role(table)
        if role.kind is TableKind.BUNDLE or role.entries == TRUTH:
            return ""
        return self.class_named(role.entries or role.called)

    def _variety(self, number: int) -> str:
        variety = self.program.layout.varieties[number]
        alike = sum(other.name == variety.name for other in self.program.layout.varieties)
        owned = alike > 1 and variety.owner >= 0
        return f"{self.program.seats[variety.owner]}'s {variety.name}" if owned else variety.name


def _masks(holders: Iterator[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for number, holder in enumerate(holders):
        found[holder] = found.get(holder, 0) | 1 << number
    return {name: mask for name, mask in found.items() if name}


def _plain(noun: str) -> str:
    """As a local is named after it."""
    return noun.lower().replace(" ", "_").replace("-", "_").replace("'", "")
