"""Definitions woven with their exceptions: each becomes one pure function of the state.

Order of evaluation, the same for every definition: the base sentence; `instead` (the one set `over` others last);
`more` and `less`; `doubled`; `at least` and `at most`. Conditions: base or any `also`, and no `never`.
`may be` makes a second function, the set of all values its options allow.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulelang.compile.context import CompileContext, Misread
from rulelang.compile.definitions import (
    DefinitionClause,
    Family,
    GivenArguments,
    Head,
    HeadSlot,
    is_variable,
    read_clause,
)
from rulelang.compile.meaning.fitting import fitting
from rulelang.compile.meaning.phrases import class_sort, fits
from rulelang.compile.meaning.properties import BUNDLE_MEMBER, asked_of
from rulelang.compile.overrides import YOU, Weaver
from rulelang.compile.sorts import Scope, Sort, Typed
from rulelang.compile.texts import Texts
from rulelang.diagnostics.catalogue import components as component_wording
from rulelang.diagnostics.catalogue import exceptions as exception_wording
from rulelang.diagnostics.catalogue import names as wording
from rulelang.diagnostics.catalogue import references as reference_wording
from rulelang.diagnostics.catalogue import things as thing_wording
from rulelang.graph.build import EMPTY, all_of, either, is_there, single
from rulelang.graph.program import Function
from rulelang.graph.shape import remembered
from rulelang.graph.terms import Apply, Const, Local, Term
from rulelang.graph.walk import all_parts, direct_parts
from rulelang.rulebook.had_twice import had_already
from rulelang.rulebook.loading import Placed
from rulelang.rulebook.naming import noun_text
from rulelang.rulebook.size import MOST_DEFINITIONS_DEEP, WRITTEN_OUT
from rulelang.source import Span
from rulelang.tree import nodes as tree

if TYPE_CHECKING:
    from rulelang.compile.meaning import Meaning


class Functions:
    """Finds, types and weaves definitions on demand; `program` collects the finished functions."""

    def __init__(self, book: CompileContext, items: Iterable[Placed], texts: Texts) -> None:
        self.book = book
        self.texts = texts
        self.families: dict[str, list[Family]] = {}
        self.program: dict[str, Function] = {}
        self.players_leave = False
        self.pieces_turn = False
        #: Definitions that are asked where nobody acts, by where: what they are called, and their functions.
        self._of_nobody: dict[Span, tuple[str, str]] = {}
        self.reader: Meaning
        for placed in items:
            if not is_variable(placed.item):
                clause = read_clause(placed)
                if clause is not None:
                    self._collect(clause)
                elif isinstance(placed.item, tree.DefineClamp | tree.DefineDoubled | tree.DefineMay):
                    book.report(exception_wording.not_for_conditions(placed.item.span))
                elif isinstance(placed.item, tree.DefineValue):
                    book.report(exception_wording.defines_nothing(placed.item.span))

    def _collect(self, clause: DefinitionClause) -> None:
        subject = self.class_of(clause.head.subject, clause.placed)
        head = clause.head
        first = self._kept(subject, head)
        unknown = None
        if first is not None:
            node = clause.node
            asked = (
                isinstance(node, tree.DefineValue) and isinstance(node.value, tree.BareName) and bool(node.condition)
            )
            unknown = component_wording.declared_twice(
                node.head.span, head.name, first, condition=asked and not subject
            )
            self.book.report(unknown)
        if head.subject is not None and not subject and head.subject.noun is not None:
            noun = head.subject.noun
            name, world = noun_text(noun), self.book.world
            unknown = wording.unknown_noun(noun.span, name, world.class_names())
            if name in {*world.places, *(held for _, held in world.holdings)}:
                unknown = wording.not_an_adjective(noun.span, head.name, name, one_place=True)
            self.book.report(unknown)
        for slot in (head.subject, *head.arguments):
            name = self.class_of(slot, clause.placed)
            if slot and slot.noun and len({kind.is_token for kind in self.book.world.piece_classes(name)}) > 1:
                unknown = thing_wording.mixed_union(slot.noun.span, name)
                self.book.report(unknown)
        known = self.families.setdefault(head.name, [])
        for family in known if unknown is None else ():
            if family.prepositions == head.prepositions and self._related(family.subject, subject):
                family.clauses.append(clause)
                return
        title = head.name if not known else f"{head.name} of {subject}"
        family = Family(head.name, title, subject, head.prepositions, head.is_condition, [clause], broken=unknown)
        known.append(family)

    def _kept(self, subject: str, head: Head) -> Span | None:
        """Where it is said that such a thing has, or may be, what is defined here: no rule changes that."""
        world = self.book.world
        if head.arguments:
            return None
        if subject:
            had = had_already(subject, head.name, world)
            return had[1] if had else None
        if head.is_condition:
            return None
        own = ("", head.name)
        kept = [table[own].span for table in (world.counters, world.variables) if own in table]
        kept += [table[head.name].span for table in (world.places, world.lists) if head.name in table]
        return kept[0] if kept else None

    def class_of(self, slot: HeadSlot | None, placed: Placed) -> str:
        """The class a slot speaks of, without adjectives."""
        if slot is None:
            return ""
        if slot.is_it:
            return self.texts.class_of(placed)
        if slot.noun is None:
            return ""
        world = self.book.world
        if slot.noun.builtin:
            return {"players": "player", "directions": "direction"}.get(slot.noun.builtin, slot.noun.builtin)
        words = slot.noun.name.text.split(" ") if slot.noun.name else []
        for start in range(len(words)):
            name = world.plurals(" ".join(words[start:]))
            if world.is_class(name):
                return name
        return ""

    def class_of_argument(self, family: Family) -> str:
        """The class of the first thing a definition depends on besides its subject."""
        clause = family.clauses[0]
        return self.class_of(clause.head.arguments[0], clause.placed)

    def _related(self, one: str, other: str) -> bool:
        world = self.book.world
        return one == other or other in world.unions_of(one) or one in world.unions_of(other)

    # ----------------------------------------------------------------- look up

    def known(self) -> list[str]:
        """All defined names."""
        return list(self.families)

    def known_for(self, nouns: set[str]) -> list[str]:
        """The values defined for a class."""
        return [n for n, fs in self.families.items() for f in fs if f.subject in nouns and not f.is_condition]

    def is_predicate(self, name: str) -> bool:
        """Is there a condition of this name?"""
        return any(family.is_condition for family in self.families.get(name, ()))

    def said_of(self, name: str) -> str | None:
        """The class a condition of this name is defined for."""
        return next((family.subject for family in self.families.get(name, ()) if family.is_condition), None)

    def prepositions(self, name: str) -> tuple[str, ...]:
        """What a condition of this name has to be told beside the thing it is asked of."""
        return next((family.prepositions for family in self.families.get(name, ()) if family.is_condition), ())

    def predicate(
        self,
        name: str,
        element: Typed,
        arguments: GivenArguments,
        scope: Scope,
        span: Span,
    ) -> Term | None:
        """`the element is NAME [for ...]` if such a condition is defined for such an element, which is there."""
        family = self._find(name, element, arguments, condition=True)
        if family is None:
            return None
        return asked_of(_told(None, arguments), self._call(family, element, arguments, scope, span)).term

    def value_of(
        self, name: str, owner: Typed | None, arguments: GivenArguments, scope: Scope, span: Span
    ) -> Typed | None:
        """`the owner's NAME [for ...]`, or `the NAME [for ...]` of the game."""
        family = self._find(name, owner, arguments, condition=False)
        if family is None:
            return None
        return asked_of(_told(owner, arguments), self._call(family, owner, arguments, scope, span))

    def _find(self, name: str, owner: Typed | None, arguments: GivenArguments, condition: bool) -> Family | None:
        prepositions = tuple(sorted(preposition for preposition, _ in arguments))
        for family in self.families.get(name, ()):
            if family.is_condition != condition or family.prepositions != prepositions:
                continue
            subject = class_sort(self.reader, family.subject) if family.subject else None
            if owner is None and subject is None:
                return family
            if owner is not None and subject is not None and fits(self.reader, subject, owner.sort):
                return family
        return None

    # -------------------------------------------------------------------- call

    def _call(
        self,
        family: Family,
        owner: Typed | None,
        arguments: GivenArguments,
        scope: Scope,
        span: Span,
    ) -> Typed:
        self.weave(family, span)
        assert family.result is not None
        you = scope.you.term if scope.you is not None else Const(-1)
        if scope.you is None:
            self._of_nobody[span] = family.name, family.title
        given = [you, *([owner.term] if owner is not None else []), *self._in_order(family, arguments, span)]
        if family.result.form == "bundle":
            given.append(Local(BUNDLE_MEMBER))
        return Typed(Apply(family.title, tuple(given)), family.result, family.maybe)

    def _in_order(self, family: Family, arguments: GivenArguments, span: Span) -> list[Term]:
        """The arguments in the order of the general sentence; equal prepositions keep their reading order."""
        waiting = list(arguments)
        found = []
        for wanted, noun in zip(family.order, family.classes, strict=True):
            index = next(i for i, (preposition, _) in enumerate(waiting) if preposition == wanted)
            given = waiting.pop(index)[1]
            fitting(self.reader, family.name, given.sort, class_sort(self.reader, noun), span)
            found.append(given.term)
        return found

    def choices(
        self, name: str, owner: Typed, arguments: GivenArguments, scope: Scope, span: Span
    ) -> tuple[Term, Sort] | None:
        """The set of values `choose your NAME` offers."""
        family = self._find(name, owner, arguments, condition=False)
        if family is None:
            return None
        value = self._call(family, owner, arguments, scope, span)
        assert isinstance(value.term, Apply)
        if any(isinstance(clause.node, tree.DefineMay) for clause in family.clauses):
            found: Term = Apply(f"choices of {family.title}", value.term.arguments)
        else:
            found = single(value.term)
        there = all_of(is_there(thing.term) for thing in _told(owner, arguments) if thing.maybe)
        return either(there, found, EMPTY), value.sort

    # ------------------------------------------------------------------- weave

    def weave_all(self) -> None:
        """Weave every definition, used or not, so that every sentence is checked."""
        for families in list(self.families.values()):
            for family in families:
                try:
                    self.weave(family, family.clauses[0].node.span)
                except Misread as misread:
                    self.book.report(misread.diagnostic)

    def report_nobody(self) -> None:
        """Report where a definition that asks who acts, itself or by way of another, is asked and nobody does."""
        families = [family for known in self.families.values() for family in known]
        of_you = {one.title for one in families if any(clause.asks_who_acts for clause in one.clauses)}
        plain = {one.title for one in families if not any(clause.placed.text for clause in one.clauses)}
        of_others = {name for name in plain & self.program.keys() if _says_you(self.program[name].body)}
        of_you = self._and_who_asks(of_you)
        of_others = self._and_who_asks(of_you | of_others)
        for span, (name, function) in self._of_nobody.items():
            if function in of_others:
                others = function not in of_you
                self.book.report(reference_wording.nobody_acts(span, others=others, defined=name))

    def _and_who_asks(self, about: set[str]) -> set[str]:
        """These definitions, and those that ask one of them on behalf of who acts."""
        asking = {name: _asked_for_you(woven.body) for name, woven in self.program.items()}
        while more := {name for name, asked in asking.items() if name not in about and not about.isdisjoint(asked)}:
            about = about | more
        return about

    def weave(self, family: Family, span: Span) -> None:
        """Make the function of a family, unless it is made already."""
        if family.broken is not None:
            raise Misread(family.broken)
        if family.result is not None:
            return
        if family.working:
            raise Misread(wording.defined_by_itself(span, family.name, family.clauses[0].node.span))
        deep = 1 + sum(one.working for families in self.families.values() for one in families)
        if deep > MOST_DEFINITIONS_DEEP:
            what = "definitions, each worked out by the next,"
            raise Misread(component_wording.too_many(span, deep, what, MOST_DEFINITIONS_DEEP, WRITTEN_OUT))
        family.working = True
        try:
            Weaver(self, family).weave()
        except Misread as misread:
            family.broken = misread.diagnostic
            raise
        finally:
            family.working = False


def _told(owner: Typed | None, arguments: GivenArguments) -> list[Typed]:
    """All things that a definition is asked of."""
    return [*([owner] if owner is not None else []), *(given for _, given in arguments)]


@remembered
def _asked_for_you(body: Term) -> frozenset[str]:
    """The definitions that one asks on behalf of who acts."""
    calls_in = (part for part in all_parts(body) if type(part) is Apply)
    return frozenset(call.function for call in calls_in if Local(YOU) in call.arguments[:1])


@remembered
def _says_you(body: Term) -> bool:
    """Does who acts matter in a definition itself?"""
    you = Local(YOU)
    return body == you or any(
        you in (part.arguments[1:] if type(part) is Apply else tuple(direct_parts(part))) for part in all_parts(body)
    )
