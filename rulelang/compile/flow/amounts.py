"""Counters, banks and bundles: how much of what is gained, lost or paid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from rulelang.compile.context import Misread, SiteKind
from rulelang.compile.flow.base import Doing, Flow, cell_of
from rulelang.compile.meaning.nouns import nouns_of
from rulelang.compile.meaning.phrases import who_acts
from rulelang.compile.meaning.properties import (
    BUNDLE_MEMBER,
    a_member,
    counter_of_every,
    member_meant,
    printed_or_held,
)
from rulelang.compile.meaning.values import number_of
from rulelang.compile.sorts import PLAYER, Scope, Typed, constant
from rulelang.diagnostics.catalogue import names as wording
from rulelang.diagnostics.catalogue import sentences as sentence_wording
from rulelang.diagnostics.catalogue import things as thing_wording
from rulelang.graph import terms as t
from rulelang.graph.build import NONE, least, minus, plus, times
from rulelang.graph.terms import Effect, Term
from rulelang.rulebook.world import Counter
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import replace

AnAmount: TypeAlias = tree.Amount | tree.AmountBundle


def taken_in(flow: Flow, counter: Counter, cell: Term, number: Typed) -> Term:
    """So much of an amount as the range of a counter and its bank still have."""
    room = minus(t.Const(counter.high), cell)
    if counter.bank is not None:
        room = least(room, bank_left(flow, counter, cell))
    return number.term if number.sort.high <= 0 else least(number.term, room)


def note_asked(flow: Flow, kind: SiteKind, counter: Counter, number: Typed, amount: AnAmount) -> None:
    """Note how much is asked of a counter. Of a bundle only the most is known, so nothing can be said."""
    if isinstance(amount, tree.Amount):
        flow.book.site(kind, amount.span, counter.name, number.sort.low, counter.high - counter.low)


def put_amount(flow: Flow, cell: Term, value: Term, number: Typed, amount: tree.Node) -> t.Put:
    """What is gained, lost or paid stays within the bounds by itself, unless it can be less than nothing."""
    found = cell_of(cell)
    assert found is not None
    site = flow.book.site("amount", amount.span) if number.sort.low < 0 else -1
    return t.Put(found.region, found.index, value, site=site)


def bank_left(flow: Flow, counter: Counter, cell: Term) -> Term:
    """What the bank of a cell still has: all of it less what all holders have. Each member of a kind has a bank."""
    holders, found, local = flow.world.size_of(counter.holder), cell_of(cell), flow.book.local("holder")
    place: Term = t.Local(local)
    if counter.every is not None and found is not None:
        members = t.Const(len(counter.every.members))
        whose = times(t.Arithmetic("//", found.index, members), members)
        place = plus(times(place, members), minus(found.index, whose))
    held = t.SumIn(local, t.Between(t.Const(0), t.Const(holders - 1)), t.Cell(counter.region, place))
    return t.Arithmetic("-", t.Const(counter.bank or 0), held)


def amounts_of(flow: Flow, owner: Typed, amount: AnAmount, scope: Scope) -> list[tuple[Counter, Term, Typed]]:
    """Counter, its cell, and the number: one triple, or one for each member of a bundle."""
    if isinstance(amount, tree.Amount):
        if amount.value is not None:
            number = number_of(flow.meaning, amount.value, scope)
        else:
            number = constant(amount.count or 0)
        member = _member(flow, owner, amount, scope)
        counter, cell = counter_cell(flow, owner, amount.name, member)
        return [(counter, cell, Typed(not_less_than_none(number), number.sort))]
    if isinstance(amount.bundle, tree.Introduced):
        article = amount.bundle.span.text.split()[0]
        raise Misread(
            sentence_wording.number_for_article(
                replace(amount.bundle.span, end=amount.bundle.span.start + len(article))
            )
        )
    bundle = flow.meaning.value(amount.bundle, scope)
    if bundle.sort.form != "bundle":
        raise Misread(thing_wording.not_an_amount(amount.span, str(bundle.sort)))
    kind = flow.world.kinds[bundle.sort.noun]
    found = []
    for index, each in enumerate(kind.members):
        counter, cell = counter_cell(flow, owner, tree.Word(each, span=amount.span))
        term = t.Bind(BUNDLE_MEMBER, t.Const(index), bundle.term)
        found.append((counter, cell, Typed(term, constant(bundle.sort.high).sort)))
    return found


def _member(flow: Flow, owner: Typed, amount: tree.Amount, scope: Scope) -> Typed | None:
    """Whose counter is meant, where there is one for every member of a kind."""
    name = flow.world.plurals(amount.name.text)
    counter = counter_of_every(flow.meaning, owner, name)
    if amount.member is None:
        return None if counter is None else member_meant(counter, scope, amount.name.span)
    member = flow.meaning.value(amount.member, scope)
    if counter is None or counter.every is None:
        raise Misread(wording.takes_no_argument(amount.member.span, name))
    return a_member(counter.every.name, name, member, amount.member.span)


def counted_there(amount: AnAmount, doing: Doing) -> list[Effect]:
    """Of the counter for no member nothing can be gained, lost or paid."""
    member = _member(doing.flow, doing.actor, amount, doing.scope) if isinstance(amount, tree.Amount) else None
    return [] if member is None else doing.there(member, "there is nothing to count", amount)


def counter_cell(flow: Flow, owner: Typed, word: tree.Word, member: Typed | None = None) -> tuple[Counter, Term]:
    """The counter of that name that the owner has, and its cell; of one for every member that of the member given."""
    meaning = flow.meaning
    nouns = nouns_of(meaning, owner.sort)
    for name in (word.text, flow.world.plurals(word.text)):
        for holder, counter in _counters_called(flow, name, nouns):
            if holder == "":
                return counter, t.Cell(counter.region, t.Const(0))
            if owner.term == NONE and owner.sort == PLAYER:
                who_acts(Scope(), word.span)
            found = printed_or_held(meaning, owner, name, [("for", member)] if member is not None else [], word.span)
            if found is not None:
                return counter, found.term
    known = [name for holder, name in flow.world.counters if holder in nouns]
    raise Misread(wording.no_counter(word.span, word.text, str(owner.sort), known, flow.world.is_class(word.text)))


def _counters_called(flow: Flow, name: str, nouns: Sequence[str]) -> Iterator[tuple[str, Counter]]:
    """The counters of that name, then those for every member of a kind that has one of that name."""
    holders, counters = (*nouns, ""), flow.world.counters
    for holder in holders:
        if (holder, name) in counters:
            yield holder, counters[holder, name]
    for counter in flow.book.counters_for_each(name):
        if counter.holder in holders:
            yield counter.holder, counter


def not_less_than_none(number: Typed) -> Term:
    """How many a number stands for: less than nothing is nothing."""
    return t.Arithmetic("max", number.term, t.Const(0)) if number.sort.low < 0 else number.term


def as_far_as_the_bank(flow: Flow, target: Typed, value: Term) -> Term:
    """A counter out of a bank becomes no more than the bank still has."""
    cell = cell_of(target.term)
    for counter in flow.world.counters.values():
        if cell is not None and counter.region == cell.region and counter.bank is not None:
            return least(value, plus(cell, bank_left(flow, counter, cell)))
    return value
