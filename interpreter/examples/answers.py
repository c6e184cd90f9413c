"""Answers of examples, read as moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from interpreter.engine.executor import Cells, Executor, Fault, Move, Told, Unable, option_of
from interpreter.wording.events import outcome_text
from interpreter.wording.move_wording import MoveWording
from interpreter.wording.reading import Reader, plain
from rulelang.graph.example_steps import ANYTHING, NOTHING, Answer
from rulelang.graph.program import ChanceNode, Origin, Program, Test
from rulelang.graph.roles import NodeRole
from rulelang.graph.terms import Effect, Term
from rulelang.tuning.fast_dataclass import dataclass

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


def readings(scene: MoveWording, parts: Sequence[str], *, partly: bool, closed: bool) -> tuple[list[Move], int, bool]:
    """The moves that the leading parts can mean, how many parts they use up, and whether the moves are told to their
    end. What is called exactly so goes before what can be called so."""
    reader = Reader(scene)
    if parts[0].startswith('"') and (moves := reader.called(parts[0].strip('"'))):
        return moves, 1, True
    parts = [part.strip('"') for part in parts]
    found = reader.readings(parts, partly=partly, closed=closed)
    if not found and (moves := reader.called(parts[0])):
        # `Build Cog` for what is shown as `build Cog`.
        return moves, 1, True
    best = [reading for reading in found if reading.used == found[0].used]
    whole = [reading for reading in best if reading.complete]
    moves = list(dict.fromkeys(reading.move for reading in whole or best))
    used = best[0].used if best else 0
    if ANYTHING in parts[1:]:
        # `Draw, anything`: every move that begins so. `Draw, anything, 1`: one part of it may be anything. So may what
        # could be left out, as there is only one way.
        called = [
            (move, [plain(part) for part in scene.notation(move).split(", ")])
            for move in scene.game.executor.each_option(scene.cells)
        ]
        wanted = [plain(part) for part in parts]
        for told in range(len(parts), parts.index(ANYTHING, 1), -1):
            begun = [move for move, names in called if _is_so(names, wanted[:told])]
            if begun:
                return begun, told, True
    if len(moves) > 1 and whole:
        named = plain(", ".join(parts[:used]))
        moves = [move for move in moves if plain(scene.notation(move)) == named] or moves
    return moves, used, bool(whole)


def is_left_open(scene: MoveWording, move: Move, said: str) -> bool:
    """Does a move end with something else than what was said of it last?"""
    option = option_of(scene.node, move)
    if not option.parameters or isinstance(move[-1], tuple):
        return False
    texts = scene.readings(option, move[1:-1], option.parameters[-1], move[-1])
    return plain(said.strip('"')) not in map(plain, texts)


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


# What an example gives: facts made true, and what they set off.


_NOT_ARRANGED: Final = "this could not be arranged: what is needed is not there, or does not fit"


def arrange(executor: Executor, cells: Cells, effects: tuple[Effect, ...], fact: Term | None) -> str | None:
    """Make a fact true; what is the matter, if it cannot be."""
    try:
        executor.apply(cells, effects)
    except Unable:
        return _NOT_ARRANGED
    return None if fact is None or executor.evaluate(cells, fact) else _NOT_ARRANGED


def set_off(executor: Executor, program: Program, cells: Cells) -> list[Told]:
    """What was given may have made an `as soon as` true: each is looked at before whoever decides now. Gives what is
    told of it."""
    node = program.layout.regions["node"].base
    tests = [one for one in program.nodes if isinstance(one, Test)]
    after = {one.otherwise: one.number for one in tests if one.role is NodeRole.TRIGGER}
    # Between the triggers and whoever decides may stand the question who has left.
    there = {target: one.number for one in tests if one.role is NodeRole.STILL_IN for _, target in one.arms}
    asked = cells[node] if cells[node] in after else there.get(cells[node], cells[node])
    told: list[Told] = []
    if asked in after:
        while asked in after:
            asked = after[asked]
        cells[node] = asked
        executor.run(cells, told)
    return told


# How the examples of a rulebook went.


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong in an example: the line, the values of its parts, the position, and what could be chosen."""

    message: str
    origin: Origin
    drawing: str = ""
    position: str = ""
    legal: tuple[str, ...] = ()

    def __str__(self) -> str:
        where = f"\n  --> {self.origin.span}" if self.origin.span is not None else ""
        cite = f"\n  = {self.origin.cite}" if self.origin.cite else ""
        drawing = "".join(f"\n  | {line}" for line in self.drawing.splitlines())
        legal = f"\n  possible: {'; '.join(self.legal)}" if self.legal else ""
        position = "".join(f"\n    {line}" for line in self.position.splitlines())
        return f"{self.message}{where}{cite}{drawing}{legal}{position}"


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """One example, for one number of players and choice of variants; `failure` is None if all went as written."""

    title: str
    origin: Origin
    players: int
    variants: tuple[str, ...]
    failure: Failure | None

    @property
    def passed(self) -> bool:
        """Did everything happen as the example says?"""
        return self.failure is None


def fault_text(players: Sequence[str], fault: Fault) -> str:
    """What is wrong, who is concerned, and at which sentence."""
    who = f"{players[fault.seat]}: " if fault.seat >= 0 else ""
    span = fault.said.span if fault.said is not None else None
    return f"{who}{fault.message}" + (f" (line {span.line}: {span.text})" if span is not None else "")
