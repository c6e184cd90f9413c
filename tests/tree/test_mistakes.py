"""What is said about a mistake: every explain page is true, and every example of a mistake is recognised."""

from __future__ import annotations

import re
from itertools import permutations
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rulelang.diagnostics.catalogue import CatalogueEntry, all_entries
from rulelang.diagnostics.fixes import apply_edits
from rulelang.diagnostics.render import render_text
from rulelang.source import SourceFile, source_from_bytes, source_from_text
from rulelang.tokens.layout import INDENT, NEW_LINE
from rulelang.tokens.scanner import scan, vocabulary
from rulelang.tokens.token import Token
from rulelang.tree import parse
from rulelang.tree.expectations import expected
from rulelang.tree.machine import Machine
from rulelang.tree.mistakes import EXAMPLES, halt
from rulelang.tree.other_words import ADVICE, NUMBERS, OPPOSITES, OTHER_WORDS, SIGNS, SMALL_WORDS
from rulelang.tree.table import load
from tests.cases.runner import Case, read_cases

HEADER = 'rulebook "Harbour" for 2 players\n'
ENTRIES = [entry for entry in all_entries() if entry.code[:4] in {"RL01", "RL10", "RL11"}]
ENTRY = pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.code)


def example(entry: CatalogueEntry, text: str) -> SourceFile:
    """An example of an explain page as a file; most are the rest of a rulebook."""
    whole = entry.code in ("RL0108", "RL0115") or text.startswith("rulebook")
    return source_from_bytes(
        "harbour.rules", ((("" if whole else HEADER) + text).encode("utf-8", "surrogateescape"))
    ).source


@ENTRY
def test_the_wrong_example_is_found_to_be_wrong(entry: CatalogueEntry, golden: SnapshotAssertion) -> None:
    found = parse(example(entry, entry.wrong)).diagnostics
    assert [finding.code for finding in found] == [entry.code]
    assert render_text(found) == golden


@ENTRY
def test_the_right_example_is_right(entry: CatalogueEntry) -> None:
    assert parse(example(entry, entry.right)).diagnostics == ()


@ENTRY
def test_a_safe_fix_mends_the_example(entry: CatalogueEntry) -> None:
    source = example(entry, entry.wrong)
    for finding in parse(source).diagnostics:
        for fix in finding.fixes:
            if fix.safety == "safe":
                mended = source_from_text("harbour.rules", apply_edits(source.text, fix.edits))
                assert parse(mended).diagnostics == (), mended.text


def test_examples_of_mistakes_do_not_get_into_each_others_way() -> None:
    halts = [(halt(text), text) for _, texts in EXAMPLES for text in texts]
    by_kind: dict[str, set[int]] = {}
    for number, (_, texts) in enumerate(EXAMPLES):
        for text in texts:
            expectation, kind = halt(text)
            by_kind.setdefault(f"{sorted(expectation)} {kind}", set()).add(number)
    assert all(len(numbers) == 1 for numbers in by_kind.values())
    assert len(halts) == len({text for _, text in halts})


@pytest.mark.parametrize(("number", "text"), [(n, text) for n, (_, texts) in enumerate(EXAMPLES) for text in texts])
def test_every_example_of_a_mistake_is_recognised(number: int, text: str) -> None:
    codes = {parse(source_from_text("a.rules", other)).diagnostics[0].code for other in EXAMPLES[number][1]}
    assert len(codes) == 1
    assert len(parse(source_from_text("a.rules", text)).diagnostics) == 1


ALIKE = Path(__file__).with_name("mistakes_alike.txt").read_text("utf-8").split("\n\n")


@pytest.mark.parametrize("text", ALIKE)
def test_what_halts_like_an_example_of_a_mistake_is_answered_by_it(text: str) -> None:
    """Other sentences for which the examples were written: whoever changes the grammar learns what they have lost."""
    known = {halt(example) for _, examples in EXAMPLES for example in examples}
    assert halt(HEADER + text) in known
    assert len(parse(source_from_text("a.rules", HEADER + text)).diagnostics) == 1


PHRASINGS = tuple(read_cases(Path(__file__).parents[1] / "cases" / "syntax" / "phrasings.md"))


@pytest.mark.parametrize("case", PHRASINGS, ids=lambda case: case.title)
def test_everyday_phrasings_are_answered_with_what_to_write(case: Case, golden: SnapshotAssertion) -> None:
    found = parse(source_from_text("harbour.rules", ("" if case.whole else HEADER) + case.text)).diagnostics
    assert all(finding.helps or finding.fixes for finding in found)
    assert render_text(found) == golden


SENTENCES = Path(__file__).with_name("sentences")
TURNED_ROUND = {word: other for one in OPPOSITES for word, other in permutations(sorted(one))}


@pytest.mark.parametrize("path", sorted(SENTENCES.glob("*.rules")), ids=lambda path: path.stem)
def test_no_word_is_replaced_by_its_opposite(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines(keepends=True)
    for number, line in enumerate(lines):
        for word in re.finditer(r"[a-z]+", line):
            other = TURNED_ROUND.get(word.group())
            if other is None:
                continue
            turned = f"{line[: word.start()]}{other}{line[word.end() :]}"
            source = source_from_text("turned.rules", "".join([*lines[:number], turned, *lines[number + 1 :]]))
            for finding in parse(source).diagnostics:
                for edit in (edit for fix in finding.fixes for edit in fix.edits):
                    assert {edit.span.text, edit.replacement} != {word.group(), other}, turned


def test_a_text_without_a_mistake_is_no_example() -> None:
    with pytest.raises(ValueError, match="no mistake"):
        halt(HEADER)


def test_other_words_are_not_words_of_the_language() -> None:
    words = {*vocabulary()}
    assert not {*OTHER_WORDS, *ADVICE} & words
    assert {*SMALL_WORDS} <= words
    for meant in (*OTHER_WORDS.values(), *SIGNS.values()):
        for text in meant:
            kinds = {token.kind for token in scan(text.replace("...", ""))}
            assert not kinds & {"WORD", "SIGN"}, text


def test_signs_are_not_signs_of_the_language() -> None:
    for sign in SIGNS:
        assert [token.kind for token in scan(sign)] == ["SIGN"], sign


def test_numbers_up_to_twenty() -> None:
    assert [*NUMBERS.values()] == [*range(21)]
    assert NUMBERS["twelve"] == 12


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("", ["a rule such as `the Bag is a bag of Tiles`"]),
        ("setup:\n    ", ["a sentence such as `gain 2 Coins`"]),
        ("always ", ["a condition such as `the Bag is empty`"]),
        ("your Income is ", ["a number or a thing such as `3` or `your Income`"]),
        ("setup:\n    choose ", ["what is chosen, such as `a Card from your Hand`"]),
        ("setup:\n    gain ", ["an amount such as `2 Coins`"]),
        ("setup:\n    choose a ", ["a kind of thing such as `Cards in your Hand`"]),
        ("setup:\n    choose a Card from ", ["a place such as `your Hand`"]),
        ("setup:\n    shuffle ", ["a thing such as `the Die` or `your Hand`"]),
        ("setup:\n    move the Die to the top of ", ["a thing such as `the Die` or `your Hand`"]),
        ("setup:\n    move the Die ", ["`'s`", "`to`"]),
        ("example ", ["a text in quotes"]),
        ("source ", ["a language such as `de`"]),
        ("a Ware is one of ", ["a Capitalised term"]),
        ("to Rest", ["`:`", "`for`", "`written`"]),
    ],
)
def test_what_may_come_next(text: str, first: list[str]) -> None:
    machine = Machine(load(), source_from_text("a.rules", ""))
    layout = {"newline": [NEW_LINE], "COLON": ["COLON", NEW_LINE, INDENT]}
    words = scan((HEADER + text).replace(":\n", ":"))
    tokens = [Token(kind, word.text, 0, 0) for word in words for kind in layout.get(word.kind, [word.kind])]
    assert machine.run(tokens) == len(tokens)
    found = expected(machine)
    assert {*first} <= {*found}
    assert len(found) == len({*found})
    assert not [said for said in found if re.search(r"[A-Z_]{2,}", said)]
