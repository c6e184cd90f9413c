"""Python functions that list the moves of a program and look ahead, for random games.

options_12_0(state)                yields the legal moves of option 0 at node 12
tries_12_0(state, *values)         can the option be carried out? asks on a copy
completes_9(state, actor)          can the flow from node 9 be completed? (`enters_9`: even if it is a rest)
possible_9(state, cell, value ..)  the same on a copy with some cells filled
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from interpreter.engine.generate.cells import NO_NAMES, Vector
from interpreter.engine.generate.effects import Effects, Manner
from interpreter.engine.generate.expressions import Expressions
from interpreter.engine.generate.globals import Globals
from interpreter.engine.generate.options import Options
from interpreter.engine.lower.analysis.facts import Facts
from interpreter.engine.lower.analysis.plans import Plan, plan
from interpreter.engine.lower.analysis.simplify import Simplifier
from interpreter.engine.python.writer import Level, Names, Text, Writer
from rulelang.graph.program import Chance, Decide, Do, End, Node, Option, Test
from rulelang.graph.successors import targets

#: What the generated functions call their own parameters.
RESERVED: Final = frozenset(
    {"state", "log", "actor", "trial", "outcome", "random", "source", "moves", "found", "place", "node"}
)

#: A node that comes after one other only is written into it, up to this depth.
_DEEPEST: Final = 12


class Nodes:
    """Writes the functions of all nodes."""

    def __init__(self, facts: Facts, module: Globals, writer: Writer) -> None:
        self._facts: Final = facts
        self._globals: Final = module
        self._writer: Final = writer
        self._nodes: Final = {node.number: node for node in facts.program.nodes}
        self._plans: Final[dict[tuple[int, int], Plan]] = {}
        self._written: Final[set[object]] = set()
        self.inlined: Final = self._only_once()

    def _only_once(self) -> frozenset[int]:
        """Nodes that happen by themselves and are reached from one place only."""
        counts = Counter([self._facts.program.entry])
        for node in self._nodes.values():
            counts.update(targets(node))
        alone = [n for n, node in self._nodes.items() if isinstance(node, Do | Test) and counts[n] == 1]
        return frozenset(alone) - {self._facts.program.entry}

    # ------------------------------------------------------------------------------------------------- helpers

    def of(self, number: int) -> Node:
        """A node by its number."""
        return self._nodes[number]

    def expressions(self) -> Expressions:
        """A fresh function body."""
        reserved = RESERVED | self._globals.names
        return Expressions(self._facts, self._writer, Names(reserved), Vector(), self._globals)

    def plan(self, node: Decide, number: int) -> Plan:
        """An option made ready, once."""
        key = (node.number, number)
        if key not in self._plans:
            self._plans[key] = plan(node.options[number], Simplifier(self._facts), self._facts)
        return self._plans[key]

    def options(self, expressions: Expressions, node: Decide) -> Options:
        def tries(option: Option) -> str:
            return f"tries_{node.number}_{node.options.index(option)}"

        return Options(expressions, tries)

    def parameters(self, option: Option, expressions: Expressions) -> list[Text]:
        """The Python parameters for the values of an option."""
        return [Text(expressions.names.new(parameter.name)) for parameter in option.parameters]

    # ---------------------------------------------------------------------------------------------------- flow

    def write_all(self) -> None:
        """What lists the moves of all decisions."""
        for node in self._nodes.values():
            if isinstance(node, Decide):
                for number, option in enumerate(node.options):
                    with self._writer.from_(option.origin):
                        self._option(node, number, option)

    def write_nowhere(self) -> None:
        """There is no way on."""
        self._writer.write(f'raise {self._globals.helper("Fault")}("the rules lead nowhere")')

    def _option(self, node: Decide, number: int, option: Option) -> None:
        write, block = self._writer.write, self._writer.block
        ready = self.plan(node, number)
        with block(f"def options_{node.number}_{number}(state):"):
            write(f"# {option.name}")
            self.options(self.expressions(), node).legal(
                ready, lambda values, _: write(f"yield ({', '.join([f'{number}', *(v.text for v in values)])},)")
            )
        if ready.needs_trial:
            write("")
            write("")
            self._tries(node, number, ready)

    def _tries(self, node: Decide, number: int, ready: Plan) -> None:
        expressions = self.expressions()
        variables = self.parameters(ready.option, expressions)
        given = "".join(f", {variable.text}" for variable in variables)
        with self._writer.block(f"def tries_{node.number}_{number}(state{given}):"):
            if ready.option.lookahead:
                self._writer.write(f"actor = {expressions.value(expressions.simple(node.actor)).text}")
            self._writer.write("state = state.copy()")
            # A fault is no refusal: playing the move shows it.
            with self._writer.block("try:"):
                scope = self.options(expressions, node).scope_of(ready, variables)
                manner = Manner("return False", "return True")
                Effects(expressions, manner).carry_out(ready.effects, scope)
                ahead = self.completing(ready.option.target) if ready.option.lookahead else "True"
                self._writer.write(f"return {ahead}")
            with self._writer.block(f"except ({self._globals.helper('Fault')}, IndexError):"):
                self._writer.write("return True")

    # --------------------------------------------------------------------------------------------- looking ahead

    def completing(self, target: int) -> str:
        """The question whether the flow from a node can be completed, as an expression."""
        node = self._nodes.get(target)
        if node is None or isinstance(node, End | Chance) or node.rest:
            return "True"
        return f"{self._globals.completes(target)}(state, actor)"

    def write_look_ahead(self) -> None:
        """The functions that looking ahead has asked for so far; writing them may ask for more."""
        while True:
            queries = [query for query in self._globals.queries if query not in self._written]
            completions = [key for key in self._globals.completions if key not in self._written]
            if not queries and not completions:
                return
            for query in queries:
                self._written.add(query)
                self._query(query)
            for key in completions:
                self._written.add(key)
                self._completion(*key)

    def _query(self, target: int) -> None:
        write = self._writer.write
        write("")
        write("")
        with self._writer.block(f"def {self._globals.possible(target)}(state, *fill):"):
            write("state = state.copy()")
            write("for cell, value in zip(fill[::2], fill[1::2]):")
            write("    state[cell] = value")
            entered = self._globals.completes(target, entering=True)
            write(f"return {entered}(state, None)")

    def _completion(self, target: int, entering: bool) -> None:
        node = self._nodes[target]
        write = self._writer.write
        write("")
        write("")
        name = self._globals.completes(target, entering=entering)
        with self._writer.from_(node.origin), self._writer.block(f"def {name}(state, actor):"):
            expressions = self.expressions()
            match node:
                case Do():
                    manner = Manner("return False", "return True")
                    effects = expressions.simplifier.effects(node.effects)
                    Effects(expressions, manner).carry_out(effects, NO_NAMES)
                    write(f"return {self.completing(node.target)}")
                case Test():
                    for condition, arm in node.arms:
                        test = expressions.truth(expressions.simple(condition))
                        with self._writer.block(f"if {test.text}:"):
                            write(f"return {self.completing(arm)}")
                    write(f"return {self.completing(node.otherwise)}")
                case Decide():
                    self._completes_decide(node, expressions)
                case _:
                    write("return True")

    def _completes_decide(self, node: Decide, expressions: Expressions) -> None:
        write = self._writer.write
        if node.otherwise >= 0:
            write("return True")
            return
        actor = expressions.value(expressions.simple(node.actor))
        with self._writer.block(f"if actor is not None and actor != {actor.at(Level.UNION)}:"):
            write("return True")
        for number, option in enumerate(node.options):
            if option.window:
                continue
            fresh = self.expressions() if option.handfuls else expressions
            self.options(fresh, node).legal(self.plan(node, number), lambda *_: write("return True"))
        write("return False")
