"""Hidden information: what a player is offered, and what everybody sees happen, tells nothing that is secret."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulelang.checks.context import CheckContext
from rulelang.checks.hidden_offers import Offers
from rulelang.checks.reads import Touch
from rulelang.checks.secrets import Secrets
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import hidden as wording
from rulelang.graph.program import ChanceNode, Decide, Do, Origin, Parameter, Test
from rulelang.graph.roles import FrameRole, NodeRole
from rulelang.graph.terms import Const, Effect, ForIn, MovePiece, MoveTokens, Name, Put, SortInto, Tell, Term, When
from rulelang.graph.values.cell_values import Names
from rulelang.graph.walk import all_parts
from rulelang.source import Span

_FARTHEST = 12
_FORKS = (NodeRole.IF, NodeRole.UNTIL, NodeRole.TRIGGER, NodeRole.WHILE)


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """Each sentence once: its offers certainly or perhaps tell, what it does perhaps tells."""
    offers: dict[Span, tuple[bool, str]] = {}
    asked: dict[Span, str] = {}
    happenings: dict[Span, str] = {}
    drawn: dict[Span, str] = {}
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
            for span, place in _drawn_from_open(secrets):
                drawn.setdefault(span, place)
    for span, (sure, place) in offers.items():
        yield (wording.offer_tells if sure else wording.offer_may_tell)(span, place)
    for span, place in happenings.items():
        if span not in offers:
            yield wording.may_reveal(span, place)
    for span, place in asked.items():
        yield wording.asking_tells(span, place)
    for span, place in drawn.items():
        yield wording.drawn_from_open(span, place)


def _drawn_from_open(secrets: Secrets) -> Iterator[tuple[Span, str]]:
    """Sentences that draw from open places what not everybody is to see, and the places, if not all is alike there."""
    for node in secrets.look.reached_nodes:
        match node:
            case ChanceNode(parameter=Parameter(name=name, domain=domain), role=NodeRole.DRAW) if (
                node.audience != Const(-1) and node.origin.span is not None
            ):
                for home in secrets.of_anybody.home(name, domain, {}).values():
                    if home.places and not home.places & secrets.closed and secrets.differ(name, domain):
                        yield node.origin.span, secrets.name(home.places)
            case _:
                pass


class Happenings:
    """What everybody sees happen: every fork and every new number that looks into a place which not everybody sees, and
    that nothing has shown before."""

    def __init__(self, secrets: Secrets) -> None:
        self.secrets = secrets
        self.look = secrets.look
        self._touching = secrets.of_anybody

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
                case Put(region, _, value, said=said) if self._is_open(region):
                    span = (said or origin).span or origin.span
                    if span is not None:
                        yield from self._told(value, names, shown, span)
                case When(condition, then, otherwise, reason):
                    where = self.look.program.reasons[reason][1] if reason >= 0 else origin
                    if where.span is not None:
                        yield from self._told(condition, names, shown, where.span)
                    yield from self._effects((*then, *otherwise), names, where, shown)
                case SortInto(region, name=name, domain=domain, keys=keys) if self._are_players(region) and origin.span:
                    inside = touching.view.with_element(name, domain, names)
                    touches = self.secrets.touches(touching, keys, inside)
                    yield from self._seen((touch for touch in touches if touch.sure), shown, origin.span)
                case ForIn(name, domain, body):
                    if origin.span is not None and self._shows(body):
                        yield from self._seen(touching.selecting(effect, names), shown, origin.span)
                    inside = touching.view.with_element(name, domain, names)
                    with touching.element(name, domain, names):
                        yield from self._effects(body, inside, origin, shown)
                    shown |= self.secrets.shown_by(body, inside, touching)
                case _:
                    pass

    def _told(self, term: Term, names: Names, shown: int, span: Span) -> Iterator[tuple[Span, str]]:
        return self._seen(self.secrets.touches(self._touching, term, names), shown, span)

    def _seen(self, touches: Iterable[Touch], shown: int, span: Span) -> Iterator[tuple[Span, str]]:
        for touch in touches:
            hidden = self.secrets.hidden(touch, self.secrets.closed & ~shown)
            if hidden:
                yield span, hidden

    def _is_open(self, name: str) -> bool:
        """Does everybody see what is written there, or how often something is done because of it?"""
        region = self.look.program.layout.regions.get(name)
        if region is None or name == "face-down" or name in self.look.marks:
            return False
        return region.role in ("counter", "flag", "variable", "list") or region.frame is FrameRole.PASSES

    def _are_players(self, name: str) -> bool:
        """Is it an order of players, in which everybody sees them act?"""
        region = self.look.program.layout.regions.get(name)
        return region is not None and region.elements == "player"

    def _shows(self, effects: Sequence[Effect]) -> bool:
        """Does anybody notice that these are done? How many pieces lie anywhere is seen by everybody."""
        return any(
            isinstance(part, MovePiece | MoveTokens) or (isinstance(part, Put) and self._is_open(part.region))
            for part in all_parts(effects)
        )

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
