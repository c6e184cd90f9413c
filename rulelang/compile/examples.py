"""Worked examples compiled: facts become effects, the situation becomes an entry into the graph, expectations become
terms.

An example is drawn beside the flow: its entry goes through the action the example is about and then rests at an end of
its own, so that nothing after the action happens.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from typing import TYPE_CHECKING

from rulelang.compile.context import Misread
from rulelang.compile.example_claims import ClaimReader
from rulelang.compile.example_facts import FactMaker
from rulelang.compile.flow.base import Spot, anything_to_leave
from rulelang.compile.flow.calls import call_action
from rulelang.compile.flow.drafts import Turn, joined
from rulelang.compile.flow.game_over import lead_to_the_end
from rulelang.compile.flow.triggers import weave_new
from rulelang.compile.flow.windows import last_windows, open_windows
from rulelang.compile.origins import origin_of
from rulelang.compile.sorts import PLAYER, Scope
from rulelang.graph.example_steps import (
    EXAMPLE_GROUP,
    Answer,
    Arranged,
    Begins,
    Chosen,
    CompiledExample,
    Expected,
    Happens,
    MayChoose,
    Step,
)
from rulelang.graph.origin import Origin
from rulelang.graph.terms import Const, Put
from rulelang.rulebook.loading import Placed, WrittenRulebook
from rulelang.tree import nodes as tree

if TYPE_CHECKING:
    from rulelang.compile.compiler import Compiler


def examples_of(compiler: Compiler, titles: Container[str] | None) -> list[Placed]:
    """The examples that fit the number of players and the variants of a compilation: all, or those with these
    titles."""
    return [
        placed
        for placed in compiler.items
        if isinstance(placed.item, tree.Example)
        and (titles is None or placed.item.title.text in titles)
        and fits(placed, compiler)
    ]


def draw_examples(compiler: Compiler, entries: list[int], titles: Container[str] | None) -> tuple[CompiledExample, ...]:
    """Compile these examples."""
    found = []
    for placed in examples_of(compiler, titles):
        assert isinstance(placed.item, tree.Example)
        found.append(Drawer(compiler, placed.item, Spot(placed, placed.item.title.text), entries).draw())
    return tuple(found)


#: Under this an item remembers for whom it is an example.
_SETTING = "players and variants"


def fits(placed: Placed, compiler: Compiler) -> bool:
    """Is this example meant for so many players and these variants?"""
    assert isinstance(placed.item, tree.Example)
    if _SETTING not in placed.kept:
        placed.kept[_SETTING] = example_setting(placed.item)
    wanted = placed.kept[_SETTING]
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
            players = players_asked_for(line.condition) or players
    return players, frozenset(variants)


def players_asked_for(condition: tree.Condition) -> int | None:
    """What `the number of players is 3` asks for; None for every other condition."""
    if (
        isinstance(condition, tree.IsFact)
        and isinstance(condition.subject, tree.CountOf)
        and isinstance(condition.subject.what, tree.SetPhrase)
        and condition.subject.what.noun.builtin in ("player", "players")
        and condition.subject.what.noun.name is None
        and isinstance(condition.compare, tree.Equals)
        and isinstance(condition.compare.value, tree.NumberLiteral)
    ):
        return condition.compare.value.value
    return None


class Drawer(FactMaker):
    """Draws one example."""

    def __init__(self, compiler: Compiler, node: tree.Example, place: Spot, entries: list[int]) -> None:
        super().__init__(compiler, place)
        self.compiler = compiler
        self.node = node
        self.entries = entries
        self.claims = ClaimReader(compiler)

    def draw(self) -> CompiledExample:
        """Every line that can be understood; the others are reported."""
        awake = Put("playing", Const(0), Const(1))
        origin = origin_of(self.place.placed, self.node, self.node.cite)
        steps: list[Step] = [Arranged((awake,), origin)]
        for line in self.node.lines:
            try:
                steps.extend(self._steps(line))
            except Misread as misread:
                self.book.report(misread.diagnostic)
        new = any(isinstance(line, tree.GivenNew) for line in self.node.lines)
        return CompiledExample(self.node.title.text, origin, "new" if new else "empty", tuple(steps))

    def _steps(self, line: tree.Node) -> Iterator[Step]:
        origin = origin_of(self.place.placed, line, self.node.cite)
        match line:
            case tree.Given(condition):
                if players_asked_for(condition) is None:
                    yield Arranged(tuple(self.fact(condition)), origin, self.claims.condition(condition))
            case tree.GivenAbout(actor, call):
                self.entries.append(self._entry(actor, call))
                yield Begins(len(self.entries) - 2, origin)
            case tree.WhenLine(actor, choices):
                player = -1 if isinstance(actor, tree.ChanceChooses) else self.claims.player(actor)
                yield Chosen(player, tuple(self._answer(c) for c in choices), origin)
            case tree.WhenHappens(assertion):
                yield Happens(self.claims.claim(assertion), origin)
            case tree.Then(assertion, at_once):
                yield Expected(self.claims.claim(assertion), at_once, origin)
            case tree.ThenMay(actor, negated, choices):
                answers = tuple(self._answer(c) for c in choices)
                yield MayChoose(self.claims.player(actor), negated, answers, origin)
            case _:
                pass

    def _entry(self, actor: tree.Phrase, call: tree.Call) -> int:
        """Draw the way into the action, and an end of its own after it."""
        flow, pen = self.flow, self.flow.pen
        player = self.meaning.value(actor, Scope(), PLAYER)
        with pen.aside():
            pen.group = [EXAMPLE_GROUP]
            origin = flow.origin(self.place, call)
            first = len(pen.nodes)
            start = pen.mark(origin)
            pen.effects(flow.clock.turn_begins(player.term), origin)
            pen.turn = turn = Turn(player)
            pen.move_over()
            around = self.place.inside(leaving=anything_to_leave())
            call_action(flow, call, Scope(you=player), around)
            pen.go_on(*pen.here, *joined(*around.leaving.values()))
            last_windows(flow, player, origin)
            # The sentence of the example stands where it begins, and is not done once more where it is over.
            turn.over = pen.mark(Origin(None))
            pen.turn = None
            pen.move_over()
            pen.draw("end", origin, "end of the example")
        self._complete(first)
        return start

    def _complete(self, first: int) -> None:
        """What the flow needs beside the nodes drawn from `first` on, so that it can be played."""
        open_windows(self.flow, first)
        lead_to_the_end(self.flow)
        weave_new(self.flow, first)

    def _answer(self, choice: tree.Choice) -> Answer:
        place = choice.location.span.text.removeprefix("the ") if choice.location is not None else ""
        if choice.without:
            return Answer(choice.without, None, place)
        if choice.name is not None:
            return Answer(choice.name.text, choice.count, place, choice.name.span.text.startswith('"'))
        if choice.value is None:
            return Answer(str(choice.count), None, place)
        return Answer(choice.value.span.text, None, place)


def titles_by_setting(
    rulebook: WrittenRulebook, wanted: Callable[[str], bool]
) -> dict[tuple[int, frozenset[str]], tuple[str, ...]]:
    """The titles of the examples that are wanted, for each number of players and variants one of them needs."""
    fewest = rulebook.seats[0] if rulebook.seats else 2
    found: dict[tuple[int, frozenset[str]], tuple[str, ...]] = {}
    for placed in rulebook.items:
        if isinstance(placed.item, tree.Example) and wanted(placed.item.title.text):
            setting = settings([placed.item], fewest)[0]
            found[setting] = (*found.get(setting, ()), placed.item.title.text)
    return found


def settings(examples: Sequence[tree.Example], fewest: int) -> list[tuple[int, frozenset[str]]]:
    """The same for some of its examples; `fewest` players where they name no number."""
    found = []
    for example in examples:
        players, variants = example_setting(example)
        setting = (players if players is not None else fewest, variants)
        if setting not in found:
            found.append(setting)
    return found
