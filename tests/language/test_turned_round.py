"""Every `then` of every conformance case, turned round, fails: what a case asserts could have been otherwise.

Each example is cut off behind one of its `then` lines, which is made to say the contrary in the words of the language.
Where both the line and its contrary held, the line would assert nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from typing import Final

import pytest

from interpreter import load
from interpreter.examples.run import run_examples

CASES: Final = sorted((Path(__file__).parent / "conformance" / "cases").glob("*.rules"))
#: A form of words and its contrary; the first that is found counts.
CONTRARIES: Final = (
    (r"\bmay not choose\b", "may choose"),
    (r"\bmay choose\b", "may not choose"),
    (r"\bthe game is not over\b", "the game is over"),
    (r"\bthe game is over\b", "the game is not over"),
    (r"\bdoes not see any\b", "sees every"),
    (r"\bdoes not see\b", "sees"),
    (r"\bsees no\b", "sees every"),
    (r"\bsees\b(?! every| any)", "does not see"),
    (r"\bwould not win$", "would win"),
    (r"\bdoes not win$", "wins"),
    (r"(?<=^then )(?!nobody|everybody)(\w+)( alone)? would win$", r"\1 would not win"),
    (r"(?<=^then )(?!nobody|everybody)(\w+)( alone)? wins$", r"\1 does not win"),
    (r"\bis not ([A-Z]\w+'s turn)", r"is \1"),
    (r"\bis ([A-Z]\w+'s turn)", r"is not \1"),
    (r"\bthere is no\b", "there is a"),
    (r"\bthere is (?:just one|an?)\b", "there is no"),
    (r"\bhas no\b", "has a"),
    (r"\bhas an?\b", "has no"),
    (r"\b(are|is) (at least|at most|more than|less than) (?=\(?[\w'])", None),
    (r"\b(is|are) not\b", r"\1"),
    (r"^(then there are )(\d+)", None),
    (r"^(.*\b(?:is|are|has) (?:round )?)(\d+)\b(?! looked)", None),
    (r"\b(is|are)\b(?! (?:one of|at|more|less))", r"\1 not"),
)
BOUNDS: Final = {"at least": "less than", "at most": "more than", "more than": "at most", "less than": "at least"}

QUOTE: Final = '"'
EXAMPLE: Final = re.compile(r"^example .*\n(?:[ \t].*\n|\n)*", re.MULTILINE)


def contrary(line: str) -> str | None:
    """A line that holds if and only if this one does not, where there is a plain one."""
    if " and " in line or " or " in line or re.match(r"then (every|any|no) |then there are at (least|most) ", line):
        return None
    for form, other in CONTRARIES:
        found = re.search(form, line)
        if found is None:
            continue
        if other is not None:
            return line[: found.start()] + found.expand(other) + line[found.end() :]
        if found[2] in BOUNDS:
            return f"{line[: found.start()]}{found[1]} {BOUNDS[found[2]]} {line[found.end() :]}"
        return f"{line[: found.start()]}{found[1]}{int(found[2]) - 1 if int(found[2]) else 1}{line[found.end() :]}"
    return None


def turned_round(text: str) -> Iterator[str]:
    """The rules, then each example as far as one of its `then` lines, which says the contrary."""
    examples = EXAMPLE.findall(text)
    rules = EXAMPLE.sub("", text)
    found: list[str] = []
    for example in examples:
        _, *lines = example.splitlines()
        for place, line in enumerate(lines):
            said = line.split("note:")[0].strip()
            other = contrary(said) if said.startswith("then ") else None
            if other is not None and (place + 1 == len(lines) or not lines[place + 1].startswith("      ")):
                head = f'example "{len(found)}: {other.replace(QUOTE, "")}":'
                found.append("\n".join([head, *lines[:place], f"    {other}"]))
    if found:
        yield "\n\n".join([rules, *found]) + "\n"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_what_is_turned_round_fails(path: Path, tmp_path: Path) -> None:
    for text in turned_round(path.read_text(encoding="utf-8")):
        if "uses " in text:
            copytree(path.parent / "parts", tmp_path / "parts")
        (tmp_path / path.name).write_text(text, encoding="utf-8")
        results = run_examples(load(tmp_path / path.name), "reference")
        # Those within a variant or a number of players stand among the rules, as they were.
        made = [result for result in results if re.match(r"\d+: ", result.title)]
        assert made
        assert [result.title for result in made if result.passed] == []
