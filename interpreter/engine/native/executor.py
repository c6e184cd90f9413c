"""The executor that plays a compiled game. What the game has no answer for, Python printed from the program knows:
terms and effects that are asked for one by one, and why a move is refused.

A fault of the rules, a number that is too large for C and a state outside its bounds leave the state as it was; then
Python plays the same again, and its answer, or its fault, counts. So both give the same answers everywhere.

States are kept as the game keeps them, and read like lists. A plain list does too: it is brought into the game's form
and back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from random import Random
from typing import Any, Final, TypeVar
from weakref import ref

from interpreter.engine.executor import (
    NO_LOCALS,
    Cells,
    Listing,
    Locals,
    Move,
    Objection,
    Outcome,
    Stage,
    Told,
    Value,
    Vector,
    by_chance,
)
from interpreter.engine.locked_property import LockedProperty
from interpreter.engine.native.compilers import Failed
from interpreter.engine.native.host import HostedGame
from interpreter.engine.native.library import CompiledGame, compiled
from interpreter.engine.python.executor import Python
from interpreter.engine.python.offered import Offered
from interpreter.engine.reference_flow import drawn
from rulelang.graph.program import ChanceNode, Decide, End, Node, Parameter
from rulelang.graph.terms import Effect, Term
from rulelang.graph.together import plays_together

Answer = TypeVar("Answer")


class Native:
    """Plays a program by C printed from it."""

    def __init__(self, python: Python, kept: CompiledGame, again: Again) -> None:
        """`kept` was made with `again`, and that with `python`."""
        self.program: Final = python.program
        self.kept: Final = kept
        #: The compiled game itself, for who wants to go without the rest: `codes`, `play`, `into`, `kth` and more.
        self.game: Final[HostedGame] = kept.game
        self.python: Final = python
        self._nodes: Final = {node.number: node for node in self.program.nodes}
        self._forms: Final = {
            node.number: tuple(bytes(map(_is_handful, option.parameters)) for option in node.options)
            for node in self.program.nodes
            if isinstance(node, Decide)
        }
        self._coded: Final = python.coded
        self._book: Final = python.book
        again.native = ref(self)

    # ------------------------------------------------------------------------------------------------- looking

    def node(self, state: Vector) -> Node:
        """Where the game stands."""
        return self._nodes[self.game.node(state)]

    def actor(self, state: Vector) -> int:
        """Who decides at a Decide; -1 elsewhere."""
        return self.game.actor(state)

    def is_over(self, state: Vector) -> bool:
        """Is the game at its End?"""
        return isinstance(self.node(state), End)

    def evaluate(self, state: Vector, term: Term, values: Locals = NO_LOCALS) -> int:
        """The value of any term in this state."""
        return self.python.evaluate(list(state), term, values)

    def apply(self, state: Vector, effects: Sequence[Effect], values: Locals = NO_LOCALS) -> None:
        """Carry out effects outside the flow."""
        changed(state, lambda cells: self.python.apply(cells, effects, values))

    def standing(self, state: Vector, seat: int) -> tuple[bool, tuple[int, ...]]:
        """May a seat win by the rules of the ranking, and what do its criteria give for it?"""
        return self.game.standing(state, seat)

    @LockedProperty
    def ranking(self) -> bytes:
        """Where the end of a game is told, and which criteria are better when higher, as the host takes it."""
        regions, (_, _, words) = self.program.layout.regions, self.game.sizes()
        places = [words[regions[name].base] if name in regions else -1 for name in ("players in", "decided", "winners")]
        scoring = self.program.scoring
        ranks = -1 if plays_together(self.program) else int(bool(scoring.lines) or scoring.eligible is not None)
        numbers = b"".join(number.to_bytes(8, "little", signed=True) for number in (*places, ranks))
        return numbers + bytes(line.highest for line in scoring.lines)

    # ------------------------------------------------------------------------------------------------- options

    @property
    def codes(self) -> Callable[[Vector], list[int]]:
        """The legal moves of a state as numbers, in canonical order."""
        return self.game.codes

    def move_of(self, code: int) -> Move:
        """The move of a number."""
        return self._book[code]

    def options(self, state: Vector) -> Sequence[Move]:
        """The legal moves at a Decide in canonical order."""
        find, things = self.listing(state)
        return things if find is None else Offered(find, things)

    def listing(self, state: Vector) -> Listing:
        """The same, of which none is made yet where all have codes."""
        node = self._decide(state)
        if node in self._coded:
            return self._book.__getitem__, self.game.codes(state)
        return None, self.game.moves(state, self._forms[node])

    def each_option(self, state: Vector) -> Iterator[Move]:
        """The same moves, found one after the other."""
        node = self._decide(state)
        return iter(self.options(state)) if node in self._coded else self.python.each_option(list(state))

    def count(self, state: Vector) -> int:
        """How many legal moves there are."""
        return self.game.count(state)

    def is_legal(self, state: Vector, move: Move) -> bool:
        """Is this one of the `options`? Asks without listing them."""
        forms = self._forms[self._decide(state)]
        number = move[0] if move else -1
        if not isinstance(number, int) or not 0 <= number < len(forms):
            return False
        values = move[1:]
        if len(values) != len(forms[number]) or not all(map(_fits, forms[number], values)):
            return False
        return self.game.is_legal_move(state, move)

    def stage(self, state: Vector, chosen: Move = (), inside: tuple[int, ...] = ()) -> Stage:
        """The possible next values of a joint move."""
        self._decide(state)
        return Stage(*self.game.stage(state, chosen, inside))

    def move(self, node: int, record: Sequence[int]) -> Move:
        """The move of a record, as compiled games list them: the option, then each value, of a handful how many and
        they."""
        option, *numbers = record
        values, at = [], iter(numbers)
        for is_handful in self._forms[node][option]:
            value = next(at)
            values.append(tuple(islice(at, value)) if is_handful else value)
        return (option, *values)

    def refusal(self, state: Vector, move: Move) -> Objection | None:
        """Why a move is not legal, or nothing if it is."""
        return self.python.refusal(list(state), move)

    def _decide(self, state: Vector) -> int:
        number = self.game.node(state)
        if number not in self._forms:
            raise ValueError("nobody decides here")
        return number

    # ------------------------------------------------------------------------------------------------- playing

    def start(self) -> Vector:
        """A new game, run forward to the first Decide, Chance or End."""
        return self.game.start()

    def play(self, state: Vector, move: Move, log: list[Told] | None = None) -> None:
        """Take a legal move, then run forward."""
        _note(self.game.play_move(state, move, log is not None), log)

    @property
    def play_code(self) -> Callable[..., None]:
        """Take a legal move of a state given by its number, then run forward; what is told is added to a log."""
        return self.game.play

    def run(self, state: Vector, log: list[Told] | None = None) -> None:
        """Run forward from the node the state names to the next Decide, Chance or End."""
        _note(self.game.run(state, log is not None), log)

    # -------------------------------------------------------------------------------------------------- chance

    def outcomes(self, state: Vector) -> list[tuple[int, int]] | None:
        """At a Chance: each outcome with its weight (above 0); at a shuffle None."""
        return None if by_chance(self.node(state)).parameter is None else self.game.outcomes(state)

    def shuffled(self, state: Vector) -> tuple[int, ...]:
        """At a shuffle: the pieces in their present order."""
        return self.game.shuffled(state)

    def draw(self, state: Vector, random: Random) -> Outcome:
        """One outcome of a Chance, drawn by the weights."""
        return drawn(self, state, random)

    def happen(self, state: Vector, outcome: Outcome, log: list[Told] | None = None) -> None:
        """Let an outcome of a Chance happen, then run forward."""
        _note(self.game.happen(state, outcome, log is not None), log)

    def random_playout(self, state: Vector, random: Random, most: int | None = None) -> int:
        """Play on to the End with random moves, `most` of them at most; how many were made."""
        return self.game.playout(state, random, -1 if most is None else most)


def native(python: Python, only_kept: bool = False) -> Native | Failed:
    """The compiled game of a program, ready to be played; what it does not know it asks Python. `only_kept`: none is
    compiled now."""
    again = Again(python)
    kept = compiled(python.program, again, only_kept=only_kept)
    return kept if isinstance(kept, Failed) else Native(python, kept, again)


class Again:
    """Plays again in Python what a compiled game had no answer for. It only looks at the game from afar: else neither
    would ever be freed."""

    def __init__(self, python: Python) -> None:
        self._python: Final = python
        self.native: Callable[[], Native | None] = lambda: None

    def __call__(self, asked: str, *given: Any) -> Any:
        return getattr(self, asked)(*given)

    def start(self) -> Vector:
        return self._python.start()

    def state(self, cells: Cells) -> Vector:
        return list(cells)

    def codes(self, state: Vector) -> list[int]:
        return list(self._python.codes(list(state)))

    def given(self, node: int, records: list[tuple[int, ...]]) -> list[int]:
        native = self.native()
        return [] if native is None else list(map(self._python.book.given, map(partial(native.move, node), records)))

    def count(self, state: Vector) -> int:
        return self._python.count(list(state))

    def kth(self, state: Vector, number: int) -> int:
        return self.codes(state)[number]

    def into(self, state: Vector, buffer: Any) -> int:
        codes = self.codes(state)
        cells = memoryview(buffer).cast("B").cast("q")
        for place, code in enumerate(codes[: len(cells)]):
            cells[place] = code
        return len(codes)

    def moves(self, state: Vector, forms: object) -> list[Move]:
        return list(self._python.options(list(state)))

    def note(self, events: list[Any], log: list[Told]) -> None:
        _note(events, log)

    def play(self, state: Vector, code: int, log: list[Told] | None = None) -> None:
        native = self.native()
        if native is not None and self._python.node(list(state)).number not in self._python.coded:
            native.play(state, self._python.book[code], log)
        else:
            changed(state, lambda cells: self._python.play_code(cells, code, log))

    def play_move(self, state: Vector, move: Move, told: bool) -> list[Told]:
        log: list[Told] = []
        changed(state, lambda cells: self._python.play(cells, move, log))
        return log

    def is_legal(self, state: Vector, code: int) -> bool:
        return code in self.codes(state)

    def is_legal_move(self, state: Vector, move: Move) -> bool:
        return self._python.is_legal(list(state), move)

    def stage(self, state: Vector, chosen: Move, inside: tuple[int, ...]) -> Stage:
        return self._python.stage(list(state), chosen, inside)

    def actor(self, state: Vector) -> int:
        return self._python.actor(list(state))

    def node(self, state: Vector) -> int:
        return self._python.node(state).number

    def hash(self, state: Vector) -> int:
        return hash(tuple(state)) & (1 << 64) - 1

    def run(self, state: Vector, told: bool) -> list[Told]:
        log: list[Told] = []
        changed(state, lambda cells: self._python.run(cells, log))
        return log

    def outcomes(self, state: Vector) -> list[tuple[int, int]] | None:
        return self._python.outcomes(list(state))

    def shuffled(self, state: Vector) -> tuple[int, ...]:
        return self._python.shuffled(list(state))

    def happen(self, state: Vector, outcome: Outcome, told: bool) -> list[Told]:
        log: list[Told] = []
        changed(state, lambda cells: self._python.happen(cells, outcome, log))
        return log

    def draw(self, state: Vector, random: Random) -> None:
        def happen(cells: Cells) -> None:
            while isinstance(self._python.node(cells), ChanceNode):
                self._python.happen(cells, self._python.draw(cells, random))

        by_chance(self._python.node(list(state)))
        changed(state, happen)

    def standing(self, state: Vector, seat: int) -> tuple[bool, tuple[int, ...]]:
        return self._python.standing(list(state), seat)

    def playout(self, state: Vector, random: Random, most: int) -> int:
        limit = None if most < 0 else most
        return changed(state, lambda cells: self._python.random_playout(cells, random, limit))


def changed(state: Vector, change: Callable[[Cells], Answer]) -> Answer:
    """Let Python change a state: a list itself, another one by a list of its cells."""
    if isinstance(state, list):
        return change(state)
    cells = list(state)
    answer = change(cells)
    state[:] = cells
    return answer


def _note(events: list[Any] | None, log: list[Told] | None) -> None:
    if events and log is not None:
        log += [Told(*event) for event in events]


def _is_handful(parameter: Parameter) -> bool:
    return parameter.form != "pick"


def _fits(is_handful: int, value: Value) -> bool:
    return isinstance(value, tuple if is_handful else int)
