"""What a player is offered must not depend on what that player may not see.

For every decision and for two players who may make it: which places do the conditions of its options look into? Then
the same for what the rest of the move needs, as a move is only offered if all of it can be obeyed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from rulelang.checks.reads import Touch, TouchedCells
from rulelang.checks.secrets import Secrets
from rulelang.graph import terms as t
from rulelang.graph.access import ANYTHING
from rulelang.graph.program import ChanceNode, Decide, Do, End, Node, OptionEdge, Origin, Parameter, Test
from rulelang.graph.shape import kinds, outermost_terms
from rulelang.graph.terms import Domain, Effect, Term
from rulelang.graph.values.cell_values import Names
from rulelang.graph.values.intervals import bounded, span
from rulelang.graph.walk import all_parts
from rulelang.source import Span

#: A cell that nobody asks about: it is known who acts, and that is not spoken of.
_SOMEBODY: Final = ""


class Offers:
    """The offers of one program."""

    def __init__(self, secrets: Secrets) -> None:
        self.secrets = secrets
        self.look = secrets.look
        self._failing: dict[int, bool] = {}
        self._touchings: dict[frozenset[tuple[str, int]], TouchedCells] = {}
        self._needs: dict[tuple[int, TouchedCells], list[tuple[Origin, Touch]]] = {}
        self._speaking_of: dict[int, set[str]] = {}
        self._offered: dict[tuple[int, TouchedCells], list[tuple[Origin, list[Touch]]]] = {}

    def telling(self) -> Iterator[tuple[Span, bool, str]]:
        """Sentences whose choices look into what the one who chooses may not see: where, certain or not, what."""
        for node in self.look.reached_nodes:
            if isinstance(node, Decide):
                for seat in self._deciders(node):
                    seats = self._seats(node, seat)
                    unseen = self.secrets.unseen(seat)
                    shown = self.secrets.shown_before(node.number)
                    for origin, touches in self._asked(node, self._touching(seats, node.number)):
                        yield from self._told(origin, touches, unseen, shown)
                    yield from self._ahead(node, seats, unseen)

    def asking(self) -> Iterator[tuple[Span, str]]:
        """Sentences that ask only those who have something to choose, which not everybody sees: where, what."""
        for node in self.look.reached_nodes:
            if isinstance(node, Decide) and node.otherwise >= 0 and all(one.role == "option" for one in node.options):
                span, touching = node.origin.span, self._touching({}, node.number)
                for touch in (touch for _, touches in self._asked(node, touching) for touch in touches):
                    hidden = self.secrets.hidden(touch, self.secrets.closed)
                    if span is not None and hidden:
                        yield span, hidden

    def _deciders(self, node: Decide) -> Sequence[int]:
        """All seats are alike; two are enough to meet somebody else, one if nobody sees more than the others. The first
        and the last, because the numbers of all others are a range then."""
        players = range(self.look.program.players)
        if isinstance(node.actor, t.Const):
            return [node.actor.value] if node.actor.value in players else []
        return players[:: max(1, len(players) - 1)] if self.secrets.own else players[:1]

    def _seats(self, node: Decide, seat: int) -> dict[str, int]:
        """Cells that hold the one who decides: the cell itself, and those that are copies of it."""
        if not isinstance(node.actor, t.Cell) or not self.secrets.own:
            return {}
        region = node.actor.region
        return dict.fromkeys(self.look.copies.get(region, frozenset({region})), seat)

    def _told(self, origin: Origin, touches: list[Touch], unseen: int, shown: int) -> Iterator[tuple[Span, bool, str]]:
        if origin.span is None:
            return
        for touch in touches:
            hidden = self.secrets.hidden(touch, unseen)
            if hidden:
                yield origin.span, touch.sure and not touch.cells & unseen & shown, hidden

    def _asked(self, node: Decide, touching: TouchedCells) -> list[tuple[Origin, list[Touch]]]:
        """What the choices of each option look at."""
        key = node.number, touching
        if key not in self._offered:
            self._offered[key] = [(one.origin, list(self._asked_by(one, touching))) for one in node.options]
        return self._offered[key]

    def _asked_by(self, option: OptionEdge, touching: TouchedCells) -> Iterator[Touch]:
        touches = self.secrets.touches
        names: Names = {}
        for parameter in option.parameters:
            yield from touches(touching, _named_by(parameter.domain), names)
            yield from touches(touching, (parameter.fewest, parameter.most), names)
            chosen = _chosen(parameter, touching, names)
            with touching.element(parameter.name, parameter.domain, names):
                yield from touches(touching, parameter.where, chosen)
            names = chosen
        yield from touches(touching, option.guard, names)

    # -------------------------------------------------------------- look-ahead

    def _ahead(self, decision: Decide, seats: dict[str, int], unseen: int) -> Iterator[tuple[Span, bool, str]]:
        """What decides whether the rest of a move can be obeyed."""
        waiting = [option.target for option in decision.options if option.lookahead]
        waiting += [
            part.node
            for option in decision.options
            for term in outermost_terms((option.parameters, option.guard))
            if t.Possible in kinds(term)
            for part in all_parts(term)
            if isinstance(part, t.Possible)
        ]
        seen: set[int] = set()
        seat = seats.get(decision.actor.region, -1) if isinstance(decision.actor, t.Cell) else -1
        seats, others = dict(seats), set[str]()
        for option in decision.options:
            self._follow(option.effects, seats)
            touching = self._touching(seats, decision.number)
            names: Names = {}
            for parameter in option.parameters:
                names = _chosen(parameter, touching, names)
            self._put_others(others, option.effects, names, seat, seats)
            for origin, touch in self._of_effects(option.effects, names, touching, option.origin):
                hidden = self.secrets.hidden(touch, unseen)
                if origin.span is not None and hidden:
                    yield origin.span, False, hidden
        while waiting:
            number = waiting.pop()
            if number < 0 or number in seen:
                continue
            seen.add(number)
            node = self.look.program.nodes[number]
            if isinstance(node, ChanceNode | End) or node.rest or _decides(node, others - seats.keys()):
                continue
            for origin, touch in self._kept_needs(number, self._touching(seats, number)):
                hidden = self.secrets.hidden(touch, unseen)
                if origin.span is not None and hidden:
                    yield origin.span, False, hidden
            for step in self.look.course.steps[number]:
                if step.kind != "choice" or (step.option is not None and step.option.lookahead):
                    self._follow(step.effects, seats)
                    self._put_others(others, step.effects, {}, seat, seats)
                    waiting.append(step.target)

    @staticmethod
    def _put_others(
        others: set[str], effects: Sequence[Effect], names: Names, seat: int, seats: Collection[str]
    ) -> None:
        """Note the cells in which somebody else is put down: whoever decides by them, look-ahead ends there."""
        for effect in effects:
            match effect:
                case t.Put(region, t.Const(0), t.Local(name)) if name in names and seat >= 0:
                    low, high = span(names[name])
                    if not low <= seat <= high:
                        others.add(region)
                case t.Put(region, t.Const(0), t.Cell(known, t.Const(0))) if known in others and known not in seats:
                    others.add(region)
                case _:
                    pass

    @staticmethod
    def _follow(effects: Sequence[Effect], seats: dict[str, int]) -> None:
        """The same player goes on under another name: `you` of the next action."""
        for effect in effects:
            match effect:
                case t.Put(region, t.Const(0), t.Cell(known, t.Const(0))) if known in seats:
                    seats[region] = seats[known]
                case _:
                    pass

    def _touching(self, seats: dict[str, int], number: int) -> TouchedCells:
        """What a node looks at: who acts matters as far as the node speaks of it."""
        spoken = self._speaking_of.get(number)
        if spoken is None:
            spoken = self._speaking_of[number] = self.secrets.looked_at(self.look.program.nodes[number])
        known = seats if ANYTHING in spoken else {cell: seat for cell, seat in seats.items() if cell in spoken}
        known = known or dict.fromkeys((_SOMEBODY,) if seats else (), 0)
        key = frozenset(known.items())
        if key not in self._touchings:
            self._touchings[key] = TouchedCells(self.look, known, self.secrets.about)
        return self._touchings[key]

    def _kept_needs(self, number: int, touching: TouchedCells) -> list[tuple[Origin, Touch]]:
        key = number, touching
        if key not in self._needs:
            self._needs[key] = list(self._needed(number, touching))
        return self._needs[key]

    def _needed(self, number: int, touching: TouchedCells) -> Iterator[tuple[Origin, Touch]]:
        node = self.look.program.nodes[number]
        match node:
            case Test() if any(self._fails(step.target) for step in self.look.course.steps[number]):
                for condition, _ in node.arms:
                    yield from ((node.origin, touch) for touch in self.secrets.touches(touching, condition, {}))
            case Do():
                yield from self._of_effects(node.effects, {}, touching, node.origin)
            case Decide() if node.otherwise < 0 and all(option.role == "option" for option in node.options):
                for asked, touches in self._asked(node, touching):
                    yield from ((asked, touch) for touch in touches)
            case _:
                pass

    def _of_effects(
        self, effects: Sequence[Effect], names: Names, touching: TouchedCells, origin: Origin
    ) -> Iterator[tuple[Origin, Touch]]:
        for condition, reason, known in _needs(effects, names, touching):
            where = self.look.program.reasons[reason][1] if reason >= 0 else origin
            yield from ((where, one) for one in self.secrets.touches(touching, condition, known))

    def _fails(self, number: int) -> bool:
        """May the way on from here turn out to be impossible?"""
        known = self._failing.get(number)
        if known is None:
            self._failing[number] = False
            known = self._failing[number] = self._may_fail(number)
        return known

    def _may_fail(self, number: int) -> bool:
        node = self.look.program.nodes[number]
        if isinstance(node, ChanceNode | End) or node.rest:
            return False
        if isinstance(node, Decide):
            return node.otherwise < 0 and all(option.role == "option" for option in node.options)
        if isinstance(node, Do) and any(isinstance(part, t.Require) for part in all_parts(node.effects)):
            return True
        return any(self._fails(step.target) for step in self.look.course.steps[number])


def _decides(node: Node, actors: set[str]) -> bool:
    """Is it one of these who decides?"""
    return isinstance(node, Decide) and isinstance(node.actor, t.Cell) and node.actor.region in actors


def _named_by(domain: Domain) -> Domain | Term:
    """What an offer tells of where it is taken from: of a row only how many lie there, each is called by its place."""
    return domain.start if isinstance(domain, t.CellList) and domain.region == "order" else domain


def _chosen(parameter: Parameter, touching: TouchedCells, names: Names) -> Names:
    """What is known of a choice, and before it: somebody else is not the one who chooses."""
    found = touching.view.with_parameters((parameter,), names)
    match parameter.where:
        case t.Not(t.Compare("==", t.Local(name), value)) if name == parameter.name and touching.is_sure(value):
            low, high = span(found[name])
            (seat, last) = touching.view.number(value, names)
            if seat == last and low < high:
                found = {**found, name: bounded(low + (seat == low), high - (seat == high))}
        case _:
            pass
    return found


def _needs(effects: Sequence[Effect], names: Names, touching: TouchedCells) -> Iterator[tuple[Term, int, Names]]:
    """What effects need, and what decides whether they need it; with the reason and what is known by name there."""
    for effect in effects:
        match effect:
            case t.Require():
                yield effect.condition, effect.reason, names
            case t.Name(name, value):
                names = {**names, name: touching.view.bound(value, names)}
            case t.When(condition, then, otherwise, reason):
                needs = list(_needs((*then, *otherwise), names, touching))
                if needs:
                    yield condition, reason, names
                yield from needs
            case t.ForIn(name, domain, body):
                yield from _needs(body, touching.view.with_element(name, domain, names), touching)
            case _:
                pass
