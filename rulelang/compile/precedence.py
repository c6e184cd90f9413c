"""Which of several exceptions counts where two of them hold at once.

Before: exceptions that replace the same thing, some of them set `over` another. After: they are in the order in which
they have to be looked at, the weakest first; every pair of which nobody could say which counts was found.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Generic, TypeVar

from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import exceptions as wording
from rulelang.rulebook.loading import Placed
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tree.walk import parts
from rulelang.tuning.fast_dataclass import dataclass

Sentence = TypeVar("Sentence")


@dataclass(frozen=True, slots=True)
class Rival(Generic[Sentence]):
    """An exception: the sentence, where it stands, what it calls itself, and what it is set over."""

    sentence: Sentence
    span: Span
    placed: Placed
    names: tuple[str, ...]
    over: tree.Word | None


def names_of(placed: Placed, *nodes: tree.Node | None) -> tuple[str, ...]:
    """By what others may call a sentence: its card, its variant, or a name in its condition."""
    found = [placed.text.name.text] if placed.text is not None else []
    found += [placed.variant] if placed.variant is not None else []
    found += [part.text for node in nodes if node is not None for part in parts(node) if isinstance(part, tree.Word)]
    return tuple(dict.fromkeys(found))


def settle(
    name: str,
    rivals: Sequence[Rival[Sentence]],
    disjoint: Callable[[Sentence, Sentence], bool],
    elsewhere: Container[str],
) -> tuple[list[Sentence], list[Diagnostic]]:
    """The sentences, the weakest first, and what is not settled between them. Names `elsewhere` belong to sentences for
    other numbers of players or other variants, which may well be beaten."""
    beaten = [_beaten(rival, rivals) for rival in rivals]
    found: list[Diagnostic] = []
    unclear: set[int] = set()
    for number, rival in enumerate(rivals):
        if rival.over is not None and not beaten[number] and rival.over.text not in elsewhere:
            known = [other.names[0] for other in rivals if other is not rival and other.names]
            found.append(wording.over_nothing(rival.over.span, rival.over.text, name, known))
            unclear.add(number)
    order = _sorted(beaten)
    if order is None:
        cyclic = next(rival for rival in rivals if rival.over is not None)
        found.append(wording.over_each_other(cyclic.span, name))
        return [rival.sentence for rival in rivals], found
    reached = [_reached(number, beaten) for number in range(len(rivals))]
    for second, rival in enumerate(rivals):
        for first in range(second):
            settled = first in reached[second] or second in reached[first] or not unclear.isdisjoint({first, second})
            if not settled and not disjoint(rivals[first].sentence, rival.sentence):
                one, other = (next(iter(one.names), "") for one in (rivals[first], rival))
                found.append(wording.may_clash(rival.span, rivals[first].span, name, one, other))
    return [rivals[number].sentence for number in order], found


def _beaten(rival: Rival[Sentence], rivals: Sequence[Rival[Sentence]]) -> set[int]:
    """The numbers of the sentences that a sentence is set over."""
    if rival.over is None:
        return set()
    wanted = rival.over.text
    return {number for number, other in enumerate(rivals) if other is not rival and wanted in other.names}


def _reached(number: int, beaten: Sequence[set[int]]) -> set[int]:
    """Whom it beats, directly or through others."""
    found: set[int] = set()
    work = [number]
    while work:
        new = beaten[work.pop()] - found
        found |= new
        work += new
    return found


def _sorted(beaten: Sequence[set[int]]) -> list[int] | None:
    """All numbers, each after those it beats; None if that leads round in a circle."""
    order: list[int] = []
    while len(order) < len(beaten):
        free = [number for number, losers in enumerate(beaten) if number not in order and losers <= set(order)]
        if not free:
            return None
        order += free
    return order
