"""Worked examples compiled: facts become effects, the situation becomes an entry into the graph, expectations become
terms.

An example is drawn beside the flow: its entry goes through the action the example is about and then rests at an end
of its
own, so that nothing after the action happens.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from rulelang.diagnostics.catalogue import examples as wording
from rulelang.graph.book import Misread
from rulelang.graph.build import minus, single, unite, without
from rulelang.graph.flow.base import Place, cell_of
from rulelang.graph.flow.substitute import rewrite
from rulelang.graph.groups import Group
from rulelang.graph.origins import origin_of
from rulelang.graph.program import Origin
from rulelang.graph.scope import Scope
from rulelang.graph.sorts import PLAYER, Sort, Typed
from rulelang.graph.terms import (
    Append,
    Cell,
    Compare,
    Const,
    Effect,
    ForIn,
    Local,
    Members,
    MovePiece,
    MoveTokens,
    Name,
    PlaceOf,
    Put,
    Require,
    Term,
    TokenCount,
    Tokens,
    VarietyOf,
    When,
)
from rulelang.graph.terms import Span as Numbers
from rulelang.tree import nodes as tree

if TYPE_CHECKING:
    from rulelang.graph.compile import Compiler


@dataclass(frozen=True, slots=True)
class Answer:
    """One choice as written: a label (with a count), a number, or `nothing`; `place` narrows it to things lying
    there."""

    text: str
    count: int | None
    place: str
    nothing: bool = False


@dataclass(frozen=True, slots=True)
class Arranged:
    """`given C`: effects that make the fact true"""

    effects: tuple[Effect, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class Begins:
    """`given P is about to ...`: the flow goes on at `program.example_entries[entry]`"""

    entry: int
    origin: Origin


@dataclass(frozen=True, slots=True)
class Chosen:
    """`when P chooses A, B` (player -1 is chance)"""

    player: int
    answers: tuple[Answer, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class Expected:
    """`then C`: the condition and, for comparisons, the values of both sides, to be shown when it fails."""

    condition: Term
    parts: tuple[tuple[str, Term], ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class MayChoose:
    """`then P may [not] choose A, B`: whether the answers, one after the other, are offered."""

    player: int
    negated: bool
    answers: tuple[Answer, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class Wins:
    """`then P wins`; -1 nobody"""

    player: int
    origin: Origin


Step: TypeAlias = Arranged | Begins | Chosen | Expected | MayChoose | Wins


@dataclass(frozen=True, slots=True)
class CompiledExample:
    """Everything a runner needs. `start` is "new" (setup with first choices and outcomes) or "empty" (all in the box).
    Then the steps in their order. Forced decisions before an expectation or an answer take themselves, and a
    decision with
    the title "windows" is passed when the answer is not among its options."""

    title: str
    origin: Origin
    start: Literal["new", "empty"]
    steps: tuple[Step, ...]

    def terms(self) -> list[Term]:
        """All terms that may ask about the graph."""
        return [
            term
            for step in self.steps
            if isinstance(step, Expected)
            for term in (step.condition, *dict(step.parts).values())
        ]

    def renumbered(self, renumber: Callable[[Any], Any]) -> CompiledExample:
        """The same example after the nodes got their final numbers."""
        steps = tuple(
            replace(
                step,
                condition=rewrite(step.condition, renumber),
                parts=tuple((text, rewrite(term, renumber)) for text, term in step.parts),
            )
            if isinstance(step, Expected)
            else step
            for step in self.steps
        )
        return replace(self, steps=steps)


def draw_examples(compiler: Compiler, entries: list[int]) -> tuple[CompiledExample, ...]:
    """Compile all examples that fit the number of players and the variants of this compilation."""
    found = []
    for placed in compiler.items:
        if isinstance(placed.item, tree.Example) and fits(placed.item, compiler):
            try:
                found.append(_Drawer(compiler, placed.item, Place(placed, placed.item.title.text)).draw(entries))
            except Misread as misread:
                compiler.book.report(misread.diagnostic)
    return tuple(found)


def fits(example: tree.Example, compiler: Compiler) -> bool:
    """Is this example meant for so many players and these variants?"""
    wanted = example_setting(example)
    players = wanted[0] if wanted[0] is not None else compiler.world.fewest
    return players == compiler.world.players and wanted[1] == compiler.variants


def example_setting(example: tree.Example) -> tuple[int | None, frozenset[str]]:
    """The number of players and the variants an example asks for."""
    players: int | None = None
    variants = set()
    for line in example.lines:
        if isinstance(line, tree.GivenVariant):
            variants.add(line.name.text)
        elif isinstance(line, tree.Given):
            players = _players(line.condition) or players
    return players, frozenset(variants)


def _players(condition: tree.Condition) -> int | None:
    """`the number of players is 3`"""
    if (
        isinstance(condition, tree.IsFact)
        and isinstance(condition.subject, tree.CountOf)
        and isinstance(condition.subject.what, tree.SetPhrase)
        and condition.subject.what.noun.builtin in ("player", "players")
        and condition.subject.what.noun.name is None
        and isinstance(condition.compare, tree.Equals)
        and isinstance(condition.compare.value, tree.Number)
    ):
        return condition.compare.value.value
    return None


class _Drawer:
    """Draws one example."""

    def __init__(self, compiler: Compiler, node: tree.Example, place: Place) -> None:
        self.compiler = compiler
        self.flow = compiler.flow
        self.meaning = compiler.meaning
        self.book = compiler.book
        self.world = compiler.world
        self.node = node
        self.place = place

    def draw(self, entries: list[int]) -> CompiledExample:
        start: Literal["new", "empty"] = "empty"
        awake = Put("playing", Const(0), Const(1))
        steps: list[Step] = [Arranged((awake,), origin_of(self.place.placed, self.node, self.node.cite))]
        for line in self.node.lines:
            origin = origin_of(self.place.placed, line, self.node.cite)
            match line:
                case tree.GivenNew():
                    start = "new"
                case tree.Given(condition):
                    if _players(condition) is None:
                        steps.append(Arranged(tuple(self.fact(condition)), origin))
                case tree.GivenAbout(actor, call):
                    steps.append(Begins(len(entries) - 1, origin))
                    entries.append(self._entry(actor, call))
                case tree.When(actor, choices):
                    player = -1 if isinstance(actor, tree.Chance) else self._player(actor)
                    steps.append(Chosen(player, tuple(self._answer(c) for c in choices), origin))
                case tree.Then(condition):
                    term = self.meaning.condition(condition, Scope())
                    steps.append(Expected(term, tuple(self._parts(condition)), origin))
                case tree.ThenMay(actor, negated, choices):
                    answers = tuple(self._answer(c) for c in choices)
                    steps.append(MayChoose(self._player(actor), negated, answers, origin))
                case tree.ThenWins(player):
                    steps.append(Wins(-1 if player is None else self._player(player), origin))
                case _:
                    pass
        origin = origin_of(self.place.placed, self.node, self.node.cite)
        return CompiledExample(self.node.title.text, origin, start, tuple(steps))

    def _entry(self, actor: tree.Phrase, call: tree.Call) -> int:
        """Draw the way into the action, and an end of its own after it."""
        flow, pen = self.flow, self.flow.pen
        player = self.meaning.phrase(actor, Scope(), PLAYER)
        with pen.aside():
            pen.group = ["example"]
            origin = flow.origin(self.place, call)
            first = len(pen.nodes)
            start = pen.mark(origin)
            pen.turn = player
            pen.move_over()
            flow.call(call, Scope(you=player), self.place)
            flow.last_windows(player, origin)
            pen.turn = None
            pen.move_over()
            pen.draw("end", origin, "end of the example")
        flow.open_windows(first)
        flow.weave_new(first)
        return start

    def _player(self, phrase: tree.Phrase) -> int:
        found = self.meaning.phrase(phrase, Scope(), PLAYER)
        if not isinstance(found.term, Const) or found.sort != PLAYER:
            raise Misread(wording.not_a_player(phrase.span))
        return found.term.value

    @staticmethod
    def _answer(choice: tree.Choice) -> Answer:
        place = choice.location.span.text if choice.location is not None else ""
        if choice.nothing:
            return Answer("nothing", None, place, True)
        if choice.name is not None:
            return Answer(choice.name.text, choice.count, place)
        if choice.value is None:
            return Answer(str(choice.count), None, place)
        return Answer(choice.value.span.text, None, place)

    def _parts(self, condition: tree.Condition) -> list[tuple[str, Term]]:
        """The values to show when a condition fails."""
        if isinstance(condition, tree.AllOf | tree.AnyOf):
            return [part for inner in condition.parts for part in self._parts(inner)]
        if isinstance(condition, tree.IsFact) and not isinstance(condition.subject, tree.Every | tree.EveryOf):
            try:
                value = self.meaning.value(condition.subject, Scope())
            except Misread:
                return []
            return [(f"{condition.subject.span.text} ({value.sort})", value.term)]
        if isinstance(condition, tree.ThereFact):
            return [("how many there are", self.meaning.group(condition.set, Scope()).count())]
        return []

    # ------------------------------------------------------------------- facts

    def fact(self, node: tree.Condition) -> list[Effect]:
        """Effects that make a condition true."""
        match node:
            case tree.AllOf(parts):
                return [effect for part in parts for effect in self.fact(part)]
            case tree.Bracketed(inside):
                return self.fact(inside)
            case tree.ThereFact(count, of):
                return self._there(count, of)
            case tree.HasFact(subject, count, of) if not isinstance(subject, tree.Every | tree.EveryOf):
                return self._has(subject, count, of, node)
            case tree.IsFact(subject, compare) if not isinstance(subject, tree.Every | tree.EveryOf):
                return self._is(subject, compare, node)
        raise Misread(wording.cannot_be_arranged(node.span))

    def _is(self, subject: tree.Value, compare: tree.Compare, node: tree.Condition) -> list[Effect]:
        match compare:
            case tree.IsRelated(False, tree.Located(_, places)) if isinstance(places, tree.Phrase):
                return self._put_in(subject, places, node)
            case tree.IsEmpty(False):
                return self._emptied(subject)
            case tree.IsFace(negated, face):
                thing = self.meaning.value(subject, Scope())
                down = (face == "face-down") != negated
                return [self.flow.face(thing.term, "face-down" if down else "face-up", thing, node)]
            case tree.Equals(negated, value):
                return self._equals(subject, negated, value, node)
            case _:
                pass
        raise Misread(wording.cannot_be_arranged(node.span))

    def _put_in(self, subject: tree.Value, places: tree.Phrase, node: tree.Condition) -> list[Effect]:
        target = self.meaning.phrase(places, Scope(), Sort("place"))
        thing = self.meaning.value(subject, Scope())
        if target.sort.form in ("list", "handful"):
            return [Append(target.sort.noun, target.term, thing.term)]
        place = Typed(self.meaning.place_of(target, node.span), target.sort)
        return [e for e in self.flow.move_thing(thing, place, "top", self.place, node) if not isinstance(e, Require)]

    def _emptied(self, subject: tree.Value) -> list[Effect]:
        target = self.meaning.value(subject, Scope(), Sort("place"))
        if target.sort.form in ("list", "handful"):
            return [Put(target.sort.noun, target.term, Const(0))]
        return self._clear(target.term)

    def _clear(self, place: Term) -> list[Effect]:
        """Everything in a place goes to the box."""
        box = Const(self.world.box)
        piece, token = self.book.local("piece"), self.book.local("token")
        here = Local(token)
        effects: list[Effect] = [ForIn(piece, Members(Cell("contents", place)), (MovePiece(Local(piece), box),))]
        if self.world.varieties:
            everything = Const((1 << len(self.world.varieties)) - 1)
            amount = TokenCount(VarietyOf(here), PlaceOf(here))
            move = MoveTokens(VarietyOf(here), PlaceOf(here), box, amount)
            effects.append(ForIn(token, Tokens(everything, single(place)), (move,)))
        return effects

    def _equals(self, subject: tree.Value, negated: bool, value: tree.Value, node: tree.Condition) -> list[Effect]:
        if isinstance(subject, tree.CountOf) and isinstance(subject.what, tree.SetPhrase) and not negated:
            return self._number_of(subject.what, self.meaning.number_of(value, Scope()).term, node)
        if isinstance(value, tree.Name):
            flag = self.flow._flag(subject, value.word.text, Scope())  # type: ignore[arg-type]
            if flag is not None:
                region, element = flag
                cell = Cell(region, Const(0))
                return [
                    Put(region, Const(0), without(cell, single(element)) if negated else unite((cell, single(element))))
                ]
        if negated and not isinstance(value, tree.Nothing):
            raise Misread(wording.cannot_be_arranged(node.span))
        target = self.meaning.value(subject, Scope())
        cell_found = cell_of(target.term)
        if (cell_found is not None and cell_found.region == "at") or target.sort.form == "place":
            return self._square_of(subject, value, node)
        return [self.flow.assign(target, self.meaning.value(value, Scope(), target.sort).term, node.span)]

    def _square_of(self, subject: tree.Value, value: tree.Value, node: tree.Condition) -> list[Effect]:
        """`Red's Pilgrim's Station is Kochi`"""
        if isinstance(subject, tree.OfThing):
            place = self.meaning.value(value, Scope(), Sort("place"))
            thing = self.meaning.phrase(subject.owner, Scope())
            if thing.sort.form in ("piece", "token"):
                moved = self.flow.move_thing(thing, place, "top", self.place, node)
                return [effect for effect in moved if not isinstance(effect, Require)]
        target = self.meaning.value(subject, Scope())
        return [self.flow.assign(target, self.meaning.value(value, Scope(), target.sort).term, node.span)]

    # ------------------------------------------------------------------ counts

    def _there(self, count: tree.Count, of: tree.SetPhrase) -> list[Effect]:
        located = [f for f in of.filters if isinstance(f, tree.Located)]
        if not located or not isinstance(located[-1].places, tree.Phrase):
            raise Misread(wording.cannot_be_arranged(of.span))
        target = self.meaning.phrase(located[-1].places, Scope(), Sort("place"))
        place = Typed(self.meaning.place_of(target, of.span), target.sort)
        return self._amount_in(count, of, place)

    def _has(
        self, subject: tree.Value, count: tree.Count | None, of: tree.SetPhrase, node: tree.Condition
    ) -> list[Effect]:
        owner = self.meaning.value(subject, Scope())
        counted = self.meaning._counter_of(owner, of)
        if counted is not None and count is not None and count.number is not None:
            return [self.flow.assign(Typed(counted, Sort("number")), Const(count.number), node.span)]
        return self._amount_in(count, of, Typed(self.meaning.place_of(owner, of.span), owner.sort))

    def _amount_in(self, count: tree.Count | None, of: tree.SetPhrase, place: Typed) -> list[Effect]:
        amount = {"some": 1, "just one": 1, "none": 0}.get(count.form if count else "some")
        if amount is None:
            amount = count.number if count is not None else None
        if amount is None:
            raise Misread(wording.cannot_be_arranged(of.span))
        group = self._without_place(of)
        here = self.meaning.at_places(group, single(place.term))
        if amount == 0:
            return self._to_box(here)
        return self._from_elsewhere(group, Const(amount), place)

    def _without_place(self, of: tree.SetPhrase) -> Group:
        filters = tuple(f for f in of.filters if not isinstance(f, tree.Located))
        plain = tree.SetPhrase(of.adjectives, of.noun, filters, of.where, None, span=of.span)
        return self.meaning.group(plain, Scope())

    def _number_of(self, of: tree.SetPhrase, amount: Term, node: tree.Condition) -> list[Effect]:
        """`the number of Paintings in Red's Easel is 4`: surplus goes to the box, what is missing comes from it."""
        located = [f for f in of.filters if isinstance(f, tree.Located)]
        if not located or not isinstance(located[-1].places, tree.Phrase):
            raise Misread(wording.cannot_be_arranged(node.span))
        target = self.meaning.phrase(located[-1].places, Scope(), Sort("place"))
        place = Typed(self.meaning.place_of(target, of.span), target.sort)
        group = self._without_place(of)
        here = self.meaning.at_places(group, single(place.term))
        surplus, missing = minus(here.count(), amount), minus(amount, here.count())
        step, found = self.book.local("step"), self.book.local(group.name)
        one = Group(group.sort, found)
        box = Typed(Const(self.world.box), Sort("place", "Box"))
        away = ForIn(
            step,
            Numbers(Const(1), surplus),
            (Name(found, here.nth("last")), *self.flow._move_one(one, box, "top")),
        )
        return [
            When(Compare(">", surplus, Const(0)), (away,)),
            When(Compare(">", missing, Const(0)), tuple(self._from_elsewhere(group, missing, place))),
        ]

    def _to_box(self, group: Group) -> list[Effect]:
        domain, where = group.domain()
        box = Typed(Const(self.world.box), Sort("place", "Box"))
        body = tuple(self.flow._move_one(group, box, "top", everything=True))
        return [ForIn(group.name, domain, body if where == Const(1) else (When(where, body),))]

    def _from_elsewhere(self, group: Group, amount: Term, place: Typed) -> list[Effect]:
        """So many go to the place: from the box if it has them, otherwise from wherever they are."""
        box = self.meaning.at_places(group, Const(1 << self.world.box))
        everywhere = Const((1 << len(self.world.place_names)) - 1)
        outside = self.meaning.at_places(group, without(everywhere, single(place.term)))
        step, found = self.book.local("step"), self.book.local(group.name)
        one = Group(group.sort, found)
        from rulelang.graph.build import either

        source = either(box.any(), box.nth("first"), outside.nth("first"))
        body = (Name(found, source), *self.flow._move_one(one, place, "top"))
        return [ForIn(step, Numbers(Const(1), amount), body)]


def settings(examples: Sequence[tree.Example], fewest: int) -> list[tuple[int, frozenset[str]]]:
    """All (players, variants) that the examples of a rulebook need, in reading order."""
    found = []
    for example in examples:
        players, variants = example_setting(example)
        setting = (players if players is not None else fewest, variants)
        if setting not in found:
            found.append(setting)
    return found
