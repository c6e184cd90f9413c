"""The executor for examples works nothing out twice, and goes by what a position holds, not by the list it is in. That
it plays like the reference is held where all executors are."""

from __future__ import annotations

from collections import Counter

import pytest

from interpreter.engine.executor import Fault, Objection
from interpreter.engine.reference_moves import Joint
from interpreter.engine.remembering import Remembering
from rulelang.compile import compile_rulebook
from rulelang.graph.evaluate import Terms
from rulelang.graph.program import Decide, OptionEdge, Program
from rulelang.rulebook.loading import load
from rulelang.source import source_from_text

STONES = """rulebook "Stones" for 2 players

a Stone is a token
there are 9 Stones
a Field is a space of up to 1 Stone on a square grid of 3 by 3
each player has Points from 0 to 3

play: repeat turns: Place

a player's Reach is the number of empty Fields plus the player's Points

to Place:
    choose an empty Field where your Reach is at least 1
    move 1 Stone from the Box to the Field
    gain 1 Points

the winner is the player with the highest Points, otherwise shared
"""


class _Counting(Remembering):
    """Counts what is tried."""

    tried = 0

    def _objection(self, joint: Joint, node: Decide, option: OptionEdge, actor: int) -> Objection | None:
        self.tried += 1
        return super()._objection(joint, node, option, actor)


class _Breaking(Remembering):
    """The third field breaks."""

    def _objection(self, joint: Joint, node: Decide, option: OptionEdge, actor: int) -> Objection | None:
        if joint.values == (2,):
            raise Fault("there is no such thing")
        return super()._objection(joint, node, option, actor)


@pytest.fixture
def program() -> Program:
    rulebook, found = load(source_from_text("stones.rules", STONES))
    compiled = compile_rulebook(rulebook).program
    assert compiled is not None, [one.message for one in found]
    return compiled


def test_a_position_is_looked_at_once(program: Program) -> None:
    executor = _Counting(program)
    state = executor.start()
    options = executor.options(state)
    tried = executor.tried
    assert executor.options(list(state)) == options
    assert tried >= len(options) > 1
    assert executor.tried == tried


def test_moves_are_found_in_the_position_that_was_asked_about(program: Program) -> None:
    executor = Remembering(program)
    state = executor.start()
    expected, moves = executor.options(list(state)), executor.each_option(state)
    first = next(moves)
    executor.play(state, first)
    assert [first, *moves] == expected
    assert executor.options(state) != expected


def test_a_definition_is_worked_out_once_for_all_that_ask(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: Counter[str] = Counter()
    worked_out = Terms.applied

    def applied(self: Terms, state: list[int], function: str, given: tuple[int, ...]) -> int:
        asked[function] += 1
        return worked_out(self, state, function, given)

    monkeypatch.setattr(Terms, "applied", applied)
    executor = Remembering(program)
    state = executor.start()
    asked.clear()
    executor.options(state)
    assert asked["Reach"] <= 1


def test_what_breaks_off_is_not_taken_for_all_there_is(program: Program) -> None:
    executor = _Breaking(program)
    state = executor.start()
    begun = executor.each_option(state)
    next(begun)
    for moves in (executor.each_option(state), begun, executor.each_option(state)):
        with pytest.raises(Fault):
            list(moves)
