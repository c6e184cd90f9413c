"""`rulelang cover`"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from html import escape

import click

from interpreter.cli.coverage import Coverage, CoveredClause
from interpreter.cli.loading import load_playable
from interpreter.cli.observer import cover
from interpreter.cli.plots import page
from rulelang.cli.compiling import Unusable, each_usable
from rulelang.cli.exits import Exit
from rulelang.cli.outputs import chosen_format, output_options
from rulelang.cli.reading import FILE, hand_over, rulebook_files
from rulelang.cli.reporting import REPORTS, Case, CommandReport, finding
from rulelang.cli.showing import counted
from rulelang.diagnostics import Diagnostic, Severity
from rulelang.source import SourceFile
from rulelang.tuning.fast_dataclass import dataclass

# Coverage as text, as a record for programs, as findings for other tools, and as the marked source on a page.


CODE = "rule-unused"


@dataclass(frozen=True, slots=True)
class ClauseRecord:
    """One sentence: `yes` and `no` count how often a fork went each way, `yes` alone how often the others were used, as
    far as it was watched. Of random games only those moves are watched that may use a rule in a new way.

    `missing` is empty when all happened that can.
    """

    kind: str
    text: str
    path: str
    line: int
    heading: str
    cites: tuple[str, ...]
    yes: int
    no: int
    missing: str


@dataclass(frozen=True, slots=True)
class CoverRecord:
    """One rulebook: the part of its rules that were used (0 to 1), and what was not."""

    title: str
    share: float
    clauses: tuple[ClauseRecord, ...]
    headings_never: tuple[str, ...]
    sections_never: tuple[str, ...]
    statements_uncited: tuple[str, ...]


def summary(coverage: Coverage) -> str:
    """One line."""
    missing = len(coverage.missing())
    rest = f"{counted(missing, 'rule')} not or only half" if missing else "nothing is missing"
    return f"{coverage.title}: {coverage.share:.0%} of {counted(len(coverage.clauses), 'rule')} used, {rest}."


def _lines(coverage: Coverage) -> Iterator[str]:
    """What is missing, line by line, and a summary."""
    for clause in coverage.missing():
        yield f"{clause.place}: {clause.missing}: {clause.text}"
    for heading in coverage.headings():
        yield f"nothing used under: {heading}"
    for section in coverage.sections():
        yield f"no used rule cites: {section}"
    for number in coverage.uncited:
        yield f"never cited: {number}"
    yield summary(coverage)


def _record(coverage: Coverage) -> CoverRecord:
    clauses = tuple(
        ClauseRecord(c.kind, c.text, c.span.source.path, c.span.line, c.heading, c.cites, c.yes, c.no, c.missing)
        for c in coverage.in_order()
    )
    sections = tuple(coverage.sections())
    return CoverRecord(
        coverage.title, round(coverage.share, 4), clauses, tuple(coverage.headings()), sections, coverage.uncited
    )


def as_findings(found: Sequence[Coverage]) -> list[Diagnostic]:
    """What is missing, as notes on the sentences."""
    return [
        finding(CODE, Severity.NOTE, f"{clause.missing}: {clause.text}", clause.span.first_line)
        for coverage in found
        for clause in coverage.missing()
    ]


def _report(found: Sequence[Coverage], unusable: Sequence[Unusable]) -> CommandReport:
    """Every sentence is a case; those that were not used fully are skipped ones."""
    cases = (Case(c.text, c.place, skipped=c.missing) for coverage in found for c in coverage.in_order())
    return CommandReport(
        "rulelang cover",
        text=lambda: "".join(f"{line}\n" for coverage in found for line in _lines(coverage)),
        record=lambda: [asdict(_record(coverage)) for coverage in found],
        findings=lambda: as_findings(found),
        cases=lambda: (*cases, *(one.case() for one in unusable)),
        summary=lambda: "\n".join(summary(coverage) + "\n" for coverage in found),
        errors=[error for one in unusable for error in one.errors],
    )


# ----------------------------------------------------------------------------------------------------------- HTML


def html(found: Sequence[Coverage]) -> str:
    """The source of the rulebooks with every line marked: used, half used, not used."""
    parts: list[str] = []
    for coverage in found:
        parts.append(f"<h2>{escape(coverage.title)}</h2><p>{escape(summary(coverage))}</p>")
        parts.append(_missing_table(coverage.missing()))
        parts += [f"<p>Nothing used under: {escape(heading)}</p>" for heading in coverage.headings()]
        if sections := coverage.sections():
            parts.append(f"<p>No used rule cites: {escape(', '.join(sections))}</p>")
        if coverage.uncited:
            parts.append(f"<p>Never cited: {escape(', '.join(coverage.uncited))}</p>")
        parts += _sources(coverage)
    return page("Coverage", parts)


def _missing_table(missing: Sequence[CoveredClause]) -> str:
    rows = "".join(
        f'<tr><td><a href="#{_anchor(c.span.source, c.span.line)}">{escape(c.place)}</a></td>'
        f'<td class="bad">{c.missing}</td><td>{escape(c.text)}</td></tr>'
        for c in missing
    )
    return f"<table><tr><th>Place</th><th>Missing</th><th>Rule</th></tr>{rows}</table>" if rows else ""


def _sources(coverage: Coverage) -> Iterator[str]:
    by_line: dict[tuple[str, int], list[CoveredClause]] = {}
    sources: dict[str, SourceFile] = {}
    for clause in coverage.in_order():
        source = clause.span.source
        sources[source.path] = source
        by_line.setdefault((source.path, clause.span.line), []).append(clause)
    for path, source in sorted(sources.items()):
        lines = [
            _line(source, number, by_line.get((path, number), [])) for number in range(1, source.text.count("\n") + 1)
        ]
        yield f"<h3>{escape(path)}</h3><pre>{''.join(lines)}</pre>"


def _line(source: SourceFile, number: int, clauses: Sequence[CoveredClause]) -> str:
    state = ""
    if clauses:
        fully = all(not clause.missing for clause in clauses)
        state = "used" if fully else "half" if any(clause.is_used for clause in clauses) else "never"
    said = "; ".join(f"{clause.text}: {clause.missing or 'used'} ({clause.yes} / {clause.no})" for clause in clauses)
    title = f' title="{escape(said)}"' if said else ""
    anchor = _anchor(source, number)
    return f'<span id="{anchor}" class="{state}"{title}>{number:>5}  {escape(source.line_text(number))}</span>\n'


def _anchor(source: SourceFile, line: int) -> str:
    return escape(f"{source.path}-{line}".replace(" ", "-"))


_FORMATS = (*REPORTS, "html")


@click.command("cover")
@click.argument("paths", nargs=-1, required=True, type=FILE, metavar="PATH...")
@click.option(
    "--games", "-g", type=click.IntRange(0), default=0, help="Also random games for each number of players. [0]"
)
@click.option(
    "--threshold",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="Exit code 1 if less than this percentage is used.",
)
@output_options(_FORMATS)
def command(paths: tuple[str, ...], games: int, threshold: float | None, form: str | None, output: str | None) -> int:
    """Show which rules the examples have used: conditions never true or never false, options never taken, endings never
    reached, sections of the printed rules that no used rule cites.

    Each sentence counts once, however often the game contains it. As HTML, the rulebook itself with its lines marked.

    \b
    rulelang cover my_game.rules
    rulelang cover my_game.rules --games 20 -o coverage.html
    rulelang cover rulebooks --threshold 80 --format github
    """
    form = chosen_format(form, output, _FORMATS)
    found, unusable = each_usable(rulebook_files(paths), lambda path: cover(load_playable(path, examples=True), games))
    printed = html(found) if form == "html" else _report(found, unusable).printed(form)
    hand_over(printed, output, f": {' '.join(map(summary, found))}")
    below = threshold is not None and any(coverage.share * 100 < threshold for coverage in found)
    return Exit.FINDINGS if below or unusable else Exit.CLEAN
