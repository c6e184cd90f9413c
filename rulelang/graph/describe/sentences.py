"""A term as a phrase."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeGuard

from rulelang.graph import terms as t
from rulelang.graph.describe.elements import Elements
from rulelang.graph.describe.nodes import node_names
from rulelang.graph.program import Program
from rulelang.graph.roles import TableKind

Classes = Mapping[str, str]

_NOTHING_KNOWN: Classes = MappingProxyType({})
_OPERATIONS = {"==": "is", "!=": "is not", "//": "divided by", "/^": "divided (up) by"}


class Speaker:
    """Says the terms of one program. `local` tells the class of each local variable in sight."""

    def __init__(self, program: Program) -> None:
        self.program: Final = program
        self.elements: Final = Elements(program)
        self.nodes: Final = node_names(program)

    def say(self, term: t.Term, local: Classes = _NOTHING_KNOWN, kind: str = "") -> str:
        """A term as a phrase; `kind` is the class its value is meant to be of."""
        match term:
            case t.Const(value):
                return self.elements.one(value, kind)
            case t.Local(name):
                return name
            case t.Cell():
                return self._cell(term, local)
            case t.Entry(table, index):
                return self._entry(table, index, local)
            case t.Arithmetic():
                return self._arithmetic(term, local, kind)
            case t.Compare():
                return self._compare(term, local)
            case t.Not(t.Holds() as inside):
                return self._holds(inside, local, " not")
            case t.Not(t.Compare("==", left, right)):
                return self._compare(t.Compare("!=", left, right), local)
            case t.Not(inside):
                return f"not {_bracketed(self.say(inside, local))}"
            case t.And(parts):
                return " and ".join(self._part(part, local, (t.Or, t.IfElse, t.Bind)) for part in parts)
            case t.Or(parts):
                return " or ".join(self._part(part, local, (t.And, t.IfElse, t.Bind)) for part in parts)
            case t.IfElse(condition, then, otherwise):
                if (player := self._opponent(term)) is not None:
                    return f"the opponent of {self.say(player, local, 'player')}"
                kind = kind or self.elements.of(term, local)
                said = (self.say(then, local, kind), self.say(condition, local), self.say(otherwise, local, kind))
                return "({} if {}, otherwise {})".format(*said)
            case t.Bind(name, value, body):
                inner = {**local, name: self.elements.of(value, local)}
                return f"({self.say(body, inner, kind)} with {name} as {self.say(value, local)})"
            case t.Apply(function, arguments):
                return (
                    f"{function}({', '.join(self.say(one, local, self.elements.of(one, local)) for one in arguments)})"
                )
            case t.Possible(node, fill):
                filled = "".join(f", [{put.region}] as {self.say(put.value, local)}" for put in fill)
                return f"({self.nodes[node]} can be obeyed{filled})"
            case t.HasLine(line, lines, index):
                return f"({self.say_set(line, local)} holds one of the {lines} of {self.say(index, local, 'place')})"
            case t.VarietyOf(token):
                return f"the look of {self.say(token, local, 'token')}"
            case t.PlaceOf(token):
                return f"the place of {self.say(token, local, 'token')}"
            case t.TokenAt(variety, place):
                return f"{self.say(variety, local, 'variety')} on {self.say(place, local, 'place')}"
            case t.TokenCount(t.VarietyOf(token), t.PlaceOf(other)) if token == other:
                return f"the number of {self.say(token, local, 'token')}"
            case t.TokenCount(variety, place):
                return f"the number of {self.say(variety, local, 'variety')} on {self.say(place, local, 'place')}"
            case t.Fingerprint(parts):
                products = (" times ".join(self._factor(one, local) for one in factors) for factors in parts)
                return f"the fingerprint of ({', '.join(products)})"
            case t.Holds():
                return self._holds(term, local, "")
            case t.Size(inside):
                return f"the number in {self.say_set(inside, local)}"
            case t.Lowest(inside):
                return f"the first of {self.say_set(inside, local)}"
            case t.Highest(inside):
                return f"the last of {self.say_set(inside, local)}"
            case t.Single() | t.Both() | t.Either() | t.Without() | t.Reached() | t.InLine() | t.TokenPlaces():
                return self.say_set(term, local, kind)
            case t.Filtered() | t.WhileIn() | t.Leading():
                return self.say_set(term, local, kind)
            case t.AnyIn() | t.AllIn() | t.SumIn() | t.BestIn() | t.FirstIn():
                return self._fold(term, local, kind)

    def say_set(self, term: t.Term, local: Classes = _NOTHING_KNOWN, kind: str = "") -> str:
        """A term whose value is a set."""
        kind = kind or self.elements.of(term, local)
        match term:
            case t.Const(value):
                return self.elements.set(value, kind)
            case t.Single(element):
                return "{" + self.say(element, local, kind) + "}"
            case t.Both((t.Const(value), only)) if self.elements.set(value, kind) == f"every {kind}":
                return self.say_set(only, local, kind)
            case t.Both(parts):
                return "(" + " also in ".join(self.say_set(part, local, kind) for part in parts) + ")"
            case t.Either(parts):
                return "(" + " together with ".join(self.say_set(part, local, kind) for part in parts) + ")"
            case t.Without(left, right):
                return f"({self.say_set(left, local, kind)} without {self.say_set(right, local, kind)})"
            case t.Reached(start, neighbours, through):
                start_said, through_said = self.say_set(start, local, kind), self.say_set(through, local, kind)
                return f"(all reached from {start_said} by {neighbours} through {through_said})"
            case t.InLine(start, rays, _, through):
                start_said, through_said = self.say(start, local, kind), self.say_set(through, local, kind)
                return f"(all in line with {start_said} by {rays} through {through_said})"
            case t.TokenPlaces(varieties):
                return f"(places with {self.say_set(varieties, local, 'variety')})"
            case t.Filtered(name, domain, body):
                inner = self.bound(name, domain, local)
                return f"{{{name} in {self.say_domain(domain, local, name)} where {self.say(body, inner)}}}"
            case t.WhileIn(name, domain, body):
                inner = self.bound(name, domain, local)
                return f"{{{name} in {self.say_domain(domain, local, name)} as long as {self.say(body, inner)}}}"
            case t.Leading(name, domain, keys):
                inner = self.bound(name, domain, local)
                return f"{{{name} in {self.say_domain(domain, local, name)} with {self.say_keys(keys, inner)}}}"
            case t.IfElse(condition, then, otherwise):
                said = (
                    self.say_set(then, local, kind),
                    self.say(condition, local),
                    self.say_set(otherwise, local, kind),
                )
                return "({} if {}, otherwise {})".format(*said)
            case _:
                return self.say(term, local, kind)

    def say_keys(self, keys: tuple[tuple[bool, t.Term], ...], local: Classes) -> str:
        """The criteria of a ranking."""
        return ", then ".join(f"the {'highest' if high else 'lowest'} {self.say(key, local)}" for high, key in keys)

    def say_domain(self, domain: t.Domain, local: Classes = _NOTHING_KNOWN, name: str = "") -> str:
        """What something runs over; `name` is the local that stands for the elements."""
        match domain:
            case t.Members(members):
                return self.say_set(members, local, self.elements.of(members, local) or self.elements.of_local(name))
            case t.Span(low, high):
                return f"{self.say(low, local)} to {self.say(high, local)}"
            case t.Listed(table, index):
                return f"the {table} of {self.say(index, local, self.elements.domain(domain, local))}"
            case t.Sequence(region, start, backwards):
                order = ", last first" if backwards else ""
                if isinstance(start, t.Entry) and self.program.layout.regions[region].role == "order":
                    return f"{_owner(self.say(start.index, local, 'place'))}'s order{order}"
                return f"[{region}]{self._offset(start, local)} in order{order}"
            case t.Tokens(varieties, places):
                return f"{self.say_set(varieties, local, 'variety')} on {self.say_set(places, local, 'place')}"

    def bound(self, name: str, domain: t.Domain, local: Classes) -> Classes:
        """The variables in sight inside something that runs over a domain."""
        return {**local, name: self.elements.domain(domain, local) or self.elements.of_local(name)}

    # ------------------------------------------------------------------------------------------------ single forms

    def target(self, region: str, index: t.Term, local: Classes) -> str:
        """A cell as something that can be written."""
        return self._cell(t.Cell(region, index), local)

    def _cell(self, cell: t.Cell, local: Classes) -> str:
        region = self.program.layout.regions[cell.region]
        holder = self.elements.holder(cell.region)
        if region.role == "contents":
            return f"the pieces in {self.say(cell.index, local, 'place')}"
        if region.role == "at":
            return f"the place of {self.say(cell.index, local, 'piece')}"
        if self.elements.is_sequence(cell.region):
            return self._member(region.name, cell.index, local)
        if region.length == 1:
            return f"[{region.name}]" if region.role in ("flow", "frame") else region.name.replace("'s ", " ", 1)
        if region.holder:
            index = cell.index.index if self._is_rank(cell.index) else cell.index
            return f"{_owner(self.say(index, local, holder))}'s {region.called}"
        return f"{region.name}[{self.say(cell.index, local, holder)}]"

    def _is_rank(self, term: t.Term) -> TypeGuard[t.Entry]:
        """Cells for each piece or place of one class are numbered by rank within it, which nobody wants to read."""
        return isinstance(term, t.Entry) and self.program.table_role(term.table).kind is TableKind.RANK

    def _member(self, name: str, index: t.Term, local: Classes) -> str:
        """A member of a list or handful, by the cell it stands in; the first cell says how many there are."""
        match index:
            case t.Const(0):
                return f"the number in [{name}]"
            case t.Arithmetic("+", which, t.Const(1)):
                return f"[{name}] after the first {self.say(which, local)}"
            case _:
                return f"member {_bracketed(said) if ' ' in (said := self.say(index, local)) else said} of [{name}]"

    def _entry(self, table: str, index: t.Term, local: Classes) -> str:
        role = self.program.table_role(table)
        match role.kind:
            case TableKind.SEAT_AFTER | TableKind.SEAT_BEFORE:
                side = "after" if role.kind is TableKind.SEAT_AFTER else "before"
                return f"the player {side} {self.say(index, local, 'player')}"
            case TableKind.COLUMN if role.holder in ("piece", "place", "variety"):
                return f"the {role.called} of {self.say(index, local, role.holder)}"
            case TableKind.COLUMN if role.holder == "player":
                return f"{_owner(self.say(index, local, 'player'))}'s {role.called}"
            case _:
                pass
        return f"{table}[{self.say(index, local, self.elements.of(index, local))}]"

    def _arithmetic(self, term: t.Arithmetic, local: Classes, kind: str) -> str:
        match term:
            case t.Arithmetic("-", t.Arithmetic("+", t.Const(first), inside), t.Const(again)) if first == again:
                return self.say(inside, local, kind)
            case t.Arithmetic("+", t.Const(first), t.Const()):
                pass
            case t.Arithmetic("+", t.Const(first), player) if kind == "place" and self.elements.family(first):
                return f"{_owner(self.say(player, local, 'player'))}'s {self.elements.family(first)}"
            case t.Arithmetic("-", place, t.Const(first)) if kind == "player" and self.elements.family(first):
                return f"the owner of {self.say(place, local, 'place')}"
        left, right = self.say(term.left, local), self.say(term.right, local)
        if term.operation in ("min", "max"):
            return f"the {'smaller' if term.operation == 'min' else 'larger'} of ({left}, {right})"
        left = _bracketed(left) if isinstance(term.left, t.Arithmetic) else left
        right = _bracketed(right) if isinstance(term.right, t.Arithmetic) else right
        return f"{left} {_OPERATIONS.get(term.operation, term.operation)} {right}"

    def _compare(self, term: t.Compare, local: Classes) -> str:
        kind = self.elements.of(term.left, local) or self.elements.of(term.right, local)
        match term:
            case t.Compare(">=", left, t.Const(0)) if kind:
                return f"{self.say(left, local, kind)} is something"
            case t.Compare("<", left, t.Const(0)) if kind:
                return f"{self.say(left, local, kind)} is nothing"
            case t.Compare(("==" | "!=") as operation, left, t.Const(0)) if self._is_set(left):
                return f"{self.say_set(left, local)} is {'not ' if operation == '!=' else ''}empty"
        said = self.say_set if self._is_set(term.left) or self._is_set(term.right) else self.say
        words = _OPERATIONS.get(term.operation, term.operation)
        return f"{said(term.left, local, kind)} {words} {said(term.right, local, kind)}"

    def _is_set(self, term: t.Term) -> bool:
        match term:
            case t.Cell(region):
                return self.program.layout.regions[region].kind == "set"
            case t.Apply(function):
                return self.program.functions[function].kind == "set"
            case t.Single() | t.Both() | t.Either() | t.Without() | t.Reached() | t.InLine() | t.TokenPlaces():
                return True
            case _:
                return isinstance(term, t.Filtered | t.WhileIn | t.Leading)

    def _holds(self, term: t.Holds, local: Classes, negation: str) -> str:
        kind = self.elements.of(term.element, local) or self.elements.of(term.set, local)
        element = self.say(term.element, local, kind)
        match term.set:
            case t.Cell(name, t.Const(0)) if self.program.layout.regions[name].role == "flag":
                region = self.program.layout.regions[name]
                return f"{element} is{negation} {region.called}"
            case t.Cell(name, index) if name == "contents":
                return f"{element} is{negation} in {self.say(index, local, 'place')}"
            case t.TokenPlaces(varieties):
                which = "nothing" if negation else "something"
                return f"{element} holds {which} of {self.say_set(varieties, local, 'variety')}"
            case _:
                return f"{element} is{negation} in {self.say_set(term.set, local, kind)}"

    def _fold(self, term: t.AnyIn | t.AllIn | t.SumIn | t.BestIn | t.FirstIn, local: Classes, kind: str) -> str:
        inner = self.bound(term.name, term.domain, local)
        over = f"{term.name} in {self.say_domain(term.domain, local, term.name)}"
        body = self.say(term.body, inner)
        match term:
            case t.AnyIn():
                return f"(some {over}: {body})"
            case t.AllIn():
                return f"(every {over}: {body})"
            case t.SumIn():
                return f"(the total over {over}: {body})"
            case t.BestIn():
                word = "greatest" if term.greatest else "least"
                return f"(the {word} over {over}: {body}, or {self.say(term.default, local, kind)})"
            case t.FirstIn():
                return f"(the first {over}: {body})"

    def _opponent(self, term: t.IfElse) -> t.Term | None:
        match term:
            case t.IfElse(t.Compare(">=", one, t.Const(0)), t.Arithmetic("-", t.Const(1), other), t.Const(-1)):
                return one if one == other and self.program.players == 2 else None
            case _:
                return None

    def _factor(self, term: t.Term, local: Classes) -> str:
        if isinstance(term, t.Const):
            return f"{term.value:x}"
        return self.say_set(term, local) if self._is_set(term) else self._part(term, local, (t.Arithmetic,))

    def _part(self, term: t.Term, local: Classes, bracketed: tuple[type, ...]) -> str:
        said = self.say(term, local)
        return _bracketed(said) if isinstance(term, bracketed) else said

    def _offset(self, start: t.Term, local: Classes) -> str:
        return "" if start == t.Const(0) else f" from cell {self.say(start, local)}"


def _bracketed(said: str) -> str:
    """In brackets, unless one pair already holds all of it."""
    depth = 0
    for position, sign in enumerate(said):
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if depth == 0:
            return said if sign == ")" and position == len(said) - 1 and said[0] == "(" else f"({said})"
    return f"({said})"


def _owner(said: str) -> str:
    """Whose something is; a phrase of several words needs brackets."""
    return f"({said})" if said.startswith("the ") else said
