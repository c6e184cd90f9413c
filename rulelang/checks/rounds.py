"""What is repeated without a number: does somebody, or chance, always decide something before it starts again? And
where it is always chance and never a player: does it come to an end?

Whatever is repeated a known number of times comes to its end; those steps back are left out first:

    init --> H --more--> body --> H        becomes        init --> body --> H --done-->
              \\--done-->

The straight way past the body stays only where there may be nothing to go through. What is left of the course, without
the steps on which somebody or chance decides, must not lead back to where it was, unless a number only rises or only
falls on the way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from rulelang.checks.completion import Completion
from rulelang.checks.context import CheckContext
from rulelang.checks.impossible import always_open
from rulelang.checks.measure import FALLS, RISES, STAYS, change
from rulelang.checks.program_facts import ProgramFacts
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import course as wording
from rulelang.graph.access import ANYTHING
from rulelang.graph.course_of_play import rings
from rulelang.graph.program import ChanceNode, Decide, Do, End, Test
from rulelang.graph.roles import LOOP_HEADS, NodeRole
from rulelang.graph.successors import CourseStep, reached, targets
from rulelang.graph.terms import Cell, Const, Members, Possible, Put, Single, SortInto, Term, Without
from rulelang.graph.values.intervals import ALWAYS, NEVER
from rulelang.graph.values.known_facts import KnownFacts
from rulelang.graph.walk import all_parts
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import replace

_DECIDED: Final = frozenset({"choice", "chance"})
_CHOSEN: Final = frozenset({"choice"})
#: Forks on the way to a decision.
_OFFERING: Final = frozenset({NodeRole.IF_POSSIBLE, NodeRole.MORE_OPTIONS})
_FARTHEST: Final = 12


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """Each `repeat` without a number once: certain to hang, or not proved not to."""
    loops = [part for part in context.sentences if isinstance(part, tree.Loop) and part.count is None]
    hangs: dict[Span, bool] = {}
    by_chance: dict[Span, bool] = {}
    for look in context.looks:
        proved: dict[CourseStep, bool] = {}
        _note_endless(Undecided(look, _DECIDED, proved), loops, hangs)
        _note_endless(Undecided(look, _CHOSEN, proved), loops, by_chance)
    for place, certain in hangs.items():
        yield wording.endless(place) if certain else wording.perhaps_endless(place)
    for place, certain in by_chance.items():
        if place not in hangs:
            yield wording.endless(place, by_chance=True) if certain else wording.perhaps_endless(place, by_chance=True)


def _note_endless(undecided: Undecided, loops: Sequence[tree.Loop], hangs: dict[Span, bool]) -> None:
    """What may be repeated for ever, and whether that is certain."""
    for ring in undecided.rings():
        place = _place(loops, undecided.look, ring)
        if place is not None:
            hangs[place] = hangs.get(place, False) or undecided.hangs(ring)


def _place(loops: Sequence[tree.Loop], look: ProgramFacts, ring: Iterable[int]) -> Span | None:
    """The words that say what is repeated; failing that, a sentence inside."""
    spans = {look.program.nodes[number].origin.span for number in ring} - {None}
    own = [loop for loop in loops if loop.span in spans]
    if not own:
        own = [loop for loop in loops if any(span is not None and _inside(span, loop.span) for span in spans)]
    if own:
        loop = min(own, key=lambda one: one.span.end - one.span.start)
        return loop.span.source.span(loop.span.start, loop.body.span.start)
    return min((span for span in spans if span is not None), key=lambda span: span.start, default=None)


def _inside(inner: Span, outer: Span) -> bool:
    return inner.source is outer.source and outer.start <= inner.start and inner.end <= outer.end


class Undecided:
    """The steps of a course that are of none of these kinds, on which somebody or something decides, without those
    that come to an end by counting."""

    def __init__(self, look: ProgramFacts, stops: frozenset[str], proved: dict[CourseStep, bool]) -> None:
        """`proved`: whether steps lead to a choice, whatever stops."""
        self.look = look
        self._proved = proved
        self.stops = stops
        self.nodes = look.program.nodes
        self.course = look.course
        self._steps_of = look.lookback.steps
        self._headers = {node.number: node for node in self.nodes if isinstance(node, Test) and _is_counted(node)}
        self._free: set[int] = set()
        self._decided: set[CourseStep] = set()
        self._reached = look.reached
        self._steps: list[list[CourseStep]] = [[] for _ in self.nodes]
        self._draw()

    def rings(self) -> list[list[int]]:
        """Groups of nodes that lead back to themselves although nothing is known to stop them."""
        found = self._rings(self._steps)
        if found and not self._decided:
            # It takes a while to prove that something can be chosen: only where it matters.
            around = {step for ring in found for number in ring for step in self._steps[number]}
            called = {step.through for step in around if step.through >= 0}
            around.update(step for entry in called for step in self.course.ways_through(entry))
            self._decided = {step for step in around if self._soon_decided(step)}
            if self._decided:
                self._draw()
                found = self._rings(self._steps)
        return [part for ring in found for part in self._unmeasured(ring)]

    def _soon_decided(self, step: CourseStep) -> bool:
        """Does a step certainly lead to somebody's choice?"""
        into = self.nodes[step.target]
        asks = isinstance(into, Decide) or (isinstance(into, Test) and into.role in _OFFERING)
        if not asks or step.kind in self.stops:
            return False
        if step not in self._proved:
            facts = self.look.lookback.at(step.source)
            after = facts and self._steps_of.after(step.effects, facts)
            self._proved[step] = after is not None and self._chooses_behind(
                step.target, self._steps_of.outside(after), _FARTHEST
            )
        return self._proved[step]

    def _chooses_behind(self, number: int, facts: KnownFacts, left: int) -> bool:
        node = self.nodes[number]
        if left < 0 or isinstance(node, ChanceNode | End):
            return isinstance(node, End)
        if isinstance(node, Decide):
            return Completion(self.look, self._steps_of, node).offers(facts)
        if isinstance(node, Do):
            after = self._steps_of.after(node.effects, facts)
            return after is not None and self._chooses_behind(node.target, self._steps_of.outside(after), left - 1)
        ways = self._steps_of.forks(node, facts)
        if node.role is NodeRole.IF_POSSIBLE and self._is_possible(node.arms[0][0], facts):
            ways = islice(ways, 1)
        return all(self._chooses_behind(target, known, left - 1) for target, known in ways)

    def _is_possible(self, asked: Term, facts: KnownFacts) -> bool:
        """Can certainly be done what is asked about?"""
        if not isinstance(asked, Possible) or asked.fill:
            return False
        behind = reached([asked.node], lambda number: [*targets(self.nodes[number])] if self._goes_on(number) else [])
        first = next((one for one in map(self.nodes.__getitem__, sorted(behind)) if isinstance(one, Decide)), None)
        return first is not None and Completion(self.look, self._steps_of, first).goes_through(asked.node, facts)

    def _goes_on(self, number: int) -> bool:
        return isinstance(self.nodes[number], Do | Test)

    def hangs(self, ring: Iterable[int]) -> bool:
        """Nobody and nothing ever decides in it, and either no way leads out, or what the ways out ask for does not
        change in it."""
        around = self._around(ring)
        steps = [step for number in around for step in self.course.steps[number]]
        if any(step.kind in self.stops for step in steps):
            return False
        changed = {
            region for step in steps if step.target in around for region in self.look.reader.writes(step.effects)
        }
        changed |= self._written_elsewhere(sorted(around), [step for step in steps if step.target in around])
        ways_out = {step.source for step in steps if step.target not in around}
        return not any(self._asks_about(number, changed) or self._leaves(number, around) for number in ways_out)

    def _around(self, ring: Iterable[int]) -> set[int]:
        """Everything that leads to the ring and that the ring leads to."""
        inside = set(ring)
        groups = rings(len(self.nodes), lambda number: [step.target for step in self.course.steps[number]])
        return inside.union(*(group for group in groups if inside & set(group)))

    def _asks_about(self, number: int, changed: set[str]) -> bool:
        """May a way out of the ring open there?"""
        node = self.nodes[number]
        if not isinstance(node, Test):
            return True
        values = self.look.values
        open_ones = [condition for condition, _ in node.arms if values.truth(condition) != NEVER]
        reads = {region for condition in open_ones for region in self.look.reader.reads(condition)}
        return ANYTHING in reads or bool(reads & changed)

    def _leaves(self, number: int, around: set[int]) -> bool:
        """Is the ring certainly left there in some state that play can come to? Where these are not known, perhaps."""
        node, truth = self.nodes[number], self.look.values.truth
        assert isinstance(node, Test)
        states = self.look.imagined.states(number)
        if states is None:
            return any(target not in around and truth(condition) != NEVER for condition, target in node.arms)
        for state in states:
            answers = [(truth(condition, {}, state), target) for condition, target in node.arms]
            first = next((one for one in answers if one[0] != NEVER), (ALWAYS, node.otherwise))
            if first[0] == ALWAYS and first[1] not in around:
                return True
        return False

    # ------------------------------------------------------------------- steps

    def _draw(self) -> None:
        """Steps through an action need that the action can be gone through undecided: found out bit by bit."""
        open_ways = {
            number: [(step.through, self._past_header(step)) for step in self._undecided(number)]
            for number in self._reached
        }
        changed = True
        while changed:
            for number, ways in open_ways.items():
                self._steps[number] = [step for through, step in ways if through < 0 or through in self._free]
            found = {entry for entry, exits in self.course.exits.items() if self._walk(entry) & exits}
            changed, self._free = found != self._free, found

    def _undecided(self, number: int) -> Iterator[CourseStep]:
        node = self.nodes[number]
        if isinstance(node, Decide) and any(
            option.role == "option" and always_open(option, self.look.values) for option in node.options
        ):
            return
        for step in self.course.steps[number]:
            if step.kind in self.stops or step in self._decided:
                continue
            if isinstance(node, Test) and step.kind == "arm":
                counted = number in self._headers or node.role is NodeRole.TRIGGER
            else:
                counted = isinstance(node, Test) and node.role is NodeRole.TAKES_PART
            if not counted and self.look.may_be_taken(step):
                yield step

    def _past_header(self, step: CourseStep) -> CourseStep:
        """Straight into the body of what is certainly gone through once."""
        header = self._headers.get(step.target)
        if header is None or header.role is NodeRole.WHILE:
            return step
        regions = {part.region for part in all_parts(header.arms[0][0]) if isinstance(part, Cell)}
        if self._has_begun(step, header.number, regions, {step.source}):
            return replace(step, target=header.arms[0][1], through=-1)
        return step

    def _has_begun(self, step: CourseStep, header: int, regions: set[str], seen: set[int]) -> bool:
        """Does a step begin a loop? Or do all ways to it, with something else (windows) in between?"""
        if any(self._begins(effect, regions) for effect in step.effects):
            return True
        inside = self.course.ways_through(step.through) if step.through >= 0 else ()
        written = {region for one in (step, *inside) for region in self.look.reader.writes(one.effects)}
        before = self.look.sources[step.source]
        if step.source in (header, self.look.program.entry) or regions & written or len(seen) > _FARTHEST:
            return False
        fresh = [one for one in before if one.source not in seen]
        seen.update(one.source for one in fresh)
        return all(self._has_begun(one, header, regions, seen) for one in fresh)

    def _begins(self, effect: object, regions: set[str]) -> bool:
        if isinstance(effect, SortInto) and effect.region in regions and isinstance(effect.domain, Members):
            return self._somebody(effect.domain.set)
        return isinstance(effect, Put) and effect.region in regions and self._somebody(effect.value)

    def _somebody(self, value: Term) -> bool:
        """A number above 0, or a set of players with somebody in it."""
        match value:
            case Const(number):
                return number > 0
            case Cell("players in"):
                return True
            case Without(Const(number), Single()):
                return number.bit_count() > 1
            case _:
                return False

    def _walk(self, start: int) -> set[int]:
        return reached([start], lambda number: [step.target for step in self._steps[number]])

    # ------------------------------------------------------------------- rings

    def _rings(self, steps: list[list[CourseStep]]) -> list[list[int]]:
        return rings(len(self.nodes), lambda number: [step.target for step in steps[number]])

    def _among(self, steps: Iterable[CourseStep]) -> list[list[CourseStep]]:
        found: list[list[CourseStep]] = [[] for _ in self.nodes]
        for step in steps:
            found[step.source].append(step)
        return found

    def _unmeasured(self, ring: list[int]) -> list[list[int]]:
        """What is left of a ring when the steps on which a number only rises, or only falls, are left out."""
        inside = set(ring)
        steps = [step for number in ring for step in self._steps[number] if step.target in inside]
        elsewhere = self._written_elsewhere(ring, steps)
        regions = {region for step in steps for region in self.look.reader.writes(step.effects)}
        for region in sorted(regions):
            known = self.look.program.layout.regions.get(region)
            if known is None or known.role != "counter" or region in elsewhere:
                continue
            changes = {step: change(step.effects, region, self.look.values) for step in steps}
            ways = {one.way for one in changes.values()} - {STAYS}
            if len(ways) == 1 and ways <= {RISES, FALLS}:
                certain = {step for step, one in changes.items() if one.certain}
                bound = known.high if ways == {RISES} else known.low
                if self._stops_at(ring, steps, region, bound):
                    certain |= {step for step, one in changes.items() if one.way != STAYS}
                rest = self._rings(self._among(step for step in steps if step not in certain))
                if rest != [ring]:
                    return [part for one in rest for part in self._unmeasured(one)]
        return [ring]

    def _written_elsewhere(self, ring: list[int], steps: list[CourseStep]) -> set[str]:
        """What may change in actions gone through on the way, and when an `as soon as` of the ring comes true."""
        through = {step.through for step in steps if step.through >= 0}
        for number in ring:
            through |= {step.through for step in self._fired(number) if step.through >= 0}
        ways = (step for entry in through for step in self.course.ways_through(entry))
        return {region for step in ways for region in self.look.reader.writes(step.effects)}

    def _fired(self, number: int) -> list[CourseStep]:
        """The steps that lead into the sentences of an `as soon as`, and past them."""
        node = self.nodes[number]
        if not isinstance(node, Test) or node.role is not NodeRole.TRIGGER:
            return []
        return [step for _, target in node.arms for step in self.course.steps[target]]

    def _stops_at(self, ring: list[int], steps: list[CourseStep], region: str, bound: int) -> bool:
        """Does a fork that every way round passes lead out once the number has reached its bound?"""
        for number in ring:
            node = self.nodes[number]
            if not isinstance(node, Test) or any(step.through >= 0 for step in self._fired(number)):
                continue
            inside = {step.target for step in self._steps[number]}
            for condition, target in node.arms:
                if target not in inside and self._certain_at(region, bound, condition):
                    others = (step for step in steps if number not in (step.source, step.target))
                    if not self._rings(self._among(others)):
                        return True
        return False

    def _certain_at(self, region: str, bound: int, condition: Term) -> bool:
        """Does a condition hold if a number has reached its bound?"""
        values = self.look.values
        return values.truth(condition, {}, values.knowing({region: (bound, bound)})) == ALWAYS


def _is_counted(node: Test) -> bool:
    return bool(node.arms) and node.role in LOOP_HEADS
