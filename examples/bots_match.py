"""Two bots play many games of a rulebook, seats taking turns: who wins how often?

python examples/bots_match.py rulebooks/tokaido_duo.rules --bot mcts --against random --games 100
"""

from __future__ import annotations

import argparse
import time

from interpreter import load
from interpreter.players import bot, bot_names, play


def main() -> None:
    """Play the games and print the share of wins."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulebooks", nargs="+")
    parser.add_argument("--bot", choices=bot_names(), default="mcts")
    parser.add_argument("--against", choices=bot_names(), default="random")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--iterations", type=int, default=200)
    parser.add_argument("--players", type=int, default=None)
    asked = parser.parse_args()
    for path in asked.rulebooks:
        game = load(path).game(asked.players)
        won, began = 0.0, time.perf_counter()
        for number in range(asked.games):
            seat = number % len(game.players)
            bots = [bot(asked.against, seed=number * 10 + other) for other in range(len(game.players))]
            bots[seat] = bot(asked.bot, seed=number, iterations=asked.iterations)
            result = play(game.start(seed=number), bots).result
            won += result.shares[seat] if result is not None else 0
        seconds = time.perf_counter() - began
        print(
            f"{game.title}: {asked.bot} wins {won:g} of {asked.games} against {asked.against} ({seconds:.0f} s)",
            flush=True,
        )


if __name__ == "__main__":
    main()
