"""One mistake is told once: what only follows from another finding is left out, what repeats itself is put together.

Before: findings of reading (sentences that could not be read) and of meaning (sentences that could). After: the same
without names that are unknown only because the sentence that introduces them is wrong itself, and with one finding
for each unknown name, however often it stands in the rulebook.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from rulelang.diagnostics.model import Diagnostic, Label, Severity, in_reading_order
from rulelang.source import Span
from rulelang.tuning.fast_dataclass import dataclass, replace

#: Findings about a name that nothing introduces.
_UNKNOWN = frozenset({"RL0201", "RL0202", "RL0208", "RL0223", "RL0225", "RL0229", "RL0505", "RL0715"})
_NOT_INTRODUCED = "RL0205"
#: Squares of a board are named by no word of the author's.
_NO_SQUARE, _BOARD = "RL0211", "grid"
#: A name in the wording of an action that no sentence of it introduces.
_NOT_CHOSEN = "RL0257"
#: What such a line should introduce, or the pieces of which it tells, there are not.
_INTRODUCES_NOTHING = frozenset({"RL0704", "RL0707", "RL0714", "RL0715"})
#: What may be wrong only because a name is not known.
_OF_NAMES = _UNKNOWN | {"RL0716"}
_NO_PLAY = "RL0501"

_SHOWN = 3
_INTRODUCED = re.compile(r"\b(?:as|an?|another) ((?:[^\W\d_a-z][\w'-]* ?)+)")
_NAMING = re.compile(r"\bas ((?:[^\W\d_a-z][\w'-]* ?)+)")
_NAME = re.compile(r"[^\W\d_][\w'-]*")


@dataclass(frozen=True, slots=True)
class _Unread:
    """A sentence that could not be read: its line, the first line of its item, and the names on both."""

    path: str
    head: int
    line: int
    names: frozenset[str]


def without_consequences(reading: Iterable[Diagnostic], meaning: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """All findings, in reading order."""
    reading, meaning = tuple(reading), in_reading_order(meaning)
    unread = [_unread(one.span) for one in reading if one.severity is Severity.ERROR]
    hollow = [one for one in meaning if one.code in _INTRODUCES_NOTHING and not _follows(one, unread)]
    unread += [_unread(one.span) for one in hollow]
    misread = [_misread(one) for one in meaning if one.severity is Severity.ERROR and one.code != _NOT_INTRODUCED]
    naming = [_naming(one.span) for one in (*reading, *meaning) if one.severity is Severity.ERROR]
    # What was read in place of what stands there may not be what was meant.
    replaced = {(one.span.source.path, one.span.start) for one in reading}
    said = {(one.code, one.message, one.span.source.path, one.span.line) for one in reading}
    kept = [
        one
        for one in meaning
        if (one.span.source.path, one.span.start) not in replaced
        and (one.code, one.message, one.span.source.path, one.span.line) not in said
    ]
    while following := [one for one in kept if one not in hollow and _follows(one, unread, misread, naming)]:
        # A sentence in which something is unknown introduces nothing itself.
        unread += [_not_introducing(one.span) for one in following if one.code != _NO_PLAY]
        kept = [one for one in kept if one not in following]
    return in_reading_order((*reading, *_together(kept)))


def _not_introducing(span: Span) -> _Unread:
    """A rule may introduce all names in it, a sentence of an action only those behind `a` or `as`."""
    whole, line = _unread(span), span.source.line_text(span.line)
    if line[:1].strip():
        return whole
    return replace(whole, names=frozenset(name for words in _INTRODUCED.findall(line) for name in capitalised(words)))


def _naming(span: Span) -> _Unread:
    """What a sentence with a mistake calls by a name of its own: `remember ... as Hue`."""
    words = _NAMING.findall(span.source.line_text(span.line))
    return replace(_unread(span), names=frozenset(name for word in words for name in capitalised(word)))


def _unread(span: Span) -> _Unread:
    source, line = span.source, span.line
    head = line
    while head > 1 and not source.line_text(head)[:1].strip():
        head -= 1
    texts = (source.line_text(head), source.line_text(line))
    boards = (_BOARD for text in texts if f" {_BOARD} " in text)
    return _Unread(source.path, head, line, frozenset(boards).union(*map(capitalised, texts)))


def _misread(finding: Diagnostic) -> _Unread:
    """With the names that were meant: `choose a Crad` introduces the Card."""
    whole = _unread(finding.span)
    meant = [capitalised(edit.replacement) for fix in finding.fixes for edit in fix.edits]
    return replace(whole, names=whole.names.union(*meant))


@lru_cache(maxsize=16)
def capitalised(text: str) -> frozenset[str]:
    """Capitalised words, so that the singular and the plural are the same: `Firefly` and `Fireflies`. Kept, because
    many findings may stand in one long line."""
    words = (word for word in _NAME.findall(text) if word[0].isupper())
    return frozenset(re.sub(r"(ies|y|es|s|e)$", "", word) for word in words)


def _follows(
    finding: Diagnostic, unread: Sequence[_Unread], misread: Sequence[_Unread] = (), naming: Sequence[_Unread] = ()
) -> bool:
    if finding.code == _NO_PLAY:
        return any(True for _ in unread)
    span = finding.span
    if finding.code == _NOT_CHOSEN:
        here = _unread(span)
        return any(sentence.path == here.path and sentence.head == here.head for sentence in unread)
    if finding.code == _NO_SQUARE:
        return any(_BOARD in sentence.names for sentence in unread)
    names = capitalised(f"{span.text} {finding.message.partition('`')[2]}")
    if finding.code == _NOT_INTRODUCED:
        return _stands_behind(span, names, (*unread, *misread))
    if finding.code not in _OF_NAMES:
        return False
    return any(names & sentence.names for sentence in unread) or _stands_behind(span, names, naming)


def _stands_behind(span: Span, names: frozenset[str], sentences: Iterable[_Unread]) -> bool:
    """Is one of these sentences above it in the same item, and has one of the names?"""
    here = _unread(span)
    return any(
        sentence.path == here.path and sentence.head == here.head and sentence.line < here.line
        for sentence in sentences
        if names & sentence.names
    )


def _together(findings: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    same: dict[tuple[str, str, str], list[Diagnostic]] = {}
    for finding in findings:
        told_once = finding.code in _UNKNOWN and finding.severity is Severity.ERROR
        place = "" if told_once else f"{finding.span.source.path}:{finding.span.start}:{finding.span.end}"
        # One of them or several.
        message = re.sub(r"(?:ies|y|es|s|e)\b", "", finding.message)
        same.setdefault((finding.code, message, place), []).append(finding)
    for first, *others in same.values():
        if not others:
            yield first
            continue
        shown = tuple(Label(one.span, "also here") for one in others[:_SHOWN])
        rest = len(others) - len(shown)
        more = (f"It stands in {rest} more {'place' if rest == 1 else 'places'}.",) if rest else ()
        yield replace(first, secondary=(*first.secondary, *shown), notes=(*first.notes, *more))
