"""A simulation as a page with plots, and its expectations as findings and cases for other tools."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from interpreter.cli.plots import bars, histogram, page
from interpreter.cli.sim_report import SimReport, in_watched, record, text
from rulelang.cli.reporting import Case, CommandReport, finding
from rulelang.cli.showing import counted
from rulelang.diagnostics import Diagnostic, Severity
from rulelang.source import Span

_SEVERITIES = {"missed": Severity.ERROR, "inconclusive": Severity.UNPROVED}


def report_of(found: SimReport, header: Span) -> CommandReport:
    """For people and other tools. `header` is the line of the rulebook that expectations and faults are told at."""
    return CommandReport(
        f"rulelang sim {found.title}",
        text=lambda: text(found),
        record=lambda: record(found),
        findings=lambda: _findings(found, header),
        cases=lambda: _cases(found),
        summary=lambda: text(found),
    )


def _findings(found: SimReport, header: Span) -> list[Diagnostic]:
    findings = [
        finding("rulebook-fault", Severity.ERROR, f"{count} of {found.games} games broke down: {fault}", header)
        for fault, count in found.faults.items()
    ]
    findings += [
        finding(
            "bot-failure", Severity.WARNING, f"{count} of {found.games} games abandoned by a bot: {failure}", header
        )
        for failure, count in found.failures.items()
    ]
    for gate in found.expected:
        if gate.outcome in _SEVERITIES:
            message = f"expected {gate.expected}: {gate.outcome}, it lies between {gate.low:.4g} and {gate.high:.4g}"
            findings.append(finding("expectation", _SEVERITIES[gate.outcome], message, header))
    return findings


def _cases(found: SimReport) -> Iterator[Case]:
    for gate in found.expected:
        measured = f"between {gate.low:.4g} and {gate.high:.4g}"
        failure = f"missed: {measured}" if gate.outcome == "missed" else ""
        skipped = f"inconclusive: {measured}" if gate.outcome == "inconclusive" else ""
        yield Case(f"expected {gate.expected}", found.title, failure=failure, skipped=skipped)
    faults = "; ".join(f"{count} games: {fault}" for fault, count in found.faults.items())
    yield Case(f"{found.games} games without a fault", found.title, failure=faults)


def html(found: SimReport) -> str:
    """A page for people; one file without anything from elsewhere."""
    wins = [(name, seat.share, seat.low, seat.high) for name, seat in found.seats.items()]
    ended = f"{found.finished} of {found.games} games came to an end"
    spread = f"from {found.moves_shortest} to {found.moves_longest}"
    parts = [
        f"<p>{ended}. Bots: {escape(', '.join(found.bots))}. Seed {found.seed}.</p>",
        "<h2>Wins</h2><p>Share of all wins; the line shows where the true share lies, 95 of 100 times.</p>",
        bars(wins, 1 / found.players),
        f"<p>Not won alone: {found.shared:.1%}.</p>",
        f"<h2>Length</h2><p>{found.moves_mean:.1f} moves on average, {spread}.</p>",
        histogram(found.lengths),
        *_scores(found),
    ]
    if found.watched:
        seen = in_watched(found)
        parts += [f"<h2>How the games ended{seen}</h2>", _table(found.ends)]
        parts += [f"<h2>Options taken{seen}</h2>", _table(found.options)]
    if found.options_never:
        parts.append(f"<p>Never taken: {escape(', '.join(found.options_never))}.</p>")
    if found.faults:
        parts += ["<h2>Faults of the rulebook</h2>", _table(found.faults)]
    if found.failures:
        parts += ["<h2>Failures of bots</h2>", _table(found.failures)]
    for gate in found.expected:
        parts.append(f"<p>Expected {escape(gate.expected)}: <strong>{gate.outcome}</strong></p>")
    return page(f"{found.title}, {counted(found.players, 'player')}", parts)


def _scores(found: SimReport) -> Iterator[str]:
    """One plot for each seat."""
    if not found.scores:
        return
    yield "<h2>Scores</h2>"
    for number, (name, seat) in enumerate(found.seats.items()):
        yield f"<p>{escape(name)}: {seat.score_mean:.1f} on average.</p>"
        yield histogram([scores[number] for scores in found.scores])


def _table(counts: dict[str, int]) -> str:
    rows = "".join(f"<tr><td class=number>{count}</td><td>{escape(name)}</td></tr>" for name, count in counts.items())
    return f"<table>{rows}</table>"
