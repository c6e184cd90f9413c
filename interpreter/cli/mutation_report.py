"""Mutants of a rulebook and what became of them, as records for programs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from html import escape

from interpreter.cli.plots import page
from interpreter.mutation.verdict import Status, Verdict, score
from rulelang.cli.facts_mutants import Brief
from rulelang.cli.reporting import Case, CommandReport, finding
from rulelang.cli.showing import counted, rendered
from rulelang.diagnostics import Diagnostic, Severity
from rulelang.mutation.mutant import Mutant, rewritten, told
from rulelang.mutation.statements import Homes
from rulelang.rulebook.loading import WrittenRulebook
from rulelang.source import SourceFile
from rulelang.tuning.fast_dataclass import dataclass

#: In this order they are told.
STATUSES: tuple[Status, ...] = ("killed", "survived", "timed out", "equivalent", "invalid")


@dataclass(frozen=True, slots=True)
class MutantRecord:
    """One mutant: the lines as they are (`before`) and as they would be (`after`), what became of it, by what it was
    noticed, and how many examples use what it changes. `statements` are those that the changed sentence cites."""

    key: str
    operator: str
    status: Status
    path: str
    line: int
    heading: str
    statements: tuple[str, ...]
    told: str
    before: str
    after: str
    by: str
    reached: int


@dataclass(frozen=True, slots=True)
class SectionRecord:
    """A section of the rulebook: what became of the mutants of its sentences."""

    heading: str
    score: float
    killed: int
    survived: int
    timed_out: int
    equivalent: int
    invalid: int


@dataclass(frozen=True, slots=True)
class MutationRecord:
    """One rulebook. `score` is the part that was noticed of those mutants that make another game (0 to 1), `untried`
    how many were left when the time was over."""

    title: str
    path: str
    score: float
    total: int
    untried: int
    sections: tuple[SectionRecord, ...]
    mutants: tuple[MutantRecord, ...]

    def counted(self, status: Status) -> int:
        """How many have a status."""
        return sum(mutant.status == status for mutant in self.mutants)


def mutation_record(
    written: WrittenRulebook, path: str, mutants: Sequence[Mutant], verdicts: Mapping[str, Verdict]
) -> MutationRecord:
    """Everything about the mutants that were tried, in reading order."""
    statements = Homes(written)
    records = tuple(
        _mutant(written, mutant, verdicts[mutant.key], statements) for mutant in mutants if mutant.key in verdicts
    )
    return MutationRecord(
        written.title,
        path,
        round(score(list(verdicts.values())), 4),
        len(mutants),
        len(mutants) - len(records),
        tuple(_sections(records)),
        records,
    )


def _mutant(written: WrittenRulebook, mutant: Mutant, verdict: Verdict, statements: Homes) -> MutantRecord:
    before, after = rewritten(mutant)
    line = mutant.lines[0]
    return MutantRecord(
        mutant.key,
        mutant.operator,
        verdict.status,
        mutant.span.source.path,
        line,
        " > ".join(written.items[mutant.changes[0][0]].headings.titles) if mutant.changes else "",
        statements.nearest(mutant),
        told(mutant),
        before,
        after,
        verdict.by,
        verdict.reached,
    )


def _sections(records: Sequence[MutantRecord]) -> Iterator[SectionRecord]:
    for heading in dict.fromkeys(record.heading for record in records):
        inside = [record for record in records if record.heading == heading]
        counts = Counter(record.status for record in inside)
        verdicts = [Verdict(record.key, record.status) for record in inside]
        yield SectionRecord(
            heading,
            round(score(verdicts), 4),
            counts["killed"],
            counts["survived"],
            counts["timed out"],
            counts["equivalent"],
            counts["invalid"],
        )


def brief(record: MutationRecord) -> Brief:
    """The same in few words."""
    killed: dict[str, list[str]] = {}
    for mutant in record.mutants:
        if mutant.status == "killed":
            killed.setdefault(mutant.by, []).append(mutant.key)
    keys = {one: " ".join(sorted(each.key for each in record.mutants if each.status == one)) for one in STATUSES}
    return Brief(
        title=record.title,
        score=record.score,
        killed={by: " ".join(sorted(found)) for by, found in sorted(killed.items())},
        survived={one.key: f"{one.line}: {one.told}" for one in record.mutants if one.status == "survived"},
        timed_out=keys["timed out"],
        equivalent=keys["equivalent"],
        invalid=keys["invalid"],
    )


# Mutants told to people and to other tools: as text, as findings, as cases, as a page with the marked source.


CODE = "mutant-survived"


@dataclass(frozen=True, slots=True)
class ShownMutant:
    """What is told, and the rulebook and mutants it is about."""

    record: MutationRecord
    written: WrittenRulebook
    mutants: Mapping[str, Mutant]


def render(shown: ShownMutant, form: str) -> str:
    """In one of the formats."""
    record = shown.record
    if form == "brief":
        return json.dumps([brief(record).model_dump()], indent=1, ensure_ascii=False) + "\n"
    if form == "html":
        return page("Mutants", _page(shown))
    return CommandReport(
        "rulelang mutate",
        text=lambda: "\n".join(filter(None, (rendered(findings(shown), "text"), _totals(record)))),
        record=lambda: [asdict(record)],
        findings=lambda: findings(shown),
        cases=lambda: _cases(record),
        summary=lambda: _totals(record),
    ).printed(form)


def summary(record: MutationRecord) -> str:
    """One line."""
    counts = ", ".join(f"{record.counted(status)} {status}" for status in STATUSES)
    left = f"; {record.untried} not tried" if record.untried else ""
    tried = counted(len(record.mutants), "mutant")
    return (
        f"{record.title}: {record.score:.1%} of the mutants that make another game noticed ({tried}: {counts}{left})."
    )


def findings(shown: ShownMutant) -> list[Diagnostic]:
    """A warning for each mutant that nothing noticed, at what it changes."""
    found = []
    for record in shown.record.mutants:
        if record.status == "survived":
            mutant = shown.mutants[record.key]
            span = mutant.edits[0].span
            place = (span if span.text.strip() else mutant.span).first_line
            found.append(finding(CODE, Severity.WARNING, survivor(record), place, _notes(record)))
    return found


def survivor(record: MutantRecord) -> str:
    """A mutant that nothing noticed, as a sentence."""
    return f"nothing notices if {record.told}"


def _notes(record: MutantRecord) -> Iterator[str]:
    if record.reached:
        yield f"{counted(record.reached, 'example')} {'comes' if record.reached == 1 else 'come'} through here"
    else:
        yield "no example comes through here"
    yield f"mutant {record.key} of {record.operator}"


def _totals(record: MutationRecord) -> str:
    width = max((len(section.heading) for section in record.sections), default=0)
    lines = [
        f"{section.heading:<{width}}  {section.score:>6.1%}  {section.killed} killed, {section.survived} survived"
        for section in record.sections
        if section.killed or section.survived
    ]
    return "\n".join([*lines, summary(record)]) + "\n"


def _cases(record: MutationRecord) -> Iterator[Case]:
    for mutant in record.mutants:
        name = f"{mutant.path}:{mutant.line}: {mutant.told} ({mutant.key})"
        failure = survivor(mutant) if mutant.status == "survived" else ""
        skipped = mutant.status if mutant.status in ("equivalent", "invalid") else ""
        yield Case(name, record.title, failure=failure, skipped=skipped)


# ----------------------------------------------------------------------------------------------------------- HTML


def _page(shown: ShownMutant) -> Iterator[str]:
    record = shown.record
    yield f"<h2>{escape(record.title)}</h2><p>{escape(summary(record))}</p>"
    rows = "".join(
        f"<tr><td>{escape(section.heading)}</td><td class=number>{section.score:.1%}</td>"
        f"<td class=number>{section.killed}</td><td class=number>{section.survived}</td></tr>"
        for section in record.sections
    )
    yield f"<table><tr><th>Section</th><th>Noticed</th><th>Killed</th><th>Survived</th></tr>{rows}</table>"
    by_line: dict[tuple[str, int], list[MutantRecord]] = {}
    for mutant in record.mutants:
        if mutant.status not in ("equivalent", "invalid"):
            by_line.setdefault((mutant.path, mutant.line), []).append(mutant)
    for file in shown.written.files:
        lines = [_line(file, number, by_line.get((file.path, number), [])) for number in range(1, file.line_count + 1)]
        yield f"<h3>{escape(file.path)}</h3><pre>{''.join(lines)}</pre>"


def _line(file: SourceFile, number: int, mutants: Sequence[MutantRecord]) -> str:
    survived = [mutant for mutant in mutants if mutant.status == "survived"]
    state = "" if not mutants else "used" if not survived else "half" if len(survived) < len(mutants) else "never"
    said = "\n".join(map(survivor, survived)) or (f"{counted(len(mutants), 'mutant')} noticed" if mutants else "")
    title = f' title="{escape(said)}"' if said else ""
    return f'<span class="{state}"{title}>{number:>5}  {escape(file.line_text(number))}</span>\n'
