"""What was found possible is not asked again where the flow comes to it, unless something else is asked there."""

from __future__ import annotations

import pytest

from interpreter.engine.lower.build.found_possible import FoundPossible
from interpreter.engine.lower.build.lowering import Lowering
from interpreter.engine.lower.passes import NAMES
from rulelang.compile import compile_rulebook
from rulelang.graph import program as graph
from rulelang.graph import shape, terms
from rulelang.rulebook.loading import load
from rulelang.source import source_from_text

BOARD = """rulebook "Places" for 2 players
the sides are Black, White
a Square is a space of up to 1 Disc on a square grid of 3 by 3
a Disc is a token
each player has 9 Discs
each player has Coins from 0 to 9
to Place:
    choose an empty Square
    move 1 of your Discs from the Box to the Square
to Lay for a number from 1 to 3 as Height:
    choose an empty Square where its row is at least the Height
    move 1 of your Discs from the Box to the Square
to Pay:
    choose an empty Square
    lose 1 Coin
    move 1 of your Discs from the Box to the Square
    choose an empty Square
    move 1 of your Discs from the Box to the Square
play:
    repeat turns starting with Black:
        {turn}
        otherwise: the game ends now
"""


def _program(turn: str) -> graph.Program:
    compiled = compile_rulebook(load(source_from_text("places.rules", BOARD.replace("{turn}", turn)))[0], 2).program
    assert compiled is not None
    return compiled


def _titles(program: graph.Program, without: frozenset[str] = frozenset()) -> set[str]:
    """The decisions that are not asked about where they are come to, for whoever it is."""
    table = Lowering(program, without)
    found = set()
    for node in program.nodes:
        for condition, target in node.arms if isinstance(node, graph.Test) else ():
            if terms.Possible in shape.kinds(condition):
                for variant in Lowering(program).variants.at(node.number):
                    known = {key: terms.Const(value) for key, value in variant}
                    found.add(FoundPossible(table).decision(condition, target, known))
    return {node.title for node in program.nodes if isinstance(node, graph.Decide) and node.number in found}


def test_a_choice_that_was_found_is_not_looked_for_again() -> None:
    program = _program("if you can Place: Place")
    assert _titles(program) == {"Place"}
    assert not _titles(program, NAMES)


def test_what_was_given_to_both_is_the_same() -> None:
    assert _titles(_program("if you can Lay for 2: Lay for 2")) == {"Lay"}


@pytest.mark.parametrize(
    "turn",
    [
        # What is asked hangs on what was given.
        "if you can Lay for 2: Lay for 3",
        "if you can Place: Lay for 3",
        # Something happens before.
        "if you can Place:\n            gain 1 Coin\n            Place",
        # Only trying tells whether it is possible.
        "if you can Pay: Pay",
    ],
)
def test_anything_else_is_asked(turn: str) -> None:
    assert not _titles(_program(turn))
