"""Why did that happen? The nodes a step went through, the conditions it met and what it wrote, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from interpreter.engine.executor import Vector, option_of
from interpreter.engine.tracer import Met, Note, Passed, Tracer, Written, Wrote
from interpreter.explain.partly_known import Unknown, Veiled, veiled
from interpreter.explain.why_not import classes_of
from interpreter.explain.wording import StateWording, owned
from interpreter.visibility.secrecy import chance_audience
from rulelang.graph import terms
from rulelang.graph.bit_sets import members
from rulelang.graph.layout import Region
from rulelang.graph.origin import first_line
from rulelang.graph.program import ChanceNode, Decide, Node, Origin, Parameter, Program, Test
from rulelang.graph.roles import ENDS_AFTER, LOOP_HEADS, NodeRole
from rulelang.graph.terms import Tokens
from rulelang.tuning.fast_dataclass import dataclass

if TYPE_CHECKING:
    from interpreter.engine.steps import Step
    from interpreter.wording.worded_game import WordedGame


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


def trace(game: WordedGame, step: Step, tracer: Tracer | None = None) -> Trace:
    """Play a step of the history again, slowly. Where it is veiled, the trace ends."""
    copies = game.sight.copies if tracer is not None else {}
    tracer = tracer or Tracer(game.program)
    cells = list(step.before)
    node = tracer.node(cells)
    local: dict[str, str] = {}
    origin = node.origin
    if isinstance(node, Decide):
        option = option_of(node, step.move)
        local, origin = classes_of(option), option.origin
    by = first_line(origin.span)
    fired = [Fired(f"by: {by}", origin)] if by else []
    rest = _played(tracer, node, cells, step)
    alike: dict[tuple[terms.Effect, tuple[int, ...]], list[int]] = {}
    for note in tracer.notes:
        with suppress(Veiled):
            found = _fired(game, note, origin, local)
            if found is not None:
                if isinstance(note, Wrote) and isinstance(note.effect, terms.MovePiece):
                    moved = game.plain.evaluate(list(note.before), note.effect.piece, note.values)
                    if moved in copies:
                        alike.setdefault((note.effect, copies[moved]), []).append(len(fired))
                fired.append(found)
        if isinstance(note, Passed):
            origin = note.node.origin
    for places in alike.values():
        # Which copy of a card a sentence moves first would tell which of them it is.
        for place, told in zip(places, sorted((fired[place] for place in places), key=str), strict=True):
            fired[place] = told
    return Trace((*fired, *rest))


def _played(tracer: Tracer, node: Node, cells: list[int], step: Step) -> list[Fired]:
    """Let it happen once more; what there is to say if that cannot be told to its end."""
    try:
        if isinstance(node, Decide):
            tracer.play(cells, step.move)
        else:
            tracer.happen(cells, step.outcome)
    except Veiled:
        return [Fired("the rest hangs on what is hidden", None)]
    return []


def _fired(game: WordedGame, note: Note, origin: Origin, local: Mapping[str, str]) -> Fired | None:
    match note:
        case Passed(Test() as node, target, cells):
            return _asked(game, node, target, cells)
        case Passed():
            return None
        case Met(effect, holds, cells, values):
            reason, where = game.program.reasons[effect.reason] if effect.reason >= 0 else ("", origin)
            printed = StateWording(game, cells, values, local).print(effect.condition)
            if holds and (not printed.values or reason in _TAKEN_FOR_GRANTED):
                return None
            return Fired(f"{'needed' if holds else 'not met'}: {printed.text}", where, printed.pairs())
        case Wrote(effect, before, after, values):
            text = _written(game, effect, before, after, values)
            return Fired(text, origin) if text else None


def _asked(game: WordedGame, node: Test, target: int, cells: Sequence[int]) -> Fired | None:
    """What a fork was about: the sentence, its answer, and the values."""
    if node.role in _BOOKKEEPING or not node.arms:
        return None
    taken = next((arm for arm in node.arms if arm[1] == target), None)
    if taken is None and node.role in _ONLY_IF_SO:
        return None
    condition, _ = taken or node.arms[0]
    quoted = first_line(node.origin.span) or node.title
    text = quoted if len(node.arms) == 1 else f"{node.title}: {quoted}"
    values = StateWording(game, cells).print(condition).pairs()
    return Fired(f"{text}: {'yes' if taken else 'no'}", node.origin, values)


#: Forks that hold the course of play together; no sentence of the rules asks them.
_BOOKKEEPING: Final = (LOOP_HEADS - {NodeRole.WHILE}) | {
    NodeRole.WAY_BACK,
    NodeRole.TAKES_PART,
    NodeRole.LAST_MOVE_OVER,
}

#: Forks worth telling only where the answer is yes.
_ONLY_IF_SO: Final = frozenset(
    (NodeRole.TRIGGER, NodeRole.VERSION, NodeRole.IN_FORCE, NodeRole.INSTEAD, NodeRole.UNTIL, *ENDS_AFTER.values())
)

#: What nobody doubts while it is so.
_TAKEN_FOR_GRANTED: Final = (
    "there is no room",
    "there are not enough",
    "there is nothing to move",
    "there is no place to put it",
    "there is nothing to turn",
    "there is nothing to swap",
    "there is nothing to add",
    "there is nobody to pay",
    "there is nothing to show",
    "there is nobody to show it to",
    "there is nobody to do it",
    "there is nothing to change",
)


def _written(
    game: WordedGame, effect: Written, before: Sequence[int], after: Sequence[int], values: Mapping[str, int]
) -> str | None:
    names = game.names()

    def value(term: terms.Term) -> int:
        return game.plain.evaluate(list(before), term, values)

    match effect:
        case terms.Put(region, index):
            return _put(game, game.program.layout.regions[region], value(index), before, after)
        case terms.MovePiece(piece, place):
            moved, to = value(piece), value(place)
            if before[game.sight.at + moved] == to:
                return None
            return f"{names.piece(moved)}: {names.place(before[game.sight.at + moved])} -> {names.place(to)}"
        case terms.MoveTokens():
            count = value(effect.count)
            if not count:
                return None
            way = f"{names.place(value(effect.source))} -> {names.place(value(effect.target))}"
            return f"{count} {names.variety(value(effect.variety))}: {way}"
        case _:
            return None


def _put(game: WordedGame, region: Region, index: int, before: Sequence[int], after: Sequence[int]) -> str | None:
    """A cell that was written, as somebody at the table would say it."""
    cell = region.base + index
    if region.role not in ("counter", "flag", "variable") or before[cell] == after[cell]:
        return None
    names, title = game.names(), region.called
    if region.kind == "set":
        elements = region.holder or region.elements
        new, old = after[cell] & ~before[cell], before[cell] & ~after[cell]
        told = [f"{names.element(elements, one)} is now {title}" for one in members(new)]
        return "; ".join(told + [f"{names.element(elements, one)} is no longer {title}" for one in members(old)])
    what = owned(game, region, index, title) if region.holder else title
    was, now = (names.element(region.elements, state[cell]) for state in (before, after))
    return f"{what}: {was} -> {now}"


class VeiledTracer(Tracer):
    """Plays a step again as far as a player can tell what happened, up to the decision it is known to end at."""

    def __init__(self, program: Program, ending: int) -> None:
        super().__init__(program)
        self._ending: Final = ending

    def _is_shown(self, state: Vector, node: Decide) -> bool:
        return node.number == self._ending


def why_seen(game: WordedGame, step: Step, player: int) -> Trace:
    """What the rules did in a step, as far as a player can tell."""
    if not game.has_secrets:
        return trace(game, step)
    sight = game.sight
    learned = {piece for piece, audience in game.course.glimpses(step) if audience >> player & 1}
    learned |= {p for p in range(len(game.program.layout.pieces)) if sight.sees_piece(step.after, player, p)}
    cells = veiled(game, step.before, player, deciding=step.seat == player, also_seen=learned)
    tracer = VeiledTracer(game.program, step.after[game.node_cell])
    return trace(game, veiled_step(game, step, player, cells), tracer)


def veiled_step(game: WordedGame, step: Step, player: int, cells: Sequence[int]) -> Step:
    """The same step with nothing in it that a player does not know, from a state in which nothing is either."""
    node = game.program.nodes[step.before[game.node_cell]]
    move: list[Any] = list(step.move)
    outcome: Any = step.outcome
    if isinstance(node, ChanceNode) and not chance_audience(game, step.before, step.after, node, outcome) >> player & 1:
        outcome = Unknown()
    if isinstance(node, Decide):
        for number, parameter in enumerate(option_of(node, step.move).parameters, 1):
            values = move[number] if isinstance(move[number], tuple) else (move[number],)
            if any(_is_hidden(game, parameter, value, player, cells) for value in values):
                move[number] = Unknown()
    return step._replace(move=tuple(move), outcome=outcome, before=tuple(cells))


def _is_hidden(game: WordedGame, parameter: Parameter, value: int, player: int, cells: Sequence[int]) -> bool:
    if value < 0:
        return False
    if isinstance(parameter.domain, Tokens):
        return not game.sight.token_audience(value) >> player & 1
    return game.sight.is_piece(parameter.elements) and isinstance(cells[game.sight.at + value], Unknown)
