"""What the setup takes from a place, all in all, and how much can lie there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.checks.context import CheckContext
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import supply as wording
from rulelang.rulebook.loading import selected
from rulelang.rulebook.naming import noun_text
from rulelang.rulebook.world import World
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tree.walk import parts
from rulelang.tuning.fast_dataclass import dataclass

_DEPTH = 4
"""So deep are actions looked into that do other actions."""


@dataclass(slots=True)
class _Drawer:
    """A place the setup takes from: how much so far, how much there can be, where it was taken first."""

    taken: int = 0
    there: int = 0
    first: Span | None = None


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """For each number of players and variant; each sentence once, for the first in which it takes too many. Only what
    is certainly obeyed counts: nothing under an `if`."""
    told: set[Span] = set()
    for compilation in context.compilations:
        program = compilation.program
        if program is None:
            continue
        items = [placed.item for placed in selected(context.rulebook, program.players, frozenset(program.variants))]
        for finding in _Setup(compilation.world, items).findings():
            if finding.span not in told:
                told.add(finding.span)
                yield finding


class _Setup:
    """One setup, gone through in the order it is obeyed."""

    def __init__(self, world: World, items: list[tree.Item]) -> None:
        self.world = world
        self.items = items
        self.actions = {item.name.text: item for item in items if isinstance(item, tree.Action)}
        self.drawers: dict[str, _Drawer] = {}
        self.refilled: set[str] = set()
        self.found: list[Diagnostic] = []

    def findings(self) -> list[Diagnostic]:
        for item in self.items:
            if isinstance(item, tree.Part) and item.part == "setup":
                self._block(item.body.statements, 1, 0)
        return self.found

    def _block(self, statements: Iterable[tree.Statement], times: int, depth: int) -> None:
        for statement in statements:
            match statement:
                case tree.Simple(sentences=sentences, if_possible=False):
                    for sentence in sentences:
                        self._sentence(sentence, times, depth)
                case tree.EachPlayer(other=False, body=body):
                    self._again(body, depth)
                    self._block(body.statements, times * self.world.players, depth)
                case tree.Repeat(times=tree.NumberLiteral(count), up_to=False, body=body):
                    self._again(body, depth)
                    self._block(body.statements, times * count, depth)
                case _:
                    self.refilled |= set(self._filled_by(statement, depth))

    def _sentence(self, sentence: tree.By | tree.Deed, times: int, depth: int) -> None:
        match sentence:
            case tree.By(deed=deed):
                self._sentence(deed, times, depth)
            case tree.Draw(quantity=quantity, destination=destination):
                self._take(quantity, times, sentence.span)
                self._fill(destination)
            case tree.Move(what=what, destination=destination):
                if isinstance(what, tree.Quantity):
                    self._take(what, times, sentence.span)
                self._fill(destination)
            case tree.Call(name=name, arguments=()) if name.text in self.actions and depth < _DEPTH:
                self._block(self.actions[name.text].body.statements, times, depth + 1)
            case _:
                self.refilled |= set(self._filled_by(sentence, depth))

    def _again(self, body: tree.Block, depth: int) -> None:
        """What a block puts somewhere can be taken the next time round."""
        self.refilled |= set(self._filled_by(body, depth))

    def _filled_by(self, node: tree.Node, depth: int) -> Iterator[str]:
        """Places into which something is put."""
        for part in parts(node):
            if isinstance(part, tree.Destination):
                yield _name(part.place)
            elif isinstance(part, tree.Swap):
                yield from self.world.places
            elif isinstance(part, tree.Call) and depth < _DEPTH:
                action = self.actions.get(part.name.text)
                yield from self.world.places if action is None else self._filled_by(action.body, depth + 1)

    def _fill(self, destination: tree.Destination) -> None:
        """Whatever is put back may be taken once more."""
        name = _name(destination.place)
        if name in self.drawers:
            self.refilled.add(name)

    def _take(self, quantity: tree.Quantity, times: int, span: Span) -> None:
        located = [one for one in quantity.set.filters if isinstance(one, tree.Located)]
        if quantity.count is None or len(located) != 1 or not isinstance(located[0].places, tree.The):
            return
        name = noun_text(located[0].places.noun)
        there = self._most(name)
        if there is None or quantity.count > there:
            return
        drawer = self.drawers.setdefault(name, _Drawer(there=0))
        drawer.there = max(drawer.there, there)
        drawer.taken += quantity.count * times
        if drawer.taken > drawer.there and name not in self.refilled:
            self.found.append(wording.setup_takes_too_many(span, name, drawer.there, drawer.taken, drawer.first))
            self.refilled.add(name)
        drawer.first = drawer.first or span

    def _most(self, place: str) -> int | None:
        """How many pieces can lie in a place, by what it is for and how many of that there are."""
        family = self.world.places.get(place)
        if family is None:
            return None
        accepted = family.accepts or list(self.world.pieces)
        kinds = {kind.name: kind for name in accepted for kind in self.world.piece_classes(name)}
        count = sum(len(kind.individuals) for kind in kinds.values())
        count += sum(self.world.varieties[number].supply for kind in kinds.values() for number in kind.varieties)
        return min(count, family.limit) if family.limit >= 0 else count


def _name(place: tree.Node) -> str:
    return noun_text(place.noun) if isinstance(place, tree.The) else ""
