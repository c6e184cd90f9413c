"""The executor that runs Python printed from the lowered form."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from random import Random
from typing import Any, Final, TypeVar

from interpreter.engine import executor
from interpreter.engine.executor import (
    NO_LOCALS,
    Fault,
    Listing,
    Locals,
    Move,
    NotNow,
    Objection,
    Outcome,
    Stage,
    Told,
    Value,
    Vector,
    by_chance,
    deciding,
    too_deep,
    within_reach,
)
from interpreter.engine.locked_property import LockedProperty
from interpreter.engine.lower.build.lowering import Lowering
from interpreter.engine.python.answers import QueryAnswers
from interpreter.engine.python.module import PythonModule
from interpreter.engine.python.offered import Codebook, Offered
from interpreter.engine.python.random_games import RandomGames
from interpreter.engine.reference_flow import Reference, drawn, first_state
from rulelang.graph.program import ChanceNode, Decide, Do, End, Node, Program, Test
from rulelang.graph.state import Storage
from rulelang.graph.terms import Effect, Term

Called = TypeVar("Called", bound=Callable[..., Any])


def _by_node(nodes: int, make: Callable[[int], Called]) -> list[Called]:
    """Something to call for each node, made when it is first called. Of a plain list Python finds it soonest."""

    def waiting(number: int) -> Any:
        def first(*given: Any) -> Any:
            found[number] = make(number)
            return found[number](*given)

        return first

    found: list[Called] = [waiting(number) for number in range(nodes)]
    return found


class Python:
    """Plays a program by Python printed from it.

    Playing never asks the reference. Why a move is refused does, on purpose: that is about every part of the rules in
    turn.
    """

    def __init__(self, program: Program, without: frozenset[str] = frozenset()) -> None:
        """`without` names passes that are left out."""
        self.program: Final = program
        self.lowering: Final = Lowering(program, without)
        self.module: Final = PythonModule(self.lowering)
        self._reference: Final = Reference(program)
        self._storage: Final = Storage(program.layout)
        self._nodes: Final = {node.number: node for node in program.nodes}
        self._node_cell: Final = program.layout.regions["node"].base
        self._book: Final = Codebook(self.lowering.source.every_codes)
        self._coded: Final = frozenset(
            node.number for node in program.nodes if isinstance(node, Decide) and self.lowering.is_coded(node)
        )
        lower, at = self.lowering, self._at_node
        by_node = partial(_by_node, len(program.nodes))
        self._step: Final = by_node(at(Decide | Do | Test, lower.step))
        self._actor: Final = by_node(self._acting)
        self._list: Final = by_node(self._listing)
        numbers = range(len(program.nodes))
        self._codes_of: Final = [self._book.codes_of(number if number in self._coded else None) for number in numbers]
        self._play: Final = by_node(self._playing)
        self._happens: Final = by_node(at(ChanceNode, lower.happens))
        self._outcomes: Final = by_node(self._weighing)
        self._draws: Final = by_node(self._drawing)
        self._place: Final = by_node(at(ChanceNode, lower.place))
        self._answers: Final = QueryAnswers(self.module, self._reference)

    def _at_node(self, kind: Any, name: Callable[[Any], str]) -> Callable[[int], Callable[..., Any]]:
        def make(number: int) -> Callable[..., Any]:
            node = self._nodes.get(number)
            if not isinstance(node, kind):
                raise NotNow("nobody decides here" if kind is Decide else "chance does not decide here")
            return self.module[name(node)]

        return make

    # ------------------------------------------------------------------------------------------------- looking

    @LockedProperty
    def node(self) -> Callable[[Vector], Node]:
        """Where the game stands."""
        nodes, cell = self._nodes, self._node_cell

        def node(state: Vector) -> Node:
            return nodes[state[cell]]

        return node

    @LockedProperty
    def actor(self) -> Callable[[Vector], int]:
        """Who decides at a Decide; -1 elsewhere."""
        actors, cell = self._actor, self._node_cell

        def actor(state: Vector) -> int:
            return actors[state[cell]](state)

        return actor

    def _acting(self, number: int) -> Callable[[Vector], int]:
        node = self._nodes[number]
        return self.module[self.lowering.actor(node)] if isinstance(node, Decide) else lambda _: -1

    def is_over(self, state: Vector) -> bool:
        """Is the game at its End?"""
        return isinstance(self.node(state), End)

    def evaluate(self, state: Vector, term: Term, values: Locals = NO_LOCALS) -> int:
        """The value of any term in this state."""
        try:
            return self._answers.value(state, term, values)
        except IndexError as error:
            raise self._outside(state, error) from error

    def apply(self, state: Vector, effects: Sequence[Effect], values: Locals = NO_LOCALS) -> None:
        """Carry out effects outside the flow."""
        try:
            self._answers.carry_out(state, effects, values)
        except IndexError as error:
            raise self._outside(state, error) from error

    @LockedProperty
    def _ranking(self) -> tuple[Any, list[Any]]:
        scoring, lower = self.program.scoring, self.lowering
        eligible = scoring.eligible
        may_win = None if eligible is None else self.module[lower.value("may_win", eligible, ("player",), truth=True)]
        lines = enumerate(scoring.lines)
        scores = [self.module[lower.value(f"score_{number}", line.value, ("player",))] for number, line in lines]
        return may_win, scores

    def standing(self, state: Vector, seat: int) -> tuple[bool, tuple[int, ...]]:
        """May a seat win by the rules of the ranking, and what do its criteria give for it?"""
        may_win, scores = self._ranking
        try:
            return may_win is None or bool(may_win(state, seat)), tuple(int(score(state, seat)) for score in scores)
        except IndexError as error:
            raise self._outside(state, error) from error

    # ------------------------------------------------------------------------------------------------- options

    def _listing(self, number: int) -> Callable[[Vector], Sequence[int]]:
        """What lists the codes of a node."""
        node = self._nodes[number]
        if not isinstance(node, Decide):
            return lambda _: []
        if number in self._coded:
            return self.module[self.lowering.listing(node)]
        given, listed = self._book.given, self._listed
        return lambda state: Offered(given, listed(state))

    @property
    def book(self) -> Codebook:
        """The moves of codes."""
        return self._book

    @property
    def coded(self) -> frozenset[int]:
        """The decisions of which all moves have a code of their own."""
        return self._coded

    @LockedProperty
    def codes(self) -> Callable[[Vector], Sequence[int]]:
        """The legal moves of a state as numbers, in canonical order; none where nobody decides. Of a move of which no
        value is a handful the number never changes; of others it is the same as long as this executor lives."""
        lists, cell = self._list, self._node_cell

        def codes(state: Vector) -> Sequence[int]:
            return lists[state[cell]](state)

        return codes

    def move_of(self, code: int) -> Move:
        """The move of a number."""
        return self._book[code]

    @LockedProperty
    def options(self) -> Callable[[Vector], Sequence[Move]]:
        """The legal moves at a Decide in canonical order."""
        coded, move_of, lists, cell = self._coded, self._book.__getitem__, self._list, self._node_cell

        def options(state: Vector) -> Sequence[Move]:
            number = state[cell]
            if number in coded:
                return Offered(move_of, lists[number](state))
            return self._listed(state)

        return options

    @LockedProperty
    def listing(self) -> Callable[[Vector], Listing]:
        """The same, of which none is made yet where all have codes."""
        coded, move_of, lists, cell = self._coded, self._book.__getitem__, self._list, self._node_cell

        def listing(state: Vector) -> Listing:
            number = state[cell]
            return (move_of, lists[number](state)) if number in coded else (None, self._listed(state))

        return listing

    def _listed(self, state: Vector) -> Sequence[Move]:
        """The legal moves of a state of which some have no code of their own."""
        node = deciding(self.node(state))
        if len(node.options) == 1:
            found = self.module[self.lowering.each(node, 0)](state)
            if isinstance(found, Sequence) and len(found) <= executor.MOST_OPTIONS:
                return found
        return list(within_reach(self.each_option(state), node.number))

    def each_option(self, state: Vector) -> Iterator[Move]:
        """The same moves, found one after the other."""
        node = deciding(self.node(state))
        options = range(len(node.options))
        return chain.from_iterable(self.module[self.lowering.each(node, option)](state) for option in options)

    def count(self, state: Vector) -> int:
        """How many legal moves there are."""
        node = state[self._node_cell]
        if node in self._coded:
            return len(self._list[node](state))
        return sum(1 for _ in within_reach(self.each_option(state), node))

    def is_legal(self, state: Vector, move: Move) -> bool:
        """Is this one of the `options`? Asks without listing them."""
        node = deciding(self.node(state))
        number = move[0] if move else -1
        if not isinstance(number, int) or not 0 <= number < len(node.options):
            return False
        return self._answers.is_legal(state, node, number, move[1:])

    def stage(self, state: Vector, chosen: Move = (), inside: tuple[int, ...] = ()) -> Stage:
        """The possible next values of a joint move."""
        node = deciding(self.node(state))
        if not chosen:
            return Stage(self._answers.open_options(state, node), False)
        number = chosen[0]
        assert isinstance(number, int)
        return self._answers.stage(state, node, number, chosen[1:], inside)

    def refusal(self, state: Vector, move: Move) -> Objection | None:
        """Why a move is not legal, or nothing if it is."""
        return self._reference.refusal(state, move)

    # ------------------------------------------------------------------------------------------------- playing

    def start(self) -> Vector:
        """A new game, run forward to the first Decide, Chance or End."""
        return self._first.copy()

    @LockedProperty
    def _first(self) -> Vector:
        state = first_state(self.program)
        self.run(state)
        return state

    @LockedProperty
    def play(self) -> Callable[..., None]:
        """Take a legal move, then run forward."""
        codes_of, plays, cell, steps = self._codes_of, self._play, self._node_cell, self._step
        go_on, outside = self._go_on, self._outside

        def play(state: Vector, move: Move, log: list[Told] | None = None) -> None:
            number = state[cell]
            code = codes_of[number][move]
            try:
                node = plays[number](state, log, code)
                if node >= 0:
                    go_on(state, steps[node], (), log)
            except (IndexError, RecursionError) as error:
                raise outside(state, error) from error

        return play

    @LockedProperty
    def play_code(self) -> Callable[..., None]:
        """Take a legal move of a state given by its number, then run forward; what is told is added to a log."""
        plays, cell, steps, go_on, outside = self._play, self._node_cell, self._step, self._go_on, self._outside

        def play_code(state: Vector, code: int, log: list[Told] | None = None) -> None:
            try:
                node = plays[state[cell]](state, log, code)
                if node >= 0:
                    go_on(state, steps[node], (), log)
            except (IndexError, RecursionError) as error:
                raise outside(state, error) from error

        return play_code

    def _playing(self, number: int) -> Callable[..., Any]:
        """What carries out the moves of a node by their codes."""
        node = deciding(self._nodes[number])
        if number in self._coded:
            return self.module[self.lowering.play(node)]
        takes: dict[int, Callable[..., Any]] = {}

        def play(state: Vector, log: list[Told] | None, code: int) -> int:
            option, *values = self._book[code]
            assert isinstance(option, int)
            if option not in takes:
                takes[option] = self.module[self.lowering.take(node, option)]
            return int(takes[option](state, log, *values))

        return play

    def run(self, state: Vector, log: list[Told] | None = None) -> None:
        """Run forward from the node the state names to the next Decide, Chance or End."""
        number = state[self._node_cell]
        if not isinstance(self._nodes[number], ChanceNode | End):
            self._go_on(state, self._step[number], (), log)

    def _go_on(self, state: Vector, step: Callable[..., int], values: Sequence[Value], log: list[Told] | None) -> None:
        try:
            node = step(state, log, *values)
            left = executor.LONGEST_FLOW
            steps = self._step
            while node >= 0:
                node = steps[node](state, log)
                left -= 1
                if not left:
                    raise Fault("the rules go on without end and without a decision", node)
        except (IndexError, RecursionError) as error:
            raise self._outside(state, error) from error

    def _outside(self, state: Vector, error: Exception) -> Fault:
        """What a rulebook is told of an error of Python's."""
        node = state[self._node_cell]
        return Fault("a number leads outside a table", node) if isinstance(error, IndexError) else too_deep(node)

    # -------------------------------------------------------------------------------------------------- chance

    def _weighing(self, number: int) -> Callable[[Vector], list[tuple[int, int]] | None]:
        """What lists the outcomes of a node with their weights."""
        node = by_chance(self._nodes[number])
        if node.parameter is None:
            return lambda _: None
        found: Callable[[Vector], list[tuple[int, int]]] = self.module[self.lowering.outcomes(node)]
        if self.lowering.has_fixed_outcomes(node) and (every := found(first_state(self.program))):
            return lambda _: every.copy()

        def weigh(state: Vector) -> list[tuple[int, int]]:
            weighed = found(state)
            if not weighed:
                raise Fault(f"chance has nothing to choose from at: {node.title}", number)
            return weighed

        return weigh

    def outcomes(self, state: Vector) -> list[tuple[int, int]] | None:
        """At a Chance: each outcome with its weight (above 0); at a shuffle None."""
        return self._outcomes[state[self._node_cell]](state)

    def shuffled(self, state: Vector) -> tuple[int, ...]:
        """At a shuffle: the pieces in their present order."""
        place: int = self._place[by_chance(self.node(state)).number](state)
        return self._storage.order(state, place)

    @LockedProperty
    def draw(self) -> Callable[[Vector, Random], Outcome]:
        """One outcome of a Chance, drawn by the weights."""
        draws, cell = self._draws, self._node_cell

        def draw(state: Vector, random: Random) -> Outcome:
            return draws[state[cell]](state, random)

        return draw

    def _drawing(self, number: int) -> Callable[[Vector, Random], Outcome]:
        """What draws an outcome of a node: of a die its faces are known."""
        node = self._nodes[number]
        if isinstance(node, ChanceNode) and node.parameter is not None and self.lowering.has_fixed_outcomes(node):
            weighed = self._outcomes[number](first_state(self.program))
            if weighed and all(weight == 1 for _, weight in weighed):
                faces = tuple(outcome for outcome, _ in weighed)
                count = len(faces)
                return lambda _, random: faces[int(random.random() * count)]
        return partial(drawn, self)

    @LockedProperty
    def happen(self) -> Callable[..., None]:
        """Let an outcome of a Chance happen, then run forward."""
        happens, cell, steps, go_on, outside = self._happens, self._node_cell, self._step, self._go_on, self._outside

        def happen(state: Vector, outcome: Outcome, log: list[Told] | None = None) -> None:
            try:
                node = happens[state[cell]](state, log, outcome)
                if node >= 0:
                    go_on(state, steps[node], (), log)
            except (IndexError, RecursionError) as error:
                raise outside(state, error) from error

        return happen

    def random_playout(self, state: Vector, random: Random, most: int | None = None) -> int:
        """Play on to the End with random moves, `most` of them at most; how many were made."""
        try:
            return self._play_random(state, random, most)
        except (IndexError, RecursionError) as error:
            raise self._outside(state, error) from error

    @LockedProperty
    def _play_random(self) -> Callable[..., int]:
        """What plays at random. Most of its routines are written during the first game."""
        return RandomGames(self).play
