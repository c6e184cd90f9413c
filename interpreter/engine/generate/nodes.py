"""Python functions for the nodes of a program.

at_5(state, log) -> int            runs on from node 5 through what happens by itself; the next node, or -1 at a rest
options_12_0(state)                yields the legal moves of option 0 at node 12
take_12_0(state, log, *values)     carries the option out; the node to go on from
tries_12_0(state, *values)         can the option be carried out? asks on a copy
completes_9(state, actor)          can the flow from node 9 be completed? (`enters_9`: even if it is a rest)
possible_9(state, cell, value ..)  the same on a copy with some cells filled
outcomes_7(state), happens_7(state, log, outcome), shuffled_place_7(state)
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from interpreter.engine.generate.cells import NO_NAMES, Vector
from interpreter.engine.generate.effects import Effects, Manner
from interpreter.engine.generate.expressions import Expressions
from interpreter.engine.generate.facts import Facts
from interpreter.engine.generate.globals import Globals
from interpreter.engine.generate.options import Options
from interpreter.engine.generate.plans import Plan, plan
from interpreter.engine.generate.simplify import Simplifier
from interpreter.engine.generate.writer import Level, Names, Text, Writer
from rulelang.graph import terms
from rulelang.graph.program import Chance, Decide, Do, End, Node, Option, Test
from rulelang.graph.successors import targets
from rulelang.graph.terms import Term

#: What the generated functions call their own parameters.
RESERVED: Final = frozenset(
    {"state", "log", "actor", "trial", "outcome", "random", "source", "moves", "found", "place", "node"}
)

#: A node that comes after one other only is written into it, up to this depth.
_DEEPEST: Final = 12


class Nodes:
    """Writes the functions of all nodes."""

    def __init__(self, facts: Facts, module: Globals, writer: Writer, *, checked: bool) -> None:
        self._facts: Final = facts
        self._globals: Final = module
        self._writer: Final = writer
        self._checked: Final = checked
        self._nodes: Final = {node.number: node for node in facts.program.nodes}
        self._plans: Final[dict[tuple[int, int], Plan]] = {}
        self._written: Final[set[object]] = set()
        self._node_cell: Final = facts.region("node").base
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

    def manner(self, node: int) -> Manner:
        fault = self._globals.helper("Fault")
        refuse = f"raise {fault}(REASONS[{{}}], {node})"
        checks = f'raise {fault}(f"{{}}", {node})' if self._checked else ""
        return Manner(refuse, checks, tells=True)

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
        """Every function of every node."""
        for node in self._nodes.values():
            with self._writer.from_(node.origin):
                self._title(node)
                match node:
                    case Decide():
                        self._decide(node)
                    case Chance():
                        self._chance(node)
                    case Do() | Test() if node.number not in self.inlined:
                        self._forward(node)
                    case _:
                        pass

    def _title(self, node: Node) -> None:
        if node.number in self.inlined and isinstance(node, Do | Test):
            return
        self._writer.write("")
        self._writer.write("")
        title = " ".join(getattr(node, "title", "the end").split())
        self._writer.write(f"# {node.number}: {type(node).__name__}, {title}")

    def write_entrance(self, number: int) -> None:
        """The function of a node that happens by itself."""
        node = self._nodes[number]
        assert isinstance(node, Do | Test)
        with self._writer.from_(node.origin):
            self._forward(node)

    def _forward(self, node: Do | Test) -> None:
        with self._writer.block(f"def at_{node.number}(state, log):"):
            self._run_on(node, self.expressions(), 0)

    def _run_on(self, node: Do | Test, expressions: Expressions, depth: int) -> None:
        """What happens at a node by itself, and the way on from it."""
        with self._writer.from_(node.origin):
            if isinstance(node, Do):
                effects = expressions.simplifier.effects(node.effects)
                Effects(expressions, self.manner(node.number)).carry_out(effects, NO_NAMES)
                self._go(node.target, expressions, depth)
                return
            self._fork(node, expressions, depth)

    def _fork(self, node: Test, expressions: Expressions, depth: int) -> None:
        for condition, target in node.arms:
            simple = expressions.simple(condition)
            if isinstance(simple, terms.Const):
                if not simple.value:
                    continue
                self._go(target, expressions, depth)
                return
            with self._writer.block(f"if {expressions.truth(simple).text}:"):
                self._go(target, expressions, depth + 1)
        self._go(node.otherwise, expressions, depth)

    def _go(self, target: int, expressions: Expressions, depth: int) -> None:
        if target < 0:
            self.write_nowhere()
            return
        node = self._nodes[target]
        if target in self.inlined and isinstance(node, Do | Test) and depth < _DEEPEST:
            title = " ".join(node.title.split())
            self._writer.write(f"# {target}: {title}")
            self._run_on(node, expressions, depth)
        else:
            self._writer.write(f"return {target}")

    def write_nowhere(self) -> None:
        """There is no way on."""
        self._writer.write(f'raise {self._globals.helper("Fault")}("the rules lead nowhere")')

    # -------------------------------------------------------------------------------------------------- decide

    def _decide(self, node: Decide) -> None:
        self._at_decide(node)
        with self._writer.block(f"def actor_{node.number}(state):"):
            expressions = self.expressions()
            self._writer.write(f"return {expressions.value(expressions.simple(node.actor)).text}")
        for number, option in enumerate(node.options):
            self._writer.write("")
            self._writer.write("")
            with self._writer.from_(option.origin):
                self._option(node, number, option)

    def _option(self, node: Decide, number: int, option: Option) -> None:
        write, block = self._writer.write, self._writer.block
        ready = self.plan(node, number)
        with block(f"def options_{node.number}_{number}(state):"):
            write(f"# {option.name}")
            self.options(self.expressions(), node).legal(
                ready, lambda values, _: write(f"yield ({', '.join([f'{number}', *(v.text for v in values)])},)")
            )
        write("")
        write("")
        expressions = self.expressions()
        variables = self.parameters(option, expressions)
        given = "".join(f", {variable.text}" for variable in variables)
        with block(f"def take_{node.number}_{number}(state, log{given}):"):
            scope = self.options(expressions, node).scope_of(ready, variables)
            Effects(expressions, self.manner(node.number)).carry_out(ready.effects, scope)
            self._go(option.target, expressions, 0)
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
                manner = Manner("return False", "return True" if self._checked else "")
                Effects(expressions, manner).carry_out(ready.effects, scope)
                ahead = self.completing(ready.option.target) if ready.option.lookahead else "True"
                self._writer.write(f"return {ahead}")
            with self._writer.block(f"except ({self._globals.helper('Fault')}, IndexError):"):
                self._writer.write("return True")

    def _at_decide(self, node: Decide) -> None:
        """Stay where something is legal; else pass, or go on."""
        write, block = self._writer.write, self._writer.block
        with block(f"def at_{node.number}(state, log):"):
            expressions = self.expressions()

            def stay(*_: object) -> None:
                write(f"state[{self._node_cell}] = {node.number}")
                write("return -1")

            for number, option in enumerate(node.options):
                if option.role != "pass":
                    fresh = self.expressions() if option.handfuls else expressions
                    self.options(fresh, node).legal(self.plan(node, number), stay)
            for number, option in enumerate(node.options):
                if option.role == "pass":
                    write(f"for _, *values in options_{node.number}_{number}(state):")
                    write(f"    return take_{node.number}_{number}(state, log, *values)")
            if node.otherwise >= 0:
                write(f"return {node.otherwise}")
            else:
                title = " ".join(node.title.split())
                write(f"raise {self._globals.helper('Stuck')}({f'nothing is legal at: {title}'!r}, {node.number})")
        write("")
        write("")

    # -------------------------------------------------------------------------------------------------- chance

    def _chance(self, node: Chance) -> None:
        write, block = self._writer.write, self._writer.block
        expressions = self.expressions()
        if node.shuffles is not None:
            with block(f"def shuffled_place_{node.number}(state):"):
                write(f"return {expressions.value(expressions.simple(node.shuffles)).text}")
        elif node.parameter is not None:
            self._outcomes(node, expressions)
        write("")
        write("")
        expressions = self.expressions()
        scope = NO_NAMES
        with block(f"def happens_{node.number}(state, log, outcome):"):
            if node.shuffles is not None:
                write(f"{self._globals.helper('rearrange')}(state, shuffled_place_{node.number}(state), outcome)")
            elif node.parameter is not None:
                bound = self._facts.element(node.parameter.domain)
                scope = scope.having(node.parameter.name, Text("outcome"), bound)
            effects = expressions.simplifier.effects(node.effects, scope.bounds)
            Effects(expressions, self.manner(node.number)).carry_out(effects, scope)
            self._go(node.target, expressions, 0)

    def _outcomes(self, node: Chance, expressions: Expressions) -> None:
        parameter = node.parameter
        assert parameter is not None
        write, block = self._writer.write, self._writer.block
        with block(f"def outcomes_{node.number}(state):"):
            write("found = []")
            domain = expressions.simplifier.domain(parameter.domain)
            iterable = expressions.iterable(domain, NO_NAMES)
            if isinstance(domain, terms.Listed | terms.Sequence):
                iterable = f"sorted(set({iterable}))"
            variable = Text(expressions.names.new(parameter.name))
            scope = NO_NAMES.having(parameter.name, variable, self._facts.element(domain))
            with block(f"for {variable.text} in {iterable}:"):
                where = expressions.simple(terms.And(() if parameter.where is None else (parameter.where,)), scope)
                if where != terms.Const(1):
                    with block(f"if not ({expressions.truth(where, scope).text}):"):
                        write("continue")
                weight = expressions.simple(self._weight(node, parameter.name), scope)
                text = expressions.value(weight, scope)
                if isinstance(weight, terms.Const) and weight.value > 0:
                    write(f"found.append(({variable.text}, {weight.value}))")
                else:
                    name = text if text.is_name else expressions.assign("weight", text)
                    with block(f"if {name.text} > 0:"):
                        write(f"found.append(({variable.text}, {name.text}))")
            write("return found")

    def _weight(self, node: Chance, name: str) -> Term:
        assert node.parameter is not None
        if node.weight is not None:
            return node.weight
        if isinstance(node.parameter.domain, terms.Tokens):
            return terms.TokenCount(terms.VarietyOf(terms.Local(name)), terms.PlaceOf(terms.Local(name)))
        return terms.Const(1)

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
                    manner = Manner("return False", "return True" if self._checked else "")
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
