"""What may still be read: held against small graphs in which everybody can see it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulelang.graph import program
from rulelang.graph.liveness import Liveness
from rulelang.graph.program import Do, End, Function, Node, OptionEdge
from rulelang.graph.terms import Apply, Compare, Const, Effect, Possible, Put
from tests.engine.build import NOWHERE, cell, put


class Regions:
    """Every region counts, as a whole."""

    def read(self, part: Any) -> Iterable[str]:
        return (part.region,)

    def overwritten(self, effect: Effect) -> Iterable[str]:
        return (effect.region,) if isinstance(effect, Put) else ()

    def chosen(self, option: OptionEdge) -> Iterable[str]:
        return option.handfuls.values()

    def told(self, option: OptionEdge) -> Iterable[str]:
        return (option.written,)


def do(number: int, target: int, *effects: Effect) -> Do:
    return Do(number, "", effects, target, False, NOWHERE)


def live(*nodes: Node, functions: dict[str, Function] | None = None) -> list[set[str]]:
    return [set(found) for found in Liveness(nodes, functions or {}, Regions(), ("result",)).at]


def test_what_is_written_first_is_not_live_before() -> None:
    nodes = (
        do(0, 1, put("a", 1)),
        program.Test(1, "", ((Compare("==", cell("a"), Const(1)), 2),), 3, False, NOWHERE),
        do(2, 3, put("b", cell("c")), put("c", cell("b"))),
        End(3, NOWHERE),
    )
    assert live(*nodes) == [{"c", "result"}, {"a", "c", "result"}, {"c", "result"}, {"result"}]


def test_a_loop_keeps_alive_what_it_reads_next_time() -> None:
    nodes = (
        program.Test(0, "", ((cell("go"), 1),), 2, False, NOWHERE),
        do(1, 0, put("sum", cell("step"))),
        End(2, NOWHERE),
    )
    assert live(*nodes)[1] == {"go", "step", "result"}


def test_looking_ahead_reads_what_the_way_there_reads() -> None:
    ahead = Function("f", (), Possible(1, (put("given", cell("hand")),)), "truth", NOWHERE)
    nodes = (
        program.Test(0, "", ((Apply("f", ()), 2),), 2, False, NOWHERE),
        do(1, 2, put("x", cell("given")), put("y", cell("purse"))),
        End(2, NOWHERE),
    )
    assert live(*nodes, functions={"f": ahead})[0] == {"hand", "purse", "result"}
