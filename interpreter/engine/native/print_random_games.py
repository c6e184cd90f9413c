"""C for random games: from a place to the routine that draws there, and from a state to the place where it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from interpreter.engine.executor import Fault
from interpreter.engine.lower.build.lowering import Lowering
from interpreter.engine.lower.build.places import ProgramPoint
from interpreter.engine.lower.build.variants import Variant
from interpreter.engine.lower.expressions import Binary, BinaryOp, Expression, Load, all_of, number
from interpreter.engine.lower.types import TRUTH
from interpreter.engine.native.print_expressions import function_name
from interpreter.engine.reference_flow import Reference
from rulelang.graph.program import Do, End, Test


class RandomGamePrinter:
    """The places of one program."""

    def __init__(self, lowering: Lowering) -> None:
        self._lowering: Final = lowering
        self._whole = ""
        self._heads: tuple[int, ...] = ()

    def ask(self) -> None:
        """All routines that random games need are promised."""
        lowering = self._lowering
        lowering.places.every()
        try:
            root = lowering.places.of(Reference(lowering.program).start())
        except Fault:
            return
        self._whole, self._heads = lowering.whole_game(root) or ("", ())

    def asked(self) -> Iterator[str]:
        """The names of those routines, once all are made."""
        yield from (f"draw_{number}" for number, _ in self._drawn())
        yield from [self._whole] if self._whole else []

    def halts(self) -> Iterator[Do | Test]:
        """Where a random game can be after so many moves while nobody decides: it goes on from there."""
        for place in self._lowering.places.found:
            if place is not None and isinstance(place.node, Do | Test):
                yield place.node

    def _drawn(self) -> list[tuple[int, ProgramPoint]]:
        found = enumerate(self._lowering.places.found)
        return [(number, place) for number, place in found if place is not None and not isinstance(place.node, End)]

    def lines(self, truth: Callable[[Expression], str]) -> Iterator[str]:
        """All of it. `truth` prints a condition."""
        places = self._lowering.places
        nodes = ", ".join(str(places.node(number)) for number in range(len(places.found)))
        yield f"static const rl_i32 rl_node_of_place[] = {{{nodes}}};"
        yield f"#define RL_LAST_NODE {places.end}"
        yield "static rl_i32 rl_place_of(struct rl_ctx *c, struct state *s)"
        yield "{"
        yield "    switch (s->RL_NODE[0]) {"
        for node, found in places.every().items():
            yield f"    case {node}:"
            for number_, known in zip(found, places.told_apart(node), strict=True):
                asked = f"if ({truth(self._condition(known))}) " if known else ""
                yield f"        {asked}return {number_};"
            yield "        break;" if known else ""
        yield "    default: break;"
        yield "    }"
        yield "    rl_wrong(c, RL_MISUSED, -1, -1, 0);"
        yield "    return 0;"
        yield "}"
        yield ""
        yield "static rl_i32 rl_draw_at(struct rl_ctx *c, struct state *s, rl_i32 place)"
        yield "{"
        yield "    switch (place) {"
        for number_, _ in self._drawn():
            yield f"    case {number_}: return {function_name(f'draw_{number_}')}(c, s);"
        yield "    default: break;"
        yield "    }"
        yield "    (void)s;"
        yield "    rl_wrong(c, RL_MISUSED, -1, -1, 0);"
        yield "    return 0;"
        yield "}"
        yield ""
        heads = " || ".join(f"place == {head}" for head in self._heads) or "(void)place, 0"
        yield "static inline rl_i32 rl_is_head(rl_i32 place)"
        yield "{"
        yield f"    return {heads};"
        yield "}"
        yield ""
        yield "static inline rl_i64 rl_whole_game(struct rl_ctx *c, struct state *s, rl_i32 place)"
        yield "{"
        yield "    (void)c; (void)s; (void)place;"
        yield f"    return {f'{function_name(self._whole)}(c, s, place)' if self._whole else '0'};"
        yield "}"
        yield ""

    def _condition(self, known: Variant) -> Expression:
        """Is everything in a state as it is known to be?"""
        source = self._lowering.source
        tests = []
        for (name, index), value in known:
            region = source.region(name)
            cell = Load(name, region.base, region.length, number(index), source.cell(region))
            tests.append(Binary(BinaryOp.EQUAL, cell, number(value), TRUTH))
        return all_of(tuple(tests))
