"""Python for questions about tokens."""

from __future__ import annotations

from interpreter.engine.generate.cells import Scoped
from interpreter.engine.generate.write_walks import WalkWriter
from interpreter.engine.python.writer import Level, Text
from interpreter.engine.storage import members
from rulelang.graph import terms
from rulelang.graph.terms import Term


class TokenWriter(WalkWriter):
    """Writes tokens and where they are; the rest of an expression is left to `Expressions`."""

    def token(
        self,
        term: terms.VarietyOf | terms.PlaceOf | terms.TokenAt | terms.TokenCount | terms.TokenPlaces,
        scope: Scoped,
    ) -> Text:
        varieties = len(self.facts.program.layout.varieties)
        match term:
            case terms.VarietyOf(token) | terms.PlaceOf(token):
                sign = "%" if isinstance(term, terms.VarietyOf) else "//"
                if self.facts.bound(token, scope.bounds).never_nothing:
                    return Text(f"{self.value(token, scope).at(Level.PRODUCT)} {sign} {varieties}", Level.PRODUCT)
                name = self.name_of(token, scope, "token").text
                if sign == "//":
                    return Text(f"{name} // {varieties}", Level.PRODUCT)
                return Text(f"{name} % {varieties} if {name} >= 0 else -1", Level.CHOICE)
            case terms.TokenAt(variety, place):
                kind, where = self.value(variety, scope), self.value(place, scope)
                text = f"{kind.at(Level.SUM)} + {varieties} * {where.at(Level.SIGN)}"
                bounds = [self.facts.bound(variety, scope.bounds), self.facts.bound(place, scope.bounds)]
                if all(bound.never_nothing for bound in bounds):
                    return Text(text, Level.SUM)
                return Text(f"{self.helper('token_at')}({kind.text}, {where.text}, {varieties})")
            case terms.TokenPlaces(terms.Single(variety)) if self._has_set_cell(variety, scope):
                return self.set_cell(variety, scope)
            case terms.TokenPlaces(variety_set):
                given = self.value(variety_set, scope)
                return self.with_state(self.helper("token_places"), given, regions=self.facts.token_regions())
            case terms.TokenCount(variety, place):
                return self._token_count(variety, place, scope)

    def _token_count(self, variety: Term, place: Term, scope: Scoped) -> Text:
        sort = self.storing(variety, place, scope)
        where = self.value(place, scope)
        if sort == "set":
            cell = self.set_cell(variety, scope)
            if self.facts.bound(place, scope.bounds).never_nothing:
                return Text(f"{cell.at(Level.SHIFT)} >> {where.at(Level.SUM)} & 1", Level.BOTH)
            bit = self.bit(place, scope)
            return Text(f"1 if {cell.at(Level.BOTH)} & {bit.at(Level.SHIFT)} else 0", Level.CHOICE)
        if sort == "count" and isinstance(variety, terms.Const) and isinstance(place, terms.Const):
            number = self.facts.program.layout.tokens[variety.value].counts[place.value]
            return self.value(self.facts.cell(number), scope)
        if sort == "count" and isinstance(variety, terms.Const):
            self.cells.keep(self.facts.token_regions())
            cells = self.globals.table(self.facts.cells_of(variety.value))
            return Text(f"{self.cells.state}[{cells}[{where.text}]]")
        kind = self.value(variety, scope)
        return self.with_state(self.helper("token_count"), kind, where, regions=self.facts.token_regions())

    def storing(self, variety: Term, place: Term, scope: Scoped) -> str:
        """Are all tokens of what `variety` and `place` can be stored in sets ("set"), in counts ("count"), or either
        ("")?

        For nowhere, "set" reads and writes nothing, because the bit of nothing is 0.
        """
        kinds, where = self.facts.bound(variety, scope.bounds), self.facts.bound(place, scope.bounds)
        if not kinds.never_nothing or kinds.among is None or where.among is None or where.low is None:
            return ""
        stores = self.facts.stores(kinds.among)
        if all(store.set_cell >= 0 and where.among & ~store.set_places == 0 for store in stores):
            return "set"
        places = set(members(where.among))
        return "count" if where.low >= 0 and all(places <= set(store.counts) for store in stores) else ""

    def _has_set_cell(self, variety: Term, scope: Scoped) -> bool:
        bound = self.facts.bound(variety, scope.bounds)
        return bound.never_nothing and all(store.set_cell >= 0 for store in self.facts.stores(bound.among))

    def set_cell(self, variety: Term, scope: Scoped) -> Text:
        """The cell with the set of places of a variety, to read or to write."""
        cell = self.simple(terms.TokenPlaces(terms.Single(variety)), scope)
        if isinstance(cell, terms.Cell):
            return self.value(cell, scope)
        self.cells.keep(self.facts.token_regions())
        numbers = (*(store.set_cell for store in self.facts.program.layout.tokens), 0)
        table = self.globals.table(self.facts.invent_table("set cells", numbers))
        return Text(f"{self.cells.state}[{table}[{self.value(variety, scope).text}]]")
