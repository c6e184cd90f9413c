"""Questions that end early or remember answers tell the same as those that do not."""

from __future__ import annotations

from random import Random

from interpreter.engine.python.remembering import line_groups, lined
from interpreter.engine.python.walks import joins, meets, reached, touches, touching

WIDTH = 6
CELLS = WIDTH * WIDTH
LEFT_EDGE = sum(1 << WIDTH * row for row in range(WIDTH))


def _next_to(cell: int) -> int:
    row, column = divmod(cell, WIDTH)
    near = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
    return sum(1 << WIDTH * r + c for r, c in near if 0 <= r < WIDTH and 0 <= c < WIDTH)


NEXT_TO = (*map(_next_to, range(CELLS)), 0)


def _some(random: Random, share: float) -> int:
    return sum(1 << cell for cell in range(CELLS) if random.random() < share)


def test_walks_that_end_early() -> None:
    random = Random(1)
    answers = set()
    for _ in range(2_000):
        start, through, goals = _some(random, 0.05), _some(random, 0.5), _some(random, 0.05)
        walked = reached(start, NEXT_TO, through)
        beside = any(walked >> cell & 1 and NEXT_TO[cell] & goals for cell in range(CELLS))
        assert meets(start, NEXT_TO, through, goals) == bool(walked & goals)
        assert touches(start, NEXT_TO, through, goals) == beside
        answers.add((bool(walked & goals), beside))
    assert len(answers) == 4


def test_walks_from_one_place() -> None:
    random = Random(4)
    beside = touching(NEXT_TO)
    answers = []
    for _ in range(2_000):
        start, through, goals = random.randrange(-1, CELLS), _some(random, 0.5), _some(random, 0.05)
        answers.append(beside(start, through, goals))
        assert answers[-1] == touches(1 << start if start >= 0 else 0, NEXT_TO, through, goals)
    assert 200 < sum(answers) < 1_800


def test_what_is_joined_is_remembered_while_a_set_grows_and_shrinks() -> None:
    random = Random(2)
    joined = joins(NEXT_TO, LEFT_EDGE)
    through, answers = 0, []
    for _ in range(5_000):
        newest = random.randrange(CELLS)
        through |= 1 << newest
        if random.random() < 0.2:
            through &= _some(random, 0.8)
        start = random.choice([newest, random.randrange(-1, CELLS)])
        expected = reached(1 << start, NEXT_TO, through) & LEFT_EDGE if start >= 0 else 0
        assert bool(joined(start, through)) == bool(expected)
        answers.append(bool(expected))
    assert 1_000 < sum(answers) < 4_000


def test_lines_by_what_is_around() -> None:
    random = Random(3)
    rows = [[0b111 << WIDTH * row + column for row in range(WIDTH) for column in range(WIDTH - 2)]]
    rows += [[(1 | 1 << WIDTH | 1 << 2 * WIDTH) << cell for cell in range(CELLS - 2 * WIDTH)]]
    lines = tuple(tuple(line for kind in rows for line in kind if line >> cell & 1) for cell in range(CELLS))
    whole, grouped = lined(lines), line_groups(lines)
    assert {len(groups) for groups in grouped} == {2}
    for _ in range(2_000):
        elements, cell = _some(random, 0.4), random.randrange(CELLS)
        expected = any(line & ~elements == 0 for line in lines[cell])
        assert whole[cell][elements & whole[cell].around] == expected
        assert any(group[elements & around] for group, around in grouped[cell]) == expected
