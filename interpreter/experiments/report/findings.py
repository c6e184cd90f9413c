"""What a designer should know, in sentences: only what is sure, and enough to matter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, Literal, TypeAlias

from interpreter.experiments.compare import Compared
from interpreter.experiments.report.figures import ByPlayers, CellFigures, Estimate, p_value, told
from interpreter.experiments.report.places import Standing
from interpreter.experiments.report.uses import UseFigures
from interpreter.statistics.comparing import holm
from interpreter.statistics.intervals import ERROR, Interval, wilson
from rulelang.tuning.fast_dataclass import dataclass

Kind: TypeAlias = Literal[
    "fault", "bot failure", "endless", "seat", "dominant", "harmful", "dead", "always taken", "never offered", "draws",
    "runaway", "luck", "skill", "trivial", "hopeless", "change", "unused end", "players",
]  # fmt: skip
_Question: TypeAlias = Callable[[CellFigures], Estimate | None]

#: So much more or less than a fair part of the wins matters.
_MATTERS: Final = 0.04
_MANY_DRAWS: Final = 0.3
_RUNAWAY: Final = 0.85
_HALF: Final = 4
#: Whoever surely has no more than so much of what luck leaves over hardly wins by skill. Of few games that is not sure.
_HARDLY: Final = 0.2
_ORDINALS: Final = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
#: Players who together win less often than this hardly ever do.
_HARDLY_EVER: Final = 0.05
#: Below so many games nothing is said about a whole cell.
_ENOUGH: Final = 20
#: Fewer games than this say nothing about what never happens.
_MANY_GAMES: Final = 200
#: So much of a difference between tables is worth a sentence; only what one would not expect anyway.
_MUCH_MORE: Final = 1.5
_MUCH: Final = 0.2
_TELLING: Final = ("rounds", "choices", "interaction", "draws", "won", "settled", "runaway", "comebacks")


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found: its kind, a sentence with its figures, and the line of the rulebook it is about, if any."""

    kind: Kind
    message: str
    sentence: str = ""
    place: str = ""


def findings(
    cells: Sequence[CellFigures], uses: Sequence[UseFigures], seats: Mapping[int, Sequence[str]], *, together: bool
) -> Iterator[Finding]:
    """Everything that was found, the gravest first."""
    yield from _broken(cells)
    if not together:
        yield from _seats(cells, seats)
    yield from _won_together(cells) if together else chain(_draws(cells), _runaway(cells))
    if not together:
        yield from _skill(cells)
    yield from _uses(uses)


def changes(compared: Sequence[Compared]) -> Iterator[Finding]:
    """What surely changes with other numbers or other rules."""
    for one in compared:
        if one.is_sure:
            unit = one.metric.unit
            low, high = one.found.interval
            more = "more" if one.after > one.before else "less"
            where = f"{one.cell}, with {one.changes}" if one.changes else one.cell
            yield Finding(
                "change",
                f"{where}: {one.metric.title}: {told(one.before, unit)} before, {told(one.after, unit)} now, "
                f"{one.weight} {more} (the change lies between {told(low, unit)} and {told(high, unit)}, "
                f"p {p_value(one.corrected)}).",
            )


def never_ending(cells: Sequence[CellFigures], unused: Sequence[Standing]) -> Iterator[Finding]:
    """Sentences that could end a game and ended none, if there were enough to say so."""
    finished = sum(cell.finished for cell in cells)
    if finished >= _MANY_GAMES:
        for one in unused:
            yield Finding("unused end", f"None of {finished} games ended by this rule.", one.text, one.place)


def between_numbers(measures: Sequence[ByPlayers]) -> Iterator[Finding]:
    """What is surely and much different between the fewest players and the most: a part of the games or moves by a
    quarter of all, or a number by half."""
    for one in measures:
        fewest, most = min(one.found), max(one.found)
        before, after = one.found[fewest].mean, one.found[most].mean
        if one.unit == "number":
            much = max(before, after) >= _MUCH_MORE * min(before, after)
        else:
            much = abs(after - before) >= _MUCH
        if one.sure and much and one.measure in _TELLING:
            yield Finding(
                "players",
                f"The number of players matters ({one.bots}): {one.title}: {told(before, one.unit)} with {fewest}, "
                f"{told(after, one.unit)} with {most} (p {p_value(one.corrected)}).",
            )


def _broken(cells: Sequence[CellFigures]) -> Iterator[Finding]:
    for cell in cells:
        for fault, count in cell.faults.items():
            yield Finding("fault", f"{_in(cell)}, {count} of {cell.games} games broke down: {fault}.")
        for failure, count in cell.failures.items():
            games = f"{count} of {cell.games} games"
            yield Finding("bot failure", f"{_in(cell)}, {games} were abandoned because of a bot: {failure}.")
        endless = cell.games - cell.finished - sum(cell.faults.values()) - sum(cell.failures.values())
        if endless:
            yield Finding("endless", f"{_in(cell)}, {endless} of {cell.games} games did not come to an end.")


def _seats(cells: Sequence[CellFigures], names: Mapping[int, Sequence[str]]) -> Iterator[Finding]:
    """Seats that surely win another part than a fair one, with all seats of all cells asked at once."""
    asked = [(cell, seat) for cell in cells if cell.finished >= _ENOUGH for seat in range(cell.players)]
    corrected = holm([cell.seats_p[seat] for cell, seat in asked])
    for (cell, seat), p in zip(asked, corrected, strict=True):
        found, fair = cell.seats[seat], 1 / cell.players
        if p < ERROR and abs(found.mean - fair) >= _MATTERS:
            more = "more" if found.mean > fair else "less"
            place = "first" if seat == 0 else "last" if seat == cell.players - 1 else _ORDINALS[seat - 1]
            yield Finding(
                "seat",
                f"{_in(cell)}, the {place} seat ({names[cell.players][seat]}) wins {more} than a fair share: "
                f"{_share(found)} instead of {fair:.0%}.",
            )


def _asked_at_once(cells: Iterable[CellFigures], ask: _Question) -> Iterator[tuple[CellFigures, Estimate, Interval]]:
    """The same question to all cells with enough games: what was found, and where it lies, sure for all at once (the
    error is divided among them, as Bonferroni does)."""
    asked = [(cell, found) for cell in cells if (found := ask(cell)) is not None and found.count >= _ENOUGH]
    for cell, found in asked:
        yield cell, found, wilson(found.mean * found.count, found.count, ERROR / len(asked))


def _draws(cells: Sequence[CellFigures]) -> Iterator[Finding]:
    for cell, found, (low, _) in _asked_at_once(cells, lambda cell: cell.measured("draws")):
        if low > _MANY_DRAWS:
            yield Finding("draws", f"{_in(cell)}, {_share(found)} of the games are not won by one player alone.")


def _runaway(cells: Sequence[CellFigures]) -> Iterator[Finding]:
    for cell, found, (low, _) in _asked_at_once(cells, lambda cell: cell.leader_won[_HALF]):
        if low > _RUNAWAY:
            yield Finding("runaway", f"{_in(cell)}, whoever leads at half time wins {_share(found)} of the games.")


def _skill(cells: Sequence[CellFigures]) -> Iterator[Finding]:
    """Does the better bot win, with all tables asked at once at which two of them sit?"""
    asked = [cell for cell in cells if len(cell.line_up) == 2 and list(cell.line_up.values())[1].count >= _ENOUGH]
    corrected = holm([list(cell.line_up_p.values())[1] for cell in asked])
    higher_ones = _asked_at_once(asked, lambda cell: list(cell.line_up.values())[1])
    for (cell, higher, (_, most)), p in zip(higher_ones, corrected, strict=True):
        (weak, lower), (strong, _) = cell.line_up.items()
        fair = 1 / cell.players
        if p < ERROR and higher.mean > fair:
            yield Finding(
                "skill",
                f"{_in(cell)}, {strong} wins {_share(higher)} for each seat and {weak} {lower.mean:.0%}; luck alone "
                f"gives {fair:.0%}.",
            )
        elif most <= fair + _HARDLY * (1 - fair):
            yield Finding(
                "luck",
                f"{_in(cell)}, {strong} does hardly better than {weak}, if at all: it wins {_share(higher)} for each "
                f"seat, where luck alone gives {fair:.0%}.",
            )


def _won_together(cells: Sequence[CellFigures]) -> Iterator[Finding]:
    for cell, found, (low, high) in _asked_at_once(cells, lambda cell: cell.measured("won")):
        if high < _HARDLY_EVER:
            yield Finding("hopeless", f"{_in(cell)}, the players hardly ever win: {_share(found)}.")
        elif low > 1 - _HARDLY_EVER:
            yield Finding("trivial", f"{_in(cell)}, the players nearly always win: {_share(found)}.")


def _uses(uses: Sequence[UseFigures]) -> Iterator[Finding]:
    for one in sorted(uses, key=lambda use: -abs(use.effect or 0)):
        name = f"{one.name}" if one.sort == "action" else f"{one.name} ({one.sort})"
        match one.verdict:
            case "dominant" | "harmful":
                assert one.effect is not None
                assert one.interval is not None
                better = "more" if one.effect > 0 else "less"
                low, high = sorted(map(abs, one.interval))
                message = (
                    f"Taking {name} once more wins {abs(one.effect):.0%} of a game {better} among random players "
                    f"(between {low:.0%} and {high:.0%}, p {p_value(one.corrected)})."
                )
            case "dead":
                message = (
                    f"Players who think hardly take {name}: {one.thought_taken} of {one.thought_offered} offers, "
                    f"{one.appeal or 0:.0%} of what luck would."
                )
            case "always taken":
                message = (
                    f"Players who think take {name} nearly whenever they can: {one.thought_taken} of "
                    f"{one.thought_offered} offers."
                )
            case "never offered":
                message = f"{name} could never be chosen."
            case _:
                continue
        yield Finding(one.verdict, message, one.sentence, one.place)


def _in(cell: CellFigures) -> str:
    return f"With {cell.players} players ({cell.bots})"


def _share(found: Estimate) -> str:
    if found.interval is None:
        return f"{found.mean:.0%}"
    return f"{found.mean:.0%} (between {found.interval[0]:.0%} and {found.interval[1]:.0%})"
