"""What happens by itself and may turn out to be impossible: then the game breaks off, as nobody can decide."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from rulelang.checks.numbers.bounds import Bounds
from rulelang.checks.numbers.course import Course
from rulelang.checks.numbers.facts import Facts
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import supply as wording
from rulelang.graph import Compilation
from rulelang.graph.flow.substitute import walk
from rulelang.graph.program import Chance, Decide, Do, Program, Test
from rulelang.graph.terms import Effect, ForIn, Possible, Require, Term, When
from rulelang.source import Span


def check_stuck(compilations: Iterable[Compilation]) -> Iterator[Diagnostic]:
    """One finding for each sentence that was not shown to be possible whenever it happens by itself."""
    playing: dict[Span, str] = {}
    setup: dict[Span, str] = {}
    for program in (compilation.program for compilation in compilations):
        if program is not None:
            for span, reason, in_setup in _open(program, playing.keys() | setup.keys()):
                (setup if in_setup else playing).setdefault(span, reason)
    first = min((span for span in setup if span not in playing), key=lambda span: span.start, default=None)
    if first is not None:
        yield wording.may_be_stuck(first, setup[first], len(setup.keys() - playing.keys()) - 1)
    for span, reason in playing.items():
        yield wording.may_be_stuck(span, reason, 0)


def _open(program: Program, known: Container[Span]) -> Iterator[tuple[Span, str, bool]]:
    """Sentence, reason, and whether it belongs to the setup, for all that was not shown; what is known is left out."""
    bounds = Bounds(program)
    course: Course | None = None
    for number in _exposed(program):
        node = program.nodes[number]
        effects = node.effects if isinstance(node, Do | Chance) else ()
        asked = [need for need in _needs(effects) if program.reasons[need.reason][1].span not in known]
        if all(bounds.rested().truth(need.condition) == (1, 1) for need in asked):
            continue
        course = course or Course(program, bounds)
        listener = _Listener(bounds)
        course.tell(listener, number)
        for reason in listener.open:
            text, origin = program.reasons[reason]
            if origin.span is not None and origin.span not in known:
                yield origin.span, text, node.group.startswith("setup")


class _Listener:
    """Holds every need against what is known there."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.open: dict[int, None] = {}

    def effect(self, effect: Effect, facts: Facts) -> None:
        """A need that has not been shown."""
        if isinstance(effect, Require) and self.bounds.rested().truth(effect.condition, facts) != (1, 1):
            self.open[effect.reason] = None

    def term(self, term: Term, facts: Facts) -> None:
        """Nothing."""


def _needs(effects: Iterable[Effect]) -> Iterator[Require]:
    for effect in effects:
        match effect:
            case Require():
                yield effect
            case When(_, then, otherwise):
                yield from _needs((*then, *otherwise))
            case ForIn(_, _, body):
                yield from _needs(body)
            case _:
                pass


def _exposed(program: Program) -> list[int]:
    """Nodes that are come to without a decision that looked so far ahead."""
    nodes = program.nodes
    work = [program.entry]
    for node in nodes:
        if isinstance(node, Chance):
            work += [node.number, node.target]
        elif isinstance(node, Decide):
            work.append(node.otherwise)
        elif isinstance(node, Do | Test) and node.rest:
            work.append(node.number)
    seen: set[int] = set()
    while work:
        number = work.pop()
        if number < 0 or number in seen or isinstance(nodes[number], Decide):
            continue
        seen.add(number)
        node = nodes[number]
        if isinstance(node, Do):
            work.append(node.target)
        elif isinstance(node, Test):
            work.append(node.otherwise)
            work += [target for condition, target in node.arms if not _asks_ahead(condition)]
    return sorted(seen)


def _asks_ahead(condition: Term) -> bool:
    found = False

    def visit(part: object) -> None:
        nonlocal found
        found = found or isinstance(part, Possible)

    walk(condition, visit)
    return found
