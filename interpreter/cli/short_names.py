"""Short names of spaces for a board of letters: as short as can be, and never one for two spaces."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence


def short_names(names: Iterable[str]) -> dict[str, str]:
    """`Coast Town 7` is CT7, `Nara` is Nara. Where two would be the same, more letters are kept of the first words that
    differ: `Hokkaido Village 1` is HokV1, `Honshu Village 1` is HonV1."""
    every = {name: name.split() for name in names}
    letters: Counter[tuple[int, str]] = Counter()
    while True:
        found = {name: _shortened(words, letters) for name, words in every.items()}
        meant: dict[str, list[list[str]]] = defaultdict(list)
        for name, short in found.items():
            meant[short].append(every[name])
        longer = {key for same in meant.values() if len(same) > 1 for key in _differing(same)}
        longer = {key for key in longer if letters[key] < len(key[1])}
        if not longer:
            return {name: short if len(meant[short]) == 1 else name for name, short in found.items()}
        letters.update(longer)


def _shortened(words: Sequence[str], letters: Counter[tuple[int, str]]) -> str:
    if len(words) == 1:
        return words[0]
    return "".join(_begun(word, 1 + letters[place, word]) for place, word in enumerate(words))


def _begun(word: str, letters: int) -> str:
    """The first letters of a word; what has a number in it is kept whole."""
    return word if any(sign.isdigit() for sign in word) else word[:letters]


def _differing(same: Sequence[Sequence[str]]) -> Iterator[tuple[int, str]]:
    """The first words in which names differ, each with its place in the name."""
    for place, words in enumerate(zip(*same, strict=False)):
        if len(set(words)) > 1:
            yield from ((place, word) for word in words)
            return
