"""`move 3 Cards to your Program`: nothing says from where, and they may lie in several places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from rulelang.checks.context import CheckContext
from rulelang.checks.program_facts import ProgramFacts
from rulelang.checks.values.lookback import begins_play
from rulelang.compile.context import Site
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import supply as wording
from rulelang.graph.access import effect_lists, every_effect
from rulelang.graph.program import Decide
from rulelang.graph.terms import Const, Effect, ForIn, MovePiece, MoveTokens, Name, Term, TokenCount, When
from rulelang.graph.values.cell_values import Names
from rulelang.graph.values.known_facts import KnownFacts
from rulelang.rulebook.world import PlaceFamily, SpaceClass
from rulelang.source import Span


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """Each sentence once, for the first game in which it is open where they come from."""
    told: set[Span] = set()
    for look in context.looks:
        for site in look.sites:
            if site.kind == "origin" and site.span not in told:
                lying = _Lying(look, site)
                natures = [one for one in look.world.natures if one.mask & lying.places]
                if lying.places.bit_count() > 1:
                    told.add(site.span)
                    named = [_said(one) for one in natures if not one.mask & lying.targets]
                    yield wording.taken_from_anywhere(site.span, [one.name for one in natures], named)


def _said(nature: SpaceClass | PlaceFamily) -> str:
    """How a sentence speaks of such a place."""
    if isinstance(nature, SpaceClass):
        return f"any {nature.name}"
    return f"your {nature.name}" if nature.holder == "player" else f"the {nature.name}"


class _Lying:
    """The places in which something of a sort may lie when a sentence takes some of it."""

    def __init__(self, look: ProgramFacts, site: Site) -> None:
        self._look = look
        self._span = site.span
        self._all = (1 << len(look.program.layout.places)) - 1
        kinds = look.world.piece_classes(site.name)
        self._pieces = sum(kind.mask for kind in kinds if not kind.is_token)
        self._looks = [number for kind in kinds if kind.is_token for number in kind.varieties]
        #: Where the sentence puts them, and where they may lie before.
        self.targets = self.places = 0
        ever = self._ever()
        for node in look.reached_nodes:
            if any(map(self._is_meant, every_effect(chain(*effect_lists(node))))):
                states = look.imagined.states(node.number)
                for state in states or ():
                    look.imagined.steps.tell(self, node, state)
                self.places = self.places & ever if states is not None else ever

    def _is_meant(self, effect: Effect) -> bool:
        """Does the sentence do this, and not only something around it?"""
        span = effect.said.span if effect.said is not None else None
        meant = span is not None and span.start <= self._span.start and self._span.end <= span.end
        return meant and not (isinstance(effect, ForIn) and any(map(self._is_meant, every_effect(effect.body))))

    def effect(self, effect: Effect, facts: KnownFacts) -> None:
        """Where they lie just before the sentence takes them: not where they go, if that is one place."""
        targets = 0
        for part in every_effect((effect,)) if self._is_meant(effect) else ():
            if isinstance(part, MovePiece | MoveTokens):
                place = part.place if isinstance(part, MovePiece) else part.target
                targets |= self._look.values.elements(place, {}, facts) & self._all
        if targets:
            found = self._at(facts)
            self.places |= found & ~targets if targets.bit_count() == 1 else found
            self.targets |= targets

    def term(self, term: Term, facts: KnownFacts) -> None:
        """Nothing."""

    def _at(self, facts: KnownFacts) -> int:
        """Where they lie at a moment."""
        values, contents = self._look.values, facts.sets.get("contents")
        found = 0
        for place in range(len(self._look.program.layout.places)):
            there = bool(self._pieces & (contents[place][1] if contents is not None else -1))
            counts = (TokenCount(Const(look), Const(place)) for look in self._looks)
            if there or any(values.number(count, {}, facts)[1] > 0 for count in counts):
                found |= 1 << place
        return found

    def _ever(self) -> int:
        """Where they are ever put, and the Box unless the setup empties it and nothing comes back."""
        found, box = 0, 1 << self._look.program.layout.box
        for node in self._look.reached_nodes:
            for option in node.options if isinstance(node, Decide) else ():
                found |= self._put(option.effects, self._look.values.with_parameters(option.parameters, {}))
            found |= self._put(chain(*effect_lists(node)) if not isinstance(node, Decide) else (), {})
        begun = [self._look.imagined.states(node.number) for node in self._look.reached_nodes if begins_play(node)]
        emptied = all(states is not None and not any(self._at(one) & box for one in states) for states in begun)
        return found if emptied else found | box

    def _put(self, effects: Iterable[Effect], names: Names) -> int:
        """Where effects may put some of them."""
        found, values = 0, self._look.values.rested()
        for effect in effects:
            match effect:
                case Name(name, value):
                    names = {**names, name: values.bound(value, names)}
                case When(_, then, otherwise):
                    found |= self._put(then, names) | self._put(otherwise, names)
                case ForIn(name, domain, body):
                    found |= self._put(body, values.with_element(name, domain, names))
                case MovePiece(piece, place) if values.elements(piece, names) & self._pieces:
                    found |= values.elements(place, names)
                case MoveTokens(look, _, place, _) if any(
                    values.elements(look, names) >> one & 1 for one in self._looks
                ):
                    found |= values.elements(place, names)
                case _:
                    pass
        return found & self._all
