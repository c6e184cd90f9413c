"""Where the flow of a program goes on, node by node."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, TypeAlias

from rulelang.graph.program import ChanceNode, Decide, Do, End, Node, OptionEdge, Program, Test
from rulelang.graph.terms import Effect, Term
from rulelang.tuning.fast_dataclass import dataclass

Kind: TypeAlias = Literal["choice", "pass", "skip", "chance", "go", "arm", "else"]


@dataclass(frozen=True, slots=True, eq=False)
class CourseStep:
    """A way from a node to another.

    `choice`: somebody takes an option; `pass`: declines; `skip`: nothing could be chosen; `chance`; `go`: things happen
    by themselves; `arm`, `else`: a fork without a decision. A step past a called action goes `through` its entry. `way`
    is the number of the option or arm; behind the last one, none of them is taken.
    """

    source: int
    target: int
    kind: Kind
    effects: tuple[Effect, ...] = ()
    condition: Term | None = None
    option: OptionEdge | None = None
    through: int = -1
    way: int = 0


def steps_of(node: Node) -> Iterator[CourseStep]:
    """The steps out of a node; those back to every caller are among them."""
    match node:
        case Decide(number):
            for way, one in enumerate(node.options):
                kind: Kind = "pass" if one.role == "pass" else "choice"
                yield CourseStep(number, one.target, kind, one.effects, one.guard, one, way=way)
            yield CourseStep(number, node.otherwise, "skip", way=len(node.options))
        case ChanceNode(number):
            yield CourseStep(number, node.target, "chance", node.effects)
        case Do(number):
            yield CourseStep(number, node.target, "go", node.effects)
        case Test(number):
            for way, (condition, target) in enumerate(node.arms):
                yield CourseStep(number, target, "arm", (), condition, way=way)
            yield CourseStep(number, node.otherwise, "else", way=len(node.arms))
        case End():
            pass


def targets(node: Node) -> list[int]:
    """The nodes a node leads to."""
    return [step.target for step in steps_of(node) if step.target >= 0]


def reached_without(
    program: Program, starts: Iterable[int], border: Callable[[Node], bool] = lambda _: False
) -> set[int]:
    """The nodes that some nodes lead to, up to a border."""
    nodes = program.nodes
    return reached(starts, lambda number: () if border(nodes[number]) else targets(nodes[number]))


def reached(starts: Iterable[int], ways: Callable[[int], Iterable[int]]) -> set[int]:
    """The numbers that some numbers lead to, themselves among them. A number below 0 leads nowhere."""
    found: set[int] = set()
    work = list(starts)
    while work:
        number = work.pop()
        if number >= 0 and number not in found:
            found.add(number)
            work += ways(number)
    return found
