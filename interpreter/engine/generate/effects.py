"""Python statements for effects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from interpreter.engine.generate.cells import Scoped, plus
from interpreter.engine.generate.expressions import Expressions
from interpreter.engine.python.writer import Level, Text
from rulelang.graph import shape, terms
from rulelang.graph.layout import Region
from rulelang.graph.terms import Effect, Term
from rulelang.tuning.fast_dataclass import dataclass

#: What effects can change the value of.
_CHANGING: Final[frozenset[type]] = frozenset({
    terms.TokenCount, terms.TokenPlaces, terms.Tokens, terms.Apply, terms.Possible, terms.Cell
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Manner:
    """How effects are carried out at one place: what to do when a sentence cannot be obeyed (its number fills `{}`),
    what to do when a number leaves its range ("" leaves the check out), and whether the log is written."""

    refuse: str
    fault: str = ""
    tells: bool = False


class Effects:
    """Writes (simplified) effects of one function."""

    def __init__(self, expressions: Expressions, manner: Manner) -> None:
        self._write: Final = expressions.writer.write
        self._block: Final = expressions.writer.block
        self.expressions: Final = expressions
        self._facts: Final = expressions.facts
        self.manner: Manner = manner

    def carry_out(self, effects: Sequence[Effect], scope: Scoped) -> Scoped:
        """All effects in their order; the scope with the names they give."""
        value = self.expressions.value
        for effect in effects:
            match effect:
                case terms.Put(region, index, content):
                    self._put(self._facts.region(region), value(index, scope), content, scope)
                case terms.Name(name, content):
                    scope = self._name(name, content, scope)
                case terms.Require(condition, reason):
                    test = self.expressions.truth(terms.Not(condition), scope)
                    with self._block(f"if {test.text}:"):
                        self._write(self.manner.refuse.format(reason))
                case terms.When(condition, then, otherwise):
                    self._when(condition, then, otherwise, scope)
                case terms.ForIn(name, domain, body):
                    inner, header = self.expressions.loop(name, domain, scope)
                    with self._block(header):
                        self.carry_out(body, inner)
                case terms.MovePiece(piece, place, end):
                    self._move_piece(piece, place, end == "top", scope)
                case terms.MoveTokens():
                    self._move_tokens(effect, scope)
                case terms.Append(region, start, content):
                    self._append(self._facts.region(region), value(start, scope), content, scope)
                case terms.SortInto():
                    self._sort_into(effect, scope)
                case terms.Tell():
                    self._tell(effect, scope)
                case _:
                    assert_never(effect)
        return scope

    def _name(self, name: str, content: Term, scope: Scoped) -> Scoped:
        text = self.expressions.value(content, scope)
        if not text.is_name or self.expressions.cells.can_change(text):
            text = self.expressions.assign(name, text)
        return scope.having(name, text, self._facts.bound(content, scope.bounds))

    def _put(self, region: Region, index: Text, content: Term, scope: Scoped) -> None:
        target = self.expressions.cells.target(region, index)
        if target is not None:
            text = self._checked(region, content, self.expressions.value(content, scope), scope)
            self._write(f"{target.text} = {text.text}")

    def _checked(self, region: Region, content: Term, text: Text, scope: Scoped) -> Text:
        """The value; if it may be out of range, with a check before it."""
        if not self.manner.fault:
            return text
        bound = self._facts.bound(content, scope.bounds)
        if region.kind == "number":
            if (
                bound.low is not None
                and bound.high is not None
                and region.low <= bound.low
                and bound.high <= region.high
            ):
                return text
            test = "not {low} <= {0} <= {high}".replace("{low}", str(region.low)).replace("{high}", str(region.high))
        else:
            if bound.inside is not None and bound.inside.bit_length() <= region.high:
                return text
            test = f"{{0}} < 0 or {{0}}.bit_length() > {region.high}"
        name = text if text.text.isidentifier() else self.expressions.assign("number", text)
        with self._block(f"if {test.format(name.text)}:"):
            self._write(self.manner.fault.format(f"{region.name} cannot be {{{name.text}}}"))
        return name

    def _when(self, condition: Term, then: tuple[Effect, ...], otherwise: tuple[Effect, ...], scope: Scoped) -> None:
        test = self.expressions.truth(condition, scope)
        with self._block(f"if {test.text}:"):
            self.carry_out(then, scope)
        if otherwise:
            with self._block("else:"):
                self.carry_out(otherwise, scope)

    def _move_piece(self, piece: Term, place: Term, to_top: bool, scope: Scoped) -> None:
        moved = self.expressions.value(piece, scope)
        target = self.expressions.value(place, scope)
        layout = self._facts.program.layout
        if any(found.order for found in layout.places):
            orders = frozenset(found.order_region for found in layout.places if found.order)
            call = self.expressions.with_state(
                self.expressions.helper("move_piece"), moved, target, Text(str(to_top)),
                regions=orders | {"at", "contents"},
            )  # fmt: skip
            self._write(call.text)
            return
        moved = moved if moved.is_name else self.expressions.assign("moved", moved)
        target = target if target.is_name else self.expressions.assign("target", target)
        bit = self.expressions.assign("bit_of_piece", Text(f"1 << {moved.at(Level.SUM)}", Level.SHIFT))
        read = self.expressions.cells.read
        at, contents = layout.regions["at"], layout.regions["contents"]
        old = self.expressions.assign("origin", read(at, moved))
        self._write(f"{read(contents, old).text} ^= {bit.text}")
        self._write(f"{read(contents, target).text} |= {bit.text}")
        self._write(f"{read(at, moved).text} = {target.text}")

    def _once(self, term: Term, hint: str, scope: Scoped) -> tuple[Term, Scoped]:
        """A term that the first half of a move could change the value of is worked out before it."""
        if not shape.kinds(term) & _CHANGING:
            return term, scope
        text = self.expressions.assign(hint, self.expressions.value(term, scope))
        name = f"{hint} #once"
        return terms.Local(name), scope.having(name, text, self._facts.bound(term, scope.bounds))

    def _move_tokens(self, effect: terms.MoveTokens, scope: Scoped) -> None:
        variety, scope = self._once(effect.variety, "variety", scope)
        source, scope = self._once(effect.source, "source", scope)
        target, scope = self._once(effect.target, "target", scope)
        count, scope = self._once(effect.count, "count", scope)
        effect = terms.MoveTokens(variety, source, target, count)
        one = effect.count == terms.Const(1)
        leaves = self.expressions.storing(effect.variety, effect.source, scope)
        arrives = self.expressions.storing(effect.variety, effect.target, scope)
        if one and leaves == arrives == "set":
            cell = self._set_cell(effect.variety, scope)
            start = self._bit(effect.source, scope)
            goal = self._bit(effect.target, scope)
            self._write(f"{cell.text} ^= {start.at(Level.UNION)} | {goal.at(Level.UNION)}")
            return
        self._add(effect, effect.source, "-", leaves, scope, one=one)
        self._add(effect, effect.target, "+", arrives, scope, one=one)

    def _add(self, effect: terms.MoveTokens, place: Term, sign: str, stored: str, scope: Scoped, *, one: bool) -> None:
        variety, count = effect.variety, self.expressions.value(effect.count, scope)
        if stored == "set" and one:
            self._write(f"{self._set_cell(variety, scope).text} ^= {self._bit(place, scope).at(Level.EXCLUSIVE)}")
        elif stored == "count" and isinstance(variety, terms.Const) and isinstance(place, terms.Const):
            number = self._facts.program.layout.tokens[variety.value].counts[place.value]
            cell = self._changed(self._facts.cell(number), scope)
            self._write(f"{cell.text} {sign}= {count.at(Level.SUM)}")
        elif stored == "count":
            self._add_to_count(effect.variety, place, sign, count, scope)
        else:
            signed = count if sign == "+" else Text(f"-{count.at(Level.SIGN)}", Level.SIGN)
            call = self.expressions.with_state(
                self.expressions.helper("add_tokens"), self.expressions.value(variety, scope),
                self.expressions.value(place, scope), signed, regions=self._facts.token_regions(),
            )  # fmt: skip
            self._write(call.text)

    def _add_to_count(self, variety: Term, place: Term, sign: str, count: Text, scope: Scoped) -> None:
        """Counts of a variety or place that is known in play only: the number of its cell comes from a table."""
        layout = self._facts.program.layout
        places = range(len(layout.places))
        self.expressions.cells.keep(self._facts.token_regions())
        where = self.expressions.value(place, scope)
        if isinstance(variety, terms.Const):
            entry = f"{self.expressions.globals.table(self._facts.cells_of(variety.value))}[{where.text}]"
        elif isinstance(place, terms.Const):
            cells = tuple(store.counts.get(place.value, 0) for store in layout.tokens)
            name = self._facts.invent_table(f"cells at {layout.places[place.value].name}", (*cells, 0))
            entry = f"{self.expressions.globals.table(name)}[{self.expressions.value(variety, scope).text}]"
        else:
            rows = tuple(tuple(store.counts.get(place, 0) for place in places) for store in layout.tokens)
            name = self._facts.invent_lists("cells of varieties", rows)
            row = f"{self.expressions.globals.lists(name)}[{self.expressions.value(variety, scope).text}]"
            entry = f"{row}[{where.text}]"
        self._write(f"{self.expressions.cells.state}[{entry}] {sign}= {count.at(Level.SUM)}")

    def _set_cell(self, variety: Term, scope: Scoped) -> Text:
        cell = self.expressions.simple(terms.TokenPlaces(terms.Single(variety)), scope)
        return self._changed(cell, scope) if isinstance(cell, terms.Cell) else self.expressions.set_cell(variety, scope)

    def _changed(self, cell: terms.Cell, scope: Scoped) -> Text:
        """A cell that is going to be changed in place."""
        region = self._facts.region(cell.region)
        index = self.expressions.value(cell.index, scope)
        return self.expressions.cells.target(region, index) or self.expressions.cells.read(region, index)

    def _bit(self, place: Term, scope: Scoped) -> Text:
        return self.expressions.value(self.expressions.simple(terms.Single(place), scope), scope)

    def _append(self, region: Region, start: Text, content: Term, scope: Scoped) -> None:
        text = self._checked(region, content, self.expressions.value(content, scope), scope)
        cells, base = self.expressions.cells.base(region)
        length_cell = plus(base, start)
        length = self.expressions.assign("length", Text(f"{cells}[{length_cell}] + 1", Level.SUM))
        if self.manner.fault:
            with self._block(f"if {start.at(Level.SUM)} + {length.text} >= {region.length}:"):
                self._write(self.manner.fault.format(f"{region.name} has no room for more"))
        self._write(f"{cells}[{length_cell}] = {length.text}")
        self._write(f"{cells}[{length_cell} + {length.text}] = {text.text}")

    def _sort_into(self, effect: terms.SortInto, scope: Scoped) -> None:
        iterable = self.expressions.iterable(effect.domain, scope)
        rank = self.expressions.names.new("rank")
        variable = self.expressions.names.new(effect.name)
        element = self._facts.element(effect.domain, scope.bounds)
        with self._block(f"def {rank}({variable}):"):
            inner = scope.having(effect.name, Text(variable), element)
            self._write(f"return {self.expressions.ranks(effect.keys, inner).text}")
        ordered = self.expressions.assign("ordered", Text(f"sorted({iterable}, key={rank})")).text
        region = self._facts.region(effect.region)
        self.write_sequence(region, self.expressions.value(effect.start, scope), ordered)

    def write_sequence(self, region: Region, start: Text, elements: str) -> None:
        """Write a length and its members into a region."""
        cells, base = self.expressions.cells.base(region)
        if self.manner.fault:
            with self._block(f"if {start.at(Level.SUM)} + len({elements}) >= {region.length}:"):
                self._write(self.manner.fault.format(f"{region.name} has no room for {{len({elements})}}"))
        self._write(f"{cells}[{plus(base, start)}] = len({elements})")
        begin = plus(base + 1, start)
        self._write(f"{cells}[{begin}:{begin} + len({elements})] = {elements}")

    def _tell(self, effect: terms.Tell, scope: Scoped) -> None:
        if not self.manner.tells:
            return
        with self._block("if log is not None:"):
            told = [self.expressions.value(value, scope).text for value in effect.values]
            audience = self.expressions.value(effect.audience, scope).text
            values = f"({', '.join(told)}{',' if len(told) == 1 else ''})"
            self._write(f"log.append({self.expressions.helper('Told')}({effect.event}, {values}, {audience}))")
