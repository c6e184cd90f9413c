"""Which cells, and the contents of which places, a term looks at.

    the number of Tiles in your Screen      the Screens of whoever `you` may be, counted
    a Tile from your Screen where ...       the same Screens, looked into

Counting is told apart from looking into: everybody may count what lies in a place (14.1).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from rulelang.checks.program_facts import ProgramFacts
from rulelang.checks.values.value_view import ValueView
from rulelang.graph import terms as t
from rulelang.graph.bit_sets import union_of
from rulelang.graph.bounds import NOTHING, Bound, exactly, one_of
from rulelang.graph.roles import TableKind
from rulelang.graph.shape import locals_in
from rulelang.graph.terms import Domain, Term
from rulelang.graph.values.cell_values import Names
from rulelang.graph.walk import all_parts, direct_parts
from rulelang.tuning.fast_dataclass import dataclass

#: Stands for everything that lies in places: pieces, their order, tokens.
PLACES = "places"
#: What is on the other side of pieces that may lie face down.
FACES = "faces"
_IN_PLACES = frozenset({"at", "contents", "order"})
_FACE_DOWN = t.Cell("face-down", t.Const(0))
_DEEPEST = 6
_PLACE_QUESTIONS = frozenset({t.Size, t.Compare, t.AnyIn, t.Holds, t.SumIn})
_FOLDS = (t.AnyIn, t.AllIn, t.SumIn, t.BestIn, t.FirstIn, t.Filtered, t.WhileIn, t.Leading)


@dataclass(frozen=True, slots=True)
class Touch:
    """Cells of a region, as a set of their numbers (of places for `PLACES`; -1 is all of them).

    `sure`: all of them are really looked at; otherwise one of them, or perhaps none. `counted`: only how many."""

    region: str
    cells: int
    sure: bool
    counted: bool = False


@dataclass(frozen=True, slots=True)
class ReadHome:
    """Where an element is known to lie. `found`: it was taken from there, so nobody has to look where it is."""

    places: int
    found: bool = True


class TouchedCells:
    """What one program looks at, as far as it is known who acts: `seats` are cells that hold a known player."""

    def __init__(self, look: ProgramFacts, seats: Mapping[str, int], about: frozenset[str] | None = None) -> None:
        """`about`: only what looks at one of these regions is of interest; None if everything is."""
        self._look = look
        self._about = about
        self._seats = seats
        self.view = ValueView(look.values, {region: (seat, seat) for region, seat in seats.items()})
        self._every_place = (1 << len(look.program.layout.places)) - 1
        self._backs = look.backs
        #: What is known of each element: where it lies, because it was found there, and what all see of it (14.6).
        open_marks = {name for name, region in look.program.layout.regions.items() if region.audience == "all"}
        self._plain = frozenset({"at", *open_marks})
        self._depth = 0
        #: Elements that are known to lie in certain places.
        self._homes: dict[str, ReadHome] = {}
        #: Elements that may lie anywhere.
        self._anywhere: frozenset[str] = frozenset()
        #: Elements that are known to lie face up.
        self._upright: frozenset[str] = frozenset()

    # ------------------------------------------------------------------ reading

    def _is_on_face(self, table: str) -> bool:
        """Is it printed where only the face of a piece shows it? Whose a piece is can be seen on its back."""
        role = self._look.program.table_role(table)
        return role.kind is TableKind.COLUMN and role.holder == "piece" and role.called != "owner"

    def reads(self, term: Any, names: Names) -> Iterator[Touch]:
        """Everything a term, a domain or a tuple of them looks at."""
        form = type(term)
        if form is t.Const or form is t.Local or term is None:
            return
        if form in _PLACE_QUESTIONS and (yield from self._about_places(term, names)):
            return
        match term:
            case tuple():
                for part in term:
                    yield from self.reads(part, names)
            case t.And(parts):
                yield from self._all_of(parts, names)
            case t.Entry(table, t.Local(name) as index) if self._is_on_face(table):
                turned = self.view.elements(index, names) & self._look.turned_down
                if turned and name not in self._upright:
                    yield Touch(FACES, turned, False)
            case t.Cell("contents", index):
                yield from self.reads(index, names)
                yield Touch(PLACES, self.places(index, names), self.is_sure(index))
            case t.Cell(region, index):
                yield from self.reads(index, names)
                yield self._cell(region, index, names)
                yield from self._marked(region, index)
            case t.Holds(t.Cell(region), element) if region not in _IN_PLACES:
                yield from self.reads(element, names)
                yield Touch(region, self.view.elements(element, names), self.is_sure(element))
                yield from self._marked(region, element)
            case t.TokenCount(t.VarietyOf(t.Local(name)), t.PlaceOf(t.Local(same))) if (
                name == same and name in self._homes
            ):
                yield Touch(PLACES, self._homes[name].places, True)
            case t.TokenCount(variety, place):
                yield from self.reads((variety, place), names)
                taken = self._taking(t.Single(variety), names)
                yield Touch(PLACES, self.places(place, names) & taken, self.is_sure(place))
            case t.TokenPlaces(varieties):
                yield from self.reads(varieties, names)
                yield Touch(PLACES, self._token_spaces(varieties, names), True)
            case t.Apply(function, arguments):
                yield from self.reads(arguments, names)
                if self._matters(term):
                    yield from self._function(function, arguments, names)
            case t.Bind(name, value, body):
                yield from self.reads(value, names)
                yield from self.reads(body, {**names, name: self.view.bound(value, names)})
            case t.Members() | t.CellList() | t.Tokens():
                yield from self.domain(term, names)
            case t.Possible():
                yield Touch("*", -1, False)
            case _ if isinstance(term, _FOLDS):
                yield from self._fold(term, names)
            case _:
                for part in direct_parts(term):
                    yield from self.reads(part, names)

    def _matters(self, term: Any) -> bool:
        return self._about is None or not self._about.isdisjoint(self._look.reader.reads(term))

    def _about_places(self, term: Any, names: Names) -> Generator[Touch, None, bool]:
        """Questions that can be answered without seeing what everything is; False for all others."""
        match term:
            case t.Size(of) | t.Compare("==" | "!=", of, t.Const(0)) if self._is_contents(of):
                yield from self._contents(of, names, counted=True)
            case t.Compare(">=" | "<", t.FirstIn(name, domain, body), t.Const(0)):
                yield from self.reads(t.AnyIn(name, domain, body), names)
            case t.Compare(_, t.Cell("at", t.Local(name)), _) | t.Compare(_, _, t.Cell("at", t.Local(name))) if (
                self._is_found(name)
            ):
                yield from self.reads(tuple(part for part in direct_parts(term) if not isinstance(part, t.Cell)), names)
            case t.Compare(_, t.Cell("at", piece), place) | t.Compare(_, place, t.Cell("at", piece)):
                yield from self.reads(piece, names)
                yield from self.reads(place, names)
                yield Touch(PLACES, self.places(place, names), self.is_sure(place))
            case t.AnyIn(name, t.CellList("order"), t.Holds(of, t.Local(element))) | t.Size(
                t.Filtered(name, t.CellList("order"), t.Holds(of, t.Local(element)))
            ) if name == element and self._is_contents(of):
                yield from self._contents(of, names, counted=True)
            case t.Holds(of, t.Local(element)) if element in self._homes and self._is_contents(of):
                yield from self._contents(of, names, counted=True)
            case t.Holds(where, t.Cell("at", piece)):
                yield from self.reads((where, piece), names)
                places = self.view.members(where, names) & self._every_place & self._may_lie(piece, names)
                yield Touch(PLACES, places, self.is_sure(where))
            case t.SumIn(name, t.Tokens(varieties, places), t.TokenCount()):
                yield from self._tokens(varieties, places, names, closely=False)
            case _:
                return False
        return True

    def _all_of(self, parts: tuple[Term, ...], names: Names) -> Iterator[Touch]:
        """What is asked of one thing only, `it is you and ...`, is asked of that one in all parts."""
        known, homes, upright, anywhere = dict(names), self._homes, self._upright, self._anywhere
        self._homes = dict(homes)
        for part in parts:
            match part:
                case t.Not(t.Holds(t.Cell("face-down"), t.Local(name))):
                    self._upright |= {name}
                case t.Holds(where, t.Cell("at", t.Local(name))):
                    self._homes[name] = ReadHome(self.view.members(where, names) & self._every_place, found=False)
                    self._anywhere -= {name}
                case t.Compare("==", t.Local(name), value) | t.Compare("==", value, t.Local(name)) if name in known:
                    low, high = self.view.number(value, names)
                    if low == high and self.is_sure(value):
                        known[name] = exactly(low)
                case _:
                    pass
        for part in parts:
            if self._matters(part):
                yield from self.reads(part, known)
        self._homes, self._upright, self._anywhere = homes, upright, anywhere

    def _fold(self, term: Any, names: Names) -> Iterator[Touch]:
        yield from self.domain(term.domain, names, self._looks_at(term))
        inside = self.view.with_element(term.name, term.domain, names)
        with self.element(term.name, term.domain, names):
            for part in direct_parts(term):
                if part is not term.domain:
                    yield from self.reads(part, inside)

    @staticmethod
    def is_upright(domain: Domain) -> bool:
        """Does a domain leave out what lies face down?"""
        return isinstance(domain, t.Members) and any(
            isinstance(part, t.Without) and part.right == _FACE_DOWN for part in all_parts(domain.set)
        )

    def elements_known(self) -> tuple[object, ...]:
        """All that is known of elements now, to keep answers by."""
        return (*self._homes.items(), self._upright, self._anywhere)

    @contextmanager
    def element(self, name: str, domain: Domain, names: Names) -> Iterator[None]:
        """While something is asked of an element of a domain: where it lies, and whether face up, may be known."""
        before = self._homes, self._upright, self._anywhere
        self._homes = {**self._homes, **self.home(name, domain, names)}
        if self.is_upright(domain):
            self._upright |= {name}
        if isinstance(domain, t.Members) and isinstance(domain.set, t.Const):
            self._anywhere |= {name}
        try:
            yield
        finally:
            self._homes, self._upright, self._anywhere = before

    def home(self, name: str, domain: Domain, names: Names) -> dict[str, ReadHome]:
        """Where an element of a domain lies, if it is taken from a place."""
        if isinstance(domain, t.CellList) and domain.region == "order" and isinstance(domain.start, t.Entry):
            return {name: ReadHome(self.places(domain.start.index, names))}
        if isinstance(domain, t.Tokens):
            return {name: ReadHome(self.view.members(domain.places, names) & self._every_place)}
        if not isinstance(domain, t.Members) or not self._is_contents(domain.set):
            return {}
        parts = domain.set.parts if isinstance(domain.set, t.Both) else (domain.set,)
        indices = [part.index for part in parts if isinstance(part, t.Cell) and part.region == "contents"]
        return {name: ReadHome(self.places(indices[0], names))}

    def _looks_at(self, term: Any) -> bool:
        """Does it matter which elements there are, or only whether there are any, and what all see of each?"""
        if isinstance(term, t.AnyIn | t.AllIn | t.SumIn):
            return _speaks_of(term.body, t.Local(term.name), self._plain)
        return True

    def domain(self, domain: Domain, names: Names, closely: bool = True) -> Iterator[Touch]:
        """What going through a domain looks at."""
        match domain:
            case t.Members(of) if self._is_contents(of):
                yield from self._contents(of, names, counted=not closely)
            case t.CellList("order", start):
                yield from self.reads(start, names)
                place = start.index if isinstance(start, t.Entry) else t.Const(-1)
                yield Touch(PLACES, self.places(place, names), self.is_sure(place), counted=not closely)
            case t.Tokens(varieties, places):
                yield from self._tokens(varieties, places, names, closely)
            case _:
                for part in direct_parts(domain):
                    yield from self.reads(part, names)

    def selecting(self, loop: t.ForIn, names: Names) -> Iterator[Touch]:
        """What certainly decides which elements a loop takes, or how many; and the places out of which only some are
        taken because of what is printed on their faces."""
        domain, conditions = loop.domain, [one.condition for one in loop.body if isinstance(one, t.When)]
        sorting = self._is_of_face(conditions, loop.name)
        while isinstance(domain, t.Members) and isinstance(domain.set, t.Filtered | t.Leading):
            fold, domain = domain.set, domain.set.domain
            asked = [part for part in direct_parts(fold) if part is not domain]
            sorting = sorting or self._is_of_face(asked, fold.name)
            with self.element(fold.name, domain, names):
                found = self.reads(tuple(asked), self.view.with_element(fold.name, domain, names))
                yield from (touch for touch in found if touch.sure)
        if isinstance(domain, t.Members) and isinstance(domain.set, t.Both) and not sorting:
            sorting = not all(self._is_contents(part) or self._is_of_backs(part) for part in domain.set.parts)
        if isinstance(domain, t.Between):
            yield from self.domain(domain, names)
        for home in self.home(loop.name, domain, names).values() if sorting else ():
            yield Touch(PLACES, home.places, False)

    def _is_of_face(self, conditions: list[Any], name: str) -> bool:
        """Does any of these look at what is printed on an element?"""
        parts = (part for condition in conditions for part in all_parts(condition) if isinstance(part, t.Entry))
        return any(part.index == t.Local(name) and self._is_on_face(part.table) for part in parts)

    # ----------------------------------------------------------------- contents

    def _is_contents(self, members: Term) -> bool:
        """What lies in a place, or all of one back of it."""
        if isinstance(members, t.Both):
            return any(isinstance(part, t.Cell) and part.region == "contents" for part in members.parts)
        return isinstance(members, t.Cell) and members.region == "contents"

    def _contents(self, members: Term, names: Names, counted: bool) -> Iterator[Touch]:
        parts = members.parts if isinstance(members, t.Both) else (members,)
        lodgings = self._lodgings(part.value for part in parts if isinstance(part, t.Const))
        for part in parts:
            if isinstance(part, t.Cell) and part.region == "contents":
                backs = all(self._is_of_backs(other) for other in parts if other is not part)
                match part.index:
                    case t.Cell("at", piece):
                        # Where something lies only matters here as far as the others can lie there too.
                        yield from self.reads(piece, names)
                        places = self._whereabouts(piece, names)
                    case index:
                        yield from self.reads(index, names)
                        places = self.places(index, names)
                yield Touch(PLACES, places & lodgings, self.is_sure(part.index), counted and backs)
                if not backs and not self.is_upright(t.Members(members)) and self._look.turned_down:
                    yield Touch(FACES, self._look.turned_down, False)
            elif not (isinstance(part, t.Cell) and part.region in self._look.marks):
                yield from self.reads(part, names)

    def _lodgings(self, masks: Iterable[int]) -> int:
        """The places that take any of the pieces a set is about."""
        pieces = -1
        for mask in masks:
            pieces &= mask
        return _taken_by(pieces, self._look.lodgings) if pieces >= 0 else -1

    def _is_of_backs(self, members: Term) -> bool:
        """Do only the backs of pieces decide, which everybody sees, and that they lie so?"""
        if members == _FACE_DOWN:
            return True
        if isinstance(members, t.Const):
            return all(members.value & back in (0, back) for back in self._backs)
        return isinstance(members, t.Entry) and members.table == "with piece owner"

    def _tokens(self, varieties: Term, places: Term, names: Names, closely: bool) -> Iterator[Touch]:
        yield from self.reads((varieties, places), names)
        kinds = self._look.token_backs
        backs = isinstance(varieties, t.Const) and all(varieties.value & back in (0, back) for back in kinds)
        counted = backs and not closely
        taken = self._taking(varieties, names)
        yield Touch(PLACES, self.view.members(places, names) & taken, self.is_sure(places), counted)

    def _taking(self, varieties: Term, names: Names) -> int:
        """The places that take tokens of these sorts."""
        return _taken_by(self.view.members(varieties, names), self._look.token_lodgings)

    def _whereabouts(self, piece: Term, names: Names) -> int:
        """The places a piece may lie in, as far as nobody knows which."""
        if isinstance(piece, t.Cell):
            # What somebody has chosen, or an action holds in mind, is known to those who take part in it.
            return 0
        if isinstance(piece, t.Local) and piece.name in self._homes:
            return self._homes[piece.name].places
        return self._may_lie(piece, names)

    def _marked(self, region: str, piece: Term) -> Iterator[Touch]:
        """Where pieces may lie whose marks are looked at, wherever they lie: all that bear one, or each of all."""
        everywhere = isinstance(piece, t.Const) or any(t.Local(name) in all_parts(piece) for name in self._anywhere)
        if region in self._look.marks and everywhere:
            layout, places = self._look.program.layout, 0
            for number in layout.pieces_of(layout.regions[region].holder):
                places |= self._look.lodgings[number]
            yield Touch(PLACES, places, False)

    def _may_lie(self, piece: Term, names: Names) -> int:
        """The places a piece may ever lie in."""
        return _taken_by(self.view.elements(piece, names), self._look.lodgings)

    def _is_found(self, name: str) -> bool:
        return name in self._homes and self._homes[name].found

    def _token_spaces(self, varieties: Term, names: Names) -> int:
        """The spaces that hold one token at most; the sets of places with tokens are about them."""
        wanted, found = self.view.members(varieties, names), 0
        for variety, store in enumerate(self._look.program.layout.tokens):
            if wanted >> variety & 1 and store.set_cell >= 0:
                found |= store.set_places
        return found

    def places(self, place: Term, names: Names) -> int:
        return self.view.elements(place, names) & self._every_place

    def _cell(self, region: str, index: Term, names: Names) -> Touch:
        if region == "at":
            if isinstance(index, t.Local) and self._is_found(index.name):
                return Touch(PLACES, 0, True)
            return Touch(PLACES, self._whereabouts(index, names), False)
        if region in _IN_PLACES:
            return Touch(PLACES, self._every_place, False)
        return Touch(region, self.view.elements(index, names), self.is_sure(index))

    def is_sure(self, index: Term) -> bool:
        """Is it known which cells are meant, but for what a fold goes through?"""
        for part in all_parts(index):
            if isinstance(part, t.Cell) and part.region not in self._seats:
                return False
            if isinstance(part, t.Apply | t.FirstIn | t.Leading | t.Possible):
                return False
        return True

    def _function(self, name: str, arguments: tuple[Term, ...], names: Names) -> Iterator[Touch]:
        function = self._look.program.functions.get(name)
        if function is None or self._depth >= _DEEPEST:
            yield Touch("*", -1, False)
            return
        named = zip(function.parameters, arguments, strict=False)
        used = (argument for one, argument in named if one in locals_in(function.body))
        sure = all(map(self.is_sure, used))
        given = [self._given(argument, names) for argument in arguments]
        homes, self._homes = self._homes, self._given_homes(function.parameters, arguments)
        self._depth += 1
        for touch in self.reads(function.body, dict(zip(function.parameters, given, strict=False))):
            yield touch if sure else Touch(touch.region, touch.cells, False, touch.counted)
        self._depth -= 1
        self._homes = homes

    def _given(self, argument: Term, names: Names) -> Bound:
        """What a derived value is asked for can be."""
        if isinstance(argument, t.Cell) and argument.region == "at":
            places = self._whereabouts(argument.index, names)
            return one_of(places, nothing=False) if places > 0 else NOTHING
        return self.view.bound(argument, names)

    def _given_homes(self, parameters: tuple[str, ...], arguments: tuple[Term, ...]) -> dict[str, ReadHome]:
        found = {}
        for name, argument in zip(parameters, arguments, strict=False):
            if isinstance(argument, t.Cell):
                found[name] = ReadHome(0)
            elif isinstance(argument, t.Local) and argument.name in self._homes:
                found[name] = self._homes[argument.name]
        return found


def _taken_by(things: int, lodgings: Sequence[int]) -> int:
    """The places that take any of these things."""
    return union_of(places for number, places in enumerate(lodgings) if things >> number & 1)


def _speaks_of(body: Any, element: t.Local, plain: frozenset[str]) -> bool:
    """Does a question depend on which element it is asked of? What is `plain` of it, all see."""
    if body == element:
        return True
    if isinstance(body, t.Cell) and body.region in plain and body.index == element:
        return False
    return any(_speaks_of(part, element, plain) for part in direct_parts(body))
