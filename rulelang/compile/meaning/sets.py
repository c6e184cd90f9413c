"""Set phrases: `Coast Town Stations next to your Merchant by Road where it has no Figure`."""

from __future__ import annotations

from rulelang.compile.context import Misread
from rulelang.compile.groups import Group
from rulelang.compile.meaning.relations import Relations
from rulelang.compile.scope import Scope
from rulelang.compile.sorts import PLAYER, Sort, Typed
from rulelang.diagnostics.catalogue import board as board_wording
from rulelang.diagnostics.catalogue import numbers as number_wording
from rulelang.diagnostics.catalogue import references as reference_wording
from rulelang.diagnostics.catalogue import things as thing_wording
from rulelang.graph.build import (
    EMPTY,
    YES,
    all_of,
    elements_of,
    holds,
    intersect,
    negate,
    same,
    single,
    unite,
    without,
)
from rulelang.graph.terms import (
    Cell,
    Const,
    Either,
    Entry,
    Filtered,
    Local,
    Members,
    PlaceOf,
    Sequence,
    Single,
    Term,
    TokenPlaces,
)
from rulelang.rulebook.naming import noun_text
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import replace


class Sets(Relations):
    """Builds groups: noun, adjectives, filters, then the open ending."""

    def group(self, node: tree.SetPhrase, scope: Scope) -> Group:
        group = self.noun_group(node.noun, scope)
        return self.refine(group, node, scope)

    def refine(self, group: Group, node: tree.SetPhrase, scope: Scope) -> Group:
        """Apply the language's adjectives, the filters and the ending of a set phrase to a group."""
        for adjective in node.adjectives:
            group = self._language_adjective(group, adjective, scope)
        best: tree.Ranking | None = None
        beyond = False
        for filter_ in node.filters:
            if isinstance(filter_, tree.Best):
                best = filter_.ranking
            else:
                group, ordered = self._filter(group, filter_, scope, node)
                beyond = beyond or ordered
                if node.where is not None and isinstance(filter_, tree.Connected | tree.InLine) and filter_.through:
                    raise Misread(board_wording.where_of_which(node.where.span, node.noun.span, filter_.through.span))
        inner = scope.describing(group.element)
        word = self.noun_word(node.noun)
        if word not in scope.names:
            inner = inner.naming(word, group.element)
        if node.as_long_as is not None and not (beyond and group.sort.form != "place"):
            group = group.along(self.condition(node.as_long_as, inner))
        if best is not None:
            keys = tuple((rank.highest, self.rank_value(rank, group.element, scope)) for rank in best.ranks)
            group = replace(group, keys=keys)
        if node.where is not None:
            # What stands behind `with the highest ...` narrows the best of them.
            group = group.of_the_best().filtered(self.condition(node.where, inner))
        return group

    def noun_word(self, noun: tree.Noun) -> str:
        """The word by which one of the elements is referred to: the class without adjectives."""
        return self.split_noun(noun)[1]

    def rank_value(self, rank: tree.Rank, element: Typed, scope: Scope) -> Term:
        """`the highest Price` of an element."""
        noun = tree.Noun(rank.name, None, span=rank.name.span)
        arguments = [(a.preposition, self.value(a.value, scope)) for a in rank.arguments]
        found = self.property_of(element, noun, scope, arguments)
        if found.sort.form != "number":
            raise Misread(number_wording.not_a_number(rank.name.span, str(found.sort)))
        return found.term

    def introduce(self, noun: tree.Noun, scope: Scope) -> tuple[str, Group]:
        return self.noun_word(noun), self.noun_group(noun, scope)

    # -------------------------------------------------------------- adjectives

    def _language_adjective(self, group: Group, node: tree.Adjective, scope: Scope) -> Group:
        match node.word:
            case "empty":
                return self._empty(group, node.span)
            case "other":
                return self._other(group, scope, node.span)
            case "your":
                return self._of_player(group, self.you(scope, node.span).term, node.span)
            case "face-up" | "face-down":
                if group.sort.form != "piece":
                    raise Misread(thing_wording.has_no_face(node.span, group.sort.noun))
                self.book.turnable.add(group.sort.noun)
                down = Cell("face-down", Const(0))
                mask = intersect(group.mask, down) if node.word == "face-down" else without(group.mask, down)
                return replace(group, mask=mask)

    def _empty(self, group: Group, span: Span) -> Group:
        if group.sort.form != "place":
            raise Misread(thing_wording.only_places_are_empty(span, str(group.sort)))
        tokens = self.token_varieties_in(group)
        if tokens:
            group = replace(group, mask=without(group.mask, TokenPlaces(Const(tokens))))
        rest = self.counted_here(Local(group.name), group, tokens)
        return group.filtered(rest)

    def token_varieties_in(self, group: Group) -> int:
        """The varieties stored as sets of places, if all spaces of the group store them so."""
        spaces = self.world.space_classes(group.sort.noun)
        if not spaces or any(space.limit != 1 for space in spaces):
            return 0
        return sum(kind.variety_mask for kind in self.world.pieces.values() if kind.is_token)

    def counted_here(self, place: Term, group: Group, stored: int) -> Term:
        """Nothing lies in the place, apart from tokens stored as sets."""
        world = self.world
        parts: list[Term] = []
        accepts = [name for space in world.space_classes(group.sort.noun) for name in space.accepts]
        classes = [kind for name in accepts for kind in world.piece_classes(name)] or list(world.pieces.values())
        if any(not kind.is_token for kind in classes):
            parts.append(same(Cell("contents", place), EMPTY))
        if not stored and any(kind.is_token for kind in classes):
            varieties = sum(kind.variety_mask for kind in classes if kind.is_token)
            inner = Group(Sort("token"), self.book.local("token"), varieties=Const(varieties), places=single(place))
            parts.append(negate(inner.any()))
        return all_of(parts)

    def _other(self, group: Group, scope: Scope, span: Span) -> Group:
        if group.sort == PLAYER:
            return group.filtered(negate(same(Local(group.name), self.you(scope, span).term)))
        return group.filtered(negate(same(Local(group.name), self.it(scope, span).term)))

    def _of_player(self, group: Group, player: Term, span: Span) -> Group:
        """Pieces of a player: owned by them, or, if nobody owns such pieces, lying in their places."""
        world = self.world
        if group.sort.form == "piece":
            table = self.book.owners("piece")
            if any(world.individuals[p].owner >= 0 for k in self._classes(group) for p in k.individuals):
                by = self.book.sets_by(table, world.players)
                return group.within(self.book.entry(by, tuple, 0, player))
            return group.filtered(self._held_by(Cell("at", Local(group.name)), player))
        if group.is_tokens:
            table = self.book.owners("variety")
            if any(world.varieties[v].owner >= 0 for k in self._classes(group) for v in k.varieties):
                by = self.book.sets_by(table, world.players)
                return replace(group, varieties=intersect(group.varieties, self.book.entry(by, tuple, 0, player)))
            return group.filtered(self._held_by(PlaceOf(Local(group.name)), player))
        raise Misread(thing_wording.nobody_owns(span, str(group.sort)))

    def _held_by(self, place: Term, player: Term) -> Term:
        families = [family for (holder, _), family in self.world.holdings.items() if holder == "player"]

        def owners() -> list[int]:
            found = [-1] * len(self.world.place_names)
            for family in families:
                for seat in range(family.count):
                    found[family.first + seat] = seat
            return found

        return same(self.book.entry("holder", owners, -1, place), player)

    # ------------------------------------------------------------------ filters

    def _filter(self, group: Group, node: tree.Filter, scope: Scope, phrase: tree.SetPhrase) -> tuple[Group, bool]:
        match node:
            case tree.Located(_, places):
                return self._located_in(group, places, scope, node.span), False
            case tree.Touching():
                near = self.touched(node, scope)
                return self.at_places(group, near), False
            case tree.Beyond(start, toward):
                return self.beyond(group, start, toward, scope, phrase), True
            case tree.Connected():
                return self.at_places(group, self.connected(node, scope)), False
            case tree.InLine():
                return self.at_places(group, self.in_line(node, scope)), False
            case tree.OfFilter(value):
                return self._of(group, self.phrase(value, scope), node.span), False
            case tree.Best():
                return group, False

    def at_places(self, group: Group, places: Term) -> Group:
        """Only elements that are, or lie in, one of the places."""
        if group.sort.form == "place":
            return group.within(places)
        if group.is_tokens:
            return replace(group, places=intersect(group.places, places))
        if group.sort.form == "piece":
            found = self._contents(places)
            if found is not None:
                return group.within(found)
            return group.filtered(holds(places, Cell("at", Local(group.name))))
        return group

    def _contents(self, places: Term) -> Term | None:
        """The pieces in a few places, as one set."""
        if isinstance(places, Single):
            return Cell("contents", places.element)
        if isinstance(places, Const) and places.value.bit_count() <= 4:
            return unite(Cell("contents", Const(place)) for place in elements_of(places.value))
        if isinstance(places, Either) and all(isinstance(part, Single | Const) for part in places.parts):
            inner = [self._contents(part) for part in places.parts]
            return None if None in inner else unite(part for part in inner if part is not None)
        return None

    def _located_in(self, group: Group, places: tree.Places, scope: Scope, span: Span) -> Group:
        if isinstance(places, tree.NthPlace | tree.EveryPlace | tree.EveryOf | tree.EitherPlace):
            return self.at_places(group, self.place_set(places, scope))
        value = self.phrase(places, scope, Sort("place"))
        if value.sort.form in ("list", "handful"):
            sequence = self.sequence_of(value)
            local = self.book.local("member")
            members = Filtered(local, sequence, YES)
            if group.is_tokens:
                return group.filtered(holds(members, Local(group.name)))
            return replace(group, ordered=sequence) if group.ordered is None else group.within(members)
        return self._in_place(group, value, span)

    def _in_place(self, group: Group, value: Typed, span: Span) -> Group:
        """What lies in one place, in its order: `in the Deck`, `of the Deck`."""
        self.lies_there(group.sort, value, span)
        place = self.place_of(value, span)
        group = self.at_places(group, single(place))
        if group.sort.form == "piece" and self.is_ordered(value):
            order = Sequence("order", self.order_start(place), backwards=self.is_ordered(value) == "pile")
            group = replace(group, ordered=order)
        return group

    def accepted_by(self, place: Typed) -> list[str]:
        """The sorts of pieces a place is for; of any sort if none is said."""
        world = self.world
        spaces = world.space_classes(place.sort.noun)
        if spaces:
            # What one of several sorts of spaces takes; any sort of piece if one of them takes any.
            named = all(space.accepts for space in spaces)
            return list(dict.fromkeys(name for space in spaces for name in space.accepts)) if named else []
        family = world.places.get(place.sort.noun) or next(
            (family for (_, name), family in world.holdings.items() if name == place.sort.noun), None
        )
        return family.accepts if family is not None else []

    def lies_there(self, pieces: Sort, place: Typed, span: Span) -> None:
        """Pieces are only looked for and moved where such pieces can lie."""
        world, accepted = self.world, self.accepted_by(place)
        theirs = {kind.name for kind in world.piece_classes(pieces.noun)}
        taken = {kind.name for name in accepted for kind in world.piece_classes(name)}
        if pieces.form in ("piece", "token") and theirs and taken and theirs.isdisjoint(taken):
            raise Misread(thing_wording.never_lies_there(span, pieces.noun, place.sort.noun, accepted))

    def limit_of(self, target: Typed) -> int:
        """How many pieces the place takes; -1 any number."""
        world = self.world
        spaces = world.space_classes(target.sort.noun)
        if spaces:
            limits = {space.limit for space in spaces}
            return limits.pop() if len(limits) == 1 else -1
        if target.sort.noun in world.places:
            return world.places[target.sort.noun].limit
        for (_, name), family in world.holdings.items():
            if name == target.sort.noun:
                return family.limit
        return -1

    def is_ordered(self, place: Typed) -> str:
        """Does the order of pieces in this place matter?"""
        noun = place.sort.noun
        for (_, name), family in self.world.holdings.items():
            if name == noun:
                return family.order
        if noun in self.world.places:
            return self.world.places[noun].order
        spaces = self.world.space_classes(noun)
        return spaces[0].order if spaces else ""

    def sequence_of(self, value: Typed) -> Sequence:
        """Where the members of a list or handful stand."""
        return Sequence(value.sort.noun, value.term)

    def place_set(self, places: tree.Places, scope: Scope) -> Term:
        """A set of places."""
        match places:
            case tree.NthPlace(nth, inner):
                chosen = self.group(inner, scope)
                mask = chosen.mask
                if (
                    nth == "only"
                    and isinstance(mask, Const)
                    and chosen.where == Const(1)
                    and mask.value.bit_count() > 1
                ):
                    raise Misread(board_wording.never_only(places.span, places.span.text, mask.value.bit_count()))
                return single(chosen.nth(nth))
            case tree.EveryPlace(_, noun):
                family = self._family_mask(self.world.plurals(noun_text(noun)))
                if family is not None:
                    return family
                group = self.noun_group(noun, scope)
                if group.sort.form == "place":
                    return group.set()
                if group.sort.form == "piece":
                    local = Local(group.name)
                    return self._image(group, Cell("at", local))
                raise Misread(thing_wording.not_a_place(noun.span, str(group.sort)))
            case tree.EveryOf():
                return self.every_of(places, scope)[0]
            case tree.EitherPlace(members):
                return unite(single(self.place_of(self.phrase(p, scope), p.span)) for p in members)
            case _:
                return single(self.place_of(self.phrase(places, scope, Sort("place")), places.span))

    def _family_mask(self, noun: str) -> Term | None:
        families = [family for (_, name), family in self.world.holdings.items() if name == noun]
        if not families:
            return None
        return Const(sum(family.mask for family in families))

    def _image(self, group: Group, value: Term) -> Term:
        """The set of a value over a group, when the values are places."""
        places = self.book.local("place")
        everywhere = Const((1 << len(self.world.place_names)) - 1)
        return Filtered(places, Members(everywhere), group.some(same(value, Local(places))))

    def every_of(self, node: tree.EveryOf, scope: Scope) -> tuple[Term, Sort]:
        """`any player's Hand` as a set of places, and their sort."""
        if isinstance(node.owner, tree.EveryOf):
            raise Misread(reference_wording.too_deep(node.span))
        owners = self.noun_group(node.owner, scope)
        held = self.property_of(owners.element, node.noun, scope)
        if held.sort.form != "place":
            raise Misread(thing_wording.not_a_place(node.span, str(held.sort)))
        if owners.where == YES and isinstance(owners.mask, Const):
            family = self._family_mask(held.sort.noun)
            if family is not None and owners.mask.value.bit_count() == len(self._all_members(owners)):
                return family, held.sort
        return self._image(owners, held.term), held.sort

    def _all_members(self, group: Group) -> range:
        size = self.world.players if group.sort == PLAYER else len(self.world.place_names)
        return range(size)

    def _of(self, group: Group, value: Typed, span: Span) -> Group:
        """`of the player`, `of the Caste`, `of the Material`"""
        if value.sort == PLAYER and group.sort.form in ("piece", "token"):
            return self._of_player(group, value.term, span)
        element = group.element
        for column, table in self.columns_of(element).values():
            if column.form == "member" and column.noun == value.sort.noun:
                if group.is_tokens:
                    by = self.book.sets_by(table, len(self.world.kinds[column.noun].members))
                    chosen = self.book.entry(by, tuple, 0, value.term)
                    return replace(group, varieties=intersect(group.varieties, chosen))
                if group.sort.form == "piece" and column.noun in self.world.kinds:
                    by = self.book.sets_by(table, len(self.world.kinds[column.noun].members))
                    return group.within(self.book.entry(by, tuple, 0, value.term))
                return group.filtered(same(Entry(table, element.term), value.term))
        if value.sort.form == "place" and group.sort.form in ("piece", "token"):
            return self._in_place(group, value, span)
        raise Misread(thing_wording.not_of(span, str(group.sort), str(value.sort)))
