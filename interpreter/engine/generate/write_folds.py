"""Folds as loops: what no expression can say is written before the statement that needs it."""

from __future__ import annotations

from typing import assert_never

from interpreter.engine.generate.cells import Scoped
from interpreter.engine.generate.write_terms import TermWriter
from interpreter.engine.lower.analysis.placed import pieces_placed, places_asked
from interpreter.engine.python.writer import Level, Text
from rulelang.graph import shape, terms
from rulelang.graph.terms import Domain, Term


class FoldWriter(TermWriter):
    """Writes folds; the rest of an expression is left to `Expressions`."""

    def fold(
        self,
        term: terms.SumIn | terms.BestIn | terms.FirstIn | terms.Filtered | terms.WhileIn | terms.Leading,
        scope: Scoped,
    ) -> Text:
        match term:
            case terms.SumIn(name, domain, body):
                return self._sum(name, domain, body, scope)
            case terms.BestIn():
                return self._best(term, scope)
            case terms.FirstIn(domain=terms.Listed()) | terms.WhileIn(domain=terms.Listed()) if (
                made := self.simplifier.along(term, scope.bounds)
            ) is not None:
                return self.value(self.simple(made, scope), scope)
            case terms.FirstIn(name, domain, body):
                found = self.names.new("first")
                (body,), scope = self.before_loop(name, (body,), scope)
                self.writer.write(f"{found} = -1")
                inner, header = self.loop(name, domain, scope)
                with self.writer.block(header), self.writer.block(f"if {self.truth(body, inner).text}:"):
                    self.writer.write(f"{found} = {inner.texts[name].text}")
                    self.writer.write("break")
                return Text(found)
            case terms.Filtered() if (pieces := pieces_placed(term)) is not None:
                given = self.value(pieces, scope)
                return self.with_state(self.helper("places_of"), given, regions=frozenset({"at"}))
            case terms.Filtered() if (places := places_asked(term)) is not None:
                given = self.value(places, scope)
                return self.with_state(self.helper("pieces_in"), given, regions=frozenset({"contents"}))
            case terms.Filtered(name, domain, body):
                found = self.names.new("filtered")
                (body,), scope = self.before_loop(name, (body,), scope)
                self.writer.write(f"{found} = 0")
                inner, header = self.loop(name, domain, scope)
                with self.writer.block(header):
                    test = self.truth(body, inner)
                    with self.writer.block(f"if {test.text}:"):
                        self.writer.write(f"{found} |= {self.bit(terms.Local(name), inner).text}")
                return Text(found)
            case terms.WhileIn(name, domain, body):
                found = self.names.new("leading")
                (body,), scope = self.before_loop(name, (body,), scope)
                self.writer.write(f"{found} = 0")
                inner, header = self.loop(name, domain, scope)
                with self.writer.block(header):
                    test = self.truth(terms.Not(body), inner)
                    with self.writer.block(f"if {test.text}:"):
                        self.writer.write("break")
                    self.writer.write(f"{found} |= {self.bit(terms.Local(name), inner).text}")
                return Text(found)
            case terms.Leading():
                return self._leading(term, scope)
            case _:
                assert_never(term)

    def _sum(self, name: str, domain: Domain, body: Term, scope: Scoped) -> Text:
        total = self.names.new("total")
        (body,), scope = self.before_loop(name, (body,), scope)
        self.writer.write(f"{total} = 0")
        inner, header = self.loop(name, domain, scope)
        with self.writer.block(header):
            if shape.kind_of(body) == "truth" and not isinstance(body, terms.Const):
                test = self.truth(body, inner)
                with self.writer.block(f"if {test.text}:"):
                    self.writer.write(f"{total} += 1")
            else:
                self.writer.write(f"{total} += {self.value(body, inner).text}")
        return Text(total)

    def _best(self, term: terms.BestIn, scope: Scoped) -> Text:
        best = self.names.new("best")
        (body,), scope = self.before_loop(term.name, (term.body,), scope)
        self.writer.write(f"{best} = None")
        inner, header = self.loop(term.name, term.domain, scope)
        with self.writer.block(header):
            found = self.name_of(body, inner, "candidate")
            sign = ">" if term.greatest else "<"
            with self.writer.block(f"if {best} is None or {found.text} {sign} {best}:"):
                self.writer.write(f"{best} = {found.text}")
        with self.writer.block(f"if {best} is None:"):
            self.writer.write(f"{best} = {self.value(term.default, scope).text}")
        return Text(best)

    def _leading(self, term: terms.Leading, scope: Scoped) -> Text:
        best, leading = self.names.new("best"), self.names.new("leading")
        self.writer.write(f"{best} = None")
        self.writer.write(f"{leading} = 0")
        inner, header = self.loop(term.name, term.domain, scope)
        with self.writer.block(header):
            rank = self.assign("rank", self.ranks(term.keys, inner)).text
            bit = self.bit(terms.Local(term.name), inner).text
            with self.writer.block(f"if {best} is None or {rank} < {best}:"):
                self.writer.write(f"{best} = {rank}")
                self.writer.write(f"{leading} = {bit}")
            with self.writer.block(f"elif {rank} == {best}:"):
                self.writer.write(f"{leading} |= {bit}")
        return Text(leading)

    def ranks(self, keys: tuple[tuple[bool, Term], ...], scope: Scoped) -> Text:
        """What an element is sorted by: smaller comes first."""
        texts = []
        for highest, key in keys:
            text = self.value(key, scope)
            texts.append(f"-{text.at(Level.SIGN)}" if highest else text.text)
        return Text(
            texts[0] if len(texts) == 1 else f"({', '.join(texts)})", Level.SIGN if len(texts) == 1 else Level.ATOM
        )
