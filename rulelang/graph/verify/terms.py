"""Terms and effects: everything they name is there, and every local has a value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeAlias

from rulelang.graph import terms as t
from rulelang.graph.program import OptionEdge, Parameter, Program
from rulelang.graph.verify.layout import MOST_ELEMENTS
from rulelang.graph.verify.problems import Problem
from rulelang.graph.walk import scoped_parts

Locals: TypeAlias = frozenset[str]

NO_LOCALS: Final[Locals] = frozenset()


class TermCheck:
    """Looks at the terms and effects of one program."""

    def __init__(self, program: Program) -> None:
        self.program: Final = program
        self._regions: Final = program.layout.regions
        self._varieties: Final = len(program.layout.varieties)
        #: For lists that were looked at what is wrong with what they name.
        self._named: Final[dict[str, str]] = {}

    def term(self, where: str, term: Any, known: Locals = NO_LOCALS) -> Iterator[Problem]:
        """What is wrong in a term or a domain."""
        message = self._message(term, known)
        if message:
            yield Problem(where, message)
        if isinstance(term, t.Possible):
            yield from self.effects(where, term.fill, known)
            return
        for part, bound in scoped_parts(term):
            yield from self.term(where, part, known | bound)

    def maybe(self, where: str, term: Any, known: Locals = NO_LOCALS) -> Iterator[Problem]:
        """The same of a term that need not be there."""
        if term is not None:
            yield from self.term(where, term, known)

    def _message(self, term: Any, known: Locals) -> str:
        program = self.program
        match term:
            case t.Const(value) if value.bit_length() > MOST_ELEMENTS:
                return "a number is too large"
            case t.Local(name) if name not in known:
                return f"the local {name!r} has no value here"
            case t.Cell(region, index) | t.CellList(region, index):
                return self._cell(region, index)
            case t.Entry(table, index):
                return _entry("table", program.tables, table, index)
            case t.Reached(_, table, _):
                return "" if table in program.tables else f"there is no table {table!r}"
            case t.HasLine(_, table, index):
                return _entry("lists", program.lists, table, index)
            case t.Listed(table, index):
                return _entry("lists", program.lists, table, index) or self._no_elements(table)
            case t.InLine(_, table, directions, _):
                fits = table in program.lists and 0 < directions <= len(program.lists[table])
                wrong = f"there are no {directions} directions in the lists {table!r}"
                return self._no_elements(table) if fits else wrong
            case t.Apply(name, arguments):
                function = program.functions.get(name)
                if function is None:
                    return f"there is no function {name!r}"
                wanted = len(function.parameters)
                return "" if len(arguments) == wanted else f"{name} takes {wanted} arguments, not {len(arguments)}"
            case t.Possible(node) if not 0 <= node < len(program.nodes):
                return f"there is no node {node}"
            case t.TokenCount(t.Const(variety)) | t.TokenAt(t.Const(variety)) if variety >= self._varieties:
                return f"there is no variety {variety}"
            case t.TokenPlaces(t.Const(varieties)) if varieties >> self._varieties:
                return "some of its varieties are not there"
            case t.Both(()) | t.Either(()) | t.And(()) | t.Or(()):
                return "it has no parts"
            case _:
                pass
        return ""

    def _no_elements(self, table: str) -> str:
        """What is wrong where the members of lists are to be elements."""
        if table not in self._named:
            fit = all(member < MOST_ELEMENTS for row in self.program.lists[table] for member in row)
            self._named[table] = "" if fit else f"the lists {table!r} name what no element is called"
        return self._named[table]

    def _cell(self, name: str, index: t.Term) -> str:
        region = self._regions.get(name)
        if region is None:
            return f"there is no region {name!r}"
        if isinstance(index, t.Const) and not 0 <= index.value < region.length:
            return f"the region {name!r} has {region.length} cells, so there is no cell {index.value}"
        return ""

    # ------------------------------------------------------------------------------------------------ effects

    def effects(self, where: str, effects: Iterable[t.Effect], known: Locals = NO_LOCALS) -> Iterator[Problem]:
        """What is wrong in a list of effects; a `Name` is known to those that follow it."""
        for effect in effects:
            yield from self._effect(where, effect, known)
            if isinstance(effect, t.Name):
                known |= {effect.name}

    def _effect(self, where: str, effect: t.Effect, known: Locals) -> Iterator[Problem]:
        program = self.program
        message = ""
        match effect:
            case t.Put(region, index) | t.Append(region, index) | t.SortInto(region, index):
                message = self._cell(region, index)
            case t.Require(_, reason) | t.When(reason=reason) if not -1 <= reason < len(program.reasons):
                message = f"there is no reason {reason}"
            case t.Tell(event) if not 0 <= event < len(program.events):
                message = f"there is no event {event}"
        if message:
            yield Problem(where, message)
        match effect:
            case t.When(condition, then, otherwise):
                yield from self.term(where, condition, known)
                yield from self.effects(where, then, known)
                yield from self.effects(where, otherwise, known)
            case t.ForIn(name, domain, body):
                yield from self.term(where, domain, known)
                yield from self.effects(where, body, known | {name})
            case _:
                for part, bound in scoped_parts(effect):
                    yield from self.term(where, part, known | bound)

    # ---------------------------------------------------------------------------------------------- parameters

    def option(self, where: str, option: OptionEdge) -> Iterator[Problem]:
        """What is wrong with an option: what is chosen in it, its guard and its effects."""
        known = NO_LOCALS
        for parameter in option.parameters:
            if parameter.name in known:
                yield Problem(where, f"two of its parameters are called {parameter.name!r}")
            yield from self.parameter(where, parameter, known)
            known |= {parameter.name}
        for name, region in option.handfuls.items():
            if name not in known or region not in self._regions:
                yield Problem(where, f"there is no handful {name!r} with cells in the region {region!r}")
        yield from self.maybe(where, option.guard, known)
        yield from self.effects(where, option.effects, known)

    def parameter(self, where: str, parameter: Parameter, known: Locals) -> Iterator[Problem]:
        """What is wrong with something that is chosen or drawn."""
        yield from self.term(where, parameter.domain, known)
        yield from self.maybe(where, parameter.where, known | {parameter.name})
        yield from self.maybe(where, parameter.fewest, known)
        yield from self.maybe(where, parameter.most, known)


def _entry(what: str, tables: Any, name: str, index: t.Term) -> str:
    if name not in tables:
        return f"there is no {what} {name!r}"
    count = len(tables[name])
    if isinstance(index, t.Const) and not -1 <= index.value < count:
        return f"the {what} {name!r} has {count} entries, so there is no entry {index.value}"
    return ""
