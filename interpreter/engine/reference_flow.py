"""The reference executor: the flow of the game node by node, legality by trying on a copy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final, assert_never

from interpreter.engine import executor
from interpreter.engine.executor import (
    NO_LOCALS,
    Cells,
    Executor,
    Fault,
    FlowWatch,
    Listing,
    Locals,
    Move,
    Objection,
    Outcome,
    Stage,
    Stuck,
    Told,
    Unable,
    Vector,
    by_chance,
    deciding,
    too_deep,
    within_reach,
)
from interpreter.engine.luck import shuffle
from interpreter.engine.reference_effects import Effects, Refused
from interpreter.engine.reference_moves import Choices, Joint
from rulelang.graph.evaluate import LookAhead, Terms
from rulelang.graph.program import ChanceNode, Decide, Do, End, Node, OptionEdge, Program, Test
from rulelang.graph.state import Storage
from rulelang.graph.terms import Effect, Possible, Term, Tokens

#: The actor of a look-ahead query is whoever decides first.
ANYBODY = -2

_MOST_TRIED = 20_000


class Reference:
    """Plays a program by its definition."""

    def __init__(
        self,
        program: Program,
        terms: Callable[[Program, Storage, LookAhead], Terms] = Terms,
        effects: Callable[[Terms, Storage], Effects] = Effects,
        choices: Callable[[Terms, Effects, Storage], Choices] = Choices,
    ) -> None:
        """`terms`, `effects` and `choices` build what evaluates, what changes the state and what lists values: others
        may look on while they work."""
        self.program: Final = program
        self._nodes: Final = {node.number: node for node in program.nodes}
        self._node_cell: Final = program.layout.regions["node"].base
        self._storage: Final = Storage(program.layout)
        self._terms: Final = terms(program, self._storage, self._possible)
        self._effects: Final = effects(self._terms, self._storage)
        self._choices: Final = choices(self._terms, self._effects, self._storage)
        #: Whether a move can be completed from a state on the way: many ways lead to the same one.
        self._tried: Final[dict[tuple[int | None, tuple[int, ...]], bool]] = {}

    # ------------------------------------------------------------------------------------------------- looking

    def node(self, state: Vector) -> Node:
        """Where the game stands."""
        number = state[self._node_cell]
        if number not in self._nodes:
            raise Fault("the rules lead nowhere")
        return self._nodes[number]

    def actor(self, state: Vector) -> int:
        """Who decides at a Decide; -1 elsewhere."""
        node = self.node(state)
        return self._terms.value(state, NO_LOCALS, node.actor) if isinstance(node, Decide) else -1

    def is_over(self, state: Vector) -> bool:
        """Is the game at its End?"""
        return isinstance(self.node(state), End)

    def evaluate(self, state: Vector, term: Term, values: Locals = NO_LOCALS) -> int:
        """The value of any term in this state."""
        return self._terms.value(state, values, term)

    def standing(self, state: Vector, seat: int) -> tuple[bool, tuple[int, ...]]:
        """May a seat win by the rules of the ranking, and what do its criteria give for it?"""
        scoring, values = self.program.scoring, {"player": seat}
        may_win = scoring.eligible is None or bool(self.evaluate(state, scoring.eligible, values))
        return may_win, tuple(self.evaluate(state, line.value, values) for line in scoring.lines)

    # ------------------------------------------------------------------------------------------------- options

    def options(self, state: Vector) -> Sequence[Move]:
        """The legal moves at a Decide in canonical order."""
        return list(within_reach(self.each_option(state), state[self._node_cell]))

    def listing(self, state: Vector) -> Listing:
        """The same."""
        return None, self.options(state)

    def each_option(self, state: Vector) -> Iterator[Move]:
        """The same moves, found one after the other."""
        node = deciding(self.node(state))
        for number in range(len(node.options)):
            yield from self._moves(state, node, number)

    def count(self, state: Vector) -> int:
        """How many legal moves there are."""
        return sum(1 for _ in within_reach(self.each_option(state), state[self._node_cell]))

    def is_legal(self, state: Vector, move: Move) -> bool:
        """Is this one of the `options`?"""
        node = deciding(self.node(state))
        number, *values = move
        if not isinstance(number, int) or not 0 <= number < len(node.options):
            return False
        if len(values) != len(node.options[number].parameters):
            return False
        return any(True for _ in self._moves(state, node, number, values))

    def stage(self, state: Vector, chosen: Move = (), inside: tuple[int, ...] = ()) -> Stage:
        """The possible next values of a joint move: only those that can be completed."""
        node = deciding(self.node(state))
        if not chosen:
            numbers = range(len(node.options))
            return Stage(
                tuple(number for number in numbers if any(True for _ in self._moves(state, node, number))), False
            )
        number, *values = chosen
        assert isinstance(number, int)
        parameters = node.options[number].parameters
        if len(values) == len(parameters):
            return Stage((), True)
        following = set()
        may_stop = False
        for _, *found in within_reach(self._moves(state, node, number, values, inside), node.number):
            value = found[len(values)]
            if isinstance(value, int):
                following.add(value)
            elif value == inside:
                may_stop = True
            else:
                following.add(value[len(inside)])
        return Stage(tuple(sorted(following)), may_stop)

    def refusal(self, state: Vector, move: Move) -> Objection | None:
        """Why a move is not legal, or nothing if it is."""
        node = deciding(self.node(state))
        number, *values = move
        assert isinstance(number, int)
        option = node.options[number]
        for position, parameter in enumerate(option.parameters):
            if not any(True for _ in self._choices.joint(state, option, values[: position + 1])):
                return Objection("domain", parameter.name)
        joint = next(self._choices.joint(state, option, values))
        return self._objection(joint, node, option, self.actor(state))

    def _moves(
        self,
        state: Vector,
        node: Decide,
        number: int,
        chosen: Sequence[int | tuple[int, ...]] = (),
        inside: tuple[int, ...] = (),
    ) -> Iterator[Move]:
        option = node.options[number]
        actor = self._terms.value(state, NO_LOCALS, node.actor)
        for joint in self._choices.joint(state, option, chosen, inside):
            if self._objection(joint, node, option, actor) is None:
                yield (number, *joint.values)

    def _objection(self, joint: Joint, node: Decide, option: OptionEdge, actor: int) -> Objection | None:
        """What makes a joint choice illegal. A fault is no objection: playing the move shows it."""
        try:
            if option.guard is not None and not self._terms.value(joint.state, joint.locals, option.guard):
                return Objection("guard", node=node.number)
            trial = list(joint.state)
            self._effects.carry_out(trial, joint.locals, option.effects, None)
            trial[self._node_cell] = option.target
        except Refused as refused:
            return Objection("sentence", reason=refused.reason, node=node.number)
        except Fault:
            return None
        return self._completed(trial, actor) if option.lookahead else None

    # --------------------------------------------------------------------------------------------- looking ahead

    def _completed(self, state: Vector, actor: int | None, *, entering: bool = False) -> Objection | None:
        """Why the flow from here cannot be completed as one move of `actor`. Uses up the state it is given.

        `entering`: the first node is looked into even where it is a rest.
        """
        try:
            watch = FlowWatch()
            while not watch.is_endless(state):
                node = self.node(state)
                if isinstance(node, End | ChanceNode) or (node.rest and not entering):
                    return None
                entering = False
                if isinstance(node, Decide):
                    return self._can_decide(state, node, actor)
                self._step(state, node, None)
        except Refused as refused:
            return Objection("later", reason=refused.reason, node=state[self._node_cell])
        except Fault:
            return None
        return None

    def _can_decide(self, state: Vector, node: Decide, actor: int | None) -> Objection | None:
        somebody_else = actor not in (ANYBODY, self._terms.value(state, NO_LOCALS, node.actor))
        if somebody_else or node.otherwise >= 0:
            return None
        there = actor, tuple(state)
        possible = self._tried.get(there)
        if possible is None:
            if len(self._tried) >= _MOST_TRIED:
                self._tried.clear()
            numbers = [number for number, option in enumerate(node.options) if not option.window]
            possible = any(True for number in numbers for _ in self._moves(state, node, number))
            self._tried[there] = possible
        return None if possible else Objection("later", node=node.number)

    def _possible(self, state: Vector, values: Locals, query: Possible) -> bool:
        trial = list(state)
        for put in query.fill:
            index = self._terms.value(state, values, put.index)
            self._effects.put(trial, put.region, index, self._terms.value(state, values, put.value))
        trial[self._node_cell] = query.node
        return self._completed(trial, ANYBODY, entering=True) is None

    # ------------------------------------------------------------------------------------------------- playing

    def start(self) -> Vector:
        """A new game, run forward to the first Decide, Chance or End."""
        state = first_state(self.program)
        self.run(state)
        return state

    def play(self, state: Vector, move: Move, log: list[Told] | None = None) -> None:
        """Take a legal move, then run forward."""
        self._take(state, deciding(self.node(state)), move, log)
        self.run(state, log)

    def _take(self, state: Vector, node: Decide, move: Move, log: list[Told] | None) -> None:
        number, *values = move
        assert isinstance(number, int)
        option = node.options[number]
        joint = next(self._choices.joint(state, option, values), None)
        if joint is None:
            # Whoever imagines what others hold tries what was done; in a wrong guess it cannot be done.
            raise Fault("nobody can do this here", node.number)
        state[:] = joint.state
        self._apply(state, joint.locals, option.effects, log)
        state[self._node_cell] = option.target

    def run(self, state: Vector, log: list[Told] | None = None) -> None:
        """Run forward from the node the state names to the next Decide, Chance or End."""
        self._tried.clear()
        try:
            self._run(state, log)
        except RecursionError as error:
            raise too_deep(state[self._node_cell]) from error

    def _run(self, state: Vector, log: list[Told] | None) -> None:
        watch = FlowWatch()
        while not watch.is_endless(state):
            node = self.node(state)
            match node:
                case End() | ChanceNode():
                    return
                case Decide():
                    if self._is_shown(state, node):
                        return
                    self._pass_by(state, node, log)
                case Do() | Test():
                    try:
                        self._step(state, node, log)
                    except Refused as refused:
                        raise self._unable(Unable, refused, node.number) from None
                case _:
                    assert_never(node)
        raise Fault("the rules go on without end and without a decision", state[self._node_cell])

    def _is_shown(self, state: Vector, node: Decide) -> bool:
        return any(
            True
            for number, option in enumerate(node.options)
            if option.role != "pass"
            for _ in self._moves(state, node, number)
        )

    def _pass_by(self, state: Vector, node: Decide, log: list[Told] | None) -> None:
        for number, option in enumerate(node.options):
            if option.role == "pass":
                for move in self._moves(state, node, number):
                    self._take(state, node, move, log)
                    return
        if node.otherwise < 0:
            stuck = Stuck(f"nothing is legal at: {node.title}", node.number)
            stuck.seat = self._terms.value(state, NO_LOCALS, node.actor)
            raise stuck
        state[self._node_cell] = node.otherwise

    def _step(self, state: Vector, node: Do | Test, log: list[Told] | None) -> None:
        if isinstance(node, Do):
            self._effects.carry_out(state, NO_LOCALS, node.effects, log)
            state[self._node_cell] = node.target
        else:
            arms = (target for condition, target in node.arms if self._terms.value(state, NO_LOCALS, condition))
            state[self._node_cell] = next(arms, node.otherwise)

    def apply(self, state: Vector, effects: Sequence[Effect], values: Locals = NO_LOCALS) -> None:
        """Carry out effects outside the flow."""
        self._apply(state, values, effects, None)

    def _apply(self, state: Vector, values: Locals, effects: Sequence[Effect], log: list[Told] | None) -> None:
        try:
            self._effects.carry_out(state, values, effects, log)
        except Refused as refused:
            raise self._unable(Fault, refused, state[self._node_cell]) from None

    def _unable(self, kind: type[Fault], refused: Refused, node: int) -> Fault:
        why, sentence = self.program.reasons[refused.reason] if refused.reason >= 0 else ("no reason given", None)
        fault = kind(f"a sentence cannot be obeyed: {why}", node)
        fault.said = sentence
        return fault

    # -------------------------------------------------------------------------------------------------- chance

    def outcomes(self, state: Vector) -> list[tuple[int, int]] | None:
        """At a Chance: each outcome with its weight (above 0); at a shuffle None."""
        node = by_chance(self.node(state))
        if node.parameter is None:
            return None
        parameter = node.parameter
        weighed = []
        for value in self._choices.candidates(state, NO_LOCALS, parameter, merge=False):
            if node.weight is not None:
                weight = self._terms.value(state, {parameter.name: value}, node.weight)
            else:
                weight = self._storage.count_of(state, value) if isinstance(parameter.domain, Tokens) else 1
            if weight > 0:
                weighed.append((value, weight))
        if not weighed:
            raise Fault(f"chance has nothing to choose from at: {node.title}", node.number)
        return weighed

    def shuffled(self, state: Vector) -> tuple[int, ...]:
        """At a shuffle: the pieces in their present order."""
        return self._storage.order(state, self._shuffled_place(state, by_chance(self.node(state))))

    def draw(self, state: Vector, random: Random) -> Outcome:
        """One outcome of a Chance, drawn by the weights."""
        return drawn(self, state, random)

    def happen(self, state: Vector, outcome: Outcome, log: list[Told] | None = None) -> None:
        """Let an outcome of a Chance happen, then run forward."""
        node = by_chance(self.node(state))
        if isinstance(outcome, tuple):
            self._storage.rearrange(state, self._shuffled_place(state, node), outcome)
            values: Locals = NO_LOCALS
        else:
            values = {node.parameter.name: outcome} if node.parameter else NO_LOCALS
        self._apply(state, values, node.effects, log)
        state[self._node_cell] = node.target
        self.run(state, log)

    def _shuffled_place(self, state: Vector, node: ChanceNode) -> int:
        assert node.shuffles is not None
        return self._terms.value(state, NO_LOCALS, node.shuffles)

    def random_playout(self, state: Vector, random: Random, most: int | None = None) -> int:
        """Play on to the End with random moves, `most` of them at most; how many were made."""
        moves = 0
        for _ in range(executor.LONGEST_GAME):
            node = self.node(state)
            if isinstance(node, End) or moves == most:
                return moves
            if isinstance(node, ChanceNode):
                self.happen(state, self.draw(state, random))
                continue
            options = self.options(state)
            self.play(state, options[int(random.random() * len(options))])
            moves += 1
        raise Fault("the game goes on without end", state[self._node_cell])


def first_state(program: Program) -> Cells:
    """The vector before anything happened."""
    state = [0] * program.layout.size
    for region in program.layout.regions.values():
        state[region.base : region.base + region.length] = region.start
    state[program.layout.regions["node"].base] = program.entry
    return state


def drawn(executor: Executor, state: Vector, random: Random) -> Outcome:
    """One outcome of a Chance, drawn by the weights."""
    weighed = executor.outcomes(state)
    if weighed is None:
        pieces = list(executor.shuffled(state))
        shuffle(pieces, random)
        return tuple(pieces)
    total = sum([weight for _, weight in weighed])
    left = int(random.random() * total)
    if total == len(weighed):
        # Weights are above 0: all of them are 1.
        return weighed[left][0]
    for value, weight in weighed:
        left -= weight
        if left < 0:
            return value
    raise AssertionError("the weights do not add up")
