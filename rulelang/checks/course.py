"""The course of play as numbered steps between nodes, with actions that are called entered and left only by their
own doors.

    call --> entry ... back --> whoever called      becomes      call --> entry ... (no way out of `back`)
                                                                 call --> where the call goes on

An action or trigger that several sentences call is drawn once in the graph; a cell remembers the way back. Walking
from `back` to any of the callers would find ways that nobody can go. So a call is two steps here: one into the
action, and one past it, which exists if the action can come to its end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias

from rulelang.graph.program import Chance, Decide, Do, Option, Program, Test
from rulelang.graph.roles import NodeRole
from rulelang.graph.successors import reached
from rulelang.graph.terms import Const, Effect, Put, Term
from rulelang.tuning.fast_dataclass import dataclass, replace

Kind: TypeAlias = Literal["choice", "pass", "skip", "chance", "go", "arm", "else"]


@dataclass(frozen=True, slots=True, eq=False)
class CourseStep:
    """A way from a node to another.

    `choice`: somebody takes an option; `pass`: declines; `skip`: nothing could be chosen; `chance`; `go`: things happen
    by themselves; `arm`, `else`: a fork without a decision. A step past a called action goes `through` its entry.
    """

    source: int
    target: int
    kind: Kind
    effects: tuple[Effect, ...] = ()
    condition: Term | None = None
    option: Option | None = None
    through: int = -1


class CourseOfPlay:
    """All steps of a program, by source; calls and returns matched."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.nodes = program.nodes
        self._returns = self._doors()
        self._doorways = {back for back, _ in self._returns.values()}
        self.steps: list[list[CourseStep]] = [[] for _ in self.nodes]
        self.exits: dict[int, set[int]] = {}
        self._ways_through: dict[int, tuple[CourseStep, ...]] = {}
        for number in range(len(self.nodes)):
            for step in self._plain_steps(number):
                self.steps[number].extend(self._matched(step))
        self._drop_endless_calls()

    # -------------------------------------------------------------------- steps

    def _plain_steps(self, number: int) -> list[CourseStep]:
        node = self.nodes[number]
        match node:
            case Decide():
                found = [
                    CourseStep(
                        number, one.target, "pass" if one.role == "pass" else "choice", one.effects, one.guard, one
                    )
                    for one in node.options
                ]
                return [*found, CourseStep(number, node.otherwise, "skip")]
            case Chance():
                return [CourseStep(number, node.target, "chance", node.effects)]
            case Do():
                return [CourseStep(number, node.target, "go", node.effects)]
            case Test():
                if number in self._doorways:
                    return []
                found = [CourseStep(number, target, "arm", (), condition) for condition, target in node.arms]
                return [*found, CourseStep(number, node.otherwise, "else")]
            case _:
                return []

    def _matched(self, step: CourseStep) -> list[CourseStep]:
        if step.target < 0:
            return []
        for effect in step.effects:
            if isinstance(effect, Put) and effect.region in self._returns and isinstance(effect.value, Const):
                back, ways = self._returns[effect.region]
                if 0 <= effect.value.value < len(ways):
                    self.exits.setdefault(step.target, set()).add(back)
                    return [step, replace(step, target=ways[effect.value.value], through=step.target)]
        return [step]

    # -------------------------------------------------------------------- calls

    def _doors(self) -> dict[str, tuple[int, list[int]]]:
        """For each cell that remembers a way back: the node that reads it, and where its values lead."""
        return {
            node.back: (node.number, [*(target for _, target in node.arms), node.otherwise])
            for node in self.nodes
            if isinstance(node, Test) and node.role is NodeRole.WAY_BACK
        }

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
