"""Two bots play many games of a rulebook, seats taking turns: who wins how often?

python examples/bot_match.py rulebooks/iki.rules --games 100
python examples/bot_match.py examples/othello.rules --bot greedy --against examples/custom_bot.py:SpoilSport

A bot is "random", "greedy", "mcts", or a class of your own, as FILE.py:CLASS: it is made with a seed, and chooses
(see custom_bot.py). A line is printed after every game. A game that several win counts in part.

mcts, with 200 iterations, against random, for two players, games 0 to 99 (seconds of one busy core):

    Iki            93 of 100      603 s
    Tokaido Duo   100 of 100      581 s
    Samurai        99 of 100      742 s
    Yamataï       100 of 100    1,783 s

Since then worlds are imagined with more care, and a game takes about 1.6 times as long; six games of each were all won.

With --seconds both sides think for so long about each move, in processor time; with --executor and --against-executor
each sees the same game played by an executor of its own. So the search in C meets the search in Python:

    python examples/bot_match.py examples/connect_four.rules --seconds 0.02 --against mcts \
        --executor native --against-executor python
"""

from __future__ import annotations

import argparse
import runpy
import time
from pathlib import Path

from interpreter import Game, Move, Result, load
from interpreter.bots import Bot, bot, bot_names


def bot_called(name: str, seed: int, asked: argparse.Namespace) -> Bot:
    """One of RuleLang's bots, or one of your own."""
    if name in bot_names():
        return bot(name, seed, asked.iterations, asked.seconds)
    file, _, class_name = name.rpartition(":")
    found: Bot = runpy.run_path(file)[class_name](seed)
    return found


class Side:
    """The seats of one side at their own table: what is done at one table is done at the other."""

    def __init__(self, table: Game, seed: int, bots: dict[int, Bot]) -> None:
        self.session = table.start(seed=seed)
        self._bots = bots
        #: How long they thought, of this thread's processor time.
        self.seconds = 0.0

    def choice(self) -> Move | None:
        """What one of them does, if it is the turn of one."""
        decision = self.session.decision
        if decision is None or decision.seat not in self._bots:
            return None
        began = time.thread_time()
        option = self._bots[decision.seat].choose(self.session.seat(decision.seat))
        self.seconds += time.thread_time() - began
        return option.move


def one_game(tables: tuple[Game, Game], number: int, asked: argparse.Namespace) -> tuple[Result, int, list[float]]:
    """How one game ended, where the bot sat (on another seat every game), and how long both sides thought."""
    seats = range(len(tables[0].players))
    seat = number % len(seats)
    others = {other: bot_called(asked.against, number * len(seats) + other, asked) for other in seats if other != seat}
    sides = [Side(tables[0], number, {seat: bot_called(asked.bot, number, asked)}), Side(tables[1], number, others)]
    while not sides[0].session.is_over:
        if sides[0].session.decision is None:
            for side in sides:
                side.session.happen()
            continue
        move = next(found for side in sides if (found := side.choice()) is not None)
        for side in sides:
            side.session.apply(move)
    result = sides[0].session.result
    assert result is not None
    return result, seat, [side.seconds for side in sides]


def main() -> None:
    """Play the games and tell how many were won."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulebooks", nargs="+", type=Path)
    parser.add_argument("--bot", default="mcts", help="whose wins are counted")
    parser.add_argument("--against", default="random", help="who sits on all other seats")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game: its seed")
    parser.add_argument("--iterations", type=int, default=200, help="games that mcts imagines for each move")
    parser.add_argument("--seconds", type=float, default=None, help="so long mcts thinks about each move instead")
    parser.add_argument("--players", type=int, default=None)
    parser.add_argument("--executor", default="auto", help="what plays where the bot looks")
    parser.add_argument("--against-executor", default=None, help="what plays where the others look")
    asked = parser.parse_args()
    for path in asked.rulebooks:
        executors = asked.executor, asked.against_executor or asked.executor
        first, second = (load(path).game(asked.players, executor=executor) for executor in executors)
        won, thought = 0.0, [0.0, 0.0]
        for made, number in enumerate(range(asked.first, asked.first + asked.games), 1):
            result, seat, seconds = one_game((first, second), number, asked)
            won += result.shares[seat]
            thought = [before + more for before, more in zip(thought, seconds, strict=True)]
            scores = "; ".join(str(score) for score in result.scores if score.lines)
            told = " and ".join(f"{part:.0f} s" for part in thought)
            print(f"{first.title} game {number}: {won:g} of {made} won, {told}  ({scores})", flush=True)
        print(f"{first.title}: {asked.bot} wins {won:g} of {asked.games} against {asked.against} ({told})")


if __name__ == "__main__":
    main()
