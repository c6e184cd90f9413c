"""Conditions and values of a game in one state, in the words of the rulebook: terms are said by the one describer of
terms (`rulelang/graph/describe`), which is told here what is known in this state, and by whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeGuard

from interpreter.engine.executor import Fault
from interpreter.explain.partly_known import Veiled, ViewerValues
from interpreter.explain.refusal import Printed
from rulelang.graph import terms
from rulelang.graph.bit_sets import members
from rulelang.graph.describe.scopes import Classes
from rulelang.graph.roles import BOOKKEEPING, TRUTH

if TYPE_CHECKING:
    from interpreter.wording.worded_game import WordedGame
    from rulelang.graph.layout import Region


#: Of more members of a set only the number is told.
MOST_NAMED: Final = 5


class StateWording:
    """Prints terms of one game in one state."""

    def __init__(
        self,
        game: WordedGame,
        cells: Sequence[int],
        values: Mapping[str, int] | None = None,
        local: Classes | None = None,
        viewer: int | None = None,
    ) -> None:
        """With a viewer, values that hang on what the viewer does not see are left out."""
        self._game: Final = game
        self._eyes: Final = ViewerValues(game, cells, viewer)
        self._values: Final = dict(values or {})
        self._names: Final = game.names()
        self.local: Final = dict(local or {})
        self.speaker: Final = game.speaker.knowing(self._known)

    def print(self, term: terms.Term) -> Printed:
        """A term in words with its values."""
        return Printed(self.speaker.say(term, self.local), tuple(self._worth_knowing(term)))

    def refused(self, condition: terms.Term) -> Printed:
        """A condition that does not hold: what is so instead, with its values."""
        told = self._lacking(condition) or self._lying_there(condition)
        text = told or self.speaker.say(terms.Not(condition), self.local)
        return Printed(
            text, tuple(self._worth_knowing(condition)) or ((self.speaker.say(condition, self.local), "no"),)
        )

    def value_of(self, term: terms.Term) -> str:
        """The value of a term in words."""
        return self._said(term) or "?"

    # ------------------------------------------------------------------------------------------------- helpers

    def _value(self, term: terms.Term) -> int | None:
        try:
            return self._eyes.value(term, self._values)
        except (Fault, KeyError, Veiled):
            return None

    def _said(self, term: terms.Term) -> str | None:
        value = self._value(term)
        if value is None:
            return None
        elements = self.speaker.elements
        if elements.is_truth(term):
            return "yes" if value else "no"
        kind = elements.of(term, self.local)
        if not elements.is_set(term):
            return self._names.element(kind, value)
        listed = list(members(value)) if value >= 0 else []
        if len(listed) > MOST_NAMED:
            return f"{len(listed)} {kind}s"
        return self._names.joined([self._names.element(kind, member) for member in listed])

    def _known(self, term: terms.Term) -> str | None:
        """Things and people that are known by name here; numbers are told beside the words for them."""
        match term:
            case terms.Local(name) if name in self._values:
                return self._named(term, name)
            case terms.Cell(region) if self._game.program.layout.regions[region].role == "frame":
                found = self._game.program.layout.regions[region]
                if found.length > 1 or found.kind == "set" or found.elements in ("number", "position"):
                    return None
                value = self._said(term)
                return value if value not in (None, self._names.nothing) else None
            case _:
                return None

    def _named(self, term: terms.Local, name: str) -> str | None:
        definition = self._game.named_values.get(name)
        elements = self.speaker.elements
        if definition is not None and elements.is_number(definition, self.local):
            return self.speaker.say(definition, self.local)
        if name in self.local:
            return self._said(term)
        kind, value = self._game.gone_through.get(name) or elements.of_local(name), self._values[name]
        return self._names.element(kind, value) if not kind or value >= 0 else None

    def _lacking(self, condition: terms.Term) -> str:
        """`Ann has 1 of 3 Coins`: what somebody has too few of."""
        match condition:
            case terms.Compare(">=", terms.Cell(region, index), wanted) if (
                self._game.program.layout.regions[region].role == "counter"
                and self._game.program.layout.regions[region].holder == "player"
            ):
                pass
            case _:
                return ""
        have, asked = self._value(terms.Cell(region, index)), self._value(wanted)
        if have is None or asked is None or have >= asked:
            return ""
        found = self._game.program.layout.regions[region]
        whose, _, called = owned(self._game, found, self._value(index) or 0, found.called).partition("'s ")
        return f"{whose} has {have} of the {asked} {called} needed"

    def _lying_there(self, condition: terms.Term) -> str:
        """`Wood is in D1-E1`: what lies in a place that should be empty, if it is seen and not too much."""
        match condition:
            case terms.Compare("==", terms.Cell("contents", place) as pieces, terms.Const(0)):
                found = self._value(pieces) or 0
            case _:
                return ""
        if not 0 < found.bit_count() <= MOST_NAMED:
            return ""
        are = "is" if found.bit_count() == 1 else "are"
        return f"{self._said(pieces)} {are} in {self.speaker.say(place, self.local, 'place')}"

    # -------------------------------------------------------------------------------------------------- values

    def _worth_knowing(self, term: terms.Term) -> Iterator[tuple[str, str]]:
        """The parts of a term whose values explain it."""
        match term:
            case terms.And(parts) | terms.Or(parts):
                for part in parts:
                    yield from self._worth_knowing(part)
            case terms.Not(inside):
                yield from self._worth_knowing(inside)
            case terms.Compare(_, left, right) | terms.Arithmetic(_, left, right):
                for side in (left, right):
                    yield from self._worth_knowing(side)
            case terms.IfElse(condition, then, otherwise):
                value = self._value(condition)
                yield from self._worth_knowing(otherwise if value == 0 else then)
            case terms.Const() | terms.Possible():
                return
            case terms.Cell(region) if self._game.program.layout.regions[region].frame in BOOKKEEPING:
                return
            case terms.Entry(table) if self._game.program.table_role(table).entries == TRUTH:
                marked = terms.Compare("==", term, terms.Const(1))
                yield self.speaker.say(marked, self.local), "yes" if self._value(term) else "no"
            case terms.Local(name) if (definition := self._game.named_values.get(name)) is not None:
                yield (self.speaker.say(definition, self.local), str(self._values.get(name, "?")))
            case _:
                value_said, told = self._said(term), self.speaker.say(term, self.local)
                subject, is_, what = told.partition(" is ")
                if value_said is not None and not (is_ and subject == what):
                    yield told, value_said
                    yield from self._each(term)

    def _each(self, term: terms.Term) -> Iterator[tuple[str, str]]:
        """What few elements give one by one: `Ann: 0`, `Ben: 2`."""
        if not isinstance(term, terms.SumIn | terms.BestIn) or not isinstance(term.domain, terms.Members):
            return
        elements, kind = self._value(term.domain.set), self.speaker.elements.domain(term.domain, self.local)
        if not elements or not kind or elements.bit_count() > MOST_NAMED:
            return
        for element in members(elements):
            try:
                value = self._eyes.value(term.body, {**self._values, term.name: element})
            except (Fault, KeyError, Veiled):
                continue
            yield self._names.element(kind, element), "?" if value is None else str(value)


def owned(game: WordedGame, region: Region, index: int, title: str) -> str:
    """What one cell of a region that says something about several holders is called: `Ann's Chips`, `Ben's Rice`."""
    names, holder = game.names(), region.holder
    if game.sight.is_piece(holder):
        pieces = game.program.layout.pieces
        own = game.program.layout.pieces_of(holder)
        numbered = range(len(pieces)) if region.length == len(pieces) else own
        return f"{names.piece(numbered[index]) if 0 <= index < len(numbered) else index}'s {title}"
    if holder == "player":
        width = max(1, region.length // game.program.players)
        counted = game.program.names.get(title, ())
        if width > 1 and len(counted) == width:
            title = names.term(counted[index % width])
        return f"{names.player(index // width)}'s {title}"
    return f"{names.element(holder, index)}'s {title}"


def failing_parts(
    game: WordedGame, cells: Sequence[int], condition: terms.Term, values: Mapping[str, int], viewer: int | None = None
) -> list[terms.Term]:
    """The parts of a condition that make it fail: all false parts of an `and`, what is false in every way of an `or`,
    else the condition itself. Where no part is seen by the viewer to be false, all those that hang on something
    hidden."""
    if isinstance(condition, terms.Or):
        ways = [failing_parts(game, cells, part, values, viewer) for part in condition.parts]
        return [part for part in ways[0] if all(part in way for way in ways)] or [condition]
    if not isinstance(condition, terms.And):
        return [condition]
    eyes = ViewerValues(game, cells, viewer)
    found = [(part, eyes.value(part, values)) for part in condition.parts]
    failing = [part for part, value in found if value == 0] or [part for part, value in found if value is None]
    parts = [inner for part in failing for inner in failing_parts(game, cells, part, values, viewer)]
    # Of what is nothing, more need not be said.
    nothing = {part.left for part in parts if _asks_for_something(part)}
    return [part for part in parts if _asks_for_something(part) or not _asks_about(part, nothing)]


def _asks_for_something(part: terms.Term) -> TypeGuard[terms.Compare]:
    return isinstance(part, terms.Compare) and part.operation == ">=" and part.right == terms.Const(0)


def _asks_about(part: terms.Term, values: set[terms.Term]) -> bool:
    return isinstance(part, terms.Compare) and part.left in values
