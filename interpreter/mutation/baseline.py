"""A rulebook as it is, before anything is said otherwise: its programs, and what its examples use."""

from __future__ import annotations

from collections.abc import Sequence
from time import process_time
from typing import Final, NamedTuple

from interpreter.api.rulebook import Rulebook
from interpreter.api.sources import TextSource
from interpreter.engine.executors import REMEMBERING
from interpreter.examples.run import run_example
from interpreter.mutation.footprint import footprint
from rulelang.compile import compile_rulebook
from rulelang.mutation.difference import Described, ProgramPart
from rulelang.rulebook.loading import WrittenRulebook
from rulelang.source import Span
from rulelang.tuning.fast_dataclass import dataclass


class BaselineSetting(NamedTuple):
    """For so many players, with these variants."""

    players: int
    variants: frozenset[str]


@dataclass(frozen=True, slots=True)
class Known:
    """An example that holds: how long it takes, and what it uses."""

    title: str
    seconds: float
    uses: frozenset[ProgramPart]

    def comes_through(self, changed: frozenset[ProgramPart], items: Sequence[Span]) -> bool:
        """Does it use one of these parts, or a sentence of one of these items?"""
        if ProgramPart("example", self.title) in changed or not changed.isdisjoint(self.uses):
            return True
        return any(
            part.name == item.source.path and item.start <= part.start < item.end
            for item in items
            for part in self.uses
            if part.sort == "sentence"
        )


@dataclass(frozen=True, slots=True)
class Examples:
    """The examples of a rulebook for every setting, and the titles of those that do not hold."""

    known: dict[BaselineSetting, tuple[Known, ...]]
    failing: tuple[str, ...]

    @property
    def count(self) -> int:
        """How many hold."""
        return sum(map(len, self.known.values()))


def look_at_examples(written: WrittenRulebook) -> Examples:
    """Run all examples of a rulebook, twice: for their time, and for what they use."""
    rulebook = Rulebook(TextSource(written))
    known: dict[BaselineSetting, tuple[Known, ...]] = {}
    failing: list[str] = []
    for (players, variants), titles in rulebook.example_titles(lambda _: True).items():
        game = rulebook.game(players, variants, REMEMBERING, examples=frozenset(titles))
        found = []
        for example in game.program.examples:
            begun = process_time()
            failure = run_example(game, example)
            seconds = process_time() - begun
            if failure is None:
                found.append(Known(example.title, seconds, footprint(game, example)))
            else:
                failing.append(example.title)
        known[BaselineSetting(players, variants)] = tuple(sorted(found, key=lambda one: one.seconds))
    return Examples(known, tuple(failing))


def settings(written: WrittenRulebook, examples: Examples) -> list[BaselineSetting]:
    """Everything in which a rulebook can be played that may make a difference: those with the most examples first,
    then every number of players, and every variant."""
    found = sorted(examples.known, key=lambda setting: -len(examples.known[setting]))
    found += [BaselineSetting(players, frozenset()) for players in written.seats]
    found += [BaselineSetting(players, frozenset([name])) for players in written.seats[:1] for name in written.variants]
    return list(dict.fromkeys(found))


class Originals:
    """The programs of a rulebook, with and without its examples, described when they are first asked for."""

    def __init__(self, written: WrittenRulebook) -> None:
        self._written: Final = written
        self._described: Final[dict[tuple[BaselineSetting, bool], Described]] = {}

    def described(self, setting: BaselineSetting, *, examples: bool = False) -> Described:
        """That of one setting."""
        if (setting, examples) not in self._described:
            program = compile_rulebook(self._written, setting.players, setting.variants, examples).program
            assert program is not None
            self._described[setting, examples] = Described(program)
        return self._described[setting, examples]
