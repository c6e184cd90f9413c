"""What belongs to a thing: `the Tile's Strength`, `your Hand`, `the Stand's Kobun`, `its row`."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.compile.context import Misread, column_of
from rulelang.compile.meaning import board
from rulelang.compile.meaning.phrases import Phrases
from rulelang.compile.scope import Scope
from rulelang.compile.sorts import DIRECTION, PLAYER, Sort, Typed, number
from rulelang.diagnostics.catalogue import board as board_wording
from rulelang.diagnostics.catalogue import names as wording
from rulelang.diagnostics.catalogue import references as reference_wording
from rulelang.graph.build import either, holds, intersect, is_there, minus, plus, single, times
from rulelang.graph.roles import TableKind, TableRole
from rulelang.graph.terms import (
    Cell,
    Compare,
    Const,
    Entry,
    FirstIn,
    Local,
    Lowest,
    Size,
    Term,
    Tokens,
    WhileIn,
)
from rulelang.graph.terms import Sequence as InSequence
from rulelang.rulebook.naming import noun_text
from rulelang.rulebook.world import Counter, PieceClass
from rulelang.source import Span
from rulelang.tree import nodes as tree

BUNDLE_MEMBER = "member of bundle"
"""The local that stands for the member whose amount is asked, in the term of a bundle."""


class Properties(Phrases):
    """Reads possessives. The order of looking: built-in nouns, printed, held, derived, then where or what lies
    there."""

    def property_of(
        self, owner: Typed, noun: tree.Noun, scope: Scope, arguments: Sequence[tuple[str, Typed]] = ()
    ) -> Typed:
        text = noun_text(noun)
        name = self.world.plurals(text)
        if noun.builtin is not None and noun.name is None:
            return self._builtin(owner, noun.builtin, noun.span)
        counter = None if arguments else self.counter_of_every(owner, name)
        if counter is not None:
            arguments = [("for", self.member_meant(counter, scope, noun.span))]
        for spelling in dict.fromkeys((name, text)):
            found = self.printed_or_held(owner, spelling, arguments)
            if found is not None:
                return self._asked_of(owner, found)
        for spelling in dict.fromkeys((text, name)):
            derived = self.book.functions.of_owner(spelling, owner, arguments, scope, noun.span)
            if derived is not None:
                return derived
        found = self._located(owner, name, noun.span)
        if found is not None:
            return found
        raise Misread(wording.no_such_property(noun.span, text, str(owner.sort), self._properties(owner)))

    @staticmethod
    def _asked_of(owner: Typed, found: Typed) -> Typed:
        """A number asked of nothing counts 0, anything else is nothing."""
        if not owner.maybe or isinstance(found.term, Entry) or found.sort.form == "bundle":
            return found
        lacking = Const(0 if found.sort.form == "number" else -1)
        maybe = found.maybe or found.sort.form != "number"
        return Typed(either(is_there(owner.term), found.term, lacking), found.sort, maybe)

    # --------------------------------------------------------------- built in

    def _builtin(self, owner: Typed, noun: str, span: Span) -> Typed:
        world, sort, term = self.world, owner.sort, owner.term
        if noun in ("opponent", "opponents") and sort == PLAYER:
            if world.players != 2:
                raise Misread(reference_wording.no_single_opponent(span))
            return Typed(either(is_there(term), minus(Const(1), term), Const(-1)), PLAYER, owner.maybe)
        if noun == "owner" and sort.form in ("piece", "token"):
            return Typed(self.owner_of(owner), PLAYER, True)
        if noun == "value" and sort.form == "piece":
            faces = [face for kind in world.piece_classes(sort.noun) for face in kind.faces]
            if faces:
                return Typed(Cell("die value", term), number(min(faces), max(faces)))
        if noun == "opposite" and sort == DIRECTION:
            count = board.directions(world)
            turned = self.book.entry("opposite", lambda: ((i + count // 2) % count for i in range(count)), -1, term)
            return Typed(turned, DIRECTION, owner.maybe)
        if noun in ("row", "column", "columns") and sort.form in ("place", "piece", "token"):
            return self._grid_line(owner, "row" if noun == "row" else "column", span)
        if noun == "position":
            return self._position(owner, span)
        raise Misread(wording.no_such_property(span, noun, str(sort), self._properties(owner)))

    def _grid_line(self, owner: Typed, line: str, span: Span) -> Typed:
        place, world = self.place_of(owner, span), self.world
        grids = [space for space in world.spaces.values() if space.width]
        if not grids:
            raise Misread(board_wording.no_grid(span, line))

        def numbers() -> list[int]:
            found = [0] * len(world.place_names)
            for space in grids:
                for index, place in enumerate(space.places):
                    found[place] = (index // space.width if line == "row" else index % space.width) + 1
            return found

        high = max(space.height if line == "row" else space.width for space in grids)
        return Typed(self.book.entry(line, numbers, 0, place), number(0 if owner.maybe else 1, high))

    def _position(self, owner: Typed, span: Span) -> Typed:
        world = self.world
        if owner.sort.form == "place":
            spaces = world.space_classes(owner.sort.noun)

            def numbers() -> list[int]:
                found = [0] * len(world.place_names)
                for space in world.spaces.values():
                    for index, place in enumerate(space.places):
                        found[place] = index + 1
                return found

            high = max((len(space.members) for space in spaces), default=0)
            return Typed(self.book.entry("position", numbers, 0, owner.term), number(0 if owner.maybe else 1, high))
        if owner.sort.form == "piece":
            local = self.book.local("before")
            place = Cell("at", owner.term)
            row, pile = (
                Size(
                    WhileIn(
                        local,
                        InSequence("order", self.order_start(place), backwards),
                        Compare("!=", Local(local), owner.term),
                    )
                )
                for backwards in (False, True)
            )
            before = either(holds(Const(self._piles()), place), pile, row)
            return Typed(plus(before, Const(1)), number(1, len(world.individuals)))
        raise Misread(wording.no_such_property(span, "position", str(owner.sort), self._properties(owner)))

    def _piles(self) -> int:
        """The places whose first piece is the one on top."""
        return sum(nature.mask for nature in self.world.natures if nature.order == "pile")

    def order_start(self, place: Term) -> Term:
        """Where the sequence of an ordered place starts; filled in when the layout is known."""
        if isinstance(place, Const):
            self.book.table("order start", lambda: range(len(self.world.place_names)), 0)
        return Entry("order start", place)

    # -------------------------------------------------------- printed or held

    def printed_or_held(self, owner: Typed, name: str, arguments: Sequence[tuple[str, Typed]]) -> Typed | None:
        world, sort, term = self.world, owner.sort, owner.term
        if arguments:
            return self._bundle(owner, name, arguments)
        printed = self.columns_of(owner).get(name)
        if printed is not None:
            column, table = printed
            entry = Entry(table, self.printed_on(owner))
            if column.form in ("number", "mark"):
                return Typed(entry, number(column.low, column.high))
            column_sort = Sort("member", column.noun) if column.form == "member" else self.class_sort(column.noun)
            return Typed(entry, column_sort, self.may_lack(column.name, owner))
        holder = self._holder(sort, name)
        if holder is not None:
            index = self.held_index(holder, term)
            if (holder, name) in world.counters:
                counter = world.counters[holder, name]
                return self.counter(counter, index) if counter.every is None else None
            if (holder, name) in world.variables:
                return self.variable(world.variables[holder, name], index)
            place = plus(Const(world.holdings[holder, name].first), index)
            if owner.maybe:
                place = either(is_there(term), place, Const(-1))
            return Typed(place, Sort("place", name), owner.maybe)
        bundle = self.bundle_table(owner, name)
        if bundle is not None:
            table, index, width, high = bundle
            cell: Term = Entry(table, plus(self._scaled(index, width), Local(BUNDLE_MEMBER)))
            kind = self.bundle_kind(owner, name)
            return Typed(cell, Sort("bundle", kind, 0, high), owner.maybe)
        one = self._counter_for_each(sort, name)
        if one is None or one.every is None:
            return None
        held = self._scaled(self.held_index(one.holder, term), len(one.every.members))
        return self.counter(one, plus(held, Const(one.every.index(name))))

    def counter_of_every(self, owner: Typed, name: str) -> Counter | None:
        """The counter that such things have for every member of the kind of that name."""
        holder = self._holder(owner.sort, name)
        counter = self.world.counters.get((holder or "", name))
        return counter if counter is not None and counter.every is not None else None

    @staticmethod
    def member_meant(counter: Counter, scope: Scope, span: Span) -> Typed:
        """`your Lane` is that of the Lane under description, else of the last one introduced."""
        assert counter.every is not None
        sort = Sort("member", counter.every.name)
        for member in (scope.it, scope.names.get(counter.every.name)):
            if member is not None and member.sort == sort:
                return member
        raise Misread(reference_wording.not_introduced(span, counter.every.name))

    def _holder(self, sort: Sort, name: str) -> str | None:
        """The class by which such elements have a counter, a variable or a place of that name."""
        key = (sort.noun, name)
        if key not in self.book.holders:
            world = self.world
            tables = (world.counters, world.variables, world.holdings)
            having = (noun for noun in self.nouns_of(sort) if any((noun, name) in table for table in tables))
            self.book.holders[key] = next(having, None)
        return self.book.holders[key]

    def _counter_for_each(self, sort: Sort, name: str) -> Counter | None:
        """The counter such elements have for every member of a kind, if the name is one of its members."""
        key = (sort.noun, name)
        if key not in self.book.counted:
            nouns = self.nouns_of(sort)
            found = (counter for counter in self.book.counters_for_each(name) if counter.holder in nouns)
            self.book.counted[key] = next(found, None)
        return self.book.counted[key]

    def may_lack(self, column: str, owner: Typed) -> bool:
        """Can the printed attribute be missing from such a thing?"""
        table = {"piece": "piece", "token": "variety", "place": "place"}.get(owner.sort.form, owner.sort.noun)
        values = self.book.tables.get(f"{table} {column}", ())
        if owner.sort.form == "piece":
            elements = [p for k in self.world.piece_classes(owner.sort.noun) for p in k.individuals]
        elif owner.sort.form == "token":
            elements = [v for k in self.world.piece_classes(owner.sort.noun) for v in k.varieties]
        elif owner.sort.form == "place":
            elements = [q for space in self.world.space_classes(owner.sort.noun) for q in space.places]
        else:
            elements = list(range(len(values) - 1))
        return owner.maybe or any(values[element] < 0 for element in elements)

    def held_index(self, holder: str, term: Term) -> Term:
        """Where in a region a holder's cell stands: pieces and places by their rank in their class."""
        table = self.book.ranks.get(holder)
        if table is None:
            table = self.book.ranks[holder] = self._ranks(holder)
        return self.book.entry(table, tuple, -1, term) if table else term

    def _ranks(self, holder: str) -> str:
        world = self.world
        if holder == "player" or holder in world.kinds or holder == "direction":
            return ""
        ranks: dict[int, int] = {}
        for space in world.space_classes(holder):
            for place in space.places:
                ranks[place] = len(ranks)
        for kind in world.piece_classes(holder):
            for piece in kind.individuals:
                ranks[piece] = len(ranks)
        if all(element == rank for element, rank in ranks.items()):
            return ""
        size = max(ranks, default=-1) + 1
        role = TableRole(TableKind.RANK, holder)
        return self.book.table(f"rank of {holder}", lambda: (ranks.get(i, -1) for i in range(size)), -1, role)

    @staticmethod
    def _scaled(index: Term, by: int) -> Term:
        return times(index, Const(by))

    def _bundle(self, owner: Typed, name: str, arguments: Sequence[tuple[str, Typed]]) -> Typed | None:
        """`the Building's Cost for the Material`, `your Resource for a Ware`"""
        if len(arguments) != 1:
            return None
        member = arguments[0][1]
        for (holder, counter_name), counter in self.world.counters.items():
            if counter.every is not None and counter_name == name and holder in self.nouns_of(owner.sort):
                if member.sort != Sort("member", counter.every.name):
                    return None
                return self.counter_for(counter, self.held_index(holder, owner.term), member)
        bundle = self.bundle_table(owner, name)
        if bundle is None:
            return None
        table, index, width, high = bundle
        cell = Entry(table, plus(self._scaled(index, width), member.term))
        return Typed(either(is_there(index), cell, Const(0)) if owner.maybe else cell, number(0, high))

    def counter_for(self, counter: Counter, holder: Term, member: Typed) -> Typed:
        """The counter that a holder has for one member; of nothing there is none."""
        assert counter.every is not None
        found = self.counter(counter, plus(self._scaled(holder, len(counter.every.members)), member.term))
        if not member.maybe:
            return found
        return Typed(either(is_there(member.term), found.term, Const(0)), found.sort)

    def bundle_table(self, owner: Typed, name: str) -> tuple[str, Term, int, int] | None:
        """The table of a bundle column: name, index of the owner in it, members per owner, greatest amount."""
        key = (owner.sort.form, owner.sort.noun, name)
        if key not in self.book.bundles:
            self.book.bundles[key] = self._bundles(owner, name)
        found = self.book.bundles[key]
        return None if found is None else (found[0], self.printed_on(owner), found[1], found[2])

    def _bundles(self, owner: Typed, name: str) -> tuple[str, int, int] | None:
        world = self.world
        owners: list[tuple[int, dict[str, object]]] = []
        columns = []
        if owner.sort.form in ("piece", "token"):
            kinds = world.piece_classes(owner.sort.noun)
            columns = [k.columns[name] for k in kinds if name in k.columns and k.columns[name].form == "bundle"]
            if owner.sort.form == "token":
                owners = list(enumerate(variety.values for variety in world.varieties))
            else:
                owners = list(enumerate(piece.values for piece in world.individuals))
        elif owner.sort.form == "place":
            spaces = world.space_classes(owner.sort.noun)
            columns = [s.columns[name] for s in spaces if name in s.columns and s.columns[name].form == "bundle"]
            values = {q: {name: v} for s in spaces for q, v in s.values.get(name, {}).items()}
            owners = [(q, values.get(q, {})) for q in range(len(world.place_names))]
        elif owner.sort.noun in world.kinds:
            kind = world.kinds[owner.sort.noun]
            if name in kind.columns and kind.columns[name].form == "bundle":
                columns = [kind.columns[name]]
                owners = [(m, {name: kind.values.get(name, {}).get(m, {})}) for m in range(len(kind.members))]
        if not columns or columns[0].kind is None:
            return None
        width = len(columns[0].kind.members)
        amounts = [value.get(name) for _, value in owners]
        cells = [int(one.get(m, 0)) if isinstance(one, dict) else 0 for one in amounts for m in range(width)]
        table = self.book.table(f"bundle {owner.sort.form} {owner.sort.noun} {name}", lambda: cells, 0)
        return table, width, max(cells, default=0)

    def bundle_kind(self, owner: Typed, name: str) -> str:
        """The kind a bundle counts by."""
        world = self.world
        tables = [kind.columns for kind in world.piece_classes(owner.sort.noun)]
        tables += [space.columns for space in world.space_classes(owner.sort.noun)]
        if owner.sort.noun in world.kinds:
            tables.append(world.kinds[owner.sort.noun].columns)
        kinds = [columns[name].kind for columns in tables if name in columns]
        return kinds[0].name if kinds and kinds[0] else ""

    # ---------------------------------------------------------------- located

    def _located(self, owner: Typed, name: str, span: Span) -> Typed | None:
        """Where a piece is (`the Man's Square`), what lies in a place (`the Stand's Kobun`), a player's own piece."""
        world, sort, term = self.world, owner.sort, owner.term
        spaces = world.space_classes(name)
        if spaces and sort.form in ("piece", "token"):
            place = self.place_of(owner, span)
            squares = sum(space.mask for space in spaces)
            return Typed(either(holds(Const(squares), place), place, Const(-1)), Sort("place", name), True)
        classes = world.piece_classes(name)
        if classes and sort.form == "place":
            if all(kind.is_token for kind in classes):
                varieties = Const(sum(kind.variety_mask for kind in classes))
                local = self.book.local(name)
                first = FirstIn(local, Tokens(varieties, single(term)), Const(1))
                return Typed(first, Sort("token", name), True)
            pieces = Const(sum(kind.mask for kind in classes))
            return Typed(Lowest(intersect(pieces, Cell("contents", term))), Sort("piece", name), True)
        if classes and sort == PLAYER and all(kind.is_token for kind in classes):
            return self._own_token(classes, name, owner)
        if classes and sort == PLAYER:
            owned: dict[int, list[int]] = {}
            for kind in classes:
                for piece in kind.individuals:
                    owned.setdefault(world.individuals[piece].owner, []).append(piece)
            if owned and all(len(owned.get(seat, ())) == 1 for seat in range(world.players)):
                found = self.book.entry(
                    f"{name} of player",
                    lambda: (owned[seat][0] for seat in range(world.players)),
                    -1,
                    term,
                    column_of("player", name),
                )
                return Typed(found, Sort("piece", name), owner.maybe)
        families = [family for (_, held), family in world.holdings.items() if held == name]
        if (families or name in world.places) and sort.form in ("piece", "token"):
            family = families[0] if families else world.places[name]
            place = self.place_of(owner, span)
            mask = family.mask
            return Typed(either(holds(Const(mask), place), place, Const(-1)), Sort("place", name), True)
        return None

    def _own_token(self, classes: Sequence[PieceClass], name: str, owner: Typed) -> Typed | None:
        """`your Hat`, where each player has one: wherever it lies."""
        varieties = [self.world.varieties[number] for kind in classes for number in kind.varieties]
        if sorted(one.owner for one in varieties) != [*range(self.world.players)]:
            return None
        if any(one.supply != 1 for one in varieties):
            return None
        table = self.book.sets_by(self.book.owners("variety"), self.world.players)
        of_class = Const(sum(kind.variety_mask for kind in classes))
        looks = intersect(of_class, self.book.entry(table, tuple, 0, owner.term))
        everywhere = Const((1 << len(self.world.place_names)) - 1)
        first = FirstIn(self.book.local(name), Tokens(looks, everywhere), Const(1))
        return Typed(first, Sort("token", name), owner.maybe)

    def _properties(self, owner: Typed) -> list[str]:
        """What such a thing has, for suggestions."""
        nouns = set(self.nouns_of(owner.sort))
        world = self.world
        names = list(self.columns_of(owner))
        for table in (world.counters, world.variables, world.holdings):
            names += [name for holder, name in table if holder in nouns]
        return [*names, *self.book.functions.known_for(nouns)]
