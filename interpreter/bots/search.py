"""Monte-Carlo tree search that is sound under hidden information (information-set search over imagined worlds).

Every iteration imagines a world that may be the real one, walks down a tree, tries one new move, plays on at random for
a while, and credits everybody on the way with how they stand then. Every player has a tree of their own, in which the
moves of the others count by what this player sees of them: so nobody, not even an imagined opponent, answers to what
only the others know. (Where nothing is hidden, all share one tree.) A move of the tree is compared only with the moves
that were possible as often as it was.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import ceil, log, sqrt
from random import Random
from typing import Final, TypeAlias

from interpreter.api.chance import stream
from interpreter.api.decision import Option, Options, too_many
from interpreter.api.position import Position
from interpreter.api.seat import Seat
from interpreter.bots.by_steps import by_steps
from interpreter.bots.standing import StandingJudge
from interpreter.engine.executor import Move
from interpreter.visibility.name_moves import Key
from rulelang.tuning.fast_dataclass import dataclass, field, replace

# How much a bot thinks about one move.


@dataclass(frozen=True, slots=True)
class Effort:
    """So many imagined games, or so many `seconds` of processor time (on each of so many `threads`, where C plays), in
    at most so many worlds. `longest` random moves end an imagined game; -1: it is played to the end."""

    iterations: int
    seconds: float | None
    worlds: int
    longest: int
    exploration: float
    threads: int


def within(seconds: float) -> Callable[[], bool]:
    """Has this thread worked for less than so many seconds since now?"""
    end = time.thread_time() + seconds
    return lambda: time.thread_time() < end


#: Where there are more moves than this, new ones are drawn from a sample instead of named all.
_MANY: Final = 60
_SAMPLE: Final = 12

#: Imagined games are played on at random for so many offered moves, on average; if those are few moves, not at all.
_EFFORT: Final = 60
_SHORT: Final = 4

#: So many games are imagined for one that counts, at most: in some worlds the move may not be the player's.
_MOST_TRIES: Final = 4


@dataclass(slots=True)
class SearchBranch:
    """A move in a tree: how often it was tried and how often it could have been, what came of it for its player, and
    how often this player decided after it."""

    move: Move = ()
    decided: int = 0
    visits: int = 0
    available: int = 0
    reward: float = 0.0
    following: dict[Key, SearchBranch] = field(default_factory=dict)

    def promise(self, exploration: float) -> float:
        """Upper confidence bound of the mean reward."""
        return self.reward / self.visits + exploration * sqrt(log(self.available) / self.visits)

    @property
    def width(self) -> int:
        """How many different moves are worth trying after so many visits."""
        return ceil(2 * sqrt(self.decided + 1)) + 2


Step: TypeAlias = tuple[SearchBranch, int]


class SearchBot:
    """`iterations` games are imagined for each move, in at most `worlds` different worlds. `longest` cuts them off
    after so many moves at random (fewer or none where there is much to choose from: moves cost more there), and the
    ranking decides. In games without ranking they are played to the end.

    What was imagined for one move counts for the next one too, if nothing else happens in between. Thinking ends
    early when no other move can be tried as often any more as the best one has been.

    With `seconds` the bot thinks for so long instead, of its thread's processor time; then the same seed need not make
    the same choices. `threads` search side by side where the game is played in C.
    """

    def __init__(
        self,
        seed: int = 0,
        iterations: int = 200,
        exploration: float = 0.4,
        longest: int = 10,
        worlds: int = 40,
        seconds: float | None = None,
        threads: int = 1,
    ) -> None:
        self._random: Final = stream(seed, "search bot")
        self._effort: Final = Effort(iterations, seconds, worlds, longest, exploration, threads)
        self._last: _Thought | None = None
        #: How many moves there were to choose from whenever something was chosen, for so many times.
        self._offered, self._times = 0, 0

    def choose(self, seat: Seat) -> Option:
        """The option that was tried most."""
        effort = self._effort
        goes_on = within(effort.seconds) if effort.seconds is not None else None
        decision = seat.decision
        assert decision is not None
        if too_many(decision):
            return by_steps(decision, self._random)
        options = decision.options
        if len(options) == 1:
            return options[0]
        if (found := self._compiled(seat, options)) is not None:
            return found
        self._offered, self._times = self._offered + len(options), self._times + 1
        affordable = _EFFORT * self._times // self._offered
        longest = min(effort.longest, affordable) if affordable >= _SHORT else 0
        worlds = [seat.imagine(self._random)]
        search = _Search(worlds[0], self._random, effort.exploration, longest)
        if self._last is not None and self._last.leads_to(seat):
            search.go_on_from(self._last.search, self._last.key, seat.number)
        number = 0
        while (
            goes_on() or not number
            if goes_on is not None
            else number < _MOST_TRIES * effort.iterations and not search.is_settled(seat.number, effort.iterations)
        ):
            if len(worlds) <= number < effort.worlds:
                worlds.append(seat.imagine(self._random))
            search.iterate(worlds[number % len(worlds)].copy())
            number += 1
        key = search.best(seat.number)
        self._last = _Thought(seat, seat.clock, search, key)
        return _called(options, key) or self._random.choice(options)

    def _compiled(self, seat: Seat, options: Options) -> Option | None:
        """What a search in C chooses, where a game is played in C."""
        from interpreter.bots.compiled_search import compiled_search

        longest = self._effort.longest if seat.game.program.scoring.lines else -1
        return compiled_search(seat, options, self._random, replace(self._effort, longest=longest))


def _called(options: Options, key: Key) -> Option | None:
    """The option of a key; of several that look alike, the first. None: it was only thought of in imagined worlds."""
    return next((option for option in options if option.key == key), None)


@dataclass(frozen=True, slots=True)
class _Thought:
    """What was thought over last, and what was chosen."""

    seat: Seat
    clock: int
    search: _Search
    key: Key

    def leads_to(self, seat: Seat) -> bool:
        """Is it the choice made then, and nothing else, that has led to the present moment?"""
        return seat is self.seat and seat.clock == self.clock + 1


class _Search:
    """The trees of one decision."""

    def __init__(self, position: Position, random: Random, exploration: float, longest: int) -> None:
        game = position.game
        self._random: Final = random
        self._exploration: Final = exploration
        self._longest: Final = longest if game.program.scoring.lines else None
        self._judge = StandingJudge(position)
        seats = range(len(game.players))
        moves = position.moves()
        #: What may be done at the root: the same in all worlds, unless something is chosen unseen.
        self._first: Final = None if any(position.is_blind(move) for move in moves) else moves
        self._first_keys: Final = position.keys(moves)
        self._possible_first: Final = frozenset(self._first_keys)
        common = SearchBranch()
        self._roots: Final = [SearchBranch() for _ in seats] if game.has_secrets else [common for _ in seats]

    def go_on_from(self, before: _Search, key: Key, seat: int) -> None:
        """Use what is known from the search for the move made just now."""
        found = before._roots[seat].following.get(key)
        if found is None:
            return
        self._judge = before._judge
        for number, root in enumerate(self._roots):
            if number == seat or root is self._roots[seat]:
                self._roots[number] = found

    def best(self, seat: int) -> Key:
        """What the move tried most is called; nothing, if none was tried."""
        following, possible = self._roots[seat].following, self._possible_first
        tried = (key for key, branch in following.items() if branch.visits and key in possible)
        return max(tried, key=lambda key: (following[key].visits, following[key].reward), default=())

    def is_settled(self, seat: int, iterations: int) -> bool:
        """Can no more than so many iterations change which move was tried most?"""
        first = second = total = 0
        for key, branch in self._roots[seat].following.items():
            if key in self._possible_first:
                visits = branch.visits
                total += visits
                if visits > first:
                    first, second = visits, first
                elif visits > second:
                    second = visits
        left = iterations - total
        return left <= 0 or (second > 0 and first - second > left)

    def iterate(self, position: Position) -> None:
        """Play one imagined game, and remember how it went. Changes the position."""
        path: list[Step] = []
        nodes, is_new = list(self._roots), False
        while not is_new and not position.is_over:
            seat = position.seat
            moves = self._first if self._first and not path else position.listed_moves()
            if moves is None:
                break
            if len(moves) == 1:
                self._descend(nodes, position, moves[0], seat)
                continue
            branch, move = self._next(nodes[seat], position, moves)
            is_new = branch.visits == 0
            path.append((branch, seat))
            self._descend(nodes, position, move, seat)
        if not position.is_over:
            position.playout(self._random, self._longest)
        rewards = self._judge.rewards(position)
        for branch, seat in path:
            branch.visits += 1
            branch.reward += rewards[seat]

    def _descend(self, nodes: list[SearchBranch], position: Position, move: Move, seat: int) -> None:
        """Make a move, and go down along it in every tree."""
        if nodes[0] is nodes[-1]:
            key = position.key(move)
            position.play(move)
            following = nodes[0].following
            nodes[:] = [following.get(key) or following.setdefault(key, SearchBranch(move))] * len(nodes)
        else:
            before, own = position.copy(), position.key(move)
            position.play(move)
            for viewer, node in enumerate(nodes):
                key = own if viewer == seat else before.watched(move, position, viewer)
                nodes[viewer] = node.following.get(key) or node.following.setdefault(key, SearchBranch(move))
        position.settle(self._random)

    def _next(self, node: SearchBranch, position: Position, moves: Sequence[Move]) -> tuple[SearchBranch, Move]:
        """Choose a move to go down: a new one while the branch is not full, else the most promising one."""
        node.decided += 1
        possible = self._possible(node, position, moves)
        following = node.following
        known = [key for key in possible if key in following and following[key].visits]
        if len(known) < min(node.width, len(possible)):
            fresh = [key for key in possible if key not in following or not following[key].visits]
            key = fresh[int(self._random.random() * len(fresh))]
            following.setdefault(key, SearchBranch(possible[key]))
            known.append(key)
        else:
            key = max(known, key=lambda one: following[one].promise(self._exploration))
        for one in known:
            following[one].available += 1
        return following[key], possible[key]

    def _possible(self, node: SearchBranch, position: Position, moves: Sequence[Move]) -> dict[Key, Move]:
        """The moves by what they are called. Of very many, only the known ones and a few more."""
        if len(moves) <= _MANY:
            keys = self._first_keys if moves is self._first else position.keys(moves)
            return dict(zip(keys, moves, strict=True))
        legal = None if moves is self._first else set(moves)
        known = [one.move for one in node.following.values() if legal is None or one.move in legal]
        found = [*known, *self._random.sample(moves, _SAMPLE)]
        return dict(zip(position.keys(found), found, strict=True))
