"""Cases written as Markdown: a heading, a few words, a ```rules block and, if something is wrong, a ```findings block.

A finding is written as `line:column CODE a few words of the message`. Lines are counted in the block. The block is the
rest of a rulebook for 2 to 4 players, or a whole file if it begins with ```rules whole file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rulelang.diagnostics import Diagnostic

HEADER = 'rulebook "Case" for 2 to 4 players\n'
Check = Callable[[str], Sequence[Diagnostic]]
_CASE = re.compile(
    r"^## (?P<title>[^\n]+)\n(?P<prose>(?:(?!^## |^```).*\n)*)"
    r"^```rules(?P<whole> whole file)?\n(?P<text>(?:(?!^```).*\n)*)^```\n"
    r"(?:\n*^```findings\n(?P<findings>(?:(?!^```).*\n)*)^```\n)?",
    re.MULTILINE,
)
_FINDING = re.compile(r"(\d+):(\d+) (RL\d{4}) (.+)")


@dataclass(frozen=True, slots=True)
class Expected:
    """A finding that a case is about."""

    line: int
    column: int
    code: str
    fragment: str

    def matches(self, found: Diagnostic, lines_before: int) -> bool:
        """Is this the finding?"""
        place = (found.span.line - lines_before, found.span.column)
        return place == (self.line, self.column) and found.code == self.code and self.fragment in found.message


@dataclass(frozen=True, slots=True)
class Case:
    """One heading of a file of cases."""

    title: str
    text: str
    whole: bool
    expected: tuple[Expected, ...]

    def run(self, check: Check) -> None:
        """Fail unless exactly the expected findings are found, in this order."""
        lines_before = 0 if self.whole else 1
        found = check((HEADER if lines_before else "") + self.text)
        said = [f"{d.span.line - lines_before}:{d.span.column} {d.code} {d.message}" for d in found]
        assert len(found) == len(self.expected), said
        for expected, diagnostic in zip(self.expected, found, strict=True):
            assert expected.matches(diagnostic, lines_before), said


def read_cases(path: Path) -> Iterator[Case]:
    """All cases of a file."""
    content = path.read_text(encoding="utf-8")
    cases = list(_CASE.finditer(content))
    headings = re.findall(r"^## .+$", content, re.MULTILINE)
    assert len(cases) == len(headings), f"{path.name}: a case is not in the right form"
    for case in cases:
        lines = (case["findings"] or "").splitlines()
        found = [_FINDING.fullmatch(line) for line in lines]
        assert all(found), f"{path.name}: {case['title']}: write findings as `2:5 RL0101 a few words`"
        expected = tuple(Expected(int(m[1]), int(m[2]), m[3], m[4]) for m in found if m)
        assert case["prose"].strip(), f"{path.name}: {case['title']}: say what the case is about"
        yield Case(case["title"], case["text"], case["whole"] is not None, expected)
