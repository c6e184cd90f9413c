"""What actions remember is forgotten as soon as nothing can ask for it any more.

Before: frame cells keep whatever was last written. After: wherever a game can stand still (a decision, chance, the
end), every frame cell that is not read from there on has the value it had at the start of the game. Two positions
that are alike on the table and in the flow are then one and the same vector.

    Decide --option: spot := x--> Test spot --> Decide
    becomes
    Decide --option: spot := x--> Test spot --> Do spot := nothing --> Decide

Where an edge with effects leads there, the effects are written behind its own, and no node is added.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rulelang.graph.flow.frames import Frame, start_of
from rulelang.graph.flow.plain import forgotten
from rulelang.graph.flow.substitute import walk
from rulelang.graph.program import Chance, Decide, Do, End, Function, Node, Option, Test
from rulelang.graph.terms import (
    Append,
    Apply,
    Cell,
    Const,
    Effect,
    Local,
    Possible,
    Put,
    SortInto,
)
from rulelang.graph.terms import Sequence as InSequence

Names = frozenset[str]
NONE: Names = frozenset()


def forget(
    nodes: Sequence[Node], entries: Sequence[int], functions: Mapping[str, Function], frames: Mapping[str, Frame]
) -> tuple[Node, ...]:
    """The nodes with effects that reset dead frame cells. The first entry begins with an empty frame; the others
    (of examples) with whatever is read from there on."""
    return _Forgetting(nodes, functions, frames).run(entries)


class _Forgetting:
    def __init__(self, nodes: Sequence[Node], functions: Mapping[str, Function], frames: Mapping[str, Frame]) -> None:
        self.nodes = list(nodes)
        self.functions = functions
        self.frames = frames
        self.of_functions: dict[str, tuple[Names, Names]] = {}
        self.live: list[Names] = [NONE] * len(nodes)
        self.dirty: list[Names] = [NONE] * len(nodes)
        self.clean: list[Names] = [NONE] * len(nodes)

    def run(self, entries: Sequence[int]) -> tuple[Node, ...]:
        self._settle_live()
        self._settle_clean()
        for entry in entries[1:]:
            self.dirty[entry] |= self.live[entry]
        self._settle_dirty(list(range(len(self.nodes))))
        for number in range(len(self.nodes)):
            self.nodes[number] = self._rewritten(self.nodes[number])
        return tuple(self.nodes)

    # -------------------------------------------------------------------- reads

    def reads(self, thing: Any) -> Names:
        """The frame regions a term, a domain or an effect reads."""
        if thing is None:
            return NONE
        found: set[str] = set()
        asked: set[str] = set()

        def visit(part: Any) -> None:
            match part:
                case Cell(region, _) | InSequence(region, _, _) | Append(region, _, _) if region in self.frames:
                    found.add(region)
                case Possible(node, fill):
                    found.update(self.live[node] - {put.region for put in fill} if node >= 0 else NONE)
                case Apply(function) if function in self.functions and function not in asked:
                    asked.add(function)
                    walk(self.functions[function].body, visit)
                case _:
                    pass

        walk(thing, visit)
        return frozenset(found)

    def _before(self, effects: Iterable[Effect], live: Names) -> Names:
        """What is live before effects."""
        for effect in reversed(tuple(effects)):
            match effect:
                case Put(region, Const(0)) | SortInto(region, Const(0)):
                    live -= {region}
                case _:
                    pass
            live |= self.reads(effect)
        return live

    def _live_before(self, node: Node) -> Names:
        match node:
            case Do():
                return self._before(node.effects, self._live_at(node.target))
            case Test():
                live = self._live_at(node.otherwise)
                for condition, target in node.arms:
                    live |= self.reads(condition) | self._live_at(target)
                return live
            case Decide():
                live = self.reads(node.actor) | self._live_at(node.otherwise)
                for option in node.options:
                    live |= self._live_before_option(option)
                return live
            case Chance():
                live = self._before(node.effects, self._live_at(node.target))
                for thing in (node.parameter, node.weight, node.shuffles, node.audience):
                    live |= self.reads(thing)
                return live
            case End():
                return NONE

    def _live_before_option(self, option: Option) -> Names:
        live = self._before(option.effects, self._live_at(option.target)) - set(option.handfuls.values())
        live |= self._spoken_of(option) | self.reads(option.guard)
        for parameter in option.parameters:
            for thing in (parameter.domain, parameter.where, parameter.fewest, parameter.most):
                live |= self.reads(thing) - set(option.handfuls.values())
        return live

    def _spoken_of(self, option: Option) -> Names:
        """What was chosen before and is said in the author's words for the option."""
        chosen = {parameter.name for parameter in option.parameters}
        stored = {
            effect.region
            for effect in option.effects
            if isinstance(effect, Put) and isinstance(effect.value, Local) and effect.value.name in chosen
        }
        now = {name.rpartition(": ")[2] for name in (*stored, *option.handfuls.values())}
        slots = [slot for slot in re.findall(r"\{([^}]*)\}", option.written) if slot not in now]
        return frozenset(name for name in self.frames for slot in slots if name.endswith(f": {slot}"))

    def _live_at(self, target: int) -> Names:
        return self.live[target] if target >= 0 else NONE

    def _settle_live(self) -> None:
        changed = True
        while changed:
            changed = False
            self.of_functions.clear()
            for node in reversed(self.nodes):
                found = self._live_before(node)
                if found != self.live[node.number]:
                    self.live[node.number], changed = found, True

    # -------------------------------------------------------- what must be clean

    def _settle_clean(self) -> None:
        """`clean[n]`: regions that have to be reset before node n is entered. A Do resets behind its own effects."""
        changed = True
        everything = frozenset(self.frames)
        while changed:
            changed = False
            for node in reversed(self.nodes):
                if isinstance(node, Do):
                    continue
                found = everything
                if isinstance(node, Test):
                    targets = {target for _, target in node.arms} | {node.otherwise}
                    found = frozenset().union(*(self._clean_at(target) for target in targets))
                found -= self.live[node.number]
                if found != self.clean[node.number]:
                    self.clean[node.number], changed = found, True

    def _clean_at(self, target: int) -> Names:
        return self.clean[target] if target >= 0 else NONE

    # -------------------------------------------------------------------- dirty

    def _written(self, effects: Iterable[Any], dirty: Names) -> Names:
        """What may differ from the start after effects."""
        for effect in effects:
            match effect:
                case Put(region, Const(0), Const(value)) if region in self.frames:
                    back = self.frames[region].length == 1 and value == start_of(self.frames[region])[0]
                    dirty = dirty - {region} if back else dirty | {region}
                case _:
                    written: set[str] = set()

                    def visit(part: Any, written: set[str] = written) -> None:
                        if isinstance(part, Put | Append | SortInto) and part.region in self.frames:
                            written.add(part.region)

                    walk(effect, visit)
                    dirty |= written
        return dirty

    def _settle_dirty(self, work: list[int]) -> None:
        waiting = dict.fromkeys(work)
        while waiting:
            number = next(iter(waiting))
            del waiting[number]
            node = self.nodes[number]
            for target, dirty in self._dirty_after(node):
                if target >= 0 and not dirty <= self.dirty[target]:
                    self.dirty[target] |= dirty
                    waiting[target] = None

    def _dirty_after(self, node: Node) -> list[tuple[int, Names]]:
        before = self.dirty[node.number]
        match node:
            case Do() | Chance():
                return [(node.target, self._written(node.effects, before) - self._clean_at(node.target))]
            case Test():
                targets = [target for _, target in node.arms] + [node.otherwise]
                return [(target, before - self._clean_at(target)) for target in targets]
            case Decide():
                found = [(node.otherwise, before - self._clean_at(node.otherwise))]
                for option in node.options:
                    after = self._written(option.effects, before | set(option.handfuls.values()))
                    found.append((option.target, after - self._clean_at(option.target)))
                return found
            case End():
                return []

    # ------------------------------------------------------------------ rewriting

    def _rewritten(self, node: Node) -> Node:
        before = self.dirty[node.number]
        match node:
            case Do() | Chance():
                return replace(node, effects=self._with_resets(node.effects, before, node.target))
            case Test():
                arms = tuple((condition, self._detour(node, before, target)) for condition, target in node.arms)
                return replace(node, arms=arms, otherwise=self._detour(node, before, node.otherwise))
            case Decide():
                options = tuple(
                    replace(
                        option,
                        effects=self._with_resets(
                            option.effects, before | set(option.handfuls.values()), option.target
                        ),
                    )
                    for option in node.options
                )
                return replace(node, options=options, otherwise=self._detour(node, before, node.otherwise))
            case End():
                return node

    def _with_resets(self, effects: tuple[Effect, ...], before: Names, target: int) -> tuple[Effect, ...]:
        return (*effects, *self._resets(self._written(effects, before) & self._clean_at(target)))

    def _resets(self, regions: Names) -> list[Effect]:
        found: list[Effect] = []
        for name in self.frames:
            if name in regions:
                frame = self.frames[name]
                if frame.length > 1:
                    found += forgotten(name, Const(0))
                else:
                    found.append(Put(name, Const(0), Const(start_of(frame)[0])))
        return found

    def _detour(self, node: Test | Decide, before: Names, target: int) -> int:
        """A step of its own on an arm without effects."""
        resets = self._resets(before & self._clean_at(target))
        if not resets:
            return target
        number = len(self.nodes)
        for known in self.nodes[len(self.live) :]:
            if isinstance(known, Do) and known.target == target and known.effects == tuple(resets):
                return known.number
        self.nodes.append(Do(number, "forget", tuple(resets), target, False, node.origin, node.group))
        return number
