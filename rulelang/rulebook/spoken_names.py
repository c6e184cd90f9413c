"""What the words of a move may call the things of an action: by their own names, or by their sort.

choose a Card as Top                   {Top}, or {Card} if there is no other
choose 2 Goods                         {Goods}, or {Good}
"""

from __future__ import annotations

from typing import Final

from rulelang.rulebook.words import Plurals, spellings


class SpokenNames:
    """The things of one action."""

    def __init__(self, plurals: Plurals) -> None:
        self._plurals: Final = plurals
        self._names: Final[set[str]] = set()
        self._by_word: Final[dict[str, set[str]]] = {}
        self._by_sort: Final[dict[str, set[str]]] = {}

    @property
    def names(self) -> list[str]:
        """What they are called."""
        return sorted(self._names)

    def add(self, sort: str, name: str) -> None:
        """One more thing, as it is introduced, and its name from then on."""
        forms = {*spellings(sort, self._plurals)} if sort else set()
        self._names.add(name)
        known = self._by_word if name in forms else self._by_sort
        for form in forms:
            known.setdefault(form, set()).add(name)

    def meant(self, word: str) -> str | None:
        """The name of what is meant by a word; None if it is nothing, or could be several."""
        if word in self._names:
            return word
        names = self._by_word.get(word) or self._by_sort.get(word, set())
        return next(iter(names)) if len(names) == 1 else None
