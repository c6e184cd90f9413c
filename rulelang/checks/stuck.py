"""What happens by itself and may turn out to be impossible: then the game breaks off, as nobody can decide."""

from __future__ import annotations

from collections.abc import Container, Iterator

from rulelang.checks.completion import CompletionNeeds
from rulelang.checks.context import CheckContext
from rulelang.checks.program_facts import ProgramFacts
from rulelang.checks.values.intervals import ALWAYS
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import supply as wording
from rulelang.graph.access import every_effect
from rulelang.graph.program import ChanceNode, Decide, Do, Program, Test
from rulelang.graph.successors import reached
from rulelang.graph.terms import Possible, Require, Term
from rulelang.graph.walk import all_parts
from rulelang.source import Span


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
            return [node.otherwise, *(target for condition, target in node.arms if not _asks_ahead(condition))]
        return []

    return sorted(number for number in reached(work, on) if not isinstance(nodes[number], Decide))


def _asks_ahead(condition: Term) -> bool:
    return any(isinstance(part, Possible) for part in all_parts(condition))
