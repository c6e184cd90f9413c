"""Looking ahead in random games: functions that tell whether something can be done, written for what is known.

can_5_2(state)           has the decision at node 5 a legal option? (known: whose turn it is, and so on)
ahead_9_3(state)         can the flow from node 9 be completed?
tries_5_0_4(state, x)    can this option be carried out with x? asks on a copy

As long as only cells are filled whose values are known, nothing is copied.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from interpreter.engine.generate.cells import Scoped, Vector
from interpreter.engine.generate.effects import Effects, Manner
from interpreter.engine.generate.expressions import Expressions
from interpreter.engine.generate.holding import hold
from interpreter.engine.generate.kit import Key, Kit, Known
from interpreter.engine.generate.nodes import RESERVED
from interpreter.engine.generate.options import Options
from interpreter.engine.generate.ways import Way, ways_of
from interpreter.engine.lower.analysis.algebra import is_atom
from interpreter.engine.lower.analysis.knowledge import Knowledge
from interpreter.engine.lower.analysis.simplify import Simplifier
from interpreter.engine.lower.analysis.steps import steps_of
from interpreter.engine.python.writer import Level, Names, Text
from rulelang.graph import shape, terms
from rulelang.graph.program import Chance, Decide, Do, End, Node, Option, Test
from rulelang.graph.terms import Effect, Term
from rulelang.tuning.fast_dataclass import dataclass, field

#: What is asked: the node, what is known there, what is known of who decides (None: nobody yet), and whether the node
#: itself may be the end of a move.
_Question = tuple[int, tuple[tuple[Key, int], ...], "int | str | None", bool]

#: Nodes written into one function, one behind the other.
_DEEPEST: Final = 12
_LONGEST_FUNCTION: Final = 120

#: Who decides is known in play only: a parameter of the function.
_GIVEN: Final = "actor"


@dataclass
class Looking:
    """Writes the questions of one module."""

    kit: Kit
    small: int | None
    #: Is the flow followed from a trial on? Else the functions of the first module are asked.
    follows: bool = True
    #: The functions that were asked for and are not written yet.
    _waiting: list[Callable[[], None]] = field(default_factory=list)
    _names: dict[_Question, str] = field(default_factory=dict)
    _trials: list[tuple[Option, Known, str]] = field(default_factory=list)
    _count: int = 0

    # ------------------------------------------------------------------------------------------------ entry

    def possible(self, query: terms.Possible, expressions: Expressions) -> Text | None:
        """An expression for a look-ahead query, if what it fills in is known."""
        known = dict(expressions.simplifier.known)
        for put in query.fill:
            if not isinstance(put.index, terms.Const):
                return None
            value = expressions.simple(put.value)
            key = (put.region, put.index.value)
            if not isinstance(value, terms.Const) or key not in self.kit.tracked:
                return None
            known[key] = value
        name = self._ask(query.node, known, None, entering=True)
        return Text(f"{name}({expressions.cells.state})")

    def trial(self, way: Way, node: Decide, known: Mapping[Key, Term]) -> str:
        """The function that tries a way on a copy."""
        live = self.kit.liveness.at[node.number]
        fixed: Known = {key: value for key, value in known.items() if key in live and isinstance(value, terms.Const)}
        for option, where, name in self._trials:
            if option == way.plan.option and where == fixed:
                return name
        name = self._new(f"tries_{way.name}")
        self._trials.append((way.plan.option, fixed, name))
        self._waiting.append(lambda: self._write_trial(way, node, fixed, name))
        return name

    def _ask(self, node: int, known: Mapping[Key, Term], actor: int | str | None, *, entering: bool) -> str:
        """The function for a question; written when it is asked for the first time."""
        live = self.kit.liveness.at[node]
        fixed = tuple(sorted((key, value.value) for key, value in known.items()
                             if key in live and isinstance(value, terms.Const)))  # fmt: skip
        question: _Question = (node, fixed, actor, entering)
        if question not in self._names:
            self._names[question] = self._new(f"{'can' if entering else 'ahead'}_{node}")
            self._waiting.append(lambda: self._write_question(question))
        return self._names[question]

    def _new(self, stem: str) -> str:
        self._count += 1
        return f"{stem}_{self._count}"

    def write(self) -> None:
        """Write the functions that were asked for; writing them may ask for more."""
        while self._waiting:
            self.kit.writer.write("")
            self.kit.writer.write("")
            self._waiting.pop(0)()

    def _expressions(self, known: Mapping[Key, Term]) -> Expressions:
        kit = self.kit
        expressions = Expressions(kit.facts, kit.writer, Names(RESERVED | kit.module.names), Vector(), kit.module)
        expressions.simplifier = Simplifier(kit.facts, known, kit.tracked, self.small)
        expressions.looking = self if self.follows else None
        return expressions

    # ------------------------------------------------------------------------------------------------ questions

    def _write_question(self, question: _Question) -> None:
        node, fixed, actor, entering = question
        known: Known = {key: terms.Const(value) for key, value in fixed}
        given = ", actor" if actor == _GIVEN else ""
        with self.kit.writer.block(f"def {self._names[question]}(state{given}):"):
            walk = _Walk(self, self._expressions(known), actor, dict.fromkeys(known))
            walk.node(self._node(node), 0, entering=entering)

    def _node(self, number: int) -> Node:
        return self.kit.nodes.of(number)

    def _write_trial(self, way: Way, node: Decide, known: Known, name: str) -> None:
        expressions = self._expressions(known)
        option = way.plan.option
        variables = [Text(expressions.names.new(parameter.name)) for parameter in option.parameters]
        write, block = self.kit.writer.write, self.kit.writer.block
        with block(f"def {name}(state{''.join(f', {one.text}' for one in variables)}):"):
            actor: int | str | None = _GIVEN
            if option.lookahead:
                decides = expressions.simple(node.actor)
                if isinstance(decides, terms.Const) and self.follows:
                    actor = decides.value
                else:
                    write(f"actor = {expressions.value(decides).text}")
            write("state = state.copy()")
            # A fault is no refusal: playing the move shows it.
            with block("try:"):
                scope = Options(expressions, lambda _: "").scope_of(way.plan, variables)
                walk = _Walk(self, expressions, actor, None)
                walk.effects(option.effects, scope)
                if option.lookahead and self.follows:
                    walk.go(option.target, 0)
                elif option.lookahead:
                    write(f"return {self.kit.nodes.completing(option.target)}")
                else:
                    write("return True")
            with block(f"except ({self.kit.module.helper('Fault')}, IndexError):"):
                write("return True")

    def ask(self, node: int, known: Mapping[Key, Term], actor: int | str | None) -> str:
        """An expression for the question whether the flow from a node can be completed."""
        given = ", actor" if actor == _GIVEN else ""
        return f"{self._ask(node, known, actor, entering=False)}(state{given})"


class _Walk:
    """Follows the flow in one function, until it is told whether it can be completed.

    `filled` are cells whose known values are not written into the state; None once the state is a copy."""

    def __init__(
        self, looking: Looking, expressions: Expressions, actor: int | str | None, filled: dict[Key, None] | None
    ) -> None:
        self._looking: Final = looking
        self._expressions: Final = expressions
        self._writer: Final = looking.kit.writer
        self._actor: Final = actor
        self._filled = filled
        self._begin: Final = len(self._writer.lines)

    @property
    def _known(self) -> Knowledge:
        return self._expressions.simplifier.known

    def go(self, target: int, depth: int) -> None:
        """The way on to another node."""
        kit = self._looking.kit
        if target < 0:
            self._writer.write("return True")
            return
        node = kit.nodes.of(target)
        is_short = depth < _DEEPEST and len(self._writer.lines) - self._begin < _LONGEST_FUNCTION
        if isinstance(node, Do | Test) and not node.rest and (is_short or target in kit.nodes.inlined):
            self.node(node, depth + 1, entering=False)
        elif isinstance(node, End | Chance) or node.rest or (isinstance(node, Decide) and node.otherwise >= 0):
            self._writer.write("return True")
        else:
            self._copy()
            self._writer.write(f"return {self._looking.ask(target, self._known, self._actor)}")

    def node(self, node: Node, depth: int, *, entering: bool) -> None:
        """What happens at a node."""
        title = " ".join(getattr(node, "title", "the end").split())
        self._writer.write(f"# {node.number}: {title}")
        with self._writer.from_(node.origin):
            match node:
                case Do():
                    self.effects(node.effects, self._expressions.base)
                    self._onward(node.target, depth, entering=entering)
                case Test():
                    self._test(node, depth, entering=entering)
                case Decide():
                    self._decide(node)
                case _:
                    self._writer.write("return True")

    def _onward(self, target: int, depth: int, *, entering: bool) -> None:
        if target < 0:
            self._writer.write("return True")
            return
        node = self._looking.kit.nodes.of(target)
        if entering and isinstance(node, Decide) and node.otherwise < 0 and not node.rest:
            # Whoever decides first is the one who is asked.
            self._decide(node)
        else:
            self.go(target, depth)

    def _test(self, node: Test, depth: int, *, entering: bool) -> None:
        before, base = dict(self._known), self._expressions.base
        filled = None if self._filled is None else dict(self._filled)
        for condition, target in node.arms:
            simple = self._expressions.simple(condition)
            if isinstance(simple, terms.Const):
                if simple.value:
                    self._onward(target, depth, entering=entering)
                    return
                continue
            with self._writer.block(f"if {self._expressions.truth(simple).text}:"):
                self._onward(target, depth + 1, entering=entering)
            self._known.restore(before)
            self._expressions.base = base
            self._filled = None if filled is None else dict(filled)
        self._onward(node.otherwise, depth, entering=entering)

    def effects(self, effects: tuple[Effect, ...], scope: Scoped) -> Scoped:
        """What happens; with known values only, nothing is written."""
        writer = Effects(self._expressions, Manner("return False"))
        tracked = self._looking.kit.tracked
        waiting = list(effects)
        while waiting:
            effect = waiting.pop(0)
            if isinstance(effect, terms.Name):
                named = self._expressions.simplifier.term(effect.value, scope.bounds)
                if is_atom(named):
                    waiting = [shape.substitute(later, {effect.name: named}) for later in waiting]
                    continue
            for simple in self._expressions.simplifier.effects((effect,), scope.bounds):
                match simple:
                    case terms.Put(region, terms.Const(index), terms.Const()) if (
                        self._filled is not None and (region, index) in tracked
                    ):
                        self._filled[region, index] = None
                    case terms.Name() | terms.Require():
                        scope = writer.carry_out((simple,), scope)
                    case terms.Put(region, terms.Const(index), value) if (region, index) in tracked:
                        self._copy()
                        if not isinstance(value, terms.Const):
                            scope = hold((region, index), value, self._expressions, scope)
                            value = self._known[region, index]
                        scope = writer.carry_out((terms.Put(region, terms.Const(index), value),), scope)
                    case terms.Tell():
                        pass
                    case _:
                        self._copy()
                        scope = writer.carry_out((simple,), scope)
        return scope

    def _copy(self) -> None:
        """From here on the state is a copy with everything in its place."""
        if self._filled is None:
            return
        self._writer.write("state = state.copy()")
        for region, index in sorted(self._filled):
            cell = self._expressions.cells.read(self._looking.kit.facts.region(region), Text(str(index)))
            value = self._known.get((region, index))
            if value is not None:
                self._writer.write(f"{cell.text} = {self._expressions.value(value).text}")
        self._filled = None

    # ------------------------------------------------------------------------------------------------ decisions

    def _decide(self, node: Decide) -> None:
        write = self._writer.write
        actor = self._expressions.simple(node.actor)
        if node.otherwise >= 0:
            write("return True")
            return
        if isinstance(actor, terms.Const) and isinstance(self._actor, int) and actor.value != self._actor:
            write("return True")
            return
        if self._actor is not None and not (isinstance(actor, terms.Const) and actor.value == self._actor):
            decides = self._expressions.value(actor).at(Level.UNION)
            with self._writer.block(f"if {self._actor} != {decides}:"):
                write("return True")
        self._any_legal(node)
        write("return False")

    def _any_legal(self, node: Decide) -> None:
        expressions = self._expressions
        known = dict(self._known)
        if any(option.handfuls for option in node.options):
            self._copy()
        options = Options(expressions, lambda option: f"tries_{node.number}_{node.options.index(option)}")
        for way in ways_of(node, expressions):
            if way.plan.option.window or self._by_sets(way, options):
                continue
            if way.plan.needs_trial:
                self._copy()
            trial = self._looking.trial(way, node, known) if way.plan.needs_trial else ""
            options.legal(way.plan, lambda *_: self._writer.write("return True"), trial)

    def _by_sets(self, way: Way, options: Options) -> bool:
        """A way all of whose values come from sets: is there one? False if it is not of that kind."""
        if way.plan.needs_trial or not way.plan.option.parameters:
            return False
        layers = options.layers(way.plan)
        if layers is None or layers.rest or len(layers.sets) > 2:
            return False
        if len(layers.sets) == 1:
            masks = [layers.sets[0]]
        else:
            steps = steps_of(
                layers, self._looking.kit.facts, self._expressions.simplifier, self._expressions.base.bounds
            )
            if steps is None:
                return False
            masks = [mask for _, mask in steps.masks]
        for mask in masks:
            if mask != terms.Const(0):
                with self._writer.block(f"if {self._expressions.truth(mask).text}:"):
                    self._writer.write("return True")
        return True
