"""What happens by itself and may turn out to be impossible: then the game breaks off, as nobody can decide."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import TypeAlias

from rulelang.checks.completion import CompletionNeeds
from rulelang.checks.context import CheckContext
from rulelang.checks.program_facts import ProgramFacts
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import supply as wording
from rulelang.graph.access import every_effect, writes
from rulelang.graph.program import ChanceNode, Decide, Do, End, Node, Program, Test
from rulelang.graph.roles import FrameRole, NodeRole
from rulelang.graph.successors import reached, targets
from rulelang.graph.terms import And, Cell, Compare, Const, Possible, Put, Require, Term
from rulelang.graph.values.intervals import ALWAYS
from rulelang.graph.walk import all_parts
from rulelang.source import Span

#: Where actions that were gone into lead back to, by the cells that hold it.
Backs: TypeAlias = frozenset[tuple[str, int]]


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One finding for each sentence that was not shown to be possible whenever it happens by itself."""
    playing: dict[Span, str] = {}
    setup: dict[Span, str] = {}
    for look in context.looks:
        for span, reason, in_setup in _open(look, playing.keys() | setup.keys()):
            (setup if in_setup else playing).setdefault(span, reason)
    first = min((span for span in setup if span not in playing), key=lambda span: span.start, default=None)
    if first is not None:
        yield wording.may_be_stuck(first, setup[first], len(setup.keys() - playing.keys()) - 1)
    for span, reason in playing.items():
        yield wording.may_be_stuck(span, reason, 0)


def _open(look: ProgramFacts, known: Container[Span]) -> Iterator[tuple[Span, str, bool]]:
    """Sentence, reason, and whether it belongs to the setup, for all that was not shown; what is known is left out."""
    program = look.program
    for number in _exposed(program):
        node = program.nodes[number]
        effects = node.effects if isinstance(node, Do | ChanceNode) else ()
        needs = (effect for effect in every_effect(effects) if isinstance(effect, Require))
        asked = [need for need in needs if program.reasons[need.reason][1].span not in known]
        if all(look.values.rested().truth(need.condition) == ALWAYS for need in asked):
            continue
        listener = CompletionNeeds(look.values)
        look.lookback.tell(listener, number)
        for reason in _left(look, number, listener) if listener.open else ():
            text, origin = program.reasons[reason]
            if origin.span is not None and origin.span not in known:
                yield origin.span, text, node.group.startswith("setup")


def _left(look: ProgramFacts, number: int, listener: CompletionNeeds) -> list[int]:
    """The reasons that are open even when play is imagined from the beginning."""
    states = look.imagined.states(number)
    if states is None:
        return list(listener.open)
    closely = CompletionNeeds(look.values)
    for state in states:
        look.imagined.steps.tell(closely, look.program.nodes[number], state)
    return [reason for reason in listener.open if reason in closely.open]


def _exposed(program: Program) -> list[int]:
    """Nodes that are come to without a decision that looked so far ahead."""
    nodes = program.nodes
    work = [program.entry]
    for node in nodes:
        if isinstance(node, ChanceNode):
            work += [node.number, node.target]
        elif isinstance(node, Decide):
            work.append(node.otherwise)
        elif isinstance(node, Do | Test) and node.rest:
            work.append(node.number)

    def on(number: int) -> list[int]:
        node = nodes[number]
        if isinstance(node, Do):
            return [node.target]
        if isinstance(node, Test):
            return [
                node.otherwise,
                *(one for condition, target in node.arms for one in _open_behind(condition, target)),
            ]
        return []

    def _open_behind(condition: Term, target: int) -> list[int]:
        """Where an arm leads to something that its condition has not asked about: `if you can Act: Build`."""
        queries = [part for part in all_parts(condition) if isinstance(part, Possible)]
        if not queries or any(query.node == target for query in queries):
            return [] if queries else [target]
        holding = condition.parts if isinstance(condition, And) else (condition,)
        asked = {span for query in queries if query in holding for span in _needs_behind(program, query.node)}
        return _not_asked(program, target, asked)

    return sorted(number for number in reached(work, on) if not isinstance(nodes[number], Decide))


def _needs_behind(program: Program, entry: int) -> set[Span | None]:
    """The sentences whose needs a look ahead asks about, and its forks. It comes back to where it went from."""
    found, waiting = set[tuple[int, Backs]](), [(entry, frozenset[tuple[str, int]]())]
    while waiting:
        number, backs = place = waiting.pop()
        if place in found:
            continue
        found.add(place)
        node = program.nodes[number]
        if number == entry or not (isinstance(node, ChanceNode | Decide | End) or node.rest):
            backs = _going(program, node, backs)
            waiting += [(target, backs) for target in _on(node, backs) if target >= 0]
    nodes = [program.nodes[number] for number in {number for number, _ in found}]
    effects = (effect for node in nodes if isinstance(node, Do) for effect in every_effect(node.effects))
    needs = {program.reasons[effect.reason][1].span for effect in effects if isinstance(effect, Require)}
    return needs | {node.origin.span for node in nodes if isinstance(node, Test)}


def _going(program: Program, node: Node, backs: Backs) -> Backs:
    """Where actions that are gone into lead back to, after a node."""
    known = dict(backs)
    for effect in node.effects if isinstance(node, Do | ChanceNode) else ():
        if isinstance(effect, Put) and program.layout.regions[effect.region].frame is FrameRole.WAY_BACK:
            if isinstance(effect.value, Const):
                known[effect.region] = effect.value.value
            else:
                known.pop(effect.region, None)
    return frozenset(known.items())


def _on(node: Node, backs: Backs) -> Iterable[int]:
    """Where it goes on: from the end of an action only to where it was gone into from."""
    if not isinstance(node, Test) or node.role is not NodeRole.WAY_BACK:
        return targets(node)
    known = dict(backs).get(node.back)
    ways = (
        target for asked, target in node.arms if asked == Compare("==", Cell(node.back, Const(0)), Const(known or 0))
    )
    return [] if known is None else [next(ways, node.otherwise)]


def _not_asked(program: Program, target: int, asked: Container[Span | None]) -> list[int]:
    """The first nodes behind which there is more than what was asked about."""
    frames = {name for name, region in program.layout.regions.items() if region.role == "frame"}
    found, waiting, seen = list[int](), [(target, False)], set[int]()
    while waiting:
        number, met = waiting.pop()
        if number < 0 or number in seen:
            continue
        seen.add(number)
        node = program.nodes[number]
        if isinstance(node, Test):
            if node.origin.span in asked:
                waiting += [(one, met) for one in targets(node)]
            else:
                found.append(number)
        elif isinstance(node, Do):
            for effect in node.effects:
                needs = [one for one in every_effect((effect,)) if isinstance(one, Require)]
                if needs:
                    met = all(program.reasons[one.reason][1].span in asked for one in needs)
                    if not met:
                        break
                elif not met and not writes((effect,)) <= frames:
                    break
            else:
                waiting.append((node.target, met))
                continue
            found.append(number)
    return found
