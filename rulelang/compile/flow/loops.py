"""Loops: over a set, so many times, as long as something holds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rulelang.compile.flow.amounts import not_less_than_none
from rulelang.compile.flow.base import Place
from rulelang.compile.flow.drafts import End, Introduced
from rulelang.compile.flow.sentences import Sentences
from rulelang.compile.groups import Group
from rulelang.compile.meaning.phrases import who_acts
from rulelang.compile.meaning.sets import group_of, noun_word, rank_value, sequence_of
from rulelang.compile.meaning.values import handful_of, most_of, number_of
from rulelang.compile.scope import Scope
from rulelang.compile.sorts import NOTHING, Sort, Typed
from rulelang.graph.access import ANYTHING, Reader, writes
from rulelang.graph.build import YES, all_of, minus, plus, size
from rulelang.graph.program import Origin
from rulelang.graph.roles import FrameRole, NodeRole
from rulelang.graph.terms import (
    Cell,
    Compare,
    Const,
    Domain,
    Effect,
    Filtered,
    ForIn,
    Holds,
    IfElse,
    Listed,
    Local,
    Members,
    Name,
    Put,
    SortInto,
    Term,
    When,
)
from rulelang.graph.terms import Sequence as Kept
from rulelang.graph.terms import Span as Numbers
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import dataclass


def _each(local: str, domain: Domain, body: list[Effect]) -> list[Effect]:
    return [ForIn(local, domain, tuple(body))]


@dataclass(frozen=True, slots=True)
class Over:
    """A loop said as effects: the local that stands for an element, and the loop around given effects."""

    local: str
    loop: Callable[[list[Effect]], list[Effect]]

    def each(self, region: str, body: list[Effect]) -> list[Effect]:
        """The loop around effects that know the element by a cell."""
        return self.loop([Put(region, Const(0), Local(self.local)), *body])


class Loops(Sentences):
    """Draws loops."""

    def loop(self, node: tree.ForEach | tree.Repeat | tree.RepeatWhile, scope: Scope, place: Place) -> None:
        match node:
            case tree.ForEach():
                self.for_each(node, scope, place)
            case tree.Repeat(times, up_to, body):
                self._repeat(times, up_to, body, scope, place, node)
            case tree.RepeatWhile():
                self._repeat_while(node, scope, place)

    def for_each(self, node: tree.ForEach, scope: Scope, place: Place) -> None:
        """`for each S: ...`. Set and order are fixed at the start."""
        origin = self.origin(place, node)
        if isinstance(node.domain, tree.Word):
            self._each_member(node.domain, node, scope, place, origin)
            return
        group = group_of(self.meaning, node.domain, scope)
        word = noun_word(self.meaning, node.domain.noun)
        if node.order is None and group.ordered is None and not group.is_tokens:
            cell, (header, done) = self.each_of(group, origin, place, word)
            self._body(node.body, scope, word, cell, place)
            self.pen.tie(header)
            self.pen.go_on(done)
            return
        domain, where = group.domain()
        over = None if node.order is not None else Over(group.name, partial(self._each_fixed, group))
        if where == YES or not isinstance(domain, Listed | Kept):
            fixed = domain if where == YES else Members(Filtered(group.name, domain, where))
            region = self._sorted(group.element, fixed, node.order, scope, place, word, origin)
            self._over_sequence(region, Const(0), group.sort, word, node.body, scope, place, origin, over, 2)
            return
        # A set has lost its order: all are sorted, those that are meant to the front.
        count = self.frames.number(place.action, f"{word} count", FrameRole.INDEX, most_of(self.meaning, group.sort))
        self.pen.introduced.append(Introduced(count, word))
        self.pen.effects([Put(count, Const(0), size(group.set()))], origin)
        first = (True, IfElse(where, Const(1), Const(0)))
        region = self._sorted(group.element, domain, node.order, scope, place, word, origin, (first,))
        here = Cell(count, Const(0))
        self._over_sequence(region, Const(0), group.sort, word, node.body, scope, place, origin, over, 3, here)

    def _each_member(self, domain: tree.Word, node: tree.ForEach, scope: Scope, place: Place, origin: Origin) -> None:
        """Over what was chosen before, or a list."""
        handful = handful_of(self.meaning, domain, scope)
        word = self.world.plurals(domain.text)
        sort = handful.sort.of or NOTHING
        kept = sequence_of(handful)
        over, before, region, start = None, 1, handful.sort.noun, handful.term
        if node.order is None:
            local = self.book.local("member")
            over = Over(local, partial(_each, local, kept))
        if node.order is not None or handful.sort.form == "list":
            # A list may change while it is gone through.
            element = Typed(Local(self.book.local(word.lower())), sort)
            region, start = self._sorted(element, kept, node.order, scope, place, word, origin), Const(0)
            before = 2
        self._over_sequence(region, start, sort, word, node.body, scope, place, origin, over, before)

    def _each_fixed(self, group: Group, body: list[Effect]) -> list[Effect]:
        """Over a group with an order, or of tokens. Where the body changes nothing that says who belongs to it, that is
        asked on the way."""
        domain, where = group.domain()
        if where == YES:
            return [ForIn(group.name, domain, tuple(body))]
        if group.ordered is not None:
            fixed = self.book.local("fixed")
            inside = When(Holds(Local(fixed), Local(group.name)), tuple(body))
            return [Name(fixed, group.set()), ForIn(group.name, domain, (inside,))]
        reads = Reader(self.book.functions.program, ()).reads(where)
        written = writes(body)
        if reads & written or (ANYTHING in reads and written):
            return [ForIn(group.name, Members(Filtered(group.name, domain, where)), tuple(body))]
        return [ForIn(group.name, domain, (When(where, tuple(body)),))]

    def _sorted(
        self,
        element: Typed,
        domain: Domain,
        order: tree.Ranking | None,
        scope: Scope,
        place: Place,
        word: str,
        origin: Origin,
        keys: tuple[tuple[bool, Term], ...] = (),
    ) -> str:
        """Write what a domain holds into a sequence, in the order asked for. `element` stands for one of it."""
        assert isinstance(element.term, Local)
        most = max(1, most_of(self.meaning, element.sort))
        if element.sort.form == "token":
            most = min(most, len(self.world.varieties) * len(self.world.place_names))
        region = self.frames.sequence(place.action, f"{word} order", FrameRole.ORDER, element.sort, most)
        self.pen.introduced.append(Introduced(region, word))
        if order is not None:
            keys += tuple((r.highest, rank_value(self.meaning, r, element, scope)) for r in order.ranks)
        effect = SortInto(region, Const(0), element.term.name, domain, keys)
        self.pen.effects([effect], origin)
        return region

    def _over_sequence(
        self,
        region: str,
        start: Term,
        sort: Sort,
        word: str,
        body: tree.Block,
        scope: Scope,
        place: Place,
        origin: Origin,
        over: Over | None,
        before: int,
        count: Term | None = None,
    ) -> None:
        most = self.frames.regions[region].length
        index = self.frames.number(place.action, f"{word} number", FrameRole.INDEX, most)
        cell = self.frames.cell(place.action, word, sort)
        assert isinstance(cell.term, Cell)
        element = cell.term.region
        self.pen.introduced += [Introduced(index, word), Introduced(element, word)]
        at = Cell(index, Const(0))
        self.pen.effects([Put(index, Const(0), Const(0))], origin)
        step = self.book.local("step")
        taken: list[Effect] = [
            Name(step, plus(at, Const(1))),
            Put(index, Const(0), Local(step)),
            Put(element, Const(0), Cell(region, plus(start, Local(step)))),
        ]
        each = None if over is None else partial(over.each, element)
        below = Compare("<", at, Cell(region, start) if count is None else count)
        header, done = self.pen.loop(below, taken, each, origin, NodeRole.NEXT, f"next {word}", before)
        self._body(body, scope, word, Typed(cell.term, sort), place)
        self.pen.tie(header)
        self.pen.go_on(done)

    def _body(self, body: tree.Block, scope: Scope, word: str, cell: Typed, place: Place) -> None:
        self.block(body.statements, scope.naming(word, cell).describing(cell), self.pass_place(body, place))

    def pass_place(self, body: tree.Block, place: Place) -> Place:
        """Where the body of a loop stands: what happens by itself in it is part of one move."""
        return place.inside(structural=False) if self.happens(body.statements) else place

    def _repeat(
        self, times: tree.Value, up_to: bool, body: tree.Block, scope: Scope, place: Place, node: tree.Node
    ) -> None:
        """So many times, read once; with `up to` every pass is offered."""
        origin = self.origin(place, node)
        passes = number_of(self.meaning, times, scope)
        counter = self.frames.number(place.action, "passes", FrameRole.PASSES, max(1, passes.sort.high))
        self.pen.introduced.append(Introduced(counter, "passes"))
        count = not_less_than_none(passes)
        over = None if up_to else partial(_each, self.book.local("pass"), Numbers(Const(1), passes.term))
        header, done = self.count_down(counter, count, origin, NodeRole.AGAIN, over=over)
        stopped: list[End] = [done]
        if up_to:
            if place.structural:
                self.pen.move_over()
            drawn = self.pen.draw("decide", origin, place.action)
            drawn.actor = who_acts(scope, node.span).term
            stopped += self.pass_option(drawn, node, place)
            self.new_option(drawn, self.option_name(body.statements, place), node, place)
        self.block(body.statements, scope, place.inside(structural=False) if up_to else self.pass_place(body, place))
        self.pen.tie(header)
        self.pen.go_on(*stopped)

    def count_down(
        self,
        region: str,
        passes: Term,
        origin: Origin,
        role: NodeRole,
        title: str = "",
        going: Term = YES,
        over: Callable[[list[Effect]], list[Effect]] | None = None,
    ) -> tuple[int, End]:
        """The beginning of a loop: the node its end leads back to, and the way out when no pass is left, or when it is
        not `going` on."""
        left = Cell(region, Const(0))
        self.pen.effects([Put(region, Const(0), passes)], origin)
        step = [Put(region, Const(0), minus(left, Const(1)))]
        return self.pen.loop(all_of((Compare(">", left, Const(0)), going)), step, over, origin, role, title)

    def _repeat_while(self, node: tree.RepeatWhile, scope: Scope, place: Place) -> None:
        origin = self.origin(place, node)
        counter = self.frames.number(place.action, "passes", FrameRole.PASSES, node.limit)
        going = self.meaning.condition(node.condition, scope)
        header, done = self.count_down(counter, Const(node.limit), origin, NodeRole.WHILE, going=going)
        self.block(node.body.statements, scope, place)
        self.pen.tie(header)
        self.pen.go_on(done)
