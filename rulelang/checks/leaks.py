"""Hidden information: what a player is offered, and what everybody sees happen, tells nothing that is secret.

* Offers. For every player who may decide: which places do the conditions of the options look into, and does that
  player see what lies there? Then the same for what the rest of the move needs, as it decides about the offer too.
* What happens. Every fork and every new number that looks into a place which not everybody sees, and that nothing has
  shown before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rulelang.checks.looks import Look
from rulelang.checks.ranges import Names
from rulelang.checks.reading import all_parts
from rulelang.checks.touch import PLACES, Touch, Touching
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import hidden as wording
from rulelang.graph.program import Chance, Decide, Do, End, Option, Origin, Test
from rulelang.graph.terms import Cell, Const, Effect, ForIn, Name, Put, Require, Tell, When
from rulelang.source import Span

_FARTHEST = 12


def check_leaks(looks: Iterable[Look]) -> Iterator[Diagnostic]:
    """Each sentence once: its offers certainly or perhaps tell, what it does perhaps tells."""
    offers: dict[Span, tuple[bool, str]] = {}
    happenings: dict[Span, str] = {}
    for look in looks:
        secrets = Secrets(look)
        if secrets.any:
            for span, sure, place in secrets.offers():
                known = offers.get(span, (False, place))
                offers[span] = known[0] or sure, place if sure and not known[0] else known[1]
            for span, place in secrets.happenings():
                happenings.setdefault(span, place)
    for span, (sure, place) in offers.items():
        yield (wording.offer_tells if sure else wording.offer_may_tell)(span, place)
    for span, place in happenings.items():
        if span not in offers:
            yield wording.may_reveal(span, place)


class Secrets:
    """What is hidden in one program, and who looks at it."""

    def __init__(self, look: Look) -> None:
        self.look = look
        program = look.program
        everybody = (1 << program.players) - 1
        self._everybody = everybody
        self._audience = [
            everybody if place.sight == "open" else 1 << place.owner if place.sight == "secret" else 0
            for place in program.layout.places
        ]
        self._closed = sum(1 << number for number, seen in enumerate(self._audience) if seen != everybody)
        self.any = self._closed != 0
        self._shown = self._ever_shown()

    def _unseen(self, seat: int) -> int:
        return sum(1 << number for number, seen in enumerate(self._audience) if not seen >> seat & 1)

    def _name(self, places: int) -> str:
        """What the places are called; what each player has goes by the name they have in common."""
        found = [place for number, place in enumerate(self.look.program.layout.places) if places >> number & 1]
        return found[0].holder if found[0].owner >= 0 and found[0].holder else found[0].name

    def _ever_shown(self) -> int:
        """Places that some sentence shows to somebody."""
        touching = Touching(self.look, {})
        found = 0
        for node in self.look.program.nodes:
            for part in all_parts(_effects(node)):
                if isinstance(part, Tell):
                    found |= _shown_places(part, touching, {})
        return found

    def _shown_to_all(self, tell: Tell, touching: Touching, names: Names) -> int:
        """Places that everybody has seen then. Of two players, the other one has."""
        audience = touching.ranges.members(tell.audience, names)
        told = touching.is_sure(tell.audience) and self._everybody & ~audience == 0
        if self.look.program.players > 2 and not told:
            return 0
        return _shown_places(tell, touching, names)

    # ------------------------------------------------------------------ offers

    def offers(self) -> Iterator[tuple[Span, bool, str]]:
        """Sentences whose choices look into what the one who chooses may not see."""
        for node in self.look.program.nodes:
            if isinstance(node, Decide):
                for seat in self._deciders(node):
                    unseen = self._unseen(seat)
                    touching = Touching(self.look, self._seats(node, seat))
                    for option in node.options:
                        if option.origin.span is not None:
                            for touch in _asked(option, touching):
                                yield from self._judged(touch, unseen, option.origin.span)
                            if option.lookahead:
                                for origin, touch in self._ahead(option, touching):
                                    span = origin.span or option.origin.span
                                    if touch.region == PLACES and touch.cells & unseen and not touch.counted:
                                        yield span, False, self._name(touch.cells & unseen)

    def _judged(self, touch: Touch, unseen: int, span: Span) -> Iterator[tuple[Span, bool, str]]:
        if touch.region == PLACES and not touch.counted and touch.cells & unseen:
            hidden = touch.cells & unseen
            yield span, touch.sure and not hidden & self._shown, self._name(hidden)

    def _deciders(self, node: Decide) -> Iterable[int]:
        players = range(self.look.program.players)
        if isinstance(node.actor, Const):
            return [node.actor.value] if node.actor.value in players else []
        return players

    def _seats(self, node: Decide, seat: int) -> dict[str, int]:
        """Cells that hold the one who decides: the cell itself, and those it was copied from or into just before."""
        if not isinstance(node.actor, Cell):
            return {}
        region = node.actor.region
        return dict.fromkeys(self.look.copies.get(region, frozenset({region})), seat)

    def _ahead(self, option: Option, touching: Touching) -> Iterator[tuple[Origin, Touch]]:
        """What decides whether the rest of the move can be obeyed."""
        program = self.look.program
        waiting, seen = [option.target], set[int]()
        while waiting:
            number = waiting.pop()
            if number < 0 or number in seen:
                continue
            seen.add(number)
            node = program.nodes[number]
            if isinstance(node, Chance | Decide | End) or node.rest:
                continue
            if isinstance(node, Test) and any(self._fails(step.target) for step in self.look.course.steps[number]):
                for condition, _ in node.arms:
                    yield from ((node.origin, touch) for touch in touching.reads(condition, {}))
            if isinstance(node, Do):
                for need, names in _needs(node.effects, {}, touching):
                    origin = program.reasons[need.reason][1]
                    yield from ((origin, touch) for touch in touching.reads(need.condition, names))
            waiting.extend(step.target for step in self.look.course.steps[number])

    def _fails(self, number: int) -> bool:
        """May the way on from here turn out to be impossible, up to the next decision?"""
        seen: set[int] = set()
        waiting = [number]
        while waiting:
            here = waiting.pop()
            if here < 0 or here in seen:
                continue
            seen.add(here)
            node = self.look.program.nodes[here]
            if isinstance(node, Do) and any(isinstance(part, Require) for part in all_parts(node.effects)):
                return True
            if isinstance(node, Do | Test) and not node.rest:
                waiting.extend(step.target for step in self.look.course.steps[here])
            elif isinstance(node, Decide) and node.otherwise < 0 and not node.rest:
                return True
        return False

    # -------------------------------------------------------------- happenings

    def happenings(self) -> Iterator[tuple[Span, str]]:
        """Sentences whose result everybody sees and that look into what not everybody sees."""
        touching = Touching(self.look, {})
        for node in self.look.program.nodes:
            match node:
                case Test():
                    if node.origin.span is not None and node.title in ("if", "until", "as soon as", "while"):
                        for condition, _ in node.arms:
                            shown = self._shown_before(node.number, touching)
                            yield from self._told(touching.reads(condition, {}), shown, node.origin.span)
                case Do() | Chance():
                    shown = self._shown_before(node.number, touching)
                    yield from self._effects(node.effects, {}, node.origin, touching, shown)
                case Decide():
                    for option in node.options:
                        names = touching.ranges.with_parameters(option.parameters, {})
                        yield from self._effects(option.effects, names, option.origin, touching, 0)
                case _:
                    pass

    def _effects(
        self, effects: Sequence[Effect], names: Names, origin: Origin, touching: Touching, shown: int
    ) -> Iterator[tuple[Span, str]]:
        for effect in effects:
            match effect:
                case Tell():
                    shown |= self._shown_to_all(effect, touching, names)
                case Name(name, value):
                    names = {**names, name: touching.ranges.number(value, names)}
                case Put(region, _, value) if self._is_open(region) and origin.span is not None:
                    yield from self._told(touching.reads(value, names), shown, origin.span)
                case When(condition, then, otherwise, reason):
                    where = self.look.program.reasons[reason][1] if reason >= 0 else origin
                    if where.span is not None:
                        yield from self._told(touching.reads(condition, names), shown, where.span)
                    yield from self._effects((*then, *otherwise), names, where, touching, shown)
                case ForIn(name, domain, body):
                    inside = touching.ranges.with_element(name, domain, names)
                    with touching.knowing(touching.home(name, domain, names)):
                        yield from self._effects(body, inside, origin, touching, shown)
                    shown |= self._shown_in(body, inside, touching)
                case _:
                    pass

    def _told(self, touches: Iterable[Touch], shown: int, span: Span) -> Iterator[tuple[Span, str]]:
        for touch in touches:
            hidden = touch.cells & self._closed & ~shown
            if touch.region == PLACES and not touch.counted and hidden:
                yield span, self._name(hidden)

    def _is_open(self, name: str) -> bool:
        region = self.look.program.layout.regions.get(name)
        return region is not None and region.role in ("counter", "flag", "variable", "list")

    def _shown_before(self, number: int, touching: Touching) -> int:
        """Places shown on the only way here."""
        found = 0
        for _ in range(_FARTHEST):
            steps = self.look.sources[number]
            if len(steps) != 1:
                break
            option = steps[0].option
            names = touching.ranges.with_parameters(option.parameters, {}) if option is not None else {}
            found |= self._shown_in(steps[0].effects, names, touching)
            number = steps[0].source
        return found

    def _shown_in(self, effects: Sequence[Effect], names: Names, touching: Touching) -> int:
        """Places that some of these effects show to everybody, each to one after the other."""
        found = 0
        for effect in effects:
            match effect:
                case Tell():
                    found |= self._shown_to_all(effect, touching, names)
                case ForIn(name, domain, body):
                    found |= self._shown_in(body, touching.ranges.with_element(name, domain, names), touching)
                case When(_, then, _):
                    found |= self._shown_in(then, names, touching)
                case _:
                    pass
        return found


def _needs(effects: Sequence[Effect], names: Names, touching: Touching) -> Iterator[tuple[Require, Names]]:
    """What effects need, with what is known by name there."""
    for effect in effects:
        match effect:
            case Require():
                yield effect, names
            case Name(name, value):
                names = {**names, name: touching.ranges.number(value, names)}
            case When(_, then, otherwise):
                yield from _needs((*then, *otherwise), names, touching)
            case ForIn(name, domain, body):
                yield from _needs(body, touching.ranges.with_element(name, domain, names), touching)
            case _:
                pass


def _shown_places(tell: Tell, touching: Touching, names: Names) -> int:
    found = 0
    for value in tell.values:
        if isinstance(value, Cell) and value.region == "contents":
            found |= touching.places(value.index, names)
    return found


def _asked(option: Option, touching: Touching) -> Iterator[Touch]:
    """What the choices of an option look at."""
    names: dict[str, tuple[int, int]] = {}
    for parameter in option.parameters:
        yield from touching.domain(parameter.domain, names)
        yield from touching.reads((parameter.fewest, parameter.most), names)
        home = touching.home(parameter.name, parameter.domain, names)
        names = touching.ranges.with_parameters((parameter,), names)
        yield from touching.reads(parameter.where, names, home)
    yield from touching.reads(option.guard, names)


def _effects(node: Any) -> tuple[Any, ...]:
    if isinstance(node, Decide):
        return tuple(option.effects for option in node.options)
    return getattr(node, "effects", ())
