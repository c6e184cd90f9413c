"""The fixed C of printed games, under sanitizers: sets of one to four words, numbers at limits, lists, handfuls."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from itertools import combinations
from math import prod
from pathlib import Path
from random import Random
from typing import Final

import pytest

from interpreter.engine.luck import below
from interpreter.engine.native import runtime
from rulelang.graph.bit_sets import members
from rulelang.graph.terms.fingerprints import MODULUS

_SANITIZED: Final = ("-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-g", "-O1",
                     "-fsanitize=address,undefined", "-fno-sanitize-recover=all")  # fmt: skip
_HEAD: Final = """
int printf(const char *, ...);
static rl_u8 memory[1 << 16];
static struct rl_ctx context;
"""
_BEGIN: Final = """
int main(void)
{
    struct rl_ctx *c = &context;
    c->scratch = memory;
    c->scratch_room = sizeof memory;
"""
_MOST: Final = (1 << 63) - 1
_EDGES: Final = (0, 1, -1, 2, -2, 7, 3_037_000_499, 3_037_000_500, 1 << 62, _MOST, -_MOST - 1, -_MOST)


def _run(folder: Path, parts: Sequence[str], body: Sequence[str]) -> list[str]:
    """The lines that a C program prints; `body` is what its main function does."""
    text = [runtime.header(), runtime.whole("core"), *parts, _HEAD, _BEGIN, *body, "    return 0;", "}", ""]
    (folder / "part.c").write_text("\n".join(text), encoding="ascii")
    built = subprocess.run(
        ["gcc", *_SANITIZED, "-o", folder / "part", folder / "part.c"], capture_output=True, text=True, check=False
    )
    assert not built.returncode, built.stderr[:3000]
    done = subprocess.run([folder / "part"], capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr[:3000]
    return done.stdout.splitlines()


def _set(value: int, words: int) -> str:
    parts = [f"0x{value >> 64 * word & (1 << 64) - 1:x}ULL" for word in range(words)]
    return parts[0] if words == 1 else f"(rl_s{words}){{{{{', '.join(parts)}}}}}"


def _tell(words: int, value: str) -> str:
    """Print a set as one number."""
    told = ", ".join(f"rl_word{words}(found, {word})" for word in reversed(range(words)))
    return f'    {{ rl_s{words} found = {value}; printf("{"%016llx" * words}\\n", {told}); }}'


@pytest.mark.parametrize("words", [1, 2, 3, 4])
def test_sets(words: int, tmp_path: Path) -> None:
    random, size = Random(words), 64 * words
    values = [
        0,
        1,
        1 << size - 1,
        (1 << size) - 1,
        *(random.getrandbits(size) & random.getrandbits(size) for _ in "123"),
    ]
    body, expected = [], []
    for left in values:
        right = random.choice(values)
        far = random.choice((0, 1, 63, 64, 65, size - 1, size))
        one = random.choice((-1, 0, 63, 64, size - 1, size, 1 << 40))
        first, second = _set(left, words), _set(right, words)
        for name, value in (
            (f"rl_both{words}({first}, {second})", left & right),
            (f"rl_either{words}({first}, {second})", left | right),
            (f"rl_without{words}({first}, {second})", left & ~right),
            (f"rl_up{words}({first}, {far})", left << far & (1 << size) - 1),
            (f"rl_down{words}({first}, {far})", left >> far),
            (f"rl_single{words}({one})", 1 << one if 0 <= one < size else 0),
        ):  # fmt: skip
            body.append(_tell(words, name))
            expected.append(f"{value:0{16 * words}x}")
        for name, number in (
            (f"rl_size{words}({first})", left.bit_count()), (f"rl_any{words}({first})", int(bool(left))),
            (f"rl_lowest{words}({first})", (left & -left).bit_length() - 1),
            (f"rl_highest{words}({first})", left.bit_length() - 1),
            (f"rl_has{words}({first}, {one}LL)", int(0 <= one < size and left >> one & 1)),
            (f"rl_same{words}({first}, {second})", int(left == right)),
            *((f"rl_kth{words}({first}, {nth})", element) for nth, element in enumerate(members(left))),
        ):  # fmt: skip
            body.append(f'    printf("%d\\n", {name});')
            expected.append(str(number))
    parts = [runtime.whole("wide", words)] if words > 1 else []
    assert _run(tmp_path, parts, body) == expected


def _number(value: int) -> str:
    return "(-RL_MOST - 1)" if value == -_MOST - 1 else f"({value}LL)"


def test_numbers_overflow_into_a_fault(tmp_path: Path) -> None:
    body, expected = [], []
    for left in _EDGES:
        for right in _EDGES:
            exact = {
                "add": left + right, "subtract": left - right, "multiply": left * right,
                "divide": left // right if right else 0, "divide_up": -(-left // right) if right else 0,
            }  # fmt: skip
            for name, value in exact.items():
                fits = -_MOST - 1 <= value <= _MOST
                # The least number of all is no product: one less is given up, and never needed.
                if name == "multiply" and value == -_MOST - 1:
                    fits = False
                body.append("    c->fault = 0;")
                call = f"rl_{name}(c, {_number(left)}, {_number(right)})"
                body.append(f'    {{ rl_i64 found = {call}; printf("%d %lld\\n", c->fault, c->fault ? 0 : found); }}')
                expected.append(f"0 {value}" if fits else "5 0")
            if right > 0:
                body.append(f'    printf("%lld\\n", rl_remainder({_number(left)}, {_number(right)}));')
                expected.append(str(left % right))
    assert _run(tmp_path, [], body) == expected


def test_an_index_outside_is_a_fault(tmp_path: Path) -> None:
    body = [
        f'    c->fault = 0; printf("%lld %d\\n", {call}, 0); printf("%d\\n", c->fault);'
        for call in ("rl_at(c, 4, 5)", "rl_at(c, 5, 5)", "rl_at(c, -1, 5)", "rl_in(c, -1, 5)", "rl_in(c, -2, 5)",
                     "rl_in(c, 5, 5)", "rl_fit(c, 9, -3, 9)", "rl_fit(c, 10, -3, 9)")
    ]  # fmt: skip
    expected = ["4 0", "0", "0 0", "3", "0 0", "3", "-1 0", "0", "-1 0", "3", "-1 0", "3", "9 0", "0", "-3 0", "3"]
    assert _run(tmp_path, [], body) == expected


def test_numbers_of_positions(tmp_path: Path) -> None:
    random = Random(1)
    body, expected = [], []
    for _ in range(40):
        factors = [
            random.choice((random.randrange(-5, 5000), random.randrange(-_MOST, _MOST), MODULUS - 1)) for _ in "12"
        ]
        wide = random.getrandbits(128)
        first, second = (f"rl_residue({_number(factor)})" for factor in factors)
        text = f"rl_plus(rl_times({first}, {second}), rl_residue2({_set(wide, 2)}))"
        body.append(f'    printf("%llu\\n", {text});')
        expected.append(str((prod(factors) + wide) % MODULUS))
    parts = [runtime.whole("wide", 2), runtime.part("fingerprint"), runtime.part("residue", 2)]
    assert _run(tmp_path, parts, body) == expected


def _print_list(name: str) -> str:
    return f'for (k = 0; k < {name}.used; k++) {{ printf("%d ", {name}.at[k]); }} printf("\\n");'


def test_lists_grow_and_are_brought_into_their_order(tmp_path: Path) -> None:
    random = Random(2)
    numbers = [random.randrange(-50, 50) for _ in range(200)]
    keys = [(number % 7, number % 3) for number in numbers]
    pushes = " ".join(f"rl_push(c, &list, {number}); rl_push(c, &other, {number});" for number in numbers)
    told = ", ".join(f"{first}, {second}" for first, second in keys)
    body = [
        "    struct rl_list list = {0}, other = {0}; rl_i32 k;", f"    static rl_i64 keys[] = {{{told}}};",
        f"    {pushes}", "    rl_order(&list);", f"    {_print_list('list')}", "    rl_sort(&other, keys, 2);",
        f"    {_print_list('other')}", '    printf("%d %d\\n", rl_in_list(&list, 200), c->fault);',
    ]  # fmt: skip
    ordered = [number for _, number in sorted(zip(keys, numbers, strict=True), key=lambda one: one[0])]
    expected = [" ".join(map(str, found)) + " " for found in (sorted(set(numbers)), ordered)]
    assert _run(tmp_path, [runtime.whole("lists")], body) == [*expected, "0 0"]


def test_codes_that_come_in_rows_are_brought_into_their_order(tmp_path: Path) -> None:
    random, expected, body = Random(4), [], ["    rl_i32 k;"]
    lengths = [[20, 13], [1, 1, 1, 1], [70, 90, 3], [5] * 9, [700, 2, 300], [1] * 300, [0], [64, 65]]
    for number, rows in enumerate(lengths):
        codes = [code for length in rows for code in sorted(random.sample(range(2000), length))]
        name, told = f"codes_{number}", ", ".join(map(str, codes)) or "0"
        body += [f"    {{ rl_i64 {name}[] = {{{told}}};", f"    rl_sort_codes({name}, {len(codes)});",
                 f'    for (k = 0; k < {len(codes)}; k++) printf("%d ", (int){name}[k]);',
                 '    printf("\\n"); }']  # fmt: skip
        expected.append("".join(f"{code} " for code in sorted(codes)))
    assert _run(tmp_path, [], body) == expected


def test_memory_that_runs_out_is_a_fault(tmp_path: Path) -> None:
    body = ["    struct rl_list list = {0}; rl_i32 k; c->scratch_room = 2000;",
            "    for (k = 0; k < 5000; k++) rl_push(c, &list, k);",
            "    rl_offer(c, 1);",
            '    printf("%d %d\\n", c->fault, list.used <= list.room);']  # fmt: skip
    assert _run(tmp_path, [runtime.whole("lists")], body) == ["8 1"]


def test_handfuls_come_in_their_order(tmp_path: Path) -> None:
    pool = [2, 3, 5, 8, 9]
    twins = {3: 2, 9: 8}
    body = [
        "    struct rl_list pool = {0}; struct rl_handfuls h = {0}; rl_i32 k;",
        *(f"    rl_push(c, &pool, {one}); rl_push(c, &h.limits, 1); rl_push(c, &h.lower, {twins.get(one, -1)});"
          for one in pool),
        "    rl_handfuls_begin(c, &h, &pool, 1, 3, 1, 0);",
        f"    while (rl_handfuls_next(c, &h)) {{ {_print_list('h.chosen')} }}",
    ]  # fmt: skip
    expected = [
        found
        for size in (1, 2, 3)
        for found in combinations(pool, size)
        if all(lower in found for one, lower in twins.items() if one in found)
    ]
    parts = [runtime.whole("lists"), runtime.whole("handfuls").split("static inline rl_i32 rl_ready_plain")[0]]
    assert _run(tmp_path, parts, body) == [" ".join(map(str, found)) + " " for found in sorted(expected)]


def test_each_handful_has_a_number_and_a_place_in_their_order(tmp_path: Path) -> None:
    pool, twins, copies = [2, 3, 5, 8, 9], {3: 2, 9: 8}, {5: 2}
    pushed = [f"    rl_push(c, &pool, {one}); rl_push(c, &h.lower, {twins.get(one, -1)}); "
              f"rl_push(c, &h.limits, {copies.get(one, 1)});" for one in pool]  # fmt: skip
    body = ["    struct rl_list pool = {0}; struct rl_handfuls h = {0}; rl_i32 k; rl_i64 n, count;", *pushed]
    for most, limited in ((3, 1), (0, 0), (0, 1)):
        body += [
            f'    count = rl_count_handfuls(c, &h, &pool, 1, {most}, {limited}); printf("%lld\\n", count);',
            f"    for (n = 0; n < count; n++) {{ rl_nth_handful(c, &h, n); {_print_list('h.chosen')} }}",
            f"    for (n = 0; n < count; n++) {{ rl_kth_handful(c, &h, n); {_print_list('h.chosen')} }}",
        ]
    expected = []
    for largest in (3, 6, 0):
        every = [found for size in range(1, largest + 1) for found in combinations([2, 3, 5, 5, 8, 9], size)]
        legal = {found for found in every if all(low in found for one, low in twins.items() if one in found)}
        expected.append(legal)
    parts = [runtime.whole("lists"), runtime.whole("handfuls").split("static inline rl_i32 rl_ready_plain")[0]]
    lines = iter(_run(tmp_path, parts, body))
    for legal in expected:
        assert int(next(lines)) == len(legal)
        assert {tuple(map(int, next(lines).split())) for _ in legal} == legal
        assert [tuple(map(int, next(lines).split())) for _ in legal] == sorted(legal)


def test_random_numbers_are_those_of_python(tmp_path: Path) -> None:
    body, expected = ["    static struct rl_random random; rl_i32 k; c->random = &random;"], []
    for seed in (0, 1, 4_294_967_295, 4_294_967_296, (1 << 64) - 1):
        random = Random(seed)
        body.append(f"    rl_e_seed(&random, {seed}ULL);")
        for bound in (1, 2, 6, 1000, (1 << 40) + 7, _MOST):
            body.append(f'    for (k = 0; k < 70; k++) printf("%lld\\n", rl_draw(c, {bound}LL));')
            expected += [int(random.random() * bound) for _ in range(70)]
        for bound in (2, 3, 4, 52, 1 << 20):
            body.append(f'    for (k = 0; k < 40; k++) printf("%d\\n", rl_draw_bits(c, {bound}));')
            expected += [below(bound, random) for _ in range(40)]
    assert list(map(int, _run(tmp_path, [runtime.whole("random")], body))) == expected
