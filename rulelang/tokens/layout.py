"""From lines to blocks: a line that ends in a colon opens a block, a deeper line after any other line continues it."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.source import SourceFile, Span
from rulelang.tokens.token import Token
from rulelang.tuning.fast_dataclass import dataclass, field

TAB_WIDTH = 4
NEW_LINE, INDENT, DEDENT, END = "_NL", "_INDENT", "_DEDENT", "$END"
_BETWEEN = frozenset({"newline", "NOTE"})
_IN_NAMES = frozenset({"NAME", "INT"})


@dataclass(slots=True)
class TokenLine:
    """A sentence over one or more lines of the file."""

    opening: list[Token]
    """Ends and beginnings of blocks in front of it."""
    tokens: list[Token] = field(default_factory=list)
    """Its words and signs, and `_NL` at last; for the end of the file just `$END`."""
    deeper: dict[int, int] = field(default_factory=dict)
    """Where in `tokens` a deeper line of the file continues the sentence, with the place of its first scanned token."""
    opens: bool = False
    """Does it end in a colon?"""
    misplaced: bool = False
    """Does it start where no block starts?"""
    beside: int = -1
    """Where the sentence before it in the same block starts in the text, if there is one."""

    def joined(self) -> list[Token] | None:
        """Its words with names that were broken over two lines as one, if there are any."""
        tokens: list[Token] = []
        for place, token in enumerate(self.tokens):
            if place in self.deeper and token.kind in _IN_NAMES and tokens[-1].kind == "NAME":
                tokens[-1] = Token("NAME", f"{tokens[-1].text} {token.text}", tokens[-1].start, token.end)
            else:
                tokens.append(token)
        return tokens if len(tokens) < len(self.tokens) else None


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A line that starts where no block starts; it is read as part of the block that starts after `taken` spaces."""

    start: int
    depths: tuple[int, ...]
    taken: int


@dataclass(frozen=True, slots=True)
class _Place:
    position: int
    depths: tuple[int, ...]
    siblings: tuple[int, ...]
    opened: bool
    same: tuple[int, int]
    misplaced: int


class LayoutReader:
    """Hands out one sentence after the other. It can be told to read the rest of a sentence as lines of their own."""

    def __init__(self, source: SourceFile, tokens: list[Token]) -> None:
        self.misplaced: list[Misplaced] = []
        self._text = source.text
        self._source = source
        self._tokens = tokens
        self._position = 0
        self._depths = [0]
        self._siblings = [-1]
        self._opened = False
        # The last misplaced depth and what it was taken for: lines beside a misplaced line are not reported again.
        self._same = (-1, 0)
        self._tabs: dict[int, Span] = {}

    @property
    def tabs(self) -> tuple[Span, ...]:
        """Spaces before lines, where there are tabs among them."""
        return tuple(self._tabs.values())

    def next_line(self) -> TokenLine | None:
        """The next sentence; at last one that only ends the file."""
        start = self._next_token(self._position)
        if start >= len(self._tokens):
            return self._file_end()
        depth = self._depth(start)
        known = len(self.misplaced)
        line = TokenLine(self._opening(depth, start), misplaced=len(self.misplaced) > known)
        line.beside, self._siblings[-1] = self._siblings[-1], self._tokens[start].start
        self._collect(line, start, depth)
        return line

    def peek(self) -> TokenLine | None:
        """The next sentence, without going on to it."""
        return next(iter(self.look_ahead(1)), None)

    def look_ahead(self, count: int) -> list[TokenLine]:
        """The next few sentences, without going on to them."""
        place = _Place(
            self._position,
            tuple(self._depths),
            tuple(self._siblings),
            self._opened,
            self._same,
            len(self.misplaced),
        )
        lines: list[TokenLine] = []
        while len(lines) < count and (line := self.next_line()) is not None:
            lines.append(line)
        self._position, self._opened, self._same = place.position, place.opened, place.same
        self._depths[:] = place.depths
        self._siblings[:] = place.siblings
        del self.misplaced[place.misplaced :]
        return lines

    def split(self, start: int, as_block: bool) -> None:
        """Go back to the deeper line that begins at scanned token `start`, and begin a new sentence there.

        It is the first line of a block, or it stands beside the line that it seemed to continue.
        """
        depth = self._depth(start)
        self._position = start
        self._opened = False
        if as_block:
            self._depths.append(depth)
            self._siblings.append(-1)
        else:
            self._misplace(start, depth, self._depths[-1])

    def step_out(self, line: TokenLine) -> bool:
        """Take a misplaced line for one of the block around the one that it was taken into."""
        if len(self._depths) == 1:
            return False
        self._depths.pop()
        self._siblings.pop()
        self._same = (self._same[0], self._depths[-1])
        line.beside, self._siblings[-1] = self._siblings[-1], line.tokens[0].start
        return True

    def skip_block(self) -> None:
        """Leave out the block that the last sentence opened."""
        while (start := self._next_token(self._position)) < len(self._tokens):
            if self._depth(start) <= self._depths[-1]:
                break
            self._position = start
            while self._position < len(self._tokens) and self._tokens[self._position].kind != "newline":
                self._position += 1
        self._opened = False

    def _file_end(self) -> TokenLine | None:
        if self._position > len(self._tokens):
            return None
        self._position = len(self._tokens) + 1
        end = self._end_before(len(self._tokens))
        closing = [Token(DEDENT, "", end, end) for _ in self._depths[1:]]
        del self._depths[1:], self._siblings[1:]
        return TokenLine(closing, [Token(END, "", end, end)])

    def _opening(self, depth: int, start: int) -> list[Token]:
        depths = self._depths
        end = self._end_before(start)
        if self._opened and depth > depths[-1]:
            depths.append(depth)
            self._siblings.append(-1)
            return [Token(INDENT, "", end, end)]
        if depth == depths[-1]:
            return []
        if depth == self._same[0] and self._same[1] in depths:
            depth = self._same[1]
        elif depth not in depths:
            depth = self._misplace(start, depth, self._nearest(depth))
        opening = []
        while depth < depths[-1]:
            depths.pop()
            self._siblings.pop()
            opening.append(Token(DEDENT, "", end, end))
        return opening

    def _nearest(self, depth: int) -> int:
        # Where two are as near, the line more likely lost a space than gained one.
        return min(self._depths, key=lambda known: (abs(known - depth), known < depth))

    def _misplace(self, start: int, depth: int, taken: int) -> int:
        nearest = (max(self._below(depth), default=None), min(self._above(depth), default=None))
        depths = tuple(known for known in nearest if known is not None)
        self.misplaced.append(Misplaced(self._tokens[start].start, depths, taken))
        self._same = (depth, taken)
        return taken

    def _below(self, depth: int) -> Iterator[int]:
        return (known for known in self._depths if known < depth)

    def _above(self, depth: int) -> Iterator[int]:
        return (known for known in self._depths if known > depth)

    def _collect(self, line: TokenLine, start: int, depth: int) -> None:
        tokens, scanned = line.tokens, self._tokens
        # A line that starts too far to the left does not make the lines beside it deeper.
        depth = max(depth, self._depths[-1])
        place, count = start, len(scanned)
        while place < count:
            token = scanned[place]
            if token.kind == "newline":
                if tokens[-1].kind == "COLON":
                    break
                following = self._next_token(place)
                # A row of a table is always one line.
                if following == count or self._depth(following) <= depth or tokens[0].kind == "VBAR":
                    break
                line.deeper[len(tokens)] = following
                place = following
                continue
            if token.kind != "NOTE":
                tokens.append(token)
            place += 1
        self._position = place
        self._opened = line.opens = tokens[-1].kind == "COLON"
        end = tokens[-1].end
        tokens.append(Token(NEW_LINE, "", end, end))

    def _next_token(self, place: int) -> int:
        tokens, count = self._tokens, len(self._tokens)
        while place < count and tokens[place].kind in _BETWEEN:
            place += 1
        return place

    def _end_before(self, place: int) -> int:
        while place > 0:
            place -= 1
            if self._tokens[place].kind not in _BETWEEN:
                return self._tokens[place].end
        return 0

    def _depth(self, place: int) -> int:
        start = self._tokens[place - 1].end if place else 0
        end = self._tokens[place].start
        if "\t" not in self._text[start:end]:
            return end - start
        self._tabs[start] = Span(self._source, start, end)
        depth = 0
        for character in self._text[start:end]:
            depth += TAB_WIDTH - depth % TAB_WIDTH if character == "\t" else 1
        return depth
