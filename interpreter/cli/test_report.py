"""What examples and invariants came to: as text, as records, as findings for other tools."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from interpreter.cli.testing import Outcome, ShownFailure, Tested
from rulelang.cli.compiling import Unusable
from rulelang.cli.reporting import Case, CommandReport, finding
from rulelang.cli.showing import counted, painted, so_many_players
from rulelang.diagnostics import Diagnostic, Severity
from rulelang.source import Span
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class FailureRecord:
    """A line that does not hold: why, the values of its parts (a drawing, line by line), what could be chosen, and
    the position."""

    place: str | None
    reason: str
    values: tuple[str, ...]
    cite: str
    offered: tuple[str, ...]
    position: str


@dataclass(frozen=True, slots=True)
class ExampleRecord:
    """One example for one number of players."""

    title: str
    players: int
    variants: tuple[str, ...]
    seconds: float
    passed: bool
    failure: FailureRecord | None


@dataclass(frozen=True, slots=True)
class InvariantsRecord:
    """How many sentences with `always` were looked at in random games, and those that did not hold."""

    checked: int
    broken: tuple[FailureRecord, ...]


@dataclass(frozen=True, slots=True)
class TestRecord:
    """One rulebook. `errors` are the mistakes because of which it cannot be played."""

    path: str
    title: str
    examples: tuple[ExampleRecord, ...]
    invariants: InvariantsRecord
    errors: tuple[str, ...] = ()


def render(tested: Sequence[Tested], unusable: Sequence[Unusable], form: str, *, verbose: bool) -> str:
    """In one of the formats of `rulelang.cli.reporting`; what is `unusable` is told to people when it is found."""
    return CommandReport(
        "rulelang test",
        text=lambda: "".join(f"{line}\n" for one in tested for line in _lines(one, verbose)),
        record=lambda: list(map(asdict, (*map(_record, tested), *map(_unusable_record, unusable)))),
        findings=lambda: _findings(tested),
        cases=lambda: [*(case for one in tested for case in _cases(one)), *(one.case() for one in unusable)],
        summary=lambda: "\n".join(_summary(one) + "\n" for one in tested),
        errors=[error for one in unusable for error in one.errors],
    ).printed(form)


# ----------------------------------------------------------------------------------------------------------- text


def _lines(one: Tested, verbose: bool) -> Iterator[str]:
    for outcome in one.outcomes:
        if outcome.failure is not None:
            yield f'{painted("FAILED", "red")} "{outcome.title}" {_setting(outcome)}'
            yield from failure_lines(outcome.failure)
        elif verbose:
            passed = painted("passed", "green")
            yield f'{passed} "{outcome.title}" {_setting(outcome)} in {outcome.seconds * 1000:.0f} ms'
    for broken in one.broken:
        yield f"{painted('FAILED', 'red')} invariant"
        yield from failure_lines(broken)
    yield _summary(one)


def _summary(one: Tested) -> str:
    failed = sum(outcome.failure is not None for outcome in one.outcomes)
    seconds = sum(outcome.seconds for outcome in one.outcomes)
    result = f"{len(one.outcomes) - failed} of {counted(len(one.outcomes), 'example')} passed in {seconds:.2f} s"
    held = f", {counted(one.checked_invariants, 'invariant')} {'broken' if one.broken else 'held'}"
    seats = {outcome.players for outcome in one.outcomes}
    seated = f" (for {so_many_players(seats)})" if seats else ""
    return f"{one.title}: {result}{seated}{held if one.checked_invariants else ''}."


def setting_text(players: int, variants: Sequence[str]) -> str:
    """For how many players an example is, and with which variants."""
    return f"({counted(players, 'player')}{''.join(f', {name}' for name in variants)})"


def _setting(outcome: Outcome) -> str:
    return setting_text(outcome.players, outcome.variants)


def failure_lines(failure: ShownFailure) -> Iterator[str]:
    """What does not hold, for people."""
    span = failure.origin.span
    if span is not None:
        yield f"  --> {span}"
        yield f"   | {span.source.line_text(span.line).strip()}"
    yield f"   = {failure.reason}"
    for line in failure.values:
        yield f"   | {line}"
    if failure.origin.cite:
        yield f"   = cite: {failure.origin.cite}"
    if failure.offered:
        yield f"   = can be chosen: {'; '.join(failure.offered)}"
    for line in failure.position.splitlines():
        yield f"       {line}"
    yield ""


# -------------------------------------------------------------------------------------------------------- records


def _record(one: Tested) -> TestRecord:
    examples = tuple(
        ExampleRecord(
            outcome.title,
            outcome.players,
            outcome.variants,
            round(outcome.seconds, 6),
            outcome.failure is None,
            None if outcome.failure is None else _failure_record(outcome.failure),
        )
        for outcome in one.outcomes
    )
    broken = tuple(map(_failure_record, one.broken))
    return TestRecord(one.path, one.title, examples, InvariantsRecord(one.checked_invariants, broken))


def _unusable_record(one: Unusable) -> TestRecord:
    errors = tuple(f"{error.primary.span}: {error.message}" for error in one.errors)
    return TestRecord(one.path, "", (), InvariantsRecord(0, ()), errors)


def _failure_record(failure: ShownFailure) -> FailureRecord:
    place = str(failure.origin.span) if failure.origin.span is not None else None
    return FailureRecord(place, failure.reason, failure.values, failure.origin.cite, failure.offered, failure.position)


# -------------------------------------------------------------------------------------------- findings and cases


def _findings(tested: Sequence[Tested]) -> list[Diagnostic]:
    found = []
    for one in tested:
        failures = [("example-failed", o.title, o.failure) for o in one.outcomes if o.failure is not None]
        for code, title, failure in (*failures, *(("invariant-broken", "", broken) for broken in one.broken)):
            message = f"example {title!r}: {failure.reason}" if title else failure.reason
            offered = (f"can be chosen: {'; '.join(failure.offered)}",) if failure.offered else ()
            notes = (*failure.values, *offered)
            span = failure.origin.span or Span(one.loaded.source, 0, 0)
            found.append(finding(code, Severity.ERROR, message, span.first_line, notes, failure.origin.cite))
    return found


def _cases(one: Tested) -> Iterator[Case]:
    for outcome in one.outcomes:
        name = f"{outcome.title} {_setting(outcome)}"
        if outcome.failure is None:
            yield Case(name, one.path, outcome.seconds)
        else:
            yield Case(
                name, one.path, outcome.seconds, outcome.failure.reason, "\n".join(failure_lines(outcome.failure))
            )
    for broken in one.broken:
        yield Case("invariant", one.path, 0.0, broken.reason, "\n".join(failure_lines(broken)))
