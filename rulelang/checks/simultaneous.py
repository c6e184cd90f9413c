"""`each player secretly:` is done by all at the same time: nothing in it may look at what another player does in it.

The graph lets one player after the other go through the block. For two different players, what the one looks at is
held against what the other changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from rulelang.checks.context import CheckContext
from rulelang.checks.program_facts import ProgramFacts
from rulelang.checks.reads import PLACES, Touch, TouchedCells
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import hidden as wording
from rulelang.graph import terms as t
from rulelang.graph.program import Decide, Origin, Test
from rulelang.graph.roles import FrameRole, NodeRole
from rulelang.graph.successors import CourseStep
from rulelang.graph.terms import Term
from rulelang.graph.values.cell_values import Names
from rulelang.graph.walk import direct_parts
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import dataclass


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """Each sentence once: certainly looks at another player's choice, or perhaps."""
    blocks = [
        part.span
        for part in context.sentences
        if isinstance(part, tree.EachPlayer) and part.seating is not None and part.seating.form == "secret"
    ]
    if not blocks:
        return
    found: dict[tuple[Span, Span], tuple[bool, str]] = {}
    for look in context.looks:
        for block in blocks:
            for span, sure, what in _Block(look, block).findings():
                known = found.get((span, block), (False, what))
                found[span, block] = (known[0] or sure, what if sure else known[1])
    for (span, block), (sure, what) in found.items():
        yield (wording.looks_across if sure else wording.may_look_across)(span, block.first_line, what)


@dataclass(frozen=True, slots=True)
class _Site:
    """Something that is looked at, with what has been chosen before it."""

    terms: tuple[Any, ...]
    names: Names
    origin: Origin


class _Block:
    """One block in one program."""

    def __init__(self, look: ProgramFacts, span: Span) -> None:
        self.look = look
        self.steps = [step for header in _headers(look, span) for step in _round(look, header)]
        self.seats = _seats(look, self.steps)

    def findings(self) -> Iterator[tuple[Span, bool, str]]:
        """Sentence, whether it is certain, and what is looked at."""
        players = range(self.look.program.players)
        changed = [self._changes(seat) for seat in players]
        for seat in players:
            touching = self._touching(seat)
            others = [changes for other in players if other != seat for changes in changed[other]]
            for site in self._sites(seat):
                if site.origin.span is None:
                    continue
                for touch, changes in product(touching.reads(site.terms, site.names), others):
                    sure = _meet(touch, changes)
                    if sure is not None:
                        yield site.origin.span, sure, self._name(touch, changes)

    def _touching(self, seat: int) -> TouchedCells:
        return TouchedCells(self.look, dict.fromkeys(self.seats, seat))

    def _name(self, touch: Touch, changes: Touch) -> str:
        """What an author calls what is looked at."""
        if touch.region == PLACES and changes.cells >= 0:
            both = touch.cells & changes.cells
            for number, place in enumerate(self.look.program.layout.places):
                if both >> number & 1:
                    return place.name
        return changes.region if touch.region == "*" else touch.region

    # ------------------------------------------------------------------- sites

    def _sites(self, seat: int) -> Iterator[_Site]:
        """What decides what is offered and what happens."""
        ranges = self._touching(seat).view
        for step in self.steps:
            node = self.look.program.nodes[step.source]
            if step.option is not None:
                option = step.option
                names: Names = {}
                for one in option.parameters:
                    domain = (one.domain, one.fewest, one.most)
                    yield _Site(domain, names, option.origin)
                    names = ranges.with_parameters((one,), names)
                    yield _Site((one.where,), names, option.origin)
                yield _Site((option.guard,), names, option.origin)
                yield from self._effects(option.effects, names, option.origin)
            elif isinstance(node, Test):
                if step.condition is not None and node.role is not NodeRole.TRIGGER:
                    yield _Site((step.condition,), {}, node.origin)
            else:
                yield from self._effects(step.effects, {}, node.origin)

    def _effects(self, effects: tuple[Any, ...], names: Names, origin: Origin) -> Iterator[_Site]:
        for effect in effects:
            match effect:
                case t.Name(_, value):
                    yield _Site((value,), names, origin)
                case t.Put(region, index, value):
                    yield _Site((index, *_besides(value, region, index)), names, origin)
                case t.Require(condition, reason):
                    where = self.look.program.reasons[reason][1]
                    yield _Site((condition,), names, where if where.span is not None else origin)
                case t.When(condition, then, otherwise):
                    yield _Site((condition,), names, origin)
                    yield from self._effects((*then, *otherwise), names, origin)
                case t.ForIn(name, domain, body):
                    yield _Site((domain,), names, origin)
                    yield from self._effects(body, self.look.values.with_element(name, domain, names), origin)
                case t.MovePiece(piece, place):
                    yield _Site((piece, place), names, origin)
                case t.MoveTokens(variety, source, target, count):
                    yield _Site((variety, source, target, count), names, origin)
                case t.Tell():
                    pass
                case _:
                    yield _Site((effect,), names, origin)

    # ----------------------------------------------------------------- changes

    def _changes(self, seat: int) -> list[Touch]:
        """Everything a player going through the block may change, but for what an action holds in mind."""
        touching = self._touching(seat)
        found: list[Touch] = []
        for step in self.steps:
            parameters = step.option.parameters if step.option is not None else ()
            names = touching.view.with_parameters(parameters, {})
            found.extend(_changed(touching, step.effects, names))
            found.extend(_taken(touching, step, names))
        regions = self.look.program.layout.regions
        kept = ("counter", "flag", "variable", "list")
        return [one for one in found if one.region == PLACES or regions[one.region].role in kept]


def _changed(touching: TouchedCells, effects: Iterable[Any], names: Names) -> Iterator[Touch]:
    for effect in effects:
        match effect:
            case t.Name(name, value):
                names = {**names, name: touching.view.bound(value, names)}
            case t.Put(region, t.Const(0), t.Either() | t.Without() as value) if _is_set(touching, region):
                yield _changed_members(touching, region, value, names)
            case t.Put(region, index, _):
                yield Touch(region, touching.view.elements(index, names), touching.is_sure(index))
            case t.MovePiece(_, place):
                yield Touch(PLACES, touching.places(place, names), touching.is_sure(place))
            case t.MoveTokens(_, source, target, _):
                for place in (source, target):
                    yield Touch(PLACES, touching.places(place, names), touching.is_sure(place))
            case t.Append(region) | t.SortInto(region):
                yield Touch(region, -1, True)
            case t.When(_, then, otherwise):
                yield from _changed(touching, (*then, *otherwise), names)
            case t.ForIn(name, domain, body):
                yield from _changed(touching, body, touching.view.with_element(name, domain, names))
            case _:
                pass


def _taken(touching: TouchedCells, step: CourseStep, names: Names) -> Iterator[Touch]:
    """The places from which something that was just chosen is taken away."""
    homes: dict[Term, int] = {}
    for parameter in step.option.parameters if step.option is not None else ():
        for name, home in touching.home(parameter.name, parameter.domain, names).items():
            homes[t.Local(name)] = home.places
    for effect in step.effects:
        match effect:
            case t.Put(region, t.Const(0) as index, value) if value in homes:
                homes[t.Cell(region, index)] = homes[value]
            case t.Name(name, value) if value in homes:
                homes[t.Local(name)] = homes[value]
            case t.MovePiece(piece) if piece in homes:
                yield Touch(PLACES, homes[piece], True)
            case _:
                pass


def _is_set(touching: TouchedCells, name: str) -> bool:
    region = touching.view.values.layout.regions.get(name)
    return region is not None and region.kind == "set"


def _changed_members(touching: TouchedCells, region: str, value: t.Either | t.Without, names: Names) -> Touch:
    """`you become Done`: of a set, only the members that come or go."""
    members = value.parts if isinstance(value, t.Either) else (value.left, value.right)
    found, sure = 0, True
    for part in members:
        if isinstance(part, t.Single):
            found |= touching.view.elements(part.element, names)
            sure = sure and touching.is_sure(part.element)
        elif isinstance(part, t.Const):
            found |= part.value
        elif not (isinstance(part, t.Cell) and part.region == region):
            return Touch(region, -1, False)
    return Touch(region, found, sure)


def _besides(value: Term, region: str, index: Term) -> tuple[Term, ...]:
    """What a new value depends on besides the old one: adding up is the same in any order."""
    own = t.Cell(region, index)
    if value == own:
        return ()
    direct = direct_parts(value)
    return tuple(part for part in direct if part != own) if own in direct else (value,)


def _meet(touch: Touch, changes: Touch) -> bool | None:
    """Is the same cell looked at and changed? True if that is certain, None if it cannot be."""
    if touch.region == "*":
        return False
    if touch.region != changes.region or not touch.cells & changes.cells:
        return None
    return touch.sure and changes.sure and touch.cells >= 0 and changes.cells >= 0


def _headers(look: ProgramFacts, span: Span) -> list[Test]:
    return [
        node
        for node in look.reached_nodes
        if isinstance(node, Test) and node.role is NodeRole.NEXT_PLAYER and node.origin.span == span
    ]


def _round(look: ProgramFacts, header: Test) -> list[CourseStep]:
    """The steps of one player's way through the block, with the actions it calls."""
    course = look.course
    start = header.arms[0][1]
    ahead = course.reached([start], lambda step: step.source != header.number)
    back: set[int] = set()
    waiting = [header.number]
    while waiting:
        number = waiting.pop()
        if number not in back:
            back.add(number)
            waiting.extend(step.source for step in look.sources[number] if step.source in ahead)
    steps = [
        step
        for number in (ahead & back) - {header.number}
        for step in course.steps[number]
        if step.target in back and not _is_trigger(look, step)
    ]
    for entry in {step.through for step in steps if step.through >= 0}:
        steps.extend(course.ways_through(entry))
    return steps


def _is_trigger(look: ProgramFacts, step: CourseStep) -> bool:
    """`as soon as` is looked at between the players, but belongs to none of them."""
    node = look.program.nodes[step.source]
    return isinstance(node, Test) and node.role is NodeRole.TRIGGER and step.kind == "arm"


def _seats(look: ProgramFacts, steps: list[CourseStep]) -> frozenset[str]:
    """The cells that hold the player who goes through the block, and whatever is only a copy of them."""
    written: dict[str, list[Term]] = {}
    for step in steps:
        for effect in step.effects:
            if isinstance(effect, t.Put) and effect.index == t.Const(0):
                written.setdefault(effect.region, []).append(effect.value)
    deciders = {
        node.actor.region
        for node in (look.program.nodes[step.source] for step in steps)
        if isinstance(node, Decide) and node.secret and isinstance(node.actor, t.Cell)
    }
    found = {region for region in written if look.program.layout.regions[region].frame is FrameRole.EACH_PLAYER}
    found |= {region for region in deciders if region not in written}
    changed = True
    while changed:
        more = {
            region
            for region, values in written.items()
            if region not in found and all(isinstance(one, t.Cell) and one.region in found for one in values)
        }
        changed, found = bool(more), found | more
    return frozenset(found)
