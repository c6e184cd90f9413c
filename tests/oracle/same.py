"""What is said when the two sides of a comparison are not alike."""

from __future__ import annotations

from typing import Any

from interpreter.engine.executor import Move, option_of
from rulelang.graph.program import Decide, Node
from tests.oracle.boards import Other


class DifferenceError(Exception):
    """The two sides differ: in what, both values, and the position of OpenSpiel."""


def same(what: str, ours: Any, theirs: Any, other: Other) -> None:
    """Both values must be equal."""
    if ours != theirs:
        raise DifferenceError(f"{what}: ours {ours!r}, theirs {theirs!r}, at:\n{other}")


def option_name(node: Node, move: Move) -> str:
    """The option of a decision that a move takes, by its name in the rulebook."""
    assert isinstance(node, Decide)
    return option_of(node, move).name


def same_members(what: str, ours: Any, theirs: Any, other: Other) -> None:
    """Both sets must have the same members; what only one of them has is told."""
    if ours != theirs:
        raise DifferenceError(
            f"{what}: only ours {sorted(ours - theirs)}, only theirs {sorted(theirs - ours)}, at:\n{other}"
        )


def same_chances(ours: list[tuple[int, int]] | None, theirs: list[tuple[int, float]], other: Other) -> None:
    """As many outcomes on both sides, in one order, each as likely here as there."""
    weights = [weight for _, weight in ours or []]
    mine = [round(weight / sum(weights), 9) for weight in weights]
    same("how likely each outcome is", mine, [round(likely, 9) for _, likely in theirs], other)
