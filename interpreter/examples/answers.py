"""Answers of examples, read as moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.engine.executor import Move
from interpreter.wording.luck import outcome_text
from interpreter.wording.move_wording import MoveWording
from interpreter.wording.reading import Reader, plain
from rulelang.graph.example_steps import ANYTHING, NOTHING, Answer
from rulelang.graph.program import ChanceNode

if TYPE_CHECKING:
    from interpreter.api.game import Game


def as_written(answer: Answer) -> str:
    """An answer as it is written in a move."""
    if answer.text in (NOTHING, ANYTHING):
        return answer.text
    if answer.quoted:
        return f'"{answer.text}"'
    text = f"{answer.text} on {answer.place}" if answer.place else answer.text
    return f"{answer.count} {text}" if answer.count is not None else text


def readings(scene: MoveWording, parts: Sequence[str], *, partly: bool, goes_on: bool) -> tuple[list[Move], int, bool]:
    """The moves that the leading parts can mean, how many parts they use up, and whether the moves are told to their
    end. What is called exactly so goes before what can be called so."""
    reader = Reader(scene)
    if parts[0].startswith('"') and (moves := reader.called(parts[0].strip('"'))):
        return moves, 1, True
    parts = [part.strip('"') for part in parts]
    found = reader.readings(parts, partly=partly, goes_on=goes_on)
    if not found and (moves := reader.called(parts[0])):
        # `Build Cog` for what is shown as `build Cog`.
        return moves, 1, True
    best = [reading for reading in found if reading.used == found[0].used]
    whole = [reading for reading in best if reading.complete]
    moves = list(dict.fromkeys(reading.move for reading in whole or best))
    used = best[0].used if best else 0
    if not whole and ANYTHING in parts[1:]:
        # `Draw, anything`: every move that begins so. `Draw, anything, 1`: one part of it may be anything.
        called = [
            (move, [plain(part) for part in scene.notation(move).split(", ")])
            for move in scene.game.executor.each_option(scene.cells)
        ]
        wanted = [plain(part) for part in parts]
        for told in range(len(parts), parts.index(ANYTHING, 1), -1):
            begun = [move for move, names in called if _is_so(names, wanted[:told])]
            if begun:
                return begun, told, True
        return moves, used, False
    if len(moves) > 1 and whole:
        named = plain(", ".join(parts[:used]))
        moves = [move for move in moves if plain(scene.notation(move)) == named] or moves
    return moves, used, bool(whole)


def _is_so(names: Sequence[str], wanted: Sequence[str]) -> bool:
    """Is a move told by these parts? What is behind `anything` may be left out."""
    whole = len(names) == len(wanted) or (len(names) > len(wanted) and wanted[-1] == ANYTHING)
    return whole and all(part in (name, ANYTHING) for name, part in zip(names, wanted, strict=False))


def are_alike(scene: MoveWording, moves: Sequence[Move]) -> bool:
    """Do the moves read the same?"""
    return len({scene.notation(move) for move in moves}) == 1


def outcome_called(game: Game, node: ChanceNode, weighed: Sequence[tuple[int, int]], wanted: str) -> int | None:
    """The outcome of chance that is called so."""
    names = game.names()
    for outcome, _ in weighed:
        called = {plain(outcome_text(game, node, outcome, names))}
        if node.parameter is not None:
            called.add(plain(names.element(node.parameter.elements, outcome)))
            if game.sight.is_piece(node.parameter.elements) and outcome >= 0:
                called.add(plain(game.program.layout.pieces[outcome].name))
        if plain(wanted) in called:
            return outcome
    return None
