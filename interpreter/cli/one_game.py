"""One random game of a simulation once more: move by move, or how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from interpreter.api.chance import stream
from interpreter.api.game import Game
from interpreter.api.session import Session
from interpreter.cli.loading import sentence_of
from interpreter.engine.executor import Fault
from interpreter.experiments.endings import said
from interpreter.experiments.unwatched import stopped_game
from rulelang.graph.program import ChanceNode, Decide


def retold(game: Game, seed: int, number: int, most_moves: int) -> Iterator[str]:
    """What happens in the game of this number, line by line, up to its end or to what breaks it."""
    choosing, luck = (stream(seed, f"game {number}/{what}") for what in ("choices", "chance"))
    session, fault = game.start(seed, chance="asked"), None
    try:
        _play(session, choosing, luck, most_moves)
    except Fault as met:
        fault = met
    # Once, at its end: to tell a game takes as long as all its moves.
    for passage in session.narrative():
        yield from passage.lines("en")
    if fault is not None:
        yield _break(game, fault)
    else:
        yield f"The game is over: {session.result.text()}." if session.result is not None else "The game goes on."


def _play(session: Session, choosing: Random, luck: Random, most_moves: int) -> None:
    executor = session.game.executor
    for _ in range(most_moves):
        cells = list(session.state.cells)
        match executor.node(cells):
            case Decide():
                moves = executor.options(cells)
                session.apply(moves[int(choosing.random() * len(moves))])
            case ChanceNode():
                session.happen(executor.draw(cells, luck))
            case _:
                return


def retold_end(game: Game, seed: int, number: int, most_moves: int) -> Iterator[str]:
    """The same for a game that nobody watched, of which the executor tells no moves: how things stood at its end, or at
    the last decision before it broke."""
    stopped = stopped_game(game, seed, number, most_moves)
    position = game.position(stopped.cells)
    yield f"Nobody watched this game. After {stopped.moves} moves it stood like this:"
    yield position.state.text()
    if stopped.fault is not None:
        yield _break(game, stopped.fault)
    else:
        yield f"The game is over: {position.result.text()}." if position.result is not None else "The game goes on."


def _break(game: Game, fault: Fault) -> str:
    return f"Here the rules break: {fault.message} ({said(sentence_of(game, fault))})."
