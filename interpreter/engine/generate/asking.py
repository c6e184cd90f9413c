"""Python that answers for what somebody asks about one option or one term, beyond listing all moves.

fits_12_0_2(state, pawn, target)   is there a legal move of option 0 at node 12 that begins with these two values?
begins_12_0_1(state, pawn, begun)  and whose next handful begins with these members?
next_12_0_1(state, pawn)           yields the values that may come next
pool_12_0_1(state, pawn)           what the next handful is taken from
asked_3(state, player)             the value of a term, or effects carried out

The loops and tests are those that list the moves, with a test in place of the loop where a value is given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from interpreter.engine.generate.bounds import ANYTHING
from interpreter.engine.generate.cells import NO_NAMES, Scoped
from interpreter.engine.generate.effects import Effects, Manner
from interpreter.engine.generate.globals import Globals
from interpreter.engine.generate.nodes import Nodes
from interpreter.engine.generate.writer import Text, Writer
from rulelang.graph.program import Decide
from rulelang.graph.terms import Effect, Term


class Asking:
    """Writes functions for one option, one term, or one list of effects."""

    def __init__(self, module: Globals, writer: Writer, nodes: Nodes) -> None:
        self._module: Final = module
        self._writer: Final = writer
        self._nodes: Final = nodes

    def option(self, node: Decide, number: int) -> None:
        """All that may be asked about moves of an option, and directories of it by how many values are given."""
        parameters = node.options[number].parameters
        for given in range(len(parameters) + 1):
            self._fits(node, number, given)
            if given < len(parameters) and parameters[given].form == "some":
                self._begins(node, number, given)
                self._pool(node, number, given)
            elif given < len(parameters):
                self._next(node, number, given)
        self._writer.write("")
        self._writer.write("")
        for name in ("fits", "begins", "next", "pool"):
            found = [self._entry(name, node, number, given) for given in range(len(parameters) + 1)]
            self._writer.write(f"{name.upper()}_{node.number}_{number} = ({', '.join(found)},)")

    def _entry(self, name: str, node: Decide, number: int, given: int) -> str:
        """The function of a directory entry; None where there is none."""
        parameters = node.options[number].parameters
        if name != "fits":
            if given == len(parameters):
                return "None"
            is_handful = parameters[given].form == "some"
            if is_handful is (name == "next"):
                return "None"
        return f"{name}_{node.number}_{number}_{given}"

    def _function(
        self, name: str, node: Decide, number: int, given: int, body: Callable[[list[Text], Text], None], last: str
    ) -> None:
        """A function of the first values of an option (for `begins`, and the members of a handful)."""
        option = node.options[number]
        expressions = self._nodes.expressions()
        values = [Text(expressions.names.new(parameter.name)) for parameter in option.parameters[:given]]
        begun = Text(expressions.names.new("begun"))
        parameters = [*values, *([begun] if name == "begins" else [])]
        self._writer.write("")
        self._writer.write("")
        header = f"def {name}_{node.number}_{number}_{given}({', '.join(['state', *(p.text for p in parameters)])}):"
        with self._writer.from_(option.origin), self._writer.block(header):
            self._options = self._nodes.options(expressions, node)
            body(values, begun)
            if last:
                self._writer.write(last)

    def _fits(self, node: Decide, number: int, given: int) -> None:
        plan = self._nodes.plan(node, number)

        def body(values: list[Text], _: Text) -> None:
            self._options.legal(plan, lambda *_: self._writer.write("return True"), given=values)

        self._function("fits", node, number, given, body, "return False")

    def _begins(self, node: Decide, number: int, given: int) -> None:
        plan = self._nodes.plan(node, number)

        def body(values: list[Text], begun: Text) -> None:
            self._options.legal(plan, lambda *_: self._writer.write("return True"), given=values, begun=begun)

        self._function("begins", node, number, given, body, "return False")

    def _next(self, node: Decide, number: int, given: int) -> None:
        """A value is offered if a move that begins with it is legal; of the last one that is known at once."""
        plan = self._nodes.plan(node, number)
        fits = f"fits_{node.number}_{number}_{given + 1}"

        def body(values: list[Text], _: Text) -> None:
            def last(found: tuple[Text, ...], _: Scoped) -> None:
                self._writer.write(f"yield {found[-1].text}")

            def found(value: Text) -> None:
                asked = ", ".join(["state", *(one.text for one in (*values, value))])
                with self._writer.block(f"if {fits}({asked}):"):
                    self._writer.write(f"yield {value.text}")

            if given + 1 == len(plan.option.parameters):
                self._options.legal(plan, last, given=values)
            else:
                self._options.next_values(plan, values, found)

        self._function("next", node, number, given, body, "")

    def _pool(self, node: Decide, number: int, given: int) -> None:
        plan = self._nodes.plan(node, number)

        def body(values: list[Text], _: Text) -> None:
            self._options.next_pool(plan, values, lambda pool: self._writer.write(f"return {pool}"))

        self._function("pool", node, number, given, body, "return (), None, None, 0, 0")

    def value(self, name: str, term: Term, values: Sequence[str]) -> None:
        """The value of a term with free locals, as a function of the state and of them."""
        expressions = self._nodes.expressions()
        scope = self._header(name, values, expressions.names.new)
        with self._writer.deeper():
            self._writer.write(f"return {expressions.value(expressions.simple(term, scope), scope).text}")

    def effects(self, name: str, effects: tuple[Effect, ...], values: Sequence[str]) -> None:
        """Effects with free locals, as a function of the state and of them."""
        expressions = self._nodes.expressions()
        scope = self._header(name, values, expressions.names.new)
        with self._writer.deeper():
            fault = self._module.helper("Fault")
            refuse = f'raise {fault}("a sentence cannot be obeyed: " + REASONS[{{}}])'
            manner = Manner(refuse, f'raise {fault}(f"{{}}")')
            Effects(expressions, manner).carry_out(expressions.simplifier.effects(effects, scope.bounds), scope)

    def _header(self, name: str, values: Sequence[str], new: Callable[[str], str]) -> Scoped:
        scope = NO_NAMES
        for value in values:
            scope = scope.having(value, Text(new(value)), ANYTHING)
        self._writer.write("")
        self._writer.write("")
        given = "".join(f", {scope.texts[value].text}" for value in values)
        self._writer.write(f"def {name}(state{given}):")
        return scope
