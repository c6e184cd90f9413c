"""Ways to choose at a Decide in random games, and how many choices each has."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from interpreter.engine.generate.cells import Scoped
from interpreter.engine.generate.expressions import Expressions
from interpreter.engine.lower.analysis.facts import Facts
from interpreter.engine.lower.analysis.plans import Plan, bound_of, plan
from interpreter.engine.lower.analysis.split_options import Part, split
from interpreter.engine.python.writer import Text
from rulelang.graph import shape, terms
from rulelang.graph.program import Decide, Option
from rulelang.graph.terms import Term
from rulelang.graph.walk import all_parts
from rulelang.tuning.fast_dataclass import dataclass, replace


class Unfit(Exception):
    """The option cannot be written in the way asked for."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to choose at a Decide: a part of an option, made ready. `name` tells the option apart from others."""

    name: str
    part: Part
    plan: Plan


def ways_of(node: Decide, expressions: Expressions) -> list[Way]:
    """The options of a decision in parts, but for those that can certainly not be chosen."""
    facts, simplifier, bounds = expressions.facts, expressions.simplifier, expressions.base.bounds
    ways = []
    for number, option in enumerate(node.options):
        for whole in split(_called_alike(option), simplifier, facts, bounds):
            part = replace(whole, option=_same(whole.option, facts))
            scope = dict(bounds)
            for parameter in part.option.parameters:
                scope[parameter.name] = bound_of(parameter, facts, simplifier, scope)
            guard = terms.Const(1) if part.option.guard is None else simplifier.term(part.option.guard, scope)
            if guard != terms.Const(0):
                ways.append(Way(f"{node.number}_{number}", part, plan(part.option, simplifier, facts, bounds)))
    return ways


def _called_alike(option: Option) -> Option:
    """An option whose choices are called the same wherever in the flow it was drawn: what was made of it at one node
    can be used at another."""
    if option.handfuls:
        return option
    names = {part.name for part in _terms(option) for part in all_parts(part) if hasattr(part, "name")}
    values: dict[str, Term] = {}
    parameters = []
    for parameter in option.parameters:
        name = f"{parameter.name.rstrip('0123456789')} chosen"
        while name in names:
            name += "'"
        names.add(name)
        domain = shape.substitute(parameter.domain, values)
        values[parameter.name] = terms.Local(name)
        where = None if parameter.where is None else shape.substitute(parameter.where, values)
        parameters.append(replace(parameter, name=name, domain=domain, where=where))
    guard = None if option.guard is None else shape.substitute(option.guard, values)
    effects = tuple(shape.substitute(effect, values) for effect in option.effects)
    return replace(option, parameters=tuple(parameters), guard=guard, effects=effects)


def _terms(option: Option) -> Iterator[shape.Part]:
    yield from option.effects
    yield from () if option.guard is None else (option.guard,)
    for parameter in option.parameters:
        yield parameter.domain
        yield from () if parameter.where is None else (parameter.where,)


def _same(option: Option, facts: Facts) -> Option:
    """An option whose conditions are the very terms of an equal one that was met before."""
    parameters = tuple(
        replace(one, domain=facts.same(one.domain), where=None if one.where is None else facts.same(one.where))
        for one in option.parameters
    )
    return replace(option, parameters=parameters, guard=None if option.guard is None else facts.same(option.guard))


#: Writes what an option does, given its scope; whether it counts as a move (a pass taken unasked does not).
Taken = Callable[[Way, Scoped, bool], None]
#: Writes a function that tells whether the effects of a way can be carried out, and gives its name.
Trial = Callable[[Way], str]


@dataclass(frozen=True, slots=True)
class Source:
    """A way whose choices were counted: how many, how to put the one with a given number into variables, and what still
    has to hold then. `misses`: a number may stand for no choice (`bind` writes `continue` there)."""

    way: Way
    count: Text
    variables: list[Text]
    bind: Callable[[Text], None]
    misses: bool = False
    rest: tuple[Term, ...] = ()
    #: Writes a choice without its number, each equally likely, where there is any.
    draw: Callable[[], None] | None = None
    #: The choices come out of a list of legal ones.
    is_listed: bool = False
    #: The choices are handfuls: `rest` has to be asked of a copy into which one is written.
    is_handful: bool = False

    @property
    def needs_trial(self) -> bool:
        """Does only trying tell whether a choice is legal?"""
        return self.way.plan.needs_trial and not self.is_listed

    @property
    def is_exact(self) -> bool:
        """Is every number a legal choice?"""
        return not self.misses and not self.rest and not self.needs_trial
