"""Choices as examples write them, found among the legal moves: one answer may stand for one value, or for a handful."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.chance import stream
from interpreter.execute.interface import Executor, Move, State
from interpreter.game import Game
from interpreter.words.scene import Scene
from rulelang.graph.examples import Answer
from rulelang.graph.program import Chance, Decide, Option, Parameter

_MOST_STEPS = 200
_MOST_SHOWN = 12


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A legal move that fits the answers so far; `position` counts what of it they have named (0: not even the option).
    `open` says that the handful at this position may go on with the next answer."""

    move: Move
    position: int
    open: bool = False

    @property
    def whole(self) -> bool:
        return max(self.position, 1) + int(self.open) >= len(self.move)


class Following:
    """Makes the moves that answers name, in a state it changes. `partial`: they may name a part of a joint move."""

    def __init__(self, game: Game, executor: Executor, state: State, *, partial: bool = False) -> None:
        self.game = game
        self.executor = executor
        self.state = state
        self.partial = partial
        self.names = game.program.names
        self.varieties = max(1, len(game.program.layout.varieties))

    def follow(self, player: int, answers: Sequence[Answer]) -> str | None:
        """Nothing, or what is wrong."""
        left = list(answers)
        for _ in range(_MOST_STEPS):
            if not left:
                return None
            node = self.executor.node(self.state)
            match node:
                case Chance():
                    problem, used = self._chance(node, player, left)
                case Decide():
                    problem, used = self._decide(node, player, left)
                case _:
                    return f"the game is over before {left[0].text} can be chosen"
            if problem is not None:
                return problem
            left = left[used:]
        return "the choices lead nowhere"

    def _chance(self, node: Chance, player: int, left: Sequence[Answer]) -> tuple[str | None, int]:
        if player >= 0:
            self.executor.happen(self.state, self.executor.draw(self.state, stream(1, "example")))
            return None, 0
        weighed = self.executor.outcomes(self.state) or []
        elements = node.parameter.elements if node.parameter is not None else "number"
        fitting = [outcome for outcome, _ in weighed if left[0].text in self._labels(elements, outcome)]
        if not fitting:
            return f"chance cannot bring {left[0].text}", 0
        self.executor.happen(self.state, fitting[0])
        return None, 1

    def _decide(self, node: Decide, player: int, left: Sequence[Answer]) -> tuple[str | None, int]:
        moves = list(self.executor.options(self.state))
        if player < 0 or self.executor.actor(self.state) != player:
            if len(moves) == 1:
                self.executor.play(self.state, moves[0])
                return None, 0
            who = self.game.players[self.executor.actor(self.state)]
            return f"{who} has to choose now", 0
        candidates, used = self._fitting(node, moves, left)
        if used == 0:
            return self._unasked(node, moves, left[0])
        found = self._plain(candidates, left[:used])
        if len(found) > 1:
            if self.partial and used == len(left):
                return None, used
            return f"{', '.join(answer.text for answer in left[:used])} can mean several moves", 0
        self.executor.play(self.state, found[0])
        return None, used

    def _unasked(self, node: Decide, moves: Sequence[Move], answer: Answer) -> tuple[str | None, int]:
        """The answer speaks of a later choice: what is forced makes itself, what is offered in between is declined."""
        passes = [move for move in moves if _option(node, move).role == "pass"]
        if len(moves) == 1:
            self.executor.play(self.state, moves[0])
        elif node.title == "windows" and passes:
            self.executor.play(self.state, passes[0])
        else:
            return f"{answer.text} cannot be chosen", 0
        return None, 0

    def _fitting(self, node: Decide, moves: Sequence[Move], left: Sequence[Answer]) -> tuple[list[_Candidate], int]:
        """The moves that fit as many answers as one decision takes."""
        candidates, used = [_Candidate(move, 0) for move in moves], 0
        for answer in left:
            following = [after for one in candidates for after in self._after(node, one, answer)]
            if not following:
                break
            candidates, used = following, used + 1
        return candidates, used

    def _after(self, node: Decide, one: _Candidate, answer: Answer) -> list[_Candidate]:
        option = _option(node, one.move)
        found = []
        if one.position == 0:
            if option.role == "pass":
                return [_Candidate(one.move, 1)] if answer.nothing else []
            if answer.text == option.name:
                found.append(_Candidate(one.move, 1))
        position = max(one.position, 1)
        places = [position, position + 1] if one.open else [position]
        for place in places:
            if place < len(one.move) and (after := self._named(one.move, option.parameters[place - 1], place, answer)):
                found.append(after)
                break
        return found

    def _named(self, move: Move, parameter: Parameter, place: int, answer: Answer) -> _Candidate | None:
        value = move[place]
        if isinstance(value, int):
            fits = answer.text in self._labels(parameter.elements, value)
            lies = not answer.place or self._place(parameter.elements, value) == answer.place
            return _Candidate(move, place + 1) if fits and lies else None
        if answer.nothing:
            return _Candidate(move, place + 1) if not value else None
        count = answer.count if answer.count is not None else 1
        named = sum(answer.text in self._labels(parameter.elements, one) for one in value)
        return _Candidate(move, place, True) if named == count else None

    def _plain(self, candidates: Sequence[_Candidate], answers: Sequence[Answer]) -> list[Move]:
        """Moves named as a whole come first; handfuls have just as many members as were named."""
        found = list(dict.fromkeys(one.move for one in candidates))
        if len(found) > 1 and (whole := [one.move for one in candidates if one.whole]):
            found = list(dict.fromkeys(whole))
        if len(found) > 1:
            wanted = sum(answer.count or 1 for answer in answers if not answer.nothing)
            sized = [move for move in found if all(isinstance(v, int) or len(v) == wanted for v in move[1:])]
            found = sized or found
        return found

    def _labels(self, elements: str, value: int) -> tuple[str, ...]:
        if elements == "token":
            return self.names["token"][value % self.varieties], self.names["place"][value // self.varieties]
        names = self.names.get(elements, ())
        return (names[value],) if 0 <= value < len(names) else (str(value),)

    def _place(self, elements: str, value: int) -> str:
        if elements == "token":
            return self.names["place"][value // self.varieties]
        if elements == "piece":
            return self.names["place"][self.state[self.game.program.layout.regions["at"].base + value]]
        return ""


def offered(game: Game, executor: Executor, state: State) -> tuple[str, ...]:
    """What can be chosen now, in words; the first few."""
    node = executor.node(state) if state else None
    if not isinstance(node, Decide):
        return ()
    scene, found = Scene(game, tuple(state), node), []
    for number, move in enumerate(executor.each_option(state)):
        if number == _MOST_SHOWN:
            found.append("...")
            break
        found.append(scene.notation(move))
    return tuple(found)


def _option(node: Decide, move: Move) -> Option:
    number = move[0]
    assert isinstance(number, int)
    return node.options[number]
