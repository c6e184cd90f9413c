"""Why did that happen? The nodes a step went through, the conditions it met and what it wrote, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from interpreter.explain.sorts import Sort
from interpreter.explain.tracer import Met, Note, Passed, Tracer, Written, Wrote
from interpreter.explain.why_not import sorts_of
from interpreter.explain.wording import Wording
from rulelang.graph import terms
from rulelang.graph.program import Decide, Origin, Test
from rulelang.values import dataclass

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.history import Step


@dataclass(frozen=True, slots=True)
class Fired:
    """One thing the rules did: in words, with the values it looked at, and where the rulebook says so."""

    text: str
    origin: Origin | None
    values: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        where = f"  [{self.origin.span}]" if self.origin is not None and self.origin.span is not None else ""
        cite = f" {self.origin.cite}" if self.origin is not None and self.origin.cite else ""
        values = ", ".join(f"{name} = {value}" for name, value in self.values)
        return f"{self.text}{f' ({values})' if values else ''}{where}{cite}"


@dataclass(frozen=True, slots=True)
class Trace:
    """Everything the rules did in one step, in order."""

    fired: tuple[Fired, ...]

    def __str__(self) -> str:
        return "".join(f"{fired}\n" for fired in self.fired)


def trace(game: Game, step: Step) -> Trace:
    """Play a step of the history again, slowly."""
    tracer = Tracer(game.program)
    cells = list(step.before)
    node = tracer.node(cells)
    sorts: dict[str, Sort] = {}
    if isinstance(node, Decide):
        number = step.move[0]
        assert isinstance(number, int)
        sorts = sorts_of(node.options[number])
        origin = node.options[number].origin
        tracer.play(cells, step.move)
    else:
        origin = node.origin
        tracer.happen(cells, step.outcome)
    fired = []
    for note in tracer.notes:
        found = _fired(game, note, origin, sorts)
        if found is not None:
            fired.append(found)
        if isinstance(note, Passed):
            origin = note.node.origin
    return Trace(tuple(fired))


def _fired(game: Game, note: Note, origin: Origin, sorts: Mapping[str, Sort]) -> Fired | None:
    match note:
        case Passed(node, target):
            if isinstance(node, Test) and node.arms:
                way = "yes" if target != node.otherwise else "no"
                return Fired(f"{node.title or 'if'}: {way}", node.origin)
            return None
        case Met(effect, holds, cells, values):
            printed = Wording(game, cells, values, sorts).print(effect.condition)
            if holds and not printed.parts:
                return None
            where = game.program.reasons[effect.reason][1] if effect.reason >= 0 else origin
            return Fired(f"{'needed' if holds else 'not met'}: {printed.text}", where, printed.pairs())
        case Wrote(effect, before, after, values):
            text = _written(game, effect, before, after, values)
            return Fired(text, origin) if text else None


def _written(
    game: Game, effect: Written, before: Sequence[int], after: Sequence[int], values: Mapping[str, int]
) -> str | None:
    names, wording = game.names(), Wording(game, before, values)
    match effect:
        case terms.Put(region, index):
            if game.program.layout.regions[region].role in ("frame", "flow") or before == after:
                return None
            new = Wording(game, after, values)
            cell = terms.Cell(region, terms.Const(game.executor.evaluate(list(before), index, values)))
            old_value, new_value = (dict(w.print(cell).pairs()) for w in (wording, new))
            title = wording.print(cell).text
            return f"{title}: {old_value.get(title, '?')} -> {new_value.get(title, '?')}"
        case terms.MovePiece(piece, place):
            moved = game.executor.evaluate(list(before), piece, values)
            to = game.executor.evaluate(list(before), place, values)
            return f"{names.piece(moved)}: {names.place(before[game.sight.at + moved])} -> {names.place(to)}"
        case terms.MoveTokens():
            found = [
                game.executor.evaluate(list(before), term, values)
                for term in (effect.variety, effect.source, effect.target, effect.count)
            ]
            if not found[3]:
                return None
            return f"{found[3]} {names.variety(found[0])}: {names.place(found[1])} -> {names.place(found[2])}"
        case _:
            return None
