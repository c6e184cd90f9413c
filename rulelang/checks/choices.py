"""Decisions that have to be made and may have no option.

A decision in the middle of a move is safe: the move is only offered if it can be completed (6.5). So only decisions
are looked at that begin a move: those that follow chance, the end of a move, or the decision of somebody else.

    whose decision came last, and in which cells the same player stands     spreads along the steps
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.checks.completion import Completion
from rulelang.checks.context import CheckContext
from rulelang.checks.dead_ends import DeadEnd
from rulelang.checks.impossible import ruled_out
from rulelang.checks.program_facts import ProgramFacts
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import course as wording
from rulelang.graph.access import writes
from rulelang.graph.program import ChanceNode, Decide, Do, End, Node, Test
from rulelang.graph.roles import FrameRole
from rulelang.graph.successors import CourseStep, reached, targets
from rulelang.graph.terms import And, Cell, Const, Possible, Put, Term
from rulelang.graph.values.known_facts import KnownFacts
from rulelang.graph.walk import all_parts
from rulelang.source import Span
from rulelang.tuning.fast_dataclass import dataclass


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """Each such sentence once: never anything to choose, or not proved that there is something."""
    answers: dict[Span, list[tuple[str, int]]] = {}
    for look in context.looks:
        asked = _looked_through(look)
        for node in _beginning(look):
            if node.origin.span is not None:
                found = answers.setdefault(node.origin.span, [])
                if ("perhaps", look.program.players) in found:
                    continue
                # What is asked about first (`if possible`), and can never be done, is perhaps not come to.
                never = node.number not in asked and all(answer == "never" for answer, _ in found)
                found.append((_answer(node, look, never), look.program.players))
    for span, found in answers.items():
        seats = {players for _, players in found}
        missing = {players for answer, players in found if answer != "fine"}
        if all(answer == "never" for answer, _ in found):
            yield wording.nothing_to_choose(span)
        elif missing:
            yield wording.perhaps_nothing_to_choose(span, sorted(missing) if missing != seats else ())


def _answer(node: Decide, look: ProgramFacts, never: bool) -> str:
    """Whether there is something to choose. `never`: is it worth the while to prove that there never is?"""
    facts = look.lookback.at(node.number)
    if facts is None or node.number not in look.ever_held.reached or can_be_done(look, node, facts):
        # Also if it never can be: then it is never come to.
        return "fine"
    if all(ruled_out(option, look.values) for option in node.options):
        return "never" if never else "perhaps"
    if Completion(look, look.lookback.steps, node).certain(facts):
        return "fine"
    states = look.imagined.states(node.number)
    completion = Completion(look, look.imagined.steps, node)
    if states and all(completion.certain(state) for state in states):
        return "fine"
    if not never:
        return "perhaps"
    imagined = DeadEnd(look, look.imagined.steps, node)
    stuck = DeadEnd(look, look.lookback.steps, node).certain(facts) or (states and all(map(imagined.certain, states)))
    return "never" if stuck else "perhaps"


def _looked_through(look: ProgramFacts) -> set[int]:
    """The nodes in what is asked about before it is done."""
    nodes = look.program.nodes
    forks = (node for node in look.reached_nodes if isinstance(node, Test))
    asked = {part.node for node in forks for part in all_parts(node.arms) if isinstance(part, Possible)}
    return reached(asked, lambda number: [one for one in targets(nodes[number]) if one >= 0 and not _rests(nodes[one])])


def can_be_done(look: ProgramFacts, node: Decide, facts: KnownFacts) -> bool:
    """Has just been asked whether the action can be done that this decision begins: `if you can Act: Act`?"""
    for parts, bounds in facts.bounds.items():
        if bounds[0] >= 1 and len(parts) == 1:
            term = look.values.atoms.term(next(iter(parts))[0])
            if isinstance(term, Possible) and _asks_about(look, term, node):
                return True
    return False


def _asks_about(look: ProgramFacts, fact: Possible, node: Decide) -> bool:
    actor = node.actor.region if isinstance(node.actor, Cell) else ""
    same = look.copies.get(actor, frozenset({actor}))
    asked_of = [put.value for put in fact.fill if look.program.layout.regions[put.region].frame is FrameRole.ASKED_OF]
    if not all(isinstance(value, Cell) and value.region in same for value in asked_of):
        return False
    asked = look.program.nodes[fact.node]
    while isinstance(asked, Do) and not asked.rest and asked.target >= 0:
        asked = look.program.nodes[asked.target]
    offered = {option.origin.span for option in node.options}
    return isinstance(asked, Decide) and {option.origin.span for option in asked.options} <= offered


def _beginning(look: ProgramFacts) -> Iterator[Decide]:
    """Compulsory decisions that may begin a move."""
    moments = _moments(look)
    for node in look.reached_nodes:
        if (
            isinstance(node, Decide)
            and node.otherwise < 0
            and all(option.role == "option" or option.lookahead for option in node.options)
            and (moment := moments[node.number]) is not None
            and not moment.goes_on(node.actor)
        ):
            yield node


@dataclass(frozen=True, slots=True)
class _Moment:
    """Has a move just begun? If not, the cells that hold the player who decided last; None if it was asked just now
    whether what comes can be done, whoever decides in it."""

    new: bool
    same: frozenset[str] | None

    def goes_on(self, actor: Term) -> bool:
        """Is a decision of this player part of a move that was looked through to its end before?"""
        return not self.new and (self.same is None or _cell(actor) in self.same)

    def or_else(self, other: _Moment) -> _Moment:
        """What holds on both ways."""
        if self.same is None or other.same is None:
            return _Moment(self.new or other.new, other.same if self.same is None else self.same)
        return _Moment(self.new or other.new, self.same & other.same)


def _moments(look: ProgramFacts) -> list[_Moment | None]:
    """For every node what holds on all ways there; None where play never comes."""
    course, program = look.course, look.program
    moments: list[_Moment | None] = [None] * len(program.nodes)
    moments[program.entry] = _Moment(True, frozenset())
    calm = _CalmActions(look)
    waiting = [program.entry]
    while waiting:
        number = waiting.pop()
        moment = moments[number]
        assert moment is not None
        for step in filter(look.may_be_taken, course.steps[number]):
            after = _after(look, step, moment, calm)
            known = moments[step.target]
            merged = after if known is None else known.or_else(after)
            if merged != known:
                moments[step.target] = merged
                waiting.append(step.target)
    return moments


class _CalmActions:
    """Called actions in which nobody and nothing decides, and no move is over: a move just goes on behind them."""

    def __init__(self, look: ProgramFacts) -> None:
        self.look = look
        self._known: dict[int, bool] = {}

    def has(self, entry: int) -> bool:
        """Is it one of them?"""
        if entry not in self._known:
            nodes = self.look.program.nodes
            self._known[entry] = not any(
                isinstance(nodes[step.source], Decide | ChanceNode) or _rests(nodes[step.target])
                for step in self.look.course.ways_through(entry)
            )
        return self._known[entry]


def _after(look: ProgramFacts, step: CourseStep, moment: _Moment, calm: _CalmActions) -> _Moment:
    if _just_asked(step):
        return _Moment(False, None)
    node = look.program.nodes[step.source]
    new, same = moment.new, moment.same
    goes_on = step.through < 0 or calm.has(step.through)
    if isinstance(node, ChanceNode) or step.kind == "skip" or not goes_on:
        new, same = True, frozenset()
    elif isinstance(node, Decide):
        cell = _cell(node.actor)
        new, same = False, frozenset({cell}) if cell else frozenset()
    for effect in step.effects:
        if same is not None and isinstance(effect, Put) and effect.index == Const(0):
            copied = isinstance(effect.value, Cell) and effect.value.region in same
            same = same | {effect.region} if copied else same - {effect.region}
    if step.through >= 0 and same is not None:
        same -= {region for one in look.course.ways_through(step.through) for region in writes(one.effects)}
    return _Moment(new or _rests(look.program.nodes[step.target]), same)


def _just_asked(step: CourseStep) -> bool:
    """Was it asked here whether what begins behind this step can be done?"""
    condition = step.condition
    parts = condition.parts if isinstance(condition, And) else (condition,)
    return step.kind == "arm" and any(
        isinstance(part, Possible) and part.node == step.target and not part.fill for part in parts
    )


def _rests(node: Node) -> bool:
    return not isinstance(node, ChanceNode | End) and node.rest


def _cell(term: Term) -> str:
    return term.region if isinstance(term, Cell) and term.index == Const(0) else ""
