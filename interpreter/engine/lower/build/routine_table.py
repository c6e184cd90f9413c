"""The routines of one program by their names: what is promised, what is written, and who writes it.

This is what routines know of one another. Asking for a name promises the routine; whoever writes routines of its kind
is asked when it is looked up, so that an executor starts with what a game begins with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from typing import Final

from interpreter.engine.lower.analysis.outer import STATEFUL
from interpreter.engine.lower.analysis.plans import Plan, all_tried, plan
from interpreter.engine.lower.analysis.simplify import Simplifier
from interpreter.engine.lower.analysis.split_options import OptionPart, as_tried
from interpreter.engine.lower.build.places import Places
from interpreter.engine.lower.build.scope import Bindings
from interpreter.engine.lower.build.source import NOTHING_KNOWN, LoweringInput
from interpreter.engine.lower.build.values import Filled
from interpreter.engine.lower.build.variants import ANY, Variant, Variants
from interpreter.engine.lower.code import Goto, Routine
from interpreter.engine.lower.expressions import Var
from interpreter.engine.lower.names import identifier
from interpreter.engine.lower.passes import optimised
from interpreter.engine.lower.rewrite import called, statements
from rulelang.graph import shape, terms
from rulelang.graph.access import Key
from rulelang.graph.bounds import NO_SCOPE, Scope
from rulelang.graph.program import ChanceNode, Decide, Do, Node, OptionEdge, Program, Test
from rulelang.graph.terms import Term

#: Versions of one routine for what is known, at most.
_MOST_VERSIONS: Final = 80


class RoutineTable:
    """All routines of one program by their names."""

    def __init__(self, program: Program, without: frozenset[str] = frozenset()) -> None:
        """`without` names passes that are left out."""
        self.program: Final = program
        self.source: Final = LoweringInput(program, without)
        #: Who writes the routines of each kind: called with the name and with what was given when it was promised.
        self.writers: Final[dict[str, Callable[..., Routine]]] = {}
        self._promised: Final[dict[str, Callable[[], Routine]]] = {}
        #: As they were built, and after all passes.
        self._built: Final[dict[str, Routine]] = {}
        self._made: Final[dict[str, Routine]] = {}
        self._derived: Final[dict[str, str]] = {}
        self._plans: Final[dict[tuple[int, int], Plan]] = {}
        self._versions: Final[dict[str, dict[tuple[object, Variant], str]]] = {}
        #: Those that nobody promised while another one was built.
        self._roots: Final[dict[str, None]] = {}
        self._building = 0
        self._ranks = 0

    # ------------------------------------------------------------------------------------------------- looking up

    def __getitem__(self, name: str) -> Routine:
        found = self._made.get(name)
        if found is None:
            found = self._made[name] = optimised(self._build(name), self.source.without)
        return found

    def to_be_joined(self, name: str) -> Routine:
        """A routine that becomes part of a larger one, in which alone can be told what is worked out several times."""
        return optimised(self._build(name), self.source.without | {"once"})

    def _build(self, name: str) -> Routine:
        found = self._built.get(name)
        if found is None:
            self._building += 1
            try:
                found = self._built[name] = self._promised.pop(name)()
            finally:
                self._building -= 1
            # What calls itself has promised itself meanwhile.
            self._promised.pop(name, None)
        return found

    def finish(self) -> dict[str, Routine]:
        """Every function that was asked for, and those that they ask for. (What was promised on the way and is not
        asked in the end is not made.)"""
        found: dict[str, Routine] = {}
        while waiting := [name for name in self._roots if name not in found]:
            while waiting:
                name = waiting.pop(0)
                if name not in found:
                    found[name] = self[name]
                    waiting += [*called(found[name]), *self._steps_behind(found[name])]
        return found

    def _steps_behind(self, routine: Routine) -> Iterator[str]:
        """The steps a routine goes on with."""
        for statement in statements(routine.body):
            node = self.source.nodes.get(statement.node) if isinstance(statement, Goto) else None
            if isinstance(node, Decide | Do | Test):
                yield self.step(node)

    def _promise(self, name: str, kind: str, *given: object) -> str:
        """A routine that the writer of its kind will make of what is given."""
        if not self._building:
            self._roots[name] = None
        if name not in self._built:
            self._promised.setdefault(name, partial(self.writers[kind], name, *given))
        return name

    # -------------------------------------------------------------------------------------------------- nodes

    def plan(self, node: Decide, number: int) -> Plan:
        """An option made ready, where nothing is known."""
        key = (node.number, number)
        if key not in self._plans:
            self._plans[key] = self.plan_of(node.options[number], self.source.simplifier(), NO_SCOPE)
        return self._plans[key]

    def plan_of(self, option: OptionEdge, simplifier: Simplifier, scope: Scope) -> Plan:
        """An option made ready."""
        if "ahead" in self.source.without:
            return all_tried(option)
        return plan(option, simplifier, self.source.facts, scope)

    def step(self, node: Decide | Do | Test) -> str:
        """The function of what happens at a node by itself."""
        return self._promise(f"at_{node.number}", "step", node)

    def step_knowing(self, node: Do | Test, known: Variant) -> str:
        """The same where something is known, which may be nothing."""
        of = self.variants.of(node)
        name = f"at_{node.number}_{1 + of.index(known)}" if known else f"at_{node.number}{ANY}"
        return self._promise(name, "step_knowing", node, known)

    def actor(self, node: Decide) -> str:
        """The function that tells who decides."""
        return self._promise(f"actor_{node.number}", "actor", node)

    def is_coded(self, node: Decide) -> bool:
        """Have all moves of a decision a code?"""
        return all(self.source.codes(node.number, option) is not None for option in range(len(node.options)))

    @cached_property
    def variants(self) -> Variants:
        """What is known where somebody decides."""
        return Variants(self.source.facts, self.source.tracked if self.source.is_small else frozenset())

    def listing(self, node: Decide, ending: str = "") -> str:
        """The function that lists the codes of all legal moves, where all have one."""
        return self._promise(f"list_{node.number}{ending}", "listing", node)

    def play(self, node: Decide, ending: str = "") -> str:
        """The function that carries a move out by its code, where all have one."""
        return self._promise(f"play_{node.number}{ending}", "play", node)

    @cached_property
    def places(self) -> Places:
        """The places of random games."""
        return Places(self.source, self.place_routine)

    def place_routine(self, number: int) -> str:
        """The routine of a place of random games."""
        name = self._promise(f"draw_{number}", "draw", self.places.found[number])
        self._roots[name] = None
        return name

    def shown(self, node: Decide, known: Mapping[Key, Term] = NOTHING_KNOWN) -> str:
        """The function that tells whether a decision is put to anybody, where something is known."""
        name, fixed = self._version(f"shown_{node.number}", node.number, (), known)
        return self._promise(name, "shown", node, fixed)

    def each(self, node: Decide, option: int) -> str:
        """The function that gives the legal moves of one option."""
        return self._promise(f"each_{node.number}_{option}", "each", node, option)

    def any(self, node: Decide, option: int) -> str:
        """The function that tells whether an option has a legal move."""
        return self._promise(f"any_{node.number}_{option}", "any", node, option)

    def take(self, node: Decide, option: int) -> str:
        """The function that carries out a move of an option."""
        return self._promise(f"take_{node.number}_{option}", "take", node, option)

    def tries(self, node: Decide, number: int, part: OptionPart, known: Mapping[Key, Term]) -> str:
        """The function that tries a move of an option, or of a part of one, where something is known."""
        apart = {key for variant in self.variants.of(node) for key, _ in variant}
        asked = {key: value for key, value in known.items() if key in apart} if apart else known
        part = as_tried(part)
        # Parts that were split off at different places differ in the names inside their conditions.
        about = (part.values, *(parameter.domain for parameter in part.option.parameters))
        name, fixed = self._version(f"tries_{node.number}_{number}", node.number, about, asked)
        return self._promise(name, "tries", node, part.option, fixed)

    def fits(self, node: Decide, option: int, given: int) -> str:
        """The function that tells whether a legal move begins with so many values."""
        return self._promise(f"fits_{node.number}_{option}_{given}", "fits", node, option, given, False)

    def begins(self, node: Decide, option: int, given: int) -> str:
        """The function that tells whether a legal move begins with so many values, and a handful that is begun."""
        return self._promise(f"begins_{node.number}_{option}_{given}", "fits", node, option, given, True)

    def next(self, node: Decide, option: int, given: int) -> str:
        """The function of what may come after so many values, or be in the handful that comes."""
        return self._promise(f"next_{node.number}_{option}_{given}", "next", node, option, given)

    def has_fixed_outcomes(self, node: ChanceNode) -> bool:
        """May chance bring the same in every state, as a die does?"""
        parameter = node.parameter
        assert parameter is not None
        asked: list[shape.Part | None] = [parameter.domain, parameter.where, node.weight]
        return not any(shape.kinds(part) & STATEFUL for part in asked if part is not None)

    def outcomes(self, node: ChanceNode) -> str:
        """The function of outcomes and weights."""
        return self._promise(f"outcomes_{node.number}", "outcomes", node)

    def place(self, node: ChanceNode) -> str:
        """The function that tells which place is shuffled."""
        return self._promise(f"place_{node.number}", "place", node)

    def happens(self, node: ChanceNode) -> str:
        """The function of an outcome that happens."""
        return self._promise(f"happens_{node.number}", "happens", node)

    def completes(self, node: Node, known: Mapping[Key, Term]) -> str:
        """The function that tells whether the flow from a node can be completed, where something is known."""
        name, fixed = self._version(f"completes_{node.number}", node.number, (), known)
        return self._promise(name, "completes", node, fixed)

    def possible(self, node: int, cells: tuple[Filled, ...], known: Mapping[Key, Term]) -> str:
        """The function of a query of looking ahead, where something is known."""
        filled = {(one.region, one.index) for one in cells}
        kept = {key: value for key, value in known.items() if key not in filled}
        kept |= {(one.region, one.index): terms.Const(one.value) for one in cells
                 if one.index is not None and one.value is not None}  # fmt: skip
        name, fixed = self._version(f"possible_{node}", node, cells, kept)
        return self._promise(name, "possible", node, cells, fixed)

    def _version(self, stem: str, node: int, about: object, known: Mapping[Key, Term]) -> tuple[str, Variant]:
        """A name for a routine that is written for what is known at a node, and what of that it is written for:
        nothing, where there would be too many."""
        live = self.places.live_ahead(node)
        fixed = tuple(sorted((key, value.value) for key, value in known.items()
                             if key in live and isinstance(value, terms.Const)))  # fmt: skip
        versions = self._versions.setdefault(stem, {})
        if (about, fixed) not in versions:
            if len(versions) >= _MOST_VERSIONS:
                fixed = ()
            versions.setdefault((about, fixed), f"{stem}_{len(versions) + 1}" if versions else stem)
        return versions[about, fixed], fixed

    # -------------------------------------------------------------------------------------------------- values

    def derived(self, function: str) -> str:
        """The function of a derived value."""
        if function not in self._derived:
            stem = name = f"value_{identifier(function)}"
            taken, count = set(self._derived.values()), 1
            while name in taken:
                count += 1
                name = f"{stem}_{count}"
            self._derived[function] = name
        return self._promise(self._derived[function], "derived", function)

    def rank(self, local: str, key: Term, variables: tuple[Var, ...], scope: Bindings) -> str:
        """A function for what elements are sorted by."""
        self._ranks += 1
        return self._promise(f"rank_{self._ranks}", "rank", local, key, variables, scope)
