"""A few random games of each table, told in a line: do they end, and who wins?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Final

from interpreter.api.chance import stream
from interpreter.api.game import Game
from interpreter.api.result import result
from interpreter.cli.loading import Loaded, game_of
from interpreter.engine.executor import Fault
from rulelang.cli.showing import counted, listed

#: A game that has not ended by then is not waited for.
_LONGEST: Final = 3_000


def played(loaded: Loaded, games: int) -> Iterator[str]:
    """A line for each number of players."""
    for players in loaded.rulebook.players if games else ():
        game = game_of(loaded, players, (), examples=False)
        ends = Counter(_end(game, stream(number, "watch")) for number in range(games))
        said = [f"{end} {count}" for end, count in ends.most_common()]
        yield f"{counted(games, 'random game')} for {counted(players, 'player')}: {listed(said)}."


def _end(game: Game, random: Random) -> str:
    try:
        position = game.position()
        position.settle(random)
        position.playout(random, _LONGEST)
    except Fault as fault:
        return f"the rules break ({fault.message})"
    if not position.is_over:
        return f"not over after {_LONGEST} moves"
    found = result(game, list(position.state.cells))
    return found.text()
