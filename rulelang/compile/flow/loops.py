"""Loops around decisions and chance: over a set, so many times, as long as something holds."""

from __future__ import annotations

from rulelang.compile.flow.amounts import not_less_than_none
from rulelang.compile.flow.base import Place
from rulelang.compile.flow.drafts import End
from rulelang.compile.flow.sentences import Sentences
from rulelang.compile.scope import Scope
from rulelang.compile.sorts import NOTHING, Sort, Typed
from rulelang.graph.build import YES, all_of, minus, plus
from rulelang.graph.program import Origin
from rulelang.graph.roles import FrameRole, NodeRole
from rulelang.graph.terms import Cell, Compare, Const, Domain, Filtered, Local, Members, Name, Put, SortInto, Term
from rulelang.graph.terms import Sequence as Kept
from rulelang.tree import nodes as tree


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
        """`for each S: ...` around decisions or chance. Set and order are fixed at the start."""
        origin = self.origin(place, node)
        if isinstance(node.domain, tree.Word):
            handful = self.meaning.handful(node.domain, scope)
            word = self.world.plurals(node.domain.text)
            sort = handful.sort.of or NOTHING
            region, start = handful.sort.noun, handful.term
            if node.order is not None:
                element = Typed(Local(self.book.local(word.lower())), sort)
                kept = Kept(region, start)
                region, start = self._sorted(element, kept, node.order, scope, place, word, origin), Const(0)
        else:
            group = self.meaning.group(node.domain, scope)
            word = self.meaning.noun_word(node.domain.noun)
            if node.order is None and group.ordered is None and not group.is_tokens:
                cell, (header, done) = self.each_of(group, origin, place, word)
                self._body(node.body, scope, word, cell, place)
                self.pen.tie(header)
                self.pen.go_on(done)
                return
            sort = group.sort
            domain, where = group.domain()
            if where != Const(1):
                domain = Members(Filtered(group.name, domain, where))
            region, start = self._sorted(group.element, domain, node.order, scope, place, word, origin), Const(0)
        self._over_sequence(region, start, sort, word, node.body, scope, place, origin)

    def _sorted(
        self,
        element: Typed,
        domain: Domain,
        order: tree.Ranking | None,
        scope: Scope,
        place: Place,
        word: str,
        origin: Origin,
    ) -> str:
        """Write what a domain holds into a sequence, in the order asked for. `element` stands for one of it."""
        assert isinstance(element.term, Local)
        most = max(1, self.meaning.most_of(element.sort))
        if element.sort.form == "token":
            most = min(most, len(self.world.varieties) * len(self.world.place_names))
        region = self.frames.sequence(place.action, f"{word} order", FrameRole.ORDER, element.sort, most)
        keys: tuple[tuple[bool, Term], ...] = ()
        if order is not None:
            keys = tuple((r.highest, self.meaning.rank_value(r, element, scope)) for r in order.ranks)
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
    ) -> None:
        most = self.frames.regions[region].length
        index = self.frames.number(place.action, f"{word} number", FrameRole.INDEX, most)
        cell = self.frames.cell(place.action, word, sort)
        assert isinstance(cell.term, Cell)
        at = Cell(index, Const(0))
        self.pen.effects([Put(index, Const(0), Const(0))], origin)
        header = self.pen.mark(origin)
        below = Compare("<", at, Cell(region, start))
        more, done = self.pen.fork(below, origin, NodeRole.NEXT, f"next {word}")
        self.pen.go_on(more)
        step = self.book.local("step")
        self.pen.effects(
            [
                Name(step, plus(at, Const(1))),
                Put(index, Const(0), Local(step)),
                Put(cell.term.region, Const(0), Cell(region, plus(start, Local(step)))),
            ],
            origin,
        )
        self._body(body, scope, word, Typed(cell.term, sort), place)
        self.pen.tie(header)
        self.pen.go_on(done)

    def _body(self, body: tree.Block, scope: Scope, word: str, cell: Typed, place: Place) -> None:
        self.block(body.statements, scope.naming(word, cell).describing(cell), place)

    def _repeat(
        self, times: tree.Value, up_to: bool, body: tree.Block, scope: Scope, place: Place, node: tree.Node
    ) -> None:
        """So many times, read once; with `up to` every pass is offered."""
        origin = self.origin(place, node)
        passes = self.meaning.number_of(times, scope)
        counter = self.frames.number(place.action, "passes", FrameRole.PASSES, max(1, passes.sort.high))
        header, done = self.count_down(counter, not_less_than_none(passes), origin, NodeRole.AGAIN)
        stopped: list[End] = [done]
        if up_to:
            if place.structural:
                self.pen.move_over()
            drawn = self.pen.draw("decide", origin, place.action)
            drawn.actor = self.meaning.you(scope, node.span).term
            stopped += self.pass_option(drawn, node, place)
            self.new_option(drawn, self.option_name(body.statements, place), node, place)
        self.block(body.statements, scope, place.inside(structural=False) if up_to else place)
        self.pen.tie(header)
        self.pen.go_on(*stopped)

    def count_down(
        self, region: str, passes: Term, origin: Origin, role: NodeRole, title: str = "", going: Term = YES
    ) -> tuple[int, End]:
        """The beginning of a loop: the node its end leads back to, and the way out when no pass is left, or when it is
        not `going` on."""
        left = Cell(region, Const(0))
        self.pen.effects([Put(region, Const(0), passes)], origin)
        header = self.pen.mark(origin)
        more, done = self.pen.fork(all_of((Compare(">", left, Const(0)), going)), origin, role, title)
        self.pen.go_on(more)
        self.pen.effects([Put(region, Const(0), minus(left, Const(1)))], origin)
        return header, done

    def _repeat_while(self, node: tree.RepeatWhile, scope: Scope, place: Place) -> None:
        origin = self.origin(place, node)
        counter = self.frames.number(place.action, "passes", FrameRole.PASSES, node.limit)
        going = self.meaning.condition(node.condition, scope)
        header, done = self.count_down(counter, Const(node.limit), origin, NodeRole.WHILE, going=going)
        self.block(node.body.statements, scope, place)
        self.pen.tie(header)
        self.pen.go_on(done)
