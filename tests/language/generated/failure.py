"""What can go wrong with a made rulebook."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from interpreter.engine.executor import Fault, Stuck

Thing = TypeVar("Thing")

#: So many choices and chances of one game are looked at, the first of them in all executors.
LONGEST, TOGETHER = 2000, 25
#: So many if nothing says that the game ends.
SOME = 60


@dataclass(frozen=True)
class Failure:
    """What went wrong, in a few words that stay the same when the rulebook becomes smaller."""

    kind: str
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.kind}: {self.detail}" if self.detail else self.kind


class TooSlow(BaseException):
    """It took longer than anybody waits."""


def crashed(error: BaseException) -> Failure:
    """A mistake of RuleLang."""
    if isinstance(error, TooSlow):
        return Failure("too slow")
    if isinstance(error, RecursionError | MemoryError):
        return Failure("crash", type(error).__name__)
    last = traceback.extract_tb(error.__traceback__)[-1]
    return Failure("crash", f"{type(error).__name__} in {'/'.join(last.filename.split('/')[-3:])} {last.name}")


def all_do(things: Iterable[Thing], deed: Callable[[Thing], None]) -> Fault | Failure | None:
    """The same done with each: all of them have to break off, or none."""
    faults: list[Fault | None] = []
    for thing in things:
        try:
            deed(thing)
            faults.append(None)
        except Fault as fault:
            faults.append(fault)
    kinds = {"goes on" if one is None else "Stuck" if isinstance(one, Stuck) else "Fault" for one in faults}
    return faults[0] if len(kinds) == 1 else Failure("faults differ", ", ".join(sorted(kinds)))
