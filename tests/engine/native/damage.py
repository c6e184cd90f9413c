"""Damaged graphs as C under sanitizers: whatever a graph file says, what is printed from it stays within its memory."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from interpreter import load
from interpreter.engine.executor import Fault
from interpreter.engine.native.print_game import print_game
from interpreter.engine.native.values import NotPrintable
from rulelang.graph.program import Program
from tests.engine.native.fuzzing import text_fuzzed
from tests.interpreter.damaged_graphs import Record, damaged, places_in


def damaged_programs(whole: Record, seed: int, graphs: int) -> Iterator[Program]:
    """Programs of graphs in which up to three places were changed, and that are taken as they are."""
    random = Random(seed)
    ways = [way for way in places_in(whole) if len(way) > 1 and way[1] not in ("names", "labels")]
    for _ in range(graphs):
        found = whole
        for _ in range(random.randint(1, 3)):
            try:
                found = damaged(found, ways, random)
            except (KeyError, IndexError, TypeError):
                # What stood there went with what was changed before.
                continue
        book = load(json.dumps(found))
        if not book.diagnostics:
            yield book.game().program


def damage_is_harmless(whole: Record, folder: Path, seed: int, graphs: int, states: int = 30) -> dict[str, int]:
    """Print, build and drive each of them; how many ran, and how many could not be printed. Many damages come to the
    same C, of which one is built."""
    told = {"taken": 0, "alike": 0, "at fault": 0, "not printed": 0}
    seen = set[str]()
    for number, program in enumerate(damaged_programs(whole, seed, graphs)):
        told["taken"] += 1
        try:
            text = print_game(program).text
        except NotPrintable:
            told["not printed"] += 1
        except Fault:
            told["at fault"] += 1
        else:
            told["alike"] += text in seen
            if text not in seen:
                seen.add(text)
                text_fuzzed(text, folder, seed=number, states=states, effort="-O0")
    return told
