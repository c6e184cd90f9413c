"""From text to a tree: the scanner's tokens, laid out in sentences, are fed to the machine; what does not fit is reported."""

from __future__ import annotations

from dataclasses import dataclass

from rulelang.diagnostics.catalogue import syntax
from rulelang.diagnostics.model import Diagnostic, in_reading_order
from rulelang.source import SourceFile
from rulelang.tokens.layout import INDENT, Layout, Line
from rulelang.tokens.scanner import scan
from rulelang.tokens.token import Token
from rulelang.tree.machine import Machine
from rulelang.tree.mistakes import Mistakes
from rulelang.tree.nodes import Document
from rulelang.tree.recovery import Recovery
from rulelang.tree.table import load


@dataclass(frozen=True, slots=True)
class ParseResult:
    """The tree of what could be read, what could not, and every token with line ends and remarks."""

    document: Document
    diagnostics: tuple[Diagnostic, ...]
    tokens: tuple[Token, ...]


def parse(source: SourceFile) -> ParseResult:
    """Read a rulebook. Sentences that cannot be read are reported and left out of the tree."""
    tokens = scan(source.text)
    layout = Layout(source, tokens)
    machine = Machine(load(), source)
    mistakes = Mistakes(source)
    recovery = Recovery(machine, layout, mistakes)
    previous: Line | None = None
    while (line := layout.next_line()) is not None:
        recovery.begin(line, previous)
        before = machine.mark()
        place = machine.run(line.tokens)
        if place < len(line.tokens):
            recovery.mend(line, place, before)
        previous = line
    found = [
        *mistakes.found,
        *(_wrong_indentation(source, misplaced.start, misplaced.depths) for misplaced in layout.misplaced),
        *(syntax.tab_in_indentation(tabs) for tabs in layout.tabs[:1]),
    ]
    return ParseResult(machine.values[-1], in_reading_order(found), tuple(tokens))


def _wrong_indentation(source: SourceFile, start: int, depths: tuple[int, ...]) -> Diagnostic:
    line = source.line_span(source.line_column(start)[0])
    return syntax.wrong_indentation(line, depths)
