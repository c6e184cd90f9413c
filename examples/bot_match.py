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
"""

from __future__ import annotations

import argparse
import runpy
import time
from pathlib import Path

from interpreter import Game, load
from interpreter.bots import Bot, bot, bot_names, play


def bot_called(name: str, seed: int, iterations: int) -> Bot:
    """One of RuleLang's bots, or one of your own."""
    if name in bot_names():
        return bot(name, seed, iterations)
    file, _, class_name = name.rpartition(":")
    found: Bot = runpy.run_path(file)[class_name](seed)
    return found


def one_game(game: Game, number: int, asked: argparse.Namespace) -> tuple[float, str]:
    """What the bot gets out of one game, and the scores; it sits on another seat every game."""
    seats = range(len(game.players))
    seat = number % len(seats)
    bots = [bot_called(asked.against, number * len(seats) + other, asked.iterations) for other in seats]
    bots[seat] = bot_called(asked.bot, number, asked.iterations)
    result = play(game.start(seed=number), bots).result
    assert result is not None
    return result.shares[seat], "; ".join(str(score) for score in result.scores if score.lines)


def main() -> None:
    """Play the games and tell how many were won."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulebooks", nargs="+", type=Path)
    parser.add_argument("--bot", default="mcts", help="whose wins are counted")
    parser.add_argument("--against", default="random", help="who sits on all other seats")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game: its seed")
    parser.add_argument("--iterations", type=int, default=200, help="games that mcts imagines for each move")
    parser.add_argument("--players", type=int, default=None)
    asked = parser.parse_args()
    for path in asked.rulebooks:
        game = load(path).game(asked.players)
        won, began = 0.0, time.process_time()
        for made, number in enumerate(range(asked.first, asked.first + asked.games), 1):
            share, scores = one_game(game, number, asked)
            won += share
            seconds = time.process_time() - began
            print(f"{game.title} game {number}: {won:g} of {made} won, {seconds:.0f} s  ({scores})", flush=True)
        print(f"{game.title}: {asked.bot} wins {won:g} of {asked.games} against {asked.against} ({seconds:.0f} s)")


if __name__ == "__main__":
    main()
