"""Who learns what of a step: what chance brought, what was shown, what moved, what is still decided in secret."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.engine.executor import Outcome, Told
from interpreter.engine.steps import Step
from interpreter.visibility.sighted_game import SightedGame
from rulelang.graph.bit_sets import members
from rulelang.graph.program import ChanceNode, Decide
from rulelang.graph.roles import DIE_VALUE, NodeRole, Shown
from rulelang.graph.terms import Name, Put


def reveals(game: SightedGame, step: Step) -> bool:
    """Did chance decide, or did anybody see something that was hidden to them before?"""
    if step.kind == "chance" or any(told.audience for told in step.told):
        return True
    if not game.sight.hides:
        return False
    for player in range(len(game.players)):
        before = game.sight.unseen_pieces(step.before, player)
        seen = glimpsed(game, step, player)
        if any(piece in seen or game.sight.sees_piece(step.after, player, piece) for piece in before):
            return True
        hidden = {(place, back): count for place, back, count in game.sight.unseen(step.before, player)}
        now = game.sight.unseen(step.after, player)
        if sum(count for *_, count in now) < sum(hidden.values()):
            return True
    return False


def secret_steps(game: SightedGame, cells: tuple[int, ...], history: Sequence[Step]) -> int:
    """How many of the last steps belong to secret decisions that are still going on: nobody learns of them yet."""
    node = game.program.nodes[cells[game.node_cell]]
    if not ((isinstance(node, Decide) and node.secret) or (isinstance(node, ChanceNode) and node.secretly is not None)):
        return 0
    now, count = cells, 0
    for step in reversed(history):
        if not (step.secret or step.kind == "chance") or game.parts.begins_anew(step.before, now):
            break
        now = step.before
        count += 1
    running = history[len(history) - count :]
    leading = next((n for n, step in enumerate(running) if step.secret), count)
    return count - leading


def glimpsed(game: SightedGame, step: Step, viewer: int | None) -> frozenset[int]:
    """The pieces that moved in a step and that a viewer saw at some moment of it."""
    if viewer is None or not game.sight.hides:
        return frozenset()
    return frozenset(piece for piece, audience in game.course.glimpses(step) if audience >> viewer & 1)


def shown_pieces(game: SightedGame, told: Told) -> tuple[int, ...]:
    """The pieces that the rules show somebody."""
    shown = game.program.events[told.event]
    if shown is Shown.PLACE:
        return tuple(piece for value in told.values for piece in members(value))
    return tuple(value for value in told.values if value >= 0) if game.sight.is_piece(shown.value) else ()


def chance_audience(
    game: SightedGame, before: tuple[int, ...], after: tuple[int, ...], node: ChanceNode, outcome: Outcome
) -> int:
    """The players who learn what chance brought: those the rules name, if they can see the piece it is about."""
    if isinstance(outcome, tuple):
        return 0
    values = {node.parameter.name: outcome} if node.parameter is not None else {}
    audience = game.executor.evaluate(list(before), node.audience, values) & game.sight.everybody
    if node.parameter is not None and game.sight.is_piece(node.parameter.elements) and outcome >= 0:
        seen = game.sight.piece_audience(before, outcome) | game.sight.piece_audience(after, outcome)
        return audience & seen
    return audience & _marks_seen(game, before, after, node, values)


def _marks_seen(
    game: SightedGame, before: tuple[int, ...], after: tuple[int, ...], node: ChanceNode, values: dict[str, int]
) -> int:
    """Who sees all the pieces about which chance says something, new or not (a die that is rolled in a cup is seen by
    the cup's owner, even if it shows what it showed before)."""
    audience, cells, known = game.sight.everybody, list(before), dict(values)
    for effect in node.effects:
        if isinstance(effect, Name):
            known[effect.name] = game.executor.evaluate(cells, effect.value, known)
        elif isinstance(effect, Put):
            cell = game.program.layout.regions[effect.region].base + game.executor.evaluate(cells, effect.index, known)
            piece = game.sight.marked.get(cell)
            if piece is not None:
                audience &= game.sight.piece_audience(before, piece) | game.sight.piece_audience(after, piece)
    return audience


def rolled_die(game: SightedGame, before: Sequence[int], node: ChanceNode) -> int | None:
    """The die that is rolled."""
    found = [effect for effect in node.effects if isinstance(effect, Put) and effect.region == DIE_VALUE]
    return game.executor.evaluate(list(before), found[0].index) if found and node.role is NodeRole.ROLL else None
