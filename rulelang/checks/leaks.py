"""Hidden information: what a player is offered, and what everybody sees happen, tells nothing that is secret."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulelang.checks.context import CheckContext
from rulelang.checks.hidden_offers import Offers
from rulelang.checks.reads import TouchedCells
from rulelang.checks.secrets import Secrets
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import hidden as wording
from rulelang.graph.program import ChanceNode, Decide, Do, Origin, Test
from rulelang.graph.roles import NodeRole
from rulelang.graph.terms import Effect, ForIn, Name, Put, Tell, Term, When
from rulelang.graph.values.cell_values import Names
from rulelang.source import Span

_FARTHEST = 12
_FORKS = (NodeRole.IF, NodeRole.UNTIL, NodeRole.TRIGGER, NodeRole.WHILE)


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """Each sentence once: its offers certainly or perhaps tell, what it does perhaps tells."""
    offers: dict[Span, tuple[bool, str]] = {}
    asked: dict[Span, str] = {}
    happenings: dict[Span, str] = {}
    for look in context.looks:
        secrets = Secrets(look)
        if secrets.any:
            offering = Offers(secrets)
            for span, place in offering.asking():
                asked.setdefault(span, place)
            for span, sure, place in offering.telling():
                known = offers.get(span)
                if known is None or (sure and not known[0]):
                    offers[span] = sure, place
            for span, place in Happenings(secrets).telling():
                happenings.setdefault(span, place)
    for span, (sure, place) in offers.items():
        yield (wording.offer_tells if sure else wording.offer_may_tell)(span, place)
    for span, place in happenings.items():
        if span not in offers:
            yield wording.may_reveal(span, place)
    for span, place in asked.items():
        yield wording.asking_tells(span, place)


class Happenings:
    """What everybody sees happen: every fork and every new number that looks into a place which not everybody sees, and
    that nothing has shown before."""

    def __init__(self, secrets: Secrets) -> None:
        self.secrets = secrets
        self.look = secrets.look
        self._touching = TouchedCells(self.look, {}, secrets.about)

    def telling(self) -> Iterator[tuple[Span, str]]:
        """Sentences whose result everybody sees and that look into what not everybody sees."""
        for node in self.look.reached_nodes:
            match node:
                case Test() if node.role in _FORKS and node.origin.span is not None:
                    for condition, _ in node.arms:
                        yield from self._told(condition, {}, self._shown_before(node.number), node.origin.span)
                case Do() | ChanceNode() if node.effects:
                    yield from self._effects(node.effects, {}, node.origin, self._shown_before(node.number))
                case Decide():
                    shown = self._shown_before(node.number)
                    for option in node.options:
                        names = self._touching.view.with_parameters(option.parameters, {})
                        yield from self._effects(option.effects, names, option.origin, shown)
                case _:
                    pass

    def _effects(
        self, effects: Sequence[Effect], names: Names, origin: Origin, shown: int
    ) -> Iterator[tuple[Span, str]]:
        touching = self._touching
        for effect in effects:
            match effect:
                case Tell():
                    shown |= self.secrets.shown_by((effect,), names, touching)
                case Name(name, value):
                    names = {**names, name: touching.view.bound(value, names)}
                case Put(region, _, value) if self._is_open(region) and origin.span is not None:
                    yield from self._told(value, names, shown, origin.span)
                case When(condition, then, otherwise, reason):
                    where = self.look.program.reasons[reason][1] if reason >= 0 else origin
                    if where.span is not None:
                        yield from self._told(condition, names, shown, where.span)
                    yield from self._effects((*then, *otherwise), names, where, shown)
                case ForIn(name, domain, body):
                    inside = touching.view.with_element(name, domain, names)
                    with touching.element(name, domain, names):
                        yield from self._effects(body, inside, origin, shown)
                    shown |= self.secrets.shown_by(body, inside, touching)
                case _:
                    pass

    def _told(self, term: Term, names: Names, shown: int, span: Span) -> Iterator[tuple[Span, str]]:
        for touch in self.secrets.touches(self._touching, term, names):
            hidden = self.secrets.hidden(touch, self.secrets.closed & ~shown)
            if hidden:
                yield span, hidden

    def _is_open(self, name: str) -> bool:
        region = self.look.program.layout.regions.get(name)
        return region is not None and name != "face-down" and region.role in ("counter", "flag", "variable", "list")

    def _shown_before(self, number: int) -> int:
        """Places shown on the only way here."""
        found = 0
        for _ in range(_FARTHEST if self.secrets.shows else 0):
            steps = self.look.sources[number]
            if len(steps) != 1:
                break
            option = steps[0].option
            ranges = self._touching.view
            names = ranges.with_parameters(option.parameters, {}) if option is not None else {}
            found |= self.secrets.shown_by(steps[0].effects, names, self._touching)
            number = steps[0].source
        return found
