"""A program as lowered functions, each made when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Final

from interpreter.engine.lower.analysis.knowledge import Key
from interpreter.engine.lower.analysis.outer import STATEFUL
from interpreter.engine.lower.analysis.plans import Plan, all_tried, plan
from interpreter.engine.lower.analysis.simplify import Simplifier
from interpreter.engine.lower.analysis.split_options import OptionPart, as_tried
from interpreter.engine.lower.build.coded import ANY, CodedLowering
from interpreter.engine.lower.build.drawing import DrawLowering
from interpreter.engine.lower.build.effects import ON_TRIAL, FailurePolicy
from interpreter.engine.lower.build.flow import NodeLowering
from interpreter.engine.lower.build.looking import LookLowering
from interpreter.engine.lower.build.places import Places
from interpreter.engine.lower.build.routines import RoutineBuilder
from interpreter.engine.lower.build.scope import NO_LOCALS, Bindings
from interpreter.engine.lower.build.source import NOTHING_KNOWN, LoweringInput
from interpreter.engine.lower.build.values import Filled
from interpreter.engine.lower.build.variants import Variant, Variants
from interpreter.engine.lower.build.whole_games import WholeGame
from interpreter.engine.lower.code import Abort, Goto, Return, Role, Routine
from interpreter.engine.lower.expressions import Var
from interpreter.engine.lower.names import identifier
from interpreter.engine.lower.passes import optimised
from interpreter.engine.lower.rewrite import statements
from interpreter.engine.lower.types import TRUTH, Number
from rulelang.graph import shape, terms
from rulelang.graph.bounds import ANYTHING, NO_SCOPE, Scope
from rulelang.graph.program import ChanceNode, Decide, Do, Node, OptionEdge, Program, Test
from rulelang.graph.terms import Effect, Term

#: Versions of one routine for what is known, at most.
_MOST_VERSIONS: Final = 80


class Lowering:
    """All routines of one program by their names. Asking for a name promises the routine; it is made when it is looked
    up, so that an executor starts with what a game begins with."""

    def __init__(self, program: Program, without: frozenset[str] = frozenset()) -> None:
        """`without` names passes that are left out."""
        self.program: Final = program
        self.source: Final = LoweringInput(program, without)
        self._nodes: Final = {node.number: node for node in program.nodes}
        self._flow: Final = NodeLowering(self)
        self._coded: Final = CodedLowering(self, self._flow)
        self._looking: Final = LookLowering(self, self._flow)
        self._promised: Final[dict[str, Callable[[], Routine]]] = {}
        #: As they were built, and after all passes.
        self._built: Final[dict[str, Routine]] = {}
        self._made: Final[dict[str, Routine]] = {}
        self._derived: Final[dict[str, str]] = {}
        self._plans: Final[dict[tuple[int, int], Plan]] = {}
        self._versions: Final[dict[str, dict[tuple[object, Variant], str]]] = {}
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
            found = self._built[name] = self._promised.pop(name)()
            # What calls itself has promised itself meanwhile.
            self._promised.pop(name, None)
        return found

    def finish(self) -> dict[str, Routine]:
        """Every function that was asked for, and those that they ask for."""
        followed: set[str] = set()
        while self._promised or followed != self._made.keys():
            for name in [*self._promised, *(one for one in self._built if one not in self._made)]:
                self[name]
            for name in [one for one in self._made if one not in followed]:
                followed.add(name)
                self._promise_steps(self._made[name])
        return dict(self._made)

    def _promise_steps(self, routine: Routine) -> None:
        """The steps a routine goes on with."""
        for statement in statements(routine.body):
            node = self._nodes.get(statement.node) if isinstance(statement, Goto) else None
            if isinstance(node, Decide | Do | Test):
                self.step(node)

    def _promise(self, name: str, make: Callable[[], Routine]) -> str:
        if name not in self._built:
            self._promised.setdefault(name, make)
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
        name = f"at_{node.number}"
        return self._promise(name, lambda: self._flow.step(name, node))

    def step_knowing(self, node: Do | Test, known: Variant) -> str:
        """The same where something is known, which may be nothing."""
        of = self.variants.of(node)
        name = f"at_{node.number}_{1 + of.index(known)}" if known else f"at_{node.number}{ANY}"
        return self._promise(name, lambda: self._flow.step_knowing(name, node, known))

    def actor(self, node: Decide) -> str:
        """The function that tells who decides."""
        name = f"actor_{node.number}"
        return self._promise(name, lambda: self._flow.actor(name, node))

    def is_coded(self, node: Decide) -> bool:
        """Have all moves of a decision a code?"""
        return all(self.source.codes(node.number, option) is not None for option in range(len(node.options)))

    @cached_property
    def variants(self) -> Variants:
        """What is known where somebody decides."""
        return Variants(self.source.facts, self.source.tracked if self.source.is_small else frozenset())

    def listing(self, node: Decide, ending: str = "") -> str:
        """The function that lists the codes of all legal moves, where all have one."""
        name = f"list_{node.number}{ending}"
        return self._promise(name, lambda: self._coded.listing(name, node))

    def play(self, node: Decide, ending: str = "") -> str:
        """The function that carries a move out by its code, where all have one."""
        name = f"play_{node.number}{ending}"
        return self._promise(name, lambda: self._coded.play(name, node))

    @cached_property
    def places(self) -> Places:
        """The places of random games."""
        return Places(self)

    def whole_game(self, root: int) -> tuple[str, tuple[int, ...]] | None:
        """The routine for whole games from a place on, with the places it can be entered at; None if there is none."""
        game = WholeGame(self, root)
        name = f"game_{root}"
        routine = None if "whole_games" in self.source.without else game.routine(name)
        if routine is None:
            return None
        self._built[name], self._made[name] = routine, optimised(routine, self.source.without)
        return name, tuple(game.heads)

    def place_routine(self, number: int) -> str:
        """The routine of a place of random games."""
        place = self.places.found[number]
        assert place is not None
        name = f"draw_{number}"
        return self._promise(name, lambda: DrawLowering(self, self._flow, place).routine(name))

    def shown(self, node: Decide, known: Mapping[Key, Term] = NOTHING_KNOWN) -> str:
        """The function that tells whether a decision is put to anybody, where something is known."""
        name, fixed = self._version(f"shown_{node.number}", node.number, (), known)
        return self._promise(name, lambda: self._flow.shown(name, node, fixed))

    def each(self, node: Decide, option: int) -> str:
        """The function that gives the legal moves of one option."""
        name = f"each_{node.number}_{option}"
        return self._promise(name, lambda: self._flow.each(name, node, option))

    def any(self, node: Decide, option: int) -> str:
        """The function that tells whether an option has a legal move."""
        name = f"any_{node.number}_{option}"
        return self._promise(name, lambda: self._flow.any(name, node, option))

    def take(self, node: Decide, option: int) -> str:
        """The function that carries out a move of an option."""
        name = f"take_{node.number}_{option}"
        return self._promise(name, lambda: self._flow.take(name, node, option))

    def tries(self, node: Decide, number: int, part: OptionPart, known: Mapping[Key, Term]) -> str:
        """The function that tries a move of an option, or of a part of one, where something is known."""
        apart = {key for variant in self.variants.of(node) for key, _ in variant}
        asked = {key: value for key, value in known.items() if key in apart} if apart else known
        part = as_tried(part)
        # Parts that were split off at different places differ in the names inside their conditions.
        about = (part.values, *(parameter.domain for parameter in part.option.parameters))
        name, fixed = self._version(f"tries_{node.number}_{number}", node.number, about, asked)
        return self._promise(name, lambda: self._looking.tries(name, node, part.option, fixed))

    def fits(self, node: Decide, option: int, given: int) -> str:
        """The function that tells whether a legal move begins with so many values."""
        name = f"fits_{node.number}_{option}_{given}"
        return self._promise(name, lambda: self._looking.fits(name, node, option, given, begun=False))

    def begins(self, node: Decide, option: int, given: int) -> str:
        """The function that tells whether a legal move begins with so many values, and a handful that is begun."""
        name = f"begins_{node.number}_{option}_{given}"
        return self._promise(name, lambda: self._looking.fits(name, node, option, given, begun=True))

    def next(self, node: Decide, option: int, given: int) -> str:
        """The function of what may come after so many values, or be in the handful that comes."""
        name = f"next_{node.number}_{option}_{given}"
        return self._promise(name, lambda: self._looking.next(name, node, option, given))

    def has_fixed_outcomes(self, node: ChanceNode) -> bool:
        """May chance bring the same in every state, as a die does?"""
        parameter = node.parameter
        assert parameter is not None
        asked: list[shape.Part | None] = [parameter.domain, parameter.where, node.weight]
        return not any(shape.kinds(part) & STATEFUL for part in asked if part is not None)

    def outcomes(self, node: ChanceNode) -> str:
        """The function of outcomes and weights."""
        name = f"outcomes_{node.number}"
        return self._promise(name, lambda: self._flow.outcomes(name, node))

    def place(self, node: ChanceNode) -> str:
        """The function that tells which place is shuffled."""
        name = f"place_{node.number}"
        return self._promise(name, lambda: self._flow.place(name, node))

    def happens(self, node: ChanceNode) -> str:
        """The function of an outcome that happens."""
        name = f"happens_{node.number}"
        return self._promise(name, lambda: self._flow.happens(name, node))

    def completes(self, node: Node, known: Mapping[Key, Term]) -> str:
        """The function that tells whether the flow from a node can be completed, where something is known."""
        name, fixed = self._version(f"completes_{node.number}", node.number, (), known)
        return self._promise(name, lambda: self._looking.completes(name, node, fixed))

    def possible(self, node: int, cells: tuple[Filled, ...], known: Mapping[Key, Term]) -> str:
        """The function of a query of looking ahead, where something is known."""
        filled = {(one.region, one.index) for one in cells}
        kept = {key: value for key, value in known.items() if key not in filled}
        kept |= {(one.region, one.index): terms.Const(one.value) for one in cells
                 if one.index is not None and one.value is not None}  # fmt: skip
        name, fixed = self._version(f"possible_{node}", node, cells, kept)
        return self._promise(name, lambda: self._looking.possible(name, node, cells, fixed))

    def _version(self, stem: str, node: int, about: object, known: Mapping[Key, Term]) -> tuple[str, Variant]:
        """A name for a routine that is written for what is known at a node, and what of that it is written for:
        nothing, where there would be too many."""
        live = self.places.live(node)
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
        name = self._derived[function]
        return self._promise(name, lambda: self._write_derived(name, function))

    def _write_derived(self, name: str, function: str) -> Routine:
        writing = RoutineBuilder(self, ON_TRIAL)
        called = self.source.facts.functions[function]
        bounds = self.source.facts.bounds_of.get(function, {})
        scope, parameters = NO_LOCALS, []
        for parameter in called.parameters:
            bound = bounds.get(parameter, ANYTHING)
            is_set = self.source.is_set_parameter(function, parameter)
            type_ = self.source.set(terms.Local(parameter), bounds) if is_set else Number(bound.low, bound.high)
            var = writing.parameter(parameter, type_)
            parameters.append(var)
            scope = scope.having(parameter, var, bound)
        body = writing.values.simple(called.body, scope)
        result = writing.values.result_of(function)
        match called.kind:
            case "truth":
                value = writing.values.truth(body, scope)
            case "set":
                value = writing.values.set(body, scope)
            case _:
                value = writing.values.number(body, scope)
        writing.add(Return(value))
        return writing.made(name, Role.VALUE, parameters, result, called.origin)

    def rank(self, local: str, key: Term, variables: tuple[Var, ...], scope: Bindings) -> str:
        """A function for what elements are sorted by."""
        self._ranks += 1
        name = f"rank_{self._ranks}"

        def make() -> Routine:
            writing = RoutineBuilder(self, ON_TRIAL)
            inner = NO_LOCALS
            given = {one: writing.parameter(one.name, one.type) for one in variables}
            for known in sorted(shape.free_locals(key) | {local}):
                value = scope.values[known]
                inner = inner.having(known, given[value] if isinstance(value, Var) else value, scope.bounds[known])
            writing.add(Return(writing.values.number(key, inner)))
            return writing.made(name, Role.VALUE, tuple(given.values()), Number(), None)

        return self._promise(name, make)

    def value(self, name: str, term: Term, values: Sequence[str], *, truth: bool = False) -> str:
        """A function for the value of any term, of its free locals in this order."""

        def make() -> Routine:
            writing = RoutineBuilder(self, ON_TRIAL)
            scope, parameters = self._given(writing, values)
            simple = writing.values.simple(term, scope)
            value = writing.values.truth(simple, scope) if truth else writing.values.any(simple, scope)
            writing.add(Return(value))
            return writing.made(name, Role.VALUE, parameters, TRUTH if truth else value.type, None)

        return self._promise(name, make)

    def change(self, name: str, effects: tuple[Effect, ...], values: Sequence[str]) -> str:
        """A function that carries out effects outside the flow."""

        def make() -> Routine:
            reasons = self.program.reasons

            def refuse(reason: int) -> Abort:
                why = reasons[reason][0] if reason >= 0 else "no reason given"
                return Abort(f"a sentence cannot be obeyed: {why}".replace("{", "{{").replace("}", "}}"), -1)

            manner = FailurePolicy(refuse, lambda message, value: Abort(message, -1, value=value), tells=False)
            writing = RoutineBuilder(self, manner)
            scope, parameters = self._given(writing, values)
            writing.effects.carry_out(writing.values.simplifier.effects(effects, scope.bounds), scope)
            return writing.made(name, Role.CHANGE, parameters, None, None)

        return self._promise(name, make)

    def _given(self, writing: RoutineBuilder, values: Sequence[str]) -> tuple[Bindings, list[Var]]:
        scope, parameters = NO_LOCALS, []
        for value in values:
            var = writing.parameter(value, Number())
            parameters.append(var)
            scope = scope.having(value, var, ANYTHING)
        return scope, parameters

    # ------------------------------------------------------------------------------------------------- everything

    def everything(self, *, drawing: bool = False) -> dict[str, Routine]:
        """All functions a target needs that cannot make more while it plays; with those of random games, `drawing`."""
        if drawing:
            self.places.every()
        for node in self.program.nodes:
            match node:
                case Decide():
                    self.step(node)
                    self.actor(node)
                    if node.options and self.is_coded(node):
                        self.listing(node)
                        self.play(node)
                    for option in range(len(node.options)):
                        self.each(node, option)
                        self.take(node, option)
                case ChanceNode():
                    self.happens(node)
                    if node.shuffles is not None:
                        self.place(node)
                    elif node.parameter is not None:
                        self.outcomes(node)
                case Do() | Test() if node.number == self.program.entry:
                    self.step(node)
                case _:
                    pass
        scoring = self.program.scoring
        if scoring.eligible is not None:
            self.value("may_win", scoring.eligible, ("player",), truth=True)
        for number, line in enumerate(scoring.lines):
            self.value(f"score_{number}", line.value, ("player",))
        return self.finish()
