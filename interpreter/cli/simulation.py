"""Playing many games. Every game has a random stream of its own, so that the order in which they are played, and in how
many processes, changes nothing."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator, Sequence
from multiprocessing import Pool
from time import perf_counter

from interpreter.bots import bot
from interpreter.chance import stream
from interpreter.cli.endings import Endings
from interpreter.engine.executor import Fault, option_of
from interpreter.game import Game
from interpreter.result import result
from interpreter.rulebook import load
from rulelang.graph.program import Chance, Decide, End, Option
from rulelang.graph.titles import WINDOWS
from rulelang.tuning.fast_dataclass import dataclass, field

MOST_MOVES = 20_000
_CHUNKS = 60


@dataclass(frozen=True, slots=True)
class Plan:
    """What to simulate; small, so that it can be sent to other processes."""

    path: str
    players: int
    variants: tuple[str, ...]
    seed: int
    bots: tuple[str, ...]
    most_moves: int = MOST_MOVES


@dataclass(slots=True)
class Played:
    """One game: its number, how it went. `ending` is empty for a game that was stopped, `fault` tells what broke."""

    number: int
    moves: int = 0
    seconds: float = 0.0
    shares: tuple[float, ...] = ()
    scores: tuple[int, ...] = ()
    ending: str = ""
    fault: str = ""
    options: Counter[str] = field(default_factory=Counter)


class Table:
    """A game set up once and played many times."""

    def __init__(self, game: Game, plan: Plan) -> None:
        self.game = game
        self.plan = plan
        self.endings = Endings(game)

    def play(self, number: int) -> Played:
        """One game by its number."""
        played = Played(number)
        begun = perf_counter()
        try:
            if set(self.plan.bots) == {"random"}:
                self._random_game(played)
            else:
                self._bot_game(played)
        except Fault as fault:
            played.fault = f"{fault.message} ({self.endings.line(fault.node)})"
        played.seconds = perf_counter() - begun
        return played

    def _random_game(self, played: Played) -> None:
        executor, random = self.game.executor, stream(self.plan.seed, f"game {played.number}")
        cells = executor.start()
        watch = self.endings.watch()
        while played.moves < self.plan.most_moves:
            node = executor.node(cells)
            match node:
                case Decide():
                    before = cells.copy()
                    moves = executor.options(cells)
                    move = moves[int(random.random() * len(moves))]
                    executor.play(cells, move)
                    watch.moved(before, cells, move)
                    played.moves += 1
                    played.options[_option_name(node, option_of(node, move))] += 1
                case Chance():
                    before = cells.copy()
                    outcome = executor.draw(cells, random)
                    executor.happen(cells, outcome)
                    watch.happened(before, cells, outcome)
                case _:
                    break
        if isinstance(executor.node(cells), End):
            self._finish(played, cells, watch.ending())

    def _bot_game(self, played: Played) -> None:
        plan = self.plan
        seed = int(stream(plan.seed, f"game {played.number}").random() * (1 << 53))
        session = self.game.start(seed)
        bots = [bot(name, seed + seat) for seat, name in enumerate(plan.bots)]
        while (decision := session.decision) is not None and played.moves < plan.most_moves:
            option = bots[decision.seat].choose(session.seat(decision.seat))
            session.apply(option)
            played.moves += 1
            played.options[_option_name(decision.node, option.symbolic)] += 1
        if session.is_over:
            watch = self.endings.watch()
            for step in session.history:
                if step.kind == "move":
                    watch.moved(list(step.before), list(step.after), step.move)
                else:
                    watch.happened(list(step.before), list(step.after), step.outcome)
            self._finish(played, list(session.state.cells), watch.ending())

    def _finish(self, played: Played, cells: list[int], ending: str) -> None:
        found = result(self.game, cells)
        played.shares, played.ending = found.shares, ending
        played.scores = tuple(score.total for score in found.scores) if self.game.program.scoring.lines else ()


def option_names(game: Game) -> list[str]:
    """Every option there is, as counted in `Played.options`."""
    nodes = (node for node in game.program.nodes if isinstance(node, Decide))
    names = (_option_name(node, option) for node in nodes for option in node.options)
    return list(dict.fromkeys(names))


#: Decisions that no rule gives a name to.
_UNTITLED = ("", "play", "setup", WINDOWS)


def _option_name(node: Decide, option: Option) -> str:
    if option.role == "pass":
        names = list(dict.fromkeys(one.name for one in node.options if one.role != "pass"))
        # What is open at other times too stands last.
        passed_up = " / ".join(names if len(names) < 4 else [*names[:2], "..."])
        what = passed_up if node.title in _UNTITLED else node.title
        return f"pass ({what})" if what else "pass"
    return option.name


# --------------------------------------------------------------------------------------------------- many games


def simulate(game: Game, plan: Plan, games: int, processes: int) -> Iterator[list[Played]]:
    """All games in batches, in any order."""
    chunks = _chunks(games, processes)
    if processes <= 1:
        table = Table(game, plan)
        yield from ([table.play(number) for number in chunk] for chunk in chunks)
        return
    # Leaving the block, by the last game or by Ctrl-C, ends the processes at once.
    with Pool(processes, initializer=_begin, initargs=(plan,)) as pool:
        yield from pool.imap_unordered(_play, chunks)


def _chunks(games: int, processes: int) -> Sequence[range]:
    size = max(1, min(50, games // (_CHUNKS * max(1, processes)) or 1))
    return [range(first, min(games, first + size)) for first in range(0, games, size)]


_TABLE: list[Table] = []


def _begin(plan: Plan) -> None:
    """In each process: Ctrl-C is the parent's business; read and compile once."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _TABLE.append(Table(load(plan.path).game(plan.players, plan.variants), plan))


def _play(chunk: range) -> list[Played]:
    return [_TABLE[0].play(number) for number in chunk]
