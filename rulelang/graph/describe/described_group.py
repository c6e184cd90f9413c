"""A set of things as a noun with what is said about it: `your Tiles in the Box where its Strength is at least 2`."""

from __future__ import annotations

from typing import Final

from rulelang.graph.describe.words import many, one_of, possessive
from rulelang.tuning.fast_dataclass import dataclass, replace

#: Nouns of the language, which tell less than any of the author's.
GENERAL: Final = ("piece", "place", "token", "variety")


@dataclass(frozen=True, slots=True)
class DescribedGroup:
    """What is said of a set. `text` stands for one that has a name of its own."""

    noun: str = ""
    before: tuple[str, ...] = ()
    owner: str = ""
    behind: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    text: str = ""
    #: In which order they lie: said where they are gone through.
    order: str = ""

    def plural(self) -> str:
        """`Tiles in the Box`."""
        if self.text and not self.noun:
            return self._told(self.text)
        return self._told(" ".join((*self.before, many(self.noun or "thing"))))

    def singular(self) -> str:
        """`Tile in the Box`, without an article."""
        if self.text and not self.noun:
            return self._told(f"one of {self.text}")
        return self._told(" ".join((*self.before, self.noun or "thing")))

    def one(self) -> str:
        """`a Tile in the Box`."""
        if self.owner or (self.text and not self.noun):
            return f"one of {self.plural()}"
        return one_of(self.singular())

    def all(self) -> str:
        """`the Tiles in the Box`, `your Tiles`."""
        return self.plural() if self.owner or (self.text and not self.noun) else f"the {self.plural()}"

    def called(self, noun: str) -> DescribedGroup:
        """The same with a noun that says more than what is only called a thing."""
        return replace(self, noun=noun) if not self.text and self.noun in ("", *GENERAL) else self

    def best(self, word: str) -> str:
        """`the top Tile of your Reserve`."""
        if self.owner:
            return f"the {word} one of {self.plural()}"
        return f"the {word} {self.singular()}" if self.noun or not self.text else f"the {word} one of {self.plural()}"

    def _told(self, named: str) -> str:
        named = possessive(self.owner, named) if self.owner else named
        told = " ".join((named, *self.behind))
        return f"{told} where {' and '.join(self.where)}" if self.where else told

    def also(self, other: DescribedGroup) -> DescribedGroup:
        """What is in both."""
        if self.noun and other.noun and other.noun not in (self.noun, *GENERAL):
            if self.noun in GENERAL:
                return other.also(self)
            return self.saying(f"that is {other.one()}")
        if other.text and not other.noun:
            return self.saying(f"among {other.plural()}")
        if self.text and not self.noun:
            return other.saying(f"among {self.text}")
        return replace(
            self,
            noun=self.noun if self.noun and self.noun not in GENERAL else other.noun or self.noun,
            before=(*self.before, *other.before),
            owner=self.owner or other.owner,
            behind=(*self.behind, *((f"of {other.owner}",) if self.owner and other.owner else ()), *other.behind),
            where=(*self.where, *other.where),
        )

    def in_order(self) -> DescribedGroup:
        """With the order in which they lie."""
        return replace(self, behind=(*self.behind[:-1], f"{self.behind[-1]}, {self.order}")) if self.order else self

    def saying(self, words: str) -> DescribedGroup:
        """With something more said behind it."""
        return replace(self, behind=(*self.behind, words))

    def only(self, *conditions: str) -> DescribedGroup:
        """Those for which something is so."""
        return replace(self, where=(*self.where, *conditions))
