"""What is known of one game that was played."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from rulelang.tuning.fast_dataclass import dataclass, field

if TYPE_CHECKING:
    from pydantic import TypeAdapter


class Use(NamedTuple):
    """How often a seat was offered something, how often it took it, how often it would have if it took all of that sort
    alike (`expected`), and if it took every move with something of that sort alike (`chance`)."""

    offered: int
    taken: int
    expected: float
    chance: float


class PlayedProbe(NamedTuple):
    """A decision that was tried out. `at`: after which part of the moves. `value`: what a win is worth to the one who
    decides, on average over the moves tried. `spread`: how much that depends on the move (its standard deviation, with
    what is only luck taken off), `others`: the same for the others. `chances`: everybody's part of the win. `tried`
    moves were tried out; all but `good` of them are surely worse than the best one."""

    at: float
    seat: int
    options: int
    value: float
    spread: float
    others: float
    chances: tuple[float, ...]
    tried: int = 0
    good: int = 0


#: Of games that nobody watched, there are many: they share what they have not.
_NONE: Final[Mapping[str, int]] = {}
_NO_USES: Final[Mapping[str, tuple[Use, ...]]] = {}


@dataclass(slots=True)
class PlayedCourse:
    """Who led, looked at whenever another player began to decide. `leaders` are sets of seats as bits, at ten equal
    steps of the game; `changes` counts how often the lead went from one player alone to another. Of the winners:
    `settled` is the part of the game after which they led to the end, `behind` the part in which they did not lead,
    `drama` how far behind they were then (square roots of the parts of the highest score, on average)."""

    leaders: tuple[int, ...] = ()
    changes: int = 0
    settled: float = 0.0
    behind: float = 0.0
    drama: float = 0.0


@dataclass(slots=True)
class Played:
    """One game: its number, how it went. `ending` is empty for a game that was stopped, `fault` tells what broke in the
    rulebook, `failure` which bot failed and how. `winners` are seats; `seats` tells which bot of the line-up sat where.

    `decisions` are moves with something to choose, `offered` adds up how many moves there were to choose from. A turn
    is what one player decides before somebody else does; `rounds` are the most turns anybody had. `touching` counts the
    moves that changed what another player has."""

    number: int
    moves: int = 0
    decisions: int = 0
    offered: int = 0
    turns: int = 0
    rounds: int = 0
    touching: int = 0
    seconds: float = 0.0
    seats: tuple[int, ...] = ()
    shares: tuple[float, ...] = ()
    winners: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    ending: str = ""
    last: int = -1
    fault: str = ""
    failure: str = ""
    options: Mapping[str, int] = field(default_factory=lambda: _NONE)
    uses: Mapping[str, tuple[Use, ...]] = field(default_factory=lambda: _NO_USES)
    course: PlayedCourse | None = None
    probes: tuple[PlayedProbe, ...] = ()

    @property
    def is_finished(self) -> bool:
        """Did it come to an end by its rules?"""
        return bool(self.shares)


@cache
def _adapter() -> TypeAdapter[Played]:
    from pydantic import TypeAdapter

    return TypeAdapter(Played)


def written(played: Played) -> str:
    """A game as JSON, for the store. How long it took is not part of it: that is no result."""
    return _adapter().dump_json(played, exclude={"seconds"}, exclude_defaults=True).decode()


def read(text: str) -> Played:
    """The same game again."""
    return _adapter().validate_json(text)
