"""What the numbers of a program stand for: names of elements, names of sets, and the class of a term's value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rulelang.graph import terms as t
from rulelang.graph.program import Program

#: Longer sets of single names are cut; the bit set behind the names keeps the text exact.
_LONGEST_LIST = 12


class Elements:
    """Names for the elements of one program. A class is `player`, `place`, `piece`, `variety`, `token` or a kind of the
    author; "" is a plain number."""

    def __init__(self, program: Program) -> None:
        self.program: Final = program
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
        nouns = [*self.names, *self._groups["piece"], *self._groups["place"]]
        self._nouns: Final = {noun.lower().replace(" ", "_"): self.class_named(noun) for noun in nouns}

    def class_named(self, name: str) -> str:
        """The class of a noun: a space class stands for places, a piece class for pieces."""
        if name in self.names or name == "token":
            return name
        return next((kind for kind, groups in self._groups.items() if name in groups), "")

    def of_local(self, name: str) -> str:
        """Locals are named after their nouns (`player2`, `a_card`), which often is all that is known of their class."""
        noun = name.rstrip("0123456789").removeprefix("a_").removeprefix("an_").removeprefix("the_")
        return "player" if noun in ("you", "opponent") else self._nouns.get(noun, "")

    def one(self, value: int, kind: str) -> str:
        """The name of an element."""
        if not kind:
            return str(value)
        if value == -1:
            return "nothing"
        if kind == "token":
            count = len(self.names["variety"]) or 1
            return f"{self.one(value % count, 'variety')} on {self.one(value // count, 'place')}"
        names = self.names.get(kind, ())
        return names[value] if 0 <= value < len(names) else str(value)

    def set(self, mask: int, kind: str) -> str:
        """The names of a set of elements."""
        if mask == 0:
            return "{}"
        if mask == -1:
            return "everything"
        if not kind or kind == "token":
            return "{" + ", ".join(str(number) for number in _members(mask)) + "}"
        if mask == (1 << len(self.names.get(kind, ()))) - 1 and mask > 1:
            return f"every {kind}"
        for name, group in self._groups.get(kind, {}).items():
            if group == mask and mask.bit_count() > 1:
                return f"every {name}"
        members = [self.one(number, kind) for number in _members(mask)]
        if len(members) <= _LONGEST_LIST:
            return "{" + ", ".join(members) + "}"
        return "{" + ", ".join(members[:3]) + f" and {len(members) - 3} more, {mask:#x}" + "}"

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
            case t.Without(left, right):
                return self.of(left, local) or self.of(right, local)
            case t.Single(inside) | t.Lowest(inside) | t.Highest(inside):
                return self.of(inside, local)
            case t.Reached(start, _, through):
                return self.of(through, local) or self.of(start, local)
            case t.InLine(start, _, _, _):
                return self.of(start, local)
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

    def domain(self, domain: t.Domain, local: Mapping[str, str]) -> str:
        """The class of the elements of a domain."""
        match domain:
            case t.Members(members):
                return self.of(members, local)
            case t.Span():
                return ""
            case t.Listed(table):
                return self._table(table)
            case t.Sequence(region):
                return self._region(region)
            case t.Tokens():
                return "token"

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
        found = self.program.layout.regions[region]
        if found.role in ("contents", "order"):
            return "piece"
        return "place" if found.role == "at" else self.class_named(found.elements) if found.elements != "number" else ""

    def _table(self, table: str) -> str:
        role = self.program.table_role(table)
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


def _members(mask: int) -> Iterator[int]:
    return (number for number in range(mask.bit_length()) if mask >> number & 1)
