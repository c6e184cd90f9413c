"""Why, as one player may be told it: nothing that hangs on what the player does not see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from interpreter.engine.executor import Vector, option_of
from interpreter.engine.tracer import Tracer
from interpreter.explain.partly_known import Unknown, veiled
from interpreter.explain.trace import Trace, trace
from interpreter.visibility.secrecy import chance_audience
from rulelang.graph.program import ChanceNode, Decide, Parameter, Program
from rulelang.graph.terms import Tokens

if TYPE_CHECKING:
    from interpreter.engine.steps import Step
    from interpreter.wording.worded_game import WordedGame


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
