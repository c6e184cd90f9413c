"""One mistake is one finding, and what surrounds it is read as if nothing had happened."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from string import ascii_lowercase

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulelang.diagnostics import spelling
from rulelang.diagnostics.spelling import edit_distance
from rulelang.source import SourceFile, source_from_text
from rulelang.tokens.layout import LayoutReader, TokenLine
from rulelang.tokens.scanner import scan
from rulelang.tokens.token import Token
from rulelang.tree import parse
from rulelang.tree.nodes import Document
from tests.stopwatch import timed
from tests.tree.corpus import CORPUS, SENTENCES, read
from tests.tree.dump import dump

pytestmark = pytest.mark.slow

HEADER = 'rulebook "Harbour" for 2 players\n'
UNKNOWN = "zzzqq"


def tree(text: str) -> str:
    """The tree of a text, without what could not be read."""
    return dump(parse(source_from_text("harbour.rules", HEADER + text)).document)


def codes(text: str) -> list[str]:
    return [found.code for found in parse(source_from_text("harbour.rules", HEADER + text)).diagnostics]


@cache
def sentences(source: SourceFile) -> list[TokenLine]:
    layout = LayoutReader(source, scan(source.text))
    lines = []
    while (line := layout.next_line()) is not None:
        lines.append(line)
    return lines[1:-1]


def blocks_around(source: SourceFile, line: TokenLine) -> set[int]:
    """Where the sentences start in whose blocks a sentence stands."""
    return {other.tokens[0].start for other in sentences(source) if other.opens and _contains(source, other, line)}


def _contains(source: SourceFile, opener: TokenLine, line: TokenLine) -> bool:
    start, place = opener.tokens[0].start, line.tokens[0].start
    depth = source.line_column(start)[1]
    between = source.text[start:place].split("\n")[1:-1]
    deeper = (text for text in between if text.strip() and not text.strip().startswith("note:"))
    return start < place and all(
        len(text) - len(text.lstrip()) >= depth for text in (*deeper, " " * (source.line_column(place)[1] - 1) + ".")
    )


@pytest.mark.parametrize(
    ("broken", "left"),
    [
        # A sentence
        ("to Rest:\n    gain 1 2\n    gain 2 Coins\n", "to Rest:\n    gain 2 Coins\n"),
        # A definition
        ("your Income is than by 3\nyour Debt is 1\n", "your Debt is 1\n"),
        # A block in which nothing can be read, and whatever that leaves empty
        ("to Rest:\n    if it is White:\n        gain 1 2\n    gain 2 Coins\n", "to Rest:\n    gain 2 Coins\n"),
        ("to Rest:\n    if it is White:\n        gain 1 2\nyour Debt is 1\n", "your Debt is 1\n"),
        ("Riu:\n    your Income is 2 3 4\n\nyour Debt is 1\n", "your Debt is 1\n"),
        # A condition, with its block and its `otherwise`
        (
            "to Rest:\n    if it than by it:\n        gain 1 Coin\n    otherwise:\n        win\n    gain 2 Coins\n",
            "to Rest:\n    gain 2 Coins\n",
        ),
        # One of several conditions
        (
            "to Rest:\n    if it is White: win\n    otherwise if it than by it: gain 2 Coins\n    otherwise: win\n",
            "to Rest:\n    if it is White: win\n    otherwise: win\n",
        ),
        # A row
        (
            "there are 3 Cards:\n    | Title | Copies |\n    | Guard | 1 2 3  |\n    | Baron | 2      |\n",
            "there are 3 Cards:\n    | Title | Copies |\n    | Baron | 2      |\n",
        ),
        # The first row, and with it the table
        ("there are 3 Cards:\n    | than by | Copies |\n    | Guard | 1 |\nyour Debt is 1\n", "your Debt is 1\n"),
        # A line of an example
        (
            'example "x":\n    given a than by game\n    then the Bag is empty\n',
            'example "x":\n    then the Bag is empty\n',
        ),
        # An option
        (
            "to Rest:\n    choose one:\n        Paint than by it\n        Sell\n",
            "to Rest:\n    choose one:\n        Sell\n",
        ),
        # What opens a block may have more behind its colon
        ("to Rest: zzzqq\n    gain 1 Coin\n    gain 2 Coins\n", "to Rest:\n    gain 1 Coin\n    gain 2 Coins\n"),
        # A missing colon does not cost the block
        ("to Rest\n    gain 1 Coin\n    gain 2 Coins\n", "to Rest:\n    gain 1 Coin\n    gain 2 Coins\n"),
        # What is surely meant is read as it was meant
        ("to Rest:\n    gian 1 Coin\n    chose a Tile\n", "to Rest:\n    gain 1 Coin\n    choose a Tile\n"),
        ("to Rest:\n    if the Bag is empty, gain two Coins\n", "to Rest:\n    if the Bag is empty: gain 2 Coins\n"),
        ("to Rest:\n    Chose teh Tile form the the bag\n", "to Rest:\n    choose the Tile from the Bag\n"),
        ("the dice pool is an open area\n", "the Dice Pool is an open area\n"),
        # A misplaced line belongs where it fits
        (
            "to Rest:\n    if it is White:\n        gain 1 Coin\n      otherwise:\n        gain 2 Coins\n",
            "to Rest:\n    if it is White:\n        gain 1 Coin\n    otherwise:\n        gain 2 Coins\n",
        ),
    ],
)  # fmt: skip
def test_what_is_left(broken: str, left: str) -> None:
    assert tree(broken) == tree(left)


@pytest.mark.parametrize(
    "text",
    [
        "to Rest:\n    xyzzy it is White:\n        gain 1 Coin\n    otherwise:\n        gain 2 Coins\n",
        "to Rest:\n    xyzzy it is White: win\n    otherwise if it is Black: win\n    otherwise: gain 2 Coins\n",
        "to Rest:\ngain 1 Coin\ngain 2 Coins\ngain 3 Coins\n",
        "xyzzy:\n    | Title | Copies |\n    | Guard | 2      |\n",
        "xyzzy:\n    given a new game\n    then the Bag is empty\n",
        "to Rest:\n    xyzzy one:\n        Paint\n        Sell:\n            gain 1 Coin\n",
        "xyzzy:\n    your Income is 1 more\n    to Rest:\n        gain 1 Coin\n",
        "as soon as xyzzy\n    and the Bag is empty:\n    gain 1 Coin\n    gain 2 Coins\n",
        "to xyzzy Rest\n    gain 1 Coin\n    if it is White:\n        gain 2 Coins\n    gain 3 Coins\n",
    ],
)
def test_no_mistake_is_invented(text: str) -> None:
    assert len(codes(text)) == 1


@pytest.mark.parametrize(
    "sentence",
    [
        "you may zzzqq choose one:\n        Paint\n        Sell",
        "choose a Tradable Ship from zzzqq one of your Dock, your Harbour",
        "choose a Gold Ship from zzzqq one of your Dock, your Harbour, then move it to the Supply",
    ],
)
def test_a_word_too_many_is_one_finding_whatever_it_may_be_taken_for(sentence: str) -> None:
    assert len(codes(f"a Size is one of One, Two\n\nto Rest:\n    {sentence}\n")) == 1


def test_five_mistakes_are_five_findings() -> None:
    text = (
        "a Ware is one of Pottery, kimono\n\nto Rest:\n    if the Bag is empty\n        lose 1 Coin\n    otherwise:\n"
        "        chose a Tile\n\nas soon as the Bag is is empty: the game ends now\n\nalways your Income > 3\n"
    )
    assert codes(text) == ["RL0106", "RL0102", "RL0101", "RL1006", "RL1003"]


@settings(max_examples=25)
@given(st.sampled_from(CORPUS), st.randoms(use_true_random=False))
def test_unknown_words_anywhere_are_found_and_nothing_else(path: Path, chance: random.Random) -> None:
    """In up to five sentences of a rulebook somebody typed nonsense before some word."""
    source = read(path)
    places: list[tuple[TokenLine, Token]] = []
    taken: set[int] = set()
    # An `otherwise` whose `if` cannot be read is not read either, nor what stands below it.
    unread = {line.tokens[0].start for line in sentences(source) if line.tokens[0].kind == "OTHERWISE"}
    lines = [line for line in sentences(source) if not unread & {*blocks_around(source, line), line.tokens[0].start}]
    for line in chance.sample(lines, min(5, len(lines))):
        # Below a first line that cannot be read, it may not even become clear what sort of block follows.
        around = {*blocks_around(source, line), line.tokens[0].start}
        if around & taken or any(line.tokens[0].start in blocks_around(source, other) for other, _ in places):
            continue
        taken.add(line.tokens[0].start)
        # A heading is free text, and behind the last colon of a line nothing shows that a block should follow.
        heading = line.tokens[0].kind == "HEADING"
        places.append((line, line.tokens[0] if heading else chance.choice(line.tokens[:-1])))
    text = source.text
    for line, token in sorted(places, key=lambda place: -place[1].start):
        space = "" if token is line.tokens[0] else " "
        text = f"{text[: token.start]}{space}{UNKNOWN} {text[token.start :]}"
    changed = source_from_text(path.name, text)
    expected = [changed.line_column(found.start())[0] for found in re.finditer(UNKNOWN, text)]
    assert [found.span.line for found in parse(changed).diagnostics] == expected


def slip(word: str) -> str:
    return word[0] + word[2] + word[1] + word[3:]


@pytest.mark.parametrize("path", SENTENCES, ids=lambda path: path.stem)
def test_two_slips_of_the_pen_in_one_sentence_are_told_in_one_run(path: Path) -> None:
    """Whatever the sentence: the first and the last misspelt word are told, each as if it were the only one."""
    source = read(path)

    def told(*slips: Token) -> list[tuple[str, str]]:
        text = source.text
        for token in slips:
            text = text[: token.start] + slip(token.text) + text[token.end :]
        return [(found.code, found.message) for found in parse(source_from_text(path.name, text)).diagnostics]

    tried = 0
    for line in sentences(source):
        words = [
            token for token in line.tokens if len(token.text) > 3 and token.text.isalpha() and token.text.islower()
        ]
        words = [token for token in words if scan(slip(token.text))[0].kind == "WORD"]
        if len(words) < 2:
            continue
        first, last = told(words[0]), told(words[-1])
        if len(first) == len(last) == 1:
            tried += 1
            assert told(words[0], words[-1]) == [*first, *last]
    assert tried > 10


@pytest.mark.parametrize("path", SENTENCES, ids=lambda path: path.stem)
def test_any_one_sentence_may_be_missing_a_word(path: Path) -> None:
    """Whatever is left out of a sentence, at most that sentence and the block that it opens are not read."""
    source = read(path)
    for line in sentences(source):
        for token in line.tokens[:-1]:
            if token.kind in {"COLON", "VBAR", "HEADING"}:
                continue
            space = " " if token is line.tokens[0] else ""
            text = source.text[: token.start] + source.text[token.end :].removeprefix(space)
            found = parse(source_from_text(path.name, text)).diagnostics
            assert {finding.span.line for finding in found} <= {
                source.line_column(token.start)[0] + step for step in (-1, 0, 1)
            }, (token, [str(finding.span) + finding.message for finding in found])


@pytest.mark.parametrize("text", ["", "\n\n", "note: only remarks\n\n    note: deep\n", " \t "])
def test_files_without_sentences(text: str) -> None:
    result = parse(source_from_text("empty.rules", text))
    assert [found.code for found in result.diagnostics] == ["RL0108"]
    assert result.document == Document(None, (), span=result.document.span)


def test_a_missing_first_line_costs_nothing_else() -> None:
    result = parse(source_from_text("a.rules", "the Bag is a bag\n\nto Rest:\n    gain 1 Coin\n"))
    assert [found.code for found in result.diagnostics] == ["RL0108"]
    assert result.document.header is None
    assert [type(item).__name__ for item in result.document.items] == ["ThingDeclaration", "Action"]


@pytest.mark.parametrize(
    "text",
    [
        HEADER + "to Rest: gain 1 Coin" + ", then gain 1 Coin" * 6_000,
        HEADER + "your Income is 1" + " plus 1" * 15_000,
        HEADER + "a Ware is one of " + "Pottery, " * 12_000,
        HEADER + "x" * 100_000,
        HEADER + "X" * 100_000 + " " + "Y" * 10,
        HEADER + "Very " * 20_000 + "is 3",
        HEADER + "| " * 50_000,
        HEADER + "to Rest:\n    gain 1 2" + " 3" * 50_000,
        HEADER + '"' * 100_000,
        HEADER + "=" * 100_000,
        HEADER + "," * 50_000,
        HEADER + " " * 100_000 + "x",
        HEADER + "always " + "(" * 50_000,
        HEADER + "note:" * 20_000,
    ],
    ids=lambda text: text[len(HEADER) :][:12].strip(),
)
def test_very_long_lines(text: str) -> None:
    _, seconds = timed(lambda: parse(source_from_text("long.rules", text)))
    assert seconds < 5


def test_many_mistakes() -> None:
    lines = 3_000
    found, seconds = timed(lambda: codes("to Rest:\n" + "    gain to 2 from\n" * lines))
    assert len(found) == lines
    assert seconds < 10


def test_nonsense_compares_few_words_with_few_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each word once, however often it stands there, and only with words that have nearly the same letters."""
    compared, chance = 0, random.Random(7)

    def counted(one: str, other: str, most: int | None = None) -> int:
        nonlocal compared
        compared += 1
        return edit_distance(one, other, most)

    monkeypatch.setattr(spelling, "edit_distance", counted)
    words = ["".join(chance.choices(ascii_lowercase, k=7)) for _ in range(100)]
    lines = "\n".join(" ".join(["Coins", "gain", *chance.choices(words, k=4)]) for _ in range(1_000))
    found = codes(f"to Rest:\n    {lines}\n")
    assert len(found) > 500
    assert compared < 10 * len(words)
    monkeypatch.setattr(spelling, "edit_distance", lambda one, other, most=None: pytest.fail(f"{one} {other}"))
    assert codes(f"to Rest:\n    {lines}\n") == found


def test_deeply_nested_blocks() -> None:
    deep = 300
    text = "to Rest:\n" + "".join(f"{' ' * depth}if it is White:\n" for depth in range(1, deep)) + " " * deep + "win\n"
    assert codes(text) == []
    assert codes(text.replace("if it is White:", "if it than by White:")) == ["RL0100"] * (deep - 1)


def test_reading_twice_gives_the_same() -> None:
    source = source_from_text("a.rules", HEADER + "to Rest:\n    chose a Tile\n  gain 2\nxyzzy:\n")
    first, second = parse(source), parse(source)
    assert first.diagnostics == second.diagnostics
    assert dump(first.document, spans=True) == dump(second.document, spans=True)
