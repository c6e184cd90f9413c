"""What values a term can have at all: the least and the greatest number, the members a set may have, whether a
condition can hold.

Nothing is assumed about how play gets anywhere; only what components, tables and bounds rule out is ruled out. So
"never" is certain, and so is "always"; everything else is "perhaps".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from typing import Any, Final, TypeAlias, TypeVar

from rulelang.checks.intervals import ALWAYS, NEVER, PERHAPS, WIDEST, Range, between, calculated, compared, joined
from rulelang.checks.reading import all_parts
from rulelang.graph.program import Chance, Decide, Do, Node, Parameter, Program, Test
from rulelang.graph.terms import (
    AllIn,
    And,
    AnyIn,
    Apply,
    Arithmetic,
    BestIn,
    Bind,
    Both,
    Cell,
    Compare,
    Const,
    Domain,
    Either,
    Entry,
    Filtered,
    FirstIn,
    Highest,
    Holds,
    IfElse,
    InLine,
    Leading,
    Listed,
    Local,
    Lowest,
    Members,
    Not,
    Or,
    PlaceOf,
    Put,
    Reached,
    Sequence,
    Single,
    Size,
    Span,
    SumIn,
    Term,
    TokenCount,
    TokenPlaces,
    Tokens,
    VarietyOf,
    WhileIn,
    Without,
)

Names: TypeAlias = Mapping[str, Range]
T = TypeVar("T")

_MOST: Final = 1 << 40
_ANY: Final = (-_MOST, _MOST)
_DEEPEST = 6


class Ranges:
    """Answers for one program; an answer about a derived value is kept."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.layout = program.layout
        self._tables: dict[str, Range] = {}
        self._masks: dict[str, int] = {}
        self._functions: dict[tuple[str, tuple[Range, ...]], Range] = {}
        self._depth = 0
        self._supplies = [self._supply(variety) for variety in range(len(program.layout.varieties))]
        self._frames: dict[str, Range] = {}
        self._written: dict[str, list[tuple[Term, Names]]] | None = None
        self._assumed: dict[str, Range] = {}
        self._general: Ranges | None = None

    # ------------------------------------------------------------- conditions

    def truth(self, condition: Term | None, names: Names) -> int:
        """NEVER, ALWAYS or PERHAPS."""
        match condition:
            case None:
                return ALWAYS
            case Const(value):
                return ALWAYS if value else NEVER
            case Not(inside):
                return {NEVER: ALWAYS, ALWAYS: NEVER}.get(self.truth(inside, names), PERHAPS)
            case And(parts):
                answers = [self.truth(part, names) for part in parts]
                return NEVER if NEVER in answers else PERHAPS if PERHAPS in answers else ALWAYS
            case Or(parts):
                answers = [self.truth(part, names) for part in parts]
                return ALWAYS if ALWAYS in answers else PERHAPS if PERHAPS in answers else NEVER
            case Compare(operation, left, right):
                return compared(operation, self.number(left, names), self.number(right, names), left == right)
            case Holds(where, element):
                return PERHAPS if self.members(where, names) & self.elements(element, names) else NEVER
            case AnyIn(name, domain, body):
                if self.emptiness(domain, names) == ALWAYS:
                    return NEVER
                return self.truth(body, self.with_element(name, domain, names)) and PERHAPS
            case AllIn(name, domain, body):
                each = self.truth(body, self.with_element(name, domain, names))
                return ALWAYS if each == ALWAYS or self.emptiness(domain, names) == ALWAYS else PERHAPS
            case _:
                low, high = self.number(condition, names)
                return NEVER if low == high == 0 else ALWAYS if low > 0 else PERHAPS

    def knowing(self, cells: Mapping[str, Range]) -> Ranges:
        """The same program where something more is known about some cells."""
        known = copy(self)
        known._general = self._general or self
        known._assumed = {**self._assumed, **cells}
        known._functions = {}
        return known

    def assuming(self, region: str, value: int, condition: Term) -> int:
        """The same if all numbers of a region had this value."""
        kept, self._functions = self._functions, {}
        self._assumed[region] = value, value
        answer = self.truth(condition, {})
        del self._assumed[region]
        self._functions = kept
        return answer

    def emptiness(self, domain: Domain, names: Names) -> int:
        """Is there nothing in a domain?"""
        match domain:
            case Members(Const(value)):
                return NEVER if value else ALWAYS
            case Members(members):
                return PERHAPS if self.members(members, names) else ALWAYS
            case Span(low, high):
                least, most = self.number(low, names), self.number(high, names)
                return ALWAYS if least[0] > most[1] else NEVER if least[1] <= most[0] else PERHAPS
            case Tokens(varieties, places):
                nothing = not self.members(varieties, names) or not self.members(places, names)
                return ALWAYS if nothing else PERHAPS
            case _:
                return PERHAPS

    # ---------------------------------------------------------------- numbers

    def number(self, term: Term, names: Names) -> Range:
        """The least and the greatest value; of a set, as a number whose bits are its members."""
        match term:
            case Const(value):
                return value, value
            case Local(name):
                return names.get(name, _ANY)
            case Cell(region):
                return self._cell(region)
            case Entry(table, index):
                return self._entry(table, self.number(index, names))
            case Arithmetic(operation, left, right):
                return calculated(operation, self.number(left, names), self.number(right, names))
            case IfElse(condition, then, otherwise):
                which = self.truth(condition, names)
                if which != PERHAPS:
                    return self.number(then if which == ALWAYS else otherwise, names)
                return joined(self._if_there(condition, then, names, self.number), self.number(otherwise, names))
            case Bind(name, value, body):
                return self.number(body, {**names, name: self.number(value, names)})
            case Apply(function, arguments):
                return self._applied(function, tuple(self.number(one, names) for one in arguments))
            case Size(of):
                mask = self.members(of, names)
                return 0, mask.bit_count() if mask >= 0 else _MOST
            case Lowest(of) | Highest(of):
                mask = self.members(of, names)
                return -1, mask.bit_length() - 1 if mask >= 0 else _MOST
            case VarietyOf():
                return -1, len(self._supplies) - 1
            case PlaceOf():
                return -1, len(self.layout.places) - 1
            case TokenCount(variety, _):
                return 0, max((self._supplies[v] for v in self._numbers(variety, names)), default=0)
            case SumIn(name, domain, body):
                return self._sum(name, domain, body, names)
            case BestIn(name, domain, body, _, default):
                best = self.number(body, self.with_element(name, domain, names))
                return joined(best, self.number(default, names))
            case FirstIn(name, domain, _):
                return -1, self.with_element(name, domain, names)[name][1]
            case Compare() | Not() | And() | Or() | Holds() | AnyIn() | AllIn():
                answer = self.truth(term, names)
                return (0, 1) if answer == PERHAPS else (answer, answer)
            case Both() | Either() | Without() | Single() | Filtered() | WhileIn() | Leading() | Reached():
                mask = self.members(term, names)
                return (0, mask) if mask >= 0 else (0, _MOST)
            case TokenPlaces() | InLine():
                return 0, (1 << len(self.layout.places)) - 1
            case _:
                return _ANY

    def _if_there(self, condition: Term, term: Term, names: Names, asked: Callable[[Term, Names], T]) -> T:
        """A value that is only asked for if somebody or something is there, not nothing."""
        match condition:
            case Compare(">=", Cell(region), Const(0)) if region not in self._assumed:
                self._assumed[region] = 0, self._cell(region)[1]
                found = asked(term, names)
                del self._assumed[region]
                return found
            case Compare(">=", Local(name), Const(0)) if name in names:
                return asked(term, {**names, name: (max(0, names[name][0]), names[name][1])})
            case _:
                return asked(term, names)

    def _cell(self, name: str) -> Range:
        region = self.layout.regions.get(name)
        if region is None:
            return _ANY
        if name in self._assumed:
            return self._assumed[name]
        if region.kind == "set":
            return 0, (1 << region.high) - 1 if region.high <= WIDEST else _MOST
        if region.role == "counter" or name == "playing":
            return region.low, region.high
        most = self._last_element(region.elements)
        if region.role == "frame" and region.length == 1:
            low, high = self._frame(name)
            return max(low, -1) if most < _MOST else low, min(high, most)
        return (-1, most) if region.role == "variable" else (-1, _MOST)

    def _last_element(self, elements: str) -> int:
        """The highest number of a player, a place, a piece or a member of a kind."""
        if elements in ("player", "place", "piece"):
            counts = {
                "player": self.program.players, "place": len(self.layout.places), "piece": len(self.layout.pieces)
            }  # fmt: skip
            return counts[elements] - 1
        members = self.program.names.get(elements)
        return len(members) - 1 if members and elements != "token" else _MOST

    def _frame(self, name: str) -> Range:
        """What is ever written into a cell that an action uses, whatever is assumed now."""
        if self._general is not None:
            return self._general._frame(name)
        known = self._frames.get(name)
        if known is not None:
            return known
        self._frames[name] = _ANY
        found: Range = (-1, -1)
        assumed, self._assumed = self._assumed, {}
        for value, names in self._puts().get(name, []):
            found = joined(found, self.number(value, names))
        self._assumed = assumed
        self._frames[name] = found
        return found

    def _puts(self) -> dict[str, list[tuple[Term, Names]]]:
        if self._written is None:
            self._written = {}
            for node in self.program.nodes:
                for parameters, parts in _ways(node):
                    names = self.with_parameters(parameters, {}) if parameters else {}
                    for part in all_parts(parts):
                        if isinstance(part, Put):
                            self._written.setdefault(part.region, []).append((part.value, names))
                if isinstance(node, Decide):
                    for region in (region for option in node.options for region in option.handfuls.values()):
                        self._written.setdefault(region, []).append((Local(""), {}))
        return self._written

    def with_parameters(self, parameters: tuple[Parameter, ...], names: Names) -> dict[str, Range]:
        """What may be chosen for each parameter."""
        found = dict(names)
        for parameter in parameters:
            found[parameter.name] = self.with_element(parameter.name, parameter.domain, found)[parameter.name]
        return found

    def _entry(self, table: str, index: Range) -> Range:
        values = self.program.tables.get(table)
        if not values:
            return _ANY
        if index[0] >= 0 and index[1] < len(values) - 1:
            chosen = values[index[0] : index[1] + 1]
            return min(chosen), max(chosen)
        known = self._tables.get(table)
        if known is None:
            known = self._tables[table] = (min(values), max(values))
        return known

    def _applied(self, name: str, arguments: tuple[Range, ...]) -> Range:
        key = name, arguments
        known = self._functions.get(key)
        if known is not None:
            return known
        function = self.program.functions.get(name)
        if function is None or self._depth >= _DEEPEST:
            return _ANY
        self._depth += 1
        found = self.number(function.body, dict(zip(function.parameters, arguments, strict=False)))
        self._depth -= 1
        self._functions[key] = found
        return found

    def _sum(self, name: str, domain: Domain, body: Term, names: Names) -> Range:
        if isinstance(domain, Tokens) and isinstance(body, TokenCount):
            mask = self.members(domain.varieties, names)
            return 0, sum(supply for variety, supply in enumerate(self._supplies) if mask >> variety & 1)
        low, high = self.number(body, self.with_element(name, domain, names))
        most = self._length(domain, names)
        return min(0, low * most), max(0, high * most)

    def _length(self, domain: Domain, names: Names) -> int:
        """How many elements a domain has at most."""
        match domain:
            case Members(of):
                mask = self.members(of, names)
                return mask.bit_count() if mask >= 0 else _MOST
            case Span(low, high):
                return max(0, self.number(high, names)[1] - self.number(low, names)[0] + 1)
            case Listed(table, _):
                return max((len(one) for one in self.program.lists.get(table, ())), default=0)
            case Sequence(region):
                return self.layout.regions[region].length if region in self.layout.regions else _MOST
            case _:
                return _MOST

    # ------------------------------------------------------------------- sets

    def members(self, term: Term, names: Names) -> int:
        """A set that holds every member the term can have; -1 if anything may be in it."""
        match term:
            case Const(value):
                return value
            case Both(parts):
                found = -1
                for part in parts:
                    found &= self.members(part, names)
                return found
            case Either(parts):
                found = 0
                for part in parts:
                    found |= self.members(part, names)
                return found
            case Without(left, right):
                return self.members(left, names) & ~self._certain_members(right, names)
            case Single(element):
                return self.elements(element, names)
            case Filtered(name, domain, body):
                if self.truth(body, self.with_element(name, domain, names)) == NEVER:
                    return 0
                return self._domain(domain, names)
            case WhileIn(_, domain, _) | Leading(_, domain, _):
                return self._domain(domain, names)
            case Reached(start, _, through):
                return self.members(start, names) | self.members(through, names)
            case IfElse(condition, then, otherwise):
                answer = self.truth(condition, names)
                if answer != PERHAPS:
                    return self.members(then if answer == ALWAYS else otherwise, names)
                return self.members(then, names) | self.members(otherwise, names)
            case Bind(name, value, body):
                return self.members(body, {**names, name: self.number(value, names)})
            case Entry(table, _):
                return self._table_members(table)
            case Cell(region):
                known = self.layout.regions.get(region)
                return (1 << known.high) - 1 if known is not None and known.high <= WIDEST else -1
            case TokenPlaces() | InLine():
                return (1 << len(self.layout.places)) - 1
            case _:
                return -1

    def _certain_members(self, term: Term, names: Names) -> int:
        """Members that a set has whatever happens."""
        match term:
            case Const(value):
                return value
            case Single(element):
                low, high = self.number(element, names)
                return 1 << low if low == high >= 0 else 0
            case Either(parts):
                found = 0
                for part in parts:
                    found |= self._certain_members(part, names)
                return found
            case _:
                return 0

    def elements(self, term: Term, names: Names) -> int:
        """The set of all elements a term can stand for, without nothing; -1 if it may be any."""
        match term:
            case IfElse(condition, then, otherwise):
                which = self.truth(condition, names)
                if which != PERHAPS:
                    return self.elements(then if which == ALWAYS else otherwise, names)
                return self._if_there(condition, then, names, self.elements) | self.elements(otherwise, names)
            case Bind(name, value, body):
                return self.elements(body, {**names, name: self.number(value, names)})
            case Lowest(of) | Highest(of):
                return self.members(of, names)
            case FirstIn(_, domain, _):
                return self._domain(domain, names)
            case Entry(table, index):
                return self._entries(table, self.number(index, names))
            case Arithmetic("+", Const(base), offset) if base >= 0:
                # `your Hand`: the first Hand, and as many further as the number of the player, if there is one.
                mask = self.elements(offset, names)
                return mask << base if mask >= 0 else -1
            case _:
                low, high = self.number(term, names)
                return between(max(low, 0), high) if high >= 0 else 0

    def _entries(self, table: str, index: Range) -> int:
        """The elements in a table, or in a part of it."""
        values = self.program.tables.get(table)
        if not values:
            return -1
        if index[0] >= 0 and index[1] < len(values) - 1:
            values = values[index[0] : index[1] + 1]
        found = 0
        for value in values:
            if 0 <= value < WIDEST:
                found |= 1 << value
        return found

    def _table_members(self, table: str) -> int:
        known = self._masks.get(table)
        if known is None:
            known = 0
            for value in self.program.tables.get(table, (-1,)):
                known |= value
            self._masks[table] = known
        return known

    def _domain(self, domain: Domain, names: Names) -> int:
        if isinstance(domain, Members):
            return self.members(domain.set, names)
        low, high = self.with_element("", domain, names)[""]
        return between(max(low, 0), high)

    def with_element(self, name: str, domain: Domain, names: Names) -> dict[str, Range]:
        """The names, with that of an element of the domain."""
        found: Range = _ANY
        match domain:
            case Members(of):
                mask = self.members(of, names)
                found = ((mask & -mask).bit_length() - 1, mask.bit_length() - 1) if mask > 0 else (0, _MOST)
            case Span(low, high):
                found = self.number(low, names)[0], self.number(high, names)[1]
            case Listed(table, _):
                values = [value for one in self.program.lists.get(table, ()) for value in one]
                found = (min(values), max(values)) if values else (0, _MOST)
            case _:
                found = -1, _MOST
        return {**names, name: found}

    def _numbers(self, term: Term, names: Names) -> range:
        low, high = self.number(term, names)
        return range(max(low, 0), min(high, len(self._supplies) - 1) + 1)

    def _supply(self, variety: int) -> int:
        region = self.layout.regions.get(f"tokens {variety} counted")
        return region.high if region is not None else _MOST


def _ways(node: Node) -> Iterator[tuple[tuple[Parameter, ...], Any]]:
    """Everything about a node that may write, with what is chosen there."""
    match node:
        case Decide():
            for option in node.options:
                yield option.parameters, (option.guard, option.effects)
        case Chance():
            yield (() if node.parameter is None else (node.parameter,)), node.effects
        case Do():
            yield (), node.effects
        case Test():
            yield (), node.arms
        case _:
            pass
