"""The frame of play: rounds, turns, phases, players in order; what happens at their edges; windows in a turn."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from rulelang.compile.context import Book
from rulelang.compile.flow.base import NOBODY, SCOPES, Place
from rulelang.compile.flow.drafts import End, Introduced, Loop, Turn
from rulelang.compile.flow.windows import Windows
from rulelang.compile.groups import Group
from rulelang.compile.meaning import Meaning
from rulelang.compile.meaning.nouns import players_in
from rulelang.compile.meaning.sets import rank_value
from rulelang.compile.meaning.turn_order import next_player, others_after
from rulelang.compile.scope import Scope
from rulelang.compile.sorts import PLAYER, Typed
from rulelang.graph.build import YES, either, holds, intersect, is_there, plus, single, without
from rulelang.graph.program import Origin, Parameter
from rulelang.graph.roles import ENDS_AFTER, FrameRole, NodeRole
from rulelang.graph.terms import (
    Cell,
    Compare,
    Const,
    Effect,
    ForIn,
    Local,
    Members,
    Put,
    SortInto,
    Term,
    When,
)
from rulelang.rulebook.loading import Placed
from rulelang.tree import nodes as tree


class Turns(Windows):
    """Draws the structure of play."""

    def __init__(self, book: Book, meaning: Meaning, items: Iterable[Placed]) -> None:
        items = tuple(items)
        super().__init__(book, meaning, items)
        self.edges = [placed for placed in items if isinstance(placed.item, tree.TimeTrigger)]
        #: The scopes after which some sentence ends the game.
        self.latches: set[str] = set()

    # ------------------------------------------------------------- structure

    def structure(self, node: tree.Statement, scope: Scope, place: Place) -> None:
        match node:
            case tree.Phase(name, _, body):
                with self.pen.part(name.text):
                    origin = self.origin(place, node)
                    leaving = self._around("phase", place)
                    self.edge("start", "phase", scope)
                    self.block(body.statements, scope, place.inside(leaving=leaving))
                    told = self._over("phase", leaving, place, origin)
                    self.edge("end", "phase", scope)
                    self._latched("phase", node, place)
                    self._leave(told, place, origin)
            case tree.TurnOf(player, body):
                you = self.meaning.value(player, scope, PLAYER)
                cell = self.frames.cell(place.action, "player", PLAYER, FrameRole.TURN)
                assert isinstance(cell.term, Cell)
                somebody = self.there(you, NOBODY, place, node)
                self.pen.effects([*somebody, Put(cell.term.region, Const(0), you.term)], self.origin(place, node))
                self.turn(Typed(cell.term, PLAYER), body, scope, place, node)
            case tree.Loop(scope="round"):
                self._rounds(node, scope, place)
            case tree.Loop():
                self._turns(node, scope, place)
            case tree.EachPlayer():
                self._each_player(node, scope, place)
            case _:
                pass

    def turn(self, you: Typed, body: tree.Block, scope: Scope, place: Place, node: tree.Node) -> None:
        """One turn of one player, with its edges and windows."""
        origin = self.origin(place, node)
        scope = scope.acting(you).naming("player", you)
        self.pen.effects(self.clock.turn_begins(you.term), origin)
        self.fresh_windows("turn", you.term, origin)
        self.edge("start", "turn", scope)
        leaving = self._around("turn", place)
        inner = place.inside(structural=True, leaving=leaving)
        outer, turn = self.pen.turn, Turn(you)
        self.pen.turn = turn
        self.block(body.statements, scope, inner)
        told = self._over("turn", leaving, place, origin)
        self.last_windows(you, origin)
        turn.over = self.pen.mark(origin)
        self.pen.turn = outer
        self.edge("end", "turn", scope)
        self.pen.effects(self.clock.turn_ends(), origin)
        self._latched("turn", node, place)
        self._leave(told, place, origin)

    @staticmethod
    def _around(part: str, place: Place) -> dict[str, list[End]]:
        """What can be left inside a part of play: itself, and what is around it."""
        return {part: [], **{other: [] for other in place.leaving if other != part}}

    def _over(self, part: str, leaving: dict[str, list[End]], place: Place, origin: Origin) -> dict[str, str]:
        """A part of play is over, also where something around it is left: what happens at its end happens first."""
        told = self.told_apart(leaving, place.action, origin, but=part)
        self.pen.go_on(*self.pen.here, *leaving[part])
        return told

    def _leave(self, told: dict[str, str], place: Place, origin: Origin) -> None:
        for part, cell in told.items():
            place.leaving[part] += self.if_told(cell, origin)

    def _latched(self, edge: str, node: tree.Node, place: Place) -> None:
        """`the game ends after this turn`, looked at where the turn is over."""
        if edge not in self.latches:
            return
        self.pen.move_over()
        over = holds(Cell("ending", Const(0)), Const(SCOPES.index(edge)))
        yes, no = self.pen.fork(over, self.origin(place, node), ENDS_AFTER[edge])
        self.finish.append(yes)
        self.pen.go_on(no)

    def edge(self, edge: str, scope_name: str, scope: Scope) -> None:
        """`at the start of each turn: ...`"""
        for placed in self.edges:
            node = placed.item
            assert isinstance(node, tree.TimeTrigger)
            if node.edge != edge or node.scope != scope_name:
                continue
            where = Place(placed, f"{edge} of {scope_name}")
            origin = self.origin(where, node)
            if placed.text is None or scope.you is not None:
                works = self.book.functions.texts.works_for(placed.text, scope.you) if placed.text else YES
                self._under(works, node.body.statements, Scope({}, scope.you, None), where, origin)
                continue
            # Nobody acts here: whoever the text is in force for obeys it.
            local = self.book.local("holder")
            works = self.book.functions.texts.works_for(placed.text, Typed(Local(local), PLAYER))
            group = Group(PLAYER, local, mask=players_in(self.meaning), where=works)
            cell, (header, done) = self.each_of(group, origin, where, "holder")
            self.block(node.body.statements, Scope({}, cell, None), where)
            self.pen.tie(header)
            self.pen.go_on(done)

    # ---------------------------------------------------------- rounds, turns

    def _rounds(self, node: tree.Loop, scope: Scope, place: Place) -> None:
        origin = self.origin(place, node)
        self.pen.effects(self.clock.rounds_begin(), origin)
        header, done = self._next("round", node, place, origin)
        self.pen.effects(self.clock.round_begins(), origin)
        leaving = self._around("round", place)
        for seat in range(self.world.players):
            self.fresh_windows("round", Const(seat), origin)
        self.edge("start", "round", scope)
        self.block(node.body.statements, scope, place.inside(structural=True, leaving=leaving))
        told = self._over("round", leaving, place, origin)
        self.edge("end", "round", scope)
        self._latched("round", node, place)
        self._leave(told, place, origin)
        done += self._until(node, scope, origin)
        done += self._all_gone(origin)
        self.pen.tie(header)
        self.pen.go_on(*done)

    def _next(self, what: str, node: tree.Loop, place: Place, origin: Origin) -> tuple[int, list[End]]:
        """Where each round or turn begins, and the way out when there have been enough."""
        if node.count is None:
            self.clock.loops(node.scope, None)
            return self.pen.mark(origin), []
        counter = self.frames.number(place.action, f"{what}s left", FrameRole.PASSES, node.count)
        self.clock.loops(node.scope, (counter, node.count))
        header, over = self.count_down(counter, Const(node.count), origin, NodeRole.NEXT, f"next {what}")
        return header, [over]

    def _until(self, node: tree.Loop, scope: Scope, origin: Origin) -> list[End]:
        """`until C`: the way out when it holds."""
        if node.until is None:
            return []
        self.pen.move_over()
        stop, on = self.pen.fork(self.meaning.condition(node.until, scope), origin, NodeRole.UNTIL)
        self.pen.go_on(on)
        return [stop]

    def _turns(self, node: tree.Loop, scope: Scope, place: Place) -> None:
        """`repeat turns starting with P until C`"""
        origin = self.origin(place, node)
        start = self._first(node.starting, scope) if node.starting else Const(0)
        cell = self.frames.cell(place.action, "turn", PLAYER, FrameRole.TURN)
        assert isinstance(cell.term, Cell)
        you = Typed(cell.term, PLAYER)
        self.pen.effects([Put(cell.term.region, Const(0), start)], origin)
        header, done = self._next("turn", node, place, origin)
        done += self._until(node, scope.acting(you), origin)
        done += self._all_gone(origin)
        skipped = self.gone(you, origin)
        self.turn(you, node.body, scope, place, node)
        self.pen.go_on(*self.pen.here, *skipped)
        self.pen.effects([Put(cell.term.region, Const(0), next_player(self.meaning, you.term))], origin)
        self.pen.tie(header)
        self.pen.go_on(*done)

    def _first(self, starting: tree.Phrase, scope: Scope) -> Term:
        """Who begins: the first player where that is nobody."""
        player = self.meaning.value(starting, scope, PLAYER)
        return either(is_there(player.term), player.term, Const(0)) if player.maybe else player.term

    def _all_gone(self, origin: Origin) -> list[End]:
        """The way out of turns and rounds when everybody has left the game."""
        if not self.book.functions.players_leave:
            return []
        some, nobody = self.pen.fork(Compare("!=", players_in(self.meaning), Const(0)), origin, NodeRole.STILL_IN)
        self.pen.go_on(some)
        return [nobody]

    def _each_player(self, node: tree.EachPlayer, scope: Scope, place: Place) -> None:
        origin = self.origin(place, node)
        seating = node.seating
        form = seating.form if seating is not None else "turn"
        cell = self.frames.cell(place.action, "each player", PLAYER, FrameRole.EACH_PLAYER)
        assert isinstance(cell.term, Cell)
        you = Typed(cell.term, PLAYER)
        region = cell.term.region
        skipped: list[End] = []
        if form == "ranking" and seating is not None and seating.ranking is not None:
            header, done = self._ranked(node, seating.ranking, scope, place, region, origin)
            skipped = self.gone(you, origin)
        elif form == "random":
            header, done = self._in_random_order(node, scope, place, region, origin)
        else:
            header, done = self._around_the_table(node, scope, place, region, origin)
        inner = scope.acting(you).naming("player", you)
        secret = form == "secret"
        if node.takes_turn:
            self.turn(you, node.body, scope, place, node)
        else:
            kept, self.pen.secretly = self.pen.secretly, you.term if secret else self.pen.secretly
            if seating is None and self.happens(node.body.statements):
                self.block(node.body.statements, inner, place.inside(structural=False))
            else:
                self.pen.move_over()
                self.block(node.body.statements, inner, place.inside(structural=place.structural and not secret))
            self.pen.secretly = kept
        self.pen.go_on(*self.pen.here, *skipped)
        self.pen.tie(header)
        self.pen.go_on(done)

    def _ranked(
        self, node: tree.EachPlayer, ranking: tree.Ranking, scope: Scope, place: Place, region: str, origin: Origin
    ) -> tuple[int, End]:
        """In the order of a ranking."""
        seats = self.world.players
        order = self.frames.sequence(place.action, "order of players", FrameRole.ORDER, PLAYER, seats)
        local = self.book.local("player")
        element = Typed(Local(local), PLAYER)
        keys = tuple((r.highest, rank_value(self.meaning, r, element, scope)) for r in ranking.ranks)
        sort = SortInto(order, Const(0), local, Members(self._players(node, scope)), keys)
        index = self.frames.number(place.action, "place in order", FrameRole.INDEX, seats)
        self.pen.effects([sort, Put(index, Const(0), Const(0))], origin)
        header = self.pen.mark(origin)
        at = Cell(index, Const(0))
        more, done = self.pen.fork(Compare("<", at, Cell(order, Const(0))), origin, NodeRole.NEXT_PLAYER)
        self.pen.go_on(more)
        self.pen.effects([Put(index, Const(0), plus(at, Const(1))), Put(region, Const(0), Cell(order, at))], origin)
        return header, done

    def _in_random_order(
        self, node: tree.EachPlayer, scope: Scope, place: Place, region: str, origin: Origin
    ) -> tuple[int, End]:
        """One after the other, as chance has it."""
        left = self.frames.set(place.action, "players left", FrameRole.PLAYERS_LEFT, "player", self.world.players)
        rest = Cell(left, Const(0))
        self.pen.effects([Put(left, Const(0), self._players(node, scope))], origin)
        header = self.pen.mark(origin)
        self._but_who_left(rest, origin)
        more, done = self.pen.fork(Compare("!=", rest, Const(0)), origin, NodeRole.NEXT_PLAYER)
        self.pen.go_on(more)
        drawn = self.pen.draw("chance", origin, role=NodeRole.RANDOM_ORDER)
        drawn.stream = f"{place.action}: random order"
        local = self.book.local("player")
        drawn.parameter = Parameter(local, "player", Members(rest), None)
        drawn.effects += [
            Put(region, Const(0), Local(local)),
            Put(left, Const(0), without(rest, single(Local(local)))),
        ]
        self.pen.go_on(drawn.tie, tail=drawn)
        return header, done

    def _but_who_left(self, rest: Cell, origin: Origin) -> None:
        """Who has left the game since is passed over."""
        if self.book.functions.players_leave:
            self.pen.effects([Put(rest.region, Const(0), intersect(rest, players_in(self.meaning)))], origin)

    def _players(self, node: tree.EachPlayer, scope: Scope) -> Term:
        players = players_in(self.meaning)
        return without(players, single(scope.you.term)) if node.other and scope.you is not None else players

    def _around_the_table(
        self, node: tree.EachPlayer, scope: Scope, place: Place, region: str, origin: Origin
    ) -> tuple[int, End]:
        """In turn order from a starting player, skipping who does not take part."""
        seating = node.seating
        reverse = seating is not None and seating.reverse
        start: Term = Const(self.world.players - 1 if reverse else 0)
        if seating is not None and seating.starting is not None:
            start = self._first(seating.starting, scope)
        elif node.other and scope.you is not None:
            start = next_player(self.meaning, scope.you.term)
        secret = seating is not None and seating.form == "secret"
        slot = "left in secret" if secret else "players left"
        left = self.frames.set(place.action, slot, FrameRole.PLAYERS_LEFT, "player", self.world.players)
        seat = self.frames.cell(place.action, "next seat", PLAYER, FrameRole.NEXT_SEAT)
        assert isinstance(seat.term, Cell)
        rest, at = Cell(left, Const(0)), seat.term
        self.pen.introduced += [Introduced(name, "player") for name in (left, at.region, region)]
        self.pen.effects(
            [Put(left, Const(0), self._players(node, scope)), Put(at.region, Const(0), start)],
            origin,
        )
        header = self.pen.mark(origin)
        self._but_who_left(rest, origin)
        more, done = self.pen.fork(Compare("!=", rest, Const(0)), origin, NodeRole.NEXT_PLAYER)
        head = self.pen.nodes[-1]
        self.pen.go_on(more)
        taking, skipping = self.pen.fork(holds(rest, at), origin, NodeRole.TAKES_PART)
        self.pen.go_on(skipping)
        self.pen.effects([Put(at.region, Const(0), next_player(self.meaning, at, reverse))], origin)
        self.pen.tie(header)
        self.pen.go_on(taking)
        self.pen.effects(
            [
                Put(region, Const(0), at),
                Put(left, Const(0), without(rest, single(at))),
                Put(at.region, Const(0), next_player(self.meaning, at, reverse)),
            ],
            origin,
        )
        over = partial(self._each_in_turn, node, scope, region) if seating is None else None
        before = 3 if self.book.functions.players_leave else 2
        head.loop = Loop(header, before, 3, over, self.pen.nodes[-1].number)
        return header, done

    def _each_in_turn(self, node: tree.EachPlayer, scope: Scope, region: str, body: list[Effect]) -> list[Effect]:
        """Around the table as effects: from the first seat, or (`each other player`) from the one after you."""
        local = self.book.local("player")
        found: tuple[Effect, ...] = (Put(region, Const(0), Local(local)), *body)
        if self.book.functions.players_leave:
            # Somebody may leave in the middle.
            found = (When(holds(players_in(self.meaning), Local(local)), found),)
        if node.other and scope.you is not None:
            return [ForIn(local, others_after(self.meaning, scope.you.term), found)]
        return [ForIn(local, Members(players_in(self.meaning)), found)]
