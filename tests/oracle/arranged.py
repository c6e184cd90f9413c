"""Rulebooks on other boards, and games that begin in another position: what an example would say is given."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from interpreter import Game, Rulebook, load
from interpreter.engine.executor import Vector
from interpreter.engine.reference_flow import first_state
from rulelang.graph.example_steps import Arranged
from rulelang.graph.program import Do
from rulelang.graph.terms import Fingerprint
from rulelang.graph.walk import all_parts
from tests.rulebooks.library import ROOT, rulebook

_EXAMPLES = "# Examples"
_ROWS = "87654321"


def changed(name: str, changes: Mapping[str, str]) -> Rulebook:
    """A rulebook with some words exchanged. Its examples speak of the usual board and are left out."""
    text = _text(name).split(_EXAMPLES)[0]
    for words, become in changes.items():
        assert words in text
        text = text.replace(words, become)
    return _loaded(name, text) if changes else rulebook(name)


@cache
def arranged(name: str, given: tuple[str, ...], begun: int = 0) -> tuple[Game, Vector]:
    """A game with a state in which the pieces, counters and marks are as `given`. Where in the rules it stands, and
    whose turn it is, is as after `begun` moves of a usual game."""
    lines = "".join(f"    given {line}\n" for line in given)
    text = _text(name).split(_EXAMPLES)[0]
    game = _loaded(name, f'{text}{_EXAMPLES}\n\nexample "arranged":\n{lines}').game(2, (), "python", examples=True)
    (example,) = game.program.examples
    state, pieces = game.executor.start(), first_state(game.program)
    for _ in range(begun):
        game.executor.play(state, game.executor.options(state)[0])
    for step in example.steps:
        assert isinstance(step, Arranged)
        game.executor.apply(pieces, step.effects)
    for region in game.program.layout.regions.values():
        if region.role not in {"flow", "frame"}:
            cells = slice(region.base, region.base + region.length)
            state[cells] = pieces[cells]
    return game, state


def _text(name: str) -> str:
    return (ROOT / "examples" / f"{name}.rules").read_text(encoding="utf-8")


def _loaded(name: str, text: str) -> Rulebook:
    with TemporaryDirectory() as folder:
        for library in (ROOT / "examples").glob("*.rules"):
            Path(folder, library.name).write_text(library.read_text(encoding="utf-8"), encoding="utf-8")
        Path(folder, f"{name}.rules").write_text(text, encoding="utf-8")
        return load(Path(folder, f"{name}.rules"))


def chess(forsyth: str) -> tuple[Game, Vector]:
    """A chess position in the notation of Forsyth and Edwards."""
    board, turn, castling, passed, quiet, *_ = forsyth.split()
    offices = {"k": "King", "q": "Queen", "r": "Rook", "b": "Bishop", "n": "Knight", "p": "Pawn"}
    given = []
    corners = {"K": "h1", "Q": "a1", "k": "h8", "q": "a8"}
    disturbed = [square for right, square in corners.items() if right not in castling]
    for row, men in zip(_ROWS, board.split("/"), strict=True):
        column = 0
        for man in men:
            if man.isdigit():
                column += int(man)
                continue
            side = "White" if man.isupper() else "Black"
            square = f"{'abcdefgh'[column]}{row}"
            given.append(f"there is a {side} {offices[man.lower()]} Man on {square}")
            column += 1
    given += [f"{square} is Disturbed" for square in disturbed]
    given += [f"the Passed Square is {passed}"] if passed != "-" else []
    given += [f"the Quiet Moves are {quiet}"] if quiet != "0" else []
    game, state = arranged("chess", tuple(given), "wb".index(turn))
    return game, _once_seen(game, state, "wb".index(turn))


def _once_seen(game: Game, state: Vector, turn: int) -> Vector:
    """The position a game begins in counts as seen, as if a turn had led there."""
    regions, nodes = game.program.layout.regions, game.program.nodes
    effects = [effect for node in nodes if isinstance(node, Do) for effect in node.effects]
    (position,) = {part for effect in effects for part in all_parts(effect) if isinstance(part, Fingerprint)}
    asked, past = list(state), regions["Once Seen"].base
    asked[regions["Look Back: you"].base] = turn
    return [*state[:past], 1, game.executor.evaluate(asked, position), *state[past + 2 :]]
