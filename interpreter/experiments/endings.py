"""What ended a game, in the rulebook's words: the sentence that decided it, or the one that announced the end."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.api.game import Game
from interpreter.engine.executor import Move, Outcome
from interpreter.engine.tracer import Passed, Tracer
from rulelang.graph.program import ChanceNode, Decide, Do, Node, Origin, Test
from rulelang.graph.terms import Effect, ForIn, Put, When

_PLAYED_OUT = "play is over"
_NOWHERE = "no place in the rulebook"
_LONGEST = 90


class Endings:
    """Knows the nodes of a game that can end it."""

    def __init__(self, game: Game) -> None:
        self.program = game.program
        self.tracer = Tracer(game.program)
        regions = game.program.layout.regions
        self.decided, self.ending = regions["decided"].base, regions["ending"].base
        self.nodes = {node.number: node for node in game.program.nodes}

    def watch(self) -> EndingWatch:
        """Follows one game."""
        return EndingWatch(self)

    def line(self, number: int) -> str:
        """The sentence of the rulebook a node comes from."""
        node = self.nodes.get(number)
        return said(node.origin) if node is not None else _NOWHERE


def end_triggers(game: Game) -> dict[str, Origin]:
    """Every sentence that can end a game, as it is told when it does, and where it stands."""
    found: dict[str, Origin] = {}
    for node in game.program.nodes:
        origins: list[Origin] = []
        match node:
            case Do() | ChanceNode() if _ends(node.effects):
                origins = [node.origin]
            case Decide():
                endings = [number for number, option in enumerate(node.options) if _ends(option.effects)]
                origins = [_origin(node, (number,)) for number in endings]
            case _:
                pass
        for origin in origins:
            if origin.span is not None:
                found.setdefault(said(origin), origin)
    return found


def _ends(effects: Sequence[Effect]) -> bool:
    return _in(effects, "decided") or _in(effects, "ending")


def said(origin: Origin) -> str:
    """The line of the rulebook something comes from, without its citation."""
    if origin.span is None:
        return _NOWHERE
    text = origin.span.source.line_text(origin.span.line).strip().split(" [", 1)[0]
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3].rsplit(" ", 1)[0] + "..."


class EndingWatch:
    """Sees every step of one game; looks closely only at those that bring the end nearer."""

    def __init__(self, endings: Endings) -> None:
        self._endings = endings
        self._found = ""
        self._last: tuple[Sequence[int], Move | None, Outcome | None] | None = None

    def moved(self, before: Sequence[int], after: Sequence[int], move: Move) -> None:
        """A move was made."""
        self._last = before, move, None
        if region := self._changed(before, after):
            self._look(before, region, move, None)

    def happened(self, before: Sequence[int], after: Sequence[int], outcome: Outcome) -> None:
        """Chance decided."""
        self._last = before, None, outcome
        if region := self._changed(before, after):
            self._look(before, region, None, outcome)

    def ending(self) -> str:
        """What ended the game; if no sentence did, the loop that was over."""
        if not self._found and self._last is not None:
            loops = {_column(node): node for node in self._passed(*self._last) if _repeats(node)}
            self._found = self._endings.line(loops[min(loops)].number) if loops else _PLAYED_OUT
        return self._found or _PLAYED_OUT

    def _changed(self, before: Sequence[int], after: Sequence[int]) -> str:
        endings = self._endings
        if before[endings.decided] != after[endings.decided]:
            return "decided"
        return "ending" if before[endings.ending] != after[endings.ending] else ""

    def _look(self, before: Sequence[int], region: str, move: Move | None, outcome: Outcome | None) -> None:
        """A node passed that writes the region did it. What brought the end stays, whatever is decided at the end then:
        the first of those that decide, the last of those that announce."""
        if self._found:
            return
        writers = [node for node in self._passed(before, move, outcome) if _writes(node, region, move)]
        if writers:
            self._found = said(_origin(writers[0] if region == "decided" else writers[-1], move))

    def _passed(self, before: Sequence[int], move: Move | None, outcome: Outcome | None) -> list[Node]:
        """Play the step again, slowly."""
        tracer, cells = self._endings.tracer, list(before)
        tracer.notes.clear()
        start = tracer.node(cells)
        if move is not None:
            tracer.play(cells, move)
        elif outcome is not None:
            tracer.happen(cells, outcome)
        return [start, *(note.node for note in tracer.notes if isinstance(note, Passed))]


def _origin(node: Node, move: Move | None) -> Origin:
    """Where a node stands; of a decision, where the option that was taken does."""
    if isinstance(node, Decide) and move is not None and isinstance(move[0], int):
        option = node.options[move[0]]
        return option.origin if option.origin.span is not None else node.origin
    return node.origin


def _repeats(node: Node) -> bool:
    """Does a loop of the rulebook go on or end here?"""
    return isinstance(node, Test) and node.origin.span is not None and node.origin.span.text.startswith("repeat")


def _column(node: Node) -> int:
    """How far inside the rules a sentence stands: the outermost loop is the one that ends a game."""
    return node.origin.span.column if node.origin.span is not None else 0


def _writes(node: Node, region: str, move: Move | None) -> bool:
    match node:
        case Do() | ChanceNode():
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
