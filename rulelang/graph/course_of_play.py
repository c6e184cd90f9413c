"""The course of play as numbered steps between nodes, with actions that are called entered and left only by their
own doors: the one place where calls are matched with returns.

    call --> entry ... back --> whoever called      becomes      call --> entry ... (no way out of `back`)
                                                                 call --> where the call goes on

An action or trigger that several sentences call is drawn once in the graph; a cell remembers the way back. Walking
from `back` to any of the callers would find ways that nobody can go. So a call is two steps here: one into the
action, and one past it, which exists if the action can come to its end. `moments` follows the calls themselves: a
moment is a node together with what the cells hold that remember callers. Actions never call themselves, so there are
finitely many moments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from rulelang.graph.program import Program, Test
from rulelang.graph.successors import CourseStep, reached, steps_of
from rulelang.graph.terms import Cell, Compare, Const, Effect, Put
from rulelang.tuning.fast_dataclass import replace

#: The callers that are waited for: cell and value.
Callers: TypeAlias = tuple[tuple[str, int], ...]
Moment: TypeAlias = tuple[int, Callers]

#: More moments than this are not looked at: every rulebook so far has less than a tenth of it.
_MOST_MOMENTS = 100_000


class Calls:
    """Which cells remember callers, where each caller is come back to, and the steps between nodes."""

    def __init__(self, program: Program) -> None:
        self.nodes = program.nodes
        self.entry = program.entry
        self.returns = {node.back: node for node in self.nodes if isinstance(node, Test) and node.back}

    def made(self, effects: Iterable[Effect]) -> Iterator[tuple[str, int]]:
        """The calls that effects make: the cell that remembers the caller, and the caller's number."""
        for effect in effects:
            if isinstance(effect, Put) and effect.region in self.returns and isinstance(effect.value, Const):
                yield effect.region, effect.value.value

    def comes_back(self, cell: str, caller: int) -> int:
        """The node at which a caller goes on."""
        node = self.returns[cell]
        own = (
            target for condition, target in node.arms if condition == Compare("==", Cell(cell, Const(0)), Const(caller))
        )
        return next(own, node.otherwise)

    def moments(self) -> dict[Moment, tuple[Moment, ...]] | None:
        """The moments a game can come to from its beginning, each with those that it leads to; None if there are too
        many."""
        found: dict[Moment, tuple[Moment, ...]] = {}
        work: list[Moment] = [(self.entry, ())]
        while work:
            moment = work.pop()
            if moment not in found:
                found[moment] = tuple(dict.fromkeys(self._after(*moment)))
                work += found[moment]
            if len(found) > _MOST_MOMENTS:
                return None
        return found

    def _after(self, number: int, callers: Callers) -> Iterator[Moment]:
        node, waiting = self.nodes[number], dict(callers)
        if isinstance(node, Test) and node.back in waiting:
            target = self.comes_back(node.back, waiting.pop(node.back))
            if target >= 0:
                yield target, tuple(sorted(waiting.items()))
            return
        for step in steps_of(node):
            if step.target >= 0:
                held = waiting | dict(self.made(step.effects))
                yield step.target, tuple(sorted((cell, caller) for cell, caller in held.items() if caller >= 0))


class CourseOfPlay:
    """All steps of a program, by source; calls and returns matched."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.nodes = program.nodes
        self._calls = Calls(program)
        doorways = {node.number for node in self._calls.returns.values()}
        self.steps: list[list[CourseStep]] = [[] for _ in self.nodes]
        self.exits: dict[int, set[int]] = {}
        self._ways_through: dict[int, tuple[CourseStep, ...]] = {}
        for number in range(len(self.nodes)):
            if number not in doorways:
                self.steps[number] = [one for step in steps_of(self.nodes[number]) for one in self._matched(step)]
        self._drop_endless_calls()

    def _matched(self, step: CourseStep) -> list[CourseStep]:
        if step.target < 0:
            return []
        for cell, caller in self._calls.made(step.effects):
            if caller >= 0:
                self.exits.setdefault(step.target, set()).add(self._calls.returns[cell].number)
                return [step, replace(step, target=self._calls.comes_back(cell, caller), through=step.target)]
        return [step]

    def _drop_endless_calls(self) -> None:
        """A call of something that never comes to its end is no way on."""
        entries = {step.through for steps in self.steps for step in steps if step.through >= 0}
        ending: set[int] = set()
        changed = True
        while changed:
            changed = False
            for entry in entries - ending:
                inside = self.reached([entry], lambda step: step.through < 0 or step.through in ending)
                if inside & self.exits.get(entry, set()):
                    ending.add(entry)
                    changed = True
        for number, steps in enumerate(self.steps):
            self.steps[number] = [step for step in steps if step.through < 0 or step.through in ending]

    # ------------------------------------------------------------------ walking

    def reached(self, starts: Iterable[int], allowed: Callable[[CourseStep], bool] | None = None) -> set[int]:
        """All nodes that the starts lead to by allowed steps."""
        if allowed is None:
            return reached(starts, lambda number: [step.target for step in self.steps[number]])
        return reached(starts, lambda number: [step.target for step in self.steps[number] if allowed(step)])

    def ways_through(self, entry: int) -> tuple[CourseStep, ...]:
        """The steps on all ways from the entry of an action to its end, with those inside the actions it calls."""
        known = self._ways_through.get(entry)
        if known is None:
            # Calls may lead in circles: a window is open inside what another window does.
            found: dict[int, list[CourseStep]] = {}
            waiting = [entry]
            while waiting:
                called = waiting.pop()
                if called not in found:
                    found[called] = self._own_ways(called)
                    waiting += [step.through for step in found[called] if step.through >= 0]
            known = self._ways_through[entry] = tuple(step for steps in found.values() for step in steps)
        return known

    def _own_ways(self, entry: int) -> list[CourseStep]:
        """The steps on all ways from an entry to its end, without those inside the actions it calls."""
        inside = self.reached([entry])
        sources: dict[int, list[int]] = {}
        for number in inside:
            for step in self.steps[number]:
                sources.setdefault(step.target, []).append(number)
        waiting, leading = list(self.exits.get(entry, ())), set[int]()
        while waiting:
            number = waiting.pop()
            if number not in leading:
                leading.add(number)
                waiting.extend(sources.get(number, ()))
        return [step for number in leading & inside for step in self.steps[number] if step.target in leading]


def rings(count: int, steps: Callable[[int], Iterable[int]]) -> list[list[int]]:
    """Groups of nodes that lead back to themselves (Tarjan's strong components, without the trivial ones)."""
    index = [-1] * count
    low = [0] * count
    on_stack = [False] * count
    stack: list[int] = []
    found: list[list[int]] = []
    counter = 0
    for root in range(count):
        if index[root] >= 0:
            continue
        index[root] = low[root] = counter
        counter += 1
        stack.append(root)
        on_stack[root] = True
        work = [(root, iter(steps(root)))]
        while work:
            node, rest = work[-1]
            for target in rest:
                if index[target] < 0:
                    index[target] = low[target] = counter
                    counter += 1
                    stack.append(target)
                    on_stack[target] = True
                    work.append((target, iter(steps(target))))
                    break
                if on_stack[target]:
                    low[node] = min(low[node], index[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    group = []
                    while True:
                        top = stack.pop()
                        on_stack[top] = False
                        group.append(top)
                        if top == node:
                            break
                    if len(group) > 1 or node in steps(node):
                        found.append(sorted(group))
    return found
