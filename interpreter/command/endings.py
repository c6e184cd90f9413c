"""What ended a game, in the rulebook's words: the sentence that decided it, or the one that announced the end."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.execute.interface import Move, Outcome
from interpreter.explain.tracer import Passed, Tracer
from interpreter.game import Game
from rulelang.graph.program import Chance, Decide, Do, Node
from rulelang.graph.terms import Effect, ForIn, Put, When

_PLAYED_OUT = "play is over"
_LONGEST = 90


class Endings:
    """Knows the nodes of a game that can end it."""

    def __init__(self, game: Game) -> None:
        self.program = game.program
        self.tracer = Tracer(game.program)
        regions = game.program.layout.regions
        self.decided, self.ending = regions["decided"].base, regions["ending"].base
        self.nodes = {node.number: node for node in game.program.nodes}

    def watch(self) -> Watch:
        """Follows one game."""
        return Watch(self)

    def line(self, number: int) -> str:
        """The sentence of the rulebook a node comes from."""
        node = self.nodes.get(number)
        if node is None or node.origin.span is None:
            return "no place in the rulebook"
        text = node.origin.span.source.line_text(node.origin.span.line).strip().split(" [", 1)[0]
        return text if len(text) <= _LONGEST else text[: _LONGEST - 3].rsplit(" ", 1)[0] + "..."


class Watch:
    """Sees every step of one game; looks closely only at those that bring the end nearer."""

    def __init__(self, endings: Endings) -> None:
        self._endings = endings
        self._found = ""

    def moved(self, before: Sequence[int], after: Sequence[int], move: Move) -> None:
        """A move was made."""
        if region := self._changed(before, after):
            number = move[0]
            assert isinstance(number, int)
            self._look(before, region, move, None)

    def happened(self, before: Sequence[int], after: Sequence[int], outcome: Outcome) -> None:
        """Chance decided."""
        if region := self._changed(before, after):
            self._look(before, region, None, outcome)

    def ending(self) -> str:
        """What ended the game."""
        return self._found or _PLAYED_OUT

    def _changed(self, before: Sequence[int], after: Sequence[int]) -> str:
        endings = self._endings
        if before[endings.decided] != after[endings.decided]:
            return "decided"
        return "ending" if before[endings.ending] != after[endings.ending] else ""

    def _look(self, before: Sequence[int], region: str, move: Move | None, outcome: Outcome | None) -> None:
        """Play the step again, slowly: the last node passed that writes the region did it."""
        tracer, cells = self._endings.tracer, list(before)
        tracer.notes.clear()
        start = tracer.node(cells)
        if move is not None:
            tracer.play(cells, move)
        elif outcome is not None:
            tracer.happen(cells, outcome)
        passed = [start, *(note.node for note in tracer.notes if isinstance(note, Passed))]
        writers = [node for node in passed if _writes(node, region, move)]
        if writers:
            self._found = self._endings.line(writers[-1].number)


def _writes(node: Node, region: str, move: Move | None) -> bool:
    match node:
        case Do() | Chance():
            return _in(node.effects, region)
        case Decide():
            number = move[0] if move is not None else -1
            return isinstance(number, int) and number >= 0 and _in(node.options[number].effects, region)
        case _:
            return False


def _in(effects: Sequence[Effect], region: str) -> bool:
    for effect in effects:
        match effect:
            case Put(name) if name == region:
                return True
            case When(_, then, otherwise) if _in(then, region) or _in(otherwise, region):
                return True
            case ForIn(_, _, body) if _in(body, region):
                return True
            case _:
                pass
    return False
