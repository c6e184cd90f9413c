"""Play imagined from the beginning: what is known of the whole state at every node, whatever is decided.

    the first times a node is come to      each state is kept apart: a setup is gone through exactly
    after that                             states that agree in who is concerned are joined to one around all of them
    what still grows then                  is widened to whatever it can be at all

So the work is bounded, and what it says holds in every game. If it takes too long nothing is said about the nodes that
were not done with; the setup is done first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Final

from rulelang.checks.values.assume import Values
from rulelang.checks.values.facts import Combination, Content, Facts
from rulelang.checks.values.intervals import Range
from rulelang.checks.values.steps import Steps
from rulelang.graph.terms import Const, TokenCount

_APART: Final = 12
"""So many states of one node are kept apart."""
_STEADY: Final = 3
"""After so many times what still grows is widened."""
_SETUP_PATIENCE: Final = 1500
_PATIENCE: Final = 1200
_MOST_RELATED: Final = 4
_LONGEST: Final = 64

Key = tuple[Range, ...]


class Imagined:
    """The states play can come to at the nodes of one program."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.program = values.program
        self.steps = Steps(values)
        regions = values.layout.regions
        #: Who acts, and where actions go on: states that differ in it are joined last.
        self._concerned = [
            name
            for name, region in regions.items()
            if region.role == "frame" and region.kind == "number" and region.length == 1
            if region.elements == "player" or name.endswith(": way back")
        ]
        self._apart: dict[int, list[Facts]] = {}
        self._joined: dict[int, dict[Key, tuple[Facts, int]]] = {}
        self._known = [False] * len(self.program.nodes)
        self._play()

    def states(self, number: int) -> list[Facts] | None:
        """All that may be known when play comes to a node; None if that was not found out."""
        if not self._known[number]:
            return None
        return [*self._apart.get(number, ()), *(facts for facts, _ in self._joined.get(number, {}).values())]

    # ----------------------------------------------------------------------- play

    def _play(self) -> None:
        later: deque[tuple[int, Facts]] = deque()
        waiting: deque[tuple[int, Facts]] = deque([(self.program.entry, self._beginning())])
        if self._follow(waiting, later, _SETUP_PATIENCE):
            for number in self._apart:
                self._known[number] = True
            if self._follow(later, later, _PATIENCE):
                self._known = [True] * len(self._known)

    def _follow(self, waiting: deque[tuple[int, Facts]], later: deque[tuple[int, Facts]], patience: int) -> bool:
        """Go on from all states that wait, until nothing new comes; False if that takes too long."""
        while waiting:
            patience -= 1
            if patience < 0:
                return False
            number, state = waiting.popleft()
            for target, facts in self.steps.ways(self.program.nodes[number], state):
                if target >= 0:
                    new = self._arrived(target, facts)
                    if new is not None:
                        playing = facts.cells["playing"][0][1] > 0
                        (later if playing else waiting).append((target, new))
        return True

    def _beginning(self) -> Facts:
        cells: dict[str, tuple[Range, ...]] = {}
        sets: dict[str, tuple[Content, ...]] = {}
        for name, region in self.program.layout.regions.items():
            start = region.start if len(region.start) == region.length else region.start * region.length
            if region.role in ("at", "order") or (region.length > _LONGEST and region.role != "contents"):
                continue
            if region.kind == "set":
                sets[name] = tuple((one, one, one.bit_count(), one.bit_count()) for one in start)
            else:
                cells[name] = tuple((one, one) for one in start)
        return Facts(self._related(), cells, sets)

    def _related(self) -> dict[Combination, Range]:
        """How the supplies of tokens of one kind differ."""
        found: dict[Combination, Range] = {}
        varieties = self.program.layout.varieties
        counts = [
            (number, self.values.atoms.number(TokenCount(Const(number), Const(self.program.layout.box))))
            for number in range(len(varieties))
            if self.program.layout.box in self.program.layout.tokens[number].counts
        ]
        for number, one in counts:
            others = [(o, a) for o, a in counts if o != number and varieties[o].kind == varieties[number].kind]
            for other, another in others if len(others) < _MOST_RELATED else ():
                apart = self.values.supplies[number] - self.values.supplies[other]
                found[frozenset({(one, 1), (another, -1)})] = apart, apart
        return found

    # ------------------------------------------------------------------- arriving

    def _arrived(self, number: int, facts: Facts) -> Facts | None:
        """The state to go on with at a node; None if nothing is new."""
        apart = self._apart.setdefault(number, [])
        if any(_within(facts, one) for one in apart):
            return None
        if len(apart) < _APART:
            apart.append(facts)
            return facts
        joined = self._joined.setdefault(number, {})
        key = tuple(facts.cells[name][0] for name in self._concerned)
        known = joined.get(key)
        if known is None:
            joined[key] = facts, 0
            return facts
        before, times = known
        if _within(facts, before):
            return None
        around = before.or_else(facts)
        if times >= _STEADY:
            around = self._widened(before, around)
        joined[key] = around, times + 1
        return around

    def _widened(self, before: Facts, around: Facts) -> Facts:
        """What has grown may be anything."""
        regions = self.program.layout.regions
        cells = {
            name: tuple(
                one if one == two else self._wide(name, one, two)
                for one, two in zip(before.cells[name], values, strict=True)
            )
            for name, values in around.cells.items()
            if before.cells[name] != values
        }
        sets = {
            name: self.steps.moving.anything(regions[name])
            for name, contents in around.sets.items()
            if before.sets[name] != contents
        }
        bounds = {parts: known for parts, known in around.bounds.items() if before.bounds.get(parts) == known}
        return Facts(bounds, {**around.cells, **cells}, {**around.sets, **sets}, around.choices)

    def _wide(self, name: str, before: Range, around: Range) -> Range:
        low, high = self.values.region(name)
        return around[0] if around[0] == before[0] else low, around[1] if around[1] == before[1] else high


def _within(one: Facts, other: Facts) -> bool:
    """Is everything that is possible in one state possible in another?"""
    for name, values in one.cells.items():
        known = other.cells[name]
        if values != known and not all(b[0] <= a[0] and a[1] <= b[1] for a, b in zip(values, known, strict=True)):
            return False
    for name, contents in one.sets.items():
        around = other.sets[name]
        if contents != around and not all(_inside(a, b) for a, b in zip(contents, around, strict=True)):
            return False
    return _implied(other.bounds, one.bounds) and all(choice in one.choices for choice in other.choices)


def _implied(wanted: Mapping[Combination, Range], known: Mapping[Combination, Range]) -> bool:
    for parts, bounds in wanted.items():
        found = known.get(parts)
        if found is None or found[0] < bounds[0] or found[1] > bounds[1]:
            return False
    return True


def _inside(one: Content, other: Content) -> bool:
    return (
        other[0] & ~one[0] == 0 and one[1] & ~other[1] == 0 and other[2] <= one[2] and one[3] <= other[3]
    )  # fmt: skip
