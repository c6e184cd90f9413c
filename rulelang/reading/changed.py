"""Which sentences read otherwise than they did: their own words or what was understood, whatever line they stand in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from rulelang.reading.readings import Reading

_LINE = re.compile(r"\blines? \d+(?:(?:, | and )\d+)*")


def changed_since(old: Sequence[Reading], new: Sequence[Reading]) -> list[Reading]:
    """The new readings that were not there before."""
    known = Counter(_told(one) for one in old)
    found = []
    for one in new:
        told = _told(one)
        if known[told]:
            known[told] -= 1
        else:
            found.append(one)
    return found


def _told(reading: Reading) -> tuple[str, ...]:
    """What a reading says, without the numbers of lines: they shift with every new sentence."""
    refers = tuple(f"{one.word}: {one.meaning}" for one in reading.refers)
    return tuple(_LINE.sub("line", text) for text in (reading.sentence.text, *reading.lines, *refers, *reading.notes))
