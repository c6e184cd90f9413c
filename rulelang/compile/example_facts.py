"""Facts an example begins with (`given there is a Stone on a1`) as effects that make them true."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.compile.context import Misread
from rulelang.compile.contradictions import asked_for
from rulelang.compile.flow.amounts import as_far_as_the_bank
from rulelang.compile.flow.base import Spot, cell_of
from rulelang.compile.flow.changes import added, mark_change
from rulelang.compile.flow.moves import move_one, move_thing, turn_face
from rulelang.compile.flow.room import limit_term, occupants
from rulelang.compile.groups import Group
from rulelang.compile.meaning.conditions import counter_of
from rulelang.compile.meaning.nouns import noun_group
from rulelang.compile.meaning.phrases import place_of
from rulelang.compile.meaning.sets import at_places, group_of, noun_word
from rulelang.compile.meaning.values import number_of
from rulelang.compile.sorts import PLAYER, Scope, Sort, Typed
from rulelang.diagnostics.catalogue import examples as wording
from rulelang.diagnostics.catalogue import references as reference_wording
from rulelang.graph import terms as t
from rulelang.graph.build import any_of, either, greatest, is_there, least, minus, plus, same, single, without
from rulelang.graph.terms import Effect, Term
from rulelang.rulebook.naming import noun_text
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import replace

if TYPE_CHECKING:
    from rulelang.compile.compiler import Compiler

NO_ROOM = "there is no room"
#: What is brought is turned so.
FACES = ("face-up", "face-down")


class FactMaker:
    """Makes facts true, whatever was true before."""

    def __init__(self, compiler: Compiler, place: Spot) -> None:
        self.place = place
        self.flow = compiler.flow
        self.meaning = compiler.meaning
        self.book = compiler.book
        self.world = compiler.world
        self.scope = Scope()

    def fact(self, node: tree.Condition) -> list[Effect]:
        """Effects that make a condition true."""
        match node:
            case tree.AllOf(parts):
                return [effect for part in parts for effect in self.fact(part)]
            case tree.Bracketed(inside):
                return self.fact(inside)
            case tree.ThereFact(count, of):
                return self._there(count, of)
            case tree.IsFact(tree.It(), tree.IsRound(False, number)):
                return self._round(number, node)
            case tree.IsFact(tree.Every() | tree.EveryOf() as subject) | tree.HasFact(
                tree.Every() | tree.EveryOf() as subject
            ):
                return self._each(subject, _of_one(node, subject.quantifier))
            case tree.IsFact(subject) | tree.HasFact(subject) if not isinstance(subject, tree.Every | tree.EveryOf):
                return self._of(subject, node)
            case _:
                pass
        raise Misread(wording.cannot_be_arranged(node.span))

    def _of(self, subject: tree.Value, node: tree.IsFact | tree.HasFact) -> list[Effect]:
        """A fact about one thing."""
        if isinstance(node, tree.IsFact):
            return self._is(subject, node.compare, node)
        return self._has(subject, node.count, node.set, node)

    def _each(self, subject: tree.Every | tree.EveryOf, node: tree.IsFact | tree.HasFact) -> list[Effect]:
        """`every Card is in the Row`, `every player's Coins are 4`: one after the other."""
        of = subject.owner if isinstance(subject, tree.EveryOf) else subject.set
        if isinstance(of, tree.EveryOf):
            raise Misread(wording.cannot_be_arranged(node.span))
        if isinstance(of, tree.Noun):
            noun, group = of, noun_group(self.meaning, of, Scope())
        else:
            noun, group = of.noun, group_of(self.meaning, of, Scope())
        word, span = noun_word(self.meaning, noun), subject.span
        name = None if noun.builtin == word else tree.Word(word, span=span)
        one: tree.Phrase = tree.The(tree.Noun(name, None if name else noun.builtin, span=span), span=span)
        if isinstance(subject, tree.EveryOf):
            one = tree.OfThing(one, subject.noun, span=span)
        self.scope = Scope().naming(word, group.element).describing(group.element)
        if group.is_tokens and isinstance(node, tree.IsFact) and isinstance(node.compare, tree.IsRelated):
            body = self._all_of_a_look(group, node.compare, node)
        else:
            body = self._of(one, node)
        self.scope = Scope()
        domain, where = group.domain()
        return [t.ForIn(group.name, domain, tuple(body) if where == t.Const(1) else (t.When(where, tuple(body)),))]

    def _all_of_a_look(self, group: Group, compare: tree.IsRelated, node: tree.Condition) -> list[Effect]:
        """Tokens go to a place look by look."""
        related = compare.relation
        if compare.negated or not isinstance(related, tree.Located) or not isinstance(related.places, tree.Phrase):
            raise Misread(wording.cannot_be_arranged(node.span))
        target = self.meaning.value(related.places, Scope(), Sort("place"))
        place = Typed(place_of(target, node.span), target.sort)
        effects, limit = move_one(group, place, "top", everything=True), limit_term(self.flow, place)
        if limit is not None:
            reason = self.flow.reason(NO_ROOM, self.place, node)
            effects.append(t.Require(t.Compare("<=", occupants(self.flow, place), limit), reason))
        return effects

    def _is(self, subject: tree.Value, compare: tree.Compare, node: tree.Condition) -> list[Effect]:
        match compare:
            case tree.IsRelated(False, tree.Located(_, places)) if isinstance(places, tree.Phrase):
                return self._put_in(subject, places, node)
            case tree.IsEmpty(False):
                return self._emptied(subject)
            case tree.IsFace(negated, face):
                thing = self.meaning.value(subject, self.scope, Sort("piece"))
                down = (face == "face-down") != negated
                return [turn_face(self.flow, thing.term, "face-down" if down else "face-up", thing, node)]
            case tree.Equals(negated, value):
                return self._equals(subject, negated, value, node)
            case tree.Bounded("least", value):
                return self._kept_within(subject, self._number(value), None, node)
            case tree.Bounded("most", value):
                return self._kept_within(subject, None, self._number(value), node)
            case tree.MoreThan(value):
                return self._kept_within(subject, plus(self._number(value), t.Const(1)), None, node)
            case tree.LessThan(value):
                return self._kept_within(subject, None, minus(self._number(value), t.Const(1)), node)
            case tree.IsRelated(True, tree.Located(_, places)) if isinstance(places, tree.Phrase):
                listed = self.meaning.value(places, self.scope).sort.form in ("list", "handful")
                raise Misread(wording.cannot_be_arranged(node.span, *([wording.WHO_IS_IN_IT] if listed else [])))
            case tree.IsTurn():
                raise Misread(wording.cannot_be_arranged(node.span, wording.WHOSE_TURN))
            case _:
                pass
        raise Misread(wording.cannot_be_arranged(node.span))

    def _number(self, value: tree.Value) -> Term:
        return number_of(self.meaning, value, self.scope).term

    def _kept_within(
        self, subject: tree.Value, low: Term | None, high: Term | None, node: tree.Condition
    ) -> list[Effect]:
        """A number that is too low or too high becomes the nearest that is not."""
        if isinstance(subject, tree.CountOf) and isinstance(subject.what, tree.SetPhrase):
            return self._number_of(subject.what, low or t.Const(0), high, node)
        target = self.meaning.value(subject, self.scope)
        if cell_of(target.term) is None or target.sort.form != "number":
            raise Misread(wording.cannot_be_arranged(node.span))
        return [self._set(target, _within(target.term, low, high), node.span)]

    def _round(self, number: int, node: tree.Condition) -> list[Effect]:
        found = self.flow.clock.set_round(number)
        if found is None:
            raise Misread(wording.no_such_round(node.span, number, len(self.flow.clock.rounds)))
        return found

    def _put_in(self, subject: tree.Value, places: tree.Phrase, node: tree.Condition) -> list[Effect]:
        target = self.meaning.value(places, self.scope, Sort("place"))
        if isinstance(subject, tree.Introduced):
            noun_group(self.meaning, subject.noun, self.scope)
            there = f"there is {subject.span.text}{node.span.text.removeprefix(subject.span.text).partition(' is')[2]}"
            raise Misread(reference_wording.cannot_introduce(subject.span, noun_text(subject.noun), fact=there))
        thing = self.meaning.value(subject, self.scope, Sort("piece"))
        if target.sort.form in ("list", "handful"):
            return added(self.book, target, thing, self.flow.reason("there is nothing to add", self.place, node))
        place = Typed(place_of(target, node.span), target.sort)
        return self._brought(thing, place, node)

    def _brought(self, thing: Typed, place: Typed, node: tree.Condition) -> list[Effect]:
        """One thing goes to a place, wherever it was."""
        moved = move_thing(self.flow, thing, place, "top", self.place, node)
        return [*self._room(thing, place, node), *(e for e in moved if not isinstance(e, t.Require))]

    def _room(self, thing: Typed, place: Typed, node: tree.Node) -> list[Effect]:
        """There is such a thing, and it lies in the place already or finds room there."""
        reason = self.flow.reason(NO_ROOM, self.place, node)
        needs: list[Effect] = [t.Require(is_there(thing.term), reason)]
        limit = limit_term(self.flow, place)
        if limit is not None:
            stays = same(place_of(thing, node.span), place.term)
            needs.append(t.Require(any_of((stays, t.Compare("<", occupants(self.flow, place), limit))), reason))
        return needs

    def _emptied(self, subject: tree.Value) -> list[Effect]:
        target = self.meaning.value(subject, self.scope, Sort("place"))
        if target.sort.form in ("list", "handful"):
            return [t.Put(target.sort.noun, target.term, t.Const(0))]
        return self._clear(target.term)

    def _clear(self, place: Term) -> list[Effect]:
        """Everything in a place goes to the box."""
        box = t.Const(self.world.box)
        piece, token = self.book.local("piece"), self.book.local("token")
        here = t.Local(token)
        effects: list[Effect] = []
        if self.world.individuals:
            effects.append(t.ForIn(piece, t.Members(t.Cell("contents", place)), (t.MovePiece(t.Local(piece), box),)))
        if self.world.varieties:
            everything = t.Const((1 << len(self.world.varieties)) - 1)
            amount = t.TokenCount(t.VarietyOf(here), t.PlaceOf(here))
            move = t.MoveTokens(t.VarietyOf(here), t.PlaceOf(here), box, amount)
            effects.append(t.ForIn(token, t.Tokens(everything, single(place)), (move,)))
        return effects

    def _equals(self, subject: tree.Value, negated: bool, value: tree.Value, node: tree.Condition) -> list[Effect]:
        if isinstance(subject, tree.CountOf) and isinstance(subject.what, tree.SetPhrase) and not negated:
            amount = self._number(value)
            return self._number_of(subject.what, amount, amount, node)
        if isinstance(value, tree.BareName):
            marked = mark_change(self.flow, subject, value.word.text, negated, self.scope)
            if marked is not None:
                return [marked]
        if negated and not isinstance(value, tree.Nothing):
            raise Misread(wording.cannot_be_arranged(node.span, wording.WHAT_IT_IS))
        target = self.meaning.value(subject, self.scope)
        cell_found = cell_of(target.term)
        if (cell_found is not None and cell_found.region == "at") or target.sort.form == "place":
            return self._square_of(subject, value, node)
        if cell_found is None:
            raise Misread(wording.cannot_be_arranged(node.span, wording.WORKED_OUT))
        return [self._set(target, self.meaning.value(value, self.scope, target.sort).term, node.span)]

    def _set(self, target: Typed, value: Term, span: Span) -> Effect:
        return self.flow.assign(target, as_far_as_the_bank(self.flow, target, value), span)

    def _square_of(self, subject: tree.Value, value: tree.Value, node: tree.Condition) -> list[Effect]:
        """`Red's Pilgrim's Station is Kochi`"""
        if isinstance(subject, tree.OfThing):
            place = self.meaning.value(value, self.scope, Sort("place"))
            thing = self.meaning.value(subject.owner, self.scope)
            if thing.sort.form in ("piece", "token"):
                return self._brought(thing, place, node)
        target = self.meaning.value(subject, self.scope)
        return [self.flow.assign(target, self.meaning.value(value, self.scope, target.sort).term, node.span)]

    # ------------------------------------------------------------------ counts

    def _there(self, count: tree.Count | None, of: tree.SetPhrase) -> list[Effect]:
        return self._amount_in(count, of, self._place_named(of, of.span))

    def _place_named(self, of: tree.SetPhrase, span: Span) -> Typed:
        """Where a set phrase says that they are."""
        located = [f for f in of.filters if isinstance(f, tree.Located)]
        if not located or not isinstance(located[-1].places, tree.Phrase):
            raise Misread(wording.cannot_be_arranged(span, wording.SAY_WHERE))
        target = self.meaning.value(located[-1].places, self.scope, Sort("place"))
        return Typed(place_of(target, of.span), target.sort)

    def _has(
        self, subject: tree.Value, count: tree.Count | None, of: tree.SetPhrase, node: tree.Condition
    ) -> list[Effect]:
        owner = self.meaning.value(subject, self.scope)
        counted = counter_of(self.meaning, owner, of)
        if counted is not None:
            low, high = _least_and_most(count, of)
            there = _within(counted, t.Const(low), t.Const(high) if high is not None else None)
            return [self._set(Typed(counted, Sort("number")), there, node.span)]
        if any(isinstance(one, tree.Located) for one in of.filters):
            return self._there(count, of)
        if owner.sort == PLAYER:
            raise Misread(wording.cannot_be_arranged(node.span, wording.SAY_WHERE))
        return self._amount_in(count, of, Typed(place_of(owner, of.span), owner.sort))

    def _amount_in(self, count: tree.Count | None, of: tree.SetPhrase, place: Typed) -> list[Effect]:
        low, high = _least_and_most(count, of)
        return self._between(of, t.Const(low), t.Const(high) if high is not None else None, place)

    def _without_place(self, of: tree.SetPhrase) -> Group:
        filters = tuple(f for f in of.filters if not isinstance(f, tree.Located))
        plain = tree.SetPhrase(of.adjectives, of.noun, filters, of.where, None, span=of.span)
        return group_of(self.meaning, plain, self.scope)

    def _number_of(self, of: tree.SetPhrase, low: Term, high: Term | None, node: tree.Condition) -> list[Effect]:
        """`the number of Paintings in Red's Easel is 4`"""
        return self._between(of, low, high, self._place_named(of, node.span))

    def _between(self, of: tree.SetPhrase, low: Term, high: Term | None, place: Typed) -> list[Effect]:
        """So many there, whatever lay there before: surplus goes to the box, what is missing comes from it."""
        group = self._without_place(of)
        here = at_places(self.meaning, group, single(place.term), of.span)
        if high == t.Const(0):
            return self._to_box(here)
        effects: list[Effect] = []
        if high is not None:
            surplus = minus(here.count(), high)
            step, found = self.book.local("step"), self.book.local(group.name)
            box = Typed(t.Const(self.world.box), Sort("place", "Box"))
            taken = (t.Name(found, here.nth("last")), *move_one(Group(group.sort, found), box, "top"))
            away = t.ForIn(step, t.Between(t.Const(1), surplus), taken)
            effects.append(t.When(t.Compare(">", surplus, t.Const(0)), (away,)))
        if low != t.Const(0):
            missing = minus(low, here.count())
            plain = replace(of, adjectives=tuple(one for one in of.adjectives if one.word not in FACES))
            brought = tuple(self._from_elsewhere(self._without_place(plain), missing, place, of))
            effects.append(t.When(t.Compare(">", missing, t.Const(0)), brought))
        return effects

    def _to_box(self, group: Group) -> list[Effect]:
        domain, where = group.domain()
        box = Typed(t.Const(self.world.box), Sort("place", "Box"))
        body = tuple(move_one(group, box, "top", everything=True))
        return [t.ForIn(group.name, domain, body if where == t.Const(1) else (t.When(where, body),))]

    def _from_elsewhere(self, group: Group, amount: Term, place: Typed, node: tree.SetPhrase) -> list[Effect]:
        """So many go to the place: from the box if it has them, otherwise from wherever they are."""
        everywhere = (1 << len(self.world.place_names)) - 1
        box, outside = (
            at_places(self.meaning, group, without(t.Const(places), single(place.term)), node.span)
            for places in (1 << self.world.box, everywhere)
        )
        step, found = self.book.local("step"), self.book.local(group.name)
        one = Group(group.sort, found)
        source = either(box.any(), box.nth("first"), outside.nth("first"))
        thing = Typed(t.Local(found), group.sort)
        faces = [one.word for one in node.adjectives if one.word in FACES]
        turned = [turn_face(self.flow, thing.term, face, thing, node) for face in faces]
        body = (t.Name(found, source), *self._room(thing, place, node), *turned, *move_one(one, place, "top"))
        return [t.ForIn(step, t.Between(t.Const(1), amount), body)]


def _of_one(node: tree.IsFact | tree.HasFact, quantifier: str) -> tree.IsFact | tree.HasFact:
    """What is so of each, if it is so of every one of them, or of none."""
    if quantifier == "every":
        return node
    if quantifier == "no" and isinstance(node, tree.HasFact) and (node.count is None or node.count.form == "some"):
        return replace(node, count=tree.Count("none", 0, span=node.span))
    if quantifier == "no" and isinstance(node, tree.IsFact) and isinstance(node.compare, tree.Equals | tree.IsFace):
        return replace(node, compare=replace(node.compare, negated=not node.compare.negated))
    raise Misread(wording.cannot_be_arranged(node.span))


def _least_and_most(count: tree.Count | None, of: tree.SetPhrase) -> tuple[int, int | None]:
    """What `a`, `no`, `at least 2` ask for."""
    if count is not None and count.form == "another":
        raise Misread(wording.cannot_be_arranged(of.span))
    return asked_for(count)


def _within(value: Term, low: Term | None, high: Term | None) -> Term:
    """The nearest number that is not too low or too high."""
    if low is not None and low == high:
        return low
    value = value if low is None else greatest(value, low)
    return value if high is None else least(value, high)
