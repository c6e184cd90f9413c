"""A position in which a rulebook and a mutant of it differ, and an example that says so."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from interpreter.api.chance import stream
from interpreter.api.game import Game
from interpreter.api.rulebook import BrokenRulebook, Rulebook
from interpreter.api.sources import TextSource
from interpreter.engine.executors import REMEMBERING
from interpreter.examples.run import Asked, asked, random_moves
from interpreter.mutation.baseline import BaselineSetting, Examples
from interpreter.mutation.guesses import still_notices
from rulelang.mutation.mutant import Mutant, applied
from rulelang.mutation.mutants import around, mutants_of
from rulelang.mutation.probes import Ask, MutationProbe, asks_of, probe_of_example, probe_of_moves, said, title_for
from rulelang.rulebook.loading import WrittenRulebook, load
from rulelang.source import SourceFile

_MOVES: Final = 12
#: Differences of one position that are tried as examples.
_TRIED: Final = 3


class Telling:
    """Looks for examples that notice what none of a rulebook notices: first in the positions of its own examples, then
    in random games."""

    def __init__(self, written: WrittenRulebook, examples: Examples, games: int) -> None:
        self._written: Final = written
        self._examples: Final = examples
        self._games: Final = games
        self._rulebook: Final = Rulebook(TextSource(written))
        self._asked: Final[dict[BaselineSetting, tuple[Ask, ...]]] = {}

    def example(self, mutant: Mutant) -> str:
        """One that holds in the rulebook and does not in the mutant: at the position of an example of the rulebook, or
        else after as few moves of a random game as possible. Empty if none was found."""
        other, shortest = applied(self._written, mutant), ""
        for setting, probe in self._probes(mutant):
            ours, theirs = (self._asked_of(version, setting, probe) for version in (self._written, other))
            if ours is not None and theirs is not None:
                for text in islice(_differing(probe, ours, theirs), _TRIED):
                    shorter = not shortest or text.count("\n") < shortest.count("\n")
                    if shorter and self._notices(mutant, probe.title, text):
                        shortest = text
                        break
            if shortest and not probe.each_move:
                break
        return shortest

    def _probes(self, mutant: Mutant) -> Iterator[tuple[BaselineSetting, MutationProbe]]:
        title, items = title_for(mutant), around(self._written, mutant)
        for setting, known in self._examples.known.items():
            for example in known:
                if example.comes_through(frozenset(), items):
                    yield setting, probe_of_example(self._written, example.title, title, self._asks(setting))
        for setting in self._examples.known:
            for number in range(0 if setting.variants else self._games):
                # Chance goes by the title of an example: another one is another game.
                name = f"{title} ({number + 1})"
                moves = random_moves(self._game(setting), name, _MOVES, stream(number, mutant.key))
                yield setting, probe_of_moves(self._written, name, setting.players, moves, self._asks(setting))

    def _game(self, setting: BaselineSetting) -> Game:
        return self._rulebook.game(setting.players, setting.variants, REMEMBERING)

    def _asks(self, setting: BaselineSetting) -> tuple[Ask, ...]:
        if setting not in self._asked:
            titles = [one.title for one in self._examples.known[setting]]
            self._asked[setting] = asks_of(self._written, titles, self._game(setting).players)
        return self._asked[setting]

    def _asked_of(self, version: WrittenRulebook, setting: BaselineSetting, probe: MutationProbe) -> Asked | None:
        rulebook = Rulebook(TextSource(probe.in_rulebook(version)))
        try:
            game = rulebook.game(setting.players, setting.variants, REMEMBERING, examples=[probe.title])
        except BrokenRulebook:
            return None
        found = (asked(game, example) for example in game.program.examples if example.title == probe.title)
        return next(found, None)

    def _notices(self, mutant: Mutant, title: str, text: str) -> bool:
        """Written at the end of the rulebook, does it hold there, and not where the mutant is in force?"""
        files = {Path(file.path).name: file for file in self._written.files}
        first = self._written.source
        source = SourceFile(first.path, f"{first.text}\n{text}")
        written, found = load(source, files.get)
        same = next((one for one in mutants_of(written, [mutant.operator]) if one.key == mutant.key), None)
        if found or same is None or still_notices(written, written, title):
            return False
        return still_notices(written, applied(written, same), title)


def _differing(probe: MutationProbe, ours: Asked, theirs: Asked) -> Iterator[str]:
    """The differences between two versions in the positions of a probe as examples, those after few moves first."""
    count = len(probe.asks) or 1
    last = max(len(ours.offered), (len(ours.expected) + count - 1) // count)
    for number in range(last):
        moves = number + 1 if probe.each_move else len(probe.lines)
        expected = list(zip(ours.expected[number * count :], theirs.expected[number * count :], strict=False))
        for ask, (mine, other) in zip(probe.asks, expected, strict=False):
            yield from (probe.written(moves, line) for line in _expectations(ask, mine, other))
        offers = list(zip(ours.offered[number:], theirs.offered[number:], strict=False))
        for (player, mine_too), (_, other_too) in offers[:1]:
            for notation in sorted(mine_too - other_too)[:1]:
                yield probe.written(moves, f"then {player} may choose {said(notation.split(', '))}")
            for notation in sorted(other_too - mine_too)[:1]:
                yield probe.written(moves, f"then {player} may not choose {said(notation.split(', '))}")


def _expectations(ask: Ask, mine: tuple[bool, tuple[int, ...]], other: tuple[bool, tuple[int, ...]]) -> Iterator[str]:
    """What can be expected where the two versions answer otherwise."""
    if ask.number is not None and mine[1] and mine[1] != other[1]:
        yield ask.written(mine[1][0])
    elif ask.number is None and mine[0] and not other[0]:
        yield ask.written(None)
