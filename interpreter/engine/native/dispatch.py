"""From the node where a state stands to the routine that answers: switches, and the values of moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from interpreter.engine.lower.build.lowering import Lowering
from interpreter.engine.lower.code import Routine
from interpreter.engine.lower.codes import Codes
from interpreter.engine.lower.rewrite import statements
from interpreter.engine.lower.types import NumberList
from interpreter.engine.native.callees import in_order
from interpreter.engine.native.layout import StateLayout
from interpreter.engine.native.print_expressions import Callee, CExpressionPrinter, function_name
from interpreter.engine.native.print_loops import is_counted
from interpreter.engine.native.print_random_games import RandomGamePrinter
from interpreter.engine.native.tables import signed
from interpreter.engine.native.values import Types, interval_of
from rulelang.graph.program import ChanceNode, Decide, Do, End, Test

_CONTEXT: Final = "struct rl_ctx *c, struct state *s"


class Dispatch:
    """The switches of one program."""

    def __init__(self, lowering: Lowering, state: StateLayout, types: Types) -> None:
        self._lowering: Final = lowering
        self._program: Final = lowering.program
        self._state: Final = state
        self._types: Final = types
        self._random_games: Final = RandomGamePrinter(lowering)
        self._routines: dict[str, Routine] = {}
        nodes = self._program.nodes
        self._decides: Final = [node for node in nodes if isinstance(node, Decide)]
        self._coded: Final = [node for node in self._decides if node.options and lowering.is_coded(node)]
        self._others: Final = [node for node in self._decides if node.options and not lowering.is_coded(node)]
        self._chances: Final = [node for node in nodes if isinstance(node, ChanceNode)]

    @property
    def codes(self) -> int:
        """Codes are below that."""
        return max((one.base + one.count for one in self._lowering.source.every_codes), default=0)

    def ask_for_everything(self) -> dict[str, Routine]:
        """All routines that are needed."""
        asked = {*self._asked(), *(f"at_{node.number}" for node in self._program.nodes)}
        self._random_games.ask()
        self._lowering.finish()
        for node in self._random_games.halts():
            asked.add(self._lowering.step(node))
        every = self._lowering.finish()
        self._routines = in_order(every, {*asked, *self._random_games.asked()})
        return self._routines

    def _asked(self) -> Iterator[str]:
        """What the entry points ask."""
        lowering = self._lowering
        for node in self._decides:
            yield lowering.step(node)
            yield lowering.actor(node)
        for node in self._coded:
            yield lowering.listing(node)
            yield lowering.play(node)
        for node in self._others:
            for option in range(len(node.options)):
                yield lowering.each(node, option)
                yield lowering.take(node, option)
                yield lowering.fits(node, option, len(node.options[option].parameters))
        for chance in self._chances:
            yield lowering.happens(chance)
            if chance.shuffles is not None:
                yield lowering.place(chance)
            elif chance.parameter is not None:
                yield lowering.outcomes(chance)
        for first in self._program.nodes:
            if first.number == self._program.entry and isinstance(first, Do | Test):
                yield lowering.step(first)
        scoring = self._program.scoring
        if scoring.eligible is not None:
            yield lowering.value("may_win", scoring.eligible, ("player",), truth=True)
        for number, line in enumerate(scoring.lines):
            yield lowering.value(f"score_{number}", line.value, ("player",))

    # ------------------------------------------------------------------------------------------------- switches

    def lines(self, callees: Mapping[str, Callee], values: CExpressionPrinter) -> Iterator[str]:
        """All switches."""
        lowering = self._lowering
        steps = [node for node in self._program.nodes
                 if isinstance(node, Decide | Do | Test) and f"at_{node.number}" in callees]  # fmt: skip
        yield from self._switch(
            "rl_i32", f"rl_step({_CONTEXT}, rl_i32 node)", "node",
            ((node.number, f"return {_call(lowering.step(node))};") for node in steps), _wrong("RL_MISUSED", "-1"),
        )  # fmt: skip
        stands = [(node.number, f"return {_stands(node)};") for node in self._program.nodes
                  if isinstance(node, Decide | ChanceNode | End)]  # fmt: skip
        yield from self._switch("rl_i32", "rl_stands(rl_i64 node)", "node", stands, "return RL_ELSEWHERE;")
        coded = [(node.number, "return 1;") for node in self._coded]
        yield from self._switch("rl_i32", "rl_coded(rl_i64 node)", "node", coded, "return 0;")
        counted = [(node.number, "return 1;") for node in self._others if self._is_counted(node)]
        yield from self._switch("rl_i32", "rl_is_counted(rl_i64 node)", "node", counted, "return 0;")
        actors = [(node.number, f"return {_call(lowering.actor(node))};") for node in self._decides]
        yield from self._here("rl_i64", "rl_actor", actors, "-1")
        yield from self._listing()
        yield from self._playing()
        for node in self._others:
            for option in range(len(node.options)):
                yield from self._values(node, option)
        for name in ("take", "fits"):
            cases = [(node.number, self._by_option(node, name)) for node in self._others]
            given = f"rl_{name}_move"
            yield from self._here("rl_i32", given, cases, "-1" if name == "take" else "0", "const rl_i64 *m, rl_i64 n")
        yield from self._codebook()
        yield from self._chance()
        yield from self._standing()
        yield from self._random_games.lines(values.truth)

    def _switch(
        self, kind: str, head: str, subject: str, cases: Iterable[tuple[int, str]], otherwise: str
    ) -> Iterator[str]:
        yield f"static {kind} {head}"
        yield "{"
        given = head[head.index("(") + 1 : -1].split(", ")
        yield "   " + "".join(f" (void){one.split()[-1].lstrip('*')};" for one in given)
        yield f"    switch ({subject}) {{"
        for number, text in cases:
            yield f"    case {number}: {text}"
        yield f"    default: {otherwise}"
        yield "    }"
        yield "}"
        yield ""

    def _here(
        self, kind: str, name: str, cases: Iterable[tuple[int, str]], wrong: str, more: str = ""
    ) -> Iterator[str]:
        """A switch by where the state stands."""
        given = f"{_CONTEXT}, {more}" if more else _CONTEXT
        subject = f"s->{self._state.node.name}[0]"
        yield from self._switch(kind, f"{name}({given})", subject, cases, _wrong("RL_MISUSED", wrong))

    def _is_counted(self, node: Decide) -> bool:
        """Are there handfuls among the moves that can be counted without going through them?"""
        routines = (self._routines[self._lowering.each(node, option)] for option in range(len(node.options)))
        return any(is_counted(one) for routine in routines for one in statements(routine.body))

    def _listing(self) -> Iterator[str]:
        lowering = self._lowering
        cases = [(node.number, f"{_call(lowering.listing(node))}; return;") for node in self._coded]
        for node in self._others:
            each = [f"{_call(lowering.each(node, option))};" for option in range(len(node.options))]
            cases.append((node.number, " if (!c->fault) ".join(each) + " return;"))
        cases += [(node.number, "return;") for node in self._decides if not node.options]
        yield from self._here("void", "rl_list", cases, "")

    def _playing(self) -> Iterator[str]:
        lowering, cases = self._lowering, []
        for node in self._coded:
            first = lowering.source.codes(node.number, 0)
            last = lowering.source.codes(node.number, len(node.options) - 1)
            assert first is not None
            assert last is not None
            (parameter,) = self._routines[lowering.play(node)].parameters
            cast = "(rl_i32)" if self._types.name(parameter.type) == "rl_i32" else ""
            tested = f"if (code < {first.base}LL || code >= {last.base + last.count}LL) {{ {_illegal()} return -1; }}"
            cases.append((node.number, f"{tested} return {_call(lowering.play(node), f'{cast}code')};"))
        yield from self._here("rl_i32", "rl_play", cases, "-1", "rl_i64 code")

    # --------------------------------------------------------------------------------------------------- values

    def _values(self, node: Decide, option: int) -> Iterator[str]:
        """The functions that read the values of a move from its record."""
        lowering = self._lowering
        count = len(node.options[option].parameters)
        for name, routine in (
            ("take", lowering.take(node, option)), ("fits", lowering.fits(node, option, count)),
        ):  # fmt: skip
            yield f"static rl_i32 rl_{name}_{node.number}_{option}({_CONTEXT}, const rl_i64 *m, rl_i64 n)"
            yield "{"
            yield "    rl_i64 p = 1;"
            yield "    (void)m;"
            given = []
            parameters = self._routines[routine].parameters
            for position, var in enumerate(parameters):
                is_list = isinstance(var.type, NumberList)
                yield f"    struct rl_list a{position} = {{0}};" if is_list else f"    rl_i64 a{position} = 0;"
                cast = "(rl_i32)" if self._types.name(var.type) == "rl_i32" else ""
                given.append(f"&a{position}" if is_list else f"{cast}a{position}")
            for position, var in enumerate(parameters):
                if isinstance(var.type, NumberList):
                    yield f"    rl_read_list(c, m, n, &p, &a{position});"
                else:
                    low, high = interval_of(var.type)
                    yield f"    a{position} = rl_read_number(c, m, n, &p, {signed(low)}, {signed(high)});"
            yield f"    if (p != n) {_illegal()}"
            yield f"    if (c->fault) return {'-1' if name == 'take' else '0'};"
            yield f"    return {_call(routine, *given)};"
            yield "}"
            yield ""

    def _by_option(self, node: Decide, name: str) -> str:
        """A switch by the option of a record."""
        cases = " ".join(
            f"case {option}: return rl_{name}_{node.number}_{option}(c, s, m, n);"
            for option in range(len(node.options))
        )
        wrong = "-1" if name == "take" else "0"
        return f"switch (n > 0 ? m[0] : -1) {{ {cases} default: {_illegal()} return {wrong}; }}"

    def _codebook(self) -> Iterator[str]:
        """Moves from codes, and codes from moves."""
        every = [codes for codes in self._lowering.source.every_codes if codes.count]
        yield "static void rl_tell_move(struct rl_ctx *c, rl_i64 code)"
        yield "{"
        for codes in every:
            yield f"    if (code < {codes.base + codes.count}LL) {{"
            yield f"        rl_tell(c, &c->found, {1 + len(codes.sizes)});"
            yield f"        rl_tell(c, &c->found, {codes.option});"
            yield from (f"        rl_tell(c, &c->found, {text});" for text in _decoded(codes))
            yield "        return;"
            yield "    }"
        yield "    (void)c; (void)code;"
        yield "}"
        yield ""
        yield "static rl_i64 rl_code_of(rl_i64 node, const rl_i64 *m, rl_i64 n)"
        yield "{"
        for codes in every:
            tests = [f"node == {codes.node}", f"n == {1 + len(codes.sizes)}", f"m[0] == {codes.option}"]
            text = "0"
            for position, (low, size) in enumerate(zip(codes.lows, codes.sizes, strict=True), 1):
                tests.append(f"m[{position}] >= {low} && m[{position}] < {low + size}")
                text = f"({text} * {size}LL + m[{position}] - {low})"
            yield f"    if ({' && '.join(tests)}) return {codes.base}LL + {text};"
        yield "    (void)node; (void)m; (void)n;"
        yield "    return -1;"
        yield "}"
        yield ""

    # --------------------------------------------------------------------------------------------------- chance

    def _chance(self) -> Iterator[str]:
        lowering = self._lowering
        drawn = [node for node in self._chances if node.shuffles is None]
        shuffles = [node for node in self._chances if node.shuffles is not None]
        cases = [(node.number, f"{_call(lowering.outcomes(node))}; return;") for node in drawn if node.parameter]
        yield from self._here("void", "rl_outcomes", cases, "")
        cases = []
        for node in drawn:
            low, high = interval_of(self._routines[lowering.happens(node)].parameters[0].type)
            cast = (
                "(rl_i32)"
                if self._types.name(self._routines[lowering.happens(node)].parameters[0].type) == "rl_i32"
                else ""
            )
            tested = f"if (rl_out_of(c, outcome, {signed(low)}, {signed(high)})) return -1;"
            cases.append((node.number, f"{tested} return {_call(lowering.happens(node), f'{cast}outcome')};"))
        yield from self._here("rl_i32", "rl_happen", cases, "-1", "rl_i64 outcome")
        cases = [(node.number, f"rl_tell_order(c, s, {_call(lowering.place(node))}); return;") for node in shuffles]
        yield from self._here("void", "rl_shuffled", cases, "")
        cases = [(node.number, f"return {_call(lowering.happens(node), '&order')};") for node in shuffles]
        yield f"static rl_i32 rl_happen_shuffled({_CONTEXT}, const rl_i64 *at, rl_i64 count)"
        yield "{"
        yield "    struct rl_list order = {0};"
        yield "    rl_i64 k;"
        yield "    for (k = 0; k < count && !c->fault; k++)"
        yield "        rl_push(c, &order, at[k]);"
        yield "    if (c->fault) return -1;"
        yield f"    switch (s->{self._state.node.name}[0]) {{"
        for number, text in cases:
            yield f"    case {number}: {text}"
        yield f"    default: {_wrong('RL_MISUSED', '-1')}"
        yield "    }"
        yield "}"
        yield ""

    # --------------------------------------------------------------------------------------------------- others

    def _standing(self) -> Iterator[str]:
        scoring = self._program.scoring
        yield f"static rl_i64 rl_standing({_CONTEXT}, rl_i32 seat)"
        yield "{"
        yield "    (void)c; (void)s; (void)seat;"
        for number, _ in enumerate(scoring.lines):
            yield f"    rl_tell(c, &c->found, {_call(f'score_{number}', 'seat')});"
            yield "    if (c->fault) return 0;"
        may_win = _call("may_win", "seat") if scoring.eligible is not None else "1"
        yield f"    return {may_win};"
        yield "}"
        yield ""

    def trial(self, names: list[str]) -> Iterator[str]:
        """What leads from one trial to the next, as long as the flow goes on."""
        if not names:
            return
        yield "static rl_i32 rl_trial(struct rl_ctx *c, struct state *s, rl_i32 which, rl_i32 actor)"
        yield "{"
        yield "    rl_i32 found = 1, left;"
        yield "    (void)s; (void)actor;"
        yield "    if (c->depth >= 60) { rl_wrong(c, RL_NO_ROOM, -1, -1, 0); return 1; }"
        yield "    c->depth++;"
        yield "    for (left = 100000; left > 0 && !c->fault; left--) {"
        yield "        switch (which) {"
        for number, name in enumerate(names):
            yield f"        case {number}: found = {function_name(name)}(c, s, actor); break;"
        yield "        default: found = 1; break;"
        yield "        }"
        yield "        if (found < 2) break;"
        yield "        which = found - 2;"
        yield "    }"
        yield "    c->depth--;"
        yield "    return found != 0;"
        yield "}"
        yield ""


def _call(routine: str, *given: str) -> str:
    return f"{function_name(routine)}({', '.join(['c', 's', *given])})"


def _wrong(kind: str, value: str) -> str:
    return f"rl_wrong(c, {kind}, -1, -1, 0); return{f' {value}' if value else ''};"


def _illegal() -> str:
    return "rl_wrong(c, RL_ILLEGAL, -1, -1, 0);"


def _stands(node: Decide | ChanceNode | End) -> str:
    if isinstance(node, ChanceNode):
        return "RL_SHUFFLE" if node.shuffles is not None else "RL_CHANCE"
    return "RL_DECIDE" if isinstance(node, Decide) else "RL_END"


def _decoded(codes: Codes) -> list[str]:
    texts, left = [], f"(code - {codes.base}LL)"
    total = codes.count
    for low, size in zip(codes.lows, codes.sizes, strict=True):
        total //= size
        texts.append(f"{left} / {total}LL + {low}")
        left = f"({left} % {total}LL)"
    return texts
