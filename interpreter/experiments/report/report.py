"""The whole report: for each game what its cells say, what was found, and what changed numbers do."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import isinf

from interpreter.experiments.cells import ExperimentCell
from interpreter.experiments.compare import Compared, Games, compare, varied
from interpreter.experiments.line_up import ranked
from interpreter.experiments.report.figures import ByPlayers, CellFigures, by_players, figures
from interpreter.experiments.report.findings import Finding, between_numbers, changes, findings, never_ending
from interpreter.experiments.report.places import ReportPlaces, Standing, unused_ends
from interpreter.experiments.report.uses import UseFigures, uses
from interpreter.experiments.work import game_of
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class ReportChange:
    """What another number does to one measure in one cell."""

    cell: str
    changes: str
    players: int
    measure: str
    title: str
    unit: str
    before: float
    after: float
    interval: tuple[float, float] | None
    p: float
    corrected: float
    size: float | None
    sure: bool


@dataclass(frozen=True, slots=True)
class GameReport:
    """One rulebook with some variants: its cells as printed (weaker bots first), what was offered and taken, what was
    found, the cells with other numbers, and what those change; what is different between numbers of players, and the
    sentences that could have ended a game and never did."""

    book: str
    variants: tuple[str, ...]
    together: bool
    seats: dict[int, tuple[str, ...]]
    cells: tuple[CellFigures, ...]
    uses: tuple[UseFigures, ...]
    findings: tuple[Finding, ...]
    changed: tuple[CellFigures, ...]
    changes: tuple[ReportChange, ...]
    by_players: tuple[ByPlayers, ...]
    unused_ends: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class ExperimentReport:
    """A report on an experiment; everything in it but the title depends on rulebooks, plan and seed only."""

    title: str
    seed: int
    games: tuple[GameReport, ...]


def report(title: str, all_games: Sequence[Games]) -> ExperimentReport:
    """Look at everything that was played."""
    ordered = sorted(all_games, key=lambda games: (games[0].book, games[0].setting.variants))
    grouped = groupby(ordered, key=lambda games: (games[0].book, games[0].setting.variants))
    seed = all_games[0][0].setting.seed if all_games else 0
    return ExperimentReport(
        title, seed, tuple(_game(book, variants, list(cells)) for (book, variants), cells in grouped)
    )


def _game(book: str, variants: tuple[str, ...], cells: list[Games]) -> GameReport:
    printed = sorted((games for games in cells if not games[0].setting.changes), key=lambda games: _order(games[0]))
    changed = [games for games in cells if games[0].setting.changes]
    compiled = {cell.setting.players: game_of(cell.setting) for cell, _ in reversed(printed or cells)}
    together = any(game.together for game in compiled.values())
    told = tuple(figures(games) for games in printed)
    used = uses(printed, ReportPlaces(compiled.values()))
    by_number, unused = by_players(printed, together=together), unused_ends(compiled.values(), told)
    differences = compare(varied(cells))
    return GameReport(
        book=book,
        variants=variants,
        together=together,
        seats={players: game.players for players, game in sorted(compiled.items())},
        cells=told,
        uses=used,
        findings=(
            *findings(told, used, {n: game.players for n, game in compiled.items()}, together=together),
            *never_ending(told, unused),
            *between_numbers(by_number),
            *changes(differences),
        ),
        changed=tuple(figures(games) for games in changed),
        changes=tuple(change_of(one) for one in differences),
        by_players=by_number,
        unused_ends=unused,
    )


def _order(cell: ExperimentCell) -> tuple[object, ...]:
    return cell.setting.players, len(set(cell.setting.bots)) > 1, [ranked(bot) for bot in cell.setting.bots]


def change_of(one: Compared) -> ReportChange:
    """A difference as it is reported."""
    return ReportChange(
        cell=one.cell,
        changes=one.changes,
        players=one.players,
        measure=one.metric.name,
        title=one.metric.title,
        unit=one.metric.unit,
        before=one.before,
        after=one.after,
        interval=None if isinf(one.found.interval[0]) else one.found.interval,
        p=one.found.p,
        corrected=one.corrected,
        size=None if isinf(one.size) else one.size,
        sure=one.is_sure,
    )
