"""What can be said of each game in one number: compared between cells, exported, shown in reports. A register: a new
measure is a new entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Literal, TypeAlias

from interpreter.experiments.played import Played, PlayedCourse
from rulelang.tuning.fast_dataclass import dataclass

#: A part of the wins (or of games that end so), a part of something else, or a number.
Unit: TypeAlias = Literal["share", "part", "number"]


@dataclass(frozen=True, slots=True)
class Metric:
    """Its name, what it is, in what it is told, and its value in a game (None where the game has none)."""

    name: str
    title: str
    unit: Unit
    value: Callable[[Played], float | None]


#: Of ten equal parts of a game.
_HALF: Final = 5


def finished(value: Callable[[Played], float | None]) -> Callable[[Played], float | None]:
    """Only of games that came to their end."""
    return lambda game: value(game) if game.is_finished else None


def _course(value: Callable[[PlayedCourse], float]) -> Callable[[Played], float | None]:
    return lambda game: value(game.course) if game.course is not None and game.winners else None


def _best_score(game: Played) -> float | None:
    return max((game.scores[seat] for seat in game.winners), default=None) if game.scores else None


def leader_won(game: Played, step: int) -> float | None:
    """Did whoever led alone after so many tenths of the game win? Nothing if nobody led alone."""
    if game.course is None or not game.winners:
        return None
    leading = game.course.leaders[step - 1]
    return float(leading.bit_length() - 1 in game.winners) if leading.bit_count() == 1 else None


def _comeback(game: Played) -> float | None:
    """Did somebody win who was behind at half time?"""
    if not game.is_finished or game.course is None or not game.winners:
        return None
    leading = game.course.leaders[_HALF - 1]
    return float(not any(leading >> seat & 1 for seat in game.winners))


METRICS: Final[tuple[Metric, ...]] = (
    Metric("first-player", "wins of the first seat", "share", finished(lambda game: game.shares[0])),
    Metric("last-player", "wins of the last seat", "share", finished(lambda game: game.shares[-1])),
    Metric("won", "games somebody won", "share", finished(lambda game: float(bool(game.winners)))),
    Metric("draws", "games not won alone", "share", finished(lambda game: float(len(game.winners) != 1))),
    Metric("finished", "games that came to an end", "share", lambda game: float(game.is_finished)),
    Metric("length", "moves", "number", finished(lambda game: game.moves)),
    Metric("decisions", "decisions (moves with a choice)", "number", finished(lambda game: game.decisions)),
    Metric("turns", "turns", "number", finished(lambda game: game.turns)),
    Metric("rounds", "rounds", "number", finished(lambda game: game.rounds)),
    Metric("choices", "moves to choose from", "number", lambda game: game.offered / game.moves if game.moves else None),
    Metric(
        "interaction", "moves that change what another has", "part",
        lambda game: game.touching / game.moves if game.moves else None,
    ),
    Metric("last-move", "wins of who moved last", "share", finished(lambda game: game.shares[game.last])),
    Metric("lead-changes", "changes of the lead", "number", _course(lambda course: course.changes)),
    Metric("settled", "part of the game before it was decided", "part", _course(lambda course: course.settled)),
    Metric("behind", "part of the game the winner did not lead", "part", _course(lambda course: course.behind)),
    Metric("drama", "how far behind the winner was", "part", _course(lambda course: course.drama)),
    Metric("runaway", "wins of who led at half time", "share", lambda game: leader_won(game, _HALF)),
    Metric("comebacks", "wins of who was behind at half time", "share", _comeback),
    Metric("score", "score of the winner", "number", _best_score),
)  # fmt: skip

_BY_NAME: Final = {metric.name: metric for metric in METRICS}


def metric(name: str) -> Metric | None:
    """A measure by its name."""
    return _BY_NAME.get(name)


def values(one: Metric, games: Iterable[Played]) -> dict[int, float]:
    """The values of games that have one, by their numbers."""
    found = ((game.number, one.value(game)) for game in games)
    return {number: value for number, value in found if value is not None}
