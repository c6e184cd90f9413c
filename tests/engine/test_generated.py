"""What executors promise besides the same answers: equal bytes, lines that lead to the rulebook, faults, stages."""

from __future__ import annotations

import linecache
import re
import traceback
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import interpreter
from interpreter.engine.executor import Executor, Fault, Stage, Stuck
from interpreter.engine.executors import EXECUTORS, executor_of
from interpreter.engine.lower.dump import python_of
from interpreter.engine.python.executor import Python
from interpreter.engine.reference_flow import Reference
from rulelang.graph.program import ChanceNode, Decide, Do, Origin, Program
from rulelang.graph.terms import Arithmetic, Compare, Const, Possible, Require
from rulelang.source import source_from_text
from tests.engine.board_games import breakthrough, tic_tac_toe
from tests.engine.build import Builder, cell, members, pick, put, some
from tests.engine.card_game import card_game


def test_the_same_program_gives_the_same_bytes() -> None:
    assert python_of(card_game()) == python_of(card_game())
    sources = []
    for executor in (Python(card_game()), Python(card_game())):
        executor.random_playout(executor.start(), Random(1))
        sources.append(executor.module.source)
    assert sources[0] == sources[1]


def test_a_routine_is_written_when_it_is_called() -> None:
    executor = Python(tic_tac_toe())
    state = executor.start()
    assert "def _play_" not in executor.module.source
    executor.play_code(state, executor.codes(state)[0])
    assert "def _play_" in executor.module.source
    assert "_any(" in executor.module.source
    assert not re.search(r"def _play_\d+_any", executor.module.source)


def test_a_die_falls_as_the_reference_lets_it_fall() -> None:
    program = interpreter.load("examples/pig.rules").game().program
    reference, python = Reference(program), Python(program)
    state = python.start()
    while not isinstance(python.node(state), ChanceNode):
        python.play_code(state, python.codes(state)[0])
    first, second = Random(7), Random(7)
    faces = [python.draw(state, first) for _ in range(100)]
    assert faces == [reference.draw(state, second) for _ in range(100)]
    assert set(faces) == {1, 2, 3, 4, 5, 6}


def test_the_text_for_readers_names_cells_and_stands_beside_the_rulebook() -> None:
    rulebook = interpreter.load("examples/pig.rules")
    text = python_of(rulebook.game().program)
    named = re.findall(r"^([A-Z_0-9]+) = (\d+)$", text, re.MULTILINE)
    cells = {region.base for region in rulebook.game().program.layout.regions.values()}
    assert "PLAYER_S_POINTS" in dict(named)
    assert {int(number) for _, number in named} <= cells
    assert not re.search(r"state\[\d", text)
    lines = Path("examples/pig.rules").read_text("utf-8").splitlines()
    beside = re.findall(r"  # line (\d+): (.*)$", text, re.MULTILINE)
    assert len({number for number, _ in beside}) > 5
    assert all(lines[int(number) - 1].strip() == said for number, said in beside)
    compile(text, "pig", "exec")


def test_lines_lead_back_to_the_rulebook() -> None:
    source = source_from_text("game.rules", "play:\n    the game is over at once\n")
    span = source.line_span(2)
    program = tic_tac_toe()
    nodes = tuple(replace(n, origin=Origin(span)) if isinstance(n, Do) else n for n in program.nodes)
    executor = Python(replace(program, nodes=nodes))
    state = executor.start()
    executor.play(state, executor.options(state)[0])
    found = [
        (line, origin)
        for filename in executor.module.files
        for number, line in enumerate(linecache.getlines(filename), 1)
        if (origin := executor.module.origin(filename, number)) is not None
    ]
    assert span in {origin.span for _, origin in found}
    assert any("state[" in line for line, _ in found)


def _all(program: Program) -> list[Executor]:
    return [executor_of(program, name) for name in EXECUTORS]


def _broken_counter() -> Program:
    book = Builder("Overflow", 1)
    book.numbers("score", [0], 0, 3, role="counter")
    book.decide("turn", book.option("add", "turn", effects=[put("score", Arithmetic("+", cell("score"), Const(2)))]))
    return book.program("turn")


def test_a_number_out_of_its_range_is_a_fault_of_all() -> None:
    for executor in _all(_broken_counter()):
        state = executor.start()
        executor.play(state, (0,))
        assert executor.options(state) == [(0,)]
        with pytest.raises(Fault, match="score cannot be 4"):
            executor.play(state, (0,))


def test_tracebacks_show_generated_lines() -> None:
    compiled = Python(_broken_counter())
    state = compiled.start()
    compiled.play(state, (0,))
    try:
        compiled.play(state, (0,))
    except Fault as fault:
        frames = traceback.extract_tb(fault.__traceback__)
    assert "score cannot be" in (frames[-1].line or "")
    assert linecache.getline(frames[-1].filename, frames[-1].lineno or 0)


def test_nothing_legal_and_no_way_on_is_stuck() -> None:
    book = Builder("Stuck", 1)
    book.decide("turn", book.option("never", "turn", guard=Const(0)))
    for executor in _all(book.program("turn")):
        with pytest.raises(Stuck):
            executor.start()


def test_a_flow_without_a_decision_is_cut() -> None:
    book = Builder("Endless", 1)
    book.do("round and round", [], "and round")
    book.do("and round", [], "round and round")
    for executor in _all(book.program("and round")):
        with pytest.raises(Fault, match="without end"):
            executor.start()


def test_a_pass_is_taken_unasked_when_it_is_all_there_is() -> None:
    book = Builder("Pass", 1)
    book.decide("turn", book.option("never", "turn", guard=Const(0)), book.option("pass", "end", role="pass"))
    book.end()
    for executor in _all(book.program("turn")):
        assert executor.is_over(executor.start())


def _two_steps() -> Program:
    """A move of two steps, of which the second has to end on 3."""
    book = Builder("Two Steps", 1)
    book.numbers("total", [0], 0, 9)
    wrong = book.reason("the steps must add up to 3")
    step = [pick("Step", members(0b111), None, "number")]
    more = [put("total", Arithmetic("+", cell("total"), Arithmetic("+", Const(0), cell("step"))))]
    book.frame("step")
    book.decide("first", book.option("go", "second", step, [put("step", "Step"), *more], lookahead=True))
    book.decide("second", book.option("go on", "check", step, [put("step", "Step"), *more], lookahead=True), rest=False)
    book.do("check", [Require(Compare("==", cell("total"), Const(3)), wrong)], "end")
    book.end()
    return book.program("first")


def test_a_move_is_offered_only_if_it_can_be_completed() -> None:
    for executor in (Reference(_two_steps()), Python(_two_steps())):
        state = executor.start()
        assert list(executor.options(state)) == [(0, 1), (0, 2)]
        executor.play(state, (0, 2))
        assert list(executor.options(state)) == [(0, 1)]


def test_possible_asks_without_changing_anything() -> None:
    program = _two_steps()
    second = next(node.number for node in program.nodes if isinstance(node, Decide) and node.title == "second")
    for executor in (Reference(program), Python(program)):
        state = executor.start()
        before = list(state)
        assert executor.evaluate(state, Possible(second, (put("total", 1),))) == 1
        assert executor.evaluate(state, Possible(second, (put("total", 0),))) == 0
        assert state == before


def test_joint_moves_are_chosen_in_stages() -> None:
    compiled = Python(breakthrough(4))
    state = compiled.start()
    assert compiled.stage(state) == Stage((0,), False)
    assert compiled.stage(state, (0,)) == Stage((4, 5, 6, 7), False)
    assert compiled.stage(state, (0, 4)) == Stage((9,), False)
    assert compiled.stage(state, (0, 4, 9)) == Stage((), True)
    assert compiled.is_legal(state, (0, 4, 9))
    assert not compiled.is_legal(state, (0, 4, 10))


def test_handfuls_grow_one_by_one() -> None:
    book = Builder("Handful", 1)
    book.handful("chosen", 3)
    hand = [some("Some", members(0b10110), 1, 2, None, "number")]
    book.decide("turn", book.option("take", "turn", hand, handfuls={"Some": "chosen"}))
    for executor in _all(book.program("turn")):
        state = executor.start()
        moves = [(0, (1,)), (0, (1, 2)), (0, (1, 4)), (0, (2,)), (0, (2, 4)), (0, (4,))]
        assert list(executor.options(state)) == moves
        assert executor.stage(state, (0,)) == Stage((1, 2, 4), False)
        assert executor.stage(state, (0,), (1,)) == Stage((2, 4), True)
        assert executor.stage(state, (0,), (1, 2)) == Stage((), True)
        assert executor.stage(state, (0,), (1, 4)) == Stage((), True)


def test_a_handful_gets_its_number_when_somebody_looks_at_it() -> None:
    book = Builder("Handful", 1)
    book.handful("chosen", 3)
    hand = [some("Some", members(0b10110), 1, 2, None, "number")]
    book.decide("turn", book.option("take", "turn", hand, handfuls={"Some": "chosen"}))
    python = Python(book.program("turn"))
    state = python.start()
    moves, codes = python.options(state), python.codes(state)
    last = codes[5]
    assert (python.move_of(last), codes[-1], len(codes)) == (moves[5], last, len(moves))
    assert python.move_of(codes[0]) == moves[0]
    assert codes[0] == last + 1
    assert list(map(python.move_of, codes[1:4])) == list(moves[1:4])
    assert codes == list(python.codes(state))
    assert python.codes(state) == codes
