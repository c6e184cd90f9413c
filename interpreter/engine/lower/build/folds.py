"""FoldLowering as loops, and what loops run over."""

from __future__ import annotations

from typing import Final, assert_never

from interpreter.engine.lower import code
from interpreter.engine.lower import expressions as e
from interpreter.engine.lower.analysis.placed import pieces_placed, places_asked
from interpreter.engine.lower.build.scope import Bindings
from interpreter.engine.lower.build.term_context import TermContext
from interpreter.engine.lower.types import TRUTH, BitSet, Number
from rulelang.graph import shape, terms
from rulelang.graph.terms import Domain, Term

_NO_SET: Final = e.Immediate(0, BitSet(0))


class FoldLowering:
    """Lowers folds; the rest of a term is left to `TermLowering`."""

    def __init__(self, values: TermContext) -> None:
        self._values: Final = values
        self._source: Final = values.source
        self._body: Final = values.body

    # --------------------------------------------------------------------------------------------------- loops

    def run(self, domain: Domain, scope: Bindings, *, snapshot: bool = False) -> code.Run:
        """What a loop over a domain runs over."""
        values = self._values
        match domain:
            case terms.Members(elements):
                return code.Elements(values.set(elements, scope))
            case terms.Between(low, high):
                return code.CountUp(values.number(low, scope), values.number(high, scope))
            case terms.Listed(table, index):
                return code.StaticList(table, values.number(index, scope))
            case terms.CellList(region, start, backwards):
                base = self._source.region(region).base
                return code.CellRun(region, base, values.number(start, scope), backwards, snapshot)
            case terms.Tokens(varieties, places):
                return code.TokenRun(values.set(varieties, scope), values.set(places, scope), snapshot)
            case _:
                assert_never(domain)

    def element(self, name: str, domain: Domain, scope: Bindings) -> tuple[e.Var, Bindings]:
        """The variable of a loop over a domain, and the scope inside."""
        bound = self._source.facts.element(domain, scope.bounds)
        var = self._body.new(name, Number(bound.low, bound.high))
        return var, scope.having(name, var, bound)

    # --------------------------------------------------------------------------------------------------- truth

    def exists(self, name: str, domain: Domain, body: Term, scope: Bindings, *, wanted: bool) -> e.Expression:
        """Does a condition hold for some element (`wanted`), or for every one?"""
        found = self._body.new("found" if wanted else "all_hold", TRUTH)
        self._body.add(code.Assign(found, e.NO if wanted else e.YES))
        run = self.run(domain, scope)
        var, inner = self.element(name, domain, scope)
        with self._body.each(var, run):
            condition = self._values.truth(body, inner)
            with self._body.when(condition if wanted else e.negated(condition)):
                self._body.add(code.Assign(found, e.YES if wanted else e.NO))
                self._body.add(code.Break())
        return found

    # ------------------------------------------------------------------------------------------------- numbers

    def number(self, term: terms.SumIn | terms.BestIn | terms.FirstIn, scope: Bindings) -> e.Expression:
        """A sum, the greatest or least value, the first element."""
        match term:
            case terms.SumIn():
                return self._sum(term, scope)
            case terms.BestIn():
                return self._best(term, scope)
            case terms.FirstIn(name, domain, body):
                first = self._body.new("first", self._source.number(term, scope.bounds))
                self._body.add(code.Assign(first, e.number(-1)))
                run = self.run(domain, scope)
                var, inner = self.element(name, domain, scope)
                with self._body.each(var, run), self._body.when(self._values.truth(body, inner)):
                    self._body.add(code.Assign(first, var))
                    self._body.add(code.Break())
                return first

    def _sum(self, term: terms.SumIn, scope: Bindings) -> e.Expression:
        type_ = self._source.number(term, scope.bounds)
        total = self._body.new("total", type_)
        self._body.add(code.Assign(total, e.number(0)))
        run = self.run(term.domain, scope)
        var, inner = self.element(term.name, term.domain, scope)
        with self._body.each(var, run):
            if shape.kind_of(term.body) == "truth" and not isinstance(term.body, terms.Const):
                with self._body.when(self._values.truth(term.body, inner)):
                    self._body.add(code.Assign(total, e.Binary(e.BinaryOp.ADD, total, e.number(1), type_)))
            else:
                added = e.Binary(e.BinaryOp.ADD, total, self._values.number(term.body, inner), type_)
                self._body.add(code.Assign(total, added))
        return total

    def _best(self, term: terms.BestIn, scope: Bindings) -> e.Expression:
        type_ = self._source.number(term, scope.bounds)
        best, fresh = self._body.new("best", type_), self._body.new("nothing_yet", TRUTH)
        self._body.add(code.Assign(best, e.number(0)))
        self._body.add(code.Assign(fresh, e.YES))
        run = self.run(term.domain, scope)
        var, inner = self.element(term.name, term.domain, scope)
        op = e.BinaryOp.GREATER if term.greatest else e.BinaryOp.LESS
        with self._body.each(var, run):
            candidate = self._body.hold("candidate", self._values.number(term.body, inner))
            with self._body.when(e.any_of((fresh, e.Binary(op, candidate, best, TRUTH)))):
                self._body.add(code.Assign(best, candidate))
                self._body.add(code.Assign(fresh, e.NO))
        with self._body.when(fresh):
            self._body.add(code.Assign(best, self._values.number(term.default, scope)))
        return best

    # ---------------------------------------------------------------------------------------------------- sets

    def set(self, term: terms.Filtered | terms.WhileIn | terms.Leading, scope: Bindings) -> e.Expression:
        """The elements for which a condition holds, those before the first for which it does not, the best."""
        if isinstance(term, terms.Leading):
            return self._leading(term, scope)
        if isinstance(term, terms.Filtered):
            gathered = self._gathered(term, scope)
            if gathered is not None:
                return gathered
        type_ = self._source.set(term, scope.bounds)
        found = self._body.new("filtered" if isinstance(term, terms.Filtered) else "leading", type_)
        self._body.add(code.Assign(found, _NO_SET))
        run = self.run(term.domain, scope)
        var, inner = self.element(term.name, term.domain, scope)
        with self._body.each(var, run):
            condition = self._values.truth(term.body, inner)
            if isinstance(term, terms.WhileIn):
                self._body.add(code.If(e.negated(condition), (code.Break(),)))
                condition = e.YES
            with self._body.when(condition):
                self._join(found, e.Unary(e.UnaryOp.SINGLE, var, type_))
        return found

    def _join(self, found: e.Var, more: e.Expression) -> None:
        self._body.add(code.Assign(found, e.Binary(e.BinaryOp.UNION, found, more, found.type)))

    def _gathered(self, term: terms.Filtered, scope: Bindings) -> e.Expression | None:
        """The places of some pieces, or the pieces in some places: a loop over the few, not over all."""
        layout = self._source.program.layout
        pieces, places = pieces_placed(term), places_asked(term)
        given = pieces if pieces is not None else places
        if given is None:
            return None
        to_places = pieces is not None
        sizes = (len(layout.pieces), len(layout.places))
        type_ = BitSet(sizes[to_places])
        found = self._body.new("places" if to_places else "pieces", type_)
        self._body.add(code.Assign(found, _NO_SET))
        elements = self._values.set(given, scope)
        var = self._body.new("piece" if to_places else "place", Number(0, sizes[not to_places] - 1))
        region = layout.regions["at" if to_places else "contents"]
        with self._body.each(var, code.Elements(elements)):
            cell = e.Load(region.name, region.base, region.length, var, self._source.cell(region))
            self._join(found, e.Unary(e.UnaryOp.SINGLE, cell, type_) if to_places else cell)
        return found

    def _leading(self, term: terms.Leading, scope: Bindings) -> e.Expression:
        type_ = self._source.set(term, scope.bounds)
        found = self._body.new("leading", type_)
        inner_bounds = {**scope.bounds, term.name: self._source.facts.element(term.domain, scope.bounds)}
        best = [self._body.new("best", self._source.number(key, inner_bounds)) for _, key in term.keys]
        self._body.add(code.Assign(found, _NO_SET))
        for one in best:
            self._body.add(code.Assign(one, e.number(0)))
        run = self.run(term.domain, scope)
        var, inner = self.element(term.name, term.domain, scope)
        with self._body.each(var, run):
            ranks = [self._body.hold("rank", self._values.number(key, inner)) for _, key in term.keys]
            better = self._earlier([(highest, rank, one) for (highest, _), rank, one in
                                    zip(term.keys, ranks, best, strict=True)])  # fmt: skip
            same = e.all_of(
                tuple(e.Binary(e.BinaryOp.EQUAL, rank, one, TRUTH) for rank, one in zip(ranks, best, strict=True))
            )
            single = e.Unary(e.UnaryOp.SINGLE, var, type_)
            fresh = e.negated(e.Unary(e.UnaryOp.ANY, found, TRUTH))
            first = (
                *(code.Assign(one, rank) for one, rank in zip(best, ranks, strict=True)),
                code.Assign(found, single),
            )
            again = code.If(same, (code.Assign(found, e.Binary(e.BinaryOp.UNION, found, single, type_)),))
            self._body.add(code.If(e.any_of((fresh, better)), first, (again,)))
        return found

    def _earlier(self, keys: list[tuple[bool, e.Expression, e.Expression]]) -> e.Expression:
        """Does an element come before the best so far, by the first key in which they differ?"""
        (highest, rank, best), *others = keys
        op = e.BinaryOp.GREATER if highest else e.BinaryOp.LESS
        first = e.Binary(op, rank, best, TRUTH)
        if not others:
            return first
        same = e.Binary(e.BinaryOp.EQUAL, rank, best, TRUTH)
        return e.any_of((first, e.all_of((same, self._earlier(others)))))
