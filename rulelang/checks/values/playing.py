"""Play imagined from the beginning: what is known of the whole state at every node, whatever is decided.

    in the setup            states are kept apart, as long as there are not too many: it is gone through exactly
    in the game itself      states that agree in whose turn it is are joined to one around all of them
    what still grows then   is widened to whatever it can be at all

So the work is bounded, and what it says holds in every game. If it takes too long nothing is said about the nodes that
were not done with; the setup is done first, and the game itself only if somebody asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from heapq import heappop, heappush
from typing import Final, TypeAlias

from rulelang.checks.values.lookback import begins_play
from rulelang.checks.values.step_values import StepValues
from rulelang.graph.program import Program
from rulelang.graph.roles import FrameRole
from rulelang.graph.successors import reached_without, targets
from rulelang.graph.terms import Compare, Const, Local, TokenCount
from rulelang.graph.values.assume import Values
from rulelang.graph.values.intervals import Range
from rulelang.graph.values.known_facts import Combination, Content, KnownFacts
from rulelang.graph.walk import all_parts

_APART: Final = 12
"""So many states of one node are kept apart in the setup."""
_STEADY: Final = 3
"""After so many times what still grows is widened."""
_SETUP_PATIENCE: Final = 1500
_PATIENCE: Final = 170
_MOST_NODES: Final = 36
_MOST_TOKENS: Final = 600
"""Only the setup of larger games is gone through ..."""
_MOST_SETUP_NODES: Final = 100
_MOST_SETUP_TOKENS: Final = 3000
_MOST_SETUP_PIECES: Final = 2500
"""... and nothing of the largest."""
_MOST_RELATED: Final = 4
_LONGEST: Final = 64
_MOST_LANDMARKS: Final = 20

Key: TypeAlias = tuple[Range | int, ...]
Slot: TypeAlias = tuple[int, Key]


_CONCERNED: Final = (FrameRole.TURN, FrameRole.EACH_PLAYER, FrameRole.NEXT_SEAT, FrameRole.WAY_BACK)


class Imagined:
    """The states play can come to at the nodes of one program."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.program = values.program
        self.steps = StepValues(values)
        regions = values.layout.regions
        #: Whose turn it is, and where actions go on: states that differ in it are kept apart.
        self._concerned = [name for name, region in regions.items() if region.frame in _CONCERNED]
        #: For each node its states, by what tells them apart, and how often each has grown.
        self._found: dict[int, dict[Key, tuple[KnownFacts, int]]] = {}
        #: Whether all states were found; None where that has not been tried yet.
        self._known: list[bool | None] = [None] * len(self.program.nodes)
        self._order: list[int] = []
        self._landmarks: list[int] = []
        self._setting_up = True
        self._waiting: list[tuple[int, int, Slot]] = []
        self._later: list[tuple[int, int, Slot]] = []
        self._count = 0
        self._queued: set[Slot] = set()
        self._begun = False
        layout = self.program.layout
        nodes = len(self.program.nodes)
        self._small = nodes <= _MOST_NODES and len(layout.places) * len(layout.varieties) <= _MOST_TOKENS
        self._too_large = (
            nodes > _MOST_SETUP_NODES
            or nodes * len(layout.pieces) > _MOST_SETUP_PIECES
            or len(layout.places) * len(layout.varieties) > _MOST_SETUP_TOKENS
        )

    def states(self, number: int) -> list[KnownFacts] | None:
        """All that may be known when play comes to a node; None if that was not found out."""
        if self._too_large or not (self._small or number in self._of_setup):
            return None
        if not self._begun:
            self._begun = True
            self._set_up()
        if self._known[number] is None:
            self._play()
        if not self._known[number]:
            return None
        # Where play was never seen to come, nothing is said either.
        return [facts for facts, _ in self._found.get(number, {}).values()] or None

    @cached_property
    def _of_setup(self) -> set[int]:
        """The nodes that play comes to in the setup only."""
        nodes = self.program.nodes
        before = reached_without(self.program, [self.program.entry], begins_play)
        begun = [target for number in before if begins_play(nodes[number]) for target in targets(nodes[number])]
        return before - reached_without(self.program, begun) if begun else set()

    # ----------------------------------------------------------------------- play

    def _set_up(self) -> None:
        """The setup, up to where the game is being played. It is gone through as exactly as can be."""
        self._order = _order(self.program)
        self._landmarks = _landmarks(self.program)
        self._arrived(self.program.entry, self._beginning())
        if not self._follow(_SETUP_PATIENCE):
            self._known = [False] * len(self._known)
            return
        for number in self._of_setup:
            self._known[number] = True

    def _play(self) -> None:
        """The game itself; only done when somebody asks."""
        self._setting_up = False
        self._waiting = self._later
        done = self._small and self._follow(_PATIENCE)
        self._known = [known or done for known in self._known]

    def _follow(self, patience: int) -> bool:
        """Go on from all states that wait, until nothing new comes; False if that takes too long."""
        while self._waiting:
            patience -= 1
            if patience < 0:
                return False
            _, _, slot = heappop(self._waiting)
            self._queued.discard(slot)
            number, key = slot
            for target, facts in self.steps.ways(self.program.nodes[number], self._found[number][key][0]):
                if target >= 0:
                    self._arrived(target, facts)
        return True

    def _beginning(self) -> KnownFacts:
        cells: dict[str, tuple[Range, ...]] = {}
        sets: dict[str, tuple[Content, ...]] = {}
        for name, region in self.program.layout.regions.items():
            start = region.start if len(region.start) == region.length else region.start * region.length
            if (
                region.role in ("at", "order")
                or name == "node"
                or (region.length > _LONGEST and region.role != "contents")
            ):
                continue
            if region.kind == "set":
                sets[name] = tuple((one, one, one.bit_count(), one.bit_count()) for one in start)
            else:
                cells[name] = tuple((one, one) for one in start)
        return KnownFacts(self._related(), cells, sets)

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

    def _arrived(self, number: int, facts: KnownFacts) -> None:
        """Go on from here, if anything is new."""
        known = self._found.setdefault(number, {})
        playing = facts.cells["playing"][0][1] > 0
        if not playing:
            if any(_within(facts, one) for one, _ in known.values()):
                return
            if len(known) < _APART:
                self._keep(number, (len(known),), facts, 0, playing)
                return
        key: Key = tuple(facts.cells[name][0] for name in self._concerned)
        if key not in known:
            self._keep(number, key, facts, 0, playing)
            return
        before, times = known[key]
        if not _within(facts, before):
            around = before.or_else(facts)
            if times >= _STEADY:
                around = self._widened(before, around)
            self._keep(number, key, around, times + 1, playing)

    def _keep(self, number: int, key: Key, facts: KnownFacts, times: int, playing: bool) -> None:
        self._found[number][key] = facts, times
        slot = number, key
        if slot not in self._queued:
            self._queued.add(slot)
            later = playing and self._setting_up
            self._count += 1
            heappush(self._later if later else self._waiting, (self._order[number], self._count, slot))

    def _widened(self, before: KnownFacts, around: KnownFacts) -> KnownFacts:
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
            name: tuple(map(_grown, before.sets[name], contents, self.steps.moving.anything(regions[name])))
            for name, contents in around.sets.items()
            if before.sets[name] != contents
        }
        bounds = {parts: known for parts, known in around.bounds.items() if before.bounds.get(parts) == known}
        return KnownFacts(bounds, {**around.cells, **cells}, {**around.sets, **sets}, around.choices)

    def _wide(self, name: str, before: Range, around: Range) -> Range:
        low, high = self.values.region_range(name)
        steps = self._landmarks
        if around[0] != before[0]:
            low = max(low, max((step for step in steps if step <= around[0]), default=low))
        if around[1] != before[1]:
            high = min(high, min((step for step in steps if step >= around[1]), default=high))
        return around[0] if around[0] == before[0] else low, around[1] if around[1] == before[1] else high


def _grown(before: Content, around: Content, anything: Content) -> Content:
    """A set of which whatever has grown may be anything, and the rest is as it was."""
    certain, may, least, most = (
        after if was == after else any_ for was, after, any_ in zip(before, around, anything, strict=True)
    )
    return certain, may, max(least, certain.bit_count()), min(most, may.bit_count())


def _within(one: KnownFacts, other: KnownFacts) -> bool:
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


def _landmarks(program: Program) -> list[int]:
    """Numbers that something is compared with at a fork, and those beside them: what grows stops there for a while."""
    found: set[int] = set()
    for node in program.nodes:
        for part in all_parts(getattr(node, "arms", ())):
            if isinstance(part, Compare) and isinstance(part.right, Const) and not isinstance(part.left, Local):
                found |= {part.right.value - 1, part.right.value, part.right.value + 1}
    return sorted(found) if len(found) <= _MOST_LANDMARKS else []


def _order(program: Program) -> list[int]:
    """Numbers for the nodes: what comes before others in the course of play is done before them."""
    found = [0] * len(program.nodes)
    seen: set[int] = set()
    left = len(program.nodes)
    work = [(program.entry, iter(targets(program.nodes[program.entry])))]
    seen.add(program.entry)
    while work:
        number, rest = work[-1]
        for target in rest:
            if target not in seen:
                seen.add(target)
                work.append((target, iter(targets(program.nodes[target]))))
                break
        else:
            work.pop()
            found[number] = left
            left -= 1
    return found
