"""What is hidden in a program, from whom, and what its sentences show."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any

from rulelang.checks.program_facts import ProgramFacts
from rulelang.checks.reads import FACES, PLACES, Touch, TouchedCells
from rulelang.graph import terms as t
from rulelang.graph.access import ANYTHING, PRINTED, TOKENS
from rulelang.graph.bit_sets import members
from rulelang.graph.program import Node, Parameter
from rulelang.graph.roles import FrameRole
from rulelang.graph.shape import locals_in, outermost_terms, remembered
from rulelang.graph.values.cell_values import Names
from rulelang.graph.walk import all_parts
from rulelang.tuning.fast_dataclass import replace

_ABOUT_PLACES = frozenset({"at", "contents", "order", TOKENS, ANYTHING})
_ABOUT_FACES = frozenset({"contents", PRINTED, ANYTHING})
_PUTTING = frozenset({t.Put, t.Append})
#: The effects by which things come to light, or to other names.
_TELLING_ON = (t.MovePiece, t.MoveTokens, t.Tell, t.Put, t.Name)


class Secrets:
    """The places that not everybody sees."""

    def __init__(self, look: ProgramFacts) -> None:
        self.look = look
        program = look.program
        self._everybody = (1 << program.players) - 1
        self._behind: dict[Any, tuple[frozenset[str], frozenset[str], bool]] = {}
        self._touched: dict[tuple[object, ...], tuple[Touch, ...]] = {}
        self._audience = [place.seen_by(self._everybody) for place in program.layout.places]
        self.closed = sum(1 << number for number, seen in enumerate(self._audience) if seen != self._everybody)
        self.any = bool(self.closed or look.turned_down)
        self.about = (_ABOUT_PLACES | look.marks if self.closed else frozenset()) | (
            _ABOUT_FACES if look.turned_down else frozenset()
        )
        #: Does anybody see what others do not?
        self.own = any(place.sight in ("secret", "outward") for place in program.layout.places)
        shows = bool(program.events)
        self._after_showing = self._showings() if self.closed and shows else {}
        self.shows = bool(self._after_showing)

    def unseen(self, seat: int) -> int:
        """The places whose contents a player does not see."""
        return sum(1 << number for number, seen in enumerate(self._audience) if not seen >> seat & 1)

    def name(self, places: int) -> str:
        """What places are called; what each player has goes by the name it has in common."""
        found = [place for number, place in enumerate(self.look.program.layout.places) if places >> number & 1]
        return found[0].holder if found[0].owner >= 0 and found[0].holder else found[0].name

    def differ(self, name: str, domain: t.Domain) -> bool:
        """May the elements of a domain look different?"""
        view, layout = self.of_anybody.view, self.look.program.layout
        if isinstance(domain, t.Tokens):
            return view.members(domain.varieties, {}).bit_count() > 1
        pieces = view.elements(t.Local(name), view.with_element(name, domain, {}))
        return len({piece.look for number, piece in enumerate(layout.pieces) if pieces >> number & 1}) > 1

    def touches(
        self, touching: TouchedCells, term: Any, names: Names, asked: frozenset[str] = frozenset()
    ) -> tuple[Touch, ...]:
        """The places a term looks into, also by what was remembered of them; merely counting does not count."""
        if term is None:
            return ()
        if type(term) is tuple:
            return tuple(self._look_into(touching, term, names, asked))
        # The same is asked for several players, and at every decision that the same moves lead to.
        key = (touching, touching.view.values.asked(term, names)[0], touching.elements_known(), asked)
        known = self._touched.get(key)
        if known is None:
            known = self._touched[key] = tuple(self._look_into(touching, term, names, asked))
        return known

    def _look_into(self, touching: TouchedCells, term: Any, names: Names, asked: frozenset[str]) -> Iterator[Touch]:
        chosen, kept, looks = self._behind.get(term) or self._look_behind(term)
        for name in chosen - asked:
            yield from self.touches(touching, self.chosen[name], names, asked | {name})
        for region in kept - asked:
            if t.Cell(region, t.Const(0)) in self._in_the_light:
                continue
            written = self.kept[region]
            # In a list or a variable it was somebody else, perhaps, who put it there.
            of_action = self.look.program.layout.regions[region].role == "frame"
            for value, known in written:
                for touch in self.touches(touching if of_action else self.of_anybody, value, known, asked | {region}):
                    yield replace(touch, sure=touch.sure and len(written) == 1)
        if looks:
            for touch in touching.reads(term, names):
                if touch.region == FACES or (
                    touch.region == PLACES and not touch.counted and touch.cells & self.closed
                ):
                    yield touch

    def _look_behind(self, term: Any) -> tuple[frozenset[str], frozenset[str], bool]:
        """What a term names that was chosen, what it was remembered in, and whether it looks at anything hidden."""
        named = frozenset[str]().union(*map(locals_in, outermost_terms(term))) & self.chosen.keys()
        if not named.isdisjoint(self._called):
            # Of what is only called by a name for a moment, its face tells something, and not that it is there.
            faces = {
                part.index.name for part in all_parts(term) if type(part) is t.Entry and type(part.index) is t.Local
            }
            named = frozenset(name for name in named if name in faces or name not in self._called)
        reads = self.look.reader.reads(term)
        found = frozenset(named), reads & self.kept.keys(), bool(reads & self.about)
        return self._behind.setdefault(term, found)

    def looked_at(self, node: Node) -> set[str]:
        """The cells that a node looks at, also by what was remembered of them."""
        waiting = list(dict.fromkeys(outermost_terms(node)))
        asked, found = set[Any](waiting), set[str]()
        while waiting:
            term = waiting.pop()
            reads = self.look.reader.reads(term)
            behind = {self.chosen[name] for name in locals_in(term) & self.chosen.keys()}
            for region in (reads - found) & self.kept.keys():
                behind.update(value for value, _ in self.kept[region])
            found |= reads
            waiting += behind - asked
            asked |= behind
        return found

    @cached_property
    def of_anybody(self) -> TouchedCells:
        """What is looked at, whoever acts."""
        return TouchedCells(self.look, {}, self.about)

    @cached_property
    def chosen(self) -> dict[str, t.Term]:
        """What a player or chance chooses from somewhere, by its name, and from what. What is moved or shown is left
        out: others may see it then."""
        found: dict[str, t.Term] = {}
        for part in self.look.parts_like(Parameter, t.Name):
            match part:
                case Parameter(name=name, domain=t.Members(of), form=form) if form != "some":
                    found[name] = of
                case t.Name(name, value):
                    found[name] = value
                case _:
                    pass
        return {name: of for name, of in found.items() if t.Local(name) not in self._in_the_light}

    @cached_property
    def _called(self) -> set[str]:
        """What effects call by a name of their own."""
        return {part.name for part in self.look.parts_like(t.Name)}

    @cached_property
    def _in_the_light(self) -> set[t.Term]:
        """What some effect moves to where everybody sees it, or shows."""
        return coming_to_light(self.look.parts_like(*_TELLING_ON), self._is_closed)

    def _is_closed(self, place: t.Term) -> bool:
        """Is it a place that not everybody sees, whichever it is?"""
        places = self.of_anybody.places(place, {})
        return places > 0 and not places & ~self.closed

    @cached_property
    def kept(self) -> dict[str, list[tuple[t.Term, Names]]]:
        """What actions remember of what they looked at: the values that are put into each such cell, if one of them
        looks at anything that may be hidden, or at what was remembered of it."""
        view = self.of_anybody.view
        put: dict[str, list[tuple[t.Term, Names]]] = {}
        for step in (step for steps in self.look.course.steps for step in steps):
            inside = all_parts(step.effects)
            if any(type(part) in _PUTTING and self._keeps(part.region) for part in inside):
                names = view.with_parameters(step.option.parameters, {}) if step.option is not None else {}
                named: dict[str, t.Term] = {}
                for effect in inside:
                    if isinstance(effect, t.Name):
                        named[effect.name] = effect.value
                        names = {**names, effect.name: view.bound(effect.value, names)}
                    elif type(effect) in _PUTTING and self._keeps(effect.region):
                        value = effect.value
                        if isinstance(value, t.Local):
                            value = named.get(value.name, self.chosen.get(value.name, value))
                        put.setdefault(effect.region, []).append((value, names))
        reads = {region: [self.look.reader.reads(value) for value, _ in values] for region, values in put.items()}
        found = {region for region, each in reads.items() if any(one & self.about for one in each)}
        while more := {region for region, each in reads.items() if any(one & found for one in each)} - found:
            found |= more
        return {region: put[region] for region in found}

    def _keeps(self, name: str) -> bool:
        """Is something kept there: what an action remembers, a list or a variable of pieces?"""
        region = self.look.program.layout.regions.get(name)
        if region is None or region.frame is FrameRole.VALUE:
            return region is not None
        return region.role in ("list", "variable") and region.elements in self.look.piece_words

    def hidden(self, touch: Touch, unseen: int) -> str:
        """What a touch looks at among the places that are not seen, or behind pieces; empty if nothing."""
        if touch.region == FACES:
            pieces = self.look.program.layout.pieces
            return next(piece.kind for number, piece in enumerate(pieces) if touch.cells >> number & 1)
        closed = touch.cells & unseen if touch.region == PLACES and not touch.counted else 0
        return self.name(closed) if closed else ""

    # ------------------------------------------------------------------- shown

    def shown_before(self, number: int) -> int:
        """Places that some sentence may have shown to somebody before play comes to a node."""
        return sum(1 << place for place in range(len(self._audience)) if number in self._after_showing.get(place, ()))

    def _showings(self) -> dict[int, set[int]]:
        """For every place that is ever shown, the nodes that play may come to afterwards."""
        found: dict[int, set[int]] = {}
        for step in (step for steps in self.look.course.steps for step in steps):
            shown = 0
            for part in all_parts(step.effects):
                if isinstance(part, t.Tell):
                    shown |= _shown_places(part, self.of_anybody, {})
            shown &= (1 << len(self._audience)) - 1
            if shown:
                later = self.look.course.reached([step.target])
                for place in members(shown):
                    found.setdefault(place, set()).update(later)
        return found

    def shown_by(self, effects: Sequence[t.Effect], names: Names, touching: TouchedCells) -> int:
        """Places that some of these effects show to everybody, be it to one player after the other."""
        found = 0
        for effect in effects:
            match effect:
                case t.Tell():
                    found |= self._shown_to_all(effect, touching, names)
                case t.ForIn(name, domain, body):
                    found |= self.shown_by(body, touching.view.with_element(name, domain, names), touching)
                case t.When(_, then, _):
                    found |= self.shown_by(then, names, touching)
                case _:
                    pass
        return found

    def _shown_to_all(self, tell: t.Tell, touching: TouchedCells, names: Names) -> int:
        """Of two players, the other one has seen it then."""
        audience = touching.view.members(tell.audience, names)
        told = touching.is_sure(tell.audience) and self._everybody & ~audience == 0
        if self.look.program.players > 2 and not told:
            return 0
        return _shown_places(tell, touching, names)


def _shown_places(tell: t.Tell, touching: TouchedCells, names: Names) -> int:
    found = 0
    for value in tell.values:
        if isinstance(value, t.Cell) and value.region == "contents":
            found |= touching.places(value.index, names)
    return found


def coming_to_light(parts: Sequence[Any], is_closed: Callable[[t.Term], bool]) -> set[t.Term]:
    """The locals, and the cells of actions (at 0), that stand for something which some effect moves to a place that is
    not closed, or shows; also by way of other names that it was handed on to."""
    found: set[t.Term] = set()
    handed_on: dict[t.Term, set[t.Term]] = defaultdict(set)
    for effect in parts:
        match effect:
            case t.MovePiece(piece, place) if not is_closed(place):
                found.update(_names(piece))
            case t.MoveTokens(variety, source, target) if not is_closed(target):
                found.update(_names((variety, source)))
            case t.Tell(_, values):
                found.update(_names(values))
            case t.Put(region, index, value):
                handed_on[t.Cell(region, index)].update(_names(value))
            case t.Name(name, value):
                handed_on[t.Local(name)].update(_names(value))
            case _:
                pass
    waiting = list(found)
    while waiting:
        more = handed_on[waiting.pop()] - found
        found |= more
        waiting += more
    return found


@remembered
def _names(part: Any) -> frozenset[t.Term]:
    return frozenset(one for one in all_parts(part) if isinstance(one, t.Local | t.Cell))
