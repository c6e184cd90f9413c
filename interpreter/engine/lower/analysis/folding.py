"""Single terms made smaller once their parts are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Final, TypeAlias

from interpreter.engine.lower.analysis.algebra import (
    FALSE,
    NO_SET,
    TRUE,
    Comparison,
    and_of,
    arithmetic_of,
    both_of,
    covers,
    either_of,
    or_of,
    sets_of,
    truths_of,
    without_again,
)
from interpreter.engine.lower.analysis.facts import Facts
from interpreter.engine.lower.analysis.knowledge import Knowledge
from rulelang.graph import shape, terms
from rulelang.graph.bit_sets import members
from rulelang.graph.bounds import NO_SCOPE, Bound, Scope
from rulelang.graph.terms import Const, Term
from rulelang.graph.values.intervals import PERHAPS

#: Cells whose value is known: a constant, or a local that stands for it.
Known: TypeAlias = Mapping[tuple[str, int], Term]

#: Tables made of other tables have at most so many entries.
_LONGEST_TABLE: Final = 256

#: What can be worked out beforehand.
_STATIC: Final[frozenset[type]] = frozenset({
    terms.Const, terms.Local, terms.Entry, terms.Arithmetic, terms.Single, terms.IfElse, terms.Compare, terms.Holds,
    terms.And, terms.Or, terms.Not, terms.PlaceOf, terms.VarietyOf,
})  # fmt: skip

#: Boards of at most so many squares have all their sets of squares listed in a table.
_SMALL_BOARD: Final = 9
_MOST_LINES_TABLED: Final = 32


class Folding(ABC):
    """What is known of single terms at one point of the flow."""

    def __init__(self, facts: Facts, known: Known) -> None:
        self._facts: Final = facts
        #: What is known at this point; a known number that is put into a cell is known from then on.
        self.known: Final = Knowledge(known)

    @abstractmethod
    def term(self, term: Term, scope: Scope = NO_SCOPE) -> Term:
        """A term of the same value."""

    def _is_there(self, condition: Term, element: Term, scope: Scope) -> bool:
        """Does a condition only ask whether an element is anything? Then what is not there is nothing anyhow."""
        low = self._facts.bound(element, scope).low
        return condition == terms.Compare(">=", element, Const(0)) and low is not None and low >= -1

    def _if_else(self, condition: Term, then: Term, otherwise: Term, scope: Scope) -> Term:
        if isinstance(condition, Const):
            return self.term(then if condition.value else otherwise, scope)
        then, otherwise = self.term(then, scope), self.term(otherwise, scope)
        if otherwise in (condition, terms.Not(terms.Not(condition))):
            otherwise = FALSE
        if then == otherwise or (otherwise == Const(-1) and self._is_there(condition, then, scope)):
            return then
        if (then, otherwise) == (TRUE, FALSE) and shape.kind_of(condition) == "truth":
            return condition
        return terms.IfElse(condition, then, otherwise)

    def _fold(self, term: Term, scope: Scope) -> Term:
        match term:
            case terms.Cell(region, Const(index)) if (region, index) in self.known:
                return self.known[region, index]
            case terms.Entry(table, index):
                return self._entry(table, index, scope)
            case terms.Arithmetic(operation, left, right):
                return arithmetic_of(operation, left, right)
            case terms.Compare(operation, left, right):
                return self._compare(operation, left, right, scope)
            case terms.Not(Const(value)):
                return Const(int(not value))
            case terms.Not(terms.Both(parts)) if any(isinstance(part, terms.Single) for part in parts):
                single = next(part for part in parts if isinstance(part, terms.Single))
                others = both_of(tuple(part for part in parts if part is not single))
                return terms.Not(self._fold(terms.Holds(others, single.element), scope))
            case terms.Not(terms.Single(element)):
                return self._compare("<", element, Const(0), scope)
            case terms.Not(terms.Not(inside)) if shape.kind_of(inside) == "truth":
                return inside
            case terms.And(parts):
                return and_of(parts)
            case terms.Or(parts):
                return or_of(parts)
            case terms.TokenPlaces(terms.Single(Const(variety))):
                return self._token_places(term, Const(1 << variety if variety >= 0 else 0), scope)
            case terms.TokenPlaces(varieties):
                return self._token_places(term, varieties, scope)
            case terms.HasLine(elements, lines, index):
                return self._has_line(term, elements, lines, index, scope)
            case _:
                return self._fold_set(term, scope)

    def _fold_set(self, term: Term, scope: Scope) -> Term:
        match term:
            case terms.Single(Const(value)):
                return Const(1 << value if value >= 0 else 0)
            case terms.Holds(terms.Without(_, gone), element) if covers(gone, terms.Single(element)):
                return FALSE
            case terms.Holds(terms.Without(left, Const(gone)), Const(element)) if element >= 0:
                return FALSE if gone >> element & 1 else self._fold(terms.Holds(left, Const(element)), scope)
            case terms.Holds(terms.Either(parts), element) if terms.Single(element) in parts:
                return self._compare(">=", element, Const(0), scope)
            case terms.Holds(terms.IfElse(condition, then, otherwise), element):
                yes, no = (self._fold(terms.Holds(part, element), scope) for part in (then, otherwise))
                return self._if_else(condition, yes, no, scope)
            case terms.Holds() if (answer := self._facts.truth(term, scope)) != PERHAPS:
                return Const(answer)
            case terms.Holds(Const(elements), element):
                bound = self._facts.bound(element, scope)
                if bound.among is None or bound.among & ~elements:
                    return term
                return self._compare(">=", element, Const(0), scope)
            case terms.Both((terms.Without(Const(cover), taken), *more)) if self._is_within(more, cover, scope):
                return self._fold(terms.Without(both_of(tuple(more)), taken), scope)
            case terms.Both(parts):
                return self._without_cover(both_of(parts), scope)
            case terms.Either(parts):
                return either_of(parts)
            case terms.Without(Const(left), Const(right)):
                return Const(left & ~right)
            case terms.Without(left, Const(0)):
                return left
            case terms.Without(Const(cover), terms.Without(Const(inner), kept)) if cover & ~inner == 0:
                return self._fold(terms.Both((kept, Const(cover))), scope)
            case terms.Without(terms.Without(_, taken) as left, right) if covers(taken, right):
                return left
            case terms.Without(terms.Without(left, taken), right):
                return self._fold(terms.Without(left, either_of((taken, right))), scope)
            case terms.Without(Const(0), _) | terms.Reached(_, _, Const(0)) | terms.Reached(Const(0), _, _):
                return NO_SET
            case terms.Without(Const(left), terms.Either((*others, Const(right)))):
                return self._fold(terms.Without(Const(left & ~right), either_of(tuple(others))), scope)
            case terms.Without(terms.Both() | terms.Either() as left, right) if (
                spared := without_again(left, right)
            ) != left:
                return self._fold(terms.Without(self._fold(spared, scope), right), scope)
            case terms.Size(Const(elements)):
                return Const(elements.bit_count())
            case terms.Size(terms.Single(element)) if self._facts.bound(element, scope).never_nothing:
                return TRUE
            case terms.Lowest(Const(elements)):
                return Const(next(members(elements), -1))
            case terms.Highest(Const(elements)):
                return Const(elements.bit_length() - 1)
            case terms.Lowest(terms.Single(element)) | terms.Highest(terms.Single(element)):
                return element
            case terms.Size(terms.Both(parts)) if any(isinstance(part, terms.Single) for part in parts):
                single = next(part for part in parts if isinstance(part, terms.Single))
                remaining = both_of(tuple(part for part in parts if part is not single))
                return self._fold(terms.Holds(remaining, single.element), scope)
            case terms.TokenCount(Const(variety), Const(place)) if self._is_counted(variety, place):
                return self._fold(self._facts.cell(self._facts.program.layout.tokens[variety].counts[place]), scope)
            case terms.TokenCount(variety, place) if self._in_sets(variety, place, scope):
                return self._fold(
                    terms.Holds(self._fold(terms.TokenPlaces(terms.Single(variety)), scope), place), scope
                )
            case terms.VarietyOf(Const(token)) if token >= 0:
                return Const(token % len(self._facts.program.layout.varieties))
            case terms.PlaceOf(Const(token)) if token >= 0:
                return Const(token // len(self._facts.program.layout.varieties))
            case terms.TokenAt(Const(variety), Const(place)) if variety >= 0 and place >= 0:
                return Const(variety + len(self._facts.program.layout.varieties) * place)
            case terms.VarietyOf(terms.TokenAt(variety, place)) if self._both_there(variety, place, scope):
                return variety
            case terms.PlaceOf(terms.TokenAt(variety, place)) if self._both_there(variety, place, scope):
                return place
            case _:
                return term

    def _is_within(self, parts: list[Term], cover: int, scope: Scope) -> bool:
        inside = self._facts.inside(both_of(tuple(parts)), scope) if parts else None
        return inside is not None and inside & ~cover == 0

    def tabulated(self, term: Term, scope: Scope, stem: str = "set by") -> Term:
        """A term of static tables that depends on one local, as one table of its own."""
        names = shape.free_locals(term)
        if len(names) != 1 or not shape.kinds(term) <= _STATIC:
            return term
        name = next(iter(names))
        bound = self._facts.bound(terms.Local(name), scope)
        if bound.among is None or not bound.never_nothing or bound.among.bit_length() > _LONGEST_TABLE:
            return term
        table = self._facts.tabulated(shape.substitute(term, {name: terms.Local("it")}), bound.among, stem)
        return term if table is None else terms.Entry(table, terms.Local(name))

    def _without_cover(self, term: Term, scope: Scope) -> Term:
        """`S & everything` is S; what is outside S is not in it."""
        match term:
            case terms.Both((*parts, Const(cover))):
                inside = self._facts.inside(both_of(tuple(parts)), scope)
                if inside is None:
                    return term
                if inside & cover == 0:
                    return NO_SET
                return both_of(tuple(parts)) if inside & ~cover == 0 else term
            case _:
                return term

    def _in_sets(self, variety: Term, place: Term, scope: Scope) -> bool:
        """Are all tokens of that variety at any such place stored in sets?"""
        kinds, where = self._facts.bound(variety, scope), self._facts.bound(place, scope)
        if not kinds.never_nothing or kinds.among is None or where.among is None:
            return False
        return all(
            store.set_cell >= 0 and where.among & ~store.set_places == 0 for store in self._facts.stores(kinds.among)
        )

    def _is_counted(self, variety: int, place: int) -> bool:
        return variety >= 0 and place in self._facts.program.layout.tokens[variety].counts

    def _both_there(self, left: Term, right: Term, scope: Scope) -> bool:
        return self._facts.bound(left, scope).never_nothing and self._facts.bound(right, scope).never_nothing

    def _entry(self, table: str, index: Term, scope: Scope) -> Term:
        entries = self._facts.tables[table]
        if isinstance(index, Const) and -1 <= index.value < len(entries) - 1:
            return Const(entries[index.value])
        bound = self._facts.bound(index, scope)
        if bound.among is not None and bound.low is not None:
            found = self._facts.bound_of_entry(table, bound)
            if found.low is not None and found.low == found.high:
                return Const(found.low)
            if self._facts.is_itself(table, bound.among) and (bound.never_nothing or entries[-1] == -1):
                return index
        return self._offset(table, index, bound)

    def _offset(self, table: str, index: Term, bound: Bound) -> Term:
        """`table[x + 64]` becomes an entry of the part of the table that begins there (if x is never nothing)."""
        match index:
            case terms.Arithmetic("+", inner, Const(shift)) | terms.Arithmetic("+", Const(shift), inner) if (
                shift > 0 and bound.low is not None and bound.low >= shift
            ):
                entries = self._facts.tables[table]
                return terms.Entry(self._facts.invent_table(f"{table} from {shift}", entries[shift:]), inner)
            case _:
                return terms.Entry(table, index)

    def _compare(self, operation: Comparison, left: Term, right: Term, scope: Scope) -> Term:
        answer = self._facts.truth(terms.Compare(operation, left, right), scope)
        if answer != PERHAPS:
            return Const(answer)
        match operation, left, right:
            case ("<=" | "<" | ">" | ">=" | "==" | "!=", terms.Arithmetic("+", inner, Const(added)), Const(number)):
                return self._compare(operation, inner, Const(number - added), scope)
            case ("<=", _, Const(0)) | ("<", _, Const(1)) | ("==", _, Const(0)) if truths_of(left):
                return and_of(tuple(self._fold(terms.Not(part), scope) for part in truths_of(left)))
            case (">=", _, Const(1)) | (">", _, Const(0)) | ("!=", _, Const(0)) if truths_of(left):
                return or_of(tuple(truths_of(left)))
            case (">=", terms.Arithmetic("+"), Const(1)) | (">", terms.Arithmetic("+"), Const(0)) if sets_of(left):
                return or_of(tuple(terms.Not(terms.Not(elements)) for elements in sets_of(left)))
            case ("==", terms.Size(elements), Const(0)) | ("<", terms.Size(elements), Const(1)):
                return terms.Not(elements)
            case ("<", terms.Size(terms.Both((terms.Entry() as entry, *others))), Const(number)) if self._always_has(
                entry, number, scope
            ):
                # Fewer of them than there are: some are missing.
                return terms.Not(terms.Not(terms.Without(entry, both_of(tuple(others)))))
            case ("==", terms.Size(terms.Single(element)), Const(1)):
                return self._compare(">=", element, Const(0), scope)
            case ("!=", _, Const(0)) if shape.kind_of(left) == "truth":
                return left
            case ("==", _, Const(1)) if shape.kind_of(left) == "truth":
                return left
            case ("==", _, Const(0)) if shape.kind_of(left) == "truth":
                return terms.Not(left)
            case ("==", terms.Size(elements), Const(number)) if self._facts.inside(elements, scope) is not None:
                # A set as large as its largest possible extent is that extent; the comparison needs no counting.
                inside = self._facts.inside(elements, scope)
                if inside is not None and inside.bit_count() == number:
                    return terms.Compare("==", elements, Const(inside))
        return terms.Compare(operation, left, right)

    def _has_line(self, term: Term, elements: Term, lines: str, index: Term, scope: Scope) -> Term:
        """On a small board: by the set of squares, those through which a line in it goes."""
        inside = self._facts.inside(elements, scope)
        rows = self._facts.lists[lines]
        if inside is None or inside.bit_length() > _SMALL_BOARD or len(rows) > _MOST_LINES_TABLED:
            return term
        through = tuple(
            sum(1 << index for index, row in enumerate(rows[:-1]) if any(line & ~board == 0 for line in row))
            for board in range(1 << inside.bit_length())
        )
        if any(line == 0 for row in rows for line in row):
            return term
        table = self._facts.invent_table(f"{lines} in", (*through, 0))
        return terms.Holds(terms.Entry(table, elements), index)

    def _always_has(self, entry: terms.Entry, number: int, scope: Scope) -> bool:
        """Do all sets an entry can be have exactly this many elements?"""
        bound = self._facts.bound(entry.index, scope)
        entries = self._facts.tables[entry.table]
        if bound.among is None or not bound.never_nothing:
            return False
        return all(i < len(entries) and entries[i].bit_count() == number for i in members(bound.among))

    def _token_places(self, term: terms.TokenPlaces, varieties: Term, scope: Scope) -> Term:
        if isinstance(varieties, Const):
            cells = [store.set_cell for store in self._facts.stores(varieties.value) if store.set_cell >= 0]
            return either_of(tuple(self._facts.cell(cell) for cell in dict.fromkeys(cells)))
        match varieties:
            case terms.Single(variety) if self._facts.bound(variety, scope).never_nothing:
                cell = self._set_cell(variety, scope)
                return term if cell is None else cell
            case _:
                return term

    def _set_cell(self, variety: Term, scope: Scope) -> Term | None:
        """The set of places of a variety as one cell, where the cells of all varieties lie side by side."""
        stores = self._facts.program.layout.tokens
        if any(store.set_cell < 0 for store in stores):
            return None
        cells = [self._facts.cell(store.set_cell) for store in stores]
        indices = [cell.index.value for cell in cells if isinstance(cell.index, Const)]
        if len({cell.region for cell in cells}) != 1:
            return None
        if indices == list(range(len(indices))):
            return terms.Cell(cells[0].region, variety)
        table = self._facts.invent_table("set cell of variety", (*indices, 0))
        return terms.Cell(cells[0].region, self._fold(terms.Entry(table, variety), scope))
