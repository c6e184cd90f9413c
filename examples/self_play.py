"""Self-play for learning: many games in several processes, and what every decision looked like to the one who made it.

Prints one line of JSON for each decision: what the player saw, which moves there were, which was chosen, and what came
of it in the end.

    python examples/self_play.py [RULEBOOK] [--games 4] [--processes 2] [--bot mcts] [--iterations 20]
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from interpreter import Game, load
from interpreter.bots import bot, bot_names


def decisions(game: Game, name: str, iterations: int, seed: int) -> list[str]:
    """One game, decision by decision."""
    session, made = game.start(seed=seed), []
    bots = [bot(name, seed=seed * 10 + seat, iterations=iterations) for seat in range(len(game.players))]
    while decision := session.decision:
        seat = session.seat(decision.seat)
        option = bots[decision.seat].choose(seat)
        seen = {"seen": seat.observation.cells, "moves": [other.notation for other in decision.options]}
        made.append((decision.seat, {**seen, "player": decision.player, "chosen": option.notation}))
        session.apply(option)
    assert session.result is not None
    return [json.dumps({**told, "share": session.result.shares[seat]}) for seat, told in made]


def main() -> None:
    """Play the games, each from its own seed: the same seeds give the same lines, in any number of processes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulebook", nargs="?", default=Path(__file__).parent / "leduc_poker.rules")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--bot", choices=bot_names(), default="mcts")
    parser.add_argument("--iterations", type=int, default=20)
    asked = parser.parse_args()
    one = partial(decisions, load(asked.rulebook).game(), asked.bot, asked.iterations)
    with ProcessPoolExecutor(asked.processes) as pool:
        for lines in pool.map(one, range(asked.games)):
            print("\n".join(lines))


if __name__ == "__main__":
    main()
