"""Looks at the sentences that follow a mistake, to tell what the author was about to say."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from rulelang.tokens.layout import INDENT, NEW_LINE, LayoutReader, TokenLine
from rulelang.tokens.token import Token
from rulelang.tree.machine import Machine, Snapshot

# How many sentences to look ahead.
_FAR = 3
_LINE_PARTS = ("_statement", "item", "option", "line", "row", "content")
_LINE_STARTS = ("NAME", "VBAR", "GIVEN")
# Headers for a block whose own header could not be read at all.
_HEADERS = (
    ("PHASE", "NAME", "COLON"),
    ("SETUP", "COLON"),
    ("NAME", "COLON"),
    ("GLOSSARY", "COLON"),
    ("EXAMPLE", "STRING", "COLON"),
    ("CHOOSE", "ONE", "COLON"),
    ("THERE", "_IS", "INT", "NAME", "COLON"),
)


def begins_block(line: TokenLine) -> bool:
    """Is it the first line of a block?"""
    return bool(line.opening) and line.opening[0].kind == INDENT


def kinds_of(tokens: Sequence[Token]) -> list[str]:
    """Their kinds."""
    return [token.kind for token in tokens]


class Outlook:
    """What follows in the file, and how much of it could be read."""

    def __init__(self, machine: Machine, layout: LayoutReader) -> None:
        self.machine = machine
        self.layout = layout

    def may_start(self, token: Token) -> bool:
        """May a line of some sort begin with it?"""
        return any(token.kind in self.machine.table.beginnings[part] for part in _LINE_PARTS)

    def settle(self) -> None:
        """Complete all sentences before the next one."""
        for kind in _LINE_STARTS:
            if self.machine.accepts(kind):
                self.machine.settle(kind)
                return

    def following(self) -> list[TokenLine]:
        """The next few sentences of the same block, or of the block below."""
        first, *others = self.layout.look_ahead(_FAR) or [TokenLine([])]
        return [first, *takewhile(lambda line: not line.opening, others)]

    def progress(self, states: Sequence[int], rest: Sequence[str], following: Sequence[TokenLine]) -> int:
        """How much could be read: of the rest of a sentence, and then of each of those that follow."""
        table = self.machine.table
        read = table.takes(states, rest)
        if read < len(rest) or not following:
            return read
        opening = kinds_of(following[0].opening)
        return read + sum(table.takes(states, [*rest, *opening, *kinds_of(line.tokens)]) - read for line in following)

    def line_parts(self, before: Snapshot) -> tuple[list[str], int]:
        """The parts that could stand in place of a whole line, and how far one can read on behind the best of them."""
        table = self.machine.table
        states = table.settled(before.states, _LINE_STARTS)
        following = self.following()
        scores = {
            part: self.progress([*states, table.states[states[-1]][part]], (), following)
            for part in _LINE_PARTS
            if part in table.states[states[-1]]
        }
        best = max(scores.values(), default=0)
        return [part for part, score in scores.items() if score == best], best

    def header_for_block(self) -> tuple[str, ...] | None:
        """The first header under which the block that follows can be read, or most of it."""
        following = self.following()
        if not begins_block(following[0]):
            return None
        best, most = None, 0
        for header in _HEADERS:
            kinds = (*header, NEW_LINE)
            # The beginning of the block says nothing about its lines.
            read = self.progress(self.machine.states, kinds, following) - len(kinds) - len(following)
            if read > most:
                best, most = header, read
        return best
