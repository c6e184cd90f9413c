"""Conditions: facts, and what `and`, `or` and brackets make of them.

No fact holds of nothing, not even a denied one, except `is nothing`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Literal

from rulelang.compile.context import Misread
from rulelang.compile.contradictions import asked_for
from rulelang.compile.groups import Group
from rulelang.compile.meaning import board
from rulelang.compile.meaning.fitting import but_those_known, in_class, narrowed_by, somebody
from rulelang.compile.meaning.nouns import adjective_fact, class_group, is_mixed, noun_group, split_noun
from rulelang.compile.meaning.phrases import constants, fits, place_of
from rulelang.compile.meaning.properties import printed_or_held, property_of
from rulelang.compile.meaning.registers import Meaning, states
from rulelang.compile.meaning.relations import beyond, connected, in_line, touched
from rulelang.compile.meaning.sets import (
    are_places,
    at_places,
    group_of,
    groups_of,
    nothing_there,
    of_player,
    place_set,
    sequence_of,
    token_varieties_in,
)
from rulelang.compile.meaning.values import flatten, number_of
from rulelang.compile.sorts import PLAYER, Scope, Sort, Typed
from rulelang.diagnostics.catalogue import examples as example_wording
from rulelang.diagnostics.catalogue import names as wording
from rulelang.diagnostics.catalogue import numbers as number_wording
from rulelang.diagnostics.catalogue import references as reference_wording
from rulelang.diagnostics.catalogue import sentences as sentence_wording
from rulelang.diagnostics.catalogue import things as thing_wording
from rulelang.graph import terms as t
from rulelang.graph.build import NO, all_of, any_of, holds, intersect, is_there, negate, plus, same, single
from rulelang.graph.terms import Term
from rulelang.rulebook.naming import noun_text
from rulelang.source import Span
from rulelang.tree import nodes as tree


@states(tree.AllOf)
def _all_of(meaning: Meaning, node: tree.AllOf, scope: Scope) -> Term:
    return all_of(meaning.each(lambda part: meaning.condition(part, scope), node.parts))


@states(tree.AnyOf)
def _any_of(meaning: Meaning, node: tree.AnyOf, scope: Scope) -> Term:
    return any_of(meaning.each(lambda part: meaning.condition(part, scope), node.parts))


@states(tree.Bracketed)
def _bracketed(meaning: Meaning, node: tree.Bracketed, scope: Scope) -> Term:
    return meaning.condition(node.inside, scope)


@states(tree.ThereFact)
def _there_is(meaning: Meaning, node: tree.ThereFact, scope: Scope) -> Term:
    return _counted(meaning, node.count, groups_of(meaning, node.set, scope), scope)


# ----------------------------------------------------------------- subjects


@states(tree.IsFact)
def _is(meaning: Meaning, node: tree.IsFact, scope: Scope) -> Term:
    subject, compare = node.subject, node.compare
    if isinstance(subject, tree.Every | tree.EveryOf):
        span = subject.span if isinstance(subject, tree.EveryOf) else subject.set.span
        return _of_each(meaning, subject, lambda one, known: compared(meaning, one, compare, known, span), scope)
    if isinstance(compare, tree.IsRound | tree.IsTurn):
        raise Misread(example_wording.only_in_examples(compare.span))
    expect = Sort("piece") if isinstance(compare, tree.IsRelated | tree.IsFace) else None
    return compared(meaning, meaning.value(subject, scope, expect), compare, scope, subject.span)


def _of_each(
    meaning: Meaning, subject: tree.Every | tree.EveryOf, fact: Callable[[Typed, Scope], Term], scope: Scope
) -> Term:
    """A fact about every, any or no thing of a set, or what each of some owners has: `any player's Steps are 9`."""
    if isinstance(subject, tree.Every):
        groups = groups_of(meaning, subject.set, scope)
        facts = [
            _quantified(subject.quantifier, group, fact(group.element, scope.describing(group.element)))
            for group in groups
        ]
        return any_of(facts) if subject.quantifier == "any" else all_of(facts)
    if isinstance(subject.owner, tree.EveryOf):
        raise Misread(reference_wording.too_deep(subject.span))
    owners = noun_group(meaning, subject.owner, scope)
    held = property_of(meaning, owners.element, subject.noun, scope.describing(owners.element))
    return _quantified(subject.quantifier, owners, fact(held, scope))


def _quantified(quantifier: str, group: Group, fact: Term) -> Term:
    if quantifier == "every":
        return group.every(fact)
    return negate(group.some(fact)) if quantifier == "no" else group.some(fact)


# ------------------------------------------------------------------ is ...


def compared(meaning: Meaning, subject: Typed, node: tree.Compare, scope: Scope, span: Span) -> Term:
    """A fact about one thing."""
    match node:
        case tree.Equals(negated, tree.Nothing()):
            there = is_there(subject.term)
            return there if negated else negate(there)
        case tree.Bounded(bound, value):
            return _ordered(meaning, subject, "<=" if bound == "most" else ">=", value, scope)
        case tree.MoreThan(value):
            return _ordered(meaning, subject, ">", value, scope)
        case tree.LessThan(value):
            return _ordered(meaning, subject, "<", value, scope)
        case tree.IsRound() | tree.IsTurn():
            raise Misread(example_wording.only_in_examples(node.span))
        case tree.Equals(_, value):
            fact = _equals(meaning, subject, value, scope)
        case tree.AmongValues(_, values):
            fact = any_of([_equals(meaning, subject, value, scope, one_of=True) for value in values])
        case tree.IsEmpty():
            fact = _is_empty(meaning, subject, span)
        case tree.IsFace(_, face):
            if subject.sort.form != "piece":
                raise Misread(thing_wording.has_no_face(span, str(subject.sort)))
            meaning.book.turnable.add(subject.sort.noun)
            down = t.Holds(t.Cell("face-down", t.Const(0)), subject.term)
            fact = down if face == "face-down" else negate(down)
        case tree.IsRelated(_, relation):
            fact = _related(meaning, subject, relation, scope)
    return _of_something(subject, negate(fact) if node.negated else fact)


def _of_something(subject: Typed, fact: Term) -> Term:
    return all_of((is_there(subject.term), fact)) if subject.maybe else fact


def _ordered(
    meaning: Meaning, subject: Typed, operation: Literal["<", "<=", ">", ">="], value: tree.Value, scope: Scope
) -> Term:
    other = number_of(meaning, value, scope)
    if subject.sort.form != "number":
        raise Misread(number_wording.not_a_number(value.span, str(subject.sort)))
    if isinstance(subject.term, t.Const) and isinstance(other.term, t.Const):
        a, b = subject.term.value, other.term.value
        return t.Const(int({"<=": a <= b, ">=": a >= b, "<": a < b, ">": a > b}[operation]))
    return t.Compare(operation, subject.term, other.term)


def _is_among(meaning: Meaning, subject: Typed, several: Typed, span: Span) -> Term:
    """It is one of those that were chosen or stand in a list, or lies in one of them."""
    local = meaning.book.local("member")
    inside = are_places(meaning, subject.sort, several, span)
    return t.AnyIn(
        local, sequence_of(several), same(t.Local(local), place_of(subject, span) if inside else subject.term)
    )


def _equals(meaning: Meaning, subject: Typed, node: tree.Value, scope: Scope, one_of: bool = False) -> Term:
    if isinstance(node, tree.Introduced):
        return _member_of(meaning, subject, node.noun, scope)
    if isinstance(node, tree.BareName | tree.ValueFor):
        fact = _predicate(meaning, subject, node, scope)
        if fact is not None:
            return fact
    other = meaning.value(node, scope, subject.sort)
    if one_of and other.sort.form in ("list", "handful"):
        return _is_among(meaning, subject, other, node.span)
    if other.sort.form == "number" and subject.sort.form == "truth":
        return same(subject.term, other.term)
    if not fits(meaning, subject.sort, other.sort):
        shown = ((kind.name, one) for kind in meaning.world.pieces.values() for one in kind.columns.values())
        bearers = (name for name, one in shown if one.form == "member" and one.noun == other.sort.noun)
        found = number_wording.cannot_be_equal(node.span, str(subject.sort), str(other.sort), next(bearers, ""))
        raise Misread(found)
    return same(subject.term, other.term)


def _predicate(meaning: Meaning, subject: Typed, node: tree.BareName | tree.ValueFor, scope: Scope) -> Term | None:
    if isinstance(node, tree.BareName):
        name, span = node.word.text, node.word.span
        arguments: list[tuple[str, Typed]] = []
    else:
        base, arguments = flatten(meaning, node, scope)
        if not isinstance(base, tree.BareName):
            return None
        name, span = base.word.text, base.word.span
    if meaning.book.functions.is_predicate(name):
        found = meaning.book.functions.predicate(name, subject, arguments, scope, span)
        if found is not None:
            return found
    if not arguments and _is_constant(meaning, name, subject.sort):
        return None
    fact = None if arguments else adjective_fact(meaning, name, subject, scope, span)
    if fact is None and (meant := meaning.book.functions.said_of(name)) is not None:
        noun = subject.sort.noun or subject.sort.form
        one_place = subject.sort.form == "place" and not meaning.world.is_class(noun)
        raise Misread(wording.not_an_adjective(span, name, noun, (), meant, one_place=one_place))
    return fact


def _is_constant(meaning: Meaning, name: str, sort: Sort) -> bool:
    return any(fits(meaning, one.sort, sort) for one in constants(meaning, name))


def _member_of(meaning: Meaning, subject: Typed, noun: tree.Noun, scope: Scope) -> Term:
    adjectives, name = split_noun(meaning, noun)
    wanted = class_group(meaning, name, noun.span).sort
    if is_mixed(meaning, subject.sort.noun) and (wanted.form == "token") != (subject.sort.form == "token"):
        return NO
    if wanted.form == "token" != subject.sort.form:
        raise Misread(thing_wording.not_a_class_test(noun.span, name))
    if not fits(meaning, subject.sort, wanted):
        raise Misread(number_wording.cannot_be_equal(noun.span, str(subject.sort), str(wanted)))
    return all_of(
        (
            in_class(meaning, name, subject, noun.span),
            *narrowed_by(meaning, adjectives, subject, name, scope, noun.span),
        )
    )


def _is_empty(meaning: Meaning, subject: Typed, span: Span) -> Term:
    if subject.sort.form in ("list", "handful"):
        return same(t.Cell(subject.sort.noun, subject.term), t.Const(0))
    if subject.sort.form != "place":
        raise Misread(thing_wording.only_places_are_empty(span, str(subject.sort)))
    spaces = meaning.world.space_classes(subject.sort.noun)
    if spaces and all(space.limit == 1 for space in spaces):
        group = Group(subject.sort, meaning.book.local("place"), mask=t.Const(sum(space.mask for space in spaces)))
        stored = token_varieties_in(meaning, group)
        tokens = negate(holds(t.TokenPlaces(t.Const(stored)), subject.term)) if stored else t.Const(1)
        return all_of((tokens, nothing_there(meaning, subject, stored)))
    return nothing_there(meaning, subject)


def _related(meaning: Meaning, subject: Typed, relation: tree.Relation, scope: Scope) -> Term:
    span = relation.span
    match relation:
        case tree.Located(_, places):
            if not isinstance(places, tree.NthPlace | tree.EveryPlace | tree.EveryOf | tree.EitherPlace):
                value = meaning.value(places, scope, Sort("place"))
                if value.sort.form in ("list", "handful"):
                    return _is_among(meaning, subject, value, span)
                if value.sort == PLAYER:
                    raise Misread(thing_wording.not_a_place(span, "a player"))
                return same(place_of(subject, span), place_of(value, span))
            return holds(place_set(meaning, places, scope), place_of(subject, span))
        case tree.Touching():
            return holds(touched(meaning, relation, scope), place_of(subject, span))
        case tree.Connected():
            return holds(connected(meaning, relation, scope), place_of(subject, span))
        case tree.StandsInLine():
            return holds(in_line(meaning, relation, scope), place_of(subject, span))
        case tree.Beyond():
            phrase = tree.SetPhrase((), tree.Noun(None, "piece", span=span), (), None, None, span=span)
            squares = Group(Sort("place"), meaning.book.local("square"), mask=t.Const(-1))
            ray = beyond(meaning, squares, relation, scope, phrase)
            return holds(ray.set(), place_of(subject, span))


# -------------------------------------------------------------- has, there


@states(tree.HasFact)
def _has(meaning: Meaning, node: tree.HasFact, scope: Scope) -> Term:
    subject, count, of = node.subject, node.count, node.set
    if isinstance(subject, tree.Every | tree.EveryOf):
        return _of_each(meaning, subject, lambda one, known: _possesses(meaning, one, "it", count, of, known), scope)
    return _possesses(meaning, meaning.value(subject, scope), subject.span.text, count, of, scope)


def _possesses(
    meaning: Meaning, owner: Typed, said: str, count: tree.Count | None, of: tree.SetPhrase, scope: Scope
) -> Term:
    counted = counter_of(meaning, owner, of)
    if counted is not None:
        fact = _count_fact(count, counted)
        return all_of((is_there(owner.term), fact)) if owner.maybe else fact
    try:
        groups = groups_of(meaning, of, scope)
    except Misread as misread:
        name = noun_text(of.noun)
        if sum(piece.name == name for piece in meaning.world.individuals) != 1:
            raise
        lies = "is not" if count is not None and count.form == "none" else "is"
        place = said if owner.sort.form == "place" else "your Hand"
        write = f"Write for example `{name} {lies} in {place}`."
        message = "Where one certain piece lies is asked of the piece."
        raise Misread(sentence_wording.other_form(of.span, message, write)) from misread
    if owner.sort == PLAYER:
        groups = [of_player(meaning, group, owner, of.span) for group in groups]
    else:
        groups = [at_places(meaning, group, single(place_of(owner, of.span)), of.span) for group in groups]
    fact = _counted(meaning, count, groups, scope)
    return all_of((is_there(owner.term), fact)) if owner.maybe else fact


def counter_of(meaning: Meaning, owner: Typed, of: tree.SetPhrase) -> Term | None:
    """`you have at least 2 Coins`, where Coins are a counter."""
    text = noun_text(of.noun)
    if of.filters or of.adjectives or meaning.world.is_class(meaning.world.plurals(text)):
        return None
    for name in (text, meaning.world.plurals(text)):
        found = printed_or_held(meaning, owner, name, (), of.span)
        if found is not None and found.sort.form == "number":
            return found.term
    return None


def _counted(meaning: Meaning, count: tree.Count | None, groups: Sequence[Group], scope: Scope) -> Term:
    if count is None or count.form == "some":
        return any_of(group.any() for group in groups)
    if count.form == "none":
        return negate(any_of(group.any() for group in groups))
    if count.form == "another":
        return any_of(but_those_known(meaning, group, scope, count.span).any() for group in groups)
    return _count_fact(count, reduce(plus, (group.count() for group in groups)))


def _count_fact(count: tree.Count | None, amount: Term) -> Term:
    low, high = asked_for(count)
    if low == high:
        return same(amount, t.Const(low))
    return t.Compare(">=", amount, t.Const(low)) if high is None else t.Compare("<=", amount, t.Const(high))


# ------------------------------------------------------------------- lines


@states(tree.LineFact)
def _line(meaning: Meaning, node: tree.LineFact, scope: Scope) -> Term:
    group = group_of(meaning, node.set, scope)
    where = _places_with(meaning, group, node.span)
    masks, numbers, ends = board.lines(meaning.book, node.length)
    if node.through is not None:
        index = place_of(meaning.value(node.through, scope, Sort("place")), node.span)
    else:
        index = t.Const(len(meaning.world.place_names))
    if not node.exactly:
        there_is: Term = t.HasLine(where, masks, index)
        return negate(there_is) if node.negated else there_is
    line = meaning.book.local("line")
    mask = t.Entry(f"line set of {node.length}", t.Local(line))
    whole = same(intersect(where, mask), mask)
    alone = same(intersect(where, t.Entry(ends, t.Local(line))), t.Const(0))
    there_is = t.AnyIn(line, t.Listed(numbers, index), all_of((whole, alone)))
    return negate(there_is) if node.negated else there_is


def _places_with(meaning: Meaning, group: Group, span: Span) -> Term:
    """The set of places where one of the group lies."""
    if group.sort.form == "place":
        return group.set()
    if group.is_tokens and group.where == t.Const(1):
        return t.TokenPlaces(group.varieties)
    place = meaning.book.local("square")
    squares = t.Const(sum(space.mask for space in meaning.world.spaces.values() if space.width))
    return t.Filtered(place, t.Members(squares), at_places(meaning, group, single(t.Local(place)), span).any())


# --------------------------------------------------------------------- can


@states(tree.CanFact)
def _can(meaning: Meaning, node: tree.CanFact, scope: Scope) -> Term:
    actor, call = node.actor, node.call
    if isinstance(actor, tree.Every):
        players = group_of(meaning, actor.set, scope)
        if players.sort != PLAYER:
            raise Misread(thing_wording.not_somebody(actor.span, str(players.sort)))
        fact = meaning.book.possible(call, scope.acting(players.element))
        return _quantified(actor.quantifier, players, fact) if fact != NO else NO
    return meaning.book.possible(call, scope.acting(somebody(meaning, actor, scope)))
