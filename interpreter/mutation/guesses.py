"""Which examples are likely to notice a mutant, before anything is compiled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from interpreter.mutation.baseline import BaselineSetting, Known
from rulelang.mutation.mutant import Mutant
from rulelang.source import Span

#: So many are tried at once: each costs little beside the rules that are compiled with them.
_MOST: Final = 6

#: How much a reason weighs: what it noticed in the same sentence, in the same item, that it comes through the sentence.
_SENTENCE, _ITEM, _THROUGH = 8, 4, 6


class Guesses:
    """Remembers what noticed a mutant; what noticed something in a sentence is likely to notice the next thing there."""

    def __init__(self, known: Mapping[BaselineSetting, Sequence[Known]], before: Mapping[str, str]) -> None:
        self._known: Final = known
        self._before: Final = before
        self._by_place: Final[dict[tuple[str, int] | int, Counter[str]]] = {}
        self._often: Final[Counter[tuple[str, str]]] = Counter()

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
        before = self._before.get(mutant.key)
        sentence, item = (self._by_place.get(place, Counter()) for place in _places(mutant))
        found: dict[BaselineSetting, list[tuple[float, Known]]] = {}
        for setting, examples in self._known.items():
            for one in examples:
                weight = (
                    (100 if one.title == before else 0)
                    + (_SENTENCE if one.title in sentence else 0)
                    + (_ITEM if one.title in item else 0)
                    + (_THROUGH if _comes_through(one, mutant.span) else 0)
                )
                if weight:
                    often = min(self._often[mutant.operator, one.title], 3)
                    found.setdefault(setting, []).append((weight + often - one.seconds, one))
        if not found:
            return None
        best = {setting: sorted(ones, key=lambda one: -one[0])[:_MOST] for setting, ones in found.items()}
        setting = max(best, key=lambda setting: sum(weight for weight, _ in best[setting]) + best[setting][0][0])
        return setting, [one for _, one in best[setting]]


def _places(mutant: Mutant) -> tuple[tuple[str, int], int]:
    """The sentence in which it stands, and the item."""
    return (mutant.span.source.path, mutant.span.start), mutant.changes[0][0]


def _comes_through(example: Known, span: Span) -> bool:
    """Does it come through a sentence in this stretch of the text?"""
    path, start, end = span.source.path, span.start, span.end
    return any(part.sort == "sentence" and start <= part.start < end and part.name == path for part in example.uses)
