"""How fast are random games of each rulebook, and how fast are the same games elsewhere in the same minute?

python examples/benchmark.py --seconds 1 --json figures.json
python examples/benchmark.py --games tic_tac_toe hex

"generated" and "reference" play the rulebook; "openspiel" plays the same game through OpenSpiel's Python interface, if
it is installed; "by hand" is a plain Python class (see benchmark_anchors.py). A machine is never equally fast twice:
compare the ratios, and the figures of two runs only by their calibration. A move is what one side asks for at once,
which is not the same everywhere: the ratios compare whole games.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from benchmark_anchors import ANCHORS, playout

from interpreter import load
from interpreter.execute.interface import Executor, Fault

try:
    import pyspiel
except ImportError:
    pyspiel = None

ROOT = Path(__file__).parents[1]

#: A game the reference does not finish within this time is not measured with it.
TOO_SLOW = 5.0

ELSEWHERE = {
    "amazons": "amazons",
    "backgammon": "backgammon",
    "breakthrough": "breakthrough",
    "chess": "chess",
    "connect_four": "connect_four",
    "english_draughts": "checkers",
    "go_9x9": "go(board_size=9)",
    "gomoku": "gomoku(size=15)",
    "hex": "hex(board_size=11)",
    "kuhn_poker": "kuhn_poker",
    "leduc_poker": "leduc_poker",
    "liars_dice": "liars_dice",
    "nine_mens_morris": "nine_mens_morris",
    "othello": "othello",
    "pig": "pig",
    "tic_tac_toe": "tic_tac_toe",
}


@dataclass(frozen=True)
class Figure:
    """How fast one way of playing one game is. `moves` are decisions of players; chance is not counted."""

    game: str
    players: int
    played_by: str
    playouts: int
    moves: int
    seconds: float

    @property
    def playouts_per_second(self) -> float:
        """Whole games in a second."""
        return self.playouts / self.seconds

    @property
    def moves_per_second(self) -> float:
        """Decisions in a second."""
        return self.moves / self.seconds


class OutOfTimeError(Exception):
    """One game alone takes too long to be measured."""


def measure(game: str, players: int, played_by: str, play: Callable[[Random], int], seconds: float) -> Figure:
    """Play for so many seconds after one game that does not count."""
    random = Random(1)
    play(random)
    playouts, moves = 0, 0
    began = time.perf_counter()
    while True:
        moves += play(random)
        playouts += 1
        spent = time.perf_counter() - began
        if spent >= seconds:
            return Figure(game, players, played_by, playouts, moves, spent)


def from_rulebook(executor: Executor) -> Callable[[Random], int]:
    """Random games of a rulebook."""
    return lambda random: executor.random_playout(executor.start(), random)


def from_reference(executor: Executor) -> Callable[[Random], int]:
    """The same, move by move, so that a game that takes too long can be left."""

    def play(random: Random) -> int:
        state, made, latest = executor.start(), 0, time.perf_counter() + TOO_SLOW
        while not executor.is_over(state):
            if time.perf_counter() > latest:
                raise OutOfTimeError
            if executor.actor(state) < 0:
                executor.happen(state, executor.draw(state, random))
                continue
            moves = executor.options(state)
            executor.play(state, moves[int(random.random() * len(moves))])
            made += 1
        return made

    return play


def from_openspiel(name: str) -> Callable[[Random], int]:
    """Random games in OpenSpiel, the loop in Python."""
    game: Any = pyspiel.load_game(name)

    def play(random: Random) -> int:
        state, made = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(actions, weights)[0])
                continue
            moves = state.legal_actions()
            state.apply_action(moves[int(random.random() * len(moves))])
            made += 1
        return made

    return play


def calibration() -> float:
    """Rounds per second of a fixed loop, in millions: how fast this machine runs Python just now."""
    rates = []
    for _ in range(3):
        value, began = 12345, time.perf_counter()
        for _ in range(500_000):
            value = (value * 1103515245 + 12345) & 0x7FFFFFFF
        rates.append(0.5 / (time.perf_counter() - began))
    return sorted(rates)[1]


def measure_game(path: Path, seconds: float) -> tuple[list[Figure], str]:
    """Every way there is to play a game, and what went wrong."""
    rulebook = load(path)
    players = rulebook.players[0]
    figures = []
    try:
        executor = rulebook.game(players).executor
        figures.append(measure(path.stem, players, "generated", from_rulebook(executor), seconds))
        reference = rulebook.game(players, (), "reference").executor
        figures.append(measure(path.stem, players, "reference", from_reference(reference), seconds))
        trouble = ""
    except OutOfTimeError:
        trouble = f"a game of the reference takes more than {TOO_SLOW:g} s"
    except Fault as fault:
        trouble = fault.message
    if path.stem in ANCHORS:
        begin = ANCHORS[path.stem]
        figures.append(measure(path.stem, players, "by hand", lambda random: playout(begin, random), seconds))
    if pyspiel is not None and path.stem in ELSEWHERE:
        figures.append(measure(path.stem, players, "openspiel", from_openspiel(ELSEWHERE[path.stem]), seconds))
    return figures, trouble


def rulebooks(chosen: list[str]) -> list[Path]:
    """The rulebooks among the `.rules` files; the rest are libraries."""
    files = [*sorted((ROOT / "examples").glob("*.rules")), *sorted((ROOT / "rulebooks").glob("*.rules"))]
    found = [path for path in files if path.read_text(encoding="utf-8").lstrip().startswith("rulebook")]
    return [path for path in found if not chosen or path.stem in chosen]


def show(figures: list[Figure]) -> None:
    """One line for each way of playing a game, with how many times slower or faster `generated` is."""
    ours = figures[0].playouts_per_second if figures and figures[0].played_by == "generated" else None
    for figure in figures:
        ratio = ""
        if ours is not None and figure is not figures[0]:
            times = ours / figure.playouts_per_second
            ratio = f"{times:13,.{2 if times >= 0.1 else 4}f}x"
        print(
            f"{figure.game:<20}{figure.players:>3}  {figure.played_by:<10}"
            f"{figure.playouts_per_second:>12,.1f}{figure.moves_per_second:>14,.0f}{ratio}",
            flush=True,
        )


def main() -> None:
    """Measure, print a table, and write the figures to a file if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each way of playing each game")
    parser.add_argument("--games", nargs="*", default=[], metavar="NAME", help="only these")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here too")
    asked = parser.parse_args()
    before = calibration()
    print(f"Python {platform.python_version()}, calibration {before:.1f} million rounds/s")
    print(f"{'game':<20}{'for':>3}  {'played by':<10}{'playouts/s':>12}{'moves/s':>14}{'generated is':>14}")
    everything: list[Figure] = []
    troubles: dict[str, str] = {}
    for path in rulebooks(asked.games):
        figures, trouble = measure_game(path, asked.seconds)
        show(figures)
        everything += figures
        if trouble:
            print(f"{path.stem}: {trouble}", flush=True)
            troubles[path.stem] = trouble
    after = calibration()
    print(f"calibration afterwards {after:.1f}")
    if asked.json:
        rows = [
            asdict(figure)
            | {"playouts_per_second": figure.playouts_per_second, "moves_per_second": figure.moves_per_second}
            for figure in everything
        ]
        report = {
            "python": platform.python_version(),
            "calibration": {"before": before, "after": after},
            "figures": rows,
            "troubles": troubles,
        }
        asked.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
