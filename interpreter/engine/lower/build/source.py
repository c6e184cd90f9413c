"""A program that is lowered: what is known about it, and which passes are on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from interpreter.engine.lower.analysis.facts import Facts
from interpreter.engine.lower.analysis.simplify import Simplifier
from interpreter.engine.lower.analysis.tracked import tracked_cells, weight_of
from interpreter.engine.lower.codes import Codes
from interpreter.engine.lower.types import BitSet, Number
from rulelang.graph import shape, terms
from rulelang.graph.access import Key
from rulelang.graph.bounds import NO_SCOPE, Bound
from rulelang.graph.layout import Region
from rulelang.graph.program import Decide, Node, OptionEdge, Program
from rulelang.graph.successors import targets
from rulelang.graph.terms import Term
from rulelang.graph.walk import all_parts

#: Rulebooks of at most this weight are small: there functions of up to that weight are written out where it pays.
_SMALL: Final = 1100
_WRITTEN_OUT: Final = 2500

#: Nothing is known of any cell.
NOTHING_KNOWN: Final[Mapping[Key, Term]] = {}

#: An option with more codes than that has none.
_MOST_CODES: Final = 1 << 31

#: Where a set stands in a term, by the kind of term.
_SET_FIELDS: Final[Mapping[type, tuple[str, ...]]] = {
    terms.Members: ("set",),
    terms.Holds: ("set",),
    terms.Without: ("left", "right"),
    terms.Size: ("set",),
    terms.Lowest: ("set",),
    terms.Highest: ("set",),
    terms.Reached: ("start", "through"),
    terms.InLine: ("through",),
    terms.HasLine: ("set",),
    terms.TokenPlaces: ("varieties",),
    terms.Tokens: ("varieties", "places"),
    terms.Tell: ("audience",),
}


class LoweringInput:
    """One program. `without` names the passes that are left out."""

    def __init__(self, program: Program, without: frozenset[str] = frozenset()) -> None:
        self.program: Final = program
        self.facts: Final = Facts(program, tries_less="certain" not in without)
        self.without: Final = without
        layout = program.layout
        #: No set holds elements beyond that: every class of elements is numbered from 0.
        self.universe: Final = max(
            len(layout.places), len(layout.pieces), len(layout.varieties), program.players,
            *(entry.bit_length() for entries in program.tables.values() for entry in entries if entry >= 0),
            *(region.high for region in layout.regions.values() if region.kind == "set" and region.high < 4096),
        )  # fmt: skip
        #: Cells whose values are followed through the flow: whose turn it is, what was chosen.
        self.tracked: Final[frozenset[Key]] = frozenset() if "specialise" in without else tracked_cells(self.facts)
        #: Is it worth while to write routines for each variant of what is known, and decisions where they are come to?
        self.is_small: Final = sum(map(weight_of, program.nodes)) <= _SMALL
        self._codes: Final = self._all_codes()
        self.nodes: Final[Mapping[int, Node]] = {node.number: node for node in program.nodes}
        #: The nodes that there is one way to only.
        self.entered_once: Final = _entered_once(program)

    def simplifier(self, *, by_variant: bool = False) -> Simplifier:
        """What makes terms smaller at one place; for a variant of what is known, functions are written out further."""
        kind = _AsItIs if "simplify" in self.without else Simplifier
        return kind(self.facts, NOTHING_KNOWN, self.tracked, _WRITTEN_OUT if by_variant and self.is_small else None)

    def region(self, name: str) -> Region:
        """A region of the layout."""
        return self.facts.region(name)

    # -------------------------------------------------------------------------------------------------- types

    def number(self, term: Term, bounds: Mapping[str, Bound] = NO_SCOPE) -> Number:
        """The type of a number."""
        bound = self.facts.bound(term, bounds)
        return Number(bound.low, bound.high)

    def set(self, term: Term, bounds: Mapping[str, Bound] = NO_SCOPE) -> BitSet:
        """The type of a set."""
        inside = self.facts.inside(term, bounds)
        return BitSet(self.universe if inside is None else inside.bit_length())

    def cell(self, region: Region) -> Number | BitSet:
        """The type of a region's cells."""
        if region.kind == "set":
            return BitSet(min(region.high, self.universe))
        return Number(region.low, region.high, region.elements if region.elements != "number" else "")

    def is_set_parameter(self, function: str, name: str) -> bool:
        """Is a parameter of a derived function a set?"""
        return asked_as_set(self.facts.functions[function].body, name, self)

    # -------------------------------------------------------------------------------------------------- codes

    def codes(self, node: int, option: int) -> Codes | None:
        """The codes of the moves of an option, if they have some."""
        return self._codes[node, option]

    @property
    def every_codes(self) -> list[Codes]:
        """The codes of all options that have some, lowest first."""
        return [codes for codes in self._codes.values() if codes is not None]

    def _all_codes(self) -> dict[tuple[int, int], Codes | None]:
        found: dict[tuple[int, int], Codes | None] = {}
        base = 0
        for node in self.program.nodes:
            for number, option in enumerate(node.options) if isinstance(node, Decide) else ():
                codes = self._codes_of(node.number, number, option, base)
                found[node.number, number] = codes
                base += 0 if codes is None else codes.count
        return found

    def _codes_of(self, node: int, number: int, option: OptionEdge, base: int) -> Codes | None:
        scope: dict[str, Bound] = {}
        lows, sizes = [], []
        for parameter in option.parameters:
            bound = self.facts.element(parameter.domain, scope)
            scope[parameter.name] = bound
            if parameter.form == "some" or bound.low is None or bound.high is None:
                return None
            lows.append(bound.low)
            sizes.append(max(bound.high - bound.low + 1, 1))
        codes = Codes(node, number, base, tuple(lows), tuple(sizes))
        return codes if codes.count <= _MOST_CODES else None


class _AsItIs(Simplifier):
    """Leaves terms as they are."""

    def term(self, term: Term, scope: Mapping[str, Bound] = NO_SCOPE) -> Term:
        return term

    def domain(self, domain: terms.Domain, scope: Mapping[str, Bound] = NO_SCOPE) -> terms.Domain:
        return domain

    def effects(
        self, effects: tuple[terms.Effect, ...], scope: Mapping[str, Bound] = NO_SCOPE
    ) -> tuple[terms.Effect, ...]:
        return effects


def asked_as_set(part: shape.Part, name: str, source: LoweringInput) -> bool:
    """Does a local stand where a set stands?"""
    for inner in all_parts(part):
        fields = _SET_FIELDS.get(type(inner), ())
        asked: list[object] = [getattr(inner, field) for field in fields]
        if isinstance(inner, terms.Both | terms.Either):
            asked += inner.parts
        if isinstance(inner, terms.Apply):
            called = source.facts.functions[inner.function]
            asked += [
                argument
                for parameter, argument in zip(called.parameters, inner.arguments, strict=True)
                if isinstance(argument, terms.Local) and argument.name == name
                and source.is_set_parameter(inner.function, parameter)
            ]  # fmt: skip
        if any(_is(one, name) for one in asked):
            return True
    return False


def _is(asked: object, name: str) -> bool:
    match asked:
        case terms.Local(found):
            return found == name
        case terms.IfElse(_, then, otherwise):
            return _is(then, name) or _is(otherwise, name)
        case _:
            return False


def _entered_once(program: Program) -> frozenset[int]:
    counts = Counter([program.entry])
    for node in program.nodes:
        counts.update(targets(node))
    return frozenset(node.number for node in program.nodes if counts[node.number] == 1) - {program.entry}
