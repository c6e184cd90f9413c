"""Programs by hand: a small builder, so that tests of executors need no compiler."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from rulelang.graph.layout import Layout, Piece, Place, Region, TokenStore, Variety
from rulelang.graph.program import (
    ChanceNode,
    Decide,
    Do,
    End,
    Function,
    Node,
    OptionEdge,
    Origin,
    Parameter,
    Program,
    Scoring,
    Test,
)
from rulelang.graph.roles import Shown
from rulelang.graph.terms import (
    And,
    Both,
    Cell,
    Compare,
    Const,
    Domain,
    Effect,
    Either,
    Entry,
    Local,
    Members,
    Not,
    Put,
    Single,
    Term,
    TokenPlaces,
)
from rulelang.tuning.fast_dataclass import replace

NOWHERE = Origin(None)


def term(value: Term | int | str) -> Term:
    """Numbers stand for constants and words for locals."""
    if isinstance(value, int):
        return Const(value)
    return Local(value) if isinstance(value, str) else value


def cell(region: str, index: Term | int | str = 0) -> Cell:
    return Cell(region, term(index))


def put(region: str, value: Term | int | str, index: Term | int | str = 0) -> Put:
    return Put(region, term(index), term(value))


def equal(left: Term | int | str, right: Term | int | str) -> Term:
    return Compare("==", term(left), term(right))


def members(value: Term | int) -> Domain:
    return Members(term(value))


def single(value: Term | int | str) -> Term:
    return Single(term(value))


def mask(elements: Sequence[int]) -> int:
    return sum(1 << element for element in set(elements))


class Builder:
    """Collects regions, tables and nodes; nodes are named, and numbered when first mentioned."""

    def __init__(self, title: str, players: int = 2) -> None:
        self.title, self.players = title, players
        self.regions: dict[str, Region] = {}
        self.size = 0
        self.places: list[Place] = []
        self.pieces: list[Piece] = []
        self.varieties: list[Variety] = []
        self.tokens: list[TokenStore] = []
        self.tables: dict[str, tuple[int, ...]] = {}
        self.lists: dict[str, tuple[tuple[int, ...], ...]] = {}
        self.functions: dict[str, Function] = {}
        self.reasons: list[tuple[str, Origin]] = []
        self.numbers_of: dict[str, int] = {}
        self.nodes: dict[int, Node] = {}
        self.numbers("node", [0], 0, 1000, role="flow")
        self.numbers("you", [0], 0, players - 1, role="flow")
        self.numbers("result", [-1], -1, players - 1, role="flow")

    # ------------------------------------------------------------------------------------------------- layout

    def region(self, name: str, start: Sequence[int], kind: Any, low: int, high: int, role: Any, holder: str) -> int:
        base = self.size
        self.regions[name] = Region(
            name, base, len(start), kind, low, high, role, "open", tuple(start), holder=holder, called=name
        )
        self.size += len(start)
        return base

    def numbers(
        self, name: str, start: Sequence[int], low: int, high: int, role: Any = "variable", holder: str = ""
    ) -> int:
        return self.region(name, start, "number", low, high, role, holder)

    def sets(self, name: str, start: Sequence[int], high: int, role: Any = "flag", holder: str = "") -> int:
        return self.region(name, start, "set", 0, high, role, holder)

    def frame(self, *names: str, high: int = 1000) -> None:
        for name in names:
            self.numbers(name, [-1], -1, high, role="frame")

    def handful(self, name: str, room: int, high: int = 1000) -> None:
        self.numbers(name, [0] + [-1] * room, -1, high, role="frame")

    def place(self, name: str, limit: int = -1, order: Literal["", "row", "pile"] = "") -> int:
        self.places.append(Place(name, "", -1, "open", limit, order, "order" if order else ""))
        return len(self.places) - 1

    def marks(self, varieties: Sequence[str], squares: int, supply: int, counted: Sequence[str] = ()) -> None:
        """Tokens on squares of up to one, and in the box (place `squares`); `counted` names more places that count."""
        for number in range(squares):
            self.place(f"square {number}", 1)
        box = self.place("box")
        others = [self.place(name) for name in counted]
        sets = self.sets("token sets", [0] * len(varieties), len(self.places), role="tokens")
        counts = self.numbers("token counts", ([supply] + [0] * len(others)) * len(varieties), 0, supply, role="tokens")
        for number, name in enumerate(varieties):
            first = counts + number * (1 + len(others))
            cells = {place: first + offset for offset, place in enumerate([box, *others])}
            self.varieties.append(Variety(name, "mark", number))
            self.tokens.append(TokenStore(sets + number, (1 << squares) - 1, cells))

    def cards(self, looks: Sequence[int], box: int, kind: str = "card") -> None:
        """Individual pieces, all in `box` at first; call after all places are made."""
        for look in looks:
            self.pieces.append(Piece(f"card {look}", look, -1, kind))
        total = len(looks)
        self.numbers("at", [box] * total, 0, len(self.places) - 1, role="at")
        contents = [(1 << total) - 1 if place == box else 0 for place in range(len(self.places))]
        self.sets("contents", contents, total, role="contents")
        begin: list[int] = []
        for number, place in enumerate(self.places):
            if place.order:
                self.places[number] = replace(place, order_start=len(begin))
                inside = list(range(total)) if number == box else [-1] * total
                begin += [total if number == box else 0, *inside]
        if begin:
            self.numbers("order", begin, -1, total, role="order")

    def table(self, name: str, values: Sequence[int], nothing: int = 0) -> None:
        self.tables[name] = (*values, nothing)

    def listed(self, name: str, values: Sequence[Sequence[int]]) -> None:
        self.lists[name] = (*(tuple(value) for value in values), ())

    def reason(self, text: str) -> int:
        self.reasons.append((text, NOWHERE))
        return len(self.reasons) - 1

    # -------------------------------------------------------------------------------------------------- nodes

    def at(self, name: str) -> int:
        return self.numbers_of.setdefault(name, len(self.numbers_of))

    def decide(
        self, name: str, *options: OptionEdge, otherwise: str = "", rest: bool = True, actor: Term | None = None
    ) -> None:
        number = self.at(name)
        other = self.at(otherwise) if otherwise else -1
        self.nodes[number] = Decide(number, name, actor or cell("you"), options, other, rest, False, NOWHERE)

    def option(
        self,
        name: str,
        target: str,
        parameters: Sequence[Parameter] = (),
        effects: Sequence[Effect] = (),
        guard: Term | None = None,
        role: Literal["option", "pass"] = "option",
        handfuls: dict[str, str] | None = None,
        *,
        lookahead: bool = False,
    ) -> OptionEdge:
        return OptionEdge(
            name, role, tuple(parameters), guard, tuple(effects), self.at(target), lookahead, name, NOWHERE,
            handfuls or {},
        )  # fmt: skip

    def do(self, name: str, effects: Sequence[Effect], target: str, *, rest: bool = False) -> None:
        number = self.at(name)
        self.nodes[number] = Do(number, name, tuple(effects), self.at(target), rest, NOWHERE)

    def test(self, name: str, *arms: tuple[Term, str], otherwise: str, rest: bool = False) -> None:
        number = self.at(name)
        targets = tuple((condition, self.at(target)) for condition, target in arms)
        self.nodes[number] = Test(number, name, targets, self.at(otherwise), rest, NOWHERE)

    def chance(
        self,
        name: str,
        target: str,
        parameter: Parameter | None = None,
        weight: Term | None = None,
        shuffles: Term | None = None,
        effects: Sequence[Effect] = (),
    ) -> None:
        number = self.at(name)
        self.nodes[number] = ChanceNode(
            number, name, name, parameter, weight, shuffles, tuple(effects), self.at(target), Const(3), NOWHERE
        )

    def end(self, name: str = "end") -> None:
        self.nodes[self.at(name)] = End(self.at(name), NOWHERE)

    def function(self, name: str, parameters: Sequence[str], body: Term, kind: Any = "number") -> None:
        self.functions[name] = Function(name, tuple(parameters), body, kind, NOWHERE)

    def program(self, entry: str) -> Program:
        layout = Layout(
            self.regions, self.size, tuple(self.places), tuple(self.pieces), tuple(self.varieties),
            tuple(self.tokens), 0,
        )  # fmt: skip
        return Program(
            title=self.title, players=self.players, seats=tuple(f"P{n}" for n in range(self.players)), variants=(),
            layout=layout, tables=self.tables, lists=self.lists, functions=self.functions,
            nodes=tuple(self.nodes[number] for number in sorted(self.nodes)), entry=self.at(entry),
            scoring=Scoring(None, (), True), reasons=tuple(self.reasons), events=(Shown.PIECE,), names={}, labels={},
            languages=("en",), invariants=(),
        )  # fmt: skip


def pick(name: str, domain: Domain, where: Term | None = None, elements: str = "place") -> Parameter:
    return Parameter(name, elements, domain, where)


def some(
    name: str, domain: Domain, fewest: Term | int, most: Term | int, where: Term | None = None, elements: str = "place"
) -> Parameter:
    return Parameter(name, elements, domain, where, "some", term(fewest), term(most))


__all__ = [
    "And", "Both", "Builder", "Either", "Entry", "Not", "TokenPlaces", "cell", "equal", "mask", "members", "pick",
    "put", "single", "some", "term",
]  # fmt: skip
