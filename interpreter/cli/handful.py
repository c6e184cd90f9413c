"""A handful put together at the table: its members in any order, by number or by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Final

from interpreter.api.decision import Decision, Option, SubChoice
from interpreter.engine.executor import Move, option_of
from rulelang.tuning.fast_dataclass import dataclass, field, replace

#: Of more handfuls than this the members are asked for one by one, in their order.
_MOST_LISTED: Final = 20_000


@dataclass(frozen=True, slots=True)
class Handful:
    """What may be taken together, what has been taken so far, and what may come after it."""

    decision: Decision = field(repr=False)
    before: Move
    #: What each way to choose holds in words, and its members.
    ways: tuple[tuple[Counter[str], tuple[int, ...]], ...] = field(repr=False)
    labels: tuple[str, ...]
    picked: tuple[str, ...] = ()

    def members(self) -> list[str]:
        """What may still be taken, in the order of the rulebook."""
        taken = Counter(self.picked)
        left = Counter[str]()
        for way in self._fitting():
            left |= way - taken
        return [label for label in self.labels if left[label]]

    def missing(self) -> tuple[int, int]:
        """How many more have to be taken at least, and may be at most."""
        sizes = [way.total() - len(self.picked) for way in self._fitting()]
        return min(sizes), max(sizes)

    def with_more(self, label: str) -> Handful:
        """One member more."""
        return replace(self, picked=(*self.picked, label))

    def closed(self) -> SubChoice | None:
        """The choice with this handful made, if it may end here."""
        taken = Counter(self.picked)
        for way, members in self.ways:
            if way == taken:
                move = (*self.before, members)
                is_whole = len(move) - 1 == len(option_of(self.decision.node, move).parameters)
                return SubChoice("", move, (), Option(self.decision, move) if is_whole else None)
        return None

    def _fitting(self) -> Iterator[Counter[str]]:
        taken = Counter(self.picked)
        return (way for way, _ in self.ways if taken <= way)


def handful_after(decision: Decision, after: SubChoice, language: str) -> Handful | None:
    """The handful that is chosen next, unless there are too many, or some of its members are not seen: what luck
    decides is asked for one by one."""
    scene, before = decision.scene, after.chosen
    option = option_of(scene.node, before)
    if after.inside or len(before) > len(option.parameters) or option.parameters[len(before) - 1].form != "some":
        return None
    parameter, names = option.parameters[len(before) - 1], scene.game.names(language)
    moves = list(islice(scene.game.executor.each_option(scene.cells), _MOST_LISTED + 1))
    handfuls = dict.fromkeys(_members(move[len(before)]) for move in moves if move[: len(before)] == before)
    values = sorted({value for handful in handfuls for value in handful})
    if len(moves) > _MOST_LISTED or any(scene.is_unseen(parameter, value) for value in values):
        return None
    said = {value: scene.element(option, before[1:], parameter, value, names) for value in values}
    ways = tuple((Counter(said[value] for value in handful), handful) for handful in handfuls)
    return Handful(decision, before, ways, tuple(dict.fromkeys(said.values())))


def _members(value: object) -> tuple[int, ...]:
    assert isinstance(value, tuple)
    return value
