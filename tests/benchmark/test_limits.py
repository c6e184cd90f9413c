"""What limits the speed of a rulebook is told with its parts."""

from __future__ import annotations

from examples.benchmarks.limits import REST, WORK, limits
from tests.rulebooks.library import game


def test_the_parts_of_the_time_are_told() -> None:
    told = limits(game("sealed_letter", 2))
    assert told.startswith("what limits it: ")
    assert any(work in told for work in (*WORK, REST))
    assert "decisions a game" in told
    parts = [int(part.partition("%")[0].split()[-1]) for part in told.split(";")[0].split(",")]
    assert parts == sorted(parts, reverse=True)
    assert 50 <= sum(parts) <= 101
