"""Rules that lead nowhere while a game is played: a finding about the rulebook, told at the sentence it showed at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.api.game import Game
from interpreter.api.session import Session
from interpreter.engine.executor import Fault, Stuck
from rulelang.cli.exits import Found
from rulelang.graph.program import Origin


@contextmanager
def rules_hold(game: Game) -> Iterator[None]:
    """Ends the command with the finding where they do not."""
    try:
        yield
    except Fault as fault:
        raise Found(told(game, fault)) from fault


def begin(game: Game, seed: int | None) -> Session:
    """A new game, as far as its rules lead to a first decision."""
    with rules_hold(game):
        return game.start(seed)


def sentence_of(game: Game, fault: Fault) -> Origin:
    """The sentence at which the rules break; where that is not known, the one its node comes from."""
    node = next((node for node in game.program.nodes if node.number == fault.node), None)
    return fault.said or (node.origin if node is not None else Origin(None))


def told(game: Game, fault: Fault) -> str:
    """What went wrong, and the sentence of the rulebook."""
    lines = [f"The rules break here: {fault.message}"]
    if isinstance(fault, Stuck):
        who = game.players[fault.seat] if fault.seat >= 0 else "Somebody"
        lines = [f"{who} has to choose, and nothing is possible"]
    span = sentence_of(game, fault).span
    if span is not None:
        lines += [f"  --> {span}", f"   | {span.source.line_text(span.line).strip()}"]
    if isinstance(fault, Stuck):
        lines.append("   = help: Write `if possible` behind it, or offer something that is always there.")
    return "\n".join(lines)
