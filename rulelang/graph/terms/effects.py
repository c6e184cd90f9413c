"""What changes the state, or tells somebody about it.

`said` is the sentence of the rulebook that an effect carries out: for readers, not for play. An effect inside another
one that has none belongs to the sentence of that one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from rulelang.graph.origin import Origin
from rulelang.tuning.fast_dataclass import dataclass, field

if TYPE_CHECKING:
    from rulelang.graph.terms import Domain, Term


@dataclass(frozen=True, slots=True)
class Put:
    """Write one cell. `site` numbers the sentence that changes a counter (`Compilation.sites`); it has no meaning for
    play."""

    region: str
    index: Term
    value: Term
    site: int = field(default=-1, compare=False, kw_only=True)
    said: Origin | None = field(default=None, compare=False, kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class Name:
    """Give a value a local name for the effects that follow in the same list."""

    name: str
    value: Term
    said: Origin | None = field(default=None, compare=False, kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class Require:
    """The sentence cannot be obeyed unless the condition holds: whatever led here is not legal. `reason` numbers
    `program.reasons`."""

    condition: Term
    reason: int
    said: Origin | None = field(default=None, compare=False, kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class When:
    """Effects under a condition. `reason` numbers the author's sentence in `program.reasons`, if there is one."""

    condition: Term
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()
    reason: int = field(default=-1, compare=False)
    said: Origin | None = field(default=None, compare=False, kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class ForIn:
    """Effects for each element; the domain is evaluated once, before the first turn."""

    name: str
    domain: Domain
    body: tuple[Effect, ...]
    said: Origin | None = field(default=None, compare=False, kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class MovePiece:
    """An individual piece goes to a place: `at`, `contents` and the sequences of ordered places follow.
    A piece that stays in an ordered place is taken out first and put back at `end`.
    `end` says where in an ordered place: "top" is where pieces arrive: on a pile, or behind the last of a row."""

    piece: Term
    place: Term
    end: Literal["top", "bottom"] = "top"
    said: Origin | None = field(default=None, compare=False, kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class MoveTokens:
    """`count` tokens of one variety go from a place to another. Fewer there, or a place that cannot hold them, is a
    fault."""

    variety: Term
    source: Term
    target: Term
    count: Term
    said: Origin | None = field(default=None, compare=False, kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class Append:
    """Add a value to a sequence (a list or a handful)."""

    region: str
    start: Term
    value: Term
    said: Origin | None = field(default=None, compare=False, kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class SortInto:
    """Write the elements of a domain into a sequence, ordered by `keys` (True: highest first); ties keep the
    domain's order."""

    region: str
    start: Term
    name: str
    domain: Domain
    keys: tuple[tuple[bool, Term], ...]
    said: Origin | None = field(default=None, compare=False, kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class Tell:
    """Something the log reports: `event` numbers `program.events`, with values and the set of players who learn the
    values."""

    event: int
    values: tuple[Term, ...]
    audience: Term
    said: Origin | None = field(default=None, compare=False, kw_only=True, repr=False)


Effect: TypeAlias = Put | Name | Require | When | ForIn | MovePiece | MoveTokens | Append | SortInto | Tell
