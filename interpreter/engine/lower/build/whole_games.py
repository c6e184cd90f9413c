"""Random games of a small game as one routine: from the places of the game, each of which has a routine of its own.

    while yes:                    A place that is come to in one way stands there; the others head the loop. So where
        turn of player 0          two players take turns, a turn stands there twice, with everything that depends on the
        turn of player 1          player worked out.

Cells that are always named by known numbers are kept in variables until the end. What only frames hold is not written
back: nobody asks at the end what was chosen on the way.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from interpreter.engine.executor import LONGEST_GAME
from interpreter.engine.lower import code
from interpreter.engine.lower.build.registers import in_registers
from interpreter.engine.lower.build.routine_table import RoutineTable
from interpreter.engine.lower.expressions import Binary, BinaryOp, Var, number
from interpreter.engine.lower.rewrite import mapped, statements
from interpreter.engine.lower.types import TRUTH, Number
from rulelang.graph.program import End

#: One routine for the whole game: at most so many places, and statements.
_MOST_PLACES: Final = 80
_MOST_STATEMENTS: Final = 1500

#: Places written into the one before them, at most so deep.
_DEEPEST: Final = 20

_MOVES: Final = Var("moves_made", Number(0, LONGEST_GAME))
_PLACE: Final = Var("place", Number(0, None))


class WholeGame:
    """The routine for games that begin at a place; there may be none. `heads` are the places it can be entered at."""

    def __init__(self, table: RoutineTable, root: int) -> None:
        self._table: Final = table
        self._bodies: Final[dict[int, code.Block]] = {}
        self._taken: Final = {_MOVES.name, _PLACE.name, "state", "log"}
        self.heads: list[int] = [root]
        self._ends: Final[set[int]] = set()

    def routine(self, name: str) -> code.Routine | None:
        """The whole game; None where it is too large, or leaves moves to ordinary routines."""
        if not self._collect():
            return None
        coming = Counter(one.place for body in self._bodies.values() for one in _arrivals(body))
        self.heads += [place for place in sorted(self._bodies) if coming[place] > 1 and place not in self.heads]
        while True:
            known = len(self.heads)
            blocks = {head: self._written(self._bodies[head], 0) for head in self.heads}
            if len(self.heads) == known:
                break
        loop: code.Block = blocks[self.heads[-1]]
        for head in reversed(self.heads[:-1]):
            loop = (code.If(Binary(BinaryOp.EQUAL, _PLACE, number(head), TRUTH), blocks[head], loop),)
        body, back = in_registers(
            (
                code.Assign(_MOVES, number(0)),
                code.While(Binary(BinaryOp.LESS, _MOVES, number(LONGEST_GAME), TRUTH), loop),
            ),
            self._table,
        )
        return code.Routine(name, code.Role.DRAW, (_PLACE,), _MOVES.type, (*body, *back, code.Return(_MOVES)))

    def _collect(self) -> bool:
        """The routines of all places; are there few enough, and does each come to the next by itself?"""
        waiting, size = list(self.heads), 0
        while waiting:
            place = waiting.pop()
            if place in self._bodies:
                continue
            found = self._table.places.found[place]
            if found is None or isinstance(found.node, End):
                self._ends.add(place)
                continue
            body = self._table.to_be_joined(f"draw_{place}").body
            size += sum(1 for _ in statements(body))
            if size > _MOST_STATEMENTS or len(self._bodies) >= _MOST_PLACES or not _is_straight(body):
                return False
            self._bodies[place] = self._renamed(body)
            waiting += [one.place for one in _arrivals(body)]
        # A game that is over before anybody decides needs no loop.
        ends = {self._table.places.node(place) for place in self._ends}
        return self.heads[0] in self._bodies and ends == {self._table.places.end}

    def _renamed(self, body: code.Block) -> code.Block:
        """A body whose variables are called like those of no other."""
        names: dict[str, str] = {}

        def change(part: object) -> object:
            if not isinstance(part, Var):
                return part
            if part.name not in names:
                found, count = part.name, 1
                while found in self._taken:
                    count += 1
                    found = f"{part.name}_{count}"
                names[part.name] = found
                self._taken.add(found)
            return Var(names[part.name], part.type)

        return mapped(body, change)

    def _written(self, block: code.Block, depth: int) -> code.Block:
        """A block with what follows its arrivals in their place."""
        found: list[code.Statement] = []
        for statement in block:
            match statement:
                case code.Arrive():
                    found += self._arrived(statement, depth)
                case code.If(condition, then, otherwise):
                    found.append(
                        code.If(condition, self._written(then, depth + 1), self._written(otherwise, depth + 1))
                    )
                case _:
                    found.append(statement)
        return tuple(found)

    def _arrived(self, arrival: code.Arrive, depth: int) -> code.Block:
        more = code.Assign(_MOVES, Binary(BinaryOp.ADD, _MOVES, number(1), _MOVES.type))
        moved: code.Block = (more,) if arrival.moved else ()
        if arrival.place in self._ends:
            return (*moved, code.Break())
        if arrival.place not in self.heads and depth > _DEEPEST:
            self.heads.append(arrival.place)
        if arrival.place in self.heads:
            chosen: code.Block = (code.Assign(_PLACE, number(arrival.place)),) if len(self.heads) > 1 else ()
            return (*moved, *chosen, code.Continue())
        return (*moved, *self._written(self._bodies[arrival.place], depth + 1))


def _arrivals(body: code.Block) -> list[code.Arrive]:
    return [statement for statement in statements(body) if isinstance(statement, code.Arrive)]


def _is_straight(body: code.Block) -> bool:
    """Are all arrivals outside of loops, and nothing left to ordinary routines?"""
    for statement in statements(body):
        match statement:
            case code.DrawListed():
                return False
            case code.For(_, _, inner) | code.While(_, inner) if _arrivals(inner):
                return False
            case _:
                pass
    return True
