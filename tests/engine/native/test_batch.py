"""Many games at once are the same games as one at a time."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from interpreter.engine.executors import executor_of
from interpreter.engine.native.batch import Batch
from interpreter.engine.native.executor import Native
from rulelang.graph.program import ChanceNode, Decide
from tests.rulebooks.library import game

pytestmark = pytest.mark.slow

#: With chance; with a ranking and hidden cards; for three; with handfuls, that have no codes.
NAMES = ["connect_four", "pig", "lantern_market", "sealed_letter", "beacons"]


def _native(name: str) -> Native:
    found = game(name, _players(name), "native").executor
    assert isinstance(found, Native)
    return found


def _players(name: str) -> int:
    return {"lantern_market": 3}.get(name, 2)


def _chosen(batch: Batch, random: np.random.Generator) -> Any:
    return (random.random(len(batch)) * batch.counts).astype(np.int64)


@pytest.mark.parametrize("name", NAMES)
def test_each_game_is_played_by_the_rules(name: str) -> None:
    executor, random = _native(name), np.random.default_rng(1)
    position = game(name, _players(name)).position
    batch, ended = Batch(executor, 8, seed=2, restart=False), 0
    for _ in range(250):
        states = [batch.state(number) for number in range(len(batch))]
        for number, state in enumerate(states):
            node = executor.node(state)
            assert not isinstance(node, ChanceNode)
            assert batch.actors[number] == executor.actor(state)
            legal = len(executor.options(state)) if isinstance(node, Decide) else 0
            assert batch.counts[number] == legal
            if legal and node.number in executor.python.coded:
                assert list(batch.options[number][:legal]) == executor.game.codes(state)
                assert set(batch.options[number][legal:]) <= {-1}
        actions = np.where(batch.counts > 0, _chosen(batch, random), -1)
        assert batch.step(actions) == 0
        for number, (state, action) in enumerate(zip(states, actions, strict=True)):
            if action >= 0:
                executor.play(state, executor.options(state)[action])
                if not isinstance(executor.node(state), ChanceNode):
                    assert batch.state(number) == state
            if batch.done[number]:
                ended += 1
                assert tuple(batch.shares[number]) == position(list(batch.state(number))).shares()
        if ended == len(batch):
            return
    assert ended


def test_games_begin_anew_with_other_luck() -> None:
    batch, random = Batch(_native("pig"), 20, seed=3), np.random.default_rng(3)
    ends = np.zeros(20, int)
    for _ in range(600):
        batch.step(_chosen(batch, random))
        ends += batch.done
        assert (batch.counts > 0).all()
        assert not batch.lengths[batch.done == 1].any()
    assert ends.min() > 1
    assert len(set(map(bytes, batch.states))) > 1


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_and_seeds(threads: int) -> None:
    executor, found = _native("lantern_market"), []
    for count, seed in ((1, 4), (threads, 4), (1, 5)):
        batch = Batch(executor, 50, seed=seed, threads=threads if count > 1 else 1, restart=False)
        batch.step_at_random()
        batch.play_out(3)
        batch.play_out()
        assert batch.done.all()
        found.append((batch.states.tobytes(), batch.lengths.tobytes(), batch.shares.tobytes()))
    assert found[0] == found[1] != found[2]


def test_codes_and_masks() -> None:
    batch, random = Batch(_native("connect_four"), 6, seed=6, mask=True), np.random.default_rng(6)
    for _ in range(30):
        for row, mask in zip(batch.options, batch.mask, strict=True):
            assert list(np.flatnonzero(mask)) == [code for code in row if code >= 0]
        codes = batch.options[np.arange(6), _chosen(batch, random)]
        assert batch.step(codes, codes=True) == 0


def test_what_is_not_legal_changes_nothing_and_is_told() -> None:
    batch = Batch(_native("connect_four"), 4)
    before = batch.states.copy()
    assert batch.step(np.array([99, -2, 1 << 40, -1])) == 3
    assert list(batch.faults != 0) == [True, True, True, False]
    assert (batch.states == before).all()
    assert batch.step(np.array([-5, 1 << 40, -1, 0]), codes=True) == 2
    assert (batch.states[:3] == before[:3]).all()
    assert (batch.states[3] != before[3]).any()


def test_positions_can_be_put_in() -> None:
    executor = _native("connect_four")
    state = executor.start()
    executor.game.play(state, 0)
    batch = Batch(executor, 3)
    batch.fill([state, list(state)])
    batch.offer()
    assert batch.state(0) == batch.state(1) == state
    assert list(batch.actors) == [1, 1, 0]
    with pytest.raises(ValueError, match="cells"):
        batch.put(0, [1, 2])
    batch.states[0] = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
    with pytest.raises(ValueError, match="outside its bounds"):
        batch.state(0)


def test_arrays_of_another_size_are_refused() -> None:
    executor = _native("connect_four")
    batch = Batch(executor, 3)
    with pytest.raises(ValueError, match="action for each"):
        batch.step(np.zeros(4, np.int64))
    with pytest.raises(ValueError, match="needs some games"):
        Batch(executor, -1)
    right: list[Any] = [
        1, 3, 0, 0, -1, 0, batch.states, np.zeros(3, np.uint64), np.zeros(3, np.int64), batch.actors, batch.counts,
        batch.lengths, batch.faults, None, None, batch.done, batch.shares, batch._ranking, batch._generators,
    ]  # fmt: skip
    assert executor.game.batch(*right) == 0
    for place, wrong, kind in (
        (0, 9, ValueError), (0, -1, ValueError), (1, 4, ValueError), (1, -1, ValueError), (1, 1 << 50, ValueError),
        (2, 1 << 50, ValueError), (6, batch.states[:2], ValueError), (7, None, TypeError), (8, None, TypeError),
        (10, bytes(12), BufferError), (13, batch.options, ValueError), (17, b"", ValueError),
        (17, bytes([255] * 7 + [127] + [0] * 24), ValueError), (6, "states", TypeError), (1, "3", TypeError),
        (18, batch._generators[:2], ValueError), (18, None, TypeError),
    ):  # fmt: skip
        given = [*right[:place], wrong, *right[place + 1 :]]
        with pytest.raises(kind):
            executor.game.batch(*given)
    with pytest.raises(TypeError):
        executor.game.batch(1)


def test_a_batch_of_none() -> None:
    batch = Batch(_native("connect_four"), 0, threads=4)
    assert batch.step_at_random() == 0
    assert len(batch) == 0


@pytest.mark.parametrize("name", NAMES)
def test_a_seed_plays_the_game_that_it_plays_in_python(name: str) -> None:
    """Played out at once, or move by move."""
    whole, stepped = (Batch(_native(name), 5, seed=7, restart=False) for _ in "12")
    whole.play_out()
    for _ in range(400):
        stepped.step_at_random()
    python = executor_of(whole.executor.program, "python")
    frames = [cell for region in python.program.layout.regions.values() if region.role == "frame"
              for cell in range(region.base, region.base + region.length)]  # fmt: skip
    for number, seed in enumerate(map(int, whole.seeds)):
        state = python.start()
        assert python.random_playout(state, Random(seed)) == whole.lengths[number] == stepped.lengths[number]
        for played in (whole, stepped):
            last = list(played.state(number))
            assert [cell for at, cell in enumerate(last) if at not in frames] == [
                cell for at, cell in enumerate(state) if at not in frames
            ], "what was chosen on the way may be told or not"
