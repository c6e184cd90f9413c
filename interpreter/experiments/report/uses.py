"""What is offered and taken, and what that does to winning.

Who plays at random takes things by luck alone: how much oftener than luck would have it something was taken tells, next
to who won, what taking it does (an experiment with lots drawn for each decision). Among players who think, what they
take and leave tells what they think of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import isinf
from typing import Final, Literal, TypeAlias

from interpreter.experiments.compare import Games
from interpreter.experiments.line_up import ranked
from interpreter.experiments.played import Use
from interpreter.experiments.report.places import ReportPlaces
from interpreter.statistics.comparing import Slope, holm, slope
from interpreter.statistics.intervals import ERROR, Interval, wilson
from rulelang.tuning.fast_dataclass import dataclass

Verdict: TypeAlias = Literal["", "dominant", "harmful", "dead", "always taken", "never offered"]

#: So much of a win by one use is too much, if it is sure.
_TOO_MUCH: Final = 0.15
#: Less than so much of what luck would take is nothing; more than so much of all offers is always.
_NOTHING: Final = 0.1
_ALWAYS: Final = 0.9
#: With fewer expected uses, or offers, nothing is said.
_ENOUGH: Final = 8.0
#: What fewer players than this took, or left, is not judged: a handful of lost games look sure and are not.
_SEEN: Final = 12
#: Nor what players thought of it in fewer games than this.
_GAMES: Final = 4


@dataclass(frozen=True, slots=True)
class UseFigures:
    """Something that can be taken: how often it was offered and taken, what one use more does to the part of the win
    (`effect`; `corrected` is its p, corrected for all things that were looked at), how often players who think take it
    of what luck would (`appeal`), the verdict, and where it stands in the rulebook."""

    sort: str
    name: str
    offered: int
    taken: int
    effect: float | None
    interval: Interval | None
    corrected: float
    appeal: float | None
    thought_offered: int
    thought_taken: int
    verdict: Verdict
    sentence: str
    place: str


@dataclass(slots=True)
class _Tally:
    offered: int = 0
    taken: int = 0
    expected: float = 0.0
    games: int = 0


def uses(cells: Sequence[Games], places: ReportPlaces) -> tuple[UseFigures, ...]:
    """Everything that was offered in the cells of one game as it is printed, and what was never offered."""
    random = [games for games in cells if games[0].setting.is_random]
    thinking = [games for games in cells if "random" not in games[0].setting.bots]
    lucky, thought = _tallies(random or cells), _tallies(_strongest(thinking))
    keys = sorted({*lucky, *thought})
    slopes = {key: _slope(key, random) for key in keys}
    corrected = dict(zip(keys, holm([slopes[key].p for key in keys]), strict=True))
    many = Counter(key.partition("/")[0] for key in keys)
    judged = sum(_is_judged(tally) for tally in thought.values())
    found = [
        _figures(
            key,
            (lucky.get(key, _Tally()), thought.get(key, _Tally())),
            slopes[key],
            corrected[key],
            many[key.partition("/")[0]],
            ERROR / max(1, judged),
            places,
        )
        for key in keys
    ]
    played = sum(len(games) for _, games in cells)
    return (*found, *(_never(name, places) for name in _unseen(cells, places) if played >= _ENOUGH))


def _tallies(cells: Iterable[Games]) -> dict[str, _Tally]:
    found: dict[str, _Tally] = {}
    for _, played in cells:
        for game in played:
            for key, seats in game.uses.items():
                tally = found.setdefault(key, _Tally())
                tally.offered += sum(use.offered for use in seats)
                tally.taken += sum(use.taken for use in seats)
                tally.expected += sum(use.expected for use in seats)
                tally.games += 1
    return found


def _strongest(cells: Sequence[Games]) -> list[Games]:
    """The cells whose weakest bot is the strongest there is: with others, mistakes would count as opinions."""
    if not cells:
        return []
    best = max(min(ranked(bot) for bot in cell.setting.bots) for cell, _ in cells)
    return [games for games in cells if min(ranked(bot) for bot in games[0].setting.bots) == best]


def _slope(key: str, cells: Sequence[Games]) -> Slope:
    """What one use more than luck would have does, compared with the usual part of the win at the same seat."""
    amounts, outcomes, took, left = [], [], 0, 0
    for cell, played in cells:
        finished = [game for game in played if game.is_finished]
        for seat in range(cell.setting.players):
            usual = sum(game.shares[seat] for game in finished) / len(finished) if finished else 0.0
            for game in finished:
                use: Use | None = game.uses[key][seat] if key in game.uses else None
                if use is not None and use.offered:
                    took += use.taken > 0
                    left += use.taken < use.offered
                    amounts.append(use.taken - use.chance)
                    outcomes.append(game.shares[seat] - usual)
    is_known = took >= _SEEN and left >= _SEEN
    return slope(amounts, outcomes) if is_known else slope((), ())


def _figures(
    key: str,
    tallies: tuple[_Tally, _Tally],
    found: Slope,
    corrected: float,
    among: int,
    error: float,
    places: ReportPlaces,
) -> UseFigures:
    sort, _, name = key.partition("/")
    lucky, thought = tallies
    is_known = not isinf(found.interval[0])
    # Of a few offers it would only be noise.
    appeal = thought.taken / thought.expected if thought.expected >= _ENOUGH else None
    span = places.of(sort, name)
    return UseFigures(
        sort=sort,
        name=name,
        offered=lucky.offered,
        taken=lucky.taken,
        effect=found.each if is_known else None,
        interval=found.interval if is_known else None,
        corrected=corrected,
        appeal=appeal,
        thought_offered=thought.offered,
        thought_taken=thought.taken,
        verdict=_verdict(found, corrected, among, _opinion(thought, error)),
        sentence=span.text if span is not None else "",
        place=span.place if span is not None else "",
    )


def _verdict(found: Slope, corrected: float, among: int, opinion: Verdict) -> Verdict:
    """Of two things, one is as much too good as the other is too bad: then that is what is told."""
    if opinion == "dead":
        return "dead"
    if corrected < ERROR and found.each <= -_TOO_MUCH:
        return "harmful"
    if corrected < ERROR and found.each >= _TOO_MUCH and among > 2:
        return "dominant"
    return opinion if among > 2 else ""


def _is_judged(thought: _Tally) -> bool:
    return thought.expected >= _ENOUGH and thought.games >= _GAMES


def _opinion(thought: _Tally, error: float) -> Verdict:
    """What players who think hold of it, with so much of error left for this one of all things that are judged."""
    if not _is_judged(thought):
        return ""
    usual = thought.expected / thought.offered
    least, most = wilson(thought.taken, max(thought.offered, thought.taken), error)
    if thought.taken <= _NOTHING * thought.expected and most < usual / 2:
        return "dead"
    return "always taken" if thought.taken >= _ALWAYS * thought.offered and least > (1 + usual) / 2 else ""


def _unseen(cells: Sequence[Games], places: ReportPlaces) -> list[str]:
    """Actions of the rulebook that no game ever offered or took."""
    seen = {key.partition("/")[2] for _, played in cells for game in played for key in game.uses}
    seen |= {name for _, played in cells for game in played for name in game.options}
    return [name for name in places.actions if name not in seen and not name.startswith("pass")]


def _never(name: str, places: ReportPlaces) -> UseFigures:
    span = places.of("action", name)
    sentence, place = (span.text, span.place) if span is not None else ("", "")
    return UseFigures("action", name, 0, 0, None, None, 1.0, None, 0, 0, "never offered", sentence, place)
