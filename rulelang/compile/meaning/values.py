"""Values: numbers and what is counted, added, looked up, first or highest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, cast, get_args

from rulelang.compile.context import Misread
from rulelang.compile.meaning import board
from rulelang.compile.meaning.positions import Positions
from rulelang.compile.scope import Scope
from rulelang.compile.sorts import NO_THING, PLAYER, Sort, Typed, constant, number
from rulelang.diagnostics.catalogue import board as board_wording
from rulelang.diagnostics.catalogue import names as wording
from rulelang.diagnostics.catalogue import numbers as number_wording
from rulelang.diagnostics.catalogue import references as reference_wording
from rulelang.graph.build import greatest, holds, least, minus, plus, times
from rulelang.graph.roles import TableKind, TableRole
from rulelang.graph.terms import Arithmetic, BestIn, Cell, Const, Entry, Filtered, FirstIn, Listed, Local, Members, Term
from rulelang.rulebook.naming import noun_text
from rulelang.source import Span
from rulelang.tree import nodes as tree

#: What stands for one thing, and is by far the most frequent value.
_PHRASES = frozenset(get_args(tree.Phrase)) - {tree.After}

_AFTER, _BEFORE = TableRole(TableKind.SEAT_AFTER, entries="player"), TableRole(TableKind.SEAT_BEFORE, entries="player")


class Values(Positions):
    """Reads values and keeps their bounds."""

    def value(self, node: tree.Value | tree.Number, scope: Scope, expect: Sort | None = None) -> Typed:
        if type(node) in _PHRASES:
            return self.phrase(cast(tree.Phrase, node), scope, expect)
        match node:
            case tree.Number(amount):
                return constant(amount)
            case tree.Nothing():
                return NO_THING
            case tree.Plus(left, right):
                a, b = self._numbers(left, right, scope)
                return Typed(plus(a.term, b.term), number(a.sort.low + b.sort.low, a.sort.high + b.sort.high))
            case tree.Minus(left, right):
                a, b = self._numbers(left, right, scope)
                return Typed(minus(a.term, b.term), number(a.sort.low - b.sort.high, a.sort.high - b.sort.low))
            case tree.Times(left, right):
                a, b = self._numbers(left, right, scope)
                ends = [x * y for x in (a.sort.low, a.sort.high) for y in (b.sort.low, b.sort.high)]
                return Typed(times(a.term, b.term), number(min(ends), max(ends)))
            case tree.Divided():
                return self._divided(node, scope)
            case tree.NthOf(nth, of):
                group = self.group(of, scope)
                if group.sort == PLAYER and nth == "first" and not of.filters and of.where is None:
                    return Typed(Const(0), PLAYER)
                return Typed(group.nth(nth), group.sort, True)
            case tree.After(noun, start):
                return self._after(noun, self.phrase(start, scope), node.span)
            case tree.CountOf(what):
                return self._count(what, scope)
            case tree.Arrangement(of):
                return self.arrangement(of, scope)
            case tree.Aggregate():
                return self._aggregate(node, scope)
            case tree.Lookup(value, numbers):
                return self._lookup(value, numbers, scope)
            case tree.Apply():
                return self.apply(node, scope)
            case _:
                return self.phrase(node, scope, expect)

    def number_of(self, node: tree.Value | tree.Number, scope: Scope) -> Typed:
        """A value that has to be a number; nothing counts 0."""
        found = self.value(node, scope)
        if found.sort.form == "truth":
            return Typed(found.term, number(0, 1))
        if found.sort.form != "number":
            raise Misread(number_wording.not_a_number(node.span, str(found.sort)))
        return found

    def _numbers(self, left: tree.Value, right: tree.Value, scope: Scope) -> tuple[Typed, Typed]:
        return self.number_of(left, scope), self.number_of(right, scope)

    def _divided(self, node: tree.Divided, scope: Scope) -> Typed:
        a, b = self._numbers(node.left, node.right, scope)
        rounded_up = node.rounding == "up"
        if node.rounding is None and not _comes_out_even(a.term, b.term):
            self.book.report(number_wording.may_be_uneven(node.span))
        low, high = max(b.sort.low, 1), max(b.sort.high, 1)
        ends = [a.sort.low // low, a.sort.low // high, -(-a.sort.high // low), -(-a.sort.high // high)]
        if isinstance(a.term, Const) and isinstance(b.term, Const) and b.term.value:
            value = -(-a.term.value // b.term.value) if rounded_up else a.term.value // b.term.value
            return constant(value)
        operation: Literal["//", "/^"] = "/^" if rounded_up else "//"
        site = self.book.site("division", node.right.span)
        return Typed(Arithmetic(operation, a.term, b.term, site=site), number(min(ends), max(ends)))

    # ------------------------------------------------------------------ terms

    def apply(self, node: tree.Apply, scope: Scope) -> Typed:
        """`your Hoard for a Symbol`, `the Fleet's Cargo for the Material`"""
        base, arguments = self.flatten(node, scope)
        match base:
            case tree.Yours(noun):
                return self._given_to(self.you(scope, base.span), noun, scope, arguments, node)
            case tree.Its(noun):
                return self._given_to(self.it(scope, base.span), noun, scope, arguments, node)
            case tree.OfThing(owner, noun):
                return self._given_to(self.phrase(owner, scope), noun, scope, arguments, node)
            case tree.The(noun):
                found = self.book.functions.without_owner(noun_text(noun), arguments, scope, node.span)
                if found is not None:
                    return found
            case _:
                pass
        raise Misread(wording.takes_no_argument(node.span, base.span.text))

    def _given_to(
        self, owner: Typed, noun: tree.Noun, scope: Scope, arguments: list[tuple[str, Typed]], node: tree.Apply
    ) -> Typed:
        """A property that depends on further things; it may turn out to depend on nothing."""
        try:
            return self.property_of(owner, noun, scope, arguments)
        except Misread as misread:
            try:
                self.property_of(owner, noun, scope, [])
            except Misread:
                raise misread from None
            raise Misread(wording.takes_no_argument(node.span, noun_text(noun))) from None

    def flatten(self, node: tree.Term, scope: Scope) -> tuple[tree.Phrase, list[tuple[str, Typed]]]:
        """The phrase at the root of an application, and its arguments in reading order."""
        arguments: list[tuple[str, Typed]] = []
        while isinstance(node, tree.Apply):
            arguments.append((node.preposition, self.value(node.argument, scope)))
            node = node.term
        return node, arguments[::-1]

    # ----------------------------------------------------------------- counting

    def _count(self, what: tree.SetPhrase | tree.Word, scope: Scope) -> Typed:
        if isinstance(what, tree.Word):
            found = self.handful(what, scope)
            return Typed(Cell(found.sort.noun, Const(0)), number(0, max(found.sort.high, 1)))
        group = self.group(what, scope)
        term = group.count()
        if group.sort == PLAYER and isinstance(term, Const):
            return Typed(term, number(self.world.fewest, term.value))
        return Typed(term, number(0, min([self.most_of(group.sort), *self._rooms(what, scope)])))

    def _rooms(self, what: tree.SetPhrase, scope: Scope) -> list[int]:
        """How many pieces fit into the places a set phrase names."""
        rooms = []
        for filter_ in what.filters:
            if isinstance(filter_, tree.Located) and isinstance(filter_.places, tree.Phrase):
                place = self.phrase(filter_.places, scope, Sort("place"))
                limit = self.limit_of(place) if place.sort.form == "place" else -1
                rooms += [limit] if limit >= 0 else []
        return rooms

    def handful(self, word: tree.Word, scope: Scope) -> Typed:
        """`the Goods`: what was chosen before."""
        for name in (word.text, self.world.plurals(word.text)):
            found = scope.names.get(name)
            if found is not None:
                return found
        raise Misread(reference_wording.not_introduced(word.span, word.text))

    def most_of(self, sort: Sort) -> int:
        """How many elements of a sort there can be."""
        world = self.world
        if sort.form == "token":
            return sum(world.varieties[v].supply for k in world.piece_classes(sort.noun) for v in k.varieties)
        if sort.form == "piece":
            return len(world.individuals)
        if sort.form == "place":
            return len(world.place_names)
        if sort == PLAYER:
            return world.players
        return len(world.kinds[sort.noun].members) if sort.noun in world.kinds else 0

    def _aggregate(self, node: tree.Aggregate, scope: Scope) -> Typed:
        group = self.group(node.set, scope)
        noun = tree.Noun(node.name, None, span=node.name.span)
        arguments = [(a.preposition, self.value(a.value, scope)) for a in node.arguments]
        value = self.property_of(group.element, noun, scope, arguments)
        if value.sort.form != "number":
            raise Misread(number_wording.not_a_number(node.name.span, str(value.sort)))
        if node.form == "total":
            most = self.most_of(group.sort)
            bounds = number(min(0, value.sort.low * most), max(0, value.sort.high * most))
            return Typed(group.total(value.term), bounds)
        domain, where = group.domain()
        if where != Const(1):
            domain = Members(Filtered(group.name, domain, where))
        best = BestIn(group.name, domain, value.term, node.form == "highest", Const(0))
        return Typed(best, number(min(0, value.sort.low), max(0, value.sort.high)))

    # ------------------------------------------------------------------ lookups

    def _lookup(self, value: tree.Value, numbers: tuple[int, ...], scope: Scope) -> Typed:
        """Beyond the ends of the list its first and last entries count. By the number of players, the first entry is
        for the fewest players."""
        index = self.number_of(value, scope)
        low, high = index.sort.low, index.sort.high
        offset = low if low > 0 and isinstance(value, tree.CountOf) else 0
        if offset == 0 and (low < 0 or high >= len(numbers)):
            self.book.report(number_wording.beyond_the_list(value.span, low, high, len(numbers)))
        table = self.book.table("list " + ", ".join(map(str, numbers)), lambda: numbers, 0)
        term: Term = minus(index.term, Const(offset))
        if isinstance(term, Const):
            if offset and term.value >= len(numbers):
                self.book.report(number_wording.beyond_the_list(value.span, 0, term.value, len(numbers)))
            return constant(numbers[max(0, min(term.value, len(numbers) - 1))])
        if low - offset < 0 or high - offset >= len(numbers):
            term = greatest(Const(0), least(term, Const(len(numbers) - 1)))
        return Typed(Entry(table, term), number(min(numbers), max(numbers)))

    def next_player(self, player: Term, reverse: bool = False) -> Term:
        """The player after (or before) a player."""
        count = self.world.players
        step = -1 if reverse else 1
        name, role = ("player before", _BEFORE) if reverse else ("player after", _AFTER)
        return Entry(self.book.table(name, lambda: ((seat + step) % count for seat in range(count)), -1, role), player)

    def others_after(self, player: Term) -> Listed:
        """All players but one, in turn order from that one."""
        count = self.world.players

        def others() -> Iterator[tuple[int, ...]]:
            for seat in range(count):
                yield tuple((seat + step) % count for step in range(1, count))

        return Listed(self.book.listing("other players after", others), player)

    def player_after(self, player: Term) -> Term:
        """The player after a player, who has not left the game."""
        if not self.book.functions.players_leave:
            return self.next_player(player)
        local = self.book.local("player")
        return FirstIn(local, self.others_after(player), holds(Cell("players in", Const(0)), Local(local)))

    def _after(self, noun: tree.Noun, start: Typed, span: Span) -> Typed:
        name = self.noun_word(noun)
        if name == "player":
            gone = self.book.functions.players_leave
            return Typed(self.player_after(start.term), PLAYER, start.maybe or gone)
        if name in self.world.kinds:
            members = self.world.kinds[name].members
            following = self.book.entry(f"{name} after", lambda: (*range(1, len(members)), -1), -1, start.term)
            return Typed(following, Sort("member", name), True)
        if not any(space.topology in ("ring", "line") for space in self.world.space_classes(name)):
            raise Misread(board_wording.not_in_order(noun.span, name))
        place = self.place_of(start, span)
        return Typed(self.book.entry(board.after(self.book, name), tuple, -1, place), Sort("place", name), True)


def _comes_out_even(left: Term, right: Term) -> bool:
    """Is nothing left over, as far as can be told from the two numbers?"""
    if isinstance(right, Const) and right.value == 1:
        return True
    if not isinstance(left, Const) or not isinstance(right, Const):
        return False
    return right.value == 0 or left.value % right.value == 0
