"""Forms of sentences as templates, and how a text is made of them.

A template has holes: `<value>` is filled by a form of that sort, `<a|b|>` by one of what stands between the bars, `<#>`
by a number that nothing else has. A form asks for what has to be known where it stands (`acts`: somebody acts;
`Card`: a card was introduced; `!deciding`: nobody may decide) and tells what is known behind it and in its block.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random

DEEPEST = 4
#: Something was introduced in one of two ways of saying it: others than that must not be spoken of.
TOLD = "told"
_COMMON = frozenset(("acts", "deciding", "action", "within", "cards", "turn", "!turn", "!testing", "!end", "!inner"))
_OTHERS = re.compile(r"\banother\b|\bother [A-Zp](?!erson)")


@dataclass(frozen=True)
class Form:
    """One form of a sort."""

    text: str
    needs: str = ""
    gives: str = ""
    inside: str = ""
    weight: float = 1.0

    @property
    def deepens(self) -> bool:
        """Does it hold something of its own sort or another that may be as large?"""
        return "<value" in self.text or "<condition" in self.text or self.text.endswith(":")

    @property
    def likelihood(self) -> float:
        """What only some rulebooks are about is said in them the more often."""
        return self.weight * (2.5 if set(_names(self.needs)) - _COMMON else 1)

    def stands(self, scope: Scope) -> bool:
        """May it stand here?"""
        return scope.has(self.needs) and not (TOLD in scope.known and _OTHERS.search(self.text))


@dataclass(frozen=True)
class Scope:
    """What is known where something stands, and how deep that is."""

    known: frozenset[str] = frozenset()
    depth: int = 0

    def knowing(self, names: str) -> Scope:
        """With more that is known, or less: `!deciding`."""
        more = {name for name in _names(names) if not name.startswith("!")}
        less = {name[1:] for name in _names(names) if name.startswith("!")}
        return replace(self, known=(self.known | more) - less)

    def deeper(self) -> Scope:
        return replace(self, depth=self.depth + 1)

    def has(self, needs: str) -> bool:
        """Is all this known?"""
        return all(self._knows(name) for name in _names(needs))

    def _knows(self, name: str) -> bool:
        if name.startswith("!"):
            return not self._knows(name[1:])
        if name.endswith("*"):
            return any(one.startswith(name[:-1]) for one in self.known)
        return name in self.known


@cache
def _names(text: str) -> tuple[str, ...]:
    return tuple(name.replace("_", " ") for name in text.split())


Sorts = Mapping[str, Sequence[Form]]


@dataclass
class Maker:
    """Fills templates by chance."""

    random: Random
    sorts: Sorts
    counted: Counter[str] = field(default_factory=Counter)
    number: int = 0

    def often(self, chance: float) -> bool:
        return self.random.random() < chance

    def fresh(self) -> int:
        """A number that nothing else has."""
        self.number += 1
        return self.number

    def form(self, sort: str, scope: Scope) -> Form:
        """One of the forms of a sort that may stand here."""
        fitting = [form for form in self.sorts[sort] if form.stands(scope)]
        if not fitting:
            raise LookupError(f"no form of {sort} stands where these are known: {sorted(scope.known)}")
        if scope.depth >= DEEPEST:
            fitting = [form for form in fitting if not form.deepens] or fitting
        found = self.random.choices(fitting, [form.likelihood for form in fitting])[0]
        self.counted[f"{sort}: {found.text}"] += 1
        return found

    def fill(self, sort: str, scope: Scope) -> str:
        """A text of a sort."""
        return self.expand(self.form(sort, scope).text, scope.deeper())

    def expand(self, text: str, scope: Scope, number: int = 0) -> str:
        """The template with its holes filled."""
        filled = [self._hole(part[1:-1], scope, number) if part[:1] == "<" else part for part in _parts(text)]
        return re.sub(r"(?<=\S)  +", " ", "".join(filled))

    def _hole(self, hole: str, scope: Scope, number: int) -> str:
        if hole == "#":
            return str(number or self.fresh())
        if hole.startswith("known "):
            return self.random.choice(sorted(name for name in scope.known if name.startswith(hole[6:])))
        choices = list(_split(hole))
        if len(choices) == 1:
            return self.fill(hole, scope)
        return self.expand(self.random.choice(choices), scope, number)


def _parts(text: str) -> Iterator[str]:
    """Holes with their brackets, and what stands between them."""
    depth, begun = 0, 0
    for place, sign in enumerate(text):
        if sign == "<":
            if not depth and place > begun:
                yield text[begun:place]
            begun = begun if depth else place
            depth += 1
        elif sign == ">":
            depth -= 1
            if not depth:
                yield text[begun : place + 1]
                begun = place + 1
    if begun < len(text):
        yield text[begun:]


def _split(hole: str) -> Iterator[str]:
    """What stands between the bars that are in no hole within."""
    depth, begun = 0, 0
    for place, sign in enumerate(hole):
        depth += {"<": 1, ">": -1}.get(sign, 0)
        if sign == "|" and not depth:
            yield hole[begun:place]
            begun = place + 1
    yield hole[begun:]
