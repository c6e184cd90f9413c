"""The machine output of `rulelang read`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulelang.graph.program import Program
from rulelang.reading import Reading
from rulelang.rulebook.loading import WrittenRulebook


def record(rulebook: WrittenRulebook, program: Program, readings: Sequence[Reading]) -> dict[str, Any]:
    """What was understood, sentence by sentence."""
    return {
        "title": rulebook.title,
        "players": program.players,
        "variants": list(program.variants),
        "sentences": [
            {
                "place": str(one.sentence.span),
                "line": one.sentence.line,
                "last_line": one.sentence.span.end_line,
                "depth": one.sentence.depth,
                "heading": list(one.sentence.origin.heading),
                "cite": one.sentence.origin.cite,
                "text": one.sentence.text,
                "in_force": one.sentence.is_in_force,
                "says": list(one.lines),
                "refers": [{"word": referent.word, "meaning": referent.meaning} for referent in one.refers],
                "notes": list(one.notes),
            }
            for one in readings
        ],
    }
