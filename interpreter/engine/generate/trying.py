"""Conditions on static tables, tried out: made into Python functions because they are asked very often."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.engine.generate.bounds import Bound
from interpreter.engine.generate.cells import NO_NAMES, Vector
from interpreter.engine.generate.expressions import Expressions
from interpreter.engine.generate.facts import Facts
from interpreter.engine.generate.globals import Globals
from interpreter.engine.generate.writer import Names, Text, Writer
from rulelang.graph.terms import Term


def tried(facts: Facts, term: Term, given: Sequence[tuple[str, Bound]]) -> Callable[..., int]:
    """A function of some locals that gives the value of a term without state. It may raise `IndexError`."""
    writer, module = Writer(), Globals(facts)
    names = Names(frozenset({"state", "tried"}) | module.names)
    expressions = Expressions(facts, writer, names, Vector(), module)
    scope = NO_NAMES
    parameters = []
    for name, bound in given:
        variable = Text(names.new(name))
        parameters.append(variable.text)
        scope = scope.having(name, variable, bound)
    with writer.block(f"def tried({', '.join(parameters)}):"):
        writer.write(f"return {expressions.value(term, scope).text}")
    namespace = dict(facts.helpers)
    namespace |= {python: facts.tables[name] for name, python in module.tables.items()}
    namespace |= {python: facts.lists[name] for name, python in module.listed.items()}
    sights, lists = namespace["sights"], facts.lists
    namespace |= {python: sights(lists[name], count) for (name, count), python in module.seen.items()}
    namespace |= {python: namespace[helper](lists[name]) for (name, helper), python in module.lines.items()}
    exec("\n".join(map(str, writer.lines)), namespace)
    found: Callable[..., int] = namespace["tried"]
    return found
