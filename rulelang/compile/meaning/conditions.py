"""Conditions: facts, and what `and`, `or` and brackets make of them.

No fact holds of nothing, not even a denied one, except `is nothing`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from rulelang.compile.context import Misread
from rulelang.compile.groups import Group
from rulelang.compile.meaning import board
from rulelang.compile.meaning.values import Values
from rulelang.compile.scope import Scope
from rulelang.compile.sorts import PLAYER, Sort, Typed
from rulelang.diagnostics.catalogue import examples as example_wording
from rulelang.diagnostics.catalogue import names as wording
from rulelang.diagnostics.catalogue import numbers as number_wording
from rulelang.diagnostics.catalogue import references as reference_wording
from rulelang.diagnostics.catalogue import things as thing_wording
from rulelang.graph.build import NO, all_of, any_of, holds, intersect, is_there, negate, same, single
from rulelang.graph.terms import (
    AnyIn,
    Cell,
    Compare,
    Const,
    Entry,
    Filtered,
    HasLine,
    Holds,
    Listed,
    Local,
    Members,
    Term,
    TokenPlaces,
    VarietyOf,
)
from rulelang.rulebook.naming import noun_text
from rulelang.source import Span
from rulelang.tree import nodes as tree


class Conditions(Values):
    """Reads conditions."""

    def condition(self, node: tree.Condition, scope: Scope) -> Term:
        match node:
            case tree.AllOf(parts):
                return all_of(self.condition(part, scope) for part in parts)
            case tree.AnyOf(parts):
                return any_of(self.condition(part, scope) for part in parts)
            case tree.Bracketed(inside):
                return self.condition(inside, scope)
            case tree.IsFact(subject, compare):
                return self._is(subject, compare, scope)
            case tree.HasFact(subject, count, of):
                return self._has(subject, count, of, scope)
            case tree.ThereFact(count, of):
                return self._counted(count, self.group(of, scope), scope)
            case tree.LineFact():
                return self._line(node, scope)
            case tree.CanFact(actor, call):
                return self._can(actor, call, scope)

    # ----------------------------------------------------------------- subjects

    def _is(self, subject: tree.Subject, compare: tree.Compare, scope: Scope) -> Term:
        if isinstance(subject, tree.Every):
            group = self.group(subject.set, scope)
            inner = scope.describing(group.element)
            fact = self.compare(group.element, compare, inner, subject.set.span)
            return self._quantified(subject.quantifier, group, fact)
        if isinstance(subject, tree.EveryOf):
            return self._every_of(subject, lambda one: self.compare(one, compare, scope, subject.span), scope)
        if isinstance(compare, tree.IsRound | tree.IsTurn):
            raise Misread(example_wording.only_in_examples(compare.span))
        expect = Sort("piece") if isinstance(compare, tree.IsRelated | tree.IsFace) else None
        return self.compare(self.value(subject, scope, expect), compare, scope, subject.span)

    @staticmethod
    def _quantified(quantifier: str, group: Group, fact: Term) -> Term:
        if quantifier == "every":
            return group.every(fact)
        return negate(group.some(fact)) if quantifier == "no" else group.some(fact)

    def _every_of(self, node: tree.EveryOf, fact: Callable[[Typed], Term], scope: Scope) -> Term:
        """`any player's Temple Steps are 9`: run over the owners."""
        if isinstance(node.owner, tree.EveryOf):
            raise Misread(reference_wording.too_deep(node.span))
        owners = self.noun_group(node.owner, scope)
        held = self.property_of(owners.element, node.noun, scope.describing(owners.element))
        return self._quantified(node.quantifier, owners, fact(held))

    # ------------------------------------------------------------------ is ...

    def compare(self, subject: Typed, node: tree.Compare, scope: Scope, span: Span) -> Term:
        """A fact about one thing."""
        match node:
            case tree.Equals(negated, value):
                if isinstance(value, tree.Nothing):
                    there = is_there(subject.term)
                    return there if negated else negate(there)
                fact = self._equals(subject, value, scope)
                return self._of_something(subject, negate(fact) if negated else fact)
            case tree.Bounded(bound, value):
                return self._ordered(subject, "<=" if bound == "most" else ">=", value, scope)
            case tree.MoreThan(value):
                return self._ordered(subject, ">", value, scope)
            case tree.LessThan(value):
                return self._ordered(subject, "<", value, scope)
            case tree.AmongValues(negated, values):
                fact = any_of(self._equals(subject, value, scope) for value in values)
                return self._of_something(subject, negate(fact) if negated else fact)
            case tree.IsEmpty(negated):
                fact = self._is_empty(subject, span)
                return self._of_something(subject, negate(fact) if negated else fact)
            case tree.IsFace(negated, face):
                if subject.sort.form != "piece":
                    raise Misread(thing_wording.has_no_face(span, str(subject.sort)))
                self.book.turnable.add(subject.sort.noun)
                down = Holds(Cell("face-down", Const(0)), subject.term)
                fact = down if face == "face-down" else negate(down)
                return self._of_something(subject, negate(fact) if negated else fact)
            case tree.IsRelated(negated, relation):
                fact = self._related(subject, relation, scope)
                return self._of_something(subject, negate(fact) if negated else fact)
            case tree.IsRound() | tree.IsTurn():
                raise Misread(example_wording.only_in_examples(node.span))

    @staticmethod
    def _of_something(subject: Typed, fact: Term) -> Term:
        return all_of((is_there(subject.term), fact)) if subject.maybe else fact

    def _ordered(
        self, subject: Typed, operation: Literal["<", "<=", ">", ">="], value: tree.Value, scope: Scope
    ) -> Term:
        other = self.number_of(value, scope)
        if subject.sort.form != "number":
            raise Misread(number_wording.not_a_number(value.span, str(subject.sort)))
        if isinstance(subject.term, Const) and isinstance(other.term, Const):
            a, b = subject.term.value, other.term.value
            return Const(int({"<=": a <= b, ">=": a >= b, "<": a < b, ">": a > b}[operation]))
        return Compare(operation, subject.term, other.term)

    def _equals(self, subject: Typed, node: tree.Value, scope: Scope) -> Term:
        if isinstance(node, tree.Introduced):
            return self._member_of(subject, node.noun, scope)
        if isinstance(node, tree.Name | tree.Apply):
            fact = self._predicate(subject, node, scope)
            if fact is not None:
                return fact
        other = self.value(node, scope, subject.sort)
        if other.sort.form == "number" and subject.sort.form == "truth":
            return same(subject.term, other.term)
        if not self.fits(subject.sort, other.sort):
            raise Misread(number_wording.cannot_be_equal(node.span, str(subject.sort), str(other.sort)))
        return same(subject.term, other.term)

    def _predicate(self, subject: Typed, node: tree.Name | tree.Apply, scope: Scope) -> Term | None:
        if isinstance(node, tree.Name):
            name, span = node.word.text, node.word.span
            arguments: list[tuple[str, Typed]] = []
        else:
            base, arguments = self.flatten(node, scope)
            if not isinstance(base, tree.Name):
                return None
            name, span = base.word.text, base.word.span
        if self.book.functions.is_predicate(name):
            found = self.book.functions.predicate(name, subject, arguments, scope, span)
            if found is not None:
                return found
        if not arguments and self._is_constant(name, subject.sort):
            return None
        fact = None if arguments else self.adjective(name, subject, scope, span)
        if fact is None and (meant := self.book.functions.said_of(name)) is not None:
            raise Misread(wording.not_an_adjective(span, name, subject.sort.noun or subject.sort.form, (), meant))
        return fact

    def _is_constant(self, name: str, sort: Sort) -> bool:
        return any(self.fits(one.sort, sort) for one in self._constants(name))

    def _member_of(self, subject: Typed, noun: tree.Noun, scope: Scope) -> Term:
        adjectives, name = self.split_noun(noun)
        group = self.class_group(name, noun.span)
        if group.is_tokens and subject.sort.form != "token":
            raise Misread(thing_wording.not_a_class_test(noun.span, name))
        if group.is_tokens:
            facts = [holds(group.varieties, VarietyOf(subject.term))]
        else:
            facts = [holds(group.mask, subject.term)]
        for adjective in adjectives:
            fact = self.adjective(adjective, subject, scope, noun.span)
            if fact is None:
                needs = self.book.functions.prepositions(adjective)
                raise Misread(wording.not_an_adjective(noun.span, adjective, name, needs))
            facts.append(fact)
        return all_of(facts)

    def _is_empty(self, subject: Typed, span: Span) -> Term:
        if subject.sort.form in ("list", "handful"):
            return same(Cell(subject.sort.noun, subject.term), Const(0))
        if subject.sort.form != "place":
            raise Misread(thing_wording.only_places_are_empty(span, str(subject.sort)))
        spaces = self.world.space_classes(subject.sort.noun)
        if spaces and all(space.limit == 1 for space in spaces):
            group = Group(subject.sort, self.book.local("place"), mask=Const(sum(space.mask for space in spaces)))
            stored = self.token_varieties_in(group)
            tokens = negate(holds(TokenPlaces(Const(stored)), subject.term)) if stored else Const(1)
            return all_of((tokens, self.counted_here(subject.term, group, stored)))
        family = self.world.places.get(subject.sort.noun) or next(
            (family for (_, name), family in self.world.holdings.items() if name == subject.sort.noun), None
        )
        accepts = family.accepts if family is not None else [name for space in spaces for name in space.accepts]
        classes = [kind for name in accepts for kind in self.world.piece_classes(name)]
        classes = classes or list(self.world.pieces.values())
        parts: list[Term] = []
        if any(not kind.is_token for kind in classes):
            parts.append(same(Cell("contents", subject.term), Const(0)))
        varieties = sum(kind.variety_mask for kind in classes if kind.is_token)
        if varieties:
            tokens_here = Group(
                Sort("token"), self.book.local("token"), varieties=Const(varieties), places=single(subject.term)
            )
            parts.append(negate(tokens_here.any()))
        return all_of(parts)

    def _related(self, subject: Typed, relation: tree.Relation, scope: Scope) -> Term:
        span = relation.span
        match relation:
            case tree.Located(_, places):
                if not isinstance(places, tree.NthPlace | tree.EveryPlace | tree.EveryOf | tree.EitherPlace):
                    value = self.phrase(places, scope, Sort("place"))
                    if value.sort.form in ("list", "handful"):
                        local = self.book.local("member")
                        return AnyIn(local, self.sequence_of(value), same(Local(local), subject.term))
                    if value.sort == PLAYER:
                        raise Misread(thing_wording.not_a_place(span, "a player"))
                    return same(self.place_of(subject, span), self.place_of(value, span))
                return holds(self.place_set(places, scope), self.place_of(subject, span))
            case tree.Touching():
                return holds(self.touched(relation, scope), self.place_of(subject, span))
            case tree.Connected():
                return holds(self.connected(relation, scope), self.place_of(subject, span))
            case tree.InLine():
                return holds(self.in_line(relation, scope), self.place_of(subject, span))
            case tree.Beyond():
                phrase = tree.SetPhrase((), tree.Noun(None, "piece", span=span), (), None, None, span=span)
                squares = Group(Sort("place"), self.book.local("square"), mask=Const(-1))
                ray = self.beyond(squares, relation.start, relation.toward, scope, phrase)
                return holds(ray.set(), self.place_of(subject, span))

    # -------------------------------------------------------------- has, there

    def _has(self, subject: tree.Subject, count: tree.Count | None, of: tree.SetPhrase, scope: Scope) -> Term:
        if isinstance(subject, tree.Every):
            owners = self.group(subject.set, scope)
            fact = self._possesses(owners.element, count, of, scope.describing(owners.element))
            return self._quantified(subject.quantifier, owners, fact)
        if isinstance(subject, tree.EveryOf):
            return self._every_of(subject, lambda one: self._possesses(one, count, of, scope), scope)
        return self._possesses(self.value(subject, scope), count, of, scope)

    def _possesses(self, owner: Typed, count: tree.Count | None, of: tree.SetPhrase, scope: Scope) -> Term:
        counted = self.counter_of(owner, of)
        if counted is not None:
            return self._count_fact(count, counted)
        group = self.group(of, scope)
        if owner.sort == PLAYER:
            group = self._of_player(group, owner.term, of.span)
        else:
            group = self.at_places(group, single(self.place_of(owner, of.span)))
        fact = self._counted(count, group, scope)
        return all_of((is_there(owner.term), fact)) if owner.maybe else fact

    def counter_of(self, owner: Typed, of: tree.SetPhrase) -> Term | None:
        """`you have at least 2 Coins`, where Coins are a counter."""
        text = noun_text(of.noun)
        if of.filters or of.adjectives or self.world.is_class(self.world.plurals(text)):
            return None
        for name in (text, self.world.plurals(text)):
            found = self.printed_or_held(owner, name, ())
            if found is not None and found.sort.form == "number":
                return found.term
        return None

    def _counted(self, count: tree.Count | None, group: Group, scope: Scope) -> Term:
        if count is None or count.form == "some":
            return group.any()
        if count.form == "none":
            return negate(group.any())
        if count.form == "another":
            if scope.it is not None and self.fits(group.sort, scope.it.sort):
                group = group.filtered(negate(same(Local(group.name), scope.it.term)))
            elif group.sort == PLAYER and scope.you is not None:
                group = group.filtered(negate(same(Local(group.name), scope.you.term)))
            return group.any()
        return self._count_fact(count, group.count())

    @staticmethod
    def _count_fact(count: tree.Count | None, amount: Term) -> Term:
        form = count.form if count is not None else "some"
        number = count.number or 0 if count is not None else 0
        match form:
            case "none":
                return same(amount, Const(0))
            case "just one":
                return same(amount, Const(1))
            case "exactly":
                return same(amount, Const(number))
            case "at least":
                return Compare(">=", amount, Const(number))
            case "at most":
                return Compare("<=", amount, Const(number))
            case _:
                return Compare(">=", amount, Const(1))

    # ------------------------------------------------------------------- lines

    def _line(self, node: tree.LineFact, scope: Scope) -> Term:
        group = self.group(node.set, scope)
        where = self._places_with(group)
        masks, numbers, ends = board.lines(self.book, node.length)
        if node.through is not None:
            index = self.place_of(self.phrase(node.through, scope, Sort("place")), node.span)
        else:
            index = Const(len(self.world.place_names))
        if not node.exactly:
            return HasLine(where, masks, index)
        line = self.book.local("line")
        mask = Entry(f"line set of {node.length}", Local(line))
        whole = same(intersect(where, mask), mask)
        alone = same(intersect(where, Entry(ends, Local(line))), Const(0))
        return AnyIn(line, Listed(numbers, index), all_of((whole, alone)))

    def _places_with(self, group: Group) -> Term:
        """The set of places where one of the group lies."""
        if group.sort.form == "place":
            return group.set()
        if group.is_tokens and group.where == Const(1):
            return TokenPlaces(group.varieties)
        place = self.book.local("square")
        squares = Const(sum(space.mask for space in self.world.spaces.values() if space.width))
        return Filtered(place, Members(squares), self.at_places(group, single(Local(place))).any())

    # --------------------------------------------------------------------- can

    def _can(self, actor: tree.Phrase | tree.Every, call: tree.Call, scope: Scope) -> Term:
        if isinstance(actor, tree.Every):
            players = self.group(actor.set, scope)
            fact = self.book.possible(call, scope.acting(players.element))
            return self._quantified(actor.quantifier, players, fact) if fact != NO else NO
        return self.book.possible(call, scope.acting(self.phrase(actor, scope, PLAYER)))
