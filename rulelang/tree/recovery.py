"""Goes on after a sentence that does not fit, so that each mistake is reported once and no other is invented.

In this order: read the sentence as the author most likely meant it; leave open only the part of it that cannot be
read (a hole); leave out the sentence; leave out the block below it too.
"""

from __future__ import annotations

from dataclasses import replace

from rulelang.tokens.layout import DEDENT, INDENT, NEW_LINE, LayoutReader, TokenLine
from rulelang.tokens.token import Token
from rulelang.tree.machine import Machine, Snapshot
from rulelang.tree.outlook import Outlook, begins_block, kinds_of
from rulelang.tree.repairs import words
from rulelang.tree.repairs.places import header_word
from rulelang.tree.reporter import Reporter
from rulelang.tree.situation import PLAIN_MISTAKES, Expectation, Situation, Sureness
from rulelang.tree.table import HOLE

_MOST_MISTAKES = 6
# After so many words that fit behind a mistake it was mended, whatever comes then, or if that can be explained.
_FAR = 5
_SOME = 2
_HEADER_WORDS = frozenset({"rulebook", "library"})


class Recovery:
    """Mends one reading of one file."""

    def __init__(self, machine: Machine, layout: LayoutReader, reporter: Reporter) -> None:
        self.machine = machine
        self.layout = layout
        self.reporter = reporter
        self.outlook = Outlook(machine, layout)
        # Where sentences start that were left out, and those whose block is missing.
        self._left_out: set[int] = set()
        self._hollow: set[int] = set()

    def begin(self, line: TokenLine, previous: TokenLine | None) -> None:
        """Take the ends and beginnings of blocks in front of a line."""
        machine = self.machine
        if previous is not None and previous.opens and not begins_block(line):
            self._fill_block(previous)
        if not line.opening:
            return
        taken = machine.run(line.opening)
        assert taken == len(line.opening), "blocks begin and end where the sentences say so"

    def mend(self, line: TokenLine, place: int, before: Snapshot) -> None:
        """Deal with the token at `place`, which does not fit."""
        machine = self.machine
        if before.states == (machine.table.start,):
            self._no_header(line, place, before)
            return
        if line.beside in self._hollow:
            # The block that is missing: its lines do not start far enough to the right.
            self._hollow.add(line.tokens[0].start)
            self._leave_out(line, before)
            return
        if line.tokens[0].kind == "OTHERWISE" and (line.beside in self._left_out or self._lost_condition(line)):
            self._leave_out(line, before)
            return
        if place in line.deeper and self._split(line, place):
            return
        if line.misplaced:
            self._mend_misplaced(line, before)
            return
        meant = self._explain(line, place, before)
        if meant is not None:
            machine.restore(before)
            machine.run(meant)
            return
        self._left_out.add(line.tokens[0].start)
        if self._may_hide_block(line, place):
            # It may have been meant as a block, so the lines below are not blamed for this one.
            if not self._open_at_colon(line, place, before):
                self._leave_out(line, before, with_block=True)
        elif not self._leave_hole(line, place, before):
            self._leave_out(line, before)

    def _lost_condition(self, line: TokenLine) -> bool:
        """Does it stand below a condition whose block does not start far enough to the right?"""
        column = self.reporter.source.line_column
        return any(column(start)[1] == column(line.tokens[0].start)[1] for start in self._hollow)

    def _explain(self, line: TokenLine, place: int, before: Snapshot) -> list[Token] | None:
        """Report what is wrong with a line. Returns the sentence as it was meant if all of it can be read then.

        Otherwise the machine stands where it stood."""
        found, meant = self._mistakes(line, place, before, _MOST_MISTAKES)
        for finding in found:
            self.reporter.add(finding)
        if meant is None:
            self.machine.restore(before)
            self.machine.run(line.tokens)
        return meant

    def _mistakes(
        self, line: TokenLine, place: int, before: Snapshot, most: int
    ) -> tuple[list[Expectation], list[Token] | None]:
        """What is wrong at `place`, and further on as if that were right, with the sentence as it was meant.

        What comes further on shows whether the guess was right: it must be a mistake that is known, or far away."""
        machine = self.machine
        situation = self._situation(line, place, before)
        finding, partly = self.reporter.explain(situation)
        if finding.meant is not None or most == 1 or self._may_hide_block(line, place):
            return [finding], finding.meant
        if situation.kind in PLAIN_MISTAKES and situation.with_instead((), 1) is not None:
            # Without the word all of it fits: what else is wrong comes from taking the word for something.
            return [finding], None
        for one in (partly, finding):
            tokens = one and (one.meant or _with_guess(line.tokens, place, one))
            if one is None or not tokens:
                continue
            machine.restore(before)
            further = machine.run(tokens)
            if further == len(tokens) or further < place + (one is finding):
                continue
            if one is finding and tokens[further].kind not in PLAIN_MISTAKES:
                continue
            others, meant = self._mistakes(_with_tokens(line, tokens), further, before, most - 1)
            if others[0].sureness >= _needed(one, further - place):
                return [one, *others], meant
        return [finding, *self.reporter.further_on(situation, finding)], None

    def _may_hide_block(self, line: TokenLine, place: int) -> bool:
        """Do deeper lines behind the mistake look like sentences?"""
        return any(deeper > place and self.outlook.may_start(line.tokens[deeper]) for deeper in line.deeper)

    def doubt(self, line: TokenLine, before: Snapshot) -> None:
        """A sentence fits, but its first word is a name: see whether it should not have been one."""
        if not words.begins_with_article(line.tokens[0]):
            return
        meant = self.reporter.doubt(self._situation(line, 0, before))
        if meant is not None:
            self.machine.restore(before)
            self.machine.run(meant)

    def _situation(self, line: TokenLine, place: int, before: Snapshot) -> Situation:
        below = self.layout.peek() if line.opens else None
        block = (*below.opening, *below.tokens) if below is not None and begins_block(below) else ()
        return Situation(self.machine, before, line, place, block)

    def _mend_misplaced(self, line: TokenLine, before: Snapshot) -> None:
        """Where a line starts has been reported. If it does not fit there, it may fit into the block around."""
        machine = self.machine
        machine.restore(before)
        kinds = [DEDENT, *kinds_of(line.tokens)]
        if machine.table.takes(machine.states, kinds) == len(kinds) and self.layout.step_out(line):
            start = line.tokens[0].start
            machine.run([Token(DEDENT, "", machine.end, start), *line.tokens])
        else:
            self._leave_out(line, before)

    # ------------------------------------------------------------ the header
    def _no_header(self, line: TokenLine, place: int, before: Snapshot) -> None:
        machine = self.machine
        first = line.tokens[0]
        finding = header_word(self._situation(line, 0, before))
        if finding is not None and finding.meant is not None:
            self.reporter.add(finding)
            machine.restore(before)
            machine.run(finding.meant)
            return
        if first.text in _HEADER_WORDS:
            meant = self._explain(line, place, before)
            if meant is not None:
                machine.restore(before)
                machine.run(meant)
                return
        else:
            self.reporter.missing_heading(first)
        machine.restore(before)
        machine.put("header", None)
        if first.text in _HEADER_WORDS:
            self._leave_block(line)
            return
        again = machine.mark()
        place = machine.run(line.tokens)
        if place == len(line.tokens):
            return
        if any(token.kind == "PLAYER" for token in line.tokens):
            # It names the game in a way of its own, and that has been said.
            self._leave_out(line, again)
        else:
            self.mend(line, place, again)

    # --------------------------------------------------------------- blocks
    def _fill_block(self, opener: TokenLine) -> None:
        """A line ends in a colon, and nothing stands below it."""
        machine = self.machine
        colon = opener.tokens[-2]
        if machine.run([Token(INDENT, "", colon.end, colon.end)]):
            self.reporter.empty_block(colon)
            self._hollow.add(opener.tokens[0].start)
            self._put_hole()
            machine.run([Token(DEDENT, "", colon.end, colon.end)])

    def _split(self, line: TokenLine, place: int) -> bool:
        """Is a deeper line no continuation, but the block of a line without a colon, or a line too deep?"""
        machine = self.machine
        rest = line.tokens[place:]
        end = line.tokens[place - 1].end
        for kinds in (("COLON", NEW_LINE, INDENT), (NEW_LINE,)):
            if machine.table.takes(machine.states, [*kinds, rest[0].kind]) > len(kinds):
                machine.run([Token(kind, "", end, end) for kind in kinds])
                if len(kinds) > 1:
                    self.reporter.missing_colon(line.tokens[0], line.tokens[place - 1], rest[0])
                self.layout.split(line.deeper[place], as_block=len(kinds) > 1)
                line.opens = False
                return True
        return False

    def _open_at_colon(self, line: TokenLine, place: int, before: Snapshot) -> bool:
        """Something stands behind a colon that should be the last on its line: forget it and read the block."""
        machine, tokens = self.machine, line.tokens
        colon = next((index for index in range(place) if tokens[index].kind == "COLON"), None)
        if colon is None:
            return False
        start, end = min(deeper for deeper in line.deeper if deeper > place), tokens[colon].end
        opening = [*tokens[: colon + 1], *(Token(kind, "", end, end) for kind in (NEW_LINE, INDENT))]
        if machine.table.takes(before.states, kinds_of([*opening, tokens[start]])) <= len(opening):
            return False
        machine.restore(before)
        machine.run(opening)
        self.layout.split(line.deeper[start], as_block=True)
        line.opens = False
        return True

    # ---------------------------------------------------------------- holes
    def _leave_hole(self, line: TokenLine, place: int, before: Snapshot) -> bool:
        """Leave open the part of the sentence that cannot be read, up to its colon or its end."""
        tokens = line.tokens
        colon = next((index for index in range(place, len(tokens)) if tokens[index].kind == "COLON"), None)
        if colon is not None and self._fill(line, colon, before):
            return True
        if not self._fill(line, len(tokens) - 1, before):
            return False
        self._leave_block(line)
        return True

    def _fill(self, line: TokenLine, resume: int, before: Snapshot) -> bool:
        """Put a hole before `tokens[resume]` so that as much as possible of what follows can be read."""
        machine = self.machine
        rest = line.tokens[resume:]
        following = self.outlook.following()
        if line.opens and not begins_block(following[0]):
            return False
        best, most = None, len(rest) if line.opens else 0
        for depth, symbol, state in machine.open_parts():
            fitting = self.outlook.progress([*machine.states[:depth], state], kinds_of(rest), following)
            # Where nothing of the sentence can be kept, some of its block has to be readable to tell what it was.
            guessed = line.opens and depth <= machine.floor
            if fitting > most and not (guessed and fitting <= len(rest) + len(following)):
                best, most = (depth, symbol), fitting
        if best is None:
            return False
        if not line.opens and self.outlook.line_parts(before)[1] > most - len(rest):
            return False
        machine.cut(best[0])
        machine.put(best[1], HOLE)
        fitting = machine.run(rest)
        return fitting == len(rest) or (fitting > 0 and self._fill(line, len(line.tokens) - 1, before))

    # ------------------------------------------------------------- sentences
    def _leave_out(self, line: TokenLine, before: Snapshot, with_block: bool = False) -> None:
        machine = self.machine
        self._left_out.add(line.tokens[0].start)
        machine.restore(before)
        if line.opens and not with_block and self._stand_in(line):
            return
        if line.opens or with_block:
            self.layout.skip_block()
            line.opens = False
        self._put_hole()

    def _stand_in(self, line: TokenLine) -> bool:
        """Read the block below a line that could not be read as a block of the first sort that fits."""
        header = self.outlook.header_for_block()
        if header is None:
            return False
        machine, end = self.machine, line.tokens[-1].end
        first, *rest = (Token(kind, "", end, end) for kind in (*header, NEW_LINE))
        machine.run([first])
        machine.values[-1] = HOLE
        machine.wounded = True
        machine.run(rest)
        return True

    def _put_hole(self) -> None:
        """Put a hole in place of a line."""
        machine = self.machine
        self.outlook.settle()
        parts, _ = self.outlook.line_parts(machine.mark())
        machine.put(parts[0], HOLE)

    def _leave_block(self, line: TokenLine) -> None:
        """Leave out the block below a line, if it opens one."""
        if line.opens:
            self.layout.skip_block()
            line.opens = False


def _needed(finding: Expectation, taken: int) -> Sureness:
    """How sure the next mistake has to be if so many words behind this one fit."""
    if taken >= _FAR and finding.sureness is Sureness.SURE:
        return Sureness.UNEXPECTED
    return Sureness.LIKELY if taken >= _SOME else Sureness.SURE


def _with_guess(tokens: list[Token], place: int, finding: Expectation) -> list[Token] | None:
    """A sentence with what was likely meant in place of what does not fit."""
    return [*tokens[:place], *finding.guess, *tokens[place + finding.guessed :]] if finding.guess else None


def _with_tokens(line: TokenLine, tokens: list[Token]) -> TokenLine:
    """A line with other words: it goes on in the same deeper lines."""
    starts = {line.tokens[place].start: scanned for place, scanned in line.deeper.items()}
    deeper = {place: starts[token.start] for place, token in enumerate(tokens) if token.start in starts}
    return replace(line, tokens=tokens, deeper=deeper)
