"""Which examples are likely to notice a mutant, before anything is compiled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from interpreter.api.game import Game
from interpreter.api.rulebook import BrokenRulebook, Rulebook
from interpreter.api.sources import TextSource
from interpreter.engine.executors import REMEMBERING
from interpreter.examples.run import run_example
from interpreter.mutation.baseline import BaselineSetting, Known
from rulelang.graph.program import Program
from rulelang.mutation.mutant import Mutant
from rulelang.mutation.mutants import example_at, mutants_of
from rulelang.rulebook.loading import WrittenRulebook
from rulelang.source import Span

#: So many are tried at once: each costs little beside the rules that are compiled with them.
_MOST: Final = 12

#: How much a reason weighs: that it noticed all there was to notice in the same sentence, in the same item; that it
#: comes through the sentence, or (what happens by itself is folded into the sentence before) through the item.
_SENTENCE, _ITEM, _THROUGH, _NEAR = 12, 12, 6, 3


class Guesses:
    """Remembers what noticed a mutant: it is likely to notice the next one in the same sentence."""

    def __init__(
        self, written: WrittenRulebook, known: Mapping[BaselineSetting, Sequence[Known]], before: Mapping[str, str]
    ) -> None:
        self._items: Final = written.items
        self._known: Final = known
        self._before: Final = before
        self._by_place: Final[dict[tuple[str, int] | int, Counter[str]]] = {}
        self._often: Final[Counter[tuple[str, str]]] = Counter()
        titles = {one.title for examples in known.values() for one in examples}
        for mutant in mutants_of(written) if before else ():
            title = before.get(mutant.key)
            if title in titles:
                self.remember(mutant, title)

    def remember(self, mutant: Mutant, title: str) -> None:
        """That an example noticed a mutant."""
        for place in _places(mutant):
            self._by_place.setdefault(place, Counter())[title] += 1
        self._often[mutant.operator, title] += 1

    def often(self, operator: str, title: str) -> int:
        """How often an example has noticed what an operator made."""
        return self._often[operator, title]

    def likely(self, mutant: Mutant) -> tuple[BaselineSetting, list[Known]] | None:
        """A few examples of one setting, the likeliest first; nothing if there is no reason to think of any."""
        shares = [_shares(self._by_place.get(place, Counter())) for place in _places(mutant)]
        best: tuple[BaselineSetting, list[tuple[float, Known]]] | None = None
        for setting, examples in self._known.items():
            weighed = [(weight, one) for one in examples if (weight := self._weight(mutant, one, shares)) > 0]
            weighed.sort(key=lambda found: -found[0])
            if weighed and (best is None or weighed[0][0] > best[1][0][0]):
                best = setting, weighed
        return None if best is None else (best[0], [one for _, one in best[1][:_MOST]])

    def _weight(self, mutant: Mutant, example: Known, shares: Sequence[Mapping[str, float]]) -> float:
        """How likely it is to notice. What it takes counts against it."""
        sentence, item = (share.get(example.title, 0.0) for share in shares)
        if _comes_through(example, mutant.span):
            through = _THROUGH
        else:
            through = _NEAR if _comes_through(example, self._items[mutant.changes[0][0]].item.span) else 0
        before = 100 if example.title == self._before.get(mutant.key) else 0
        reasons = before + _SENTENCE * sentence + _ITEM * item + through
        return reasons + min(self._often[mutant.operator, example.title], 3) / 3 - example.seconds if reasons else 0.0


def _shares(counts: Counter[str]) -> dict[str, float]:
    """Each one's part of all."""
    return {title: count / counts.total() for title, count in counts.items()}


def _places(mutant: Mutant) -> tuple[tuple[str, int], int]:
    """The sentence in which it stands, and the item."""
    return (mutant.span.source.path, mutant.span.start), mutant.changes[0][0]


def _comes_through(example: Known, span: Span) -> bool:
    """Does it come through a sentence in this stretch of the text?"""
    path, start, end = span.source.path, span.start, span.end
    return any(part.sort == "sentence" and start <= part.start < end and part.name == path for part in example.uses)


# Runs examples against another version of a rulebook until one does not hold.


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
