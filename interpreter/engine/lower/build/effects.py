"""EffectLowering as statements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, assert_never

from interpreter.engine.lower import code
from interpreter.engine.lower import expressions as e
from interpreter.engine.lower.build.scope import Bindings
from interpreter.engine.lower.build.source import asked_as_set
from interpreter.engine.lower.build.values import TermLowering
from interpreter.engine.lower.types import TRUTH, BitSet, Number, NumberList
from rulelang.graph import shape, terms
from rulelang.graph.layout import Region
from rulelang.graph.terms import Effect, Term
from rulelang.tuning.fast_dataclass import dataclass

#: What effects can change the value of.
_CHANGING: Final[frozenset[type]] = frozenset({
    terms.TokenCount, terms.TokenPlaces, terms.Tokens, terms.Apply, terms.Possible, terms.Cell
})  # fmt: skip

#: A function for the rank of an element: its name, given the local, the term and what it reads.
CallRank = Callable[[str, Term, tuple[e.Var, ...], Bindings], str]


@dataclass(frozen=True, slots=True)
class FailurePolicy:
    """How effects are carried out at one place: what happens when a sentence cannot be obeyed, what when the rulebook
    is wrong, and whether the log is told. `trusts`: what legality has seen to is not asked again."""

    refuse: Callable[[int], code.Statement]
    fault: Callable[[str, e.Expression | None], code.Statement]
    tells: bool
    trusts: bool = False


def in_play(node: int, reasons: tuple[str, ...]) -> FailurePolicy:
    """Both are faults where a move is made; the log is told."""

    def refuse(reason: int) -> code.Statement:
        why = reasons[reason] if reason >= 0 else "no reason given"
        return code.Abort(f"a sentence cannot be obeyed: {why}".replace("{", "{{").replace("}", "}}"), node)

    return FailurePolicy(refuse, lambda message, value: code.Abort(message, node, value=value), tells=True)


#: Looking ahead: what cannot be obeyed is not legal; a fault is no refusal, because playing the move shows it.
ON_TRIAL: Final = FailurePolicy(
    lambda _: code.Return(e.Immediate(0, TRUTH)), lambda _, __: code.Return(e.YES), tells=False
)  # fmt: skip


class EffectLowering:
    """Lowers the (simplified) effects of one function."""

    def __init__(self, values: TermLowering, manner: FailurePolicy, rank: CallRank) -> None:
        self._values: Final = values
        self._source: Final = values.source
        self._facts: Final = values.source.facts
        self._layout: Final = values.source.program.layout
        self._body: Final = values.body
        self._manner: Final = manner
        self._rank: Final = rank

    @property
    def trusts(self) -> bool:
        """Is what legality has seen to not asked again?"""
        return self._manner.trusts

    def carry_out(self, effects: Sequence[Effect], scope: Bindings) -> Bindings:
        """All effects in their order; the scope with the names they give."""
        for position, effect in enumerate(effects):
            match effect:
                case terms.Name(name, content):
                    scope = self._name(name, content, effects[position + 1 :], scope)
                case terms.Require(condition, reason):
                    test = e.negated(self._values.truth(condition, scope))
                    self._body.add(code.If(test, (self._manner.refuse(reason),)))
                case terms.When(condition, then, otherwise):
                    self._when(condition, then, otherwise, scope)
                case terms.ForIn(name, domain, body):
                    run = self._values.folds.run(domain, scope, snapshot=True)
                    var, inner = self._values.folds.element(name, domain, scope)
                    with self._body.each(var, run):
                        self.carry_out(body, inner)
                case terms.Tell(event, told, audience):
                    if self._manner.tells:
                        values = tuple(self._values.any(value, scope) for value in told)
                        self._body.add(code.Report(event, values, self._values.set(audience, scope)))
                case _:
                    self._change(effect, scope)
        return scope

    def _change(
        self, effect: terms.Put | terms.MovePiece | terms.MoveTokens | terms.Append | terms.SortInto, scope: Bindings
    ) -> None:
        match effect:
            case terms.Put(region, index, content):
                self.put(self._source.region(region), index, content, scope)
            case terms.MovePiece(piece, place, end):
                self._move_piece(piece, place, end == "top", scope)
            case terms.MoveTokens():
                self._move_tokens(effect, scope)
            case terms.Append(region, start, content):
                self._append(self._source.region(region), start, content, scope)
            case terms.SortInto():
                self._sort_into(effect, scope)
            case _:
                assert_never(effect)

    def _name(self, name: str, content: Term, later: Sequence[Effect], scope: Bindings) -> Bindings:
        meant = any(asked_as_set(effect, name, self._source) for effect in later)
        value = self._values.any(content, scope, meant_as_set=meant)
        if not isinstance(value, e.Immediate | e.Var):
            var = self._body.new(name, value.type)
            self._body.add(code.Assign(var, value))
            value = var
        return scope.having(name, value, self._facts.bound(content, scope.bounds))

    def _when(self, condition: Term, then: tuple[Effect, ...], otherwise: tuple[Effect, ...], scope: Bindings) -> None:
        test = self._values.truth(condition, scope)
        with self._body.inside() as first:
            self.carry_out(then, scope)
        with self._body.inside() as second:
            self.carry_out(otherwise, scope)
        self._body.add(code.If(test, tuple(first), tuple(second)))

    # --------------------------------------------------------------------------------------------------- cells

    def put(self, region: Region, index: Term, content: Term, scope: Bindings) -> None:
        """One cell."""
        where = self._values.number(index, scope)
        value = self.checked(region, content, scope)
        self._body.add(code.Store(region.name, region.base, region.length, where, value))

    def checked(self, region: Region, content: Term, scope: Bindings) -> e.Expression:
        """A value for a cell of a region; if it may be out of range, with a check before it."""
        is_set = region.kind == "set"
        value = self._values.set(content, scope) if is_set else self._values.number(content, scope)
        outside = self._outside(region, content, scope)
        if outside is None:
            return value
        held = self._body.hold("number", value)
        message = f"{_plain(region.name)} cannot be {{}}: it ranges from {region.low} to {region.high}"
        self._body.add(code.If(outside(held), (self._manner.fault(message, held),)))
        return held

    def _outside(self, region: Region, content: Term, scope: Bindings) -> Callable[[e.Expression], e.Expression] | None:
        """The question whether a value leaves the range of a region; None if it never does."""
        if region.kind == "set":
            inside = self._facts.inside(content, scope.bounds)
            if inside is not None and inside.bit_length() <= region.high:
                return None
            universe = self._source.universe
            if region.high >= universe:
                return None
            beyond = e.Immediate((1 << universe) - (1 << region.high), BitSet(universe))
            return lambda held: e.Unary(
                e.UnaryOp.ANY, e.Binary(e.BinaryOp.INTERSECTION, held, beyond, BitSet(universe)), TRUTH
            )
        bound = self._facts.bound(content, scope.bounds)
        tests = []
        if bound.low is None or bound.low < region.low:
            tests.append((e.BinaryOp.LESS, region.low))
        if bound.high is None or bound.high > region.high:
            tests.append((e.BinaryOp.GREATER, region.high))
        if not tests:
            return None
        return lambda held: e.any_of(tuple(e.Binary(op, held, e.number(end), TRUTH) for op, end in tests))

    def _append(self, region: Region, start: Term, content: Term, scope: Bindings) -> None:
        value = self._body.hold("added", self.checked(region, content, scope))
        first = self._body.hold("start", self._values.number(start, scope))
        room = Number(0, region.length)
        cell = e.Load(region.name, region.base, region.length, first, room)
        length = self._body.new("length", room)
        self._body.add(code.Assign(length, e.Binary(e.BinaryOp.ADD, cell, e.number(1), room)))
        last = e.Binary(e.BinaryOp.ADD, first, length, room)
        full = e.Binary(e.BinaryOp.GREATER_EQUAL, last, e.number(region.length), TRUTH)
        message = f"{_plain(region.name)} has no room for more"
        self._body.add(code.If(full, (self._manner.fault(message, None),)))
        self._body.add(code.Store(region.name, region.base, region.length, first, length))
        self._body.add(code.Store(region.name, region.base, region.length, last, value))

    def _sort_into(self, effect: terms.SortInto, scope: Bindings) -> None:
        bound = self._facts.element(effect.domain, scope.bounds)
        most = bound.among.bit_count() if bound.among is not None else None
        ordered = self._body.new("ordered", NumberList(most))
        self._body.add(code.Gather(ordered, self._values.folds.run(effect.domain, scope)))
        var = self._body.new(effect.name, Number(bound.low, bound.high))
        inner = scope.having(effect.name, var, bound)
        keys = tuple((highest, self._key(key, effect.name, inner)) for highest, key in effect.keys)
        self._body.add(code.SortList(ordered, var, keys))
        region = self._source.region(effect.region)
        self.write_list(region, self._values.number(effect.start, scope), ordered)

    def _key(self, key: Term, name: str, scope: Bindings) -> e.Expression:
        """A key as one expression: if it needs statements, they stand in a function of their own."""
        with self._body.inside() as block:
            value = self._values.number(key, scope)
        if not block:
            return value
        given = {local: scope.values[local] for local in sorted(shape.free_locals(key) | {name})}
        variables = tuple(value for value in given.values() if isinstance(value, e.Var))
        return e.Invoke(self._rank(name, key, variables, scope), variables, value.type)

    def write_list(self, region: Region, start: e.Expression, elements: e.Var) -> None:
        """A length and its members into a region."""
        first = self._body.hold("start", start)
        size = e.Intrinsic(e.IntrinsicOp.LENGTH, (elements,), (), Number(0, None))
        end = e.Binary(e.BinaryOp.ADD, first, size, Number(0, None))
        assert isinstance(elements.type, NumberList)
        known = isinstance(first, e.Immediate) and elements.type.most is not None
        if not (known and isinstance(first, e.Immediate) and first.value + (elements.type.most or 0) < region.length):
            full = e.Binary(e.BinaryOp.GREATER_EQUAL, end, e.number(region.length), TRUTH)
            message = f"{_plain(region.name)} has no room for {{}}"
            self._body.add(code.If(full, (self._manner.fault(message, size),)))
        self._body.add(code.Perform(code.Deed.WRITE_LIST, (first, elements), (region.name, region.base)))

    # -------------------------------------------------------------------------------------------------- pieces

    def _move_piece(self, piece: Term, place: Term, to_top: bool, scope: Bindings) -> None:
        layout = self._layout
        moved = self._body.hold("moved", self._values.number(piece, scope))
        target = self._body.hold("target", self._values.number(place, scope))
        wrong = [
            test
            for value, term, size in ((moved, piece, len(layout.pieces)), (target, place, len(layout.places)))
            for test in self._beyond(value, term, size, scope)
        ]
        if wrong:
            message = "a piece is moved that is not there, or nowhere"
            self._unless(e.any_of(tuple(wrong)), message)
        if any(found.order for found in layout.places):
            self._body.add(code.Perform(code.Deed.MOVE_PIECE, (moved, target, e.number(int(to_top)))))
            return
        at, contents = layout.regions["at"], layout.regions["contents"]
        pieces = BitSet(len(layout.pieces))
        bit = self._body.hold("bit_of_piece", e.Unary(e.UnaryOp.SINGLE, moved, pieces))
        origin = self._body.hold("origin", e.Load(at.name, at.base, at.length, moved, self._source.cell(at)))
        for where, op in ((origin, e.BinaryOp.DIFFERENCE), (target, e.BinaryOp.UNION)):
            held = e.Load(contents.name, contents.base, contents.length, where, pieces)
            changed = e.Binary(op, held, bit, pieces)
            self._body.add(code.Store(contents.name, contents.base, contents.length, where, changed))
        self._body.add(code.Store(at.name, at.base, at.length, moved, target))

    def _beyond(self, value: e.Expression, term: Term, size: int, scope: Bindings) -> list[e.Expression]:
        """The questions whether a number is one of no element; none that are answered already."""
        bound = self._facts.bound(term, scope.bounds)
        found: list[e.Expression] = []
        if not bound.never_nothing:
            found.append(e.Binary(e.BinaryOp.LESS, value, e.number(0), TRUTH))
        if bound.high is None or bound.high >= size:
            found.append(e.Binary(e.BinaryOp.GREATER_EQUAL, value, e.number(size), TRUTH))
        return found

    # -------------------------------------------------------------------------------------------------- tokens

    def _once(self, term: Term, hint: str, scope: Bindings) -> tuple[Term, Bindings]:
        """A term that the first half of a move could change the value of is worked out before it."""
        if not shape.kinds(term) & _CHANGING:
            return term, scope
        value = self._values.number(term, scope)
        var = self._body.new(hint, value.type)
        self._body.add(code.Assign(var, value))
        name = f"{hint} #once"
        return terms.Local(name), scope.having(name, var, self._facts.bound(term, scope.bounds))

    def _move_tokens(self, effect: terms.MoveTokens, scope: Bindings) -> None:
        variety, scope = self._once(effect.variety, "variety", scope)
        source, scope = self._once(effect.source, "source", scope)
        target, scope = self._once(effect.target, "target", scope)
        count, scope = self._once(effect.count, "count", scope)
        tokens, body = self._values.tokens, self._body
        kind = body.hold("variety", self._values.number(variety, scope))
        wrong = self._beyond(kind, variety, len(self._layout.varieties), scope)
        if wrong:
            message = "tokens are moved that are not there"
            self._unless(e.any_of(tuple(wrong)), message)
        how_many = body.hold("count", self._values.number(count, scope))
        there = self._values.number(terms.TokenCount(variety, source), scope)
        short = e.compared(e.BinaryOp.LESS, there, how_many)
        bound = self._facts.bound(count, scope.bounds)
        if not bound.never_nothing:
            short = e.any_of((e.Binary(e.BinaryOp.LESS, how_many, e.number(0), TRUTH), short))
        message = "tokens cannot leave a place: too few are there"
        self._unless(short, message)
        one = count == terms.Const(1)
        leaves, arrives = tokens.storing(variety, source, scope), tokens.storing(variety, target, scope)
        if one and leaves == "set" and self._facts.bound(source, scope.bounds).never_nothing:
            self._change_set(variety, source, e.BinaryOp.DIFFERENCE, scope)
        else:
            self._add(variety, source, e.Unary(e.UnaryOp.NEGATE, how_many, Number()), leaves, scope)
        if one and arrives == "set" and self._facts.bound(target, scope.bounds).never_nothing:
            taken = self._values.truth(terms.TokenCount(variety, target), scope)
            self._unless(taken, "a place holds a single token at most")
            self._change_set(variety, target, e.BinaryOp.UNION, scope)
        else:
            self._add(variety, target, how_many, arrives, scope)

    def _unless(self, wrong: e.Expression, message: str) -> None:
        """What moves is there and has room, as the legality of the move says; else the rulebook is wrong."""
        if not self._manner.trusts:
            self._body.add(code.If(wrong, (self._manner.fault(message, None),)))

    def _change_set(self, variety: Term, place: Term, op: e.BinaryOp, scope: Bindings) -> None:
        cell = self._values.tokens.set_cell(variety, scope)
        bit = self._values.set(terms.Single(place), scope)
        self._body.add(code.Store(cell.region, cell.base, cell.length, cell.index, e.Binary(op, cell, bit, cell.type)))

    def _add(self, variety: Term, place: Term, count: e.Expression, stored: str, scope: Bindings) -> None:
        where = self._values.number(place, scope)
        if stored == "count" and isinstance(variety, terms.Const):
            cell = self._values.tokens.count_cell(variety.value, where, place)
            total = e.Binary(e.BinaryOp.ADD, cell, count, cell.type)
            self._body.add(code.Store(cell.region, cell.base, cell.length, cell.index, total))
            return
        kind = self._values.number(variety, scope)
        where = self._body.hold("place", where)
        can_hold = e.Intrinsic(e.IntrinsicOp.CAN_HOLD, (kind, where, count), (), TRUTH)
        self._unless(e.negated(can_hold), "a place cannot hold these tokens")
        self._body.add(code.Perform(code.Deed.ADD_TOKENS, (kind, where, count)))


def _plain(name: str) -> str:
    """A name inside a message with places to fill."""
    return name.replace("{", "{{").replace("}", "}}")
