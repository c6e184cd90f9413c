"""Runs examples against another version of a rulebook until one does not hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from interpreter.api.game import Game
from interpreter.api.rulebook import BrokenRulebook, Rulebook
from interpreter.api.sources import TextSource
from interpreter.engine.executors import REMEMBERING
from interpreter.examples.run import run_example
from interpreter.mutation.baseline import BaselineSetting, Known
from rulelang.graph.program import Program
from rulelang.mutation.mutants import example_at
from rulelang.rulebook.loading import WrittenRulebook

#: So many examples are compiled at first; most mutants are noticed by one of them. Then twice as many, and so on.
_FIRST: Final = 6


class MutantRunner:
    """Runs few examples at first, and long ones with an executor that is quick once it is made."""

    def __init__(self, written: WrittenRulebook) -> None:
        self._written: Final = written

    def first_failing(self, other: WrittenRulebook, setting: BaselineSetting, examples: Sequence[Known]) -> str | None:
        """The title of the first example that does not hold."""
        rulebook = Rulebook(TextSource(other))
        done, size = 0, _FIRST
        while done < len(examples):
            batch = examples[done : done + size]
            titles = [one.title for one in batch]
            try:
                game = rulebook.game(setting.players, setting.variants, REMEMBERING, examples=frozenset(titles))
            except BrokenRulebook as broken:
                # The rules alone could be compiled: something these examples say makes no sense any more.
                found = (example_at(self._written, one.span) for one in broken.diagnostics)
                return next((title for title in found if title is not None), titles[0])
            failing = next(_failing(game, titles), None)
            if failing is not None:
                return failing
            done, size = done + len(batch), size * 2
        return None


def first_failing_of(other: WrittenRulebook, program: Program, titles: Sequence[str]) -> str | None:
    """The first of some examples that does not hold in a version that is compiled with them."""
    if not titles:
        return None
    return next(_failing(Game(Rulebook(TextSource(other)), program, REMEMBERING, True), titles), None)


def still_notices(written: WrittenRulebook, other: WrittenRulebook, title: str) -> bool:
    """Does an example, by its title, not hold in another version of its rulebook?"""
    for (players, variants), titles in Rulebook(TextSource(written)).example_titles(lambda one: one == title).items():
        try:
            game = Rulebook(TextSource(other)).game(players, variants, REMEMBERING, examples=frozenset(titles))
        except BrokenRulebook:
            return True
        if any(True for _ in _failing(game, titles)):
            return True
    return False


def _failing(game: Game, titles: Sequence[str]) -> Iterator[str]:
    compiled = {one.title: one for one in game.program.examples}
    for title in titles:
        if title in compiled and run_example(game, compiled[title]) is not None:
            yield title
