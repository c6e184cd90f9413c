"""Terms printed as a person reads them, with the value of every part that can change noted where it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from interpreter.engine.executor import Fault
from interpreter.engine.storage import members
from interpreter.explain.partly_known import Veiled
from interpreter.explain.printed import Part, Printed
from interpreter.explain.sorts import MOST_NAMED, NUMBER, TRUTH, Sort, said, sort_of, sort_of_parameter
from interpreter.explain.viewer_values import Eyes
from rulelang.graph import terms

if TYPE_CHECKING:
    from interpreter.wording.worded_game import WordedGame
    from rulelang.graph.layout import Region

_SIGNS: Final = {"==": "is", "!=": "is not", "//": "/", "/^": "/ (rounded up)"}


class Wording:
    """Prints terms of one game in one state."""

    def __init__(
        self,
        game: WordedGame,
        cells: Sequence[int],
        values: Mapping[str, int] | None = None,
        sorts: Mapping[str, Sort] | None = None,
        viewer: int | None = None,
    ) -> None:
        """With a viewer, values that hang on what the viewer does not see are left out."""
        self._game: Final = game
        self._cells: Final = list(cells)
        self._viewer: Final = viewer
        self._eyes: Final = Eyes(game, cells, viewer)
        self._values: Final = dict(values or {})
        self._sorts: Final = dict(sorts or {})
        self._names: Final = game.names()

    def print(self, term: terms.Term, sort: Sort | None = None) -> Printed:
        """A term in words with its values."""
        printed = Printed()
        self._write(printed, term, {}, sort)
        return printed

    def value_of(self, term: terms.Term) -> str:
        """The value of a term in words."""
        return self._said(term) or "?"

    # ------------------------------------------------------------------------------------------------- helpers

    def _value(self, term: terms.Term) -> int | None:
        try:
            return self._eyes.value(term, self._values)
        except (Fault, KeyError, Veiled):
            return None

    def _said(self, term: terms.Term, sort: Sort | None = None) -> str | None:
        value = self._value(term)
        if value is None:
            return None
        return said(self._names, value, sort_of(self._game.program, term, self._sorts) or sort)

    def _noted(self, printed: Printed, term: terms.Term, text: str) -> None:
        """A part whose value is worth showing."""
        start = len(printed.text)
        printed.add(text)
        value = self._said(term)
        if value is not None and value != text:
            printed.parts.append(Part(start, len(printed.text), value))

    def _joined(
        self, printed: Printed, parts: Sequence[terms.Term], word: str, inner: dict[str, str], sort: Sort | None = None
    ) -> None:
        for number, part in enumerate(parts):
            printed.add(word if number else "")
            bracket = isinstance(part, terms.And | terms.Or | terms.Arithmetic | terms.Either)
            printed.add("(" if bracket else "")
            self._write(printed, part, inner, sort)
            printed.add(")" if bracket else "")

    # -------------------------------------------------------------------------------------------------- terms

    def _write(self, printed: Printed, term: terms.Term, inner: dict[str, str], sort: Sort | None) -> None:
        write = self._write
        match term:
            case terms.Const(value):
                printed.add(said(self._names, value, sort))
            case terms.Local(name):
                printed.add(inner.get(name) or self._said(term, sort) or name.rstrip("0123456789"))
            case terms.Cell():
                self._cell(printed, term, inner)
            case terms.Compare(operation, left, right):
                common = sort_of(self._game.program, left, self._sorts) or sort_of(
                    self._game.program, right, self._sorts
                )
                write(printed, left, inner, common)
                printed.add(f" {_SIGNS.get(operation, operation)} ")
                write(printed, right, inner, common)
            case terms.Arithmetic(operation, left, right) if operation in ("min", "max"):
                printed.add("the smaller of " if operation == "min" else "the larger of ")
                self._joined(printed, (left, right), " and ", inner, NUMBER)
            case terms.Arithmetic(operation, left, right):
                self._joined(printed, (left, right), f" {_SIGNS.get(operation, operation)} ", inner, NUMBER)
            case terms.Not(inside):
                printed.add("not (")
                write(printed, inside, inner, TRUTH)
                printed.add(")")
            case terms.And(parts):
                self._joined(printed, parts, " and ", inner, TRUTH)
            case terms.Or(parts):
                self._joined(printed, parts, " or ", inner, TRUTH)
            case terms.Holds(elements, element):
                found = sort_of(self._game.program, elements, self._sorts)
                write(printed, element, inner, found.of_one() if found is not None else None)
                printed.add(" is in ")
                one = sort_of(self._game.program, element, self._sorts)
                write(printed, elements, inner, Sort(one.elements, is_set=True) if one is not None else None)
            case terms.Apply(function, arguments):
                self._apply(printed, term, function, arguments, inner)
            case terms.Size(elements):
                start = len(printed.text)
                printed.add("the number of ")
                write(printed, elements, inner, None)
                self._note_value(printed, start, term, inner)
            case terms.IfElse(condition, then, otherwise):
                met = self._value(condition) if not inner else 1
                write(printed, then if met or met is None else otherwise, inner, sort)
            case terms.Bind(name, value_term, body):
                write(printed, body, {**inner, name: self._said(value_term) or name}, sort)
            case _:
                self._write_counted(printed, term, inner, sort)

    def _write_counted(self, printed: Printed, term: terms.Term, inner: dict[str, str], sort: Sort | None) -> None:
        """What goes over many elements, and what reads best as its value alone."""
        match term:
            case terms.AnyIn(name, terms.Sequence(region), terms.Compare("==", terms.Local(one), what)) if one == name:
                self._write(printed, what, inner, sort)
                printed.add(f" is in {self._names.term(self._game.program.layout.regions[region].called)}")
            case terms.Fingerprint():
                printed.add("the position")
            case terms.AnyIn(name, domain, body) | terms.AllIn(name, domain, body):
                self._fold(
                    printed, term, "some" if isinstance(term, terms.AnyIn) else "every", name, domain, body, inner
                )
            case terms.SumIn(name, domain, body):
                self._fold(printed, term, "the total over every", name, domain, body, inner)
            case terms.Possible(node):
                named = next((one for one in self._game.program.nodes if one.number == node), None)
                title = getattr(named, "title", "") or getattr(named, "group", "")
                self._noted(printed, term, f"{title or 'it'} is possible")
            case _:
                self._other(printed, term, inner, sort)

    def _other(self, printed: Printed, term: terms.Term, inner: dict[str, str], sort: Sort | None) -> None:
        """What reads best as its value alone."""
        value = None if self._is_open(term, inner) else self._said(term, sort)
        if value is not None:
            printed.add(value)
            return
        match term:
            case terms.Both(parts):
                self._joined(printed, parts, " among ", inner)
            case terms.Single(element):
                self._write(printed, element, inner, sort.of_one() if sort is not None else None)
            case terms.Either(parts):
                self._joined(printed, parts, " or ", inner)
            case terms.TokenCount(terms.VarietyOf(token), terms.PlaceOf()):
                printed.add("how many there are of ")
                self._write(printed, token, inner, Sort("token"))
            case terms.TokenCount(variety, place):
                printed.add("how many ")
                self._write(printed, variety, inner, Sort("variety"))
                printed.add(" in ")
                self._write(printed, place, inner, Sort("place"))
            case terms.Entry(table, index):
                printed.add(f"{table} of ")
                self._write(printed, index, inner, None)
            case _:
                printed.add(type(term).__name__.casefold())

    def _is_open(self, term: terms.Term, inner: dict[str, str]) -> bool:
        """Does the term speak of something that has no value of its own here?"""
        return bool(inner) and self._value(term) is None

    def _note_value(self, printed: Printed, start: int, term: terms.Term, inner: dict[str, str]) -> None:
        value = None if self._is_open(term, inner) else self._said(term)
        if value is not None:
            printed.parts.insert(0, Part(start, len(printed.text), value))

    def _cell(self, printed: Printed, term: terms.Cell, inner: dict[str, str]) -> None:
        region = self._game.program.layout.regions[term.region]
        if region.role == "frame":
            value = self._said(term)
            self._noted(printed, term, value if region.elements == "player" and value else f"the {region.called}")
            return
        title = region.called
        if region.role == "contents":
            place = self._element(term.index, inner, "place")
            self._noted(printed, term, f"what is in {place or 'it'}")
        elif region.role == "at":
            self._noted(printed, term, f"where {self._element(term.index, inner, 'piece') or 'it'} is")
        elif region.holder and not (region.kind == "set" and region.length == 1):
            index = None if self._is_open(term.index, inner) else self._value(term.index)
            self._noted(printed, term, f"its {title}" if index is None else owned(self._game, region, index, title))
        else:
            self._noted(printed, term, title)

    def _element(self, term: terms.Term, inner: dict[str, str], elements: str) -> str | None:
        """The name of what a term gives, if that has a value of its own here."""
        if isinstance(term, terms.Local) and term.name in inner:
            return inner[term.name]
        value = None if self._is_open(term, inner) else self._value(term)
        return None if value is None else self._names.element(elements, value)

    def _apply(
        self,
        printed: Printed,
        term: terms.Term,
        function: str,
        arguments: Sequence[terms.Term],
        inner: dict[str, str],
    ) -> None:
        found = self._game.program.functions[function]
        given = []
        # The first thing every definition is given is the player who acts, whom it need not speak of.
        for parameter, argument in list(zip(found.parameters, arguments, strict=True))[1:]:
            if argument == terms.Const(-1):
                # What belongs to nobody is given nobody.
                continue
            one = Printed()
            self._write(one, argument, inner, sort_of_parameter(self._game.program, parameter))
            given.append(one.text)
        title = found.title or function
        start = len(printed.text)
        joined = " is " if found.kind == "truth" else "'s "
        owner = f"{given[0]}{joined}" if given else ""
        about = f" for {' and '.join(given[1:])}" if len(given) > 1 else ""
        printed.add(f"{owner}{title}{about}")
        self._note_value(printed, start, term, inner)

    def _fold(
        self,
        printed: Printed,
        term: terms.Term,
        word: str,
        name: str,
        domain: terms.Domain,
        body: terms.Term,
        inner: dict[str, str],
    ) -> None:
        start = len(printed.text)
        found = sort_of(self._game.program, domain, self._sorts)
        stem = name.rstrip("0123456789")
        if found is None:
            found = self._class_called(stem)
        if found is not None:
            self._sorts.setdefault(name, found.of_one())
        called = stem or name
        printed.add(f"{word} {called}")
        if isinstance(domain, terms.Members) and not isinstance(domain.set, terms.Const):
            printed.add(" of ")
            self._write(printed, domain.set, inner, found)
        elif isinstance(domain, terms.Tokens) and not isinstance(domain.places, terms.Const):
            printed.add(" in ")
            self._write(printed, domain.places, inner, Sort("place", is_set=True))
        if body == terms.Const(1):
            self._note_value(printed, start, term, inner)
            return
        printed.add(": ")
        self._write(printed, body, {**inner, name: f"the {called}"}, None)
        if not inner:
            printed.add(self._each(name, domain, body, found))
        self._note_value(printed, start, term, inner)

    def _class_called(self, stem: str) -> Sort | None:
        """The class whose members a local of this name stands for."""
        classes = (*self._game.program.names, *(piece.kind for piece in self._game.program.layout.pieces))
        named = next((one for one in classes if one.casefold() == stem.casefold()), None)
        if named is None:
            return None
        return Sort("piece" if self._game.sight.is_piece(named) else named, is_set=True)

    def _each(self, name: str, domain: terms.Domain, body: terms.Term, sort: Sort | None) -> str:
        """What few elements give one by one: ` (Ann: 0, Ben: 2)`."""
        elements = self._value(domain.set) if isinstance(domain, terms.Members) else None
        if not elements or sort is None or elements.bit_count() > MOST_NAMED:
            return ""
        each = []
        for element in members(elements):
            one = Wording(self._game, self._cells, {**self._values, name: element}, self._sorts, self._viewer)
            each.append(f"{said(self._names, element, sort.of_one())}: {one.value_of(body)}")
        return f" ({', '.join(each)})"


def owned(game: WordedGame, region: Region, index: int, title: str) -> str:
    """What one cell of a region that says something about several holders is called: `Ann's Chips`, `Ben's Rice`."""
    names, holder = game.names(), region.holder
    if game.sight.is_piece(holder):
        pieces = game.program.layout.pieces
        own = game.program.layout.pieces_of(holder)
        numbered = range(len(pieces)) if region.length == len(pieces) else own
        return f"{names.piece(numbered[index]) if 0 <= index < len(numbered) else index}'s {title}"
    if holder == "player":
        width = max(1, region.length // game.program.players)
        counted = game.program.names.get(title, ())
        if width > 1 and len(counted) == width:
            title = names.term(counted[index % width])
        return f"{names.player(index // width)}'s {title}"
    return f"{names.element(holder, index)}'s {title}"


def failing_parts(
    game: WordedGame, cells: Sequence[int], condition: terms.Term, values: Mapping[str, int], viewer: int | None = None
) -> list[terms.Term]:
    """The parts of a condition that make it fail: all false parts of an `and`, else the condition itself. Where no part
    is seen by the viewer to be false, all those that hang on something hidden."""
    if not isinstance(condition, terms.And):
        return [condition]
    eyes = Eyes(game, cells, viewer)
    found = [(part, eyes.value(part, values)) for part in condition.parts]
    failing = [part for part, value in found if value == 0] or [part for part, value in found if value is None]
    return [inner for part in failing for inner in failing_parts(game, cells, part, values, viewer)]
