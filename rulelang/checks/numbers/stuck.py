"""What happens by itself and may turn out to be impossible: then the game breaks off, as nobody can decide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.checks.numbers.atoms import spoken_of
from rulelang.checks.numbers.bounds import Bounds
from rulelang.checks.numbers.facts import Facts
from rulelang.checks.numbers.walk import Walk
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
            for span, reason, in_setup in _open(program):
                (setup if in_setup else playing).setdefault(span, reason)
    first = min((span for span in setup if span not in playing), key=lambda span: span.start, default=None)
    if first is not None:
        yield wording.may_be_stuck(first, setup[first], len(setup.keys() - playing.keys()) - 1)
    for span, reason in playing.items():
        yield wording.may_be_stuck(span, reason, 0)


def _open(program: Program) -> Iterator[tuple[Span, str, bool]]:
    """Sentence, reason, and whether it belongs to the setup, for all that was not shown."""
    exposed = _exposed(program)
    needs = [need.condition for number in exposed for need in _needs(getattr(program.nodes[number], "effects", ()))]
    bounds = Bounds(program)
    asked = [condition for condition in needs if bounds.truth(condition) != (1, 1)]
    if not asked:
        return
    bounds.relevant = frozenset().union(*map(spoken_of, asked), {"playing", "tokens", "contents", "order"})
    course = Walk(program, bounds)
    for number in exposed:
        listener = _Listener(bounds)
        course.tell(listener, (number,))
        for reason in listener.open:
            text, origin = program.reasons[reason]
            if origin.span is not None:
                yield origin.span, text, program.nodes[number].group.startswith("setup")


class _Listener:
    """Holds every need against what is known there."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.open: dict[int, None] = {}

    def effect(self, effect: Effect, facts: Facts) -> None:
        """A need that has not been shown."""
        if isinstance(effect, Require) and self.bounds.truth(effect.condition, facts) != (1, 1):
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
