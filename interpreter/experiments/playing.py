"""Playing one game by its number. Every game has random streams of its own, made from the seed and its number: so the
order in which games are played, and where, changes nothing; and games of the same number begin with the same luck
whatever the rules and the players are."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from time import perf_counter
from typing import Final

from interpreter.api.chance import seeds_of_streams, stream
from interpreter.api.decision import Option
from interpreter.api.game import Game
from interpreter.api.session import Session
from interpreter.bots import Bot
from interpreter.engine.executor import Cells, Executor, Fault, Move
from interpreter.engine.plain_faults import found_again, plainly
from interpreter.engine.reference_flow import first_state
from interpreter.experiments.endings import Endings, said
from interpreter.experiments.engines import EngineLost
from interpreter.experiments.line_up import maker
from interpreter.experiments.measures import Measures
from interpreter.experiments.outcomes import Outcomes
from interpreter.experiments.played import Played
from interpreter.experiments.setting import Setting
from interpreter.visibility.drawing import by_steps, listed
from rulelang.graph.program import ChanceNode, Decide, End, Origin
from rulelang.tuning.fast_dataclass import dataclass

#: So many games were shorter than a part of what is allowed: then none is expected to be too long.
_ENOUGH: Final = 5
_SHORT: Final = 10


class BotFailed(Exception):
    """A bot did not choose one of its options."""


def _ask_for_c(game: Game) -> None:
    """A search in C plays otherwise than one in Python: games of both are not games of one experiment."""
    from interpreter.engine.native.executor import Native

    if not isinstance(game.executor, Native):
        raise EngineLost(f"There is no compiler for C ({socket.gethostname()}), and the bots were to search in C.")


class PlayTable:
    """A game set up once and played many times."""

    def __init__(self, game: Game, setting: Setting) -> None:
        self.game: Final = game
        self.setting: Final = setting
        self.endings: Final = Endings(game)
        self.measures: Final = Measures(game, setting.looks)
        self.outcomes: Final = Outcomes(game)
        self._seatings: Final = [setting.seating(number) for number in range(setting.players)]
        self._makers: Final = [maker(name) for name in setting.bots]
        self._luck: Final = luck(setting.seed)
        self._short_ones = 0
        looks = setting.looks
        self._is_watched: Final = not self.setting.is_random or looks.endings or looks.uses or looks.probes > 0
        self._faults: Final[dict[tuple[str, int, Origin | None], str]] = {}
        if setting.executor == "native" and not self.setting.is_random:
            _ask_for_c(game)

    def play_all(self, numbers: Sequence[int]) -> list[Played]:
        """Some games. How long each took is told on average where nobody watched: it takes no longer than to ask."""
        if self._is_watched:
            return [self._watched(number) for number in numbers]
        begun = perf_counter()
        games = list(self._unwatched(numbers))
        each = (perf_counter() - begun) / max(1, len(games))
        for game in games:
            game.seconds = each
        return games

    def play(self, number: int) -> Played:
        """One game."""
        return self.play_all((number,))[0]

    def _watched(self, number: int) -> Played:
        """What goes wrong in it, in the rulebook or in a bot, is told in the record."""
        played = Played(number, seats=self._seatings[number % self.setting.players])
        begun = perf_counter()
        try:
            if self.setting.is_random:
                self._at_random(played, self.game.executor)
            else:
                self._with_bots(played)
        except Fault as fault:
            played.fault = self._told(fault, number)
        except BotFailed as failed:
            played.failure = str(failed)
        played.seconds = perf_counter() - begun
        return played

    def _unwatched(self, numbers: Iterable[int]) -> Iterator[Played]:
        """Only how they end: nothing stands between the executor and its own random games. It is quickest where it need
        not count moves: once some games have been short it does not, until one is too long (or breaks, which may be
        that), which is played again."""
        executor, most, seatings = self.game.executor, self.setting.most_moves, self._seatings
        start, playout, outcome, begin = executor.start, executor.random_playout, self.outcomes.read, self._luck
        # A source of numbers begins anew for each game: to make one takes twice as long.
        random = Random()
        for number in numbers:
            played = Played(number, seats=seatings[number % len(seatings)])
            random.seed(begin(number))
            try:
                cells = start()
                moves = playout(cells, random) if self._short_ones >= _ENOUGH else sys.maxsize
            except Fault:
                moves = sys.maxsize
            if moves <= most:
                played.moves = moves
                played.shares, played.winners, played.scores = outcome(cells)
            else:
                self._counted(played, random)
            yield played

    def _counted(self, played: Played, random: Random) -> None:
        """One game that is stopped when it is too long."""
        executor, most = self.game.executor, self.setting.most_moves
        if self._short_ones >= _ENOUGH:
            self._short_ones = -sys.maxsize
        random.seed(self._luck(played.number))
        try:
            cells = executor.start()
            played.moves = executor.random_playout(cells, random, most)
        except Fault as fault:
            played.fault = self._told(fault, played.number)
            return
        self._short_ones += 1 if _SHORT * played.moves <= most else -_ENOUGH
        if executor.is_over(cells):
            played.shares, played.winners, played.scores = self.outcomes.read(cells)

    def _told(self, fault: Fault, number: int) -> str:
        """A fault with its sentence, which the plain executor knows."""
        key = fault.message, fault.node, fault.said
        if key not in self._faults:
            if self.setting.is_random and self._is_watched:
                fault = plainly(self.game, fault, lambda plain: self._at_random(Played(number), plain))
            elif self.setting.is_random:
                fault = stopped_game(self.game, self.setting.seed, number, self.setting.most_moves).fault or fault
            sentence = said(fault.said) if fault.said is not None else self.endings.line(fault.node)
            self._faults[key] = f"{fault.message} ({sentence})"
        return self._faults[key]

    def _at_random(self, played: Played, executor: Executor) -> None:
        most = self.setting.most_moves
        choosing, luck = (stream(self.setting.seed, f"game {played.number}/{what}") for what in ("choices", "chance"))
        cells = list(executor.start())
        watch, measure = self.endings.watch(), self.measures.watch(played)
        while played.moves < most:
            node = executor.node(cells)
            match node:
                case Decide():
                    before = cells.copy()
                    moves = listed(self.game, executor, cells)
                    if moves is None:
                        move = by_steps(executor, cells, choosing)
                    else:
                        move = moves[int(choosing.random() * len(moves))]
                    executor.play(cells, move)
                    watch.moved(before, cells, move)
                    measure.moved(node, before, cells, moves, move)
                    played.moves += 1
                case ChanceNode():
                    before = cells.copy()
                    outcome = executor.draw(cells, luck)
                    executor.happen(cells, outcome)
                    watch.happened(before, cells, outcome)
                case _:
                    break
        if isinstance(executor.node(cells), End):
            played.shares, played.winners, played.scores = self.outcomes.read(cells)
            played.ending = watch.ending()
        measure.over(cells, stream(self.setting.seed, f"game {played.number}/probes"))

    def _with_bots(self, played: Played) -> None:
        setting, executor = self.setting, self.game.executor
        seed = int(stream(setting.seed, f"game {played.number}").random() * (1 << 53))
        session = self.game.start(seed)
        bots = [self._makers[which](seed + which) for which in played.seats]
        measure, seen = self.measures.watch(played), 0
        while (decision := session.decision) is not None and played.moves < setting.most_moves:
            before = list(session.state.cells)
            move = self._chosen(session, bots[decision.seat], decision.seat)
            offered = listed(self.game, executor, before)
            measure.moved(decision.node, before, list(session.history[seen].after), offered, move)
            seen = len(session.history)
            played.moves += 1
        cells = list(session.state.cells)
        if session.is_over:
            played.shares, played.winners, played.scores = self.outcomes.read(cells)
            played.ending = self._ending(session)
        measure.over(cells, stream(setting.seed, f"game {played.number}/probes"))

    def _chosen(self, session: Session, player: Bot, seat: int) -> Move:
        """What a bot does; whatever it raises, and whatever it wants that is not allowed, is its failure."""
        name = self.game.players[seat]
        option: object
        try:
            option = player.choose(session.seat(seat))
        except Fault as fault:
            # What is wrong with the rules in a game that the bot imagined is wrong with them in this one.
            random = stream(self.setting.seed, "fault")
            raise found_again(self.game, fault, session.state.cells, random) from fault
        except Exception as problem:
            raise BotFailed(f"{type(player).__name__} ({name}): {type(problem).__name__}: {problem}") from problem
        if not isinstance(option, Option):
            raise BotFailed(f"{type(player).__name__} ({name}) chose {option!r}, which is no option")
        steps = len(session.history)
        refusal = session.apply(option)
        if len(session.history) == steps:
            raise BotFailed(f"{type(player).__name__} ({name}) chose what is not allowed: {refusal}")
        return session.history[steps].move

    def _ending(self, session: Session) -> str:
        watch = self.endings.watch()
        for step in session.history:
            if step.kind == "move":
                watch.moved(step.before, step.after, step.move)
            else:
                watch.happened(step.before, step.after, step.outcome)
        return watch.ending()


# The end of a random game that nobody watched: the executor plays it by itself, and keeps none of its moves.
@dataclass(frozen=True, slots=True)
class StoppedGame:
    """Where such a game stopped: after how many moves, how it stood then (before the move that broke it), and what
    broke it, as the plain executor tells it."""

    moves: int
    cells: Cells
    fault: Fault | None


def luck(seed: int) -> Callable[[int], int]:
    """What the numbers that choose and draw in the game of each number begin with."""
    return seeds_of_streams(seed, "game ")


def stopped_game(game: Game, seed: int, number: int, most_moves: int) -> StoppedGame:
    """Plays it again until it is over or breaks."""

    def played(most: int) -> Cells:
        state = game.executor.start()
        made.append(game.executor.random_playout(state, Random(begin), most))
        return list(state)

    begin, made = luck(seed)(number), list[int]()
    try:
        cells = played(most_moves)
        return StoppedGame(made[-1], cells, None)
    except Fault as fault:
        found = fault
    try:
        low, high, cells = 0, 1, played(0)
    except Fault:
        return StoppedGame(0, first_state(game.program), _named(game, found, first_state(game.program), seed))
    # Twice as far each time until it breaks, then by halves.
    is_broken = False
    while not is_broken or high - low > 1:
        middle = (low + high) // 2 if is_broken else high
        try:
            cells, low = played(middle), middle
            high = high if is_broken else 2 * high
        except Fault:
            high, is_broken = middle, True
    return StoppedGame(low, cells, _named(game, found, cells, seed))


def _named(game: Game, fault: Fault, cells: Cells, seed: int) -> Fault:
    """The next move breaks it: which one that was, only trying tells."""
    return found_again(game, fault, cells, stream(seed, "fault"), 1)
