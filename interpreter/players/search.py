"""Monte-Carlo tree search that is sound under hidden information (information-set search over imagined worlds).

Every iteration imagines a world that may be the real one, walks down one tree shared by all worlds, tries one new move,
plays the game out at random, and credits everybody on the way with how it ended for them. A move of the tree is
compared
only with the moves that were possible as often as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, log, sqrt
from typing import Final, TypeAlias

from interpreter.chance import stream
from interpreter.decision import Option
from interpreter.execute.interface import Move
from interpreter.players.standing import Judge
from interpreter.position import Position
from interpreter.seat import Seat

Key: TypeAlias = tuple[object, ...]

#: Where there are more moves than this, only a sample of them is looked at in each iteration.
_MANY: Final = 200
_FEW: Final = 30


@dataclass(slots=True)
class Branch:
    """A move in the tree: who made it, how often it was tried and how often it could have been, and what came of it."""

    seat: int = -1
    move: Move = ()
    visits: int = 0
    available: int = 0
    reward: float = 0.0
    following: dict[Key, Branch] = field(default_factory=dict)

    def promise(self, exploration: float) -> float:
        """Upper confidence bound of the mean reward."""
        return self.reward / self.visits + exploration * sqrt(log(self.available) / self.visits)


class SearchBot:
    """`iterations` games are imagined for each move; `longest` cuts them off after so many moves at random, and the
    score decides
    (in games without scores they are played to the end)."""

    def __init__(
        self, seed: int = 0, iterations: int = 200, exploration: float = 0.7, longest: int | None = 20
    ) -> None:
        self._random: Final = stream(seed, "search bot")
        self._iterations: Final = iterations
        self._exploration: Final = exploration
        self._longest: Final = longest

    def choose(self, seat: Seat) -> Option:
        """The option that was tried most."""
        decision = seat.decision
        assert decision is not None
        options = decision.options
        if len(options) == 1:
            return options[0]
        root, judge = Branch(), Judge()
        for _ in range(self._iterations):
            self._iterate(root, seat.imagine(self._random), judge)
        branches = {option.key: option for option in options}
        tried = [key for key in root.following if key in branches]
        if not tried:
            return options[int(self._random.random() * len(options))]
        best = max(tried, key=lambda key: (root.following[key].visits, root.following[key].reward))
        return branches[best]

    def _iterate(self, root: Branch, position: Position, judge: Judge) -> None:
        path, branch = [root], root
        has_scores = bool(position.game.program.scoring.lines)
        while True:
            position.settle(self._random)
            if position.is_over:
                break
            chosen, is_new = self._next(branch, position)
            branch = chosen
            path.append(branch)
            if is_new:
                position.playout(self._random, self._longest if has_scores else None)
                break
        rewards = judge.rewards(position)
        for passed in path:
            passed.visits += 1
            if passed.seat >= 0:
                passed.reward += rewards[passed.seat]

    def _next(self, branch: Branch, position: Position) -> tuple[Branch, bool]:
        """Go one move down: a new one while the branch is not full, else the most promising one."""
        moves, seat = position.moves(), position.seat
        possible = self._possible(branch, position, moves)
        known = [key for key in possible if key in branch.following]
        fresh = [key for key in possible if key not in branch.following]
        if fresh and len(known) < self._width(branch):
            key = fresh[int(self._random.random() * len(fresh))]
            branch.following[key] = Branch(seat, possible[key])
            known.append(key)
        else:
            key = max(known, key=lambda one: branch.following[one].promise(self._exploration))
        for one in known:
            branch.following[one].available += 1
        position.play(possible[key])
        found = branch.following[key]
        return found, found.visits == 0

    def _possible(self, branch: Branch, position: Position, moves: Sequence[Move]) -> dict[Key, Move]:
        """The moves by what they are called. Of very many, only the known ones and a few more."""
        if len(moves) > _MANY:
            legal = set(moves)
            known = [found.move for found in branch.following.values() if found.move in legal]
            moves = [*known, *self._random.sample(moves, _FEW)]
        return {position.key(move): move for move in moves}

    def _width(self, branch: Branch) -> int:
        """How many different moves are worth trying after so many visits."""
        return ceil(2 * sqrt(branch.visits + 1)) + 2
