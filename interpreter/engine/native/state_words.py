"""A state to and from its list form: words, number by number and set by set."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.engine.native.layout import StateLayout
from interpreter.engine.native.tables import signed
from interpreter.engine.native.values import I64, WORD
from interpreter.engine.reference_flow import first_state
from rulelang.graph.program import Program

_MASK = (1 << WORD) - 1


def packing(state: StateLayout) -> Iterator[str]:
    """The functions that read and write a whole state, and the words of each cell."""
    words = [str(slot.field.words) for region, slot in state.cells() for _ in range(region.length)]
    yield f"static const rl_i32 rl_cell_words[] = {{{', '.join(words)}}};"
    yield "static void rl_pack(const struct state *s, rl_u64 *to)"
    yield "{"
    yield "    rl_i32 k, j;"
    yield "    (void)j;"
    for region, slot in state.cells():
        field = slot.field
        cell = f"s->{field.name}[{slot.start} + k]"
        yield f"    for (k = 0; k < {region.length}; k++)"
        if field.words:
            yield f"        for (j = 0; j < {field.words}; j++)"
            yield f"            *to++ = rl_word{field.words}({cell}, j);"
        else:
            yield f"        *to++ = (rl_u64)(rl_i64){cell};"
    yield "}"
    yield ""
    yield "static rl_i32 rl_unpack(struct state *s, const rl_u64 *from)"
    yield "{"
    yield "    rl_i32 k, j, good = 1;"
    yield "    (void)j;"
    for region, slot in state.cells():
        yield from _unpacked(slot.field.name, slot.start, region.length, state)
    if any(line for line in state.struct() if "rl_gap" in line):
        yield "    for (k = 0; k < (rl_i32)sizeof s->rl_gap; k++)"
        yield "        s->rl_gap[k] = 0;"
    yield "    return good;"
    yield "}"
    yield ""


def _unpacked(name: str, start: int, length: int, state: StateLayout) -> Iterator[str]:
    field = next(one for one in state.fields if one.name == name)
    cell = f"s->{name}[{start} + k]"
    yield f"    for (k = 0; k < {length}; k++) {{"
    if field.words:
        beyond = field.size % WORD
        mask = f"0x{(1 << beyond) - 1 if beyond or not field.size else _MASK:x}ULL"
        yield f"        for (j = 0; j < {field.words}; j++, from++) {{"
        yield f"            good &= j < {field.words - 1} || !(*from & ~{mask});"
        yield f"            {cell} = rl_put_word{field.words}({cell}, j,"
        yield f"                j < {field.words - 1} ? *from : *from & {mask});"
        yield "        }"
    else:
        low, high = field.range
        tests = [f"value < {signed(low)}"] if low > I64[0] else []
        tests += [f"value > {signed(high)}"] if high < I64[1] else []
        yield "        rl_i64 value = (rl_i64)*from++;"
        yield f"        if ({' || '.join(tests)}) {{" if tests else "        if (0) {"
        yield "            good = 0;"
        yield f"            value = {signed(low)};"
        yield "        }"
        yield f"        {cell} = ({field.c_type})value;"
    yield "    }"


def first_words(state: StateLayout, program: Program) -> Iterator[str]:
    """The state before anything happened, in its list form."""
    first = first_state(program)
    words: list[int] = []
    for region, slot in state.cells():
        for cell in first[region.base : region.base + region.length]:
            words += [cell >> (WORD * word) & _MASK for word in range(max(slot.field.words, 1))]
    yield f"static const rl_u64 rl_first_words[{len(words)}] = {{"
    for start in range(0, len(words), 12):
        yield "    " + ", ".join(f"0x{word:x}ULL" for word in words[start : start + 12]) + ","
    yield "};"
    yield ""
