"""Which things are meant: somebody, `a Town` where a Stop is spoken of, `another Card`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.compile.context import Misread
from rulelang.compile.groups import Group
from rulelang.compile.meaning.nouns import adjective_fact, class_group
from rulelang.compile.meaning.phrases import fits, who_acts
from rulelang.compile.meaning.registers import Meaning
from rulelang.compile.sorts import PLAYER, Scope, Sort, Typed
from rulelang.diagnostics.catalogue import actions as action_wording
from rulelang.diagnostics.catalogue import names as name_wording
from rulelang.diagnostics.catalogue import references as wording
from rulelang.diagnostics.catalogue import things as thing_wording
from rulelang.graph.build import YES, holds, negate, same
from rulelang.graph.terms import And, AnyIn, CellList, Compare, Const, Local, Not, Or, Term, VarietyOf
from rulelang.source import Span
from rulelang.tree import nodes as tree


def fitting(meaning: Meaning, asked: str, given: Sort, wanted: Sort, span: Span) -> None:
    """What is given to an action or a definition can be what it is for."""
    if not fits(meaning, given, wanted):
        raise Misread(action_wording.wrong_argument(span, asked, str(wanted), str(given)))


def somebody(meaning: Meaning, node: tree.Phrase, scope: Scope) -> Typed:
    """Who is meant by a phrase: a player, and nothing else."""
    found = meaning.value(node, scope, PLAYER)
    if found.sort != PLAYER:
        raise Misread(thing_wording.not_somebody(node.span, str(found.sort)))
    return found


def narrowed_by(
    meaning: Meaning, adjectives: Iterable[str], thing: Typed, word: str, scope: Scope, span: Span
) -> Iterator[Term]:
    """What adjectives before the name of a class ask of a thing of the class."""
    for adjective in adjectives:
        fact = adjective_fact(meaning, adjective, thing, scope, span)
        if fact is None:
            needs = meaning.book.functions.prepositions(adjective)
            raise Misread(name_wording.not_an_adjective(span, adjective, word, needs))
        yield fact


def of_class(meaning: Meaning, name: str, thing: Typed, span: Span) -> Term:
    """A thing is of a class: certain if all of its sort are."""
    if name in (thing.sort.noun, "piece", *meaning.world.unions_of(thing.sort.noun)):
        return YES
    return in_class(meaning, name, thing, span)


def in_class(meaning: Meaning, name: str, thing: Typed, span: Span) -> Term:
    """A thing is there, and of a class."""
    group = class_group(meaning, name, span)
    if group.is_tokens:
        return holds(group.varieties, VarietyOf(thing.term))
    return holds(group.mask, thing.term)


def but_those_known(meaning: Meaning, group: Group, scope: Scope, span: Span, word: str = "another") -> Group:
    """Those of a group that nothing before speaks of. Of tokens that are alike in one place, all but so many. Among
    those that were chosen, all others of them are meant."""
    deciding = scope.decider or scope.you
    terms: dict[Term, str] = {deciding.term: ""} if group.sort == PLAYER and deciding is not None else {}
    handfuls: dict[CellList, str] = {}
    for value in scope.known():
        if value.sort.form == "handful" and value.sort.of is not None and fits(meaning, value.sort.of, group.sort):
            if value.sort.noun != group.taken_from:
                handfuls[CellList(value.sort.noun, value.term)] = value.among
        elif value.sort.form == group.sort.form and fits(meaning, value.sort, group.sort):
            terms[value.term] = value.among
    if not terms and not handfuls:
        if group.sort == PLAYER:
            who_acts(scope, span, others=True)
        raise Misread(wording.another_than_which(span, word))
    # What is one of several that were chosen is left out with them.
    regions = {kept.region for kept in handfuls}
    several = [kept for kept, among in handfuls.items() if among not in regions]
    terms = {term: among for term, among in terms.items() if among not in regions}
    here, member = Local(group.name), meaning.book.local("known")
    if not group.is_tokens:
        others = [negate(AnyIn(member, kept, same(Local(member), here))) for kept in several]
        return group.filtered(*(negate(same(here, term)) for term in terms), *others)
    return group.apart_from(*terms, *several)


def asked(meaning: Meaning, group: Group, condition: Term) -> Group:
    """Those of which `where` is true. `where it is not the Old` leaves out that one of tokens that are alike."""
    if not group.is_tokens or _one_in_each(meaning, group.places):
        return group.filtered(condition)
    others: list[Term | CellList] = []
    rest: list[Term] = []
    for part in condition.parts if isinstance(condition, And) else (condition,):
        besides = _not_these(part, Local(group.name))
        others += besides
        rest += () if besides else (part,)
    group = group.filtered(*rest)
    return group.apart_from(*others) if others else group


def _one_in_each(meaning: Meaning, places: Term) -> bool:
    single = sum(space.mask for space in meaning.world.spaces.values() if space.limit == 1)
    return isinstance(places, Const) and not places.value & ~single


def _not_these(condition: Term, here: Local) -> tuple[Term | CellList, ...]:
    """What something is not, if a condition says no more."""
    match condition:
        case Not(Compare("==", left, right)) if here in (left, right):
            return (right if left == here else left,)
        case Not(AnyIn(member, CellList() as kept, Compare("==", Local(name), one))) if (name, one) == (member, here):
            return (kept,)
        case Not(Or(parts)):
            found = [_not_these(Not(part), here) for part in parts]
            return tuple(one for part in found for one in part) if all(found) else ()
        case _:
            return ()
