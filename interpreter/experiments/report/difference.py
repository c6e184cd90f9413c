"""What a change of the rules does, on one page: the same games (seed and number) under both."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from typing import Final

from interpreter.experiments.compare import Compared, Games
from interpreter.experiments.report.charts import differences
from interpreter.experiments.report.figures import told
from interpreter.experiments.report.findings import changes
from interpreter.experiments.report.page import figure_html, table_html, whole
from interpreter.experiments.report.report import ReportChange, change_of
from interpreter.experiments.report.words import aligned, changes_table
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class ReportDifference:
    """What was compared, how many games there are of each side, in sentences what is sure, and all of it."""

    title: str
    games: int
    found: tuple[str, ...]
    changes: tuple[ReportChange, ...]


def difference(title: str, compared: Sequence[Compared], played: Sequence[Games]) -> ReportDifference:
    """Everything that was compared."""
    ordered = sorted(compared, key=lambda one: (not one.is_sure, -abs(one.size)))
    games = sum(len(found) for _, found in played)
    return ReportDifference(title, games, tuple(_sentences(ordered)), tuple(change_of(one) for one in ordered))


def _sentences(ordered: Sequence[Compared]) -> Iterator[str]:
    """One for each measure, about the cell in which it changes most: the others are in the table."""
    by_measure: dict[str, list[Compared]] = {}
    for one in ordered:
        if one.is_sure and told(one.before, one.metric.unit) != told(one.after, one.metric.unit):
            by_measure.setdefault(one.metric.name, []).append(one)
    for most, *others in by_measure.values():
        (finding,) = changes([most])
        also = f" It surely changes in {len(others)} more cells (see the table)." if others else ""
        yield finding.message + also


def _text(found: ReportDifference) -> str:
    title, heads, rows = changes_table(found.changes)
    lines = [f"{found.title}: before and after, {found.games} games of each side", ""]
    lines += [f"- {one}" for one in found.found] or ["Nothing changed that is surely more than luck."]
    return "\n".join((*lines, "", title, *aligned(heads, rows))) + "\n"


def _page(found: ReportDifference) -> str:
    listed = "".join(f"<li>{escape(one)}</li>" for one in found.found)
    sure = f'<ul class="findings">{listed}</ul>' if listed else "<p>Nothing changed that is surely more than luck.</p>"
    about = f"<p>Before and after: {found.games} games of each side, with the same seeds.</p>"
    plot = differences(found.changes)
    drawn = [figure_html(plot)] if plot.rows else []
    return whole(escape(found.title), [about, sure, *drawn, table_html(changes_table(found.changes))])


def _json(found: ReportDifference) -> str:
    from pydantic import TypeAdapter

    return TypeAdapter(ReportDifference).dump_json(found, indent=2).decode() + "\n"


#: How it can be printed.
WRITERS: Final[Mapping[str, Callable[[ReportDifference], str]]] = {"text": _text, "html": _page, "json": _json}
