"""What sentences claim about numbers: that a counter stays between its bounds, that nothing is divided by 0.

Every place in the text is judged once, by the worst of all the ways in which it is reached.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.checks.context import CheckContext
from rulelang.checks.program_facts import ProgramFacts
from rulelang.compile.context import SiteKind
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import numbers as wording
from rulelang.graph.access import effects_of
from rulelang.graph.program import Node
from rulelang.graph.shape import kinds
from rulelang.graph.terms import And, Arithmetic, Bind, Effect, IfElse, Or, Put, Term
from rulelang.graph.values.intervals import FAR, Range, hull
from rulelang.graph.values.known_facts import NOTHING_KNOWN, KnownFacts
from rulelang.graph.walk import all_parts, direct_parts
from rulelang.rulebook.world import World
from rulelang.source import Span
from rulelang.tuning.fast_dataclass import dataclass, field


@dataclass(slots=True)
class Judgement:
    """What can be said about one place: certainly wrong somewhere, or not shown to be right somewhere."""

    certain: bool = False
    open: bool = False
    bounds: Range | None = None

    def add(self, bounds: Range, certain: bool) -> None:
        """One more way to this place, on which it is wrong or may be."""
        if certain and not self.certain:
            self.bounds = bounds
        elif certain == self.certain:
            self.bounds = bounds if self.bounds is None else hull(self.bounds, bounds)
        self.certain = self.certain or certain
        self.open = True


@dataclass(slots=True)
class Claims:
    """Judgements about all places of a rulebook, by where they stand."""

    changes: dict[Span, Judgement] = field(default_factory=dict)
    counters: dict[Span, tuple[str, int, int]] = field(default_factory=dict)
    amounts: dict[Span, Judgement] = field(default_factory=dict)
    divisions: dict[Span, Judgement] = field(default_factory=dict)
    found: set[Span] = field(default_factory=set)

    def _kinds(self) -> tuple[dict[Span, Judgement], ...]:
        return self.changes, self.amounts, self.divisions

    def open(self) -> bool:
        """Is there anything that is neither right for certain nor wrong for certain?"""
        return any(not one.certain for kind in self._kinds() for one in kind.values())

    def settle(self, closely: Claims) -> None:
        """Leave out what has been shown to be right by looking closely."""
        for kind, other in zip(self._kinds(), closely._kinds(), strict=True):
            for span in [span for span, one in kind.items() if not one.certain and span not in other]:
                del kind[span]

    def add(self, more: Claims) -> None:
        """With what was found at one more node."""
        self.counters.update(more.counters)
        for kind, other in zip(self._kinds(), more._kinds(), strict=True):
            for span, one in other.items():
                assert one.bounds is not None
                kind.setdefault(span, Judgement()).add(one.bounds, one.certain)


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """Numbers beyond their range and divisions by 0, for all numbers of players and all variants together."""
    claims = Claims()
    for look in context.looks:
        _judge(look, claims)
        claims.found.update(claims.changes, claims.amounts)
    for span, judgement in claims.changes.items():
        name, low, high = claims.counters[span]
        assert judgement.bounds is not None
        least, most = judgement.bounds
        if judgement.certain:
            yield wording.out_of_range(span, name, low, high, least, most)
        else:
            known = least if least > -FAR else None, most if most < FAR else None
            yield wording.may_leave_range(span, name, low, high, *known)
    for span, judgement in claims.amounts.items():
        assert judgement.bounds is not None
        least, most = judgement.bounds
        if judgement.certain:
            yield wording.less_than_nothing(span, most)
        else:
            yield wording.may_be_less_than_nothing(span, least if least > -FAR else None)
    for span, judgement in claims.divisions.items():
        yield (wording.divides_by_zero if judgement.certain else wording.may_divide_by_zero)(span)


def _judge(look: ProgramFacts, claims: Claims) -> None:
    judge = _Judge(look, claims, claims.found)
    judge.definitions()
    for number in judge.in_question():
        judge.claims = found = Claims()
        look.lookback.tell(judge, number)
        states = look.imagined.states(number) if found.open() else None
        if states is not None:
            judge.claims = closely = Claims()
            for state in states:
                look.imagined.steps.tell(judge, look.program.nodes[number], state)
            found.settle(closely)
        claims.add(found)


class _Judge:
    """Listens to a walk through the program."""

    def __init__(self, look: ProgramFacts, claims: Claims, known: set[Span]) -> None:
        self.known = known
        self.sites = look.sites
        self.names = _counter_names(look.world)
        self.program = look.program
        self.values = look.values
        self.claims = claims
        self._dividing: dict[Term, bool] = {}
        self._divides = any(site.kind == "division" for site in look.sites)

    # ------------------------------------------------------------------- what

    def definitions(self) -> None:
        """Divisions in what is worked out from other things, in rankings and in invariants."""
        terms = [function.body for function in self.program.functions.values()]
        terms += [line.value for line in self.program.scoring.lines]
        dividing = [term for term in terms if self._divides and self._has_division(term)]
        for term in dividing:
            self.term(term, NOTHING_KNOWN)
        told = {site for term in dividing for site in _divisions(term)}
        divisions = {number for number, site in enumerate(self.sites) if site.kind == "division"}
        self._divides = not divisions <= told

    def in_question(self) -> Iterator[int]:
        """Nodes with sentences that are not already shown to be right by the bounds of what stands in them."""
        if any(site.kind in ("change", "amount", "division") for site in self.sites):
            for node in self.program.nodes:
                puts = (effect for effect in effects_of(node) if isinstance(effect, Put))
                if any(not self._shown(put) for put in puts) or (self._divides and _divisions(node)):
                    yield node.number

    def _shown(self, put: Put) -> bool:
        """Is it known without looking back? What was found before, for fewer players, is not asked again."""
        if put.site < 0 or self.sites[put.site].span in self.known:
            return True
        if self._is(put, "amount"):
            return self.values.rested().number(amount_of(put))[0] >= 0
        return not self._is(put, "change") or self._stays(put, NOTHING_KNOWN)

    def _is(self, put: Put, kind: SiteKind) -> bool:
        """Is this what a sentence of that kind does to a counter?"""
        region = self.program.layout.regions.get(put.region)
        counts = region is not None and region.role == "counter"
        return counts and put.site >= 0 and self.sites[put.site].kind == kind

    def _stays(self, put: Put, facts: KnownFacts) -> bool:
        """Does a counter stay between its bounds?"""
        region = self.program.layout.regions[put.region]
        found = self.values.rested().number(put.value, {}, facts)
        return region.low <= found[0] and found[1] <= region.high

    # ------------------------------------------------------------------ visitor

    def effect(self, effect: Effect, facts: KnownFacts) -> None:
        """A counter that is given a number, or more or less of it."""
        if not isinstance(effect, Put):
            return
        if self._is(effect, "amount"):
            found = self.values.rested().number(amount_of(effect), {}, facts)
            if found[0] < 0:
                self.claims.amounts.setdefault(self.sites[effect.site].span, Judgement()).add(found, found[1] < 0)
        elif self._is(effect, "change") and not self._stays(effect, facts):
            region = self.program.layout.regions[effect.region]
            found = self.values.rested().number(effect.value, {}, facts)
            span = self.sites[effect.site].span
            certain = found[0] > region.high or found[1] < region.low
            self.claims.counters.setdefault(span, (self.names.get(region.name, region.name), region.low, region.high))
            self.claims.changes.setdefault(span, Judgement()).add(found, certain)

    def term(self, term: Term, facts: KnownFacts) -> None:
        """Divisions in a term, each with what the conditions around it say."""
        if self._divides and self._has_division(term):
            self._look(term, facts)

    def _has_division(self, term: Term) -> bool:
        if term not in self._dividing:
            self._dividing[term] = Arithmetic in kinds(term) and bool(_divisions(term))
        return self._dividing[term]

    def _look(self, term: Term, facts: KnownFacts) -> None:
        match term:
            case IfElse(condition, then, otherwise):
                self.term(condition, facts)
                for side, truth in ((then, True), (otherwise, False)):
                    known = self.values.assume(condition, facts, truth)
                    if known is not None:
                        self.term(side, known)
            case And(parts) | Or(parts):
                known = facts
                for part in parts:
                    if known is not None:
                        self.term(part, known)
                        known = self.values.assume(part, known, isinstance(term, And))
            case Bind(_, value, body):
                self.term(value, facts)
                self.term(body, facts)
            case _:
                if isinstance(term, Arithmetic) and term.site >= 0:
                    self._division(term, facts)
                for part in direct_parts(term):
                    self.term(part, facts)

    def _division(self, term: Arithmetic, facts: KnownFacts) -> None:
        found = self.values.rested().number(term.right, {}, facts)
        if _may_be_zero(found):
            self.claims.divisions.setdefault(self.sites[term.site].span, Judgement()).add(found, found == (0, 0))


def _divisions(term: Term | Node) -> set[int]:
    """The numbers of the places where something is divided."""
    return {part.site for part in all_parts(term) if isinstance(part, Arithmetic) and part.site >= 0}


def amount_of(put: Put) -> Term:
    """How much is gained, lost or paid: what is added or taken away, before the bounds cut it short."""
    assert isinstance(put.value, Arithmetic)
    amount = put.value.right
    while isinstance(amount, Arithmetic) and amount.operation in ("min", "max"):
        amount = amount.left
    return amount


def _may_be_zero(bounds: Range) -> bool:
    return bounds[0] <= 0 <= bounds[1]


def _counter_names(world: World) -> dict[str, str]:
    """What the author calls the counter of each region."""
    return {counter.region: counter.name for counter in world.counters.values()}
