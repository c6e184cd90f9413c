"""What a phrase stands for: its sort, and the term that gives its value. What `the X`, `you` and `it` refer to at one
place of the text: scopes are static, they never depend on play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rulelang.graph.terms import Const, Term
from rulelang.rulebook.words import plural_of
from rulelang.tuning.fast_dataclass import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Sort:
    """A number within bounds, a truth, an element of a noun's class, a handful or list of elements, a bundle, the
    fingerprint of a position, nothing.

    `noun` names the class: a kind, `player`, `direction`, a piece or space class, a union; for a place of its own the
    name of its family, or "" for any place.
    """

    form: Literal[
        "number", "truth", "member", "piece", "token", "place", "handful", "list", "bundle", "position", "nothing"
    ]
    noun: str = ""
    low: int = 0
    high: int = 0
    of: Sort | None = None

    def __str__(self) -> str:
        if self.form == "number" and self.low == self.high:
            return f"the number {self.low}"
        if self.form == "number":
            return f"a number from {self.low} to {self.high}"
        if self.of is not None:
            return f"{'a list of' if self.form == 'list' else 'a choice of several'} {self.of.plural}"
        return {"truth": "yes or no", "nothing": "nothing"}.get(self.form) or (
            f"a {self.noun}" if self.noun else f"a {self.form}"
        )

    @property
    def plural(self) -> str:
        """Several of them, in words."""
        return plural_of(self.noun or self.form)


TRUTH = Sort("truth")
NOTHING = Sort("nothing")
PLAYER = Sort("member", "player")
DIRECTION = Sort("member", "direction")
POSITION = Sort("position", "position")


def number(low: int, high: int) -> Sort:
    """The sort of numbers within bounds."""
    return Sort("number", low=low, high=high)


@dataclass(frozen=True, slots=True)
class Typed:
    """A value: its term and its sort. `maybe` says it may be nothing; `among`, of which things that were chosen before
    (by the cells that keep them) it is one, or they are some."""

    term: Term
    sort: Sort
    maybe: bool = False
    among: str = ""


NO_THING = Typed(Const(-1), NOTHING, True)


def constant(value: int) -> Typed:
    """A number written in the text."""
    return Typed(Const(value), number(value, value))


def union_range(left: Sort, right: Sort) -> Sort:
    """The smallest range that covers both."""
    return number(min(left.low, right.low), max(left.high, right.high))


@dataclass(frozen=True, slots=True)
class Scope:
    """Names introduced so far, the player who acts, the thing under description; and who does this very sentence, if
    the sentence names somebody else (`the player pays 2 Coins to you`)."""

    names: Mapping[str, Typed] = field(default_factory=dict)
    you: Typed | None = None
    it: Typed | None = None
    doer: Typed | None = None
    #: What had a name before something else got it.
    before: tuple[Typed, ...] = ()

    @property
    def decider(self) -> Typed | None:
        """Who decides in this sentence."""
        return self.doer or self.you

    def known(self) -> list[Typed]:
        """Everything that a sentence may have spoken of."""
        return [*self.before, *self.names.values(), *([self.it] if self.it is not None else [])]

    def done_by(self, doer: Typed) -> Scope:
        """This scope for a sentence with a subject of its own."""
        return replace(self, doer=doer)

    def naming(self, name: str, value: Typed) -> Scope:
        """This scope with one more name. The latest thing of a noun is the one `the` refers to."""
        before = (*self.before, self.names[name]) if name in self.names else self.before
        return replace(self, names={**self.names, name: value}, before=before)

    def acting(self, you: Typed) -> Scope:
        """This scope with another player acting."""
        return replace(self, you=you, doer=None)

    def describing(self, it: Typed | None) -> Scope:
        """This scope with another thing under description."""
        return replace(self, it=it)
