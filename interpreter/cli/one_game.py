"""One random game of a simulation once more, move by move."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.api.chance import stream
from interpreter.api.game import Game
from interpreter.engine.executor import Fault
from rulelang.graph.program import ChanceNode, Decide


def retold(game: Game, seed: int, number: int, most_moves: int) -> Iterator[str]:
    """What happens in the game of this number, line by line, up to its end or to what breaks it."""
    choosing, luck = (stream(seed, f"game {number}/{what}") for what in ("choices", "chance"))
    executor, told = game.executor, 0
    try:
        session = game.start(seed, chance="asked")
        for _ in range(most_moves):
            cells = list(session.state.cells)
            match executor.node(cells):
                case Decide():
                    moves = executor.options(cells)
                    session.apply(moves[int(choosing.random() * len(moves))])
                case ChanceNode():
                    session.happen(executor.draw(cells, luck))
                case _:
                    break
            passages = session.narrative()
            for passage in passages[told:]:
                yield from passage.lines("en")
            told = len(passages)
    except Fault as fault:
        yield f"Here the rules break: {fault.message}."
        return
    yield f"The game is over: {session.result.text()}." if session.result is not None else "The game goes on."
