"""What a trial writes is known beforehand, kept, and put back: nothing else of the state is touched or copied."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.engine.lower.build.lowering import Lowering
from interpreter.engine.native.layout import StateLayout
from interpreter.engine.native.print_game import GamePrinter
from interpreter.engine.native.undo import Undo, puts_back
from tests.engine.native.games import program_of
from tests.engine.native.harness import PrintedExecutor


def _kept(name: str) -> tuple[dict[str, tuple[tuple[int, int], ...] | None], StateLayout]:
    """For each routine that tries, what it keeps; and how states are laid out."""
    lowering = Lowering(program_of(name))
    GamePrinter(lowering).printed()
    state, routines = StateLayout(lowering.source), {one.name: one for one in lowering.finish().values()}
    undo = Undo(routines, state)
    return {name: undo.spans(one) for name, one in routines.items() if puts_back(one)}, state


def _holds(spans: tuple[tuple[int, int], ...], place: int) -> bool:
    return any(start <= place < end for start, end in spans)


def test_a_stone_that_is_tried_keeps_the_stones_and_leaves_the_board_alone() -> None:
    kept, state = _kept("go_9x9")
    places = state.places_of_fields
    assert kept
    for spans in kept.values():
        assert spans is not None
        assert _holds(spans, places["token_sets"])
        assert _holds(spans, places["token_counts"])
        assert not any(_holds(spans, place) for name, place in places.items() if name.endswith("_contents"))
        assert sum(end - start for start, end in spans) * 4 < state.size


def test_a_trial_that_may_write_half_of_the_state_works_on_a_copy() -> None:
    kept, state = _kept("samurai")
    assert None in kept.values()
    assert all(2 * sum(end - start for start, end in spans) < state.size for spans in kept.values() if spans)


@pytest.mark.parametrize("name", ["go_9x9", "amazons", "tic_tac_toe"])
def test_asking_leaves_the_state_as_it_was(name: str, tmp_path: Path) -> None:
    """Also where memory runs out in the middle."""
    printed = PrintedExecutor(program_of(name), tmp_path)
    state = printed.start()
    for _ in range(3):
        move = printed.options(state)[0]
        for room in (0, 64, 512, 4096, 1 << 20):
            printed.context.scratch_room = min(room, printed.game.scratch_size)
            printed.game.list(printed.context, printed._state)
            assert printed.read() == state
        assert printed.is_legal(state, move)
        assert printed.read() == state
        printed.play(state, move)
