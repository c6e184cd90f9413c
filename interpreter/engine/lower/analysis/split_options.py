"""One drawn line split by what is chosen from a short known list, so that each part can be made simpler. The
values of the option are told in terms of those of its parts.

choose one of your Men              becomes   choose a place of your Kings; or a place of your Queens; or ...
choose an Office of five            becomes   five options without that choice
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from interpreter.engine.lower.analysis.facts import Facts
from interpreter.engine.lower.analysis.simplify import Simplifier
from interpreter.engine.lower.analysis.split_tokens import pieces_of
from rulelang.graph import shape, terms
from rulelang.graph.bit_sets import members
from rulelang.graph.bounds import Scope
from rulelang.graph.program import OptionEdge, Parameter
from rulelang.graph.terms import Const, Members, Term
from rulelang.tuning.fast_dataclass import dataclass, replace

#: A choice of so many members is split.
_FEW_MEMBERS: Final = 8

#: So many parts at most.
_MOST_PARTS: Final = 40


@dataclass(frozen=True, slots=True)
class OptionPart:
    """A part of an option, and the values of the whole option in terms of the parameters of the part."""

    option: OptionEdge
    whole: OptionEdge
    values: tuple[Term, ...]


def whole(option: OptionEdge) -> OptionPart:
    """An option as its only part."""
    return OptionPart(option, option, tuple(terms.Local(parameter.name) for parameter in option.parameters))


def as_tried(part: OptionPart) -> OptionPart:
    """A part that is told apart from others by what is known of its values: single ones, varieties of tokens."""
    chosen = {parameter.name: parameter for parameter in part.option.parameters}
    values: dict[str, Term] = {}
    parameters: list[Parameter] = []
    for parameter, value in zip(part.whole.parameters, part.values, strict=True):
        match value:
            case terms.TokenAt(Const(), terms.Local(name)) | terms.Local(name):
                parameters.append(chosen[name])
                values[parameter.name] = value
            case Const():
                values[parameter.name] = value
            case _:
                parameters.append(replace(parameter, domain=shape.substitute(parameter.domain, values)))
    effects = tuple(shape.substitute(effect, values) for effect in part.whole.effects)
    told = tuple(values.get(parameter.name, terms.Local(parameter.name)) for parameter in part.whole.parameters)
    option = replace(part.whole, parameters=tuple(parameters), guard=None, effects=effects)
    return OptionPart(option, part.whole, told)


def split(option: OptionEdge, simplifier: Simplifier, facts: Facts, scope: Scope) -> list[OptionPart]:
    """The parts of an option; the option alone where it cannot be split."""
    alone = whole(option)
    if option.handfuls or any(parameter.form == "some" for parameter in option.parameters):
        return [alone]
    splitter = _Splitter(simplifier, facts, scope)
    waiting, done = [(alone, 0)], []
    while waiting:
        part, position = waiting.pop(0)
        if position == len(part.option.parameters):
            done.append(part)
            continue
        found = splitter.at(part, position)
        if len(found) + len(waiting) + len(done) > _MOST_PARTS:
            return [alone]
        # A part that has lost the parameter goes on at the same position.
        waiting += [
            (one, position if len(one.option.parameters) < len(part.option.parameters) else position + 1)
            for one in found
        ]
    return done


class _Splitter:
    def __init__(self, simplifier: Simplifier, facts: Facts, scope: Scope) -> None:
        self._simplifier: Final = simplifier
        self._facts: Final = facts
        self._scope: Final = scope
        looks = [piece.look for piece in facts.program.layout.pieces]
        self._has_twins: Final = len(set(looks)) < len(looks)
        self._pieces: Final = {"piece", *(piece.kind for piece in facts.program.layout.pieces)}

    def at(self, part: OptionPart, position: int) -> list[OptionPart]:
        """The parts by the values of one parameter."""
        parameter = part.option.parameters[position]
        scope = self._bounds(part.option, position)
        domain = self._simplifier.domain(parameter.domain, scope)
        if isinstance(domain, terms.Tokens):
            return list(self._by_place(part, position, domain, scope)) or [part]
        match domain:
            case Members(Const(elements)) if elements.bit_count() <= _FEW_MEMBERS:
                return [part] if self._may_look_alike(parameter) else list(self._by_member(part, position, elements))
            case _:
                return [part]

    def _may_look_alike(self, parameter: Parameter) -> bool:
        return self._has_twins and parameter.elements in self._pieces

    def _bounds(self, option: OptionEdge, position: int) -> Scope:
        scope = dict(self._scope)
        for parameter in option.parameters[:position]:
            scope[parameter.name] = self._facts.element(self._simplifier.domain(parameter.domain, scope), scope)
        return scope

    def _by_member(self, part: OptionPart, position: int, elements: int) -> Iterator[OptionPart]:
        parameter = part.option.parameters[position]
        scope = self._bounds(part.option, position)
        for element in members(elements):
            kept = _without(part, position, {parameter.name: Const(element)}, None)
            guard = kept.option.guard
            if guard is None or self._simplifier.term(guard, scope) != Const(0):
                yield kept

    def _by_place(self, part: OptionPart, position: int, domain: terms.Tokens, scope: Scope) -> Iterator[OptionPart]:
        parameter = part.option.parameters[position]
        pieces = pieces_of(domain, self._facts, scope)
        if pieces is None:
            return
        name = f"{parameter.name} place"
        varieties = len(self._facts.program.layout.varieties)
        for variety, places, counted in pieces:
            here: dict[str, Term] = {parameter.name: terms.TokenAt(Const(variety), terms.Local(name))}
            yield _without(part, position, here, Parameter(name, "place", Members(places), None))
            for place in counted:
                there = terms.Compare(">", terms.TokenCount(Const(variety), Const(place)), Const(0))
                inside = terms.And((terms.Holds(domain.places, Const(place)), there))
                token: dict[str, Term] = {parameter.name: Const(variety + varieties * place)}
                yield _without(part, position, token, None, inside)


def _without(
    part: OptionPart, position: int, values: dict[str, Term], instead: Parameter | None, only_if: Term | None = None
) -> OptionPart:
    """A part with a parameter exchanged; its condition moves to the parameter that stands for it, or to the guard."""
    option = part.option
    parameter = option.parameters[position]
    where = None if parameter.where is None else shape.substitute(parameter.where, values)
    guard = None if option.guard is None else shape.substitute(option.guard, values)
    if only_if is not None:
        guard = only_if if guard is None else terms.And((only_if, guard))
    here: tuple[Parameter, ...] = ()
    if instead is not None:
        here = (replace(instead, where=where),)
    elif where is not None:
        guard = where if guard is None else terms.And((where, guard))
    changed = replace(
        option,
        parameters=(
            *option.parameters[:position], *here,
            *(_parameter(other, values) for other in option.parameters[position + 1 :]),
        ),
        guard=guard,
        effects=tuple(shape.substitute(effect, values) for effect in option.effects),
    )  # fmt: skip
    return OptionPart(changed, part.whole, tuple(shape.substitute(value, values) for value in part.values))


def _parameter(parameter: Parameter, values: dict[str, Term]) -> Parameter:
    def changed(term: Term | None) -> Term | None:
        return None if term is None else shape.substitute(term, values)

    return replace(
        parameter, domain=shape.substitute(parameter.domain, values), where=changed(parameter.where),
        fewest=changed(parameter.fewest), most=changed(parameter.most),
    )  # fmt: skip
